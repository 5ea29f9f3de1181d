// The library for a program in C: what PostgreSQL calls. No exception leaves these functions, and nothing that they
// return has a destructor, so PostgreSQL may leave its own functions by longjmp() afterwards (docs/decisions/0024).
//
// Texts are UTF-8 and may be anything; an answer is written into memory of the caller's.
#pragma once

#include <cstdint>

#include "postgresql/answer.hpp"

namespace uniform::postgresql {

/// The three types.
enum class type : std::uint8_t { uri, iri, urn };

/// Whether the text is one of the type. Linear, allocates nothing.
bool is_valid(bytes text, type t) noexcept;
/// Why it is none: "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)".
answer why_not(bytes text, type t, allocate memory) noexcept;
/// The URI that a text which is no URI stands for; null if there is none, or the text is long.
answer suggestion(bytes text, allocate memory) noexcept;

/// The order of the normal forms, byte by byte: -1, 0 or 1. `done` becomes false where there is no memory.
int compare(bytes a, bytes b, type t, bool &done) noexcept;
/// Calls `use` with the normal form; it must return. False where there is no memory.
bool with_normal_form(bytes text, type t, void (*use)(void *context, bytes normal), void *context) noexcept;

/// Whether the text is the place or lies below it, and whether it lies below it (sql/containment.hpp). `done` becomes
/// false where there is no memory.
bool within(bytes text, bytes place, bool &done) noexcept;
bool below(bytes text, bytes place, bool &done) noexcept;

/// A component of a uri, an iri or a urn, as a part of the text.
enum class part : std::uint8_t { scheme, authority, userinfo, host, path, query, fragment, nid, nss, r, q, f };
answer component(bytes text, type t, part which) noexcept;
answer port(bytes text, type t) noexcept;

/// Functions of one text, of two and of three.
using of_one = answer(bytes, allocate) noexcept;
using of_two = answer(bytes, bytes, allocate) noexcept;
using of_three = answer(bytes, bytes, bytes, allocate) noexcept;
of_one address, uri_normalize, iri_normalize, iri_to_uri, uri_to_iri, registrable_domain, public_suffix, domain_label,
    subdomain, idna_to_ascii, idna_to_unicode, url_href, repair, lint_rules, urn_normalize, urn_namespace_normalize,
    urn_check, urn_namespace_valid, uri_valid, uri_error, version, containment_key, containment_prefix;
of_two uri_normalize_at, uri_resolve, iri_resolve, uri_relativize, parameter, url_href_with, uri_valid_by, uri_error_by;
of_three uri_equivalent;
answer escape(bytes data, bool space_to_plus, bool normalize_breaks, allocate memory) noexcept;
answer unescape(bytes text, bool plus_to_space, bool convert_breaks, allocate memory) noexcept;

/// Rows of cells, each a C string, or nullptr for NULL, one after the other: `value` of the answer is how many rows
/// there are, and `data` an array of pointers. The texts behind it are in the same piece of memory.
of_one path_segments, parameters, find, lint;

} // namespace uniform::postgresql
