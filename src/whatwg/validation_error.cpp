// URL Standard, "Writing": the table of validation errors.

#include <uniform/whatwg/validation_error.hpp>

#include <array>

#include "idna/web_ipv4.hpp"

namespace uniform::whatwg {

namespace {

using idna::detail::ipv4_error;

struct error_row {
    std::string_view name;
    std::string_view message;
};

// In the order of error_kind.
constexpr std::array<error_row, error_kinds> error_rows{{
    {"domain-to-ASCII", "the host is not a valid domain name"},
    {"domain-percent-encoded", "the host contains a percent-encoded byte"},
    {"host-invalid-code-point", "the host contains a character that no host may contain"},
    {"IPv4-empty-part", message(ipv4_error::empty_part)},
    {"IPv4-too-few-parts", message(ipv4_error::too_few_parts)},
    {"IPv4-too-many-parts", message(ipv4_error::too_many_parts)},
    {"IPv4-non-numeric-part", message(ipv4_error::non_numeric_part)},
    {"IPv4-non-decimal-part", message(ipv4_error::non_decimal_part)},
    {"IPv4-out-of-range-part", message(ipv4_error::out_of_range_part)},
    {"IPv6-unclosed", "an IPv6 address is not followed by \"]\""},
    {"IPv6-invalid-compression", "an IPv6 address begins with a single \":\""},
    {"IPv6-too-many-pieces", "an IPv6 address has more than 8 pieces"},
    {"IPv6-multiple-compression", "an IPv6 address has \"::\" twice"},
    {"IPv6-invalid-code-point",
     "an IPv6 address contains something else than hexadecimal digits and \":\", or ends early"},
    {"IPv6-too-few-pieces", "an IPv6 address without \"::\" has fewer than 8 pieces"},
    {"IPv6-piece-leading-zero", "a piece of an IPv6 address has a leading zero"},
    {"IPv4-in-IPv6-too-many-pieces", "an IPv6 address that ends with an IPv4 address has more than 6 pieces before it"},
    {"IPv4-in-IPv6-invalid-code-point", "a part of the IPv4 address in an IPv6 address is empty, is not a number or "
                                        "has a leading zero, or there are too many"},
    {"IPv4-in-IPv6-out-of-range-part", "a part of the IPv4 address in an IPv6 address exceeds 255"},
    {"IPv4-in-IPv6-too-few-parts", "the IPv4 address in an IPv6 address has fewer than 4 parts"},
    {"invalid-URL-unit", "this is neither a URL code point nor a percent-encoded byte"},
    {"special-scheme-missing-following-solidus", "the scheme is not followed by \"//\""},
    {"missing-scheme-non-relative-URL", "there is no scheme, and no base URL that could give one"},
    {"invalid-reverse-solidus", "\"\\\" is used instead of \"/\""},
    {"invalid-credentials", "there is a username or a password"},
    {"host-missing", "there is no host"},
    {"port-out-of-range", "the port exceeds 65535"},
    {"port-invalid", "the port is not a number"},
    {"file-invalid-Windows-drive-letter", "a relative URL begins with a Windows drive letter"},
    {"file-invalid-Windows-drive-letter-host", "the host is a Windows drive letter"},
    {"too-long", "the URL would be longer than 4 GiB"},
}};

} // namespace

std::string_view name(error_kind kind) noexcept { return error_rows.at(static_cast<std::size_t>(kind)).name; }

std::string_view message(error_kind kind) noexcept { return error_rows.at(static_cast<std::size_t>(kind)).message; }

} // namespace uniform::whatwg
