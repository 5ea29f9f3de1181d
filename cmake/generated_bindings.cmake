# The functions of data/functions.json that are mere calls: scripts/generate_bindings.py writes them when CMake configures,
# so that the sources, headers and modules of each binding are there before anything is built.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
get_filename_component(uniform_source_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

# uniform_generate(FACE FOLDER) writes the files of a face in the folder; those whose text stays the same keep their time.
function(uniform_generate face folder)
  set(table "${uniform_source_root}/data/functions.json")
  set(script "${uniform_source_root}/scripts/generate_bindings.py")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}" "${script}"
    "${uniform_source_root}/scripts/function_table.py")
  execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${script}" ${face} "${folder}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# uniform_use_functions(TARGET): the target may call them. They are in uniform_columns; a shared one does not export them, so
# the target has them itself.
function(uniform_use_functions target)
  target_include_directories(${target} PRIVATE "${uniform_source_root}/src" "${generated}/bindings")
  get_target_property(type uniform_columns TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    file(GLOB sources CONFIGURE_DEPENDS "${uniform_source_root}/src/columns/functions/*.cpp")
    target_sources(${target} PRIVATE ${sources})
  endif()
endfunction()
