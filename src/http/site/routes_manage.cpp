// Pages for registrars and managers: the search of names, and their download.

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/names_search.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/routes_names.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/search_models.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::names_model;
using manage::part;
using manage::prefix_choice;
using resolver::problem;
using resolver::problem_type;
using service::name_entry;

constexpr std::size_t page_size = 50;

constexpr parameter query_words{.name = "q",
                                .description = "words, a name or its beginning, or the address of a locator",
                                .most = 8192, // as a locator
                                .example = "forest lakes"};

// --- the search

struct results {
    std::vector<name_entry> names = {};
    std::string next = {}; // "k" and a key, or the number of an event
    std::string_view notice = {};
};

results list_names(store::reading &r, std::string_view prefix, std::string_view after,
                   std::optional<resolver::name_state> state) {
    results out;
    auto found = service::list(r, prefix, after, page_size, state);
    out.names = std::move(found.names);
    if (!found.next.empty()) out.next = "k" + found.next;
    return out;
}

bool is_address(std::string_view text) {
    const auto u = parse_uri(text);
    return u && u->authority() && !ascii::starts_with_ignoring_case(text, "urn:");
}

// By the words or the address; without the index of search, as the beginning of names.
results find(store::reading &r, std::string_view text, std::string_view prefix, std::string_view after,
             std::optional<resolver::name_state> state) {
    const auto beginning = service::prefix_of_keys(r, text);
    const bool is_beginning = beginning && text.contains(':');
    if (after.starts_with('k')) return list_names(r, is_beginning ? *beginning : prefix, after.substr(1), state);
    if (text.empty()) return list_names(r, prefix, after, state);
    if (is_beginning && after.empty() && beginning->starts_with(prefix)) {
        if (auto out = list_names(r, *beginning, {}, state); !out.names.empty()) return out;
    }
    service::search_request q{.prefix = std::string{prefix}, .state = state};
    (is_address(text) ? q.locator : q.words) = text;
    std::uint64_t number = 0;
    (void)std::from_chars(after.data(), after.data() + after.size(), number);
    results out;
    auto found = service::search(r, q, number, page_size);
    if (found) {
        out.names = std::move(found->names);
        if (found->next != 0) out.next = std::to_string(found->next);
    } else if (found.error().type == problem_type::not_found) {
        out.notice = "manage.search.no_index";
    } else if (found.error().type == problem_type::unavailable) {
        out.notice = "search.index_incomplete";
    }
    return out;
}

// The prefixes of the principal, for a choice; of an administrator those that are delegated.
prefix_choice prefixes_for(const pages::html_page &p, store::reading &r, const resolver::principal &who,
                           std::string_view chosen) {
    prefix_choice out;
    std::vector<std::string> prefixes = who.prefixes;
    if (prefixes.empty()) {
        const auto [all, more] = service::list_delegations(r, {}, {}, prefix_choice::most_read);
        for (const auto &d : all) {
            if (d.delegation.state == resolver::delegation_state::active) prefixes.push_back(d.delegation.prefix);
        }
        out.prefixes_go_on = !more.empty();
    }
    if (!chosen.empty() && std::ranges::find(prefixes, chosen) == prefixes.end()) prefixes.emplace_back(chosen);
    std::ranges::sort(prefixes);
    out.prefixes.push_back({.value = {}, .label = p.text("manage.search.any_prefix"), .selected = chosen.empty()});
    for (const std::string &one : prefixes) out.add(one, chosen);
    return out;
}

// The URL of a download of what is shown, but for its words.
std::string download_href(std::string_view format, const form &q, std::optional<resolver::name_state> state) {
    std::string href = "/manage/download?format=" + std::string{format};
    if (!q["prefix"].empty()) href += "&prefix=" + encode_query_data(q["prefix"]);
    if (state) href += "&state=" + std::string{to_string(*state)};
    return href;
}

handler_result names(request_context &c) {
    if (c.has_unreadable_query) return std::unexpected{unreadable_query()};
    const form q = form::of_query(c);
    const std::string text{ascii::trim(q["q"])};
    if (text.size() > query_words.most) {
        return refuse(problem_type::invalid, "the parameter \"q\" must have at most 8192 bytes");
    }
    UNIFORM_TRY(const auto &at, page_of(c));
    if (auto wrong = wrong_value(name_state_parameter, q["state"])) return std::unexpected{std::move(*wrong)};
    const auto state = resolver::name_state_names.find(q["state"]);
    auto p = manage::page_showing<names_model>(c, part::names, "manage.names.heading");
    auto found = c.server.store->read([&](store::reading &r) -> std::expected<results, problem> {
        std::string within;
        if (!q["prefix"].empty()) {
            UNIFORM_TRY(auto &prefix, service::prefix_of_keys(r, q["prefix"]));
            within = std::move(prefix);
        }
        p.shows.prefixes = prefixes_for(p, r, *c.who, within);
        return find(r, text, within, at.after, state);
    });
    UNIFORM_CHECK(found);
    names_model &m = p.shows;
    for (const name_entry &n : found->names) {
        m.results.push_back({.name = manage::row_of(p, n.key, n.record), .row = m.results.size()});
    }
    m.has_results = !m.results.empty();
    m.states.push_back({.value = {}, .label = p.text("manage.search.any_state"), .selected = !state});
    for (const auto &[one, name] : resolver::name_state_names) {
        m.states.push_back(
            {.value = std::string{name}, .label = p.text("state." + std::string{name}), .selected = state == one});
    }
    m.prefix = q["prefix"];
    m.q = text;
    m.asked = !text.empty() || !q["prefix"].empty() || state.has_value();
    if (!found->notice.empty()) m.notice = p.text(found->notice);
    if (!found->next.empty()) m.next = next_page_of(c, found->next);
    m.csv_href = download_href("csv", q, state);
    m.ndjson_href = download_href("ndjson", q, state);
    return manage::shown(p);
}

handler_result to_names(request_context &) { return see_other("/manage/names"); }

handler_result download(request_context &c) {
    auto answer = export_names(c);
    return answer;
}

// --- the table

constexpr response_row names_row{200, "the page", "text/html", {}, {&pages::page_model_of<names_model>}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage",
     .operation = "managePage",
     .summary = "Lead to the search of names",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = to_names,
     .responses = {{303, "to the search", {}, {&location_field}}}},
    {.method = "GET",
     .path = "/manage/names",
     .operation = "manageNames",
     .stands_for = "listNames",
     .summary = "Search names, and choose some to change or withdraw",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = names,
     .query = {&query_words, &key_prefix_parameter, &name_state_parameter, &after_parameter},
     .responses = {names_row},
     .problems = {400, 422}},
    {.method = "GET",
     .path = "/manage/download",
     .operation = "downloadNames",
     .stands_for = "exportNames",
     .summary = "Download the names under a prefix: exportNames, as a file",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = download,
     .query = {&export_format, &key_prefix_parameter, &name_state_parameter},
     .body = {.streamed = true},
     .responses = {{200, "the names", "application/x-ndjson text/csv"}},
     .problems = {415, 422}},
};

} // namespace

std::span<const route> manage_routes() noexcept { return table; }

} // namespace uniform::http
