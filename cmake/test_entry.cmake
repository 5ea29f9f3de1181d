# Two builds may be tested in one ctest run (see ./test), so a test's name begins with the build it belongs to.
if(UNIFORM_TEST_PREFIX)
  # the preset says it
elseif(UNIFORM_SANITIZE STREQUAL "thread")
  set(UNIFORM_TEST_PREFIX "threads.")
elseif(UNIFORM_SANITIZE)
  set(UNIFORM_TEST_PREFIX "sanitizers.")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(UNIFORM_TEST_PREFIX "clang.")
else()
  set(UNIFORM_TEST_PREFIX "gcc.")
endif()

# uniform_test_entry(<label> <entry> COMMAND <command>... [LABELS <label>...]) enters a command in ctest. The entries that
# .ci/run repeats with more cases are called NAME.conformance.
function(uniform_test_entry label entry)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "COMMAND;LABELS")
  if(entry MATCHES "\\.conformance$")
    list(APPEND arg_LABELS conformance)
  endif()
  add_test(NAME ${UNIFORM_TEST_PREFIX}${entry} COMMAND ${arg_COMMAND})
  set_tests_properties(${UNIFORM_TEST_PREFIX}${entry} PROPERTIES LABELS "${label};${arg_LABELS}" TIMEOUT 900)
endfunction()
