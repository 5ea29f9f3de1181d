# The core: syntax, uri, url, urn and text. It depends on the C++ standard library alone.

set(core_globs "")
foreach(folder IN ITEMS syntax uri url urn text)
  list(APPEND core_globs "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
endforeach()
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS ${core_globs})
file(GLOB_RECURSE core_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/uniform/*.hpp")
# These belong to targets of their own.
list(FILTER core_headers EXCLUDE REGEX "/include/uniform/(json|registry|html|lint|unicode|idna|whatwg|repair|access|resolver|store|service|http)/")

set(generated "${PROJECT_BINARY_DIR}/generated")
configure_file(cmake/version.hpp.in "${generated}/include/uniform/version.hpp" @ONLY)

# The target is called uniform_core because the command's target is `uniform`; everybody links uniform::uniform.
add_library(uniform_core ${core_sources})
add_library(uniform::uniform ALIAS uniform_core)
set_target_properties(uniform_core PROPERTIES
  OUTPUT_NAME uniform
  EXPORT_NAME uniform
  LINKER_LANGUAGE CXX
  POSITION_INDEPENDENT_CODE ON
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR})
target_sources(uniform_core PUBLIC
  FILE_SET HEADERS
  BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${generated}/include"
  FILES ${core_headers} "${generated}/include/uniform/version.hpp")
target_compile_features(uniform_core PUBLIC cxx_std_23)
target_include_directories(uniform_core PRIVATE "${PROJECT_SOURCE_DIR}/src" "${generated}")
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

# IANA's URI schemes, as a table made from data/ at build time.
set(schemes_script "${PROJECT_SOURCE_DIR}/scripts/generate_schemes.py")
if(EXISTS "${schemes_script}")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(schemes_data "${PROJECT_SOURCE_DIR}/data/uri-schemes.json")
  set(schemes_table "${generated}/schemes_table.inc")
  add_custom_command(
    OUTPUT "${schemes_table}"
    COMMAND Python3::Interpreter "${schemes_script}" "${schemes_data}" "${schemes_table}"
    DEPENDS "${schemes_script}" "${schemes_data}"
    COMMENT "Making the table of URI schemes"
    VERBATIM)
  target_sources(uniform_core PRIVATE "${schemes_table}")
  set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED "${schemes_table}")
endif()

# What every URN namespace's registration says, as a table made from data/ at build time.
set(namespaces_script "${PROJECT_SOURCE_DIR}/scripts/generate_namespaces.py")
set(namespaces_data "${PROJECT_SOURCE_DIR}/data/urn-namespaces.json")
set(namespaces_table "${generated}/namespaces_table.inc")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_custom_command(
  OUTPUT "${namespaces_table}"
  COMMAND Python3::Interpreter "${namespaces_script}" "${namespaces_data}" "${namespaces_table}"
  DEPENDS "${namespaces_script}" "${namespaces_data}"
  COMMENT "Making the table of URN namespaces"
  VERBATIM)
target_sources(uniform_core PRIVATE "${namespaces_table}")
set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED "${namespaces_table}")

# What a new NID may be mistaken for, likewise.
set(conflicts_script "${PROJECT_SOURCE_DIR}/scripts/generate_nid_conflicts.py")
set(conflicts_data "${PROJECT_SOURCE_DIR}/data/nid-conflicts.json")
set(conflicts_table "${generated}/nid_conflicts.inc")
add_custom_command(
  OUTPUT "${conflicts_table}"
  COMMAND Python3::Interpreter "${conflicts_script}" "${conflicts_data}" "${conflicts_table}"
  DEPENDS "${conflicts_script}" "${conflicts_data}"
  COMMENT "Making the tables of countries and identifier systems"
  VERBATIM)
target_sources(uniform_core PRIVATE "${conflicts_table}")
set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED "${conflicts_table}")

uniform_unity(uniform_core)
