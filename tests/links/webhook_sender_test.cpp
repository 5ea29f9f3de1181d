// Delivering to webhooks: signatures, retries and their end, leases, addresses.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/service/webhooks.hpp>

#include "base/soon.hpp"
#include "base/test_clock.hpp"
#include "http/engine/engine.hpp"
#include "links/link_checker_store.hpp"
#include "links/webhook_sender.hpp"
#include "links/webhook_sender_store.hpp"
#include "service/store_fixture.hpp"

namespace uniform::links {

using namespace uniform::http;
using uniform::test::soon;

namespace {

TEST(webhook_signature, is_hmac_sha256_of_timestamp_and_body) {
    // printf '1790000000.{"a":1}' | openssl dgst -sha256 -hmac secret
    EXPECT_EQ(webhook_signature("secret", 1790000000, R"({"a":1})"),
              "sha256=da8fe498621aaab99d5b11c51346b13d1a2bf2914b865b8d3edd3531cab25a3e");
    EXPECT_NE(webhook_signature("secret", 1790000001, R"({"a":1})"),
              webhook_signature("secret", 1790000000, R"({"a":1})"));
}

TEST(webhook_retry_after, doubles_up_to_a_day) {
    using std::chrono::seconds;
    const std::vector<std::int64_t> expected{30, 60, 120, 240};
    std::vector<std::int64_t> found;
    for (int n = 1; n <= 4; ++n) found.push_back(webhook_retry_after(n, seconds{30}).count());
    EXPECT_EQ(found, expected);
    EXPECT_EQ(webhook_retry_after(13, seconds{30}), seconds{86400});
    EXPECT_EQ(webhook_retry_after(1000000, seconds{86400}), seconds{86400});
}

// The request that a receiver got.
struct received {
    std::string target;
    std::string number;
    std::string timestamp;
    std::string signature;
    std::string body;
};

class receiver final : public request_handler {
public:
    std::mutex lock;
    std::vector<received> got;
    std::function<response(const request &, std::size_t)> answer = [](const request &, std::size_t) {
        return response{.status = 204};
    };
    std::atomic<int> at_once = 0, most_at_once = 0;

    attempt try_cached(const request &, unsigned, std::string_view, bool, std::string &) noexcept override {
        return attempt::unsuitable;
    }
    body_policy policy(const request &) noexcept override { return {.limit = 1U << 20U}; }
    void handle(exchange &e) override {
        const request &r = e.request();
        const int now = ++at_once;
        for (int most = most_at_once; most < now && !most_at_once.compare_exchange_weak(most, now);) {
        }
        std::size_t nth = 0;
        {
            const std::scoped_lock hold(lock);
            got.push_back({.target = std::string{r.target},
                           .number = std::string{r.value("Uniform-Webhook-Delivery")},
                           .timestamp = std::string{r.value("Uniform-Webhook-Timestamp")},
                           .signature = std::string{r.value("Uniform-Webhook-Signature")},
                           .body = std::string{r.body}});
            nth = got.size();
        }
        response out = answer(r, nth);
        --at_once;
        e.send(std::move(out));
    }
    response error_response(int status, std::string_view, std::string_view, std::span<const field>) noexcept override {
        return {.status = status};
    }
    void completed(const completed_exchange &, unsigned) noexcept override {}

    [[nodiscard]] std::size_t count() {
        const std::scoped_lock hold(lock);
        return got.size();
    }
};

class webhook_sending : public uniform::test::on_open_stores {
protected:
    void SetUp() override {
        on_open_stores::SetUp();
        if (IsSkipped()) return;
        where = engine::start({.port = 0}, host);
        base = "http://127.0.0.1:" + std::to_string(where->port());
    }
    void TearDown() override {
        if (where) where->stop();
        on_open_stores::TearDown();
    }
    std::string make(const std::string &url) {
        secret = service::make_webhook_secret();
        const auto made = s->write(
            by, [&](store::writing &w) { return service::create_webhook(w, administrator, {.url = url}, secret); });
        return made.value().id;
    }
    void queue(const std::string &id) {
        ASSERT_TRUE(s->write(by, [&](store::writing &w) { return service::test_webhook(w, administrator, id); }));
    }
    std::vector<service::delivery> deliveries(const std::string &id) {
        return s->read([&](store::reading &r) { return service::list_deliveries(r, id, 0, 100); }).value().first;
    }
    [[nodiscard]] webhook_sender::options quick() const {
        return {.first_retry = std::chrono::seconds{30},
                .attempts = 3,
                .allow_private = true,
                .poll = std::chrono::milliseconds{1},
                .clock = clock.source()};
    }
    bool ends(const std::string &id, service::delivery_state as) {
        return soon([&] {
            const auto all = deliveries(id);
            return !all.empty() && std::ranges::all_of(all, [&](const auto &d) { return d.state == as; });
        });
    }

    const resolver::principal administrator{.id = "local:test", .role = resolver::role::administrator};
    const store::origin by{.who = "local:test", .from = "127.0.0.1"};
    uniform::test::test_clock clock;
    receiver host;
    std::unique_ptr<engine> where;
    std::string base;
    service::webhook_secret secret;
};
INSTANTIATE_ON_BOTH_STORES(webhook_sending);

using service::delivery_state;

TEST_P(webhook_sending, delivers_with_a_signature) {
    const std::string id = make(base + "/hook?a=b");
    queue(id);
    std::atomic<int> delivered = 0;
    auto o = quick();
    o.count = [&](webhook_event e) { delivered += e == webhook_event::delivered ? 1 : 100; };
    const webhook_sender sender(*s, o);
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    const std::scoped_lock hold(host.lock);
    ASSERT_EQ(host.got.size(), 1U);
    const received &r = host.got[0];
    EXPECT_EQ(r.target, "/hook?a=b");
    EXPECT_EQ(r.number, std::to_string(deliveries(id)[0].number));
    EXPECT_EQ(r.signature, webhook_signature(secret.text, std::stoll(r.timestamp), r.body));
    EXPECT_THAT(r.body, testing::HasSubstr(R"("action":"test")"));
    EXPECT_EQ(deliveries(id)[0].status, 204);
    EXPECT_EQ(delivered, 1);
}

TEST_P(webhook_sending, retries_until_it_is_delivered) {
    host.answer = [](const request &, std::size_t nth) { return response{.status = nth < 3 ? 500 : 200}; };
    const std::string id = make(base);
    queue(id);
    const webhook_sender sender(*s, quick());
    for (std::size_t n = 1; n <= 2; ++n) {
        ASSERT_TRUE(soon([&] { return deliveries(id)[0].attempts == static_cast<std::int64_t>(n); }));
        const auto d = deliveries(id)[0];
        EXPECT_EQ(d.state, delivery_state::waiting);
        EXPECT_EQ(d.says, "the status is 500");
        EXPECT_EQ(host.count(), n) << "not before its time";
        clock.advance(std::chrono::seconds{30 << (n - 1)});
    }
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    EXPECT_EQ(host.count(), 3U);
    EXPECT_EQ(host.got[0].number, host.got[2].number);
    EXPECT_NE(host.got[0].timestamp, host.got[2].timestamp);
}

TEST_P(webhook_sending, ends_what_cannot_be_delivered) {
    struct fact {
        int status;
        std::size_t attempts;
        const char *says;
    };
    for (const fact &f :
         {fact{503, 3, "the status is 503"}, fact{410, 1, "the status is 410"}, fact{302, 3, "the status is 302"}}) {
        const std::string id = make(base);
        queue(id);
        host.got.clear();
        host.answer = [&](const request &, std::size_t) {
            return response{.status = f.status, .fields = {{"Location", base + "/elsewhere"}}};
        };
        std::atomic<int> given_up = 0;
        auto o = quick();
        o.count = [&](webhook_event e) { given_up += e == webhook_event::given_up ? 1 : 0; };
        const webhook_sender sender(*s, o);
        ASSERT_TRUE(soon([&] {
            clock.advance(std::chrono::seconds{1});
            return deliveries(id)[0].state == delivery_state::failed;
        })) << f.status;
        EXPECT_EQ(host.count(), f.attempts) << f.status << ": a redirect is not followed";
        EXPECT_EQ(deliveries(id)[0].says, f.says);
        EXPECT_EQ(given_up, 1);
    }
}

TEST_P(webhook_sending, waits_as_long_as_the_receiver_asks) { // RFC 9110 10.2.3
    host.answer = [](const request &, std::size_t nth) {
        if (nth > 1) return response{.status = 204};
        return response{.status = 429, .fields = {{"Retry-After", "600"}}};
    };
    const std::string id = make(base);
    queue(id);
    std::atomic<int> looks = 0;
    auto o = quick();
    o.waiting = [&](std::uint64_t) { ++looks; };
    const webhook_sender sender(*s, o);
    ASSERT_TRUE(soon([&] { return deliveries(id)[0].attempts == 1; }));
    clock.advance(std::chrono::seconds{500});
    const int before = looks;
    ASSERT_TRUE(soon([&] { return looks > before + 2; }));
    EXPECT_EQ(host.count(), 1U);
    clock.advance(std::chrono::seconds{101});
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    EXPECT_EQ(host.count(), 2U);
}

TEST_P(webhook_sending, does_not_connect_to_its_own_network) {
    const std::string id = make(base);
    queue(id);
    auto o = quick();
    o.allow_private = false;
    o.attempts = 1;
    const webhook_sender sender(*s, o);
    ASSERT_TRUE(ends(id, delivery_state::failed));
    EXPECT_EQ(host.count(), 0U);
    EXPECT_THAT(deliveries(id)[0].says, testing::HasSubstr("private"));
}

TEST_P(webhook_sending, several_on_one_store_deliver_each_once) {
    const std::string id = make(base);
    for (int i = 0; i < 10; ++i) queue(id);
    const webhook_sender a(*s, quick());
    const webhook_sender b(*s, quick());
    const webhook_sender c(*s, quick());
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    EXPECT_EQ(host.count(), 10U);
    EXPECT_EQ(host.most_at_once, 1);
    std::set<std::string> numbers;
    for (const received &r : host.got) numbers.insert(r.number);
    EXPECT_EQ(numbers.size(), 10U);
}

TEST_P(webhook_sending, what_waits_survives_the_process_and_its_lease) {
    const std::string id = make(base);
    queue(id);
    const auto c = s->sql_database().connect(store::access::read_write);
    const std::int64_t now = clock.source().seconds();
    EXPECT_TRUE(claim_webhook(*c, id, "one that died", now, now + lease));
    EXPECT_FALSE(claim_webhook(*c, id, "another", now, now + lease));
    std::atomic<int> looks = 0;
    auto o = quick();
    o.waiting = [&](std::uint64_t n) { looks += n == 1 ? 1 : 0; };
    const webhook_sender sender(*s, o);
    ASSERT_TRUE(soon([&] { return looks > 3; }));
    EXPECT_EQ(host.count(), 0U);
    clock.advance(std::chrono::seconds{lease});
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    EXPECT_EQ(host.count(), 1U);
}

TEST_P(webhook_sending, forgets_what_ended_long_ago) {
    const std::string id = make(base);
    queue(id);
    auto o = quick();
    o.keep = std::chrono::seconds{3600};
    const webhook_sender sender(*s, o);
    ASSERT_TRUE(ends(id, delivery_state::delivered));
    ASSERT_TRUE(soon([&] {
        clock.advance(std::chrono::hours{1});
        return deliveries(id).empty();
    }));
}

} // namespace

} // namespace uniform::links
