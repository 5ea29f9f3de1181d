// A clock for tests: it can run faster than time, and a test can set it forward.
#pragma once

#include <atomic>
#include <chrono>

#include "base/time_source.hpp"

namespace uniform::test {

/// Outlives the objects that use its source().
class test_clock {
public:
    /// @param speed how many seconds the clock counts in a second
    explicit test_clock(int speed = 1) : speed_(speed) {}

    void advance(std::chrono::nanoseconds by) { advanced_.fetch_add(by.count()); }

    [[nodiscard]] std::chrono::steady_clock::time_point steady() const { return began_ + elapsed(); }
    [[nodiscard]] std::chrono::system_clock::time_point system() const {
        return system_began_ + std::chrono::duration_cast<std::chrono::system_clock::duration>(elapsed());
    }
    [[nodiscard]] time_source source() const {
        return {.steady = [this] { return steady(); },
                .system = [this] { return system(); },
                .longest_wait = std::chrono::milliseconds{1}};
    }

private:
    [[nodiscard]] std::chrono::nanoseconds elapsed() const {
        return speed_ * (std::chrono::steady_clock::now() - began_) + std::chrono::nanoseconds{advanced_.load()};
    }

    const int speed_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    const std::chrono::system_clock::time_point system_began_ = std::chrono::system_clock::now();
    std::atomic<std::chrono::nanoseconds::rep> advanced_ = 0;
};

} // namespace uniform::test
