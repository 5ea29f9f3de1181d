// Page: the delegated prefixes as a tree.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::problem;
using service::delegation_entry;

constexpr std::size_t page_size = 200;

std::string href_of_prefix(std::string_view prefix) { return "/manage/delegation?prefix=" + encode_query_data(prefix); }

// --- the tree

// A prefix with those that begin with it, from a list in their order. Consumes what it contains.
json::value tree_of(const pages::html_page &p, const resolver::principal &who,
                    std::span<const delegation_entry> &rest) {
    const resolver::delegation &d = rest.front().delegation;
    rest = rest.subspan(1);
    json::value out = json::object{};
    out.set("prefix", "urn:" + d.prefix).set("href", href_of_prefix(d.prefix)).set("registrar", d.registrar);
    out.set("names_href", "/manage/names?prefix=" + encode_query_data(d.prefix));
    const std::string_view state = to_string(d.state);
    out.set("state", state == "active" ? "active" : "withdrawn");
    out.set("state_label", p.text("manage.delegation.state_" + std::string{state}));
    out.set("mine", who.covers(d.prefix) && who.role != resolver::role::administrator);
    if (d.mint.method != resolver::minting_method::none)
        out.set("minting", "/manage/mint?prefix=" + encode_query_data(d.prefix));
    if (!d.resolver.empty()) out.set("resolver", d.resolver);
    json::array children;
    while (!rest.empty() && rest.front().delegation.prefix.starts_with(d.prefix)) {
        children.push_back(tree_of(p, who, rest));
    }
    out.set("has_children", !children.empty());
    return out.set("children", std::move(children));
}

// A list has no recursion in a template that has no parts of its own: the tree as rows, each with its depth.
void flatten(json::value node, std::size_t depth, json::array &out) {
    const json::array children = node.find("children")->elements();
    node.set("children", json::array{}).set("depth", std::to_string(std::min<std::size_t>(depth, 6)));
    node.set("level", std::to_string(depth + 1));
    out.push_back(std::move(node));
    for (const json::value &child : children) flatten(child, depth + 1, out);
}

handler_result prefixes(request_context &c) {
    const auto at = page_of(c);
    if (!at) return std::unexpected{at.error()};
    auto p = manage::page_of(c, part::prefixes, "manage.prefixes.heading");
    const form q = form::of_query(c);
    const auto found = c.server.store->read(
        [&](store::reading &r) -> std::expected<std::pair<std::vector<delegation_entry>, std::string>, problem> {
            std::string within;
            if (const auto text = ascii::trim(q["within"]); !text.empty()) {
                auto prefix = service::prefix_of_keys(r, text);
                if (!prefix) return std::unexpected{prefix.error()};
                within = std::move(*prefix);
            }
            return service::list_delegations(r, within, at->after, page_size);
        });
    p.data.set("within", q["within"]).set("may_delegate", c.who->is(resolver::managers));
    if (!found) {
        p.data.set("error_within", found.error().detail);
        return manage::refused(p, found.error(), "manage_prefixes");
    }
    json::array rows;
    std::span<const delegation_entry> rest{found->first};
    while (!rest.empty()) flatten(tree_of(p, *c.who, rest), 0, rows);
    p.data.set("has_prefixes", !rows.empty()).set("rows", std::move(rows));
    p.data.set("next", found->second.empty() ? std::string{} : next_page_of(c, found->second));
    return manage::shown(p, "manage_prefixes");
}

// --- the table

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/prefixes",
     .operation = "showPrefixes",
     .summary = "Show the delegated prefixes as a tree",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = prefixes,
     .responses = {{200, "the page", "text/html"}},
     .problems = {400, 422}},
};

} // namespace

std::span<const route> manage_prefixes_routes() noexcept { return table; }

} // namespace uniform::http
