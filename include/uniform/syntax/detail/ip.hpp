// IPv4address, IPv6address and IPvFuture (RFC 3986 3.2.2), usable in constant expressions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/syntax/detail/syntax.hpp>

namespace uniform UNIFORM_API {
namespace detail {

[[nodiscard]] constexpr std::uint8_t class_of(char c) noexcept {
    return syntaxes[0].classes[static_cast<unsigned char>(c)];
}
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_hexdig(char c) noexcept { return (class_of(c) & in::hexdig) != 0; }
[[nodiscard]] constexpr bool is_alpha(char c) noexcept { return (class_of(c) & in::alpha) != 0; }

using ascii::hex_value;

inline constexpr std::size_t npos = static_cast<std::size_t>(-1);

// RFC 3986 3.2.2: IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet; no leading zeros, 0-255.
// Writes four bytes. Returns npos when the whole text matches, else the offset at which it stops matching.
[[nodiscard]] constexpr std::size_t match_ipv4(std::string_view t, std::uint8_t *out) noexcept {
    std::size_t i = 0;
    for (int octet = 0; octet < 4; ++octet) {
        if (octet > 0) {
            if (i == t.size() || t[i] != '.') return i;
            ++i;
        }
        const std::size_t begin = i;
        unsigned value = 0;
        while (i < t.size() && is_digit(t[i]) && i - begin < 3) {
            if (i > begin && t[begin] == '0') return i;
            value = value * 10 + static_cast<unsigned>(t[i] - '0');
            if (value > 255) return i;
            ++i;
        }
        if (i == begin) return i;
        out[octet] = static_cast<std::uint8_t>(value);
    }
    return i == t.size() ? npos : i;
}

// RFC 3986 3.2.2: IPv6address. "::" stands for at least one group; an IPv4address may be the last 32 bits.
// Writes sixteen bytes. Returns npos when the whole text matches, else the offset at which it stops matching.
[[nodiscard]] constexpr std::size_t match_ipv6(std::string_view t, std::uint8_t *out) noexcept {
    std::array<std::uint8_t, 16> head{};
    std::size_t filled = 0; // bytes in head
    std::size_t gap = npos; // where "::" stands, in bytes
    std::size_t i = 0;
    if (!t.empty() && t[0] == ':') {
        if (t.size() == 1 || t[1] != ':') return 1;
        gap = 0;
        i = 2;
    }
    while (i < t.size()) {
        // one h16, or the ls32 as IPv4address
        if (gap != npos && filled == 14) return i; // "::" stands for one h16 at least
        std::size_t j = i;
        unsigned value = 0;
        while (j < t.size() && j - i < 4 && is_hexdig(t[j])) value = value * 16 + hex_value(t[j++]);
        if (j == i) return i;
        if (j < t.size() && t[j] == '.') {
            if (gap == npos ? filled != 12 : filled > 10) return j;
            const std::size_t stop = match_ipv4(t.substr(i), head.data() + filled);
            if (stop != npos) return i + stop;
            filled += 4;
            i = t.size();
            break;
        }
        head[filled++] = static_cast<std::uint8_t>(value >> 8);
        head[filled++] = static_cast<std::uint8_t>(value & 255);
        i = j;
        if (i == t.size()) break;
        if (t[i] != ':' || filled == 16 || (gap != npos && filled == 14)) return i;
        ++i;
        if (i < t.size() && t[i] == ':') {
            if (gap != npos) return i;
            gap = filled;
            ++i;
        } else if (i == t.size()) {
            return i; // a single ":" at the end
        }
    }
    if (gap == npos && filled != 16) return t.size();
    if (gap == npos) gap = filled;
    for (std::size_t k = 0; k < 16; ++k) out[k] = 0;
    for (std::size_t k = 0; k < gap; ++k) out[k] = head[k];
    for (std::size_t k = gap; k < filled; ++k) out[16 - filled + k] = head[k];
    return npos;
}

// RFC 3986 3.2.2: IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ); "v" in either case (RFC 5234 2.3).
// Returns npos when the whole text matches, else the offset at which it stops matching.
[[nodiscard]] constexpr std::size_t match_ipvfuture(std::string_view t) noexcept {
    if (t.empty() || (t[0] != 'v' && t[0] != 'V')) return 0;
    std::size_t i = 1;
    while (i < t.size() && is_hexdig(t[i])) ++i;
    if (i == 1 || i == t.size() || t[i] != '.') return i;
    const std::size_t begin = ++i;
    while (i < t.size() && ((class_of(t[i]) & in::name) != 0 || t[i] == ':')) ++i;
    return i == t.size() && i > begin ? npos : i;
}

// RFC 6874 2: IPv6addrz = IPv6address "%25" ZoneID; ZoneID = 1*( unreserved / pct-encoded ).
// Returns npos when the whole text matches, else the offset at which it stops matching.
[[nodiscard]] constexpr std::size_t match_ipv6addrz(std::string_view t, std::uint8_t *out) noexcept {
    const std::size_t percent = t.find('%');
    if (percent == std::string_view::npos) return match_ipv6(t, out);
    const std::size_t stop = match_ipv6(t.substr(0, percent), out);
    if (stop != npos) return stop;
    if (t.substr(percent, 3) != "%25") return percent;
    std::size_t i = percent + 3;
    if (i == t.size()) return i;
    const char_set zone = allowed(rule::zone_id);
    while (i < t.size()) {
        if (zone.contains(t[i])) {
            ++i;
        } else if (t[i] == '%' && i + 2 < t.size() && is_hexdig(t[i + 1]) && is_hexdig(t[i + 2])) {
            i += 3;
        } else {
            return i;
        }
    }
    return npos;
}

} // namespace detail
} // namespace uniform
