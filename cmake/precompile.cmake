# Precompiled headers: the standard headers that nearly every source includes are parsed once for all targets with the same
# compile flags. This only saves time: every source still includes what it uses, and builds with UNIFORM_PRECOMPILE=OFF.

option(UNIFORM_PRECOMPILE "Precompile the standard headers" ${PROJECT_IS_TOP_LEVEL})

set(uniform_precompiled_headers <algorithm> <array> <charconv> <chrono> <cstddef> <cstdint> <expected> <functional> <map>
  <memory> <mutex> <optional> <ranges> <span> <string> <string_view> <utility> <variant> <vector>)

# uniform_precompile(TARGET [KIND]): TARGET uses the precompiled headers of KIND, which are made by the first target of that
# kind. All targets of a kind have the same compile flags and the same position independence.
function(uniform_precompile target)
  if(NOT UNIFORM_PRECOMPILE)
    return()
  endif()
  set(kind library)
  if(ARGC GREATER 1)
    set(kind "${ARGV1}")
  endif()
  if(NOT TARGET uniform_precompiled_${kind})
    file(WRITE "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp.in" "// Carries the precompiled headers.\n")
    configure_file("${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp.in" "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp" COPYONLY)
    add_library(uniform_precompiled_${kind} OBJECT "${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp")
    set(headers ${uniform_precompiled_headers})
    if(kind MATCHES "^(core|library)$")
      set_target_properties(uniform_precompiled_${kind} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      uniform_visibility(uniform_precompiled_${kind})
    elseif(kind STREQUAL "test")
      list(APPEND headers <gtest/gtest.h> <rapidcheck/gtest.h>)
      target_link_libraries(uniform_precompiled_${kind} PRIVATE GTest::gtest rapidcheck rapidcheck_gtest)
      uniform_test_options(uniform_precompiled_${kind})
    endif()
    uniform_warnings(uniform_precompiled_${kind})
    if(kind STREQUAL "core")
      uniform_core_options(uniform_precompiled_${kind})
    endif()
    target_precompile_headers(uniform_precompiled_${kind} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM uniform_precompiled_${kind})
endfunction()
