// Whether the service is alive, and whether it is ready: /healthz and /readyz.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "base/condition_variable.hpp"

namespace uniform::store {
class store;
}

namespace uniform::http {

/// Queries the store on a thread of its own, so that a caller waits a second at most, and not for the store's timeout.
class health {
public:
    /// For tests: a function that queries; it throws store::failure or returns the number of events.
    using question = std::function<std::uint64_t()>;
    explicit health(store::store &s);
    explicit health(question ask);
    health(const health &) = delete;
    health &operator=(const health &) = delete;
    ~health();

    /// From now on it is not ready: no new clients are wanted.
    void stop() noexcept { stopping_.store(true, std::memory_order_release); }
    [[nodiscard]] bool stopping() const noexcept { return stopping_.load(std::memory_order_acquire); }
    /// Empty if it is ready, else the reason. Queries the store, a row of each table that requests need: waits at most
    /// a second. A store whose schema is newer than this program, or whose history lacks an event that this process
    /// knows, is not ready. A store that is full is ready: names can
    /// be resolved.
    [[nodiscard]] std::string why_not_ready() UNIFORM_EXCLUDES(lock_);
    /// The number of events in the store; std::nullopt if it does not respond within a second.
    [[nodiscard]] std::optional<std::uint64_t> events() UNIFORM_EXCLUDES(lock_);

private:
    void run();

    static constexpr std::chrono::milliseconds longest{1000};
    question ask_;
    std::atomic<bool> stopping_ = false;
    base::mutex lock_;
    base::condition_variable wanted_, answered_;
    std::uint64_t asked_ UNIFORM_GUARDED_BY(lock_) = 0; ///< queries started
    std::uint64_t done_ UNIFORM_GUARDED_BY(lock_) = 0;  ///< the query whose result is `last_`
    std::optional<std::uint64_t> last_ UNIFORM_GUARDED_BY(lock_);
    std::string refused_ UNIFORM_GUARDED_BY(lock_); ///< why nothing is written; empty: it may be
    bool ended_ UNIFORM_GUARDED_BY(lock_) = false;
    std::thread thread_; ///< the last member: it uses the others
};

} // namespace uniform::http
