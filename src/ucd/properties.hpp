// The properties of each character by Unicode: for normalization (UAX 15), domain names (UTS 46, RFC 5892, RFC 5893)
// and nothing more. The tables are of one version of Unicode, whatever the system has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace ucd {

// Bidi_Class (UAX 9, table 4), as far as RFC 5893 tells them apart.
enum class bidi_class : std::uint8_t { l, r, al, an, en, es, cs, et, on, bn, nsm, other };
// Joining_Type: non-joining, left, right, dual, transparent, join-causing.
enum class joining_type : std::uint8_t { u, l, r, d, t, c };
// General_Category: none of M, Mn, Mc or Me.
enum class mark_kind : std::uint8_t { none, nonspacing, other };
// UTS 46 section 5, table 2b
enum class idna_status : std::uint8_t { valid, deviation, mapped, ignored, disallowed };
// RFC 5892 section 3; unassigned code points are disallowed.
enum class idna_property : std::uint8_t { disallowed, pvalid, contextj, contexto };
// NFC_Quick_Check (UAX 15 section 9)
enum class quick_check : std::uint8_t { yes, maybe, no };

struct properties {
    std::uint8_t combining_class; // Canonical_Combining_Class
    bidi_class bidi;
    joining_type joining;
    mark_kind mark;
    idna_status status;
    idna_property property;
    quick_check nfc;
};

// The version of Unicode of the tables, "18.0.0".
[[nodiscard]] std::string_view version() noexcept;

// Constant time; of what is no code point, those of an unassigned one.
[[nodiscard]] properties properties_of(char32_t c) noexcept;

// Appends the mapping of a character whose status is `mapped` (UTS 46 section 5).
void append_mapping(std::u32string &out, char32_t c);

// Simple_Lowercase_Mapping: "ü" of "Ü", and each character that has none itself.
[[nodiscard]] char32_t lower_case(char32_t c) noexcept;

// The two characters, or the one and 0, that a character is canonically decomposed to in one step; {c, 0} if it is not.
// Hangul syllables are (UAX 15 section 16).
struct decomposition {
    char32_t first;
    char32_t second;
};
[[nodiscard]] decomposition decomposition_of(char32_t c) noexcept;

// The primary composite of two characters; 0 if they have none.
[[nodiscard]] char32_t composite_of(char32_t first, char32_t second) noexcept;

} // namespace ucd
} // namespace uniform
