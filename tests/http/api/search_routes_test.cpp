// GET /api/v1/names?q= and ?url=, and L2Ns, with and without the index of search.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/store/search.hpp>

#include "http/resolve/resolve_support.hpp"

namespace uniform::http {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class searching : public resolving {
protected:
    std::vector<std::string> keys(const std::string &query) {
        std::vector<std::string> all;
        std::string after;
        for (;;) {
            const response r = ask("/api/v1/names?" + query + (after.empty() ? "" : "&after=" + after));
            EXPECT_EQ(r.status, 200) << query << r.body;
            if (r.status != 200) return all;
            const json page = json::parse(r.body);
            for (const auto &n : page["items"]) all.push_back(n["key"]);
            if (!page.contains("next")) return all;
            after = page["next"];
        }
    }
};

TEST_F(searching, words_and_locators) {
    EXPECT_EQ(ask("/api/v1/names?q=lake").status, 404);
    EXPECT_THAT(ask("/api/v1/names?q=lake").body, HasSubstr("`uniform store index` makes it"));
    EXPECT_EQ(ask("/uri-res/L2Ns?https://a.example/1").status, 404);
    store::make_search_index(*s);
    put_namespace({.nid = "other"});
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"A lake"})"});
    put_name("urn:example:b", {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"The LAKE"})"});
    put_name("urn:other:c", {.state = resolver::name_state::withdrawn, .metadata = R"({"title":"Lake"})"});
    const std::vector<std::string> all{"example:a", "example:b", "other:c"};
    for (const char *const limit : {"&limit=1", "&limit=2", "&limit=3", ""}) {
        EXPECT_EQ(keys(std::string("q=lake") + limit), all) << limit;
    }
    EXPECT_EQ(keys("q=the+lake"), std::vector<std::string>{"example:b"});
    EXPECT_EQ(keys("q=URN:example:b"), std::vector<std::string>{"example:b"});
    EXPECT_EQ(keys("q=lake&prefix=other:"), std::vector<std::string>{"other:c"});
    EXPECT_EQ(keys("q=lake&state=withdrawn&limit=1"), std::vector<std::string>{"other:c"});
    EXPECT_EQ(keys("q=sea"), std::vector<std::string>{});
    EXPECT_EQ(keys("url=https://a.example/1"), (std::vector<std::string>{"example:a", "example:b"}));
    EXPECT_EQ(ask("/api/v1/names?q=lake&url=https://a.example/1").status, 422);
    EXPECT_EQ(ask("/api/v1/names?q=%22*%22").status, 422);
    EXPECT_EQ(ask("/api/v1/names?q=lake&after=x").status, 400);
}

// FTS5 takes the word of a namespace for several where its NID has hyphens.
TEST_F(searching, in_a_namespace_with_hyphens) {
    store::make_search_index(*s);
    for (const char *const nid : {"quay-7", "quay-8"}) put_namespace({.nid = nid});
    const resolver::name_record lake{.metadata = R"({"title":"Lake"})"};
    put_name("urn:quay-7:a-b", lake);
    put_name("urn:quay-7:c", lake);
    put_name("urn:quay-8:7", lake);
    EXPECT_EQ(keys("q=lake&prefix=quay-7:"), (std::vector<std::string>{"quay-7:a-b", "quay-7:c"}));
    EXPECT_EQ(keys("q=lake&prefix=quay-7:a-"), std::vector<std::string>{"quay-7:a-b"});
    EXPECT_EQ(keys("q=lake&prefix=quay-8:&limit=1"), std::vector<std::string>{"quay-8:7"});
    EXPECT_EQ(keys("q=lake&prefix=urn-7:"), std::vector<std::string>{});
}

// RFC 2169 3.7: all the URNs of a URL.
TEST_F(searching, names_of_locators_as_a_service) {
    store::make_search_index(*s);
    put_name("urn:example:a", "https://a.example/1");
    put_name("urn:example:b", "https://a.example/1");
    put_name("urn:example:w", {.state = resolver::name_state::withdrawn, .locators = {{.url = "https://a.example/1"}}});
    const response list = ask("/uri-res/L2Ns?https://A.example:443/1");
    EXPECT_EQ(list.status, 200);
    EXPECT_EQ(value_of(list, "Content-Type"), "text/uri-list");
    EXPECT_EQ(list.body, "# https://A.example:443/1\r\nurn:example:a\r\nurn:example:b\r\n");
    EXPECT_EQ(ask("/uri-res/L2N?https://a.example/1").body, "# https://a.example/1\r\nurn:example:a\r\n");
    EXPECT_EQ(ask("/uri-res/L2Ns?https://a.example/2").status, 404);
    // The URL of a resolver still is that of its name.
    EXPECT_THAT(ask("/uri-res/L2Ns?https://urn.example.org/urn:example:b").body, HasSubstr("urn:example:b"));
    const json result = json::parse(ask("/api/v1/resolve/https%3A%2F%2Fa.example%2F1?service=L2Ns").body);
    EXPECT_EQ(result["result"], (json{"urn:example:a", "urn:example:b"}));
    EXPECT_EQ(ask("/api/v1/resolve/https%3A%2F%2Fa.example%2F2?service=L2N").status, 404);
}

} // namespace
} // namespace uniform::http
