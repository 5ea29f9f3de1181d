// The lines of a template, with their indentation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/registry/template.hpp>

#include "base/text.hpp"

namespace uniform::registry {

using base::concat;

// "the control character U+001B is not permitted in a template", "the invisible character U+200B is ..."
[[nodiscard]] std::string about_refused_character(std::string_view at);

struct line {
    std::string_view content{}; // without white space around it
    position at{};              // of the content
    std::uint32_t indent = 0;   // columns before the content, a tab going to the next multiple of 8
    [[nodiscard]] bool blank() const noexcept { return content.empty(); }
};
[[nodiscard]] std::vector<line> lines_of(std::string_view text);

// Lines without their page breaks (RFC 7322, "Hakala  Informational  [Page 13]" and the header of the next page).
[[nodiscard]] std::vector<line> without_pages(std::vector<line> lines);

// A label at the beginning of a line: "Security and Privacy:  See ...".
struct label {
    std::optional<field> id{};
    std::string_view name{};
    std::string_view rest{}; // the text after it, without white space around it
};
[[nodiscard]] std::optional<label> label_of(std::string_view content) noexcept;

// The place of a field of the older templates (RFC 2611 and RFC 3406, Appendix A); "" for another label.
[[nodiscard]] std::string_view place_of_older(std::string_view name);

// The lines as normal text (see normal_text), and the position of each of its lines.
struct block_of_text {
    std::string text{};
    std::vector<position> at{};
};
// `first` is on the line of the label, and its indentation does not count.
[[nodiscard]] block_of_text block_of(const std::optional<line> &first, std::vector<line> lines);

} // namespace uniform::registry
