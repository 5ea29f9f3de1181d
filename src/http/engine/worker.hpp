// A thread that serves connections: its loop, its deadlines, and what its connections share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <uniform/base/api.hpp>

#include "http/engine/date.hpp"
#include "http/engine/engine.hpp"
#include "http/engine/exchange.hpp"
#include "http/engine/memory_budget.hpp"
#include "http/engine/pool.hpp"
#include "http/engine/timer.hpp"

namespace boost::asio {
class io_context;
} // namespace boost::asio

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

class connection;
class tls_context;
using pending_pool = pool<std::shared_ptr<pending>>;

/// The address, or the network of an IPv6 address: a client that has one address has at least 2^64 of them.
[[nodiscard]] std::string client_group(const std::string &address);

/// The number of connections, in total and by address.
class ledger {
public:
    ledger(std::size_t limit, std::size_t per_address) noexcept : limit_(limit), per_address_(per_address) {}
    [[nodiscard]] bool enter(const std::string &address);
    void leave(const std::string &address) noexcept;

    std::atomic<std::uint64_t> total{0}; ///< connections so far
    std::atomic<std::uint64_t> open{0};
    std::atomic<std::uint64_t> refused{0}; ///< connections and requests that were refused because there were too many

private:
    std::size_t limit_;
    std::size_t per_address_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> by_address_;
};

/// How many streamed requests each client has.
class streams : public std::enable_shared_from_this<streams> {
public:
    explicit streams(std::size_t limit) noexcept : limit_(limit) {}
    /// A place for one more, held as long as what is returned; null when the client, or its token (empty: it has none),
    /// has as many as it may.
    [[nodiscard]] std::shared_ptr<void> enter(const std::string &client, const std::string &token);

private:
    std::size_t limit_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> by_client_;
};

/// The threads that may block. What may take as long as its client likes has some of its own, and so have what waits
/// for a disk or a database alone, of which there may be very much, and what must be answered whatever the others do.
struct lanes {
    pending_pool &common;
    pending_pool &streamed;
    pending_pool &readers;
    pending_pool &urgent;
    std::shared_ptr<streams> by_client;
};

/// The memory that clients may use.
struct budgets {
    memory_budget bodies;
    memory_budget unsent;
};

class worker final : public waker {
public:
    worker(unsigned index, const engine_options &o, request_handler &h, const tls_context *tls, lanes &p, ledger &l,
           budgets &b);
    ~worker();

    // From any thread.
    /// Serves this socket; it is counted in the ledger already.
    void adopt(int socket, std::string address);
    void wake(std::shared_ptr<pending> p) override;
    [[nodiscard]] bool is_draining() const noexcept override { return draining_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::string_view common_fields() const noexcept UNIFORM_LIFETIMEBOUND override {
        return options.fields;
    }
    void start();
    /// In place of start(), on the caller's thread: serves what is ready, and the deadlines that have come. Returns how
    /// many events there were. For tests, which need a worker that does nothing between two calls.
    std::size_t turn();
    /// Closes idle connections now, the others after their requests.
    void drain();
    /// Ends all connections now.
    void close_all();
    /// Ends the thread.
    void stop();
    [[nodiscard]] boost::asio::io_context &io() noexcept;
    [[nodiscard]] std::uint64_t open() const noexcept { return open_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t requests() const noexcept { return requests_.load(std::memory_order_relaxed); }

    // From its own thread, for its connections.
    static constexpr std::size_t scratch_size = std::size_t{64} << 10U;
    const engine_options &options;
    http::request_handler &handler;
    const tls_context *const tls;
    lanes &threads;
    ledger &counts;
    budgets &memory;
    const unsigned index;
    wheel timers;
    moment now;
    std::string out; ///< responses that are being sent; empty between two connections
    /// Keeps the responses of this connection until others that are ready have theirs, and sends all of them then.
    /// False: they are to be sent now.
    [[nodiscard]] bool gather(connection &c, std::string_view responses);
    const std::unique_ptr<char[]> scratch;
    http::request request;
    std::vector<field> fields;

    [[nodiscard]] std::string_view date() const noexcept UNIFORM_LIFETIMEBOUND { return date_.view(); }
    /// A new id for a request; valid until the next is made.
    [[nodiscard]] std::string_view next_id() noexcept;
    void count_request() noexcept {
        requests_.store(requests_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    void look_at_clock() noexcept;

private:
    struct loop;

    void wait();
    std::size_t on_ready();
    void on_tick();
    void arm_tick();
    void run_again();
    template <class Do>
    void with(connection &c, Do what) noexcept;
    void remove(connection &c) noexcept;
    void send_gathered() noexcept;

    struct part {
        connection *of;
        std::size_t begin, end;
    };
    bool gathering_ = false;
    std::string gathered_;
    std::vector<part> parts_;
    std::unique_ptr<loop> loop_;
    std::vector<connection *> again_;
    std::atomic<bool> draining_ = false;
    moment next_hurry_{};
    std::atomic<std::uint64_t> open_{0};
    std::atomic<std::uint64_t> requests_{0};
    date_text date_;
    char id_[24];
    std::uint32_t id_next_ = 0;
    std::thread thread_;
};

} // namespace http
} // namespace uniform
