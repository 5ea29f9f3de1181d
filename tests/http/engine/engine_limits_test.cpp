// The engine and those who ask too much of it: slow, vanishing, too many, with random bytes.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include "base/address_sanitizer.hpp"
#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

// Requests that wait for a disk or a database, and all others: neither occupies the threads of the other.
TEST_F(engine_over_sockets, reads_that_wait_have_threads_of_their_own) {
    engine_options o = small();
    o.workers = 1;
    o.readers = 16;
    start(o);
    service_.held = true;
    const auto reads = clients(17, get("/cold"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 16 && engine_->count().queued == 1; }));
    expect_alive();
    EXPECT_EQ(body(ask(post("/echo", "abc"))), "abc");
    const auto others = clients(5, get("/slow")); // three threads, the fourth is for streams
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 19 && engine_->count().queued == 3; }));
    expect_alive();
    service_.release();
    for (const auto &c : reads) EXPECT_EQ(body(c->one()), "slow");
    for (const auto &c : others) EXPECT_EQ(body(c->one()), "slow");
}

// Urgent requests, which ask for the state of the service, are answered while all threads for requests, for reads and
// for streams are busy.
TEST_F(engine_over_sockets, urgent_requests_have_threads_of_their_own) {
    engine_options o = small();
    o.workers = 1;
    o.readers = 1;
    start(o);
    service_.held = true;
    const auto reads = clients(2, get("/cold"));
    const auto others = clients(4, get("/slow"));
    const auto streams = clients(2, "POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n");
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 5 && engine_->count().queued == 3; }));
    EXPECT_EQ(body(ask(get("/ready"))), "ready");
    EXPECT_EQ(engine_->count().queued, 3U);
    service_.release();
    for (const auto &c : streams) c->send("0123456789");
    for (const auto &c : reads) EXPECT_EQ(body(c->one()), "slow");
    for (const auto &c : others) EXPECT_EQ(body(c->one()), "slow");
    for (const auto &c : streams) EXPECT_EQ(body(c->one()), "10");
}

// So that people get a page. Before the head is complete, nothing is known of what they accept (414, 431).
TEST_F(engine_over_sockets, refusals_know_what_the_client_accepts) {
    start();
    const std::string accept = "Accept: text/html\r\n";
    const auto is_known = [](const std::string &answer) { return answer.contains("\r\nX-Accepted: text/html\r\n"); };
    const struct {
        std::string request;
        int status;
        bool known;
    } rows[]{
        {get("no-slash", accept), 400, true},
        {"GET / HTTP/1.1\r\n" + accept + "\r\n", 400, true},
        {"POST /echo HTTP/1.1\r\nHost: h\r\n" + accept + "Content-Length: 100001\r\n\r\n", 413, true},
        {"POST /echo HTTP/1.1\r\nHost: h\r\n" + accept + "Transfer-Encoding: chunked\r\n\r\n186A1\r\n" +
             std::string(100001, 'x'),
         413, true},
        {get("/quick", accept + "A: " + std::string(20000, 'x') + "\r\n"), 431, false},
        {get("/" + std::string(20000, 'x'), accept), 414, false},
    };
    for (const auto &r : rows) {
        const std::string answer = ask(r.request);
        EXPECT_EQ(status(answer), r.status) << r.request.substr(0, 80);
        EXPECT_EQ(is_known(answer), r.known) << r.request.substr(0, 80);
    }
}

TEST_F(engine_over_sockets, slow_clients) {
    start();
    client head{engine_->port()};
    client whole{engine_->port()};
    client streamed{engine_->port()};
    client idle{engine_->port()};
    client late{engine_->port()};
    idle.send(get("/quick"));
    EXPECT_EQ(status(idle.one()), 302);
    whole.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n");
    streamed.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nab");
    // Each byte comes soon enough after the one before; the head as a whole does not (head_time).
    std::string refused;
    for (const char c : get("/quick", "A: " + std::string(100, 'x'))) {
        if (!head.send({&c, 1})) break;
        pass(1s);
        refused += head.receive_until([](const std::string &t) { return !t.empty(); }, 20ms);
        if (!refused.empty()) break;
    }
    EXPECT_EQ(status(refused + rest_in_time(head)), 408);
    EXPECT_EQ(status(rest_in_time(whole)), 408);
    EXPECT_EQ(status(rest_in_time(streamed)), 408);
    EXPECT_EQ(rest_in_time(idle), "");
    EXPECT_TRUE(idle.closed());
    EXPECT_EQ(rest_in_time(late), "");
    EXPECT_TRUE(late.closed());
    EXPECT_GE(passed_.load(), small().idle_time);
    expect_alive();
}

TEST_F(engine_over_sockets, slow_clients_after_a_time_without_any) {
    engine_options o = small();
    o.workers = 1;
    start(o);
    expect_alive();
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections == 0; }));
    pass(24h); // the wheel of deadlines stands still
    const auto before = passed_.load();
    client c{engine_->port()};
    c.send("GET /quick");
    EXPECT_EQ(status(rest_in_time(c)), 408);
    EXPECT_LT(passed_.load() - before, 10min);
}

TEST_F(engine_over_sockets, clients_that_vanish) {
    start();
    for (int n = 0; n < 50; ++n) {
        for (const char *path : {"/quick", "/slow", "/large", "/endless"}) {
            client c{engine_->port()};
            c.send(get(path));
            if (n % 2 == 0) c.reset();
        }
        client body{engine_->port()};
        body.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nab");
        if (n % 3 == 0) body.reset();
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections == 0; }));
    expect_alive();
}

TEST_F(engine_over_sockets, too_many_connections) {
    engine_options o = small();
    o.connections = 20;
    o.connections_per_address = 10;
    start(o);
    {
        const auto some = clients(10, get("/quick"));
        for (const auto &c : some) EXPECT_EQ(status(c->one()), 302);
        client more{engine_->port()};
        more.send(get("/quick"));
        EXPECT_EQ(status(more.rest()), 503);
        EXPECT_EQ(engine_->count().refused, 1U);
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections == 0; }));
    expect_alive();
}

TEST_F(engine_over_sockets, too_many_requests) {
    engine_options o = small();
    o.pool = 1;
    o.pool_queue = 2;
    start(o);
    service_.held = true;
    client first{engine_->port()};
    first.send(get("/slow"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; })); // the thread is busy; two more may wait
    const auto all = clients(9, get("/slow"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().refused == 7; }));
    service_.release();
    std::map<int, int> found;
    for (const auto &c : all) ++found[status(c->one())];
    EXPECT_EQ(found, (std::map<int, int>{{200, 2}, {503, 7}}));
    EXPECT_EQ(status(first.one()), 200);
    expect_alive();
}

TEST_F(engine_over_sockets, two_thousand_idle_connections) {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    ASSERT_GE(files.rlim_cur, 4200U) << "this test needs 4,200 file descriptors";
    start();
    std::vector<std::unique_ptr<client>> all;
    for (int n = 0; n < 2000; ++n) {
        all.push_back(std::make_unique<client>(engine_->port()));
        all.back()->send(n % 2 == 0 ? get("/quick") : get("/quick").substr(0, 12));
        if (n % 2 == 0) {
            ASSERT_EQ(status(all.back()->one()), 302);
        }
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections == 2000; }));
    expect_alive();
    for (int n = 0; n < 2000; ++n) {
        all[static_cast<std::size_t>(n)]->send(n % 2 == 0 ? get("/quick") : get("/quick").substr(12));
        ASSERT_EQ(status(all[static_cast<std::size_t>(n)]->one()), 302);
    }
}

// EMFILE: an idle connection gives way to a new one, nobody is left waiting, nothing spins.
TEST_F(engine_over_sockets, no_file_descriptors) {
    start();
    client before{engine_->port()};
    before.send(get("/quick"));
    EXPECT_EQ(status(before.one()), 302);
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const rlimit old = files;
    const int next = ::dup(0);
    client waiting_one{engine_->port()};
    waiting_one.send(get("/quick"));
    EXPECT_EQ(status(waiting_one.one()), 302);
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    files.rlim_cur = static_cast<rlim_t>(socket);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::close(next);
    // The one descriptor below the limit is the client's; the server has none until it closes a connection.
    auto more = std::make_unique<client>(engine_->port());
    more->send(get("/quick"));
    EXPECT_EQ(status(more->one()), 302);
    EXPECT_EQ(before.rest(), "");
    EXPECT_TRUE(before.closed()) << "it has waited longest";
    waiting_one.send(get("/quick"));
    EXPECT_EQ(status(waiting_one.one()), 302);
    ::setrlimit(RLIMIT_NOFILE, &old);
    ::close(socket);
    EXPECT_EQ(status(ask(get("/quick"))), 302);
}

// EMFILE, and no connection is idle: those who cannot be served are sent away, the rest is served, nothing spins.
TEST_F(engine_over_sockets, no_file_descriptors_while_all_connections_work) {
    start();
    service_.held = true;
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const rlimit old = files;
    const int next = ::dup(0);
    client working{engine_->port()};
    working.send(get("/slow"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    files.rlim_cur = static_cast<rlim_t>(socket);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::close(next);
    auto more = std::make_unique<client>(engine_->port());
    more->send(get("/quick"));
    rusage begin{};
    ::getrusage(RUSAGE_SELF, &begin);
    const std::string got = more->rest(500ms);
    rusage end{};
    ::getrusage(RUSAGE_SELF, &end);
    ::setrlimit(RLIMIT_NOFILE, &old);
    const auto seconds = [](const rusage &r) {
        return static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
               static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
    };
    EXPECT_LT(seconds(end) - seconds(begin), 0.2);
    EXPECT_EQ(got, "");
    more.reset();
    ::close(socket);
    service_.release();
    EXPECT_EQ(body(working.one()), "slow");
    EXPECT_TRUE(uniform::test::soon([&] { return status(ask(get("/quick"))) == 302; }));
}

// Twenty requests in each connection, some with random octets: those before the first of these are answered, the
// connection ends, and memory does not grow.
TEST_F(engine_over_sockets, random_octets) {
    start();
    const auto resident = [] {
        std::ifstream in{"/proc/self/statm"};
        std::size_t size = 0;
        std::size_t pages = 0;
        in >> size >> pages;
        return pages * 4096;
    };
    std::minstd_rand random{8141};
    const std::vector<std::string> words = {"GET ",
                                            "POST ",
                                            "/quick",
                                            "/echo",
                                            "/stream",
                                            " HTTP/1.1",
                                            "\r\n",
                                            "Host: h\r\n",
                                            "Content-Length: ",
                                            "3",
                                            "Transfer-Encoding: chunked\r\n",
                                            "\r\n\r\n",
                                            ":",
                                            "0\r\n\r\n",
                                            "5\r\nabcde\r\n",
                                            "\n",
                                            " ",
                                            "\t",
                                            "Connection: close\r\n",
                                            "Expect: 100-continue\r\n",
                                            std::string(1, '\0'),
                                            "\xff",
                                            "A: b\r\n"};
    [[maybe_unused]] std::size_t warm = 0;
    for (int n = 0; n < 5000; ++n) {
        client c{engine_->port()};
        std::string bytes;
        int answered = 20; // the requests before the first one with random octets
        for (int r = 0; r < 20; ++r) {
            bytes += "GET /quick HTTP/1.1\r\nHost: h\r\n";
            if (r > static_cast<int>(random() % 40)) {
                answered = std::min(answered, r);
                for (auto words_left = random() % 20; words_left != 0; --words_left)
                    bytes += words[random() % words.size()];
                for (auto octets = random() % 8; octets != 0; --octets) bytes += static_cast<char>(random() & 0xffU);
            }
            bytes += "\r\n";
        }
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            const std::size_t part = std::min<std::size_t>(1 + random() % 700, bytes.size() - sent);
            if (!c.send(std::string_view{bytes}.substr(sent, part))) break;
            sent += part;
        }
        c.shut();
        const std::string got = c.rest(5s);
        ASSERT_TRUE(c.closed());
        ASSERT_GE(count(got, "HTTP/1.1 302 Found\r\n"), answered) << got;
        if (n == 1000) warm = resident();
    }
    if (!uniform::test::address_sanitizer) { // which keeps what was freed
        EXPECT_LT(resident(), warm + (std::size_t{8} << 20U));
    }
    expect_alive();
    for (const auto &[status, times] : service_.by_status()) EXPECT_NE(status, 500) << times;
}

} // namespace
} // namespace uniform::http
