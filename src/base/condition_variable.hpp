// std::condition_variable for the locks of mutex.hpp. Whoever waits holds the lock before and after, and so Clang takes
// it for held throughout (thread_safety.hpp); what waits for a condition names the mutex at the condition:
//
//     changed_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return !jobs_.empty(); });
#pragma once

#include <condition_variable>
#include <utility>

#include "base/mutex.hpp"

namespace uniform::base {

class condition_variable {
public:
    void notify_one() noexcept { own_.notify_one(); }
    void notify_all() noexcept { own_.notify_all(); }

    void wait(unique_lock &held) { own_.wait(held.own_); }
    template <class Condition>
    void wait(unique_lock &held, Condition holds) {
        own_.wait(held.own_, std::move(holds));
    }

    /// False if the condition does not hold when the time has passed.
    template <class Duration, class Condition>
    bool wait_for(unique_lock &held, const Duration &most, Condition holds) {
        return own_.wait_for(held.own_, most, std::move(holds));
    }
    template <class Time, class Condition>
    bool wait_until(unique_lock &held, const Time &end, Condition holds) {
        return own_.wait_until(held.own_, end, std::move(holds));
    }
    template <class Time>
    std::cv_status wait_until(unique_lock &held, const Time &end) {
        return own_.wait_until(held.own_, end);
    }

private:
    std::condition_variable own_;
};

} // namespace uniform::base
