// The feed of requests and decisions: RFC 4287, RFC 5005 section 3.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include <uniform/json/read.hpp>

#include "http/api/api_support.hpp"
#include "http/harvest/feed.hpp"
#include "registry/samples.hpp"

namespace uniform::http {
namespace {

using nlohmann::json;

class request_feed : public api_over_a_store {
protected:
    const resolver::principal administrator{.id = "token:admin", .role = resolver::role::administrator};

    void SetUp() override {
        api_over_a_store::SetUp();
        configuration.public_url = "https://urn.example.org";
    }
    std::string submit() {
        const auto r =
            call(administrator, "POST", "/requests",
                 json{{"template", std::string(test::complete)}, {"submit", true}, {"title", "A & <B>"}}.dump());
        EXPECT_EQ(r.status, 201) << r.body;
        return json::parse(r.body)["request"]["id"];
    }
    void act(const std::string &number, const std::string &action, const json &body = json::object()) {
        const auto r = call(administrator, "POST", "/requests/" + number + "/" + action, body.dump());
        EXPECT_EQ(r.status, 200) << r.body;
    }
    static std::string link(const pugi::xml_node &feed, const char *relation) {
        return feed.find_child_by_attribute("link", "rel", relation).attribute("href").value();
    }
};

TEST_F(request_feed, has_requests_and_decisions_newest_first) {
    auto r = call(administrator, "GET", "/requests.atom");
    pugi::xml_document empty;
    ASSERT_TRUE(empty.load_string(r.body.c_str()));
    EXPECT_TRUE(empty.child("feed").child("updated"));
    EXPECT_FALSE(empty.child("feed").child("entry"));

    const std::string number = submit();
    act(number, "review");
    act(number, "return", {{"text", "Who <assigns> names?\r\nSay & explain."}});
    r = call(administrator, "GET", "/requests.atom");
    ASSERT_EQ(r.status, 200);
    EXPECT_EQ(r.value("Content-Type"), "application/atom+xml; charset=utf-8");
    pugi::xml_document d;
    ASSERT_TRUE(d.load_string(r.body.c_str()));
    const pugi::xml_node feed = d.child("feed");
    // RFC 4287 4.1.1: exactly one id, title and updated; links to itself and to an alternative
    for (const char *const one : {"id", "title", "updated"}) {
        EXPECT_EQ(std::ranges::distance(feed.children(one)), 1) << one;
    }
    EXPECT_EQ(link(feed, "self"), "https://urn.example.org/api/v1/requests.atom");
    EXPECT_EQ(link(feed, "next"), "");
    std::vector<std::string> titles;
    std::set<std::string> ids;
    for (const pugi::xml_node &e : feed.children("entry")) {
        titles.emplace_back(e.child("title").text().get());
        ids.insert(e.child("id").text().get());
        EXPECT_STREQ(e.child("author").child("name").text().get(), "token:admin");
        EXPECT_EQ(link(e, "alternate"), "https://urn.example.org/api/v1/requests/1");
    }
    EXPECT_THAT(titles, testing::ElementsAre("harbour (A & <B>): returned to the submitter",
                                             "harbour (A & <B>): under review", "harbour (A & <B>): submitted"));
    EXPECT_EQ(ids.size(), 3U);
    const pugi::xml_node first = feed.child("entry");
    EXPECT_STREQ(first.child("content").attribute("type").value(), "text");
    EXPECT_THAT(first.child("content").text().get(), testing::HasSubstr("Who <assigns> names?"));
    EXPECT_STREQ(first.child("updated").text().get(), feed.child("updated").text().get());
}

TEST_F(request_feed, is_paged) { // RFC 5005 3
    const std::string number = submit();
    act(number, "review");
    act(number, "approve");
    std::vector<std::string> actions;
    std::string path = "/requests.atom?limit=2";
    for (int pages = 1;; ++pages) {
        pugi::xml_document d;
        ASSERT_TRUE(d.load_string(call(administrator, "GET", path).body.c_str()));
        const pugi::xml_node feed = d.child("feed");
        EXPECT_EQ(link(feed, "first"), "https://urn.example.org/api/v1/requests.atom");
        for (const pugi::xml_node &e : feed.children("entry"))
            actions.emplace_back(e.child("category").attribute("term").value());
        if (pages == 1) submit(); // a newer entry does not move the pages
        const std::string next = link(feed, "next");
        if (next.empty()) {
            EXPECT_EQ(pages, 2);
            break;
        }
        path = next.substr(std::string("https://urn.example.org/api/v1").size());
    }
    EXPECT_THAT(actions, testing::ElementsAre("approve", "review", "submit"));
    EXPECT_EQ(call(administrator, "GET", "/requests.atom?after=x").status, 400);
}

TEST_F(request_feed, is_of_one_request) {
    const std::string number = submit();
    submit();
    act(number, "review");
    act(number, "approve");
    pugi::xml_document d;
    ASSERT_TRUE(d.load_string(call(administrator, "GET", "/requests.atom?limit=2&request=" + number).body.c_str()));
    const pugi::xml_node feed = d.child("feed");
    EXPECT_EQ(std::ranges::distance(feed.children("entry")), 2);
    const std::string one = "https://urn.example.org/api/v1/requests.atom?request=" + number;
    EXPECT_EQ(feed.child("id").text().get(), one);
    EXPECT_EQ(link(feed, "first"), one);
    const std::string next = link(feed, "next");
    ASSERT_TRUE(next.starts_with(one + "&after=")) << next;
    pugi::xml_document rest;
    ASSERT_TRUE(rest.load_string(
        call(administrator, "GET", next.substr(std::string("https://urn.example.org/api/v1").size())).body.c_str()));
    EXPECT_EQ(std::ranges::distance(rest.child("feed").children("entry")), 1);
    EXPECT_EQ(call(administrator, "GET", "/requests.atom?request=0").status, 422);
}

TEST_F(request_feed, is_revalidated) { // RFC 9110 13.1.2, 13.1.3
    const std::string number = submit();
    const auto r = call(administrator, "GET", "/requests.atom");
    const std::string tag{r.value("ETag")};
    EXPECT_EQ(call(administrator, "GET", "/requests.atom", {}, {{"If-None-Match", tag}}).status, 304);
    act(number, "review");
    EXPECT_EQ(call(administrator, "GET", "/requests.atom", {}, {{"If-None-Match", tag}}).status, 200);
}

TEST_F(request_feed, has_the_time_of_its_newest_entry_once_that_is_certain) { // RFC 9110 8.8.2, 13.1.3
    s.reset();
    std::atomic<resolver::timestamp> now =
        resolver::timestamp{std::chrono::floor<std::chrono::seconds>(resolver::now())};
    s = store::store::open((folder / "store.db").string(), {.clock = [&] { return now.load(); }});
    submit();
    now = now.load() + std::chrono::milliseconds{999};
    EXPECT_EQ(call(administrator, "GET", "/requests.atom").value("Last-Modified"), "");
    now = now.load() + std::chrono::milliseconds{1};
    const std::string modified{call(administrator, "GET", "/requests.atom").value("Last-Modified")};
    EXPECT_EQ(modified.size(), 29U);
    EXPECT_EQ(call(administrator, "GET", "/requests.atom", {}, {{"If-Modified-Since", modified}}).status, 304);
    const fields both{{"If-Modified-Since", modified}, {"If-None-Match", "\"1\""}};
    EXPECT_EQ(call(administrator, "GET", "/requests.atom", {}, both).status, 200) << "If-None-Match decides";
    submit();
    EXPECT_EQ(call(administrator, "GET", "/requests.atom", {}, {{"If-Modified-Since", modified}}).status, 200);
    s.reset(); // uses the clock
}

TEST(atom_feed, shows_authors_only_to_holders_of_a_token) {
    feed_page page{.base = "https://urn.example.org", .self = "https://urn.example.org/x", .next = {}};
    page.notices.push_back(
        {.number = 7,
         .request = 3,
         .who = "token:expert",
         .body = *uniform::json::read(
             R"({"id":"urn:uuid:x","action":"approve","part":"expert","request":{"nid":"a","state":"approved"}})")});
    EXPECT_FALSE(atom_feed(page).contains("token:expert"));
    EXPECT_THAT(atom_feed(page), testing::HasSubstr("<name>expert</name>"));
    page.with_authors = true;
    EXPECT_THAT(atom_feed(page), testing::HasSubstr("<name>token:expert</name>"));
}

} // namespace
} // namespace uniform::http
