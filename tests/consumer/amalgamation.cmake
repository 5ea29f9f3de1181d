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

# The first example of README.md.
run(${launcher} "${COMPILER}" -std=c++23 -O1 ${flags} "-I${WORK}" -c "${SOURCE}/examples/clean.cpp" -o "${WORK}/clean.o")
run("${COMPILER}" ${flags} "${WORK}/clean.o" "${WORK}/uniform.o" -o "${WORK}/clean")
execute_process(COMMAND "${WORK}/clean" INPUT_FILE "${SOURCE}/examples/urls.txt" OUTPUT_FILE "${WORK}/clean.txt"
  ERROR_VARIABLE refused RESULT_VARIABLE status)
file(READ "${SOURCE}/README.md" readme)
string(FIND "${readme}" "> clean.txt\n```\n\nIt prints\n\n```\n${refused}```" printed)
file(STRINGS "${WORK}/clean.txt" clean)
list(LENGTH clean count)
list(GET clean 0 first)
if(NOT status EQUAL 0 OR printed EQUAL -1 OR NOT count EQUAL 62 OR NOT first STREQUAL "https://www.iana.org/")
  message(FATAL_ERROR "examples/clean.cpp (${status}) made ${count} lines, the first of them ${first}, and printed\n${refused}")
endif()
