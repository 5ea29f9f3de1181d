// Text in columns: words, labelled lines, filled paragraphs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::cli {

// The text, padded with spaces to that width, and two spaces.
inline void append_column(std::string &out, std::string_view text, std::size_t width) {
    out += text;
    out.append(text.size() < width ? width - text.size() : 0, ' ');
    out += "  ";
}

// "  label     ", padded with spaces to that width, at least one; returns how many bytes it is.
std::size_t append_label(std::string &out, std::string_view label, std::size_t width);

// A line with a label of that width and a value.
inline void append_labelled(std::string &out, std::string_view label, std::size_t width, std::string_view value) {
    append_label(out, label, width);
    out += value;
    out += '\n';
}

// The text in lines of at most `columns` bytes, as far as its words permit, that begin at `indent`. The first one
// begins at `at`, where `out` ends.
void append_filled(std::string &out, std::string_view text, std::size_t columns, std::size_t indent, std::size_t at);

// Calls f(paragraph) for each part of a text between empty lines.
template <class F>
void for_each_paragraph(std::string_view text, F f) {
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        f(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
    }
}

} // namespace uniform::cli
