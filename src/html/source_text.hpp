// Text from a document, with the position of each of its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/html/document_position.hpp>

namespace uniform::html {

// HTML's ASCII whitespace: TAB, LF, FF, CR, SPACE.
[[nodiscard]] constexpr bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
// Whether `text` is `word`, which is in lower case, in upper or lower case.
[[nodiscard]] constexpr bool is_word(std::string_view text, std::string_view word) noexcept {
    if (text.size() != word.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (ascii::to_lower(text[i]) != word[i]) return false;
    }
    return true;
}
[[nodiscard]] constexpr bool begins_with_word(std::string_view text, std::string_view word) noexcept {
    return text.size() >= word.size() && is_word(text.substr(0, word.size()), word);
}

struct source_text {
    std::string text;
    std::uint64_t begin = 0; // in the document
    std::uint64_t end = 0;
    std::vector<std::uint32_t> at{}; // for each byte of `text` how far behind `begin`; empty: as far as in `text`

    // The offset of byte i of the text in the document; `end` after the last one.
    [[nodiscard]] std::uint64_t offset(std::size_t i) const noexcept {
        if (i >= text.size()) return end;
        return begin + (at.empty() ? i : at[i]);
    }
    void append(std::string_view more, std::uint64_t from);
    [[nodiscard]] source_text part(std::size_t first, std::size_t last) const;
};

// A part of the document, as written.
[[nodiscard]] source_text as_written(std::string_view written, std::uint64_t offset);

// The value of an attribute: `written` with its character references replaced by what the parser made of them, which is
// in `parsed`. What the parser replaced because it is no character stays as it is written.
[[nodiscard]] source_text decode_attribute(std::string_view written, std::string_view parsed, std::uint64_t offset);

// The part of a text that is the reference: without white space around it, and without tab, LF and CR inside.
struct cleaned_text {
    source_text value;
    bool trimmed = false;
    bool joined = false;
};
[[nodiscard]] cleaned_text clean(const source_text &text);

// Lines and columns of offsets that ascend.
class line_counter {
public:
    explicit line_counter(std::string_view document) noexcept : document_{document} {}
    [[nodiscard]] position at(std::uint64_t offset) noexcept;

private:
    std::string_view document_;
    position now_;
};

} // namespace uniform::html
