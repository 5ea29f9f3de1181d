#include "cli/help.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/enum_names.hpp>

#include "cli/commands.hpp"
#include "print/text_columns.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t columns = 80;

// Paragraphs; one that begins with two spaces stays as it is.
void append_paragraphs(std::string &out, std::string_view text) {
    for_each_paragraph(text, [&](std::string_view paragraph) {
        if (paragraph.starts_with("  ")) {
            out += paragraph;
            out += '\n';
        } else {
            append_filled(out, paragraph, columns, 0, 0);
        }
        out += '\n';
    });
}

std::string_view words_of(heading h) noexcept {
    static constexpr auto names = enum_table<heading>({{heading::making, "Content"},
                                                       {heading::edits, "Edits"},
                                                       {heading::input, "Input"},
                                                       {heading::rules, "Rules"},
                                                       {heading::output, "Output"},
                                                       {heading::running, "General"}});
    return names.name(h);
}

void append_option(std::string &out, const option_row &row) {
    out += "  ";
    out += row.letter != 0 ? std::string{'-', row.letter, ',', ' '} : std::string(4, ' ');
    out += "--";
    out += row.name;
    if (!row.value.empty()) {
        out += ' ';
        out += row.value;
    }
    constexpr std::size_t indent = 10;
    out += '\n';
    out.append(indent, ' ');
    append_filled(out, row.help, columns, indent, indent);
    if (const std::string values = values_of(row); !values.empty()) {
        out.append(indent, ' ');
        append_filled(out, values, columns, indent, indent);
    }
}

// A line for each command.
void append_commands(std::string &out, std::span<const command *const> commands, std::size_t width) {
    for (const command *c : commands) {
        out += "  ";
        out += c->name;
        out.append(width - c->name.size() + 2, ' ');
        out += c->summary;
        out += '\n';
    }
}

std::size_t width_of(std::span<const command *const> commands) {
    std::size_t width = 0;
    for (const command *c : commands) width = std::max(width, c->name.size());
    return width;
}

// Each line of an example, indented.
void append_lines(std::string &out, std::string_view lines) {
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        out += "  ";
        out += line;
        out += '\n';
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    }
}

void append_first_examples(std::string &out, std::span<const command *const> commands) {
    for (const command *c : commands) {
        if (c->examples.empty()) continue;
        append_lines(out, c->examples.front().line);
    }
}

} // namespace

std::string values_of(const option_row &row) {
    return base::values_in_words(row, row.fallback.empty() ? row.initial(row) : std::string{row.fallback});
}

std::string help_for(const command_group &g) {
    std::string out = "uniform ";
    out += g.name;
    out += ": ";
    out += g.summary;
    out += "\n\nUsage: uniform ";
    out += g.name;
    out += " COMMAND [OPTION...] [ARGUMENT...]\n\n";
    append_commands(out, g.commands, width_of(g.commands));
    out += '\n';
    append_paragraphs(out, g.description);
    out += "Examples:\n";
    append_first_examples(out, g.commands);
    out += "\n`uniform ";
    out += g.name;
    out += " COMMAND --help` explains a command.\n";
    return out;
}

std::string help_for_all() {
    std::string out = "uniform: Uniform Resource Identifiers and Names on the command line\n\n"
                      "Usage: uniform COMMAND [OPTION...] [ARGUMENT...]\n\n";
    const std::size_t width = width_of(all_commands());
    for (const command_group *g : all_groups()) {
        append_commands(out, g->commands, width);
        out += '\n';
    }
    append_paragraphs(out, common_description());
    out += "Exit codes:\n";
    out += exit_codes();
    out += "\n\nExamples:\n";
    for (const command_group *g : all_groups()) {
        if (g != all_groups().back()) append_first_examples(out, g->commands);
    }
    out += "\n`uniform COMMAND --help` explains a command.\n";
    return out;
}

std::string help_for(const command &c) {
    std::string out = "uniform ";
    out += c.name;
    out += ": ";
    out += c.summary;
    out += "\n\nUsage: uniform ";
    out += c.name;
    out += " [OPTION...]";
    if (!c.arguments.empty()) {
        out += ' ';
        out += c.arguments;
    }
    out += "\n\n";
    append_paragraphs(out, c.description);
    for (const heading h :
         {heading::making, heading::edits, heading::input, heading::rules, heading::output, heading::running}) {
        bool any = false;
        c.for_each_option([&](const option_row &row) {
            if (row.under != h) return;
            if (!std::exchange(any, true)) {
                out += words_of(h);
                out += ":\n";
            }
            append_option(out, row);
        });
        if (any) out += '\n';
    }
    if (!c.examples.empty()) out += "Examples:\n";
    for (const example &it : c.examples) {
        out += "  # ";
        out += it.says;
        out += '\n';
        append_lines(out, it.line);
    }
    return out;
}

std::string_view common_description() noexcept {
    return "The inputs are the arguments, the lines of files (--file), or the lines of standard input. A carriage "
           "return before a line end and a byte order mark at the start of a file are removed, files that begin with "
           "the "
           "mark of UTF-16 or UTF-32 are decoded, and empty lines are skipped. With -0, inputs end with NUL. \"--\" "
           "ends the options: the words after it are arguments, even if "
           "they begin with \"-\".\n\n"
           "An input that is not valid is reported on standard error as FILE:LINE:COLUMN, with the rule and its "
           "document, and the run continues. The column counts bytes, from 1; for arguments, the line is the number of "
           "the argument.";
}

std::string_view exit_codes() noexcept {
    return "  0  success\n"
           "  1  some input is not valid, or not equivalent\n"
           "  2  the command line is wrong\n"
           "  3  an input could not be read, or a result not be written";
}

} // namespace uniform::cli
