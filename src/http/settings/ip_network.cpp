#include "http/settings/ip_network.hpp"

#include <algorithm>
#include <charconv>

#include <uniform/uri/host.hpp>

namespace uniform::http {

namespace {

constexpr std::ptrdiff_t before_v4 = 12; // bytes of an IPv4-mapped address (RFC 4291 2.5.5.2)

bool number_of(std::string_view text, unsigned most, unsigned &out) noexcept {
    const char *const end = text.data() + text.size();
    const auto [stop, why] = std::from_chars(text.data(), end, out);
    return why == std::errc{} && stop == end && out <= most;
}

} // namespace

bool read_address(std::string_view text, address_bytes &out) noexcept {
    if (const auto four = parse_ipv4address(text)) {
        out = {};
        out.v4 = true;
        out.bytes[10] = out.bytes[11] = 0xFF;
        std::ranges::copy(four->bytes(), out.bytes.begin() + before_v4);
        return true;
    }
    const auto six = parse_ipv6address(text);
    if (!six) return false;
    std::ranges::copy(six->bytes(), out.bytes.begin());
    constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    out.v4 = std::equal(mapped.begin(), mapped.end(), out.bytes.begin());
    return true;
}

std::string text_of(const address_bytes &a) {
    if (!a.v4) return to_string(ip_address{a.bytes, true});
    std::array<std::uint8_t, 16> four{};
    std::copy(a.bytes.begin() + before_v4, a.bytes.end(), four.begin());
    return to_string(ip_address{four, false});
}

bool network::holds(const address_bytes &a) const noexcept {
    const unsigned whole = bits / 8;
    if (!std::equal(base.bytes.begin(), base.bytes.begin() + whole, a.bytes.begin())) return false;
    if (bits % 8 == 0) return true;
    const auto mask = static_cast<std::uint8_t>(0xFFU << (8 - bits % 8));
    return (base.bytes[whole] & mask) == (a.bytes[whole] & mask);
}

bool read_network(std::string_view text, network &out) noexcept {
    const auto slash = text.find('/');
    if (!read_address(text.substr(0, slash), out.base)) return false;
    out.bits = 128;
    if (slash == std::string_view::npos) return true;
    const bool four = text.find(':') == std::string_view::npos;
    unsigned bits = 0;
    if (!number_of(text.substr(slash + 1), four ? 32 : 128, bits)) return false;
    out.bits = four ? bits + 96 : bits;
    return true;
}

} // namespace uniform::http
