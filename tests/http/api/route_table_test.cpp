// The route of each path, compared with a search through all templates as regular expressions.

#include "http/api/route_table.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "http/server/all_routes.hpp"

namespace {

using namespace uniform::http;

// A template as a regular expression: "{name}" is one segment that is not empty, "{name*}" the rest that is not empty,
// under "/api/" only of templates that are there, too; a "/" that was added to a page for readers belongs to the last
// segment; "/docs/" has an index.
class expression {
public:
    explicit expression(std::string_view path_template)
        : of_{path_template},
          plain_{pattern_of(path_template, "[^/]+")},
          added_{pattern_of(path_template, "[^/]+/?")} {}
    [[nodiscard]] bool fits(const std::string &path) const {
        if (of_.contains("*}") && path.starts_with("/api/") && !of_.starts_with("/api/")) return false;
        if (path == "/docs/") return of_ == "/docs/{file*}" || of_ == "/{urn*}";
        const bool added = path.starts_with("/about/") || path.starts_with("/namespaces/");
        return std::regex_match(path, added ? added_ : plain_);
    }

private:
    static std::string pattern_of(std::string_view path_template, const std::string &last) {
        std::string out = std::regex_replace(std::string(path_template), std::regex{R"(\.)"}, R"(\.)");
        out = std::regex_replace(out, std::regex{R"(\{[a-z_]+\*\})"}, ".+");
        out = std::regex_replace(out, std::regex{R"(\{[a-z_]+\}$)"}, last);
        return std::regex_replace(out, std::regex{R"(\{[a-z_]+\})"}, "[^/]+");
    }
    std::string_view of_;
    std::regex plain_;
    std::regex added_;
};

// Paths of all templates, with values for their parameters, and paths like them.
std::set<std::string> paths_to_try(std::span<const route *const> routes) {
    static const std::regex parameter{R"(\{[a-z_]+\*?\})"};
    std::set<std::string> out{"",
                              "/",
                              "*",
                              "//",
                              "/api",
                              "/api/",
                              "/api/v1",
                              "/api/v1/",
                              "/api/v1//",
                              "/api/v2/names",
                              "/api/v1/urn:a",
                              "names",
                              "/api/v1names",
                              "/docs/",
                              "/urn:a:b",
                              "/urn:a/b/",
                              "/names",
                              "/api/names",
                              "/about/",
                              "/about/a/"};
    for (const route *const r : routes) {
        for (const std::string value : {"a", "self", ""}) {
            const std::string path = std::regex_replace(std::string(r->path), parameter, value);
            out.insert({path, path + "/", path + "/a", path + "/a/b", "/a" + path, "/api/v1" + path});
            out.insert(path.substr(0, path.rfind('/')));
            if (path.starts_with("/api/v1/")) out.insert(path.substr(7));
        }
    }
    return out;
}

TEST(route_table, finds_what_a_search_through_all_templates_finds) {
    const route_table table{all_routes()};
    const auto all = table.all();
    std::vector<expression> expressions;
    for (const route *const r : all) expressions.emplace_back(r->path);
    std::size_t found = 0;
    for (const std::string &path : paths_to_try(all)) {
        std::vector<const route *> fitting;
        for (std::size_t n = 0; n < all.size(); ++n)
            if (expressions[n].fits(path)) fitting.push_back(all[n]);
        const resource *const there = table.find("GET", path).there;
        ASSERT_EQ(there == nullptr, fitting.empty()) << path;
        if (there == nullptr) continue;
        ++found;
        EXPECT_EQ(there->path, fitting.front()->path) << path;
        for (const std::string_view method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get"}) {
            const std::string_view served = method == "HEAD" ? "GET" : method;
            const auto of_it = std::ranges::find_if(
                all, [&](const route *r) { return r->path == there->path && r->method == served; });
            const found_route one = table.find(method, path);
            EXPECT_EQ(one.there, there) << method << " " << path;
            EXPECT_EQ(one.chosen, of_it == all.end() ? nullptr : *of_it) << method << " " << path;
        }
    }
    EXPECT_GT(found, all.size()) << "the paths do not have the routes";
}

TEST(route_table, orders_routes_totally) {
    const route_table table{all_routes()};
    const auto all = table.all();
    std::vector<const route *> reversed{all.rbegin(), all.rend()};
    std::vector<table_of_routes> each;
    for (const route *const r : reversed) each.push_back({{r, 1}});
    const route_table again{each};
    EXPECT_TRUE(std::ranges::equal(again.all(), all));
}

TEST(route_table, knows_what_a_resource_has) {
    const auto nothing = [](request_context &) -> handler_result { return std::nullopt; };
    const auto row = [&](std::string_view method, std::string_view path, std::string_view operation) {
        return route{.method = method,
                     .path = path,
                     .operation = operation,
                     .summary = "",
                     .tag = "",
                     .scope = permission_scope::none,
                     .handler = nothing,
                     .responses = {}};
    };
    const std::array routes{row("POST", "/a/{x}", "b"), row("GET", "/a/{x}", "a"), row("PUT", "/a/b", "c")};
    const std::array<table_of_routes, 1> tables{{{routes, [](response &) {}}}};
    const route_table table{tables};
    const resource *const there = table.find("GET", "/a/c").there;
    ASSERT_NE(there, nullptr);
    EXPECT_TRUE(there->is_open);
    EXPECT_NE(there->complete, nullptr);
    ASSERT_EQ(there->methods.size(), 2U);
    EXPECT_EQ(there->methods[0]->operation, "a") << "by their methods";
    EXPECT_EQ(table.find("GET", "/a/c").chosen->operation, "a");
    EXPECT_EQ(table.find("PUT", "/a/b").chosen->operation, "c") << "the template with more fixed text has the path";
    const found_route other = table.find("GET", "/a/b");
    ASSERT_NE(other.there, nullptr);
    EXPECT_EQ(other.there->methods.size(), 1U);
    EXPECT_EQ(other.chosen, nullptr) << "with its methods: no other template has one more for it";
    EXPECT_EQ(table.find("GET", "/b").there, nullptr);
    const auto values = path_values("/a/{x}/{rest*}", "/a/%2F/c/d/");
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values[0].value, "%2F");
    EXPECT_FALSE(values[0].is_the_rest);
    EXPECT_EQ(values[1].name, "rest");
    EXPECT_EQ(values[1].value, "c/d/");
    EXPECT_TRUE(values[1].is_the_rest);
}

} // namespace
