// The description of the API, and the meaning of the problem types.

#include <array>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/problem_types.hpp>

#include "http/api/html.hpp"
#include "http/api/problem_response.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"

namespace uniform::http {

namespace {

handler_result describe(request_context &c) {
    response r = json_response(200, c.router.description());
    r.fields.emplace_back("Cache-Control", "max-age=300");
    return r;
}

// --- problem types. RFC 9457 3.1.1: the type should resolve to documentation for people.

using resolver::problem_type;

std::string address_of(problem_type t) { return "/problems/" + std::string(to_string(t)); }

void write(json::writer &w, problem_type t) {
    w.begin_object().member("type", address_of(t)).member("title", title(t)).member("status", status(t));
    w.member("meaning", meaning(t)).end_object();
}

std::string as_json(problem_type t) {
    std::string out;
    json::writer w{out};
    write(w, t);
    return out;
}

response page_or_json(bool is_page, std::string body) {
    response out;
    if (is_page) {
        out.fields = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Content-Security-Policy", std::string(html::security_policy)}};
        out.body = std::move(body);
    } else {
        out = json_response(200, std::move(body));
    }
    out.fields.emplace_back("Cache-Control", "max-age=86400");
    out.fields.emplace_back("Vary", "Accept");
    return out;
}

bool wants_page(const request &r) { return resolver::prefers_html(resolver::accept_list{r.value("Accept")}); }

handler_result describe_problem(request_context &c) {
    const auto type = resolver::problem_type_from(c.path_value("type"));
    if (!type) {
        return std::unexpected{resolver::problem{.type = problem_type::not_found,
                                                 .detail = "unknown problem type \"" +
                                                           std::string(c.path_value("type")) +
                                                           "\": /problems lists the problem types"}};
    }
    if (!wants_page(c.request)) return page_or_json(false, as_json(*type));
    std::string page = html::head(title(*type));
    page += "</head>\n<body>\n<main>\n<h1>" + html::escaped(title(*type)) + "</h1>\n<p>" +
            html::escaped(meaning(*type)) + "</p>\n<dl>\n" +
            html::term("Type", "<code>" + address_of(*type) + "</code>") +
            html::term("Status", std::to_string(status(*type))) + "</dl>\n<p>" +
            html::link("/problems", "All problems") + "</p>\n</main>\n</body>\n</html>\n";
    return page_or_json(true, std::move(page));
}

std::string problems_page() {
    std::string out = html::head("Problems");
    out += "</head>\n<body>\n<main>\n<h1>Problems</h1>\n<p>Each error response of this service has one of these "
           "problem types (RFC 9457).</p>\n<dl>\n";
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) {
        const auto type = static_cast<problem_type>(i);
        out += "<dt>" + html::link(address_of(type), title(type)) + " (" + std::to_string(status(type)) + ")</dt><dd>" +
               html::escaped(meaning(type)) + "</dd>\n";
    }
    return out + "</dl>\n</main>\n</body>\n</html>\n";
}

std::string problems_list() {
    std::string out;
    json::writer w{out};
    w.begin_object().key("items").begin_array();
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) write(w, static_cast<problem_type>(i));
    w.end_array().end_object();
    return out;
}

handler_result list_problems(request_context &c) {
    const bool is_page = wants_page(c.request);
    return page_or_json(is_page, is_page ? problems_page() : problems_list());
}

constexpr parameter problem_type_parameter{
    .name = "type", .description = "the last segment of the problem's `type`", .example = "unknown-name"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/openapi.json",
     .operation = "describeApi",
     .summary = "The description of this API (OpenAPI 3.1)",
     .tag = "description",
     .handler = describe,
     .responses = {{200, "the document", "openapi_document"}}},
    {.method = "GET",
     .path = "/problems",
     .operation = "listProblems",
     .summary = "List the problem types",
     .description =
         "All values that the member `type` of problem details (RFC 9457) can have: a page for people, JSON for "
         "programs, by Accept.",
     .tag = "description",
     .handler = list_problems,
     .responses = {{200, "the problem types", "problem_types text/html"}}},
    {.method = "GET",
     .path = "/problems/{type}",
     .operation = "describeProblem",
     .summary = "Explain a problem type",
     .description = "The URL in the member `type` of problem details (RFC 9457 section 3.1.1).",
     .tag = "description",
     .handler = describe_problem,
     .in_path = {&problem_type_parameter},
     .responses = {{200, "the problem type", "problem_type text/html"}},
     .problems = {404}},
};

} // namespace

std::span<const route> description_routes() noexcept { return table; }

} // namespace uniform::http
