// The time of a store: one clock for events, for the expiry of tokens and for "now" in queries.
//
// The clocks of the machines that use a store may be wrong. The store itself knows a time that has passed for certain:
// that of its last event, and the last one that a running service noted (table `clock`). The time of the store is that
// of the system, but never before. A system time that differs from it too much is not believed: nothing is written
// until the clock is set, or until an administrator confirms it (docs/operations.md, "Clocks").
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <uniform/store/clock_limits.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/records.hpp>

#include "base/mutex.hpp"

namespace uniform::store::detail {

/// The times that a store knows.
struct known_time {
    std::optional<timestamp> last_event = {}; ///< that of the last event
    std::optional<timestamp> seen = {};       ///< the time that a service noted last
    /// The last confirmation of an administrator: the system's time then, and that of the last event before the
    /// confirmation, which may be in the future.
    std::optional<std::pair<timestamp, timestamp>> confirmed = {};

    /// The history is known to be ahead of the time: its last event is not later than when a clock was confirmed.
    [[nodiscard]] bool history_is_ahead() const noexcept {
        return last_event && confirmed && *last_event > confirmed->first && *last_event <= confirmed->second;
    }
    /// A time that has passed; nothing when the store is empty.
    [[nodiscard]] std::optional<timestamp> passed() const noexcept {
        auto t = history_is_ahead() ? std::optional(confirmed->first) : last_event;
        if (seen && (!t || *seen > *t)) t = seen;
        return t;
    }
};

/// The query of `seen`, to be run together with others.
[[nodiscard]] query seen_query(std::optional<timestamp> &seen);
/// Reads the confirmation.
[[nodiscard]] std::optional<std::pair<timestamp, timestamp>> read_confirmed(connection &c);
/// Reads everything.
[[nodiscard]] known_time read_known_time(connection &c);

/// The document of the confirmations: kind and id.
inline constexpr std::string_view clock_kind = "clock", clock_id = "confirmed";
[[nodiscard]] std::string confirmation_body(timestamp system, timestamp last_event);

/// Used by all threads.
class store_clock {
public:
    store_clock(std::function<timestamp()> system, clock_limits limits) : system_(std::move(system)), limits_(limits) {}

    [[nodiscard]] timestamp system() const { return system_(); }
    [[nodiscard]] timestamp now() const;
    /// The system's time as the time of a write.
    [[nodiscard]] static timestamp now(timestamp system, const known_time &k) noexcept {
        const auto passed = k.passed();
        return passed && *passed > system ? *passed : system;
    }

    /// Why nothing may be written at this time of the system: two sentences. Empty: it may.
    [[nodiscard]] std::string refusal(timestamp system, const known_time &k) const;

    /// Sets the times that the store knows now.
    void know(const known_time &k) UNIFORM_EXCLUDES(mutex_);
    [[nodiscard]] known_time known() const UNIFORM_EXCLUDES(mutex_);

    /// The time in the history that a question about time `t` means (store::as_of_time).
    [[nodiscard]] timestamp in_history(timestamp t, const known_time &k) const;

private:
    const std::function<timestamp()> system_;
    const clock_limits limits_;
    mutable base::mutex mutex_;
    known_time known_ UNIFORM_GUARDED_BY(mutex_);
    std::atomic<timestamp::rep> passed_ = std::numeric_limits<timestamp::rep>::min();
};

} // namespace uniform::store::detail
