// The words of the setting log.requests.
#pragma once

#include <cstddef>
#include <cstdint>

#include <uniform/base/enum_names.hpp>

namespace uniform::http {

/// The requests that get a log entry.
enum class logged : std::uint8_t {
    off,
    errors, ///< status 500 and above
    slow,   ///< those, and what took longer than `slow`
    all,    ///< every one, or every `sample`-th of the quick ones
};
inline constexpr auto logged_names = enum_table<logged>(
    {{logged::off, "off"}, {logged::errors, "errors"}, {logged::slow, "slow"}, {logged::all, "all"}});
static_assert(logged_names.size() == static_cast<std::size_t>(logged::all) + 1);

} // namespace uniform::http
