// Threads that may block, and the requests that wait for one.
//
// A pool may do its jobs together, those that have come while a thread did others. Then one thread works at a time, as
// long as it is quick: if it takes longer than `patience`, the jobs that wait go to the next thread, and so on. Nobody
// waits for a second job: a job that finds the others done is done at once, alone.
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

/// The jobs that a pool does together.
template <class Job>
struct jobs_together {
    std::size_t most = 1; ///< at once, 1 or more
    std::chrono::steady_clock::duration patience{0};
    std::function<void(std::vector<Job> &)> work = nullptr; ///< must not throw
};

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
        start(threads, begin);
    }
    /// Each thread calls begin() first.
    pool(
        unsigned threads, std::size_t limit, jobs_together<Job> how, void (*begin)() noexcept = [] noexcept {})
        : pool(0, limit, nullptr, begin) {
        together_ = std::move(how);
        UNIFORM_ASSERT(together_.most != 0);
        start(threads, begin);
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
            // A thread that works, or one that waits until that has taken too long, takes the job.
            if (together_.work && (busy_ != 0 && watched_)) return left;
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

    void start(unsigned threads, void (*begin)() noexcept) {
        try {
            for (unsigned n = 0; n < threads; ++n) {
                threads_.emplace_back([this, begin] {
                    begin();
                    if (together_.work) {
                        run_together();
                    } else {
                        run();
                    }
                });
            }
        } catch (...) {
            stop();
            throw;
        }
    }

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

    void run_together() {
        std::vector<Job> jobs;
        jobs.reserve(together_.most);
        for (;;) {
            base::unique_lock lock(mutex_);
            await_turn(lock);
            if (waiting_.empty()) { // it is the end
                wake_.notify_all();
                return;
            }
            while (!waiting_.empty() && jobs.size() < together_.most) jobs.push_back(waiting_.pop());
            ++busy_;
            began_ = clock::now();
            const bool more = !waiting_.empty() && !watched_;
            lock.unlock();
            if (more) wake_.notify_one();
            together_.work(jobs);
            jobs.clear();
            lock.lock();
            UNIFORM_ASSERT(busy_ != 0);
            --busy_;
            if (nothing_to_do()) idle_.notify_all();
        }
    }

    // Until there are jobs that this thread is to do, or none will come. One of the threads watches the one that works.
    void await_turn(base::unique_lock &lock) UNIFORM_REQUIRES(mutex_) {
        for (;;) {
            if (waiting_.empty()) {
                if (stopping_) return;
                wake_.wait(lock);
            } else if (const auto turn = began_ + together_.patience; busy_ == 0 || clock::now() >= turn) {
                return;
            } else if (watched_) {
                wake_.wait(lock);
            } else {
                watched_ = true;
                wake_.wait_until(lock, turn);
                watched_ = false;
            }
        }
    }

    using clock = std::chrono::steady_clock;

    mutable base::mutex mutex_;
    base::condition_variable wake_;
    base::condition_variable idle_;
    std::size_t busy_ UNIFORM_GUARDED_BY(mutex_) = 0;
    fair_queue<Job> waiting_ UNIFORM_GUARDED_BY(mutex_);
    bool stopping_ UNIFORM_GUARDED_BY(mutex_) = false;
    const std::function<void(Job &)> work_;
    const threads_of has_;
    jobs_together<Job> together_ = {};                        // set before the threads start
    clock::time_point began_ UNIFORM_GUARDED_BY(mutex_) = {}; // the last jobs together
    bool watched_ UNIFORM_GUARDED_BY(mutex_) = false;         // a thread waits in await_turn() until they take too long
    std::vector<std::thread> threads_;                        // after what they use
};

} // namespace uniform::http
