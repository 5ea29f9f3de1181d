// Verifying the history now, and what earlier verifications found.

#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "base/try.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/administration/shown_as_json.hpp"
#include "http/administration/verification_models.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/verification.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using resolver::problem;
using resolver::problem_type;

// --- the API

void write(json::writer &w, const verification_run &v) {
    w.begin_object().member("id", v.id).member("state", to_string(v.state)).member("who", v.who);
    w.member("started", resolver::to_string(v.started));
    if (v.ended) w.member("ended", resolver::to_string(*v.ended));
    w.member("done", v.done).member("of", v.total);
    if (!v.head.empty()) {
        w.member("events", v.events).member("names", v.names).member("documents", v.documents).member("head", v.head);
    }
    w.member("found", v.found).key("findings").begin_array();
    for (const store::damage &d : v.findings) {
        w.begin_object();
        if (d.event != 0) w.member("event", d.event);
        w.member("subject", d.subject).member("message", d.message).end_object();
    }
    w.end_array().end_object();
}

handler_result list(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &at, http::page_of(c));
    auto found = c.server.store->read([&](store::reading &r) { return verification_runs(r, at.after, at.limit + 1); });
    const bool more = found.size() > at.limit;
    if (more) found.resize(at.limit);
    response out = list_response(c, found, more ? found.back().id : std::string{},
                                 [](json::writer &w, const verification_run &v) { write(w, v); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<verification_run, problem> started(request_context &c) {
    if (c.server.engine == nullptr) {
        return std::unexpected{problem{.type = problem_type::unavailable,
                                       .detail =
                                           "a running service verifies in the background; here, use `uniform store "
                                           "verify`"}};
    }
    return c.server.engine->verifier.start(origin_of(c), *c.who);
}

std::expected<verification_run, problem> ended(request_context &c) {
    return c.server.store->write(origin_of(c),
                                 [&](store::writing &w) { return end_verification(w, *c.who, c.path_value("id")); });
}

handler_result start(request_context &c) {
    UNIFORM_TRY(const auto &v, started(c));
    response out = shown_as_json(202, v, write);
    out.fields.emplace_back("Location", "/api/v1/history/verifications/" + v.id);
    return out;
}

handler_result show_as_json(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    const auto v = c.server.store->look_up([&](store::reading &r) { return find_verification(r, c.path_value("id")); });
    if (!v) return refuse(problem_type::not_found, "there is no such run");
    return shown_as_json(200, *v, write);
}

handler_result end(request_context &c) {
    UNIFORM_TRY(const auto &v, ended(c));
    return shown_as_json(200, v, write);
}

// --- pages

std::string_view badge_of(verification_state s) noexcept {
    switch (s) {
    case verification_state::sound:
        return "active";
    case verification_state::damaged:
    case verification_state::failed:
        return "withdrawn";
    default:
        return "";
    }
}

verification_row row_of(const pages::html_page &p, store::reading &r, verification_run v) {
    verification_row out{.state = badge_of(v.state),
                         .state_label = p.text("operation.history.state_" + std::string{to_string(v.state)}),
                         .started = shown_time(v.started),
                         .who = shown_principal(r, v.who),
                         .events = pages::number(p.in(), v.events),
                         .names = pages::number(p.in(), v.names),
                         .documents = pages::number(p.in(), v.documents),
                         .has_counts = !v.head.empty(),
                         .found = pages::number(p.in(), v.found),
                         .has_found = v.found > 0,
                         .has_findings = !v.findings.empty(),
                         .has_total = v.total > 0,
                         .may_end = v.state == verification_state::running};
    if (v.ended) out.took = shown_duration(p, *v.ended - v.started);
    for (const store::damage &d : v.findings) {
        out.findings.push_back({.found = d, .event = d.event == 0 ? std::string{} : pages::number(p.in(), d.event)});
    }
    out.run = std::move(v);
    return out;
}

pages::page_with<verifications_model> history_page(request_context &c) {
    auto p = page_showing<verifications_model>(c, part::history, "operation.history.heading");
    verifications_model &m = p.shows;
    c.server.store->read([&](store::reading &r) {
        for (verification_run &v : verification_runs(r, {}, rows_of_page)) {
            // One runs at a time: the newest.
            if (m.runs.empty() && !m.running && v.is_running()) {
                m.running = row_of(p, r, std::move(v));
            } else {
                m.runs.push_back(row_of(p, r, std::move(v)));
            }
        }
        m.events = pages::number(p.in(), r.head().first);
        return 0;
    });
    m.has_runs = !m.runs.empty();
    if (m.has_runs) m.last = m.runs.front();
    m.may_start = !m.running;
    m.command = "uniform store verify";
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    const auto p = history_page(c);
    response out = manage::shown(p);
    if (p.shows.running) out.fields.emplace_back("Refresh", "3"); // no script is needed
    return out;
}

// The page, after something was done to a verification, or with the problem.
handler_result shown_after(request_context &c, const std::expected<verification_run, problem> &done) {
    if (done) return see_other("/operation/history");
    auto p = history_page(c);
    return manage::refused(p, done.error());
}

handler_result start_by_form(request_context &c) { return shown_after(c, started(c)); }

handler_result end_by_form(request_context &c) { return shown_after(c, ended(c)); }

constexpr parameter run_in_path{.name = "id",
                                .description = "the run: 16 hexadecimal digits",
                                .least = 1,
                                .pattern = "^[0-9a-f]{16}$",
                                .example = "0123456789abcdef"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/history/verifications",
     .operation = "listVerifications",
     .summary = "List the verifications of the history, newest first",
     .description = "The last fifty.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of verifications", "page(verification)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/history/verifications",
     .operation = "startVerification",
     .summary = "Verify the whole history now, in the background",
     .description =
         "As `uniform store verify` does, in this process and with low priority; one at a time on a store: 409 "
         "while another one runs. It ends when the service is stopped.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = start,
     .responses = {{202, "the run", "verification", {&location_field}}},
     .problems = {409}},
    {.method = "GET",
     .path = "/api/v1/history/verifications/{id}",
     .operation = "getVerification",
     .summary = "Show a verification of the history: its progress, and what it found",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_as_json,
     .in_path = {&run_in_path},
     .responses = {{200, "the run", "verification"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/history/verifications/{id}/end",
     .operation = "endVerification",
     .summary = "End a verification of the history early",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = end,
     .in_path = {&run_in_path},
     .responses = {{200, "the run", "verification"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/operation/history",
     .operation = "showVerifications",
     .stands_for = "listVerifications getVerification",
     .summary = "Show the verifications of the history: listVerifications",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .responses = {page_row<verifications_model>}},
    {.method = "POST",
     .path = "/operation/history",
     .operation = "startVerificationByForm",
     .stands_for = "startVerification",
     .summary = "Verify the history by a form: startVerification",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = start_by_form,
     .body = small_form,
     .responses = {{303, "started: to the verifications", {}, {&location_field}}},
     .problems = {409}},
    {.method = "POST",
     .path = "/operation/history/{id}/end",
     .operation = "endVerificationByForm",
     .stands_for = "endVerification",
     .summary = "End a verification by a form: endVerification",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = end_by_form,
     .in_path = {&run_in_path},
     .body = small_form,
     .responses = {{303, "carried out: to the verifications", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> verification_routes() noexcept { return table; }

} // namespace uniform::http
