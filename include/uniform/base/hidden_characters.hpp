// Characters that a terminal acts on, or that hide or reorder the text around them.
#pragma once

#include <algorithm>
#include <array>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace base {

/// Whether the character is a control character (Unicode's general category Cc: C0, DEL, C1), a format character (Cf:
/// marks of direction, joiners, tags, ...) or a separator of lines or paragraphs (Zl, Zp), or no character at all
/// (surrogates). Unicode 16. `is_hidden(0x202E) && !is_hidden(U'a')`. A few comparisons.
[[nodiscard]] constexpr bool is_hidden(char32_t c) noexcept {
    struct range {
        char32_t first, last;
    };
    constexpr std::array<range, 23> others{{
        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x600, 0x605},         {0x61C, 0x61C},     {0x6DD, 0x6DD},
        {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},         {0x180E, 0x180E},   {0x200B, 0x200F},
        {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFEFF, 0xFEFF},       {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD},
        {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},     {0x1D173, 0x1D17A}, {0xE0001, 0xE0001},
        {0xE0020, 0xE007F}, {0xD800, 0xDFFF},   {0x110000, 0xFFFFFFFF},
    }};
    if (c < 0x7F) return c < 0x20;
    return std::ranges::any_of(others, [c](const range &r) { return c >= r.first && c <= r.last; });
}

/// Whether the character is Default_Ignorable_Code_Point in Unicode 18 (UAX 44, DerivedCoreProperties.txt): it is not
/// shown, as joiners, selectors of variants, marks of direction, fillers and tags are not. A few comparisons.
/// `is_default_ignorable(0x3164) && is_default_ignorable(0x200D) && !is_default_ignorable(U' ')`.
[[nodiscard]] constexpr bool is_default_ignorable(char32_t c) noexcept {
    struct range {
        char32_t first, last;
    };
    constexpr std::array<range, 17> all{{
        {0xAD, 0xAD},
        {0x34F, 0x34F},
        {0x61C, 0x61C},
        {0x115F, 0x1160},
        {0x17B4, 0x17B5},
        {0x180B, 0x180F},
        {0x200B, 0x200F},
        {0x202A, 0x202E},
        {0x2060, 0x206F},
        {0x3164, 0x3164},
        {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFF8},
        {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF},
    }};
    return c >= 0xAD && std::ranges::any_of(all, [c](const range &r) { return c >= r.first && c <= r.last; });
}

/// Whether the character is the zero-width non-joiner or joiner: hidden, and yet needed in words, because it shapes the
/// characters beside it (RFC 5892 A.1, A.2). `is_joiner(0x200D) && !is_joiner(0x200B)`. Two comparisons.
[[nodiscard]] constexpr bool is_joiner(char32_t c) noexcept { return c == 0x200C || c == 0x200D; }

/// Whether a joiner beside the character can have an effect: it is of a script whose letters join or form conjuncts
/// (RFC 5892 A.1, A.2), by the block, or an emoji or what selects its variant. `is_shaped_by_joiners(0x0915) &&
/// !is_shaped_by_joiners(U'e') && !is_shaped_by_joiners(0x540D)`. A few comparisons.
[[nodiscard]] constexpr bool is_shaped_by_joiners(char32_t c) noexcept {
    struct range {
        char32_t first, last;
    };
    constexpr std::array<range, 13> blocks{{
        {0x600, 0xDFF},     // Arabic, Syriac, N'Ko, Mandaic; the scripts of India from Devanagari to Sinhala
        {0x1000, 0x109F},   // Myanmar
        {0x1780, 0x18AF},   // Khmer, Mongolian
        {0x1A20, 0x1AAF},   // Tai Tham
        {0x1B00, 0x1BFF},   // Balinese, Sundanese, Batak
        {0x2190, 0x2BFF},   // symbols, of which emoji are joined
        {0xA800, 0xA9FF},   // Syloti Nagri, Phags-pa, Javanese, ...
        {0xFB50, 0xFDFF},   // Arabic presentation forms
        {0xFE00, 0xFE0F},   // selectors of variants
        {0xFE70, 0xFEFC},   // Arabic presentation forms
        {0x10A00, 0x11FFF}, // Kharosthi, Brahmi, ...
        {0x1E900, 0x1EEFF}, // Adlam, Arabic mathematical symbols
        {0x1F000, 0x1FAFF}, // emoji
    }};
    return c >= 0x600 && std::ranges::any_of(blocks, [c](const range &r) { return c >= r.first && c <= r.last; });
}

} // namespace base
} // namespace uniform
