# Precompiled headers: what nearly every source of a kind includes is parsed once for all targets with the same compile
# flags. This only saves time: every source still includes what it uses, and builds with UNIFORM_PRECOMPILE=OFF.

option(UNIFORM_PRECOMPILE "Precompile the headers that nearly every source includes" ${PROJECT_IS_TOP_LEVEL})

set(uniform_precompiled_headers <algorithm> <array> <charconv> <chrono> <cstddef> <cstdint> <expected> <functional> <map>
  <memory> <mutex> <optional> <ranges> <span> <string> <string_view> <utility> <variant> <vector>)

# uniform_precompile(TARGET [KIND [HEADERS <header>...] [LINK <target>...]]): TARGET uses the precompiled headers of KIND,
# which the first target of that kind makes: the standard headers, those of the test libraries if the kind is a test's, and
# HEADERS, which need LINK. All targets of a kind have the same compile flags and the same position independence.
function(uniform_precompile target)
  if(NOT UNIFORM_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LINK")
  set(kind library)
  if(arg_UNPARSED_ARGUMENTS)
    set(kind "${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET uniform_precompiled_${kind})
    file(WRITE "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp.in" "// Carries the precompiled headers.\n")
    configure_file("${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp.in" "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp" COPYONLY)
    add_library(uniform_precompiled_${kind} OBJECT "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp")
    set(headers ${uniform_precompiled_headers})
    if(kind MATCHES "^test")
      list(APPEND headers <gtest/gtest.h> <gmock/gmock.h> <rapidcheck/gtest.h>)
      target_link_libraries(uniform_precompiled_${kind} PRIVATE GTest::gtest GTest::gmock rapidcheck rapidcheck_gtest)
      if(TARGET nlohmann_json::nlohmann_json)
        list(APPEND headers <nlohmann/json.hpp>)
        target_link_libraries(uniform_precompiled_${kind} PRIVATE nlohmann_json::nlohmann_json)
      endif()
      uniform_test_options(uniform_precompiled_${kind})
    elseif(NOT kind STREQUAL "command")
      set_target_properties(uniform_precompiled_${kind} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      uniform_visibility(uniform_precompiled_${kind})
    endif()
    uniform_warnings(uniform_precompiled_${kind})
    if(kind STREQUAL "core")
      uniform_core_options(uniform_precompiled_${kind})
    endif()
    if(arg_HEADERS)
      target_link_libraries(uniform_precompiled_${kind} PRIVATE ${arg_LINK})
      target_include_directories(uniform_precompiled_${kind} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
    endif()
    target_precompile_headers(uniform_precompiled_${kind} PRIVATE ${headers} ${arg_HEADERS})
  endif()
  target_precompile_headers(${target} REUSE_FROM uniform_precompiled_${kind})
endfunction()
