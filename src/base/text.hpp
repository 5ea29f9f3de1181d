// Checks of UTF-8 text that comes from outside, and concatenation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/hex.hpp>
#include <uniform/base/utf8.hpp>

#include "base/misleading_characters.hpp"

namespace uniform::base {

/// All parts, one after the other. `concat({"request ", "12"})`.
[[nodiscard]] inline std::string concat(std::initializer_list<std::string_view> parts) {
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    std::string out;
    out.reserve(size);
    for (const std::string_view part : parts) out += part;
    return out;
}

/// All texts, with `between` between them, but not after empty ones at the beginning.
/// `joined(std::vector<std::string>{"a", "b"}, ", ")`: "a, b".
template <class Texts>
[[nodiscard]] std::string joined(const Texts &texts, std::string_view between) {
    std::string out;
    for (const std::string_view one : texts) {
        if (!out.empty()) out += between;
        out += one;
    }
    return out;
}

/// The beginning of UTF-8 text, at most `most` octets of it and no part of a character.
[[nodiscard]] constexpr std::string_view beginning_of(std::string_view text, std::size_t most) noexcept {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return text.substr(0, most);
}

/// The offset of the first control character (C0 except tab, form feed and line ends; DEL; C1) of UTF-8 text;
/// std::nullopt if there is none. A carriage return counts unless it ends a line. Linear.
[[nodiscard]] inline std::optional<std::size_t> find_control_character(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return i; // C1
        if (c == '\r') {
            const auto next = text.find_first_not_of("\r \t\f", i);
            if (next != std::string_view::npos && text[next] != '\n') return i;
            i = std::min(next, text.size()) - 1; // the first of several decides about all of them
            continue;
        }
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\f') || c == 0x7F) return i;
    }
    return std::nullopt;
}

/// The lines that a text for people may have.
enum class text_lines : bool { one, several };
/// Why a text is no text for people.
struct text_fault {
    std::size_t at = 0;
    std::string_view says = {}; ///< the end of a sentence, unless it names the character
    std::string_view rule = {}; ///< of Unicode, if it is one
    char32_t invisible = 0;     ///< the character that nobody sees
};
/// The end of a sentence: "contains a control character", "contains the invisible character U+200B".
[[nodiscard]] inline std::string end_of_sentence(const text_fault &fault) {
    return fault.invisible == 0 ? std::string{fault.says} : concat({fault.says, " ", code_point(fault.invisible)});
}
/// The first reason, if there is one: octets that are not UTF-8, control characters, what changes the direction, and
/// what is not shown (find_misleading_character()); in a text of one line also line ends, tabs, and the separators of
/// lines and paragraphs U+2028 and U+2029. `find_text_fault("a\nb", text_lines::one)->at` is 1. Linear.
[[nodiscard]] inline std::optional<text_fault> find_text_fault(std::string_view text, text_lines lines) noexcept {
    if (const auto at = find_invalid_utf8(text)) return text_fault{*at, "is not UTF-8"};
    if (const auto at = find_control_character(text)) return text_fault{*at, "contains a control character"};
    if (const auto at = find_misleading_character(text)) {
        const std::string_view rest = text.substr(*at);
        const char32_t c = character_of(rest.substr(0, utf8_sequence_at(rest).size));
        if (is_bidi_control(c)) return text_fault{*at, "contains a bidirectional control character"};
        return text_fault{*at, "contains the invisible character", "Unicode: Default_Ignorable_Code_Point", c};
    }
    if (lines == text_lines::several) return std::nullopt;
    const std::size_t at = std::min({text.find_first_of("\r\n\t\f"), text.find("\u2028"), text.find("\u2029")});
    if (at != std::string_view::npos) return text_fault{at, "must be on one line"};
    return std::nullopt;
}

/// A text that somebody else has named, such as the name of a file or a user, as a text of one line for people: with a
/// blank for each character that find_text_fault() refuses. `on_one_line("a\nb")`: "a b". Linear.
[[nodiscard]] inline std::string on_one_line(std::string_view text) {
    const bool is_right_to_left = has_right_to_left_letter(text);
    std::string out;
    out.reserve(text.size());
    for (char32_t before = 0; !text.empty();) {
        const utf8_sequence s = utf8_sequence_at(text);
        const std::string_view character = text.substr(0, s.size);
        const char32_t c = s.valid ? character_of(character) : 0;
        const bool is_refused = is_default_ignorable(c) ? !has_use_after(before, c, is_right_to_left)
                                                        : find_text_fault(character, text_lines::one).has_value();
        out += is_refused ? std::string_view{" "} : character;
        before = is_refused ? ' ' : c;
        text.remove_prefix(s.size);
    }
    return out;
}

} // namespace uniform::base
