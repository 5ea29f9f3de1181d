// uniform namespace new, check, diff, show and revise: registration templates.

#include <algorithm>

#include <unistd.h>

#include <uniform/nid.hpp>
#include <uniform/registry/template_diff.hpp>

#include "namespace_document.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"
#include "writer.hpp"

namespace uniform::command {

namespace {

using registry::namespace_template;

// Writes to both outputs; the code unless that fails.
int print_both(std::string_view out, std::string_view messages, int code) {
    const int printed = print_all(out);
    writer errors{STDERR_FILENO};
    errors.write_now(messages);
    if (printed != exit_good) return printed;
    return errors.failure() == 0 ? code : exit_io;
}

// The document, or nothing after its error was appended to the messages.
std::optional<namespace_template> read_or_say(const std::string &file, const options &o, std::string &messages,
                                              int &code) {
    auto document = read_document(file, o);
    if (document) {
        if (std::string why = registry::why_edition(*document); !why.empty()) {
            const registry::finding note{
                .level = registry::severity::note, .at = document->entries.front().at, .message = std::move(why)};
            append_finding(messages, name_of_file(file), note, use_colour(o.colour, STDERR_FILENO));
        }
        return *std::move(document);
    }
    code = std::max(code, document.error().code);
    if (document.error().code != exit_io) {
        append_finding(messages, name_of_file(file), document.error().why, use_colour(o.colour, STDERR_FILENO));
    }
    return std::nullopt;
}

std::string written(const namespace_template &t, const options &o) {
    return o.json ? registry::write_template_json(t) : registry::write_template(t);
}

void append_differences(std::string &out, const registry::template_difference &d, bool colour) {
    using registry::change;
    for (const registry::field_change &f : d.fields) {
        if (f.kind == change::same) continue;
        if (colour) out += ansi::bold;
        ((out += f.name) += ": ") += to_string(f.kind);
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
            out += l.text;
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

} // namespace

int namespace_new_verb(const options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    if (o.arguments.size() > 1) return fail(exit_usage, "one NID at most: " + in_quotes(o.arguments[1]));
    const std::string nid = o.arguments.empty() ? std::string{} : o.arguments.front();
    int code = exit_good;
    if (!nid.empty()) {
        // The template is made whatever the NID; what is wrong with it is better known before it is sent.
        const nid_verdict verdict = judge_nid(nid, o.urn_edition);
        if (verdict.fault) return fail(exit_bad_input, in_quotes(nid) + " is no NID: " + message(*verdict.fault, nid));
        for (const nid_rule rule : nid_rules) {
            if (!verdict.breaks(rule) || (verdict.kind == nid_kind::informal && rule != nid_rule::not_registered)) {
                continue;
            }
            const nid_citation why = cite(rule, o.urn_edition);
            code = fail(exit_bad_input, in_quotes(nid) + " is not available: " + std::string{why.says} + " (" +
                                            std::string{why.document} + " section " + std::string{why.section} + ')' +
                                            (rule == nid_rule::not_registered
                                                 ? "; a new version of its template is made by: uniform namespace "
                                                   "revise FILE"
                                                 : ""));
        }
    }
    const namespace_template fresh = registry::new_template(nid, o.urn_edition);
    const int printed = print_all(written(fresh, o));
    return printed != exit_good ? printed : code;
}

int namespace_check_verb(const options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
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

int namespace_diff_verb(const options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    if (o.arguments.size() != 2) return fail(exit_usage, "which two versions? Usage: uniform namespace diff OLD NEW");
    int code = exit_good;
    std::string out;
    std::string messages;
    const auto older = read_or_say(o.arguments[0], o, messages, code);
    const auto newer = read_or_say(o.arguments[1], o, messages, code);
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
    append_differences(out, d, use_colour(o.colour, STDOUT_FILENO));
    for (const registry::finding &f : d.findings) {
        append_finding(messages, name_of_file(o.arguments[1]), f, use_colour(o.colour, STDERR_FILENO));
    }
    return print_both(out, messages, code);
}

int namespace_show_verb(const options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    if (o.arguments.size() > 1) return fail(exit_usage, "one file at a time: " + in_quotes(o.arguments[1]));
    int code = exit_good;
    std::string messages;
    const auto document = read_or_say(o.arguments.empty() ? "-" : o.arguments.front(), o, messages, code);
    if (!document) return print_both({}, messages, code);
    return print_both(written(*document, o), messages, code);
}

int namespace_revise_verb(const options &o) {
    if (const int code = edition_with_template(o); code != exit_good) return code;
    if (o.arguments.size() > 1) return fail(exit_usage, "one file at a time: " + in_quotes(o.arguments[1]));
    const std::string file = o.arguments.empty() ? "-" : o.arguments.front();
    int code = exit_good;
    std::string messages;
    const auto document = read_or_say(file, o, messages, code);
    if (!document) return print_both({}, messages, code);
    const auto next = registry::new_revision(*document);
    if (!next) {
        return fail(exit_bad_input, std::string{name_of_file(file)} +
                                        ": its version is no whole number, so there is none that follows it");
    }
    return print_both(written(*next, o), messages, code);
}

} // namespace uniform::command
