// A service on PostgreSQL while a server of the database is away: a primary and a standby.

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/server.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "http/engine/engine_support.hpp"
#include "http/session/sessions.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using test::client;
using uniform::test::postgresql_server;
using uniform::test::soon;

class primary_away : public testing::Test {
protected:
    void SetUp() override {
        postgresql_server::need();
        if (IsSkipped()) return;
        primary = std::make_unique<postgresql_server>();
        const auto uri = primary->fresh_database();
        database = uri.substr(uri.rfind('/') + 1);
        const auto s = store::store::open(uri);
        ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            for (int n = 0; n < 100; ++n) {
                const auto number = std::to_string(n);
                EXPECT_FALSE(
                    w.add_name("example:" + number, {.locators = {{.url = "https://a.example/" + number}}}, "assign"));
            }
            return 0;
        }));
        standby = std::make_unique<postgresql_server>(*primary);
    }
    void TearDown() override { service.reset(); }

    void start(std::initializer_list<std::pair<std::string, std::string>> more = {}) {
        std::vector<std::pair<std::string, std::string>> flags{
            {"store.location", "postgresql://postgres@" + primary->host() + "," + standby->host() + "/" + database},
            {"store.read_timeout", "20s"},
            {"store.reconnect_for", "1s"},
            {"server.port", "0"},
            {"demo.fill", "false"},
            {"links.check", "false"}};
        for (const auto &one : more) flags.push_back(one);
        const auto c = configure({.flags = flags});
        ASSERT_TRUE(c);
        service = server::start(c->values, [](std::string_view) {});
    }
    std::string ask(const std::string &request) const {
        client c{service->port()};
        c.send(request);
        return c.one();
    }
    std::string get(const std::string &path) const { return ask("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n"); }
    static bool is_marked(const std::string &response) {
        return response.contains("\r\nAge: ") && response.contains("; detail=primary-unreachable\r\n");
    }

    std::unique_ptr<postgresql_server> primary;
    std::unique_ptr<postgresql_server> standby;
    std::string database;
    std::unique_ptr<server> service;
};

TEST_F(primary_away, names_are_resolved_from_the_cache_and_from_the_standby) {
    start();
    const auto cached = get("/urn:example:0");
    ASSERT_EQ(test::status(cached), 302);
    EXPECT_FALSE(is_marked(cached));
    ASSERT_EQ(test::status(get("/urn:example:0")), 302);
    EXPECT_TRUE(get("/metrics").contains("\nuniform_store_primary_away_seconds 0\n"));
    primary->kill();
    // The cache is not asked whether the primary answers, before somebody has noticed.
    ASSERT_TRUE(soon([&] { return is_marked(get("/urn:example:0")); }));
    const auto stale = get("/urn:example:0");
    EXPECT_EQ(test::status(stale), 302);
    EXPECT_TRUE(stale.contains("\r\nCache-Status: uniform; hit; ttl=")) << stale;
    EXPECT_FALSE(get("/metrics").contains("\nuniform_store_primary_away_seconds 0\n"));
    for (int n = 1; n < 50; ++n) {
        const auto number = std::to_string(n);
        const auto read = get("/urn:example:" + number);
        EXPECT_EQ(test::status(read), 302) << read;
        EXPECT_TRUE(read.contains("\r\nLocation: https://a.example/" + number + "\r\n")) << read;
        EXPECT_TRUE(read.contains("\r\nCache-Status: uniform; fwd=miss; detail=primary-unreachable\r\n")) << read;
    }
    EXPECT_EQ(test::status(get("/urn:example:none")), 404);
    EXPECT_EQ(test::status(get("/readyz")), 200);
    EXPECT_FALSE(is_marked(get("/readyz")));
    const auto about = get("/about/urn:example:0");
    EXPECT_EQ(test::status(about), 200);
    EXPECT_TRUE(is_marked(about));
    primary->start();
    ASSERT_TRUE(soon([&] { return !is_marked(get("/urn:example:0")); }));
    EXPECT_EQ(test::status(get("/urn:example:60")), 302);
    EXPECT_FALSE(is_marked(get("/urn:example:60")));
}

// Changes that this process could not see are seen after the interruption.
TEST_F(primary_away, nothing_is_stale_after_an_interruption) {
    start();
    for (int n = 0; n < 10; ++n) ASSERT_EQ(test::status(get("/urn:example:" + std::to_string(n))), 302);
    primary->kill();
    ASSERT_TRUE(soon([&] { return is_marked(get("/urn:example:0")); }));
    primary->start();
    {
        const auto other = store::store::open(primary->uri(database));
        ASSERT_TRUE(other->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            for (int n = 0; n < 10; ++n) {
                const auto number = std::to_string(n);
                w.change_name(*w.name("example:" + number), {.locators = {{.url = "https://b.example/" + number}}},
                              "change");
            }
            return 0;
        }));
    }
    for (int n = 0; n < 10; ++n) {
        const auto number = std::to_string(n);
        EXPECT_TRUE(soon([&] { return get("/urn:example:" + number).contains("https://b.example/" + number); }));
        // Once the primary is known to answer, nothing old is sent any more.
        EXPECT_TRUE(soon([&] { return !is_marked(get("/urn:example:" + number)); }));
        EXPECT_TRUE(get("/urn:example:" + number).contains("https://b.example/" + number));
    }
}

TEST_F(primary_away, no_request_fails_when_a_standby_is_lost) {
    start({{"store.stale_replicas", "true"}});
    ASSERT_EQ(test::status(get("/urn:example:0")), 302);
    standby->kill();
    for (int n = 1; n < 50; ++n) EXPECT_EQ(test::status(get("/urn:example:" + std::to_string(n))), 302) << n;
    EXPECT_EQ(test::status(get("/readyz")), 200);
    EXPECT_EQ(test::status(get("/about/urn:example:0")), 200);
    standby->start();
    for (int n = 50; n < 99; ++n) EXPECT_EQ(test::status(get("/urn:example:" + std::to_string(n))), 302) << n;
}

// Pages may be as old as the standby is; a session, not.
TEST_F(primary_away, a_session_that_has_ended_is_none_while_the_standby_lags) {
    const auto exact = store::store::open(primary->uri(database));
    const auto issued = service::create_first_administrator(*exact, {.who = "test", .from = "test"});
    ASSERT_TRUE(issued);
    start({{"store.stale_replicas", "true"}, {"store.replica_lag", "1d"}});
    const auto post = [&](const std::string &path, const std::string &cookie, const std::string &form) {
        return ask("POST " + path + " HTTP/1.1\r\nHost: h\r\nAccept: text/html\r\nCookie: " + cookie +
                   "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " +
                   std::to_string(form.size()) + "\r\n\r\n" + form);
    };
    const auto between = [](const std::string &text, std::string_view begin, char end) {
        const auto at = text.find(begin);
        if (at == std::string::npos) return std::string{};
        return text.substr(at + begin.size(), text.find(end, at + begin.size()) - at - begin.size());
    };
    std::string cookie;
    ASSERT_TRUE(soon([&] { // the standby has the token
        cookie = between(post("/sign-in", "a=b", "token=" + issued->text), "\r\nSet-Cookie: ", ';');
        return !cookie.empty();
    }));
    const auto account = [&] {
        return ask("GET /account HTTP/1.1\r\nHost: h\r\nAccept: text/html\r\nCookie: " + cookie + "\r\n\r\n");
    };
    ASSERT_TRUE(soon([&] { return test::status(account()) == 200; }));
    const std::string csrf = between(account(), "name=\"csrf\" value=\"", '"');
    standby->run("SELECT pg_wal_replay_pause()");
    const auto stale =
        store::store::open("postgresql://postgres@" + standby->host() + "," + primary->host() + "/" + database,
                           {.database = {.replicas_may_be_stale = true}});
    ASSERT_TRUE(soon([&] {
        bool paused = false;
        stale->sql_database().reader()->run("SELECT pg_get_wal_replay_pause_state() = 'paused'", {},
                                            [&](const store::row &r) {
                                                paused = r.integer(0) != 0;
                                                return false;
                                            });
        return paused;
    }));
    const auto add = [&](const std::string &id) {
        (void)post("/manage/registrars", cookie, "id=" + id + "&name=House&csrf=" + csrf);
        return exact->read([&](store::reading &r) { return r.find("registrar", id).has_value(); });
    };
    EXPECT_TRUE(add("library"));
    http::session::end_all(*exact, {.who = "test", .from = "test"}, issued->token.id);
    EXPECT_NE(test::status(account()), 200);
    EXPECT_FALSE(add("archive"));
}

TEST_F(primary_away, a_service_starts_and_resolves_with_a_standby_alone) {
    primary->kill();
    // It waits for the primary once, and not again before it resolves.
    const auto began = std::chrono::steady_clock::now();
    start({{"store.reconnect_for", "15s"}});
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds{30});
    const auto read = get("/urn:example:0");
    EXPECT_EQ(test::status(read), 302);
    EXPECT_TRUE(is_marked(read));
    primary->start();
    EXPECT_TRUE(soon([&] { return !is_marked(get("/urn:example:0")); }));
    EXPECT_EQ(test::status(get("/urn:example:0")), 302);
}

TEST_F(primary_away, without_a_standby_cached_names_are_resolved_and_others_get_503_for_as_long_as_allowed) {
    standby->kill();
    start({{"store.stale_for", "1d"}, {"store.read_timeout", "500ms"}});
    ASSERT_EQ(test::status(get("/urn:example:0")), 302);
    primary->kill();
    ASSERT_TRUE(soon([&] { return is_marked(get("/urn:example:0")); }));
    EXPECT_EQ(test::status(get("/urn:example:0")), 302);
    EXPECT_EQ(test::status(get("/urn:example:1")), 503);
    EXPECT_EQ(test::status(get("/readyz")), 503);
}

TEST_F(primary_away, nothing_is_resolved_when_nothing_may_be_stale) {
    start({{"store.stale_for", "0s"}});
    ASSERT_EQ(test::status(get("/urn:example:0")), 302);
    primary->kill();
    EXPECT_TRUE(soon([&] { return test::status(get("/urn:example:0")) == 503; }));
    EXPECT_EQ(test::status(get("/urn:example:1")), 503);
}

// "At start-up the service waits reconnect_for for PostgreSQL": it is started, and its database a moment later.
TEST_F(primary_away, a_service_waits_for_its_database) {
    standby->kill();
    primary->stop();
    std::jthread starts([&] { start({{"store.reconnect_for", "60s"}}); });
    primary->start();
    starts.join();
    ASSERT_TRUE(service);
    EXPECT_EQ(test::status(get("/urn:example:0")), 302);
}

} // namespace
} // namespace uniform::http
