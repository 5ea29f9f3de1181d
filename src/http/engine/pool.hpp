// Threads that may block, and the requests that wait for one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace uniform::http {

template <class Job>
class pool {
public:
    /// work(job) must not throw. Each thread calls begin() first.
    pool(
        unsigned threads, std::size_t limit, std::function<void(Job &)> work, void (*begin)() noexcept = [] noexcept {})
        : limit_(limit), work_(std::move(work)) {
        try {
            for (unsigned n = 0; n < threads; ++n)
                threads_.emplace_back([this, begin] {
                    begin();
                    run();
                });
        } catch (...) {
            stop();
            throw;
        }
    }
    ~pool() { stop(); }
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    /// False when too many wait, or after stop().
    [[nodiscard]] bool submit(Job job) {
        {
            const std::lock_guard lock(mutex_);
            if (stopping_ || waiting_.size() >= limit_) return false;
            waiting_.push_back(std::move(job));
        }
        wake_.notify_one();
        return true;
    }

    [[nodiscard]] std::size_t queued() const {
        const std::lock_guard lock(mutex_);
        return waiting_.size();
    }

    /// Nothing waits, and no thread works.
    [[nodiscard]] bool idle() const {
        const std::lock_guard lock(mutex_);
        return waiting_.empty() && busy_ == 0;
    }

    /// Accepts nothing more, and waits at most until then for everything to finish. False: something has not.
    [[nodiscard]] bool finish(std::chrono::steady_clock::time_point until) {
        std::unique_lock lock(mutex_);
        stopping_ = true;
        wake_.notify_all();
        return idle_.wait_until(lock, until, [this] { return waiting_.empty() && busy_ == 0; });
    }

    /// Does what waits, then ends the threads.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        for (std::thread &t : threads_)
            if (t.joinable()) t.join();
    }

private:
    void run() {
        for (;;) {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            Job job = std::move(waiting_.front());
            waiting_.pop_front();
            ++busy_;
            lock.unlock();
            work_(job);
            job = {};
            lock.lock();
            --busy_;
            if (busy_ == 0 && waiting_.empty()) idle_.notify_all();
        }
    }

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable idle_;
    std::size_t busy_ = 0;
    std::deque<Job> waiting_;
    std::size_t limit_;
    bool stopping_ = false;
    std::function<void(Job &)> work_;
    std::vector<std::thread> threads_;
};

} // namespace uniform::http
