#include "html/transfer_encoding.hpp"

#include "html/source_text.hpp"

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

namespace uniform::html {

namespace {

// RFC 2045 6.7, which asks robust readers to accept hexadecimal digits in lower case as well.
transfer quoted_printable(std::string_view body, std::string &out) {
    transfer result = transfer::decoded;
    for (std::size_t i = 0; i < body.size();) {
        const auto lf = body.find('\n', i);
        const std::size_t next = lf == std::string_view::npos ? body.size() : lf + 1;
        std::size_t end = lf == std::string_view::npos ? body.size() : lf;
        if (end > i && lf != std::string_view::npos && body[end - 1] == '\r') --end;
        std::size_t text = end;
        while (text > i && (body[text - 1] == ' ' || body[text - 1] == '\t')) --text; // rule 3: added in transit
        const bool soft = text > i && body[text - 1] == '=';
        if (soft) --text;
        while (i < text) {
            if (body[i] != '=') {
                out += body[i++];
                continue;
            }
            const int high = i + 1 < text ? base::hex_value_or(body[i + 1], -1) : -1;
            const int low = i + 2 < text ? base::hex_value_or(body[i + 2], -1) : -1;
            if (high < 0 || low < 0) {
                result = transfer::broken;
                out += body[i++];
                continue;
            }
            out += static_cast<char>(high * 16 + low);
            i += 3;
        }
        if (!soft) out += body.substr(end, next - end);
        i = next;
    }
    return result;
}

int base64_of(char c) noexcept {
    if (ascii::is_upper(c)) return c - 'A';
    if (ascii::is_lower(c)) return c - 'a' + 26;
    if (ascii::is_digit(c)) return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

// RFC 2045 6.8: characters outside of the alphabet are ignored, but are a sign of an error unless they are white space.
transfer base64(std::string_view body, std::string &out) {
    transfer result = transfer::decoded;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : body) {
        if (c == '=') break;
        const int value = base64_of(c);
        if (value < 0) {
            if (!is_space(c)) result = transfer::broken;
            continue;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        if (++count == 4) {
            out += static_cast<char>(bits >> 16);
            out += static_cast<char>(bits >> 8 & 0xFF);
            out += static_cast<char>(bits & 0xFF);
            bits = 0;
            count = 0;
        }
    }
    if (count == 1) result = transfer::broken;
    if (count == 2) out += static_cast<char>(bits >> 4 & 0xFF);
    if (count == 3) {
        out += static_cast<char>(bits >> 10 & 0xFF);
        out += static_cast<char>(bits >> 2 & 0xFF);
    }
    return result;
}

// RFC 2047 2: =?charset?encoding?encoded-text?=. Appends the decoded text; false for anything else.
bool encoded_word(std::string_view word, std::string &out) {
    if (!word.starts_with("=?") || !word.ends_with("?=") || word.size() < 4) return false;
    word = word.substr(2, word.size() - 4);
    const auto first = word.find('?');
    if (first == std::string_view::npos || first + 2 >= word.size() || word[first + 2] != '?') return false;
    const char encoding = ascii::to_lower(word[first + 1]);
    const std::string_view text = word.substr(first + 3);
    if (encoding == 'b') return base64(text, out), true;
    if (encoding != 'q') return false;
    std::string spaced{text};
    for (char &c : spaced) {
        if (c == '_') c = ' '; // 4.2, rule 2
    }
    quoted_printable(spaced, out);
    return true;
}

} // namespace

std::string uri_in_field(std::string_view value) {
    std::string result;
    for (std::size_t i = 0; i < value.size();) {
        std::size_t end = i;
        while (end < value.size() && !is_space(value[end])) ++end;
        const std::string_view word = value.substr(i, end - i);
        if (!encoded_word(word, result)) result += word;
        i = end + 1;
    }
    return result;
}

transfer decode_transfer(std::string_view encoding, std::string_view body, std::string &out) {
    // RFC 2045 6.1: one token; a comment may follow it.
    const auto end = encoding.find_first_of(" \t(;");
    const std::string_view token = encoding.substr(0, end);
    if (token.empty() || is_word(token, "7bit") || is_word(token, "8bit") || is_word(token, "binary")) {
        return transfer::identity;
    }
    if (is_word(token, "quoted-printable")) return quoted_printable(body, out);
    if (is_word(token, "base64")) return base64(body, out);
    return transfer::unknown;
}

} // namespace uniform::html
