# cmake -DOUT=FILE -DFILES="FILE;FILE..." -P embed_text.cmake: makes each text a string literal with a comma after it, for
# an array of std::string_view. A text may have at most 65,535 characters ([implimits] of the C++ standard).
set(text "// Generated.\n")
foreach(file IN LISTS FILES)
  file(READ "${file}" content)
  string(LENGTH "${content}" length)
  if(length GREATER 65535)
    message(FATAL_ERROR "${file} is too long for a string literal")
  endif()
  string(APPEND text "R\"~~~(${content})~~~\",\n")
endforeach()
file(WRITE "${OUT}" "${text}")
