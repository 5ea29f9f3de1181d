// The figures that several pages show.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "http/administration/plot.hpp"
#include "http/operation/figures.hpp"

namespace uniform::http::administration {

/// The quantiles that are shown.
inline constexpr std::array<std::pair<std::string_view, double>, 3> quantiles{
    {{"p50", 0.5}, {"p95", 0.95}, {"p99", 0.99}}};

/// Resolutions by outcome, so many days in a bar.
[[nodiscard]] bars_plot chart_of_outcomes(const pages::html_page &p, const std::vector<day_counts> &days,
                                          std::int64_t group);
/// The quantiles over time, so many hours or days in a step.
[[nodiscard]] lines_plot chart_of_latency(const pages::html_page &p, latency_span span,
                                          const std::vector<latency_counts> &rows, std::size_t group);

/// A name that was asked for and is unknown.
struct unknown_name {
    std::string urn = {};
    std::string href = {};
    std::string count = {};

    static constexpr std::tuple members{member{"urn", &unknown_name::urn}, member{"href", &unknown_name::href},
                                        member{"count", &unknown_name::count}};
};
/// @param counted its key, and how often it was asked for
[[nodiscard]] unknown_name unknown_name_of(const pages::html_page &p, const counted_text &counted);

/// "resolution": the class of this name; `other` if there is none.
[[nodiscard]] route_class route_called(std::string_view name) noexcept;

} // namespace uniform::http::administration
