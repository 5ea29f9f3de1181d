// Bodies and answers that come in parts, and the threads that they hold.

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include "http/engine_fixture.hpp"

namespace uniform::http {
namespace {

std::string open_stream(std::string_view path, std::string_view fields = "") {
    return "POST " + std::string{path} + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n" + std::string{fields} +
           "\r\nx";
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

TEST_F(engine_over_sockets, streams_leave_threads_to_the_others) {
    engine_options o = small();
    o.pool = 8;
    o.streams_per_client = 0;
    start(o);
    const auto all = clients(20, open_stream("/stream"));
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

} // namespace
} // namespace uniform::http
