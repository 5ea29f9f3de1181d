// An engine that announces its end, and another one that takes over its socket: no request fails, and nobody is
// refused.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/soon.hpp"
#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

using uniform::test::soon;

/// A socket that listens on 127.0.0.1, as systemd passes one.
class passed_listener {
public:
    passed_listener() {
        sockaddr_in a{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
        socklen_t size = sizeof a;
        EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr *>(&a), size), 0);
        EXPECT_EQ(::listen(fd_, 1000), 0);
        EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr *>(&a), &size), 0);
        port_ = ntohs(a.sin_port);
    }
    passed_listener(const passed_listener &) = delete;
    passed_listener &operator=(const passed_listener &) = delete;
    ~passed_listener() { ::close(fd_); }
    [[nodiscard]] int socket() const noexcept { return fd_; }
    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

private:
    int fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint16_t port_ = 0;
};

/// Clients that send one request after another, a half of them on connections of their own.
class load {
public:
    explicit load(std::uint16_t port) {
        for (int n = 0; n < 6; ++n) {
            threads_.emplace_back([this, port, n](const std::stop_token &end) { work(port, n, end); });
        }
    }
    /// Waits until so many more requests were answered.
    [[nodiscard]] bool goes_on(int count = 300) const {
        const int until = answered_ + count;
        return soon([&] { return answered_ >= until; });
    }
    /// @return the first failure
    [[nodiscard]] std::string end() {
        threads_.clear();
        return wrong_;
    }

private:
    void work(std::uint16_t port, int n, const std::stop_token &end) {
        std::string last;
        try {
            while (!end.stop_requested()) {
                client c{port};
                do {
                    const bool cached = n % 2 == 0 || answered_ % 2 == 0;
                    c.send(cached ? get("/quick", n % 2 == 0 ? "Connection: close\r\n" : "") : post("/echo", "text"));
                    last = c.one();
                    if (status(last) != (cached ? 302 : 200)) return fail("the response is: " + last);
                    ++answered_;
                } while (!last.contains("Connection: close") && !end.stop_requested());
            }
        } catch (const std::exception &e) {
            fail(e.what());
        }
    }
    void fail(const std::string &why) {
        const std::scoped_lock lock(mutex_);
        if (wrong_.empty()) wrong_ = why;
    }

    std::atomic<int> answered_ = 0;
    std::mutex mutex_;
    std::string wrong_;
    std::vector<std::jthread> threads_;
};

class takeover : public engine_over_sockets {};

TEST_F(takeover, no_request_fails_while_a_second_engine_takes_over_a_shared_socket) {
    const passed_listener passed;
    auto o = small();
    o.shared_socket = passed.socket();
    start(o);
    ASSERT_EQ(engine_->port(), passed.port());
    load clients{passed.port()};
    ASSERT_TRUE(clients.goes_on());
    test::by_path second_service;
    const auto second = engine::start(o, second_service);
    ASSERT_TRUE(clients.goes_on());
    engine_->announce_end();
    // Each of its connections ends with its next response, and no other comes.
    EXPECT_TRUE(soon([&] { return engine_->count().open_connections == 0; }));
    const auto connections = engine_->count().connections;
    const auto requests = engine_->count().requests;
    EXPECT_TRUE(clients.goes_on());
    EXPECT_EQ(engine_->count().connections, connections);
    EXPECT_EQ(engine_->count().requests, requests);
    EXPECT_TRUE(engine_->stop());
    EXPECT_TRUE(clients.goes_on());
    EXPECT_EQ(clients.end(), "");
    EXPECT_GT(second->count().requests, 300U);
    second_service.release();
}

// Connections that came while nobody accepted wait in the queue of the socket.
TEST_F(takeover, connections_wait_in_a_shared_socket_for_the_next_engine) {
    const passed_listener passed;
    auto o = small();
    o.shared_socket = passed.socket();
    start(o);
    expect_alive();
    engine_->announce_end();
    EXPECT_TRUE(engine_->stop());
    client waiting{passed.port()};
    waiting.send(get("/quick"));
    start(o);
    EXPECT_EQ(status(waiting.one()), 302);
}

TEST_F(takeover, an_engine_with_a_socket_of_its_own_accepts_until_it_stops_and_says_that_each_response_is_the_last) {
    start();
    client idle{engine_->port()};
    client used{engine_->port()};
    used.send(get("/quick"));
    EXPECT_FALSE(used.one().contains("Connection: close"));
    engine_->announce_end();
    for (client *const c : {&idle, &used}) {
        c->send(get("/quick"));
        const auto last = c->one();
        EXPECT_EQ(status(last), 302);
        EXPECT_TRUE(last.contains("\r\nConnection: close\r\n")) << last;
    }
    for (const auto &request : {get("/quick"), post("/echo", "text")}) {
        const auto last = ask(request);
        EXPECT_LT(status(last), 400);
        EXPECT_TRUE(last.contains("\r\nConnection: close\r\n")) << last;
    }
    EXPECT_TRUE(engine_->stop());
}

TEST_F(takeover, a_socket_that_does_not_listen_is_refused) {
    const int other = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto o = small();
    o.shared_socket = other;
    EXPECT_THROW(static_cast<void>(engine::start(o, service_)), std::runtime_error);
    ::close(other);
}

} // namespace
} // namespace uniform::http
