#include "text/iri_characters.hpp"

#include <algorithm>
#include <iterator>

#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/syntax/ucs.hpp>

namespace uniform::text {

namespace {

struct characters {
    char32_t first, last;
    iri_part part;
};

// By Unicode's White_Space, Quotation_Mark, Terminal_Punctuation (without the historic scripts) and general categories
// Ps and Pe, in order. Those of East Asian scripts end an IRI anywhere, because no space follows them.
constexpr characters table[]{
    {0xA0, 0xA0, iri_part::ends},       // no-break space
    {0xAB, 0xAB, iri_part::ends},       // guillemet
    {0xB7, 0xB7, iri_part::tail},       // middle dot, which the Greek ano teleia is in NFC
    {0xBB, 0xBB, iri_part::ends},       //
    {0x37E, 0x37E, iri_part::tail},     // Greek question mark
    {0x387, 0x387, iri_part::tail},     // Greek ano teleia
    {0x589, 0x589, iri_part::tail},     // Armenian full stop
    {0x5C3, 0x5C3, iri_part::tail},     // Hebrew sof pasuq
    {0x60C, 0x60C, iri_part::tail},     // Arabic comma
    {0x61B, 0x61B, iri_part::tail},     // Arabic semicolon
    {0x61D, 0x61F, iri_part::tail},     // Arabic question mark
    {0x6D4, 0x6D4, iri_part::tail},     // Arabic full stop
    {0x700, 0x70C, iri_part::tail},     // Syriac
    {0x7F8, 0x7F9, iri_part::tail},     // NKo
    {0x964, 0x965, iri_part::tail},     // danda
    {0xE5A, 0xE5B, iri_part::tail},     // Thai
    {0xF08, 0xF08, iri_part::tail},     // Tibetan
    {0xF0D, 0xF12, iri_part::tail},     //
    {0x104A, 0x104B, iri_part::tail},   // Myanmar
    {0x1361, 0x1368, iri_part::tail},   // Ethiopic
    {0x166E, 0x166E, iri_part::tail},   // Canadian syllabics
    {0x1680, 0x1680, iri_part::ends},   // Ogham space
    {0x17D4, 0x17D6, iri_part::tail},   // Khmer
    {0x17DA, 0x17DA, iri_part::tail},   //
    {0x1802, 0x1805, iri_part::tail},   // Mongolian
    {0x1808, 0x1809, iri_part::tail},   //
    {0x1B5A, 0x1B5B, iri_part::tail},   // Balinese
    {0x2000, 0x200B, iri_part::ends},   // spaces
    {0x200C, 0x200D, iri_part::tail},   // joiners, inside words
    {0x2010, 0x2015, iri_part::tail},   // hyphens and dashes
    {0x2018, 0x2018, iri_part::ends},   // quotation marks
    {0x2019, 0x2019, iri_part::quote},  //
    {0x201A, 0x201F, iri_part::ends},   //
    {0x2024, 0x2026, iri_part::tail},   // ellipsis
    {0x2028, 0x2029, iri_part::ends},   // separators
    {0x202F, 0x202F, iri_part::ends},   // narrow no-break space
    {0x2039, 0x203A, iri_part::ends},   // guillemets
    {0x203C, 0x203D, iri_part::tail},   // double exclamation mark, interrobang
    {0x2045, 0x2045, iri_part::opens},  // square bracket with quill
    {0x2046, 0x2046, iri_part::closes}, //
    {0x2047, 0x2049, iri_part::tail},   // double question marks
    {0x205F, 0x205F, iri_part::ends},   // mathematical space
    {0x2329, 0x2329, iri_part::opens},  // angle brackets
    {0x232A, 0x232A, iri_part::closes}, //
    {0x27E6, 0x27E6, iri_part::opens},  // mathematical brackets
    {0x27E7, 0x27E7, iri_part::closes}, //
    {0x27E8, 0x27E8, iri_part::opens},  //
    {0x27E9, 0x27E9, iri_part::closes}, //
    {0x27EA, 0x27EA, iri_part::opens},  //
    {0x27EB, 0x27EB, iri_part::closes}, //
    {0x2E2E, 0x2E2E, iri_part::tail},   // reversed question mark
    {0x2E3A, 0x2E3B, iri_part::tail},   // long dashes
    {0x2E3C, 0x2E3C, iri_part::tail},   // stenographic full stop
    {0x2E42, 0x2E42, iri_part::ends},   // low reversed quotation mark
    {0x3000, 0x3003, iri_part::ends},   // ideographic space, comma, full stop, ditto mark
    {0x3008, 0x3008, iri_part::opens},  // ideographic brackets
    {0x3009, 0x3009, iri_part::closes}, //
    {0x300A, 0x300A, iri_part::opens},  //
    {0x300B, 0x300B, iri_part::closes}, //
    {0x300C, 0x300C, iri_part::opens},  //
    {0x300D, 0x300D, iri_part::closes}, //
    {0x300E, 0x300E, iri_part::opens},  //
    {0x300F, 0x300F, iri_part::closes}, //
    {0x3010, 0x3010, iri_part::opens},  //
    {0x3011, 0x3011, iri_part::closes}, //
    {0x3014, 0x3014, iri_part::opens},  //
    {0x3015, 0x3015, iri_part::closes}, //
    {0x3016, 0x3016, iri_part::opens},  //
    {0x3017, 0x3017, iri_part::closes}, //
    {0x3018, 0x3018, iri_part::opens},  //
    {0x3019, 0x3019, iri_part::closes}, //
    {0x301A, 0x301A, iri_part::opens},  //
    {0x301B, 0x301B, iri_part::closes}, //
    {0x301D, 0x301F, iri_part::ends},   // quotation marks
    {0xA4FE, 0xA4FF, iri_part::tail},   // Lisu
    {0xA60D, 0xA60F, iri_part::tail},   // Vai
    {0xFE10, 0xFE12, iri_part::ends},   // vertical punctuation
    {0xFE13, 0xFE16, iri_part::ends},   //
    {0xFE50, 0xFE52, iri_part::ends},   // small punctuation
    {0xFE54, 0xFE57, iri_part::ends},   //
    {0xFE59, 0xFE59, iri_part::opens},  //
    {0xFE5A, 0xFE5A, iri_part::closes}, //
    {0xFF01, 0xFF02, iri_part::ends},   // full-width exclamation mark, quotation mark
    {0xFF07, 0xFF07, iri_part::ends},   // full-width apostrophe
    {0xFF08, 0xFF08, iri_part::opens},  // full-width brackets
    {0xFF09, 0xFF09, iri_part::closes}, //
    {0xFF0C, 0xFF0C, iri_part::ends},   // full-width comma
    {0xFF0E, 0xFF0E, iri_part::tail},   // full-width full stop
    {0xFF1A, 0xFF1C, iri_part::ends},   // full-width colon, semicolon, less-than sign
    {0xFF1E, 0xFF1F, iri_part::ends},   // full-width greater-than sign, question mark
    {0xFF3B, 0xFF3B, iri_part::opens},  // full-width brackets
    {0xFF3D, 0xFF3D, iri_part::closes}, //
    {0xFF5B, 0xFF5B, iri_part::opens},  //
    {0xFF5D, 0xFF5D, iri_part::closes}, //
    {0xFF5F, 0xFF5F, iri_part::opens},  //
    {0xFF60, 0xFF60, iri_part::closes}, //
    {0xFF61, 0xFF61, iri_part::ends},   // half-width full stop
    {0xFF62, 0xFF62, iri_part::opens},  // half-width brackets
    {0xFF63, 0xFF63, iri_part::closes}, //
    {0xFF64, 0xFF64, iri_part::ends},   // half-width comma
};
static_assert(std::ranges::is_sorted(table, {}, &characters::first));

} // namespace

iri_part iri_part_of(char32_t c) noexcept {
    const auto *const it = std::ranges::upper_bound(table, c, {}, &characters::first);
    if (it != std::begin(table) && c <= std::prev(it)->last) return std::prev(it)->part;
    if (!is_ucschar(c) && !is_iprivate(c)) return iri_part::ends;
    return base::is_hidden(c) ? iri_part::ends : iri_part::inside;
}

char32_t opening_of(char32_t c) noexcept {
    if (iri_part_of(c) != iri_part::closes) return 0;
    return c == 0xFF3D || c == 0xFF5D ? c - 2 : c - 1;
}

last_character last_character_of(std::string_view text) noexcept {
    for (std::size_t size = 2; size <= std::min<std::size_t>(4, text.size()); ++size) {
        const std::string_view end = text.substr(text.size() - size);
        const base::utf8_sequence s = base::utf8_sequence_at(end);
        if (s.valid && s.size == size) return {base::character_of(end), size};
    }
    return {};
}

} // namespace uniform::text
