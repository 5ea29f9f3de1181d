// Keeps the directory of a store in memory, and follows the changes that other processes make in the store.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include <uniform/store/store.hpp>

#include "http/resolve/directory.hpp"

namespace uniform::http {

class directory_watch {
public:
    struct options {
        std::chrono::milliseconds poll{50};     ///< how often the store is asked whether another process has changed it
        std::function<void()> before_look = {}; ///< called at the beginning of every look
        /// Called when something has changed of which only that is known; current() is null then, or the new directory.
        std::function<void()> changed = {};
    };
    /// Reads the directory, and starts the thread. The store outlives it. Throws store::failure.
    directory_watch(store::store &s, options o);
    ~directory_watch();
    directory_watch(const directory_watch &) = delete;
    directory_watch &operator=(const directory_watch &) = delete;

    /// Null while it is being read again. From any thread.
    [[nodiscard]] std::shared_ptr<const directory> current() const;
    /// Changes with current(). From any thread.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }

    /// This process has committed so many events; to be called before the commit is acknowledged. If a namespace or a
    /// delegation is among them, current() is null from now on, and the thread reads the directory again.
    void committed(std::size_t events, bool directory_too);

    /// Looks for changes of other processes, and reads the directory again if that is needed: what the thread does
    /// every `poll`, at once. Returns false if the store cannot be read. From any thread.
    bool look();

private:
    void run();
    void outdate();
    void read_directory();
    void follow(store::connection &c);

    store::store &store_;
    options options_;
    mutable std::mutex directory_mutex_;
    std::shared_ptr<const directory> directory_;
    std::atomic<std::uint64_t> version_{1};
    std::atomic<std::uint64_t> own_events_{0};

    std::mutex look_mutex_; // the members from here to own_
    std::unique_ptr<store::connection> connection_;
    bool followed_ = false;
    std::uint64_t changes_ = 0; // connection::changes_by_others()
    std::uint64_t head_ = 0;    // of the history
    std::uint64_t own_ = 0;     // own_events_ at that head

    std::mutex stop_mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    bool outdated_ = false;
    std::thread thread_;
};

} // namespace uniform::http
