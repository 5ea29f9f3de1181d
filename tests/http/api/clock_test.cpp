// A wrong clock, as clients of the API see it: writes get 503, reads go on, a token that would have expired gets 503,
// and one that has expired is never accepted.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/api_client.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/api/router.hpp"
#include "http/server/all_routes.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::http;
using uniform::test::remembered;
using namespace std::chrono_literals;
using nlohmann::json;
using std::chrono::days;
using store::timestamp;

const timestamp begin = *resolver::parse_timestamp("2026-11-23T10:00:00Z");

class api_clock : public test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location(), {.clock = [this] { return clock.load(); }});
        test::put_namespace(*s, "example");
        token = issue(begin + days{300});
        serve();
    }
    void TearDown() override {
        end();
        s.reset();
        on_both_stores::TearDown();
    }
    void serve() {
        engine.emplace(*s, configuration);
        all.emplace(*s, &configuration, engine->all);
        routes.emplace(*all, all_routes());
    }
    void end() {
        routes.reset();
        engine.reset();
    }

    std::string issue(timestamp expires) {
        const service::token_secret secret = service::make_token_secret();
        EXPECT_TRUE(test::in(*s, [&](store::writing &w) {
            return service::create_token(w, test::administrator(),
                                         {.role = resolver::role::administrator, .expires = expires}, secret,
                                         {.standard = days{90}, .longest = days{3650}});
        }));
        return secret.text;
    }
    response ask(std::string_view method, std::string_view target, const std::string &with) {
        const std::string bearer = "Bearer " + with;
        const std::vector<field> fields{{"Authorization", bearer}, {"Content-Type", "application/json"}};
        http::request q{.method = method,
                        .target = target,
                        .path = target.substr(0, target.find('?')),
                        .query = {},
                        .fields = fields,
                        .body = method == "PUT" ? R"({"locators":["https://www.example.org/"]})" : "",
                        .remote = "192.0.2.1",
                        .id = "r1"};
        if (const auto at = target.find('?'); at != std::string_view::npos) q.query = target.substr(at + 1);
        remembered e{q};
        EXPECT_TRUE(routes->handle(e));
        return std::move(e.sent);
    }
    response assign(const std::string &id) { return ask("PUT", "/api/v1/names/urn:example:" + id, token); }
    int as_of(const std::string &id, timestamp t) {
        return ask("GET", "/api/v1/names/urn:example:" + id + "?as_of=" + resolver::to_string(t), token).status;
    }

    std::atomic<timestamp> clock = begin;
    settings configuration = {};
    std::unique_ptr<store::store> s;
    std::string token;
    std::optional<test::parts_of_engine> engine;
    std::optional<server_context> all;
    std::optional<router> routes;
};
INSTANTIATE_ON_BOTH_STORES(api_clock);

TEST_P(api_clock, writes_at_a_wrong_time_are_refused) {
    EXPECT_EQ(assign("a").status, 201);
    clock = begin + days{200};
    const auto r = assign("b");
    EXPECT_EQ(r.status, 503) << r.body;
    const std::string detail = json::parse(r.body)["detail"];
    EXPECT_TRUE(
        detail.contains("2027-06-11T10:00:00Z, 200 days after the last event of the store, 2026-11-23T10:00:00Z"))
        << detail;
    EXPECT_TRUE(detail.contains("uniform store confirm-clock")) << detail;
    EXPECT_EQ(ask("GET", "/api/v1/names/urn:example:a", token).status, 200);
    clock = begin + 1h;
    EXPECT_EQ(assign("b").status, 201);
    EXPECT_EQ(as_of("b", begin + 1h), 200);
    EXPECT_EQ(as_of("b", begin), 404);
}

// The clock is wrong, not the token: a client must not throw it away.
TEST_P(api_clock, a_wrong_clock_expires_no_token) {
    const auto brief = issue(begin + days{10});
    const auto self = [&] { return ask("GET", "/api/v1/tokens/self", brief); };
    EXPECT_EQ(self().status, 200);
    clock = begin + days{200};
    const auto r = self();
    EXPECT_EQ(r.status, 503) << r.body;
    EXPECT_TRUE(std::string{json::parse(r.body)["detail"]}.contains("uniform store confirm-clock")) << r.body;
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", token).status, 200) << "one that has not expired";
    clock = begin + 1h;
    EXPECT_EQ(self().status, 200);
    clock = begin + days{11}; // which is believed
    EXPECT_EQ(self().status, 401);
}

// The form of the pages, too: 503 and not 422, and the log says why.
TEST_P(api_clock, a_wrong_clock_is_not_the_fault_of_who_signs_in) {
    const auto brief = issue(begin + days{10});
    const std::filesystem::path folder = test::temporary_folder("clock");
    const std::string log = (folder / "log").string();
    engine->log.change({.clients = &engine->limits, .file = log});
    const auto sign_in = [&] {
        const std::string body = "token=" + brief;
        const std::vector<field> fields{{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "text/html"}};
        remembered e{http::request{.method = "POST",
                                   .target = "/sign-in",
                                   .path = "/sign-in",
                                   .query = {},
                                   .fields = fields,
                                   .body = body,
                                   .remote = "192.0.2.1",
                                   .id = "r1"}};
        EXPECT_TRUE(routes->handle(e));
        return std::move(e.sent);
    };
    EXPECT_EQ(sign_in().status, 303);
    clock = begin + days{200};
    const auto r = sign_in();
    EXPECT_EQ(r.status, 503);
    EXPECT_TRUE(r.body.contains("uniform store confirm-clock")) << r.body;
    clock = begin + days{11}; // which is believed
    EXPECT_EQ(sign_in().status, 422);
    end(); // which writes the log
    std::ifstream in{log};
    const std::string lines{std::istreambuf_iterator<char>{in}, {}};
    const auto at = lines.find(R"("event":"clock_refused","request":"r1","why":")");
    ASSERT_NE(at, std::string::npos) << lines;
    EXPECT_EQ(lines.find("clock_refused", at + 20), std::string::npos) << lines;
    std::filesystem::remove_all(folder);
}

TEST_P(api_clock, a_clock_that_is_set_back_accepts_no_expired_token) {
    const auto brief = issue(begin + 1h);
    const auto self = [&] { return ask("GET", "/api/v1/tokens/self", brief).status; };
    EXPECT_EQ(self(), 200);
    clock = begin + 2h;
    EXPECT_EQ(self(), 401);
    EXPECT_EQ(assign("a").status, 201);
    clock = begin - days{30};
    EXPECT_EQ(self(), 503) << "the clock or the store is wrong, not the token";
    EXPECT_EQ(assign("b").status, 503);
    EXPECT_EQ(as_of("a", clock), 200) << "now";
    clock = begin + 2h - 4min; // which is believed, and the store has a later time
    EXPECT_EQ(self(), 401);
    clock = begin - days{30};

    // Also in another process, which has never seen the right time.
    end();
    s->close();
    s = store::store::open(location(), {.clock = [this] { return clock.load(); }});
    serve();
    EXPECT_EQ(self(), 503);
    clock = begin + 1h + 59min;
    EXPECT_EQ(self(), 401);
}

TEST_P(api_clock, a_token_outlives_a_confirmed_mistake) {
    // A machine some days ahead writes.
    clock = begin + days{29};
    EXPECT_EQ(assign("a").status, 201);
    const auto brief = issue(clock.load() + 1h);
    clock = begin + 1h;
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", brief).status, 200);
    EXPECT_EQ(assign("b").status, 503);
    EXPECT_NE(s->confirm_clock({.who = "local:admin", .from = "command line"}).event, 0U);
    EXPECT_EQ(assign("b").status, 201);
    EXPECT_EQ(as_of("b", clock), 200);
    const auto later = issue(begin + days{10});
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", later).status, 200);
    clock = begin + days{9};
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", later).status, 200);
    clock = begin + days{11};
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", later).status, 401);
}

} // namespace
