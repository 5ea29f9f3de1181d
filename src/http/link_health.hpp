// Which locators are dead, and which delegations lead in a circle, in memory: what the link checker noted, of this
// process or of another one on the same store. Resolving asks this, and neither the store nor a lock.
//
// A table of hashes, made anew when a checker has written: a count in the store says so, which is looked at every few
// seconds. A thread of its own reads; whoever resolves goes on with the table before until the new one is there.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform::store {
class store;
}

namespace uniform::http {

class link_health {
public:
    struct options {
        std::chrono::milliseconds poll{2000};
        /// 16 bytes each, at most, and as much again for a moment. Those beyond, in order of their URLs, count as
        /// unknown.
        std::size_t links = 1'000'000;
    };
    /// Knows nothing yet. The store outlives it.
    link_health(store::store &s, const options &o);
    ~link_health();
    link_health(const link_health &) = delete;
    link_health &operator=(const link_health &) = delete;

    /// Starts the thread, which reads at once.
    /// @param changed is called on that thread when other locators are dead than before
    void start(std::function<void()> changed = nullptr);
    /// Waits for the thread; what is known goes on being said.
    void stop() noexcept;

    /// Of each locator; empty when it makes no difference: fewer than two locators, or none of them dead. From any
    /// thread, without waiting: one look at a counter, and a hash for each locator when there are dead ones at all.
    [[nodiscard]] std::vector<resolver::health> of(const resolver::name_record &n) const;

    /// Whether the resolver of the delegation sends names round in a circle (loop_checker.hpp). From any thread,
    /// without waiting.
    [[nodiscard]] bool circles(const resolver::delegation &d) const;

    /// Reads soon: the checker of this process has written.
    void look() noexcept;

    /// How often it was read, whether anything was different or not.
    [[nodiscard]] std::uint64_t looks() const noexcept { return looks_.load(std::memory_order_acquire); }

private:
    class table;
    [[nodiscard]] const table *current() const;
    void run();
    void read();

    store::store &store_;
    const options options_;
    std::function<void()> changed_;
    const std::uint64_t id_; // never that of another object
    std::int64_t count_ = -1;
    std::atomic<std::uint64_t> version_ = 0;
    std::atomic<std::uint64_t> looks_ = 0;
    mutable std::mutex table_lock_; // taken once by each thread after a change
    std::shared_ptr<const table> table_;
    std::mutex stop_lock_;
    std::condition_variable stop_;
    bool look_ = true;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace uniform::http
