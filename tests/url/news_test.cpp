// draft-ietf-uri-url-06 3.6; RFC 1738 3.6; RFC 5538.
#include <uniform/url/news.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

TEST(news, reads) {
    const row rows[]{
        {"url-06 3.6", url_06, "news:comp.infosystems.www.misc", "group=comp.infosystems.www.misc"},
        {"url-06 3.6", url_06, "news:*", "group=* all_groups=yes"},
        {"url-06 3.6", url_06, "news:unique@full.domain", "message_id=unique@full.domain"},
        {"url-06 2.1", url_06, "NEWS:a", "group=a"},
        {"url-06 5: article", url_06, "news:a/b;?:&={%40@h.x", "message_id=a/b;?:&={@@h.x"},
        {"url-06 5: article", url_06, "news:@h", "empty_component at 5, article"},
        {"url-06 5: \"@\" host", url_06, "news:a@", "missing_host at 7, host"},
        {"url-06 5: one \"@\"", url_06, "news:a@b@c", "invalid_character at 8, host"},
        {"url-06 5: no port", url_06, "news:a@b:1", "invalid_character at 8, host"},
        {"url-06 5: hostname = alpha *uchar", url_06, "news:a@1b", "invalid_character at 7, hostname"},
        {"url-06 5: hostnumber", url_06, "news:a@1.2.3.4", "message_id=a@1.2.3.4"},
        {"url-06 5: group = alpha ...", url_06, "news:1a", "invalid_character at 5, group"},
        {"url-06 5: group = alpha ...", url_06, "news:", "empty_component at 5, group"},
        {"url-06 5: \"+\" came with RFC 1738", url_06, "news:comp.lang.c++", "invalid_character at 16, group"},
        {"RFC 1738 5", rfc1738, "news:comp.lang.c++", "group=comp.lang.c++"},
        {"url-06 5: groups have no escapes", url_06, "news:a%41", "invalid_character at 6, group"},
        {"url-06 5", url_06, "news:**", "invalid_character at 6, grouppart"},
        {"url-06 5", url_06, "news://h/a", "invalid_character at 5, group"},
        {"RFC 1738 5: toplabel", rfc1738, "news:a@b.1", "invalid_character at 9, hostname"},
        {"RFC 1738 3.6", rfc1738, "news:perl-faq/module-list-1-794455075@ig.co.uk",
         "message_id=perl-faq/module-list-1-794455075@ig.co.uk"},
        // RFC 5538
        {"RFC 5538 4", {}, "news://news.server.example/*", "host=news.server.example port=119 group=* all_groups=yes"},
        {"RFC 5538 4", {}, "news://news.server.example/", "host=news.server.example port=119 group= all_groups=yes"},
        {"RFC 5538 4",
         {},
         "news://wild.server.example/example.group.th%3Fse",
         "host=wild.server.example port=119 group=example.group.th?se"},
        {"RFC 5538 4", {}, "news:example.group.*", "group=example.group.*"},
        {"RFC 5538 4", {}, "news:example.group.this", "group=example.group.this"},
        {"RFC 5538 2.2: all of them", {}, "news:", "group= all_groups=yes"},
        {"RFC 5538 appendix B",
         {},
         "news:p0624081dc30b8699bf9b@%5B10.20.30.108%5D",
         "message_id=p0624081dc30b8699bf9b@[10.20.30.108]"},
        {"RFC 5538 3: authority",
         {},
         "news://u:p%40@h.x:1119/a@b",
         "user=u password=p@ host=h.x port=1119 message_id=a@b"},
        {"RFC 5538 2.1: a default host", {}, "news:///a", "host= port=119 group=a"},
        {"RFC 5538 8.1", {}, "snews://h/a", "host=h port=563 secure=yes group=a"},
        {"url-06 5: snews came later, so that it is an otherurl", url_06, "SNEWS:a", "scheme=SNEWS schemepart=a"},
        {"RFC 5538 4: \"/\" is to be encoded", {}, "news:a%2Fb@c", "message_id=a/b@c"},
        {"RFC 5538 4: \"/\" is to be encoded", {}, "news:a/b@c", "invalid_character at 6, article"},
        {"RFC 5538 4: %3E is not allowed", {}, "news:a@b%3E", "invalid_character at 8, article"},
        {"RFC 5536 3.1.3: %3E in brackets", {}, "news:a@%5Bb%3E%5D", "invalid_character at 11, article"},
        {"RFC 5536 3.1.3: id-left is dot-atom-text", {}, "news:%22a%22@b", "invalid_character at 5, article"},
        {"RFC 5536 3.1.3: id-left is dot-atom-text", {}, "news:a..b@c", "invalid_character at 7, article"},
        {"RFC 5536 3.1.3: US-ASCII", {}, "news:%C3%A9@b", "invalid_character at 5, article"},
        {"RFC 5536 3.1.3: CR", {}, "news:a%0D@b", "invalid_character at 6, article"},
        {"RFC 5538 4: the \"@\" decides, as written", {}, "news:a%40b", "group=a@b"},
        {"RFC 5538 4: [ server \"/\" ]", {}, "news://h", "missing_part at 8, newsURL"},
        {"RFC 5538 4: no query", {}, "news:a?b", "invalid_character at 6, group"},
        {"RFC 5538 2.3: fragments", {}, "news:a#b", "unexpected_fragment at 6, group"},
        {"scheme", {}, "news::a", "invalid_character at 5, group"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

TEST(news, makes) {
    const auto make = [](newsurl_parts parts, std::optional<edition> e = {}) {
        const auto made = make_newsurl(parts, {.edition = e});
        return made ? *made : shown(made.error());
    };
    EXPECT_EQ(make({.group = "a.b"}), "news:a.b");
    EXPECT_EQ(make({.group = "a?b*"}), "news:a%3Fb*");
    EXPECT_EQ(make({.secure = true, .server = login_parts{.host = "h"}, .group = ""}), "snews://h/");
    EXPECT_EQ(make({.message_id = "a/b@[1.2]"}), "news:a%2Fb@%5B1.2%5D");
    EXPECT_EQ(make({.message_id = "a/b@c"}, url_06), "news:a%2Fb@c");
    EXPECT_EQ(make({.message_id = "a"}), "changes_components at 0, newsURL");
    EXPECT_EQ(make({.message_id = "a@b", .group = "c"}), "changes_components at 0, newsURL");
    EXPECT_EQ(make({.group = "a b"}, url_06), "invalid_character at 6, group");
    EXPECT_EQ(make({.server = login_parts{.host = "h"}, .group = "a"}, url_06), "invalid_character at 5, group");
}

RC_GTEST_PROP(news_properties, what_is_made_reads_the_same, ()) {
    newsurl_parts parts{.secure = *rc::gen::arbitrary<bool>()};
    if (*rc::gen::arbitrary<bool>()) {
        parts.server =
            login_parts{.user = any_bytes(), .host = any_name(), .port = *rc::gen::arbitrary<std::uint16_t>()};
    }
    if (*rc::gen::arbitrary<bool>()) {
        parts.group = any_bytes();
    } else {
        parts.message_id = any_name() + "!#$%&'*+/=?^`{|}~@" + any_name();
    }
    const auto made = make_newsurl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_newsurl(*made).value()) == parts);
}

} // namespace
