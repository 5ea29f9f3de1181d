// Who is slow, in each state of a connection: it is answered or disconnected at the limit and not before, others are
// served all the while, and the memory is given back. The clock is the test's.

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "http/engine/one_worker.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using test::layer;
using test::one_worker;
using test::paired_client;

constexpr milliseconds head_time{2000};
constexpr milliseconds idle_time{5000};
constexpr milliseconds body_time{3000};
constexpr milliseconds linger_time{1000};

constexpr std::string_view whole_quick = "GET /quick HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view other = "GET /quick-other HTTP/1.1\r\nHost: h\r\n\r\n";

engine_options limits() {
    engine_options o;
    o.head_time = head_time;
    o.idle_time = idle_time;
    o.body_time = body_time;
    return o;
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int n = 0; n < times; ++n) all += text;
    return all;
}

// Serves another client of the same worker.
void expect_others_served(one_worker &w, paired_client &c) {
    const std::size_t before = c.got.size();
    c.say(other);
    w.settle();
    EXPECT_EQ(test::status(std::string_view{c.got}.substr(before)), 302);
}

// The last response that the client got: its status; 0 if it got none.
int last_status(const paired_client &c) {
    const std::size_t at = c.got.rfind("HTTP/1.1 ");
    return at == std::string::npos ? 0 : test::status(std::string_view{c.got}.substr(at));
}

struct slow_writer {
    const char *name;
    layer how;
    std::string sent;             // then nothing, or
    std::string_view drip;        // one octet of this every 500 ms; empty: the state has no such octet
    milliseconds limit;           // from the last octet of `sent`
    int status;                   // of the last response; 0: there is none
    bool read_by_handler = false; // the time counts from when a thread of the pool waits: the limit is a lower bound
    bool drip_raw = false;        // below TLS
    friend std::ostream &operator<<(std::ostream &to, const slow_writer &w) { return to << w.name; }
};

const std::string post_head = "POST /echo HTTP/1.1\r\nHost: h\r\n";
const std::string stream_head = "POST /stream HTTP/1.1\r\nHost: h\r\n";
const std::string coded = "Transfer-Encoding: chunked\r\n\r\n";

const slow_writer slow_writers[] = {
    {"handshake_nothing", layer::raw, "", "", head_time, 0},
    {"handshake_record_header", layer::raw, "\x16\x03", "\x01", head_time, 0},
    {"handshake_hello", layer::raw, std::string("\x16\x03\x01\x01\0\x01\0\0\xfc\x03\x03", 11), "x", head_time, 0},
    {"nothing", layer::plain, "", "", idle_time, 0},
    {"empty_line_before", layer::plain, "\r\n", "", head_time, 408},
    {"half_an_empty_line", layer::plain, "\r", "", head_time, 408},
    {"request_line", layer::plain, "GET /qu", "x", head_time, 408},
    {"field_name", layer::plain, "GET /quick HTTP/1.1\r\nHo", "x", head_time, 408},
    {"field_value", layer::plain, "GET /quick HTTP/1.1\r\nHost: h\r\nA: ", "x", head_time, 408},
    {"last_empty_line", layer::plain, "GET /quick HTTP/1.1\r\nHost: h\r\n\r", "", head_time, 408},
    {"idle_after_a_response", layer::plain, std::string{whole_quick}, "", idle_time, 302},
    {"next_request_line", layer::plain, std::string{whole_quick} + "GET", "x", head_time, 408},
    {"body", layer::plain, post_head + "Content-Length: 50000\r\n\r\nab", "x", body_time, 408},
    {"body_not_begun", layer::plain, post_head + "Content-Length: 50000\r\n\r\n", "", body_time, 408},
    {"body_expected", layer::plain, post_head + "Expect: 100-continue\r\nContent-Length: 50000\r\n\r\n", "x", body_time,
     408},
    {"chunk_size", layer::plain, post_head + coded + "0", "0", body_time, 408},
    {"chunk_extension", layer::plain, post_head + coded + "5;x=", "x", body_time, 408},
    {"chunk_data", layer::plain, post_head + coded + "ffff\r\nab", "x", body_time, 408},
    {"after_a_chunk", layer::plain, post_head + coded + "2\r\nab\r", "", body_time, 408},
    {"trailer_section", layer::plain, post_head + coded + "0\r\nA: ", "x", body_time, 408},
    {"stream", layer::plain, stream_head + "Content-Length: 50000\r\n\r\nab", "x", body_time, 408, true},
    {"stream_expected", layer::plain, stream_head + "Expect: 100-continue\r\nContent-Length: 50000\r\n\r\n", "x",
     body_time, 408, true},
    {"stream_chunk_size", layer::plain, stream_head + coded + "0", "0", body_time, 408, true},
    {"stream_chunk_data", layer::plain, stream_head + coded + "ffff\r\nab", "x", body_time, 408, true},
    {"stream_trailer_section", layer::plain, stream_head + coded + "0\r\nA: ", "x", body_time, 408, true},
    {"lingering", layer::plain, "GET /quick HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "x", linger_time, 302},
    {"lingering_after_an_error", layer::plain, "nonsense\n", "x", linger_time, 400},
    {"tls_idle", layer::tls13, "", "", idle_time, 0},
    {"tls_request_line", layer::tls13, "GET /qu", "x", head_time, 408},
    {"tls_body", layer::tls12, post_head + "Content-Length: 50000\r\n\r\nab", "x", body_time, 408},
    {"tls_record_header", layer::tls13, "", std::string_view("\x17\x03\x03\x40\0xxxxxxxxxxxxxxxxxxxxxxxx", 29),
     idle_time, 0, false, true},
    {"tls_record_within_a_head", layer::tls12, "GET /qu",
     std::string_view("\x17\x03\x03\x40\0xxxxxxxxxxxxxxxxxxxxxxxx", 29), head_time, 408, false, true},
    {"tls_lingering", layer::tls13, "GET /quick HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "x", linger_time,
     302},
};

class engine_slow_writers : public testing::TestWithParam<std::tuple<slow_writer, bool>> {};

TEST_P(engine_slow_writers, are_answered_or_disconnected) {
    const auto &[row, drips] = GetParam();
    if (drips && row.drip.empty()) return; // the other half of the row is all there is
    one_worker w{limits(), row.how != layer::plain};
    paired_client &neighbour = w.connect(row.how == layer::raw ? layer::tls13 : row.how);
    expect_others_served(w, neighbour);
    paired_client &c = w.connect(row.how);
    c.say(row.sent);
    w.settle();
    if (row.read_by_handler) {
        ASSERT_TRUE(w.until([&] { return w.service.slow == 1; }));
    }
    const milliseconds begin = one_worker::passed();
    // A response ends the time that was limited; where there is none, the engine closes.
    const auto is_over = [&] { return row.status == 408 ? last_status(c) == 408 : w.open() == 1; };
    const milliseconds most = row.read_by_handler ? 100 * row.limit : row.limit + 500ms;
    for (std::size_t n = 0; !is_over() && one_worker::passed() - begin < most; ++n) {
        if (drips) {
            const std::string_view octet = row.drip.substr(n % row.drip.size(), 1);
            if (row.drip_raw)
                c.say_raw(octet);
            else
                c.say(octet);
            w.settle();
        }
        for (int tick = 0; tick < 5 && !is_over(); ++tick) w.pass(100ms);
        expect_others_served(w, neighbour);
    }
    const milliseconds took = one_worker::passed() - begin;
    EXPECT_GE(took, row.limit - 200ms);
    if (!row.read_by_handler) {
        EXPECT_LE(took, row.limit + 600ms);
    }
    EXPECT_EQ(last_status(c), row.status) << c.got;
    w.pass(linger_time + 300ms);
    ASSERT_TRUE(c.ended);
    EXPECT_EQ(w.open(), 1U);
    EXPECT_EQ(w.memory(), 0U);
    EXPECT_TRUE(w.until([&] { return w.idle(); }));
    expect_others_served(w, neighbour);
}

INSTANTIATE_TEST_SUITE_P(states, engine_slow_writers,
                         testing::Combine(testing::ValuesIn(slow_writers), testing::Bool()),
                         [](const testing::TestParamInfo<std::tuple<slow_writer, bool>> &i) {
                             return std::string{std::get<0>(i.param).name} +
                                    (std::get<1>(i.param) ? "_drips" : "_stalls");
                         });

struct slow_reader {
    const char *name;
    layer how;
    std::string sent;
    friend std::ostream &operator<<(std::ostream &to, const slow_reader &r) { return to << r.name; }
};

const slow_reader slow_readers[] = {
    {"whole_response", layer::plain, "GET /whole HTTP/1.1\r\nHost: h\r\n\r\n"},
    {"response_in_parts", layer::plain, "GET /large HTTP/1.1\r\nHost: h\r\n\r\n"},
    {"response_without_end", layer::plain, "GET /endless HTTP/1.1\r\nHost: h\r\n\r\n"},
    {"response_that_ends_with_the_connection", layer::plain, "GET /endless HTTP/1.0\r\n\r\n"},
    {"pipelined_responses", layer::plain, repeated(whole_quick, 6000)},
    {"error_after_many_responses", layer::plain, repeated(whole_quick, 6000) + "nonsense\n"},
    {"last_response_after_many", layer::plain,
     repeated(whole_quick, 6000) + "GET /quick HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"},
    {"response_while_the_body_is_not_read", layer::plain,
     repeated(whole_quick, 6000) + post_head + "Content-Length: 50000\r\n\r\n"},
    {"tls_whole_response", layer::tls13, "GET /whole HTTP/1.1\r\nHost: h\r\n\r\n"},
    {"tls_response_in_parts", layer::tls12, "GET /large HTTP/1.1\r\nHost: h\r\n\r\n"},
    {"tls_pipelined_responses", layer::tls13, repeated(whole_quick, 6000)},
};

class engine_slow_readers : public testing::TestWithParam<std::tuple<slow_reader, bool>> {};

TEST_P(engine_slow_readers, are_disconnected) {
    const auto &[row, drips] = GetParam();
    one_worker w{limits(), row.how != layer::plain};
    paired_client &neighbour = w.connect(row.how);
    expect_others_served(w, neighbour);
    paired_client &c = w.connect(row.how); // a handshake is complete
    c.appetite = 0;
    c.say(row.sent);
    w.settle();
    ASSERT_TRUE(w.until([&] { return w.memory() > 0 || (w.settle(), w.memory() > 0); }));
    const milliseconds begin = one_worker::passed();
    // A minute of the clock is enough once the handler has nothing more to do; it may still be writing the response.
    ASSERT_TRUE(w.until([&] {
        if (drips) c.appetite = 1;
        w.pass(100ms);
        expect_others_served(w, neighbour);
        return w.open() != 2 || (w.idle() && one_worker::passed() - begin > 60s);
    }));
    const milliseconds took = one_worker::passed() - begin;
    // Bytes that the buffers of the socket take count as read: 8 KiB for a second more.
    EXPECT_GE(took, body_time - 200ms);
    EXPECT_EQ(w.open(), 1U);
    EXPECT_TRUE(w.until([&] { return w.idle() && w.memory() == 0; }));
    expect_others_served(w, neighbour);
}

INSTANTIATE_TEST_SUITE_P(states, engine_slow_readers,
                         testing::Combine(testing::ValuesIn(slow_readers), testing::Bool()),
                         [](const testing::TestParamInfo<std::tuple<slow_reader, bool>> &i) {
                             return std::string{std::get<0>(i.param).name} +
                                    (std::get<1>(i.param) ? "_drips" : "_stalls");
                         });

// The service is slow, not its client: no limit ends the connection. What the client sends meanwhile waits in the
// socket, and the time of the next head begins after the response.
TEST(engine_slow, waiting_for_the_handler_has_no_limit) {
    one_worker w{limits()};
    w.service.held = true;
    paired_client &c = w.connect();
    c.say("GET /slow HTTP/1.1\r\nHost: h\r\n\r\nGET /qu");
    ASSERT_TRUE(w.until([&] { return w.service.slow == 1; }));
    w.pass(10 * idle_time);
    EXPECT_FALSE(c.ended);
    w.service.release();
    ASSERT_TRUE(w.until([&] { return last_status(c) == 200; }));
    w.settle();
    w.pass(head_time - 200ms);
    EXPECT_EQ(last_status(c), 200);
    w.pass(500ms);
    EXPECT_EQ(last_status(c), 408);
}

// A client whose own request the handler works on is not read: it can fill only its socket.
TEST(engine_slow, what_follows_a_request_waits_in_the_socket) {
    one_worker w{limits()};
    w.service.held = true;
    paired_client &c = w.connect();
    c.say("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n" + repeated(whole_quick, 100000));
    ASSERT_TRUE(w.until([&] { return w.service.slow == 1; }));
    w.pass(1s);
    EXPECT_TRUE(c.waiting());
    w.service.release();
    c.appetite = ~std::size_t{0};
    ASSERT_TRUE(w.until([&] { return test::count(c.got, "HTTP/1.1 302 Found\r\n") == 100000; }));
    w.pass(idle_time + 200ms);
    EXPECT_TRUE(c.ended);
    EXPECT_EQ(w.memory(), 0U);
}

// While the service stops, the limits are the same, and an idle connection or a handshake ends at once.
TEST(engine_slow, limits_while_stopping) {
    one_worker w{limits(), true};
    paired_client &idle = w.connect(layer::tls13);
    paired_client &shaking = w.connect(layer::raw);
    paired_client &head = w.connect(layer::tls13);
    paired_client &body = w.connect(layer::tls12);
    head.say("GET /qu");
    body.say(post_head + "Content-Length: 50000\r\n\r\nab");
    w.settle();
    w.drain();
    w.settle();
    EXPECT_TRUE(idle.ended);
    EXPECT_TRUE(shaking.ended);
    EXPECT_FALSE(head.ended || body.ended);
    w.pass(head_time + 200ms);
    EXPECT_EQ(last_status(head), 408);
    w.pass(body_time - head_time);
    EXPECT_EQ(last_status(body), 408);
    w.pass(linger_time + 200ms);
    EXPECT_EQ(w.open(), 0U);
    EXPECT_EQ(w.memory(), 0U);
}

// RFC 8446 4.6.3: the keys of a connection may change at any time, but that is no request.
TEST(engine_slow, messages_of_tls_are_no_progress) {
    one_worker w{limits(), true};
    paired_client &idle = w.connect(layer::tls13);
    paired_client &head = w.connect(layer::tls13);
    head.say("GET /qu");
    w.settle();
    const milliseconds begin = one_worker::passed();
    while (one_worker::passed() - begin < idle_time + 200ms) {
        idle.update_key(true);
        head.update_key(false);
        w.pass(100ms);
        if (one_worker::passed() - begin == head_time + 200ms) {
            EXPECT_EQ(last_status(head), 408);
        }
    }
    EXPECT_TRUE(idle.ended);
    EXPECT_EQ(w.memory(), 0U);
}

} // namespace
} // namespace uniform::http
