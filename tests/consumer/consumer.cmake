# Run by ctest; its variables come from CMakeLists.txt beside it.
set(prefix "${WORK}/prefix")
file(REMOVE_RECURSE "${WORK}")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

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
run("${WORK}/by-package/template")
if(NOT output STREQUAL "template read again\n")
  message(FATAL_ERROR "The consumer of uniform::registry printed:\n${output}")
endif()

run("${WORK}/by-package/parts")
if(NOT output STREQUAL "http://a/b/c\nrare-ipv4\nA brief note\n")
  message(FATAL_ERROR "The consumer of the other parts printed:\n${output}")
endif()

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

if(COMMAND)
  run("${prefix}/bin/uniform" --version)
  if(NOT output MATCHES "^uniform ${VERSION}")
    message(FATAL_ERROR "The installed command printed:\n${output}")
  endif()
  foreach(document IN ITEMS man/man1/uniform.1 man/man1/uniform-normalize.1 man/man1/uniform-urn-check.1
      man/man1/uniform-serve.1 man/man1/uniform-name-import.1 man/man1/uniform-store-restore.1 bash-completion/completions/uniform
      zsh/site-functions/_uniform fish/vendor_completions.d/uniform.fish)
    if(NOT EXISTS "${prefix}/share/${document}")
      message(FATAL_ERROR "share/${document} was not installed")
    endif()
  endforeach()
endif()
