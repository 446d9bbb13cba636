# The target `ricochet_web`: the shell of the pages (web/), built by npm into
# share/ricochet/web/page.html of the build tree, where the program looks for it, beside its own
# folder bin/; and lab.html, the page of `ricochet lab`, beside it. Without npm there is no such
# target, and everything else is built all the same.

find_program(RICOCHET_NPM npm)
mark_as_advanced(RICOCHET_NPM)

if(RICOCHET_NPM)
  set(web "${PROJECT_SOURCE_DIR}/web")
  set(web_out "${PROJECT_BINARY_DIR}/share/ricochet/web")
  set(web_packages "${PROJECT_BINARY_DIR}/web-packages.stamp")
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS "${web}/src/*")
  add_custom_command(
    OUTPUT "${web_packages}"
    COMMAND "${RICOCHET_NPM}" ci
    COMMAND "${CMAKE_COMMAND}" -E touch "${web_packages}"
    DEPENDS "${web}/package.json" "${web}/package-lock.json"
    WORKING_DIRECTORY "${web}"
    COMMENT "Installing the packages of web/"
    VERBATIM)
  foreach(page IN ITEMS page lab)
    add_custom_command(
      OUTPUT "${web_out}/${page}.html"
      # Made elsewhere and moved: a program that runs meanwhile finds the old one or the new one.
      COMMAND "${RICOCHET_NPM}" run --silent build -- --mode ${page}
              --outDir "${PROJECT_BINARY_DIR}/web-build/${page}" --logLevel warn
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${web_out}"
      COMMAND "${CMAKE_COMMAND}" -E rename "${PROJECT_BINARY_DIR}/web-build/${page}/${page}.html"
              "${web_out}/${page}.html"
      DEPENDS "${web_packages}" ${web_sources} "${web}/${page}.html" "${web}/vite.config.ts"
              "${web}/tsconfig.json" "${web}/svelte.config.js"
      WORKING_DIRECTORY "${web}"
      COMMENT "Building ${page}.html of web/"
      VERBATIM)
  endforeach()
  add_custom_target(ricochet_web DEPENDS "${web_out}/page.html" "${web_out}/lab.html")
  install(FILES "${web_out}/page.html" "${web_out}/lab.html"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/ricochet/web" OPTIONAL)
endif()
