// Limits by address and by token: token buckets, networks, trusted proxies.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>

#include "http/operation/limits.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;

TEST(rate_limit, a_burst_and_then_so_many_a_second) {
    rate_limit l(10, 5, 1024);
    auto now = rate_limit::clock::time_point{} + 1h;
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(l.take(1, now).allowed) << i;
    const auto refused = l.take(1, now);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.limit, 5U);
    EXPECT_EQ(refused.remaining, 0U);
    EXPECT_EQ(refused.reset, 1U);
    EXPECT_TRUE(l.take(2, now).allowed) << "another client has a bucket of its own";
    now += 100ms;
    EXPECT_TRUE(l.take(1, now).allowed);
    EXPECT_FALSE(l.take(1, now).allowed);
    now += 1h;
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(l.take(1, now).allowed) << i;
    EXPECT_FALSE(l.take(1, now).allowed) << "never more than the burst";
}

TEST(rate_limit, none_allows_all) {
    rate_limit l(0, 0, 1024);
    EXPECT_FALSE(l.on());
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(l.take(1, rate_limit::clock::now()).allowed);
}

TEST(rate_limit, a_look_takes_nothing) {
    rate_limit l(1, 1, 64);
    const auto now = rate_limit::clock::time_point{} + 1h;
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(l.take(7, now, 0).allowed);
    EXPECT_TRUE(l.take(7, now).allowed);
    EXPECT_FALSE(l.take(7, now, 0).allowed);
}

TEST(rate_limit, memory_is_bounded_and_the_busy_are_remembered) {
    rate_limit l(1, 3, 64);
    auto now = rate_limit::clock::time_point{} + 1h;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(l.take(42, now).allowed);
    for (std::uint64_t other = 1000; other < 100000; ++other) {
        now += 1us;
        EXPECT_TRUE(l.take(other, now).allowed); // a new client is never refused because of others
        if (other % 3 == 0) {
            EXPECT_FALSE(l.take(42, now).allowed) << "who asks all the time is not forgotten";
        }
    }
}

TEST(network, contains_its_addresses) {
    const struct {
        const char *network, *address;
        bool holds;
    } rows[]{
        {"10.0.0.0/8", "10.255.0.1", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"10.0.0.0/8", "::ffff:10.1.2.3", true},
        {"192.0.2.7", "192.0.2.7", true},
        {"192.0.2.7", "192.0.2.8", false},
        {"0.0.0.0/0", "203.0.113.9", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"2001:db8::/33", "2001:db8:7fff::1", true},
        {"2001:db8::/33", "2001:db8:8000::1", false},
        {"::/0", "2001:db8::1", true},
        {"::1", "::1", true},
        {"192.0.2.128/25", "192.0.2.127", false},
    };
    for (const auto &row : rows) {
        network n;
        address_bytes a;
        ASSERT_TRUE(read_network(row.network, n)) << row.network;
        ASSERT_TRUE(read_address(row.address, a)) << row.address;
        EXPECT_EQ(n.holds(a), row.holds) << row.network << ' ' << row.address;
    }
    for (const char *bad :
         {"", "10.0.0.0/33", "10.0.0/8", "::/129", "host", "10.0.0.1/", "10.0.0.1/-1", "1.2.3.4/8x"}) {
        network n;
        EXPECT_FALSE(read_network(bad, n)) << bad;
    }
}

std::string client(const std::vector<std::string> &proxies, std::string_view remote, std::vector<field> fields) {
    settings s;
    s.trusted_proxies = proxies;
    s.rate_entries = 64;
    const limits l(s);
    request r{};
    r.fields = fields;
    r.remote = remote;
    return std::string{l.client_of(r)};
}

TEST(limits, the_client_behind_trusted_proxies) {
    const std::vector<std::string> proxies{"10.0.0.0/8", "::1"};
    const struct {
        const char *remote;
        std::vector<field> fields;
        const char *client;
    } rows[]{
        {"203.0.113.1",
         {{"X-Forwarded-For", "192.0.2.1"}},
         "203.0.113.1"}, // not a proxy of ours: anybody may write that
        {"10.0.0.1", {}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1"}}, "192.0.2.1"},
        {"10.0.0.1", {{"x-forwarded-FOR", " 192.0.2.1 "}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "6.6.6.6, 192.0.2.1"}}, "192.0.2.1"}, // the first one was sent by the client
        {"10.0.0.1", {{"X-Forwarded-For", "6.6.6.6, 192.0.2.1, 10.9.9.9"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1"}, {"X-Forwarded-For", "10.2.2.2"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "10.3.3.3, 10.2.2.2"}}, "10.3.3.3"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1, unknown"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", ""}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1, "}}, "192.0.2.1"}, // empty elements of a list are no elements
        {"10.0.0.1", {{"X-Forwarded-For", "6.6.6.6,,192.0.2.1 , ,"}}, "192.0.2.1"},
        {"::1", {{"X-Forwarded-For", "[2001:db8::1]"}}, "2001:db8::1"},
        // RFC 7239 6: with a port
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:4711"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "6.6.6.6:1, 192.0.2.1:65535, 10.9.9.9:80"}}, "192.0.2.1"},
        {"::1", {{"X-Forwarded-For", "[2001:db8::1]:4711"}}, "2001:db8::1"},
        {"::1", {{"X-Forwarded-For", "2001:db8::1"}}, "2001:db8::1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:x"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:123456"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:65536"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:99999"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:-1"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1:+1"}}, "10.0.0.1"},
        {"::1", {{"X-Forwarded-For", "[2001:db8::1]:65536"}}, "::1"},
        // RFC 7239 4 and 6: the field Forwarded has quotation marks, and names them "for"
        {"10.0.0.1", {{"X-Forwarded-For", "\"192.0.2.1:4711\""}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "for=192.0.2.1"}}, "10.0.0.1"},
        // RFC 4291 2.5.5.2
        {"10.0.0.1", {{"X-Forwarded-For", "::ffff:192.0.2.1"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "[::FFFF:192.0.2.1]:80"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.2.1, ::ffff:10.0.0.2"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "::ffff:c000:201"}}, "192.0.2.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "0:0:0:0:0:FFFF:192.0.2.1"}}, "192.0.2.1"},
        {"10.0.0.1",
         {{"X-Forwarded-For", "::ffff:a00:2, 10.0.0.1"}},
         "10.0.0.2"}, // a trusted one, and nothing before it
        // RFC 5952 4: one text for one address
        {"10.0.0.1", {{"X-Forwarded-For", "2001:0DB8:0:0:0:0:0:1"}}, "2001:db8::1"},
        {"10.0.0.1", {{"X-Forwarded-For", "[2001:DB8::0:1]:4711"}}, "2001:db8::1"},
        {"10.0.0.1", {{"X-Forwarded-For", "2001:db8::1:1:1:1:1"}}, "2001:db8:0:1:1:1:1:1"},
        {"10.0.0.1", {{"X-Forwarded-For", "2001:db8:0:0:1:0:0:1"}}, "2001:db8::1:0:0:1"},
        {"::1", {{"X-Forwarded-For", "0::0001"}}, "::1"},
        // RFC 3986 3.2.2: no address at all
        {"10.0.0.1", {{"X-Forwarded-For", "192.0.02.1"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "2001:db8::00001"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "fe80::1%eth0"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "[2001:db8::1]4711"}}, "10.0.0.1"},
        {"10.0.0.1", {{"X-Forwarded-For", "[2001:db8::1"}}, "10.0.0.1"},
    };
    for (const auto &row : rows) EXPECT_EQ(client(proxies, row.remote, row.fields), row.client);
    EXPECT_EQ(client({}, "10.0.0.1", {{"X-Forwarded-For", "192.0.2.1"}}), "10.0.0.1");
}

TEST(limits, one_v6_subnet_is_one_client) {
    settings s;
    s.rate_entries = 1024;
    s.rate_address = 1;
    s.burst_address = 1;
    limits l(s);
    EXPECT_TRUE(l.from("2001:db8:1:2::1").allowed);
    EXPECT_FALSE(l.from("2001:db8:1:2:ffff::9").allowed);
    EXPECT_TRUE(l.from("2001:db8:1:3::1").allowed);
    EXPECT_TRUE(l.from("192.0.2.1").allowed);
    EXPECT_TRUE(l.from("192.0.2.2").allowed);
    EXPECT_FALSE(l.from("::ffff:192.0.2.2").allowed) << "the same address in its other form";
}

TEST(limits, by_address_and_kind) {
    settings s;
    s.rate_entries = 1024;
    s.rate_api = 1;
    s.burst_api = 2;
    limits l(s);
    EXPECT_TRUE(l.api("192.0.2.1").allowed);
    EXPECT_TRUE(l.api("192.0.2.1").allowed);
    EXPECT_FALSE(l.api("192.0.2.1").allowed);
    EXPECT_TRUE(l.api("192.0.2.2").allowed);
    EXPECT_TRUE(l.from("192.0.2.1").allowed) << "names are not counted with these";
    EXPECT_TRUE(l.writes("192.0.2.1").allowed);
}

TEST(limits, bytes_that_anyone_stores_in_a_day) {
    settings s;
    s.rate_entries = 1024;
    s.stored_address = 2000; // half of it at once
    s.stored_anonymous = 5000;
    limits l(s);
    EXPECT_TRUE(l.stores("2001:db8::1", 600).verdict.allowed);
    const auto own = l.stores("2001:db8::2", 600);
    EXPECT_FALSE(own.verdict.allowed) << "the same /64";
    EXPECT_EQ(own.by, limited_by::stored_of_address);
    EXPECT_GE(own.verdict.reset, 17'000U); // 200 bytes of 1000 in a day
    EXPECT_LE(own.verdict.reset, 17'280U);
    EXPECT_EQ(too_many_requests(own.verdict, own.by).detail,
              "one address may, without an access token, add 2000 bytes a day: try again in " +
                  std::to_string(own.verdict.reset) + " s");
    EXPECT_TRUE(l.stores("2001:db8::1", 300).verdict.allowed);
    EXPECT_TRUE(l.stores("192.0.2.1", 1000).verdict.allowed);
    const auto all = l.stores("192.0.2.2", 1000);
    EXPECT_FALSE(all.verdict.allowed);
    EXPECT_EQ(all.by, limited_by::stored_of_all);
    EXPECT_TRUE(l.stores("192.0.2.2", 500).verdict.allowed) << "the address was not charged either";
    s.stored_address = s.stored_anonymous = 0;
    l.change(s);
    EXPECT_TRUE(l.stores("192.0.2.2", 1'000'000).verdict.allowed);
    l.stored_nothing("192.0.2.2", 1'000'000);
}

// The bytes that one address, and all together, add in any 24 hours.
TEST(limits, any_24_hours_stay_within_the_limit_of_a_day) {
    settings s;
    s.rate_entries = 1024;
    s.stored_address = 10'000;
    s.stored_anonymous = 15'000;
    limits l(s);
    constexpr std::size_t minutes = 3 * 24 * 60;
    std::vector<std::uint64_t> own(minutes);
    std::vector<std::uint64_t> all(minutes);
    const auto start = rate_limit::clock::time_point{} + 1h;
    for (std::size_t m = 0; m < minutes; ++m) {
        const auto now = start + std::chrono::minutes{m};
        while (m >= 600 && l.stores("192.0.2.1", 50, now).verdict.allowed) own[m] += 50;
        all[m] = own[m];
        while (m >= 900 && l.stores("192.0.2.2", 50, now).verdict.allowed) all[m] += 50;
    }
    const auto most = [](const std::vector<std::uint64_t> &taken) {
        std::uint64_t result = 0;
        for (std::size_t from = 0; from + 24 * 60 <= taken.size(); ++from) {
            std::uint64_t sum = 0;
            for (std::size_t m = from; m < from + 24 * 60; ++m) sum += taken[m];
            result = std::max(result, sum);
        }
        return result;
    };
    EXPECT_LE(most(own), 10'000U);
    EXPECT_GE(most(own), 9'900U);
    EXPECT_LE(most(all), 15'000U);
    EXPECT_GE(most(all), 14'900U);
}

TEST(limits, what_was_refused_is_not_charged) {
    settings s;
    s.rate_entries = 1024;
    s.stored_address = 2000;
    s.stored_anonymous = 3000;
    limits l(s);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(l.stores("192.0.2.1", 1000).verdict.allowed) << i;
        l.stored_nothing("192.0.2.1", 1000);
    }
    EXPECT_TRUE(l.stores("192.0.2.2", 1000).verdict.allowed) << "nor all together";
    l.stored_nothing("192.0.2.2", 1000);
    l.stored_nothing("192.0.2.2", 1000);
    EXPECT_FALSE(l.stores("192.0.2.2", 1001).verdict.allowed) << "never more than half of a day's part at once";
}

TEST(limits, an_attempt_has_failed_until_it_succeeds) {
    settings s;
    s.rate_entries = 1024;
    s.failed_tokens = 2;
    limits l(s);
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(l.begin_attempt("192.0.2.1").allowed) << i;
        l.succeeded("192.0.2.1");
    }
    EXPECT_TRUE(l.begin_attempt("192.0.2.1").allowed);
    EXPECT_TRUE(l.begin_attempt("192.0.2.1").allowed);
    EXPECT_FALSE(l.begin_attempt("192.0.2.1").allowed) << "two at the same time";
    EXPECT_FALSE(l.may_try("192.0.2.1").allowed) << "a token neither";
    EXPECT_TRUE(l.may_try("192.0.2.2").allowed);
    l.succeeded("192.0.2.1");
    EXPECT_TRUE(l.may_try("192.0.2.1").allowed);
    s.failed_tokens = 0;
    l.change(s);
    EXPECT_TRUE(l.begin_attempt("192.0.2.1").allowed);
    l.succeeded("192.0.2.1");
}

TEST(limits, too_many_wrong_tokens) {
    settings s;
    s.rate_entries = 1024;
    s.failed_tokens = 3;
    limits l(s);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(l.may_try("192.0.2.1").allowed) << i;
        l.failed("192.0.2.1");
    }
    const auto refused = l.may_try("192.0.2.1");
    EXPECT_FALSE(refused.allowed);
    EXPECT_GE(refused.reset, 15U); // three a minute: one in twenty seconds
    EXPECT_LE(refused.reset, 20U);
    EXPECT_TRUE(l.may_try("192.0.2.2").allowed);
    response r;
    add_fields(r, refused);
    ASSERT_FALSE(r.fields.empty());
    EXPECT_EQ(r.fields.front().first, "Retry-After");
    EXPECT_EQ(r.fields.front().second, std::to_string(refused.reset));
}

} // namespace
} // namespace uniform::http
