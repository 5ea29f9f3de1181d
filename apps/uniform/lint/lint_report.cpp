#include "lint/lint_report.hpp"

#include <algorithm>

#include <uniform/syntax/percent.hpp>

#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

constexpr bool continues(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The identifier and carets under the place, around which a long one is cut.
void append_place(std::string &out, std::string_view identifier, range where, const lint_style &style) {
    const without_password_text shown{identifier, style.show_password};
    const std::string_view text = shown.text();
    where.end = static_cast<std::uint32_t>(shown.at(where.end));
    where.begin = static_cast<std::uint32_t>(shown.at(where.begin));
    const std::size_t room = style.width > 60 ? style.width - 8 : 52;
    const std::size_t begin = std::min<std::size_t>(where.begin, text.size());
    const std::size_t end = std::min<std::size_t>(std::max(where.end, where.begin), text.size());
    const std::size_t shown_end = std::min(end, begin + room);
    const std::size_t around = (room - (shown_end - begin)) / 2;
    std::size_t from = begin > around ? begin - around : 0;
    std::size_t to = std::min(text.size(), shown_end + around);
    if (from <= 3) from = 0; // dots would take as much
    if (from == 0) to = std::min(text.size(), std::max(to, room));
    while (from > 0 && continues(text[from])) --from;
    while (to < text.size() && continues(text[to])) ++to;

    const std::string before = (from > 0 ? "..." : "") + printable(text.substr(from, begin - from));
    const std::string marked = printable(text.substr(begin, shown_end - begin));
    const std::string after = printable(text.substr(shown_end, to - shown_end));
    out += "    " + before;
    if (style.colour) out += ansi::bold;
    out += marked;
    if (style.colour) out += ansi::plain;
    out += after;
    if (to < text.size()) out += "...";
    out += "\n    ";
    out.append(characters_in(before), ' ');
    if (style.colour) out += ansi::green;
    out.append(std::max<std::size_t>(1, characters_in(marked)), '^');
    if (style.colour) out += ansi::plain;
    out += '\n';
}

std::string_view colour_of(lint_severity s) noexcept {
    return s == lint_severity::error ? ansi::red : s == lint_severity::warning ? ansi::yellow : ansi::dim;
}

} // namespace

std::uint64_t characters_in(std::string_view text) noexcept {
    return static_cast<std::uint64_t>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

void append_finding(std::string &out, const identifier_place &place, std::string_view identifier, const lint_finding &f,
                    const lint_style &style) {
    if (style.colour) out += ansi::bold;
    out += printable(place.source);
    out += ':' + std::to_string(place.line);
    out += ':' + std::to_string(place.column + (place.as_it_is ? f.where.begin : 0)) + ": ";
    if (style.colour) out += colour_of(f.severity);
    out += to_string(f.severity);
    if (style.colour) out += ansi::plain;
    out += ": " + f.explanation + " (";
    out += uniform::citation(f.document, f.section);
    out += ") [";
    out += to_string(f.check);
    out += "]\n";
    append_place(out, identifier, f.where, style);
    if (f.safer) out += "    safer: " + printable(without_password_text{*f.safer, style.show_password}.text()) + '\n';
}

void append_finding_json(std::string &out, const identifier_place &place, std::string_view identifier,
                         const lint_finding &f, bool denied, std::string_view hint) {
    json_object object{out, !is_utf8(identifier) || !is_utf8(place.source)};
    object.text("file", place.source).number("line", place.line);
    object.number("column", place.column + (place.as_it_is ? f.where.begin : 0));
    object.text("input", identifier).text("check", to_string(f.check)).text("severity", to_string(f.severity));
    object.number("offset", f.where.begin).number("end", f.where.end);
    object.text("message", f.explanation).text("document", f.document).text("section", f.section);
    if (f.safer) {
        object.text("safer", *f.safer);
    } else {
        object.null("safer");
    }
    object.boolean("denied", denied);
    if (!hint.empty()) object.text("hint", hint);
    object.end_line();
}

} // namespace uniform::cli
