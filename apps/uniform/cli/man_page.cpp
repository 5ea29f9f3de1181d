#include <algorithm>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/version.hpp>

#include "cli/about.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "print/text_columns.hpp"

namespace uniform::cli {

namespace {

// Text as roff: no character of it is an instruction, and each is named in US-ASCII, because roff reads no UTF-8.
std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view sequence = text.substr(0, base::utf8_sequence_at(text).size);
        text.remove_prefix(sequence.size());
        const char c = sequence.front();
        if (sequence.size() > 1) {
            out += "\\[u" + base::code_point(base::character_of(sequence)).substr(2) + ']';
            continue;
        }
        switch (c) {
        case '\\':
            out += "\\e";
            break;
        case '-':
            out += "\\-";
            break;
        case '\'':
            out += "\\(aq";
            break;
        case '`':
            out += "\\(ga";
            break;
        case '^':
            out += "\\(ha";
            break;
        case '~':
            out += "\\(ti";
            break;
        case '"':
            out += "\\(dq";
            break;
        default:
            out += c;
        }
    }
    return out;
}

// A line of text; one that begins with "." would be a request.
void line(std::string &out, std::string_view text) {
    if (text.starts_with('.')) out += "\\&";
    out += escaped(text);
    out += '\n';
}

void macro(std::string &out, std::string_view name, std::string_view argument = {}) {
    out += '.';
    out += name;
    if (!argument.empty()) {
        out += ' ';
        out += escaped(argument);
    }
    out += '\n';
}

void verbatim(std::string &out, std::string_view text) {
    macro(out, "PP");
    macro(out, "nf");
    while (!text.empty()) {
        const auto end = text.find('\n');
        line(out, text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    macro(out, "fi");
}

void append_man_paragraphs(std::string &out, std::string_view text) {
    for_each_paragraph(text, [&](std::string_view paragraph) {
        if (paragraph.starts_with("  ")) {
            verbatim(out, paragraph);
        } else {
            macro(out, "PP");
            line(out, paragraph);
        }
    });
}

std::string title(std::string_view name) {
    std::string upper{name};
    std::ranges::transform(upper, upper.begin(), ascii::to_upper);
    return ".TH " + escaped(upper) + " 1 \"\" \"uniform " + escaped(version) + "\" \"User Commands\"\n";
}

void append_man_option(std::string &out, const option_row &row) {
    const option_text &text = row;
    macro(out, "TP");
    if (text.letter != 0) out += "\\fB\\-" + std::string{text.letter} + "\\fR, ";
    out += "\\fB\\-\\-" + escaped(text.name) + "\\fR";
    if (!text.value.empty()) out += " \\fI" + escaped(text.value) + "\\fR";
    out += '\n';
    line(out, text.help);
    if (const std::string values = values_of(row); !values.empty()) line(out, values);
}

void append_examples(std::string &out, std::span<const example> examples) {
    if (examples.empty()) return;
    macro(out, "SH", "EXAMPLES");
    for (const example &it : examples) {
        macro(out, "TP");
        line(out, it.says);
        out += "\\fB" + escaped(it.line) + "\\fR\n";
    }
}

void append_commands(std::string &out, std::span<const command *const> commands) {
    macro(out, "SH", "COMMANDS");
    for (const command *c : commands) {
        macro(out, "TP");
        out += "\\fB" + escaped(c->name) + "\\fR";
        if (!c->arguments.empty()) out += " \\fI" + escaped(c->arguments) + "\\fR";
        out += '\n';
        line(out, c->summary);
    }
}

std::vector<example> first_examples(std::span<const command *const> commands) {
    std::vector<example> first;
    for (const command *c : commands) {
        if (!c->examples.empty()) first.push_back(c->examples.front());
    }
    return first;
}

void append_page(std::string &out, std::string_view name) {
    if (!out.empty()) out += ", ";
    out += "uniform-" + hyphenated(name) + "(1)";
}

} // namespace

std::string man_page() {
    std::string out = title("uniform");
    macro(out, "SH", "NAME");
    out += "uniform \\- Uniform Resource Identifiers and Names on the command line\n";
    macro(out, "SH", "SYNOPSIS");
    out += "\\fBuniform\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n";
    macro(out, "SH", "DESCRIPTION");
    append_man_paragraphs(out, common_description());
    append_commands(out, all_commands());
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "ENVIRONMENT");
    macro(out, "TP");
    out += "\\fBNO_COLOR\\fR\n";
    line(out, "If set and not empty: no colors, unless --color=always is given.");
    append_examples(out, first_examples(all_commands()));
    macro(out, "SH", "SEE ALSO");
    std::string others;
    for (const command_group *g : all_groups()) {
        if (g == &about_group) continue; // its commands have no pages
        if (!g->name.empty()) append_page(others, g->name);
        for (const command *c : g->commands) append_page(others, c->name);
    }
    line(out, others);
    return out;
}

std::string man_page(const command_group &g) {
    const std::string name = "uniform-" + std::string{g.name};
    std::string out = title(name);
    macro(out, "SH", "NAME");
    out += escaped(name) + " \\- " + escaped(g.summary) + '\n';
    macro(out, "SH", "SYNOPSIS");
    out += "\\fBuniform " + escaped(g.name) + "\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n";
    macro(out, "SH", "DESCRIPTION");
    append_man_paragraphs(out, g.description);
    append_commands(out, g.commands);
    append_examples(out, first_examples(g.commands));
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "SEE ALSO");
    std::string others = "uniform(1)";
    for (const command *c : g.commands) append_page(others, c->name);
    line(out, others);
    return out;
}

std::string man_page(const command &c) {
    const std::string name = "uniform-" + hyphenated(c.name);
    std::string out = title(name);
    macro(out, "SH", "NAME");
    out += escaped(name) + " \\- " + escaped(c.summary) + '\n';
    macro(out, "SH", "SYNOPSIS");
    out += "\\fBuniform " + escaped(c.name) + "\\fR [\\fIOPTION\\fR...]";
    if (!c.arguments.empty()) out += " \\fI" + escaped(c.arguments) + "\\fR";
    out += '\n';
    macro(out, "SH", "DESCRIPTION");
    append_man_paragraphs(out, c.description);
    macro(out, "SH", "OPTIONS");
    c.for_each_option([&](const option_row &row) { append_man_option(out, row); });
    append_examples(out, c.examples);
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "SEE ALSO");
    std::string others = "uniform(1)";
    if (const command_group *group = group_of(c); group != nullptr) append_page(others, group->name);
    line(out, others);
    return out;
}

} // namespace uniform::cli
