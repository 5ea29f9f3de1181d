// The router without an engine: which route, who may, what is said when not.

#include "http/api/router.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/server/all_routes.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::http;
using nlohmann::json;
using testing::HasSubstr;
using uniform::test::remembered;

class routes : public testing::Test {
protected:
    void SetUp() override {
        s = store::store::open((folder / "store.db").string());
        engine.emplace(*s, configuration);
        all.emplace(*s, &configuration, engine->all);
        r.emplace(*all, all_routes());
    }
    void TearDown() override {
        r.reset();
        engine.reset();
        s.reset();
        std::filesystem::remove_all(folder);
    }

    using fields = std::vector<std::pair<std::string, std::string>>;
    remembered ask(std::string_view method, std::string_view target, const fields &f = {}, std::string_view body = {}) {
        std::vector<field> views;
        for (const auto &[n, v] : f) views.push_back({n, v});
        http::request q{.method = method,
                        .target = target,
                        .path = target.substr(0, target.find('?')),
                        .query = {},
                        .fields = views,
                        .body = body,
                        .remote = "192.0.2.1",
                        .id = "r1"};
        if (const auto at = target.find('?'); at != std::string_view::npos) q.query = target.substr(at + 1);
        remembered e{q};
        answered = r->handle(e);
        return e;
    }

    std::filesystem::path folder = test::temporary_folder("router");
    std::unique_ptr<store::store> s;
    settings configuration = {};
    std::optional<test::parts_of_engine> engine;
    std::optional<server_context> all;
    std::optional<router> r;
    bool answered = false;
};

TEST_F(routes, what_fits) {
    const auto operation = [&](std::string_view method, std::string_view path) {
        const route *const x = r->find(method, path).chosen;
        return x == nullptr ? std::string_view{} : x->operation;
    };
    EXPECT_EQ(operation("GET", "/api/v1/tokens"), "listTokens");
    EXPECT_EQ(operation("HEAD", "/api/v1/tokens"), "listTokens");
    EXPECT_EQ(operation("GET", "/api/v1/tokens/self"), "getOwnToken") << "fixed text before parameters";
    EXPECT_EQ(operation("GET", "/api/v1/tokens/0123456789ab"), "getToken");
    EXPECT_EQ(operation("GET", "/api/v1/tokens/"), "") << "a parameter is not empty";
    EXPECT_EQ(operation("GET", "/api/v1/tokens/a/b"), "");
    EXPECT_EQ(operation("GET", "/api/v1/delegations/nbn%3Ade%2Fx"), "getDelegation") << "an encoded \"/\" is none";
    EXPECT_EQ(operation("GET", "/api/v1"), "") << "what is not known of the API is no URN";
    EXPECT_EQ(operation("get", "/api/v1/tokens"), "") << "RFC 9110 9.1: methods are case-sensitive";
    EXPECT_EQ(operation("GET", ""), "");
    EXPECT_EQ(operation("GET", "*"), "");
    EXPECT_EQ(operation("GET", "/api/v1/t%6Fkens"), "");
}

TEST_F(routes, methods) {
    auto e = ask("DELETE", "/api/v1/registrars/x");
    EXPECT_EQ(e.sent.status, 405);
    EXPECT_EQ(e.value("Allow"), "GET, HEAD, PUT, OPTIONS");
    EXPECT_EQ(json::parse(e.sent.body)["type"], "/problems/method-not-allowed");
    EXPECT_EQ(json::parse(e.sent.body)["allowed"], (json{"GET", "HEAD", "PUT", "OPTIONS"}));
    e = ask("OPTIONS", "/api/v1/registrars/x",
            {{"Origin", "https://example.org"}, {"Access-Control-Request-Method", "GET"}});
    EXPECT_EQ(e.sent.status, 204);
    EXPECT_EQ(e.value("Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(e.value("Access-Control-Allow-Methods"), "GET, HEAD");
    e = ask("OPTIONS", "/api/v1/tokens", {{"Access-Control-Request-Method", "GET"}});
    EXPECT_EQ(e.sent.status, 204);
    EXPECT_EQ(e.value("Access-Control-Allow-Origin"), "") << "nothing that needs a token is for other sites";
    e = ask("GET", "/api/v1/nothing");
    EXPECT_FALSE(answered);
    EXPECT_EQ(e.sent.status, 0);
    e = ask("GET", "/api/v1/registrars");
    EXPECT_EQ(e.sent.status, 200);
    EXPECT_EQ(e.value("Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(e.value("X-Request-Id"), "r1");
    EXPECT_EQ(e.sent.body, R"({"items":[]})");
}

TEST_F(routes, tokens_of_rfc_6750) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    ASSERT_TRUE(first);
    const auto with = [&](std::string value) { return ask("GET", "/api/v1/tokens/self", {{"Authorization", value}}); };
    auto e = ask("GET", "/api/v1/tokens/self");
    EXPECT_EQ(e.sent.status, 401);
    EXPECT_EQ(e.value("WWW-Authenticate"), R"(Bearer realm="uniform")")
        << "RFC 6750 3.1: no error code without a token";
    e = with("Bearer " + first->text);
    EXPECT_EQ(e.sent.status, 200) << e.sent.body;
    EXPECT_EQ(e.value("Cache-Control"), "no-store");
    EXPECT_EQ(json::parse(e.sent.body)["role"], "administrator");
    EXPECT_EQ(engine->authenticator.cached(), 1U);
    EXPECT_EQ(with("bearer  " + first->text).sent.status, 200) << "RFC 9110 11.1: the scheme in any case";
    EXPECT_EQ(with("Basic dTpw").sent.status, 401);
    struct row {
        std::string value;
        int status;
        const char *error;
    };
    const row rows[] = {
        {"Bearer", 400, "invalid_request"},
        {"Bearer ", 400, "invalid_request"},
        {"Bearer a b", 400, "invalid_request"},
        {"Bearer \"x\"", 400, "invalid_request"},
        {"Bearer x", 401, "invalid_token"},
        {"Bearer uniform_0123456789ab_" + std::string(43, 'A'), 401, "invalid_token"},
        {"Bearer " + first->text + "A", 401, "invalid_token"},
        {"Bearer " + first->text.substr(0, first->text.size() - 2) + "--", 401, "invalid_token"},
    };
    for (const row &x : rows) {
        e = with(x.value);
        EXPECT_EQ(e.sent.status, x.status) << x.value;
        EXPECT_THAT(e.value("WWW-Authenticate"), HasSubstr("error=\"" + std::string(x.error) + "\"")) << x.value;
    }
    e = ask("GET", "/api/v1/tokens/self", {{"Authorization", "Bearer " + first->text}, {"authorization", "Bearer x"}});
    EXPECT_EQ(e.sent.status, 400);
    // An invalid token is refused even if no token is required.
    EXPECT_EQ(ask("GET", "/api/v1/registrars", {{"Authorization", "Bearer x"}}).sent.status, 401);
    // Revoked: at once, though it was known.
    const fields by{{"Authorization", "Bearer " + first->text}};
    EXPECT_EQ(ask("POST", "/api/v1/tokens/" + first->token.id + "/revoke", by).sent.status, 200);
    e = with("Bearer " + first->text);
    EXPECT_EQ(e.sent.status, 401);
    EXPECT_EQ(json::parse(e.sent.body)["reason"], "revoked");
    EXPECT_EQ(engine->authenticator.cached(), 0U);
}

TEST_F(routes, bodies_and_parameters) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    const auto post = [&](std::string_view body, std::string type = "application/json") {
        return ask("POST", "/api/v1/registrars", {{"Authorization", "Bearer " + first->text}, {"Content-Type", type}},
                   body);
    };
    EXPECT_EQ(post("").sent.status, 400);
    EXPECT_EQ(post("{}", "text/plain").sent.status, 415);
    EXPECT_EQ(post("{}", "").sent.status, 415);
    EXPECT_EQ(post(R"({"id":"a","name":"A"})", "Application/JSON; charset=utf-8").sent.status, 201);
    auto e = post(R"({"id":"a","name":"A"})");
    EXPECT_EQ(e.sent.status, 409);
    EXPECT_EQ(json::parse(e.sent.body)["existing"]["id"], "a");
    struct row {
        std::string body;
        int status;
        int offset;
    };
    const row rows[] = {
        {R"({"id":"b",)", 400, 10},
        {R"({"id":"b","id":"c"})", 400, 10},
        {"{\"id\":\"\xFF\"}", 400, 7},
        {"[]", 400, 0},
        {"nul", 400, 3},
        {R"({"id":"b","name":"B","nmae":"C"})", 422, 28},
        {R"({"id":"b","name":1})", 422, 17},
        {std::string(100'000, '['), 400, 32},
        {R"({"id":"b","name":"B"} x)", 400, 22},
    };
    for (const row &x : rows) {
        e = post(x.body);
        EXPECT_EQ(e.sent.status, x.status) << x.body.substr(0, 40);
        const json p = json::parse(e.sent.body);
        EXPECT_EQ(p.value("offset", -1), x.offset) << x.body.substr(0, 40) << " " << e.sent.body;
        EXPECT_EQ(p["instance"], "/requests/r1");
    }
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%").sent.status, 400);
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%4").sent.status, 400);
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%FF").sent.status, 400) << "not UTF-8";
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%00").sent.status, 400);
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%2561").sent.status, 404) << "decoded once";
    EXPECT_EQ(ask("GET", "/api/v1/registrars/%61").sent.status, 200);
    EXPECT_EQ(ask("GET", "/api/v1/registrars?limit=%").sent.status, 400);
    for (const char *bad : {"0", "1001", "-1", "x", "1x", ""}) {
        EXPECT_EQ(ask("GET", "/api/v1/registrars?limit=" + std::string(bad)).sent.status, 422) << bad;
    }
    EXPECT_EQ(ask("GET", "/api/v1/registrars?after=!").sent.status, 400);
    EXPECT_EQ(ask("GET", "/api/v1/registrars?after=A").sent.status, 400);
}

TEST_F(routes, parameters_that_are_not_known_are_refused) {
    struct row {
        const char *target;
        int status;
        const char *says;
    };
    const row rows[] = {
        {"/api/v1/registrars?limit=2", 200, ""},
        {"/api/v1/registrars?", 200, ""},
        {"/api/v1/registrars?&limit=2&", 200, ""},
        {"/api/v1/registrars?limit=2&x=%26", 400, "unknown parameter \"x\""},
        {"/api/v1/registrars?limits=2", 400, "unknown parameter \"limits\": did you mean \"limit\"?"},
        {"/api/v1/registrars?Limit=2", 400, "unknown parameter \"Limit\": did you mean \"limit\"?"},
        {"/api/v1/registrars?limit=2&limit=2", 400, "duplicate parameter \"limit\""},
        {"/api/v1/registrars?limit=2&%6Cimit=3", 400, "duplicate parameter \"limit\""},
        {"/api/v1/registrars?=2", 400, "unknown parameter \"\""},
        {"/api/v1/registrars/a?limit=2", 400, "unknown parameter \"limit\""},
        {"/api/v1/names/urn:example:a?as-of=2020-01-01", 400, "unknown parameter \"as-of\": did you mean \"as_of\"?"},
        {"/healthz?x", 200, ""},
    };
    for (const row &x : rows) {
        const auto e = ask("GET", x.target);
        if (x.status == 200) {
            EXPECT_NE(e.sent.status, 400) << x.target;
            continue;
        }
        ASSERT_EQ(e.sent.status, x.status) << x.target;
        const json p = json::parse(e.sent.body);
        EXPECT_EQ(p["type"], "/problems/malformed") << x.target;
        EXPECT_EQ(p["detail"], x.says) << x.target;
    }
}

TEST_F(routes, pages) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    for (const char *id : {"a", "b", "c", "d", "e"}) {
        ASSERT_EQ(ask("POST", "/api/v1/registrars",
                      {{"Authorization", "Bearer " + first->text}, {"Content-Type", "application/json"}},
                      json{{"id", id}, {"name", "N"}}.dump())
                      .sent.status,
                  201);
    }
    std::string target = "/api/v1/registrars?%6Cimit=2";
    std::string seen;
    for (int pages = 0; pages < 5; ++pages) {
        const auto e = ask("GET", target);
        const json page = json::parse(e.sent.body);
        for (const auto &item : page["items"]) seen += item["id"].get<std::string>();
        if (!page.contains("next")) {
            EXPECT_EQ(e.value("Link"), "");
            break;
        }
        const std::string link = e.value("Link");
        target = link.substr(1, link.find('>') - 1);
        EXPECT_EQ(link, "<" + target + ">; rel=\"next\"");
        EXPECT_THAT(target, HasSubstr("after=" + page["next"].get<std::string>()));
        EXPECT_THAT(target, HasSubstr("limit=2"));
    }
    EXPECT_EQ(seen, "abcde");
}

TEST_F(routes, a_browser_gets_a_page) {
    const fields browser{{"Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}};
    auto e = ask("GET", "/api/v1/registrars/%3Cscript%3E", browser);
    EXPECT_EQ(e.sent.status, 404);
    EXPECT_EQ(e.value("Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(e.sent.body.find("<script>"), std::string::npos);
    EXPECT_THAT(e.sent.body, HasSubstr("&lt;script&gt;"));
    for (const char *accept : {"*/*", "application/json", "application/problem+json, text/html", ""}) {
        e = ask("GET", "/api/v1/registrars/x", {{"Accept", accept}});
        EXPECT_EQ(e.value("Content-Type"), "application/problem+json") << accept;
        EXPECT_EQ(e.value("Vary"), "Accept");
    }
}

// RFC 9110 8.3.2, 8.4; if a key were ignored, a retry would be carried out again.
TEST_F(routes, unsupported_bodies_and_idempotency_keys) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    struct row {
        const char *path;
        fields sent;
        int status;
    };
    const std::string json_type = "application/json";
    const std::vector<row> rows{
        {"registrars", {{"Content-Type", json_type}, {"Content-Encoding", "identity"}}, 201},
        {"registrars", {{"Content-Type", "application/json; charset=utf-8"}}, 201},
        {"registrars", {{"Content-Type", "application/json ; Charset=\"UTF-8\""}}, 201},
        {"registrars", {{"Content-Type", json_type}, {"Content-Encoding", "gzip"}}, 415},
        {"registrars", {{"Content-Type", json_type}, {"content-encoding", "identity, zstd"}}, 415},
        {"registrars", {{"Content-Type", json_type}, {"Content-Encoding", "x"}, {"Content-Encoding", ""}}, 415},
        {"registrars", {{"Content-Type", "application/json; charset=iso-8859-1"}}, 415},
        {"registrars", {{"Content-Type", "application/json; a=b; charset=utf-16"}}, 415},
        {"imports", {{"Content-Type", "text/csv"}, {"Content-Encoding", "gzip"}}, 415},
        {"imports", {{"Content-Type", "text/csv; charset=windows-1252"}}, 415},
        {"requests", {{"Content-Type", "text/plain; charset=us-ascii"}}, 415},
        {"tokens/x/revoke", {{"Content-Encoding", "br"}}, 415},
        {"registrars", {{"Content-Type", json_type}, {"Idempotency-Key", "k"}}, 400},
        {"tokens", {{"Content-Type", json_type}, {"Idempotency-Key", "k"}}, 400},
        {"requests", {{"Content-Type", json_type}, {"Idempotency-Key", "k"}}, 400},
        {"requests/1/comments", {{"Content-Type", json_type}, {"Idempotency-Key", "k"}}, 400},
        {"transfers", {{"Content-Type", json_type}, {"Idempotency-Key", ""}}, 400},
        {"imports", {{"Content-Type", "text/csv"}, {"idempotency-key", "k"}}, 400},
        {"names", {{"Content-Type", json_type}, {"Idempotency-Key", "k"}, {"idempotency-key", "k"}}, 400},
        {"names", {{"Content-Type", json_type}, {"Idempotency-Key", ""}}, 400},
        {"names", {{"Content-Type", json_type}, {"Idempotency-Key", "\"\""}}, 400},
    };
    int n = 0;
    for (row x : rows) {
        x.sent.emplace_back("Authorization", "Bearer " + first->text);
        const std::string body = R"({"id":"r)" + std::to_string(n++) + R"(","name":"N"})";
        const auto e = ask("POST", "/api/v1/" + std::string(x.path), x.sent, body);
        EXPECT_EQ(e.sent.status, x.status) << x.path << ' ' << x.sent[0].second << ' ' << e.sent.body;
        EXPECT_EQ(e.value("Accept-Encoding"), x.status == 415 ? "identity" : "") << x.path;
    }
}

// RFC 9110 9.3.4
TEST_F(routes, a_delegation_that_was_not_there_is_created) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    const fields sent{{"Authorization", "Bearer " + first->text}, {"Content-Type", "application/json"}};
    fields new_one = sent;
    new_one.emplace_back("If-None-Match", "*");
    ASSERT_EQ(ask("PUT", "/api/v1/namespaces/example", new_one, R"({"title":"T"})").sent.status, 201);
    ASSERT_EQ(ask("POST", "/api/v1/registrars", sent, R"({"id":"a","name":"N"})").sent.status, 201);
    const std::string path = "/api/v1/delegations/example:a-";
    EXPECT_EQ(ask("PUT", path, sent, R"({"registrar":"a"})").sent.status, 201);
    EXPECT_EQ(ask("PUT", path, sent, R"({"registrar":"a"})").sent.status, 200);
    EXPECT_EQ(ask("PUT", path, sent, R"({"registrar":"a","hosts":["a.example"]})").sent.status, 200);
    EXPECT_EQ(ask("POST", path + "/end", sent).sent.status, 200);
    EXPECT_EQ(ask("PUT", path, sent, R"({"registrar":"a"})").sent.status, 200);
    EXPECT_EQ(ask("PUT", "/api/v1/delegations/example:b-", sent, R"({"registrar":"none"})").sent.status, 422);
}

// The offset of a problem is that of the byte in the body, wherever it was found.
TEST_F(routes, offsets_are_in_the_body) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    const fields sent{
        {"Authorization", "Bearer " + first->text}, {"Content-Type", "application/json"}, {"If-None-Match", "*"}};
    ASSERT_EQ(ask("PUT", "/api/v1/namespaces/example", sent, R"({"title":"T"})").sent.status, 201);
    const struct {
        const char *method;
        const char *path;
        std::string body;
        const char *pointer;
        std::string_view wrong; // the text in the body that is wrong
    } rows[]{
        {"PUT", "delegations/example:a-", R"({"minting":{"method":"sequential","pattern":"dd{"}})", "/minting/pattern",
         "{\"}}"},
        {"POST", "registrars", R"({"id":"a","name":"N\u0009M"})", "/name",
         R"("N\u0009)"}, // with escapes: its beginning
        {"POST", "registrars", "{\"id\":\"a\",\"name\":\"N\u00adM\u0080\"}", "/name", "\u0080"},
        {"POST", "names", R"({"name":"urn:example:a b"})", "/name", " b"},
        {"POST", "reservations", R"({"names":["urn:example:a","urn:exa mple:b"]})", "/names/1", " mple"},
        {"POST", "tokens", R"({"role":"reader","prefixes":["example:a","exa mple:"]})", "/prefixes/1", " mple"},
    };
    for (const auto &row : rows) {
        const auto e = ask(row.method, "/api/v1/" + std::string(row.path), sent, row.body);
        const json p = json::parse(e.sent.body);
        EXPECT_EQ(p.value("pointer", ""), row.pointer) << e.sent.body;
        EXPECT_EQ(p.value("offset", std::size_t{0}), row.body.find(row.wrong)) << e.sent.body;
    }
}

// After a start, no token is cached, and all clients arrive at once.
TEST_F(routes, many_at_once_with_tokens_that_are_not_cached) {
    const auto first = service::create_first_administrator(*s, {.who = "test", .from = "test"});
    const auto at_once = [&](std::size_t requests, const auto &token_of) {
        std::map<int, std::size_t> seen;
        std::mutex lock;
        {
            std::vector<std::jthread> all_of_them;
            for (std::size_t i = 0; i < requests; ++i) {
                all_of_them.emplace_back([&, i] {
                    const std::string value = "Bearer " + token_of(i);
                    const std::vector<field> views{{"Authorization", value}};
                    remembered e{{.method = "GET",
                                  .target = "/api/v1/tokens",
                                  .path = "/api/v1/tokens",
                                  .query = {},
                                  .fields = views,
                                  .body = {},
                                  .remote = "192.0.2.1",
                                  .id = "r1"}};
                    (void)r->handle(e);
                    const std::scoped_lock hold{lock};
                    ++seen[e.sent.status];
                });
            }
        }
        return seen;
    };
    using statuses = std::map<int, std::size_t>;
    EXPECT_EQ(at_once(64, [&](std::size_t) { return first->text; }), (statuses{{200, 64}}));
    std::vector<std::string> others;
    for (int i = 0; i < 16; ++i) {
        const auto e = ask("POST", "/api/v1/tokens",
                           {{"Authorization", "Bearer " + first->text}, {"Content-Type", "application/json"}},
                           R"({"role":"administrator"})");
        ASSERT_EQ(e.sent.status, 201) << e.sent.body;
        others.push_back(json::parse(e.sent.body)["token"]);
    }
    EXPECT_EQ(at_once(32, [&](std::size_t i) { return others[i % others.size()]; }), (statuses{{200, 32}}));
    // A wrong one is wrong for everybody who comes with it.
    std::string wrong = first->text;
    wrong.back() = wrong.back() == 'A' ? 'B' : 'A';
    EXPECT_EQ(at_once(16, [&](std::size_t) { return wrong; }), (statuses{{401, 16}}));
    EXPECT_EQ(engine->authenticator.cached(), 17U);
}

TEST_F(routes, an_inaccessible_store_discloses_nothing) {
    s->close();
    const auto first = ask("PUT", "/api/v1/requests/1/template", {{"Content-Type", "text/plain"}}, "x");
    EXPECT_GE(first.sent.status, 400);
    EXPECT_EQ(first.sent.body.find(folder.string()), std::string::npos);
}

} // namespace
