// uniform schemes: looks schemes up in IANA's registry.

#include <algorithm>
#include <vector>

#include <unistd.h>

#include <uniform/uri/scheme.hpp>
#include <uniform/url/scheme_name.hpp>
#include <uniform/url/scheme_request.hpp>
#include <uniform/url/url.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"
#include "run/typed_arguments.hpp"
#include "uri/commands.hpp"
#include "uri/scheme_requests.hpp"

namespace uniform::cli {

namespace {

struct schemes_command_options : with<common_options, colour_option> {
    bool json = false;
    bool is_new = false;
    bool request = false;
    bool empty_request = false;
    std::string status;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&schemes_command_options::status>({output, 0, "status", "STATUS",
                                                      "Print only the schemes with that status.",
                                                      "permanent provisional historical", "all"}),
            option<&schemes_command_options::is_new>(
                {output, 'n', "new", "",
                 "Check whether a new scheme may have the name, and print the rules that forbid "
                 "it."}),
            option<&schemes_command_options::request>(
                {output, 'r', "request", "",
                 "Check complete requests to register a scheme: the arguments are files with the template of RFC 7595 "
                 "section 7.4; - is standard input."}),
            option<&schemes_command_options::empty_request>(
                {output, 0, "template", "", "Print an empty request to fill in."}),
            option<&schemes_command_options::json>({output, 'j', "json", "", "Print one JSON object a line."}),
        };
    }
};

void append(std::string &out, const scheme_info &info, const schemes_command_options &o, std::size_t name_width) {
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
        const auto text_or_null = [&](std::string_view name, std::string_view text) {
            text.empty() ? object.null(name) : object.text(name, text);
        };
        text_or_null("root_alias", info.root_alias);
        text_or_null("path_endings", info.path_endings);
        text_or_null("path_separators", info.path_separators);
        object.boolean("domain_in_path", info.domain_in_path);
        text_or_null("address_fields", info.address_fields);
        object.text("path", to_string(info.path));
        text_or_null("path_encoded", info.path_encoded);
        text_or_null("equivalence", info.equivalence);
        object.text("standing_in_1994", to_string(scheme_standing_of(info.name)));
        std::string &list = object.raw("editions");
        list += '[';
        if (const url_scheme *known = find_url_scheme(info.name)) {
            for (const edition &e : known->editions) {
                if (&e != known->editions.data()) list += ", ";
                json::append_string(list, to_string(e));
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

// --new: a line for each rule that forbids the name, or one that states that it is available.
int check_names(const schemes_command_options &o) {
    if (o.arguments.empty()) return usage_error(o, "missing argument: NAME");
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    int code = exit_good;
    std::string out;
    for (const std::string &name : o.arguments) {
        const scheme_name_classification v = classify_scheme_name(name);
        if (!v.available()) code = exit_bad_input;
        const auto line = [&](bool good, std::string_view word, std::string_view cites, std::string_view says) {
            if (colour) out += good ? ansi::green : ansi::red;
            append_column(out, word, 9);
            if (colour) out += ansi::plain;
            append_column(out, shown_text(name), 20);
            append_column(out, cites, 32);
            out += says;
            out += '\n';
        };
        if (!v.well_formed()) {
            if (o.json) {
                append_rejected(out, name, *v.fault);
            } else {
                line(false, "refused", uniform::citation(v.fault->document(), v.fault->section()),
                     message(*v.fault, name) + " (offset " + std::to_string(v.fault->offset) + ')');
            }
            continue;
        }
        std::string broken;
        for (const scheme_name_rule r : scheme_name_rules) {
            if (!v.breaks(r)) continue;
            const scheme_name_citation c = cite(r);
            if (!o.json) {
                line(false, "refused", uniform::citation(c.document, c.section), c.says);
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
    const int printed = print_all(out, use_colour(o.colour, STDOUT_FILENO) ? own_colours::yes : own_colours::no);
    return printed != exit_good ? printed : code;
}

// The sentence that a name is not in the registry, with its status in the draft of 1994.
std::string unregistered(std::string_view name) {
    std::string says = in_quotes(name) + " is not in IANA's registry of URI schemes";
    if (scheme_standing_of(name) == scheme_standing::experimental) {
        says += "; names starting with \"x-\" are for experiments (draft-ietf-uri-url-06 section 4)";
        return says;
    }
    std::vector<std::string_view> names;
    for (const scheme_info &info : iana_schemes()) names.push_back(info.name);
    return says + suggestion(name, names);
}

int run_schemes(const schemes_command_options &o) {
    if (o.empty_request) return print_all(empty_scheme_request());
    if (o.request) {
        if (o.arguments.empty()) return usage_error(o, "missing argument: FILE");
        return check_scheme_requests(o.arguments, o.json, use_colour(o.colour, STDOUT_FILENO));
    }
    if (o.is_new) return check_names(o);
    const auto &registry = scheme_registry::standard();
    std::vector<const scheme_info *> found;
    int code = exit_good;
    std::string out;
    const auto is_selected = [&](const scheme_info &info) {
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
                append_rejected(out, name, {0, error_code::not_found, rule::none, edition::rfc3986}, says);
            } else {
                fail(code, says);
            }
        } else if (o.json && is_selected(*info)) {
            append(out, *info, o, 0); // in the order of the arguments
        } else if (!o.json) {
            found.push_back(info);
        }
    }
    std::erase_if(found, [&](const auto *info) { return !is_selected(*info); });
    std::size_t width = 0;
    for (const scheme_info *info : found) width = std::max(width, info->name.size());
    for (const scheme_info *info : found) append(out, *info, o, width);
    const int printed = print_all(out, use_colour(o.colour, STDOUT_FILENO) ? own_colours::yes : own_colours::no);
    return printed != exit_good ? printed : code;
}

// With --typed, a name may be written with its ":", and a URI stands for its scheme.
int run_typed_schemes(with<schemes_command_options, typed_option> o) {
    if (o.typed && !o.request) {
        for (std::string &name : o.arguments) {
            clean_argument(name);
            if (const auto colon = name.find(':'); colon != std::string::npos && colon != 0) name.resize(colon);
        }
    }
    const int code = run_schemes(o);
    if (code != exit_good && !o.typed && !o.request) suggest_typed_for(o.arguments);
    return code;
}

constexpr example schemes_examples[]{
    {"The registry entries of some schemes", "uniform schemes http coap urn"},
    {"All that are permanent", "uniform schemes --status permanent"},
    {"May a new scheme have this name?", "uniform schemes --new weather x-weather org.example.weather"},
    {"Is the request complete?", "uniform schemes --template > request.txt; uniform schemes --request request.txt"},
};

} // namespace

const command schemes_command = command_of<run_typed_schemes>(
    {"schemes", "look schemes up in IANA's registry", "[NAME...]",
     "Prints name, status, default port and defining documents of the named schemes, or of all. The exit code is 1 if "
     "a named scheme is not registered. With --typed, a NAME may have its \":\", or be a URI, of which the scheme "
     "counts."
     "\n\n"
     "--new checks whether a new scheme may have the name: by RFC 3986 section 3.1, by the registry, by RFC 7595 "
     "section 3.8, and by section 4 of draft-ietf-uri-url-06, which reserved some names and those beginning with "
     "\"x-\". The exit code is 1 if one may not.\n\n"
     "--request checks a whole request to register a scheme: that every field of RFC 7595 section 7.4 is there and has "
     "an answer; the name as --new does; the status; contact information; that citations are there and are URIs, and "
     "for a permanent scheme a specification; that the syntax and the access of resources are defined (section 4 of "
     "draft-ietf-uri-url-06); and that examples match the generic syntax. The exit code is 1 after an error; whether "
     "the scheme is useful, people decide.",
     schemes_examples});

} // namespace uniform::cli
