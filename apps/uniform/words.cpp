#include "words.hpp"

#include <algorithm>

#include <uniform/error.hpp>

namespace uniform::command {

std::string printable(std::string_view text) {
    if (std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; })) return std::string{text};
    const std::string drawn = print(error{}, text, {.width = 4 * text.size() + 20});
    return drawn.substr(0, drawn.find('\n'));
}

} // namespace uniform::command
