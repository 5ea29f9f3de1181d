// UNIFORM_ASSERT(condition): an invariant that the code behind it relies on. A text from outside is never what it
// checks: what may be wrong there is an error, which the caller gets.
//
//     UNIFORM_ASSERT(at.path_end <= at.query_end);
//
// With UNIFORM_ASSERTIONS=1, which the presets for development, sanitizers and fuzzing define, a condition that does
// not hold ends the program with the condition, its file, line and function on standard error. Without it, the
// condition is compiled and never evaluated, so that it costs nothing and must have no effect (docs/decisions/0044).
//
// Programs that use the library may define UNIFORM_ASSERTIONS=1, too: then what the headers assert is checked.
#pragma once

#include <uniform/base/api.hpp>

#ifndef UNIFORM_ASSERTIONS
/// 1 if UNIFORM_ASSERT checks, else 0.
#define UNIFORM_ASSERTIONS 0
#endif

namespace uniform UNIFORM_API {
namespace detail {

/// Writes what does not hold, and where, to standard error, and aborts. In every build, so that a program with
/// assertions can be linked with a library without them.
[[noreturn]] void assertion_failed(const char *condition, const char *file, int line, const char *function) noexcept;

} // namespace detail
} // namespace uniform

// A constant expression in which a condition does not hold is none: the compiler reports it.
#if UNIFORM_ASSERTIONS
#define UNIFORM_ASSERT(...)                                                                                            \
    (static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0)                                                             \
                                    : ::uniform::detail::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__,            \
                                                                          static_cast<const char *>(__FUNCTION__)))
#else
/// States an invariant, which the code behind it relies on: `UNIFORM_ASSERT(begin <= end)`. Without
/// UNIFORM_ASSERTIONS it costs nothing; with it, a condition that does not hold aborts.
#define UNIFORM_ASSERT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))
#endif
