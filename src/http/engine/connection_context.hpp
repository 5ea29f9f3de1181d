// The context of the connections of one worker: its clock and deadlines, its buffers, and the objects of all workers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

#include "http/engine/client_limits.hpp"
#include "http/engine/date.hpp"
#include "http/engine/engine_options.hpp"
#include "http/engine/exchange.hpp"
#include "http/engine/gathered_responses.hpp"
#include "http/engine/http_message.hpp"
#include "http/engine/ledger.hpp"
#include "http/engine/pool.hpp"
#include "http/engine/request_handler.hpp"
#include "http/engine/running_streams.hpp"
#include "http/engine/timer.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

class tls_context;
using pending_pool = pool<std::shared_ptr<pending>>;

/// The threads that may block. What may take as long as its client likes has some of its own, and so have what waits
/// for a disk or a database alone, of which there may be very much, what must be answered whatever the others do, and
/// what computes hashes.
struct lanes {
    pending_pool &common;
    pending_pool &streamed;
    pending_pool &readers;
    pending_pool &urgent;
    pending_pool &hashing;
    std::shared_ptr<streams> by_client;
    running_streams<pending> *running = nullptr; ///< of `streamed`; null: they are not shared out
    pending_pool *together = nullptr;            ///< comes before `readers`; null: there is none

    /// The threads for a request; `hashing` before it is authenticated.
    [[nodiscard]] pending_pool &of(const pending &p) const noexcept;
    /// Gives it to its threads. Returns the request that will not be handled, if too many wait: this or another one.
    [[nodiscard]] std::optional<std::shared_ptr<pending>> submit(const std::shared_ptr<pending> &p) const {
        return of(*p).submit(p->client, p);
    }
    /// Makes streams give way to those of clients that have fewer threads. Returns their number.
    std::size_t share_out() const;
};

constexpr refusal too_many_wait{503, "too many requests are waiting"};

/// Used by the thread of its worker, except for what `waker` has and requests().
class connection_context : public waker {
public:
    connection_context(const connection_context &) = delete;
    connection_context &operator=(const connection_context &) = delete;

    [[nodiscard]] bool is_draining() const noexcept override {
        return announced_.load(std::memory_order_relaxed) || draining_.load(std::memory_order_relaxed);
    }
    /// Connections without a request are closed.
    [[nodiscard]] bool closes_idle() const noexcept { return draining_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::string_view common_fields() const noexcept UNIFORM_LIFETIMEBOUND override {
        return options.fields;
    }

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
    gathered_responses gathered;
    const std::unique_ptr<char[]> scratch;
    http::request request;
    std::vector<field> fields;

    [[nodiscard]] std::string_view date() const noexcept UNIFORM_LIFETIMEBOUND { return date_.view(); }
    /// A new id for a request; valid until the next is made.
    [[nodiscard]] std::string_view next_id() noexcept;
    void count_request() noexcept {
        requests_.store(requests_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t requests() const noexcept { return requests_.load(std::memory_order_relaxed); }
    void look_at_clock() noexcept;

protected:
    connection_context(unsigned index, const engine_options &o, request_handler &h, const tls_context *tls, lanes &p,
                       ledger &l, budgets &b);
    ~connection_context() = default;

    std::atomic<bool> announced_ = false; // each response is the last of its connection
    std::atomic<bool> draining_ = false;  // the same, and connections without a request are closed

private:
    std::atomic<std::uint64_t> requests_{0};
    date_text date_;
    char id_[24];
    std::uint32_t id_next_ = 0;
};

} // namespace http
} // namespace uniform
