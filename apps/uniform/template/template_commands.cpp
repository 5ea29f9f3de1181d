// uniform template expand, match and check.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/uri_template.hpp>

#include "cli/options.hpp"
#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/terminal_text.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"
#include "run/typed_arguments.hpp"
#include "template/commands.hpp"

namespace uniform::cli {

namespace {

// "varname, RFC 6570 section 2.3" in parentheses; "" for a limit.
std::string cited(const template_error &e) {
    if (e.section.empty()) return {};
    std::string says = " (";
    if (!e.production.empty()) says.append(e.production) += ", ";
    return says.append("RFC 6570 section ").append(e.section) + ')';
}

// Mentions --typed if the template, or the URI, is one without what is around it.
std::string_view template_hint(std::string_view text) {
    const std::string_view stripped = strip_typed(text);
    if (stripped.empty() || stripped.size() == text.size() || !uri_template::parse(stripped)) return {};
    return typed_removes;
}

// `offset` of the error is one into the text of the input.
void reject_template(const batch_options &o, work &w, const input &r, const template_error &e, bool valid = false) {
    const error why{e.offset, error_code::not_found, rule::none, edition::rfc3986};
    const std::string_view hint = o.typed ? std::string_view{} : template_hint(r.text);
    const std::string says = std::string{e.message} + cited(e);
    reject(
        o, w,
        {.input = r.index, .why = why, .message = says, .hint = std::string{hint}, .text = r.text, .whole = e.is_limit},
        [&] {
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", valid);
            json_object inner = object.object("error");
            if (e.is_limit) {
                inner.null("offset");
            } else {
                inner.number("offset", e.offset);
            }
            if (e.section.empty()) {
                inner.null("production").null("document").null("section");
            } else {
                inner.text("production", e.production).text("document", "RFC 6570").text("section", e.section);
            }
            inner.text("message", e.message);
            if (!hint.empty()) inner.text("hint", hint);
            inner.end();
            object.end_line();
        },
        [&] { keep_unchanged(o, w, r); });
}

// RFC 6570 2.3: varname = varchar *( ["."] varchar ). The one variable of an expression without operator and modifier.
bool is_varname(std::string_view name) {
    const auto t = uri_template::parse('{' + std::string{name} + '}');
    return t && t->variables() == std::vector{name};
}

std::string no_varname(std::string_view name) {
    return in_quotes(name) +
           " is no name of a variable: letters, digits, \"_\", percent-encoded octets and single \".\" "
           "between them (varname, RFC 6570 section 2.3)";
}

struct expand_options : with<batch_options, on_error_row> {
    std::optional<std::string> variables_file;
    std::vector<std::pair<std::string, std::string>> set;
    template_variables variables;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&expand_options::variables_file>(
                {input, 0, "variables", "FILE",
                 "The variables as the members of a JSON object in FILE: strings, "
                 "numbers, true and false, each as it is written there; arrays of them are "
                 "lists, objects associative arrays; null is undefined.",
                 "", "", true}),
            option<&read_variable>({input, 'v', "set", "NAME=VALUE", "Set a variable to a string. May be repeated."}),
        };
    }

private:
    static option_status read_variable(expand_options &o, const option_text &text, std::string_view value) {
        const auto equals = value.find('=');
        if (equals == 0 || equals == std::string_view::npos) return std::unexpected{not_of_form(value, text.value)};
        if (!is_varname(value.substr(0, equals))) return std::unexpected{no_varname(value.substr(0, equals))};
        if (!is_utf8(value))
            return std::unexpected{"the value of " + in_quotes(value.substr(0, equals)) + " is not UTF-8"};
        o.set.emplace_back(value.substr(0, equals), value.substr(equals + 1));
        return {};
    }
};

// A string, or another scalar as it is written in the JSON text: 0.10, 1e3, a number of any length; nothing for null
// and for what is none.
std::optional<std::string> scalar(const json::value &v, std::string_view written) {
    if (v.is_string()) return *v.if_string();
    if (v.is_null() || v.is_array() || v.is_object()) return std::nullopt;
    const std::string_view from = written.substr(v.offset());
    return std::string{from.substr(0, from.find_first_of(" \t\r\n,]}"))};
}

// The error names the member.
std::expected<void, std::string> add_variable(template_variables &to, const std::string &name, const json::value &v,
                                              std::string_view written) {
    if (!is_varname(name)) return std::unexpected{no_varname(name)};
    const auto refused = [&] {
        return std::unexpected{"the value of " + in_quotes(name) + " contains an array or an object inside of another"};
    };
    if (const auto text = scalar(v, written)) {
        to[name] = *text;
    } else if (v.is_array()) {
        template_list list;
        for (const json::value &one : v.elements()) {
            if (one.is_null()) continue; // 2.3: undefined
            const auto member = scalar(one, written);
            if (!member) return refused();
            list.push_back(*member);
        }
        to[name] = std::move(list);
    } else if (v.is_object()) {
        template_pairs pairs;
        for (const auto &[key, one] : v.members()) {
            if (one.is_null()) continue;
            const auto member = scalar(one, written);
            if (!member) return refused();
            pairs.emplace_back(key, *member);
        }
        to[name] = std::move(pairs);
    }
    return {};
}

int read_variables(expand_options &o) {
    if (o.variables_file) {
        constexpr std::size_t longest = std::size_t{16} << 20;
        const std::string name = *o.variables_file == "-" ? "<stdin>" : *o.variables_file;
        const auto text = content_of(*o.variables_file, longest);
        if (!text) return fail(exit_io, file_error(name, text.error()));
        if (text->size() > longest) return fail(exit_usage, name + ": longer than 16 MiB");
        const auto read = json::read(*text);
        if (!read) {
            return fail(exit_usage, name + ": byte " + std::to_string(read.error().offset.value_or(0)) + ": " +
                                        read.error().message);
        }
        if (!read->is_object()) return fail(exit_usage, name + ": the variables are the members of a JSON object");
        for (const auto &[variable, v] : read->members()) {
            if (const auto done = add_variable(o.variables, variable, v, *text); !done) {
                return fail(exit_usage, name + ": " + done.error());
            }
        }
    }
    for (const auto &[name, value] : o.set) o.variables[name] = value;
    return exit_good;
}

class expand_run : public batch_job {
public:
    explicit expand_run(const expand_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto t = uri_template::parse(r.text);
            if (!t) return reject_template(options_, w, r, t.error());
            const auto expanded = t->expand(options_.variables);
            if (!expanded) return reject_template(options_, w, r, expanded.error(), true);
            if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true).text("expansion", *expanded).end_line();
            } else {
                w.out += *expanded;
                w.out += options_.terminator();
            }
        });
    }

private:
    const expand_options &options_;
};

int run_expand(expand_options o) {
    if (const int code = read_variables(o); code != exit_good) return code;
    return run_job<expand_run>(o);
}

using match_options = with<batch_options, on_error_row>;

void append_value(std::string &out, json::encoding e, const template_value &value) {
    if (const auto *text = std::get_if<std::string>(&value)) return json::append_string(out, *text, e);
    const char *separator = "";
    if (const auto *list = std::get_if<template_list>(&value)) {
        out += '[';
        for (const std::string &one : *list) {
            out += std::exchange(separator, ", ");
            json::append_string(out, one, e);
        }
        out += ']';
        return;
    }
    out += '{';
    for (const auto &[name, one] : std::get<template_pairs>(value)) {
        out += std::exchange(separator, ", ");
        json::append_string(out, name, e);
        out += ": ";
        json::append_string(out, one, e);
    }
    out += '}';
}

class match_run : public batch_job {
public:
    match_run(const match_options &o, const uri_template &t) : options_{o}, template_{t} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto found = template_.match(r.text);
            if (!found) return reject_template(options_, w, r, found.error());
            std::string values = "{";
            bool bytes = false;
            for (const auto &[name, value] : found->values) bytes = bytes || !is_utf8(text_of(value));
            if (bytes && !options_.json) {
                return reject_template(
                    options_, w, r,
                    {.message = "a value is not UTF-8; with --json, the values are printed and marked as bytes"}, true);
            }
            const json::encoding e = bytes ? json::encoding::bytes : json::encoding::utf8;
            for (const auto &[name, value] : found->values) {
                if (values.size() > 1) values += ", ";
                json::append_string(values, name, e);
                values += ": ";
                append_value(values, e, value);
            }
            values += '}';
            if (options_.json) {
                json_object object{w.out, bytes};
                object.text("input", r.text).boolean("valid", true);
                object.raw("values") += values;
                object.boolean("ambiguous", found->ambiguous).end_line();
                return;
            }
            w.out += values;
            w.out += options_.terminator();
            if (!found->ambiguous) return;
            w.problems.push_back({.input = r.index,
                                  .after = w.out.size(),
                                  .why = error{0, error_code::not_found, rule::none},
                                  .message = "warning: other values expand to the same URI",
                                  .text = r.text,
                                  .harmless = true});
        });
    }

private:
    static std::string text_of(const template_value &value) {
        if (const auto *text = std::get_if<std::string>(&value)) return *text;
        std::string all;
        if (const auto *list = std::get_if<template_list>(&value)) {
            for (const std::string &one : *list) all += one;
        } else {
            for (const auto &[name, one] : std::get<template_pairs>(value)) all += name + one;
        }
        return all;
    }

    const match_options &options_;
    const uri_template &template_;
};

int run_match(match_options o) {
    if (o.typed) clean_argument(o.arguments.front());
    const auto t = uri_template::parse(o.arguments.front());
    if (!t) {
        std::string says;
        const error why{t.error().offset, error_code::not_found, rule::none, edition::rfc3986};
        append_message(says, "<argument>", 1,
                       {.why = why,
                        .message = std::string{t.error().message} + cited(t.error()),
                        .hint = std::string{o.typed ? std::string_view{} : template_hint(o.arguments.front())},
                        .text = o.arguments.front()},
                       style_of_messages(o.colour));
        print_message(says);
        return exit_usage;
    }
    match_run job{o, *t};
    return run_batch(o, job, 1);
}

using check_template_options = with<batch_options, quiet_row, on_error_row>;

class check_template_run : public batch_job {
public:
    explicit check_template_run(const check_template_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto t = uri_template::parse(r.text);
            if (!t) return reject_template(options_, w, r, t.error());
            if (!options_.json) return;
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", true);
            object.number("level", static_cast<std::uint64_t>(t->needs()));
            std::string &list = object.raw("variables");
            list += '[';
            const char *separator = "";
            for (const std::string_view name : t->variables()) {
                list += std::exchange(separator, ", ");
                json::append_string(list, name, object.strings());
            }
            list += ']';
            object.end_line();
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

private:
    const check_template_options &options_;
};

int run_check_template(const check_template_options &o) { return run_job<check_template_run>(o); }

constexpr example expand_examples[]{
    {"With variables of the command line",
     "uniform template expand --set nss=a/7 'https://archive.example/{nss}{?format}'"},
    {"With lists and associative arrays",
     "uniform template expand --variables values.json 'http://a.example{/path*}{?query*}'"},
};
constexpr example match_examples[]{
    {"The values in a URI",
     "uniform template match 'https://archive.example/{nss}{?format}' https://archive.example/a%2F7"},
};
constexpr example check_template_examples[]{
    {"Are these templates?", "uniform template check -f templates.txt"},
    {"Which variables does it have?", "uniform template check --json '{/path*}{?query}'"},
};

} // namespace

const command template_expand_command = command_of<run_expand>(
    {"template expand", "expand URI templates", "[TEMPLATE...]",
     "Prints the expansion of each template (RFC 6570 section 3), one a line. A variable that is not given is "
     "undefined: "
     "its expression expands to nothing. A prefix modifier on a list or an associative array is an error. Names are "
     "those "
     "that a template can have. A template has at most 64 KiB, an expansion 1 MiB, a file of variables 16 MiB.",
     expand_examples});

const command template_match_command = command_of<run_match>(
    {"template match", "find the values of a template in URIs", "TEMPLATE [URI...]",
     "Prints for each URI the values with which the template expands to exactly it, byte for byte, as a JSON object. "
     "A warning tells that other values expand to it, too: {a}{b} can share its characters in many ways, and k,v is "
     "the expansion of a list and of an associative array. It does not tell of a list of one value in place of that "
     "value, "
     "of an associative array of empty values in place of the list of its names, nor of an empty string in place of an "
     "undefined variable where that makes no difference. Values that are not UTF-8 need --json. A URI has at most "
     "8192 bytes, a template 64 KiB; a search that takes too many steps ends with an error. The exit code is 1 if a "
     "URI is no expansion.",
     match_examples});

const command template_check_command = command_of<run_check_template>(
    {"template check", "report what is no URI template", "[TEMPLATE...]",
     "Prints nothing for valid templates; the others are reported with line, column, production and section of RFC "
     "6570. "
     "With --json, a valid one has its level and its variables. The exit code is 0 if all are valid, and 1 otherwise.",
     check_template_examples});

} // namespace uniform::cli
