// Resolutions over time, how long responses took, and the unknown names that were asked for.

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/administration/charts.hpp"
#include "http/administration/figures_models.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/figures.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using resolver::problem;

constexpr std::size_t most_namespaces = 50;
constexpr std::size_t most_countries = 50;

constexpr parameter from_parameter{
    .name = "from", .description = "the first day, in UTC (default: 29 days before `until`)", .format = "date"};
constexpr parameter until_parameter{
    .name = "until", .description = "the last day, in UTC (default: today)", .format = "date"};
constexpr parameter namespace_parameter{
    .name = "namespace", .description = "only this namespace: its NID", .most = 32, .example = "example"};
constexpr parameter span_parameter{.name = "span",
                                   .type = parameter_type::choice,
                                   .description = "hours, which are kept for eight days, or days",
                                   .fallback = "hour",
                                   .choices = joined_names<latency_span_names, " ">};
constexpr parameter route_parameter{.name = "route",
                                    .type = parameter_type::choice,
                                    .description = "of which requests, as in /metrics",
                                    .fallback = "resolution",
                                    .choices = "resolution services api harvest operation other"};
constexpr parameter count_parameter{.name = "count",
                                    .type = parameter_type::number,
                                    .description = "the number of hours or days, the current one included",
                                    .fallback = "24",
                                    .least = 1,
                                    .most = 366};

std::expected<std::int64_t, problem> day_of(const request_context &c, std::string_view name, std::int64_t otherwise) {
    const auto text = c.query_value(name);
    if (!text || text->empty()) return otherwise;
    const auto t = resolver::parse_timestamp(*text);
    if (!t || text->size() != 10) return malformed_parameter(name, "must be a date, YYYY-MM-DD");
    return std::chrono::floor<std::chrono::days>(*t).time_since_epoch().count();
}

std::expected<day_range, problem> days_of(const request_context &c) {
    UNIFORM_TRY(const auto &until, day_of(c, "until", day_now()));
    UNIFORM_TRY(const auto &from, day_of(c, "from", until - 29));
    if (from > until || until - from > 365)
        return malformed_parameter("from", "must be at most 365 days before \"until\"");
    return day_range{from, until};
}

// The resolutions that the API and the page show.
struct resolution_counts {
    std::vector<day_counts> days = {};
    std::vector<counted_text> namespaces = {}; // none if there is only one
    std::vector<counted_text> countries = {};
};

resolution_counts counts_of(const request_context &c, const resolver::instance_administrator &by, const day_range &d,
                            std::string_view nid) {
    return c.server.store->read([&](store::reading &r) {
        resolution_counts out{.days = resolutions_by_day(r, by, d, nid)};
        if (nid.empty()) out.namespaces = resolutions_by_namespace(r, by, d, most_namespaces);
        out.countries = resolutions_by_country(r, by, d, nid, most_countries);
        return out;
    });
}

// --- the API

void write(json::writer &w, std::string_view list, std::string_view name, const std::vector<counted_text> &all) {
    w.key(list).begin_array();
    for (const auto &[text, n] : all) w.begin_object().member(name, text).member("count", n).end_object();
    w.end_array();
}

handler_result read_resolutions(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    UNIFORM_TRY(const auto &d, days_of(c));
    const std::string_view nid = c.text(namespace_parameter);
    const resolution_counts found = counts_of(c, by, d, nid);
    std::string body;
    json::writer w{body};
    w.begin_object().member("from", date_of_day(d.from)).member("until", date_of_day(d.until)).member("namespace", nid);
    w.key("days").begin_array();
    for (const day_counts &one : found.days) {
        w.begin_object().member("day", date_of_day(one.day)).member("count", one.total());
        w.key("outcomes").begin_object();
        for (const auto &[o, name] : outcome_names) {
            if (const std::uint64_t n = one.by_outcome[static_cast<std::size_t>(o)]; n > 0) w.member(name, n);
        }
        w.end_object().end_object();
    }
    w.end_array();
    if (nid.empty()) write(w, "namespaces", "namespace", found.namespaces);
    write(w, "countries", "country", found.countries);
    w.end_object();
    return private_response(200, std::move(body));
}

handler_result read_latency(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    const auto span = latency_span_names.find(c.text(span_parameter)).value_or(latency_span::hour);
    const auto route = route_called(c.text(route_parameter));
    const auto rows = c.server.store->read([&](store::reading &r) {
        return latencies_of(r, by, span, route, static_cast<std::size_t>(c.number(count_parameter)));
    });
    std::string body;
    json::writer w{body};
    w.begin_object().member("span", latency_span_names.name(span)).member("route", to_string(route));
    w.key("bounds").begin_array();
    for (const std::uint64_t b : metrics::duration_bounds()) w.number(static_cast<double>(b) / 1e9);
    w.end_array().key("items").begin_array();
    for (const latency_counts &one : rows) {
        if (one.total() == 0) continue;
        w.begin_object().member("at", time_of_number(span, one.at)).member("count", one.total());
        for (const auto &[name, share] : quantiles) {
            w.member(name, static_cast<double>(one.quantile(share)->count()) / 1e9);
        }
        w.member("buckets", one.buckets).end_object();
    }
    w.end_array().end_object();
    return private_response(200, std::move(body));
}

// --- pages

struct period {
    std::string_view value;
    std::int64_t days;
    std::int64_t group; // days in one bar
};
constexpr std::array periods{period{"7", 7, 1}, period{"30", 30, 1}, period{"91", 91, 7}, period{"364", 364, 7}};

constexpr parameter period_parameter{.name = "days",
                                     .type = parameter_type::choice,
                                     .description = "how many days the page shows",
                                     .fallback = "30",
                                     .choices = "7 30 91 364"};

// Each value of the parameter `key` with the key of its text.
std::vector<period_choice> choices_of(const pages::html_page &p, std::string_view path, std::string_view key,
                                      std::span<const std::pair<std::string_view, std::string_view>> all,
                                      std::string_view now, std::string_view more) {
    std::vector<period_choice> out;
    for (const auto &[value, text] : all) {
        std::string href{path};
        ((((href += '?') += key) += '=') += value) += more;
        out.push_back({.href = std::move(href), .label = p.text(text), .is_current = value == now});
    }
    return out;
}

std::vector<share_row> shares_of_namespaces(const pages::html_page &p, const std::vector<counted_text> &all,
                                            std::string_view days) {
    std::vector<share_row> out;
    for (const auto &[nid, n] : all) {
        const std::uint64_t most = all.front().second;
        if (nid.empty() || nid == "*") {
            const std::string_view what =
                nid.empty() ? "operation.resolutions.no_urn" : "operation.resolutions.elsewhere";
            out.push_back(share_of(p, p.text(what), {}, n, most));
        } else {
            out.push_back(share_of(
                p, "urn:" + nid,
                "/operation/resolutions?days=" + std::string{days} + "&namespace=" + encode_query_data(nid), n, most));
        }
    }
    return out;
}

handler_result show_resolutions(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<resolutions_model>(c, part::resolutions, "operation.resolutions.heading");
    resolutions_model &m = p.shows;
    if (auto no = wrong_value(period_parameter, c.text(period_parameter))) return std::unexpected{std::move(*no)};
    const auto *const chosen = std::ranges::find(periods, c.text(period_parameter), &period::value);
    m.nid = c.text(namespace_parameter);
    const day_range d{day_now() - chosen->days + 1, day_now()};
    const resolution_counts found = counts_of(c, by, d, m.nid);
    m.chart = chart_of_outcomes(p, found.days, chosen->group);
    m.namespaces = shares_of_namespaces(p, found.namespaces, chosen->value);
    m.has_namespaces = !m.namespaces.empty();
    for (const auto &[country, n] : found.countries) {
        m.countries.push_back(share_of(p, country, {}, n, found.countries.front().second));
    }
    m.has_countries = !m.countries.empty();
    const std::string more = m.nid.empty() ? std::string{} : "&namespace=" + encode_query_data(m.nid);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> all{{{"7", "operation.period.week"},
                                                                                {"30", "operation.period.month"},
                                                                                {"91", "operation.period.weeks"},
                                                                                {"364", "operation.period.year"}}};
    m.choices = choices_of(p, "/operation/resolutions", "days", all, chosen->value, more);
    m.setting = "statistics.enabled";
    m.is_counted = c.server.statistics() != nullptr;
    m.data_href = "/api/v1/operation/resolutions?from=" + date_of_day(d.from) + "&until=" + date_of_day(d.until) + more;
    return manage::shown(p);
}

constexpr parameter latency_period_parameter{.name = "period",
                                             .type = parameter_type::choice,
                                             .description = "what the page shows: a day or a week by hours, or 90 days",
                                             .fallback = "day",
                                             .choices = "day week quarter"};

handler_result show_latency(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<latency_model>(c, part::latency, "operation.latency.heading");
    latency_model &m = p.shows;
    for (const parameter *const one : {&latency_period_parameter, &route_parameter}) {
        if (auto no = wrong_value(*one, c.text(*one))) return std::unexpected{std::move(*no)};
    }
    m.period = c.text(latency_period_parameter);
    const auto route = route_called(c.text(route_parameter));
    const auto span = m.period == "quarter" ? latency_span::day : latency_span::hour;
    const std::size_t count = m.period == "day" ? 24 : m.period == "week" ? 168 : 92;
    const auto rows = c.server.store->read([&](store::reading &r) { return latencies_of(r, by, span, route, count); });
    // Four hours make a step of a week, and four days one of a quarter: a page is for looking at.
    m.chart = chart_of_latency(p, span, rows, m.period == "day" ? 1 : 4);
    latency_counts all;
    for (const latency_counts &one : rows) all.add(one);
    m.figures.push_back(figure_of(p, "operation.latency.responses", pages::number(p.in(), all.total())));
    for (const auto &[name, share] : quantiles) {
        const auto t = all.quantile(share);
        m.figures.push_back(figure_of(p, "operation.latency." + std::string{name}, t ? shown_duration(p, *t) : "–"));
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> all_periods{
        {{"day", "operation.period.day"}, {"week", "operation.period.week"}, {"quarter", "operation.period.quarter"}}};
    m.choices =
        choices_of(p, "/operation/latency", "period", all_periods, m.period, "&route=" + std::string{to_string(route)});
    for (const route_class r :
         {route_class::resolution, route_class::services, route_class::api, route_class::harvest, route_class::other}) {
        const std::string name{to_string(r)};
        m.routes.push_back({.value = name, .label = p.text("operation.route." + name), .selected = r == route});
    }
    return manage::shown(p);
}

constexpr parameter day_parameter{.name = "day", .description = "in UTC (default: today)", .format = "date"};

handler_result show_unknown(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<unknown_model>(c, part::unknown, "operation.unknown.heading");
    unknown_model &m = p.shows;
    UNIFORM_TRY(const auto &asked, day_of(c, "day", day_now()));
    const std::int64_t day = std::min(asked, day_now());
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    std::optional<counted_text> after;
    if (cursor) {
        const auto space = cursor->find(' ');
        std::uint64_t n = 0;
        const auto [stop, why] = std::from_chars(cursor->data(), cursor->data() + std::min(space, cursor->size()), n);
        if (space == std::string::npos || why != std::errc{} || stop != cursor->data() + space) {
            return malformed_parameter("after", "is not a cursor of this list");
        }
        after.emplace(cursor->substr(space + 1), n);
    }
    std::set<std::string, std::less<>> managed; // the namespaces in which a name can be assigned here
    auto found = c.server.store->read([&](store::reading &r) {
        auto counted = unknown_names_of(r, by, day, after, rows_of_page + 1);
        for (const auto &[key, n] : counted) {
            std::string nid{resolver::nid_of(key)};
            if (!managed.contains(nid) && service::find_namespace(r, nid)) managed.insert(std::move(nid));
        }
        return counted;
    });
    const bool has_more = found.size() > rows_of_page;
    if (has_more) found.resize(rows_of_page);
    for (const counted_text &one : found) {
        assignable_name row{.name = unknown_name_of(p, one)};
        if (managed.contains(resolver::nid_of(one.first))) {
            row.assign_href = "/manage/assign?name=" + encode_query_data(row.name.urn);
        }
        m.names.push_back(std::move(row));
    }
    m.has_names = !m.names.empty();
    m.day = date_of_day(day);
    m.earlier = "/operation/unknown?day=" + date_of_day(day - 1);
    if (day < day_now()) m.later = "/operation/unknown?day=" + date_of_day(day + 1);
    if (has_more) {
        m.next = "/operation/unknown?day=" + m.day +
                 "&after=" + cursor_of(std::to_string(found.back().second) + ' ' + found.back().first);
    }
    return manage::shown(p);
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/operation/resolutions",
     .operation = "readResolutions",
     .summary = "Count resolutions by day and outcome, by namespace, and by the country that requests state",
     .description = "A country is stated by the r-component (`?+country=AT`), else by the region of the preferred "
                    "language in Accept-Language (`de-AT`). Nothing identifies clients; their addresses are not looked "
                    "at. The last seconds may be missing (setting statistics.flush).",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = read_resolutions,
     .query = {&from_parameter, &until_parameter, &namespace_parameter},
     .responses = {{200, "the counts", "resolution_counts"}}},
    {.method = "GET",
     .path = "/api/v1/operation/latency",
     .operation = "readLatency",
     .summary = "Count responses by how long they took, over time",
     .description = "The histogram of /metrics by hour and day, of all processes on the store.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = read_latency,
     .query = {&span_parameter, &route_parameter, &count_parameter},
     .responses = {{200, "the counts", "latency_counts"}}},
    {.method = "GET",
     .path = "/operation/resolutions",
     .operation = "showResolutions",
     .stands_for = "readResolutions",
     .summary = "Show resolutions over time: readResolutions",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_resolutions,
     .query = {&period_parameter, &namespace_parameter},
     .responses = {page_row<resolutions_model>},
     .problems = {422}},
    {.method = "GET",
     .path = "/operation/latency",
     .operation = "showLatency",
     .stands_for = "readLatency",
     .summary = "Show how long responses took: readLatency",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_latency,
     .query = {&latency_period_parameter, &route_parameter},
     .responses = {page_row<latency_model>},
     .problems = {422}},
    {.method = "GET",
     .path = "/operation/unknown",
     .operation = "showUnknownNames",
     .stands_for = "readStatistics",
     .summary = "Show the unknown names that were asked for most on a day: readStatistics",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_unknown,
     .query = {&day_parameter, &after_parameter},
     .responses = {page_row<unknown_model>}},
};

} // namespace

std::span<const route> figures_routes() noexcept { return table; }

} // namespace uniform::http
