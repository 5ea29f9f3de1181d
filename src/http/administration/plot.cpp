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
constexpr double step = 10; ///< the width of a group, without unit: the drawing is stretched

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

json::value legend(std::span<const plot_series> series, const std::vector<bool> &used) {
    json::array out;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (!used[i]) continue;
        json::value one = json::object{};
        out.push_back(std::move(one.set("series", series[i].label).set("css", series[i].css)));
    }
    return json::value{std::move(out)};
}

json::value columns_of(std::span<const plot_series> series, const std::vector<bool> &used, std::string_view last) {
    json::array out;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (!used[i]) continue;
        json::value one = json::object{};
        out.push_back(std::move(one.set("label", series[i].label)));
    }
    json::value one = json::object{};
    out.push_back(std::move(one.set("label", last)));
    return json::value{std::move(out)};
}

json::value cell(std::string_view label, std::string value) {
    json::value out = json::object{};
    return out.set("label", label).set("value", std::move(value));
}

json::value plot_of(std::string_view id, std::string_view heading, std::string_view column, std::size_t count) {
    json::value out = json::object{};
    out.set("id", id).set("heading", heading).set("column", column);
    return out.set("width", coordinate(step * static_cast<double>(count)));
}

json::value axis(std::initializer_list<std::string> labels) {
    json::array out;
    for (const std::string &l : labels) {
        json::value one = json::object{};
        out.push_back(std::move(one.set("mark", l)));
    }
    return json::value{std::move(out)};
}

} // namespace

json::value stacked_bars(const pages::html_page &p, std::string_view id, std::string_view heading,
                         std::string_view column, std::span<const plot_series> series,
                         std::span<const bar_group> groups) {
    json::value out = plot_of(id, heading, column, groups.size());
    std::vector<bool> used(series.size());
    std::uint64_t most = 0;
    std::uint64_t all = 0;
    for (const bar_group &g : groups) {
        const auto total = std::accumulate(g.values.begin(), g.values.end(), std::uint64_t{0});
        most = std::max(most, total);
        all += total;
        for (std::size_t i = 0; i < series.size(); ++i) used[i] = used[i] || g.values[i] > 0;
    }
    out.set("has_data", all > 0);
    if (all == 0) return out;
    const std::uint64_t end = end_of_axis(most);
    json::array tips;
    json::array rows;
    std::vector<std::string> paths(series.size()); // one for each series: a page has as many elements as series
    for (std::size_t at = 0; at < groups.size(); ++at) {
        const bar_group &g = groups[at];
        const auto total = std::accumulate(g.values.begin(), g.values.end(), std::uint64_t{0});
        const double left = step * static_cast<double>(at);
        json::array cells;
        double top = height;
        for (std::size_t i = 0; i < series.size(); ++i) {
            if (used[i]) cells.push_back(cell(series[i].label, pages::number(p.in(), g.values[i])));
            if (g.values[i] == 0) continue;
            const double h = height * static_cast<double>(g.values[i]) / static_cast<double>(end);
            top -= h;
            paths[i] += 'M' + coordinate(left + 1) + ' ' + coordinate(top) + "h8v" + coordinate(h) + "h-8z";
        }
        cells.push_back(cell(p.text("operation.total"), pages::number(p.in(), total)));
        json::value tip = json::object{};
        tips.push_back(
            std::move(tip.set("x", coordinate(left)).set("tip", g.label + ": " + pages::number(p.in(), total))));
        json::value row = json::object{};
        rows.push_back(std::move(row.set("row", g.label).set("cells", std::move(cells))));
    }
    json::array bars;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (!used[i]) continue;
        json::value bar = json::object{};
        bars.push_back(std::move(bar.set("css", series[i].css).set("path", paths[i])));
    }
    out.set("columns", columns_of(series, used, p.text("operation.total")));
    out.set("bars", std::move(bars))
        .set("tips", std::move(tips))
        .set("rows", std::move(rows))
        .set("legend", legend(series, used));
    out.set("total", pages::number(p.in(), all));
    const std::string highest = pages::number(p.in(), end);
    out.set("axis", end % 2 == 0 ? axis({highest, pages::number(p.in(), end / 2), "0"}) : axis({highest, "0"}));
    return out.set("first", groups.front().label).set("last", groups.back().label);
}

json::value duration_lines(const pages::html_page &p, std::string_view id, std::string_view heading,
                           std::string_view column, std::span<const plot_series> series,
                           std::span<const line_point> points) {
    // 10 µs to 10 s are six powers of ten.
    const auto y_of = [](std::chrono::nanoseconds t) {
        const double power = std::log10(std::max(static_cast<double>(t.count()), 1.0)) - 4;
        return height - height * std::clamp(power / 6, 0.0, 1.0);
    };
    json::value out = plot_of(id, heading, column, points.size());
    std::vector<bool> used(series.size());
    json::array lines;
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
        if (path.empty()) continue;
        json::value line = json::object{};
        lines.push_back(std::move(line.set("css", series[i].css).set("path", path.substr(1))));
    }
    out.set("has_data", !lines.empty());
    if (lines.empty()) return out;
    json::array rows;
    for (const line_point &point : points) {
        if (point.count == 0) continue;
        json::array cells;
        for (std::size_t i = 0; i < series.size(); ++i) {
            cells.push_back(
                cell(series[i].label, point.values[i] ? shown_duration(p, *point.values[i]) : std::string{}));
        }
        cells.push_back(cell(p.text("operation.latency.responses"), pages::number(p.in(), point.count)));
        json::value row = json::object{};
        rows.push_back(std::move(row.set("row", point.label).set("cells", std::move(cells))));
    }
    out.set("columns",
            columns_of(series, std::vector<bool>(series.size(), true), p.text("operation.latency.responses")));
    out.set("lines", std::move(lines)).set("rows", std::move(rows)).set("legend", legend(series, used));
    out.set("axis", axis({"10 s", "100 ms", "1 ms", "10 µs"}));
    return out.set("first", points.front().label).set("last", points.back().label);
}

json::value share_row(const pages::html_page &p, std::string_view label, std::string_view href, std::uint64_t n,
                      std::uint64_t most) {
    json::value out = json::object{};
    out.set("label", label).set("href", href).set("value", pages::number(p.in(), n));
    return out.set("width", coordinate(most == 0 ? 0 : 100 * static_cast<double>(n) / static_cast<double>(most)));
}

} // namespace uniform::http::administration
