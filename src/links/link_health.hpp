// The dead locators, and the delegations in a delegation loop, in memory: the findings of the link checkers of all
// processes on the store. Resolving reads this table without a lock and without the store.
//
// A table of hashes, made again after a checker has written: a count in the store shows it, which is read every few
// seconds by a thread of its own. Until the new table is complete, resolving uses the old one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/record.hpp>

#include "base/condition_variable.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace store {
class store;
} // namespace store
} // namespace uniform

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

class link_health {
public:
    struct options {
        std::chrono::milliseconds poll{2000};
        /// 16 bytes each, at most, and as much again for a moment. Those beyond, in order of their URLs, count as
        /// unknown.
        std::size_t links = 1'000'000;
    };
    /// Empty until start(). The store outlives it.
    link_health(store::store &s, const options &o);
    ~link_health();
    link_health(const link_health &) = delete;
    link_health &operator=(const link_health &) = delete;

    /// Starts the thread, which reads at once.
    /// @param changed is called on that thread when other locators are dead than before
    void start(std::function<void()> changed = nullptr);
    /// Waits for the thread to end; the table stays.
    void stop() noexcept;

    /// The health of each locator; empty when it makes no difference: fewer than two locators, or none of them dead.
    /// From any thread, without waiting: one look at a counter, and a hash for each locator when there are dead ones at
    /// all.
    [[nodiscard]] std::vector<resolver::health> of(const resolver::name_record &n) const;

    /// Whether the delegation was found to be in a delegation loop (loop_checker.hpp). From any thread, without
    /// waiting.
    [[nodiscard]] bool is_loop(std::string_view resolver, std::string_view prefix) const;

    /// Requests that the findings be read now: the checker of this process has written.
    void look() noexcept;

    /// The number of times that the findings were read, whether or not they had changed.
    [[nodiscard]] std::uint64_t looks() const noexcept { return looks_.load(std::memory_order_acquire); }

private:
    class table;
    [[nodiscard]] const table *current() const;
    void run() UNIFORM_EXCLUDES(stop_lock_);
    void read() UNIFORM_EXCLUDES(table_lock_, stop_lock_);

    store::store &store_;
    const options options_;
    std::function<void()> changed_;
    const std::uint64_t id_; // never that of another object
    std::int64_t count_ = -1;
    std::atomic<std::uint64_t> version_ = 0;
    std::atomic<std::uint64_t> looks_ = 0;
    mutable base::mutex table_lock_; // taken once by each thread after a change
    std::shared_ptr<const table> table_ UNIFORM_GUARDED_BY(table_lock_);
    base::mutex stop_lock_;
    base::condition_variable stop_;
    bool look_ UNIFORM_GUARDED_BY(stop_lock_) = true;
    bool stopping_ UNIFORM_GUARDED_BY(stop_lock_) = false;
    std::thread thread_;
};

} // namespace links
} // namespace uniform
