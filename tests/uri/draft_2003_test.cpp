// draft-fielding-uri-rfc2396bis-01: sentences that no other test holds, by their sections; what docs/conformance.md
// points at for its appendices E and F and for section 7.

#include <uniform/syntax/percent.hpp>
#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/url/access_plan.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace uniform;

constexpr edition draft = edition::rfc2396bis_01;

std::vector<std::string> found_in(std::string_view text, find_options o = {.edition = draft}) {
    std::vector<std::string> uris;
    for (const found &f : find_uris(text, o)) uris.push_back(f.uri());
    return uris;
}
using list = std::vector<std::string>;

// 1.3: "The following examples illustrate URIs that are in common use."
TEST(draft_2003, section_1_3_examples) {
    for (const std::string_view uri :
         {"ftp://ftp.is.co.za/rfc/rfc1808.txt", "gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/",
          "http://www.ietf.org/rfc/rfc2396.txt", "mailto:John.Doe@example.com",
          "news:comp.infosystems.www.servers.unix", "telnet://melvyl.ucop.edu/"}) {
        EXPECT_TRUE(parse_uri(uri, {.edition = draft})) << uri;
    }
}

// 2.2, 2.4.2: an escape of a reserved character is not that character; what is a delimiter is found before escapes are.
TEST(draft_2003, section_2_4_2_components_before_escapes) {
    const auto escaped = parse_uri("http://h/a%3Fb%23c%2Fd", {.edition = draft});
    ASSERT_TRUE(escaped);
    EXPECT_EQ(escaped->path(), "/a%3Fb%23c%2Fd");
    EXPECT_FALSE(escaped->query());
    EXPECT_FALSE(escaped->fragment());
    // "careful not to escape or unescape the same string more than once"
    EXPECT_EQ(decode("100%2525"), "100%25");
}

// 4.1: the fragment begins at the first "#"; 4.2: a reference without a URI.
TEST(draft_2003, section_4_references) {
    const auto reference = parse_uri_reference("a#b?c/d", {.edition = draft});
    ASSERT_TRUE(reference);
    EXPECT_EQ(reference->path(), "a");
    EXPECT_FALSE(reference->query());
    EXPECT_EQ(reference->fragment(), "b?c/d");
    EXPECT_FALSE(parse_uri_reference("a#b#c", {.edition = draft}));
    EXPECT_TRUE(parse_uri_reference("", {.edition = draft}));
    EXPECT_TRUE(parse_uri_reference("#s", {.edition = draft}));
}

// 7.2
TEST(draft_2003, section_7_2_malicious_construction) {
    const auto refused = [](std::string_view url) {
        const auto plan = plan_access(url);
        return plan ? error_code{} : plan.error().code;
    };
    // "an unintended or impersonating message to be sent via a SMTP server"
    EXPECT_EQ(refused("gopher://h:25/1HELO"), error_code::foreign_port);
    EXPECT_EQ(refused("telnet://u%0D%0A@h/"), error_code::control_in_argument);
    EXPECT_EQ(refused("ftp://h/a%0D%0ADELE%20b"), error_code::control_in_argument);
    const auto http = plan_access("http://h/a%0D%0Ab");
    ASSERT_TRUE(http);
    EXPECT_EQ(http->steps.front().argument, "/a%0D%0Ab"); // "not unescaped before transmission"
}

// 7.3: other formats of addresses than dotted decimals are no IPv4address.
TEST(draft_2003, section_7_3_rare_addresses) {
    for (const std::string_view host : {"10.1", "10.0.1", "167772161", "0x0a000001", "012.0.0.1", "0xa.0.0.1"}) {
        EXPECT_FALSE(matches(rule::ipv4address, host, {.edition = draft})) << host;
    }
    EXPECT_TRUE(matches(rule::ipv4address, "10.0.0.1", {.edition = draft}));
}

// 7.5
TEST(draft_2003, section_7_5_semantic_attacks) {
    const auto uri = parse_uri("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm", {.edition = draft});
    ASSERT_TRUE(uri);
    EXPECT_EQ(uri->userinfo(), "www.example.com&story=breaking_news");
    EXPECT_EQ(uri->host(), "10.0.0.1");
}

// Appendix E, sentence by sentence.
TEST(draft_2003, appendix_e_delimiters) {
    const list one{"http://example.com/"};
    EXPECT_EQ(found_in("within double-quotes \"http://example.com/\", say"), one);
    EXPECT_EQ(found_in("angle brackets <http://example.com/>, or"), one);
    EXPECT_EQ(found_in("just using whitespace http://example.com/ here"), one);
    EXPECT_EQ(found_in("punctuation (http://example.com/). Or: http://example.com/; http://example.com/!"),
              (list{one[0], one[0], one[0]}));
    for (const found &f : find_uris("<http://example.com/>")) { // "These wrappers do not form part of the URI"
        EXPECT_EQ(f.begin, 1U);
        EXPECT_EQ(f.end, 20U);
    }
    EXPECT_EQ(found_in("<http://example.com/a#b>"), list{"http://example.com/a#b"});
    // "with or without a trailing space"
    EXPECT_EQ(found_in("<URL:http://example.com/> <URL: http://example.com/>"), (list{one[0], one[0]}));
}

TEST(draft_2003, appendix_e_white_space) {
    EXPECT_EQ(found_in("<http://example.com/a\n   /long/ \tway>"), list{"http://example.com/a/long/way"});
    const auto hyphen = find_uris("<http://example.com/wind-\n  mill>", {.edition = draft});
    ASSERT_EQ(hyphen.size(), 1U);
    EXPECT_EQ(hyphen[0].text, "http://example.com/wind-mill");
    EXPECT_FALSE(hyphen[0].doubtful_hyphens.empty()); // "may or may not actually be part of the URI"
    EXPECT_EQ(hyphen[0].without_hyphens(), "http://example.com/windmill");
}

TEST(draft_2003, appendix_e_typed_by_a_user) {
    EXPECT_EQ(clean_typed("  <URL: http://example.com/a\n b> ").text, "http://example.com/ab");
    EXPECT_EQ(clean_typed("\"http://example.com/\"").text, "http://example.com/");
}

TEST(draft_2003, appendix_e_example) {
    EXPECT_EQ(found_in("Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n"
                       "but you can probably pick it up from <ftp://ds.inter\n"
                       "nic.net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n"
                       "ietf/uri/historical.html#WARNING>.\n"),
              (list{"http://www.w3.org/Addressing/", "ftp://ds.internic.net/rfc/",
                    "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"}));
}

// Appendix F
TEST(draft_2003, appendix_f_abbreviated) {
    const auto addressing = complete("www.w3.org/Addressing/");
    ASSERT_TRUE(addressing);
    EXPECT_EQ(addressing->uri, "http://www.w3.org/Addressing/");
    EXPECT_TRUE(addressing->guess);
    const auto host = complete("www.w3.org"); // "or simply the DNS hostname on its own"
    ASSERT_TRUE(host);
    EXPECT_TRUE(host->uri.starts_with("http://www.w3.org"));
    // In places for references it is a relative path: nothing is guessed unless asked for.
    EXPECT_EQ(found_in("see www.w3.org/Addressing/ there"), list{});
    EXPECT_EQ(found_in("see www.w3.org/Addressing/ there", {.edition = draft, .abbreviated = true}),
              list{"http://www.w3.org/Addressing/"});
    const auto relative = parse_uri_reference("www.w3.org/Addressing/", {.edition = draft});
    ASSERT_TRUE(relative);
    EXPECT_FALSE(relative->scheme());
    EXPECT_EQ(relative->path(), "www.w3.org/Addressing/");
}

} // namespace
