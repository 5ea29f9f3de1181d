// Facts about parsing by the older editions: the 2003 draft (draft-fielding-uri-rfc2396bis-01) and RFC 2396.

#include <uniform/uri/parse.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace {

using namespace uniform;
using text = std::string_view;
using maybe = std::optional<std::string_view>;
constexpr std::nullopt_t none = std::nullopt;
constexpr parse_options draft{.edition = edition::rfc2396bis_01};
constexpr parse_options rfc2396{.edition = edition::rfc2396};

struct fact {
    text source;
    text input;
    bool draft;
    bool rfc2396;
    bool rfc3986;
};

const fact facts[] = {
    {"2003 draft G.2: nothing after the scheme, as is present in practice", "DAV:", true, true, true},
    {"2003 draft 3: opaque-part admits brackets", "x:[y]", true, false, false},
    {"2003 draft 3: after the first character also /", "x:a/[", true, false, false},
    {"2003 draft 3: not in the hierarchical syntax", "http:/[::1]", false, false, false},
    {"2003 draft 3: opaque-part may begin with ?", "x:?[", true, false, false},
    {"RFC 2396 3: uric_no_slash has ?", "x:?y", true, true, true},
    {"2003 draft 3.2.2: IPv6reference", "http://[::1]/", true, false, true},
    {"2003 draft 3.2.2: no IPvFuture", "http://[v1.a]/", false, false, true},
    {"2003 draft 3.2.2", "http://[1::2::3]/", false, false, false},
    {"2003 draft 3.2.1: reg-name", "http://a_b$c/", true, true, true},
    {"2003 draft 3.2.1: reg-name with @ and :", "http://a@b@c:d/", true, true, false},
    {"2003 draft 2.4.3: excluded", "http://a/b{c", false, false, false},
    {"2003 draft 5: rel-segment has no :", "a!b:c", false, false, false},
    {"2003 draft 5", "./this:that", true, true, true},
    {"2003 draft 3.3: ; in segments", "/a;b=c/d", true, true, true},
    {"2003 draft 5: only a query", "?y", true, true, true},
    {"2003 draft 4: nothing", "", true, true, true},
};

TEST(older_editions, accept_what_their_grammar_accepts) {
    for (const fact &f : facts) {
        SCOPED_TRACE(f.source);
        SCOPED_TRACE(f.input);
        EXPECT_EQ(parse_uri_reference(f.input, draft).has_value(), f.draft);
        EXPECT_EQ(parse_uri_reference(f.input, rfc2396).has_value(), f.rfc2396);
        EXPECT_EQ(parse_uri_reference(f.input).has_value(), f.rfc3986);
    }
}

TEST(older_editions, name_their_own_document) {
    const auto e = parse_uri("http://[v1.a]/", draft);
    ASSERT_FALSE(e);
    EXPECT_EQ(e.error().document(), "draft-fielding-uri-rfc2396bis-01");
    EXPECT_EQ(e.error().section(), "3.2.2");
}

TEST(older_editions, blame_the_reading_that_came_further) {
    const struct {
        text input;
        std::size_t offset;
    } rows[] = {{"http://:x[/", 9}, {"http://[::1]x/", 12}, {"http://[v1.a]/", 8}, {"http://a b/", 8}};
    for (const auto &row : rows) {
        const auto e = parse_uri(row.input, draft);
        ASSERT_FALSE(e) << row.input;
        EXPECT_EQ(e.error().offset, row.offset) << row.input;
    }
}

TEST(older_editions, split_an_authority_into_server_or_reg_name) {
    struct {
        text source;
        text input;
        maybe userinfo, host, port;
        std::optional<host_type> type;
    } const rows[] = {
        {"2003 draft 3.2.2", "http://u@example.com:80/", "u", "example.com", "80", host_type::hostname},
        {"2003 draft 3.2.2", "http://10.0.0.1/", none, "10.0.0.1", none, host_type::ipv4},
        {"2003 draft 7.5", "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
         "www.example.com&story=breaking_news", "10.0.0.1", none, host_type::ipv4},
        {"2003 draft 3.2.1: a registry-based name has no host", "http://a_b/", none, none, none, host_type::reg_name},
        {"2003 draft 3.2.2: [ [ userinfo \"@\" ] hostport ]", "file:///etc/motd", none, none, none, none},
        {"2003 draft 3.2.2: an empty port", "http://h:/", none, "h", "", host_type::hostname},
        {"2003 draft 3.2.2: as printed, 1.2.3.256 is a hostname", "http://1.2.3.256/", none, "1.2.3.256", none,
         host_type::hostname},
    };
    for (const auto &row : rows) {
        SCOPED_TRACE(row.source);
        SCOPED_TRACE(row.input);
        const auto u = parse_uri(row.input, draft);
        ASSERT_TRUE(u);
        EXPECT_TRUE(u->authority());
        EXPECT_EQ(u->userinfo(), row.userinfo);
        EXPECT_EQ(u->host(), row.host);
        EXPECT_EQ(u->port(), row.port);
        EXPECT_EQ(u->host_type(), row.type);
    }
}

// RFC 2396 3.2.2: IPv4address is four numbers of any size, and a hostname ends in a label that begins with a letter.
TEST(older_editions, take_four_numbers_of_any_size_for_an_address_in_1998) {
    for (const text host : {"999.1.1.1", "01.2.3.4", "1.2.3.4"}) {
        EXPECT_EQ(parse_host(host, rfc2396), host_type::ipv4) << host;
        const std::string uri = "http://" + std::string{host} + "/";
        EXPECT_EQ(parse_uri(uri, rfc2396)->host_type(), host_type::ipv4) << host;
    }
    EXPECT_FALSE(host_address("999.1.1.1"));
    for (const text host : {"1.2.3.a", "a", "1.a."}) EXPECT_EQ(parse_host(host, rfc2396), host_type::hostname) << host;
    EXPECT_EQ(parse_host("999.1.1.1", draft), host_type::hostname); // as printed there
}

TEST(older_editions, split_an_opaque_part_as_appendix_b_does) {
    const auto u = parse_uri("mailto:a@b?subject=c#d", draft);
    ASSERT_TRUE(u);
    EXPECT_TRUE(u->is_opaque());
    EXPECT_EQ(u->path(), "a@b");
    EXPECT_EQ(u->query(), "subject=c");
    EXPECT_EQ(u->fragment(), "d");
    EXPECT_FALSE(parse_uri("http:/a", draft)->is_opaque());
    EXPECT_FALSE(parse_uri("mailto:a@b")->is_opaque());
}

struct opaque_fact {
    text source;
    text input;
    bool draft;
    std::optional<bool> rfc2396; // nothing: not valid there
};

// 2003 draft 3: hier-part = [ net-path / abs-path ] [ "?" query ], opaque-part = uric-no-slash *uric.
const opaque_fact opaque_facts[] = {
    {"2003 draft 3.4: no query has brackets", "x:?a[b]", true, none},
    {"2003 draft 3: uric has a slash", "x:?/]", true, none},
    {"2003 draft 4: the fragment is no part of it", "x:?a[#f", true, none},
    {"2003 draft 3: hier-part may be a query alone, in RFC 2396 it may not", "x:?a", false, true},
    {"the same", "x:?", false, true},
    {"2003 draft 3: hier-part may be empty", "x:", false, false},
    {"2003 draft 3", "x:a?b", true, true},
    {"2003 draft 3", "x:[", true, none},
    {"2003 draft 3", "x:/a?b", false, false},
    {"2003 draft 3", "x://a?b", false, false},
};

TEST(older_editions, call_opaque_what_is_no_hier_part) {
    for (const opaque_fact &f : opaque_facts) {
        SCOPED_TRACE(f.source);
        SCOPED_TRACE(f.input);
        const auto u = parse_uri(f.input, draft);
        ASSERT_TRUE(u);
        EXPECT_EQ(u->is_opaque(), f.draft);
        const auto old = parse_uri(f.input, rfc2396);
        ASSERT_EQ(old.has_value(), f.rfc2396.has_value());
        if (old) {
            EXPECT_EQ(old->is_opaque(), *f.rfc2396);
        }
    }
}

TEST(older_editions, have_productions_of_their_own) { // 2003 draft 4, 5
    EXPECT_TRUE(parse_absolute_uri_reference("a:b#c"));
    EXPECT_FALSE(parse_absolute_uri("a:b#c", draft));
    EXPECT_TRUE(parse_relative_uri("../g?y"));
    EXPECT_FALSE(parse_relative_uri("g#s"));
    EXPECT_FALSE(parse_relative_uri("a:b"));
    EXPECT_TRUE(parse_relative_ref("g#s", draft));
}

struct production_fact {
    rule production;
    text input;
    bool draft;
};

const production_fact production_facts[] = {
    {rule::hostname, "example.com.", true},
    {rule::hostname, "3com.com", true},
    {rule::hostname, "example.1.", false},
    {rule::hostname, "1.", false},
    {rule::hostname, "com.", false}, // the production demands a label before the final "."
    {rule::hostname, "a_b", false},
    {rule::hostname, "a..b", false},
    {rule::hostname, "", false},
    {rule::domainlabel, "a-b", true},
    {rule::domainlabel, "-a", false},
    {rule::domainlabel, "a.b", false},
    {rule::toplabel, "com", true},
    {rule::toplabel, "1com", false},
    {rule::hostport, "h:80", true},
    {rule::hostport, "u@h:80", false},
    {rule::server, "", true},
    {rule::server, "u@h", true},
    {rule::server, "a_b", false},
    {rule::reg_name, "a_b@c:d", true},
    {rule::reg_name, "", false},
    {rule::ipv6reference, "[::1]", true},
    {rule::ipv6reference, "[v1.a]", false},
    {rule::net_path, "//h/a", true},
    {rule::net_path, "/a", false},
    {rule::abs_path, "/a/b", true},
    {rule::abs_path, "a/b", false},
    {rule::rel_path, "a/b:c", true},
    {rule::rel_path, "a:b/c", false},
    {rule::rel_segment, "a;b", true},
    {rule::rel_segment, "", false},
    {rule::opaque_part, "a/b?[c]", true},
    {rule::opaque_part, "/a", false},
    {rule::hier_part, "//h/a?q", true},
    {rule::hier_part, "", true},
    {rule::hier_part, "a", false},
    {rule::ipvfuture, "v1.a", false},  // RFC 3986 alone
    {rule::path_noscheme, "a", false}, // RFC 3986 alone
    {rule::segment, "a:b@c;d", true},
    {rule::pct_encoded, "%4a", true},
    {rule::pchar, ";", true},
    {rule::pchar, "%4a", true},
    {rule::pchar, "[", false},
    {rule::dec_octet, "255", true},
    {rule::dec_octet, "256", false},
    {rule::h16, "fFfF", true},
    {rule::h16, "10000", false},
    {rule::ls32, "a:b", true},
    {rule::ls32, "1.2.3.4", true},
    {rule::ls32, "a", false},
};

TEST(older_editions, match_single_productions) {
    for (const production_fact &f : production_facts) {
        SCOPED_TRACE(to_string(f.production, edition::rfc2396bis_01));
        SCOPED_TRACE(f.input);
        EXPECT_EQ(matches(f.production, f.input, draft), f.draft);
    }
    EXPECT_TRUE(matches(rule::hostname, std::string(63, 'a') + ".b", draft));
    EXPECT_FALSE(matches(rule::hostname, std::string(64, 'a') + ".b", draft));
    EXPECT_TRUE(matches(rule::hostname, std::string(64, 'a') + ".b", rfc2396));
    EXPECT_TRUE(matches(rule::pchar, "a", rfc2396));
    EXPECT_FALSE(matches(rule::pchar, ";", rfc2396)); // RFC 2396 3.3: it begins a param
    EXPECT_FALSE(matches(rule::h16, "a", rfc2396));   // RFC 2396 has no IPv6
    EXPECT_EQ(rule_from_string("h4"), rule::h16);
    EXPECT_EQ(rule_from_string("escaped"), rule::pct_encoded);
    EXPECT_TRUE(matches(rule::ipv4address, "999.1.1.1", rfc2396));
    EXPECT_FALSE(matches(rule::hostname, "999.1.1.1", rfc2396));
}

} // namespace
