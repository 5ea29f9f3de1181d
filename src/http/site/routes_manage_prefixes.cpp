// Pages: the delegated prefixes as a tree, and a delegation.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parameters.hpp"
#include "http/api/permitted_template.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::delegation_state;
using resolver::problem;
using resolver::problem_type;
using service::delegation_entry;

constexpr std::size_t page_size = 200;
constexpr std::size_t most_registrars = 1000;

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
    if (!found) return std::unexpected{found.error()};
    json::array rows;
    std::span<const delegation_entry> rest{found->first};
    while (!rest.empty()) flatten(tree_of(p, *c.who, rest), 0, rows);
    p.data.set("has_prefixes", !rows.empty()).set("rows", std::move(rows)).set("within", q["within"]);
    p.data.set("next", found->second.empty() ? std::string{} : next_page_of(c, found->second));
    p.data.set("may_delegate", c.who->is(resolver::managers));
    return manage::shown(p, "manage_prefixes");
}

// --- one delegation

std::string lines_of(const std::vector<std::string> &all) {
    std::string out;
    for (const std::string &one : all) (out += one) += '\n';
    return out;
}

json::value fields_of(const resolver::delegation &d) {
    json::value out = json::object{};
    out.set("prefix", d.prefix).set("registrar", d.registrar).set("naming", d.naming).set("hosts", lines_of(d.hosts));
    out.set("method", to_string(d.mint.method)).set("pattern", d.mint.pattern).set("check", to_string(d.mint.check));
    out.set("uuid_version", d.mint.uuid_version == 7 ? "7" : "4").set("resolver", d.resolver);
    return out.set("passthrough", d.passthrough).set("locator_template", d.locator_template);
}

json::value fields_of(const form &f) {
    json::value out = json::object{};
    for (const std::string_view name : {"prefix", "registrar", "naming", "hosts", "method", "pattern", "check",
                                        "uuid_version", "resolver", "passthrough", "locator_template"}) {
        out.set(name, f[name]);
    }
    return out;
}

// The body that putDelegation would have.
json::value delegation_in(const form &f) {
    json::value out = json::object{};
    for (const std::string_view name :
         {"prefix", "registrar", "naming", "resolver", "passthrough", "locator_template"}) {
        if (const auto text = ascii::trim(f[name]); !text.empty()) out.set(name, text);
    }
    json::array hosts;
    for (std::string_view rest = f["hosts"]; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (const auto host = ascii::trim(line); !host.empty()) hosts.emplace_back(host);
    }
    if (!hosts.empty()) out.set("hosts", std::move(hosts));
    const std::string_view method = f["method"];
    if (!method.empty() && method != "none") {
        json::value mint = json::object{};
        mint.set("method", method);
        if (method == "uuid") {
            mint.set("uuid_version", f["uuid_version"] == "7" ? 7 : 4);
        } else {
            mint.set("pattern", ascii::trim(f["pattern"]));
            if (!f["check"].empty()) mint.set("check", f["check"]);
        }
        out.set("minting", std::move(mint));
    }
    return out;
}

json::array choices(const pages::html_page &p, const auto &table, std::string_view text, std::string_view chosen) {
    json::array out;
    for (const auto &[value, name] : table) {
        out.push_back(manage::option(name, p.text(std::string{text} + std::string{name}), name == chosen));
    }
    return out;
}

// `now` is the stored delegation, if there is one.
pages::html_page delegation_page(request_context &c, json::value fields, const std::optional<delegation_entry> &now) {
    auto p = manage::page_of(c, part::prefixes, "manage.delegation.heading");
    const std::string prefix{fields.string_of("prefix")};
    p.back = href_of_prefix(prefix);
    json::array registrars{
        manage::option("", p.text("manage.delegation.no_registrar"), fields.string_of("registrar").empty())};
    c.server.store->read([&](store::reading &r) {
        for (const auto &one : service::list_registrars(r, {}, most_registrars).first) {
            registrars.push_back(manage::option(one.id, one.name.empty() ? one.id : one.name + " (" + one.id + ")",
                                                one.id == fields.string_of("registrar")));
        }
        return 0;
    });
    p.data.set("registrars", registrars);
    p.data.set("methods",
               choices(p, resolver::minting_method_names, "manage.delegation.method_", fields.string_of("method")));
    p.data.set("checks", choices(p, resolver::check_rule_names, "manage.delegation.check_", fields.string_of("check")));
    p.data.set("uuid_7", fields.string_of("uuid_version") == "7");
    p.data.set("exists", now.has_value());
    if (now) {
        p.data.set("version", std::to_string(now->version)).set("registrar", now->delegation.registrar);
        p.data.set("is_active", now->delegation.state == delegation_state::active);
        p.data.set("state_label", p.text("manage.delegation.state_" + std::string{to_string(now->delegation.state)}));
        p.data.set("shown_prefix", "urn:" + now->delegation.prefix);
    }
    const std::string managed = now ? now->delegation.prefix : prefix;
    p.data.set("may_manage",
               c.who->is(resolver::managers) && (!now || service::may_manage(*c.who, managed).has_value()));
    p.data.set("names_href", "/manage/names?prefix=" + encode_query_data(managed));
    p.data.set("transfer_href", "/manage/transfers?prefix=" + encode_query_data(managed));
    p.data.set("d", std::move(fields));
    return p;
}

handler_result show_delegation(request_context &c) {
    const form q = form::of_query(c);
    const auto now = c.server.store->read([&](store::reading &r) { return service::find_delegation(r, q["prefix"]); });
    json::value fields = fields_of(now ? now->delegation : resolver::delegation{.prefix = std::string{q["prefix"]}});
    auto p = delegation_page(c, std::move(fields), now);
    if (q["done"] == "saved") p.data.set("done", p.text("manage.delegation.saved"));
    if (q["done"] == "ended") p.data.set("done", p.text("manage.delegation.ended"));
    return manage::shown(p, "manage_delegation");
}

response refused_delegation(request_context &c, const form &f, const problem &why) {
    const auto now = c.server.store->read([&](store::reading &r) { return service::find_delegation(r, f["prefix"]); });
    auto p = delegation_page(c, fields_of(f), now);
    if (why.pointer && why.pointer->size() > 1) {
        std::string field = why.pointer->substr(1);
        if (field.starts_with("hosts")) field = "hosts";
        if (field.starts_with("minting")) field = "pattern";
        p.data.set("error_" + field, why.detail);
    }
    return manage::refused(p, why, "manage_delegation");
}

service::precondition condition_of(const form &f) {
    if (const auto version = f.number("version")) return {*version};
    return {};
}

handler_result put_delegation(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    auto wanted = resolver::delegation_from_json(delegation_in(*f));
    if (!wanted) return refused_delegation(c, *f, wanted.error());
    if (auto fine = check_scheme_of_template(c, wanted->locator_template); !fine) {
        return refused_delegation(c, *f, fine.error());
    }
    auto prefix =
        c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, wanted->prefix); });
    if (!prefix) {
        prefix.error().pointer = "/prefix";
        return refused_delegation(c, *f, prefix.error());
    }
    wanted->prefix = *prefix;
    const auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::put_delegation(w, *c.who, *wanted, condition_of(*f)); });
    if (!made) return refused_delegation(c, *f, made.error());
    return manage::see(href_of_prefix(made->delegation.prefix) + "&done=saved");
}

handler_result end_delegation(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto now = c.server.store->read([&](store::reading &r) { return service::delegation_of(r, (*f)["prefix"]); });
    if (!now) return std::unexpected{now.error()};
    const auto refused = [&](const problem &why) {
        auto p = delegation_page(c, fields_of(now->delegation), *now);
        if (why.pointer) p.data.set("error_confirmation", why.detail);
        return manage::refused(p, why, "manage_delegation");
    };
    if (ascii::trim((*f)["confirmation"]) != "urn:" + now->delegation.prefix) {
        return refused({.type = problem_type::invalid,
                        .detail = "type the prefix to confirm: urn:" + now->delegation.prefix,
                        .pointer = "/confirmation"});
    }
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_delegation(w, *c.who, now->delegation.prefix, condition_of(*f));
    });
    if (!made) return refused(made.error());
    return manage::see(href_of_prefix(made->delegation.prefix) + "&done=ended");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/prefixes",
     .operation = "showPrefixes",
     .summary = "Show the delegated prefixes as a tree",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = prefixes,
     .responses = {page_row},
     .problems = {400, 422}},
    {.method = "GET",
     .path = "/manage/delegation",
     .operation = "showDelegationPage",
     .summary = "Show the delegation of a prefix, or the form that delegates one",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = show_delegation,
     .responses = {page_row}},
    {.method = "POST",
     .path = "/manage/delegation",
     .operation = "putDelegationByForm",
     .summary = "Delegate a prefix, or change its delegation, by a form: putDelegation",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = put_delegation,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/manage/delegation/end",
     .operation = "endDelegationByForm",
     .summary = "End a delegation by a form, in which the prefix is typed to confirm: endDelegation",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = end_delegation,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> manage_prefixes_routes() noexcept { return table; }

} // namespace uniform::http
