// IP addresses and networks as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::http {

/// An address as 16 bytes; IPv4 as IPv4-mapped IPv6.
struct address_bytes {
    std::array<std::uint8_t, 16> bytes{};
    bool v4 = false;
    bool operator==(const address_bytes &) const = default;
};
/// An IP address without port, brackets or zone; false for any other text.
[[nodiscard]] bool read_address(std::string_view text, address_bytes &out) noexcept;
/// The address as RFC 5952 has it; an IPv4-mapped one as the IPv4 address. "2001:db8::1", "192.0.2.1".
[[nodiscard]] std::string text_of(const address_bytes &a);

/// "10.0.0.0/8", "::1", "2001:db8::/32".
struct network {
    address_bytes base{};
    unsigned bits = 128; ///< of the 128
    [[nodiscard]] bool holds(const address_bytes &a) const noexcept;
    bool operator==(const network &) const = default;
};
[[nodiscard]] bool read_network(std::string_view text, network &out) noexcept;

} // namespace uniform::http
