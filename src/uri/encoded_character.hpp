// Percent-encoded characters outside US-ASCII, as URIs become IRIs (RFC 3987 3.2) and IRIs are normalized (5.3.2.3).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/syntax/detail/ip.hpp>
#include <uniform/syntax/ucs.hpp>

namespace uniform::detail {

// The character that the pct-encoded at the beginning of a text stand for. No octets when they are not UTF-8, or not
// what RFC 3987 2.2 and 4.1 allow there.
struct encoded_character {
    std::array<char, 4> octets{};
    std::size_t size = 0; // in octets; each takes three bytes of the text
    char32_t value = 0;

    encoded_character(const char *text, const char *end, bool in_query) noexcept {
        std::size_t n = 0;
        for (; n < octets.size() && end - text > 2 && *text == '%' && is_hexdig(text[1]) && is_hexdig(text[2]); ++n) {
            octets[n] = static_cast<char>(hex_value(text[1]) * 16 + hex_value(text[2]));
            text += 3;
        }
        const std::string_view all{octets.data(), n};
        if (all.empty() || static_cast<unsigned char>(all.front()) < 0x80) return;
        const base::utf8_sequence s = base::utf8_sequence_at(all);
        if (!s.valid) return;
        value = base::character_of(all.substr(0, s.size));
        const bool allowed = is_ucschar(value) || (in_query && is_iprivate(value));
        if (allowed && !is_bidi_formatting(value)) size = s.size;
    }
    [[nodiscard]] std::string_view text() const noexcept UNIFORM_LIFETIMEBOUND { return {octets.data(), size}; }
};

} // namespace uniform::detail
