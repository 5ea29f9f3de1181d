// Sets of characters, and which of them each component allows: one table per edition.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// A set of US-ASCII characters.
struct char_set {
    std::uint64_t low = 0;  ///< 0x00-0x3F
    std::uint64_t high = 0; ///< 0x40-0x7F

    constexpr char_set() = default;
    /// The characters of `text`; those above 0x7F are omitted.
    constexpr explicit char_set(std::string_view text) noexcept {
        for (char c : text) add(c);
    }
    constexpr char_set &add(char c) noexcept UNIFORM_LIFETIMEBOUND {
        const auto u = static_cast<unsigned char>(c);
        if (u < 64) {
            low |= std::uint64_t{1} << u;
        } else if (u < 128) {
            high |= std::uint64_t{1} << (u - 64);
        }
        return *this;
    }
    [[nodiscard]] constexpr bool contains(char c) const noexcept {
        const auto u = static_cast<unsigned char>(c);
        return u < 128 && (((u < 64 ? low : high) >> (u & 63)) & 1) != 0;
    }
    friend constexpr char_set operator|(char_set a, char_set b) noexcept {
        a.low |= b.low;
        a.high |= b.high;
        return a;
    }
    /// The characters of `a` that are not in `b`.
    friend constexpr char_set operator-(char_set a, char_set b) noexcept {
        a.low &= ~b.low;
        a.high &= ~b.high;
        return a;
    }
    friend constexpr bool operator==(const char_set &, const char_set &) = default;
};

namespace characters {

// RFC 3986 1.3, 2.1-2.3; the 2003 draft writes them the same where it has them.
/// The lower-case letters of ALPHA.
inline constexpr char_set lower{"abcdefghijklmnopqrstuvwxyz"};
/// The upper-case letters of ALPHA.
inline constexpr char_set upper{"ABCDEFGHIJKLMNOPQRSTUVWXYZ"};
/// ALPHA.
inline constexpr char_set alpha = lower | upper;
/// DIGIT.
inline constexpr char_set digit{"0123456789"};
/// HEXDIG, in either case.
inline constexpr char_set hexdig = digit | char_set{"ABCDEFabcdef"};
/// sub-delims.
inline constexpr char_set sub_delims{"!$&'()*+,;="};
/// gen-delims.
inline constexpr char_set gen_delims{":/?#[]@"};

} // namespace characters

/// unreserved of that edition (RFC 3986 2.3; the 2003 draft 2.3 adds the rest of mark).
[[nodiscard]] constexpr char_set unreserved(edition e) noexcept {
    using namespace characters;
    return alpha | digit | (is_older_edition(e) ? char_set{"-_.!~*'()"} : char_set{"-._~"});
}

/// reserved of that edition (RFC 3986 2.2; 2003 draft 2.2; RFC 2396 2.2).
[[nodiscard]] constexpr char_set reserved(edition e) noexcept {
    using namespace characters;
    switch (generic(e)) {
    case edition::rfc2396bis_01:
        return char_set{"[];/?:@&=+$,"};
    case edition::rfc2396:
        return char_set{";/?:@&=+$,"};
    default:
        return gen_delims | sub_delims;
    }
}

/// The characters whose percent-encodings normalization may decode.
/// RFC 3986 6.2.2.2: unreserved. 2003 draft 2.3: only ALPHA, DIGIT, "_" and "~"; RFC 2396 is read the same way.
[[nodiscard]] constexpr char_set decodable(edition e) noexcept {
    using namespace characters;
    return is_older_edition(e) ? alpha | digit | char_set{"_~"} : unreserved(e);
}

/// The characters which may stand in that component as they are ("%" of pct-encoded omitted).
/// Knows scheme userinfo host reg_name zone_id port path segment segment_nz segment_nz_nc rel_segment opaque_part
/// query fragment, and nid nss r_component q_component f_component; the empty set for other rules. Of RFC 3987 the
/// US-ASCII ones; the others are those of is_ucschar() and is_iprivate() (ucs.hpp).
[[nodiscard]] constexpr char_set allowed(rule component, edition e = edition::rfc3986) noexcept {
    using namespace characters;
    const char_set u = unreserved(e);
    const bool current = !is_older_edition(e);
    // RFC 3986 3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@"; the 2003 draft 3.3 lists the delimiters.
    const char_set name = current ? u | sub_delims : u | char_set{";&=+$,"};
    switch (component) {
    case rule::scheme:
        return alpha | digit | char_set{"+-."};
    case rule::userinfo:
        return name | char_set{":"};
    case rule::reg_name:
        return current ? name : name | char_set{":@"}; // 2003 draft 3.2.1
    case rule::host:
        return current ? name : alpha | digit | char_set{"-."};
    case rule::zone_id:
        return u;
    case rule::port:
        return digit;
    case rule::segment:
    case rule::segment_nz:
        return name | char_set{":@"};
    case rule::segment_nz_nc:
    case rule::rel_segment:
        return name | char_set{"@"};
    case rule::path:
        return name | char_set{":@/"};
    case rule::query:
    case rule::fragment:
        return name | char_set{":@/?"};
    case rule::opaque_part:
        return u | reserved(e); // 2003 draft 3: uric; empty start and "/" are checked by the parser
    case rule::nid:
        return alpha | digit | char_set{"-"};
    case rule::nss: // RFC 2141 2.2: <upper> | <lower> | <number> | <other>; RFC 8141 2: pchar, and "/" after the first
        return e == edition::rfc2141 ? alpha | digit | char_set{"()+,-.:=@;$_!*'"} : name | char_set{":@/"};
    case rule::r_component:
    case rule::q_component:
    case rule::f_component: // RFC 8141 2: pchar / "/" / "?"
        return e == edition::rfc2141 ? char_set{} : name | char_set{":@/?"};
    default:
        return {};
    }
}

} // namespace uniform
