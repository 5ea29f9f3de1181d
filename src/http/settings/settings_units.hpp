// How values of settings are written: numbers with units ("64M", "250ms"), texts in quotation marks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <uniform/http/setting_type.hpp>

namespace uniform::http {

struct unit {
    std::string_view name;
    std::uint64_t factor;
};

/// Of the type; "" is what a bare number counts.
[[nodiscard]] std::span<const unit> units_of(setting_type t);
/// The shortest way to write a number with a unit.
[[nodiscard]] std::string with_unit(std::uint64_t value, setting_type t);
/// As JSON and TOML have a text.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace uniform::http
