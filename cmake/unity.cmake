# Unity builds: the sources of a module are compiled in groups, so that what they include is read once for each group. It
# takes a third of the time (docs/decisions/0015-build-time.md). Sources of a group share their unnamed namespaces.

option(UNIFORM_UNITY "Compile the sources of a module in groups" ON)
set(uniform_unity_size 8)

# uniform_unity(TARGET [EXCEPT REGEX]): groups the sources of TARGET by their folder, except those whose name matches. To
# be called in the directory that made the target.
function(uniform_unity target)
  if(NOT UNIFORM_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCEPT" "")
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME)
    if(arg_EXCEPT AND name MATCHES "${arg_EXCEPT}")
      set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    get_filename_component(folder "${source}" DIRECTORY)
    # Without the folder of the project: its objects have the same names wherever it lies, and compiler caches find them.
    cmake_path(ABSOLUTE_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(NOT DEFINED count_${folder})
      set(count_${folder} 0)
    endif()
    math(EXPR group "${count_${folder}} / ${uniform_unity_size}")
    math(EXPR count_${folder} "${count_${folder}} + 1")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A type with members from an unnamed namespace is a mistake in a header only, and these files are no headers.
    # GCC limits how much inlining may enlarge a file; a group may grow as much as its files would alone.
    math(EXPR insns "16000 * ${uniform_unity_size}")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage --param=large-unit-insns=${insns})
  endif()
endfunction()
