// Characters beyond ASCII: their scripts by blocks, what they look like, and which must not be displayed. Blocks and
// categories are those of Unicode; the look-alikes are a choice of the common ones, not a complete list.

#include "urn/scripts.hpp"

#include <algorithm>
#include <iterator>

#include <uniform/base/enum_names.hpp>

namespace uniform {

namespace {

struct block {
    char32_t first;
    char32_t last;
    script of;
};

constexpr block blocks[] = {
    {0x0041, 0x005A, script::latin},    {0x0061, 0x007A, script::latin},      {0x00AA, 0x00AA, script::latin},
    {0x00BA, 0x00BA, script::latin},    {0x00C0, 0x00D6, script::latin},      {0x00D8, 0x00F6, script::latin},
    {0x00F8, 0x02AF, script::latin},    {0x0370, 0x03FF, script::greek},      {0x0400, 0x052F, script::cyrillic},
    {0x0530, 0x058F, script::armenian}, {0x0590, 0x05FF, script::hebrew},     {0x0600, 0x06FF, script::arabic},
    {0x0700, 0x074F, script::other},    {0x0750, 0x077F, script::arabic},     {0x0780, 0x085F, script::other},
    {0x0860, 0x08FF, script::arabic},   {0x0900, 0x097F, script::devanagari}, {0x0980, 0x0DFF, script::other},
    {0x0E00, 0x0E7F, script::thai},     {0x0E80, 0x109F, script::other},      {0x10A0, 0x10FF, script::georgian},
    {0x1100, 0x11FF, script::hangul},   {0x1200, 0x1AAF, script::other},      {0x1B00, 0x1C7F, script::other},
    {0x1C80, 0x1C8F, script::cyrillic}, {0x1C90, 0x1CBF, script::georgian},   {0x1CC0, 0x1CFF, script::other},
    {0x1D00, 0x1DBF, script::latin},    {0x1E00, 0x1EFF, script::latin},      {0x1F00, 0x1FFF, script::greek},
    {0x212A, 0x212B, script::latin},    {0x2160, 0x2188, script::latin},      {0x2C00, 0x2C5F, script::other},
    {0x2C60, 0x2C7F, script::latin},    {0x2C80, 0x2CFF, script::other},      {0x2D00, 0x2D2F, script::georgian},
    {0x2D30, 0x2DDF, script::other},    {0x2DE0, 0x2DFF, script::cyrillic},   {0x2E80, 0x2FDF, script::han},
    {0x3005, 0x3007, script::han},      {0x3041, 0x30FF, script::kana},       {0x3100, 0x312F, script::other},
    {0x3130, 0x318F, script::hangul},   {0x31F0, 0x31FF, script::kana},       {0x3400, 0x4DBF, script::han},
    {0x4E00, 0x9FFF, script::han},      {0xA000, 0xA63F, script::other},      {0xA640, 0xA69F, script::cyrillic},
    {0xA720, 0xA7FF, script::latin},    {0xA800, 0xA8DF, script::other},      {0xA8E0, 0xA8FF, script::devanagari},
    {0xA900, 0xA95F, script::other},    {0xA960, 0xA97F, script::hangul},     {0xA980, 0xAB2F, script::other},
    {0xAB30, 0xAB6F, script::latin},    {0xAB70, 0xABFF, script::other},      {0xAC00, 0xD7FF, script::hangul},
    {0xF900, 0xFAFF, script::han},      {0xFB00, 0xFB06, script::latin},      {0xFB13, 0xFB17, script::armenian},
    {0xFB1D, 0xFB4F, script::hebrew},   {0xFB50, 0xFDFF, script::arabic},     {0xFE70, 0xFEFE, script::arabic},
    {0xFF21, 0xFF3A, script::latin},    {0xFF41, 0xFF5A, script::latin},      {0xFF66, 0xFF9F, script::kana},
    {0xFFA0, 0xFFDC, script::hangul},   {0x10000, 0x16FFF, script::other},    {0x17000, 0x1AFFF, script::other},
    {0x1B000, 0x1B16F, script::kana},   {0x1B170, 0x1BFFF, script::other},    {0x1D400, 0x1D7FF, script::latin},
    {0x1DF00, 0x1DFFF, script::latin},  {0x1E000, 0x1EFFF, script::other},    {0x20000, 0x323AF, script::han},
};

struct span_of {
    char32_t first;
    char32_t last;
};

// Never displayed: controls, spaces, format characters (General_Category Cf, among them those that reorder), variation
// selectors, general combining marks, invisible characters, characters that look like delimiters of URNs, guillemets,
// and what is not assigned to be used.
constexpr span_of hidden[] = {
    {0x0000, 0x00A0},   // ASCII, C1 controls, no-break space
    {0x00AB, 0x00AB},   // the left guillemet
    {0x00AD, 0x00AD},   // soft hyphen
    {0x00BB, 0x00BB},   // the right guillemet
    {0x02D0, 0x02D0},   // looks like ":"
    {0x0300, 0x036F},   // combining marks
    {0x037E, 0x037E},   // looks like ";"
    {0x0483, 0x0489},   // combining marks
    {0x0589, 0x0589},   // looks like ":"
    {0x05C3, 0x05C3},   // looks like ":"
    {0x0600, 0x0605},   // format
    {0x061C, 0x061C},   // format
    {0x066A, 0x066A},   // looks like "%"
    {0x06DD, 0x06DD},   // format
    {0x070F, 0x070F},   // format
    {0x0890, 0x0891},   // format
    {0x08E2, 0x08E2},   // format
    {0x115F, 0x1160},   // Hangul fillers
    {0x1680, 0x1680},   // space
    {0x17B4, 0x17B5},   // vowels that are not drawn
    {0x180B, 0x180F},   // variation selectors, a separator
    {0x1AB0, 0x1AFF},   // combining marks
    {0x1DC0, 0x1DFF},   // combining marks
    {0x2000, 0x200F},   // spaces, format
    {0x2024, 0x2024},   // looks like "."
    {0x2028, 0x202F},   // separators, format, space
    {0x2039, 0x203A},   // single guillemets
    {0x203D, 0x203D},   // looks like "?"
    {0x2044, 0x2044},   // looks like "/"
    {0x2047, 0x2049},   // looks like "??", "?!", "!?"
    {0x205F, 0x206F},   // space, format
    {0x20D0, 0x20FF},   // combining marks
    {0x2215, 0x2215},   // looks like "/"
    {0x2236, 0x2236},   // looks like ":"
    {0x2571, 0x2571},   // looks like "/"
    {0x2800, 0x2800},   // a space
    {0x29F8, 0x29F8},   // looks like "/"
    {0x3000, 0x3000},   // space
    {0x3164, 0x3164},   // Hangul filler
    {0xA789, 0xA789},   // looks like ":"
    {0xD800, 0xF8FF},   // surrogates, private use
    {0xFDD0, 0xFDEF},   // noncharacters
    {0xFE00, 0xFE0F},   // variation selectors
    {0xFE13, 0xFE16},   // look like ":", ";", "!", "?"
    {0xFE20, 0xFE2F},   // combining marks
    {0xFE50, 0xFE6F},   // small forms of ASCII's signs
    {0xFEFF, 0xFEFF},   // format
    {0xFF01, 0xFF0F},   // full-width forms of ASCII's signs
    {0xFF1A, 0xFF20},   // the same
    {0xFF3B, 0xFF40},   // the same
    {0xFF5B, 0xFF5E},   // the same
    {0xFFA0, 0xFFA0},   // Hangul filler
    {0xFFF0, 0xFFFF},   // format, replacement, noncharacters
    {0x110BD, 0x110BD}, // format
    {0x110CD, 0x110CD}, // format
    {0x13430, 0x1345F}, // format
    {0x1BCA0, 0x1BCA3}, // format
    {0x1D165, 0x1D182}, // combining marks and format of music
    {0x323B0, 0x10FFFF} // not assigned, tags, variation selectors, private use
};

struct look_alike {
    char32_t character;
    char ascii;
};

constexpr look_alike look_alikes[] = {
    // Latin beyond ASCII
    {0x0131, 'i'},
    {0x017F, 'f'},
    {0x01C0, 'l'},
    {0x0251, 'a'},
    {0x0261, 'g'},
    {0x0269, 'i'},
    {0x028B, 'u'},
    // Greek
    {0x037F, 'J'},
    {0x0391, 'A'},
    {0x0392, 'B'},
    {0x0395, 'E'},
    {0x0396, 'Z'},
    {0x0397, 'H'},
    {0x0399, 'I'},
    {0x039A, 'K'},
    {0x039C, 'M'},
    {0x039D, 'N'},
    {0x039F, 'O'},
    {0x03A1, 'P'},
    {0x03A4, 'T'},
    {0x03A5, 'Y'},
    {0x03A7, 'X'},
    {0x03B1, 'a'},
    {0x03B3, 'y'},
    {0x03B5, 'e'},
    {0x03B7, 'n'},
    {0x03B9, 'i'},
    {0x03BA, 'k'},
    {0x03BD, 'v'},
    {0x03BF, 'o'},
    {0x03C1, 'p'},
    {0x03C3, 'o'},
    {0x03C4, 't'},
    {0x03C5, 'u'},
    {0x03C7, 'x'},
    {0x03C9, 'w'},
    {0x03F2, 'c'},
    {0x03F3, 'j'},
    {0x03F9, 'C'},
    // Cyrillic
    {0x0405, 'S'},
    {0x0406, 'I'},
    {0x0408, 'J'},
    {0x0410, 'A'},
    {0x0412, 'B'},
    {0x0415, 'E'},
    {0x0417, '3'},
    {0x041A, 'K'},
    {0x041C, 'M'},
    {0x041D, 'H'},
    {0x041E, 'O'},
    {0x0420, 'P'},
    {0x0421, 'C'},
    {0x0422, 'T'},
    {0x0423, 'Y'},
    {0x0425, 'X'},
    {0x042C, 'b'},
    {0x0430, 'a'},
    {0x0431, '6'},
    {0x0433, 'r'},
    {0x0435, 'e'},
    {0x043A, 'k'},
    {0x043E, 'o'},
    {0x043F, 'n'},
    {0x0440, 'p'},
    {0x0441, 'c'},
    {0x0443, 'y'},
    {0x0445, 'x'},
    {0x044C, 'b'},
    {0x0455, 's'},
    {0x0456, 'i'},
    {0x0458, 'j'},
    {0x0474, 'V'},
    {0x0475, 'v'},
    {0x04AE, 'Y'},
    {0x04AF, 'y'},
    {0x04BB, 'h'},
    {0x04C0, 'l'},
    {0x04CF, 'l'},
    {0x04D5, 'a'},
    {0x0501, 'd'},
    {0x050C, 'G'},
    {0x051A, 'Q'},
    {0x051B, 'q'},
    {0x051C, 'W'},
    {0x051D, 'w'},
    // Armenian
    {0x053C, 'L'},
    {0x054D, 'U'},
    {0x054F, 'S'},
    {0x0555, 'O'},
    {0x0566, 'q'},
    {0x0570, 'h'},
    {0x0575, 'j'},
    {0x0578, 'n'},
    {0x057D, 'u'},
    {0x0581, 'g'},
    {0x0585, 'o'},
    // Cherokee
    {0x13A0, 'D'},
    {0x13A1, 'R'},
    {0x13A2, 'T'},
    {0x13A5, 'i'},
    {0x13AA, 'A'},
    {0x13AB, 'J'},
    {0x13AC, 'E'},
    {0x13B3, 'W'},
    {0x13B7, 'M'},
    {0x13BB, 'H'},
    {0x13C0, 'G'},
    {0x13C3, 'Z'},
    {0x13DA, 'S'},
    {0x13DE, 'L'},
    {0x13DF, 'C'},
    {0x13E2, 'P'},
    {0x13E6, 'K'},
    {0x13F4, 'B'},
    // letter-like signs and Roman numerals
    {0x2102, 'C'},
    {0x210A, 'g'},
    {0x210B, 'H'},
    {0x210E, 'h'},
    {0x2110, 'I'},
    {0x2113, 'l'},
    {0x2115, 'N'},
    {0x2119, 'P'},
    {0x211A, 'Q'},
    {0x211D, 'R'},
    {0x2124, 'Z'},
    {0x212A, 'K'},
    {0x212F, 'e'},
    {0x2134, 'o'},
    {0x2160, 'I'},
    {0x2164, 'V'},
    {0x2169, 'X'},
    {0x216C, 'L'},
    {0x216D, 'C'},
    {0x216E, 'D'},
    {0x216F, 'M'},
    {0x2170, 'i'},
    {0x2174, 'v'},
    {0x2179, 'x'},
    {0x217C, 'l'},
    {0x217D, 'c'},
    {0x217E, 'd'},
    {0x217F, 'm'},
};

constexpr bool ordered(const auto &all, auto key) {
    for (std::size_t i = 1; i < std::size(all); ++i) {
        if (key(all[i - 1]) >= key(all[i])) return false;
    }
    return true;
}
static_assert(ordered(blocks, [](const block &b) { return b.first; }));
static_assert(ordered(hidden, [](const span_of &s) { return s.first; }));
static_assert(ordered(look_alikes, [](const look_alike &l) { return l.character; }));

// The last of the spans that begins at or before `c`; nullptr when `c` is not in it.
template <class Spans>
constexpr auto *span_with(const Spans &all, char32_t c) noexcept {
    const auto behind = std::ranges::upper_bound(all, c, {}, [](const auto &s) { return s.first; });
    if (behind == std::begin(all) || c > std::prev(behind)->last) return decltype(&*std::begin(all)){nullptr};
    return &*std::prev(behind);
}

} // namespace

std::string_view to_string(script s) noexcept {
    static constexpr auto names = enum_table<script>({{script::common, "common"},
                                                      {script::latin, "Latin"},
                                                      {script::greek, "Greek"},
                                                      {script::cyrillic, "Cyrillic"},
                                                      {script::armenian, "Armenian"},
                                                      {script::hebrew, "Hebrew"},
                                                      {script::arabic, "Arabic"},
                                                      {script::devanagari, "Devanagari"},
                                                      {script::thai, "Thai"},
                                                      {script::georgian, "Georgian"},
                                                      {script::hangul, "Hangul"},
                                                      {script::kana, "Kana"},
                                                      {script::han, "Han"},
                                                      {script::other, "other"}});
    return names.name(s);
}

script script_of(char32_t c) noexcept {
    const block *b = span_with(blocks, c);
    return b == nullptr ? script::common : b->of;
}

char ascii_look_alike(char32_t c) noexcept {
    if (c >= 0xFF10 && c <= 0xFF19) return static_cast<char>('0' + (c - 0xFF10)); // full-width forms
    if (c >= 0xFF21 && c <= 0xFF3A) return static_cast<char>('A' + (c - 0xFF21));
    if (c >= 0xFF41 && c <= 0xFF5A) return static_cast<char>('a' + (c - 0xFF41));
    if (c >= 0x1D400 && c <= 0x1D6A3) { // mathematical letters: one alphabet of capitals and small ones after another
        const char32_t i = (c - 0x1D400) % 52;
        return static_cast<char>(i < 26 ? 'A' + i : 'a' + (i - 26));
    }
    if (c >= 0x1D7CE && c <= 0x1D7FF) return static_cast<char>('0' + (c - 0x1D7CE) % 10); // and digits
    const auto found = std::ranges::lower_bound(look_alikes, c, {}, &look_alike::character);
    return found != std::end(look_alikes) && found->character == c ? found->ascii : '\0';
}

namespace detail {

bool is_for_showing(char32_t c) noexcept {
    // the last two of every plane are noncharacters
    return span_with(hidden, c) == nullptr && (c & 0xFFFE) != 0xFFFE;
}

bool runs_right_to_left(char32_t c) noexcept {
    return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFF) ||
           (c >= 0x10800 && c <= 0x10FFF) || (c >= 0x1E800 && c <= 0x1EFFF);
}

} // namespace detail

} // namespace uniform
