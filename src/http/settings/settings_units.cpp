#include "http/settings/settings_units.hpp"

#include <ranges>
#include <string>

#include <uniform/json/writer.hpp>

namespace uniform::http {

namespace {

constexpr unit sizes[]{{"", 1}, {"K", 1U << 10U}, {"M", 1U << 20U}, {"G", 1U << 30U}};
constexpr unit durations[]{{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
constexpr unit plain[]{{"", 1}};

} // namespace

std::string in_quotes(std::string_view text) {
    std::string out;
    json::append_string(out, text);
    return out;
}

std::span<const unit> units_of(setting_type t) {
    switch (t) {
    case setting_type::size:
        return sizes;
    case setting_type::duration:
        return durations;
    default:
        return plain;
    }
}

std::string with_unit(std::uint64_t value, setting_type t) {
    const auto all = units_of(t);
    for (const unit &u : std::views::reverse(all)) {
        if (u.name.empty() && t == setting_type::duration) continue;
        if (value % u.factor == 0 && (value != 0 || u.factor == (t == setting_type::duration ? 1000U : 1U))) {
            return std::to_string(value / u.factor) + std::string{u.name};
        }
    }
    return std::to_string(value);
}

} // namespace uniform::http
