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
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/administration/charts.hpp"
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
    const auto until = day_of(c, "until", day_now());
    if (!until) return std::unexpected{until.error()};
    const auto from = day_of(c, "from", *until - 29);
    if (!from) return std::unexpected{from.error()};
    if (*from > *until || *until - *from > 365)
        return malformed_parameter("from", "must be at most 365 days before \"until\"");
    return day_range{*from, *until};
}

json::value counts_of(const std::vector<counted_text> &all, std::string_view name) {
    json::array out;
    for (const auto &[text, n] : all) {
        json::value one = json::object{};
        out.push_back(std::move(one.set(name, text).set("count", n)));
    }
    return json::value{std::move(out)};
}

// --- the API

handler_result read_resolutions(request_context &c) {
    const auto d = days_of(c);
    if (!d) return std::unexpected{d.error()};
    const std::string_view nid = c.text(namespace_parameter);
    json::value out = json::object{};
    out.set("from", date_of_day(d->from)).set("until", date_of_day(d->until)).set("namespace", nid);
    c.server.store->read([&](store::reading &r) {
        json::array days;
        for (const day_counts &one : resolutions_by_day(r, *d, nid)) {
            json::value outcomes = json::object{};
            for (const auto &[o, name] : outcome_names) {
                const std::uint64_t n = one.by_outcome[static_cast<std::size_t>(o)];
                if (n > 0) outcomes.set(name, n);
            }
            json::value day = json::object{};
            day.set("day", date_of_day(one.day)).set("count", one.total());
            days.push_back(std::move(day.set("outcomes", std::move(outcomes))));
        }
        out.set("days", std::move(days));
        if (nid.empty())
            out.set("namespaces", counts_of(resolutions_by_namespace(r, *d, most_namespaces), "namespace"));
        out.set("countries", counts_of(resolutions_by_country(r, *d, nid, most_countries), "country"));
        return 0;
    });
    return private_response(200, json::to_text(out));
}

handler_result read_latency(request_context &c) {
    const auto span = latency_span_names.find(c.text(span_parameter)).value_or(latency_span::hour);
    const auto route = route_called(c.text(route_parameter));
    const auto rows = c.server.store->read([&](store::reading &r) {
        return latencies_of(r, span, route, static_cast<std::size_t>(c.number(count_parameter)));
    });
    json::array bounds;
    for (const std::uint64_t b : metrics::duration_bounds()) bounds.emplace_back(static_cast<double>(b) / 1e9);
    json::array items;
    for (const latency_counts &one : rows) {
        if (one.total() == 0) continue;
        json::array buckets;
        for (const std::uint64_t n : one.buckets) buckets.emplace_back(n);
        json::value item = json::object{};
        item.set("at", time_of_number(span, one.at)).set("count", one.total());
        for (const auto &[name, share] : quantiles) {
            item.set(name, static_cast<double>(one.quantile(share)->count()) / 1e9);
        }
        items.push_back(std::move(item.set("buckets", std::move(buckets))));
    }
    json::value out = json::object{};
    out.set("span", latency_span_names.name(span)).set("route", to_string(route));
    out.set("bounds", std::move(bounds)).set("items", std::move(items));
    return private_response(200, json::to_text(out));
}

// --- pages

struct period {
    std::string_view value;
    std::int64_t days;
    std::int64_t group; ///< days in one bar
};
constexpr std::array periods{period{"7", 7, 1}, period{"30", 30, 1}, period{"91", 91, 7}, period{"364", 364, 7}};

constexpr parameter period_parameter{.name = "days",
                                     .type = parameter_type::choice,
                                     .description = "how many days the page shows",
                                     .fallback = "30",
                                     .choices = "7 30 91 364"};

json::value choices_of(const pages::html_page &p, std::string_view path, std::string_view key,
                       std::span<const std::pair<std::string, std::string>> all, std::string_view now,
                       std::string_view more) {
    json::array out;
    for (const auto &[value, text] : all) {
        json::value one = json::object{};
        one.set("href", std::string{path} + "?" + std::string{key} + "=" + value + std::string{more});
        out.push_back(std::move(one.set("label", p.text(text)).set("is_current", value == now)));
    }
    return json::value{std::move(out)};
}

handler_result show_resolutions(request_context &c) {
    auto p = administration::page_of(c, part::resolutions, "operation.resolutions.heading");
    if (auto no = wrong_value(period_parameter, c.text(period_parameter))) return std::unexpected{std::move(*no)};
    const auto *const chosen = std::ranges::find(periods, c.text(period_parameter), &period::value);
    const std::string nid{c.text(namespace_parameter)};
    const day_range d{day_now() - chosen->days + 1, day_now()};
    c.server.store->read([&](store::reading &r) {
        p.data.set("chart", chart_of_outcomes(p, resolutions_by_day(r, d, nid), chosen->group));
        if (nid.empty()) {
            const auto found = resolutions_by_namespace(r, d, most_namespaces);
            json::array rows;
            for (const auto &[text, n] : found) {
                const bool is_one = !text.empty() && text != "*";
                rows.push_back(share_row(
                    p,
                    is_one ? "urn:" + text
                           : p.text(text.empty() ? "operation.resolutions.no_urn" : "operation.resolutions.elsewhere"),
                    is_one ? "/operation/resolutions?days=" + std::string{chosen->value} +
                                 "&namespace=" + encode_query_data(text)
                           : std::string{},
                    n, found.front().second));
            }
            p.data.set("has_namespaces", !rows.empty()).set("namespaces", std::move(rows));
        }
        const auto countries = resolutions_by_country(r, d, nid, most_countries);
        json::array rows;
        for (const auto &[text, n] : countries) rows.push_back(share_row(p, text, {}, n, countries.front().second));
        p.data.set("has_countries", !rows.empty()).set("countries", std::move(rows));
        return 0;
    });
    const std::string more = nid.empty() ? std::string{} : "&namespace=" + encode_query_data(nid);
    const std::array<std::pair<std::string, std::string>, 4> all{{{"7", "operation.period.week"},
                                                                  {"30", "operation.period.month"},
                                                                  {"91", "operation.period.weeks"},
                                                                  {"364", "operation.period.year"}}};
    p.data.set("choices", choices_of(p, "/operation/resolutions", "days", all, chosen->value, more));
    p.data.set("setting", "statistics.enabled").set("namespace", nid).set("is_counted", c.server.statistics != nullptr);
    p.data.set("data_href",
               "/api/v1/operation/resolutions?from=" + date_of_day(d.from) + "&until=" + date_of_day(d.until) + more);
    return manage::shown(p, "operation_resolutions");
}

constexpr parameter latency_period_parameter{.name = "period",
                                             .type = parameter_type::choice,
                                             .description = "what the page shows: a day or a week by hours, or 90 days",
                                             .fallback = "day",
                                             .choices = "day week quarter"};

handler_result show_latency(request_context &c) {
    auto p = administration::page_of(c, part::latency, "operation.latency.heading");
    for (const parameter *const one : {&latency_period_parameter, &route_parameter}) {
        if (auto no = wrong_value(*one, c.text(*one))) return std::unexpected{std::move(*no)};
    }
    const std::string period{c.text(latency_period_parameter)};
    const auto route = route_called(c.text(route_parameter));
    const auto span = period == "quarter" ? latency_span::day : latency_span::hour;
    const std::size_t count = period == "day" ? 24 : period == "week" ? 168 : 92;
    const auto rows = c.server.store->read([&](store::reading &r) { return latencies_of(r, span, route, count); });
    // Four hours make a step of a week, and four days one of a quarter: a page is for looking at.
    p.data.set("chart", chart_of_latency(p, span, rows, period == "day" ? 1 : 4));
    latency_counts all;
    for (const latency_counts &one : rows) all.add(one);
    json::array figures;
    figures.push_back(figure(p, "operation.latency.responses", pages::number(p.in(), all.total())));
    for (const auto &[name, share] : quantiles) {
        const auto t = all.quantile(share);
        figures.push_back(figure(p, "operation.latency." + std::string{name}, t ? shown_duration(p, *t) : "–"));
    }
    p.data.set("figures", std::move(figures));
    const std::array<std::pair<std::string, std::string>, 3> all_periods{
        {{"day", "operation.period.day"}, {"week", "operation.period.week"}, {"quarter", "operation.period.quarter"}}};
    p.data.set("choices", choices_of(p, "/operation/latency", "period", all_periods, period,
                                     "&route=" + std::string{to_string(route)}));
    json::array routes;
    for (const route_class r :
         {route_class::resolution, route_class::services, route_class::api, route_class::harvest, route_class::other}) {
        const std::string name{to_string(r)};
        routes.push_back(manage::option(name, p.text("operation.route." + name), r == route));
    }
    p.data.set("routes", std::move(routes)).set("period", period);
    return manage::shown(p, "operation_latency");
}

constexpr parameter day_parameter{.name = "day", .description = "in UTC (default: today)", .format = "date"};

handler_result show_unknown(request_context &c) {
    auto p = administration::page_of(c, part::unknown, "operation.unknown.heading");
    const auto asked = day_of(c, "day", day_now());
    if (!asked) return std::unexpected{asked.error()};
    const std::int64_t day = std::min(*asked, day_now());
    const auto cursor = cursor_in(c);
    if (!cursor) return std::unexpected{cursor.error()};
    std::optional<counted_text> after;
    if (*cursor) {
        const auto space = (*cursor)->find(' ');
        std::uint64_t n = 0;
        const auto [stop, why] =
            std::from_chars((*cursor)->data(), (*cursor)->data() + std::min(space, (*cursor)->size()), n);
        if (space == std::string::npos || why != std::errc{} || stop != (*cursor)->data() + space) {
            return malformed_parameter("after", "is not a cursor of this list");
        }
        after.emplace((*cursor)->substr(space + 1), n);
    }
    std::set<std::string, std::less<>> managed; // the namespaces in which a name can be assigned here
    auto found = c.server.store->read([&](store::reading &r) {
        auto counted = unknown_names_of(r, day, after, rows_of_page + 1);
        for (const auto &[key, n] : counted) {
            std::string nid{resolver::nid_of(key)};
            if (!managed.contains(nid) && service::find_namespace(r, nid)) managed.insert(std::move(nid));
        }
        return counted;
    });
    const bool has_more = found.size() > rows_of_page;
    if (has_more) found.resize(rows_of_page);
    json::array rows;
    for (const auto &[key, n] : found) {
        const std::string urn = "urn:" + key;
        json::value one = json::object{};
        one.set("urn", urn).set("count", pages::number(p.in(), n)).set("href", "/" + encode_segment(urn));
        const bool is_managed = managed.contains(resolver::nid_of(key));
        one.set("assign_href", is_managed ? "/manage/assign?name=" + encode_query_data(urn) : std::string{});
        rows.push_back(std::move(one));
    }
    p.data.set("has_names", !rows.empty()).set("names", std::move(rows)).set("day", date_of_day(day));
    p.data.set("earlier", "/operation/unknown?day=" + date_of_day(day - 1));
    if (day < day_now()) p.data.set("later", "/operation/unknown?day=" + date_of_day(day + 1));
    if (has_more) {
        p.data.set("next", "/operation/unknown?day=" + date_of_day(day) +
                               "&after=" + cursor_of(std::to_string(found.back().second) + ' ' + found.back().first));
    }
    return manage::shown(p, "operation_unknown");
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
     .handler = read_latency,
     .query = {&span_parameter, &route_parameter, &count_parameter},
     .responses = {{200, "the counts", "latency_counts"}}},
    {.method = "GET",
     .path = "/operation/resolutions",
     .operation = "showResolutions",
     .summary = "Show resolutions over time: readResolutions",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show_resolutions,
     .query = {&period_parameter, &namespace_parameter},
     .responses = {page_row},
     .problems = {422}},
    {.method = "GET",
     .path = "/operation/latency",
     .operation = "showLatency",
     .summary = "Show how long responses took: readLatency",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show_latency,
     .query = {&latency_period_parameter, &route_parameter},
     .responses = {page_row},
     .problems = {422}},
    {.method = "GET",
     .path = "/operation/unknown",
     .operation = "showUnknownNames",
     .summary = "Show the unknown names that were asked for most on a day: readStatistics",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show_unknown,
     .query = {&day_parameter, &after_parameter},
     .responses = {page_row}},
};

} // namespace

std::span<const route> figures_routes() noexcept { return table; }

} // namespace uniform::http
