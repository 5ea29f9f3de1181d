#include "print/text_columns.hpp"

namespace uniform::cli {

std::size_t append_label(std::string &out, std::string_view label, std::size_t width) {
    const std::size_t begin = out.size();
    out += "  ";
    out += label;
    const std::size_t size = out.size() - begin;
    out.append(size < width ? width - size : 1, ' ');
    return out.size() - begin;
}

void append_filled(std::string &out, std::string_view text, std::size_t columns, std::size_t indent, std::size_t at) {
    bool first = true;
    while (!text.empty()) {
        const auto space = text.find(' ');
        const std::string_view word = text.substr(0, space);
        text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
        if (!first && at + 1 + word.size() > columns) {
            out += '\n';
            out.append(indent, ' ');
            at = indent;
        } else if (!first) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
        first = false;
    }
    out += '\n';
}

} // namespace uniform::cli
