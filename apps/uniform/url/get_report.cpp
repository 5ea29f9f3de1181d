#include "url/get_report.hpp"

#include <optional>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

#include "print/json.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

// RFC 9110 8.7: Content-Location = absolute-URI / partial-URI, relative to the URI of the request.
std::optional<std::string> content_location(const access_result &result) {
    if (result.content_location.empty()) return std::nullopt;
    const auto base = parse_uri(result.url);
    const auto reference = parse_uri_reference(result.content_location);
    if (!base || !reference) return std::nullopt;
    auto whole = resolve(*base, *reference);
    return whole ? std::optional{*std::move(whole)} : std::nullopt;
}

} // namespace

void append_report(std::string &out, const get_report &r, report_form form, passwords p) {
    const access_result &result = r.result;
    const std::string_view retrieved = result.url.empty() ? r.url : std::string_view{result.url};
    const auto location = content_location(result);
    if (form == report_form::json) {
        json_object object{out, !is_utf8(r.url) || !is_utf8(r.file) || !is_utf8(result.content_type) ||
                                    !is_utf8(result.content_location)};
        object.text("url", r.url).text("retrieved", retrieved);
        std::string &visited = object.raw("visited");
        visited += '[';
        for (const std::string &url : result.visited) {
            if (&url != result.visited.data()) visited += ", ";
            json::append_string(visited, url, object.strings());
        }
        visited += ']';
        result.content_type.empty() ? object.null("content_type") : object.text("content_type", result.content_type);
        location ? object.text("content_location", *location) : object.null("content_location");
        result.status == 0 ? object.null("status") : object.number("status", static_cast<std::uint64_t>(result.status));
        object.number("size", result.size);
        r.file.empty() ? object.null("file") : object.text("file", r.file);
        object.end_line();
        return;
    }
    const auto shown = [&](std::string_view text) { return printable(without_password_text{text, p}.text()); };
    constexpr std::size_t width = 20;
    out += shown(r.url) + '\n';
    append_labelled(out, "retrieved", width, shown(retrieved));
    if (!result.content_type.empty()) append_labelled(out, "type", width, printable(result.content_type));
    if (location) append_labelled(out, "content-location", width, shown(*location));
    if (result.status != 0) append_labelled(out, "status", width, std::to_string(result.status));
    append_labelled(out, "size", width, std::to_string(result.size));
    if (!r.file.empty()) append_labelled(out, "file", width, printable(r.file));
}

} // namespace uniform::cli
