// Work that a thread repeats until it ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/mutex.hpp"

namespace uniform::http {

/// A thread that waits, works, and waits again for as long as the work says. It ends when this object is destroyed or
/// replaced, after the work that it is at; the work is told by the token that it should end.
class periodic_task {
public:
    /// @return the pause until the next time
    using work = std::function<std::chrono::milliseconds(const std::stop_token &end)>;

    periodic_task() = default; ///< does nothing
    periodic_task(std::chrono::milliseconds first, work w)
        : thread_{[first, does = std::move(w)](const std::stop_token &end) {
              base::mutex lock;
              std::condition_variable_any ended;
              base::unique_lock hold(lock);
              for (auto pause = first; !ended.wait_for(hold, end, pause, [&] { return end.stop_requested(); });
                   pause = does(end)) {
              }
          }} {}

private:
    std::jthread thread_;
};

} // namespace uniform::http
