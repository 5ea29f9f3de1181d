// The description of the API, and the meaning of the problem types.

#include <array>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/problem_types.hpp>

#include "http/api/problem_response.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/pages/page.hpp"

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

response cached(response r, std::string vary) {
    r.fields.emplace_back("Cache-Control", "max-age=86400");
    r.fields.emplace_back("Vary", std::move(vary));
    return r;
}

response as_page(const pages::html_page &p, std::string_view template_name) {
    return cached(p.response(template_name), "Accept, " + std::string{pages::html_page::varies_by});
}

json::value data_of(problem_type t) {
    json::value out = json::object{};
    out.set("heading", title(t)).set("explanation", meaning(t)).set("status", status(t));
    return out.set("type", address_of(t)).set("href", address_of(t));
}

handler_result describe_problem(request_context &c) {
    const auto type = resolver::problem_type_from(c.path_value("type"));
    if (!type) {
        return std::unexpected{resolver::problem{.type = problem_type::not_found,
                                                 .detail = "unknown problem type \"" +
                                                           std::string(c.path_value("type")) +
                                                           "\": /problems lists the problem types"}};
    }
    if (!prefers_page(c.request)) return cached(json_response(200, as_json(*type)), "Accept");
    pages::html_page page{c.server.settings, c.request};
    page.title = page.message(title(*type));
    page.data = data_of(*type);
    return as_page(page, "problem_type");
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
    if (!prefers_page(c.request)) return cached(json_response(200, problems_list()), "Accept");
    pages::html_page page{c.server.settings, c.request};
    page.title = page.text("problem.types");
    json::array types;
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i)
        types.push_back(data_of(static_cast<problem_type>(i)));
    page.data.set("types", std::move(types));
    return as_page(page, "problem_types");
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
