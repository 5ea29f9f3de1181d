#include "help.hpp"

#include <algorithm>
#include <utility>

namespace uniform::command {

namespace {

constexpr std::size_t columns = 80;

// Appends the text filled into lines that begin at `indent`; the first one begins where `out` ends.
void fill(std::string &out, std::string_view text, std::size_t indent, std::size_t at) {
    bool first = true;
    while (!text.empty()) {
        const auto blank = text.find(' ');
        const std::string_view word = text.substr(0, blank);
        text = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
        if (!first && at + 1 + word.size() > columns) {
            out += '\n';
            out.append(indent, ' ');
            at = indent;
        } else if (!first) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
        first = false;
    }
    out += '\n';
}

// Paragraphs; those that begin with two blanks stay as they are.
void paragraphs(std::string &out, std::string_view text) {
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        const std::string_view paragraph = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
        if (paragraph.starts_with("  ")) {
            out += paragraph;
            out += '\n';
        } else {
            fill(out, paragraph, 0, 0);
        }
        out += '\n';
    }
}

void append_option(std::string &out, opt id) {
    const option_spec &spec = spec_of(id);
    std::string name = "  ";
    name += spec.short_name != 0 ? std::string{'-', spec.short_name, ',', ' '} : std::string(4, ' ');
    name += "--";
    name += spec.long_name;
    if (!spec.value.empty()) {
        name += ' ';
        name += spec.value;
    }
    constexpr std::size_t indent = 10;
    out += name;
    out += '\n';
    out.append(indent, ' ');
    fill(out, spec.help, indent, indent);
    if (!spec.choices.empty()) {
        out.append(indent, ' ');
        std::string words = "One of";
        for (std::string_view rest = spec.choices; !rest.empty();) {
            const auto blank = rest.find(' ');
            words += words.size() == 6 ? " " : ", ";
            words += rest.substr(0, blank);
            rest = blank == std::string_view::npos ? std::string_view{} : rest.substr(blank + 1);
        }
        fill(out, words + '.', indent, indent);
    }
}

// A line for each verb.
void append_verbs(std::string &out, std::span<const verb_spec> verbs) {
    std::size_t width = 0;
    for (const verb_spec &verb : verbs) width = std::max(width, verb.name.size());
    const verb_group *group = nullptr;
    for (const verb_spec &verb : verbs) {
        if (&verb != verbs.data() && group_of(verb) != group) out += '\n'; // between groups
        group = group_of(verb);
        out += "  ";
        out += verb.name;
        out.append(width - verb.name.size() + 2, ' ');
        out += verb.summary;
        out += '\n';
    }
}

} // namespace

std::string help_for(const verb_group &g) {
    std::string out = "uniform ";
    out += g.name;
    out += ": ";
    out += g.summary;
    out += "\n\nUsage: uniform ";
    out += g.name;
    out += " VERB [OPTION...] [ARGUMENT...]\n\n";
    append_verbs(out, verbs_of(g));
    out += '\n';
    paragraphs(out, g.description);
    out += "Examples:\n";
    for (const verb_spec &verb : verbs_of(g)) {
        if (verb.examples.empty()) continue;
        out += "  ";
        out += verb.examples.front().line;
        out += '\n';
    }
    out += "\n`uniform ";
    out += g.name;
    out += " VERB --help` tells more about a verb.\n";
    return out;
}

std::string help_for_all() {
    std::string out = "uniform: Uniform Resource Identifiers and Names on the command line\n\n"
                      "Usage: uniform VERB [OPTION...] [ARGUMENT...]\n\n";
    append_verbs(out, all_verbs());
    out += '\n';
    paragraphs(out, common_description());
    out += "Exit codes:\n";
    out += exit_codes();
    out += "\n\nExamples:\n";
    for (const verb_spec &verb : all_verbs()) {
        if (verb.examples.empty() || verb.name == "help" || verb.name == "completion") continue;
        out += "  ";
        out += verb.examples.front().line;
        out += '\n';
    }
    out += "\n`uniform VERB --help` tells more about a verb.\n";
    return out;
}

std::string help_for(const verb_spec &verb) {
    std::string out = "uniform ";
    out += verb.name;
    out += ": ";
    out += verb.summary;
    out += "\n\nUsage: uniform ";
    out += verb.name;
    if (!verb.options.empty()) out += " [OPTION...]";
    if (!verb.arguments.empty()) {
        out += ' ';
        out += verb.arguments;
    }
    out += "\n\n";
    paragraphs(out, verb.description);
    for (group heading : {group::making, group::edits, group::input, group::rules, group::output, group::running}) {
        bool any = false;
        const auto add = [&](opt id) {
            if (spec_of(id).heading != heading) return;
            if (!std::exchange(any, true)) {
                out += heading_of(heading);
                out += ":\n";
            }
            append_option(out, id);
        };
        for (opt id : verb.options) add(id);
        add(opt::help);
        if (any) out += '\n';
    }
    if (!verb.examples.empty()) out += "Examples:\n";
    for (const example &it : verb.examples) {
        out += "  # ";
        out += it.says;
        out += "\n  ";
        out += it.line;
        out += '\n';
    }
    return out;
}

} // namespace uniform::command
