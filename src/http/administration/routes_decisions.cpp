// The log of decisions.

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/administration/decision_row.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using service::decision;
using service::decision_filter;

constexpr parameter area_parameter{.name = "area",
                                   .type = parameter_type::choice,
                                   .description = "only decisions about this",
                                   .choices = joined_names<service::decision_area_names, " ">};
constexpr parameter who_parameter{.name = "who",
                                  .description = "only decisions of this principal, as the history has it",
                                  .most = 200,
                                  .example = "token:7f3a9c01d2e4"};

decision_filter filter_of(const request_context &c) {
    return {.area = service::decision_area_names.find(c.text(area_parameter)),
            .who = std::string{c.text(who_parameter)}};
}

void write(json::writer &w, const decision &d) {
    w.begin_object().member("number", d.number).member("at", resolver::to_string(d.at)).member("who", d.who);
    w.member("area", to_string(d.area))
        .member("action", d.action)
        .member("kind", d.kind)
        .member("id", d.id)
        .end_object();
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    UNIFORM_TRY(const auto &at, http::page_of(c));
    UNIFORM_TRY(const auto &before, event_before(at));
    const auto found = c.server.store->read(
        [&](store::reading &r) { return service::list_decisions(r, by, filter_of(c), before, at.limit); });
    response out = list_response(c, found.items, found.next == 0 ? std::string{} : std::to_string(found.next),
                                 [](json::writer &w, const decision &d) { write(w, d); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

// --- the page

struct decisions_model {
    static constexpr std::string_view page_template = "operation_decisions";

    manage::common_part common = {};
    std::vector<manage::choice> areas = {};
    std::string who = {};     ///< typed in the form
    bool is_asked = false;    ///< for something
    std::string waiting = {}; ///< the number of events that are not in the index yet; empty: none
    bool has_decisions = false;
    std::vector<decision_row> decisions = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&decisions_model::common},
                                        member{"areas", &decisions_model::areas},
                                        member{"who", &decisions_model::who},
                                        member{"is_asked", &decisions_model::is_asked},
                                        member{"waiting", &decisions_model::waiting},
                                        member{"has_decisions", &decisions_model::has_decisions},
                                        member{"decisions", &decisions_model::decisions},
                                        member{"next", &decisions_model::next}};
};

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<decisions_model>(c, part::decisions, "operation.decisions.heading");
    decisions_model &m = p.shows;
    // The form sends both fields, also when they are empty.
    const auto q = manage::form::of_query(c);
    const decision_filter f{.area = service::decision_area_names.find(q["area"]), .who = std::string{q["who"]}};
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    UNIFORM_TRY(const auto &before, event_before({.limit = rows_of_page, .after = cursor.value_or("")}));
    std::uint64_t next = 0;
    c.server.store->read([&](store::reading &r) {
        const auto found = service::list_decisions(r, by, f, before, rows_of_page);
        next = found.next;
        for (const decision &d : found.items) m.decisions.push_back(row_of(p, r, d));
        if (found.waiting > 0) m.waiting = pages::number(p.in(), found.waiting);
        return 0;
    });
    m.areas.push_back({.label = p.text("operation.decisions.all"), .selected = !f.area});
    for (const auto &[a, name] : service::decision_area_names) {
        m.areas.push_back({.value = std::string{name},
                           .label = p.text("operation.area." + std::string{name}),
                           .selected = f.area == a});
    }
    m.who = f.who;
    m.is_asked = f.area || !f.who.empty();
    m.has_decisions = !m.decisions.empty();
    if (next != 0) {
        m.next = "/operation/decisions?after=" + cursor_of(std::to_string(next)) +
                 (f.area ? "&area=" + std::string{to_string(*f.area)} : std::string{}) +
                 (f.who.empty() ? std::string{} : "&who=" + encode_query_data(f.who));
    }
    return manage::shown(p);
}

constexpr parameter area_of_page{.name = "area", .description = "only decisions about this", .most = 20};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/decisions",
     .operation = "listDecisions",
     .summary = "List what people have decided, newest first",
     .description = "The events of the history that are decisions: about registrations, namespaces, delegations, "
                    "transfers, registrars and tokens, and withdrawals of names. Each has the number of its event.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = list,
     .query = {&area_parameter, &who_parameter, &limit_parameter, &after_parameter},
     .responses = {{200, "a page of decisions", "page(decision)", {&next_link_field}}}},
    {.method = "GET",
     .path = "/operation/decisions",
     .operation = "showDecisions",
     .stands_for = "listDecisions",
     .summary = "Show the log of decisions: listDecisions",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .query = {&area_of_page, &who_parameter, &after_parameter},
     .responses = {page_row<decisions_model>}},
};

} // namespace

std::span<const route> decisions_routes() noexcept { return table; }

} // namespace uniform::http
