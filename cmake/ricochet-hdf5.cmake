# The target ricochet::hdf5: the C library of HDF5, for the build and for whoever uses the
# installed package. By name and not by find_package(HDF5), which needs the language C;
# Debian keeps the serial kind in folders of its own.

find_path(RICOCHET_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(RICOCHET_HDF5_LIBRARY NAMES hdf5 hdf5_serial PATH_SUFFIXES hdf5/serial REQUIRED)
mark_as_advanced(RICOCHET_HDF5_INCLUDE_DIR RICOCHET_HDF5_LIBRARY)

if(NOT TARGET ricochet::hdf5)
  add_library(ricochet::hdf5 UNKNOWN IMPORTED)
  set_target_properties(
    ricochet::hdf5 PROPERTIES IMPORTED_LOCATION "${RICOCHET_HDF5_LIBRARY}"
                              INTERFACE_INCLUDE_DIRECTORIES "${RICOCHET_HDF5_INCLUDE_DIR}")
endif()
