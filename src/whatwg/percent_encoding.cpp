// URL Standard, "Percent-encoded bytes".

#include "whatwg/percent_encoding.hpp"

#include <algorithm>

#include <uniform/syntax/percent.hpp>

#include "whatwg/code_points.hpp"

namespace uniform::whatwg {

bool contains(percent_encode_set set, char octet) noexcept {
    return (encode_sets[static_cast<unsigned char>(octet)] & bit_of(set)) != 0;
}

void append_percent_encoded(std::string &out, std::string_view text, percent_encode_set set) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto bit = bit_of(set);
    std::size_t plain = 0; // the beginning of what is copied as it is
    const auto sets_of = [&](std::size_t i) { return encode_sets[static_cast<unsigned char>(text[i])]; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (; text.size() - i > 8; i += 8) { // most octets stay
            const auto first = sets_of(i) | sets_of(i + 1) | sets_of(i + 2) | sets_of(i + 3);
            const auto last = sets_of(i + 4) | sets_of(i + 5) | sets_of(i + 6) | sets_of(i + 7);
            if (((first | last) & bit) != 0) break;
        }
        const auto octet = static_cast<unsigned char>(text[i]);
        if ((encode_sets[octet] & bit) == 0) continue;
        out.append(text, plain, i - plain);
        plain = i + 1;
        const char code[] = {'%', digits[octet >> 4U], digits[octet & 15U]};
        out.append(code, 3);
    }
    out.append(text, plain);
}

std::string utf8_percent_encode(std::string_view text, percent_encode_set set) {
    if (!is_utf8(text)) return utf8_percent_encode(utf8_decode(text), set);
    std::string out;
    out.reserve(text.size());
    if (set != percent_encode_set::form_urlencoded) {
        append_percent_encoded(out, text, set);
        return out;
    }
    // "If spaceAsPlus is true and byte is 0x20 (SP), then append U+002B (+)"
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        append_percent_encoded(out, text.substr(at, end - at), set);
        if (end < text.size()) out += '+';
        at = end + 1;
    }
    return out;
}

std::string percent_decode(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_percent_encoded_byte(text.substr(i))) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(ascii::hex_value(text[i + 1]) << 4U | ascii::hex_value(text[i + 2]));
        i += 2;
    }
    return out;
}

std::string utf8_decode(std::string_view octets) {
    std::string out;
    out.reserve(octets.size());
    for (std::size_t i = 0; i < octets.size();) {
        const auto sequence = base::utf8_sequence_at(octets.substr(i));
        if (sequence.valid) {
            out += octets.substr(i, sequence.size);
        } else {
            out += "\uFFFD";
        }
        i += sequence.size;
    }
    return out;
}

} // namespace uniform::whatwg
