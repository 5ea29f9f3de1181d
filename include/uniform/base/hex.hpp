// Octets and numbers as hexadecimal digits (RFC 4648 section 8), in the case that the caller states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>

namespace uniform UNIFORM_API {
namespace base {

inline constexpr std::string_view lower_hex = "0123456789abcdef"; ///< the digits, letters in lower case
inline constexpr std::string_view upper_hex = "0123456789ABCDEF"; ///< the same in upper case

/// Appends the two digits of an octet. `append_octet(out, 0x2F, upper_hex)` appends "2F".
inline void append_octet(std::string &out, unsigned char octet, std::string_view digits) {
    out += digits[octet >> 4U];
    out += digits[octet & 0xFU];
}

/// Appends the octet as RFC 3986 section 2.1 writes it: "%2F" for "/".
inline void append_percent_encoded(std::string &out, char octet) {
    out += '%';
    append_octet(out, static_cast<unsigned char>(octet), upper_hex);
}

/// The value of a hexadecimal digit in either case; `otherwise` for any other character.
[[nodiscard]] constexpr int hex_value_or(char c, int otherwise) noexcept {
    return ascii::is_hexdig(c) ? static_cast<int>(ascii::hex_value(c)) : otherwise;
}

/// Octets in lower case, two digits each. Linear.
[[nodiscard]] inline std::string to_hex(std::span<const std::byte> octets) {
    std::string out;
    out.reserve(2 * octets.size());
    for (const std::byte b : octets) append_octet(out, std::to_integer<unsigned char>(b), lower_hex);
    return out;
}

/// A number with zeros before it up to `width` digits. `to_hex(255U, 4) == "00ff"`.
[[nodiscard]] inline std::string to_hex(std::uint64_t number, std::size_t width, std::string_view digits = lower_hex) {
    std::string out;
    for (unsigned shift = 64; shift > 0;) {
        shift -= 4;
        const auto digit = static_cast<std::size_t>(number >> shift & 0xFU);
        if (digit != 0 || !out.empty() || shift < 4 * width) out += digits[digit];
    }
    return out;
}

/// A character as the Unicode Standard writes it (appendix A): "U+00E9", "U+1F600".
[[nodiscard]] inline std::string code_point(char32_t c) { return "U+" + to_hex(c, 4, upper_hex); }

} // namespace base
} // namespace uniform
