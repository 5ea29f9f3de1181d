// Addresses in unusual forms, and addresses of internal networks.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/lint/check.hpp>
#include <uniform/uri/host.hpp>

namespace uniform::linting {

/// The address which inet_aton(3) makes of a name that is no IPv4address of RFC 3986 (7.4): one to four numbers,
/// decimal, octal after "0" or hexadecimal after "0x", the last of which fills all bytes that are left. Linear.
[[nodiscard]] std::optional<ip_address> rare_address(std::string_view name) noexcept;

/// The IPv4 address for which an IPv6 address stands: mapped or compatible (RFC 4291 2.5.5), NAT64 (RFC 6052 2.1),
/// 6to4 (RFC 3056 2).
[[nodiscard]] std::optional<ip_address> embedded_address(const ip_address &address) noexcept;

/// The special use of an address, and its document.
struct special_range {
    ip_address prefix;
    unsigned bits = 0;
    lint_check check{};
    std::string_view says;
    std::string_view document;
    std::string_view section;
};
/// nullptr for an address of the Internet at large.
[[nodiscard]] const special_range *special_range_of(const ip_address &address) noexcept;

} // namespace uniform::linting
