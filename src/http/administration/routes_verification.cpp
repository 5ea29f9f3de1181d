// Verifying the history now, and what earlier verifications found.

#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
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

response shown_as_json(int status, const verification_run &v) {
    std::string body;
    json::writer w{body};
    write(w, v);
    return private_response(status, std::move(body));
}

handler_result list(request_context &c) {
    const auto at = http::page_of(c);
    if (!at) return std::unexpected{at.error()};
    auto found =
        c.server.store->read([&](store::reading &r) { return verification_runs(r, at->after, at->limit + 1); });
    const bool more = found.size() > at->limit;
    if (more) found.resize(at->limit);
    response out = list_response(c, found, more ? found.back().id : std::string{},
                                 [](json::writer &w, const verification_run &v) { write(w, v); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<verification_run, problem> started(request_context &c) {
    if (c.server.verifier == nullptr) {
        return std::unexpected{problem{.type = problem_type::unavailable,
                                       .detail =
                                           "a running service verifies in the background; here, use `uniform store "
                                           "verify`"}};
    }
    return c.server.verifier->start(origin_of(c));
}

std::expected<verification_run, problem> ended(request_context &c) {
    return c.server.store->write(origin_of(c),
                                 [&](store::writing &w) { return end_verification(w, c.path_value("id")); });
}

handler_result start(request_context &c) {
    const auto v = started(c);
    if (!v) return std::unexpected{v.error()};
    response out = shown_as_json(202, *v);
    out.fields.emplace_back("Location", "/api/v1/history/verifications/" + v->id);
    return out;
}

handler_result show_as_json(request_context &c) {
    const auto v = c.server.store->look_up([&](store::reading &r) { return find_verification(r, c.path_value("id")); });
    if (!v) return std::unexpected{problem{.type = problem_type::not_found, .detail = "there is no such run"}};
    return shown_as_json(200, *v);
}

handler_result end(request_context &c) {
    const auto v = ended(c);
    if (!v) return std::unexpected{v.error()};
    return shown_as_json(200, *v);
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

json::value row_of(const pages::html_page &p, store::reading &r, const verification_run &v) {
    json::value out = json::object{};
    out.set("id", v.id).set("state", badge_of(v.state));
    out.set("state_label", p.text("operation.history.state_" + std::string{to_string(v.state)}));
    out.set("started", shown_time(v.started)).set("who", shown_principal(r, v.who)).set("head", v.head);
    if (v.ended) out.set("took", shown_duration(p, *v.ended - v.started));
    out.set("events", pages::number(p.in(), v.events)).set("names", pages::number(p.in(), v.names));
    out.set("documents", pages::number(p.in(), v.documents)).set("has_counts", !v.head.empty());
    out.set("found", pages::number(p.in(), v.found)).set("has_found", v.found > 0);
    json::array findings;
    for (const store::damage &d : v.findings) {
        json::value one = json::object{};
        one.set("subject", d.subject).set("message", d.message);
        if (d.event != 0) one.set("event", pages::number(p.in(), d.event));
        findings.push_back(std::move(one));
    }
    out.set("has_findings", !findings.empty()).set("findings", std::move(findings));
    out.set("done", std::to_string(v.done)).set("total", std::to_string(v.total)).set("has_total", v.total > 0);
    return out.set("may_end", v.state == verification_state::running);
}

struct history_view {
    pages::html_page page;
    bool is_running = false;
};

history_view history_page(request_context &c) {
    history_view out{.page = administration::page_of(c, part::history, "operation.history.heading")};
    auto &p = out.page;
    c.server.store->read([&](store::reading &r) {
        const auto runs = verification_runs(r, {}, rows_of_page);
        json::array rows;
        for (const verification_run &v : runs) rows.push_back(row_of(p, r, v));
        out.is_running = !runs.empty() && runs.front().is_running();
        if (out.is_running) {
            p.data.set("running", rows.front());
            rows.erase(rows.begin());
        }
        p.data.set("has_runs", !rows.empty());
        if (!rows.empty()) p.data.set("last", rows.front());
        p.data.set("runs", std::move(rows));
        const auto [number, hash] = r.head();
        p.data.set("events", pages::number(p.in(), number));
        return 0;
    });
    p.data.set("may_start", !out.is_running).set("command", "uniform store verify");
    return out;
}

handler_result show(request_context &c) {
    const auto v = history_page(c);
    response out = manage::shown(v.page, "operation_history");
    if (v.is_running) out.fields.emplace_back("Refresh", "3"); // no script is needed
    return out;
}

handler_result start_by_form(request_context &c) {
    if (const auto v = started(c); !v) {
        auto shown = history_page(c);
        return manage::refused(shown.page, v.error(), "operation_history");
    }
    return see_other("/operation/history");
}

handler_result end_by_form(request_context &c) {
    if (const auto v = ended(c); !v) {
        auto shown = history_page(c);
        return manage::refused(shown.page, v.error(), "operation_history");
    }
    return see_other("/operation/history");
}

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
     .handler = start,
     .responses = {{202, "the run", "verification", {&location_field}}},
     .problems = {409}},
    {.method = "GET",
     .path = "/api/v1/history/verifications/{id}",
     .operation = "getVerification",
     .summary = "Show a verification of the history: its progress, and what it found",
     .tag = "operation",
     .roles = resolver::administrators,
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
     .handler = end,
     .in_path = {&run_in_path},
     .responses = {{200, "the run", "verification"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/operation/history",
     .operation = "showVerifications",
     .summary = "Show the verifications of the history: listVerifications",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show,
     .responses = {page_row}},
    {.method = "POST",
     .path = "/operation/history",
     .operation = "startVerificationByForm",
     .summary = "Verify the history by a form: startVerification",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = start_by_form,
     .body = small_form,
     .responses = {{303, "started: to the verifications", {}, {&location_field}}},
     .problems = {409}},
    {.method = "POST",
     .path = "/operation/history/{id}/end",
     .operation = "endVerificationByForm",
     .summary = "End a verification by a form: endVerification",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = end_by_form,
     .in_path = {&run_in_path},
     .body = small_form,
     .responses = {{303, "carried out: to the verifications", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> verification_routes() noexcept { return table; }

} // namespace uniform::http
