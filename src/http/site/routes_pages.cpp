// The pages that are not about one thing, and what all pages need: the front page, the workbench, the choice of a
// language, the assets.

#include <algorithm>
#include <chrono>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/pages/asset.hpp"
#include "http/pages/page.hpp"
#include "http/session/browser.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

constexpr std::uint64_t most_counted = 10000;
constexpr std::size_t most_shown = 12;

json::value figure(const pages::html_page &p, std::string_view key, std::uint64_t n) {
    json::value out = json::object{};
    return out.set("label", p.text(key)).set("value", pages::number(p.in(), n));
}

std::uint64_t one_number(store::reading &r, std::string_view statement, std::int64_t parameter) {
    std::uint64_t out = 0;
    r.sql().run(statement, {parameter}, [&](const store::row &row) {
        out = static_cast<std::uint64_t>(row.integer(0));
        return false;
    });
    return out;
}

// Counting stops early: a page must not cost more the more names there are.
void add_figures(pages::html_page &p, store::reading &r, std::size_t namespaces) {
    const std::int64_t today = std::chrono::floor<std::chrono::days>(resolver::now()).time_since_epoch().count();
    const std::uint64_t names =
        one_number(r, "SELECT CAST(count(*) AS BIGINT) FROM (SELECT 1 FROM names LIMIT $1) AS first_names",
                   static_cast<std::int64_t>(most_counted));
    json::array out;
    out.push_back(figure(p, names < most_counted ? "front.names" : "front.names_at_least", names));
    out.push_back(figure(p, "front.namespaces_figure", namespaces));
    out.push_back(figure(p, "front.registered", service::state_of_registry(r).namespaces));
    out.push_back(figure(
        p, "front.resolutions",
        one_number(r, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM statistics WHERE day > $1", today - 30)));
    p.data.set("figures", std::move(out));
}

handler_result front(request_context &c) {
    const settings *const s = c.server.settings;
    pages::html_page p{s, c.request};
    p.title = p.text("front.document");
    p.area = pages::area::front;
    json::value feed = json::object{};
    feed.set("rel", "alternate").set("type", "application/atom+xml").set("href", "/api/v1/requests.atom");
    p.links.push_back(std::move(feed.set("title", p.text("front.feed"))));
    p.data.set("has_oai", s == nullptr || s->oai_enabled).set("base", own_url{s, c.request}.base());
    c.server.store->read([&](store::reading &r) {
        const auto namespaces = service::list_namespaces(r, {}, 1000).first;
        json::array list;
        for (const auto &n : namespaces) {
            if (list.size() == most_shown) break;
            json::value one = json::object{};
            one.set("nid", n.settings.nid).set("title", n.settings.title);
            list.push_back(
                std::move(one.set("href", "/namespaces/" + encode_segment(n.settings.nid) + "?format=html")));
        }
        p.data.set("has_namespaces", !list.empty()).set("namespaces", std::move(list)).set("query", "");
        const auto names = service::list(r, {}, {}, 1, resolver::name_state::active).names;
        p.data.set("example_urn",
                   names.empty() ? "urn:example:a" : resolver::urn_of(names.front().key, names.front().record));
        if (!names.empty()) {
            const std::string urn = resolver::urn_of(names.front().key, names.front().record);
            json::value example = json::object{};
            p.data.set("example", example.set("urn", urn).set("href", "/about/" + encode_segment(urn)));
        }
        add_figures(p, r, namespaces.size());
        return 0;
    });
    response out = p.response("front");
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

handler_result workbench(request_context &c) {
    pages::html_page p{c.server.settings, c.request};
    p.title = p.text("workbench.document");
    p.area = pages::area::workbench;
    p.scripts = pages::scripts::own;
    response out = p.response("workbench");
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

handler_result asset(request_context &c) {
    const pages::asset *const found = pages::find_asset(c.path_value("file"));
    if (found == nullptr) {
        return std::unexpected{problem{.type = problem_type::not_found, .detail = "no asset has this name"}};
    }
    return pages::asset_response(*found, c.request);
}

handler_result choose_language(request_context &c) {
    const auto l = pages::language_tagged(c.path_value("tag"));
    if (!l) return std::unexpected{problem{.type = problem_type::not_found, .detail = "no page is in this language"}};
    const std::string_view to = c.query_value("to").value_or("/");
    response out{.status = 303};
    out.fields.emplace_back("Location", std::string{session::is_own_path(to) ? to : "/"});
    out.fields.emplace_back("Set-Cookie", "lang=" + std::string{pages::tag_of(*l)} +
                                              "; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

constexpr parameter file_in_path{.name = "file", .description = "the name, with the hash of the content"};
constexpr parameter tag_in_path{.name = "tag", .description = "the tag of a language of the pages", .example = "de"};
constexpr parameter to_parameter{.name = "to", .description = "the path of the page to return to", .example = "/"};
constexpr response_field vary_field{"Vary", "Accept-Encoding"};
constexpr response_field cookie_field{"Set-Cookie", "the chosen language, which is all that the cookie has"};

constexpr route table[]{
    {.method = "GET",
     .path = "/",
     .operation = "startPage",
     .summary = "Show what this service is, with a search box",
     .tag = "operation",
     .handler = front,
     .responses = {{200, "the page", "text/html"}}},
    {.method = "GET",
     .path = "/workbench",
     .operation = "workbench",
     .summary = "Show the workbench, which explains any URI in the browser",
     .tag = "operation",
     .handler = workbench,
     .responses = {{200, "the page", "text/html"}}},
    {.method = "GET",
     .path = "/assets/{file}",
     .operation = "readAsset",
     .summary = "Read a style, an image or a script of the pages",
     .tag = "operation",
     .handler = asset,
     .in_path = {&file_in_path},
     .responses =
         {{200, "the file", "text/css image/svg+xml text/javascript application/wasm", {&etag_field, &vary_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/language/{tag}",
     .operation = "chooseLanguage",
     .summary = "Choose the language of the pages",
     .tag = "operation",
     .handler = choose_language,
     .in_path = {&tag_in_path},
     .query = {&to_parameter},
     .responses = {{303, "back to the page", {}, {&location_field, &cookie_field}}},
     .problems = {404}},
};

} // namespace

std::span<const route> pages_routes() noexcept { return table; }

} // namespace uniform::http
