// Events as bytes: what is written is read, what is not written so is refused, and the hash is the one that is said.
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"

namespace {

using namespace uniform::store;
using namespace uniform::store::detail;

std::string hex(const digest &d) {
    std::string text;
    for (const auto b : d) {
        constexpr std::string_view digits = "0123456789abcdef";
        text += digits[std::to_integer<std::size_t>(b >> 4)];
        text += digits[std::to_integer<std::size_t>(b & std::byte{15})];
    }
    return text;
}

// Made by another program, from the description in event_encoding.hpp alone (Python's hashlib and struct).
TEST(event_encoding, the_hash_is_the_one_described) {
    const event_view first{.number = 1,
                           .at = 1795255200000000,
                           .who = "token:1",
                           .from = "192.0.2.1",
                           .action = "assign",
                           .kind = "name",
                           .id = "example:a",
                           .before = 0,
                           .body = "body"};
    const auto one = hash_of({}, first);
    EXPECT_EQ(hex(one), "d353434beb44d78b16cff206505d65da18d147bdee68d6178edcc39af91dca64");
    const event_view second{.number = 2,
                            .at = 1795255200000001,
                            .who = {},
                            .from = {},
                            .action = "put",
                            .kind = "token",
                            .id = "t",
                            .before = 1,
                            .body = std::string_view("\0\xFF", 2)};
    EXPECT_EQ(hex(hash_of(one, second)), "be9fd04b91c7623bd1383cf81f9dedba2962ec329bdbcf55134f71e07af7583c");
}

std::string packed(const std::vector<event_view> &events) {
    segment_writer w;
    for (const auto &e : events) w.add(e);
    return w.take();
}

RC_GTEST_PROP(event_encoding_properties, what_is_written_is_read, ()) {
    const auto text = rc::gen::container<std::string>(rc::gen::arbitrary<char>());
    const auto few = rc::gen::elementOf(std::vector<std::string>{"", "token:1", "local:somebody", "name", "assign"});
    const auto count = *rc::gen::inRange<std::size_t>(1, 40);
    const auto first = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 40U);
    auto at = *rc::gen::arbitrary<std::int32_t>() * std::int64_t{1000000};
    std::vector<std::array<std::string, 6>> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back({*few, *few, *few, *few, *text, *text});
    std::vector<event_view> events;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = first + i;
        at += *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 40U);
        const bool is_new = *rc::gen::arbitrary<bool>() || number == 1;
        const auto &t = texts[i];
        events.push_back(
            {number, at, t[0], t[1], t[2], t[3], t[4], is_new ? 0 : *rc::gen::inRange<std::uint64_t>(1, number), t[5]});
    }
    const auto bytes = packed(events);
    const auto read = read_segment(bytes, first, count);
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->events == events);
    RC_ASSERT(!read_segment(bytes, first, count + 1));
    const bool cut = count == 1 || !read_segment(bytes, first, count - 1);
    RC_ASSERT(cut);
    // A changed byte is other events, or none.
    auto changed = bytes;
    const auto place = *rc::gen::inRange<std::size_t>(0, bytes.size());
    changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 << *rc::gen::inRange(0, 8)));
    const auto other = read_segment(changed, first, count);
    // RC_ASSERT takes "||" for an operator of its own, and looks at both sides.
    const bool told = !other || other->events != events;
    RC_ASSERT(told);
}

// Only bodies that may have a secret may be without it: a name could be anything.
TEST(event_encoding, an_event_without_its_secret_has_the_hash_that_it_says) {
    const std::string hash = "0123456789abcdef0123456789ABCDEF";
    digest said;
    std::memcpy(said.data(), hash.data(), said.size());
    for (const std::string_view kind : {"token", "request", "draft", "webhook"}) {
        const std::vector<event_view> events{
            {.number = 1, .action = "create", .kind = kind, .id = "1", .body = "{}", .withheld = hash},
            {.number = 2, .action = "add", .kind = "registrar", .id = "a", .body = "{}"}};
        EXPECT_EQ(hash_of(digest{}, events[0]), said) << kind;
        const auto bytes = packed(events);
        const auto read = read_segment(bytes, 1, 2);
        ASSERT_TRUE(read) << kind;
        EXPECT_EQ(read->events, events) << kind;
    }
    for (const std::string_view kind : {"name", "namespace", "counter", "registrar", "tokens", ""}) {
        const std::vector<event_view> events{{.number = 1, .kind = kind, .id = "1", .body = "{}", .withheld = hash}};
        EXPECT_FALSE(read_segment(packed(events), 1, 1)) << kind;
    }
    const std::vector<event_view> one{{.number = 1, .kind = "token", .id = "1", .body = "{}", .withheld = hash}};
    auto cut = packed(one);
    cut.pop_back();
    EXPECT_FALSE(read_segment(cut, 1, 1));
}

// zstd's format has bits that its decoder passes over (a window's size, what is reserved): each is found all the same.
TEST(event_encoding, no_bit_of_a_compressed_segment_goes_unnoticed) {
    std::vector<event_view> events;
    const std::string id = "example:same";
    for (std::uint64_t i = 0; i < 40; ++i)
        events.push_back({.number = 1 + i,
                          .at = static_cast<std::int64_t>(i),
                          .who = "token:1",
                          .action = "assign",
                          .kind = "name",
                          .id = std::string_view(id).substr(0, id.size() - i % 5),
                          .body = i % 3 == 0 ? "a body of some length" : "another"});
    const auto bytes = packed(events);
    ASSERT_EQ(bytes.front(), 1);
    ASSERT_TRUE(read_segment(bytes, 1, events.size()));
    for (std::size_t at = 0; at < 8 * bytes.size(); ++at) {
        auto changed = bytes;
        changed[at / 8] = static_cast<char>(changed[at / 8] ^ static_cast<char>(1U << at % 8));
        EXPECT_FALSE(read_segment(changed, 1, events.size())) << "byte " << at / 8 << ", bit " << at % 8;
    }
}

TEST(event_encoding, what_is_not_a_segment_is_refused) {
    const std::string one =
        packed({{.number = 5, .at = 1, .who = "w", .action = "a", .kind = "k", .id = "i", .before = 4}});
    ASSERT_TRUE(read_segment(one, 5, 1));
    EXPECT_FALSE(read_segment(one, 0, 1));
    EXPECT_FALSE(read_segment(one, 5, 0));
    EXPECT_FALSE(read_segment(one, 1, 1)) << "event 1 cannot have one before it";
    EXPECT_FALSE(read_segment(one, 5, std::numeric_limits<std::uint64_t>::max()));
    EXPECT_FALSE(read_segment({}, 5, 1));
    EXPECT_FALSE(read_segment("\x02" + one.substr(1), 5, 1));
    EXPECT_FALSE(read_segment("\x01" + one.substr(1), 5, 1)) << "not compressed";
    EXPECT_FALSE(read_segment(one + "x", 5, 1)) << "more than there is";
    for (std::size_t n = 0; n < one.size(); ++n) EXPECT_FALSE(read_segment(one.substr(0, n), 5, 1)) << n;
    // A frame of zstd that says it holds 2^40 bytes.
    const std::string vast("\x28\xB5\x2F\xFD\xE0\0\0\0\0\0\1\0\0\1\0\0", 16);
    EXPECT_FALSE(read_segment('\1' + std::string(bytes_of(sha256(vast)).substr(0, 8)) + vast, 5, 1));
}

} // namespace
