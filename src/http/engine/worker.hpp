// A thread that serves connections: its loop and its connections.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <uniform/base/api.hpp>

#include "http/engine/client_limits.hpp"
#include "http/engine/connection_context.hpp"
#include "http/engine/engine_options.hpp"
#include "http/engine/exchange.hpp"
#include "http/engine/ledger.hpp"
#include "http/engine/owned_socket.hpp"
#include "http/engine/request_handler.hpp"
#include "http/engine/timer.hpp"

namespace boost::asio {
class io_context;
} // namespace boost::asio

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

class connection;

class worker final : public connection_context {
public:
    worker(unsigned index, const engine_options &o, request_handler &h, const tls_context *tls, lanes &p, ledger &l,
           budgets &b);
    ~worker();

    // From any thread.
    /// Serves this socket, which is in the ledger already. Throws std::bad_alloc.
    void adopt(owned_socket socket, std::string address, std::shared_ptr<seat> place);
    /// Others need the place of this connection, which ends: connection::give_way().
    void displace(std::weak_ptr<seat> place);
    void wake(std::shared_ptr<pending> p) override;
    void wake_all(std::vector<std::shared_ptr<pending>> all) override;
    void start();
    /// In place of start(), on the caller's thread: serves what is ready, and the deadlines that have come. Returns how
    /// many events there were. For tests, which need a worker that does nothing between two calls.
    std::size_t turn();
    /// Each response is the last of its connection.
    void announce_end() noexcept { announced_ = true; }
    /// Closes idle connections now, the others after their requests.
    void drain();
    /// Ends all connections now.
    void close_all();
    /// Ends the thread.
    void stop();
    [[nodiscard]] boost::asio::io_context &io() noexcept;
    [[nodiscard]] std::uint64_t open() const noexcept { return open_.load(std::memory_order_relaxed); }

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
    void share_streams() noexcept;

    std::unique_ptr<loop> loop_;
    std::vector<connection *> again_;
    moment next_hurry_{};
    moment next_share_{};
    std::atomic<std::uint64_t> open_{0};
    std::thread thread_;
};

} // namespace http
} // namespace uniform
