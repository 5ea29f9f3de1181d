// Answers made of the results of the library's functions: they are copied into the caller's memory, and no exception
// leaves.
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "postgresql/answer.hpp"

namespace uniform::postgresql {

inline std::string_view as_view(bytes b) { return {b.data, b.size}; }

inline answer only(answer::kind_of kind) { return {kind, 0, {nullptr, 0}}; }

// The answer that is a copy of a text, a number, or null for nothing.
inline answer given(std::string_view text, allocate memory) {
    char *copy = memory(text.size());
    if (copy == nullptr) return only(answer::no_memory);
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return {answer::text, 0, {copy, text.size()}};
}
inline answer given(const std::string &text, allocate memory) { return given(std::string_view{text}, memory); }
inline answer given(bool value, allocate /*memory*/) { return {answer::number, value ? 1 : 0, {nullptr, 0}}; }
inline answer given(std::int32_t value, allocate /*memory*/) { return {answer::number, value, {nullptr, 0}}; }
template <class T>
answer given(const std::optional<T> &value, allocate memory) {
    return value ? given(*value, memory) : only(answer::null);
}
inline answer given(answer a, allocate /*memory*/) { return a; }

// The answer of a function, which no exception leaves.
template <class F>
answer guarded(allocate memory, F f) noexcept {
    try {
        return given(f(), memory);
    } catch (const std::bad_alloc &) {
        return only(answer::no_memory);
    } catch (...) {
        return only(answer::failed);
    }
}

} // namespace uniform::postgresql
