# Clang 19 for WebAssembly, with wasi-libc and libc++ as Debian packages them.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(UNIFORM_WASM_CXX NAMES clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER "${UNIFORM_WASM_CXX}")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
