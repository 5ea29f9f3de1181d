// Normal forms of URLs, and when two are equivalent, by the edition that read them.
//
//     const auto a = uniform::parse_url("HTTP://H.x:80/%7ea/../b", {uniform::edition::url_06}).value();
//     uniform::normalize_url(a, {uniform::comparison_level::scheme})   -> "http://h.x/%7Ea/../b"
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <uniform/base/api.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/url/url.hpp>

namespace uniform UNIFORM_API {

/// The normal form of a URL. By an edition other than the two of 1994 it is that of the URI (RFC 3986 6.2). Those two
/// define what is equivalent in their own sections, which the levels of the ladder stand for; the sections have the
/// same numbers in draft-ietf-uri-url-06 and RFC 1738:
///     letter_case  scheme in lower case (2.1); hexadecimal digits in upper case (2.2, 5); host in lower case (3.1, by
///                  RFC 1034 3.5)
///     percent      characters that are not reserved mean the same when they are encoded (2.2): letters, digits and
///                  "$-_.+!*'()," decoded, the unsafe "{}|\^~[]" encoded
///     path         nothing: "." and ".." are names as any other (3.2.2)
///     syntax       these together
///     scheme       syntax; without the default port (3.2, 3.3, 3.4.1, 3.7, 3.8, 3.9, 3.11); "/" after the login where
///                  an http URL has neither path nor searchpart (3.3), a gopher URL is that of the root (3.4.1), or a
///                  telnet URL has none (3.8); the ftptype in lower case (5); no host instead of "localhost" in a file
///                  URL (3.10)
///     protocol     as scheme
/// Reserved characters and their encodings are different (2.2). What section 5 reads as otherurl has no default port.
/// Of `o`, level and schemes count alone. The result is a URL of the same edition. Linear; allocates.
[[nodiscard]] std::string normalize_url(const url_view &url, const normalize_options &o = {});

/// Whether both have the same normal form at o.level. URLs that different editions have read are compared as texts of
/// their own editions. An equivalence relation. Linear; allocates.
[[nodiscard]] bool equivalent_urls(const url_view &a, const url_view &b, const normalize_options &o = {});

/// The lowest of simple, letter_case, percent, path, syntax, scheme at which they are equivalent_urls(); std::nullopt
/// if there is none. o.level does not count.
[[nodiscard]] std::optional<comparison_level> lowest_level_of_urls(const url_view &a, const url_view &b,
                                                                   const normalize_options &o = {});

} // namespace uniform
