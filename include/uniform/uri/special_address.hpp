// Hosts that are addresses: in rare forms, and of internal networks (RFC 3986 7.3, 7.4; RFC 6890).
//
//     uniform::rare_address("0x7f.1")            -> 127.0.0.1
//     const auto a = uniform::address_of_host("[::1]");
//     a.special->says                            -> "the loopback address: the machine itself that reads the
//     identifier"
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/host.hpp>

namespace uniform UNIFORM_API {

/// The address which inet_aton(3) makes of a name that is no IPv4address of RFC 3986 (7.4): one to four numbers,
/// decimal, octal after "0" or hexadecimal after "0x", the last of which fills all bytes that are left. Linear.
[[nodiscard]] std::optional<ip_address> rare_address(std::string_view name) noexcept;

/// The IPv4 address for which an IPv6 address stands: mapped or compatible (RFC 4291 2.5.5), NAT64 (RFC 6052 2.1),
/// 6to4 (RFC 3056 2).
[[nodiscard]] std::optional<ip_address> embedded_address(const ip_address &address) noexcept;

/// The use of an address that is not one of the Internet at large.
enum class address_use : std::uint8_t { loopback, private_network, link_local, unspecified, multicast, reserved };

/// "loopback", "private", "link-local", "unspecified", "multicast", "reserved".
[[nodiscard]] std::string_view to_string(address_use u) noexcept;

/// The special use of a range of addresses, and its document.
struct special_range {
    ip_address prefix;
    unsigned bits = 0;
    address_use use{};
    std::string_view says; ///< "a loopback address: ..."
    std::string_view document;
    std::string_view section;
};
/// nullptr for an address of the Internet at large. The range lives as long as the program.
[[nodiscard]] const special_range *special_range_of(const ip_address &address) noexcept;

/// The address that a host stands for without a look-up.
struct address_in_host {
    std::optional<ip_address> address{};    ///< that it is; for localhost and names below it (RFC 6761 6.3), 127.0.0.1
    bool rare = false;                      ///< in a form that RFC 3986 reads as a name
    const special_range *special = nullptr; ///< of the address, or of the IPv4 address that it embeds
};
/// The address of a validated host, decoded, IP-literals with brackets. `address_of_host("example.org")` has no
/// address. Linear.
[[nodiscard]] address_in_host address_of_host(std::string_view host) noexcept;

} // namespace uniform
