// A pool of connections.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <uniform/store/database.hpp>

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
    [[nodiscard]] database::lent lend() {
        std::unique_lock lock(mutex_);
        const auto there = [this] { return !idle_.empty() || made_ < most_; };
        if (patience_.count() == 0)
            given_back_.wait(lock, there);
        else if (!given_back_.wait_for(lock, patience_, there))
            throw failure(failure_kind::busy, "all " + std::to_string(most_) +
                                                  " connections for reading were in use for " +
                                                  std::to_string(patience_.count()) + " ms");
        if (!idle_.empty()) {
            auto *c = idle_.back().release();
            idle_.pop_back();
            return {c, [this](connection *back) { take(back); }};
        }
        ++made_;
        lock.unlock();
        try {
            return {make_().release(), [this](connection *back) { take(back); }};
        } catch (...) {
            forget_one();
            throw;
        }
    }

private:
    void take(connection *back) noexcept {
        std::unique_ptr<connection> c(back);
        if (!reusable_(*c)) {
            c.reset();
            forget_one();
            return;
        }
        {
            const std::scoped_lock lock(mutex_);
            idle_.push_back(std::move(c)); // has room: reserved
        }
        given_back_.notify_one();
    }

    void forget_one() noexcept {
        {
            const std::scoped_lock lock(mutex_);
            --made_;
        }
        given_back_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable given_back_;
    std::vector<std::unique_ptr<connection>> idle_;
    std::size_t made_ = 0;
    std::size_t most_;
    std::function<std::unique_ptr<connection>()> make_;
    std::function<bool(connection &)> reusable_;
    std::chrono::milliseconds patience_;
};

} // namespace uniform::store
