// uniform schemes: IANA's registry.

#include <algorithm>

#include <unistd.h>

#include <uniform/scheme.hpp>
#include <uniform/scheme_name.hpp>
#include <uniform/url/url.hpp>

#include "columns.hpp"
#include "json.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

void append(std::string &out, const scheme_info &info, const options &o, std::size_t name_width) {
    if (o.json) {
        json_object object{out};
        object.text("scheme", info.name).text("status", to_string(info.status)).text("reference", info.reference);
        if (info.default_port) {
            object.number("default_port", *info.default_port).text("default_port_source", info.default_port_source);
        } else {
            object.null("default_port").null("default_port_source");
        }
        object.boolean("empty_path_is_root", info.empty_path_is_root);
        info.default_host.empty() ? object.null("default_host") : object.text("default_host", info.default_host);
        object.text("standing_in_1994", to_string(scheme_standing_of(info.name)));
        std::string &list = object.raw("editions");
        list += '[';
        if (const url_scheme *known = find_url_scheme(info.name)) {
            for (const edition &e : known->editions) {
                if (&e != known->editions.data()) list += ", ";
                append_json_string(list, to_string(e));
            }
        }
        list += ']';
        object.end_line();
        return;
    }
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    if (colour) out += info.status == scheme_status::permanent ? ansi::green : ansi::dim;
    append_column(out, info.name, name_width);
    if (colour) out += ansi::plain;
    append_column(out, to_string(info.status), 11);
    append_column(out, info.default_port ? std::to_string(*info.default_port) : "-", 5);
    out += info.reference;
    out += '\n';
}

// --new: a line for each rule that forbids the name, or one that says it is free.
int judge_names(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "which name? Usage: uniform schemes --new NAME...");
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    int code = exit_good;
    std::string out;
    for (const std::string &name : o.arguments) {
        const scheme_name_verdict v = judge_scheme_name(name);
        if (!v.available()) code = exit_bad_input;
        const auto line = [&](bool good, std::string_view word, std::string_view cites, std::string_view says) {
            if (colour) out += good ? ansi::green : ansi::red;
            append_column(out, word, 9);
            if (colour) out += ansi::plain;
            append_column(out, printable(name), 20);
            append_column(out, cites, 32);
            out += says;
            out += '\n';
        };
        if (!v.well_formed()) {
            if (o.json) {
                append_refusal(out, name, *v.fault);
            } else {
                line(false, "refused", std::string{v.fault->document()} + " section " + std::string{v.fault->section()},
                     message(*v.fault, name) + " (offset " + std::to_string(v.fault->offset) + ')');
            }
            continue;
        }
        std::string broken;
        for (const scheme_name_rule r : scheme_name_rules) {
            if (!v.breaks(r)) continue;
            const scheme_name_citation c = cite(r);
            if (!o.json) {
                line(false, "refused", std::string{c.document} + " section " + std::string{c.section}, c.says);
                continue;
            }
            if (!broken.empty()) broken += ", ";
            json_object{broken}.text("document", c.document).text("section", c.section).text("message", c.says).end();
        }
        if (o.json) {
            json_object object{out};
            object.text("scheme", name).boolean("valid", true).boolean("available", v.available());
            object.boolean("registered", v.registered).boolean("private_use", v.is_private);
            object.raw("broken") += '[' + broken + ']';
            object.end_line();
        } else if (v.available()) {
            line(true, "available", "RFC 7595 section 3.8",
                 v.is_private ? "for private use by the owner of that domain" : "no rule forbids it");
        }
    }
    const int printed = print_all(out);
    return printed != exit_good ? printed : code;
}

// Why a name is not in the registry, where the draft of 1994 says something about it.
std::string unregistered(std::string_view name) {
    std::string says = in_quotes(name) + " is not in IANA's registry of URI schemes";
    if (scheme_standing_of(name) == scheme_standing::experimental) {
        says += "; names starting with \"x-\" are for experiments (draft-ietf-uri-url-06 section 4)";
    }
    return says;
}

} // namespace

int schemes_verb(const options &o) {
    if (o.new_name) return judge_names(o);
    const auto &registry = scheme_registry::standard();
    std::vector<const scheme_info *> found;
    int code = exit_good;
    std::string out;
    const auto is_asked_for = [&](const scheme_info &info) {
        return o.status.empty() || to_string(info.status) == o.status;
    };
    if (o.arguments.empty()) {
        for (const scheme_info &info : iana_schemes()) found.push_back(&info);
    }
    for (const std::string &name : o.arguments) {
        const scheme_info *info = registry.find(name);
        if (info == nullptr) {
            code = exit_bad_input;
            const std::string says = unregistered(name);
            if (o.json) {
                append_refusal(out, name, {0, error_code::not_found, rule::none, edition::rfc3986}, says);
            } else {
                fail(code, says);
            }
        } else if (o.json && is_asked_for(*info)) {
            append(out, *info, o, 0); // in the order of the arguments
        } else if (!o.json) {
            found.push_back(info);
        }
    }
    std::erase_if(found, [&](const auto *info) { return !is_asked_for(*info); });
    std::size_t width = 0;
    for (const scheme_info *info : found) width = std::max(width, info->name.size());
    for (const scheme_info *info : found) append(out, *info, o, width);
    const int printed = print_all(out);
    return printed != exit_good ? printed : code;
}

} // namespace uniform::command
