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

/// The store of a service without the setting store.follow that is only read, as it follows another one.
struct only_read_store {
    bool retired = false;       ///< it was the primary (service::retirement_of())
    std::string successor = {}; ///< the URL of the new one; empty: it is not known
    bool operator==(const only_read_store &) const = default;
};

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
    /// Nothing: the store is written to, or the service follows another one.
    void note_only_read(std::optional<only_read_store> s) UNIFORM_EXCLUDES(lock_);
    [[nodiscard]] std::optional<only_read_store> only_read() const UNIFORM_EXCLUDES(lock_);
    /// The number of events in the store; std::nullopt if it does not respond within a second.
    [[nodiscard]] std::optional<std::uint64_t> events() UNIFORM_EXCLUDES(lock_);

private:
    void run();

    static constexpr std::chrono::milliseconds longest{1000};
    question ask_;
    std::atomic<bool> stopping_ = false;
    mutable base::mutex lock_;
    base::condition_variable wanted_, answered_;
    std::uint64_t asked_ UNIFORM_GUARDED_BY(lock_) = 0; ///< queries started
    std::uint64_t done_ UNIFORM_GUARDED_BY(lock_) = 0;  ///< the query whose result is `last_`
    std::optional<std::uint64_t> last_ UNIFORM_GUARDED_BY(lock_);
    std::string refused_ UNIFORM_GUARDED_BY(lock_); ///< why nothing is written; empty: it may be
    std::optional<only_read_store> only_read_ UNIFORM_GUARDED_BY(lock_);
    bool ended_ UNIFORM_GUARDED_BY(lock_) = false;
    std::thread thread_; ///< the last member: it uses the others
};

} // namespace uniform::http
