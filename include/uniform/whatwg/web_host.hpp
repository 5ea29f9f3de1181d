// Hosts of the URL Standard ("Hosts (domains and IP addresses)"): parsed and serialized.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/whatwg/validation_error.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

/// "A host is a domain, an IP address, an opaque host, or an empty host."
enum class host_kind : std::uint8_t {
    none, ///< null: the URL has no host
    empty,
    domain,
    ipv4,
    ipv6,
    opaque,
};
/// "null", "empty host", "domain", "IPv4 address", "IPv6 address" or "opaque host".
[[nodiscard]] std::string_view name(host_kind kind) noexcept;

/// A host as the host serializer writes it, with "[" and "]" around an IPv6 address, and what it is.
struct host {
    host_kind kind = host_kind::none;
    std::string text;
    friend bool operator==(const host &, const host &) = default;
};

/// The host parser. `is_opaque` is true for URLs whose scheme is not special. Octets that are not UTF-8 are U+FFFD.
/// Linear; a domain that is not ASCII is converted by UTS 46. `parse_host("0x7F.1")->text == "127.0.0.1"`.
[[nodiscard]] std::expected<host, failure> parse_host(std::string_view text, bool is_opaque = false,
                                                      validation_errors *errors = nullptr);

/// The IPv4 serializer. `serialize_ipv4(0x7F000001) == "127.0.0.1"`.
[[nodiscard]] std::string serialize_ipv4(std::uint32_t address);
/// The IPv6 serializer, without brackets: eight pieces, the first longest run of zeros as "::".
[[nodiscard]] std::string serialize_ipv6(const std::array<std::uint16_t, 8> &pieces);

/// "Domain parser", in UTF-8, with the standard's beStrict; the failure is always domain-to-ASCII.
[[nodiscard]] std::expected<std::string, failure> domain_to_ascii(std::string_view domain, bool be_strict,
                                                                  validation_errors *errors = nullptr);
/// "Domain to Unicode" of a domain that the host parser made; the domain itself when it cannot be converted.
/// `domain_to_unicode("xn--53h.example") == "☕.example"`.
[[nodiscard]] std::string domain_to_unicode(std::string_view domain);

/// "Valid domain string": the domain parser accepts it when it is strict, and its last label is no number.
[[nodiscard]] bool is_valid_domain(std::string_view text);

} // namespace whatwg
} // namespace uniform
