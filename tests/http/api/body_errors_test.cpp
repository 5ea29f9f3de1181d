// Errors of values in the bodies of requests: each has a JSON pointer (RFC 6901) and the offset of the byte in the
// body.

#include <optional>
#include <string>
#include <string_view>

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

class body_errors : public api_over_a_store {
protected:
    void SetUp() override {
        api_over_a_store::SetUp();
        test::put_namespace(*s, "example");
        test::put_delegation(*s, {.prefix = "example:lib-",
                                  .registrar = "library",
                                  .hosts = {"a.example"},
                                  .mint = {.method = resolver::minting_method::sequential, .pattern = "ddd"}});
        test::put_delegation(*s, {.prefix = "example:none-", .registrar = "library"});
        ASSERT_EQ(call(administrator, "PUT", "/names/urn:example:lib-there").status, 201);
    }

    const principal administrator{.id = "token:admin", .role = resolver::role::administrator};
};

struct row {
    std::string_view method, path, body; // "@": where the error is; not sent
    int status;
    std::string_view pointer;
};

constexpr row rows[] = {
    // The text.
    {"POST", "/names", R"({"name":"urn:example:a"} @x)", 400, ""},
    {"POST", "/names", R"({"name":@nope})", 400, "/name"},
    {"POST", "/names", R"({"name":"urn:example:a",@"name":1})", 400, "/name"},
    {"POST", "/names", R"(@[])", 400, ""},
    {"PUT", "/names/urn:example:lib-a", R"(@[])", 400, ""},
    {"PATCH", "/names/urn:example:lib-there", R"(@[])", 400, ""},
    {"PUT", "/namespaces/example", R"(@[])", 400, ""},
    {"PUT", "/registrars/library", R"(@"x")", 400, ""},
    {"PUT", "/delegations/example:lib-", R"(@[])", 400, ""},
    {"POST", "/requests", R"(@[])", 400, ""},
    {"POST", "/resolve", R"(@"urn:example:a")", 400, ""},
    // Names.
    {"POST", "/names", R"(@{})", 422, "/name"},
    {"POST", "/names", R"({"name":@5})", 422, "/name"},
    {"POST", "/names", R"({"name":@"urn:nowhere:a"})", 422, "/name"},
    {"POST", "/names", R"({"name":@"urn:example:lib-there"})", 409, "/name"},
    {"POST", "/names", R"({"name":"@example"})", 400, "/name"},
    {"POST", "/names", R"({"name":"urn:example:a@%zz"})", 400, "/name"},
    {"POST", "/names", R"({"name":"urn:example:a","x":@1})", 422, "/x"},
    {"POST", "/names", R"({"name":"urn:example:a","locators":["https://a.example/",@7]})", 422, "/locators/1"},
    {"POST", "/names", R"({"name":"urn:example:a","locators":["https://a.example/@ x"]})", 422, "/locators/0"},
    {"POST", "/names", R"({"name":"urn:example:a","locators":[@{}]})", 422, "/locators/0/url"},
    {"POST", "/names", R"({"name":"urn:example:a","locators":[{"url":"https://a.example/","weight":@-1}]})", 422,
     "/locators/0/weight"},
    {"POST", "/names", R"({"name":"urn:example:a","locators":["https://a.example/",@"https://a.example/"]})", 422,
     "/locators/1"},
    {"POST", "/names", R"({"name":"urn:example:lib-a","locators":["https://a.example/",@"https://b.example/"]})", 422,
     "/locators/1"},
    {"POST", "/names", R"({"name":"urn:example:a","metadata":@[]})", 422, "/metadata"},
    {"POST", "/names", R"({"name":"urn:example:a","metadata":{"date":@"x"}})", 422, "/metadata/date"},
    {"POST", "/names", R"({"name":"urn:example:a","other_names":["urn:example:b",@"urn:example:b"]})", 422,
     "/other_names/1"},
    {"POST", "/names", R"({"name":"urn:example:a","other_names":["urn:example:b",@"urn:example:a"]})", 422,
     "/other_names/1"},
    {"POST", "/names", R"({"name":"urn:example:a","predecessor":@"urn:example:a"})", 422, "/predecessor"},
    {"PUT", "/names/urn:example:a", R"({"successor":@"urn:example:a"})", 422, "/successor"},
    {"PUT", "/names/urn:example:a", R"({"name":@"urn:example:b"})", 422, "/name"},
    {"PATCH", "/names/urn:example:lib-there", R"({"locators":[@"https://b.example/"]})", 422, "/locators/0"},
    {"PATCH", "/names/urn:example:lib-there", R"({"name":@"urn:example:b"})", 422, "/name"},
    {"PATCH", "/names/urn:example:lib-there", R"({"predecessor":@"urn:example:lib-there"})", 422, "/predecessor"},
    {"POST", "/names/urn:example:lib-there/withdraw", R"(@{})", 422, "/reason"},
    {"POST", "/names/urn:example:lib-there/withdraw", R"({"reason":@""})", 422, "/reason"},
    {"POST", "/names/urn:example:lib-there/withdraw", R"({"reason":"x","successor":"@y"})", 400, "/successor"},
    {"POST", "/names/urn:example:lib-there/withdraw", R"({"reason":"x","successor":@"urn:example:lib-there"})", 422,
     "/successor"},
    // Names that the service chooses.
    {"POST", "/prefixes/example:lib-/mint", R"({"count":@"5"})", 422, "/count"},
    {"POST", "/prefixes/example:lib-/mint", R"({"count":@0})", 422, "/count"},
    {"POST", "/prefixes/example:lib-/mint", R"({"count":@1001})", 422, "/count"},
    {"POST", "/prefixes/example:lib-/mint", R"({"locators":[@"https://b.example/"]})", 422, "/locators/0"},
    {"POST", "/reservations", R"(@{"prefix":"example:lib-"})", 422, "/count"},
    {"POST", "/reservations", R"({"prefix":@"example:lib-","names":["urn:example:b"]})", 422, "/prefix"},
    {"POST", "/reservations", R"({"count":@1,"names":["urn:example:b"]})", 422, "/count"},
    {"POST", "/reservations", R"({"names":["urn:example:b",@5]})", 422, "/names/1"},
    {"POST", "/reservations", R"({"names":["urn:example:b","@b"]})", 400, "/names/1"},
    {"POST", "/reservations", R"({"names":["urn:example:b","urn:example:c",@"urn:example:b"]})", 422, "/names/2"},
    {"POST", "/reservations", R"({"names":["urn:example:b",@"urn:example:lib-there"]})", 409, "/names/1"},
    {"POST", "/reservations", R"({"prefix":"@%zz","count":1})", 400, "/prefix"},
    {"POST", "/reservations", R"({"prefix":@"nowhere:a","count":1})", 422, "/prefix"},
    {"POST", "/reservations", R"({"prefix":@"example:b","count":1})", 404, "/prefix"},
    {"POST", "/reservations", R"({"prefix":@"example:none-","count":1})", 422, "/prefix"},
    // Namespaces, registrars, delegations, transfers, tokens.
    {"PUT", "/namespaces/example", R"({"nid":"@-x"})", 400, "/nid"},
    {"PUT", "/namespaces/example", R"({"nid":@"other"})", 422, "/nid"},
    {"PUT", "/namespaces/example", R"({"redirect":@5})", 422, "/redirect"},
    {"PUT", "/namespaces/example", R"({"origin":@"iana"})", 422, "/origin"},
    {"PUT", "/namespaces/example", R"({"syntax":{"pattern":"^[@z-a]$"}})", 422, "/syntax/pattern"},
    {"PUT", "/namespaces/example", R"({"syntax":@[]})", 422, "/syntax"},
    {"PUT", "/namespaces/example", R"({"checks":@{}})", 422, "/checks"},
    {"PUT", "/namespaces/example", R"({"equivalence":{"operations":@{}}})", 422, "/equivalence/operations"},
    {"PUT", "/namespaces/example", R"({"equivalence":{"operations":[@5]}})", 422, "/equivalence/operations/0"},
    {"POST", "/registrars", R"(@{"id":"x"})", 422, "/name"},
    {"POST", "/registrars", R"({"id":"x","name":@""})", 422, "/name"},
    {"POST", "/registrars", R"({"id":@"X","name":"x"})", 422, "/id"},
    {"POST", "/registrars", R"({"id":"x","name":@"a\nb"})", 422, "/name"},
    {"PUT", "/registrars/library", R"({"id":@"other"})", 422, "/id"},
    {"PUT", "/delegations/example:p-", R"({"hosts":["a.example",@"a b"]})", 422, "/hosts/1"},
    {"PUT", "/delegations/example:p-", R"({"hosts":["a.example",@5]})", 422, "/hosts/1"},
    {"PUT", "/delegations/example:p-", R"({"naming":"^[@z-a]$"})", 422, "/naming"},
    {"PUT", "/delegations/example:p-", R"({"registrar":@"nobody"})", 422, "/registrar"},
    {"PUT", "/delegations/example:p-", R"({"minting":{"method":"sequential","pattern":"@x"}})", 422,
     "/minting/pattern"},
    {"PUT", "/delegations/example:p-", R"({"minting":@[]})", 422, "/minting"},
    {"POST", "/transfers", R"({"prefix":"example:lib-","to":@"nobody"})", 422, "/to"},
    {"POST", "/transfers", R"({"to":"lib2","prefix":"1@"})", 400, "/prefix"},
    {"POST", "/transfers", R"({"to":"lib2","prefix":@"example:b"})", 404, "/prefix"},
    {"POST", "/tokens", R"(@{"role":"registrar"})", 422, "/registrar"},
    {"POST", "/tokens", R"({"role":"reader","prefixes":["example:",@5]})", 422, "/prefixes/1"},
    {"POST", "/tokens", R"({"role":"reader","prefixes":["example:","@%zz"]})", 400, "/prefixes/1"},
    {"POST", "/tokens", R"({"role":"reader","prefixes":["example:",@"nobody:"]})", 404, "/prefixes/1"},
    {"POST", "/tokens", R"({"role":"reader","expires":@"2001-01-01"})", 422, "/expires"},
    // Registration requests. The template is a member as a value.
    {"POST", "/requests", R"(@{"title":"x"})", 422, "/template"},
    {"POST", "/requests", R"({"template":@7})", 422, "/template"},
    {"POST", "/requests", R"({"template":@"no template"})", 400, "/template"},
    {"POST", "/requests", R"({"template":{"nid":@1}})", 422, "/template/nid"},
    {"POST", "/requests", R"({"template":{"purpose":"x","version":@-1}})", 422, "/template/version"},
    {"POST", "/requests", R"({"title":@"a\nb","template":{"purpose":"x"}})", 422, "/title"},
    // Resolution.
    {"POST", "/resolve", R"(@{})", 422, "/names"},
    {"POST", "/resolve", R"({"names":@5})", 422, "/names"},
    {"POST", "/resolve", R"({"names":["urn:example:a",@1]})", 422, "/names/1"},
    {"POST", "/resolve", R"(["urn:example:a",@1])", 422, "/1"},
    {"POST", "/resolve", R"({"names":[],"service":@1})", 422, "/service"},
    {"POST", "/resolve", R"({"names":[],"service":@"I2X"})", 422, "/service"},
    {"POST", "/resolve", R"({"names":[],"more":@1})", 422, "/more"},
};

TEST_F(body_errors, have_a_pointer_and_an_offset) {
    for (const row &x : rows) {
        std::string body{x.body};
        const std::size_t offset = body.find('@');
        body.erase(offset, 1);
        const auto r = call(administrator, std::string(x.method), std::string(x.path), body);
        const json p = json::parse(r.body, nullptr, false);
        ASSERT_TRUE(p.is_object()) << x.path << ' ' << body << ' ' << r.body;
        EXPECT_EQ(r.status, x.status) << x.path << ' ' << body << ' ' << r.body;
        EXPECT_EQ(p.value("pointer", "none"), x.pointer) << x.path << ' ' << body << ' ' << r.body;
        EXPECT_EQ(p.value("offset", std::size_t{999}), offset) << x.path << ' ' << body << ' ' << r.body;
    }
}

struct said {
    std::string_view method, path, body;
    int status;
    std::string_view detail;
    std::string_view rule = {};
};

constexpr said sentences[] = {
    // Without a body, where one is required.
    {"POST", "/names", "", 400, "missing body: this request requires a body of application/json"},
    {"PATCH", "/names/urn:example:lib-there", "", 400,
     "missing body: this request requires a body of application/merge-patch+json, application/json"},
    {"POST", "/names/urn:example:lib-there/withdraw", "", 400,
     "missing body: this request requires a body of application/json"},
    {"POST", "/reservations", "", 400, "missing body: this request requires a body of application/json"},
    {"PUT", "/namespaces/example", "", 400, "missing body: this request requires a body of application/json"},
    {"POST", "/tokens", "", 400, "missing body: this request requires a body of application/json"},
    {"POST", "/requests", "", 400, "missing body: this request requires a body of application/json, text/plain"},
    {"POST", "/requests/1/decline", "", 400, "missing body: this request requires a body of application/json"},
    {"POST", "/requests/1/report", "", 400, "missing body: this request requires a body of application/json"},
    {"POST", "/requests/1/return", "", 400, "missing body: this request requires a body of application/json"},
    // Values of another type.
    {"PUT", "/namespaces/example", R"({"checks":{}})", 422,
     R"("checks" of the settings of a namespace must be an array of at most 20 checks)"},
    {"PUT", "/namespaces/example", R"({"equivalence":{"operations":{}}})", 422,
     R"("operations" of the equivalence must be an array of at most 20 operations)"},
    {"PUT", "/namespaces/example", R"({"syntax":[]})", 422, "the syntax must be a JSON object"},
    {"PUT", "/delegations/example:p-", R"({"minting":[]})", 422, "the minting rule must be a JSON object"},
    {"PUT", "/requests/1/template", "[]", 404,
     "the request 1 does not exist. `uniform namespace requests` lists the public requests; a draft requires its "
     "secret"},
    // Dates.
    {"POST", "/names", R"({"name":"urn:example:a","locators":[{"url":"https://a.example/","valid_from":"x"}]})", 422,
     R"("valid_from" of a locator must be a date or a date-time, such as "2026-11-21" or "2026-11-21T10:00:00Z")",
     "RFC 3339 section 5.6"},
    {"POST", "/names", R"({"name":"urn:example:a","metadata":{"date":"x"}})", 422,
     R"("date" of the metadata must be a date or a date-time, such as "2026", "2026-11" or "2026-11-21T10:00:00Z")",
     "RFC 3339 section 5.6"},
    {"POST", "/tokens", R"({"role":"reader","expires":"x"})", 422,
     R"("expires" of a token must be a date or a date-time, such as "2026-11-21" or "2026-11-21T10:00:00Z")",
     "RFC 3339 section 5.6"},
    {"GET", "/namespaces/example?as_of=x", "", 400,
     R"("as_of" must be a date or a date-time, such as "2026-11-21" or "2026-11-21T10:00:00Z")",
     "RFC 3339 section 5.6"},
};

TEST_F(body_errors, are_one_sentence_for_one_situation) {
    for (const said &x : sentences) {
        const auto r = call(administrator, std::string(x.method), std::string(x.path), std::string(x.body));
        const json p = json::parse(r.body, nullptr, false);
        ASSERT_TRUE(p.is_object()) << x.path << ' ' << x.body << ' ' << r.body;
        EXPECT_EQ(r.status, x.status) << x.path << ' ' << x.body << ' ' << r.body;
        EXPECT_EQ(p.value("detail", ""), x.detail) << x.path << ' ' << x.body;
        if (!x.rule.empty()) {
            EXPECT_EQ(p.value("rule", ""), x.rule) << x.path << ' ' << x.body;
        }
    }
}

// The pattern that is missing is that of the delegation, not a member of the request.
TEST_F(body_errors, of_a_stored_minting_rule_have_no_place_in_the_body) {
    const auto r = call(administrator, "POST", "/prefixes/example:none-/mint", "{}");
    EXPECT_EQ(r.status, 422) << r.body;
    const json p = json::parse(r.body);
    EXPECT_EQ(p.value("detail", ""),
              "the prefix \"urn:example:none-\" has no minting rule: names cannot be minted under it");
    EXPECT_FALSE(p.contains("pointer"));
    EXPECT_FALSE(p.contains("offset"));
}

} // namespace
