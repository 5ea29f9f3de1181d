// uniform namespace new, check, diff, show and revise: registration templates.

#include <algorithm>

#include <unistd.h>

#include <uniform/registry/template_diff.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include "cli/options.hpp"
#include "namespace/commands.hpp"
#include "namespace/namespace_document.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "registry/service_registry.hpp"

namespace uniform::cli {

namespace {

using registry::namespace_template;

// Writes to both outputs; the code unless that fails.
int print_both(std::string_view out, std::string_view messages, int code, own_colours colours = own_colours::no) {
    const int printed = print_all(out, colours);
    writer errors{STDERR_FILENO};
    errors.write_now(messages);
    if (printed != exit_good) return printed;
    return errors.failure() == 0 ? code : exit_io;
}

struct template_options : with<common_options, template_edition_option> {
    bool json = false;

    static constexpr auto rows() {
        return std::array{option<&template_options::json>({heading::output, 'j', "json", "",
                                                           "Print the template as one JSON document of several lines "
                                                           "(docs/reference/namespace-template.schema.json)."})};
    }
};

// The document, or std::nullopt after its error was appended to the messages.
std::optional<namespace_template> read_or_report(const std::string &file, const template_edition_option &o, when colour,
                                                 std::string &messages, int &code) {
    auto document = read_document(file, o);
    if (document) {
        if (std::string why = registry::why_edition(*document); !why.empty()) {
            const registry::finding note{
                .level = registry::severity::note, .at = document->entries.front().at, .message = std::move(why)};
            append_finding(messages, name_of_file(file), note, use_colour(colour, STDERR_FILENO));
        }
        return *std::move(document);
    }
    code = std::max(code, document.error().code);
    if (document.error().code != exit_io) {
        append_finding(messages, name_of_file(file), document.error().why, use_colour(colour, STDERR_FILENO));
    }
    return std::nullopt;
}

std::string written(const namespace_template &t, const template_options &o) {
    return o.json ? registry::write_template_json(t) : registry::write_template(t);
}

void append_differences(std::string &out, const registry::template_difference &d, bool colour) {
    using registry::change;
    for (const registry::field_change &f : d.fields) {
        if (f.kind == change::same) continue;
        if (colour) out += ansi::bold;
        ((out += colour ? printable(f.name) : f.name) += ": ") += to_string(f.kind);
        if (colour) out += ansi::plain;
        out += '\n';
        for (const registry::line_change &l : f.lines) {
            if (colour && l.kind == change::added) out += ansi::green;
            if (colour && l.kind == change::removed) out += ansi::red;
            if (l.kind != change::same) {
                out += l.kind == change::added ? "  +" : "  -";
            } else if (!l.text.empty()) {
                out += "   ";
            }
            out += colour ? printable(l.text) : l.text;
            if (colour && l.kind != change::same) out += ansi::plain;
            out += '\n';
        }
    }
}

void append_json_differences(json_object &object, const registry::template_difference &d) {
    std::string &out = object.raw("fields");
    out += '[';
    for (const registry::field_change &f : d.fields) {
        if (&f != d.fields.data()) out += ", ";
        json_object item{out};
        f.id ? item.text("field", to_string(*f.id)) : item.null("field");
        item.text("name", f.name).text("change", to_string(f.kind));
        std::string &lines = item.raw("lines");
        lines += '[';
        for (const registry::line_change &l : f.lines) {
            if (&l != f.lines.data()) lines += ", ";
            json_object line{lines};
            line.text("change", to_string(l.kind)).text("text", l.text);
            line.end();
        }
        lines += ']';
        item.end();
    }
    out += ']';
}

int new_template(const template_options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    const std::string nid = o.arguments.empty() ? std::string{} : o.arguments.front();
    int code = exit_good;
    if (!nid.empty()) {
        // The template is made also for a NID that is not available.
        const nid_classification verdict = classify_nid(nid, o.urn_edition());
        if (verdict.fault)
            return fail(exit_bad_input, in_quotes(nid) + " is not a NID: " + message(*verdict.fault, nid));
        const std::string_view registered = cite(nid_rule::not_registered, o.urn_edition()).says;
        for (const nid_citation &why : refusals_of_new_nid(nid, verdict.registered, o.urn_edition())) {
            code = fail(exit_bad_input,
                        in_quotes(nid) + " is not available: " + std::string{why.says} + " (" +
                            uniform::citation(why.document, why.section) + ')' +
                            (why.says == registered ? "; for a new version of its template: uniform namespace revise "
                                                      "FILE"
                                                    : ""));
        }
    }
    const namespace_template fresh = registry::new_template(nid, o.urn_edition());
    const int printed = print_all(written(fresh, o));
    return printed != exit_good ? printed : code;
}

struct check_options
    : with<common_options, template_edition_option, colour_option, quiet_option, registry_source_options> {
    bool json = false;
    bool warnings_as_errors = false;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&check_options::warnings_as_errors>(
                {output, 0, "warnings-as-errors", "", "The exit code is 1 for warnings as well."}),
            option<&check_options::json>(
                {output, 'j', "json", "", "Print one JSON object a line, with the findings of each file."}),
        };
    }
};

int check(const check_options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    if (const int code = use_registry_of(o, o); code != exit_good) return code;
    const bool colour = use_colour(o.colour, STDERR_FILENO);
    std::vector<std::string> files = o.arguments;
    if (files.empty()) files.emplace_back("-");
    int code = exit_good;
    std::string out;
    std::string messages;
    for (const std::string &file : files) {
        const auto document = read_document(file, o);
        if (!document && document.error().code == exit_io) {
            code = exit_io;
            continue;
        }
        const auto findings = document ? registry::check_template(*document) : std::vector<registry::finding>{};
        const bool valid = document && !registry::has_errors(findings) &&
                           !(o.warnings_as_errors && std::ranges::find(findings, registry::severity::warning,
                                                                       &registry::finding::level) != findings.end());
        if (!document) code = std::max(code, document.error().code);
        if (!valid) code = std::max(code, exit_bad_input);
        if (o.quiet) continue;
        if (o.json) {
            const std::string_view name = name_of_file(file);
            json_object object{out, !is_utf8(name)};
            object.text("input", name).boolean("valid", valid);
            document ? object.text("edition", to_string(document->edition)) : object.null("edition");
            object.text("list_date", namespace_registry::standard().date());
            append_findings(object, findings);
            if (!document) append_template_error(object, document.error().why);
            object.end_line();
            continue;
        }
        if (!document) append_finding(messages, name_of_file(file), document.error().why, colour);
        for (const registry::finding &f : findings) append_finding(messages, name_of_file(file), f, colour);
    }
    return print_both(out, messages, code);
}

struct diff_options : with<common_options, template_edition_option, colour_option> {
    bool json = false;

    static constexpr auto rows() {
        return std::array{option<&diff_options::json>(
            {heading::output, 'j', "json", "", "Print the differences as one JSON object."})};
    }
};

int diff(const diff_options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    int code = exit_good;
    std::string out;
    std::string messages;
    const auto older = read_or_report(o.arguments[0], o, o.colour, messages, code);
    const auto newer = read_or_report(o.arguments[1], o, o.colour, messages, code);
    if (!older || !newer) return print_both({}, messages, code);
    const auto d = registry::compare_templates(*older, *newer);
    if (registry::has_errors(d.findings)) code = exit_bad_input;
    if (o.json) {
        json_object object{out, !is_utf8(o.arguments[0]) || !is_utf8(o.arguments[1])};
        object.text("old", name_of_file(o.arguments[0])).text("new", name_of_file(o.arguments[1]));
        object.boolean("different", d.any());
        append_json_differences(object, d);
        append_findings(object, d.findings);
        object.end_line();
        return print_both(out, messages, code);
    }
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    append_differences(out, d, colour);
    for (const registry::finding &f : d.findings) {
        append_finding(messages, name_of_file(o.arguments[1]), f, use_colour(o.colour, STDERR_FILENO));
    }
    return print_both(out, messages, code, colour ? own_colours::yes : own_colours::no);
}

std::string file_of(const common_options &o) { return o.arguments.empty() ? "-" : o.arguments.front(); }

int show(const template_options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    int code = exit_good;
    std::string messages;
    const auto document = read_or_report(file_of(o), o, when::automatic, messages, code);
    return print_both(document ? written(*document, o) : std::string{}, messages, code);
}

int revise(const template_options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    const std::string file = file_of(o);
    int code = exit_good;
    std::string messages;
    const auto document = read_or_report(file, o, when::automatic, messages, code);
    if (!document) return print_both({}, messages, code);
    const auto next = registry::new_revision(*document);
    if (!next) {
        return fail(exit_bad_input,
                    std::string{name_of_file(file)} + ": its version is not a whole number, so there is no next one");
    }
    return print_both(written(*next, o), messages, code);
}

constexpr example new_examples[]{
    {"Start a template", "uniform namespace new harbour > harbour.txt"},
    {"The fields that are still to be filled in", "uniform namespace new harbour | uniform namespace check -"},
};
constexpr example check_examples[]{
    {"Before it is sent", "uniform namespace check harbour.txt"},
    {"Only the errors", "uniform namespace check harbour.txt 2>&1 | grep ': error: '"},
    {"In a script", "uniform namespace check --quiet --warnings-as-errors harbour.txt && echo ready"},
    {"For programs", "uniform namespace check --json harbour-1.txt harbour-2.txt"},
};
constexpr example diff_examples[]{
    {"The changes of a revision, and whether it describes them", "uniform namespace diff harbour-1.txt harbour-2.txt"},
};
constexpr example show_examples[]{
    {"As JSON", "uniform namespace show --json harbour.txt"},
    {"To JSON and back", "uniform namespace show --json harbour.txt | uniform namespace show"},
};
constexpr example revise_examples[]{{"Start version 2", "uniform namespace revise harbour.txt"}};

} // namespace

const command namespace_new_command =
    command_of<new_template>({"namespace new", "start the registration template of a namespace", "[NID]",
                              "Prints a template with every field of the edition (RFC 8141 Appendix A), and in each "
                              "its question, as \"[Fill in: ...]\". A NID that a new namespace cannot have is "
                              "reported; the exit code is 1 then.",
                              new_examples});

const command namespace_check_command = command_of<check>(
    {"namespace check", "check registration templates", "[FILE...]",
     "Reports on standard error, as compilers do, what a template lacks by RFC 8141: FILE:LINE:COLUMN, the severity, a "
     "sentence, and the section with its MUST or SHOULD. An error prevents the registration; a warning is a rule that "
     "is probably not met; a note is something that a person must check. Files are text or JSON, at most 1 MiB each; "
     "\"-\" is standard input, which is read without arguments. With --json, an object for each file goes to standard "
     "output. The exit code is 1 if there are errors.",
     check_examples});

const command namespace_diff_command = command_of<diff>(
    {"namespace diff", "compare two versions of a registration", "OLD NEW",
     "Prints the fields that differ, line by line, and reports what a revision lacks: the next version number, a date "
     "that is not earlier, the same NID, and a description of the differences (RFC 8141 section 6.2). The exit code is "
     "1 if there are errors.",
     diff_examples});

const command namespace_show_command = command_of<show>(
    {"namespace show", "print a registration template as text or JSON", "[FILE]",
     "Reads a template in either form, also inside an Internet-Draft, and prints it as text, or with --json as JSON "
     "(docs/reference/namespace-template.schema.json). Without --edition, a template in JSON is of the edition that it "
     "names, and one in text of the edition of its labels; a note is printed if that is not RFC 8141. An --edition "
     "that contradicts the one named in JSON is an error, with exit code 2.",
     show_examples});

const command namespace_revise_command = command_of<revise>(
    {"namespace revise", "start the next version of a registration template", "[FILE]",
     "Prints the template with the next version number, \"[Fill in: ...]\" for the date and for the differences (RFC "
     "8141 section 6.2), and all other fields unchanged. The exit code is 1 if the version is not a whole number.",
     revise_examples});

} // namespace uniform::cli
