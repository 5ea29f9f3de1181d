// Points in time as the service keeps them: microseconds since 1970 in UTC, written as RFC 3339 does.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// A moment in UTC, in microseconds.
using timestamp = std::chrono::sys_time<std::chrono::microseconds>;

/// The whole seconds since 1970 that have passed at `t`, negative before: what the store keeps of times that need no
/// fraction. Constant time.
[[nodiscard]] constexpr std::int64_t seconds_since_epoch(timestamp t) noexcept {
    return std::chrono::floor<std::chrono::seconds>(t).time_since_epoch().count();
}

/// "2026-11-21T10:00:00Z"; a fraction of a second only when there is one (".000001").
[[nodiscard]] std::string to_string(timestamp t);

/// A date-time of RFC 3339 section 5.6 (any offset, up to six digits of a fraction), or a full-date alone, which is the
/// first moment of that day in UTC. Nothing for anything else.
[[nodiscard]] std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;

/// The end of the sentence about a text that parse_timestamp() does not read.
inline constexpr std::string_view must_be_a_time =
    R"(must be a date or a date-time, such as "2026-11-21" or "2026-11-21T10:00:00Z")";

/// The present moment, by the clock of the system.
[[nodiscard]] timestamp now() noexcept;

} // namespace resolver
} // namespace uniform
