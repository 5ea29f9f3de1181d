// History and If-History: a client says which event the store must have, and gets to know the end of the history.
#include <algorithm>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/tokens.hpp>
#include <uniform/store/history_head.hpp>
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
using std::chrono::days;
using uniform::test::remembered;

class history_fields : public test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
        test::put_namespace(*s, "example");
        const service::token_secret secret = service::make_token_secret();
        EXPECT_TRUE(test::in(*s, [&](store::writing &w) {
            return service::create_token(w, test::administrator(),
                                         {.role = resolver::role::administrator, .expires = w.now() + days{1}}, secret,
                                         {.standard = days{90}, .longest = days{3650}});
        }));
        bearer = "Bearer " + secret.text;
        engine.emplace(*s, configuration);
        all.emplace(*s, &configuration, engine->all);
        routes.emplace(*all, all_routes());
    }
    void TearDown() override {
        routes.reset();
        engine.reset();
        s.reset();
        on_both_stores::TearDown();
    }

    /// PUT of a name.
    remembered assign(const std::string &id, const std::string &if_history = {}) {
        return ask("PUT", "/api/v1/names/urn:example:" + id, R"({"locators":["https://www.example.org/"]})",
                   "application/json", if_history);
    }
    remembered ask(std::string_view method, const std::string &target, std::string_view body, std::string_view type,
                   const std::string &if_history) {
        std::vector<field> fields{{"Authorization", bearer}, {"Content-Type", type}};
        // A field for each line.
        for (std::size_t at = 0; !if_history.empty() && at <= if_history.size();) {
            const std::size_t end = std::min(if_history.find('\n', at), if_history.size());
            fields.push_back({"If-History", std::string_view{if_history}.substr(at, end - at)});
            at = end + 1;
        }
        const std::string path = target;
        remembered e{{.method = method,
                      .target = path,
                      .path = path,
                      .query = {},
                      .fields = fields,
                      .body = body,
                      .remote = "192.0.2.1",
                      .id = "r1"}};
        EXPECT_TRUE(handle(e));
        return e;
    }
    bool handle(remembered &e) { return routes->handle(e); }
    std::string head() {
        return store::to_string(s->read([](store::reading &r) { return r.head(); }));
    }

    settings configuration = {};
    std::unique_ptr<store::store> s;
    std::string bearer;
    std::optional<test::parts_of_engine> engine;
    std::optional<server_context> all;
    std::optional<router> routes;
};
INSTANTIATE_ON_BOTH_STORES(history_fields);

TEST_P(history_fields, a_write_says_where_the_history_ends) {
    const auto first = assign("a");
    EXPECT_EQ(first.sent.status, 201) << first.sent.body;
    EXPECT_EQ(first.value("History"), head());
    // The same again changes nothing, and what is there is in the history.
    const auto again = assign("a");
    EXPECT_EQ(again.sent.status, 200);
    EXPECT_EQ(again.value("History"), head());
    EXPECT_EQ(ask("GET", "/api/v1/names/urn:example:a", {}, {}, {}).value("History"), "");
}

TEST_P(history_fields, a_write_is_carried_out_only_in_a_store_that_has_the_event) {
    const std::string known = assign("a").value("History");
    const auto number = known.substr(0, known.find(':'));
    EXPECT_EQ(assign("b", known).sent.status, 201);
    EXPECT_EQ(assign("c", known).sent.status, 201); // it is not the last one any more
    for (const std::string &missing :
         {number + ":" + std::string(64, '7'), "1000000:" + known.substr(known.find(':') + 1)}) {
        const auto refused = assign("d", missing);
        EXPECT_EQ(refused.sent.status, 412) << refused.sent.body;
        EXPECT_TRUE(refused.sent.body.contains("does not have event " + missing)) << refused.sent.body;
        EXPECT_TRUE(refused.sent.body.contains("precondition-failed"));
        EXPECT_EQ(refused.value("History"), "");
    }
    EXPECT_EQ(assign("d", "0:" + std::string(64, 'f')).sent.status, 412) << "before the first event, the hash is 0";
    // Two fields, and one without a value, protect as little as none.
    for (const std::string &malformed :
         {std::string("1"), std::string("1:2"), std::string("x:y"), std::string("\"1:2\""), std::string(" "),
          known + "\n" + known, known + "\n1000000:" + std::string(64, '0')}) {
        EXPECT_EQ(assign("d", malformed).sent.status, 400) << malformed;
    }
    EXPECT_EQ(ask("GET", "/api/v1/names/urn:example:d", {}, {}, {}).sent.status, 404);
    // Only what writes asks.
    EXPECT_EQ(ask("GET", "/api/v1/names/urn:example:a", {}, {}, "1").sent.status, 200);
}

} // namespace
