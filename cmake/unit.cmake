# The systemd units. They name the command by its absolute path, which is known only when installing: `cmake --install
# --prefix` may choose another prefix than the configuration did. systemd looks for units below lib, without the folder
# of the architecture that CMAKE_INSTALL_LIBDIR may have.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  return()
endif()
install(CODE "
  set(UNIFORM_COMMAND \"${CMAKE_INSTALL_BINDIR}/uniform\")
  if(NOT IS_ABSOLUTE \"\${UNIFORM_COMMAND}\")
    set(UNIFORM_COMMAND \"\${CMAKE_INSTALL_PREFIX}/\${UNIFORM_COMMAND}\")
  endif()
  set(UNIFORM_UNIT_AFTER \"\")
  set(UNIFORM_UNIT_SOCKET \"\")
  configure_file(\"${PROJECT_SOURCE_DIR}/deploy/uniform.service.in\"
    \"${PROJECT_BINARY_DIR}/uniform.service\" @ONLY)
  # Instances share a socket, and the dynamic account that owns the store.
  set(UNIFORM_UNIT_AFTER \" uniform.socket\\nRequires=uniform.socket\")
  set(UNIFORM_UNIT_SOCKET \"\\nSockets=uniform.socket\\nUser=uniform\")
  configure_file(\"${PROJECT_SOURCE_DIR}/deploy/uniform.service.in\"
    \"${PROJECT_BINARY_DIR}/uniform@.service\" @ONLY)
  file(INSTALL \"${PROJECT_BINARY_DIR}/uniform.service\" \"${PROJECT_BINARY_DIR}/uniform@.service\"
    \"${PROJECT_SOURCE_DIR}/deploy/uniform.socket\"
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/systemd/system\")")
