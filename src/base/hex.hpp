// Octets as hexadecimal digits (RFC 4648 section 8), in lower case.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace uniform::base {

inline void append_hex(std::string &out, std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (const std::byte b : bytes) {
        out += digits[std::to_integer<unsigned>(b) >> 4U];
        out += digits[std::to_integer<unsigned>(b) & 0xFU];
    }
}

[[nodiscard]] inline std::string to_hex(std::span<const std::byte> bytes) {
    std::string out;
    out.reserve(2 * bytes.size());
    append_hex(out, bytes);
    return out;
}

} // namespace uniform::base
