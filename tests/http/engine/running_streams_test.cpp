// The threads of streams: whose stream gives its thread up to those that wait, and that nobody keeps all of them.

#include "http/engine/running_streams.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

struct stream {
    std::string client = {};
    std::optional<int> since = {}; // empty: the service works for it
    bool rest = false;
    bool ended = false;

    [[nodiscard]] std::optional<int> waits_since() const { return since; }
    [[nodiscard]] bool rests() const { return rest; }
    void give_way() { ended = true; }
};

// A client is a letter, and what follows is since when its stream waits; "-": it does not. With "~" it waits for news.
std::vector<stream> streams_in(std::string_view text) {
    std::vector<stream> all;
    for (std::size_t n = 0; n + 1 < text.size(); n += 3) {
        all.push_back({.client = std::string{text.substr(n, 1)}});
        if (text[n + 1] != '-') all.back().since = text[n + 1] - '0';
        all.back().rest = n + 2 < text.size() && text[n + 2] == '~';
    }
    return all;
}

struct fact {
    std::size_t threads;
    std::string_view running; // "a1 a2 b-"
    std::string_view waiting; // "c2 d1": how many of each
    std::string_view gives;   // as in `running`: those that give way
};

// A comment is the reason of the row below it.
constexpr fact facts[]{
    // a thread is free
    {4, "a1 a2 b3", "c1", ""},
    // nobody waits
    {4, "a1 a2 b3 b4", "", ""},
    // of two clients with two, the stream that waited longest
    {4, "a2 a1 b3 b4", "c1", "a1 "},
    // of the client with the most, not the one that waited longest
    {4, "a7 a8 a9 b1", "c1", "a7 "},
    // the service works for one of them
    {4, "a- a8 a9 b1", "c1", "a8 "},
    // and for all of those that have more than c would have
    {4, "a- a- a- b1", "c1", ""},
    {4, "a- a- b1 b2", "c1", "b1 "},
    // each has one
    {4, "a1 b2 c3 d4", "e1", ""},
    // nobody has more than a would have
    {4, "a1 a2 b3 b4", "a5", ""},
    {4, "a1 a2 a3 b4", "b1", "a1 "},
    // until both have as many
    {4, "a1 a2 a3 a4", "b4", "a1 a2 "},
    // until each has one; e waits
    {4, "a1 a2 a3 a4", "b4 c4 d4 e4", "a1 a2 a3 "},
    // the client with the fewest, whoever waits before it
    {8, "a1 a2 a3 a4 b5 b6 b7 b8", "a9 b9 c1", "a1 "},
    // a third one for c would be as many as the others have
    {8, "a1 a2 a3 a4 b5 b6 b7 b8", "c3", "a1 b5 "},
    // a stream that waits for news gives way to any other, also to one of a client that has more
    {4, "a1 a2 a3 b4~", "c1", "b4 "},
    {4, "a1 a2 a3 b4~", "a1", "b4 "},
    {4, "a1~b2~c3 d4 ", "e1", "a1 "},
    {4, "a3~b2~c1 d4 ", "e4", "a3 b2 "},
};

TEST(running_streams, whose_stream_gives_way) {
    for (const fact &f : facts) {
        SCOPED_TRACE(std::string{f.running} + ", waiting " + std::string{f.waiting});
        std::vector<stream> all = streams_in(f.running);
        running_streams<stream> r{f.threads};
        for (stream &s : all) r.begin(s);
        std::vector<running_streams<stream>::line> waiting;
        for (const stream &s : streams_in(f.waiting)) {
            waiting.emplace_back(s.client, static_cast<std::size_t>(s.since.value_or(0)));
        }
        const std::size_t number = r.share_out(waiting, r.begun());
        std::string gave;
        std::size_t ended = 0;
        for (std::size_t n = 0; n < all.size(); ++n) {
            if (!all[n].ended) continue;
            if (!all[n].rest) ++ended;
            gave += std::string{f.running.substr(3 * n, 2)} + " ";
        }
        EXPECT_EQ(gave, f.gives);
        EXPECT_EQ(number, ended);
        EXPECT_EQ(r.share_out(waiting, r.begun()), 0U) << "they have not ended yet, and are enough";
    }
}

// The lines are read before: meanwhile, the stream that waited may have got the thread that was given up for it.
TEST(running_streams, who_has_begun_since_waits_no_more) {
    std::vector<stream> all = streams_in("a1 a2 a3 a4 b5");
    running_streams<stream> r{4};
    for (std::size_t n = 0; n < 4; ++n) r.begin(all[n]);
    const std::uint64_t before = r.begun();
    r.end(all[0]);
    r.begin(all[4]);
    EXPECT_EQ(r.share_out({{"b", 1}}, before), 0U);
    EXPECT_EQ(r.share_out({{"b", 1}}, r.begun()), 1U) << "another one of the same client waits";
}

TEST(running_streams, who_has_ended_has_no_thread) {
    std::vector<stream> all = streams_in("a1 a2");
    running_streams<stream> r{2};
    for (stream &s : all) r.begin(s);
    EXPECT_EQ(r.of("a"), 2U);
    EXPECT_EQ(r.of("b"), 0U);
    EXPECT_EQ(r.share_out({{"b", 1}}, r.begun()), 1U);
    EXPECT_EQ(r.of("a"), 1U) << "one of them leaves";
    r.end(all[0]);
    EXPECT_EQ(r.share_out({{"b", 1}}, r.begun()), 0U) << "a thread is free";
    r.end(all[1]);
    EXPECT_EQ(r.of("a"), 0U);
}

engine_options with_eight_threads() {
    engine_options o = small();
    o.pool = 32;
    return o;
}

// A request that waits for news has the only thread for streams. It is answered at once when another stream needs the
// thread, and so is one whose client has left meanwhile, which nobody notices before.
TEST_F(engine_over_sockets, who_waits_for_news_gives_way) {
    start(); // with one thread for streams
    client waits{engine_->port()};
    waits.send(get("/rest"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
    client other{engine_->port()};
    other.send(post("/stream", "abc"));
    EXPECT_EQ(body(other.one()), "3");
    EXPECT_EQ(body(waits.one()), "not");
    EXPECT_EQ(engine_->count().refused, 0U) << "nobody lost anything";
    {
        client leaves{engine_->port()};
        leaves.send(get("/rest"));
        ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 3; }));
    }
    client another{engine_->port()};
    another.send(post("/stream", "abcd"));
    EXPECT_EQ(body(another.one()), "4");
    EXPECT_EQ(service_.cut, 2);
}

// Two addresses that read their downloads slowly have all threads for streams. A third client is served nevertheless,
// and one download ends for it: incomplete, so that its client knows.
TEST_F(engine_over_sockets, slow_downloads_of_two_addresses_give_way) {
    start(with_eight_threads());
    std::vector<std::unique_ptr<client>> slow;
    for (const char *from : {"127.0.0.2", "127.0.0.3"}) {
        for (int n = 0; n < 4; ++n) {
            slow.push_back(std::make_unique<client>(engine_->port(), 4096, from));
            slow.back()->send(get("/download"));
        }
    }
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 8; }));
    client other{engine_->port(), 0, "127.0.0.4"};
    other.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
    EXPECT_EQ(body(other.one()), "3");
    EXPECT_EQ(service_.cut, 1);
    EXPECT_EQ(engine_->count().refused, 1U);
    // The one that ended shows it; the others go on.
    constexpr std::size_t enough = std::size_t{8} << 20U; // more than the buffers on the way
    int incomplete = 0;
    for (const auto &c : slow) {
        const std::string got = c->receive_until([](const std::string &t) { return t.size() > enough; });
        if (!c->closed()) continue;
        ++incomplete;
        EXPECT_EQ(status(got), 200);
        EXPECT_FALSE(got.ends_with("\r\n0\r\n\r\n"));
    }
    EXPECT_EQ(incomplete, 1);
    EXPECT_EQ(service_.cut, 1);
}

// The same with bodies that come slowly: no response has begun, so that the client gets one.
TEST_F(engine_over_sockets, slow_imports_of_two_addresses_give_way) {
    start(with_eight_threads());
    std::vector<std::unique_ptr<client>> slow;
    for (const char *from : {"127.0.0.2", "127.0.0.3"}) {
        for (int n = 0; n < 4; ++n) {
            slow.push_back(std::make_unique<client>(engine_->port(), 0, from));
            slow.back()->send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx");
        }
    }
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 8; }));
    client other{engine_->port(), 0, "127.0.0.4"};
    other.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
    EXPECT_EQ(body(other.one()), "3");
    EXPECT_TRUE(uniform::test::soon([&] { return service_.by_status()[503] == 1; }));
    int refused = 0;
    for (const auto &c : slow) {
        const std::string got = c->receive_until([](const std::string &t) { return !t.empty(); }, 100ms);
        if (status(got) == 503) ++refused;
    }
    EXPECT_EQ(refused, 1);
}

} // namespace
} // namespace uniform::http
