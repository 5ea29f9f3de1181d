// The lock of what several threads may use. A target without threads (WebAssembly) has no std::mutex, and needs none.
#pragma once

#if defined(__wasm__) && !defined(__wasm_atomics__)

namespace uniform::base {

class mutex {};

class [[nodiscard]] scoped_lock {
public:
    explicit scoped_lock(mutex & /*held*/) noexcept {}
    scoped_lock(const scoped_lock &) = delete;
    scoped_lock &operator=(const scoped_lock &) = delete;
};

} // namespace uniform::base

#else

#include <mutex>

namespace uniform::base {

using mutex = std::mutex;
using scoped_lock = std::scoped_lock<std::mutex>;

} // namespace uniform::base

#endif
