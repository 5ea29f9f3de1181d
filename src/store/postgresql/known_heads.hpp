// The numbers of the last event that the primary had, and when: they say how old a replica is that has so many events.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "base/mutex.hpp"

namespace uniform::store {

/// Used by all threads.
class known_heads {
public:
    using clock = std::chrono::steady_clock;

    /// @param remembers for how long
    explicit known_heads(clock::duration remembers) noexcept : remembers_(remembers) {}

    /// The primary has `number` events at `at`. A smaller number than before means another history: what was known of
    /// the former one is forgotten.
    void know(std::uint64_t number, clock::time_point at) UNIFORM_EXCLUDES(mutex_);

    /// A time at which the primary had no more than `number` events, the latest one that is known; `at` if nothing is
    /// known of the primary; nothing if it had more already before everything that is remembered.
    [[nodiscard]] std::optional<clock::time_point> as_of(std::uint64_t number, clock::time_point at) const
        UNIFORM_EXCLUDES(mutex_);

    /// The last number; 0: none is known.
    [[nodiscard]] std::uint64_t last() const noexcept UNIFORM_EXCLUDES(mutex_);

private:
    // The primary was seen with this number, first and last.
    struct mark {
        std::uint64_t number;
        clock::time_point first, last;
    };

    // Heads that follow one another faster than this part of the time share a mark: so there are no more marks than
    // that.
    static constexpr int most_marks = 128;

    const clock::duration remembers_;
    mutable base::mutex mutex_;
    std::deque<mark> marks_ UNIFORM_GUARDED_BY(mutex_); // in the order of their numbers and times
};

} // namespace uniform::store
