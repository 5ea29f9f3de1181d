// Containment, which asks what lies below a place: a path, a host or a domain.
#pragma once

#include <string>
#include <string_view>

#include "sql/functions.hpp"

namespace uniform::sql {

/// Whether the URI-reference `text` is the place or lies below it; false where one of them is no URI-reference. Both
/// are compared in their normal form (RFC 3986 6.2.2), and an empty path behind an authority is "/" (6.2.3). A place is
///
///     https://example.com/a      a path: the same scheme, host and port, and a path whose segments (3.3) begin with
///                                these. What ends in "/" contains "/a/" and "/a/b", not "/a".
///     https://example.com        a host
///     //example.com/a            the same (4.2: a network-path reference) by any scheme and, if it has none, any port
///     //.example.com             a domain: the host is example.com or below it, by labels; an IP address never is
///
/// A userinfo counts only if the place has one, a port that is empty is none. Below a place with a query is what
/// differs from it by its fragment only, below one with a fragment nothing. Linear; allocates as normal_key does.
///
///     within("http://example.com/a/b?q", "http://example.com/a")    // true
///     within("http://example.com/ab", "http://example.com/a")       // false
///     within("ftp://www.example.com:2121/", "//.example.com")       // true
[[nodiscard]] bool within(std::string_view text, std::string_view place);

/// Whether `text` lies below the place and the place not below it, which makes a strict order.
[[nodiscard]] bool below(std::string_view text, std::string_view place);

/// A key for an index: that of a text within a place begins with the place's prefix, so that an index of keys by their
/// prefixes finds all of them, and a few more. The labels of the host come first, in reverse.
///
///     containment_key("http://www.example.com/a?b")    // "com.example.www. http  /a?b"
[[nodiscard]] std::string containment_key(std::string_view text);

/// The prefix of the keys of all that lies within the place; nothing where that is no URI-reference.
///
///     containment_prefix("//.example.com")    // "com.example."
[[nodiscard]] maybe_text containment_prefix(std::string_view place);

} // namespace uniform::sql
