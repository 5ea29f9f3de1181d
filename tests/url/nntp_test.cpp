// draft-ietf-uri-url-06 3.7; RFC 1738 3.7; RFC 5538 3.
#include <uniform/url/nntp.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

TEST(nntp, reads) {
    const row rows[]{
        {"url-06 3.7", url_06, "nntp://h.x/comp.lang/42", "host=h.x port=119 group=comp.lang article=42"},
        {"url-06 3.7", url_06, "nntp://h.x/comp.lang", "host=h.x port=119 group=comp.lang"},
        {"url-06 3.7", url_06, "nntp://h.x/comp.lang/x", "invalid_character at 21, digits"},
        {"url-06 5: digits = 1*digit", url_06, "nntp://h.x/comp.lang/", "empty_component at 21, digits"},
        {"url-06 5: group = alpha ...", url_06, "nntp://h.x/4", "invalid_character at 11, group"},
        {"url-06 5", url_06, "nntp://h.x/", "empty_component at 11, group"},
        {"url-06 5", url_06, "nntp://h.x", "missing_part at 10, nntpurl"},
        {"url-06 5: hostport", url_06, "nntp://u@h.x/a", "unexpected_userinfo at 7, hostport"},
        {"url-06 5: \"_\" came with RFC 1738", url_06, "nntp://h/a_b", "invalid_character at 10, group"},
        {"RFC 1738 5", rfc1738, "nntp://h/a_b", "host=h port=119 group=a_b"},
        {"url-06 5", url_06, "nntp:a", "missing_part at 5, nntpurl"},
        {"url-06 5", url_06, "nntp://h/a/12345678901234567890", "host=h port=119 group=a article=12345678901234567890"},
        {"RFC 5538 3",
         {},
         "nntp://news.server.example/example.group.this/12345",
         "host=news.server.example port=119 group=example.group.this article=12345"},
        {"RFC 5538 3",
         {},
         "nntp://wild.server.example/example.group.n%2Fa/12345",
         "host=wild.server.example port=119 group=example.group.n/a article=12345"},
        {"RFC 5538 3: 1*16DIGIT",
         {},
         "nntp://h/a/1234567890123456",
         "host=h port=119 group=a article=1234567890123456"},
        {"RFC 5538 3: 1*16DIGIT", {}, "nntp://h/a/12345678901234567", "too_long at 27, article-number"},
        {"RFC 5538 3: authority", {}, "nntp://u@h:1/4", "user=u host=h port=1 group=4"},
        {"RFC 5538 2.1: no default host", {}, "nntp:///a", "missing_host at 7, host"},
        {"RFC 5538 3", {}, "nntp://h//1", "empty_component at 9, group"},
        {"RFC 5538 3: no wildcards", {}, "nntp://h/*", "invalid_character at 9, group"},
        {"RFC 5538 2.3", {}, "nntp://h/a?b", "invalid_character at 10, group"},
        {"RFC 5538 2.3", {}, "nntp://h?b", "invalid_character at 8, nntpURL"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

TEST(nntp, makes) {
    EXPECT_EQ(make_nntpurl({{.host = "h"}, "a/b", "7"}).value(), "nntp://h/a%2Fb/7");
    EXPECT_EQ(make_nntpurl({{.host = "h"}, "", {}}).error().code, error_code::empty_component);
    EXPECT_EQ(make_nntpurl({{.host = ""}, "a", {}}).error().code, error_code::missing_host);
    EXPECT_EQ(make_nntpurl({{.host = "h"}, "a", "x"}).error().rule, rule::article_number);
    EXPECT_EQ(make_nntpurl({{.host = "h"}, "a b", {}}, {.edition = url_06}).error().rule, rule::group);
}

RC_GTEST_PROP(nntp_properties, what_is_made_reads_the_same, ()) {
    nntpurl_parts parts{{.host = any_name()}, any_bytes(), {}};
    RC_PRE(!parts.group.empty());
    if (*rc::gen::arbitrary<bool>()) parts.article_number = std::to_string(*rc::gen::arbitrary<std::uint32_t>());
    if (*rc::gen::arbitrary<bool>()) parts.login.user = any_bytes();
    if (parts.login.user && *rc::gen::arbitrary<bool>()) parts.login.password = any_bytes();
    const auto made = make_nntpurl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_nntpurl(*made).value()) == parts);
}

} // namespace
