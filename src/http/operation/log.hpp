// The log: one JSON object a line, on standard error or in a file. Lines are put together in memory and written by a
// thread of its own, so that a slow terminal or disk never delays a request; if the buffer is full, lines are dropped
// and counted.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/condition_variable.hpp"
#include "http/engine/engine.hpp"
#include "http/settings/logged_requests.hpp"

namespace uniform::http {

class limits;
class metrics;

enum class level : std::uint8_t { debug, info, warning, error };

struct log_options {
    logged requests = logged::slow;
    std::chrono::nanoseconds slow{std::chrono::seconds{1}};
    std::uint64_t sample = 1;
    bool client_address = false;
    const limits *clients = nullptr; ///< finds the client of a trusted proxy; null: the address of the connection
    std::size_t target_length = 200;
    int descriptor = 2;    ///< where lines go without a file
    std::string file = {}; ///< appended to; empty: `descriptor`
    std::size_t buffer = std::size_t{4} << 20U;
};

class log {
public:
    /// Throws std::runtime_error when the file cannot be opened.
    explicit log(const log_options &o, metrics *m = nullptr);
    ~log(); ///< writes what is left
    log(const log &) = delete;
    log &operator=(const log &) = delete;

    /// Opens the file again, and takes the options for requests. Lines so far go to the former file. The buffer keeps
    /// its size. Throws std::runtime_error when the file cannot be opened; then nothing has changed.
    void change(const log_options &o);

    /// After each response. A request that is not logged costs a few nanoseconds.
    void request(const completed_exchange &r, unsigned worker) noexcept;
    /// The principal: the id of the token ("token:7f3a9c"), for the request's line.
    void who(const http::request &r, std::string_view principal) noexcept;
    /// Before a handler runs: no principal is known yet.
    void no_principal(const http::request &r) noexcept;

    /// An event other than a request: {"time":...,"level":...,"event":WHAT, NAME: VALUE, ...}.
    using members = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    void event(level l, std::string_view what, members m = {}) noexcept;

private:
    void put(std::string &&line) noexcept UNIFORM_EXCLUDES(lock_);
    void run();

    void take(const log_options &o) noexcept;

    const limits *clients_;
    std::size_t buffer_;
    int standard_; ///< log_options::descriptor
    std::atomic<logged> requests_ = logged::slow;
    std::atomic<std::chrono::nanoseconds> slow_ = {};
    std::atomic<std::uint64_t> sample_ = 1;
    std::atomic<bool> client_address_ = false;
    std::atomic<std::size_t> target_length_ = 200;
    base::mutex file_lock_;                        ///< held while lines are written
    int file_ UNIFORM_GUARDED_BY(file_lock_) = -1; ///< the open file; -1: `standard_`
    metrics *metrics_;
    std::array<std::uint64_t, 64> seen_{}; // by each worker, for sampling
    base::mutex lock_;
    base::condition_variable wake_;
    std::string waiting_ UNIFORM_GUARDED_BY(lock_);
    bool stopping_ UNIFORM_GUARDED_BY(lock_) = false;
    base::mutex who_lock_;
    std::unordered_map<const http::request *, std::string> who_ UNIFORM_GUARDED_BY(who_lock_);
    std::thread thread_;
};

} // namespace uniform::http
