// RFC 4648 section 5: base64url, without padding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace uniform::base {

[[nodiscard]] inline std::string to_base64url(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string out;
    out.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t bits = 0;
    unsigned have = 0;
    for (const char c : bytes) {
        bits = bits << 8U | static_cast<unsigned char>(c);
        have += 8;
        while (have >= 6) {
            have -= 6;
            out += digits[bits >> have & 63U];
        }
    }
    if (have > 0) out += digits[bits << (6 - have) & 63U];
    return out;
}

/// Nothing for what to_base64url() does not write: other characters, a lone one, bits left over.
[[nodiscard]] inline std::optional<std::string> from_base64url(std::string_view text) {
    std::string out;
    out.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    unsigned have = 0;
    for (const char c : text) {
        std::uint32_t v = 0;
        if (c >= 'A' && c <= 'Z') {
            v = static_cast<std::uint32_t>(c - 'A');
        } else if (c >= 'a' && c <= 'z') {
            v = static_cast<std::uint32_t>(c - 'a' + 26);
        } else if (c >= '0' && c <= '9') {
            v = static_cast<std::uint32_t>(c - '0' + 52);
        } else if (c == '-' || c == '_') {
            v = c == '-' ? 62 : 63;
        } else {
            return std::nullopt;
        }
        bits = bits << 6U | v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out += static_cast<char>(bits >> have & 255U);
        }
    }
    if (have >= 6 || (bits & ((1U << have) - 1)) != 0) return std::nullopt;
    return out;
}

} // namespace uniform::base
