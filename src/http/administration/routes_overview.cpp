// The first page for administrators: what each of the others shows in detail.

#include <utility>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/administration/charts.hpp"
#include "http/administration/decision_row.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/operation/verification.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace {

using namespace administration;

constexpr std::size_t few_rows = 5;
constexpr std::int64_t days_shown = 30;

json::value linked(json::value figure, std::string_view href) { return figure.set("href", href); }

void add_figures(pages::html_page &p, store::reading &r, const std::vector<day_counts> &days, bool checks_links) {
    json::array figures;
    figures.push_back(linked(figure(p, "operation.overview.today", pages::number(p.in(), days.back().total())),
                             "/operation/resolutions"));
    latency_counts recent;
    for (const latency_counts &one : latencies_of(r, latency_span::hour, route_class::resolution, 24)) recent.add(one);
    const auto p95 = recent.quantile(0.95);
    figures.push_back(
        linked(figure(p, "operation.overview.most", p95 ? shown_duration(p, *p95) : "–"), "/operation/latency"));
    if (checks_links) {
        // Of the worst hosts: those after them have fewer, or none.
        const auto hosts = links::list_hosts(r.sql(), std::nullopt, rows_of_page);
        std::uint64_t dead = 0;
        for (const auto &h : hosts) dead += static_cast<std::uint64_t>(h.dead);
        const bool is_all = hosts.size() < rows_of_page || hosts.back().dead == 0;
        figures.push_back(
            linked(figure(p, "operation.overview.dead", (is_all ? "" : "≥ ") + pages::number(p.in(), dead)),
                   "/operation/links"));
    }
    const auto running = service::running_imports(r, {}, 100).size();
    figures.push_back(
        linked(figure(p, "operation.overview.imports", pages::number(p.in(), running)), "/operation/imports"));
    const auto runs = verification_runs(r, {}, 1);
    const bool was_verified = !runs.empty();
    json::value verified =
        figure(p, "operation.overview.verified",
               p.text(was_verified ? "operation.history.state_" + std::string{to_string(runs.front().state)}
                                   : std::string{"operation.overview.never"}));
    if (was_verified) {
        verified.set("label",
                     p.text("operation.overview.verified") + ' ' + shown_time(runs.front().started).substr(0, 10));
    }
    figures.push_back(linked(std::move(verified), "/operation/history"));
    p.data.set("figures", std::move(figures));
}

handler_result show(request_context &c) {
    auto p = administration::page_of(c, part::overview, "operation.overview.heading");
    c.server.store->read([&](store::reading &r) {
        const day_range d{day_now() - days_shown + 1, day_now()};
        const auto days = resolutions_by_day(r, d, {});
        add_figures(p, r, days, c.server.has_link_checker);
        p.data.set("chart", chart_of_outcomes(p, days, 1));
        json::array unknown;
        for (const auto &[key, n] : unknown_names_of(r, day_now(), std::nullopt, few_rows)) {
            json::value one = json::object{};
            one.set("urn", "urn:" + key).set("count", pages::number(p.in(), n));
            unknown.push_back(std::move(one.set("href", "/" + encode_segment("urn:" + key))));
        }
        p.data.set("has_unknown", !unknown.empty()).set("unknown", std::move(unknown));
        json::array decisions;
        for (const auto &one : service::list_decisions(r, {}, 0, few_rows).items) {
            decisions.push_back(decision_row(p, r, one));
        }
        p.data.set("has_decisions", !decisions.empty()).set("decisions", std::move(decisions));
        return 0;
    });
    return manage::shown(p, "operation");
}

constexpr route table[]{
    {.method = "GET",
     .path = "/operation",
     .operation = "showOperation",
     .summary = "Show how the service does: resolutions, latency, links, imports, decisions",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show,
     .responses = {page_row}},
};

} // namespace

std::span<const route> overview_routes() noexcept { return table; }

} // namespace uniform::http
