// An edition as data: the tables and flags that one mechanism reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <uniform/base/api.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// One bit for each class of the scalar parser.
namespace in {
inline constexpr std::uint8_t scheme = 1;  // ALPHA / DIGIT / "+" / "-" / "."
inline constexpr std::uint8_t name = 2;    // the characters of both userinfo and reg-name: no ":" and no "@"
inline constexpr std::uint8_t path = 4;    // pchar without "%", and "/"
inline constexpr std::uint8_t query = 8;   // the same and "?"; also the fragment
inline constexpr std::uint8_t opaque = 16; // uric without "%" (2003 draft 3)
inline constexpr std::uint8_t digit = 32;
inline constexpr std::uint8_t hexdig = 64;
inline constexpr std::uint8_t alpha = 128;
} // namespace in

// A set of characters for the SIMD kernels: row[low nibble] has the bit (1 << high nibble).
using nibble_rows = std::array<std::uint8_t, 16>;

[[nodiscard]] constexpr nibble_rows rows_of(char_set set) noexcept {
    nibble_rows rows{};
    for (unsigned c = 0; c < 128; ++c) {
        if (set.contains(static_cast<char>(c))) {
            rows[c & 15] = static_cast<std::uint8_t>(rows[c & 15] | (1U << (c >> 4)));
        }
    }
    return rows;
}

struct alignas(64) syntax {
    nibble_rows plain{}; // the characters that may stand after the scheme without a further look: query without "%"
    nibble_rows scheme{};
    nibble_rows hexdig{};
    nibble_rows nid{};
    std::array<std::uint8_t, 256> classes{};
    uniform::edition edition = uniform::edition::rfc3986;
    bool iri = false;         // UTF-8, with ucschar and iprivate (RFC 3987 2.2)
    bool older = false;       // has opaque-part and server / reg-name (2003 draft, RFC 2396)
    bool ipv6 = true;         // RFC 2396 had no IPv6 literals
    bool ipvfuture = true;    // RFC 3986 3.2.2 alone
    bool label_limit = false; // a domainlabel has at most 63 characters (2003 draft 3.2.2)
    bool toplabel = false;    // the last label of a hostname begins with a letter (RFC 2396 3.2.2)
};

[[nodiscard]] constexpr syntax make_syntax(edition e) noexcept {
    syntax x;
    x.edition = e;
    const char_set query = allowed(rule::query, e);
    x.plain = rows_of(query);
    x.scheme = rows_of(allowed(rule::scheme, e));
    x.hexdig = rows_of(characters::hexdig);
    x.nid = rows_of(allowed(rule::nid, e));
    struct entry {
        char_set set;
        std::uint8_t bit;
    };
    const entry entries[]{
        {allowed(rule::scheme, e), in::scheme},
        {allowed(rule::segment_nz_nc, e) - char_set{"@"}, in::name},
        {allowed(rule::path, e), in::path},
        {query, in::query},
        {allowed(rule::opaque_part, e), in::opaque},
        {characters::digit, in::digit},
        {characters::hexdig, in::hexdig},
        {characters::alpha, in::alpha},
    };
    for (const entry &it : entries) {
        for (unsigned c = 0; c < 128; ++c) {
            if (it.set.contains(static_cast<char>(c))) x.classes[c] = static_cast<std::uint8_t>(x.classes[c] | it.bit);
        }
    }
    x.iri = is_iri_edition(e);
    x.older = is_older_edition(e);
    x.ipv6 = e != edition::rfc2396;
    x.ipvfuture = !x.older;
    x.label_limit = e == edition::rfc2396bis_01;
    x.toplabel = e == edition::rfc2396;
    return x;
}

inline constexpr std::array<syntax, editions.size()> syntaxes{
    make_syntax(edition::rfc3986), make_syntax(edition::rfc3987), make_syntax(edition::rfc2396bis_01),
    make_syntax(edition::rfc2396)};
static_assert(syntaxes.size() == static_cast<std::size_t>(edition::rfc8141)); // those that generic() returns

// For the kernels of URNs: RFC 2141 allows less in an NSS, and nothing after it.
[[nodiscard]] constexpr syntax make_urn_syntax_2141() noexcept {
    syntax x = make_syntax(edition::rfc3986);
    x.plain = rows_of(allowed(rule::nss, edition::rfc2141));
    return x;
}
inline constexpr syntax urn_syntax_2141 = make_urn_syntax_2141();

[[nodiscard]] constexpr const syntax &urn_syntax_of(edition e) noexcept {
    return e == edition::rfc2141 ? urn_syntax_2141 : syntaxes[0];
}

[[nodiscard]] constexpr const syntax &syntax_of(edition e) noexcept {
    return syntaxes[static_cast<std::size_t>(generic(e))];
}

} // namespace detail
} // namespace uniform
