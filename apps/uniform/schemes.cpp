// uniform schemes: IANA's registry.

#include <algorithm>

#include <unistd.h>

#include <uniform/scheme.hpp>

#include "json.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

void pad(std::string &out, std::string_view text, std::size_t width) {
    out += text;
    out.append(text.size() < width ? width - text.size() : 0, ' ');
    out += ' ';
}

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
        object.end_line();
        return;
    }
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    if (colour) out += info.status == scheme_status::permanent ? ansi::green : ansi::dim;
    pad(out, info.name, name_width);
    if (colour) out += ansi::plain;
    pad(out, to_string(info.status), 11);
    pad(out, info.default_port ? std::to_string(*info.default_port) : "-", 5);
    out += info.reference;
    out += '\n';
}

} // namespace

int schemes_verb(const options &o) {
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
            const std::string says = in_quotes(name) + " is not in IANA's registry of URI schemes";
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
