# Manual pages and shell completions. The command prints them itself, from the rows of its options, so they are
# made by running it once it is built. Included by install.cmake; run as a script (-P) at build time.

if(CMAKE_SCRIPT_MODE_FILE)
  # COMMAND: the built command; OUTPUT: the folder to fill.
  function(document file)
    execute_process(COMMAND "${COMMAND}" ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE errors)
    if(NOT status EQUAL 0 OR text STREQUAL "")
      string(REPLACE ";" " " arguments "${ARGN}")
      message(FATAL_ERROR "`uniform ${arguments}` ended with ${status}: ${errors}")
    endif()
    file(WRITE "${OUTPUT}/${file}" "${text}")
  endfunction()

  document(man1/uniform.1 help --man)
  # The other pages are those to which uniform(1) refers.
  file(READ "${OUTPUT}/man1/uniform.1" page)
  string(REPLACE "\\-" "-" page "${page}")
  string(REGEX MATCHALL "uniform-[a-z-]+\\(1\\)" references "${page}")
  foreach(reference IN LISTS references)
    string(REGEX REPLACE "^uniform-(.*)\\(1\\)$" "\\1" name "${reference}")
    document(man1/uniform-${name}.1 help --man ${name})
  endforeach()
  document(completion/bash/uniform completion bash)
  document(completion/zsh/_uniform completion zsh)
  document(completion/fish/uniform.fish completion fish)
  return()
endif()

set(documents "${PROJECT_BINARY_DIR}/documents")
add_custom_command(
  OUTPUT "${documents}/made"
  COMMAND "${CMAKE_COMMAND}" -D "COMMAND=$<TARGET_FILE:uniform>" -D "OUTPUT=${documents}"
    -P "${CMAKE_CURRENT_LIST_FILE}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${documents}/made"
  DEPENDS uniform "${CMAKE_CURRENT_LIST_FILE}"
  COMMENT "Making the manual pages and completions"
  VERBATIM)
add_custom_target(docs_man ALL DEPENDS "${documents}/made")

# Not OPTIONAL: an installation without them must fail with an error.
install(DIRECTORY "${documents}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
install(FILES "${documents}/completion/bash/uniform"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${documents}/completion/zsh/_uniform" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${documents}/completion/fish/uniform.fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
