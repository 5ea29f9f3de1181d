// One worker of the engine that serves on the thread of the test, with a clock that only the test moves: what happens
// at a limit of time, and not before, without waiting for it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include <openssl/ssl.h>
#include <sched.h>
#include <sys/socket.h>

#include "base/soon.hpp"
#include "http/engine/certificate.hpp"
#include "http/engine/engine_support.hpp"
#include "http/engine/owned_socket.hpp"
#include "http/engine/paired_client.hpp"
#include "http/engine/transport.hpp"
#include "http/engine/worker.hpp"

namespace uniform::http::test {

class one_worker {
public:
    using milliseconds = std::chrono::milliseconds;

    explicit one_worker(engine_options o, bool encrypted = false)
        : options(with_clock(std::move(o))), encrypted_(encrypted) {}
    ~one_worker() {
        service.release();
        clients_.clear();
        (void)uniform::test::soon([&] {
            turn();
            return open() == 0 && idle();
        });
    }
    one_worker(const one_worker &) = delete;
    one_worker &operator=(const one_worker &) = delete;

    paired_client &connect(layer l = layer::plain, const std::string &address = "127.0.0.1") {
        int pair[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
            throw std::runtime_error("no sockets");
        clients_.push_back(std::make_unique<paired_client>(pair[0], l, of_client_.get()));
        accept(owned_socket{pair[1]}, address);
        return *clients_.back();
    }
    /// The server's end of a connection. Throws std::bad_alloc.
    void accept(owned_socket socket, const std::string &address = "127.0.0.1") {
        auto [place, closes, is_crowded] = ledger_.enter(address, clock());
        if (place == nullptr) throw std::runtime_error("the ledger is full");
        if (!closes.expired()) worker_.displace(closes);
        worker_.adopt(std::move(socket), address, std::move(place));
        settle();
    }

    /// The clock moves on in steps of the worker's timer.
    void pass(milliseconds time) {
        for (; time > milliseconds{0}; time -= wheel::tick) {
            passed_ = passed_.load() + wheel::tick;
            settle();
        }
    }
    bool turn() {
        bool moved = worker_.turn() != 0;
        for (const auto &c : clients_)
            if (!c->asleep && c->turn(std::size_t{1} << 20U)) moved = true;
        return worker_.turn() != 0 || moved;
    }
    /// Until nothing moves any more. Handlers may still run.
    void settle() {
        for (int quiet = 0; quiet < 3;) {
            const bool was_idle = idle();
            if (turn()) {
                quiet = 0;
            } else {
                ++quiet;
                if (!was_idle) ::sched_yield();
            }
        }
    }
    /// Until this holds; false after half a minute.
    template <class Condition>
    [[nodiscard]] bool until(Condition holds) {
        return uniform::test::soon([&] {
            turn();
            return holds();
        });
    }
    [[nodiscard]] std::uint64_t open() const { return ledger_.open; }
    [[nodiscard]] std::size_t memory() const { return budgets_.bodies.used() + budgets_.unsent.used(); }
    [[nodiscard]] bool idle() const {
        return common_.idle() && streamed_.idle() && readers_.idle() && urgent_.idle() && hashing_.idle();
    }
    void drain() { worker_.drain(); }
    [[nodiscard]] static milliseconds passed() { return std::chrono::duration_cast<milliseconds>(passed_.load()); }

    by_path service;
    const engine_options options;

private:
    static moment clock() { return moment{} + std::chrono::hours{1} + passed_.load(); }
    static engine_options with_clock(engine_options o) {
        o.clock = clock;
        return o;
    }
    static inline std::atomic<std::chrono::steady_clock::duration> passed_{};

    const bool encrypted_;
    certificate files_;
    tls_context tls_{files_.file, files_.file};
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX *)> of_client_{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
    ledger ledger_{options.connections, 0};
    budgets budgets_{.bodies{options.bodies, options.bodies / 8}, .unsent{options.unsent, options.unsent / 4}};
    std::function<void(std::shared_ptr<pending> &)> serve_{[this](std::shared_ptr<pending> &p) { p->serve(service); }};
    std::optional<worker> made_;
    // The threads end before the worker that their requests wake.
    pending_pool common_{2, 64, serve_};
    pending_pool streamed_{2, 64, serve_};
    pending_pool readers_{1, 64, serve_};
    pending_pool urgent_{1, 64, serve_};
    pending_pool hashing_{1, 64, serve_};
    lanes lanes_{common_, streamed_, readers_, urgent_, hashing_, std::make_shared<streams>(0)};
    worker &worker_ = made_.emplace(0, options, service, encrypted_ ? &tls_ : nullptr, lanes_, ledger_, budgets_);
    std::vector<std::unique_ptr<paired_client>> clients_;
};

} // namespace uniform::http::test
