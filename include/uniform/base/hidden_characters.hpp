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

} // namespace base
} // namespace uniform
