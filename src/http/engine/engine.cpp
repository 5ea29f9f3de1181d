#include "http/engine/engine.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <stdexcept>
#include <thread>

#include <sys/resource.h>
#include <sys/socket.h>

#include <uniform/base/assertion.hpp>

#include "base/mutex.hpp"
#include "http/engine/accept.hpp"
#include "http/engine/date.hpp"
#include "http/engine/response_text.hpp"
#include "http/engine/together.hpp"
#include "http/engine/transport.hpp"
#include "http/engine/worker.hpp"

namespace uniform::http {
namespace {

// For handlers that run when drain_time is over, to see that their clients are gone.
constexpr std::chrono::milliseconds grace{1000};
constexpr unsigned urgent_threads = 2;

// Reads that wait for a disk give way to the threads of the connections, when the processors do not suffice for both:
// the lowest priority still gets 1.5 % of a processor for each of these threads (docs/decisions/0016). On Linux this is
// the priority of the thread, and counts among those of the same control group only.
void give_way() noexcept { ::setpriority(PRIO_PROCESS, 0, 19); }

engine_options checked(engine_options o) {
    o.workers = std::clamp(o.workers, 1U, 256U);
    o.pool = std::clamp(o.pool, 1U, 4096U);
    o.readers = std::clamp(o.readers, 1U, 4096U);
    o.hashing = std::clamp(o.hashing, 1U, 256U);
    o.head_limit = std::clamp<std::size_t>(o.head_limit, 256, std::size_t{1} << 20U);
    if (o.certificate.empty() != o.private_key.empty()) {
        throw std::runtime_error("TLS needs both a certificate and a private key");
    }
    return o;
}

unsigned streaming_threads(const engine_options &o) noexcept { return std::max(o.pool / 4, 1U); }

class running final : public engine {
public:
    running(const engine_options &o, request_handler &h)
        : options_(checked(o)),
          handler_(h),
          tls_(o.certificate.empty() ? nullptr : std::make_unique<tls_context>(o.certificate, o.private_key)),
          ledger_(options_.connections, options_.connections_per_address),
          running_(streaming_threads(options_)),
          streamed_(
              streaming_threads(options_), options_.pool_queue,
              [this, &h](std::shared_ptr<pending> &p) {
                  running_.begin(*p);
                  p->serve(h);
                  running_.end(*p);
              },
              [] noexcept {}, [this](std::string_view client) { return running_.of(client); }),
          readers_(
              options_.readers, options_.pool_queue, [&h](std::shared_ptr<pending> &p) { p->serve(h); }, give_way),
          together_(options_.together == 0 ? 0 : options_.readers, options_.pool_queue,
                    {.most = std::max<std::size_t>(options_.together, 1),
                     .patience = options_.together_patience,
                     .work = [this, &h](auto &all) { serve_together(all, h, readers_, ledger_); }},
                    give_way),
          urgent_(urgent_threads, options_.pool_queue, [&h](std::shared_ptr<pending> &p) { p->serve(h); }),
          hashing_(options_.hashing, options_.hashing_queue, [this](std::shared_ptr<pending> &p) { verify(p); }),
          pool_(std::max(options_.pool - options_.pool / 4, 1U), options_.pool_queue,
                [&h](std::shared_ptr<pending> &p) { p->serve(h); }) {
        // OpenSSL writes without MSG_NOSIGNAL: a closed connection must not end the process.
        if (tls_ != nullptr) std::signal(SIGPIPE, SIG_IGN);
        for (unsigned n = 0; n < options_.workers; ++n) {
            workers_.push_back(std::make_unique<worker>(n, options_, h, tls_.get(), lanes_, ledger_, budgets_));
        }
        listener_ = std::make_unique<listener>(
            workers_.front()->io(), options_,
            [this](owned_socket &socket, const std::string &address, bool may_wait) {
                return admit(socket, address, may_wait);
            },
            [this] { return make_room(); });
        port_ = listener_->port();
        for (auto &w : workers_) w->start();
        listener_->start();
    }

    ~running() override {
        stop();
        // A running handler cannot be ended from outside; all it can do now is return.
        hashing_.stop();  // first, because it gives requests to the others
        together_.stop(); // the same
        streamed_.stop();
        readers_.stop();
        urgent_.stop();
        pool_.stop();
        for (auto &w : workers_) w->stop();
    }

    std::uint16_t port() const noexcept override { return port_; }

    void announce_end() override {
        for (auto &w : workers_) w->announce_end();
        if (options_.shared_socket >= 0) listener_->stop();
    }

    bool stop() UNIFORM_EXCLUDES(stopping_) override {
        const base::scoped_lock lock(stopping_);
        if (stopped_) return finished_;
        stopped_ = true;
        // In this order: when no connection is accepted any more, every response already says that it is the last.
        for (auto &w : workers_) w->drain();
        listener_->stop();
        wait_for_none(std::chrono::steady_clock::now() + options_.drain_time);
        for (auto &w : workers_) w->close_all();
        const moment last = std::chrono::steady_clock::now() + grace;
        wait_for_none(last);
        const bool hashing_done = hashing_.finish(last);
        const bool together_done = together_.finish(last);
        const bool streamed_done = streamed_.finish(last);
        const bool readers_done = readers_.finish(last);
        const bool urgent_done = urgent_.finish(last);
        finished_ = pool_.finish(last) && hashing_done && together_done && streamed_done && readers_done && urgent_done;
        return finished_;
    }

    void change_certificate(const std::string &certificate, const std::string &private_key) override {
        if (tls_ == nullptr) throw std::runtime_error("the service was started without a certificate: restart it");
        tls_->change(certificate, private_key);
    }

    numbers count() const noexcept override {
        numbers n{};
        n.connections = ledger_.total.load(std::memory_order_relaxed);
        n.open_connections = ledger_.open.load(std::memory_order_relaxed);
        n.refused = ledger_.refused.load(std::memory_order_relaxed);
        n.displaced = ledger_.displaced.load(std::memory_order_relaxed);
        n.body_bytes = budgets_.bodies.used();
        n.unsent_bytes = budgets_.unsent.used();
        n.queued = pool_.queued() + readers_.queued() + together_.queued() + streamed_.queued() + urgent_.queued() +
                   hashing_.queued();
        for (const auto &w : workers_) n.requests += w->requests();
        return n;
    }

private:
    // On a thread for that: the token of a request, which then waits for another thread; or a request that has a
    // secret.
    void verify(const std::shared_ptr<pending> &p) noexcept {
        if (p->verifies == verifying::request) return p->serve(handler_);
        if (!p->authenticate(handler_)) return;
        try {
            const auto left = lanes_.submit(p);
            if (!left) return;
            ledger_.refused.fetch_add(1, std::memory_order_relaxed);
            (*left)->refuse(handler_, too_many_wait);
        } catch (...) { // no memory
            p->refuse(handler_, too_many_wait);
        }
    }

    // Worker 0 accepts; the worker with the fewest connections gets the next.
    admitted admit(owned_socket &socket, const std::string &address, bool may_wait) {
        auto [place, closes, is_crowded] = ledger_.enter(address, options_.clock());
        if (place == nullptr) {
            if (is_crowded && may_wait) return admitted::not_yet;
            if (is_crowded) ledger_.refused.fetch_add(1, std::memory_order_relaxed);
            send_away(socket);
            socket.close();
            return admitted::yes;
        }
        UNIFORM_ASSERT(!workers_.empty());
        displace(closes);
        const auto least = std::ranges::min_element(workers_, {}, [](const auto &w) { return w->open(); });
        (*least)->adopt(std::move(socket), address, std::move(place));
        return is_crowded ? admitted::crowded : admitted::yes;
    }

    // The ledger has decided which connection this is; its worker ends it.
    void displace(const std::weak_ptr<seat> &place) noexcept {
        const std::shared_ptr<seat> of = place.lock();
        if (of == nullptr) return;
        try {
            workers_[of->worker]->displace(place);
        } catch (...) { // no memory
            of->stay();
        }
    }

    bool make_room() noexcept try {
        const auto all = ledger_.lack_descriptors(options_.clock());
        for (const auto &place : all) displace(place);
        return !all.empty();
    } catch (...) { // no memory
        return false;
    }

    void send_away(const owned_socket &socket) {
        if (tls_ == nullptr) {
            // One attempt: the buffer of a new socket is empty.
            std::string text;
            const response r = handler_.error_response(503, "too many connections", {}, {});
            append_response(text, r, {.close = true, .common_fields = options_.fields},
                            date_text{std::time(nullptr)}.view());
            char unread[4096]; // or closing would reset the connection
            (void)::recv(socket.number(), unread, sizeof unread, 0);
            (void)::send(socket.number(), text.data(), text.size(), MSG_NOSIGNAL);
            ::shutdown(socket.number(), SHUT_WR);
        }
    }

    void wait_for_none(moment until) {
        std::chrono::milliseconds pause{1};
        while (ledger_.open.load() != 0 && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(pause);
            pause = std::min(pause * 2, std::chrono::milliseconds{20});
        }
    }

    const engine_options options_;
    request_handler &handler_;
    std::unique_ptr<tls_context> tls_;
    ledger ledger_;
    budgets budgets_{.bodies{options_.bodies, options_.bodies / 8}, .unsent{options_.unsent, options_.unsent / 4}};
    running_streams<pending> running_;
    pending_pool streamed_;
    pending_pool readers_;
    pending_pool together_; // which gives requests to readers_
    pending_pool urgent_;
    pending_pool hashing_;
    pending_pool pool_;
    lanes lanes_{pool_,     streamed_,
                 readers_,  urgent_,
                 hashing_,  std::make_shared<streams>(options_.streams_per_client),
                 &running_, options_.together == 0 ? nullptr : &together_};
    std::vector<std::unique_ptr<worker>> workers_;
    std::unique_ptr<listener> listener_;
    std::uint16_t port_ = 0;
    base::mutex stopping_;
    bool stopped_ UNIFORM_GUARDED_BY(stopping_) = false;
    bool finished_ UNIFORM_GUARDED_BY(stopping_) = false;
};

} // namespace

std::unique_ptr<engine> engine::start(const engine_options &o, request_handler &h) {
    return std::make_unique<running>(o, h);
}

} // namespace uniform::http
