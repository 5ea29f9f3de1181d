# The core: base, syntax, uri, url, urn and text. It depends on the C++ standard library alone.

set(core_globs "")
foreach(folder IN ITEMS base syntax uri url urn text)
  list(APPEND core_globs "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
endforeach()
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS ${core_globs})
file(GLOB_RECURSE core_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/uniform/*.hpp")
# These belong to targets of their own.
list(FILTER core_headers EXCLUDE REGEX "/include/uniform/(columns|json|registry|html|lint|unicode|idna|whatwg|repair|access|resolver|store|service|http)/")

set(generated "${PROJECT_BINARY_DIR}/generated")
configure_file(cmake/version.hpp.in "${generated}/include/uniform/version.hpp" @ONLY)

# uniform_library_properties(TARGET): what the libraries of all parts have in common. A shared library exports what
# UNIFORM_API marks (include/uniform/base/api.hpp), and no instance of the standard library's templates.
function(uniform_library_properties target)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    DEFINE_SYMBOL "" # nothing reads it, and without it static and shared libraries are made of the same objects
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
  uniform_visibility(${target})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT UNIFORM_EXPORT_PRIVATE)
    target_link_options(${target} PRIVATE "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map")
    set_target_properties(${target} PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/exports.map")
  endif()
endfunction()

# The target is called uniform_core because the command's target is `uniform`; everybody links uniform::uniform.
add_library(uniform_core ${core_sources})
add_library(uniform::uniform ALIAS uniform_core)
set_target_properties(uniform_core PROPERTIES
  OUTPUT_NAME uniform
  EXPORT_NAME uniform
  LINKER_LANGUAGE CXX)
uniform_library_properties(uniform_core)
target_sources(uniform_core PUBLIC
  FILE_SET HEADERS
  BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${generated}/include"
  FILES ${core_headers} "${generated}/include/uniform/version.hpp")
target_compile_features(uniform_core PUBLIC cxx_std_23)
target_compile_options(uniform_core INTERFACE "${uniform_expected_options}")
target_include_directories(uniform_core PRIVATE "${PROJECT_SOURCE_DIR}/src")
uniform_warnings(uniform_core)
uniform_core_options(uniform_core)
uniform_precompile(uniform_core core)

# The scanning kernels: one file per CPU level, each with its own flags, chosen at run time. They stay optimised
# in a Debug build, because intrinsics without inlining are slower than the scalar path.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(bits -mbmi -mbmi2 -mlzcnt -mpopcnt)
  set(avx2_flags -mavx2 ${bits})
  set(avx512_flags ${avx2_flags} -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's own AVX-512 header begins many intrinsics with `__m512i __Y = __Y`, and GCC 12 warns about it (GCC bug 105593).
    list(APPEND avx512_flags -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  foreach(level IN ITEMS avx2 avx512)
    set(kernel "${PROJECT_SOURCE_DIR}/src/syntax/kernel_${level}.cpp")
    if(EXISTS "${kernel}")
      set_source_files_properties("${kernel}" PROPERTIES
        COMPILE_OPTIONS "${${level}_flags};$<$<CONFIG:Debug>:-O2>"
        SKIP_PRECOMPILE_HEADERS ON) # which were made without these flags
      string(TOUPPER "${level}" LEVEL)
      target_compile_definitions(uniform_core PRIVATE UNIFORM_HAVE_${LEVEL}=1)
    endif()
  endforeach()
endif()

# The tables of IANA's registries (src/uri/schemes_table.inc, src/urn/*.inc) are made from data/ by
# scripts/generate_tables.py and are part of the sources; a test compares them with data/.

uniform_unity(uniform_core)
