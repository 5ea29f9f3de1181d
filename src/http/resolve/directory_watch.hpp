// Keeps the directory of a store in memory, and follows the changes that other processes make in the store.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include <uniform/store/store.hpp>

#include "base/condition_variable.hpp"
#include "http/resolve/directory.hpp"
#include "http/resolve/history_follower.hpp"

namespace uniform::http {

class directory_watch {
public:
    struct options {
        std::chrono::milliseconds poll{50};     ///< the interval at which the store is asked whether another process
                                                ///< has changed it
        std::function<void()> before_look = {}; ///< called at the beginning of every look
        /// Called with what other processes have changed, before anything can be read with a new directory.
        std::function<void(const history_follower::news &)> changed = {};
    };
    /// Reads the directory, and starts the thread. The store outlives it. Throws store::failure.
    directory_watch(store::store &s, options o);
    ~directory_watch();
    directory_watch(const directory_watch &) = delete;
    directory_watch &operator=(const directory_watch &) = delete;

    /// Null while it is being read again. From any thread.
    [[nodiscard]] std::shared_ptr<const directory> current() const UNIFORM_EXCLUDES(directory_mutex_);
    /// Changes with current(). From any thread.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }

    /// A commit of this process; to be called before it is acknowledged. If it has changed a namespace or a delegation,
    /// current() is null from now on, and the thread reads the directory again.
    void committed(const store::commit &c) UNIFORM_EXCLUDES(directory_mutex_, stop_mutex_);
    /// For how long the store could not be looked at, so that it is not known what has changed; nothing if the last
    /// look succeeded. From any thread.
    [[nodiscard]] std::optional<std::chrono::milliseconds> out_of_touch() const noexcept;
    /// The number of the last event that the store is known to have (history_follower::head()). From any thread.
    [[nodiscard]] std::uint64_t head() const noexcept { return follower_.head(); }

    /// Looks for changes of other processes, and reads the directory again if that is needed: what the thread does
    /// every `poll`, at once. Returns false if the store cannot be read. From any thread.
    bool look() UNIFORM_EXCLUDES(look_mutex_, directory_mutex_, stop_mutex_);

private:
    void run();
    void outdate() UNIFORM_EXCLUDES(directory_mutex_);
    void read_directory(store::connection *primary) UNIFORM_EXCLUDES(directory_mutex_);
    void tell_head() UNIFORM_EXCLUDES(head_mutex_);
    void notify(const history_follower::news &n) UNIFORM_REQUIRES(look_mutex_) UNIFORM_EXCLUDES(directory_mutex_);

    store::store &store_;
    options options_;
    mutable base::mutex directory_mutex_;
    std::shared_ptr<const directory> directory_ UNIFORM_GUARDED_BY(directory_mutex_);
    std::atomic<std::uint64_t> version_{1};

    std::atomic<std::chrono::steady_clock::rep> out_of_touch_since_{0}; // 0: it is not

    base::mutex look_mutex_; // also for follower_.look()
    std::chrono::steady_clock::time_point
        looked_ UNIFORM_GUARDED_BY(look_mutex_) = std::chrono::steady_clock::now(); // when the last look began
    history_follower follower_;
    base::mutex head_mutex_; // so that the store does not get an older number after a newer one
    std::uint64_t known_head_ UNIFORM_GUARDED_BY(head_mutex_) = 0; // the number that the store got last
    std::unique_ptr<store::connection> connection_ UNIFORM_GUARDED_BY(look_mutex_);

    base::mutex stop_mutex_;
    base::condition_variable wake_;
    bool stopping_ UNIFORM_GUARDED_BY(stop_mutex_) = false;
    bool outdated_ UNIFORM_GUARDED_BY(stop_mutex_) = false;
    std::thread thread_;
};

} // namespace uniform::http
