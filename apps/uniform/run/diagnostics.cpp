#include "run/diagnostics.hpp"

#include <unistd.h>

#include "print/words.hpp"

namespace uniform::cli {

std::string citation(const error &e) {
    // No production says what relative references against a URN are, but a section does.
    if (e.rule == rule::none && e.code != error_code::urn_base) return {};
    std::string cites{to_string(e.rule, e.edition)};
    if (!cites.empty()) cites += ", ";
    return cites + uniform::citation(e.document(), e.section());
}

message_style style_of_messages(when colour, passwords p) {
    return {.caret = is_terminal(STDERR_FILENO),
            .colour = use_colour(colour, STDERR_FILENO),
            .width = terminal_width(STDERR_FILENO),
            .show_password = p};
}

void append_message(std::string &out, std::string_view source, std::uint64_t line, const problem &p,
                    const message_style &style) {
    if (style.colour) out += ansi::bold;
    out += printable(source);
    out += ':';
    out += std::to_string(line);
    out += ':';
    if (!p.whole) {
        out += std::to_string(p.column + p.why.offset + 1);
        out += ':';
    }
    if (style.colour) out += ansi::plain;
    out += ' ';
    if (p.message.empty()) {
        out += message(p.why, p.text);
        if (const std::string cites = citation(p.why); !cites.empty()) {
            out += " (";
            out += cites;
            out += ')';
        }
    } else {
        out += printable(p.message);
    }
    if (!p.hint.empty()) out += "; " + p.hint;
    out += '\n';
    if (!style.caret || p.whole) return;
    if (p.value.empty()) return append_caret(out, p.why, p.text, style);
    append_caret(out, {.offset = p.value_offset}, p.value, style);
}

void append_rejection(std::string &out, std::string_view text, edition e, const error &why, bool colour) {
    out += colour ? "  \x1b[31m" : "  ";
    out += to_string(e);
    out += colour ? "\x1b[0m: " : ": ";
    out += message(why, text);
    if (const std::string cites = citation(why); !cites.empty()) out += " (" + cites + ')';
    out += '\n';
    append_caret(out, why, text, {.caret = true, .colour = colour});
}

void append_caret(std::string &out, const error &why, std::string_view text, const message_style &style) {
    const without_password_text shown{text, style.show_password};
    error place = why;
    place.offset = shown.at(static_cast<std::size_t>(why.offset));
    // The library draws three lines; the last of them is the sentence.
    const std::string drawn = print(place, shown.text(), {.width = style.width - 4, .colour = style.colour});
    const auto first = drawn.find('\n');
    const auto second = drawn.find('\n', first + 1);
    out += "    ";
    out += std::string_view{drawn}.substr(0, first + 1);
    out += "    ";
    out += std::string_view{drawn}.substr(first + 1, second - first);
}

} // namespace uniform::cli
