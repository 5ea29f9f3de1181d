// draft-ietf-uri-url-06 3.5; RFC 1738 3.5; RFC 6068.
#include <uniform/url/mailto.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

TEST(mailto, reads) {
    const row rows[]{
        // 1994: one address, not looked into
        {"url-06 3.5", url_06, "mailto:a%25b@c.d", "addr_spec=a%b@c.d"},
        {"url-06 3.5", url_06, "MAILTO:a@b", "addr_spec=a@b"},
        {"url-06 5: 1*xchar", url_06, "mailto:a", "addr_spec=a"},
        {"url-06 5: 1*xchar", url_06, "mailto:", "empty_component at 7, encoded822addr"},
        {"url-06 5: national", url_06, "mailto:{a}@b", "addr_spec={a}@b"},
        {"RFC 1738 5: no national in xchar", rfc1738, "mailto:{a}@b", "invalid_character at 7, encoded822addr"},
        {"url-06 5: reserved", url_06, "mailto:a@b?subject=x", "addr_spec=a@b?subject=x"},
        {"url-06 2.2", url_06, "mailto:a b@c", "invalid_character at 8, encoded822addr"},
        {"url-06 5: escape", url_06, "mailto:a%2", "invalid_percent_encoding at 8, escape"},
        // RFC 6068
        {"RFC 6068 6.1", {}, "mailto:chris@example.com", "to=[chris@example.com]"},
        {"RFC 6068 6.1",
         {},
         "mailto:infobot@example.com?subject=current-issue",
         "to=[infobot@example.com] subject=current-issue"},
        {"RFC 6068 6.1",
         {},
         "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
         "to=[infobot@example.com] body=send current-issue\\x0D\\x0Asend index"},
        {"RFC 6068 6.1",
         {},
         "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
         "to=[list@example.org] headers=[In-Reply-To=<3469A91.D10AF4C@example.com>]"},
        {"RFC 6068 6.1",
         {},
         "mailto:joe@example.com?cc=bob@example.com&body=hello",
         "to=[joe@example.com] body=hello headers=[cc=bob@example.com]"},
        {"RFC 6068 6.1: WRONG!",
         {},
         "mailto:joe@example.com?cc=bob@example.com?body=hello",
         "invalid_character at 41, hfvalue"},
        {"RFC 6068 6.1", {}, "mailto:gorby%25kremvax@example.com", "to=[gorby%kremvax@example.com]"},
        {"RFC 6068 6.1",
         {},
         "mailto:unlikely%3Faddress@example.com?blat=foop",
         "to=[unlikely?address@example.com] headers=[blat=foop]"},
        {"RFC 6068 6.1", {}, "mailto:Mike%26family@example.org", "to=[Mike&family@example.org]"},
        {"RFC 6068 6.2", {}, "mailto:%22not%40me%22@example.org", "to=[\"not@me\"@example.org]"},
        {"RFC 6068 6.2", {}, "mailto:%22oh%5C%5Cno%22@example.org", "to=[\"oh\\\\no\"@example.org]"},
        {"RFC 6068 6.2",
         {},
         "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
         "to=[\"\\\\\\\"it's\\ ugly\\\\\\\"\"@example.org]"},
        {"RFC 6068 6.3",
         {},
         "mailto:user@example.org?subject=caf%C3%A9",
         "to=[user@example.org] subject=caf\\xC3\\xA9"},
        {"RFC 6068 6.3",
         {},
         "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
         "to=[user@\\xE7\\xB4\\x8D\\xE8\\xB1\\x86.example.org] subject=Test body=NATTO"},
        {"RFC 6068 2", {}, "mailto:addr1@an.example,addr2@an.example", "to=[addr1@an.example|addr2@an.example]"},
        {"RFC 6068 2: equivalent",
         {},
         "mailto:?to=addr1@an.example,addr2@an.example",
         "to=[addr1@an.example|addr2@an.example]"},
        {"RFC 6068 2: equivalent",
         {},
         "mailto:addr1@an.example?to=addr2@an.example",
         "to=[addr1@an.example|addr2@an.example]"},
        {"RFC 6068 2: hfname is case-insensitive", {}, "mailto:?SUBJECT=a&Body=b&TO=c@d", "to=[c@d] subject=a body=b"},
        {"RFC 6068 5: \"+\" is \"+\"", {}, "mailto:?subject=a+b", "subject=a+b"},
        {"RFC 6068 2: the same name twice", {}, "mailto:?subject=a&subject=b", "subject=a headers=[subject=b]"},
        {"RFC 6068 2: [ to ] [ hfields ]", {}, "mailto:", ""},
        {"RFC 6068 2: *qchar", {}, "mailto:?=", "headers=[=]"},
        {"RFC 5322 3.4: commas in quotes", {}, "mailto:?to=%22a,b%22@c%2Cd@e", "to=[\"a,b\"@c|d@e]"},
        {"RFC 6068 2: \",\" is no delimiter there", {}, "mailto:%22a,b%22@c.d,e@f", "to=[\"a,b\"@c.d|e@f]"},
        {"RFC 6068 2: domain literal", {}, "mailto:a@%5BIPv6:::1%5D", "to=[a@[IPv6:::1]]"},
        {"RFC 6068 2: UTF-8 in the local-part", {}, "mailto:%C3%A9@a", "to=[\\xC3\\xA9@a]"},
        // and what is none
        {"RFC 6068 2: \",\" separates only as written", {}, "mailto:a@b%2Cc@d", "invalid_character at 10, addr-spec"},
        {"RFC 6068 2: no \"@\"", {}, "mailto:a", "missing_part at 8, addr-spec"},
        {"RFC 6068 2: no local-part", {}, "mailto:@a", "invalid_character at 7, addr-spec"},
        {"RFC 6068 2: no domain", {}, "mailto:a@", "empty_component at 9, addr-spec"},
        {"RFC 6068 2: no address after \",\"", {}, "mailto:a@b,", "empty_component at 11, addr-spec"},
        {"RFC 6068 2: none between", {}, "mailto:a@b,,c@d", "invalid_character at 11, addr-spec"},
        {"RFC 5322 3.2.3: dots", {}, "mailto:a..b@c", "invalid_character at 9, addr-spec"},
        {"RFC 5322 3.2.3: dots", {}, "mailto:a.@c", "invalid_character at 9, addr-spec"},
        {"RFC 5322 3.2.3: dots", {}, "mailto:a@b.", "empty_component at 11, addr-spec"},
        {"RFC 6068 2: white space", {}, "mailto:%22a%20b%22@c", "invalid_character at 11, addr-spec"},
        {"RFC 6068 2: CR", {}, "mailto:a%0D@c", "invalid_character at 8, addr-spec"},
        {"RFC 5322 3.2.4: not closed", {}, "mailto:%22a", "missing_part at 11, addr-spec"},
        {"RFC 6068 2: not closed", {}, "mailto:a@%5Bb", "missing_part at 13, addr-spec"},
        {"RFC 6068 2: not UTF-8", {}, "mailto:%E9@a", "invalid_character at 7, addr-spec"},
        {"RFC 3629 4: overlong", {}, "mailto:%C0%80@a", "invalid_character at 7, addr-spec"},
        {"RFC 3629 4: a surrogate", {}, "mailto:%ED%A0%80@a", "invalid_character at 7, addr-spec"},
        {"RFC 6068 2: \";\" is to be encoded", {}, "mailto:a;b@c", "invalid_character at 8, addr-spec"},
        {"RFC 6068 2: \"/\" is no qchar", {}, "mailto:a/b@c", "invalid_character at 8, addr-spec"},
        {"RFC 6068 2: hfield", {}, "mailto:a@b?", "missing_part at 11, hfname"},
        {"RFC 6068 2: hfield", {}, "mailto:a@b?subject", "missing_part at 18, hfname"},
        {"RFC 6068 2: hfield", {}, "mailto:a@b?x=1&", "missing_part at 15, hfname"},
        {"RFC 6068 2: \"=\" is to be encoded", {}, "mailto:?x=1=2", "invalid_character at 11, hfvalue"},
        {"RFC 6068 2: fragments", {}, "mailto:a@b#c", "unexpected_fragment at 10, addr-spec"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

TEST(mailto, views_are_slices_as_written) {
    const auto url = parse_mailtourl("mailto:a%2Bb@c,d@e?x=%20&y").error();
    EXPECT_EQ(url.offset, 26U);
    const auto good = parse_mailtourl("mailto:a%2Bb@c,d@e?x=%20&y=").value();
    EXPECT_EQ(good.to, "a%2Bb@c,d@e");
    EXPECT_EQ(good.hfields, "x=%20&y=");
    EXPECT_FALSE(parse_mailtourl("mailto:a@b").value().hfields);
    EXPECT_EQ(parse_mailtourl("news:a").error().code, error_code::invalid_scheme);
    EXPECT_EQ(parse_mailtourl("mailto:a@b", {.max_length = 9}).error().code, error_code::too_long);
}

TEST(mailto, makes) {
    const auto make = [](mailtourl_parts parts, std::optional<edition> e = {}) {
        const auto made = make_mailtourl(parts, {.edition = e});
        return made ? *made : shown(made.error());
    };
    EXPECT_EQ(make({{"gorby%kremvax@example.com"}, {}}), "mailto:gorby%25kremvax@example.com");
    EXPECT_EQ(make({{"\"not@me\"@example.org"}, {}}), "mailto:%22not%40me%22@example.org");
    EXPECT_EQ(make({{"a@b", "c@d"}, {{"Subject", "Tea & cake?"}, {"cc", "e@f,g@h"}}}),
              "mailto:a@b,c@d?Subject=Tea%20%26%20cake%3F&cc=e@f,g@h");
    EXPECT_EQ(make({}), "mailto:");
    EXPECT_EQ(make({{"nobody"}, {}}), "missing_part at 13, addr-spec");
    EXPECT_EQ(make({{"a@b"}, {{"subject", "x"}}}, url_06), "changes_components at 0, mailtourl");
    EXPECT_EQ(make({{"a@b", "c@d"}, {}}, rfc1738), "changes_components at 0, mailtourl");
    EXPECT_EQ(make({{"any thing"}, {}}, rfc1738), "mailto:any%20thing");
}

RC_GTEST_PROP(mailto_properties, what_is_made_reads_the_same, ()) {
    mailtourl_parts parts;
    const auto addresses = *rc::gen::inRange(0, 4);
    for (int i = 0; i < addresses; ++i) {
        std::string quoted = "\"";
        for (const char c : any_bytes()) {
            if (c < 0x20 || c == 0x7F) continue;
            if (c == '"' || c == '\\' || c == ' ') quoted += '\\';
            quoted += c;
        }
        parts.to.push_back((*rc::gen::arbitrary<bool>() ? any_name() : quoted + '"') + '@' + any_name() + ".org");
    }
    const auto headers = *rc::gen::inRange(0, 3);
    for (int i = 0; i < headers; ++i) parts.hfields.emplace_back(any_bytes(), any_bytes());
    const auto made = make_mailtourl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_mailtourl(*made).value()) == parts);
}

RC_GTEST_PROP(mailto_properties, of_1994_takes_any_bytes, ()) {
    const mailtourl_parts parts{{any_bytes()}, {}};
    RC_PRE(!parts.to.front().empty());
    for (const edition e : {url_06, rfc1738}) {
        const auto made = make_mailtourl(parts, {.edition = e});
        RC_ASSERT(made.has_value());
        RC_ASSERT(parts_of(parse_mailtourl(*made, {.edition = e}).value()) == parts);
    }
}

} // namespace
