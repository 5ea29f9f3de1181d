// The pages that are not about one object, and the parts that all pages need: the front page, the workbench, the choice
// of a language, the assets.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/operation/follow_state.hpp"
#include "http/pages/asset.hpp"
#include "http/pages/page_with.hpp"
#include "http/pages/see_other.hpp"
#include "http/session/browser.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using pages::member;
using resolver::problem_type;

constexpr std::uint64_t most_counted = 10000;
constexpr std::size_t most_shown = 12;

struct front_figure {
    std::string label = {};
    std::string value = {};

    static constexpr std::tuple members{member{"label", &front_figure::label}, member{"value", &front_figure::value}};
};

struct front_namespace {
    std::string nid = {};
    std::string title = {};
    std::string href = {};

    static constexpr std::tuple members{member{"nid", &front_namespace::nid}, member{"title", &front_namespace::title},
                                        member{"href", &front_namespace::href}};
};

struct front_example {
    std::string urn = {};
    std::string href = {};

    static constexpr std::tuple members{member{"urn", &front_example::urn}, member{"href", &front_example::href}};
};

// The state of a service that follows another one.
struct front_mirror {
    std::string_view primary = {}; ///< its URL; empty: a file
    std::string_view badge = {};
    std::string state = {};
    std::vector<front_figure> figures = {};

    static constexpr std::tuple members{member{"primary", &front_mirror::primary},
                                        member{"badge", &front_mirror::badge}, member{"state", &front_mirror::state},
                                        member{"figures", &front_mirror::figures}};
};

struct front_model {
    static constexpr std::string_view page_template = "front";

    std::string query = {}; ///< of the search
    std::optional<front_example> example = {};
    std::string example_urn = {}; ///< one for the commands, if there is none, too
    std::vector<front_figure> figures = {};
    std::optional<front_mirror> mirror = {};
    bool has_namespaces = false;
    std::vector<front_namespace> namespaces = {};
    std::string base = {}; ///< the URL of the service
    bool has_oai = false;

    static constexpr std::tuple members{member{"query", &front_model::query},
                                        member{"example", &front_model::example},
                                        member{"example_urn", &front_model::example_urn},
                                        member{"figures", &front_model::figures},
                                        member{"mirror", &front_model::mirror},
                                        member{"has_namespaces", &front_model::has_namespaces},
                                        member{"namespaces", &front_model::namespaces},
                                        member{"base", &front_model::base},
                                        member{"has_oai", &front_model::has_oai}};
};

// The page is its texts; what it explains is made in the browser.
struct workbench_model {
    static constexpr std::string_view page_template = "workbench";

    static constexpr std::tuple<> members{};
};

front_figure figure(const pages::html_page &p, std::string_view key, std::uint64_t n) {
    return {.label = p.text(key), .value = pages::number(p.in(), n)};
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
std::vector<front_figure> figures_of(const pages::html_page &p, store::reading &r, std::size_t namespaces) {
    const std::int64_t today = std::chrono::floor<std::chrono::days>(resolver::now()).time_since_epoch().count();
    const std::uint64_t names =
        one_number(r, "SELECT CAST(count(*) AS BIGINT) FROM (SELECT 1 FROM names LIMIT $1) AS first_names",
                   static_cast<std::int64_t>(most_counted));
    const std::uint64_t resolved =
        one_number(r, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM statistics WHERE day > $1", today - 30);
    return {figure(p, names < most_counted ? "front.names" : "front.names_at_least", names),
            figure(p, "front.namespaces_figure", namespaces),
            figure(p, "front.registered", service::state_of_registry(r).namespaces),
            figure(p, "front.resolutions", resolved)};
}

// The distance of the history here from that of the primary.
front_mirror mirror_of(const pages::html_page &p, const follow_state &follows) {
    const follow_state::picture is = follows.now();
    const std::uint64_t behind = is.behind().value_or(0);
    front_mirror out;
    const std::string_view state = !is.refused.empty()             ? "refused"
                                   : !is.failed.empty()            ? "failed"
                                   : !is.caught_up || behind != 0U ? "behind"
                                                                   : "current";
    out.primary = follows.primary();
    out.badge = state == "current" ? "active" : state == "behind" ? "" : "withdrawn";
    out.state = p.text("front.mirror_" + std::string{state});
    out.figures.push_back(figure(p, "front.mirror_events", is.events));
    if (is.behind()) {
        out.figures.push_back(figure(p, "front.mirror_of_events", *is.of));
        out.figures.push_back(figure(p, "front.mirror_missing", behind));
    }
    if (is.read) {
        const auto since = std::chrono::floor<std::chrono::seconds>(std::chrono::steady_clock::now() - *is.read);
        out.figures.push_back(figure(p, "front.mirror_seconds", static_cast<std::uint64_t>(since.count())));
    }
    return out;
}

handler_result front(request_context &c) {
    const settings *const s = c.server.settings;
    pages::page_with<front_model> p{s, c.request};
    front_model &m = p.shows;
    p.title = p.text("front.document");
    p.area = pages::area::front;
    p.links.push_back({.rel = "alternate",
                       .type = "application/atom+xml",
                       .href = "/api/v1/requests.atom",
                       .title = p.text("front.feed")});
    m.has_oai = s->oai_enabled;
    if (c.server.engine != nullptr && c.server.engine->follows != nullptr)
        m.mirror = mirror_of(p, *c.server.engine->follows);
    m.base = own_url{s, c.request}.base();
    c.server.store->read([&](store::reading &r) {
        const auto namespaces = service::list_namespaces(r, {}, 1000).first;
        for (const auto &n : namespaces) {
            if (m.namespaces.size() == most_shown) break;
            m.namespaces.push_back({.nid = n.settings.nid,
                                    .title = n.settings.title,
                                    .href = "/namespaces/" + encode_segment(n.settings.nid) + "?format=html"});
        }
        m.has_namespaces = !m.namespaces.empty();
        const auto names = service::list(r, {}, {}, 1, resolver::name_state::active).names;
        m.example_urn = "urn:example:a";
        if (!names.empty()) {
            m.example_urn = resolver::urn_of(names.front().key, names.front().record);
            m.example = front_example{.urn = m.example_urn, .href = "/about/" + encode_segment(m.example_urn)};
        }
        m.figures = figures_of(p, r, namespaces.size());
        return 0;
    });
    response out = p.response();
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

handler_result workbench(request_context &c) {
    pages::page_with<workbench_model> p{c.server.settings, c.request};
    p.title = p.text("workbench.document");
    p.area = pages::area::workbench;
    p.scripts = pages::scripts::own;
    response out = p.response();
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

handler_result asset(request_context &c) {
    const pages::asset *const found = pages::find_asset(c.path_value("file"));
    if (found == nullptr) {
        return refuse(problem_type::not_found, "no asset has this name");
    }
    return pages::asset_response(*found, c.request);
}

handler_result choose_language(request_context &c) {
    const auto l = pages::language_tagged(c.path_value("tag"));
    if (!l) return refuse(problem_type::not_found, "no page is in this language");
    const std::string_view to = c.query_value("to").value_or("/");
    response out = see_other(session::is_own_path(to) ? to : "/");
    out.fields.emplace_back("Set-Cookie", "lang=" + std::string{pages::tag_of(*l)} +
                                              "; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
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
     .scope = permission_scope::none,
     .handler = front,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<front_model>}}}},
    {.method = "GET",
     .path = "/workbench",
     .operation = "workbench",
     .summary = "Show the workbench, which explains any URI in the browser",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = workbench,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<workbench_model>}}}},
    {.method = "GET",
     .path = "/assets/{file}",
     .operation = "readAsset",
     .summary = "Read a style, an image or a script of the pages",
     .tag = "operation",
     .scope = permission_scope::none,
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
     .scope = permission_scope::none,
     .handler = choose_language,
     .in_path = {&tag_in_path},
     .query = {&to_parameter},
     .responses = {{303, "back to the page", {}, {&location_field, &cookie_field}}},
     .problems = {404}},
};

} // namespace

std::span<const route> pages_routes() noexcept { return table; }

} // namespace uniform::http
