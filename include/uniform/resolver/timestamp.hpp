// Points in time as the service keeps them: microseconds since 1970 in UTC, written as RFC 3339 does.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace uniform::resolver {

/// A moment in UTC, in microseconds.
using timestamp = std::chrono::sys_time<std::chrono::microseconds>;

/// "2026-11-21T10:00:00Z"; a fraction of a second only when there is one (".000001").
[[nodiscard]] std::string to_string(timestamp t);

/// A date-time of RFC 3339 section 5.6 (any offset, up to six digits of a fraction), or a full-date alone, which is the
/// first moment of that day in UTC. Nothing for anything else.
[[nodiscard]] std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;

/// The present moment, by the clock of the system.
[[nodiscard]] timestamp now() noexcept;

} // namespace uniform::resolver
