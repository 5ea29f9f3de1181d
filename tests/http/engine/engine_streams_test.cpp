// Bodies and answers that come in parts, and the threads that they hold.

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include "http/engine/engine_fixture.hpp"

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
    // The handler waits when the buffers are full, instead of filling the memory.
    std::uint64_t before = 0;
    int unchanged = 0;
    ASSERT_TRUE(uniform::test::soon([&] {
        const std::uint64_t now = service_.written;
        unchanged = now == before && now > 0 ? unchanged + 1 : 0;
        before = now;
        return unchanged == 50;
    }));
    EXPECT_LT(before, 16U << 20U);
    c.reset();
    EXPECT_TRUE(uniform::test::soon([&] { return service_.cut == 1; }));
    expect_alive();
}

TEST_F(engine_over_sockets, streamed_bodies_wait_for_the_service) {
    start();
    client c{engine_->port()};
    c.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    std::string chunk = "186a0\r\n" + std::string(100000, 'y') + "\r\n";
    for (int n = 0; n < 50; ++n) ASSERT_TRUE(c.send(chunk));
    EXPECT_TRUE(uniform::test::soon([&] { return service_.streamed == 5000000; })); // before the body has ended
    c.send("0\r\n\r\n" + get("/quick"));
    EXPECT_EQ(body(c.one()), "5000000");
    EXPECT_EQ(status(c.one()), 302);
}

TEST_F(engine_over_sockets, a_body_that_no_handler_reads) {
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
    const std::string answer = refused.rest();
    EXPECT_EQ(status(answer), 413);
    EXPECT_EQ(count(answer, "the body is longer than the permitted maximum of 100000 bytes"), 1) << answer;
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
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().queued >= 18; }));
    const auto began = std::chrono::steady_clock::now();
    for (int n = 0; n < 20; ++n) EXPECT_EQ(status(ask(get("/head"))), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 30s);
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
        ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().requests >= 2; }));
        EXPECT_EQ(refused("192.0.2.1"), 429);
    }
    // They are gone, and so are their places.
    EXPECT_TRUE(uniform::test::soon([&] { return refused("192.0.2.1") == 200; }));
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

TEST_F(engine_over_sockets, work_ends_when_its_client_disconnects) {
    start();
    {
        client c{engine_->port()};
        c.send(get("/work"));
        ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
        c.reset();
    }
    EXPECT_TRUE(uniform::test::soon([&] { return service_.cut == 1; }));
}

} // namespace
} // namespace uniform::http
