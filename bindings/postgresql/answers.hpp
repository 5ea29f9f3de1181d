// The library for a program in C: what PostgreSQL calls. No exception leaves these functions, and nothing that they
// return has a destructor, so PostgreSQL may leave its own functions by longjmp() afterwards (docs/decisions/0024).
//
// Texts are UTF-8 and may be anything; an answer is written into memory of the caller's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uniform::postgresql {

/// A text that somebody else keeps.
struct bytes {
    const char *data;
    std::size_t size;
};

/// Memory for that many bytes, or nullptr. It must return.
using allocate = char *(*)(std::size_t size);

/// What a function says.
struct answer {
    enum kind_of : std::uint8_t {
        null,
        text,   ///< `data`, allocated; or a part of the argument where the function says so
        number, ///< of a boolean: 0 or 1
        unknown_level,
        unknown_edition,
        no_memory,
        failed, ///< which does not happen
    };
    kind_of kind;
    std::int32_t value;
    bytes data;
};

/// The three types.
enum class type : std::uint8_t { uri, iri, urn };

/// Whether the text is one of the type. Linear, allocates nothing.
bool is_valid(bytes text, type t) noexcept;
/// Why it is none: "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)".
answer why_not(bytes text, type t, allocate memory) noexcept;
/// What the text, which is no URI, stands for; null if there is nothing, or the text is long.
answer suggestion(bytes text, allocate memory) noexcept;

/// The order of the normal forms, byte by byte: -1, 0 or 1. `done` becomes false where there is no memory.
int compare(bytes a, bytes b, type t, bool &done) noexcept;
/// Calls `use` with the normal form; it must return. False where there is no memory.
bool with_normal_form(bytes text, type t, void (*use)(void *context, bytes normal), void *context) noexcept;

/// A component of a uri, an iri or a urn, as a part of the text.
enum class part : std::uint8_t { scheme, authority, userinfo, host, path, query, fragment, nid, nss, r, q, f };
answer component(bytes text, type t, part which) noexcept;
answer port(bytes text, type t) noexcept;

/// Functions of one text, of two and of three.
using of_one = answer(bytes, allocate) noexcept;
using of_two = answer(bytes, bytes, allocate) noexcept;
using of_three = answer(bytes, bytes, bytes, allocate) noexcept;
of_one address, uri_normalize, iri_normalize, iri_to_uri, uri_to_iri, registrable_domain, public_suffix, idna_to_ascii,
    idna_to_unicode, url_href, repair, lint_rules, urn_normalize, urn_namespace_normalize, urn_check,
    urn_namespace_valid, uri_valid, uri_error, version;
of_two uri_normalize_at, uri_resolve, iri_resolve, uri_relativize, parameter, url_href_with, uri_valid_by, uri_error_by;
of_three uri_equivalent;
answer escape(bytes data, bool space_to_plus, bool normalize_breaks, allocate memory) noexcept;
answer unescape(bytes text, bool plus_to_space, bool convert_breaks, allocate memory) noexcept;

/// Rows of cells, each a C string, or nullptr for NULL, one after the other: `value` of the answer is how many rows
/// there are, and `data` an array of pointers. The texts behind it are in the same piece of memory.
of_one path_segments, parameters, find, lint;

} // namespace uniform::postgresql
