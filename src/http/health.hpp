// Whether the service is alive, and whether it is ready: what /healthz and /readyz say.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace uniform::store {
class store;
}

namespace uniform::http {

/// Asks the store on a thread of its own: who wants to know waits for a moment, not until the store has given up.
class health {
public:
    /// For tests: what asks, and throws store::failure or returns the number of events.
    using question = std::function<std::uint64_t()>;
    explicit health(store::store &s);
    explicit health(question ask);
    health(const health &) = delete;
    health &operator=(const health &) = delete;
    ~health();

    /// From now on it is not ready: no new clients are wanted.
    void stop() noexcept { stopping_.store(true, std::memory_order_release); }
    [[nodiscard]] bool stopping() const noexcept { return stopping_.load(std::memory_order_acquire); }
    /// Empty when it is ready; else why it is not, for people. Asks the store: waits at most a second.
    [[nodiscard]] std::string why_not_ready();
    /// How many events the store has; nothing when it does not answer within a second.
    [[nodiscard]] std::optional<std::uint64_t> events();

private:
    void run();

    static constexpr std::chrono::milliseconds longest{1000};
    question ask_;
    std::atomic<bool> stopping_ = false;
    std::mutex lock_;
    std::condition_variable wanted_, answered_;
    std::uint64_t asked_ = 0; ///< questions so far
    std::uint64_t done_ = 0;  ///< the question that `last_` answers
    std::optional<std::uint64_t> last_;
    bool ended_ = false;
    std::thread thread_; ///< the last member: it uses the others
};

} // namespace uniform::http
