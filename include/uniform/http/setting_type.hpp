// The types of the settings of the service: how each writes its values.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// The syntax of a value in the file, the environment and a flag.
enum class setting_type : std::uint8_t {
    text,
    choice,   ///< one of the words
    boolean,  ///< true, false
    number,   ///< 42
    size,     ///< 4096, or with a unit "64K", "64M", "1G" (powers of 1024)
    duration, ///< "250ms", "10s", "5m", "1h", "7d"; a bare number counts seconds
    list,     ///< in TOML an array of strings; elsewhere separated by commas
};
/// The word for it in the documents.
[[nodiscard]] std::string_view to_string(setting_type t) noexcept;

} // namespace http
} // namespace uniform
