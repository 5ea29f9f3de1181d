#include "http/pages/position.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace uniform::http::pages {

namespace {

bool continues(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

} // namespace

position position_in(std::string_view text, std::size_t offset, language l) {
    offset = std::min(offset, text.size());
    while (offset > 0 && offset < text.size() && continues(text[offset])) --offset;
    std::size_t end = std::min(offset + 1, text.size());
    while (end < text.size() && continues(text[end])) ++end;
    const bool at_end = offset == text.size();
    std::string label{pages::text(l, at_end ? "problem.position_end" : "problem.position")};
    if (const auto here = label.find("{}"); here != std::string::npos) {
        const auto before = text.substr(0, offset);
        label.replace(here, 2, std::to_string(std::ranges::count_if(before, [](char c) { return !continues(c); }) + 1));
    }
    return {.before = std::string{text.substr(0, offset)},
            .at = at_end ? " " : std::string{text.substr(offset, end - offset)},
            .after = std::string{text.substr(end)},
            .label = std::move(label)};
}

} // namespace uniform::http::pages
