#include "http/settings/ip_network.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>

namespace uniform::http {

namespace {

bool number_of(std::string_view text, unsigned most, unsigned &out) noexcept {
    const char *const end = text.data() + text.size();
    const auto [stop, why] = std::from_chars(text.data(), end, out);
    return why == std::errc{} && stop == end && out <= most;
}

} // namespace

bool read_address(std::string_view text, address_bytes &out) noexcept {
    std::array<char, 64> copy{};
    if (text.empty() || text.size() >= copy.size()) return false;
    std::memcpy(copy.data(), text.data(), text.size());
    in_addr four{};
    if (::inet_pton(AF_INET, copy.data(), &four) == 1) {
        out = {};
        out.v4 = true;
        out.bytes[10] = out.bytes[11] = 0xFF;
        std::memcpy(&out.bytes[12], &four, 4);
        return true;
    }
    in6_addr six{};
    if (::inet_pton(AF_INET6, copy.data(), &six) != 1) return false;
    std::memcpy(out.bytes.data(), &six, 16);
    constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    out.v4 = std::equal(mapped.begin(), mapped.end(), out.bytes.begin());
    return true;
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
