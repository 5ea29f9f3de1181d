// Texts by any edition that has identifiers of every scheme: one function for each operation on them. By an
// edition of the generic syntax they are URI-references (parse.hpp, normalize.hpp, compare.hpp, resolve.hpp); by the
// two documents of 1994 they are URLs (url.hpp, compare_urls.hpp). The command and the bindings answer by these.
//
//     uniform::normalize_text("http://h.x/a/../b", {uniform::edition::url_06}).value()   -> "http://h.x/a/../b"
//     uniform::normalize_text("http://h.x/a/../b").value()                               -> "http://h.x/b"
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

namespace uniform UNIFORM_API {

/// The number of the refused text, from 0, and the reason.
struct refused_text {
    error why;
    std::uint32_t argument = 0;
};

/// Why the text is not valid by o.edition; std::nullopt if it is. By an edition of the generic syntax it is to match
/// the production; by one of URLs it is to be a URL of it (draft-ietf-uri-url-06 5, RFC 1738 5), and the production and
/// o.zone_ids do not count. Linear; allocates nothing.
[[nodiscard]] std::optional<error> why_invalid(std::string_view text, const parse_options &o = {},
                                               rule production = rule::uri_reference) noexcept;

/// The normal form of the text by o.edition: normalize() of a URI-reference (RFC 3986 6.2), or normalize_url() of a
/// URL. Errors: those of parsing. Linear; allocates.
[[nodiscard]] std::expected<std::string, error> normalize_text(std::string_view text, const parse_options &o = {},
                                                               const normalize_options &how = {});

/// Whether both texts have the same normal form by o.edition: equivalent(), or equivalent_urls(). Errors: those of
/// parsing the first text, then the second. Linear; by an edition of URLs it allocates.
[[nodiscard]] std::expected<bool, refused_text> equivalent_texts(std::string_view a, std::string_view b,
                                                                 const parse_options &o = {},
                                                                 const normalize_options &how = {});

/// The lowest level at which they are equivalent_texts(); how.level does not count. std::nullopt if there is none.
/// Errors and cost as there.
[[nodiscard]] std::expected<std::optional<comparison_level>, refused_text>
lowest_level_of_texts(std::string_view a, std::string_view b, const parse_options &o = {},
                      const normalize_options &how = {});

/// The target of a reference against a base, by o.edition: resolve() (RFC 3986 5.2). The documents about URLs have no
/// relative references: both texts are to be URLs, and the reference is its own target, as written
/// (draft-ietf-uri-url-06 5, RFC 1738 5). Errors: those of parsing the base, then the reference; those of resolve(), of
/// the reference. Linear; allocates.
[[nodiscard]] std::expected<std::string, refused_text> resolve_texts(std::string_view base, std::string_view reference,
                                                                     const parse_options &o = {},
                                                                     const resolve_options &how = {});

} // namespace uniform
