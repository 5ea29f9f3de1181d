// The basic idea: a worker is one thread with connections that belong to it alone, so that serving them needs no lock.
// Other threads only post to it: adopt() a socket, wake() a connection whose response goes on, drain(), close_all().
// Each round handles the sockets that are ready; deadlines come from a wheel that ticks while there are connections.
//
// INVARIANT: every call of a connection goes through with(), which closes it if it throws (no memory), deletes it when
// it is closed, and lists it in again_ when it has more to do. So no pointer to a connection outlives it: its end takes
// it out of again_, parts_, the epoll set and the wheel, and out of its `pending`.
// INVARIANT: `out`, `scratch`, `request` and `fields` are of the connection that is being served; `out` is empty
// between two.
// INVARIANT: open_ counts a socket from admission to remove(), whatever happens between them; the ledger counts it as
// long as its seat lives, which is until its connection has closed the socket.
//
// Responses from the cache are gathered while other sockets of the round are ready, and then sent one after another: a
// client with several connections would otherwise wake for each. A `pending` whose connection is gone has no owner, and
// waking it does nothing. When memory is scarce, once a second the connections that are slow are ended (hurry()).
#include "http/engine/worker.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/epoll.h>
#include <unistd.h>

#include <uniform/base/assertion.hpp>

#include "http/engine/connection.hpp"

namespace uniform::http {
namespace {

namespace asio = boost::asio;

int new_epoll() {
    const int made = ::epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw std::runtime_error("no file descriptor is available for the connections");
    return made;
}

} // namespace

// The connections are in an epoll set of the worker's own, edge-triggered and entered once; Asio watches that set. So
// one round of Asio serves all connections that are ready, and a request costs one recv and one send: an operation of
// Asio for each would be another system call (docs/decisions/0013).
struct worker::loop {
    // The reactor is used by this thread alone; others only post.
    asio::io_context io{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
    asio::posix::stream_descriptor set{io, new_epoll()};
    asio::steady_timer timer{io};
    asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(io);
    std::array<epoll_event, 256> events{};
    bool ticking = false;
};

worker::worker(unsigned number, const engine_options &o, request_handler &h, const tls_context *t, lanes &p, ledger &l,
               budgets &b)
    : connection_context(number, o, h, t, p, l, b), loop_(std::make_unique<loop>()) {}

worker::~worker() { stop(); }

asio::io_context &worker::io() noexcept { return loop_->io; }

void worker::start() {
    wait();
    thread_ = std::thread([this] { loop_->io.run(); });
}

void worker::stop() {
    if (!thread_.joinable()) return;
    loop_->io.stop();
    thread_.join();
}

void worker::adopt(owned_socket socket, std::string address, std::shared_ptr<seat> place) {
    place->worker = index;
    auto serve = [this, socket = std::move(socket), address = std::move(address), place = std::move(place)]() mutable {
        std::unique_ptr<connection> made;
        try {
            look_at_clock();
            if (!loop_->ticking) arm_tick(); // before a deadline is set: the wheel may have stopped long ago
            made = std::make_unique<connection>(std::move(socket), address, std::move(place), *this);
        } catch (...) {     // no memory
            socket.close(); // before its place is free; a connection that was begun has closed it
            open_.fetch_sub(1, std::memory_order_relaxed);
            return;
        }
        epoll_event event{};
        event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
        event.data.ptr = made.get();
        connection &c = *made.release();
        if (::epoll_ctl(loop_->set.native_handle(), EPOLL_CTL_ADD, c.socket(), &event) != 0) {
            remove(c);
            return;
        }
        with(c, [this](connection &it) {
            it.drive();
            if (draining_) it.drain();
        });
    };
    open_.fetch_add(1, std::memory_order_relaxed);
    try {
        asio::post(loop_->io, std::move(serve));
    } catch (...) {
        open_.fetch_sub(1, std::memory_order_relaxed);
        throw;
    }
}

void worker::displace(std::weak_ptr<seat> place) {
    asio::post(loop_->io, [this, place = std::move(place)] {
        const std::shared_ptr<seat> of = place.lock();
        if (of == nullptr || of->owner == nullptr) return;
        look_at_clock();
        with(static_cast<connection &>(*of->owner), [](connection &c) { c.give_way(); });
    });
}

void worker::wake(std::shared_ptr<pending> p) {
    asio::post(loop_->io, [this, p = std::move(p)] {
        if (p->owner == nullptr) return;
        look_at_clock();
        with(static_cast<connection &>(*p->owner), [](connection &c) { c.drive(); });
    });
}

void worker::wake_all(std::vector<std::shared_ptr<pending>> all) {
    asio::post(loop_->io, [this, all = std::move(all)] {
        look_at_clock();
        for (const auto &p : all) {
            if (p->owner != nullptr) with(static_cast<connection &>(*p->owner), [](connection &c) { c.drive(); });
        }
    });
}

void worker::drain() {
    draining_ = true;
    asio::post(loop_->io, [this] {
        look_at_clock();
        timers.each([this](timed &t) { with(static_cast<connection &>(t), [](connection &c) { c.drain(); }); });
    });
}

void worker::close_all() {
    asio::post(loop_->io, [this] {
        look_at_clock();
        timers.each([this](timed &t) { with(static_cast<connection &>(t), [](connection &c) { c.close(); }); });
    });
}

// Runs one step for a connection; removes it if it is closed then.
template <class Do>
void worker::with(connection &c, Do what) noexcept {
    const bool listed = c.again;
    UNIFORM_ASSERT(listed == (std::ranges::find(again_, &c) != again_.end()));
    UNIFORM_ASSERT(out.empty());
    try {
        what(c);
    } catch (...) { // no memory
        out.clear();
        c.close();
    }
    UNIFORM_ASSERT(out.empty());
    if (c.closed()) {
        remove(c);
    } else if (c.again && !listed) {
        try {
            again_.push_back(&c);
            if (again_.size() == 1) asio::post(loop_->io, [this] { run_again(); });
        } catch (...) {
            std::erase(again_, &c);
            remove(c);
        }
    }
}

// One connection of each client; the others wait in their order, so that a client with many has no more turns.
void worker::run_again() {
    std::vector<connection *> now_again = std::exchange(again_, {});
    look_at_clock();
    try {
        std::unordered_set<std::string> clients;
        std::vector<connection *> first;
        for (connection *c : now_again) (clients.insert(c->turn_of()).second ? first : again_).push_back(c);
        if (!again_.empty()) asio::post(loop_->io, [this] { run_again(); });
        now_again.swap(first);
    } catch (...) { // no memory: all of them
        again_.clear();
    }
    for (connection *c : now_again) c->again = false;
    // None of them can close another.
    for (connection *c : now_again) with(*c, [](connection &it) { it.drive(); });
}

void worker::remove(connection &c) noexcept {
    if (c.again) std::erase(again_, &c);
    if (c.gathered) gathered.forget(c);
    UNIFORM_ASSERT(std::ranges::find(again_, &c) == again_.end());
    UNIFORM_ASSERT(open() != 0);
    open_.fetch_sub(1, std::memory_order_relaxed);
    delete &c; // closing the socket takes it out of the set
}

void worker::wait() {
    loop_->set.async_wait(asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code &e) {
        if (e) return;
        on_ready();
        wait();
    });
}

std::size_t worker::turn() {
    look_at_clock();
    const std::size_t events = on_ready();
    on_tick();
    return events + loop_->io.poll_one();
}

std::size_t worker::on_ready() {
    const int count =
        ::epoll_wait(loop_->set.native_handle(), loop_->events.data(), static_cast<int>(loop_->events.size()), 0);
    if (count <= 0) return 0;
    UNIFORM_ASSERT(static_cast<std::size_t>(count) <= loop_->events.size());
    look_at_clock();
    for (int n = 0; n < count; ++n) {
        gathered.expect(n + 1 < count);
        const epoll_event &event = loop_->events[static_cast<std::size_t>(n)];
        UNIFORM_ASSERT(event.data.ptr != nullptr);
        auto &c = *static_cast<connection *>(event.data.ptr);
        const std::uint32_t what = event.events;
        with(c, [what](connection &it) {
            it.ready((what & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0, (what & EPOLLRDHUP) != 0,
                     (what & (EPOLLHUP | EPOLLERR)) != 0);
            if (!it.again) it.drive(); // else it has its turn
        });
        if (gathered.is_full()) send_gathered();
    }
    send_gathered();
    return static_cast<std::size_t>(count);
}

void worker::send_gathered() noexcept {
    gathered.send([this](timed &of, std::string_view responses) {
        with(static_cast<connection &>(of), [responses](connection &it) { it.send_gathered(responses); });
    });
}

void worker::arm_tick() {
    if (!loop_->ticking) timers.start(now);
    loop_->timer.expires_after(wheel::tick);
    loop_->timer.async_wait([this](const boost::system::error_code &e) {
        if (e) return;
        on_tick();
        if (open() == 0) {
            loop_->ticking = false; // there are no deadlines
        } else {
            arm_tick();
        }
    });
    loop_->ticking = true;
}

void worker::on_tick() {
    look_at_clock();
    timers.advance(now, [this](timed &t) { with(static_cast<connection &>(t), [](connection &c) { c.late(); }); });
    share_streams();
    // Looking at all connections is for once a second.
    if (now < next_hurry_ || (!memory.bodies.is_scarce() && !memory.unsent.is_scarce())) return;
    next_hurry_ = now + std::chrono::seconds{1};
    timers.each([this](timed &t) { with(static_cast<connection &>(t), [](connection &c) { c.hurry(); }); });
}

// Once a second, so that a stream that ends soon is not ended.
void worker::share_streams() noexcept {
    if (now < next_share_) return;
    next_share_ = now + std::chrono::seconds{1};
    try {
        counts.refused.fetch_add(threads.share_out(), std::memory_order_relaxed);
    } catch (...) { // no memory: in a second
    }
}

} // namespace uniform::http
