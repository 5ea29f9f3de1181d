// Threads that may block, and the requests that wait for one.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/condition_variable.hpp"
#include "http/engine/fair_queue.hpp"

namespace uniform::http {

template <class Job>
class pool {
public:
    using threads_of = std::function<std::size_t(std::string_view client)>;
    /// work(job) must not throw. Each thread calls begin() first.
    /// @param has if it is there, the client that has the fewest threads by it is the next, not the one whose turn it
    /// is
    pool(
        unsigned threads, std::size_t limit, std::function<void(Job &)> work, void (*begin)() noexcept = [] noexcept {},
        threads_of has = nullptr)
        : waiting_(limit), work_(std::move(work)), has_(std::move(has)) {
        try {
            for (unsigned n = 0; n < threads; ++n) {
                threads_.emplace_back([this, begin] {
                    begin();
                    run();
                });
            }
        } catch (...) {
            stop();
            throw;
        }
    }
    ~pool() { stop(); }
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    /// Returns the job that will not be done, if too many wait, or after stop(): this one, or one of the client that
    /// has the most waiting (fair_queue).
    [[nodiscard]] std::optional<Job> submit(const std::string &client, Job job) UNIFORM_EXCLUDES(mutex_) {
        std::optional<Job> left;
        {
            const base::scoped_lock lock(mutex_);
            if (stopping_) return job;
            left = waiting_.push(client, std::move(job));
        }
        wake_.notify_one();
        return left;
    }

    [[nodiscard]] std::size_t queued() const UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return waiting_.size();
    }

    /// The clients whose jobs wait, and their numbers.
    [[nodiscard]] std::vector<std::pair<std::string, std::size_t>> lines() const UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return waiting_.lines();
    }

    /// Nothing waits, and no thread works.
    [[nodiscard]] bool idle() const UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return nothing_to_do();
    }

    /// Accepts nothing more, and waits at most until then for everything to finish. False: something has not.
    [[nodiscard]] bool finish(std::chrono::steady_clock::time_point until) UNIFORM_EXCLUDES(mutex_) {
        base::unique_lock lock(mutex_);
        stopping_ = true;
        wake_.notify_all();
        return idle_.wait_until(lock, until, [this]() UNIFORM_REQUIRES(mutex_) { return nothing_to_do(); });
    }

    /// Does what waits, then ends the threads.
    void stop() UNIFORM_EXCLUDES(mutex_) {
        {
            const base::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        for (std::thread &t : threads_) {
            if (t.joinable()) t.join();
        }
    }

private:
    [[nodiscard]] bool nothing_to_do() const UNIFORM_REQUIRES(mutex_) { return waiting_.empty() && busy_ == 0; }

    void run() {
        for (;;) {
            base::unique_lock lock(mutex_);
            wake_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            Job job = has_ ? waiting_.pop(has_) : waiting_.pop();
            ++busy_;
            lock.unlock();
            work_(job);
            job = {};
            lock.lock();
            UNIFORM_ASSERT(busy_ != 0);
            --busy_;
            if (nothing_to_do()) idle_.notify_all();
        }
    }

    mutable base::mutex mutex_;
    base::condition_variable wake_;
    base::condition_variable idle_;
    std::size_t busy_ UNIFORM_GUARDED_BY(mutex_) = 0;
    fair_queue<Job> waiting_ UNIFORM_GUARDED_BY(mutex_);
    bool stopping_ UNIFORM_GUARDED_BY(mutex_) = false;
    const std::function<void(Job &)> work_;
    const threads_of has_;
    std::vector<std::thread> threads_; // after what they use
};

} // namespace uniform::http
