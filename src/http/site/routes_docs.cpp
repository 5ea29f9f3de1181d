// The pages that explain the service to its readers: the documentation, and the reference of the API.

#include <string>
#include <utility>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>

#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/pages/page_with.hpp"
#include "http/site/api_reference.hpp"
#include "http/site/docs_folder.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using resolver::problem_type;

handler_result start_of_docs(request_context &) {
    // Its links are relative.
    response out{.status = 308};
    out.fields.emplace_back("Location", "/docs/index.html");
    out.fields.emplace_back("Cache-Control", "max-age=86400");
    return out;
}

handler_result docs(request_context &c) {
    const settings &s = *c.server.settings;
    if (s.web_docs.empty()) {
        return refuse(problem_type::not_found, "this service has no documentation: the setting web.docs is empty");
    }
    const std::string_view file = c.path_value("file");
    if (auto found = docs_response(s.web_docs, file.empty() ? "index.html" : file, c.request)) return std::move(*found);
    return refuse(problem_type::not_found, "the documentation has no such page: /docs has the index");
}

template <pages::model M>
response reference_page(const request_context &c, M shows, std::string title) {
    pages::page_with<M> p{c.server.settings, c.request};
    p.title = std::move(title);
    p.area = pages::area::api;
    p.scripts = pages::scripts::plain;
    p.shows = std::move(shows);
    response out = p.response();
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

handler_result reference(request_context &c) {
    const json::value &document = c.router.described();
    const auto none = [] {
        return refuse(problem_type::not_found, "the API has none of this name: /api lists its operations");
    };
    if (const auto id = c.query_value("operation")) {
        auto found = operation_of(document, *id, own_url{c.server.settings, c.request}.base());
        if (!found) return none();
        std::string title = found->operation.summary;
        return reference_page(c, *std::move(found), std::move(title));
    }
    if (const auto name = c.query_value("schema")) {
        auto found = schema_of(document, *name);
        if (!found) return none();
        return reference_page(c, *std::move(found), std::string{*name});
    }
    const pages::language l = pages::language_of(c.request);
    return reference_page(c, overview_of(document, l), std::string{pages::text(l, "api.document")});
}

constexpr parameter docs_file{.name = "file",
                              .description = "the path of the file in the folder of the setting web.docs",
                              .example = "index.html"};
constexpr parameter operation_parameter{
    .name = "operation", .description = "the operationId of the operation to show", .example = "getName"};
constexpr parameter schema_parameter{.name = "schema", .description = "the schema to show", .example = "name"};
constexpr response_field vary_field{"Vary", "Accept-Encoding"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api",
     .operation = "showApi",
     .summary = "Show this API as a page, with examples that can be tried",
     .description = "Without parameters the page lists the operations.",
     .tag = "description",
     .scope = permission_scope::none,
     .handler = reference,
     .query = {&operation_parameter, &schema_parameter},
     .responses = {{200,
                    "the page",
                    "text/html",
                    {},
                    {&pages::page_model_of<api_pages::overview_model>,
                     &pages::page_model_of<api_pages::operation_model>,
                     &pages::page_model_of<api_pages::schema_model>}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/docs",
     .operation = "startOfDocs",
     .summary = "Lead to the documentation",
     .tag = "description",
     .scope = permission_scope::none,
     .handler = start_of_docs,
     .responses = {{308, "to its index", {}, {&location_field}}}},
    {.method = "GET",
     .path = "/docs/{file*}",
     .operation = "readDocs",
     .summary = "Read the documentation: a file of the folder of the setting `web.docs`",
     .tag = "description",
     .scope = permission_scope::none,
     .handler = docs,
     .in_path = {&docs_file},
     .responses = {{200,
                    "the file",
                    "text/html text/css text/javascript text/plain application/json image/svg+xml image/png image/webp",
                    {&etag_field, &vary_field}}},
     .problems = {404}},
};

} // namespace

std::span<const route> docs_routes() noexcept { return table; }

} // namespace uniform::http
