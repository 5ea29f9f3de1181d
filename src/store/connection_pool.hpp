// A pool of connections.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/assertion.hpp>
#include <uniform/store/database.hpp>

#include "base/condition_variable.hpp"

namespace uniform::store {

/// At most `most` connections, made when they are first needed. The one returned last is lent first: its page cache is
/// the most recent. The pool must outlive the connections it lent.
class connection_pool {
public:
    /// @param make makes a connection
    /// @param reusable prepares a returned connection for the next user; false: it must be closed
    /// @param patience how long to wait for a connection while all are lent; 0: as long as it takes
    connection_pool(std::size_t most, std::function<std::unique_ptr<connection>()> make,
                    std::function<bool(connection &)> reusable,
                    std::chrono::milliseconds patience = std::chrono::milliseconds{0})
        : most_(most == 0 ? 1 : most), make_(std::move(make)), reusable_(std::move(reusable)), patience_(patience) {
        idle_.reserve(most_);
    }

    /// Throws failure (busy) when its patience ends.
    [[nodiscard]] database::lent lend() UNIFORM_EXCLUDES(mutex_) {
        base::unique_lock lock(mutex_);
        const auto there = [this]() UNIFORM_REQUIRES(mutex_) { return !idle_.empty() || made_ < most_; };
        if (patience_.count() == 0) {
            given_back_.wait(lock, there);
        } else if (!given_back_.wait_for(lock, patience_, there)) {
            throw failure(failure_kind::busy, "all " + std::to_string(most_) +
                                                  " connections for reading were in use for " +
                                                  std::to_string(patience_.count()) + " ms");
        }
        if (!idle_.empty()) {
            auto *c = idle_.back().release();
            idle_.pop_back();
            return {c, [this](connection *back) { take(back); }};
        }
        ++made_;
        UNIFORM_ASSERT(made_ <= most_);
        lock.unlock();
        try {
            return {make_().release(), [this](connection *back) { take(back); }};
        } catch (...) {
            forget_one();
            throw;
        }
    }

private:
    void take(connection *back) noexcept UNIFORM_EXCLUDES(mutex_) {
        std::unique_ptr<connection> c(back);
        if (!reusable_(*c)) {
            c.reset();
            forget_one();
            return;
        }
        {
            const base::scoped_lock lock(mutex_);
            UNIFORM_ASSERT(idle_.size() < made_ && idle_.size() < idle_.capacity());
            idle_.push_back(std::move(c)); // has room: reserved
        }
        given_back_.notify_one();
    }

    void forget_one() noexcept UNIFORM_EXCLUDES(mutex_) {
        {
            const base::scoped_lock lock(mutex_);
            UNIFORM_ASSERT(made_ > idle_.size()); // it was lent
            --made_;
        }
        given_back_.notify_one();
    }

    base::mutex mutex_;
    base::condition_variable given_back_;
    std::vector<std::unique_ptr<connection>> idle_ UNIFORM_GUARDED_BY(mutex_);
    std::size_t made_ UNIFORM_GUARDED_BY(mutex_) = 0; // those that are lent, too
    const std::size_t most_;
    const std::function<std::unique_ptr<connection>()> make_;
    const std::function<bool(connection &)> reusable_;
    const std::chrono::milliseconds patience_;
};

} // namespace uniform::store
