# run(COMMAND...) carries out a command, ends the test when it fails, and sets output and errors for the caller.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

# refused(TEXT COMMAND...) carries out a command that must fail and say TEXT, apart from line breaks, and sets output for the
# caller to all that it says.
function(refused text)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  string(REGEX REPLACE "[ \n]+" " " said "${output}${errors}")
  string(FIND "${said}" "${text}" found)
  if(status EQUAL 0 OR found EQUAL -1)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}\nended with ${status} and did not say \"${text}\":\n${output}${errors}")
  endif()
  set(output "${said}" PARENT_SCOPE)
endfunction()
