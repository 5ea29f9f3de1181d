// Resolving by HTTP: statuses, Location, negotiation, caching; RFC 8141 2.3, RFC 2483, RFC 2169, RFC 9110.

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "http/resolve/requested_name.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;
using resolver::name_record;
using resolver::name_state;
using resolver::q_strategy;
using testing::HasSubstr;

} // namespace

TEST(resolve, knows_its_targets) {
    for (const char *yes : {"/urn:example:a", "/URN:EXAMPLE:a", "/urn%3Aexample%3Aa", "/%20urn:example:a",
                            "/https://host/urn:example:a", "/%75rn:example:a", "/urn:"}) {
        EXPECT_TRUE(is_name_target(yes)) << yes;
    }
    for (const char *no : {"/", "/about/urn:example:a", "/urns", "urn:example:a", "", "/favicon.ico"}) {
        EXPECT_FALSE(is_name_target(no)) << no;
    }
}

// RFC 3986 7.1, 7.5: a URL that a browser runs. Records may be older than the setting.
TEST_F(resolving, never_redirects_to_a_scheme_that_is_not_permitted) {
    const std::string script = "javascript://a.example/%0aalert(1)";
    put_name("urn:example:script", script);
    put_name("urn:example:both", {.locators = {{.url = script, .weight = 9}, {.url = "https://a.example/1"}}});
    put_name("urn:example:gopher", "gopher://a.example/1");
    const auto refused = [&](const std::string &target, sent_fields fields = {}) {
        const response sent = ask(target, std::move(fields));
        EXPECT_EQ(sent.status, 404) << target << sent.body;
        for (const auto &[name, value] : sent.fields) EXPECT_NE(name, "Location") << target << value;
        return sent;
    };
    for (const std::string target : {"/urn:example:script", "/urn:example:script?=q", "/uri-res/N2L?urn:example:script",
                                     "/uri-res/I2R?urn:example:script"}) {
        const response sent = refused(target);
        EXPECT_EQ(problem_of(sent), "no-output") << target;
        EXPECT_THAT(sent.body,
                    HasSubstr(R"(the scheme \"javascript\" of the locator of \"urn:example:script\" is not one )"
                              "to which this service redirects: http, https, ftp"));
        EXPECT_THAT(sent.body, HasSubstr("locators.schemes"));
    }
    EXPECT_FALSE(cached("/urn:example:script"));
    EXPECT_FALSE(cached("/urn:example:script"));
    const std::string shown = "this service does not redirect to this scheme";
    for (const char *accept : {"text/html", "text/html,application/xhtml+xml,*/*;q=0.8"}) {
        const response page = ask("/urn:example:script", {{"Accept", accept}});
        EXPECT_EQ(page.status, std::string_view{accept}.contains('*') ? 404 : 200) << "the page was asked for, or not";
        EXPECT_THAT(page.body, HasSubstr("javascript://a.example/%0aalert(1)"));
        EXPECT_THAT(page.body, HasSubstr(shown));
        EXPECT_EQ(page.body.find("href=\"javascript"), std::string::npos);
        for (const auto &[name, value] : page.fields) EXPECT_NE(name, "Location") << value;
    }
    const response list = ask("/uri-res/I2Ls?urn:example:script", {{"Accept", "text/html"}});
    EXPECT_THAT(list.body, HasSubstr(shown));
    EXPECT_EQ(list.body.find("href=\"javascript"), std::string::npos);
    const response versions = ask("/uri-res/I2Rs?urn:example:script", {{"Accept", "*/*"}});
    EXPECT_EQ(versions.status, 200);
    EXPECT_EQ(ask("/urn:example:both").status, 302) << "to the best one that is permitted";
    EXPECT_THAT(*cached("/urn:example:both"), HasSubstr("\r\nLocation: https://a.example/1\r\n"));
    (void)refused("/urn:example:gopher");
    configuration.location_schemes = {"gopher", "https"};
    EXPECT_EQ(ask("/urn:example:gopher").status, 302);
}

TEST_F(resolving, redirects_to_the_locator) {
    put_name("urn:example:a", "https://a.example/1");
    put_name("urn:example:query", "https://a.example/1?x=y#part");
    put_name("urn:example:1/406/47452/2", "https://a.example/slashes");
    put_name("urn:example:a%2Cb", "https://a.example/comma");
    struct row {
        const char *document;
        const char *target;
        const char *location;
    };
    constexpr row rows[] = {
        {"RFC 8141 2: a name", "/urn:example:a", "https://a.example/1"},
        {"RFC 8141 2: a slash in the NSS", "/urn:example:1/406/47452/2", "https://a.example/slashes"},
        {"RFC 8141 2.3.1: an r-component is no part of the name", "/urn:example:a?+s=x", "https://a.example/1"},
        {"RFC 8141 2.3.2: copied", "/urn:example:a?=op=map&lat=39.56", "https://a.example/1?op=map&lat=39.56"},
        {"RFC 8141 2.3.2: percent-encoding as sent", "/urn:example:a?=a%2cb?/", "https://a.example/1?a%2cb?/"},
        {"RFC 8141 2.3.2: behind the locator's query", "/urn:example:query?=op", "https://a.example/1?x=y&op#part"},
        {"RFC 8141 2.3: both", "/urn:example:a?+r?=q", "https://a.example/1?q"},
        {"RFC 8141 3.1: hex digits", "/urn:example:a%2cb", "https://a.example/comma"},
        {"RFC 8141 3.1: upper case", "/URN:Example:a", "https://a.example/1"},
    };
    for (const row &r : rows) {
        for (const char *method : {"GET", "HEAD"}) {
            const response sent = ask(r.target, {}, method);
            EXPECT_EQ(sent.status, 302) << r.document << " " << sent.body;
            EXPECT_EQ(value_of(sent, "Location"), r.location) << r.document;
            EXPECT_EQ(value_of(sent, "Uniform-Corrected"), "") << r.document;
            EXPECT_EQ(value_of(sent, "Cache-Control"), "max-age=300") << r.document;
            EXPECT_EQ(value_of(sent, "Vary"), "Accept") << r.document;
            EXPECT_TRUE(sent.body.empty()) << r.document;
        }
    }
}

TEST_F(resolving, distinguishes_the_errors_of_rfc_2483) {
    put_name("urn:example:withdrawn", {.state = name_state::withdrawn,
                                       .locators = {{.url = "https://a.example/"}},
                                       .successor = "urn:example:a",
                                       .reason = "<b>wrong</b>",
                                       .withdrawn = resolver::parse_timestamp("2026-01-02")});
    put_name("urn:example:reserved", {.state = name_state::reserved});
    put_name("urn:example:nowhere", name_record{});
    put_name("urn:example:past",
             {.locators = {{.url = "https://a.example/", .valid_until = resolver::parse_timestamp("2020-01-01")}}});
    put_name("urn:example:future",
             {.locators = {{.url = "https://a.example/", .valid_from = resolver::parse_timestamp("2999-01-01")}}});
    struct row {
        const char *document;
        const char *target;
        int status;
        const char *type;
        const char *cache;
    };
    constexpr row rows[] = {
        {"RFC 2483 4.1: malformed", "/urn:example:", 400, "malformed", "no-store"},
        {"RFC 2483 4.1: malformed, NID", "/urn:-x:a", 400, "malformed", "no-store"},
        {"RFC 8141 2.3: an empty q-component", "/urn:example:a?=", 400, "malformed", "no-store"},
        {"RFC 8141 2: HTTP's query is no component", "/urn:example:a?q=1", 400, "malformed", "no-store"},
        {"RFC 2483 4.1: does not exist", "/urn:example:unknown", 404, "unknown-name", "no-store"},
        {"RFC 2483 4.1: no such namespace here", "/urn:elsewhere:a", 404, "unknown-name", "no-store"},
        {"RFC 2483 4.1: no output, reserved", "/urn:example:reserved", 404, "no-output", "no-store"},
        {"RFC 2483 4.1: no output, no locator", "/urn:example:nowhere", 404, "no-output", "no-store"},
        {"RFC 2483 4.1: no output, no longer valid", "/urn:example:past", 404, "no-output", "no-store"},
        {"RFC 2483 4.1: no output, not yet valid", "/urn:example:future", 404, "no-output", "no-store"},
        {"RFC 2483 4.1: existed in the past", "/urn:example:withdrawn", 410, "gone", "max-age=300"},
        {"nothing there", "/nothing", 404, "not-found", ""},
    };
    for (const row &r : rows) {
        const response sent = ask(r.target);
        EXPECT_EQ(sent.status, r.status) << r.document;
        EXPECT_EQ(problem_of(sent), r.type) << r.document;
        EXPECT_EQ(value_of(sent, "Cache-Control"), r.cache) << r.document;
        EXPECT_EQ(value_of(sent, "Location"), "") << r.document;
        EXPECT_EQ(value_of(sent, "ETag"), "") << r.document;
        EXPECT_FALSE(cached(r.target)) << r.document;
    }
    const json gone = json::parse(ask("/urn:example:withdrawn").body);
    EXPECT_EQ(gone["reason"], "<b>wrong</b>");
    EXPECT_EQ(gone["successor"], "urn:example:a");
    EXPECT_EQ(gone["withdrawn"], "2026-01-02T00:00:00Z");
    EXPECT_THAT(value_of(ask("/urn:example:withdrawn"), "Link"),
                HasSubstr("<urn:example:a>; rel=\"successor-version\""));

    const response page = ask("/urn:example:withdrawn", {{"Accept", "text/html,*/*;q=0.8"}});
    EXPECT_EQ(page.status, 410);
    EXPECT_EQ(value_of(page, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_THAT(page.body, HasSubstr("&lt;b&gt;wrong&lt;/b&gt;"));
    EXPECT_THAT(page.body, HasSubstr("urn:example:a"));
    EXPECT_THAT(page.body, testing::Not(HasSubstr("https://a.example/")));
    const response list = ask("/urn:example:withdrawn", {{"Accept", "text/uri-list"}});
    EXPECT_EQ(list.status, 410);
    EXPECT_EQ(list.body, "# urn:example:withdrawn\r\nurn:example:a\r\n");
    const response links = ask("/urn:example:withdrawn", {{"Accept", "application/linkset+json"}});
    EXPECT_EQ(links.status, 410);
    EXPECT_THAT(links.body, HasSubstr("successor-version"));
    EXPECT_EQ(ask("/urn:example:nowhere", {{"Accept", "text/html,*/*;q=0.8"}}).status, 404);
    EXPECT_EQ(ask("/urn:example:nowhere", {{"Accept", "text/uri-list"}}).body, "# urn:example:nowhere\r\n");
}

// RFC 8141 1.2.1: "resolved only to a metadata record", and names that are not meant to resolve to locators.
TEST_F(resolving, describes_a_name_without_locators) {
    const char *const metadata = R"({"title":"Public identity"})";
    put_name("urn:example:isni", resolver::name_record{.metadata = metadata});
    put_name("urn:example:past",
             {.locators = {{.url = "https://a.example/", .valid_until = resolver::parse_timestamp("2020-01-01")}},
              .metadata = metadata});
    put_name("urn:example:soon", {.locators = {{.url = "https://a.example/",
                                                .valid_from = resolver::parse_timestamp("2999-01-01T00:00:07Z")}},
                                  .metadata = metadata});
    put_name("urn:example:reserved", {.state = name_state::reserved, .metadata = metadata});
    put_name("urn:example:script", {.locators = {{.url = "javascript:alert(1)"}}, .metadata = metadata});
    put_name("urn:example:bare", name_record{});
    put_name("urn:example:typed", {.values = {{.type = "ISNI", .value = "Public identity 7"}}});
    struct row {
        const char *document;
        const char *target;
        const char *accept;
        int status;
        const char *type;
    };
    constexpr const char *problem = "application/problem+json";
    constexpr row rows[] = {
        {"RFC 8141 1.2.1: the record", "/urn:example:isni", "", 200, "application/json"},
        {"RFC 8141 1.2.1: anything", "/urn:example:isni", "*/*", 200, "application/json"},
        {"RFC 8141 1.2.1: a browser", "/urn:example:isni", "text/html,application/xhtml+xml,*/*;q=0.8", 200,
         "text/html; charset=utf-8"},
        {"typed values alone", "/urn:example:typed", "", 200, "application/json"},
        {"typed values alone, a page", "/urn:example:typed", "text/html", 200, "text/html; charset=utf-8"},
        {"any text, but not an empty list", "/urn:example:isni", "text/*", 200, "text/html; charset=utf-8"},
        {"the list was asked for", "/urn:example:isni", "text/uri-list", 200, "text/uri-list"},
        {"a picture, of which there is none", "/urn:example:isni", "image/png", 200, "application/json"},
        {"RFC 8141 2.3: with components", "/urn:example:isni?+r?=q", "", 200, "application/json"},
        {"its locator is no longer valid", "/urn:example:past", "", 200, "application/json"},
        {"its locator is not yet valid", "/urn:example:soon", "", 200, "application/json"},
        {"RFC 2483 4.1: no output, the service wants a URL", "/uri-res/I2L?urn:example:isni", "", 404, problem},
        {"RFC 2483 4.3: no output, an instance", "/uri-res/I2R?urn:example:isni", "", 404, problem},
        {"RFC 2483 4.5: I2C", "/uri-res/I2C?urn:example:isni", "", 200, "application/json"},
        {"it is reserved, not assigned", "/urn:example:reserved", "", 404, problem},
        {"its locator is valid, but not permitted", "/urn:example:script", "", 404, problem},
        {"nothing is known about it", "/urn:example:bare", "", 404, problem},
    };
    for (const row &r : rows) {
        const response sent = ask(r.target, {{"Accept", r.accept}});
        EXPECT_EQ(sent.status, r.status) << r.document;
        EXPECT_EQ(value_of(sent, "Content-Type"), r.type) << r.document;
        EXPECT_EQ(value_of(sent, "Location"), "") << r.document;
        EXPECT_FALSE(cached(r.target)) << r.document;
        const bool is_list = std::string_view{r.accept} == "text/uri-list";
        if (r.status == 200 && !is_list) {
            EXPECT_THAT(sent.body, HasSubstr("Public identity")) << r.document;
        }
    }
    const response sent = ask("/urn:example:isni");
    EXPECT_EQ(value_of(sent, "Cache-Control"), "max-age=300");
    EXPECT_EQ(value_of(sent, "Vary"), "Accept");
    EXPECT_NE(value_of(sent, "ETag"), "");
    EXPECT_THAT(value_of(sent, "Link"), HasSubstr("<urn:example:isni>; rel=\"cite-as\""));
    fixed_time = resolver::parse_timestamp("2999-01-01T00:00:00Z");
    EXPECT_EQ(value_of(ask("/urn:example:soon"), "Cache-Control"), "max-age=7") << "until its locator is valid";
    fixed_time = resolver::parse_timestamp("2999-01-01T00:00:07Z");
    EXPECT_EQ(ask("/urn:example:soon").status, 302);
    const json explained = json::parse(ask("/api/v1/explain/urn:example:isni").body);
    EXPECT_EQ(explained["representation"], "application/json");
    EXPECT_FALSE(explained.contains("problem"));
}

TEST_F(resolving, sends_its_own_representations_only_on_request) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1"}},
                               .metadata = R"({"title":"<script>alert(1)</script>","creator":"A & B"})"});
    struct row {
        const char *document;
        const char *accept;
        int status;
        const char *type;
    };
    constexpr row rows[] = {
        {"no Accept", "", 302, ""},
        {"RFC 9110 12.5.1: anything", "*/*", 302, ""},
        {"a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", 302, ""},
        {"an older browser", "text/html, */*;q=0.5", 302, ""},
        {"a library that likes JSON a little", "application/json, text/plain, */*", 302, ""},
        {"a picture", "image/png", 302, ""},
        {"the record", "application/json", 200, "application/json"},
        {"the record before anything", "application/json, */*;q=0.1", 200, "application/json"},
        {"the list", "text/uri-list", 200, "text/uri-list"},
        {"the list in any case", "Text/URI-List", 200, "text/uri-list"},
        {"the links", "application/linkset+json", 200, "application/linkset+json"},
        {"the page", "text/html", 200, "text/html; charset=utf-8"},
        {"the page or the record", "text/html;q=0.9, application/json", 200, "application/json"},
        {"the record is refused", "application/json;q=0, */*", 302, ""},
    };
    for (const row &r : rows) {
        const response sent = ask("/urn:example:a", {{"Accept", r.accept}});
        EXPECT_EQ(sent.status, r.status) << r.document;
        EXPECT_EQ(value_of(sent, "Content-Type"), r.type) << r.document;
        EXPECT_THAT(value_of(sent, "Vary"), HasSubstr("Accept")) << r.document;
        EXPECT_EQ(value_of(sent, "Cache-Control"), "max-age=300") << r.document;
        if (sent.status != 200) continue;
        const std::string tag = value_of(sent, "ETag");
        EXPECT_THAT(tag, testing::MatchesRegex("\"[0-9]+\\.[0-9a-f]{16}\"")) << r.document;
        EXPECT_THAT(value_of(sent, "Link"), HasSubstr("<urn:example:a>; rel=\"cite-as\"")) << r.document;
        EXPECT_THAT(value_of(sent, "Link"), HasSubstr("<https://a.example/1>; rel=\"item\"")) << r.document;
        for (const std::string &condition : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
            const response again = ask("/urn:example:a", {{"Accept", r.accept}, {"If-None-Match", condition}});
            EXPECT_EQ(again.status, 304) << r.document;
            EXPECT_TRUE(again.body.empty()) << r.document;
            EXPECT_EQ(value_of(again, "ETag"), tag) << r.document;
            EXPECT_EQ(value_of(again, "Cache-Control"), "max-age=300") << r.document;
        }
        EXPECT_EQ(ask("/urn:example:a", {{"Accept", r.accept}, {"If-None-Match", "\"1.x\""}}).status, 200);
    }
    // RFC 9110 13.2.1: preconditions are for answers that would be 2xx
    EXPECT_EQ(ask("/urn:example:a", {{"If-None-Match", "*"}}).status, 302);
    const std::string page = ask("/urn:example:a", {{"Accept", "text/html"}}).body;
    EXPECT_THAT(page, testing::Not(HasSubstr("<script>")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
    EXPECT_THAT(page, HasSubstr("<html lang=\"en\">"));
    EXPECT_EQ(ask("/about/urn:example:a").body, page);
    EXPECT_EQ(ask("/urn:example:a", {{"Accept", "text/uri-list"}}).body, "# urn:example:a\r\nhttps://a.example/1\r\n");
    const json record = json::parse(ask("/URN:example:a", {{"Accept", "application/json"}}).body);
    EXPECT_EQ(record["key"], "example:a");
    EXPECT_FALSE(record.contains("corrected"));
    const json linkset = json::parse(ask("/api/v1/linkset/urn:example:a").body);
    EXPECT_EQ(linkset["linkset"][0]["anchor"], "urn:example:a");
    EXPECT_EQ(linkset["linkset"][0]["item"][0]["href"], "https://a.example/1");
}

TEST_F(resolving, sends_citations_and_metadata_of_others_formats) {
    put_name("urn:example:b",
             {.locators = {{.url = "https://a.example/1"}},
              .metadata = R"({"title":"B","creator":"C","publisher":"D","date":"2026","type":"book"})"});
    put_name("urn:example:t", {.locators = {{.url = "https://a.example/2"}}, .metadata = R"({"title":"T"})"});
    struct row {
        const char *accept;
        const char *word;
        std::string type;
        const char *contains;
    };
    const row rows[]{
        {"application/x-bibtex", "bibtex", "application/x-bibtex; charset=utf-8", "@book{urn:example:b,"},
        {"application/x-research-info-systems", "ris", "application/x-research-info-systems; charset=utf-8",
         "TY  - BOOK\r\n"},
        {"application/vnd.citationstyles.csl+json", "csl", "application/vnd.citationstyles.csl+json",
         "\"URL\":\"https://urn.example.org/urn:example:b\""},
        {"application/ld+json", "jsonld", "application/ld+json", "\"@type\":\"Book\""},
        {"text/x-bibliography", "text", "text/x-bibliography; charset=utf-8", "C (2026). B. D. urn:example:b\n"},
        {"application/vnd.datacite.datacite+xml", "datacite", "application/vnd.datacite.datacite+xml",
         "<publicationYear>2026<"},
        {"application/mods+xml", "mods", "application/mods+xml", "<mods "},
        {"application/xml", "dc", "application/xml", "<oai_dc:dc "},
        {"application/rdf+xml", "rdf", "application/rdf+xml", "<rdf:RDF "},
    };
    for (const row &r : rows) {
        const response sent = ask("/urn:example:b", {{"Accept", r.accept}});
        EXPECT_EQ(sent.status, 200) << r.accept;
        EXPECT_EQ(value_of(sent, "Content-Type"), r.type);
        EXPECT_THAT(sent.body, HasSubstr(r.contains)) << r.accept;
        const std::string there = std::string("/about/urn:example:b?format=") + r.word;
        EXPECT_EQ(value_of(sent, "Content-Location"), "https://urn.example.org" + there);
        EXPECT_EQ(ask(there).body, sent.body) << r.accept;
        // FAIR Signposting: each is found from each.
        EXPECT_THAT(value_of(sent, "Link"),
                    HasSubstr("<https://urn.example.org" + there + ">; rel=\"describedby\"; type=\"" + r.accept + '"'));
        EXPECT_THAT(ask("/about/urn:example:b").body, HasSubstr("href=\"https://urn.example.org" + there + '"'));
        // With anything else of the same quality, the resource itself is meant.
        EXPECT_EQ(ask("/urn:example:b", {{"Accept", std::string(r.accept) + ", application/pdf"}}).status, 302);
        EXPECT_EQ(ask("/urn:example:b", {{"Accept", "application/pdf, " + std::string(r.accept)}}).status, 302);
        EXPECT_EQ(ask("/uri-res/N2C?urn:example:b", {{"Accept", r.accept}}).body, sent.body);
    }
    EXPECT_THAT(ask("/about/urn:example:b").body, HasSubstr("<script type=\"application/ld+json\">{\"@context\""));
    // A missing mandatory property is not made up.
    const sent_fields datacite{{"Accept", "application/vnd.datacite.datacite+xml"}};
    const response lacking = ask("/urn:example:t", datacite);
    EXPECT_EQ(lacking.status, 406);
    EXPECT_THAT(lacking.body, HasSubstr("its metadata lacks creator, publisher, type, date"));
    EXPECT_EQ(ask("/about/urn:example:t?format=datacite").status, 406);
    EXPECT_THAT(value_of(ask("/about/urn:example:t"), "Link"), testing::Not(HasSubstr("datacite")));
    EXPECT_EQ(ask("/about/urn:example:t?format=marc").status, 422);
    // The record, where DataCite is only what Accept prefers among our own.
    EXPECT_EQ(value_of(ask("/uri-res/N2C?urn:example:t", datacite), "Content-Type"), "application/json");
}

TEST_F(resolving, passes_suffixes_to_locators_where_the_delegation_says_so) {
    put_name("urn:example:abc", "https://a.example/1?x");
    put_name("urn:example:abc/deep", "https://a.example/2");
    put_name("urn:example:gone", {.state = resolver::name_state::withdrawn});
    put_name("urn:example:gone/a/b", "https://a.example/3");
    EXPECT_EQ(ask("/urn:example:abc/def").status, 404); // off by default
    put_delegation({.prefix = "example:", .passthrough = "/."});
    struct row {
        std::string name;
        int status;
        std::string location;
    };
    const row rows[]{
        {"urn:example:abc/def", 302, "https://a.example/1/def?x"},
        {"urn:example:abc.pdf", 302, "https://a.example/1.pdf?x"},
        {"urn:example:abc/DEEP", 302, "https://a.example/1/DEEP?x"},
        {"urn:example:abc/deep", 302, "https://a.example/2"},
        {"urn:example:abc/deep/er", 302, "https://a.example/2/er"}, // the longest
        {"urn:example:abc-def", 404, ""},                           // no delimiter
        {"urn:example:abc/../x", 404, ""},
        {"urn:example:gone/a", 404, ""}, // a withdrawn name leads nowhere
        {"urn:example:gone/a/b/c", 302, "https://a.example/3/c"},
        {"urn:example:none/a", 404, ""},
    };
    for (const row &r : rows) {
        for (int i = 0; i < 2; ++i) {
            const response sent = ask("/" + r.name);
            EXPECT_EQ(sent.status, r.status) << r.name;
            EXPECT_EQ(value_of(sent, "Location"), r.location) << r.name;
        }
    }
    EXPECT_FALSE(cached("/urn:example:abc/def")); // it changes with another name
    put_name("urn:example:abc", "https://b.example/1");
    EXPECT_EQ(value_of(ask("/urn:example:abc/def"), "Location"), "https://b.example/1/def");
    // There is no such name: nothing describes it.
    EXPECT_EQ(ask("/about/urn:example:abc%2Fdef").status, 404);
    EXPECT_EQ(ask("/uri-res/N2C?urn:example:abc/def").status, 404);
    EXPECT_EQ(ask("/uri-res/N2L?urn:example:abc/def").status, 303);
    EXPECT_EQ(ask("/urn:example:abc/def", {{"Accept", "application/json"}}).status, 302);
    // The delegation with the longest prefix decides.
    put_delegation({.prefix = "example:abc"});
    EXPECT_EQ(ask("/urn:example:abc/def").status, 404);
}

TEST_F(resolving, a_landing_page_shows_typed_values) {
    put_name("urn:example:v", resolver::name_record{.values = {{"HS_PUBKEY", "a<b"}}});
    EXPECT_THAT(ask("/about/urn:example:v").body, HasSubstr("<dt>HS_PUBKEY</dt><dd><code>a&lt;b</code></dd>"));
    EXPECT_THAT(ask("/api/v1/names/urn:example:v").body, HasSubstr(R"("values":[{"type":"HS_PUBKEY","value":"a<b"}])"));
}

// Any metadata may be stored; a page of thousands of lines serves nobody and costs much.
TEST_F(resolving, a_landing_page_shows_two_hundred_members_of_the_metadata) {
    for (const auto &[members, more] : {std::pair{200, false}, std::pair{201, true}}) {
        std::string text = R"({"title":"A title")";
        for (int i = 0; i < members; ++i) {
            const std::string number = std::to_string(i);
            text.append(R"(,"member-)").append(number).append("\":").append(number);
        }
        put_name("urn:example:m", resolver::name_record{.metadata = text + "}"});
        const std::string page = ask("/about/urn:example:m").body;
        EXPECT_THAT(page, HasSubstr("<dt>member-199</dt><dd>199</dd>"));
        EXPECT_THAT(page, Not(HasSubstr("<dt>member-200</dt>")));
        EXPECT_EQ(page.contains("The rest of the description"), more);
    }
}

TEST_F(resolving, never_to_a_locator_that_is_not_valid) {
    fixed_time = resolver::now();
    const auto now = *fixed_time;
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/old", .weight = 9, .valid_until = now},
                           {.url = "https://a.example/new", .valid_until = now + std::chrono::seconds(20)}}});
    const response sent = ask("/urn:example:a");
    EXPECT_EQ(value_of(sent, "Location"), "https://a.example/new");
    EXPECT_EQ(value_of(sent, "Cache-Control"), "max-age=20");
    EXPECT_FALSE(cached("/urn:example:a")) << "max-age would change every second";
}

TEST_F(resolving, elsewhere) {
    const auto leave_to = [&](const char *prefix, const char *other) {
        resolver::delegation d;
        d.prefix = prefix;
        d.resolver = other;
        put_delegation(d);
    };
    leave_to("example:x-", "https://other.example/");
    leave_to("example:y-", "https://other.example/r?n={urn}&x");
    leave_to("example:z-", "https://URN.example.org/");
    leave_to("example:h-", "http://asked.example:81/");
    EXPECT_EQ(value_of(ask("/urn:example:x-1?+r?=q"), "Location"), "https://other.example/urn:example:x-1?+r?=q")
        << "RFC 8141 2.3.1: supplied along with the URN";
    EXPECT_EQ(ask("/urn:example:x-1").status, 302);
    EXPECT_EQ(value_of(ask("/urn:example:y-1"), "Location"), "https://other.example/r?n=urn:example:y-1&x");
    EXPECT_EQ(problem_of(ask("/urn:example:z-1")), "loop");
    EXPECT_EQ(ask("/urn:example:z-1").status, 508);
    EXPECT_EQ(ask("/urn:example:h-1", {{"Host", "Asked.example:81"}}).status, 508);
    EXPECT_EQ(ask("/urn:example:h-1", {{"Host", "asked.example"}}).status, 302);
    EXPECT_FALSE(cached("/urn:example:x-1"));
    put_name("urn:example:x-2", "https://here.example/");
    EXPECT_EQ(value_of(ask("/urn:example:x-2"), "Location"), "https://here.example/") << "what is here comes first";
    put_namespace({.nid = "isbn", .public_resolvers = false});
    EXPECT_EQ(ask("/urn:isbn:978-951-0-18435-6").status, 404);
    put_namespace({.nid = "nbn", .public_resolvers = true});
    const response public_one = ask("/urn:nbn:de:101:1-2013112611");
    EXPECT_EQ(public_one.status, 302);
    EXPECT_THAT(value_of(public_one, "Location"), HasSubstr("nbn-resolving.org"));
    EXPECT_EQ(value_of(ask("/urn:nbn:de:101:1-2013112611?+x?=a"), "Location"),
              "https://nbn-resolving.org/urn:nbn:de:101:1-2013112611?+x?=a")
        << "RFC 8141 2.3.1";
    put_namespace({.nid = "ietf", .public_resolvers = true});
    EXPECT_EQ(value_of(ask("/urn:ietf:rfc:2141?=a=b"), "Location"), "https://www.rfc-editor.org/rfc/rfc2141?a=b")
        << "RFC 8141 2.3.2";
    EXPECT_EQ(value_of(ask("/urn:ietf:rfc:2141?+x"), "Location"), "https://www.rfc-editor.org/rfc/rfc2141");
    put_namespace({.nid = "urn-3", .public_resolvers = true});
    EXPECT_EQ(value_of(ask("/urn:urn-3:HUL.OIS:Home?+rr?=q"), "Location"),
              "https://nrs.harvard.edu/urn-3:HUL.OIS:Home?+rr?=q")
        << "RFC 8141 2.3.1: a resolver to which the URN is sent without its \"urn:\"";
}

TEST_F(resolving, services_of_rfc_2483) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1", .media_type = "text/html"},
                                            {.url = "https://a.example/2", .media_type = "application/pdf"}},
                               .other_names = {"urn:example:b", "urn:example:c"}});
    put_name("urn:example:b", {.locators = {{.url = "https://a.example/b"}}, .other_names = {"urn:example:a"}});
    put_name("urn:example:c", {.locators = {{.url = "https://a.example/c"}}});
    struct row {
        const char *document;
        const char *target;
        int status;
        const char *type;
        const char *body;
    };
    constexpr row rows[] = {
        {"RFC 2169 3.1: N2L", "/uri-res/N2L?urn:example:a", 303, "", ""},
        {"RFC 2483 4.1: any case", "/uri-res/i2l?URN:EXAMPLE:a", 303, "", ""},
        {"RFC 2483 4.2: I2Ls", "/uri-res/I2Ls?urn:example:a", 200, "text/uri-list",
         "# urn:example:a\r\nhttps://a.example/1\r\nhttps://a.example/2\r\n"},
        {"RFC 2483 4.3: I2R", "/uri-res/I2R?urn:example:a", 303, "", ""},
        {"RFC 2483 4.4: I2Rs, one version", "/uri-res/I2Rs?urn:example:c", 303, "", ""},
        {"RFC 2483 4.7: I2N, agreed", "/uri-res/I2N?urn:example:a", 200, "text/uri-list",
         "# urn:example:a\r\nurn:example:b\r\n"},
        {"RFC 2483 4.7: I2N, not agreed", "/uri-res/I2N?urn:example:c", 404, "application/problem+json", nullptr},
        {"RFC 2483 4.8: I2Ns", "/uri-res/N2Ns?urn:example:a", 200, "text/uri-list",
         "# urn:example:a\r\nurn:example:b\r\n"},
        {"RFC 2483 4.8: I2Ns, none", "/uri-res/I2Ns?urn:example:c", 200, "text/uri-list", "# urn:example:c\r\n"},
        {"RFC 2483 4.5: I2C", "/uri-res/N2C?urn:example:c", 200, "application/json", nullptr},
        {"RFC 2483 4.6: I2Cs", "/uri-res/I2Cs?urn:example:c", 200, "text/uri-list",
         "# urn:example:c\r\nhttps://urn.example.org/api/v1/names/urn:example:c\r\n"
         "https://urn.example.org/about/urn:example:c\r\nhttps://urn.example.org/api/v1/linkset/urn:example:c\r\n"},
        {"RFC 2483 4.9: I=I, the same name", "/uri-res/I=I?urn:example:a&URN:EXAMPLE:a", 200,
         "text/plain; charset=us-ascii", "TRUE\r\n"},
        {"RFC 2483 4.9: I=I, by the namespace", "/uri-res/I=I?urn:isbn:951-0-18435-7&urn:isbn:9789510184356", 200,
         "text/plain; charset=us-ascii", "TRUE\r\n"},
        {"RFC 2483 4.9: I=I, agreed names", "/uri-res/I=I?urn:example:a&urn:example:b", 200,
         "text/plain; charset=us-ascii", "TRUE\r\n"},
        {"RFC 2483 4.9: I=I, not agreed", "/uri-res/I=I?urn:example:a&urn:example:c", 200,
         "text/plain; charset=us-ascii", "FALSE\r\n"},
        {"RFC 2483 4.9: I=I, both unknown", "/uri-res/I=I?urn:example:x&urn:example:y", 404, "application/problem+json",
         nullptr},
        {"RFC 2483 4.9: I=I, locators", "/uri-res/I=I?http://A.example&http://a.example:80/", 200,
         "text/plain; charset=us-ascii", "TRUE\r\n"},
        {"RFC 2483 4.9: I=I, one URI", "/uri-res/I=I?urn:example:a", 400, "application/problem+json", nullptr},
        {"RFC 2483 4.1: a URI that is no URN", "/uri-res/I2L?http://a.example/", 404, "application/problem+json",
         nullptr},
        {"RFC 2483 4.1: malformed", "/uri-res/I2L?urn:example:", 400, "application/problem+json", nullptr},
        {"RFC 2483 4.1: nothing", "/uri-res/I2L", 400, "application/problem+json", nullptr},
        {"RFC 2169 3.7: L2Ns, no index", "/uri-res/L2Ns?https://a.example/1", 404, "application/problem+json", nullptr},
        {"RFC 2169 3.7: L2Ns, a resolver's address", "/uri-res/L2Ns?https://urn.example.org/urn:example:a", 200,
         "text/uri-list", "# urn:example:a\r\nurn:example:a\r\nurn:example:b\r\n"},
        {"no such service", "/uri-res/I2X?urn:example:a", 404, "application/problem+json", nullptr},
    };
    for (const row &r : rows) {
        const response sent = ask(r.target);
        EXPECT_EQ(sent.status, r.status) << r.document << ": " << sent.body;
        EXPECT_EQ(value_of(sent, "Content-Type"), r.type) << r.document;
        if (r.body != nullptr) {
            EXPECT_EQ(sent.body, r.body) << r.document;
        }
    }
    EXPECT_EQ(ask("/uri-res/N2L?urn:example:a", {}, "GET", {}, 0).status, 302) << "RFC 2169 3.1: HTTP/1.0";
    EXPECT_EQ(value_of(ask("/uri-res/N2R?urn:example:a", {{"Accept", "application/pdf"}}), "Location"),
              "https://a.example/2")
        << "RFC 2169 3.3: modified by Accept";
    EXPECT_THAT(ask("/uri-res/N2Ls?urn:example:a", {{"Accept", "text/html"}}).body,
                HasSubstr("<li><a href=\"https://a.example/1\">https://a.example/1</a>"))
        << "RFC 2169 3.2: HTML";
    const response both = ask("/uri-res/I2Rs?urn:example:a");
    EXPECT_EQ(both.status, 200);
    EXPECT_THAT(value_of(both, "Content-Type"), HasSubstr("multipart/alternative; boundary="));
    EXPECT_THAT(both.body, HasSubstr("Content-Type: message/external-body; access-type=URL;\r\n "
                                     "URL=\"https://a.example/1\"\r\n\r\nContent-Type: text/html\r\n"));
    EXPECT_EQ(ask("/uri-res/I2Rs?urn:example:a", {{"Accept", "application/pdf"}}).status, 303)
        << "RFC 2169 3.4: only what is acceptable";
}

TEST_F(resolving, services_as_json) {
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/1", .language = "de"}}, .other_names = {"urn:example:b"}});
    put_name("urn:example:b", name_record{.other_names = {"urn:example:a"}});
    const auto get = [&](const std::string &query) {
        return json::parse(ask("/api/v1/resolve/urn:example:a" + query).body);
    };
    EXPECT_EQ(get("")["result"], "https://a.example/1");
    EXPECT_EQ(get("?service=I2R")["result"], "https://a.example/1");
    EXPECT_EQ(get("?service=i2ls")["result"][0]["language"], "de");
    EXPECT_EQ(get("?service=I2Rs")["result"][0]["url"], "https://a.example/1");
    EXPECT_EQ(get("?service=I2C")["result"]["key"], "example:a");
    EXPECT_EQ(get("?service=I2Cs")["result"].size(), 3U);
    EXPECT_EQ(get("?service=I2N")["result"], "urn:example:b");
    EXPECT_EQ(get("?service=I2Ns")["result"], json{"urn:example:b"});
    EXPECT_EQ(get("?service=I=I&other=urn:EXAMPLE:a")["result"], true);
    EXPECT_EQ(problem_of(ask("/api/v1/resolve/urn:example:a?service=I3L")), "invalid");
    EXPECT_EQ(problem_of(ask("/api/v1/resolve/urn:example:none")), "unknown-name");
}

TEST_F(resolving, many_at_once) {
    put_name("urn:example:a", "https://a.example/1");
    json names = json::array({"urn:example:a", "nonsense", "%20URN:Example:a", "urn:example:none"});
    const response sent = ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST",
                              json{{"names", names}, {"service", "I2Ls"}}.dump());
    ASSERT_EQ(sent.status, 200) << sent.body;
    const json answers = json::parse(sent.body)["results"];
    ASSERT_EQ(answers.size(), 4U);
    EXPECT_EQ(answers[0]["result"][0]["url"], "https://a.example/1");
    EXPECT_EQ(answers[1]["problem"]["status"], 400);
    EXPECT_EQ(answers[2]["problem"]["status"], 400) << "nothing is corrected";
    EXPECT_EQ(answers[3]["uri"], "urn:example:none");
    EXPECT_EQ(answers[3]["problem"]["type"], "/problems/unknown-name");
    EXPECT_FALSE(answers[3]["problem"].contains("corrected"));
    const response lines = ask("/api/v1/resolve?service=I2L", {{"Content-Type", "text/plain"}}, "POST",
                               "urn:example:a\r\n\nurn:example:none\n");
    EXPECT_EQ(value_of(lines, "Content-Type"), "application/x-ndjson");
    EXPECT_EQ(std::ranges::count(lines.body, '\n'), 2);
    names = json::array();
    for (int i = 0; i < 10001; ++i) names.push_back("urn:example:a");
    EXPECT_EQ(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST", names.dump()).status, 413);
    names.erase(names.begin());
    EXPECT_EQ(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST", names.dump()).status, 200);
    EXPECT_EQ(ask("/api/v1/resolve", {{"Content-Type", "image/png"}}, "POST", "x").status, 415);
    EXPECT_EQ(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST", "{}").status, 422);
}

} // namespace uniform::http
