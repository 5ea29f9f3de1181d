// Plots, as data for the templates _bars.html and _lines.html: the templates make SVG of it, beside a table with the
// same numbers. The drawings have no text, so that they can be stretched to any width; labels stand beside them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/pages/page.hpp"

namespace uniform::http::administration {

/// One of the colours of a plot: "plot-1" ... "plot-8" in web/styles/page.css.
struct plot_series {
    std::string label = {};
    std::string css = {};
};

/// A stack of bars, and a row of the table.
struct bar_group {
    std::string label = {};
    std::vector<std::uint64_t> values = {}; ///< one for each series
};
/// Series without any value are left out. Empty ("has_data" is false) if all are.
[[nodiscard]] json::value stacked_bars(const pages::html_page &p, std::string_view id, std::string_view heading,
                                       std::string_view column, std::span<const plot_series> series,
                                       std::span<const bar_group> groups);

/// One moment of a line plot.
struct line_point {
    std::string label = {};
    std::vector<std::optional<std::chrono::nanoseconds>> values = {}; ///< one for each series
    std::uint64_t count = 0;                                          ///< of what they are about
};
/// Durations over time, from 10 microseconds to 10 seconds on a logarithmic scale.
[[nodiscard]] json::value duration_lines(const pages::html_page &p, std::string_view id, std::string_view heading,
                                         std::string_view column, std::span<const plot_series> series,
                                         std::span<const line_point> points);

/// A list of shares with a bar each, of counted texts: "label", "value", "href", "width" (of 100).
[[nodiscard]] json::value share_row(const pages::html_page &p, std::string_view label, std::string_view href,
                                    std::uint64_t n, std::uint64_t most);

} // namespace uniform::http::administration
