# The targets `tidy` (clang-tidy over our sources, clean or it fails) and `format`
# (rewrites our sources in place). Both use the tools of LLVM 14, because another
# version has other opinions.

find_program(RICOCHET_RUN_CLANG_TIDY NAMES run-clang-tidy-14)
find_program(RICOCHET_CLANG_TIDY NAMES clang-tidy-14)
find_program(RICOCHET_CLANG_FORMAT NAMES clang-format-14)
mark_as_advanced(RICOCHET_RUN_CLANG_TIDY RICOCHET_CLANG_TIDY RICOCHET_CLANG_FORMAT)

if(RICOCHET_RUN_CLANG_TIDY AND RICOCHET_CLANG_TIDY)
  # run-clang-tidy takes patterns: a path such as /home/me/c++ must be taken as it is.
  string(REGEX REPLACE "([][+.*?()^$|])" "\\\\\\1" source_dir_pattern "${PROJECT_SOURCE_DIR}")
  # The compile commands are those of g++: clang need not know all of its warnings.
  add_custom_target(
    tidy
    COMMAND
      "${RICOCHET_RUN_CLANG_TIDY}" -quiet "-clang-tidy-binary=${RICOCHET_CLANG_TIDY}" -p
      "${PROJECT_BINARY_DIR}" -extra-arg=-Wno-unknown-warning-option
      "^${source_dir_pattern}/(src|app|papers)/"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    USES_TERMINAL VERBATIM)
endif()

if(RICOCHET_CLANG_FORMAT)
  add_custom_target(
    format
    COMMAND "${PROJECT_SOURCE_DIR}/setup/format" --fix "${RICOCHET_CLANG_FORMAT}"
    USES_TERMINAL VERBATIM)
endif()
