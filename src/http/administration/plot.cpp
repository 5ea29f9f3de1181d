#include "http/administration/plot.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "http/administration/operation_page.hpp"

namespace uniform::http::administration {

namespace {

constexpr double height = 100;
constexpr double step = 10; // the width of a group, without unit: the drawing is stretched

std::string coordinate(double x) {
    std::array<char, 32> out{};
    const double rounded = std::round(x * 100) / 100;
    const auto [end, why] = std::to_chars(out.data(), out.data() + out.size(), rounded);
    return {out.data(), end};
}

// The least of 1, 2, 5, 10, 20, ... that is not less: the end of an axis.
std::uint64_t end_of_axis(std::uint64_t most) {
    for (std::uint64_t power = 1; power <= UINT64_MAX / 100; power *= 10) {
        for (const std::uint64_t digit : {1U, 2U, 5U}) {
            if (digit * power >= most) return digit * power;
        }
    }
    return most;
}

std::vector<plot_series> legend_of(std::span<const plot_series> series, const std::vector<bool> &used) {
    std::vector<plot_series> out;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (used[i]) out.push_back(series[i]);
    }
    return out;
}

plot_part part_of(std::string_view id, std::string_view heading, std::string_view column, std::size_t count) {
    return {.id = std::string{id},
            .heading = std::string{heading},
            .column = std::string{column},
            .width = coordinate(step * static_cast<double>(count))};
}

} // namespace

bars_plot stacked_bars(const pages::html_page &p, std::string_view id, std::string_view heading,
                       std::string_view column, std::span<const plot_series> series,
                       std::span<const bar_group> groups) {
    bars_plot out{.plot = part_of(id, heading, column, groups.size())};
    plot_part &plot = out.plot;
    std::vector<bool> used(series.size());
    std::uint64_t most = 0;
    std::uint64_t all = 0;
    for (const bar_group &g : groups) {
        const auto total = std::accumulate(g.values.begin(), g.values.end(), std::uint64_t{0});
        most = std::max(most, total);
        all += total;
        for (std::size_t i = 0; i < series.size(); ++i) used[i] = used[i] || g.values[i] > 0;
    }
    plot.has_data = all > 0;
    if (all == 0) return out;
    const std::uint64_t end = end_of_axis(most);
    std::vector<std::string> paths(series.size()); // one for each series: a page has as many elements as series
    for (std::size_t at = 0; at < groups.size(); ++at) {
        const bar_group &g = groups[at];
        const std::string total =
            pages::number(p.in(), std::accumulate(g.values.begin(), g.values.end(), std::uint64_t{0}));
        const double left = step * static_cast<double>(at);
        plot_row row{.row = g.label};
        double top = height;
        for (std::size_t i = 0; i < series.size(); ++i) {
            if (used[i]) row.cells.push_back({.label = series[i].label, .value = pages::number(p.in(), g.values[i])});
            if (g.values[i] == 0) continue;
            const double h = height * static_cast<double>(g.values[i]) / static_cast<double>(end);
            top -= h;
            paths[i] += 'M' + coordinate(left + 1) + ' ' + coordinate(top) + "h8v" + coordinate(h) + "h-8z";
        }
        row.cells.push_back({.label = p.text("operation.total"), .value = total});
        plot.rows.push_back(std::move(row));
        out.tips.push_back({.x = coordinate(left), .tip = g.label + ": " + total});
    }
    plot.legend = legend_of(series, used);
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (!used[i]) continue;
        plot.columns.push_back(series[i].label);
        out.bars.push_back({.css = series[i].css, .path = std::move(paths[i])});
    }
    plot.columns.push_back(p.text("operation.total"));
    plot.axis.push_back(pages::number(p.in(), end));
    if (end % 2 == 0) plot.axis.push_back(pages::number(p.in(), end / 2));
    plot.axis.emplace_back("0");
    plot.first = groups.front().label;
    plot.last = groups.back().label;
    out.total = pages::number(p.in(), all);
    return out;
}

lines_plot duration_lines(const pages::html_page &p, std::string_view id, std::string_view heading,
                          std::string_view column, std::span<const plot_series> series,
                          std::span<const line_point> points) {
    // 10 µs to 10 s are six powers of ten.
    const auto y_of = [](std::chrono::nanoseconds t) {
        const double power = std::log10(std::max(static_cast<double>(t.count()), 1.0)) - 4;
        return height - height * std::clamp(power / 6, 0.0, 1.0);
    };
    lines_plot out{.plot = part_of(id, heading, column, points.size())};
    plot_part &plot = out.plot;
    std::vector<bool> used(series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
        // A step for each moment; a new line after each gap.
        std::string path;
        bool is_drawing = false;
        for (std::size_t at = 0; at < points.size(); ++at) {
            const auto &value = points[at].values[i];
            if (!value) {
                is_drawing = false;
                continue;
            }
            used[i] = true;
            const double x = step * static_cast<double>(at);
            const std::string y = coordinate(y_of(*value));
            path += (is_drawing ? " L" : " M") + coordinate(x) + ' ' + y + " L" + coordinate(x + step) + ' ' + y;
            is_drawing = true;
        }
        if (!path.empty()) out.lines.push_back({.css = series[i].css, .path = path.substr(1)});
    }
    plot.has_data = !out.lines.empty();
    if (out.lines.empty()) return out;
    const std::string responses = p.text("operation.latency.responses");
    for (const line_point &point : points) {
        if (point.count == 0) continue;
        plot_row row{.row = point.label};
        for (std::size_t i = 0; i < series.size(); ++i) {
            row.cells.push_back({.label = series[i].label,
                                 .value = point.values[i] ? shown_duration(p, *point.values[i]) : std::string{}});
        }
        row.cells.push_back({.label = responses, .value = pages::number(p.in(), point.count)});
        plot.rows.push_back(std::move(row));
    }
    for (const plot_series &one : series) plot.columns.push_back(one.label);
    plot.columns.push_back(responses);
    plot.legend = legend_of(series, used);
    plot.axis = {"10 s", "100 ms", "1 ms", "10 µs"};
    plot.first = points.front().label;
    plot.last = points.back().label;
    return out;
}

share_row share_of(const pages::html_page &p, std::string label, std::string href, std::uint64_t n,
                   std::uint64_t most) {
    return {.label = std::move(label),
            .href = std::move(href),
            .value = pages::number(p.in(), n),
            .width = coordinate(most == 0 ? 0 : 100 * static_cast<double>(n) / static_cast<double>(most))};
}

} // namespace uniform::http::administration
