// The page of a name: its locators, and who is responsible for it.

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;
using resolver::q_strategy;
using testing::HasSubstr;
using testing::Not;

std::string row_of(const std::string &term, const std::string &value) {
    return "<dt>" + term + "</dt><dd>" + value + "</dd>";
}

} // namespace

// RFC 8141 2.3.2: what I2Ls, text/uri-list and the page of a name show is where the redirect leads.
TEST_F(resolving, shows_locators_with_the_q_component) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1"},
                                            {.url = "https://a.example/2?x#part"},
                                            {.url = "ftp://a.example/3"}}});
    struct row {
        const char *document;
        q_strategy q;
        std::vector<std::string> shown;
    };
    const row rows[] = {
        {"copied, appended, none of ftp",
         q_strategy::append,
         {"https://a.example/1?op=b", "https://a.example/2?x&op=b#part", "ftp://a.example/3"}},
        {"copied, replaced, none of ftp",
         q_strategy::replace,
         {"https://a.example/1?op=b", "https://a.example/2?op=b#part", "ftp://a.example/3"}},
        {"copied, without a locator that has a query",
         q_strategy::refuse,
         {"https://a.example/1?op=b", "ftp://a.example/3"}},
    };
    for (const row &r : rows) {
        put_namespace({.nid = "example", .q = r.q});
        EXPECT_EQ(value_of(ask("/urn:example:a?=op=b"), "Location"), r.shown.front()) << r.document;
        std::string list = "# urn:example:a?=op=b\r\n";
        for (const std::string &url : r.shown) list += url + "\r\n";
        EXPECT_EQ(ask("/uri-res/I2Ls?urn:example:a?=op=b").body, list) << r.document;
        EXPECT_EQ(ask("/urn:example:a?=op=b", {{"Accept", "text/uri-list"}}).body, list) << r.document;
        const std::string page = ask("/urn:example:a?=op=b", {{"Accept", "text/html"}}).body;
        std::size_t links = 0;
        for (std::size_t at = page.find("<li><a href="); at != std::string::npos;
             at = page.find("<li><a href=", at + 1))
            links += page.substr(at, 40).contains("a.example/") ? 1 : 0;
        EXPECT_EQ(links, r.shown.size()) << r.document;
        for (std::string url : r.shown) {
            if (const std::size_t at = url.find('&'); at != std::string::npos) url.replace(at, 1, "&amp;");
            EXPECT_THAT(page, HasSubstr("<li><a href=\"" + url + "\">" + url + "</a>")) << r.document;
        }
    }
    EXPECT_THAT(ask("/urn:example:a", {{"Accept", "text/html"}}).body,
                HasSubstr("href=\"https://a.example/2?x#part\""));
}

TEST_F(resolving, a_landing_page_has_the_name_of_the_registrar) {
    write([](store::writing &w) {
        w.put("registrar", "lib", R"({"id":"lib","name":"The <Library>","state":"active"})", "put");
    });
    put_delegation({.prefix = "example:", .registrar = "lib"});
    put_delegation({.prefix = "example:o", .registrar = "other"});
    put_name("urn:example:a", {.registrar = "lib", .locators = {{.url = "https://a.example/1"}}});
    put_name("urn:example:w", {.state = resolver::name_state::withdrawn, .registrar = "lib"});
    put_name("urn:example:o", {.registrar = "other", .locators = {{.url = "https://a.example/1"}}});
    const std::string shown = "<dt>Registrar</dt><dd>The &lt;Library&gt;</dd>";
    EXPECT_THAT(ask("/about/urn:example:a").body, HasSubstr(shown));
    EXPECT_THAT(ask("/urn:example:a", {{"Accept", "text/html"}}).body, HasSubstr(shown));
    EXPECT_THAT(ask("/about/urn:example:w").body, HasSubstr(shown));
    EXPECT_THAT(ask("/urn:example:w", {{"Accept", "text/html,*/*;q=0.8"}}).body, HasSubstr(shown));
    EXPECT_THAT(ask("/about/urn:example:o").body, HasSubstr("<dt>Registrar</dt><dd>other</dd>"));
}

// RFC 8141 section 5: who assigned a name is recorded for ever; who is responsible changes with its prefix.
TEST_F(resolving, a_landing_page_says_who_is_responsible_now_and_who_was) {
    write([](store::writing &w) {
        w.put("registrar", "lib",
              R"({"id":"lib","name":"The Library","public_contact":"a@lib.example","state":"active"})", "put");
        w.put("registrar", "arc",
              R"({"id":"arc","name":"The Archive","public_contact":"a@arc.example","state":"active"})", "put");
    });
    fixed_time = resolver::now();
    const auto later = [] { *fixed_time += std::chrono::seconds{10}; };
    put_delegation({.prefix = "example:al-", .registrar = "lib"});
    put_name("urn:example:al-1", {.registrar = "lib", .locators = {{.url = "https://a.example/1"}}});
    put_name("urn:example:free", {.locators = {{.url = "https://a.example/2"}}});
    const auto page = [&](const char *urn, const char *language = "en") {
        return ask("/about/" + std::string{urn}, {{"Accept-Language", language}}).body;
    };
    const std::string contact = R"(<a href="mailto:a@lib.example">a@lib.example</a>)";
    EXPECT_THAT(page("urn:example:al-1"), HasSubstr(row_of("Registrar", "The Library · " + contact)));
    EXPECT_THAT(page("urn:example:al-1"), Not(HasSubstr("Responsible now")));
    EXPECT_THAT(page("urn:example:al-1"), HasSubstr("<li>Registrar <ins>The Library</ins></li>")) << "history";
    EXPECT_THAT(page("urn:example:free"), Not(HasSubstr("<dt>Registrar</dt>")));
    EXPECT_THAT(page("urn:example:free"), Not(HasSubstr("Responsible now")));

    later();
    put_delegation({.prefix = "example:al-", .registrar = "arc"});
    const std::string moved = page("urn:example:al-1");
    const std::string new_contact = R"(<a href="mailto:a@arc.example">a@arc.example</a>)";
    EXPECT_THAT(moved, HasSubstr(row_of("Responsible now", "The Archive · " + new_contact)));
    EXPECT_THAT(moved, HasSubstr(row_of("Registrar at assignment", "The Library")));
    EXPECT_THAT(moved, HasSubstr("<strong>Transferred</strong>")) << "history";
    EXPECT_THAT(moved, HasSubstr("<li>Responsible now <del>The Library</del> <ins>The Archive</ins></li>"));
    EXPECT_LT(moved.find("<strong>Transferred</strong>"), moved.find("<strong>Assigned</strong>")) << "newest first";
    const std::string german = page("urn:example:al-1", "de");
    EXPECT_THAT(german, HasSubstr(row_of("Jetzt zuständig", "The Archive · " + new_contact)));
    EXPECT_THAT(german, HasSubstr(row_of("Registrar bei der Vergabe", "The Library")));
    EXPECT_THAT(german, HasSubstr("<strong>Übertragen</strong>"));
    const json shown = json::parse(ask("/api/v1/names/urn:example:al-1").body);
    EXPECT_EQ(shown["registrar"], "lib");
    EXPECT_EQ(shown["responsible"], "arc");
    const json record = json::parse(ask("/urn:example:al-1", {{"Accept", "application/json"}}).body);
    EXPECT_EQ(record["registrar"], "lib");
    EXPECT_EQ(record["responsible"], "arc");

    // Withdrawn by the one that was responsible then, whoever is now.
    later();
    put_name("urn:example:al-1", {.state = resolver::name_state::withdrawn,
                                  .registrar = "lib",
                                  .reason = "a mistake",
                                  .withdrawn = *fixed_time});
    EXPECT_THAT(page("urn:example:al-1"), HasSubstr(row_of("By", "The Archive")));

    later();
    put_delegation({.prefix = "example:al-", .state = resolver::delegation_state::ended, .registrar = "arc"});
    const std::string ended = page("urn:example:al-1");
    EXPECT_THAT(ended, HasSubstr(row_of("Responsible now", "the managers of the namespace")));
    EXPECT_THAT(ended, HasSubstr(row_of("Registrar at assignment", "The Library · " + contact)));
    EXPECT_FALSE(json::parse(ask("/api/v1/names/urn:example:al-1").body).contains("responsible"));

    put_delegation({.prefix = "example:", .registrar = "arc"});
    EXPECT_THAT(page("urn:example:free"),
                HasSubstr(row_of("Registrar at assignment", "the managers of the namespace")));
    put_delegation({.prefix = "example:", .registrar = "lib"});
    const std::string of_namespace = ask("/namespaces/example?format=html").body;
    EXPECT_THAT(of_namespace, HasSubstr(row_of("Responsible here", "The Library")));
    EXPECT_THAT(of_namespace, HasSubstr(row_of("Responsible here at first", "The Archive")));
}

// RFC 9110 8.8.1: the representation changes with the registrar, though the version of the name does not.
TEST_F(resolving, the_entity_tag_of_a_name_changes_with_who_is_responsible) {
    put_delegation({.prefix = "example:", .registrar = "lib"});
    put_name("urn:example:a", {.registrar = "lib", .locators = {{.url = "https://a.example/1"}}});
    const std::string path = "/api/v1/names/urn:example:a";
    EXPECT_EQ(value_of(ask(path), "ETag"), R"("1")");
    put_delegation({.prefix = "example:", .registrar = "arc"});
    EXPECT_EQ(value_of(ask(path), "ETag"), R"("1:arc")");
    EXPECT_EQ(ask(path, {{"If-None-Match", R"("1")"}}).status, 200);
    EXPECT_EQ(ask(path, {{"If-None-Match", R"("1:arc")"}}).status, 304);
    put_delegation({.prefix = "example:", .registrar = "lib"});
    EXPECT_EQ(ask(path, {{"If-None-Match", R"("1")"}}).status, 304);
}

TEST_F(resolving, a_list_of_names_leads_to_their_pages) {
    put_name("urn:example:a", {.other_names = {"urn:example:b", "urn:isbn:9789510184356"}});
    put_name("urn:example:b", resolver::name_record{.other_names = {"urn:example:a"}});
    const response list = ask("/uri-res/I2Ns?urn:example:a", {{"Accept", "text/html"}});
    EXPECT_THAT(list.body, HasSubstr("<li><a href=\"/about/urn:example:b\">urn:example:b</a>"))
        << "not to a URL of the scheme urn, to which nothing redirects";
}

} // namespace uniform::http
