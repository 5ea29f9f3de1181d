// The documentation as files of a folder, and the reference of the API.

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "http/resolve/resolve_support.hpp"
#include "http/site/api_reference.hpp"

namespace uniform::http {

namespace {

using testing::HasSubstr;
using testing::Not;

class documentation : public resolving {
protected:
    void SetUp() override {
        resolving::SetUp();
        site = folder / "site";
        put("site/index.html", "<!DOCTYPE html><title>index</title>");
        put("site/guide/a.html", "<!DOCTYPE html><title>a</title>");
        put("site/guide/a.html.gz", "compressed");
        put("site/assets/page.0123.css", "p{}");
        put("site/images/x.svg", "<svg/>");
        put("site/notes.md", "not of the site");
        put("secret.txt", "secret");
        std::filesystem::create_symlink(folder / "secret.txt", site / "link.txt");
        std::filesystem::create_symlink(site / "index.html", site / "inside.html");
        std::filesystem::create_directory_symlink(folder, site / "up");
        configuration.web_docs = site.string();
    }
    void put(const std::string &name, std::string_view content) const {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream{folder / name, std::ios::binary} << content;
    }

    std::filesystem::path site;
};

} // namespace

TEST_F(documentation, serves_files_of_the_folder) {
    struct row {
        const char *target;
        const char *type;
        const char *content;
        const char *cache;
    };
    constexpr row rows[] = {
        {"/docs/", "text/html; charset=utf-8", "<title>index", "no-cache"},
        {"/docs/index.html", "text/html; charset=utf-8", "<title>index", "no-cache"},
        {"/docs/guide/a.html", "text/html; charset=utf-8", "<title>a", "no-cache"},
        {"/docs/guide/%61.html", "text/html; charset=utf-8", "<title>a", "no-cache"},
        {"/docs/inside.html", "text/html; charset=utf-8", "<title>index", "no-cache"},
        {"/docs/assets/page.0123.css", "text/css; charset=utf-8", "p{}", "public, max-age=31536000, immutable"},
        {"/docs/images/x.svg", "image/svg+xml", "<svg/>", "no-cache"},
    };
    for (const row &expected : rows) {
        const response r = ask(expected.target);
        EXPECT_EQ(r.status, 200) << expected.target;
        EXPECT_EQ(value_of(r, "Content-Type"), expected.type) << expected.target;
        EXPECT_EQ(value_of(r, "Cache-Control"), expected.cache) << expected.target;
        EXPECT_THAT(r.body, HasSubstr(expected.content)) << expected.target;
        EXPECT_FALSE(value_of(r, "ETag").empty()) << expected.target;
        EXPECT_THAT(value_of(r, "Content-Security-Policy"), HasSubstr("default-src 'none'")) << expected.target;
    }
    const response page = ask("/docs/index.html");
    EXPECT_THAT(value_of(page, "Content-Security-Policy"), Not(HasSubstr("unsafe")));
    EXPECT_EQ(value_of(page, "Content-Language"), "en");
    EXPECT_EQ(ask("/docs/index.html", {{"If-None-Match", value_of(page, "ETag")}}).status, 304);

    const response start = ask("/docs");
    EXPECT_EQ(start.status, 308);
    EXPECT_EQ(value_of(start, "Location"), "/docs/index.html");
}

TEST_F(documentation, sends_what_is_compressed_to_those_who_accept_it) {
    const response r = ask("/docs/guide/a.html", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(r.body, "compressed");
    EXPECT_EQ(value_of(r, "Content-Encoding"), "gzip");
    EXPECT_EQ(value_of(r, "Vary"), "Accept-Encoding");
    EXPECT_NE(value_of(r, "ETag"), value_of(ask("/docs/guide/a.html"), "ETag"));
    EXPECT_EQ(value_of(ask("/docs/index.html", {{"Accept-Encoding", "gzip"}}), "Content-Encoding"), "");
}

TEST_F(documentation, serves_nothing_else) {
    for (const char *const target : {"/docs/../secret.txt",
                                     "/docs/%2e%2e/secret.txt",
                                     "/docs/..%2fsecret.txt",
                                     "/docs/guide/../../secret.txt",
                                     "/docs/guide/%2E%2E/%2E%2E/secret.txt",
                                     "/docs//etc/passwd",
                                     "/docs/%2fetc/passwd",
                                     "/docs/..%5csecret.txt",
                                     "/docs/%c0%ae%c0%ae/secret.txt",
                                     "/docs/%252e%252e/secret.txt",
                                     "/docs/secret.txt%00.html",
                                     "/docs/..;/secret.txt",
                                     "/docs/link.txt",
                                     "/docs/up/secret.txt",
                                     "/docs/up/site/../secret.txt",
                                     "/docs/notes.md",
                                     "/docs/guide",
                                     "/docs/guide/",
                                     "/docs/guide/a.html/",
                                     "/docs/guide/a.html.gz",
                                     "/docs/missing.html",
                                     "/docs/."}) {
        const response r = ask(target);
        EXPECT_EQ(r.status, 404) << target;
        EXPECT_THAT(r.body, Not(HasSubstr("secret\n"))) << target;
        EXPECT_NE(r.body, "secret") << target;
    }
    configuration.web_docs.clear();
    EXPECT_EQ(ask("/docs/index.html").status, 404);
    configuration.web_docs = (folder / "missing").string();
    EXPECT_EQ(ask("/docs/index.html").status, 404);
}

TEST_F(documentation, is_in_the_navigation_if_there_is_one) {
    EXPECT_THAT(ask("/api").body, HasSubstr("href=\"/docs/\""));
    configuration.web_docs.clear();
    EXPECT_THAT(ask("/api").body, Not(HasSubstr("href=\"/docs/\"")));
}

TEST_F(documentation, shows_every_operation_and_schema_of_the_api) {
    const auto document = json::read(ask("/api/v1/openapi.json").body);
    ASSERT_TRUE(document);
    const response list = ask("/api");
    EXPECT_EQ(list.status, 200);
    for (const auto &[path, methods] : document->find("paths")->members()) {
        for (const auto &[method, operation] : methods.members()) {
            const std::string target = "/api?operation=" + std::string{operation.string_of("operationId")};
            EXPECT_THAT(list.body, HasSubstr("href=\"" + target + '"'));
            const response r = ask(target);
            EXPECT_EQ(r.status, 200) << target;
            EXPECT_THAT(r.body, HasSubstr("data-path=\"" + path + '"')) << target;
            EXPECT_THAT(r.body, HasSubstr("https://urn.example.org")) << target << ": the command for curl";
            EXPECT_THAT(r.body, Not(HasSubstr("{{"))) << target;
            EXPECT_THAT(value_of(r, "Content-Security-Policy"), Not(HasSubstr("unsafe"))) << target;
        }
    }
    for (const auto &[name, schema] : document->find("components")->find("schemas")->members()) {
        EXPECT_EQ(ask("/api?schema=" + name).status, 200) << name;
    }
    const std::string_view shown[]{
        R"(<dt><code>urn</code> <span class="badge">path</span> <span class="badge">required</span></dt>)",
        R"(<input data-name="urn" data-place="path" value="urn:example:a" placeholder="urn:example:a" autocomplete="off" required>)",
        R"(<input data-name="as_of" data-place="query" value="" placeholder="2026-11-21T10:00:00Z" autocomplete="off">)",
        "curl &#39;https://urn.example.org/api/v1/names/urn:example:a&#39;</pre>",
        R"(<p><code>application/json</code>: <a href="/api?schema=name">name</a></p>)",
    };
    const response one = ask("/api?operation=getName");
    for (const std::string_view part : shown) EXPECT_THAT(one.body, HasSubstr(part));
    EXPECT_EQ(ask("/api?operation=nothing").status, 404);
    EXPECT_EQ(ask("/api?schema=%3Cscript%3E").status, 404);
}

TEST(api_reference, makes_examples_of_schemas) {
    const auto document = json::read(R"({"components":{"schemas":{
        "loop":{"type":"object","required":["next"],"properties":{"next":{"$ref":"#/components/schemas/loop"}}},
        "id":{"type":"string","examples":["a1"]}}}})");
    ASSERT_TRUE(document);
    struct row {
        const char *schema;
        const char *expected;
    };
    constexpr row rows[] = {
        {R"({"type":"string"})", R"("text")"},
        {R"({"type":"integer","minimum":3})", "3"},
        {R"({"type":"boolean"})", "true"},
        {R"({"enum":["x","y"]})", R"("x")"},
        {R"({"const":"only"})", R"("only")"},
        {R"({"$ref":"#/components/schemas/id"})", R"("a1")"},
        {R"({"type":"array","items":{"$ref":"#/components/schemas/id"}})", R"(["a1"])"},
        {R"({"type":"object","required":["a"],"properties":{"a":{"type":"boolean"},"b":{"type":"string"}}})",
         R"({"a":true})"},
        {R"({"anyOf":[{"const":1},{"const":2}]})", "1"},
        {R"({"allOf":[{"properties":{"a":{"const":1}},"type":"object"},{"properties":{"b":{"const":2}},"type":"object"}]})",
         R"({"a":1,"b":2})"},
        {R"({"$ref":"#/components/schemas/missing"})", "null"},
    };
    for (const row &r : rows) {
        EXPECT_EQ(to_text(example_of(*document, *json::read(r.schema))), r.expected) << r.schema;
    }
    const auto loop = example_of(*document, *json::read(R"({"$ref":"#/components/schemas/loop"})"));
    EXPECT_THAT(to_text(loop), HasSubstr("null")) << "it ends";
}

} // namespace uniform::http
