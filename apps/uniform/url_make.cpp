// uniform url make: a URL of its parts.

#include <algorithm>

#include <uniform/host.hpp>

#include "diagnostics.hpp"
#include "json.hpp"
#include "url_fields.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

std::string scheme_names() {
    std::string all;
    for (const url_scheme &s : url_schemes()) {
        if (!all.empty()) all += ' ';
        all += s.name;
    }
    return all;
}

int unknown_field(std::string_view scheme, std::string_view name) {
    const auto names = url_field_names(scheme);
    std::string says = in_quotes(name) + " is no part of a URL of the scheme " + in_quotes(scheme);
    if (find_url_scheme(scheme) == nullptr) {
        std::vector<std::string_view> known;
        for (const url_scheme &s : url_schemes()) known.push_back(s.name);
        const std::string_view near = did_you_mean(scheme, known);
        says += ", of which only schemepart is known here";
        if (!near.empty()) says += "; did you mean the scheme \"" + std::string{near} + "\"?";
        return fail(exit_usage, says);
    }
    if (const std::string_view near = did_you_mean(name, names); !near.empty()) {
        return fail(exit_usage, says + "; did you mean \"" + std::string{near} + "\"?");
    }
    std::string all;
    for (const std::string_view n : names) all += ' ' + std::string{n};
    return fail(exit_usage, says + "; they are" + all);
}

// The fields by name, in the order in which they were first given; what is given again makes a list.
std::expected<std::vector<url_field>, int> fields_of_arguments(const options &o, std::string_view scheme) {
    std::vector<url_field> fields;
    const auto names = url_field_names(scheme);
    for (std::size_t i = 1; i < o.arguments.size(); ++i) {
        const std::string_view argument = o.arguments[i];
        const auto equals = argument.find('=');
        if (equals == std::string_view::npos) {
            return std::unexpected{fail(exit_usage, in_quotes(argument) + " is not FIELD=VALUE")};
        }
        const std::string_view name = argument.substr(0, equals);
        const std::string_view value = argument.substr(equals + 1);
        if (std::ranges::find(names, name) == names.end()) return std::unexpected{unknown_field(scheme, name)};
        const auto it = std::ranges::find(fields, name, &url_field::name);
        if (it == fields.end()) {
            fields.push_back(url_field::of(std::string{name}, std::string{value}));
            continue;
        }
        if (it->what == url_field::kind::text) *it = url_field::of_list(std::string{name}, {it->text});
        it->list.emplace_back(value);
    }
    return fields;
}

int refused(std::string_view scheme, std::span<const url_field> fields, const error &why) {
    if (why.code == error_code::repeated_component) {
        for (const url_field &f : fields) {
            if (f.list.size() < 2 || f.name == "to" || f.name == "cwd") continue;
            return fail(exit_usage, in_quotes(f.name) + " is given " + std::to_string(f.list.size()) +
                                        " times, and a URL of the scheme " + in_quotes(scheme) + " has one");
        }
    }
    const auto given = [&](std::string_view name) {
        const auto it = std::ranges::find(fields, name, &url_field::name);
        return it == fields.end() ? std::string_view{} : std::string_view{it->text};
    };
    std::string says = "no URL of the scheme " + in_quotes(scheme) + " has these parts: " + std::string{why.message()};
    if (const std::string cited = citation(why); !cited.empty()) says += " (" + cited + ')';
    const std::string_view host = given("host");
    if (why.rule == rule::host && !host.starts_with('[') && parse_ipv6address(host)) {
        says += "; an IPv6 address stands in brackets: host=[" + std::string{host} + ']';
    } else if (scheme == "file" && given("path").starts_with('/')) {
        says += "; the path is what follows the \"/\" after the host: path=";
        says += printable(given("path").substr(1));
    }
    return fail(exit_bad_input, says);
}

} // namespace

int url_make_verb(const options &o) {
    if (o.arguments.empty()) {
        return fail(exit_usage, "of which scheme? Give its name as first argument: " + scheme_names() + ", or another");
    }
    const std::string_view scheme = o.arguments.front();
    const auto fields = fields_of_arguments(o, scheme);
    if (!fields) return fields.error();
    const auto made = make_url(scheme, *fields, urls(o));
    if (!made) return refused(scheme, *fields, made.error());
    if (!o.json) return print_all(*made + o.terminator());
    std::string out;
    const auto url = parse_url(*made, urls(o));
    if (!url) return refused(scheme, *fields, url.error());
    const auto read = fields_of(*url);
    json_object object{out, !are_utf8(read)};
    object.text("url", *made);
    append_url(object, *url, read);
    object.end_line();
    return print_all(out);
}

} // namespace uniform::command
