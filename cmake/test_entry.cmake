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

set(uniform_slow_entries "")
if(EXISTS "${PROJECT_SOURCE_DIR}/tests/slow_entries.txt") # the source distribution of the Python package has no tests
  file(STRINGS "${PROJECT_SOURCE_DIR}/tests/slow_entries.txt" uniform_slow_entries REGEX "^[^#]")
endif()

# uniform_test_entry(<label> <entry> COMMAND <command>... [LABELS <label>...] [NEEDS <target>...] [TIMEOUT <seconds>])
# enters a command in ctest, whose entries are all made here. The entries that .ci/run repeats with more cases are called
# NAME.conformance. Those with the label `long` are left out by ./test (`./test all` runs them, and .ci/run by turns).
#
# The entries of tests/slow_entries.txt begin first.
#
# The list test_entries.txt in the build folder has a line for each entry: name, labels and the targets that its command
# names, or NEEDS; ./test NAME builds these.
function(uniform_test_entry label entry)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TIMEOUT" "COMMAND;LABELS;NEEDS")
  if(entry MATCHES "\\.conformance$")
    list(APPEND arg_LABELS conformance)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 900)
  endif()
  add_test(NAME ${UNIFORM_TEST_PREFIX}${entry} COMMAND ${arg_COMMAND})
  set_tests_properties(${UNIFORM_TEST_PREFIX}${entry} PROPERTIES LABELS "${label};${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  list(FIND uniform_slow_entries "${UNIFORM_TEST_PREFIX}${entry}" place)
  if(NOT place EQUAL -1)
    math(EXPR cost "1000 - ${place}")
    set_tests_properties(${UNIFORM_TEST_PREFIX}${entry} PROPERTIES COST ${cost})
  endif()

  set(targets ${arg_NEEDS})
  foreach(word IN LISTS arg_COMMAND)
    if(word MATCHES "\\$<TARGET_FILE:([^>]+)>")
      list(APPEND targets ${CMAKE_MATCH_1})
    elseif(TARGET "${word}" AND NOT word MATCHES "::")
      list(APPEND targets ${word})
    endif()
  endforeach()
  list(JOIN arg_LABELS "," labels)
  list(JOIN targets "," targets)
  set_property(GLOBAL APPEND PROPERTY UNIFORM_TEST_ENTRIES
    "${UNIFORM_TEST_PREFIX}${entry} ${label},${labels} ${targets}\n")
endfunction()

# Called last in the top folder.
function(uniform_list_test_entries)
  get_property(entries GLOBAL PROPERTY UNIFORM_TEST_ENTRIES)
  list(JOIN entries "" entries)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_entries.txt" CONTENT "${entries}" @ONLY)
endfunction()
