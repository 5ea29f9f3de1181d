// Names over the API: what goes in, what comes out, who is let in. The rules themselves: tests/service/names_test.cpp.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/api_client.hpp>
#include <uniform/store/store.hpp>

#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::http;
using nlohmann::json;
using resolver::principal;

class names_routes : public testing::Test {
protected:
    using fields = std::vector<std::pair<std::string, std::string>>;

    void SetUp() override {
        s = store::store::open((folder / "store.db").string());
        test::put_namespace(*s, "example");
        test::put_delegation(*s, {.prefix = "example:lib-",
                                  .registrar = "library",
                                  .mint = {.method = resolver::minting_method::sequential, .pattern = "ddd"}});
    }
    void TearDown() override {
        s.reset();
        std::filesystem::remove_all(folder);
    }
    api_response call(const principal &who, std::string method, std::string path, std::string body = {}, fields f = {},
                      std::string type = "application/json") {
        const auto client = api_client::local(*s, configuration, who);
        return client->call({.method = std::move(method),
                             .path = "/api/v1" + std::move(path),
                             .body = std::move(body),
                             .content_type = std::move(type),
                             .fields = std::move(f)});
    }

    std::filesystem::path folder = test::temporary_folder("names_routes");
    settings configuration = {};
    std::unique_ptr<store::store> s;
    const principal library = test::registrar_of("library", {"example:lib-"});
    const principal other = test::registrar_of("other", {"example:"});
    const principal reader{.id = "token:reader", .role = resolver::role::reader};
};

TEST_F(names_routes, from_assignment_to_withdrawal) {
    const std::string body = R"({"name":"urn:example:lib-a","locators":["https://a.example/"]})";
    EXPECT_EQ(call(reader, "POST", "/names", body).status, 403);
    EXPECT_EQ(call(other, "POST", "/names", body).status, 403);
    auto r = call(library, "POST", "/names", body, {{"Idempotency-Key", "\"k\""}});
    ASSERT_EQ(r.status, 201) << r.body;
    EXPECT_EQ(r.value("Location"), "/api/v1/names/urn:example:lib-a");
    const std::string first(r.value("ETag"));
    EXPECT_EQ(first, "\"" + std::to_string(json::parse(r.body)["version"].get<int>()) + "\"");
    r = call(library, "POST", "/names", body, {{"Idempotency-Key", "k"}});
    EXPECT_EQ(r.status, 201);
    EXPECT_EQ(r.value("Idempotency-Replayed"), "true");
    EXPECT_EQ(r.value("ETag"), first);
    r = call(library, "POST", "/names", R"({"name":"urn:example:lib-b"})", {{"Idempotency-Key", "k"}});
    EXPECT_EQ(r.status, 422);
    EXPECT_EQ(json::parse(r.body)["type"], "/problems/key-reused");
    r = call(library, "POST", "/names", body);
    EXPECT_EQ(r.status, 409);
    EXPECT_EQ(json::parse(r.body)["existing"]["key"], "example:lib-a");
    EXPECT_EQ(call(library, "PUT", "/names/urn:example:lib-a", R"({"locators":["https://a.example/"]})").status, 200);
    EXPECT_EQ(call(library, "PUT", "/names/urn:example:lib-a", "{}").status, 409);
    EXPECT_EQ(call(library, "PUT", "/names/urn%3Aexample%3Alib-b").status, 201);
    EXPECT_EQ(call(library, "PUT", "/names/urn:example:lib-c", R"({"name":"urn:example:lib-d"})").status, 422);

    r = call(reader, "GET", "/names/URN:EXAMPLE:lib-a");
    EXPECT_EQ(r.status, 200);
    EXPECT_EQ(r.value("ETag"), first);
    EXPECT_EQ(call(reader, "GET", "/names/urn:example:lib-a", {}, {{"If-None-Match", first}}).status, 304);
    EXPECT_EQ(call(reader, "GET", "/names/urn:example:lib-z").status, 404);
    EXPECT_EQ(call(reader, "GET", "/names/example").status, 400);
    EXPECT_EQ(call(reader, "GET", "/names/urn:example:lib-a?as_of=2020-01-01").status, 404);
    EXPECT_EQ(call(reader, "GET", "/names/urn:example:lib-a?as_of=2200-01-01").status, 200);
    EXPECT_EQ(call(reader, "GET", "/names/urn:example:lib-a?as_of=yesterday").status, 400);

    const std::string change = R"({"locators":["https://b.example/"]})";
    EXPECT_EQ(call(library, "PATCH", "/names/urn:example:lib-a", change, {{"If-Match", "\"1\""}}).status, 412);
    r = call(library, "PATCH", "/names/urn:example:lib-a", change, {{"If-Match", first}});
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_NE(r.value("ETag"), first);
    EXPECT_EQ(call(library, "PATCH", "/names/urn:example:lib-a", R"({"locator":[]})").status, 422);
    EXPECT_EQ(call(library, "PATCH", "/names/urn:example:lib-a", "{").status, 400);
    EXPECT_EQ(call(library, "POST", "/names/urn:example:lib-a/activate", "{}").status, 409);
    EXPECT_EQ(call(library, "POST", "/names/urn:example:lib-a/withdraw", "{}").status, 422);
    r = call(library, "POST", "/names/urn:example:lib-a/withdraw",
             R"({"reason":"a double","successor":"urn:example:lib-b"})");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(json::parse(r.body)["state"], "withdrawn");

    r = call(reader, "GET", "/names/urn:example:lib-a/history?limit=2");
    ASSERT_EQ(r.status, 200);
    const json page = json::parse(r.body);
    ASSERT_EQ(page["items"].size(), 2U);
    EXPECT_EQ(page["items"][0]["action"], "withdraw");
    r = call(reader, "GET", "/names/urn:example:lib-a/history?after=" + page["next"].get<std::string>());
    const json rest = json::parse(r.body);
    ASSERT_EQ(rest["items"].size(), 1U);
    EXPECT_FALSE(rest.contains("next"));
    EXPECT_EQ(rest["items"][0]["who"], "token:library");
}

TEST_F(names_routes, minted_and_reserved) {
    auto r = call(library, "POST", "/prefixes/example:lib-/mint", R"({"count":2,"locators":["https://a.example/"]})");
    ASSERT_EQ(r.status, 201) << r.body;
    const json made = json::parse(r.body);
    ASSERT_EQ(made["items"].size(), 2U);
    EXPECT_EQ(made["items"][1]["name"], "urn:example:lib-001");
    EXPECT_EQ(call(library, "POST", "/prefixes/urn:example:lib-/mint").status, 201);
    EXPECT_EQ(call(library, "POST", "/prefixes/example:lib-/mint", R"({"count":0})").status, 422);
    EXPECT_EQ(call(library, "POST", "/prefixes/example:/mint").status, 403);

    r = call(library, "POST", "/reservations", R"({"prefix":"example:lib-","count":3})");
    ASSERT_EQ(r.status, 201) << r.body;
    const json batch = json::parse(r.body);
    EXPECT_EQ(batch["names"].size(), 3U);
    EXPECT_EQ(call(reader, "GET", "/batches/" + batch["id"].get<std::string>()).status, 200);
    EXPECT_EQ(call(reader, "GET", "/batches/999").status, 404);
    EXPECT_EQ(call(library, "POST", "/reservations", R"({"names":["urn:example:lib-q"],"count":1})").status, 422);
    EXPECT_EQ(call(library, "POST", "/reservations", R"({"names":["urn:example:lib-q"],"x":1})").status, 422);
    r = call(library, "POST", "/names/" + batch["names"][0].get<std::string>() + "/activate",
             R"({"locators":["https://a.example/"]})");
    EXPECT_EQ(r.status, 200) << r.body;

    r = call(reader, "GET", "/names?prefix=example:&limit=4");
    const json page = json::parse(r.body);
    EXPECT_EQ(page["items"].size(), 4U);
    EXPECT_EQ(json::parse(call(reader, "GET", "/names?limit=4&after=" + page["next"].get<std::string>()).body)["items"]
                  .size(),
              2U);
    EXPECT_EQ(json::parse(call(reader, "GET", "/names?state=reserved").body)["items"].size(), 2U);
    EXPECT_EQ(call(reader, "GET", "/names?state=lost").status, 422);
}

TEST_F(names_routes, imported_and_exported) {
    const auto client = api_client::local(*s, configuration, library);
    const auto import = [&](std::string query, std::string text, std::string type) {
        std::string out;
        bool given = false;
        auto r = client->stream(
            {.method = "POST", .path = "/api/v1/imports" + query, .body = {}, .content_type = std::move(type)},
            [&]() -> std::string_view {
                if (given) return {};
                given = true;
                return text;
            },
            [&](std::string_view part) {
                out += part;
                return true;
            });
        if (r.status == 200) r.body = out;
        return r;
    };
    const std::string lines = "{\"name\":\"urn:example:lib-1\"}\n{\"name\":\"urn:example:lib-2\"}\nx\n";
    auto r = import("?dry_run=true", lines, "application/x-ndjson");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_NE(r.body.find("\"dry_run\":true"), std::string::npos);
    r = import("?results=problems", lines, "application/x-ndjson; charset=utf-8");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.body.find("assigned\",\"name"), std::string::npos);
    const json last = json::parse(r.body.substr(r.body.rfind('\n', r.body.size() - 2) + 1));
    EXPECT_EQ(last["summary"]["assigned"], 2);
    EXPECT_EQ(last["summary"]["problems"], 1);
    EXPECT_EQ(import("", "name,url\nurn:example:lib-3,https://a.example/\n", "text/csv").status, 200);
    EXPECT_EQ(import("", "nam\n", "text/csv").status, 422);
    EXPECT_EQ(import("", "{}", "image/png").status, 415);
    EXPECT_EQ(import("?on_error=panic", "{}", "text/csv").status, 422);

    std::string out;
    const auto exported = client->stream({.path = "/api/v1/export?format=csv&prefix=example:&after=urn:example:lib-2"},
                                         nullptr, [&](std::string_view part) {
                                             out += part;
                                             return true;
                                         });
    EXPECT_EQ(exported.status, 200);
    EXPECT_TRUE(out.starts_with("urn:example:lib-3,active,library,https://a.example/,")) << out;
    EXPECT_EQ(call(reader, "GET", "/export?format=xml").status, 422);
}

} // namespace
