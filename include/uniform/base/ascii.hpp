// The characters of ASCII (RFC 20), as RFC 5234 appendix B.1 names their classes, and texts compared without regard to
// case. The locale has no influence, and bytes above 0x7F belong to no class and have no case.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {
namespace ascii {

/// RFC 5234 B.1: DIGIT = %x30-39
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
/// The letters "A" to "Z".
[[nodiscard]] constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
/// The letters "a" to "z".
[[nodiscard]] constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
/// RFC 5234 B.1: ALPHA = %x41-5A / %x61-7A
[[nodiscard]] constexpr bool is_alpha(char c) noexcept { return is_upper(c) || is_lower(c); }
/// ALPHA / DIGIT
[[nodiscard]] constexpr bool is_alnum(char c) noexcept { return is_alpha(c) || is_digit(c); }
/// HEXDIG of RFC 3986 2.1, in either case.
[[nodiscard]] constexpr bool is_hexdig(char c) noexcept {
    return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}
/// Space, and the controls HTAB, LF, VT, FF and CR.
[[nodiscard]] constexpr bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The value of a hexadecimal digit, 0 to 15. The result is unspecified for any other character.
[[nodiscard]] constexpr unsigned hex_value(char c) noexcept {
    return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/// The lower-case letter of an upper-case one; any other character unchanged.
[[nodiscard]] constexpr char to_lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }
/// The upper-case letter of a lower-case one; any other character unchanged.
[[nodiscard]] constexpr char to_upper(char c) noexcept { return is_lower(c) ? static_cast<char>(c & ~0x20) : c; }

/// Changes every letter of `text` to lower case. Linear.
constexpr void make_lower(std::string &text) noexcept {
    for (char &c : text) c = to_lower(c);
}
/// A copy of `text` in lower case. Linear. `lower_copy("ISBN") == "isbn"`.
[[nodiscard]] constexpr std::string lower_copy(std::string_view text) {
    std::string out{text};
    make_lower(out);
    return out;
}

/// Whether two texts are equal without regard to case. Linear. `equal_ignoring_case("URN", "urn")`.
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
    return std::ranges::equal(a, b, [](char x, char y) { return to_lower(x) == to_lower(y); });
}
/// Whether `text` starts with `prefix`, without regard to case. Linear in the prefix.
[[nodiscard]] constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) noexcept {
    return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}
/// The offset of the first `part` at or after `from`, without regard to case; npos when there is none.
[[nodiscard]] constexpr std::size_t find_ignoring_case(std::string_view text, std::string_view part,
                                                       std::size_t from = 0) noexcept {
    for (std::size_t i = from; i + part.size() <= text.size(); ++i) {
        if (starts_with_ignoring_case(text.substr(i), part)) return i;
    }
    return std::string_view::npos;
}

/// `text` without the spaces (is_space) at its beginning and end. `trim(" a ") == "a"`.
[[nodiscard]] constexpr std::string_view trim(std::string_view text UNIFORM_LIFETIMEBOUND) noexcept {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}
void trim(temporary_owner auto &&) = delete;

} // namespace ascii
} // namespace uniform
