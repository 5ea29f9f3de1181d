// RFC 9457 3.1.1: the type of each problem leads to what explains it; there is one table of them.

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/resolver/problem_types.hpp>

#include "http/api/openapi.hpp"
#include "http/engine/response_text.hpp"
#include "http/resolve/resolve_support.hpp"
#include "http/server/dispatcher.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;
using resolver::problem_type;
using testing::HasSubstr;

std::set<std::string> types() {
    std::set<std::string> out;
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) {
        out.insert("/problems/" + std::string(to_string(static_cast<problem_type>(i))));
    }
    return out;
}

class problems : public resolving {};

} // namespace

TEST_F(problems, each_type_resolves_to_its_meaning) {
    EXPECT_EQ(types().size(), resolver::problem_type_count) << "two of one name";
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) {
        const auto t = static_cast<problem_type>(i);
        EXPECT_EQ(resolver::problem_type_from(to_string(t)), t);
        EXPECT_GT(resolver::meaning(t).size(), 40U);
        // A problem and its page have the same contents.
        const json problem = json::parse(resolver::to_json({.type = t, .detail = "x"}));
        const std::string at = problem["type"];
        const response sent = ask(at);
        ASSERT_EQ(sent.status, 200) << at;
        EXPECT_EQ(value_of(sent, "Content-Type"), "application/json");
        EXPECT_EQ(value_of(sent, "Vary"), "Accept");
        const json described = json::parse(sent.body);
        for (const char *same : {"type", "title", "status"}) EXPECT_EQ(described[same], problem[same]) << at;
        EXPECT_EQ(described["meaning"], resolver::meaning(t));
        const response page = ask(at, {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}});
        EXPECT_EQ(value_of(page, "Content-Type"), "text/html; charset=utf-8");
        EXPECT_THAT(page.body, HasSubstr("<code>" + at + "</code>"));
        EXPECT_THAT(page.body, HasSubstr("<h1>" + problem["title"].get<std::string>() + "</h1>"));
        EXPECT_TRUE(sent.body.starts_with("{\"type\":\"" + at + "\",\"title\":\"")) << sent.body;
    }
    const json all = json::parse(ask("/problems").body)["items"];
    EXPECT_EQ(all.size(), resolver::problem_type_count);
    EXPECT_THAT(ask("/problems", {{"Accept", "text/html"}}).body, HasSubstr("href=\"/problems/unknown-name\""));
    for (const char *none : {"/problems/", "/problems/none", "/problems/Gone", "/problems/gone/x"}) {
        EXPECT_EQ(ask(none).status, 404) << none;
    }
    EXPECT_EQ(ask("/problems/%00").status, 400);
}

TEST_F(problems, the_page_of_a_problem_links_to_it) {
    const response sent = ask("/about/urn:example:none", {{"Accept", "text/html"}});
    EXPECT_EQ(sent.status, 404);
    EXPECT_THAT(sent.body, HasSubstr("href=\"/problems/unknown-name\""));
}

TEST_F(problems, of_the_engine) {
    dispatcher front{&configuration, engine->all, *routes};
    for (int status = 400; status < 600; ++status) {
        const json p = json::parse(front.error_response(status, "why", "r1", {}).body);
        EXPECT_EQ(p["status"], status);
        // RFC 9457 4.2.1: "about:blank", if the status is all the information
        EXPECT_TRUE(p["type"] == "about:blank" || types().contains(p["type"].get<std::string>())) << p;
    }
}

// People get a page from the engine, too, if it has read what they accept.
TEST_F(problems, of_the_engine_for_people) {
    dispatcher front{&configuration, engine->all, *routes};
    const std::vector<field> browser{{"Accept", "text/html,*/*;q=0.8"}, {"Accept-Language", "de"}};
    const std::vector<field> program{{"Accept", "*/*"}};
    for (const int status : {400, 413, 429, 500, 503}) {
        const response page = front.error_response(status, "too <long>", "r1", browser);
        EXPECT_EQ(page.status, status);
        EXPECT_EQ(value_of(page, "Content-Type"), "text/html; charset=utf-8");
        EXPECT_THAT(value_of(page, "Content-Security-Policy"), HasSubstr("default-src 'none'"));
        EXPECT_EQ(value_of(page, "Content-Language"), "de");
        EXPECT_EQ(value_of(page, "Cache-Control"), "no-store");
        EXPECT_EQ(value_of(page, "Retry-After").empty(), status != 429 && status != 503);
        EXPECT_THAT(page.body, HasSubstr("too &lt;long&gt;"));
        const response plain = front.error_response(status, "too <long>", "r1", program);
        EXPECT_EQ(value_of(plain, "Content-Type"), "application/problem+json");
    }
}

TEST_F(problems, as_the_document_has_them) {
    const json document = json::parse(openapi_document(described_routes().all()));
    const json &schemas = document["components"]["schemas"];
    std::set<std::string> described;
    for (const auto &t : schemas["problem_type_uri"]["enum"]) described.insert(t.get<std::string>());
    EXPECT_EQ(described, types());
}

} // namespace uniform::http
