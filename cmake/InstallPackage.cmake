# `cmake --install`: program, library, headers, example problems and scenes, and what lets
# others find the library: find_package(ricochet CONFIG) and pkg-config.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ricochet")

install(TARGETS ricochet EXPORT ricochet-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT ricochet-targets NAMESPACE ricochet:: DESTINATION "${package_dir}")
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/src/ricochet" "${PROJECT_BINARY_DIR}/generated/ricochet"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING
  PATTERN "*.hpp")
if(TARGET ricochet_app)
  install(TARGETS ricochet_app RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/problems" "${PROJECT_SOURCE_DIR}/scenes"
                  "${PROJECT_SOURCE_DIR}/studies"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/ricochet" OPTIONAL)

configure_package_config_file(cmake/ricochet-config.cmake.in ricochet-config.cmake
                              INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(ricochet-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ricochet-config.cmake"
              "${PROJECT_BINARY_DIR}/ricochet-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/ricochet-hdf5.cmake" DESTINATION "${package_dir}")

# The .pc file finds its prefix from its own place, so an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/ricochet.pc.in ricochet.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/ricochet.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
