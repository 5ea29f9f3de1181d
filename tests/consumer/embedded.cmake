# Run by ctest: a project that embeds the library gets the core alone, without Python and without any package, and more
# when it asks. Its variables come from CMakeLists.txt beside it.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${WORK}")

# Nothing is looked for: each of these would end the configuration.
set(nothing "")
foreach(package IN ITEMS Python3 ICU CURL SQLite3 PostgreSQL OpenSSL Threads Boost pugixml nlohmann_json GTest)
  list(APPEND nothing "-DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON")
endforeach()
set(configure "${CMAKE_COMMAND}" -S "${PROJECT}/embedded" -G "${GENERATOR}" "-DUNIFORM=${SOURCE}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_CXX_FLAGS=${FLAGS}")

# compilations(FOLDER) sets count, the number of compilations of the library there.
function(compilations folder)
  file(STRINGS "${folder}/compile_commands.json" files REGEX "\"file\": .*(/src/|/Unity/)")
  list(LENGTH files count)
  set(count ${count} PARENT_SCOPE)
endfunction()
list(APPEND configure -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)

foreach(how IN ITEMS add_subdirectory FetchContent)
  run(${configure} -B "${WORK}/${how}" -DHOW=${how} ${nothing})
  if(NOT output MATCHES "targets: uniform_core\n")
    message(FATAL_ERROR "${how} makes more than the core:\n${output}")
  endif()
  compilations("${WORK}/${how}")
  if(count LESS 10 OR count GREATER 25)
    message(FATAL_ERROR "${how} compiles ${count} files: the sources are not in groups")
  endif()
endforeach()
run(${configure} -B "${WORK}/alone" -DHOW=FetchContent -DUNIFORM_UNITY=OFF ${nothing})
compilations("${WORK}/alone")
if(count LESS 60)
  message(FATAL_ERROR "UNIFORM_UNITY=OFF compiles ${count} files: not each source alone")
endif()
run("${CMAKE_COMMAND}" --build "${WORK}/FetchContent")
run("${WORK}/FetchContent/embedded")
if(NOT output STREQUAL "uniform ${VERSION}\nhttp://example.com/~staff/minutes\nurn:isbn:9789510184356\n")
  message(FATAL_ERROR "The program that embeds the core printed:\n${output}")
endif()

# A project that compiles everything in groups gets no warnings for it.
run(${configure} -B "${WORK}/unity" -DHOW=add_subdirectory -DCMAKE_UNITY_BUILD=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON ${nothing})
run("${CMAKE_COMMAND}" --build "${WORK}/unity" --target uniform_core)

# UNIFORM_PARTS: what a part needs comes with it; what is missing is said with its package.
set(more "${WORK}/add_subdirectory")
refused("whatwg needs ICU (Debian: libicu-dev)" ${configure} -B "${more}" -DUNIFORM_PARTS=whatwg)
refused("UNIFORM_PARTS asks for `whatwgg`; the parts are json," ${configure} -B "${more}" -DUNIFORM_PARTS=whatwgg)
refused("UNIFORM_BINDINGS asks for `sqlit`; the bindings are c, python," ${configure} -B "${WORK}/bindings"
  -DUNIFORM_BINDINGS=sqlit)
# A binding says which parts it needs; with them its tests, and what they look for, stay out.
refused("UNIFORM_BINDINGS=c needs the part columns, which this build leaves out" ${configure} -B "${WORK}/c" -DUNIFORM_BINDINGS=c)
file(WRITE "${WORK}/c.cmake" "set(UNIFORM_PARTS \"columns;html\" CACHE STRING \"\" FORCE)\n")
run(${configure} -B "${WORK}/c" -C "${WORK}/c.cmake" -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
if(NOT EXISTS "${WORK}/c/CMakeCache.txt" OR EXISTS "${WORK}/c/uniform/bindings/c/tests")
  message(FATAL_ERROR "UNIFORM_BINDINGS=c in an embedding project has tests:\n${output}")
endif()
file(WRITE "${WORK}/parts.cmake" "set(UNIFORM_PARTS \"html;whatwg\" CACHE STRING \"\" FORCE)\n")
run(${configure} -B "${more}" -C "${WORK}/parts.cmake" -DCMAKE_DISABLE_FIND_PACKAGE_ICU=OFF)
if(NOT output MATCHES "targets: uniform_core uniform_html uniform_idna uniform_whatwg\n")
  message(FATAL_ERROR "UNIFORM_PARTS=html;whatwg makes:\n${output}")
endif()
run("${CMAKE_COMMAND}" --build "${more}" --target browser)
run("${more}/browser")
if(NOT output STREQUAL "http://xn--bcher-kva.example/a/\n")
  message(FATAL_ERROR "The program that embeds a part printed:\n${output}")
endif()

# Below C++23, one sentence says so, and not what follows from it.
refused("Uniform needs C++23: compile with -std=c++23" "${COMPILER}" -std=c++20 -fsyntax-only "-I${SOURCE}/include"
  "${PROJECT}/consumer.cpp")
string(REGEX MATCHALL " error: " errors "${output}")
list(LENGTH errors errors)
if(NOT errors EQUAL 2 OR NOT output MATCHES "the error above says why")
  message(FATAL_ERROR "More is reported than that C++23 is needed:\n${output}")
endif()
# MSVC's __cplusplus stays at 199711 without /Zc:__cplusplus; _MSVC_LANG says which standard it follows.
file(WRITE "${WORK}/api.cpp" "#include <uniform/base/api.hpp>\n")
refused("Uniform needs C++23" "${COMPILER}" -std=c++23 -D_MSVC_LANG=202002L -E "-I${SOURCE}/include" "${WORK}/api.cpp")
run("${COMPILER}" -std=c++23 -D_MSVC_LANG=202004L -E "-I${SOURCE}/include" "${WORK}/api.cpp")
