// Names without locators of their own, which the template of their namespace or of a delegation gives them: the same
// answers as for a stored locator. RFC 6570, RFC 2483.

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

using nlohmann::json;
using resolver::name_state;
using testing::HasSubstr;

TEST_F(resolving, gives_names_the_locator_of_the_template_of_their_namespace) {
    put_name("urn:example:lib-7", resolver::name_record{.metadata = R"({"title":"Seven"})"});
    put_name("urn:example:own", "https://own.example/1");
    put_name("urn:example:a/b%C3%A9", resolver::name_record{});
    put_name("urn:example:A", resolver::name_record{.name = "urn:example:A"});
    put_name("urn:example:reserved", {.state = name_state::reserved});
    put_name("urn:example:gone", {.state = name_state::withdrawn});
    put_name("urn:example:box-1", resolver::name_record{});
    EXPECT_EQ(ask("/urn:example:lib-7").status, 200); // its description
    EXPECT_EQ(ask("/urn:example:box-1").status, 404);
    put_namespace({.nid = "example", .locator_template = "https://archive.example/{nss}?x"});
    put_delegation({.prefix = "example:box-", .locator_template = "https://box.example/{suffix}"});
    put_delegation({.prefix = "example:o"});
    struct row {
        std::string target;
        int status;
        std::string location;
    };
    const row rows[]{
        {"/urn:example:lib-7", 302, "https://archive.example/lib-7?x"},
        {"/urn:example:lib-7?=q", 302, "https://archive.example/lib-7?x&q"},
        {"/urn:example:own", 302, "https://own.example/1"},
        {"/urn:example:a/b%c3%a9", 302, "https://archive.example/a%2Fb%25C3%25A9?x"},
        {"/urn:example:A", 302, "https://archive.example/A?x"},
        {"/urn:example:box-1", 302, "https://box.example/1"},
        {"/urn:example:reserved", 404, ""},
        {"/urn:example:gone", 410, ""},
        {"/urn:example:none", 404, ""}, // it is not assigned
        {"/uri-res/N2L?urn:example:lib-7", 303, "https://archive.example/lib-7?x"},
        {"/uri-res/I2R?urn:example:box-1", 303, "https://box.example/1"},
    };
    for (const row &r : rows) {
        for (int i = 0; i < 2; ++i) { // also from the cache
            const response sent = ask(r.target);
            EXPECT_EQ(sent.status, r.status) << r.target << sent.body;
            EXPECT_EQ(value_of(sent, "Location"), r.location) << r.target;
        }
    }
    EXPECT_TRUE(cached("/urn:example:lib-7"));
    EXPECT_THAT(ask("/uri-res/N2Ls?urn:example:lib-7").body, HasSubstr("https://archive.example/lib-7?x\r\n"));
    EXPECT_THAT(ask("/about/urn:example:lib-7").body, HasSubstr("https://archive.example/lib-7?x"));

    // The source of the locator.
    const json of_namespace = {{"template", "https://archive.example/{nss}?x"}};
    const json of_prefix = {{"template", "https://box.example/{suffix}"}, {"prefix", "example:box-"}};
    const auto json_of = [&](const std::string &target) {
        return json::parse(ask(target, {{"Accept", "application/json"}}).body);
    };
    for (const std::string path : {"/api/v1/resolve/", "/api/v1/explain/", "/"}) {
        EXPECT_EQ(json_of(path + "urn:example:lib-7")["locator_template"], of_namespace) << path;
        EXPECT_EQ(json_of(path + "urn:example:box-1")["locator_template"], of_prefix) << path;
        EXPECT_FALSE(json_of(path + "urn:example:own").contains("locator_template")) << path;
    }
    EXPECT_EQ(json_of("/api/v1/resolve/urn:example:lib-7?service=I2Ls")["result"][0]["url"],
              "https://archive.example/lib-7?x");
    EXPECT_EQ(json_of("/urn:example:lib-7")["locators"][0]["url"], "https://archive.example/lib-7?x");
    // The stored record has no locator.
    EXPECT_FALSE(json_of("/api/v1/names/urn:example:lib-7").contains("locators"));

    // Another template holds at once, also for what is cached.
    put_namespace({.nid = "example", .locator_template = "https://other.example/{nss}"});
    EXPECT_EQ(value_of(ask("/urn:example:lib-7"), "Location"), "https://other.example/lib-7");
    put_namespace({.nid = "example"});
    EXPECT_EQ(ask("/urn:example:lib-7").status, 200);
}

// RFC 3986 3.3: a name's dot segments must not lead out of the folder of the template.
TEST_F(resolving, follows_no_dot_segments_of_a_name_by_a_template) {
    put_name("urn:example:a/../../x", resolver::name_record{});
    put_name("urn:example:%2E%2E/x", resolver::name_record{});
    put_name("urn:example:a/b", resolver::name_record{});
    put_namespace({.nid = "example", .locator_template = "https://archive.example/base/{+nss}"});
    EXPECT_EQ(value_of(ask("/urn:example:a/b"), "Location"), "https://archive.example/base/a/b");
    for (const std::string target : {"/urn:example:a/../../x", "/urn:example:%2E%2E/x"}) {
        const response sent = ask(target);
        EXPECT_EQ(value_of(sent, "Location"), "") << target;
        EXPECT_EQ(sent.status, 404) << target;
    }
}

TEST_F(resolving, passes_suffixes_to_the_locator_of_a_template) {
    put_name("urn:example:abc", resolver::name_record{});
    put_delegation({.prefix = "example:", .passthrough = "/", .locator_template = "https://archive.example/{suffix}"});
    EXPECT_EQ(value_of(ask("/urn:example:abc/def"), "Location"), "https://archive.example/abc/def");
    const json explained = json::parse(ask("/api/v1/explain/urn:example:abc%2Fdef").body);
    EXPECT_EQ(explained["locator_template"]["prefix"], "example:");
}

TEST_F(resolving, leads_by_a_template_only_to_permitted_schemes) {
    put_name("urn:example:a", resolver::name_record{});
    put_namespace({.nid = "example", .locator_template = "https://archive.example/{nss}"});
    configuration.location_schemes = {"ftp"};
    EXPECT_EQ(ask("/urn:example:a").status, 404);
    configuration.location_schemes = {"https"};
    EXPECT_EQ(ask("/urn:example:a").status, 302);
}

} // namespace uniform::http
