// wais URLs: draft-ietf-uri-url-06 3.9, 5; RFC 1738 3.9, 5; RFC 4156.
#include <uniform/url/wais.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

std::string written(const waisurl_view &u) {
    return std::string{u.login.host} + ' ' + shown(std::optional{u.database}) + ' ' + shown(u.search) + ' ' +
           shown(u.wtype) + ' ' + shown(u.wpath);
}

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738, rfc4156};
};

const reading readings[]{
    {"reference [14]", "wais://quake.think.com/wais-discussion-archives?lynch",
     "quake.think.com wais-discussion-archives lynch - -"},
    {"3.9: first form", "wais://h.x/db", "h.x db - - -"},
    {"5: database = *uchar", "Wais://h.x:210/", "h.x '' - - -"},
    {"3.9: second form", "wais://h.x/db?a;b:c@d&e=f", "h.x db a;b:c@d&e=f - -"},
    {"5", "wais://h.x/db?", "h.x db '' - -"},
    {"3.9: third form", "wais://h.x/db/TEXT/p%2F1", "h.x db - TEXT p%2F1"},
    {"5: *uchar", "wais://h.x/db//", "h.x db - '' ''"},
    {"5: search has no /", "wais://h.x/db?a/b", "invalid_character@15 search", {url_06, rfc1738}},
    {"RFC 3986 3.4", "wais://h.x/db?a/b?c", "h.x db a/b?c - -", {rfc4156}},
    {"5: wpath = *uchar", "wais://h.x/db/T/p/q", "invalid_character@17 wpath", {url_06, rfc1738}},
    {"RFC 4156: opaque", "wais://h.x/db/T/p/q;r=1", "h.x db - T p/q;r=1", {rfc4156}},
    {"5: database = *uchar", "wais://h.x/d:b", "invalid_character@12 database", {url_06, rfc1738}},
    {"RFC 3986 3.3", "wais://h.x/d:b", "h.x d:b - - -", {rfc4156}},
    {"5: a document has a wpath", "wais://h.x/db/TEXT", "missing_part@18 waisdoc"},
    {"5: and no search", "wais://h.x/db/TEXT?a", "invalid_character@18 wtype"},
    {"5", "wais://h.x/db/T/p?a", "invalid_character@17 wpath"},
    {"5: the database's / is there", "wais://h.x", "missing_part@10 waisdatabase"},
    {"5: hostport", "wais://u:p@h.x/db", "unexpected_userinfo@7 hostport", {url_06, rfc1738}},
    {"5: host", "wais:///db", "missing_host@7 host"},
    {"2.2", "wais://h.x/db#a", "invalid_character@13 database", {url_06, rfc1738}},
    {"RFC 3986 3.5", "wais://h.x/db#a", "unexpected_fragment@13 database", {rfc4156}},
    {"2.2", "wais://h.x/d%b", "invalid_percent_encoding@12 escape", {url_06, rfc1738}},
};

TEST(wais, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_waisurl(r.text, {.edition = e});
            EXPECT_EQ(url ? written(*url) : why(url), r.expected) << r.source << ": " << r.text << " " << to_string(e);
        }
    }
}

TEST(wais, parts_are_decoded_but_the_document_id) {
    EXPECT_EQ(parts_of(parse_waisurl("wais://h:1/a%20b/c%20d/e%20f").value()),
              (waisurl_parts{.host = "h", .port = 1, .database = "a b", .wtype = "c d", .wpath = "e%20f"}));
}

TEST(wais, made_urls) {
    const struct {
        waisurl_parts parts;
        std::string_view url;
    } rows[]{
        {{.host = "h", .database = "a b/c"}, "wais://h/a%20b%2Fc"},
        {{.host = "h", .database = "d", .search = "a?"}, "wais://h/d?a%3F"},
        {{.host = "h", .database = "d", .wtype = "T/1", .wpath = "a%2Fb"}, "wais://h/d/T%2F1/a%2Fb"},
        {{.host = "h", .database = "d", .wtype = "T"}, "missing_part@8 waisdoc"},
        {{.host = "h", .database = "d", .wpath = "p"}, "missing_part@8 waisdoc"},
        {{.host = "h", .database = "d", .search = "s", .wtype = "T", .wpath = "p"}, "missing_part@8 waisdoc"},
        {{.host = "h", .database = "d", .wtype = "T", .wpath = "a b"}, "invalid_character@1 wpath"},
        {{.host = "h", .database = "d", .wtype = "T", .wpath = "a%2"}, "invalid_percent_encoding@1 pct-encoded"},
        {{.database = "d"}, "missing_host@0 host"},
    };
    for (const auto &r : rows) {
        const auto url = make_waisurl(r.parts);
        EXPECT_EQ(url ? *url : why(url), r.url);
    }
}

RC_GTEST_PROP(wais_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc4156);
    waisurl_parts p{.host = *hosts(), .port = *ports(), .database = *bytes()};
    switch (*rc::gen::inRange(0, 3)) {
    case 1:
        p.search = *bytes();
        break;
    case 2:
        p.wtype = *bytes();
        p.wpath = encode(*bytes(), rule::segment_nz_nc);
        break;
    default:
        break;
    }
    const auto url = make_waisurl(p, {.edition = e});
    if (!p.wpath || e == rfc4156) {
        RC_ASSERT(url.has_value());
    }
    if (url) {
        RC_ASSERT(parts_of(parse_waisurl(*url, {.edition = e}).value()) == p);
    }
}

} // namespace
