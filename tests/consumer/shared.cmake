# Run by ctest: the core and the parts for applications as shared libraries, from the sources to a program that uses what is
# installed. Compiled without optimization, like the tests, so that a compiler cache has most of it. Its variables come from
# CMakeLists.txt beside it.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/parts.cmake" "set(UNIFORM_PARTS \"registry;html;unicode;repair;columns;access\" CACHE STRING \"\" FORCE)\n")
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build" -G "${GENERATOR}" -C "${WORK}/parts.cmake"
  -DBUILD_SHARED_LIBS=ON -DUNIFORM_BUILD_TESTS=OFF -DUNIFORM_BUILD_APPS=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
  "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 -g1" "-DCMAKE_INSTALL_LIBDIR=${LIBDIR}")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
set(BUILD "${WORK}/build")
set(WORK "${WORK}/installed")
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

# Each library under the name by which programs look for it.
foreach(part IN ITEMS "" -json -registry -html -lint -idna -unicode -whatwg -repair -columns -access)
  if(NOT EXISTS "${prefix}/${LIBDIR}/libuniform${part}.so.${MAJOR}")
    message(FATAL_ERROR "libuniform${part}.so.${MAJOR} was not installed")
  endif()
endforeach()
