// The engine over sockets: answers in order, limits, slow and vanishing clients, stopping. What the bytes mean is in
// engine_parser_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <random>
#include <vector>

#include <sys/resource.h>

#include "command/sanitizer.hpp"
#include "http/engine_support.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using test::body;
using test::client;
using test::count;
using test::status;

std::string get(std::string_view path, std::string_view fields = "") {
    return "GET " + std::string{path} + " HTTP/1.1\r\nHost: h\r\n" + std::string{fields} + "\r\n";
}

std::string post(std::string_view path, std::string_view text) {
    return "POST " + std::string{path} + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\n\r\n" + std::string{text};
}

engine_options small() {
    engine_options o;
    o.port = 0;
    o.workers = 2;
    o.pool = 4;
    o.drain_time = 2s;
    return o;
}

class engine_over_sockets : public testing::Test {
protected:
    void start(const engine_options &o = small()) { engine_ = engine::start(o, service_); }
    client connect() { return client{engine_->port()}; }
    std::string ask(std::string_view bytes) {
        client c{engine_->port()};
        c.send(bytes);
        return c.one();
    }
    void expect_alive() { EXPECT_EQ(status(ask(get("/quick"))), 302); }

    test::by_path service_;
    std::unique_ptr<engine> engine_;
};

TEST_F(engine_over_sockets, answers) {
    start();
    client c{engine_->port()};
    c.send(get("/quick/urn:x:y?+r"));
    const std::string quick = c.one();
    EXPECT_EQ(status(quick), 302);
    EXPECT_NE(quick.find("\r\nLocation: /quick/urn:x:y?+r\r\n"), std::string::npos);
    EXPECT_EQ(quick.find("Connection"), std::string::npos);
    c.send(get("/head?a=b", "X-Request-Id: mine\r\nA: b\r\n"));
    const std::string head = c.one();
    EXPECT_EQ(status(head), 200);
    EXPECT_EQ(body(head), "GET /head?a=b /head ?a=b 127.0.0.1 http\nHost=h\nX-Request-Id=mine\nA=b\n");
    EXPECT_NE(head.find("\r\nX-Request-Id: mine\r\n"), std::string::npos);
    EXPECT_NE(head.find("\r\nDate: "), std::string::npos);
    c.send(post("/echo", "some text"));
    EXPECT_EQ(body(c.one()), "some text");
    c.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n");
    const std::string echo = c.one();
    EXPECT_EQ(body(echo), "abcde");
    EXPECT_EQ(echo.find("Connection"), std::string::npos);
    c.send(post("/stream", std::string(1000000, 'x')));
    EXPECT_EQ(body(c.one()), "1000000");
    c.send(get("/unknown"));
    EXPECT_EQ(status(c.one()), 404);
    c.send(get("/none"));
    const std::string none = c.one(); // RFC 9110 8.6
    EXPECT_EQ(status(none), 204);
    EXPECT_EQ(none.find("Content-Length"), std::string::npos);
    EXPECT_FALSE(c.closed());
}

TEST_F(engine_over_sockets, head_has_no_body) { // RFC 9110 9.3.2
    start();
    client c{engine_->port()};
    c.send("HEAD /head HTTP/1.1\r\nHost: h\r\n\r\n" + get("/quick"));
    const std::string got = c.receive_until([](const std::string &t) { return count(t, "\r\n\r\n") == 2; });
    EXPECT_NE(got.find("Content-Length: 41\r\n"), std::string::npos) << got;
    EXPECT_EQ(got.substr(got.find("\r\n\r\n") + 4, 12), "HTTP/1.1 302");
}

TEST_F(engine_over_sockets, http_1_0) { // RFC 9112 9.3, C.2.2
    start();
    for (const char *path : {"/quick", "/head"}) {
        client c{engine_->port()};
        c.send("GET "s + path + " HTTP/1.0\r\n\r\n");
        EXPECT_EQ(count(c.rest(), "Connection: close\r\n"), 1);
        EXPECT_TRUE(c.closed());
        client stays{engine_->port()};
        for (int n = 0; n < 2; ++n) {
            stays.send("GET "s + path + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            EXPECT_EQ(count(stays.one(), "Connection: keep-alive\r\n"), 1);
        }
    }
    client c{engine_->port()};
    c.send("GET /large HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const std::string large = c.rest();
    EXPECT_TRUE(c.closed());
    EXPECT_EQ(large.find("chunked"), std::string::npos);
    EXPECT_EQ(body(large).size(), 1000000U);
}

TEST_F(engine_over_sockets, close) { // RFC 9112 9.6
    start();
    for (const char *path : {"/quick", "/head", "/large"}) {
        client c{engine_->port()};
        c.send(get(path, "Connection: close\r\n") + get("/quick/second"));
        const std::string got = c.rest();
        EXPECT_TRUE(c.closed());
        EXPECT_EQ(count(got, "Connection: close\r\n"), 1);
        EXPECT_EQ(got.find("second"), std::string::npos);
    }
}

TEST_F(engine_over_sockets, pipelined_requests_are_answered_in_order) { // RFC 9112 9.3.2
    start();
    client c{engine_->port()};
    std::string bytes;
    for (int n = 0; n < 3000; ++n) {
        const std::string number = std::to_string(n);
        bytes += n % 50 == 7 ? post("/echo", "/" + number + ".") : get("/quick/" + number + ".");
    }
    std::thread sender([&] { c.send(bytes); });
    const std::string got = c.receive_until([](const std::string &t) { return count(t, "HTTP/1.1 ") == 3000; });
    sender.join();
    std::size_t at = 0;
    for (int n = 0; n < 3000; ++n) {
        at = got.find("/" + std::to_string(n) + (n % 50 == 7 ? "." : ".\r\n"), at);
        ASSERT_NE(at, std::string::npos) << n;
    }
}

TEST_F(engine_over_sockets, streamed_answer) { // RFC 9112 7.1
    start();
    client c{engine_->port()};
    c.send(get("/large"));
    const std::string got = c.receive_until([](const std::string &t) { return t.ends_with("\r\n0\r\n\r\n"); });
    EXPECT_EQ(count(got, "2710\r\n"), 100);
    EXPECT_EQ(std::ranges::count(got, 'x'), 1000001); // one in "text/plain"
    c.send("HEAD /large HTTP/1.1\r\nHost: h\r\n\r\n" + get("/quick"));
    const std::string head = c.receive_until([](const std::string &t) { return t.ends_with("Length: 0\r\n\r\n"); });
    EXPECT_EQ(count(head, "HTTP/1.1 "), 2);
}

TEST_F(engine_over_sockets, an_answer_waits_for_a_client_that_reads_slowly) {
    start();
    client c{engine_->port(), 4096};
    c.send(get("/endless"));
    std::this_thread::sleep_for(300ms);
    rusage before{};
    ::getrusage(RUSAGE_SELF, &before);
    std::this_thread::sleep_for(300ms);
    rusage after{};
    ::getrusage(RUSAGE_SELF, &after);
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 8192); // KiB: nothing is piled up
    c.reset();
    for (int n = 0; n < 100 && service_.cut == 0; ++n) std::this_thread::sleep_for(20ms);
    EXPECT_EQ(service_.cut, 1);
    expect_alive();
}

TEST_F(engine_over_sockets, streamed_bodies_wait_for_the_service) {
    start();
    client c{engine_->port()};
    c.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    std::string chunk = "186a0\r\n" + std::string(100000, 'y') + "\r\n";
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(c.send(chunk));
    for (int n = 0; n < 200 && service_.streamed != 5000000; ++n) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(service_.streamed, 5000000U); // before the body has ended
    c.send("0\r\n\r\n" + get("/quick"));
    EXPECT_EQ(body(c.one()), "5000000");
    EXPECT_EQ(status(c.one()), 302);
}

TEST_F(engine_over_sockets, a_body_that_nobody_reads) {
    start();
    client c{engine_->port()};
    c.send("POST /unread HTTP/1.1\r\nHost: h\r\nContent-Length: 10000000\r\n\r\nabc");
    const std::string got = c.rest();
    EXPECT_EQ(status(got), 404);
    EXPECT_EQ(count(got, "Connection: close\r\n"), 1);
}

TEST_F(engine_over_sockets, expect_100) { // RFC 9110 10.1.1
    start();
    for (const char *path : {"/echo", "/stream"}) {
        client c{engine_->port()};
        c.send("POST "s + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
        const std::string go = c.receive_until([](const std::string &t) { return t.ends_with("\r\n\r\n"); });
        EXPECT_EQ(go, "HTTP/1.1 100 Continue\r\n\r\n");
        c.send("abc");
        EXPECT_EQ(status(c.one()), 200);
    }
    client refused{engine_->port()};
    refused.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100001\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(status(refused.rest()), 413);
    client unread{engine_->port()};
    unread.send("POST /unread HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(status(unread.rest()), 404);
    client at_once{engine_->port()};
    at_once.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
    EXPECT_EQ(status(at_once.one()), 200);
}

TEST_F(engine_over_sockets, faults_of_the_service) {
    start();
    client c{engine_->port()};
    c.send(get("/throw"));
    EXPECT_EQ(status(c.one()), 500);
    c.send(get("/nothing"));
    EXPECT_EQ(status(c.one()), 500);
    c.send(get("/inject"));
    const std::string injected = c.one();
    EXPECT_NE(injected.find("X-Value: a  Set-Cookie: b\r\n"), std::string::npos);
    c.send(get("/half"));
    const std::string half = c.rest();
    EXPECT_TRUE(c.closed());
    EXPECT_NE(half.find("the first half"), std::string::npos);
    EXPECT_FALSE(half.ends_with("0\r\n\r\n")); // RFC 9112 8: it is incomplete, and can be seen to be
    expect_alive();
}

struct refused {
    std::string name;
    std::string bytes;
    int status; // 0: closed without an answer
};

TEST_F(engine_over_sockets, refused_requests_end_the_connection) {
    engine_options o = small();
    o.head_limit = 4096;
    start(o);
    const std::vector<refused> rows = {
        {"RFC 9112 2.2 lone LF", "GET /quick HTTP/1.1\nHost: h\n\n", 400},
        {"RFC 9112 3.2 no Host", "GET /quick HTTP/1.1\r\n\r\n", 400},
        {"RFC 9112 5.1 space before the colon", get("/quick", "A : b\r\n"), 400},
        {"RFC 9112 5.2 folded", get("/quick", "A: b\r\n c\r\n"), 400},
        {"RFC 9112 6.1 both", get("/echo", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"), 400},
        {"RFC 9112 6.3 two lengths", get("/echo", "Content-Length: 3\r\nContent-Length: 4\r\n"), 400},
        {"RFC 9112 7.1 chunk size", "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        {"the same, streamed", "POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        {"RFC 9113 3.4 preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
        {"RFC 8446 TLS", "\x16\x03\x01\x02\x00\x01", 400},
        {"RFC 9110 9.3.6 CONNECT", "CONNECT http://h/ HTTP/1.1\r\nHost: h\r\n\r\n", 501},
        {"RFC 9110 15.5.14 length", post("/echo", std::string(100001, 'x')), 413},
        {"RFC 9110 15.5.14 chunks",
         "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n186a1\r\n" + std::string(200000, 'x'),
         413},
        {"RFC 9110 15.5.14 streamed",
         "POST /stream-little HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n186a1\r\n", 413},
        {"RFC 9110 15.5.15 target", get("/" + std::string(5000, 'x')), 414},
        {"RFC 6585 5 fields", get("/quick", "A: " + std::string(5000, 'x') + "\r\n"), 431},
        {"RFC 6585 5 a megabyte of fields", get("/quick", "A: " + std::string(1000000, 'x') + "\r\n"), 431},
    };
    for (const refused &r : rows) {
        SCOPED_TRACE(r.name);
        client c{engine_->port()};
        c.send(get("/quick") + r.bytes + get("/quick/smuggled"));
        const std::string got = c.rest();
        EXPECT_TRUE(c.closed());
        ASSERT_EQ(status(got), 302);
        const std::string second = got.substr(got.find("\r\n\r\n") + 4);
        EXPECT_EQ(status(second), r.status);
        EXPECT_EQ(count(second, "Connection: close\r\n"), 1);
        EXPECT_EQ(got.find("smuggled"), std::string::npos);
    }
    expect_alive();
}

TEST_F(engine_over_sockets, truncated_requests) {
    start();
    const auto short_of_one = [](std::string text) { return text.substr(0, text.size() - 1); };
    for (const std::string &bytes :
         {"GET /quick HTT"s, short_of_one(post("/echo", "abc")), short_of_one(post("/stream", "abc")),
          "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab"s}) {
        client c{engine_->port()};
        c.send(bytes);
        c.shut();
        EXPECT_EQ(status(c.rest()), 400) << bytes;
        EXPECT_TRUE(c.closed());
    }
    client half{engine_->port()}; // RFC 9112 9.6: one side shut is not gone
    half.send(get("/slow"));
    half.shut();
    EXPECT_EQ(status(half.rest()), 200);
    client nothing{engine_->port()};
    nothing.shut();
    EXPECT_EQ(nothing.rest(), "");
    EXPECT_TRUE(nothing.closed());
}

TEST_F(engine_over_sockets, slow_clients) {
    engine_options o = small();
    o.head_time = 600ms;
    o.body_time = 500ms;
    o.idle_time = 1200ms;
    start(o);
    const auto began = std::chrono::steady_clock::now();
    client head{engine_->port()};
    client whole{engine_->port()};
    client streamed{engine_->port()};
    client idle{engine_->port()};
    client late{engine_->port()};
    idle.send(get("/quick"));
    EXPECT_EQ(status(idle.one()), 302);
    whole.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n");
    streamed.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nab");
    // Each octet comes soon enough after the one before; the head as a whole does not.
    std::thread drip([&] {
        for (const char c : get("/quick", "A: " + std::string(100, 'x'))) {
            if (!head.send({&c, 1})) break;
            std::this_thread::sleep_for(20ms);
        }
    });
    EXPECT_EQ(status(head.rest()), 408);
    EXPECT_EQ(status(whole.rest()), 408);
    EXPECT_EQ(status(streamed.rest()), 408);
    EXPECT_EQ(idle.rest(), "");
    EXPECT_TRUE(idle.closed());
    EXPECT_EQ(late.rest(), "");
    EXPECT_TRUE(late.closed());
    EXPECT_GT(std::chrono::steady_clock::now() - began, 1200ms);
    drip.join();
    expect_alive();
}

TEST_F(engine_over_sockets, slow_clients_after_a_time_without_any) {
    engine_options o = small();
    o.workers = 1;
    o.head_time = 300ms;
    start(o);
    expect_alive();
    std::this_thread::sleep_for(500ms); // the wheel of deadlines stands still
    const auto began = std::chrono::steady_clock::now();
    client c{engine_->port()};
    c.send("GET /quick");
    EXPECT_EQ(status(c.rest()), 408);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 8s);
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
    for (int n = 0; n < 500 && engine_->count().open_connections != 0; ++n) std::this_thread::sleep_for(20ms);
    EXPECT_EQ(engine_->count().open_connections, 0U);
    expect_alive();
}

TEST_F(engine_over_sockets, too_many_connections) {
    engine_options o = small();
    o.connections = 20;
    o.connections_per_address = 10;
    start(o);
    {
        std::vector<std::unique_ptr<client>> some;
        for (int n = 0; n < 10; ++n) {
            some.push_back(std::make_unique<client>(engine_->port()));
            some.back()->send(get("/quick"));
            EXPECT_EQ(status(some.back()->one()), 302);
        }
        client more{engine_->port()};
        more.send(get("/quick"));
        EXPECT_EQ(status(more.rest()), 503);
        EXPECT_EQ(engine_->count().refused, 1U);
    }
    for (int n = 0; n < 200 && engine_->count().open_connections != 0; ++n) std::this_thread::sleep_for(10ms);
    expect_alive();
}

TEST_F(engine_over_sockets, too_many_requests) {
    engine_options o = small();
    o.pool = 1;
    o.pool_queue = 2;
    start(o);
    std::vector<std::unique_ptr<client>> all;
    for (int n = 0; n < 10; ++n) {
        all.push_back(std::make_unique<client>(engine_->port()));
        all.back()->send(get("/slow"));
    }
    std::map<int, int> found;
    for (auto &c : all) ++found[status(c->one())];
    EXPECT_GE(found[200], 2);
    EXPECT_GE(found[503], 6);
    EXPECT_EQ(found[200] + found[503], 10);
    expect_alive();
}

TEST_F(engine_over_sockets, stop_finishes_what_was_accepted) {
    start();
    client idle{engine_->port()};
    client slow{engine_->port()};
    client half{engine_->port()};
    slow.send(get("/slow"));
    half.send(get("/quick").substr(0, 10));
    while (service_.slow == 0) std::this_thread::sleep_for(1ms);
    std::thread rest([&] {
        std::this_thread::sleep_for(100ms);
        half.send(get("/quick").substr(10));
    });
    const std::uint16_t port = engine_->port();
    engine_->stop();
    rest.join();
    EXPECT_EQ(idle.rest(), "");
    EXPECT_TRUE(idle.closed());
    const std::string answer = slow.rest();
    EXPECT_EQ(status(answer), 200);
    EXPECT_EQ(count(answer, "Connection: close\r\n"), 1);
    const std::string second = half.rest();
    EXPECT_EQ(status(second), 302);
    EXPECT_EQ(count(second, "Connection: close\r\n"), 1);
    EXPECT_THROW(client{port}, std::runtime_error);
    engine_->stop();
}

std::string open_stream(std::string_view path, std::string_view fields = "") {
    return "POST " + std::string{path} + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n" + std::string{fields} +
           "\r\nx";
}

TEST_F(engine_over_sockets, streams_leave_threads_to_the_others) {
    engine_options o = small();
    o.pool = 8;
    o.streams_per_client = 0;
    start(o);
    std::vector<std::unique_ptr<client>> all;
    for (int n = 0; n < 20; ++n) {
        all.push_back(std::make_unique<client>(engine_->port()));
        all.back()->send(open_stream("/stream"));
    }
    while (engine_->count().queued < 18) std::this_thread::sleep_for(1ms);
    const auto began = std::chrono::steady_clock::now();
    for (int n = 0; n < 20; ++n) EXPECT_EQ(status(ask(get("/head"))), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 2s);
}

TEST_F(engine_over_sockets, streams_of_one_client) {
    engine_options o = small();
    o.streams_per_client = 2;
    start(o);
    const auto refused = [&](std::string_view who) {
        return status(ask("POST /stream-mine HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nX-Client: " +
                          std::string{who} + "\r\n\r\nx"));
    };
    {
        client first{engine_->port()};
        client second{engine_->port()};
        first.send(open_stream("/stream-mine", "X-Client: 192.0.2.1\r\n"));
        second.send(open_stream("/stream-mine", "X-Client: 192.0.2.1\r\n"));
        while (engine_->count().requests < 2) std::this_thread::sleep_for(1ms);
        EXPECT_EQ(refused("192.0.2.1"), 429);
    }
    // They are gone, and so are their places.
    int last = 0;
    for (int n = 0; n < 1000 && last != 200; ++n) {
        last = refused("192.0.2.1");
        if (last != 200) std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(last, 200);
    for (int n = 0; n < 5; ++n) EXPECT_EQ(refused("192.0.2.1"), 200) << "one after the other";
}

// A client that says nothing more than a byte now and then, beside one that keeps up.
TEST_F(engine_over_sockets, streams_that_drip) {
    engine_options o = small();
    o.pool = 8; // two threads for streams: with one, the second would wait for the first, at nobody's cost
    o.body_time = 500ms;
    start(o);
    client drips{engine_->port()};
    client flows{engine_->port()};
    drips.send(open_stream("/stream"));
    flows.send(open_stream("/stream"));
    const std::string enough(1024, 'x');
    const auto began = std::chrono::steady_clock::now();
    std::string answer;
    for (int n = 0; answer.empty() && std::chrono::steady_clock::now() - began < 10s; ++n) {
        // Never 500 ms without a byte, and none once the answer may be on its way: a reset would take it along.
        if (n < 4) {
            EXPECT_TRUE(drips.send("x"));
        }
        EXPECT_TRUE(flows.send(enough));
        answer = drips.receive_until([](const std::string &t) { return t.contains("\r\n\r\n"); }, 100ms);
    }
    EXPECT_EQ(status(answer), 408) << answer;
    EXPECT_EQ(flows.receive_until([](const std::string &t) { return !t.empty(); }, 200ms), "");
}

TEST_F(engine_over_sockets, work_ends_when_its_client_is_gone) {
    start();
    {
        client c{engine_->port()};
        c.send(get("/work"));
        while (service_.slow == 0) std::this_thread::sleep_for(1ms);
        c.reset();
    }
    for (int n = 0; n < 2000 && service_.cut == 0; ++n) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(service_.cut, 1);
}

TEST_F(engine_over_sockets, stop_does_not_wait_for_work) {
    engine_options o = small();
    o.drain_time = 100ms;
    start(o);
    client works{engine_->port()};
    works.send(get("/work"));
    while (service_.slow == 0) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(engine_->stop()) << "it saw that it was over";
    EXPECT_EQ(service_.cut, 1);
    service_.cut = service_.slow = 0;
    start(o);
    client deaf{engine_->port()};
    deaf.send(get("/deaf"));
    while (service_.slow == 0) std::this_thread::sleep_for(1ms);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(engine_->stop());
    EXPECT_LT(std::chrono::steady_clock::now() - began, 2s);
    EXPECT_EQ(service_.cut, 0);
    engine_.reset();
    EXPECT_EQ(service_.cut, 1) << "destroyed only when all have returned";
}

TEST_F(engine_over_sockets, stop_does_not_wait_for_ever) {
    engine_options o = small();
    o.drain_time = 300ms;
    start(o);
    client never{engine_->port()};
    client endless{engine_->port(), 4096};
    never.send("GET /quick HTTP/1.1\r\n");
    endless.send(get("/endless"));
    std::this_thread::sleep_for(100ms);
    const auto began = std::chrono::steady_clock::now();
    engine_->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, 3s);
    EXPECT_EQ(service_.cut, 1);
}

TEST_F(engine_over_sockets, cannot_listen) {
    start();
    engine_options o = small();
    o.port = engine_->port();
    const auto why = [&](const engine_options &options) -> std::string {
        try {
            (void)engine::start(options, service_);
        } catch (const std::runtime_error &e) {
            return e.what();
        }
        return "nothing";
    };
    EXPECT_EQ(why(o), "cannot listen at 127.0.0.1:" + std::to_string(o.port) + ": Address already in use");
    o = small();
    o.address = "localhost";
    EXPECT_EQ(why(o), "\"localhost\" is not an IP address to listen at");
    o = small();
    o.certificate = "/nowhere/certificate.pem";
    EXPECT_EQ(why(o), "TLS needs both a certificate and a private key");
    o.private_key = "/nowhere/key.pem";
    EXPECT_TRUE(why(o).starts_with("the certificate /nowhere/certificate.pem cannot be read: ")) << why(o);
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
    for (int n = 0; n < 100 && engine_->count().open_connections != 2000; ++n) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(engine_->count().open_connections, 2000U);
    expect_alive();
    for (int n = 0; n < 2000; ++n) {
        all[static_cast<std::size_t>(n)]->send(n % 2 == 0 ? get("/quick") : get("/quick").substr(12));
        ASSERT_EQ(status(all[static_cast<std::size_t>(n)]->one()), 302);
    }
}

// EMFILE: those who cannot be served are sent away, the rest is served, nothing spins.
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
    // The one descriptor below the limit is the client's; the server has none.
    client *more = new client{engine_->port()};
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
    delete more;
    ::close(socket);
    before.send(get("/quick"));
    EXPECT_EQ(status(before.one()), 302);
    std::this_thread::sleep_for(200ms);
    expect_alive();
}

// Requests with random octets, up to 20 a connection: each is answered or its connection closed, and memory does not
// grow.
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
        for (int r = 0; r < 20; ++r) { // 20 requests in each connection, until one is refused
            bytes += "GET /quick HTTP/1.1\r\nHost: h\r\n";
            if (r > static_cast<int>(random() % 40)) {
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
        ASSERT_TRUE(got.empty() || got.starts_with("HTTP/1.1 "));
        if (n == 1000) warm = resident();
    }
#ifndef UNIFORM_ADDRESS_SANITIZER // which keeps what was freed
    EXPECT_LT(resident(), warm + (std::size_t{8} << 20U));
#endif
    expect_alive();
    for (const auto &[status, times] : service_.by_status()) EXPECT_NE(status, 500) << times;
}

} // namespace
} // namespace uniform::http
