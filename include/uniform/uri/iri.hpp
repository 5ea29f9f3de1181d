// Conversion between IRIs and URIs (RFC 3987 3).
//
//     const auto iri = uniform::parse_iri("http://r\xC3\xA9sum\xC3\xA9.example.org/").value();
//     uniform::iri_to_uri(iri)                    -> "http://r%C3%A9sum%C3%A9.example.org/"
//     const auto uri = uniform::parse_uri("http://www.example.org/D%C3%BCrst").value();
//     uniform::uri_to_iri(uri)                    -> "http://www.example.org/D\xC3\xBCrst"
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// Whether a URI is better left with this character percent-encoded when it becomes an IRI (RFC 3987 3.2, step 4): the
/// bidirectional formatting characters, which an IRI must not contain (4.1), and what people cannot see or take for a
/// space (6.1): format characters, separators of lines, spaces other than U+0020. Constant time.
[[nodiscard]] bool stays_encoded(char32_t c) noexcept;

/// RFC 3987 3.1: every ucschar and iprivate becomes the percent-encoding of its UTF-8, in upper-case digits; nothing
/// else changes, so a URI stays as it is, and what was percent-encoded is not encoded again. The same for references.
/// Linear; allocates the result.
[[nodiscard]] std::string iri_to_uri(const reference_view &iri);

/// A function that turns a registered name, decoded, into one of US-ASCII, such as ToASCII of IDNA. An error's offset
/// is into the name.
using name_to_ascii = std::function<std::expected<std::string, error>(std::string_view name)>;

/// The same, but an ireg-name with characters outside US-ASCII, as they are or percent-encoded, is what `to_ascii`
/// makes of it (RFC 3987 3.1, "MAY convert the ireg-name"): for schemes whose hosts are domain names. Errors: those of
/// `to_ascii`, with the offset of the host added; invalid_character, with rule::host, when it returns no host.
[[nodiscard]] std::expected<std::string, error> iri_to_uri(const reference_view &iri, const name_to_ascii &to_ascii);

/// RFC 3987 3.2: percent-encodings of UTF-8 become characters, and of unreserved characters of US-ASCII these. These
/// stay: "%", reserved characters, what no URI has, octets that are not UTF-8, characters that are neither ucschar nor,
/// in the query, iprivate, and those of stays_encoded(); octets above 0x7F then in upper-case digits. Converted back by
/// iri_to_uri(), it is the URI but for the case of hexadecimal digits and encoded unreserved characters. Linear;
/// allocates the result.
[[nodiscard]] std::string uri_to_iri(const reference_view &uri);

/// A function that turns a registered name into one for people, such as ToUnicode of IDNA; std::nullopt where it is no
/// such name.
using name_to_unicode = std::function<std::optional<std::string>(std::string_view name)>;

/// The same with the reg-name that `to_unicode` makes of it (RFC 3987 3.2.1, "MAY convert punycode-encoded domain name
/// labels"), if that is an ireg-name. Then iri_to_uri() does not lead back without ToASCII.
[[nodiscard]] std::string uri_to_iri(const reference_view &uri, const name_to_unicode &to_unicode);

} // namespace uniform
