// Plots, as models for the templates _bars.html and _lines.html: the templates make SVG of them, beside a table with
// the same numbers. The drawings have no text, so that they can be stretched to any width; labels stand beside them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/pages/model.hpp"
#include "http/pages/page.hpp"

namespace uniform::http::administration {

using pages::member;
using pages::members_of;

/// One of the colours of a plot: "plot-1" ... "plot-8" in web/styles/page.css. A row of the legend.
struct plot_series {
    std::string label = {};
    std::string css = {};

    static constexpr std::tuple members{member{"series", &plot_series::label}, member{"css", &plot_series::css}};
};

/// A cell of the table, with the heading of its column.
struct plot_cell {
    std::string label = {};
    std::string value = {};

    static constexpr std::tuple members{member{"label", &plot_cell::label}, member{"value", &plot_cell::value}};
};

/// A row of the table.
struct plot_row {
    std::string row = {}; ///< its heading
    std::vector<plot_cell> cells = {};

    static constexpr std::tuple members{member{"row", &plot_row::row}, member{"cells", &plot_row::cells}};
};

/// The drawing of a series.
struct plot_path {
    std::string css = {};
    std::string path = {}; ///< of SVG

    static constexpr std::tuple members{member{"css", &plot_path::css}, member{"path", &plot_path::path}};
};

/// A group of bars to point at.
struct plot_tip {
    std::string x = {};
    std::string tip = {};

    static constexpr std::tuple members{member{"x", &plot_tip::x}, member{"tip", &plot_tip::tip}};
};

/// The content that both plots share. Without data, all that follows `has_data` is empty.
struct plot_part {
    std::string id = {}; ///< of elements
    std::string heading = {};
    std::string column = {}; ///< the heading of the first column
    std::string width = {};  ///< of the drawing, without unit
    bool has_data = false;
    std::vector<plot_series> legend = {};
    std::vector<std::string> axis = {}; ///< its marks, the highest first
    std::vector<std::string> columns = {};
    std::vector<plot_row> rows = {};
    std::string first = {}; ///< the labels at the ends
    std::string last = {};

    static constexpr std::tuple members{member{"id", &plot_part::id},
                                        member{"heading", &plot_part::heading},
                                        member{"column", &plot_part::column},
                                        member{"width", &plot_part::width},
                                        member{"has_data", &plot_part::has_data},
                                        member{"legend", &plot_part::legend},
                                        member{"axis", &plot_part::axis},
                                        member{"columns", &plot_part::columns},
                                        member{"rows", &plot_part::rows},
                                        member{"first", &plot_part::first},
                                        member{"last", &plot_part::last}};
};

/// For _bars.html.
struct bars_plot {
    plot_part plot = {};
    std::vector<plot_path> bars = {};
    std::vector<plot_tip> tips = {};
    std::string total = {};

    static constexpr std::tuple members{members_of{&bars_plot::plot}, member{"bars", &bars_plot::bars},
                                        member{"tips", &bars_plot::tips}, member{"total", &bars_plot::total}};
};

/// For _lines.html.
struct lines_plot {
    plot_part plot = {};
    std::vector<plot_path> lines = {};

    static constexpr std::tuple members{members_of{&lines_plot::plot}, member{"lines", &lines_plot::lines}};
};

/// A stack of bars, and a row of the table.
struct bar_group {
    std::string label = {};
    std::vector<std::uint64_t> values = {}; ///< one for each series
};
/// Series without any value are left out. Empty ("has_data" is false) if all are.
[[nodiscard]] bars_plot stacked_bars(const pages::html_page &p, std::string_view id, std::string_view heading,
                                     std::string_view column, std::span<const plot_series> series,
                                     std::span<const bar_group> groups);

/// One moment of a line plot.
struct line_point {
    std::string label = {};
    std::vector<std::optional<std::chrono::nanoseconds>> values = {}; ///< one for each series
    std::uint64_t count = 0;                                          ///< of what they are about
};
/// Durations over time, from 10 microseconds to 10 seconds on a logarithmic scale.
[[nodiscard]] lines_plot duration_lines(const pages::html_page &p, std::string_view id, std::string_view heading,
                                        std::string_view column, std::span<const plot_series> series,
                                        std::span<const line_point> points);

/// A row of a list of shares with a bar each.
struct share_row {
    std::string label = {};
    std::string href = {}; ///< empty: none
    std::string value = {};
    std::string width = {}; ///< of 100

    static constexpr std::tuple members{member{"label", &share_row::label}, member{"href", &share_row::href},
                                        member{"value", &share_row::value}, member{"width", &share_row::width}};
};
/// That of a text that was counted `n` times; the one with the longest bar was counted `most` times.
[[nodiscard]] share_row share_of(const pages::html_page &p, std::string label, std::string href, std::uint64_t n,
                                 std::uint64_t most);

} // namespace uniform::http::administration
