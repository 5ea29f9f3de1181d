// The boundary of every function of the C interface, which reads texts and options, writes results and errors,
// and lets no exception out.
#pragma once

#pragma GCC visibility push(default)
#include <uniform.h>
#pragma GCC visibility pop

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/error.hpp>

struct uniform_list {
    std::vector<std::string> texts;
};

namespace uniform::c {

// The caller's mistake; `what` lives as long as the program.
struct bad_argument {
    const char *what;
};
// An edition by which the function does nothing.
struct bad_edition {
    edition_use use;
    edition given;
};

// The status for the exception that is being handled, which is written to `error`.
uniform_status outcome_of_exception(uniform_error *error) noexcept;
// Whether `error` is NULL or can be written.
bool can_write(const uniform_error *error) noexcept;

// Runs the body of a function of the interface.
template <class F>
uniform_status guarded(uniform_error *error, F &&body) noexcept {
    if (!can_write(error)) return UNIFORM_BAD_ARGUMENT;
    try {
        return std::forward<F>(body)();
    } catch (...) {
        return outcome_of_exception(error);
    }
}

// ---- what comes in

inline std::string_view text_of(const char *data, std::size_t size) {
    if (data != nullptr) return {data, size};
    if (size != 0) throw bad_argument{"a text is NULL, and its size is not 0"};
    return {"", 0};
}
inline std::optional<std::string_view> optional_text(const char *data, std::size_t size) {
    if (data == nullptr && size == 0) return std::nullopt;
    return text_of(data, size);
}
inline std::optional<std::string_view> optional_text(const uniform_text &t) { return optional_text(t.data, t.size); }

template <class T>
T &checked(T *pointer) {
    if (pointer == nullptr) throw bad_argument{"a pointer is NULL"};
    return *pointer;
}

inline constexpr std::uint32_t largest_struct = 1U << 16; // whoever says more has not set struct_size

// The options, where the caller's struct may be older, and shorter, or newer, if what is new in it is 0. The first
// version of a struct is its smallest.
template <class T>
T options_of(const T *given) {
    T all{};
    if (given == nullptr) return all;
    const std::uint32_t size = given->struct_size;
    if (size < sizeof(T) || size > largest_struct) throw bad_argument{"the struct_size of options cannot be"};
    std::memcpy(&all, given, sizeof(T));
    const char *bytes = reinterpret_cast<const char *>(given);
    if (std::any_of(bytes + sizeof(T), bytes + size, [](char c) { return c != 0; }))
        throw bad_argument{"an option is of a later version of the interface"};
    return all;
}

inline bool truth(std::int32_t value) {
    if (value != 0 && value != 1) throw bad_argument{"a truth value is neither 0 nor 1"};
    return value == 1;
}

// The enumerator for a constant of the interface, by its place in a table.
template <class E, std::size_t N>
E enumerator(const std::array<E, N> &table, std::int32_t constant) {
    if (constant < 0 || static_cast<std::size_t>(constant) >= N) throw bad_argument{"an unknown constant"};
    return table[static_cast<std::size_t>(constant)];
}
// The constant for an enumerator. One that the table does not have is the library's mistake, and no constant stands for
// it: std::logic_error, which is UNIFORM_FAULT.
template <class E, std::size_t N>
std::int32_t constant_of(const std::array<E, N> &table, E value) {
    const auto found = std::find(table.begin(), table.end(), value);
    if (found == table.end()) throw std::logic_error{"a value of the library has no constant in the interface"};
    return static_cast<std::int32_t>(found - table.begin());
}

edition edition_of(uniform_edition constant);
// The same, if this is done by it.
edition edition_of(uniform_edition constant, edition_use use);
uniform_edition constant_of(edition e) noexcept;

// ---- what goes out

// Writes a struct that grows.
template <class T>
void give(T *to, T all) {
    const std::uint32_t size = checked(to).struct_size;
    if (size < sizeof(T) || size > largest_struct) throw bad_argument{"the struct_size of a result cannot be"};
    all.struct_size = size;
    std::memcpy(to, &all, sizeof(T));
    std::memset(reinterpret_cast<char *>(to) + sizeof(T), 0, size - sizeof(T)); // the members of later versions
}

inline uniform_text given(std::string_view text) noexcept {
    return {text.data() == nullptr ? "" : text.data(), text.size()};
}
inline uniform_text given(const std::optional<std::string_view> &text) noexcept {
    return text ? given(*text) : uniform_text{};
}
inline uniform_text given(const std::optional<std::string> &text) noexcept {
    return text ? given(std::string_view{*text}) : uniform_text{};
}
inline constexpr uniform_range absent_range{UNIFORM_ABSENT, UNIFORM_ABSENT};
// The place of a part of `whole`.
inline uniform_range given_range(std::string_view whole, std::optional<std::string_view> part) noexcept {
    if (!part) return absent_range;
    const auto begin = static_cast<std::uint32_t>(part->data() - whole.data());
    return {begin, begin + static_cast<std::uint32_t>(part->size())};
}

// Room for `size` bytes and a NUL; the string is empty then.
char *room(uniform_string *out, std::size_t size);
// That many bytes of the room are written.
void written(uniform_string *out, std::size_t size) noexcept;
// The text becomes the string's content.
void assign(uniform_string *out, std::string_view text);

// Hands an object to the caller.
template <class T>
void hand_over(T **to, std::unique_ptr<T> made) {
    checked(to);
    *to = made.release();
}

// ---- errors

// Writes an error. `all` has no struct_size yet.
void write_error(uniform_error *to, uniform_error all) noexcept;
// As much of `text` as fits, cut between characters.
void put(char *to, std::size_t room, std::string_view text) noexcept;
template <std::size_t N>
void put(char (&to)[N], std::string_view text) noexcept {
    put(to, N, text);
}

// An error of the core in `text`, the argument of that number. Returns UNIFORM_REFUSED.
uniform_status refuse(uniform_error *error, const uniform::error &why, std::string_view text,
                      std::uint32_t argument = 0) noexcept;
// An error that is not the core's.
struct other_error {
    std::size_t offset = 0;
    std::string_view code{};
    std::string_view message{};
    std::string_view rule{};
    std::string_view document{};
    std::string_view section{};
};
uniform_status refuse(uniform_error *error, const other_error &why, std::uint32_t argument = 0) noexcept;

} // namespace uniform::c
