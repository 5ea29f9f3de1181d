// Errors that go on to the caller (docs/decisions/0040): two macros for functions that return std::expected.
//
//     UNIFORM_CHECK(check_token(w, who));                    // an error of it is the error of this function
//     UNIFORM_TRY(const auto &key, key_of(w, urn));          // the same, and its value has the name key
//
// Any other error is `return std::unexpected{...};`, or a function that makes one, as resolver::refuse() does.
#pragma once

#include <expected>
#include <utility>

/// Returns the error of an expression whose type is a std::expected. For a variable it returns a copy, since the
/// variable may outlive the function: `UNIFORM_CHECK(std::move(done));` moves it.
#define UNIFORM_CHECK(...)                                                                                             \
    do {                                                                                                               \
        if (auto &&uniform_checked = __VA_ARGS__; !uniform_checked)                                                    \
            return std::unexpected{std::forward<decltype(uniform_checked)>(uniform_checked).error()};                  \
    } while (false)

/// UNIFORM_CHECK, and then `declaration` names the value, which lives until the end of the block and is not moved:
/// `const auto &key` or `auto &key`. Not more than one in a line.
#define UNIFORM_TRY(declaration, ...) UNIFORM_TRY_AT(__LINE__, declaration, __VA_ARGS__)
#define UNIFORM_TRY_AT(line, declaration, ...) UNIFORM_TRY_AS(line, declaration, __VA_ARGS__)
#define UNIFORM_TRY_AS(line, declaration, ...)                                                                         \
    auto &&uniform_tried_##line = __VA_ARGS__;                                                                         \
    if (!uniform_tried_##line)                                                                                         \
        return std::unexpected{std::forward<decltype(uniform_tried_##line)>(uniform_tried_##line).error()};            \
    declaration = *uniform_tried_##line
