// The lock of what several threads may use, and its holders, with the annotations that Clang checks
// (thread_safety.hpp): std::mutex and std::unique_lock, at the same cost. A target without threads (WebAssembly) has no
// std::mutex, and needs none.
#pragma once

#include "base/thread_safety.hpp"

#if defined(__wasm__) && !defined(__wasm_atomics__)

namespace uniform::base {

class UNIFORM_CAPABILITY("mutex") mutex {};

class [[nodiscard]] UNIFORM_SCOPED_CAPABILITY scoped_lock {
public:
    explicit scoped_lock(mutex &held) noexcept UNIFORM_ACQUIRE(held) { static_cast<void>(held); }
    ~scoped_lock() UNIFORM_RELEASE() {} // not trivial, so that Clang sees it
    scoped_lock(const scoped_lock &) = delete;
    scoped_lock &operator=(const scoped_lock &) = delete;
};

} // namespace uniform::base

#else

#include <mutex>

namespace uniform::base {

class UNIFORM_CAPABILITY("mutex") mutex {
public:
    mutex() = default;
    mutex(const mutex &) = delete;
    mutex &operator=(const mutex &) = delete;

    void lock() UNIFORM_ACQUIRE() { own_.lock(); }
    void unlock() UNIFORM_RELEASE() { own_.unlock(); }

private:
    friend class unique_lock;

    std::mutex own_{};
};

/// Holds a mutex until its scope ends.
class [[nodiscard]] UNIFORM_SCOPED_CAPABILITY scoped_lock {
public:
    explicit scoped_lock(mutex &held) UNIFORM_ACQUIRE(held) : held_{held} { held_.lock(); }
    ~scoped_lock() UNIFORM_RELEASE() { held_.unlock(); }
    scoped_lock(const scoped_lock &) = delete;
    scoped_lock &operator=(const scoped_lock &) = delete;

private:
    mutex &held_;
};

/// The same, and may release it and acquire it again before: condition variables do (condition_variable.hpp).
class [[nodiscard]] UNIFORM_SCOPED_CAPABILITY unique_lock {
public:
    explicit unique_lock(mutex &held) UNIFORM_ACQUIRE(held) : own_{held.own_} {}
    ~unique_lock() UNIFORM_RELEASE() = default;
    unique_lock(const unique_lock &) = delete;
    unique_lock &operator=(const unique_lock &) = delete;

    void lock() UNIFORM_ACQUIRE() { own_.lock(); }
    void unlock() UNIFORM_RELEASE() { own_.unlock(); }

private:
    friend class condition_variable;

    std::unique_lock<std::mutex> own_;
};

} // namespace uniform::base

#endif
