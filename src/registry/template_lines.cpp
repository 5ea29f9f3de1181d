#include "registry/template_lines.hpp"

#include <algorithm>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform::registry {

namespace {

constexpr bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n';
}

bool is_page_footer(const line &l) noexcept {
    // "[Page 13]" at the end of a line that begins in the first column and is not a label
    if (l.indent != 0 || !l.content.ends_with(']') || label_of(l.content)) return false;
    const auto open = l.content.rfind("[Page ");
    if (open == std::string_view::npos || open == 0) return false;
    const std::string_view number = l.content.substr(open + 6, l.content.size() - open - 7);
    return !number.empty() && std::ranges::all_of(number, ascii::is_digit);
}

bool is_page_header(const line &l) noexcept {
    if (l.indent != 0) return false;
    return l.content.starts_with("Internet-Draft") ||
           (l.content.size() > 4 && l.content.starts_with("RFC ") && ascii::is_digit(l.content[4]));
}

// Whether a paragraph continues from one page to the next, as far as its words show.
bool goes_on(const line &before, const line &after) noexcept {
    if (before.indent != after.indent) return false;
    const char end = before.content.back();
    const char begin = after.content.front();
    return end != '.' && end != ':' && end != ';' && end != '!' && end != '?' && ascii::is_lower(begin);
}

} // namespace

std::string about_refused_character(std::string_view at) {
    const char32_t c = base::character_of(at.substr(0, base::utf8_sequence_at(at).size));
    const bool is_invisible = base::is_default_ignorable(c) && !base::is_bidi_control(c);
    return concat({"the ", is_invisible ? "invisible" : "control", " character ", base::code_point(c),
                   " is not permitted in a template"});
}

std::vector<line> lines_of(std::string_view text) {
    std::vector<line> lines;
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view whole = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        line l;
        std::size_t i = 0;
        for (; i < whole.size() && is_space(whole[i]); ++i) {
            if (whole[i] == '\t') {
                l.indent = l.indent / 8 * 8 + 8;
            } else if (whole[i] == ' ') {
                ++l.indent;
            }
        }
        l.content = ascii::trim(whole.substr(i));
        if (l.blank()) l.indent = 0;
        l.at = {number, static_cast<std::uint32_t>(l.blank() ? 1 : i + 1)};
        lines.push_back(l);
    }
    return lines;
}

std::vector<line> without_pages(std::vector<line> lines) {
    std::vector<line> kept;
    kept.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!is_page_footer(lines[i])) {
            kept.push_back(lines[i]);
            continue;
        }
        while (!kept.empty() && kept.back().blank()) kept.pop_back();
        std::size_t next = i + 1;
        const auto skip_blanks = [&] {
            while (next < lines.size() && lines[next].blank()) ++next;
        };
        skip_blanks();
        if (next < lines.size() && is_page_header(lines[next])) {
            ++next;
            skip_blanks();
        }
        if (!kept.empty() && next < lines.size() && !goes_on(kept.back(), lines[next])) {
            kept.push_back(line{.at = {lines[i].at.line, 1}});
        }
        i = next - 1;
    }
    return kept;
}

std::optional<label> label_of(std::string_view content) noexcept {
    constexpr std::size_t longest_label = 60;
    if (content.empty() || !ascii::is_alpha(content[0])) return std::nullopt;
    std::size_t i = 0;
    std::size_t words = 1;
    for (; i < content.size() && i <= longest_label && content[i] != ':'; ++i) {
        const char c = content[i];
        const bool punctuation = c == ',' || c == '/' || c == '&' || c == '(' || c == ')' || c == '\'' || c == '-';
        if (!ascii::is_alpha(c) && !ascii::is_digit(c) && c != ' ' && !punctuation) return std::nullopt;
        // "Additional Information  Described under ...": draft -16 prints it without the colon
        if (c == ' ' && i + 1 < content.size() && content[i + 1] == ' ') {
            if (const auto known = field_from_name(content.substr(0, i))) {
                const std::string_view rest = ascii::trim(content.substr(i));
                if (!rest.starts_with(':')) return label{known, content.substr(0, i), rest};
            }
        }
        if (c == ' ' && content[i - 1] != ' ') ++words;
    }
    if (i >= content.size() || content[i] != ':') return std::nullopt;
    const std::string_view name = ascii::trim(content.substr(0, i));
    const std::string_view rest = content.substr(i + 1);
    if (const auto known = field_from_name(name)) return label{known, name, ascii::trim(rest)};
    const bool looks = words <= 6 && content[0] != ascii::to_lower(content[0]) && (rest.empty() || is_space(rest[0]));
    if (!looks) return std::nullopt;
    return label{std::nullopt, name, ascii::trim(rest)};
}

block_of_text block_of(const std::optional<line> &first, std::vector<line> lines) {
    const bool beside = first && !first->blank();
    while (!lines.empty() && lines.back().blank()) lines.pop_back();
    if (!beside) lines.erase(lines.begin(), std::ranges::find_if_not(lines, &line::blank));
    std::uint32_t common = std::numeric_limits<std::uint32_t>::max();
    for (const line &l : lines) {
        if (!l.blank()) common = std::min(common, l.indent);
    }
    block_of_text result;
    const auto add = [&](const line &l, std::uint32_t indent) {
        if (!result.at.empty()) result.text += '\n';
        if (!l.blank()) result.text.append(indent, ' ');
        result.text += l.content;
        result.at.push_back(l.at);
    };
    if (beside) add(*first, 0);
    for (const line &l : lines) add(l, l.indent - common);
    return result;
}

std::string normal_text(std::string_view text) { return block_of(std::nullopt, lines_of(text)).text; }

} // namespace uniform::registry
