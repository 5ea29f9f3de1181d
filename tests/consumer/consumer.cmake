# Run by ctest; its variables come from CMakeLists.txt beside it.
set(prefix "${WORK}/prefix")
file(REMOVE_RECURSE "${WORK}")

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# The program prints the library's version first, so an answer from another installation is noticed; then what the
# library made of HTTP://Example.COM/%7Estaff/./minutes and of URN:ISBN:951-0-18435-7.
function(run_consumer how program)
  set(ENV{LD_LIBRARY_PATH} "${prefix}/${LIBDIR}")
  run("${program}")
  if(NOT output STREQUAL "uniform ${VERSION}\nhttp://example.com/~staff/minutes\nurn:isbn:9789510184356\n")
    message(FATAL_ERROR "The consumer built by ${how} printed:\n${output}")
  endif()
  message(STATUS "Built by ${how}: ${output}")
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")

run("${CMAKE_COMMAND}" -S "${PROJECT}" -B "${WORK}/by-package" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_PREFIX_PATH=${prefix}"
  "-DUNIFORM_VERSION_WANTED=${VERSION}")
run("${CMAKE_COMMAND}" --build "${WORK}/by-package")
run_consumer(find_package "${WORK}/by-package/consumer")
run_consumer("find_package, with <uniform/uniform.hpp>" "${WORK}/by-package/consumer_by_whole_core")
run("${WORK}/by-package/template")
if(NOT output STREQUAL "template read again\n")
  message(FATAL_ERROR "The consumer of uniform::registry printed:\n${output}")
endif()

run("${WORK}/by-package/parts")
if(NOT output STREQUAL "http://a/b/c\nrare-ipv4\nhttp://xn--bcher-kva.example/c\nA brief note\n")
  message(FATAL_ERROR "The consumer of the other parts printed:\n${output}")
endif()

# Each component by itself; a missing one with the reason.
set(find "${CMAKE_COMMAND}" -S "${PROJECT}/components" -B "${WORK}/components" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${prefix}")
file(WRITE "${WORK}/components.cmake" "set(COMPONENTS \"${PARTS}\" CACHE STRING \"\" FORCE)\n")
run(${find} -C "${WORK}/components.cmake")
refused("component idnaa: there is no such component, only json, registry" ${find} "-DCOMPONENTS=idnaa")
if(NOT output MATCHES "http, c, c_static")
  message(FATAL_ERROR "The components of the C interface are missing:\n${output}")
endif()
if(NOT SHARED)
  refused("component whatwg: the library ICU was not found (Debian: libicu-dev)"
    ${find} "-DCOMPONENTS=whatwg" -DCMAKE_DISABLE_FIND_PACKAGE_ICU=ON)
  if(output MATCHES "libicu-dev\\), ")
    message(FATAL_ERROR "A reason is given more than once:\n${output}")
  endif()
endif()
file(RENAME "${prefix}/${LIBDIR}/cmake/uniform/uniform-html-targets.cmake" "${WORK}/html")
refused("component html: it is not part of this installation" ${find} "-DCOMPONENTS=html")
file(RENAME "${WORK}/html" "${prefix}/${LIBDIR}/cmake/uniform/uniform-html-targets.cmake")

set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
run("${PKG_CONFIG}" --modversion uniform)
if(NOT output STREQUAL "${VERSION}\n")
  message(FATAL_ERROR "pkg-config gives version ${output}")
endif()
run("${PKG_CONFIG}" --cflags --libs uniform)
string(STRIP "${output}" found)
separate_arguments(found UNIX_COMMAND "${found}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
run("${COMPILER}" -std=c++23 ${flags} "${PROJECT}/consumer.cpp" -o "${WORK}/by-pkg-config" ${found})
run_consumer(pkg-config "${WORK}/by-pkg-config")
run("${COMPILER}" -std=c++23 ${flags} -DCONSUMER_BY_WHOLE_CORE "${PROJECT}/consumer.cpp" -o "${WORK}/by-whole-core" ${found})
run_consumer("pkg-config, with <uniform/uniform.hpp>" "${WORK}/by-whole-core")

foreach(part IN LISTS PARTS)
  string(REPLACE "_" "-" part "uniform-${part}")
  run("${PKG_CONFIG}" --libs ${part})
endforeach()
run("${PKG_CONFIG}" --cflags --libs uniform-html uniform-lint uniform-unicode uniform-whatwg uniform-access)
string(STRIP "${output}" found)
separate_arguments(found UNIX_COMMAND "${found}")
run("${COMPILER}" -std=c++23 ${flags} "${PROJECT}/parts.cpp" -o "${WORK}/parts-by-pkg-config" ${found})
run("${WORK}/parts-by-pkg-config")
if(NOT output MATCHES "^http://a/b/c\n")
  message(FATAL_ERROR "The consumer of the other parts, built by pkg-config, printed:\n${output}")
endif()

# The files that are installed with the command, also where a package is made: a staging folder before a prefix that is
# not its own.
if(COMMAND)
  run("${prefix}/bin/uniform" --version)
  if(NOT output MATCHES "^uniform ${VERSION}")
    message(FATAL_ERROR "The installed command printed:\n${output}")
  endif()
  set(ENV{DESTDIR} "${WORK}/stage")
  run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix /usr)
  set(ENV{DESTDIR} "")

  function(check_documents folder command)
    foreach(document IN ITEMS share/man/man1/uniform.1 share/man/man1/uniform-normalize.1
        share/man/man1/uniform-urn-check.1 share/man/man1/uniform-serve.1 share/man/man1/uniform-name-import.1
        share/man/man1/uniform-store-restore.1 share/bash-completion/completions/uniform
        share/zsh/site-functions/_uniform share/fish/vendor_completions.d/uniform.fish
        lib/systemd/system/uniform.service)
      if(NOT EXISTS "${folder}/${document}")
        message(FATAL_ERROR "${document} was not installed below ${folder}")
      endif()
    endforeach()
    file(GLOB pages "${folder}/share/man/man1/*.1")
    foreach(page IN LISTS pages)
      run("${GROFF}" -ww -man -Tutf8 -z "${page}")
      if(NOT "${output}${errors}" STREQUAL "")
        message(FATAL_ERROR "groff on ${page}:\n${output}${errors}")
      endif()
    endforeach()
    file(STRINGS "${folder}/lib/systemd/system/uniform.service" lines REGEX "^Exec|@UNIFORM")
    if(NOT lines STREQUAL "ExecStartPre=${command} config check /etc/uniform/uniform.toml;\
ExecStart=${command} serve --config /etc/uniform/uniform.toml;\
ExecReload=${command} config check /etc/uniform/uniform.toml;ExecReload=/bin/kill -HUP $MAINPID")
      message(FATAL_ERROR "The unit below ${folder} starts\n${lines}")
    endif()
  endfunction()
  check_documents("${prefix}" "${prefix}/bin/uniform")
  check_documents("${WORK}/stage/usr" /usr/bin/uniform)
endif()
