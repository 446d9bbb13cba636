# How our own code is compiled: language, warnings, floating point, sanitizers.
# Everything here is for our own targets; whoever uses the library sees none of it.

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or Sanitize" FORCE)
  endif()
  # The first configuration decides once and for all. Otherwise installing ccache
  # later would change every command line and rebuild everything.
  find_program(RICOCHET_CCACHE_PROGRAM ccache)
  mark_as_advanced(RICOCHET_CCACHE_PROGRAM)
  if(RICOCHET_CCACHE_PROGRAM)
    option(RICOCHET_CCACHE "Compile through ccache" ON)
  else()
    option(RICOCHET_CCACHE "Compile through ccache" OFF)
  endif()
  if(RICOCHET_CCACHE
     AND RICOCHET_CCACHE_PROGRAM
     AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${RICOCHET_CCACHE_PROGRAM}")
  endif()
  # Turn off with: cmake --compile-no-warning-as-error
  if(NOT DEFINED CMAKE_COMPILE_WARNING_AS_ERROR)
    set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()

# The build type Sanitize: asserts on, the checks below.
#   gcc    what `./test` runs: the checks that are slow to compile are left out
#   clang  the whole undefined-behaviour set (`./test --full`)
#   fuzz   the same, with the coverage that libFuzzer needs
set(RICOCHET_SANITIZERS "gcc" CACHE STRING "For the build type Sanitize: gcc, clang or fuzz")
set_property(CACHE RICOCHET_SANITIZERS PROPERTY STRINGS gcc clang fuzz)
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1 -fno-omit-frame-pointer")
if(RICOCHET_SANITIZERS STREQUAL "gcc")
  set(sanitizer_flags -fsanitize=address,undefined
                      -fno-sanitize=null,alignment,vptr,object-size,pointer-overflow)
elseif(RICOCHET_SANITIZERS STREQUAL "clang")
  set(sanitizer_flags -fsanitize=address,undefined)
elseif(RICOCHET_SANITIZERS STREQUAL "fuzz")
  set(sanitizer_flags -fsanitize=fuzzer-no-link,address,undefined)
else()
  message(FATAL_ERROR "RICOCHET_SANITIZERS is gcc, clang or fuzz, not '${RICOCHET_SANITIZERS}'")
endif()
list(APPEND sanitizer_flags -fno-sanitize-recover=all)

function(ricochet_build_flags target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
                                             CXX_EXTENSIONS OFF)
  # The same bits from every compiler and every optimization level: no fused
  # multiply-add behind our back, and never -march=native.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wsign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees an overlap in every `"text" + std::string` (GCC bug 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Sanitize>:${sanitizer_flags}>")
  target_link_options(${target} PRIVATE "$<$<CONFIG:Sanitize>:${sanitizer_flags}>")
  target_compile_definitions(${target} PRIVATE $<$<CONFIG:Sanitize>:_GLIBCXX_ASSERTIONS>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code confuses these, which look at the optimized program.
    set(unreliable -Wno-maybe-uninitialized -Wno-array-bounds -Wno-mismatched-new-delete)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Sanitize>:${unreliable}>")
  endif()
endfunction()
