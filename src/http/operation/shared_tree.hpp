// The tree over the history for all requests of a service: it is read in the background once somebody asks for it, and
// then follows the history.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <utility>

#include <uniform/service/history_proof.hpp>
#include <uniform/store/store.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

/// Used by all threads; one at a time reads with the tree.
class shared_tree {
public:
    /// Runs `f(store::reading &, const service::history_tree &)` with a tree that has all of the history. A request
    /// reads only what has been added since the one before; what is more is left to read_on().
    /// @return whether it was run
    template <class F>
    bool use(store::store &s, F f) UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock hold(mutex_);
        service::history_tree *const tree = &tree_; // Clang does not know what a lambda's caller holds
        const bool complete = s.read([&](store::reading &r) {
            if (!tree->read_on(r, most_in_a_request)) return false;
            f(r, std::as_const(*tree));
            return true;
        });
        if (!complete) behind_ = true;
        return complete;
    }

    /// The work of a periodic_task: reads on while a request has found too much to read.
    /// @return the pause until the next time
    [[nodiscard]] std::chrono::milliseconds read_on(store::store &s, const std::stop_token &end)
        UNIFORM_EXCLUDES(mutex_);

private:
    static constexpr std::uint64_t most_in_a_request = 4096;
    static constexpr std::uint64_t most_at_once = 16384;

    base::mutex mutex_;
    service::history_tree tree_ UNIFORM_GUARDED_BY(mutex_);
    std::atomic<bool> behind_ = false;
};

} // namespace uniform::http
