// The engine over sockets: answers in order, what is refused, stopping. Its limits are in engine_limits_test.cpp,
// bodies and answers in parts in engine_streams_test.cpp, what the bytes mean in engine_parser_test.cpp.

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

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

TEST_F(engine_over_sockets, a_handler_gets_what_its_policy_has_found) {
    start();
    client c{engine_->port()};
    for (const std::string path : {"/found", "/found-by-nobody", "/found"}) {
        c.send(get(path));
        EXPECT_EQ(body(c.one()), path == "/found" ? "here" : "nothing") << path;
    }
    c.send(post("/found", "text"));
    EXPECT_EQ(body(c.one()), "here");
}

TEST_F(engine_over_sockets, every_response_has_the_common_fields) {
    engine_options o = small();
    o.fields = "X-Common: yes\r\n";
    start(o);
    for (const std::string &text :
         {get("/head"), get("/none"), get("/unknown"), get("/large"), get("/throw"), get("/nothing"),
          "HEAD /head HTTP/1.1\r\nHost: h\r\n\r\n"s, "GET /large HTTP/1.0\r\n\r\n"s,
          "CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"s, "malformed\r\n\r\n"s,
          get("/head", "A: " + std::string(20000, 'a') + "\r\n"), post("/echo", std::string(100001, 'x'))}) {
        client c{engine_->port()};
        c.send(text);
        const std::string head = c.receive_until([](const std::string &t) { return t.contains("\r\n\r\n"); });
        EXPECT_EQ(count(head.substr(0, head.find("\r\n\r\n")), "\r\nX-Common: yes\r\n"), 1)
            << text.substr(0, 40) << head;
    }
}

TEST_F(engine_over_sockets, a_refused_connection_gets_the_common_fields) {
    engine_options o = small();
    o.fields = "X-Common: yes\r\n";
    o.connections_per_address = 1;
    start(o);
    client first{engine_->port()};
    first.send(get("/head"));
    EXPECT_EQ(count(first.one(), "\r\nX-Common: yes\r\n"), 1);
    client second{engine_->port()};
    second.send(get("/head"));
    const std::string refused = second.rest();
    EXPECT_EQ(status(refused), 503);
    EXPECT_EQ(count(refused, "\r\nX-Common: yes\r\n"), 1);
}

TEST_F(engine_over_sockets, a_request_that_cannot_be_read_has_a_client) {
    start();
    EXPECT_EQ(status(ask("malformed\r\n\r\n")), 400);
    EXPECT_EQ(status(ask(get("/head", "A: " + std::string(20000, 'a') + "\r\n"))), 431);
    EXPECT_EQ(service_.malformed(), (std::map<std::string, int>{{"127.0.0.1", 2}}));
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
        {"RFC 9110 9.3.6 CONNECT", "CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n", 501},
        {"RFC 9112 3.2.3 CONNECT, absolute-form", "CONNECT http://h/ HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        {"RFC 9112 3.2.3 CONNECT, origin-form", "CONNECT /quick HTTP/1.1\r\nHost: h\r\n\r\n", 400},
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

TEST_F(engine_over_sockets, stop_finishes_what_was_accepted) {
    engine_options o = small();
    o.drain_time = 60s; // it takes as long as the clients, which a busy machine delays
    start(o);
    client idle{engine_->port()};
    client slow{engine_->port()};
    client half{engine_->port()};
    service_.held = true;
    slow.send(get("/slow"));
    half.send(get("/quick").substr(0, 10));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1 && engine_->count().open_connections == 3; }));
    const std::uint16_t port = engine_->port();
    const auto refuses_connections = [&] {
        try {
            client{port};
            return false;
        } catch (const std::runtime_error &) {
            return true;
        }
    };
    std::thread rest([&] {
        EXPECT_TRUE(uniform::test::soon(refuses_connections)); // it is stopping
        half.send(get("/quick").substr(10));
        service_.release();
    });
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
    EXPECT_TRUE(refuses_connections());
    engine_->stop();
}

TEST_F(engine_over_sockets, stop_does_not_wait_for_work) {
    engine_options o = small();
    o.drain_time = 100ms;
    start(o);
    client works{engine_->port()};
    works.send(get("/work"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
    EXPECT_TRUE(engine_->stop()) << "it saw that its client is gone";
    EXPECT_EQ(service_.cut, 1);
    service_.cut = service_.slow = 0;
    service_.held = true;
    start(o);
    client deaf{engine_->port()};
    deaf.send(get("/deaf"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(engine_->stop());
    EXPECT_LT(std::chrono::steady_clock::now() - began, 30s);
    EXPECT_EQ(service_.cut, 0);
    service_.release();
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
    ASSERT_TRUE(uniform::test::soon([&] { return service_.written > 0; }));
    const auto began = std::chrono::steady_clock::now();
    engine_->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, 30s);
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

} // namespace
} // namespace uniform::http
