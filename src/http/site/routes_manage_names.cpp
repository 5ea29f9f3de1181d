// Pages for one name: assign it, change it, activate it, withdraw it, revert a withdrawal. What they permit and check
// is what the operations of the API do (routes_names.cpp): both call uniform/service/names.hpp.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/site/manage.hpp"
#include "http/site/manage_record.hpp"
#include "http/site/name_models.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::assigning_model;
using manage::form;
using manage::history_row;
using manage::name_model;
using manage::name_part;
using manage::part;
using manage::shown_events;
using manage::withdrawal_model;
using resolver::name_state;
using resolver::problem;
using resolver::problem_type;
using service::name_entry;

// The response after a form was carried out: the page of the name shows the result.
response done(std::string_view key, std::string_view what) {
    return see_other(manage::page_of_name(resolver::urn_of(key)) + "?done=" + std::string{what});
}

service::write_options options_of(const request_context &c, const form &f) {
    service::write_options o{.idempotency_key = std::string{f["key"]}, .schemes = location_schemes_of(c)};
    if (const auto version = f.number("version")) o.condition = service::precondition{*version};
    return o;
}

// --- assigning

handler_result show_assign(request_context &c) {
    auto p = manage::page_showing<assigning_model>(c, part::assign, "manage.assign.heading");
    p.shows.record = manage::fields_of(resolver::name_record{});
    p.shows.record.name = form::of_query(c)["name"];
    return manage::shown(p);
}

handler_result assign(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto refused = [&](const problem &why) {
        auto p = manage::page_showing<assigning_model>(c, part::assign, "manage.assign.heading");
        manage::record_fields &fields = p.shows.record;
        fields = manage::fields_of(f);
        if (!why.pointer && (why.offset || why.type == problem_type::conflict)) fields.error_name = why.detail;
        manage::set_problem_at_field(p, fields, why);
        return manage::refused(p, why);
    };
    const auto json = manage::record_in(f);
    if (!json) return refused(json.error());
    auto record = resolver::record_from_json(*json);
    if (!record) return refused(record.error());
    const service::assignment a{
        .urn = std::string{ascii::trim(f["name"])}, .record = std::move(*record), .options = options_of(c, f)};
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) { return service::assign(w, *c.who, a); });
    if (!made) return refused(made.error());
    return done(made->key, "assigned");
}

// --- one name

struct view {
    name_entry now = {};
    std::vector<service::history_item> history = {};
    std::uint64_t older = 0; // before which event the history goes on; 0: it does not
    bool may_change = false;
    bool may_reinstate = false;
    std::string responsible = {}; // the registrar that is responsible now
};

// With the events before the one of this number; 0: the newest.
std::expected<view, problem> view_of(request_context &c, std::string_view urn, std::uint64_t before = 0) {
    return c.server.store->read([&](store::reading &r) -> std::expected<view, problem> {
        UNIFORM_TRY(auto &now, service::show(r, urn));
        view v{.now = std::move(now)};
        if (auto events = service::history(r, urn, before, shown_events + 1)) v.history = std::move(*events);
        if (v.history.size() > shown_events) {
            v.history.resize(shown_events);
            v.older = v.history.back().event.number;
        }
        v.may_change = service::may_assign(r, *c.who, v.now.key).has_value();
        v.responsible = service::responsible_registrar(r, v.now.key);
        if (v.now.record.state == name_state::withdrawn && c.who->is(resolver::managers) && v.may_change &&
            v.now.record.withdrawn) {
            const auto s = service::find_namespace(r, resolver::nid_of(v.now.key));
            v.may_reinstate =
                s && resolver::now() < *v.now.record.withdrawn + std::chrono::seconds{s->settings.reinstate_within};
        }
        return v;
    });
}

void add_history(pages::page_with<name_model> &p, const view &v) {
    const std::string page = manage::page_of_name(resolver::urn_of(v.now.key, v.now.record));
    for (const auto &item : v.history) {
        history_row &one = manage::add_event(p.shows.events, p, item.event, "action.");
        const bool is_earlier = item.event.number != v.now.event && item.event.action != "withdraw";
        if (is_earlier && v.may_change && v.now.record.state == name_state::active) {
            one.restore = page + "?from=" + std::to_string(item.event.number);
        }
    }
    manage::add_older(p.shows.events, page, v.older);
}

// Names the page, too.
name_part part_of(pages::html_page &p, const view &v) {
    std::string urn = resolver::urn_of(v.now.key, v.now.record);
    p.title = urn;
    p.back = manage::page_of_name(urn);
    name_part out{.href = p.back,
                  .version = std::to_string(v.now.record.version),
                  .reason = v.now.record.reason,
                  .may_change = v.may_change};
    out.urn = std::move(urn);
    return out;
}

void add_name(pages::page_with<name_model> &p, const view &v) {
    name_model &m = p.shows;
    m.name = part_of(p, v);
    m.public_href = "/about/" + encode_segment(m.name.urn);
    m.state = to_string(v.now.record.state);
    m.state_label = p.text("state." + std::string{m.state});
    const std::string &then = v.now.record.registrar;
    const bool moved = then != v.responsible;
    const auto named = [&](const std::string &id) { return id.empty() ? p.text("name.managers") : id; };
    if (moved) m.responsible = named(v.responsible);
    m.registrar = moved ? named(then) : then;
    m.registrar_label = p.text(moved ? "name.registrar_then" : "name.registrar");
    m.is_reserved = v.now.record.state == name_state::reserved;
    m.is_withdrawn = v.now.record.state == name_state::withdrawn;
    m.may_reinstate = v.may_reinstate;
    m.may_edit = v.may_change && !m.is_withdrawn;
    m.batch = v.now.record.batch;
    if (!m.batch.empty()) m.batch_href = manage::page_of_batch(m.batch);
    add_history(p, v);
}

constexpr std::array<std::string_view, 6> outcomes{"assigned",  "changed",   "unchanged",
                                                   "activated", "withdrawn", "reinstated"};

// The record as it was after an event, to be changed back to.
std::optional<resolver::name_record> record_after(request_context &c, std::string_view key, std::uint64_t event) {
    const auto e = c.server.store->look_up([&](store::reading &r) { return r.event_at(event); });
    if (!e || e->kind != "name" || e->id != key) return std::nullopt;
    return resolver::decode(e->body);
}

handler_result show_name(request_context &c) {
    const form q = form::of_query(c);
    UNIFORM_TRY(const auto &v, view_of(c, c.path_value("urn"), q.number("before").value_or(0)));
    auto p = manage::page_showing<name_model>(c, part::names, "manage.name.heading");
    add_name(p, v);
    if (std::ranges::find(outcomes, q["done"]) != outcomes.end()) {
        p.shows.common.done = p.text("manage.done." + std::string{q["done"]});
    }
    p.shows.record = manage::fields_of(v.now.record);
    if (const auto from = q.number("from")) {
        if (const auto earlier = record_after(c, v.now.key, *from)) {
            p.shows.record = manage::fields_of(*earlier);
            p.shows.restoring = manage::text_with(p, "manage.name.restoring", std::to_string(earlier->version));
        }
    }
    return manage::shown(p);
}

// Somebody else has changed the name since the form was shown: both are shown, and the form has what was typed.
response conflict_page(request_context &c, const view &v, const form &f) {
    auto p = manage::page_showing<name_model>(c, part::names, "manage.conflict.heading");
    add_name(p, v);
    p.shows.record = manage::fields_of(f);
    p.shows.seen = manage::conflict_of(manage::differences(p, manage::fields_of(v.now.record), p.shows.record),
                                       v.history.empty() ? nullptr : &v.history.front().event);
    return manage::shown(p, 409);
}

response refused_change(request_context &c, const form &f, const problem &why) {
    const auto v = view_of(c, c.path_value("urn"));
    if (v && why.type == problem_type::precondition_failed && v->now.record.state != name_state::withdrawn) {
        return conflict_page(c, *v, f);
    }
    auto p = manage::page_showing<name_model>(c, part::names, "manage.name.heading");
    if (v) add_name(p, *v);
    // A second attempt is still about the version that was shown.
    if (f.has("version")) p.shows.name.version = f["version"];
    p.shows.record = manage::fields_of(f);
    manage::set_problem_at_field(p, p.shows.record, why);
    return manage::refused(p, why);
}

handler_result change(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto json = manage::record_in(f);
    if (!json) return refused_change(c, f, json.error());
    const auto wanted = service::changes_from_json(*json);
    if (!wanted) return refused_change(c, f, wanted.error());
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::change(w, *c.who, c.path_value("urn"), *wanted, options_of(c, f));
    });
    if (!made) return refused_change(c, f, made.error());
    const bool same = f.number("version") == made->record.version;
    return done(made->key, same ? "unchanged" : "changed");
}

handler_result activate(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto json = manage::record_in(f);
    if (!json) return refused_change(c, f, json.error());
    auto record = resolver::record_from_json(*json);
    if (!record) return refused_change(c, f, record.error());
    const service::assignment a{
        .urn = std::string{c.path_value("urn")}, .record = std::move(*record), .options = options_of(c, f)};
    const auto made =
        c.server.store->write(origin_of(c), [&](store::writing &w) { return service::activate(w, *c.who, a); });
    if (!made) return refused_change(c, f, made.error());
    return done(made->key, "activated");
}

// --- withdrawing

response withdrawal_page(request_context &c, const view &v, const form &f, const problem *why) {
    auto p = manage::page_showing<withdrawal_model>(c, part::names, "manage.withdraw.heading");
    p.shows.name = part_of(p, v);
    p.back += "/withdraw";
    p.shows.name.reason = f["reason"];
    p.shows.successor = f["successor"];
    if (why == nullptr) return manage::shown(p);
    // The version in the form is that of now: what has changed since is on the page.
    return manage::refused(p, *why);
}

handler_result show_withdraw(request_context &c) {
    UNIFORM_TRY(const auto &v, view_of(c, c.path_value("urn")));
    if (v.now.record.state == name_state::withdrawn) {
        return see_other(manage::page_of_name(resolver::urn_of(v.now.key, v.now.record)));
    }
    return withdrawal_page(c, v, form{}, nullptr);
}

handler_result withdraw(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &v, view_of(c, c.path_value("urn")));
    // There is no way back, so that the name must be typed.
    if (ascii::trim(f["confirmation"]) != resolver::urn_of(v.now.key, v.now.record)) {
        const problem why{.type = problem_type::invalid,
                          .detail = "type the name to confirm: " + resolver::urn_of(v.now.key, v.now.record),
                          .pointer = "/confirmation"};
        return withdrawal_page(c, v, f, &why);
    }
    const service::withdrawal x{.urn = std::string{c.path_value("urn")},
                                .reason = std::string{ascii::trim(f["reason"])},
                                .successor = std::string{ascii::trim(f["successor"])},
                                .options = options_of(c, f)};
    const auto made =
        c.server.store->write(origin_of(c), [&](store::writing &w) { return service::withdraw(w, *c.who, x); });
    if (!made) return withdrawal_page(c, v, f, &made.error());
    return done(made->key, "withdrawn");
}

handler_result reinstate(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::reinstate(w, *c.who, c.path_value("urn"), options_of(c, f));
    });
    if (!made) {
        const auto v = view_of(c, c.path_value("urn"));
        if (!v) return std::unexpected{made.error()};
        auto p = manage::page_showing<name_model>(c, part::names, "manage.name.heading");
        add_name(p, *v);
        p.shows.record = manage::fields_of(v->now.record);
        return manage::refused(p, made.error());
    }
    return done(made->key, "reinstated");
}

// --- the table

constexpr body_row record_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{2} << 20U};
constexpr response_row assigning_row{200, "the page", "text/html", {}, {&pages::page_model_of<assigning_model>}};
constexpr response_row name_row{200, "the page", "text/html", {}, {&pages::page_model_of<name_model>}};
constexpr response_row withdrawal_row{200, "the page", "text/html", {}, {&pages::page_model_of<withdrawal_model>}};
constexpr response_row done_row{303, "carried out: to the page of the name", {}, {&location_field}};
constexpr bounded_list<int, 6> of_a_change{400, 404, 409, 412, 422};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/assign",
     .operation = "showAssignPage",
     .stands_for = "assignName putName",
     .summary = "Show the form that assigns a name",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = show_assign,
     .responses = {assigning_row}},
    {.method = "POST",
     .path = "/manage/assign",
     .operation = "assignByForm",
     .stands_for = "assignName putName",
     .summary = "Assign a name by a form: assignName",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = assign,
     .body = record_form,
     .responses = {done_row},
     .problems = of_a_change},
    {.method = "GET",
     .path = "/manage/names/{urn}",
     .operation = "showManagedName",
     .stands_for = "getName",
     .summary = "Show a name with the form that changes it",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = show_name,
     .in_path = {&name_urn},
     .responses = {name_row},
     .problems = {404, 422}},
    {.method = "POST",
     .path = "/manage/names/{urn}",
     .operation = "changeByForm",
     .stands_for = "changeName",
     .summary = "Change a name by a form: changeName",
     .description = "The form has the version that it was made from. If the name has changed since, the response shows "
                    "both versions, and a form with what was sent.",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = change,
     .in_path = {&name_urn},
     .body = record_form,
     .responses = {done_row},
     .problems = of_a_change},
    {.method = "POST",
     .path = "/manage/names/{urn}/activate",
     .operation = "activateByForm",
     .stands_for = "activateName",
     .summary = "Activate a reserved name by a form: activateName",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = activate,
     .in_path = {&name_urn},
     .body = record_form,
     .responses = {done_row},
     .problems = of_a_change},
    {.method = "GET",
     .path = "/manage/names/{urn}/withdraw",
     .operation = "showWithdrawPage",
     .stands_for = "withdrawName",
     .summary = "Show the form that withdraws a name",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::none,
     .handler = show_withdraw,
     .in_path = {&name_urn},
     .responses = {withdrawal_row, {303, "it is withdrawn already: to the page of the name", {}, {&location_field}}},
     .problems = {404, 422}},
    {.method = "POST",
     .path = "/manage/names/{urn}/withdraw",
     .operation = "withdrawByForm",
     .stands_for = "withdrawName",
     .summary = "Withdraw a name by a form, in which the name is typed to confirm: withdrawName",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = withdraw,
     .in_path = {&name_urn},
     .body = record_form,
     .responses = {done_row},
     .problems = of_a_change},
    {.method = "POST",
     .path = "/manage/names/{urn}/reinstate",
     .operation = "reinstateByForm",
     .stands_for = "reinstateName",
     .summary = "Revert an erroneous withdrawal by a form: reinstateName",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = reinstate,
     .in_path = {&name_urn},
     .body = record_form,
     .responses = {done_row},
     .problems = of_a_change},
};

} // namespace

std::span<const route> manage_names_routes() noexcept { return table; }

} // namespace uniform::http
