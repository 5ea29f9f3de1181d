// A pool of connections.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
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
    connection_pool(std::size_t most, std::function<std::unique_ptr<connection>()> make,
                    std::function<bool(connection &)> reusable)
        : most_(most == 0 ? 1 : most), make_(std::move(make)), reusable_(std::move(reusable)) {
        idle_.reserve(most_);
    }

    [[nodiscard]] database::lent lend() {
        std::unique_lock lock(mutex_);
        given_back_.wait(lock, [this] { return !idle_.empty() || made_ < most_; });
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
};

} // namespace uniform::store
