// URLs of other schemes: draft-ietf-uri-url-06 2.1, 4, 5; RFC 1738 5.
#include <uniform/url/other.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738};
};

const reading readings[]{
    {"4", "x-exp:a", "x-exp|a"},
    {"4", "z39.50:a", "z39.50|a"},
    {"2.1: upper case too", "AFS:/a/b", "AFS|/a/b"},
    {"5: a digit may begin a scheme", "3+4-5.:", "3+4-5.|"},
    {"5: every url is one", "ftp://u:p@h/a;type=d?b", "ftp|//u:p@h/a;type=d?b"},
    {"5: *xchar", "a:%20;/?:@&=$-_.+!*'(),", "a|%20;/?:@&=$-_.+!*'(),"},
    {"5: national", "a:{}|\\^~[]", "a|{}|\\^~[]", {url_06}},
    {"5: no national in unreserved", "a:~", "invalid_character@2 schemepart", {rfc1738}},
    {"5: \"`\" is none in the draft", "a:`", "invalid_character@2 schemepart"},
    {"2.2", "a:b#c", "invalid_character@3 schemepart"},
    {"2.2", "a:b c", "invalid_character@3 schemepart"},
    {"2.2", "a:%2", "invalid_percent_encoding@2 escape"},
    {"5: 1*", ":a", "invalid_scheme@0 scheme"},
    {"5", "a_b:c", "invalid_scheme@1 scheme"},
    {"5", "a", "missing_scheme@0 url"},
    {"5", "", "missing_scheme@0 url"},
};

TEST(other, is_read_by_both_editions) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_otherurl(r.text, {.edition = e});
            EXPECT_EQ(url ? std::string{url->scheme} + '|' + std::string{url->schemepart} : why(url), r.expected)
                << r.source << ": " << r.text << " " << to_string(e);
        }
    }
    EXPECT_EQ(parse_otherurl("a:b", {.edition = rfc4266})->edition, url_06);
    EXPECT_EQ(why(parse_otherurl("a:b", {.max_length = 2})), "too_long@2 ");
}

TEST(other, made_urls) {
    EXPECT_EQ(make_otherurl({"x-exp", "//a%20b"}), "x-exp://a%20b");
    EXPECT_EQ(why(make_otherurl({"x-exp", "a b"})), "invalid_character@7 schemepart");
    EXPECT_EQ(why(make_otherurl({"", "a"})), "invalid_scheme@0 scheme");
    EXPECT_EQ(why(make_otherurl({"a:b", "c"})), "changes_components@0 otherurl");
}

RC_GTEST_PROP(other_properties, what_is_made_is_read_as_its_parts, ()) {
    const otherurl_parts p{
        *rc::gen::oneOf(rc::gen::element<std::string>("a", "X-b", "z39.50"), bytes()),
        *rc::gen::oneOf(bytes(), rc::gen::map(bytes(), [](const auto &b) { return encode(b, rule::path); }))};
    const auto url = make_otherurl(p);
    if (url) {
        RC_ASSERT(parts_of(parse_otherurl(*url).value()) == p);
    }
}

TEST(other, standing_by_section_4) {
    for (const std::string_view name :
         {"ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero", "FTP"}) {
        EXPECT_EQ(to_string(scheme_standing_of(name)), "specified") << name;
        EXPECT_EQ(reserved_for(name), "");
    }
    for (const std::string_view name : {"afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50", "Z39.50"}) {
        EXPECT_EQ(to_string(scheme_standing_of(name)), "reserved") << name;
        EXPECT_NE(reserved_for(name), "");
    }
    for (const std::string_view name : {"x-exp", "X-", "x-http"}) {
        EXPECT_EQ(to_string(scheme_standing_of(name)), "experimental") << name;
    }
    // https, data and the like came later
    for (const std::string_view name : {"https", "data", "snews", "ldap", "x", "ex-", "z39", ""}) {
        EXPECT_EQ(to_string(scheme_standing_of(name)), "other") << name;
    }
}

} // namespace
