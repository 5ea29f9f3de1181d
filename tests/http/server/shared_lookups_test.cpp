// Names that are not in the response cache of a service on PostgreSQL: requests that come together share a round trip,
// and each gets its own response, whatever becomes of the connection or the server.

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/server.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "http/engine/engine_support.hpp"
#include "store/postgresql_proxy.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using test::client;
using uniform::test::postgresql_proxy;
using uniform::test::postgresql_server;
using uniform::test::soon;

constexpr int number_of_names = 400;

std::string path_of(int n) { return "/urn:example:" + std::to_string(n); }
std::string get_path(std::string_view path) { return "GET " + std::string{path} + " HTTP/1.1\r\nHost: h\r\n\r\n"; }

void add_names(const std::string &uri) {
    const auto s = store::store::open(uri);
    ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
        for (int n = 0; n < number_of_names; ++n) {
            const auto number = std::to_string(n);
            EXPECT_FALSE(
                w.add_name("example:" + number, {.locators = {{.url = "https://a.example/" + number}}}, "assign"));
        }
        EXPECT_FALSE(
            w.add_name("example:it's:%22%7Ba,b%7D", {.locators = {{.url = "https://a.example/odd"}}}, "assign"));
        EXPECT_FALSE(w.add_name("example:none", {}, "assign"));
        EXPECT_FALSE(w.add_name("example:gone",
                                {.state = resolver::name_state::withdrawn, .locators = {{.url = "https://a.example/"}}},
                                "assign"));
        return 0;
    }));
    s->close();
}

class shared_lookups : public testing::Test {
protected:
    void SetUp() override {
        postgresql_server::need();
        if (IsSkipped()) return;
        uri_ = postgresql_server::shared()->fresh_database();
        add_names(uri_);
    }
    void TearDown() override {
        lock_.reset();
        service_.reset();
    }
    [[nodiscard]] std::string database() const { return uri_.substr(uri_.rfind('/') + 1); }

    void start(const std::string &location, std::initializer_list<std::pair<std::string, std::string>> more = {}) {
        std::vector<std::pair<std::string, std::string>> flags{
            {"store.location", location}, {"store.read_timeout", "60s"}, {"store.reconnect_for", "60s"},
            {"server.port", "0"},         {"demo.fill", "false"},        {"links.check", "false"}};
        for (const auto &one : more) flags.push_back(one);
        const auto c = configure({.flags = flags});
        ASSERT_TRUE(c);
        service_ = server::start(c->values, [](std::string_view) {});
    }
    // From now on, no name can be read.
    void hold() {
        control_ = store::database::open(uri_);
        lock_ = control_->connect(store::access::read_write);
        lock_->script("BEGIN; LOCK TABLE names IN ACCESS EXCLUSIVE MODE");
    }
    int waiting() {
        int number = 0;
        lock_->run("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'names'::regclass", {},
                   [&](const store::row &r) {
                       number = static_cast<int>(r.integer(0));
                       return true;
                   });
        return number;
    }
    std::vector<std::unique_ptr<client>> ask_for(int from, int to) {
        std::vector<std::unique_ptr<client>> all;
        for (int n = from; n < to; ++n) {
            all.push_back(std::make_unique<client>(service_->port()));
            all.back()->send(get_path(path_of(n)));
        }
        return all;
    }
    static void expect_own(const std::vector<std::unique_ptr<client>> &all, int from) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string answer = all[i]->one();
            const std::string number = std::to_string(from + static_cast<int>(i));
            EXPECT_EQ(test::status(answer), 302) << answer;
            EXPECT_TRUE(answer.contains("\r\nLocation: https://a.example/" + number + "\r\n")) << answer;
        }
    }
    std::string get(std::string_view path) {
        client c{service_->port()};
        c.send(get_path(path));
        return c.one();
    }
    int value_of(std::string_view metric) {
        const std::string text = get("/metrics");
        const std::string name = "\nuniform_" + std::string{metric} + " ";
        const std::size_t at = text.find(name);
        return at == std::string::npos ? -1 : std::stoi(text.substr(at + name.size()));
    }

    std::string uri_;
    std::unique_ptr<server> service_;
    std::unique_ptr<store::database> control_;
    std::unique_ptr<store::connection> lock_;
};

TEST_F(shared_lookups, serve_requests_that_come_together) {
    start(uri_, {{"server.readers", "2"}});
    ASSERT_EQ(test::status(get(path_of(399))), 302);
    EXPECT_EQ(value_of("shared_lookups_total"), 1) << "a request alone does not wait";
    EXPECT_EQ(value_of("shared_lookup_names_total"), 1);
    hold();
    const auto first = ask_for(0, 2);
    ASSERT_TRUE(soon([&] { return waiting() >= 1; }));
    const auto others = ask_for(2, 50);
    ASSERT_TRUE(soon([&] { return value_of("cache_misses_total") == 51; }));
    EXPECT_EQ(test::status(get(path_of(399))), 302) << "it is in the cache";
    lock_.reset();
    expect_own(first, 0);
    expect_own(others, 2);
    EXPECT_EQ(value_of("shared_lookup_names_total"), 51);
    EXPECT_LT(value_of("shared_lookups_total"), 40); // two were under way; then all that had come
    const auto lookups = value_of("shared_lookups_total");
    expect_own(ask_for(0, 50), 0);
    EXPECT_EQ(value_of("shared_lookups_total"), lookups) << "they are in the cache";
}

// A response from a replica has marks, which are made elsewhere.
TEST_F(shared_lookups, are_none_where_replicas_may_be_stale) {
    start(uri_, {{"store.stale_replicas", "true"}});
    expect_own(ask_for(0, 20), 0);
    EXPECT_EQ(value_of("shared_lookups_total"), 0);
}

// A response that is no redirect is made as before; the bytes of a name are never read as those of the statement.
TEST_F(shared_lookups, leave_other_responses_to_others) {
    start(uri_);
    const struct {
        std::string path;
        int status;
    } rows[]{{"/urn:example:it's:%22%7Ba,b%7D", 302},
             {"/urn:example:it's", 404},
             {"/urn:example:none", 404},
             {"/urn:example:gone", 410},
             {"/urn:example:unknown", 404},
             {"/urn:other:1", 404},
             {"/urn:EXAMPLE:2", 302},
             {"/urn:example:%00", 404},
             {"/urn:example:%ff", 404},
             {"/urn:example:" + std::string(1500, 'x'), 404}};
    std::vector<std::unique_ptr<client>> all;
    for (const auto &row : rows) {
        all.push_back(std::make_unique<client>(service_->port()));
        all.back()->send(get_path(row.path));
    }
    const auto names = ask_for(10, 20);
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(test::status(all[i]->one()), rows[i].status) << rows[i].path;
    expect_own(names, 10);
}

// The connection is lost after each of the first messages of a statement and its answer. (A server that cannot be
// connected to again is left alone for a while: 503.)
TEST_F(shared_lookups, survive_the_loss_of_the_connection) {
    postgresql_proxy between(*postgresql_server::shared());
    start(between.uri(database()), {{"cache.poll", "60s"}, {"server.readers", "1"}});
    ASSERT_EQ(test::status(get(path_of(399))), 302);
    for (int after = 0; after < 5; ++after) {
        for (const auto way : {postgresql_proxy::way::to_server, postgresql_proxy::way::to_client}) {
            const int from = (after * 2 + static_cast<int>(way)) * 12;
            between.injure({.way = way, .after = after, .how = postgresql_proxy::injury::reset});
            const auto all = ask_for(from, from + 12);
            expect_own(all, from);
            between.count();
        }
    }
    service_.reset(); // it writes its statistics, through the proxy
}

// Two servers: the requests that were under way when the primary was killed are answered by the standby.
TEST(shared_lookups_of_two_servers, survive_the_loss_of_the_server) {
    postgresql_server::need();
    if (testing::Test::IsSkipped()) return;
    postgresql_server primary;
    const auto uri = primary.fresh_database();
    add_names(uri);
    const postgresql_server standby{primary};
    const auto c = configure({.flags = {{"store.location", "postgresql://postgres@" + primary.host() + "," +
                                                               standby.host() + uri.substr(uri.rfind('/'))},
                                        {"store.read_timeout", "20s"},
                                        {"store.reconnect_for", "1s"},
                                        {"server.port", "0"},
                                        {"demo.fill", "false"},
                                        {"links.check", "false"}}});
    ASSERT_TRUE(c);
    const auto service = server::start(c->values, [](std::string_view) {});
    std::vector<std::unique_ptr<client>> all;
    for (int n = 0; n < 200; ++n) {
        if (n == 100) primary.kill();
        all.push_back(std::make_unique<client>(service->port()));
        all.back()->send(get_path(path_of(n)));
    }
    for (int n = 0; n < 200; ++n) {
        const std::string answer = all[static_cast<std::size_t>(n)]->one();
        EXPECT_EQ(test::status(answer), 302) << answer;
        EXPECT_TRUE(answer.contains("\r\nLocation: https://a.example/" + std::to_string(n) + "\r\n")) << answer;
    }
    // From now on nothing is the primary's.
    ASSERT_TRUE(soon([&] {
        client one{service->port()};
        one.send(get_path(path_of(0)));
        return one.one().contains("; detail=primary-unreachable\r\n");
    }));
    for (int n = 200; n < 220; ++n) {
        client one{service->port()};
        one.send(get_path(path_of(n)));
        const std::string answer = one.one();
        EXPECT_TRUE(answer.contains("\r\nCache-Status: uniform; fwd=miss; detail=primary-unreachable\r\n")) << answer;
    }
}

} // namespace
} // namespace uniform::http
