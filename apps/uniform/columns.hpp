// Words under one another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::command {

// The text and blanks up to that width, then two more.
inline void append_column(std::string &out, std::string_view text, std::size_t width) {
    out += text;
    out.append(text.size() < width ? width - text.size() : 0, ' ');
    out += "  ";
}

} // namespace uniform::command
