# The sanitizers' runtime, which a program has to load before an extension that is built with them: UNIFORM_RUNTIME, empty
# without sanitizers.
set(UNIFORM_RUNTIME "")
if(UNIFORM_SANITIZE MATCHES "address")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
    OUTPUT_VARIABLE UNIFORM_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT EXISTS "${UNIFORM_RUNTIME}")
    message(FATAL_ERROR "the runtime of the sanitizers is missing (scripts/packages.sh lists its package)")
  endif()
endif()
