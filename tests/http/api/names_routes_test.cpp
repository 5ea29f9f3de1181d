// Names over the API: what goes in, what comes out, who is let in. The rules themselves: tests/service/names_test.cpp.

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "http/api/api_support.hpp"
#include "service/names_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::http;
namespace test = uniform::test;
using nlohmann::json;
using resolver::principal;

class names_routes : public api_over_a_store {
protected:
    void SetUp() override {
        api_over_a_store::SetUp();
        test::put_namespace(*s, "example");
        test::put_delegation(*s, {.prefix = "example:lib-",
                                  .registrar = "library",
                                  .mint = {.method = resolver::minting_method::sequential, .pattern = "ddd"}});
    }

    const principal library = test::registrar_of("library", {"example:lib-"});
    const principal other = test::registrar_of("other", {"example:"});
    const principal reader{.id = "token:reader", .role = resolver::role::reader};
};

TEST_F(names_routes, locators_have_a_permitted_scheme) {
    configuration.location_schemes = {"https", "gopher"};
    const std::string script = R"("locators":[{"url":"https://a.example/"},{"url":"telnet://a.example/"}])";
    const auto refused = [](const api_response &r) {
        EXPECT_EQ(r.status, 422) << r.body;
        const json p = json::parse(r.body);
        EXPECT_EQ(p["type"], "/problems/out-of-policy");
        EXPECT_EQ(p["pointer"], "/locators/1");
        EXPECT_TRUE(p.contains("offset"));
        EXPECT_EQ(p["detail"], "the scheme \"telnet\" of the locator is not one to which this service redirects: "
                               "https, gopher (setting locators.schemes)");
        EXPECT_EQ(p["rule"], "setting locators.schemes; RFC 3986 section 7.1");
    };
    refused(call(library, "POST", "/names", R"({"name":"urn:example:lib-s",)" + script + "}"));
    refused(call(library, "PUT", "/names/urn:example:lib-s", "{" + script + "}"));
    refused(call(library, "POST", "/prefixes/example%3Alib-/mint", "{" + script + "}"));
    ASSERT_EQ(call(library, "POST", "/reservations", R"({"names":["urn:example:lib-r"]})").status, 201);
    refused(call(library, "POST", "/names/urn:example:lib-r/activate", "{" + script + "}"));
    ASSERT_EQ(call(library, "PUT", "/names/urn:example:lib-c", R"({"locators":["gopher://a.example/"]})").status, 201);
    refused(call(library, "PATCH", "/names/urn:example:lib-c", "{" + script + "}"));
}

// RFC 7396 2 and its Appendix A; RFC 5789 2.2.
TEST_F(names_routes, patches_of_metadata) {
    ASSERT_EQ(call(library, "PUT", "/names/urn:example:lib-a").status, 201);
    struct row {
        const char *type, *was, *patch, *is;
    };
    constexpr const char *merge = "application/merge-patch+json";
    static constexpr row rows[] = {
        {merge, R"({"title":"b"})", R"({"title":"c"})", R"({"title":"c"})"},
        {merge, R"({"title":"b"})", R"({"type":"c"})", R"({"title":"b","type":"c"})"},
        {merge, R"({"title":"b"})", R"({"title":null})", "none"},
        {merge, R"({"title":"b","type":"c"})", R"({"title":null})", R"({"type":"c"})"},
        {merge, R"({"x":["b"]})", R"({"x":"c"})", R"({"x":"c"})"},
        {merge, R"({"x":"c"})", R"({"x":["b"]})", R"({"x":["b"]})"},
        {merge, R"({"x":{"b":"c"}})", R"({"x":{"b":"d","c":null}})", R"({"x":{"b":"d"}})"},
        {merge, R"({"x":{"b":"c","d":{"e":1}}})", R"({"x":{"d":{"e":null,"f":2}}})", R"({"x":{"b":"c","d":{"f":2}}})"},
        {merge, R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {merge, "{}", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
        {merge, R"({"title":"b"})", "{}", R"({"title":"b"})"},
        {merge, R"({"title":"b"})", "null", "none"},
        {merge, R"({"title":"b"})", "[]", "422"},
        {merge, R"({"title":"b"})", R"({"title":7})", "422"},
        {"Application/Merge-Patch+JSON; charset=\"UTF-8\"", R"({"a":1,"b":1})", R"({"a":2})", R"({"a":2,"b":1})"},
        {"application/json", R"({"a":1,"b":1})", R"({"a":2})", R"({"a":2})"},
        {"application/json-patch+json", R"({"a":1})", R"({"a":2})", "415"},
        {"application/ld+json", R"({"a":1})", R"({"a":2})", "415"},
        {"text/plain", R"({"a":1})", R"({"a":2})", "415"},
    };
    const std::string path = "/names/urn:example:lib-a";
    const auto body = [](std::string_view metadata) { return "{\"metadata\":" + std::string(metadata) + "}"; };
    for (const row &x : rows) {
        ASSERT_EQ(call(library, "PATCH", path, body(x.was)).status, 200) << x.was;
        const auto r = call(library, "PATCH", path, body(x.patch), {}, x.type);
        const std::string wanted = x.is;
        if (wanted.starts_with("4")) {
            EXPECT_EQ(std::to_string(r.status), wanted) << x.type << ' ' << x.patch;
            EXPECT_EQ(r.value("Accept-Patch"), wanted == "415" ? "application/merge-patch+json, application/json" : "")
                << x.type;
            continue;
        }
        ASSERT_EQ(r.status, 200) << x.type << ' ' << x.patch << r.body;
        const json is = json::parse(r.body);
        EXPECT_EQ(is.contains("metadata") ? is["metadata"] : json("none"),
                  wanted == "none" ? json("none") : json::parse(wanted))
            << x.was << x.patch;
    }
    // The same request again is the first answer, whatever became of the metadata.
    const auto again = [&](const char *type) {
        return call(library, "PATCH", path, body(R"({"n":1})"), {{"Idempotency-Key", "p"}}, type);
    };
    ASSERT_EQ(again(merge).status, 200);
    ASSERT_EQ(call(library, "PATCH", path, body(R"({"m":1})")).status, 200);
    EXPECT_EQ(again(merge).value("Idempotency-Replayed"), "true");
    EXPECT_EQ(again("application/json").status, 422);
    EXPECT_EQ(call(library, "OPTIONS", path).value("Accept-Patch"), "application/merge-patch+json, application/json");
}

// RFC 8259 6 and RFC 7493 2.2: what others would read as another number.
TEST_F(names_routes, numbers_that_cannot_be_stored_exactly) {
    static constexpr const char *kept[] = {"0",
                                           "-0.0",
                                           "1",
                                           "9007199254740991",
                                           "-9007199254740991",
                                           "0.1",
                                           "1.10",
                                           "1e2",
                                           "1E+300",
                                           "2.5e-300",
                                           "0e9999999999999999999",
                                           "0.30000000000000004",
                                           "123456789.125",
                                           "5e-324",
                                           "\"9007199254740993\""};
    for (int name = 0; const char *n : kept) {
        const std::string path = "/names/urn:example:lib-n" + std::to_string(++name);
        const std::string metadata = R"({"metadata":{"n":)" + std::string(n) + "}}";
        const auto r = call(library, "PUT", path, metadata);
        ASSERT_EQ(r.status, 201) << n << r.body;
        const auto changed = call(library, "PATCH", path, metadata);
        ASSERT_EQ(changed.status, 200) << n << changed.body;
        EXPECT_EQ(json::parse(changed.body)["metadata"]["n"], json::parse(n)) << n;
    }
    static constexpr const char *rounded[] = {"9007199254740992",
                                              "9007199254740993",
                                              "-9007199254740992",
                                              "18446744073709551615",
                                              "18446744073709551616",
                                              "-9223372036854775809",
                                              "123456789012345678901234567890",
                                              "0.1234567890123456789",
                                              "3.14159265358979323846",
                                              "1e400",
                                              "-1e400",
                                              "1e-400",
                                              "1e99999999999999999999",
                                              "1e-99999999999999999999"};
    for (const char *n : rounded) {
        struct row {
            const char *method, *path, *before, *after;
        };
        static constexpr row rows[] = {
            {"POST", "/names", R"({"name":"urn:example:lib-b","metadata":{"a/b":[1,{"x":{},"~n":)", "}]}}"},
            {"PUT", "/names/urn:example:lib-b", R"({"metadata":{"a/b":[1,{"~n":)", "}]}}"},
            {"PATCH", "/names/urn:example:lib-n1", R"({"metadata":{"a/b":[[],{"~n":)", "}]}}"},
            {"POST", "/prefixes/example:lib-/mint", R"({"metadata":{"a/b":[1,{"~n":)", "}]}}"},
        };
        for (const row &x : rows) {
            const auto r = call(library, x.method, x.path, std::string(x.before) + n + x.after);
            ASSERT_EQ(r.status, 422) << x.method << ' ' << n << r.body;
            const json p = json::parse(r.body);
            EXPECT_EQ(p["pointer"], "/metadata/a~1b/1/~0n") << r.body;
            EXPECT_EQ(p["rule"], "RFC 7493 section 2.2");
            EXPECT_EQ(p["detail"].get<std::string>().find("parsing"), std::string::npos) << p["detail"];
        }
    }
}

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
    EXPECT_EQ(call(library, "PUT", "/names/URN:EXAMPLE:lib-a",
                   R"({"name":"urn:example:lib-a","locators":["https://a.example/"]})")
                  .status,
              200);

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
    EXPECT_EQ(call(library, "PATCH", "/names/urn:example:lib-a", change, {{"If-Match", "\"2\""}}).status, 412);
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

// RFC 9110 13: each row is sent when the name has the version V, and its record is the one that the name has.
TEST_F(names_routes, conditions) {
    const std::string body = R"({"locators":["https://a.example/"]})";
    const std::string another = R"({"locators":["https://b.example/"]})";
    auto made = call(library, "PUT", "/names/urn:example:lib-a", body);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string tag(made.value("ETag"));
    struct row {
        const char *document;
        const char *method;
        const char *path;
        const char *field;
        const char *value; // "V" is the tag
        int status;
    };
    constexpr const char *here = "/names/urn:example:lib-a";
    constexpr const char *nowhere = "/names/urn:example:lib-none";
    constexpr row rows[] = {
        {"13.1.1: any", "PUT", here, "If-Match", "*", 200},
        {"13.1.1: any, but there is none", "PUT", nowhere, "If-Match", "*", 412},
        {"13.1.1: this one", "PUT", here, "If-Match", "V", 200},
        {"13.1.1: one of a list", "PUT", here, "If-Match", "\"99\" ,, V", 200},
        {"13.1.1: none of a list", "PUT", here, "If-Match", "\"99\", \"98\"", 412},
        {"8.8.1: of GET after a transfer", "PUT", here, "If-Match", "\"1:archive\"", 200},
        {"8.8.1: the same of another version", "PUT", here, "If-Match", "\"2:archive\"", 412},
        {"8.8.1: of a page, which is another resource", "PUT", here, "If-Match", "\"1.0\"", 412},
        {"13.1.1: a tag, but there is none", "PUT", nowhere, "If-Match", "\"1\"", 412},
        {"13.1.1: compares strongly", "PUT", here, "If-Match", "W/V", 412},
        {"8.8.3: a comma within a tag", "PUT", here, "If-Match", "\"a,b\", V", 200},
        {"8.8.3: a tag that is none of ours", "PUT", here, "If-Match", "\"00\"", 412},
        {"8.8.3: no tag", "PUT", here, "If-Match", "17", 400},
        {"8.8.3: no end", "PUT", here, "If-Match", "\"17", 400},
        {"13.1.1: \"*\" stands alone", "PUT", here, "If-Match", "*, V", 400},
        {"13.1.2: none", "PUT", here, "If-None-Match", "*", 412},
        {"13.1.2: not this one", "PUT", here, "If-None-Match", "V", 412},
        {"13.1.2: compares weakly", "PUT", here, "If-None-Match", "W/V", 412},
        {"13.1.2: a list with this one", "PUT", here, "If-None-Match", "\"99\",V", 412},
        {"13.1.2: a list without this one", "PUT", here, "If-None-Match", "\"99\", \"98\"", 200},
        {"13.1.2: no tag", "PUT", here, "If-None-Match", "x", 400},
        {"13.1.2: POST, of the name that the body names", "POST", "/names", "If-None-Match", "*", 412},
        {"13.1.2: POST, not this one", "POST", "/names", "If-None-Match", "V", 412},
        {"13.1.2: POST, another one: a conflict all the same", "POST", "/names", "If-None-Match", "\"99\"", 409},
        {"13.1.1: PATCH, one of a list", "PATCH", here, "If-Match", "\"99\", V", 200},
        {"13.1.1: PATCH, any", "PATCH", here, "If-Match", "*", 200},
        {"13.1.2: PATCH", "PATCH", here, "If-None-Match", "*", 412},
        {"13.2.1: without the condition it would be 404", "PATCH", nowhere, "If-Match", "*", 404},
        {"13.1.2: withdrawing", "POST", "/names/urn:example:lib-a/withdraw", "If-None-Match", "*", 412},
        {"13.1.1: minted names have no version yet", "POST", "/prefixes/example:lib-/mint", "If-Match", "*", 412},
        {"13.1.1: GET, one of a list", "GET", here, "If-Match", "\"99\", V", 200},
        {"13.1.1: GET, none of a list", "GET", here, "If-Match", "\"99\"", 412},
        {"13.1.1: GET, any", "GET", here, "If-Match", "*", 200},
        {"13.1.2: GET, any", "GET", here, "If-None-Match", "*", 304},
        {"13.1.2: GET, a list with this one", "GET", here, "If-None-Match", "\"99\", W/V , \"98\"", 304},
        {"13.1.2: GET, a list without this one", "GET", here, "If-None-Match", "\"99\"", 200},
        {"13.1.2: GET, what cannot be read is no condition", "GET", here, "If-None-Match", "\"x\\V", 200},
        {"13.1.2: HEAD", "HEAD", here, "If-None-Match", "V", 304},
        {"13.2.1: GET of what is not there", "GET", nowhere, "If-Match", "*", 404},
        {"13.1.2: a registrar", "GET", "/namespaces/example", "If-None-Match", "*", 304},
        {"13.1.1: a namespace", "GET", "/namespaces/example", "If-Match", "\"99999\"", 412},
        {"13.1.2: a delegation", "GET", "/delegations/example:lib-", "If-None-Match", "*", 304},
        {"13.1.2: the page of a name", "GET", "//about/urn:example:lib-a", "If-None-Match", "*", 304},
        {"13.1.1: the page of a name", "GET", "//about/urn:example:lib-a", "If-Match", "V", 412},
    };
    for (const row &x : rows) {
        std::string value = x.value;
        if (const auto at = value.find('V'); at != std::string::npos) value.replace(at, 1, tag);
        std::string sent = std::string_view{x.method} == "GET" || std::string_view{x.method} == "HEAD" ? "" : body;
        if (std::string_view{x.path} == "/names") sent = R"({"name":"urn:example:lib-a","locators":[]})";
        if (std::string_view{x.path}.ends_with("withdraw")) sent = R"({"reason":"r"})";
        const auto r = call(library, x.method, x.path, sent, {{x.field, value}});
        EXPECT_EQ(r.status, x.status) << x.document << ": " << x.method << ' ' << x.path << ' ' << x.field << ": "
                                      << value << '\n'
                                      << r.body;
        if (r.status == 304) {
            EXPECT_EQ(r.body, "") << x.document;
            EXPECT_NE(r.value("ETag"), "") << x.document << ": RFC 9110 15.4.5";
        }
        if (r.status == 412) {
            EXPECT_EQ(json::parse(r.body)["type"], "/problems/precondition-failed") << x.document;
        }
    }
    // 13.2.2: If-Match comes first; both must hold.
    EXPECT_EQ(call(library, "PUT", here, body, {{"If-Match", tag}, {"If-None-Match", "\"99\""}}).status, 200);
    EXPECT_EQ(call(library, "PUT", here, body, {{"If-Match", tag}, {"If-None-Match", tag}}).status, 412);
    // 5.3: several lines of a list are one list.
    EXPECT_EQ(call(library, "PUT", here, body, {{"If-Match", "\"99\""}, {"If-Match", tag}}).status, 200);
    // The existing name is shown, so that the client needs no other request.
    const auto refused = call(library, "PUT", here, another, {{"If-None-Match", "*"}});
    ASSERT_EQ(refused.status, 412);
    EXPECT_EQ(json::parse(refused.body)["existing"]["key"], "example:lib-a");
    EXPECT_EQ(json::parse(refused.body)["rule"], "RFC 9110 section 13.1.2");
    // A repeated request gets its first answer, though the condition held only then.
    for (int n = 0; n < 2; ++n) {
        const auto r = call(library, "PUT", "/names/urn:example:lib-new", body,
                            {{"If-None-Match", "*"}, {"Idempotency-Key", "conditions"}});
        EXPECT_EQ(r.status, 201) << r.body;
        EXPECT_EQ(r.value("Idempotency-Replayed"), n == 0 ? "" : "true");
    }
    EXPECT_EQ(call(library, "PUT", "/names/urn:example:lib-new", body, {{"If-None-Match", "*"}}).status, 412);
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
