// Characters, raw and percent-encoded, and which of them are invisible or misleading.

#include <algorithm>
#include <array>
#include <iterator>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

#include "lint/pass.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform::linting {

namespace {

// RFC 3629 4, over bytes that `byte(i)` gives; -1 where there is none.
template <class Byte>
character decode_utf8(Byte byte) noexcept {
    std::array<char, 4> octets{};
    std::size_t n = 0;
    for (int octet = 0; n < octets.size() && (octet = byte(n)) >= 0; ++n) octets[n] = static_cast<char>(octet);
    if (n == 0) return {};
    const base::utf8_sequence s = base::utf8_sequence_at({octets.data(), n});
    if (!s.valid) return {};
    return {base::character_of({octets.data(), s.size}), static_cast<std::uint32_t>(s.size)};
}

struct span_of {
    char32_t first;
    char32_t last;
    character_kind kind;
};

// By the properties White_Space, General_Category Cc, Bidi_Control and Default_Ignorable_Code_Point of Unicode.
constexpr span_of spans[]{
    {0x0000, 0x0008, character_kind::control},     {0x0009, 0x000D, character_kind::space},
    {0x000E, 0x001F, character_kind::control},     {0x0020, 0x0020, character_kind::space},
    {0x007F, 0x0084, character_kind::control},     {0x0085, 0x0085, character_kind::space},
    {0x0086, 0x009F, character_kind::control},     {0x00A0, 0x00A0, character_kind::space},
    {0x00AD, 0x00AD, character_kind::invisible},   {0x034F, 0x034F, character_kind::invisible},
    {0x061C, 0x061C, character_kind::bidi},        {0x115F, 0x1160, character_kind::invisible},
    {0x1680, 0x1680, character_kind::space},       {0x17B4, 0x17B5, character_kind::invisible},
    {0x180B, 0x180F, character_kind::invisible},   {0x2000, 0x200A, character_kind::space},
    {0x200B, 0x200D, character_kind::invisible},   {0x200E, 0x200F, character_kind::bidi},
    {0x2028, 0x2029, character_kind::space},       {0x202A, 0x202E, character_kind::bidi},
    {0x202F, 0x202F, character_kind::space},       {0x205F, 0x205F, character_kind::space},
    {0x2060, 0x2065, character_kind::invisible},   {0x2066, 0x2069, character_kind::bidi},
    {0x206A, 0x206F, character_kind::invisible},   {0x2800, 0x2800, character_kind::invisible},
    {0x3000, 0x3000, character_kind::space},       {0x3164, 0x3164, character_kind::invisible},
    {0xFE00, 0xFE0F, character_kind::invisible},   {0xFEFF, 0xFEFF, character_kind::invisible},
    {0xFFA0, 0xFFA0, character_kind::invisible},   {0xFFF0, 0xFFFB, character_kind::invisible},
    {0x1BCA0, 0x1BCA3, character_kind::invisible}, {0x1D173, 0x1D17A, character_kind::invisible},
    {0xE0000, 0xE0FFF, character_kind::invisible},
};

} // namespace

character_kind kind_of(char32_t c) noexcept {
    if (c > 0x20 && c < 0x7F) return character_kind::visible;
    const auto *const it = std::ranges::upper_bound(spans, c, {}, &span_of::first);
    if (it == std::begin(spans) || c > std::prev(it)->last) return character_kind::visible;
    return std::prev(it)->kind;
}

character character_at(std::string_view text, std::size_t at) noexcept {
    return decode_utf8([&](std::size_t i) {
        return at + i < text.size() ? static_cast<int>(static_cast<unsigned char>(text[at + i])) : -1;
    });
}

int encoded_byte(std::string_view text, std::size_t at) noexcept {
    if (at >= text.size() || text.size() - at < 3 || text[at] != '%') return -1;
    const int high = base::hex_value_or(text[at + 1], -1);
    const int low = base::hex_value_or(text[at + 2], -1);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

character encoded_character_at(std::string_view text, std::size_t at) noexcept {
    character c = decode_utf8([&](std::size_t i) { return encoded_byte(text, at + 3 * i); });
    c.length *= 3;
    return c;
}

std::string decode_all(std::string_view text) {
    if (!text.contains('%')) return std::string{text};
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const int byte = encoded_byte(text, i);
        out += byte < 0 ? text[i] : static_cast<char>(static_cast<unsigned char>(byte));
        i += byte < 0 ? 1 : 3;
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        if (i >= longest) {
            out += "...";
            break;
        }
        const character c = character_at(text, i);
        if (c.length == 0) {
            out += "\\x";
            base::append_octet(out, static_cast<unsigned char>(text[i++]), base::upper_hex);
            continue;
        }
        if (c.value == ' ' || kind_of(c.value) == character_kind::visible) {
            out += text.substr(i, c.length);
        } else {
            out += '<' + base::code_point(c.value) + '>';
        }
        i += c.length;
    }
    return out + '"';
}

} // namespace uniform::linting
