# The language standard and the options with which every target of the project is compiled.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# A project that embeds this one keeps its own launcher, output folders and compile database.
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  find_program(UNIFORM_CCACHE ccache)
  mark_as_advanced(UNIFORM_CCACHE)
  if(UNIFORM_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${UNIFORM_CCACHE}")
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
endif()

# Clang before 19 says 201907 here, and libstdc++ then has no std::expected, although Clang 16 can compile it. For our
# sources, and (cmake/library.cmake) for those who link them.
set(uniform_expected_options
  "$<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,19>>:-D__cpp_concepts=202002L;-Wno-macro-redefined;-Wno-builtin-macro-redefined>")
add_compile_options("${uniform_expected_options}")

# The invariants that the code relies on, UNIFORM_ASSERT (include/uniform/base/assertion.hpp).
option(UNIFORM_ASSERTIONS "Check the invariants of the code and abort where one does not hold" OFF)
if(UNIFORM_ASSERTIONS)
  add_compile_definitions(UNIFORM_ASSERTIONS=1)
endif()

if(UNIFORM_SANITIZE)
  add_compile_options(-fsanitize=${UNIFORM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${UNIFORM_SANITIZE})
endif()

# Tests, benchmarks and fuzz targets use private functions, which a shared library keeps to itself: built with them, the
# shared libraries export everything.
set(uniform_export_private OFF)
if(BUILD_SHARED_LIBS AND (UNIFORM_BUILD_TESTS OR UNIFORM_BUILD_BENCH OR UNIFORM_BUILD_FUZZ))
  set(uniform_export_private ON)
endif()
option(UNIFORM_EXPORT_PRIVATE "Shared libraries export private functions too, which tests need" ${uniform_export_private})

# uniform_visibility(TARGET): nothing is exported but what says so.
function(uniform_visibility target)
  if(NOT UNIFORM_EXPORT_PRIVATE)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# uniform_core_options(TARGET): the options for what the tests run most, when the rest is built without optimization.
set(UNIFORM_CORE_OPTIONS "" CACHE STRING "Compile options of the core, its oracle and its judge")
function(uniform_core_options target)
  target_compile_options(${target} PRIVATE ${UNIFORM_CORE_OPTIONS})
endfunction()

# uniform_service_options(TARGET): the options for what waits for disks, databases and clients.
set(UNIFORM_SERVICE_OPTIONS "" CACHE STRING "Compile options of the parts registry, store, service, links and http")
function(uniform_service_options target)
  target_compile_options(${target} PRIVATE ${UNIFORM_SERVICE_OPTIONS})
endfunction()

# The memory for hashing the secret of a token. The tests make thousands of tokens and sessions, and need no strong hash.
set(UNIFORM_SECRET_KIBIBYTES 19456 CACHE STRING "KiB of memory for the Argon2id hash of a secret; for tests, less")
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND UNIFORM_SECRET_KIBIBYTES LESS 19456)
  message(FATAL_ERROR "UNIFORM_SECRET_KIBIBYTES is ${UNIFORM_SECRET_KIBIBYTES}; what is released has at least 19456")
endif()

# uniform_test_options(TARGET): the options for the tests themselves. With sanitizers, optimization takes more time when
# they are compiled than it saves when they run.
set(UNIFORM_TEST_OPTIONS "" CACHE STRING "Compile options of the tests")
function(uniform_test_options target)
  target_compile_options(${target} PRIVATE ${UNIFORM_TEST_OPTIONS})
endfunction()

# Locks and what they guard (src/base/thread_safety.hpp): what contradicts the annotations does not compile.
set(uniform_thread_safety -Wthread-safety -Werror=thread-safety)

# The house's warnings for one target. They are errors where CMAKE_COMPILE_WARNING_AS_ERROR says so: in every preset but
# `release`, so that a compiler newer than ours can still build the command. A project that embeds this one has no use for
# them.
function(uniform_warnings target)
  if(NOT PROJECT_IS_TOP_LEVEL OR NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  # References, pointers and views that outlive what they refer to: UNIFORM_LIFETIMEBOUND (include/uniform/base/api.hpp)
  # tells Clang of more of them. GCC 13 reports references to what lasts, too; of ours, GCC 14 reports none.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -Wdangling -Wreturn-stack-address ${uniform_thread_safety})
  elseif(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14)
    target_compile_options(${target} PRIVATE -Wdangling-pointer -Wdangling-reference)
  elseif(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    target_compile_options(${target} PRIVATE -Wdangling-pointer -Wno-dangling-reference)
  else()
    target_compile_options(${target} PRIVATE -Wdangling-pointer)
  endif()
  # GCC 12 reports copies that overlap, or that read or write beyond a string, where none does (its bugs 105329 and 105651; the
  # local buffer of a std::string that is moved), and values of
  # std::optional as uninitialized that are not read (its bug 80635).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
      -Wno-stringop-overread -Wno-maybe-uninitialized)
  endif()
endfunction()
