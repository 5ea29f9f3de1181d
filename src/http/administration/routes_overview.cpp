// The first page for administrators: what each of the others shows in detail.

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/resolver/authority.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/running_imports.hpp>

#include "base/try.hpp"
#include "http/administration/charts.hpp"
#include "http/administration/decision_row.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/operation/verification.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace {

using namespace administration;

constexpr std::size_t most_rows = 5;
constexpr std::int64_t days_shown = 30;

// A figure, and the page that shows it in detail.
struct linked_figure {
    figure shown = {};
    std::string_view href = {};

    static constexpr std::tuple members{members_of{&linked_figure::shown}, member{"href", &linked_figure::href}};
};

struct overview_model {
    static constexpr std::string_view page_template = "operation";

    manage::common_part common = {};
    std::vector<linked_figure> figures = {};
    bars_plot chart = {};
    bool has_unknown = false;
    std::vector<unknown_name> unknown = {};
    bool has_decisions = false;
    std::vector<decision_row> decisions = {};

    static constexpr std::tuple members{members_of{&overview_model::common},
                                        member{"figures", &overview_model::figures},
                                        member{"chart", &overview_model::chart},
                                        member{"has_unknown", &overview_model::has_unknown},
                                        member{"unknown", &overview_model::unknown},
                                        member{"has_decisions", &overview_model::has_decisions},
                                        member{"decisions", &overview_model::decisions}};
};

std::vector<linked_figure> figures_of(const pages::html_page &p, store::reading &r, const resolver::principal &who,
                                      const resolver::instance_administrator &by, const std::vector<day_counts> &days,
                                      bool checks_links) {
    std::vector<linked_figure> out;
    const auto add = [&](std::string_view key, std::string value, std::string_view href) {
        out.push_back({.shown = figure_of(p, key, std::move(value)), .href = href});
    };
    add("operation.overview.today", pages::number(p.in(), days.back().total()), "/operation/resolutions");
    latency_counts recent;
    for (const latency_counts &one : latencies_of(r, by, latency_span::hour, route_class::resolution, 24))
        recent.add(one);
    const auto p95 = recent.quantile(0.95);
    add("operation.overview.most", p95 ? shown_duration(p, *p95) : "–", "/operation/latency");
    if (checks_links) {
        // The sum is that of the worst hosts: those after them have fewer, or none.
        const auto hosts = links::list_hosts(r.sql(), std::nullopt, rows_of_page);
        std::uint64_t dead = 0;
        for (const auto &h : hosts) dead += static_cast<std::uint64_t>(h.dead);
        const bool is_all = hosts.size() < rows_of_page || hosts.back().dead == 0;
        add("operation.overview.dead", (is_all ? "" : "≥ ") + pages::number(p.in(), dead), "/operation/links");
    }
    const auto running = service::running_imports(r, who, {}, 100).size();
    add("operation.overview.imports", pages::number(p.in(), running), "/operation/imports");
    const auto runs = verification_runs(r, {}, 1);
    const bool was_verified = !runs.empty();
    add("operation.overview.verified",
        p.text(was_verified ? "operation.history.state_" + std::string{to_string(runs.front().state)}
                            : std::string{"operation.overview.never"}),
        "/operation/history");
    if (was_verified) (out.back().shown.label += ' ') += shown_time(runs.front().started).substr(0, 10);
    return out;
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<overview_model>(c, part::overview, "operation.overview.heading");
    overview_model &m = p.shows;
    c.server.store->read([&](store::reading &r) {
        const day_range d{day_now() - days_shown + 1, day_now()};
        const auto days = resolutions_by_day(r, by, d, {});
        m.figures = figures_of(p, r, *c.who, by, days, c.server.checks_links());
        m.chart = chart_of_outcomes(p, days, 1);
        for (const counted_text &one : unknown_names_of(r, by, day_now(), std::nullopt, most_rows)) {
            m.unknown.push_back(unknown_name_of(p, one));
        }
        for (const auto &one : service::list_decisions(r, by, {}, 0, most_rows).items) {
            m.decisions.push_back(row_of(p, r, one));
        }
        return 0;
    });
    m.has_unknown = !m.unknown.empty();
    m.has_decisions = !m.decisions.empty();
    return manage::shown(p);
}

constexpr route table[]{
    {.method = "GET",
     .path = "/operation",
     .operation = "showOperation",
     .stands_for = "readResolutions readLatency listLinkHosts listImports listDecisions",
     .summary = "Show how the service does: resolutions, latency, links, imports, decisions",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .responses = {page_row<overview_model>}},
};

} // namespace

std::span<const route> overview_routes() noexcept { return table; }

} // namespace uniform::http
