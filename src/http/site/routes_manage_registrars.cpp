// Pages: registrars, added, changed and ended. They do what the operations of the API do (routes_registrars.cpp), with
// uniform/service/registrars.hpp.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::problem;
using resolver::problem_type;
using service::registrar;
using service::registrar_state;

constexpr std::size_t page_size = 100;
constexpr std::size_t most_prefixes = 200;

std::string href_of(std::string_view id) { return "/manage/registrars/" + std::string{id}; }

std::string label_of(const pages::html_page &p, registrar_state s) {
    return p.text("manage.delegation.state_" + std::string{to_string(s)}); // "active", "ended"
}

json::value fields_of(const registrar &r) {
    json::value out = json::object{};
    return out.set("id", r.id).set("name", r.name).set("contact", r.contact).set("public_contact", r.public_contact);
}

json::value fields_of(const form &f) {
    json::value out = json::object{};
    return out.set("id", f["id"])
        .set("name", f["name"])
        .set("contact", f["contact"])
        .set("public_contact", f["public_contact"]);
}

registrar registrar_in(const form &f) {
    return {.id = std::string{ascii::trim(f["id"])},
            .name = std::string{ascii::trim(f["name"])},
            .contact = std::string{ascii::trim(f["contact"])},
            .public_contact = std::string{ascii::trim(f["public_contact"])}};
}

// --- the list, and the form that adds one

pages::html_page list_page(request_context &c, const form &f, const page &at) {
    auto p = manage::page_of(c, part::registrars, "manage.registrars.heading");
    p.back = "/manage/registrars";
    const auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_registrars(r, at.after, page_size); });
    json::array rows;
    for (const registrar &one : found) {
        json::value row = fields_of(one);
        row.set("href", href_of(one.id)).set("state_label", label_of(p, one.state));
        row.set("state", one.state == registrar_state::active ? "active" : "withdrawn");
        rows.push_back(std::move(row.set("is_own", one.id == c.who->registrar)));
    }
    p.data.set("has_registrars", !rows.empty()).set("registrars", std::move(rows));
    p.data.set("next", next.empty() ? std::string{} : next_page_of(c, next));
    p.data.set("may_add", c.who->is(resolver::managers)).set("r", fields_of(f));
    return p;
}

handler_result list(request_context &c) {
    const auto at = page_of(c);
    if (!at) return std::unexpected{at.error()};
    return manage::shown(list_page(c, form{}, *at), "manage_registrars");
}

handler_result add(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, (*f)["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            auto added = service::add_registrar(w, *c.who, registrar_in(*f));
            if (!added) return std::unexpected{std::move(added.error())};
            return std::move(added->id);
        });
    });
    if (made) return see_other(href_of(*made) + "?done=added");
    problem why = made.error();
    if (why.type == problem_type::conflict) why.pointer = "/id";
    why.existing = json::value{}; // it is no name
    auto p = list_page(c, *f, {});
    return manage::refused(p, why, "manage_registrars");
}

// --- one

struct view {
    registrar now = {};
    std::vector<std::string> prefixes = {};
    bool manages = false;
    std::optional<store::event> last = {};
};

std::expected<view, problem> view_of(request_context &c) {
    return c.server.store->read([&](store::reading &r) -> std::expected<view, problem> {
        auto now = service::registrar_of(r, c.path_value("id"));
        if (!now) return std::unexpected{std::move(now.error())};
        view v{.now = std::move(*now)};
        v.prefixes = service::prefixes_of(r, v.now.id);
        v.manages = service::manages(r, *c.who, v.now);
        v.last = r.event_at(v.now.event);
        return v;
    });
}

pages::html_page registrar_page(request_context &c, const view &v, json::value fields, std::string_view version) {
    auto p = manage::page_of(c, part::registrars, "manage.registrars.one");
    p.title = v.now.name;
    p.back = href_of(v.now.id);
    const bool is_active = v.now.state == registrar_state::active;
    p.data.set("id", v.now.id).set("name", v.now.name).set("href", href_of(v.now.id)).set("version", version);
    p.data.set("state", is_active ? "active" : "withdrawn").set("state_label", label_of(p, v.now.state));
    // A registrar itself, if its token is not restricted to prefixes: whether it is, the service says.
    p.data.set("may_change", is_active && (v.manages || c.who->registrar == v.now.id));
    p.data.set("may_end", is_active && v.manages && v.prefixes.empty());
    p.data.set("must_move", is_active && v.manages && !v.prefixes.empty());
    json::array prefixes;
    for (const std::string &one : v.prefixes) {
        if (prefixes.size() == most_prefixes) break;
        json::value row = json::object{};
        prefixes.push_back(std::move(
            row.set("prefix", "urn:" + one).set("href", "/manage/delegation?prefix=" + encode_query_data(one))));
    }
    p.data.set("more_prefixes",
               v.prefixes.size() > most_prefixes ? pages::number(p.in(), v.prefixes.size()) : std::string{});
    p.data.set("has_prefixes", !prefixes.empty()).set("prefixes", std::move(prefixes));
    p.data.set("now", fields_of(v.now)).set("r", std::move(fields));
    return p;
}

handler_result show(request_context &c) {
    const auto v = view_of(c);
    if (!v) return std::unexpected{v.error()};
    auto p = registrar_page(c, *v, fields_of(v->now), std::to_string(v->now.version));
    constexpr std::array done{"added", "changed", "ended"};
    const form q = form::of_query(c);
    if (std::ranges::find(done, q["done"]) != done.end()) {
        p.data.set("done", p.text("manage.registrars.done_" + std::string{q["done"]}));
    }
    return manage::shown(p, "manage_registrar");
}

// Somebody else has changed it since the form was shown: both are shown, and the form has what was typed.
response conflict_page(request_context &c, const view &v, const form &f) {
    auto p = registrar_page(c, v, fields_of(f), std::to_string(v.now.version));
    const json::value theirs = fields_of(v.now);
    const json::value mine = fields_of(registrar_in(f));
    json::array rows;
    for (const std::string_view name : {"name", "contact", "public_contact"}) {
        if (theirs.string_of(name) == mine.string_of(name)) continue;
        json::value one = json::object{};
        one.set("label", p.text("manage.registrars." + std::string{name})).set("old", theirs.string_of(name));
        rows.push_back(std::move(one.set("new", mine.string_of(name))));
    }
    if (rows.empty()) return see_other(href_of(v.now.id) + "?done=changed"); // the same change, or sent twice
    p.data.set("conflict", true).set("differences", std::move(rows));
    if (v.last) p.data.set("changed_by", v.last->who).set("changed_at", resolver::to_string(v.last->at));
    return manage::shown(p, "manage_registrar", 409);
}

handler_result change(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    registrar wanted = registrar_in(*f);
    wanted.id = c.path_value("id");
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::change_registrar(w, *c.who, wanted, service::precondition{f->number("version")});
    });
    if (made) return see_other(href_of(made->id) + "?done=changed");
    problem why = made.error();
    const auto v = view_of(c);
    if (!v) return std::unexpected{v.error()};
    if (why.type == problem_type::precondition_failed) return conflict_page(c, *v, *f);
    why.existing = json::value{};
    auto p = registrar_page(c, *v, fields_of(*f), (*f)["version"]); // still about the version that was shown
    return manage::refused(p, why, "manage_registrar");
}

handler_result end(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto v = view_of(c);
    if (!v) return std::unexpected{v.error()};
    const auto refused = [&](problem why) {
        why.existing = json::value{};
        auto p = registrar_page(c, *v, fields_of(v->now), std::to_string(v->now.version));
        return manage::refused(p, why, "manage_registrar");
    };
    if (ascii::trim((*f)["confirmation"]) != v->now.id) {
        return refused({.type = problem_type::invalid,
                        .detail = "type the id to confirm: " + v->now.id,
                        .pointer = "/confirmation"});
    }
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_registrar(w, *c.who, v->now.id, service::precondition{f->number("version")});
    });
    if (!made) return refused(made.error());
    return see_other(href_of(made->id) + "?done=ended");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page of the registrar", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/registrars",
     .operation = "showRegistrars",
     .summary = "Show the registrars, with the form that adds one",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = list,
     .responses = {page_row},
     .problems = {400}},
    {.method = "POST",
     .path = "/manage/registrars",
     .operation = "addRegistrarByForm",
     .summary = "Add a registrar by a form: addRegistrar",
     .tag = "pages",
     .roles = resolver::managers,
     .handler = add,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "GET",
     .path = "/manage/registrars/{id}",
     .operation = "showRegistrarPage",
     .summary = "Show a registrar with its prefixes, and the form that changes it",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = show,
     .in_path = {&registrar_id},
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/manage/registrars/{id}",
     .operation = "changeRegistrarByForm",
     .summary = "Change a registrar by a form: changeRegistrar",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = change,
     .in_path = {&registrar_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/manage/registrars/{id}/end",
     .operation = "endRegistrarByForm",
     .summary = "End a registrar by a form, in which its id is typed to confirm: endRegistrar",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::own,
     .handler = end,
     .in_path = {&registrar_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> manage_registrars_routes() noexcept { return table; }

} // namespace uniform::http
