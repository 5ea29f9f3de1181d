// The functions of the library on texts, as SQL sees them: std::nullopt is NULL.
//
//     uniform::sql::normalize("HTTP://a/b/../c", "syntax")    -> "http://a/c"
//
// A text is UTF-8, what a function calls a URI is a URI-reference (RFC 3986 4.1), and a text that is none gives
// std::nullopt. Every function is linear in its texts and may throw std::bad_alloc, nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform::sql {

using maybe_text = std::optional<std::string>;
using maybe_view = std::optional<std::string_view>;

/// The text as a reference of that edition, without one for other texts.
[[nodiscard]] std::optional<reference_view> parsed(std::string_view text, edition e = edition::rfc3986);

/// Whether the text is a URI-reference of that edition; of an edition of URNs, a URN.
[[nodiscard]] bool valid(std::string_view text, edition e = edition::rfc3986);
/// Why it is none, "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)"; nothing if it is.
[[nodiscard]] maybe_text error_of(std::string_view text, edition e = edition::rfc3986);

/// A component as written: scheme, authority, userinfo, path, query, fragment.
[[nodiscard]] maybe_view component(std::string_view text, rule which, edition e = edition::rfc3986);
/// The host's IP address in its usual form (RFC 5952).
[[nodiscard]] maybe_text address(const reference_view &r);
/// The normal form (RFC 3986 6.2).
[[nodiscard]] maybe_text normalize(std::string_view text, comparison_level level = comparison_level::syntax,
                                   edition e = edition::rfc3986);
/// Whether the normal forms are the same.
[[nodiscard]] std::optional<bool> equivalent(std::string_view a, std::string_view b,
                                             comparison_level level = comparison_level::syntax,
                                             edition e = edition::rfc3986);
/// The target of a reference (RFC 3986 5.2). The base has a scheme.
[[nodiscard]] maybe_text resolve(std::string_view base, std::string_view reference, edition e = edition::rfc3986);
/// The shortest reference that resolves to the target.
[[nodiscard]] maybe_text relativize(std::string_view base, std::string_view target, edition e = edition::rfc3986);

/// The value of the query's first parameter with that key, decoded; "" for a key without "=". A value that does not
/// decode to a text stays as written.
[[nodiscard]] maybe_text parameter(std::string_view text, std::string_view key);

/// The text of data that is percent-encoded: everything but unreserved characters is.
[[nodiscard]] std::string escape(std::string_view data, bool space_to_plus = false, bool normalize_breaks = false);
/// The data of a percent-encoded text; a "%" without two hexadecimal digits stays.
[[nodiscard]] std::string unescape(std::string_view text, bool plus_to_space = false, bool convert_breaks = false);

/// The rules that the linter finds broken, in their order, each once, separated by ","; "" for none.
[[nodiscard]] std::string lint_rules(std::string_view text);

} // namespace uniform::sql
