#include <algorithm>
#include <vector>

#include <uniform/version.hpp>

#include "help.hpp"

namespace uniform::command {

namespace {

// Text as roff: no character of it is an instruction.
std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
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

void paragraphs(std::string &out, std::string_view text) {
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        const std::string_view paragraph = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
        if (paragraph.starts_with("  ")) {
            verbatim(out, paragraph);
        } else {
            macro(out, "PP");
            line(out, paragraph);
        }
    }
}

std::string title(std::string_view name) {
    std::string upper{name};
    std::ranges::transform(upper, upper.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return ".TH " + escaped(upper) + " 1 \"\" \"uniform " + escaped(version) + "\" \"User Commands\"\n";
}

void append_option(std::string &out, const option_spec &spec) {
    macro(out, "TP");
    if (spec.short_name != 0) out += "\\fB\\-" + std::string{spec.short_name} + "\\fR, ";
    out += "\\fB\\-\\-" + escaped(spec.long_name) + "\\fR";
    if (!spec.value.empty()) out += " \\fI" + escaped(spec.value) + "\\fR";
    out += '\n';
    line(out, spec.help);
    if (!spec.choices.empty()) line(out, "One of: " + std::string{spec.choices} + '.');
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

void append_verbs(std::string &out, std::span<const verb_spec> verbs) {
    macro(out, "SH", "VERBS");
    for (const verb_spec &verb : verbs) {
        macro(out, "TP");
        out += "\\fB" + escaped(verb.name) + "\\fR";
        if (!verb.arguments.empty()) out += " \\fI" + escaped(verb.arguments) + "\\fR";
        out += '\n';
        line(out, verb.summary);
    }
}

std::vector<example> first_examples(std::span<const verb_spec> verbs) {
    std::vector<example> first;
    for (const verb_spec &verb : verbs) {
        if (!verb.examples.empty()) first.push_back(verb.examples.front());
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
    out += "\\fBuniform\\fR \\fIVERB\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n";
    macro(out, "SH", "DESCRIPTION");
    paragraphs(out, common_description());
    append_verbs(out, all_verbs());
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "ENVIRONMENT");
    macro(out, "TP");
    out += "\\fBNO_COLOR\\fR\n";
    line(out, "Set and not empty: no colours unless --color=always asks for them.");
    append_examples(out, first_examples(all_verbs()));
    macro(out, "SH", "SEE ALSO");
    std::string others;
    for (const verb_spec &verb : all_verbs()) {
        if (verb.name == "help" || verb.name == "version" || verb.name == "completion") continue; // without a page
        const verb_group *group = group_of(verb);
        if (group != nullptr && verb.name == verbs_of(*group).front().name) append_page(others, group->name);
        append_page(others, verb.name);
    }
    line(out, others);
    return out;
}

std::string man_page(const verb_group &g) {
    const std::string name = "uniform-" + std::string{g.name};
    std::string out = title(name);
    macro(out, "SH", "NAME");
    out += escaped(name) + " \\- " + escaped(g.summary) + '\n';
    macro(out, "SH", "SYNOPSIS");
    out += "\\fBuniform " + escaped(g.name) + "\\fR \\fIVERB\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n";
    macro(out, "SH", "DESCRIPTION");
    paragraphs(out, g.description);
    append_verbs(out, verbs_of(g));
    append_examples(out, first_examples(verbs_of(g)));
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "SEE ALSO");
    std::string others = "uniform(1)";
    for (const verb_spec &verb : verbs_of(g)) append_page(others, verb.name);
    line(out, others);
    return out;
}

std::string man_page(const verb_spec &verb) {
    const std::string name = "uniform-" + hyphenated(verb.name);
    std::string out = title(name);
    macro(out, "SH", "NAME");
    out += escaped(name) + " \\- " + escaped(verb.summary) + '\n';
    macro(out, "SH", "SYNOPSIS");
    out += "\\fBuniform " + escaped(verb.name) + "\\fR";
    if (!verb.options.empty()) out += " [\\fIOPTION\\fR...]";
    if (!verb.arguments.empty()) out += " \\fI" + escaped(verb.arguments) + "\\fR";
    out += '\n';
    macro(out, "SH", "DESCRIPTION");
    paragraphs(out, verb.description);
    macro(out, "SH", "OPTIONS");
    for (opt id : verb.options) append_option(out, spec_of(id));
    append_option(out, spec_of(opt::help));
    append_examples(out, verb.examples);
    macro(out, "SH", "EXIT STATUS");
    verbatim(out, exit_codes());
    macro(out, "SH", "SEE ALSO");
    std::string others = "uniform(1)";
    if (const verb_group *group = group_of(verb); group != nullptr) append_page(others, group->name);
    line(out, others);
    return out;
}

} // namespace uniform::command
