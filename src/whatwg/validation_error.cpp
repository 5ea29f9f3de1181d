// URL Standard, "Writing": the table of validation errors.

#include <uniform/whatwg/validation_error.hpp>

#include <array>

#include "base/indexed.hpp"
#include "idna/web_ipv4.hpp"

namespace uniform::whatwg {

namespace {

using idna::detail::ipv4_error;

struct error_row {
    error_kind kind;
    std::string_view name;
    std::string_view message;
};

constexpr std::array<error_row, error_kinds> error_rows{{
    {error_kind::domain_to_ascii, "domain-to-ASCII", "the host is not a valid domain name"},
    {error_kind::domain_percent_encoded, "domain-percent-encoded", "the host contains a percent-encoded byte"},
    {error_kind::host_invalid_code_point, "host-invalid-code-point",
     "the host contains a character that no host may contain"},
    {error_kind::ipv4_empty_part, "IPv4-empty-part", message(ipv4_error::empty_part)},
    {error_kind::ipv4_too_few_parts, "IPv4-too-few-parts", message(ipv4_error::too_few_parts)},
    {error_kind::ipv4_too_many_parts, "IPv4-too-many-parts", message(ipv4_error::too_many_parts)},
    {error_kind::ipv4_non_numeric_part, "IPv4-non-numeric-part", message(ipv4_error::non_numeric_part)},
    {error_kind::ipv4_non_decimal_part, "IPv4-non-decimal-part", message(ipv4_error::non_decimal_part)},
    {error_kind::ipv4_out_of_range_part, "IPv4-out-of-range-part", message(ipv4_error::out_of_range_part)},
    {error_kind::ipv6_unclosed, "IPv6-unclosed", "an IPv6 address is not followed by \"]\""},
    {error_kind::ipv6_invalid_compression, "IPv6-invalid-compression", "an IPv6 address begins with a single \":\""},
    {error_kind::ipv6_too_many_pieces, "IPv6-too-many-pieces", "an IPv6 address has more than 8 pieces"},
    {error_kind::ipv6_multiple_compression, "IPv6-multiple-compression", "an IPv6 address has \"::\" twice"},
    {error_kind::ipv6_invalid_code_point, "IPv6-invalid-code-point",
     "an IPv6 address contains something else than hexadecimal digits and \":\", or ends early"},
    {error_kind::ipv6_too_few_pieces, "IPv6-too-few-pieces", "an IPv6 address without \"::\" has fewer than 8 pieces"},
    {error_kind::ipv6_piece_leading_zero, "IPv6-piece-leading-zero", "a piece of an IPv6 address has a leading zero"},
    {error_kind::ipv4_in_ipv6_too_many_pieces, "IPv4-in-IPv6-too-many-pieces",
     "an IPv6 address that ends with an IPv4 address has more than 6 pieces before it"},
    {error_kind::ipv4_in_ipv6_invalid_code_point, "IPv4-in-IPv6-invalid-code-point",
     "a part of the IPv4 address in an IPv6 address is empty, is not a number or "
     "has a leading zero, or there are too many"},
    {error_kind::ipv4_in_ipv6_out_of_range_part, "IPv4-in-IPv6-out-of-range-part",
     "a part of the IPv4 address in an IPv6 address exceeds 255"},
    {error_kind::ipv4_in_ipv6_too_few_parts, "IPv4-in-IPv6-too-few-parts",
     "the IPv4 address in an IPv6 address has fewer than 4 parts"},
    {error_kind::invalid_url_unit, "invalid-URL-unit", "this is neither a URL code point nor a percent-encoded byte"},
    {error_kind::special_scheme_missing_following_solidus, "special-scheme-missing-following-solidus",
     "the scheme is not followed by \"//\""},
    {error_kind::missing_scheme_non_relative_url, "missing-scheme-non-relative-URL",
     "there is no scheme, and no base URL that could give one"},
    {error_kind::invalid_reverse_solidus, "invalid-reverse-solidus", "\"\\\" is used instead of \"/\""},
    {error_kind::invalid_credentials, "invalid-credentials", "there is a username or a password"},
    {error_kind::host_missing, "host-missing", "there is no host"},
    {error_kind::port_out_of_range, "port-out-of-range", "the port exceeds 65535"},
    {error_kind::port_invalid, "port-invalid", "the port is not a number"},
    {error_kind::file_invalid_windows_drive_letter, "file-invalid-Windows-drive-letter",
     "a relative URL begins with a Windows drive letter"},
    {error_kind::file_invalid_windows_drive_letter_host, "file-invalid-Windows-drive-letter-host",
     "the host is a Windows drive letter"},
    {error_kind::too_long, "too-long", "the URL would be longer than 4 GiB"},
}};
static_assert(base::is_indexed(error_rows, &error_row::kind, error_kind::too_long));

} // namespace

std::string_view name(error_kind kind) noexcept { return error_rows.at(static_cast<std::size_t>(kind)).name; }

std::string_view message(error_kind kind) noexcept { return error_rows.at(static_cast<std::size_t>(kind)).message; }

} // namespace uniform::whatwg
