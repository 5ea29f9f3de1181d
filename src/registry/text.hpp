// Lines of text with their indentation, and small functions for ASCII.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/registry/template.hpp>

namespace uniform::registry {

[[nodiscard]] constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return lower(c) >= 'a' && lower(c) <= 'z'; }
[[nodiscard]] std::string lower(std::string_view text);
// Without white space around it.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

// All of them in one string.
[[nodiscard]] std::string joined(std::initializer_list<std::string_view> parts);

// The offset of the first byte that begins no UTF-8 sequence (RFC 3629); nothing when all is well.
[[nodiscard]] std::optional<std::size_t> not_utf8(std::string_view text) noexcept;

// The offset of the first control character (C0 but for tab, form feed and line ends; DEL; C1) of UTF-8 text; nothing
// when there is none. A carriage return counts unless it ends a line.
[[nodiscard]] std::optional<std::size_t> control_character(std::string_view text) noexcept;
// "the control character U+001B is no text"
[[nodiscard]] std::string about_control_character(std::string_view at);

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
    std::string_view rest{}; // what stands after it, without white space around it
};
[[nodiscard]] std::optional<label> label_of(std::string_view content) noexcept;

// Where a field of the older templates goes (RFC 2611 and RFC 3406, Appendix A); "" for another label.
[[nodiscard]] std::string_view place_of_older(std::string_view name);

// The lines as normal text (see normal_text), and where each of its lines stands.
struct block_of_text {
    std::string text{};
    std::vector<position> at{};
};
// `first` stands beside the label, and its indentation does not count.
[[nodiscard]] block_of_text block_of(const std::optional<line> &first, std::vector<line> lines);

} // namespace uniform::registry
