// Pages for registrars and managers: names that the service makes (mint) or keeps free (reserve), and those that were
// reserved together.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/search_models.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::made_model;
using manage::making_model;
using manage::part;
using manage::prefix_choice;
using resolver::problem;
using resolver::problem_type;
using service::name_entry;

// Those under which the principal may have names made: their delegations have a minting rule.
prefix_choice minting_prefixes_for(store::reading &r, const resolver::principal &who, std::string_view chosen) {
    prefix_choice out;
    std::vector<std::string> prefixes;
    const std::vector<std::string> everywhere{std::string{}};
    for (const std::string &within : who.prefixes.empty() ? everywhere : who.prefixes) {
        const auto [all, more] = service::list_delegations(r, within, {}, prefix_choice::most_read);
        out.prefixes_go_on = out.prefixes_go_on || !more.empty();
        for (const auto &d : all) {
            const bool makes_names = d.delegation.mint.method != resolver::minting_method::none;
            if (makes_names && d.delegation.state == resolver::delegation_state::active) {
                prefixes.push_back(d.delegation.prefix);
            }
        }
    }
    if (!chosen.empty()) prefixes.emplace_back(chosen);
    std::ranges::sort(prefixes);
    const auto repeated = std::ranges::unique(prefixes);
    prefixes.erase(repeated.begin(), repeated.end());
    for (const std::string &one : prefixes) out.add(one, chosen);
    return out;
}

// The contents of each of the new names: the locator and the title of the form, with variables such as {nss}.
std::expected<resolver::record_template, problem> template_in(const form &f) {
    json::value t = json::object{};
    if (const auto url = ascii::trim(f["url"]); !url.empty()) t.set("locators", json::array{json::value{url}});
    if (const auto title = ascii::trim(f["title"]); !title.empty()) {
        json::value metadata = json::object{};
        t.set("metadata", metadata.set("title", title));
    }
    if (t.members().empty()) return resolver::record_template{};
    return resolver::record_template::from_json(t);
}

pages::page_with<making_model> making_page(request_context &c, part at, std::string_view heading, const form &f) {
    auto p = manage::page_showing<making_model>(c, at, heading);
    making_model &m = p.shows;
    m.prefixes = c.server.store->read([&](store::reading &r) { return minting_prefixes_for(r, *c.who, f["prefix"]); });
    m.has_prefixes = m.prefixes.prefixes_go_on || !m.prefixes.prefixes.empty();
    m.prefix = f["prefix"];
    m.count = f.has("count") ? f["count"] : std::string_view{"1"};
    m.url = f["url"];
    m.title = f["title"];
    m.names = f["names"];
    m.is_minting = at == part::mint;
    return p;
}

response refused_making(pages::page_with<making_model> &p, const problem &why) {
    if (why.pointer) {
        const std::string &at = *why.pointer;
        making_model &m = p.shows;
        std::string &field = at.contains("/locators")   ? m.error_url
                             : at.contains("/metadata") ? m.error_title
                             : at == "/count"           ? m.error_count
                             : at == "/prefix"          ? m.error_prefix
                                                        : m.error_names;
        field = why.detail;
    }
    return manage::refused(p, why);
}

// Each name leads to a page that the reader may see.
pages::page_with<made_model> made_page(const request_context &c, part at, std::string_view heading,
                                       const std::vector<std::string> &urns) {
    auto p = manage::page_showing<made_model>(c, at, heading);
    const bool manages = c.who->is(resolver::registrars);
    for (const std::string &urn : urns) {
        p.shows.made.push_back(
            {.urn = urn, .href = manages ? manage::page_of_name(urn) : "/about/" + encode_segment(urn)});
    }
    p.shows.count = pages::number(p.in(), urns.size());
    return p;
}

handler_result names_of_batch(const request_context &c, std::string_view heading, const service::batch &b) {
    auto p = made_page(c, part::reserve, heading, b.names);
    p.shows.reservation = {.id = b.id,
                           .href = manage::page_of_batch(b.id),
                           .prefix = b.prefix,
                           .registrar = b.registrar,
                           .at = resolver::to_string(b.at)};
    return manage::shown(p);
}

handler_result show_batch(request_context &c) {
    UNIFORM_TRY(const auto &found,
                c.server.store->look_up([&](store::reading &r) { return service::find_batch(r, c.path_value("id")); }));
    return names_of_batch(c, "manage.batch.heading", found);
}

handler_result show_mint(request_context &c) {
    return manage::shown(making_page(c, part::mint, "manage.mint.heading", form::of_query(c)));
}

std::size_t count_in(const form &f, std::size_t most) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(f.number("count").value_or(0), most + 1));
}

problem wrong_count(std::size_t most) {
    return {.type = problem_type::invalid,
            .detail = "the number must be from 1 to " + std::to_string(most),
            .pointer = "/count"};
}

handler_result mint(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto refused = [&](const problem &why) {
        auto p = making_page(c, part::mint, "manage.mint.heading", f);
        return refused_making(p, why);
    };
    auto each = template_in(f);
    if (!each) return refused(each.error());
    const std::size_t count = count_in(f, service::most_minted);
    if (count == 0 || count > service::most_minted) return refused(wrong_count(service::most_minted));
    const service::minting_request m{
        .prefix = std::string{f["prefix"]},
        .count = count,
        .record_of_each = std::move(*each),
        .options = {.idempotency_key = std::string{f["key"]}, .schemes = location_schemes_of(c)}};
    const auto made = service::mint(*c.server.store, origin_of(c), *c.who, m);
    if (!made) return refused(made.error());
    std::vector<std::string> urns;
    for (const name_entry &n : made->names) urns.push_back(resolver::urn_of(n.key, n.record));
    return manage::shown(made_page(c, part::mint, "manage.mint.done", urns));
}

handler_result show_reserve(request_context &c) {
    const auto p = making_page(c, part::reserve, "manage.reserve.heading", form::of_query(c));
    return manage::shown(p);
}

handler_result reserve(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto refused = [&](const problem &why) {
        auto p = making_page(c, part::reserve, "manage.reserve.heading", f);
        return refused_making(p, why);
    };
    auto each = template_in(f);
    if (!each) return refused(each.error());
    service::reservation x{.record_of_each = std::move(*each),
                           .options = {.idempotency_key = std::string{f["key"]}, .schemes = location_schemes_of(c)}};
    std::string_view lines = f["names"];
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        if (const auto urn = ascii::trim(line); !urn.empty()) x.urns.emplace_back(urn);
    }
    if (x.urns.empty()) {
        x.count = count_in(f, service::most_reserved);
        if (x.count == 0 || x.count > service::most_reserved) return refused(wrong_count(service::most_reserved));
        x.prefix = f["prefix"];
    }
    const auto made = service::reserve(*c.server.store, origin_of(c), *c.who, x);
    if (!made) return refused(made.error());
    return names_of_batch(c, "manage.reserve.done", *made);
}

// --- the table

constexpr response_row making_row{200, "the page", "text/html", {}, {&pages::page_model_of<making_model>}};
constexpr response_row made_row{200, "the names", "text/html", {}, {&pages::page_model_of<made_model>}};
constexpr body_row making_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{24} << 20U};
constexpr bounded_list<int, 6> of_making{400, 404, 409, 412, 422};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/mint",
     .operation = "showMintPage",
     .stands_for = "mintNames",
     .summary = "Show the form that assigns names that the service makes",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = show_mint,
     .responses = {making_row}},
    {.method = "POST",
     .path = "/manage/mint",
     .operation = "mintByForm",
     .stands_for = "mintNames",
     .summary = "Assign names that the service makes, by a form: mintNames",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = mint,
     .body = making_form,
     .responses = {made_row},
     .problems = of_making},
    {.method = "GET",
     .path = "/manage/reserve",
     .operation = "showReservePage",
     .stands_for = "reserveNames",
     .summary = "Show the form that reserves names",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = show_reserve,
     .responses = {making_row}},
    {.method = "POST",
     .path = "/manage/reserve",
     .operation = "reserveByForm",
     .stands_for = "reserveNames",
     .summary = "Reserve names by a form: reserveNames",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = reserve,
     .body = making_form,
     .responses = {made_row},
     .problems = of_making},
    {.method = "GET",
     .path = "/manage/batches/{id}",
     .operation = "showBatch",
     .stands_for = "getBatch",
     .summary = "Show the names that were reserved together: getBatch",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show_batch,
     .in_path = {&batch_id},
     .responses = {made_row},
     .problems = {404}},
};

} // namespace

std::span<const route> manage_making_routes() noexcept { return table; }

} // namespace uniform::http
