#include "print/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>

namespace uniform::cli {

namespace {

// "\x1b[31m": one of the colors of the program.
std::size_t colour_at(std::string_view text) noexcept {
    constexpr std::array<std::string_view, 10> all{"\x1b[0m",  "\x1b[1m",  "\x1b[2m",  "\x1b[31m", "\x1b[32m",
                                                   "\x1b[33m", "\x1b[34m", "\x1b[35m", "\x1b[36m", "\x1b[1;31m"};
    const auto *const found = std::ranges::find_if(all, [&](std::string_view c) { return text.starts_with(c); });
    return found == all.end() ? 0 : found->size();
}

// The first unit of a text: a character of RFC 3629 section 4, or one octet that begins none.
struct utf8_character {
    char32_t value = 0;
    std::size_t size = 1;
    bool valid = false;
    bool incomplete = false; // more octets could make a character of it
};

utf8_character character_at(std::string_view text) noexcept {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return {.value = first, .valid = true};
    if (first < 0xC2 || first > 0xF4) return {};
    const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t value = first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if (i == text.size()) return {.incomplete = true};
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return {};
        value = value << 6U | (next & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return {};
    return {.value = value, .size = size, .valid = true};
}

void append_unit(std::string &out, unsigned unit) { out += "\\u" + base::to_hex(unit, 4); }

void append_escaped(std::string &out, std::string_view octets, const utf8_character &c, text_form form) {
    if (form == text_form::text) {
        for (const char octet : octets) {
            out += "\\x";
            base::append_octet(out, static_cast<unsigned char>(octet), base::upper_hex);
        }
        return;
    }
    // RFC 8259 7; JSON is UTF-8, so that other octets are an error already.
    const auto value = static_cast<std::uint32_t>(c.valid ? c.value : U'\uFFFD');
    if (value < 0x10000) return append_unit(out, value);
    append_unit(out, 0xD800 + ((value - 0x10000) >> 10U));
    append_unit(out, 0xDC00 + ((value - 0x10000) & 0x3FFU));
}

} // namespace

void terminal_text::append(std::string &out, std::string_view text, text_form form) {
    std::string joined;
    if (!waiting_.empty()) {
        joined = std::exchange(waiting_, {});
        joined += text;
        text = joined;
    }
    while (!text.empty()) {
        // Most text needs nothing.
        const auto *const plain = std::ranges::find_if(text, [](char c) {
            const auto octet = static_cast<unsigned char>(c);
            return octet >= 0x7F || (octet < 0x20 && c != '\n' && c != '\t');
        });
        const auto length = static_cast<std::size_t>(plain - text.begin());
        out += text.substr(0, length);
        text.remove_prefix(length);
        if (text.empty()) return;
        const utf8_character c = character_at(text);
        if (c.incomplete || text == "\r") {
            waiting_ = text;
            return;
        }
        std::size_t size = c.size;
        if (text.starts_with("\r\n")) {
            out += "\r\n";
            size = 2;
        } else if (const std::size_t colour = colours_ ? colour_at(text) : 0; colour != 0) {
            out += text.substr(0, colour);
            size = colour;
        } else if (c.valid && !base::is_hidden(c.value)) {
            out += text.substr(0, size);
        } else {
            append_escaped(out, text.substr(0, size), c, form);
        }
        text.remove_prefix(size);
    }
}

void terminal_text::finish(std::string &out, text_form form) {
    for (std::string_view rest = waiting_; !rest.empty(); rest.remove_prefix(1)) {
        append_escaped(out, rest.substr(0, 1), rest == "\r" ? character_at(rest) : utf8_character{}, form);
    }
    waiting_.clear();
}

} // namespace uniform::cli
