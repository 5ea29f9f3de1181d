// Pages: registering a namespace by RFC 8141 sections 6.2 to 6.4: write a template, submit it, discuss, review, decide.
// They call the functions of uniform/service/registration.hpp that the API calls. A page is for whoever has a token or
// a session; the secret of a request belongs to the API.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/http/settings.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/notices.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/registration_pages.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

std::string registration_pages::label_of_done(const pages::html_page &p, std::string_view action) {
    std::string key = "registration.did_" + std::string{action};
    std::ranges::replace(key, '-', '_');
    return p.text(key);
}

std::expected<std::uint64_t, resolver::problem> registration_pages::number_of_request(const request_context &c) {
    if (const auto number = service::request_number(c.path_value("id"))) return *number;
    return refuse(resolver::problem_type::not_found, "this request does not exist: requests have numbers, such as 12");
}

std::vector<registration_pages::finding_row>
registration_pages::findings_about(const std::vector<registry::finding> &all, std::optional<registry::field> about,
                                   const pages::html_page &p) {
    std::vector<finding_row> out;
    for (const auto &f : all) {
        if (f.about != about) continue;
        out.push_back({.level = p.text("registration.level_" + std::string{to_string(f.level)}),
                       .message = f.message,
                       .rule = citation(f),
                       .is_error = f.level == registry::severity::error});
    }
    return out;
}

namespace {

using manage::form;
using registration_pages::finding_row;
using registration_pages::findings_about;
using registration_pages::news_row;
using registration_pages::request_row;
using registration_pages::requests_model;
using registration_pages::template_field;
using registration_pages::template_model;
using registry::namespace_template;
using registry::request_action;
using registry::request_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t page_size = 100;
constexpr std::size_t most_news = 10;
constexpr std::size_t form_limit = std::size_t{1} << 20U;

service::credentials credentials_of(const request_context &c) { return {.who = c.who}; }

service::draft_limits limits_of(const request_context &c) {
    service::draft_limits limits;
    if (c.server.settings->draft_size != 0) {
        limits.size = c.server.settings->draft_size;
        limits.of_holder = c.server.settings->drafts_per_address;
        limits.of_anonymous = c.server.settings->received_size;
    }
    limits.holder = c.who->id;
    return limits;
}

std::string page_of_request(std::uint64_t number) { return "/registration/requests/" + std::to_string(number); }

template <pages::model M>
pages::page_with<M> registration_page(const request_context &c, std::string_view heading) {
    pages::page_with<M> p{c.server.settings, c.request};
    p.title = p.text(heading);
    p.area = pages::area::registration;
    if (c.request.method == "POST") p.back = "/registration"; // a page that answers a form has no URL of its own
    p.links.push_back({.rel = "alternate",
                       .type = "application/atom+xml",
                       .href = "/api/v1/requests.atom",
                       .title = p.text("front.feed")});
    p.shows.common.heading = p.title;
    return p;
}

// --- the list

request_row row_of(const pages::html_page &p, service::registration_request q) {
    request_row out{.href = page_of_request(q.number),
                    .state_label = p.text("registration.state_" + std::string{to_string(q.state)}),
                    .changed = resolver::to_string(q.changed).substr(0, 10)};
    out.request = std::move(q);
    return out;
}

// In which states a request waits for those actors.
constexpr std::array waiting_states{
    std::pair{request_state::draft, registry::actor::submitter},
    std::pair{request_state::returned, registry::actor::submitter},
    std::pair{request_state::submitted, registry::actor::expert},
    std::pair{request_state::under_review, registry::actor::expert},
    std::pair{request_state::approved, registry::actor::administrator},
    std::pair{request_state::reported, registry::actor::administrator},
};

// The last events of all requests that the reader may see.
std::vector<news_row> news_of(const pages::html_page &p, store::reading &r) {
    std::vector<news_row> out;
    for (const service::notice &n : service::list_notices(r, 0, most_news).first) {
        const json::value *const q = n.body.find("request");
        const std::string at = resolver::to_string(n.at);
        out.push_back({.at = at,
                       .date = at.substr(0, 10),
                       .label = registration_pages::label_of_done(p, n.body.string_of("action")),
                       .number = n.request,
                       .href = page_of_request(n.request),
                       .nid = std::string{q == nullptr ? std::string_view{} : q->string_of("nid")},
                       .subject = std::string{q == nullptr ? std::string_view{} : q->string_of("title")}});
    }
    return out;
}

// Those with a submission or a comment that the reader may accept.
void add_received(pages::page_with<requests_model> &p, store::reading &r, const service::credentials &by) {
    if (by.who == nullptr) return;
    constexpr registry::actors handling = registry::actor::expert | registry::actor::administrator;
    std::vector<request_row> &waiting = p.shows.waiting;
    for (auto &v : service::list_requests(r, by, {.received = true}, 0, page_size).first) {
        const bool is_listed = std::ranges::any_of(
            waiting, [&](const request_row &one) { return one.request.number == v.request.number; });
        if ((v.actors & handling) != 0 && !is_listed) waiting.push_back(row_of(p, std::move(v.request)));
    }
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &at, page_of(c));
    const std::uint64_t after = service::request_number(at.after).value_or(0);
    auto p = registration_page<requests_model>(c, "registration.heading");
    requests_model &m = p.shows;
    const std::uint64_t last = c.server.store->read([&](store::reading &r) {
        m.news = news_of(p, r);
        for (const auto &[state, actor] : waiting_states) {
            if (c.who == nullptr) break;
            for (auto &v : service::list_requests(r, credentials_of(c), {.state = state}, 0, page_size).first) {
                if ((v.actors & static_cast<registry::actors>(actor)) == 0) continue;
                m.waiting.push_back(row_of(p, std::move(v.request)));
            }
        }
        add_received(p, r, credentials_of(c));
        auto [found, next] = service::list_requests(r, credentials_of(c), {}, after, page_size);
        for (auto &v : found) m.requests.push_back(row_of(p, std::move(v.request)));
        return next;
    });
    m.is_signed_in = c.who != nullptr;
    m.has_news = !m.news.empty();
    m.has_waiting = !m.waiting.empty();
    m.has_requests = !m.requests.empty();
    if (last != 0) m.next = next_page_of(c, std::to_string(last));
    return manage::shown(p);
}

// --- the form

std::optional<namespace_template> read(const std::string &text) {
    auto t = registry::read_any_template(text, {.edition = edition::rfc8141});
    return t ? std::optional{std::move(*t)} : std::nullopt;
}

// The template of a form. Fields that the form does not show stay as they are in the text that it was made from.
std::string text_in(const form &f) {
    namespace_template t = read(std::string{f["base"]}).value_or(namespace_template{});
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        if (!f.has(to_string(rule.id))) continue;
        const std::string_view text = f[to_string(rule.id)];
        if (!registry::normal_text(text).empty()) {
            t.set(rule.id, text);
        } else if (const auto at = std::ranges::find(t.entries, std::optional{rule.id}, &registry::entry::id);
                   at != t.entries.end()) {
            t.entries.erase(at);
        }
    }
    return write_template(t);
}

// The members of a new request that the form has, without its template.
service::new_request request_in(const form &f) {
    return {.title = std::string{f["title"]},
            .submitter = std::string{f["submitter"]},
            .body = std::string{f["fast_track"]},
            .revises = std::string{f["revises"]}};
}

// The findings that the check of the submission would have.
std::vector<registry::finding> findings_in(const request_context &c, const namespace_template &t,
                                           const service::new_request &what) {
    return c.server.store->read([&](store::reading &r) { return service::findings_of_submission(r, t, what); });
}

// The same for a request that exists.
std::vector<registry::finding> findings_in(const request_context &c, const namespace_template &t,
                                           std::uint64_t number) {
    return c.server.store->read([&](store::reading &r) {
        const auto v = service::find_request(r, credentials_of(c), number);
        if (!v) return service::findings_of_submission(r, t);
        return service::findings_of_submission(r, t, {.body = v->request.body, .revises = v->request.revises});
    });
}

// The fields of a template with help, and, if it was checked, what was found at each.
void set_fields(pages::page_with<template_model> &p, const namespace_template &t,
                const std::vector<registry::finding> *found) {
    template_model &m = p.shows;
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        const registry::entry *const e = t.find(rule.id);
        const std::string key{to_string(rule.id)};
        template_field one{.key = key,
                           .name = rule.name,
                           .section = "RFC 8141, " + std::string{rule.section},
                           .content = e != nullptr ? e->text : std::string{},
                           .help = p.text("registration.help_" + key),
                           .is_short = rule.id <= registry::field::date,
                           .is_optional = rule.when != registry::presence::always};
        if (found != nullptr) one.findings = findings_about(*found, rule.id, p);
        one.has_findings = !one.findings.empty();
        one.is_wrong = std::ranges::any_of(one.findings, &finding_row::is_error);
        m.fields.push_back(std::move(one));
    }
    if (found == nullptr) return;
    m.others = findings_about(*found, std::nullopt, p);
    m.has_others = !m.others.empty();
    m.checked = p.text(registry::has_errors(*found) ? "registration.has_errors"
                       : found->empty()             ? "registration.no_findings"
                                                    : "registration.no_errors");
}

pages::page_with<template_model> form_page(const request_context &c, const form &f, std::string_view action) {
    auto p = registration_page<template_model>(c, "registration.write_heading");
    p.has_form = true;
    if (c.request.method == "POST") p.back = action;
    p.scripts = pages::scripts::plain; // checks while one types
    p.shows.action = action;
    p.shows.base = f["base"];
    p.shows.request = request_in(f);
    p.shows.common.key = manage::random_key();
    return p;
}

// `number` is that of the request, if it exists.
response form_again(const request_context &c, const form &f, pages::page_with<template_model> &p, const problem *why,
                    std::optional<std::uint64_t> number = std::nullopt) {
    const std::string text = text_in(f);
    const namespace_template t = read(text).value_or(namespace_template{});
    const auto found = number ? findings_in(c, t, *number) : findings_in(c, t, p.shows.request);
    set_fields(p, t, &found);
    return why != nullptr ? manage::refused(p, *why) : manage::shown(p);
}

handler_result show_new(request_context &c) {
    const form q = form::of_query(c);
    form f;
    namespace_template t;
    const auto revised = q.number("revises");
    auto p = form_page(c, f, "/registration/new");
    p.shows.is_new = true;
    if (revised) {
        auto found = c.server.store->read(
            [&](store::reading &r) -> std::expected<std::pair<service::request_view, std::string>, problem> {
                UNIFORM_TRY(auto &v, service::find_request(r, credentials_of(c), *revised));
                UNIFORM_TRY(auto &text, service::current_template(r, credentials_of(c), *revised));
                return std::pair{std::move(v), std::move(text)};
            });
        UNIFORM_CHECK(found);
        if (const auto old = read(found->second)) t = registry::new_revision(*old).value_or(*old);
        service::registration_request &old = found->first.request;
        p.shows.request = {
            .title = std::move(old.title), .submitter = std::move(old.submitter), .revises = std::move(old.nid)};
    }
    set_fields(p, t, nullptr);
    return manage::shown(p);
}

handler_result send_new(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &pressed, f.button({"check", "save", "submit"}));
    auto p = form_page(c, f, "/registration/new");
    p.shows.is_new = true;
    if (pressed == "check") return form_again(c, f, p, nullptr);
    service::new_request what = p.shows.request;
    what.document = text_in(f);
    const auto secret = service::make_request_secret();
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &opened,
                        pressed == "submit"
                            ? service::submit_new_request(w, credentials_of(c), what, secret, {}, limits_of(c))
                            : service::open_request(w, credentials_of(c), what, secret, limits_of(c)));
            return page_of_request(opened.view.request.number);
        });
    });
    if (!made) return form_again(c, f, p, &made.error());
    return see_other(*made);
}

handler_result show_edit(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &text, c.server.store->read([&](store::reading &r) {
        return service::current_template(r, credentials_of(c), number);
    }));
    auto p = form_page(c, {}, page_of_request(number) + "/edit");
    const namespace_template t = read(text).value_or(namespace_template{});
    p.shows.base = text;
    const auto found = findings_in(c, t, number);
    set_fields(p, t, &found);
    return manage::shown(p);
}

// The text that the form was made from must still be the draft, in the transaction that replaces it.
handler_result send_edit(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &pressed, f.button({"check", "save", "submit"}));
    // A draft is hidden from those whom it does not concern, and so is its form.
    UNIFORM_CHECK(c.server.store->read(
        [&](store::reading &r) { return service::current_template(r, credentials_of(c), number); }));
    auto p = form_page(c, f, page_of_request(number) + "/edit");
    if (pressed == "check") return form_again(c, f, p, nullptr, number);
    std::string saved;
    const auto done =
        c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<service::action_result, problem> {
            UNIFORM_TRY(auto &now, service::current_template(w, credentials_of(c), number));
            if (now != f["base"]) {
                saved = std::move(now);
                return refuse(problem_type::precondition_failed, p.text("registration.conflict"));
            }
            if (pressed != "submit") {
                return service::edit_request(w, credentials_of(c), number, text_in(f), limits_of(c));
            }
            return service::take_action(w, credentials_of(c), number, request_action::submit,
                                        {.document = text_in(f), .limits = limits_of(c)});
        });
    if (done) return see_other(page_of_request(number));
    if (!saved.empty()) p.shows.saved = p.shows.base = saved;
    return form_again(c, f, p, &done.error(), number);
}

// --- the table

constexpr response_row list_row{200, "the page", "text/html", {}, {&pages::page_model_of<requests_model>}};
constexpr response_row form_row{200, "the page", "text/html", {}, {&pages::page_model_of<template_model>}};
constexpr body_row a_form{.content = "application/x-www-form-urlencoded=form", .required = false, .limit = form_limit};
constexpr bounded_list<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/registration",
     .operation = "showRegistration",
     .summary = "Show the registration requests, what happened last, and what waits for the token",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = list,
     .responses = {list_row},
     .problems = {400}},
    {.method = "GET",
     .path = "/registration/new",
     .operation = "showNewRequest",
     .stands_for = "openRequest",
     .summary = "Show the form of a registration template",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show_new,
     .responses = {form_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/new",
     .operation = "openRequestByForm",
     .stands_for = "openRequest submitRequest",
     .summary = "Check a template, or open or submit a request, by a form: openRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = send_new,
     .body = a_form,
     .responses = {form_row, done_row},
     .problems = of_a_form},
    {.method = "GET",
     .path = "/registration/requests/{id}/edit",
     .operation = "showDraft",
     .stands_for = "getRequestTemplate",
     .summary = "Show the form with the template of a request",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = show_edit,
     .in_path = {&request_id},
     .responses = {form_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/requests/{id}/edit",
     .operation = "editRequestByForm",
     .stands_for = "editRequest submitRequest",
     .summary = "Check, save or submit a draft by a form: editRequest, submitRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = send_edit,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {form_row, done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> registration_pages_routes() noexcept { return table; }

} // namespace uniform::http
