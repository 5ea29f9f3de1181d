#include "text/cut.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/utf8.hpp>

#include "text/classes.hpp"
#include "text/typed_characters.hpp"

namespace uniform::text {

namespace {

constexpr std::size_t longest_tail = 16;         // closing brackets and punctuation
constexpr std::size_t longest_quoted_rest = 128; // from a space to the closing quotation mark
constexpr std::string_view tail_bytes = ".,;:!?('*)";

struct closing_mark {
    std::string_view mark;
    std::array<std::string_view, 2> opened_by;
    bool by_itself = false; // also by the same mark directly before the URI
};
constexpr closing_mark closing_marks[]{
    {"\u201D", {"\u201C", "\u201E"}, true},
    {"\u201C", {"\u201E", "\u201F"}},
    {"\u2019", {"\u2018", "\u201A"}, true},
    {"\u2018", {"\u201A", "\u201B"}},
    {"\u00BB", {"\u00AB", ""}, true},
    {"\u00AB", {"\u00BB", ""}},
    {"\u203A", {"\u2039", ""}, true},
    {"\u2039", {"\u203A", ""}},
    {"\u300D", {"\u300C", ""}},
    {"\u300F", {"\u300E", ""}},
    {"\u3009", {"\u3008", ""}},
    {"\u300B", {"\u300A", ""}},
    {"\u3011", {"\u3010", ""}},
    {"\u3015", {"\u3014", ""}},
    {"\u301E", {"\u301D", ""}},
    {"\u301F", {"\u301D", ""}},
    {"\uFF02", {"", ""}, true},
    {"\uFF09", {"\uFF08", ""}},
    {"\uFF1E", {"\uFF1C", ""}},
    {"\uFF3D", {"\uFF3B", ""}},
    {"\uFF5D", {"\uFF5B", ""}},
    {"\uFF63", {"\uFF62", ""}},
};

// The position of the last such mark in the text, from 1; 0 when it is not.
std::size_t last_of(std::string_view mark, std::string_view text) {
    const auto at = mark.empty() ? std::string_view::npos : text.rfind(mark);
    return at == std::string_view::npos ? 0 : at + 1;
}

bool closes(const closing_mark &m, std::string_view before) {
    if (m.by_itself && before.ends_with(m.mark)) return true;
    return std::max(last_of(m.opened_by[0], before), last_of(m.opened_by[1], before)) > last_of(m.mark, before);
}

bool has_open_bracket(char open, char close, std::string_view before) {
    std::size_t depth = 0;
    for (const char c : before) {
        if (c == open) ++depth;
        if (c == close && depth > 0) --depth;
    }
    return depth > 0;
}

// Whether an odd number of marks, or of groups of them ("``", "\"\"\""), stands in the text. An escaped mark is none.
bool is_odd(char mark, std::string_view text) {
    bool marks = false;
    bool groups = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != mark || (i > 0 && text[i - 1] == '\\')) continue;
        marks = !marks;
        if (i == 0 || text[i - 1] != mark) groups = !groups;
    }
    return marks || groups;
}

// A mark that opens and closes: in the line, or if it has none, in the paragraph.
bool has_open_mark(char mark, std::string_view before) {
    if (before.ends_with(mark)) return true;
    const bool partial = before.size() == marks_before; // the text before it is not known
    const auto line_end = before.find_last_of("\r\n");
    const std::string_view line = line_end == std::string_view::npos ? before : before.substr(line_end + 1);
    if (line.contains(mark)) return is_odd(mark, line) || (partial && line_end == std::string_view::npos);
    const auto blank = before.rfind("\n\n");
    return is_odd(mark, blank == std::string_view::npos ? before : before.substr(blank));
}

std::string_view text_before(std::string_view text, std::size_t outside) {
    const std::size_t size = std::min(outside, marks_before);
    return text.substr(outside - size, size);
}

// The marks that close the quotation mark, or the angle bracket, at the end of `before`.
bool opens(std::string_view before) {
    return before.ends_with('"') || before.ends_with('<') || before.ends_with('`') || before.ends_with('\'') ||
           std::ranges::any_of(closing_marks, [&](const closing_mark &m) {
               return std::ranges::any_of(m.opened_by,
                                          [&](std::string_view o) { return !o.empty() && before.ends_with(o); });
           });
}
bool closes_at(std::string_view rest, std::string_view before) {
    for (const char mark : {'"', '`'}) {
        if (before.ends_with(mark) && rest.starts_with(mark)) return true;
    }
    if (before.ends_with('<')) return rest.starts_with('>');
    if (before.ends_with('\'') && rest.starts_with('\'')) return rest.size() == 1 || !is_alnum(rest[1]);
    return std::ranges::any_of(closing_marks, [&](const closing_mark &m) {
        return rest.starts_with(m.mark) &&
               std::ranges::any_of(m.opened_by, [&](std::string_view o) { return !o.empty() && before.ends_with(o); });
    });
}

enum class quoted_rest : std::uint8_t { none, some, unknown };

// Whether the space belongs to quotation marks, or angle brackets, in which nothing else stands but characters of URIs,
// those that older documents call unwise (RFC 2396 2.4.3), and spaces. `last`: nothing follows the text.
quoted_rest rest_of_quoted(std::string_view text, std::size_t space, std::string_view before, bool last) {
    if (!opens(before)) return quoted_rest::none;
    bool anything = false;
    for (std::size_t i = space; i < space + longest_quoted_rest; ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.size() < 3 && !last && !rest.starts_with('\n')) return quoted_rest::unknown;
        if (rest.empty()) break;
        if (closes_at(rest, before)) return anything ? quoted_rest::some : quoted_rest::none;
        if (rest.front() == ' ' || rest.front() == '\t') continue;
        const bool unwise = std::string_view{"{}|\\^"}.contains(rest.front());
        if ((!unwise && !is(rest.front(), uri_byte)) || rest.starts_with("://")) return quoted_rest::none;
        anything = true;
    }
    return quoted_rest::none;
}

// Behind closing brackets and punctuation.
std::size_t after_tail(std::string_view text, std::size_t i) {
    const std::size_t limit = std::min(text.size(), i + longest_tail);
    while (i < limit && tail_bytes.contains(text[i])) ++i;
    return i;
}

bool delimits_ascii(std::string_view rest, std::string_view before, uniform::edition e) {
    const char next = rest.size() > 1 ? rest[1] : '\0';
    switch (rest.front()) {
    case '"':
    case '`':
    case '|':
        return has_open_mark(rest.front(), before);
    case '>':
        return last_of("<", before) > last_of(">", before);
    case '<':
        return next == '/' || before.ends_with('>');
    case ']':
        return has_open_bracket('[', ']', before);
    case '}':
        return has_open_bracket('{', '}', before);
    case '\\': // of a string in a program: "\n"
        return std::string_view{"nrt0\"'\\"}.contains(next) && before.find_first_of("\"'`") != std::string_view::npos;
    case '#':
    case '%':
    case '[':
        return false;
    default:
        // A character that the documents of 1994 leave out of URLs, as RFC 1738 does with "~", delimits none: it is
        // part of URIs.
        return is(rest.front(), space_byte) || is_of(rest.front(), e);
    }
}

} // namespace

bool knows_cut(std::string_view text, std::size_t outside, std::size_t scanned) {
    if (scanned >= text.size()) return false;
    const std::size_t i = text[scanned] == ')' ? after_tail(text, scanned) : scanned;
    if (i >= text.size()) return false;
    const std::size_t size = text.size() - i;
    if (i == scanned && (text[i] == ' ' || text[i] == '\t')) {
        return rest_of_quoted(text, i, text_before(text, outside), false) != quoted_rest::unknown;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) return size > 1 || (c != '\\' && c != '<');
    return size >= (c < 0xC2 ? 1U : c < 0xE0 ? 2U : c < 0xF0 ? 3U : 4U);
}

std::string_view cut_before(std::string_view text, const uri_place &uri) {
    const std::string_view before = text_before(text, uri.outside);
    std::size_t end = uri.end;
    // "http://u:p{w@h/": not the port is wrong, but the password.
    if (end < uri.scanned && uri.scanned < text.size() && text[end] == ':') {
        const std::string_view port = text.substr(end, uri.scanned - end);
        const bool in_ascii = static_cast<unsigned char>(text[uri.scanned]) < 0x80;
        if (port.find_first_of("/?#[]%") == std::string_view::npos && in_ascii &&
            !delimits_ascii(text.substr(uri.scanned), before, uri.edition)) {
            return text.substr(uri.scanned, 1);
        }
    }
    // Skips the punctuation that was left out at the end of the URI.
    while (end < uri.scanned && std::string_view{".,;:!?('*"}.contains(text[end])) ++end;
    if (end < uri.scanned) return text.substr(end, base::utf8_sequence_at(text.substr(end)).size);
    if (end >= text.size()) return {};
    if (text[end] == ')') {
        if (has_open_bracket('(', ')', before)) return {};
        if (end + 1 < text.size() && is_alnum(text[end + 1])) return text.substr(end, 1);
        end = after_tail(text, end);
        if (end >= text.size()) return {};
    } else if (end == uri.end && (text[end] == ' ' || text[end] == '\t')) {
        return rest_of_quoted(text, end, before, true) == quoted_rest::some ? text.substr(end, 1) : std::string_view{};
    }
    const std::string_view rest = text.substr(end);
    if (static_cast<unsigned char>(rest.front()) < 0x80) {
        return delimits_ascii(rest, before, uri.edition) ? std::string_view{} : rest.substr(0, 1);
    }
    const base::utf8_sequence c = base::utf8_sequence_at(rest);
    const std::string_view character = rest.substr(0, c.size);
    const bool delimits = c.valid && (is_white_space(base::character_of(character)) ||
                                      std::ranges::any_of(closing_marks, [&](const closing_mark &m) {
                                          return m.mark == character && closes(m, before);
                                      }));
    return delimits ? std::string_view{} : character;
}

} // namespace uniform::text
