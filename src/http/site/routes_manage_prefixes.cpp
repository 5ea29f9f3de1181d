// Page: the delegated prefixes as a tree.

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
using resolver::problem;
using service::delegation_entry;

constexpr std::size_t page_size = 200;
constexpr std::size_t deepest_style = 6; // depth-6 in web/styles

std::string href_of_prefix(std::string_view prefix) { return "/manage/delegation?prefix=" + encode_query_data(prefix); }

// --- the tree

struct prefix_row {
    std::string prefix = {};
    std::string href = {};
    std::string registrar = {};
    std::string names_href = {}; ///< for those who may see the page
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    bool is_covered = false;  ///< by the prefixes of the token
    std::string minting = {}; ///< a URL, if it has a minting rule
    std::string resolver = {};
    std::string depth = {}; ///< in the tree: of the style
    std::string level = {}; ///< in the tree: for people

    static constexpr std::tuple members{member{"prefix", &prefix_row::prefix},
                                        member{"href", &prefix_row::href},
                                        member{"registrar", &prefix_row::registrar},
                                        member{"names_href", &prefix_row::names_href},
                                        member{"state", &prefix_row::state},
                                        member{"state_label", &prefix_row::state_label},
                                        member{"is_covered", &prefix_row::is_covered},
                                        member{"minting", &prefix_row::minting},
                                        member{"resolver", &prefix_row::resolver},
                                        member{"depth", &prefix_row::depth},
                                        member{"level", &prefix_row::level}};
};

struct prefixes_model {
    static constexpr std::string_view page_template = "manage_prefixes";

    manage::common_part common = {};
    std::string within = {}; ///< the prefix that was asked for
    std::string error_within = {};
    bool may_delegate = false;
    bool has_prefixes = false;
    std::vector<prefix_row> rows = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&prefixes_model::common},
                                        member{"within", &prefixes_model::within},
                                        member{"error_within", &prefixes_model::error_within},
                                        member{"may_delegate", &prefixes_model::may_delegate},
                                        member{"has_prefixes", &prefixes_model::has_prefixes},
                                        member{"rows", &prefixes_model::rows},
                                        member{"next", &prefixes_model::next}};
};

prefix_row row_of(const pages::html_page &p, const resolver::principal &who, const resolver::delegation &d,
                  std::size_t depth) {
    const std::string_view state = to_string(d.state);
    const bool manages_names = who.is(resolver::registrars);
    return {.prefix = "urn:" + d.prefix,
            .href = href_of_prefix(d.prefix),
            .registrar = d.registrar,
            .names_href = manages_names ? "/manage/names?prefix=" + encode_query_data(d.prefix) : std::string{},
            .state = state == "active" ? "active" : "withdrawn",
            .state_label = p.text("manage.delegation.state_" + std::string{state}),
            .is_covered = who.covers(d.prefix) && who.role != resolver::role::administrator,
            .minting = d.mint.method == resolver::minting_method::none || !manages_names
                           ? std::string{}
                           : "/manage/mint?prefix=" + encode_query_data(d.prefix),
            .resolver = d.resolver,
            .depth = std::to_string(std::min(depth, deepest_style)),
            .level = std::to_string(depth + 1)};
}

// A template has no recursion: the tree as rows, each with its depth, which is how many prefixes before it it begins
// with. `found` is in the order of the prefixes.
std::vector<prefix_row> rows_of(const pages::html_page &p, const resolver::principal &who,
                                std::span<const delegation_entry> found) {
    std::vector<prefix_row> out;
    std::vector<std::string_view> above;
    for (const delegation_entry &one : found) {
        const std::string_view prefix = one.delegation.prefix;
        while (!above.empty() && !prefix.starts_with(above.back())) above.pop_back();
        out.push_back(row_of(p, who, one.delegation, above.size()));
        above.push_back(prefix);
    }
    return out;
}

handler_result prefixes(request_context &c) {
    UNIFORM_TRY(const auto &at, page_of(c));
    auto p = manage::page_showing<prefixes_model>(c, part::prefixes, "manage.prefixes.heading");
    const form q = form::of_query(c);
    const auto found = c.server.store->read(
        [&](store::reading &r) -> std::expected<std::pair<std::vector<delegation_entry>, std::string>, problem> {
            std::string within;
            if (const auto text = ascii::trim(q["within"]); !text.empty()) {
                UNIFORM_TRY(auto &prefix, service::prefix_of_keys(r, text));
                within = std::move(prefix);
            }
            return service::list_delegations(r, within, at.after, page_size);
        });
    p.shows.within = q["within"];
    p.shows.may_delegate = c.who->is(resolver::managers);
    if (!found) {
        p.shows.error_within = found.error().detail;
        return manage::refused(p, found.error());
    }
    p.shows.rows = rows_of(p, *c.who, found->first);
    p.shows.has_prefixes = !p.shows.rows.empty();
    if (!found->second.empty()) p.shows.next = next_page_of(c, found->second);
    return manage::shown(p);
}

// --- the table

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/prefixes",
     .operation = "showPrefixes",
     .stands_for = "listDelegations",
     .summary = "Show the delegated prefixes as a tree",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = prefixes,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<prefixes_model>}}},
     .problems = {400, 422}},
};

} // namespace

std::span<const route> manage_prefixes_routes() noexcept { return table; }

} // namespace uniform::http
