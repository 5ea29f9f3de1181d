#include "http/administration/charts.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <uniform/syntax/percent.hpp>

namespace uniform::http::administration {

bars_plot chart_of_outcomes(const pages::html_page &p, const std::vector<day_counts> &days, std::int64_t group) {
    std::vector<plot_series> series;
    for (const auto &[o, name] : outcome_names) {
        std::string key{name};
        if (const auto dash = key.find('-'); dash != std::string::npos) key[dash] = '_';
        series.push_back({.label = p.text("operation.outcome." + key),
                          .css = "plot-" + std::to_string(static_cast<std::size_t>(o) + 1)});
    }
    std::vector<bar_group> groups;
    for (const day_counts &d : days) {
        const auto at = (d.day - days.front().day) % group;
        if (at == 0)
            groups.push_back({.label = date_of_day(d.day), .values = std::vector<std::uint64_t>(series.size())});
        for (std::size_t i = 0; i < series.size(); ++i) groups.back().values[i] += d.by_outcome[i];
    }
    return stacked_bars(p, "outcomes", p.text("operation.resolutions.by_outcome"),
                        p.text(group == 1 ? "operation.day" : "operation.week_from"), series, groups);
}

lines_plot chart_of_latency(const pages::html_page &p, latency_span span, const std::vector<latency_counts> &rows,
                            std::size_t group) {
    constexpr std::array<std::string_view, quantiles.size()> colours{"plot-1", "plot-3", "plot-4"};
    std::vector<plot_series> series;
    series.reserve(quantiles.size());
    for (const auto &[name, share] : quantiles) {
        series.push_back(
            {.label = p.text("operation.latency." + std::string{name}), .css = std::string{colours[series.size()]}});
    }
    std::vector<line_point> points;
    for (std::size_t at = 0; at < rows.size(); at += group) {
        latency_counts one = rows[at];
        for (std::size_t i = at + 1; i < std::min(at + group, rows.size()); ++i) one.add(rows[i]);
        line_point point{.label = time_of_number(span, one.at), .count = one.total()};
        if (span == latency_span::hour) point.label = point.label.substr(0, 10) + ' ' + point.label.substr(11, 5);
        for (const auto &[name, share] : quantiles) point.values.push_back(one.quantile(share));
        points.push_back(std::move(point));
    }
    return duration_lines(p, "latency", p.text("operation.latency.over_time"),
                          p.text(span == latency_span::hour ? "operation.hour" : "operation.from_day"), series, points);
}

unknown_name unknown_name_of(const pages::html_page &p, const counted_text &counted) {
    std::string urn = "urn:" + counted.first;
    std::string href = "/" + encode_segment(urn);
    return {.urn = std::move(urn), .href = std::move(href), .count = pages::number(p.in(), counted.second)};
}

route_class route_called(std::string_view name) noexcept {
    for (const route_class c : {route_class::resolution, route_class::services, route_class::api, route_class::harvest,
                                route_class::operation}) {
        if (to_string(c) == name) return c;
    }
    return route_class::other;
}

} // namespace uniform::http::administration
