// The responses that follow from the data of a name: the rules of RFC 9112, RFC 8141, RFC 2483 and RFC 2046 over HTTP.

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <uniform/resolver/delegated_url.hpp>

#include "http/resolve/resolve_support.hpp"
#include "links/link_checker_store.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;
using resolver::name_record;
using resolver::name_state;
using testing::HasSubstr;
using testing::Not;

class resolve_core : public resolving {};

} // namespace

TEST_F(resolve_core, absolute_form) {
    put_name("urn:example:a", "https://a.example/1");
    const struct {
        const char *document;
        std::string target;
        int status;
    } rows[]{
        {"RFC 9112 3.2.2", "http://urn.example.org/urn:example:a", 302},
        {"RFC 9112 3.2.2: with a query", "http://urn.example.org/urn:example:a?=q=1", 302},
        {"RFC 9112 3.2.2: https", "https://urn.example.org/urn:example:a", 302},
        {"RFC 9112 3.2.2: unknown", "http://urn.example.org/urn:example:none", 404},
    };
    for (const auto &r : rows) EXPECT_EQ(absolute(r.target).status, r.status) << r.document;
    EXPECT_EQ(value_of(absolute("http://urn.example.org/urn:example:a?=q=1"), "Location"), "https://a.example/1?q=1");
    ASSERT_TRUE(cached("/urn:example:a"));
}

TEST_F(resolve_core, does_not_lead_to_itself) {
    const struct {
        const char *document;
        const char *resolver;
        const char *host;
        int status;
    } rows[]{
        {"RFC 3986 6.2.3: default port", "http://h.example:80/{urn}", "h.example", 508},
        {"RFC 3986 6.2.3: default port of Host", "http://h.example/{urn}", "h.example:80", 508},
        {"RFC 3986 6.2.3: default port, TLS", "https://h.example:443/{urn}", "h.example", 508},
        {"RFC 3986 6.2.2.1: case", "http://H.Example/{urn}", "h.example", 508},
        {"RFC 3986 6.2.3: empty port", "http://h.example:/{urn}", "h.example", 508},
        {"its own address", "https://URN.example.org:443/{urn}", "h.example", 508},
        {"another port", "http://h.example:8080/{urn}", "h.example", 302},
        {"another host", "http://i.example/{urn}", "h.example", 302},
    };
    for (const auto &r : rows) {
        resolver::delegation d;
        d.prefix = "example:far-";
        d.resolver = r.resolver;
        put_delegation(d);
        EXPECT_EQ(ask("/urn:example:far-1", {{"Host", r.host}}).status, r.status) << r.document;
    }
}

// The findings of the checker of delegations. Without an engine there is no link_health in memory: the store is asked.
TEST_F(resolve_core, delegation_loops_are_answered_508) {
    serve_locally();
    resolver::delegation d;
    d.prefix = "example:far-";
    d.resolver = "https://other.example/{urn}";
    put_delegation(d);
    EXPECT_EQ(ask("/urn:example:far-1").status, 302);
    links::link_row row{links::loop_key(d.resolver, d.prefix),
                        {.state = links::link_state::dead, .says = "redirects back to https://third.example/"}};
    EXPECT_EQ(row.url, "https://other.example/urn:example:far-");
    const auto note = [&] { links::put_links(*s->sql_database().connect(store::access::read_write), {&row, 1}, true); };
    note();
    const response sent = ask("/urn:example:far-1");
    EXPECT_EQ(sent.status, 508);
    EXPECT_TRUE(sent.body.contains("is delegated to another resolver, which redirects back to https://third.example/"))
        << sent.body;
    EXPECT_EQ(value_of(sent, "Location"), "");
    EXPECT_TRUE(ask("/api/v1/explain/urn:example:far-1").body.contains("redirects back to https://third.example/"));
    EXPECT_EQ(ask("/uri-res/I2L?urn:example:far-1").status, 508);
    // A name that is here needs no other resolver; another resolver is another matter.
    put_name("urn:example:far-2", "https://here.example/");
    EXPECT_EQ(ask("/urn:example:far-2").status, 302);
    d.resolver = "https://another.example/{urn}";
    put_delegation(d);
    EXPECT_EQ(ask("/urn:example:far-1").status, 302);
    d.resolver = "https://other.example/{urn}";
    put_delegation(d);
    EXPECT_EQ(ask("/urn:example:far-1").status, 508);
    row.found = {.state = links::link_state::alive};
    note();
    EXPECT_EQ(ask("/urn:example:far-1").status, 302);
}

// Pages, link sets and the services of RFC 2483 say the same of a name that another resolver knows.
TEST_F(resolve_core, what_is_said_of_a_name_that_is_delegated) {
    resolver::delegation d;
    d.prefix = "example:far-";
    d.resolver = "https://other.example/";
    put_delegation(d);
    for (const std::string target :
         {"/about/urn:example:far-1", "/api/v1/linkset/urn:example:far-1", "/uri-res/I2Ls?urn:example:far-1",
          "/api/v1/resolve/urn:example:far-1?service=I2C"}) {
        const response sent = ask(target);
        EXPECT_EQ(sent.status, 404) << target;
        EXPECT_TRUE(sent.body.contains("no-output")) << target << ": " << sent.body;
        EXPECT_TRUE(sent.body.contains(R"("location":"https://other.example/urn:example:far-1")"))
            << target << ": " << sent.body;
    }
    EXPECT_TRUE(ask("/about/urn:example:near-1").body.contains("unknown-name"));
}

TEST_F(resolve_core, the_urn_in_the_address_of_another_resolver) {
    const struct {
        const char *document;
        const char *resolver;
        const char *target;
        const char *location;
    } rows[]{
        {"RFC 3986 3.4: a plain value", "https://r.example/n?urn={urn}&x=1", "/urn:example:far-1",
         "https://r.example/n?urn=urn:example:far-1&x=1"},
        {"RFC 3986 3.4: what separates values", "https://r.example/n?urn={urn}&x=1", "/urn:example:far-a&b=c+d;e",
         "https://r.example/n?urn=urn:example:far-a%26b%3Dc%2Bd%3Be&x=1"},
        {"RFC 3986 2.4: encoded once, so decoded once", "https://r.example/n?urn={urn}", "/urn:example:far-a%26b",
         "https://r.example/n?urn=urn:example:far-a%2526b"},
        {"RFC 8141 2.3: the components are of the value", "https://r.example/n?urn={urn}&x=1",
         "/urn:example:far-1?+s=I2C?=q=1", "https://r.example/n?urn=urn:example:far-1%3F%2Bs%3DI2C%3F%3Dq%3D1&x=1"},
        {"RFC 2169: appended to a query", "https://r.example/uri-res/I2L?", "/urn:example:far-1?+r",
         "https://r.example/uri-res/I2L?urn:example:far-1%3F%2Br"},
        {"RFC 3986 3.3: a path that goes on", "https://r.example/{urn}/page", "/urn:example:far-a&b?+r?=q",
         "https://r.example/urn:example:far-a&b%3F+r%3F=q/page"},
        {"RFC 3986 3.3: a query of its own", "https://r.example/{urn}?v=1", "/urn:example:far-1?=q",
         "https://r.example/urn:example:far-1%3F=q?v=1"},
        {"RFC 8141 2.3: at the end", "https://r.example/{urn}", "/urn:example:far-1?+r?=q&p",
         "https://r.example/urn:example:far-1?+r?=q&p"},
        {"RFC 8141 2.3: appended", "https://r.example/", "/urn:example:far-a&b?+r?=q",
         "https://r.example/urn:example:far-a&b?+r?=q"},
    };
    for (const auto &r : rows) {
        resolver::delegation d;
        d.prefix = "example:far-";
        d.resolver = r.resolver;
        put_delegation(d);
        const response to = ask(r.target);
        EXPECT_EQ(to.status, 302) << r.document;
        EXPECT_EQ(value_of(to, "Location"), r.location) << r.document;
    }
}

TEST_F(resolve_core, a_public_resolver_does_not_send_to_itself) {
    put_namespace({.nid = "nbn", .public_resolvers = true});
    const char *const target = "/urn:nbn:de:101:1-2013112611";
    EXPECT_EQ(ask(target, {{"Host", "h.example"}}).status, 302);
    EXPECT_EQ(ask(target, {{"Host", "nbn-resolving.org"}}).status, 404) << "nobody knows the name";
    EXPECT_EQ(problem_of(ask(target, {{"Host", "nbn-resolving.org"}})), "unknown-name");
}

TEST_F(resolve_core, versions_of_the_resource) {
    put_namespace({.nid = "example", .q = resolver::q_strategy::append});
    put_name("urn:example:none", name_record{});
    put_name("urn:example:two", {.locators = {{.url = "https://a.example/1"},
                                              {.url = "https://a.example/2?x", .media_type = "application/pdf"}}});
    EXPECT_EQ(problem_of(ask("/uri-res/I2Rs?urn:example:none")), "no-output") << "RFC 2046 5.1.1: parts there must be";
    const response both = ask("/uri-res/I2Rs?urn:example:two?=q");
    EXPECT_THAT(both.body, HasSubstr("URL=\"https://a.example/1?q\"\r\n\r\nContent-ID: <"))
        << "RFC 8141 2.3.2; RFC 2046 5.2.3: Content-ID; no media type is made up";
    EXPECT_THAT(both.body,
                HasSubstr("URL=\"https://a.example/2?x&q\"\r\n\r\nContent-Type: application/pdf\r\nContent-ID: <"));
    const std::string list = "https://a.example/1?q\r\nhttps://a.example/2?x&q\r\n";
    EXPECT_THAT(ask("/uri-res/I2Ls?urn:example:two?=q").body, HasSubstr(list));
    EXPECT_THAT(ask("/urn:example:two?=q", {{"Accept", "text/uri-list"}}).body, HasSubstr(list));
    EXPECT_EQ(json::parse(ask("/api/v1/resolve/urn:example:two%3F=q?service=I2Ls").body)["result"][1]["url"],
              "https://a.example/2?x&q");
    put_namespace({.nid = "example", .q = resolver::q_strategy::refuse});
    EXPECT_EQ(ask("/uri-res/I2Ls?urn:example:two?=q").body, "# urn:example:two?=q\r\nhttps://a.example/1?q\r\n")
        << "what may not be joined is left out";
}

TEST_F(resolve_core, a_withdrawn_name_has_a_tag_and_no_agreement) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1"}}, .other_names = {"urn:example:b"}});
    put_name("urn:example:b", name_record{.other_names = {"urn:example:a"}});
    EXPECT_EQ(ask("/uri-res/I=I?urn:example:a&urn:example:b").body, "TRUE\r\n");
    put_name("urn:example:b", name_record{.state = name_state::withdrawn, .other_names = {"urn:example:a"}});
    EXPECT_EQ(ask("/uri-res/I=I?urn:example:a&urn:example:b").body, "FALSE\r\n") << "as I2Ns says";
    EXPECT_THAT(ask("/uri-res/I2Ns?urn:example:a").body, Not(HasSubstr("urn:example:b")));
    for (const char *const target : {"/urn:example:b", "/about/urn:example:b", "/api/v1/linkset/urn:example:b"}) {
        const response gone = ask(target, {{"Accept", "text/html"}});
        EXPECT_EQ(gone.status, 410) << target;
        EXPECT_NE(value_of(gone, "ETag"), "") << target;
        EXPECT_EQ(ask(target, {{"Accept", "text/html"}, {"If-None-Match", value_of(gone, "ETag")}}).status, 410)
            << "RFC 9110 13.2.1";
    }
    EXPECT_EQ(value_of(ask("/urn:example:a", {{"Accept", "application/json"}}), "Content-Location"), "")
        << "RFC 9110 8.7";
}

} // namespace uniform::http
