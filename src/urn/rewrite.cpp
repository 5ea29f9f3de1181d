#include "urn/rewrite.hpp"

#include <cstring>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/syntax/characters.hpp>

namespace uniform::detail {

std::size_t replace_characters(char *text, std::size_t size, std::span<const std::string_view> texts) noexcept {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < size;) {
        const std::size_t unit = text[at] == '%' && at + 3 <= size ? 3 : 1;
        const std::string_view rest{text + at, size - at};
        std::string_view found = rest.substr(0, unit);
        std::string_view becomes = found;
        for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
            if (!ascii::starts_with_ignoring_case(rest, texts[i])) continue;
            found = rest.substr(0, texts[i].size());
            becomes = texts[i + 1];
            break;
        }
        std::memmove(text + kept, becomes.data(), becomes.size()); // no longer than `found`
        kept += becomes.size();
        at += found.size();
    }
    return kept;
}

std::size_t decode_unreserved(char *text, std::size_t size) noexcept {
    const char_set plain = unreserved(edition::rfc3986);
    std::size_t kept = 0;
    for (std::size_t at = 0; at < size;) {
        if (text[at] == '%' && at + 3 <= size) {
            const auto byte = static_cast<char>(ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]));
            if (plain.contains(byte)) {
                text[kept++] = byte;
                at += 3;
                continue;
            }
        }
        text[kept++] = text[at++];
    }
    return kept;
}

std::size_t remove_leading_zeros(char *text, std::size_t size, bool goes_on) noexcept {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < size;) {
        if (text[at] == '%' && at + 3 <= size) {
            for (int i = 0; i < 3; ++i) text[kept++] = text[at++];
            // an encoded octet is data: digits behind it continue it
            while (at < size && ascii::is_alnum(text[at])) text[kept++] = text[at++];
            continue;
        }
        if (!ascii::is_alnum(text[at])) {
            text[kept++] = text[at++];
            continue;
        }
        // a word: letters and digits
        while (at < size && text[at] == '0') {
            const bool last = at + 1 == size ? !goes_on : !ascii::is_digit(text[at + 1]);
            if (last) break;
            ++at;
        }
        while (at < size && ascii::is_alnum(text[at])) text[kept++] = text[at++];
    }
    return kept;
}

} // namespace uniform::detail
