// The sources of the time: the clocks of the system, or in a test a clock that the test controls.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>

namespace uniform {

struct time_source {
    std::function<std::chrono::steady_clock::time_point()> steady = &std::chrono::steady_clock::now;
    std::function<std::chrono::system_clock::time_point()> system = &std::chrono::system_clock::now;
    /// A thread waits no longer than this before it asks for the time again: shorter for a clock that can be set.
    std::chrono::milliseconds longest_wait{60000};

    /// Seconds since 1970-01-01T00:00:00Z.
    [[nodiscard]] std::int64_t seconds() const {
        return std::chrono::duration_cast<std::chrono::seconds>(system().time_since_epoch()).count();
    }
    /// The time to wait for a moment that is `left` away; not negative.
    [[nodiscard]] std::chrono::milliseconds wait_for(std::chrono::milliseconds left) const {
        return std::clamp(left, std::chrono::milliseconds{0}, longest_wait);
    }
};

} // namespace uniform
