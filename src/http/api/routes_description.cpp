// The description of the API, and the meaning of the problem types.

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/problem_types.hpp>
#include <uniform/resolver/refusal.hpp>

#include "http/api/problem_response.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/pages/page_with.hpp"

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

// The pages show what the API writes.
struct problem_type_model {
    static constexpr std::string_view page_template = "problem_type";

    std::string type = {}; ///< a path of this service
    std::string_view title = {};
    int status = 0;
    std::string_view meaning = {};

    static constexpr std::tuple members{
        pages::member{"type", &problem_type_model::type}, pages::member{"title", &problem_type_model::title},
        pages::member{"status", &problem_type_model::status}, pages::member{"meaning", &problem_type_model::meaning}};
};

struct problem_types_model {
    static constexpr std::string_view page_template = "problem_types";

    std::vector<problem_type_model> items = {};

    static constexpr std::tuple members{pages::member{"items", &problem_types_model::items}};
};

problem_type_model model_of(problem_type t) {
    return {.type = address_of(t), .title = title(t), .status = status(t), .meaning = meaning(t)};
}

response cached(response r, std::string vary) {
    r.fields.emplace_back("Cache-Control", "max-age=86400");
    r.fields.emplace_back("Vary", std::move(vary));
    return r;
}

// The model as JSON, or as a page, whose title title_of(page) is.
template <pages::model M, class F>
response shown(const request_context &c, M m, F title_of) {
    if (!prefers_page(c.request)) return cached(json_response(200, json::to_text(pages::json_of(m))), "Accept");
    pages::page_with<M> page{c.server.settings, c.request};
    page.title = title_of(page);
    page.shows = std::move(m);
    return cached(page.response(), "Accept, " + std::string{pages::html_page::varies_by});
}

handler_result describe_problem(request_context &c) {
    const auto type = resolver::problem_type_from(c.path_value("type"));
    if (!type) {
        return refuse(problem_type::not_found, "unknown problem type \"" + std::string(c.path_value("type")) +
                                                   "\": /problems lists the problem types");
    }
    return shown(c, model_of(*type), [&](const pages::html_page &p) { return p.message(title(*type)); });
}

handler_result list_problems(request_context &c) {
    problem_types_model m;
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i)
        m.items.push_back(model_of(static_cast<problem_type>(i)));
    return shown(c, std::move(m), [](const pages::html_page &p) { return p.text("problem.types"); });
}

constexpr parameter problem_type_parameter{
    .name = "type", .description = "the last segment of the problem's `type`", .example = "unknown-name"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/openapi.json",
     .operation = "describeApi",
     .summary = "The description of this API (OpenAPI 3.1)",
     .tag = "description",
     .scope = permission_scope::none,
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
     .scope = permission_scope::none,
     .handler = list_problems,
     .responses =
         {{200, "the problem types", "problem_types text/html", {}, {&pages::page_model_of<problem_types_model>}}}},
    {.method = "GET",
     .path = "/problems/{type}",
     .operation = "describeProblem",
     .summary = "Explain a problem type",
     .description = "The URL in the member `type` of problem details (RFC 9457 section 3.1.1).",
     .tag = "description",
     .scope = permission_scope::none,
     .handler = describe_problem,
     .in_path = {&problem_type_parameter},
     .responses =
         {{200, "the problem type", "problem_type text/html", {}, {&pages::page_model_of<problem_type_model>}}},
     .problems = {404}},
};

} // namespace

std::span<const route> description_routes() noexcept { return table; }

} // namespace uniform::http
