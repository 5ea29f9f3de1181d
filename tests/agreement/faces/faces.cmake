# Every face that this build has gives the same answers (data/functions.json). The JavaScript package is another preset's; it is
# asked where ./test has built it.
if(UNIFORM_SANITIZE OR NOT TARGET uniform_c OR NOT TARGET uniform_python OR NOT TARGET uniform_sqlite
    OR NOT TARGET uniform_postgresql)
  return()
endif()
find_program(UNIFORM_NODE NAMES node nodejs)
mark_as_advanced(UNIFORM_NODE)
get_property(postgresql_scripts GLOBAL PROPERTY UNIFORM_POSTGRESQL_SCRIPTS)
set(faces --library $<TARGET_FILE:uniform_c> --sqlite /usr/bin/python3 $<TARGET_FILE:uniform_sqlite>
  --postgresql "${UNIFORM_PG_CONFIG}" $<TARGET_FILE:uniform_postgresql> ${postgresql_scripts})
if(UNIFORM_NODE)
  list(APPEND faces --node "${UNIFORM_NODE}" "${PROJECT_SOURCE_DIR}/build/js/bindings/js/package")
endif()
if(TARGET uniform)
  list(APPEND faces --command $<TARGET_FILE:uniform>)
endif()
uniform_test_entry(agreement agreement.faces.conformance
  COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PROJECT_BINARY_DIR}/bindings/python/package" PYTHONDONTWRITEBYTECODE=1
    "${PROJECT_BINARY_DIR}/bindings/python/environment/bin/python" "${CMAKE_CURRENT_LIST_DIR}/faces_test.py" ${faces}
  NEEDS uniform_python)
set_tests_properties(${UNIFORM_TEST_PREFIX}agreement.faces.conformance PROPERTIES FIXTURES_REQUIRED python_environment)
# Spark, with the columns that it has the functions of.
uniform_test_entry(agreement agreement.faces.spark
  COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PROJECT_BINARY_DIR}/bindings/python/package" PYTHONDONTWRITEBYTECODE=1
    "${PROJECT_BINARY_DIR}/bindings/python/environment/bin/python" "${CMAKE_CURRENT_LIST_DIR}/faces_test.py" --spark
  LABELS long NEEDS uniform_python)
set_tests_properties(${UNIFORM_TEST_PREFIX}agreement.faces.spark PROPERTIES FIXTURES_REQUIRED "python_environment;python_spark")
uniform_test_entry(agreement agreement.faces.complete
  COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PROJECT_BINARY_DIR}/bindings/python/package" PYTHONDONTWRITEBYTECODE=1
    "${PROJECT_BINARY_DIR}/bindings/python/environment/bin/python" "${CMAKE_CURRENT_LIST_DIR}/complete_test.py" ${faces}
  NEEDS uniform_python)
set_tests_properties(${UNIFORM_TEST_PREFIX}agreement.faces.complete PROPERTIES FIXTURES_REQUIRED python_environment)
