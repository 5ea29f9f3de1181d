# Run by ctest: the amalgamation, compiled without any flag but the standard, prints what the library prints. Its
# variables come from CMakeLists.txt beside it.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${WORK}")
run("${PYTHON}" "${SOURCE}/scripts/amalgamate.py" "${WORK}")

separate_arguments(flags UNIX_COMMAND "${FLAGS}")
separate_arguments(launcher UNIX_COMMAND "${LAUNCHER}")
# -O1: as fast to compile as the kernels allow; without any optimization they are slower than the scalar parser.
foreach(file IN ITEMS "${WORK}/uniform.cpp" "${PROJECT}/lines.cpp")
  get_filename_component(name "${file}" NAME_WE)
  run(${launcher} "${COMPILER}" -std=c++23 -O1 ${flags} "-I${WORK}" -c "${file}" -o "${WORK}/${name}.o")
endforeach()
run("${COMPILER}" ${flags} "${WORK}/lines.o" "${WORK}/uniform.o" -o "${WORK}/lines")

# The lines of the fuzzers' seeds: identifiers of all kinds, and many that are none.
set(lines 0)
foreach(seeds IN ITEMS parse urn find normalize resolve relativize uri_template)
  file(GLOB files "${SOURCE}/fuzz/corpus/${seeds}/*")
  foreach(file IN LISTS files)
    execute_process(COMMAND "${WORK}/lines" INPUT_FILE "${file}" OUTPUT_VARIABLE here RESULT_VARIABLE status)
    execute_process(COMMAND "${LINES}" INPUT_FILE "${file}" OUTPUT_VARIABLE there RESULT_VARIABLE library_status)
    if(NOT status EQUAL 0 OR NOT library_status EQUAL 0 OR NOT here STREQUAL there)
      message(FATAL_ERROR "${file}: the amalgamation (${status}) printed\n${here}\nand the library (${library_status})\n${there}")
    endif()
    math(EXPR lines "${lines} + 1")
  endforeach()
endforeach()
if(lines LESS 50)
  message(FATAL_ERROR "only ${lines} inputs were found")
endif()
message(STATUS "the amalgamation and the library agree on ${lines} inputs")
