// Pages: registrars, added, changed and ended. They do what the operations of the API do (routes_registrars.cpp), with
// uniform/service/registrars.hpp.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace pages {

/// The members of a registrar that the pages show: those that a client gives.
template <>
struct table_of<service::registrar> {
    static constexpr std::tuple members{
        member{"id", &service::registrar::id}, member{"name", &service::registrar::name},
        member{"contact", &service::registrar::contact}, member{"public_contact", &service::registrar::public_contact}};
};

} // namespace pages

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
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

struct registrar_errors {
    std::string error_name = {};
    std::string error_contact = {};
    std::string error_public_contact = {};

    static constexpr std::tuple members{member{"error_name", &registrar_errors::error_name},
                                        member{"error_contact", &registrar_errors::error_contact},
                                        member{"error_public_contact", &registrar_errors::error_public_contact}};
};

std::string_view badge_of(registrar_state s) { return s == registrar_state::active ? "active" : "withdrawn"; }

// As typed.
registrar fields_of(const form &f) {
    return {.id = std::string{f["id"]},
            .name = std::string{f["name"]},
            .contact = std::string{f["contact"]},
            .public_contact = std::string{f["public_contact"]}};
}

registrar registrar_in(const form &f) {
    return {.id = std::string{ascii::trim(f["id"])},
            .name = std::string{ascii::trim(f["name"])},
            .contact = std::string{ascii::trim(f["contact"])},
            .public_contact = std::string{ascii::trim(f["public_contact"])}};
}

// --- the list, and the form that adds one

struct registrar_row {
    std::string id = {};
    std::string name = {};
    std::string public_contact = {};
    std::string href = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    bool is_own = false; ///< the token acts for it

    static constexpr std::tuple members{member{"id", &registrar_row::id},
                                        member{"name", &registrar_row::name},
                                        member{"public_contact", &registrar_row::public_contact},
                                        member{"href", &registrar_row::href},
                                        member{"state", &registrar_row::state},
                                        member{"state_label", &registrar_row::state_label},
                                        member{"is_own", &registrar_row::is_own}};
};

struct registrars_model {
    static constexpr std::string_view page_template = "manage_registrars";

    manage::common_part common = {};
    bool has_registrars = false;
    std::vector<registrar_row> registrars = {};
    std::string next = {}; ///< a URL
    bool may_add = false;
    registrar r = {}; ///< typed in the form
    std::string error_id = {};
    registrar_errors errors = {};

    static constexpr std::tuple members{members_of{&registrars_model::common},
                                        member{"has_registrars", &registrars_model::has_registrars},
                                        member{"registrars", &registrars_model::registrars},
                                        member{"next", &registrars_model::next},
                                        member{"may_add", &registrars_model::may_add},
                                        member{"r", &registrars_model::r},
                                        member{"error_id", &registrars_model::error_id},
                                        members_of{&registrars_model::errors}};
};

pages::page_with<registrars_model> list_page(request_context &c, const form &f, const page &at) {
    auto p = manage::page_showing<registrars_model>(c, part::registrars, "manage.registrars.heading");
    p.back = "/manage/registrars";
    const auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_registrars(r, at.after, page_size); });
    for (const registrar &one : found) {
        p.shows.registrars.push_back({.id = one.id,
                                      .name = one.name,
                                      .public_contact = one.public_contact,
                                      .href = href_of(one.id),
                                      .state = badge_of(one.state),
                                      .state_label = label_of(p, one.state),
                                      .is_own = one.id == c.who->registrar});
    }
    p.shows.has_registrars = !p.shows.registrars.empty();
    if (!next.empty()) p.shows.next = next_page_of(c, next);
    p.shows.may_add = c.who->is(resolver::managers);
    p.shows.r = fields_of(f);
    return p;
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &at, page_of(c));
    return manage::shown(list_page(c, form{}, at));
}

handler_result add(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &added, service::add_registrar(w, *c.who, registrar_in(f)));
            return std::move(added.id);
        });
    });
    if (made) return see_other(href_of(*made) + "?done=added");
    problem why = made.error();
    if (why.type == problem_type::conflict) why.pointer = "/id";
    why.existing = json::value{}; // it is no name
    auto p = list_page(c, f, {});
    return manage::refused(p, why);
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
        UNIFORM_TRY(auto &now, service::registrar_of(r, c.path_value("id")));
        view v{.now = std::move(now)};
        v.prefixes = service::prefixes_of(r, v.now.id);
        v.manages = service::manages(r, *c.who, v.now);
        v.last = r.event_at(v.now.event);
        return v;
    });
}

struct registrar_prefix {
    std::string prefix = {};
    std::string href = {};

    static constexpr std::tuple members{member{"prefix", &registrar_prefix::prefix},
                                        member{"href", &registrar_prefix::href}};
};

struct registrar_model {
    static constexpr std::string_view page_template = "manage_registrar";

    manage::common_part common = {};
    std::string id = {};
    std::string name = {};
    std::string href = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    std::string version = {}; ///< that the form is made from
    bool may_change = false;
    bool may_end = false;
    bool must_move = false; ///< its prefixes, before it can end
    bool has_prefixes = false;
    std::vector<registrar_prefix> prefixes = {};
    std::string more_prefixes = {}; ///< their number, if not all are shown
    registrar now = {};
    registrar r = {}; ///< in the form
    manage::conflict_part seen = {};
    registrar_errors errors = {};
    std::string error_confirmation = {};

    static constexpr std::tuple members{members_of{&registrar_model::common},
                                        member{"id", &registrar_model::id},
                                        member{"name", &registrar_model::name},
                                        member{"href", &registrar_model::href},
                                        member{"state", &registrar_model::state},
                                        member{"state_label", &registrar_model::state_label},
                                        member{"version", &registrar_model::version},
                                        member{"may_change", &registrar_model::may_change},
                                        member{"may_end", &registrar_model::may_end},
                                        member{"must_move", &registrar_model::must_move},
                                        member{"has_prefixes", &registrar_model::has_prefixes},
                                        member{"prefixes", &registrar_model::prefixes},
                                        member{"more_prefixes", &registrar_model::more_prefixes},
                                        member{"now", &registrar_model::now},
                                        member{"r", &registrar_model::r},
                                        members_of{&registrar_model::seen},
                                        members_of{&registrar_model::errors},
                                        member{"error_confirmation", &registrar_model::error_confirmation}};
};

pages::page_with<registrar_model> registrar_page(request_context &c, const view &v, registrar fields,
                                                 std::string_view version) {
    auto p = manage::page_showing<registrar_model>(c, part::registrars, "manage.registrars.one");
    p.title = v.now.name;
    p.back = href_of(v.now.id);
    const bool is_active = v.now.state == registrar_state::active;
    registrar_model &m = p.shows;
    m.id = v.now.id;
    m.name = v.now.name;
    m.href = href_of(v.now.id);
    m.version = version;
    m.state = badge_of(v.now.state);
    m.state_label = label_of(p, v.now.state);
    // A registrar itself, if its token is not restricted to prefixes: whether it is, the service says.
    m.may_change = is_active && (v.manages || c.who->registrar == v.now.id);
    m.may_end = is_active && v.manages && v.prefixes.empty();
    m.must_move = is_active && v.manages && !v.prefixes.empty();
    for (const std::string &one : v.prefixes) {
        if (m.prefixes.size() == most_prefixes) break;
        m.prefixes.push_back({.prefix = "urn:" + one, .href = "/manage/delegation?prefix=" + encode_query_data(one)});
    }
    m.has_prefixes = !m.prefixes.empty();
    if (v.prefixes.size() > most_prefixes) m.more_prefixes = pages::number(p.in(), v.prefixes.size());
    m.now = v.now;
    m.r = std::move(fields);
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &v, view_of(c));
    auto p = registrar_page(c, v, v.now, std::to_string(v.now.version));
    constexpr std::array done{"added", "changed", "ended"};
    const form q = form::of_query(c);
    if (std::ranges::find(done, q["done"]) != done.end()) {
        p.shows.common.done = p.text("manage.registrars.done_" + std::string{q["done"]});
    }
    return manage::shown(p);
}

// Somebody else has changed it since the form was shown: both are shown, and the form has what was typed.
response conflict_page(request_context &c, const view &v, const form &f) {
    auto p = registrar_page(c, v, fields_of(f), std::to_string(v.now.version));
    const registrar submitted = registrar_in(f);
    constexpr std::array shown{std::pair{"name", &registrar::name}, std::pair{"contact", &registrar::contact},
                               std::pair{"public_contact", &registrar::public_contact}};
    std::vector<manage::difference> differences;
    for (const auto &[name, text] : shown) {
        if (v.now.*text == submitted.*text) continue;
        differences.push_back({.label = p.text("manage.registrars." + std::string{name}),
                               .before = v.now.*text,
                               .after = submitted.*text});
    }
    // The same change, or sent twice.
    if (differences.empty()) return see_other(href_of(v.now.id) + "?done=changed");
    p.shows.seen = manage::conflict_of(std::move(differences), v.last ? &*v.last : nullptr);
    return manage::shown(p, 409);
}

handler_result change(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    registrar wanted = registrar_in(f);
    wanted.id = c.path_value("id");
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::change_registrar(w, *c.who, wanted, service::precondition{f.number("version")});
    });
    if (made) return see_other(href_of(made->id) + "?done=changed");
    problem why = made.error();
    UNIFORM_TRY(const auto &v, view_of(c));
    if (why.type == problem_type::precondition_failed) return conflict_page(c, v, f);
    why.existing = json::value{};
    auto p = registrar_page(c, v, fields_of(f), f["version"]); // still about the version that was shown
    return manage::refused(p, why);
}

handler_result end(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &v, view_of(c));
    const auto refused = [&](problem why) {
        why.existing = json::value{};
        auto p = registrar_page(c, v, v.now, std::to_string(v.now.version));
        return manage::refused(p, why);
    };
    if (ascii::trim(f["confirmation"]) != v.now.id) {
        return refused({.type = problem_type::invalid,
                        .detail = "type the id to confirm: " + v.now.id,
                        .pointer = "/confirmation"});
    }
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_registrar(w, *c.who, v.now.id, service::precondition{f.number("version")});
    });
    if (!made) return refused(made.error());
    return see_other(href_of(made->id) + "?done=ended");
}

// --- the table

constexpr response_row list_row{200, "the page", "text/html", {}, {&pages::page_model_of<registrars_model>}};
constexpr response_row one_row{200, "the page", "text/html", {}, {&pages::page_model_of<registrar_model>}};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr bounded_list<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page of the registrar", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/registrars",
     .operation = "showRegistrars",
     .stands_for = "listRegistrars",
     .summary = "Show the registrars, with the form that adds one",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = list,
     .responses = {list_row},
     .problems = {400}},
    {.method = "POST",
     .path = "/manage/registrars",
     .operation = "addRegistrarByForm",
     .stands_for = "addRegistrar",
     .summary = "Add a registrar by a form: addRegistrar",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::none,
     .handler = add,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "GET",
     .path = "/manage/registrars/{id}",
     .operation = "showRegistrarPage",
     .stands_for = "getRegistrar",
     .summary = "Show a registrar with its prefixes, and the form that changes it",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&registrar_id},
     .responses = {one_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/manage/registrars/{id}",
     .operation = "changeRegistrarByForm",
     .stands_for = "changeRegistrar",
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
     .stands_for = "endRegistrar",
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
