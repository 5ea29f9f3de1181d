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

#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/registration_pages.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

std::expected<std::uint64_t, resolver::problem> registration_pages::number_of_request(const request_context &c) {
    if (const auto number = service::request_number(c.path_value("id"))) return *number;
    return resolver::refuse(resolver::problem_type::not_found,
                            "this request does not exist: requests have numbers, such as 12");
}

json::array registration_pages::findings_about(const std::vector<registry::finding> &all,
                                               std::optional<registry::field> about, const pages::html_page &p) {
    json::array out;
    for (const auto &f : all) {
        if (f.about != about) continue;
        json::value one = json::object{};
        one.set("level", p.text("registration.level_" + std::string{to_string(f.level)})).set("message", f.message);
        out.push_back(std::move(one.set("is_error", f.level == registry::severity::error).set("rule", citation(f))));
    }
    return out;
}

namespace {

using manage::form;
using registration_pages::findings_about;
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
    if (c.server.settings != nullptr && c.server.settings->draft_size != 0) {
        limits.size = c.server.settings->draft_size;
        limits.of_holder = c.server.settings->drafts_per_address;
    }
    limits.holder = c.who->id;
    return limits;
}

std::string page_of_request(std::uint64_t number) { return "/registration/requests/" + std::to_string(number); }

pages::html_page registration_page(const request_context &c, std::string_view heading) {
    pages::html_page p{c.server.settings, c.request};
    p.title = heading;
    p.area = pages::area::registration;
    if (c.request.method == "POST") p.back = "/registration"; // a page that answers a form has no URL of its own
    json::value feed = json::object{};
    feed.set("rel", "alternate").set("type", "application/atom+xml").set("href", "/api/v1/requests.atom");
    p.links.push_back(std::move(feed.set("title", p.text("front.feed"))));
    p.data.set("heading", heading);
    return p;
}

// --- the list

json::value row_of(const pages::html_page &p, const service::registration_request &q) {
    json::value one = json::object{};
    one.set("number", q.number).set("href", page_of_request(q.number)).set("nid", q.nid).set("subject", q.title);
    one.set("state_label", p.text("registration.state_" + std::string{to_string(q.state)}));
    return one.set("submitter", q.submitter).set("changed", resolver::to_string(q.changed).substr(0, 10));
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

// What happened last, to all requests that the reader may see.
json::array news_of(const pages::html_page &p, store::reading &r) {
    json::array out;
    for (const service::notice &n : service::list_notices(r, 0, most_news).first) {
        const json::value *const q = n.body.find("request");
        json::value one = json::object{};
        std::string action{n.body.string_of("action")};
        std::ranges::replace(action, '-', '_');
        one.set("at", resolver::to_string(n.at)).set("date", resolver::to_string(n.at).substr(0, 10));
        one.set("label", p.text("registration.did_" + action)).set("number", n.request);
        one.set("href", page_of_request(n.request)).set("nid", q == nullptr ? std::string_view{} : q->string_of("nid"));
        out.push_back(std::move(one.set("subject", q == nullptr ? std::string_view{} : q->string_of("title"))));
    }
    return out;
}

handler_result list(request_context &c) {
    const auto at = page_of(c);
    if (!at) return std::unexpected{at.error()};
    const std::uint64_t after = service::request_number(at->after).value_or(0);
    pages::html_page p =
        registration_page(c, pages::html_page{c.server.settings, c.request}.text("registration.heading"));
    json::array waiting;
    json::array rows;
    json::array news;
    const std::uint64_t last = c.server.store->read([&](store::reading &r) {
        news = news_of(p, r);
        for (const auto &[state, actor] : waiting_states) {
            if (c.who == nullptr) break;
            for (const auto &v : service::list_requests(r, credentials_of(c), {.state = state}, 0, page_size).first) {
                if ((v.actors & static_cast<registry::actors>(actor)) != 0) waiting.push_back(row_of(p, v.request));
            }
        }
        auto [found, next] = service::list_requests(r, credentials_of(c), {}, after, page_size);
        for (const auto &v : found) rows.push_back(row_of(p, v.request));
        return next;
    });
    p.data.set("is_signed_in", c.who != nullptr).set("has_news", !news.empty()).set("news", std::move(news));
    p.data.set("has_waiting", !waiting.empty()).set("waiting", std::move(waiting));
    p.data.set("has_requests", !rows.empty()).set("requests", std::move(rows));
    p.data.set("next", last == 0 ? std::string{} : next_page_of(c, std::to_string(last)));
    return manage::shown(p, "registration");
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

// What the check of the submission would find, with that of the form.
std::vector<registry::finding> findings_in(const request_context &c, const namespace_template &t, const form &f) {
    return c.server.store->read([&](store::reading &r) {
        return service::findings_of_submission(
            r, t, {.body = std::string{f["fast_track"]}, .revises = std::string{f["revises"]}});
    });
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
void set_fields(pages::html_page &p, const namespace_template &t, const std::vector<registry::finding> *found) {
    json::array fields;
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        const registry::entry *const e = t.find(rule.id);
        const std::string key{to_string(rule.id)};
        json::value one = json::object{};
        one.set("key", key)
            .set("name", rule.name)
            .set("section", "RFC 8141, " + std::string{rule.section})
            .set("content", e != nullptr ? e->text : std::string{});
        one.set("help", p.text("registration.help_" + key));
        one.set("is_short", rule.id <= registry::field::date);
        one.set("is_optional", rule.when != registry::presence::always);
        if (found != nullptr) {
            json::array about = findings_about(*found, rule.id, p);
            const bool is_wrong = std::ranges::any_of(*found, [&](const registry::finding &f) {
                return f.about == rule.id && f.level == registry::severity::error;
            });
            one.set("has_findings", !about.empty()).set("findings", std::move(about)).set("is_wrong", is_wrong);
        }
        fields.push_back(std::move(one));
    }
    p.data.set("fields", std::move(fields));
    if (found == nullptr) return;
    json::array others = findings_about(*found, std::nullopt, p);
    p.data.set("has_others", !others.empty()).set("others", std::move(others));
    p.data.set("checked", p.text(registry::has_errors(*found) ? "registration.has_errors"
                                 : found->empty()             ? "registration.no_findings"
                                                              : "registration.no_errors"));
}

pages::html_page form_page(const request_context &c, const form &f, std::string_view action) {
    pages::html_page p =
        registration_page(c, pages::html_page{c.server.settings, c.request}.text("registration.write_heading"));
    p.has_form = true;
    if (c.request.method == "POST") p.back = action;
    p.scripts = pages::scripts::plain; // checks while one types
    p.data.set("action", action).set("base", f["base"]).set("subject", f["title"]).set("submitter", f["submitter"]);
    p.data.set("fast_track", f["fast_track"]).set("revises", f["revises"]);
    p.data.set("key", manage::random_key());
    return p;
}

// `number` is that of the request, if it exists.
response form_again(const request_context &c, const form &f, pages::html_page &p, const problem *why,
                    std::optional<std::uint64_t> number = std::nullopt) {
    const std::string text = text_in(f);
    const namespace_template t = read(text).value_or(namespace_template{});
    const auto found = number ? findings_in(c, t, *number) : findings_in(c, t, f);
    set_fields(p, t, &found);
    if (why != nullptr && why->pointer) {
        // "/title", "/submitter", "/body", ...: the sentence stands at its field
        json::value errors = json::object{};
        p.data.set("error",
                   errors.set(std::string_view{*why->pointer}.substr(why->pointer->empty() ? 0 : 1), why->detail));
    }
    if (why != nullptr) return manage::refused(p, *why, "registration_form");
    return manage::shown(p, "registration_form");
}

handler_result show_new(request_context &c) {
    const form q = form::of_query(c);
    form f;
    namespace_template t;
    const auto revised = q.number("revises");
    pages::html_page p = form_page(c, f, "/registration/new");
    p.data.set("is_new", true);
    if (revised) {
        const auto found = c.server.store->read(
            [&](store::reading &r) -> std::expected<std::pair<service::request_view, std::string>, problem> {
                auto v = service::find_request(r, credentials_of(c), *revised);
                if (!v) return std::unexpected{v.error()};
                auto text = service::current_template(r, credentials_of(c), *revised);
                if (!text) return std::unexpected{text.error()};
                return std::pair{std::move(*v), std::move(*text)};
            });
        if (!found) return std::unexpected{found.error()};
        if (const auto old = read(found->second)) t = registry::new_revision(*old).value_or(*old);
        p.data.set("revises", found->first.request.nid).set("subject", found->first.request.title);
        p.data.set("submitter", found->first.request.submitter);
    }
    set_fields(p, t, nullptr);
    return manage::shown(p, "registration_form");
}

handler_result send_new(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    pages::html_page p = form_page(c, *f, "/registration/new");
    p.data.set("is_new", true);
    if ((*f)["do"] == "check") return form_again(c, *f, p, nullptr);
    const service::new_request what{.document = text_in(*f),
                                    .title = std::string{(*f)["title"]},
                                    .submitter = std::string{(*f)["submitter"]},
                                    .body = std::string{(*f)["fast_track"]},
                                    .revises = std::string{(*f)["revises"]}};
    const auto secret = service::make_request_secret();
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, (*f)["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            auto opened = (*f)["do"] == "submit"
                              ? service::submit_new_request(w, credentials_of(c), what, secret, {}, limits_of(c))
                              : service::open_request(w, credentials_of(c), what, secret, limits_of(c));
            if (!opened) return std::unexpected{std::move(opened.error())};
            return page_of_request(opened->view.request.number);
        });
    });
    if (!made) return form_again(c, *f, p, &made.error());
    return see_other(*made);
}

handler_result show_edit(request_context &c) {
    const auto number = registration_pages::number_of_request(c);
    if (!number) return std::unexpected{number.error()};
    const auto text = c.server.store->read(
        [&](store::reading &r) { return service::current_template(r, credentials_of(c), *number); });
    if (!text) return std::unexpected{text.error()};
    pages::html_page p = form_page(c, {}, page_of_request(*number) + "/edit");
    const namespace_template t = read(*text).value_or(namespace_template{});
    p.data.set("base", *text);
    const auto found = findings_in(c, t, *number);
    set_fields(p, t, &found);
    return manage::shown(p, "registration_form");
}

// The text that the form was made from must still be the draft, in the transaction that replaces it.
handler_result send_edit(request_context &c) {
    const auto number = registration_pages::number_of_request(c);
    if (!number) return std::unexpected{number.error()};
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    // A draft is hidden from those whom it does not concern, and so is its form.
    const auto seen = c.server.store->read(
        [&](store::reading &r) { return service::current_template(r, credentials_of(c), *number); });
    if (!seen) return std::unexpected{seen.error()};
    pages::html_page p = form_page(c, *f, page_of_request(*number) + "/edit");
    if ((*f)["do"] == "check") return form_again(c, *f, p, nullptr, *number);
    std::string saved;
    const auto done =
        c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<service::action_result, problem> {
            auto now = service::current_template(w, credentials_of(c), *number);
            if (!now) return std::unexpected{now.error()};
            if (*now != (*f)["base"]) {
                saved = std::move(*now);
                return std::unexpected{
                    problem{.type = problem_type::precondition_failed, .detail = p.text("registration.conflict")}};
            }
            if ((*f)["do"] != "submit") {
                return service::edit_request(w, credentials_of(c), *number, text_in(*f), limits_of(c));
            }
            return service::take_action(w, credentials_of(c), *number, request_action::submit,
                                        {.document = text_in(*f), .longest = limits_of(c).size});
        });
    if (done) return see_other(page_of_request(*number));
    if (!saved.empty()) p.data.set("saved", saved).set("base", saved);
    return form_again(c, *f, p, &done.error(), *number);
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{.content = "application/x-www-form-urlencoded=form", .required = false, .limit = form_limit};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/registration",
     .operation = "showRegistration",
     .summary = "Show the registration requests, what happened last, and what waits for the token",
     .tag = "pages",
     .handler = list,
     .responses = {page_row},
     .problems = {400}},
    {.method = "GET",
     .path = "/registration/new",
     .operation = "showNewRequest",
     .summary = "Show the form of a registration template",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = show_new,
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/new",
     .operation = "openRequestByForm",
     .summary = "Check a template, or open or submit a request, by a form: openRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = send_new,
     .body = a_form,
     .responses = {page_row, done_row},
     .problems = of_a_form},
    {.method = "GET",
     .path = "/registration/requests/{id}/edit",
     .operation = "showDraft",
     .summary = "Show the form with the template of a request",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = show_edit,
     .in_path = {&request_id},
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/requests/{id}/edit",
     .operation = "editRequestByForm",
     .summary = "Check, save or submit a draft by a form: editRequest, submitRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = send_edit,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {page_row, done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> registration_pages_routes() noexcept { return table; }

} // namespace uniform::http
