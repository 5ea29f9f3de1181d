// The memory that clients can make the service hold: the budget itself, and bodies and responses of the engine under
// it.

#include "http/engine/memory_budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

using verdict = memory_budget::verdict;

TEST(memory_budget, parts_of_clients_and_the_reserve) {
    memory_budget b{1000, 200};
    std::array<memory_budget::share, 8> s;
    EXPECT_EQ(s[0].hold(b, "a", false, 200), verdict::taken);
    EXPECT_EQ(s[1].hold(b, "a", false, 1), verdict::client_has_its_part);
    EXPECT_EQ(s[2].hold(b, "b", false, 151), verdict::all_is_used) << "it leaves as much as it takes";
    EXPECT_EQ(s[2].hold(b, "b", false, 150), verdict::taken);
    EXPECT_EQ(s[3].hold(b, "c", false, 75), verdict::taken);
    EXPECT_EQ(s[3].hold(b, "c", false, 76), verdict::all_is_used);
    EXPECT_EQ(s[4].hold(b, "d", false, 37), verdict::taken) << "however many come";
    EXPECT_EQ(s[7].hold(b, "e", false, 38), verdict::all_is_used) << "half is reserved";
    EXPECT_EQ(s[5].hold(b, "known", true, 270), verdict::all_is_used) << "it leaves as much as it takes";
    EXPECT_EQ(s[5].hold(b, "known", true, 269), verdict::taken);
    EXPECT_EQ(s[6].hold(b, "known 2", true, 135), verdict::all_is_used);
    EXPECT_EQ(s[6].hold(b, "known 2", true, 134), verdict::taken);
    s[6].give_back();
    s[5].give_back();
    EXPECT_EQ(s[6].hold(b, "known 2", true, 376), verdict::client_has_its_part);
    EXPECT_EQ(s[6].bytes(), 0U);
    EXPECT_EQ(b.used(), 462U);
}

TEST(memory_budget, known_clients_leave_something_to_each_other_and_to_the_others) {
    memory_budget b{1000, 200};
    std::array<memory_budget::share, 12> known;
    std::size_t left = 750;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::string client = "known " + std::to_string(i);
        std::size_t has = 0;
        while (known[i].hold(b, client, true, has + 1) == verdict::taken) ++has;
        EXPECT_EQ(has, left / 2) << client;
        left -= has;
        if (i < 8) {
            EXPECT_GT(has, 0U) << client;
        }
    }
    // A quarter is reserved for the others, who leave something to each other, too, and to whoever is known and comes
    // later.
    left = 1000 - b.used();
    EXPECT_GE(left, 250U);
    std::array<memory_budget::share, 7> others;
    for (std::size_t i = 0; i < others.size(); ++i) {
        const std::string client = "other " + std::to_string(i);
        std::size_t has = 0;
        while (others[i].hold(b, client, false, has + 1) == verdict::taken) ++has;
        EXPECT_EQ(has, std::min<std::size_t>(left / 2, 200)) << client;
        EXPECT_GT(has, 0U) << client;
        left -= has;
    }
    known[0].give_back();
    EXPECT_EQ(known[0].hold(b, "later", true, 100), verdict::taken);
}

TEST(memory_budget, a_share_grows_shrinks_and_moves) {
    memory_budget b{1000, 200};
    {
        memory_budget::share one;
        EXPECT_EQ(one.hold(b, "a", false, 100), verdict::taken);
        EXPECT_EQ(one.hold(b, "a", false, 201), verdict::client_has_its_part);
        EXPECT_EQ(one.bytes(), 100U) << "it keeps what it has";
        EXPECT_EQ(one.hold(b, "a", false, 50), verdict::taken);
        EXPECT_EQ(b.used(), 50U);
        memory_budget::share two = std::move(one);
        EXPECT_EQ(two.bytes(), 50U);
        memory_budget::share three;
        EXPECT_EQ(three.hold(b, "b", false, 200), verdict::taken);
        three = std::move(two);
        EXPECT_EQ(b.used(), 50U) << "its own was given back";
        EXPECT_FALSE(b.is_scarce());
        EXPECT_EQ(two.hold(b, "c", false, 201), verdict::client_has_its_part);
        EXPECT_EQ(two.hold(b, "c", false, 200), verdict::taken) << "one that was moved from can be used again";
        EXPECT_FALSE(b.is_scarce()) << "exactly a quarter";
        EXPECT_EQ(three.hold(b, "b", false, 51), verdict::taken);
        EXPECT_TRUE(b.is_scarce());
    }
    EXPECT_EQ(b.used(), 0U);
}

std::string whole(std::string_view who) { return get("/whole", "X-Client: " + std::string{who} + "\r\n"); }

// So many clients that ask and read nothing; their sockets accept little.
std::vector<std::unique_ptr<client>> slow_readers(std::uint16_t port, int number, std::string_view request,
                                                  int receive_buffer = 65536) {
    std::vector<std::unique_ptr<client>> all;
    for (int n = 0; n < number; ++n) {
        all.push_back(std::make_unique<client>(port, receive_buffer));
        all.back()->send(request);
    }
    return all;
}

constexpr std::size_t whole_bytes = test::by_path::whole_bytes;

TEST_F(engine_over_sockets, responses_that_are_not_read_have_a_budget) {
    engine_options o = small();
    o.unsent = 16 * whole_bytes; // a client may have 4 responses, the next 2, the next 1, the next none
    start(o);
    const auto slow = slow_readers(engine_->port(), 4, whole("a"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 4 * whole_bytes; }));
    EXPECT_EQ(status(ask(whole("a"))), 429) << "it must read what it has";
    EXPECT_EQ(status(ask(get("/head", "X-Client: a\r\n"))), 200) << "small responses are always sent";
    const auto other = slow_readers(engine_->port(), 2, whole("b"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 6 * whole_bytes; }));
    EXPECT_EQ(status(ask(whole("b"))), 503);
    const auto third = slow_readers(engine_->port(), 1, whole("c"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 7 * whole_bytes; }));
    EXPECT_EQ(status(ask(whole("d"))), 503);
    EXPECT_EQ(status(ask(get("/whole", "X-Client: t\r\nX-Known: 1\r\n"))), 200) << "the reserve";
    // Reading gives it back.
    for (const auto &c : slow) EXPECT_EQ(body(c->one()).size(), whole_bytes);
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 3 * whole_bytes; }));
    EXPECT_EQ(status(ask(whole("a"))), 200);
}

// Behind a proxy, one client does not use up the share of the others.
TEST_F(engine_over_sockets, cached_responses_that_are_not_read_are_of_their_client) {
    engine_options o = small();
    o.unsent = 16 * whole_bytes; // of which a client may have a quarter; the sockets take a part of each response
    start(o);
    const auto cached = [](std::string_view who) {
        return get("/quick-whole", "X-Client: " + std::string{who} + "\r\n");
    };
    const auto slow = slow_readers(engine_->port(), 24, cached("a"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().refused >= 4; }));
    EXPECT_EQ(body(ask(cached("b"))).size(), whole_bytes);
}

TEST_F(engine_over_sockets, who_reads_slowly_is_disconnected_when_memory_is_scarce) {
    engine_options o = small();
    o.unsent = 16 * whole_bytes;
    start(o);
    auto slow = slow_readers(engine_->port(), 4, whole("a"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 4 * whole_bytes; }));
    auto other = slow_readers(engine_->port(), 2, whole("b"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 6 * whole_bytes; }));
    pass(3s);
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 0; }));
    EXPECT_EQ(status(ask(whole("a"))), 200);
    for (const auto &c : slow) EXPECT_LT(c->rest().size(), whole_bytes);
}

TEST_F(engine_over_sockets, a_response_is_read_at_a_minimum_rate) {
    start();
    auto slow = slow_readers(engine_->port(), 1, whole("a"), 4096);
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == whole_bytes; }));
    // A little from time to time: each is progress, but 8 KiB a second are required.
    for (int n = 0; n < 100; ++n) {
        pass(5s);
        (void)slow[0]->some(4096);
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().unsent_bytes == 0; }));
    EXPECT_LT(slow[0]->rest().size(), whole_bytes - 100 * 4096);
    EXPECT_TRUE(slow[0]->closed());
}

TEST_F(engine_over_sockets, pipelined_responses_that_are_not_read_have_the_same_budget) {
    engine_options o = small();
    o.unsent = std::size_t{64} << 10U; // a client has 16 KiB
    start(o);
    std::string many;
    for (int n = 0; n < 2000; ++n) many += get("/quick/" + std::string(8000, 'x'));
    std::vector<std::unique_ptr<client>> all;
    std::vector<std::thread> senders;
    for (int n = 0; n < 16; ++n) {
        all.push_back(std::make_unique<client>(engine_->port(), 4096));
        senders.emplace_back([&many, c = all.back().get()] { (void)c->send(many); });
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().refused > 0; }));
    EXPECT_LE(engine_->count().unsent_bytes, std::size_t{16} << 10U);
    for (const auto &c : all) c->shut();
    engine_.reset(); // ends the sending
    for (std::thread &t : senders) t.join();
}

std::string head_of_body(std::string_view fields, std::size_t length) {
    return "POST /slow HTTP/1.1\r\nHost: h\r\n" + std::string{fields} + "Content-Length: " + std::to_string(length) +
           "\r\n\r\n";
}

constexpr std::size_t begun_body = std::size_t{1} << 20U;

// A request whose last ten bytes are missing.
void begin(client &c, std::string_view fields) {
    c.send(head_of_body(fields, begun_body + 10));
    c.send(std::string(begun_body, 'x'));
}

TEST_F(engine_over_sockets, a_body_holds_what_its_length_says) {
    start(small());
    const std::string part(std::size_t{1} << 20U, 'x');
    client one{engine_->port()};
    one.send(head_of_body({}, part.size() + 10));
    for (std::size_t from = 0; from < part.size(); from += 100'000) one.send(part.substr(from, 100'000));
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().body_bytes >= part.size() + 10; }));
    EXPECT_EQ(engine_->count().body_bytes, part.size() + 10) << "nothing is left to hold when the rest arrives";
    one.send("0123456789");
    EXPECT_EQ(status(one.one()), 200);
}

TEST_F(engine_over_sockets, bodies_have_a_budget_with_a_reserve) {
    engine_options o = small();
    o.bodies = std::size_t{16} << 20U; // a client has 2 MiB, all without the reserve have 8
    start(o);
    constexpr std::size_t whole = begun_body + 10;
    client one{engine_->port()};
    begin(one, "X-Client: a\r\n");
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().body_bytes >= whole; }));
    client two{engine_->port()};
    begin(two, "X-Client: a\r\n");
    const std::string refused = two.rest();
    EXPECT_EQ(status(refused), 429);
    EXPECT_TRUE(refused.contains("whose access token is not verified yet may take no more than 2097152 bytes"));
    std::vector<std::unique_ptr<client>> others;
    for (int n = 0; n < 16 && engine_->count().refused < 2; ++n) {
        others.push_back(std::make_unique<client>(engine_->port()));
        const std::uint64_t before = engine_->count().body_bytes;
        begin(*others.back(), "X-Client: " + std::to_string(n) + "\r\n");
        ASSERT_TRUE(uniform::test::soon(
            [&] { return engine_->count().body_bytes >= before + whole || engine_->count().refused > 1; }));
    }
    EXPECT_EQ(status(others.back()->rest()), 503);
    // Who is known has the reserve.
    client known{engine_->port()};
    begin(known, "X-Client: token\r\nX-Known: 1\r\n");
    known.send("0123456789");
    EXPECT_EQ(status(known.one()), 200);
    one.send("0123456789");
    EXPECT_EQ(status(one.one()), 200) << "what was being read is not lost";
}

// Two tokens at one address: neither an address without a token nor a third token is locked out.
TEST_F(engine_over_sockets, bodies_of_two_known_clients_leave_place_for_others) {
    engine_options o = small();
    o.bodies = std::size_t{32} << 20U; // the first token has 12 MiB, the second 6
    start(o);
    constexpr std::size_t whole = begun_body + 10;
    std::vector<std::unique_ptr<client>> held;
    std::uint64_t refused = 0;
    for (const std::string_view token : {"token 1", "token 2"}) {
        const std::uint64_t before = refused;
        while (refused == before) {
            held.push_back(std::make_unique<client>(engine_->port()));
            begin(*held.back(), "X-Client: " + std::string{token} + "\r\nX-Known: 1\r\n");
            ASSERT_TRUE(uniform::test::soon([&] {
                return engine_->count().body_bytes == held.size() * whole || engine_->count().refused > refused;
            }));
            refused = engine_->count().refused;
        }
        held.pop_back();
        ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().body_bytes == held.size() * whole; }));
    }
    EXPECT_GE(held.size(), 12U);
    for (const std::string_view fields : {"X-Client: 127.0.0.1\r\n", "X-Client: token 3\r\nX-Known: 1\r\n"}) {
        client other{engine_->port()};
        begin(other, fields);
        other.send("0123456789");
        EXPECT_EQ(status(other.one()), 200) << fields;
    }
}

TEST_F(engine_over_sockets, slow_bodies_are_refused_when_memory_is_scarce) {
    engine_options o = small();
    o.bodies = std::size_t{16} << 20U;
    start(o);
    const std::string part(std::size_t{1} << 20U, 'x');
    std::vector<std::unique_ptr<client>> slow;
    for (int n = 0; n < 4; ++n) {
        slow.push_back(std::make_unique<client>(engine_->port()));
        slow.back()->send(head_of_body("X-Client: " + std::to_string(n) + "\r\n", part.size() + 10));
        slow.back()->send(part);
    }
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().body_bytes > 4 * part.size(); }));
    pass(140s); // a mebibyte has earned 128 s
    EXPECT_TRUE(uniform::test::soon([&] { return service_.by_status()[408] > 0; })) << "20 s before it would be";
}

TEST_F(engine_over_sockets, a_refusal_of_the_policy_is_sent_before_the_body) {
    start();
    client c{engine_->port()};
    c.send("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
    const std::string refused = c.rest();
    EXPECT_EQ(status(refused), 429);
    EXPECT_EQ(body(refused), "refused");
    EXPECT_EQ(count(refused, "Connection: close\r\n"), 1);
    client again{engine_->port()};
    again.send(get("/refused") + get("/quick"));
    EXPECT_EQ(status(again.one()), 429);
    EXPECT_EQ(status(again.one()), 302) << "without a body, the connection stays open";
}

TEST_F(engine_over_sockets, streams_of_one_token_from_many_addresses) {
    engine_options o = small();
    o.pool = 32;
    o.streams_per_client = 2;
    start(o);
    const auto begin = [](std::string_view client, std::string_view token) {
        return "POST /stream-mine HTTP/1.1\r\nHost: h\r\nX-Client: " + std::string{client} +
               "\r\nX-Token: " + std::string{token} + "\r\nContent-Length: 3\r\n\r\na";
    };
    client one{engine_->port()};
    client two{engine_->port()};
    one.send(begin("1", "t"));
    two.send(begin("2", "t"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 2; }));
    EXPECT_EQ(status(ask(begin("3", "t"))), 429);
    client other{engine_->port()};
    other.send(begin("1", "u") + "bc");
    EXPECT_EQ(status(other.one()), 200);
    one.send("bc");
    EXPECT_EQ(status(one.one()), 200);
    // The place is free when the handler has ended, which may be after the client has its response.
    EXPECT_TRUE(uniform::test::soon([&] {
        client next{engine_->port()};
        next.send(begin("3", "t") + "bc");
        return status(next.one()) == 200;
    }));
}

} // namespace
} // namespace uniform::http
