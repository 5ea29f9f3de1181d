#include "uri/scheme_requests.hpp"

#include <algorithm>

#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/url/scheme_request.hpp>

#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t longest_request = std::size_t{1} << 20;

constexpr auto scheme_severity_names =
    enum_table<scheme_severity>({{scheme_severity::error, "error"}, {scheme_severity::warning, "warning"}});

void append_request_finding(std::string &out, std::string_view file, const scheme_finding &f, bool colour) {
    if (colour) out += ansi::bold;
    out += printable(file) + ':';
    if (f.line != 0) out += std::to_string(f.line) + ':';
    out += ' ';
    if (colour) out += f.severity == scheme_severity::error ? ansi::red : ansi::yellow;
    out += scheme_severity_names.name(f.severity);
    if (colour) out += ansi::plain;
    out += ": " + printable(f.says) + " (" + uniform::citation(f.document, f.section) + ")\n";
}

void append_request_json(std::string &out, std::string_view file, const scheme_request &request,
                         const std::vector<scheme_finding> &findings, bool complete) {
    const auto *const name = request.find(scheme_field::scheme_name);
    const bool text = is_utf8(file) && (name == nullptr || is_utf8(name->text)) &&
                      std::ranges::all_of(findings, [](const scheme_finding &f) { return is_utf8(f.says); });
    json_object object{out, !text};
    object.text("file", file);
    name != nullptr ? object.text("scheme", name->text) : object.null("scheme");
    object.boolean("complete", complete);
    std::string &list = object.raw("findings");
    list += '[';
    for (const scheme_finding &f : findings) {
        if (&f != findings.data()) list += ", ";
        json_object one{list, !text};
        one.text("severity", scheme_severity_names.name(f.severity));
        f.field ? one.text("field", to_string(*f.field)) : one.null("field");
        f.line != 0 ? one.number("line", f.line) : one.null("line");
        one.text("message", f.says).text("document", f.document).text("section", f.section).end();
    }
    list += ']';
    object.end_line();
}

} // namespace

int check_scheme_requests(const std::vector<std::string> &files, bool json, bool colour) {
    int code = exit_good;
    std::string out;
    for (const std::string &file : files) {
        const std::string name = file == "-" ? "<stdin>" : file;
        const auto text = content_of(file, longest_request);
        if (!text) return fail(exit_io, file_error(name, text.error()));
        if (text->size() > longest_request)
            return fail(exit_bad_input, name + ": longer than 1 MiB, which no request is");
        const scheme_request request = read_scheme_request(*text);
        const auto findings = check_scheme_request(request);
        const bool complete = std::ranges::none_of(
            findings, [](const scheme_finding &f) { return f.severity == scheme_severity::error; });
        if (!complete) code = exit_bad_input;
        if (json) {
            append_request_json(out, name, request, findings, complete);
            continue;
        }
        for (const scheme_finding &f : findings) append_request_finding(out, name, f, colour);
        if (complete) {
            out += printable(name) + ": complete" +
                   (findings.empty() ? ""
                                     : ", with " + std::to_string(findings.size()) +
                                           (findings.size() == 1 ? " warning" : " warnings")) +
                   '\n';
        }
    }
    const int printed = print_all(out, colour ? own_colours::yes : own_colours::no);
    return printed != exit_good ? printed : code;
}

} // namespace uniform::cli
