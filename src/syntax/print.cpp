// An error shown under its text: the text, a caret, the sentence and the rule.

#include <uniform/syntax/error.hpp>

#include <algorithm>

#include <uniform/base/hex.hpp>

#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform {

namespace {

// The length of the well-formed UTF-8 sequence at `i`, or 0. Only what is visible: no control characters, no marks that
// reorder or hide text.
std::size_t printable(std::string_view t, std::size_t i) {
    const base::utf8_sequence s = base::utf8_sequence_at(t.substr(i));
    return s.valid && !base::is_hidden(base::character_of(t.substr(i, s.size))) ? s.size : 0;
}

struct drawing {
    std::string line;
    std::size_t columns = 0;

    void add(std::string_view text, std::size_t i, std::size_t n) {
        if (n > 0) {
            line.append(text.substr(i, n));
            ++columns;
        } else {
            line += "\\x";
            base::append_octet(line, static_cast<unsigned char>(text[i]), base::upper_hex);
            columns += 4;
        }
    }
    void dots() {
        line += "...";
        columns += 3;
    }
};

} // namespace

std::string message(const error &e, std::string_view text) {
    if (e.code != error_code::invalid_character || e.offset >= text.size()) return std::string{e.message()};
    const auto at = static_cast<std::size_t>(e.offset);
    const auto c = static_cast<unsigned char>(text[at]);
    std::string name;
    if (c == ' ') {
        name = "a space";
    } else if (c < 0x20 || c == 0x7F) {
        name = "a control character";
    } else if (c >= 0x80 && is_iri_edition(e.edition)) {
        // invalid UTF-8 has a code of its own
        name = base::code_point(base::character_of(text.substr(at, base::utf8_sequence_at(text.substr(at)).size)));
    } else if (c >= 0x80) {
        name = "a byte outside US-ASCII";
    } else {
        name = {'"', static_cast<char>(c), '"'};
    }
    return name + " is not allowed here";
}

std::string sentence(std::string_view says, std::string_view production, std::string_view document,
                     std::string_view section, std::uint64_t offset) {
    std::string out{says};
    std::string_view before = ": ";
    const std::string cites = citation(document, section);
    for (const std::string_view part : {production, std::string_view{cites}}) {
        if (part.empty()) continue;
        (out += before) += part;
        before = ", ";
    }
    return out + " (offset " + std::to_string(offset) + ")";
}

std::string sentence(const error &e, std::string_view text) {
    return sentence(message(e, text), to_string(e.rule, e.edition), e.document(), e.section(), e.offset);
}

std::string print(const error &e, std::string_view text, print_options options) {
    const std::size_t width = std::max<std::size_t>(options.width, 20);
    const std::size_t at = std::min<std::size_t>(e.offset, text.size());
    // the text before the offset takes two thirds of the line, the text after it the rest
    std::size_t begin = at > width * 2 / 3 ? at - width * 2 / 3 : 0;
    while (begin > 0 && begin < at && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;

    drawing d;
    if (begin > 0) d.dots();
    std::size_t caret = d.columns;
    bool reached = false;
    std::size_t i = begin;
    while (i < text.size() && (i <= at || d.columns < width)) {
        const std::size_t n = printable(text, i);
        if (!reached && at < i + std::max<std::size_t>(n, 1)) {
            caret = d.columns;
            reached = true;
        }
        d.add(text, i, n);
        i += std::max<std::size_t>(n, 1);
    }
    if (!reached) caret = d.columns;
    if (i < text.size()) d.dots();

    std::string out = d.line;
    out += '\n';
    out.append(caret, ' ');
    out += options.colour ? "\x1b[1;31m^\x1b[0m\n" : "^\n";
    out += sentence(e, text);
    out += '\n';
    return out;
}

std::string citation(std::string_view document, std::string_view section) {
    std::string out{document};
    if (section.empty()) return out;
    // "A.2" is a section of Appendix A; what is no number is called by its name.
    const bool lettered =
        section.front() >= 'A' && section.front() <= 'Z' && (section.size() == 1 || section[1] == '.');
    const bool named = section.front() < '0' || section.front() > '9';
    if (lettered || !named) (out += ' ') += lettered ? "Appendix" : "section";
    return (out += ' ') += section;
}

} // namespace uniform
