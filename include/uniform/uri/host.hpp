// Hosts: which kind, and an IP address as bytes (RFC 3986 3.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/detail/ip.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// The alternative of `host` that matches first (RFC 3986 3.2.2).
enum class host_type : std::uint8_t {
    reg_name,
    ipv4,
    ipv6,
    ipvfuture,
    hostname, ///< the 2003 draft's hostname (3.2.2); RFC 3986 has reg-name in its place
};

/// Their names.
inline constexpr auto host_type_names = enum_table<host_type>({{host_type::reg_name, "reg-name"},
                                                               {host_type::ipv4, "ipv4"},
                                                               {host_type::ipv6, "ipv6"},
                                                               {host_type::ipvfuture, "ipvfuture"},
                                                               {host_type::hostname, "hostname"}});
/// "reg-name", "ipv4", "ipv6", "ipvfuture", "hostname".
[[nodiscard]] constexpr std::string_view to_string(host_type t) noexcept { return host_type_names.name(t); }

/// An IPv4 or IPv6 address, in network order.
class ip_address {
public:
    constexpr ip_address(std::array<std::uint8_t, 16> bytes, bool v6) noexcept : bytes_{bytes}, v6_{v6} {}

    [[nodiscard]] constexpr bool is_v6() const noexcept { return v6_; }
    /// Four or sixteen bytes.
    [[nodiscard]] constexpr std::span<const std::uint8_t> bytes() const & noexcept UNIFORM_LIFETIMEBOUND {
        return {bytes_.data(), v6_ ? std::size_t{16} : std::size_t{4}};
    }
    std::span<const std::uint8_t> bytes() const && = delete;
    friend constexpr bool operator==(const ip_address &, const ip_address &) = default;

private:
    std::array<std::uint8_t, 16> bytes_;
    bool v6_;
};

/// IPv4address (RFC 3986 3.2.2): four decimal numbers 0-255 without leading zeros. Nothing else is an IPv4 address here
/// (7.4): "127.1" and "2130706433" are reg-names. Constant time, no allocation.
[[nodiscard]] constexpr std::optional<ip_address> parse_ipv4address(std::string_view text) noexcept {
    std::array<std::uint8_t, 16> bytes{};
    if (detail::match_ipv4(text, bytes.data()) != detail::npos) return std::nullopt;
    return ip_address{bytes, false};
}

/// IPv6address (RFC 3986 3.2.2), without brackets. Constant time, no allocation.
[[nodiscard]] constexpr std::optional<ip_address> parse_ipv6address(std::string_view text) noexcept {
    std::array<std::uint8_t, 16> bytes{};
    if (detail::match_ipv6(text, bytes.data()) != detail::npos) return std::nullopt;
    return ip_address{bytes, true};
}

/// The kind of a host that has been validated (as host() of a view returns it, IP-literals with brackets). In RFC 2396
/// four numbers of any size are an IPv4address (3.2.2); host_address() has none above 255.
[[nodiscard]] constexpr host_type host_type_of(std::string_view host, edition e = edition::rfc3986) noexcept {
    if (!host.empty() && host.front() == '[') {
        return host.size() > 1 && (host[1] | 0x20) == 'v' ? host_type::ipvfuture : host_type::ipv6;
    }
    if (!host.empty() && detail::is_digit(host.front()) && parse_ipv4address(host)) return host_type::ipv4;
    // RFC 2396 3.2.2: a hostname ends in a label that begins with a letter
    const bool has_name = e != edition::rfc2396 || host.find_first_not_of("0123456789.") != std::string_view::npos;
    if (!has_name && !host.empty()) return host_type::ipv4;
    return is_older_edition(e) ? host_type::hostname : host_type::reg_name;
}

/// The address of a validated host, when it is an IPv4address or an IPv6 literal (a zone identifier is omitted).
[[nodiscard]] constexpr std::optional<ip_address> host_address(std::string_view host) noexcept {
    if (host.empty() || host.front() != '[') return parse_ipv4address(host);
    std::string_view inner = host.substr(1, host.size() - 2);
    return parse_ipv6address(inner.substr(0, inner.find('%')));
}

/// The address as text: dotted decimal, or RFC 5952 (lower case, no leading zeros, the longest run of two or more zero
/// groups as "::", IPv4-mapped addresses with their dotted part). Without brackets. Allocates at most 46 bytes.
[[nodiscard]] std::string to_string(const ip_address &address);

/// Data as a host: decode_host() of the text gives the data back. An IPv6 address gets its brackets (RFC 3986 3.2.2:
/// IP-literal), a zone behind "%" the form of RFC 6874 section 2; a valid IPvFuture, which is data with its brackets,
/// stays as it is, and all else is percent-encoded as a reg-name. Errors: invalid_utf8, since RFC 3986 3.2.2 allows no
/// other octets to be encoded in a host; invalid_character, with the rule ipv6address, for an IPv6 address that has
/// brackets already: it is text, and the data of the address is what they enclose. Linear.
///
///     encode_host("::1");         // "[::1]"
///     encode_host("fe80::1%eth0") // "[fe80::1%25eth0]"
///     encode_host("a b");         // "a%20b"
[[nodiscard]] std::expected<std::string, error> encode_host(std::string_view data, edition e = edition::rfc3986);

/// The data of a host, the inverse of encode_host(): an IPv6 address without its brackets and with its zone decoded, an
/// IPvFuture as it is, a reg-name decoded. Errors: those of parse_host() with zones; invalid_utf8; and, for a reg-name
/// that would decode to an IP-literal, which is another host, invalid_character at the encoded ":" or "[". Linear.
///
///     decode_host("[::1]");   // "::1"
///     decode_host("%3A%3A1"); // an error: the text is a name, the data would be an address
[[nodiscard]] std::expected<std::string, error> decode_host(std::string_view text, edition e = edition::rfc3986);

} // namespace uniform
