// Robust entry of typed identifiers: RFC 3986 appendix C, rfc2396bis-01 appendix E.
#include <uniform/text/typed.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace uniform {
namespace {

using what = cleaning::what;

std::string actions(const cleaned_text &c) {
    std::string all;
    for (const cleaning &a : c.actions) {
        all += std::string{to_string(a.kind)} + ' ' + std::to_string(a.begin) + '-' + std::to_string(a.end) + ';';
    }
    return all;
}

struct row {
    const char *typed;
    const char *text;
    const char *actions;
};

TEST(typed, stripped_from_the_outside_alone) {
    const struct {
        std::string_view typed, text;
    } rows[]{
        {"http://a/", "http://a/"},
        {" <URL:http://a/ b> \n", "http://a/ b"},
        {"\xE2\x80\x9C"
         "a:b c\xE2\x80\x9D",
         "a:b c"},
        {"<>", ""},
        {"", ""},
    };
    for (const auto &[typed, text] : rows) EXPECT_EQ(strip_typed(typed), text) << typed;
}

TEST(typed, clean) {
    const row rows[]{
        {"http://a/", "http://a/", ""},
        {"", "", ""},
        {" http://a/\n", "http://a/", "white-space 0-1;white-space 10-11;"},
        {"<http://a/>", "http://a/", "angle-bracket 0-1;angle-bracket 10-11;"},
        {"<URL:http://a/ >", "http://a/", "angle-bracket 0-1;url-prefix 1-5;white-space 14-15;angle-bracket 15-16;"},
        {"url: http://a/", "http://a/", "url-prefix 0-4;white-space 4-5;"},
        {"\"http://a/\"", "http://a/", "quote 0-1;quote 10-11;"},
        {"'http://a/'", "http://a/", "quote 0-1;quote 10-11;"},
        {"http://a/'", "http://a/'", ""},
        {"<http://a/>.", "http://a/", "angle-bracket 0-1;angle-bracket 10-11;punctuation 11-12;"},
        {"\"http://a/\",", "http://a/", "quote 0-1;quote 10-11;punctuation 11-12;"},
        {"'http://a/'?!", "http://a/", "quote 0-1;quote 10-11;punctuation 11-13;"},
        {"http://a/.", "http://a/.", ""}, // may belong to it
        {"<http://a/", "http://a/", "angle-bracket 0-1;"},
        {"\xE2\x80\x9Ehttp://a/\xE2\x80\x9C", "http://a/", "quote 0-3;quote 12-15;"},
        {"\xEF\xBB\xBFhttp://a/\xC2\xA0", "http://a/", "invisible 0-3;white-space 12-14;"},
        {"http://a/b c\r\n\td", "http://a/bcd", "white-space 10-11;white-space 12-15;"},
        {"http://a/\xE2\x80\x8B"
         "b",
         "http://a/b", "invisible 9-12;"},
        {"<http://a/b-\n c>", "http://a/b-c",
         "angle-bracket 0-1;doubtful-hyphen 11-12;white-space 12-14;angle-bracket 15-16;"},
        {"<http://a/b- c>", "http://a/b-c", "angle-bracket 0-1;white-space 12-13;angle-bracket 14-15;"},
        {"\"<http://a/>\"", "http://a/", "quote 0-1;angle-bracket 1-2;angle-bracket 11-12;quote 12-13;"},
        {"(http://a/)", "http://a/", "bracket 0-1;bracket 10-11;"},
        {"(a)", "(a)", ""}, // characters of URIs
        {"(http://a/)b(c)", "(http://a/)b(c)", ""},
        {"[::1]", "[::1]", ""},
        {"[v1.a:b]", "[v1.a:b]", ""},
        {"{www.a.example}", "www.a.example", "bracket 0-1;bracket 14-15;"},
        {"\uFF1Chttp://a/\uFF1E", "http://a/", "bracket 0-3;bracket 12-15;"},
        {"\u300Chttp://a/\u300D\u3002", "http://a/", "bracket 0-3;bracket 12-15;punctuation 15-18;"},
        {"http://a/\u3010b\u3011", "http://a/\u3010b\u3011", ""}, // an IRI has it
        {"URN: urn:a:b", "urn:a:b", "url-prefix 0-4;white-space 4-5;"},
        {"urn:urn:a:b", "urn:a:b", "url-prefix 0-4;"},
        {"urn:a:urn:b", "urn:a:urn:b", ""},
        {"URI:http://a/", "http://a/", "url-prefix 0-4;"},
        {"uri:a", "uri:a", ""},                                                   // no scheme follows
        {"\u202Ahttp://a/\u202C", "http://a/", "invisible 0-3;invisible 12-15;"}, // RFC 3987 4.1
        {"http://a/\u00ADb", "http://a/b", "invisible 9-11;"},
        {"http://a/b\u200Cc", "http://a/b\u200Cc", ""},     // it shapes letters
        {"http://a/ http://b/", "http://a/ http://b/", ""}, // two
        {"see www.a.example", "see www.a.example", ""},
        {"hxxp://a[.]example/", "hxxp://a[.]example/", ""}, // made to be no locator
        {"http://a/\u2026", "http://a/\u2026", ""},         // may belong to it
        {"<>", "", "angle-bracket 0-1;angle-bracket 1-2;"},
        {"'", "'", ""},
        {"URL:URL:x", "x", "url-prefix 0-4;url-prefix 4-8;"},
    };
    for (const row &r : rows) {
        const cleaned_text c = clean_typed(r.typed);
        EXPECT_EQ(c.text, r.text) << r.typed;
        EXPECT_EQ(actions(c), r.actions) << r.typed;
    }
}

TEST(typed, clean_behind_a_host) {
    const row rows[]{
        {"www.a.example,", "www.a.example", "punctuation 13-14;"},
        {"http://a.example\u2026", "http://a.example", "punctuation 16-19;"},
        {"http://a.example,", "http://a.example", "punctuation 16-17;"},
        {"http:a.example,", "http:a.example", "punctuation 14-15;"},
        {"//a.example,", "//a.example", "punctuation 11-12;"},
        {"www.a.example...", "www.a.example", "punctuation 13-16;"},
        {"<www.a.example ;,>", "www.a.example",
         "angle-bracket 0-1;white-space 14-15;punctuation 15-17;angle-bracket 17-18;"},
        {"a.example ,", "a.example", "white-space 9-10;punctuation 10-11;"},
        {"a@b.example.", "a@b.example", "punctuation 11-12;"}, // RFC 6068 2: dot-atom-text
        {"mailto:a@b.example,", "mailto:a@b.example", "punctuation 18-19;"},
        {"[::1],", "[::1]", "punctuation 5-6;"},
        {"localhost:8080,", "localhost:8080", "punctuation 14-15;"},
        {"\u00E9.example\uFF0C", "\u00E9.example", "punctuation 10-13;"},
        {"http:// a.example,", "http://a.example", "white-space 7-8;punctuation 17-18;"}, // of the host without it
        {"www.a.example.", "www.a.example.", ""},                                         // the root of DNS
        {"http://a.example.", "http://a.example.", ""},
        {"http://a.example?", "http://a.example?", ""},
        {"http://a.example:", "http://a.example:", ""},
        {"http://a.example/,", "http://a.example/,", ""},
        {"www.a.example/x,", "www.a.example/x,", ""},
        {"urn:a:b,", "urn:a:b,", ""},
        {"tel:123,", "tel:123,", ""},
        {"mailto:a.example,", "mailto:a.example,", ""},
        {"word!", "word!", ""},
        {"12345,", "12345,", ""},
        {"a.123,", "a.123,", ""}, // RFC 1123 2.1
        {"urn:", "urn:", ""},
    };
    for (const row &r : rows) {
        const cleaned_text c = clean_typed(r.typed);
        EXPECT_EQ(c.text, r.text) << r.typed;
        EXPECT_EQ(actions(c), r.actions) << r.typed;
    }
}

TEST(typed, white_space_and_offsets) {
    EXPECT_EQ(find_white_space("a:b c:d"), 3U);
    EXPECT_EQ(find_white_space("\xC2\u00A0"), 1U);
    EXPECT_EQ(find_white_space("a"), std::string_view::npos);
    const cleaned_text c = clean_typed(" <a:b\nc>");
    EXPECT_EQ(offset_in_typed(0, c.actions), 2U);
    EXPECT_EQ(offset_in_typed(3, c.actions), 6U);
}

TEST(typed, authority) {
    const struct {
        std::string_view text, authority;
    } rows[]{
        {"http://u@a.example:80/x", "u@a.example:80"},
        {"//a.example?q", "a.example"},
        {"http:a.example/x", "a.example"},
        {"https/", "https"}, // a host and a path
        {"mailto:a@b.example?subject=x", "a@b.example"},
        {"a.example/x", "a.example"},
        {"a.example:8080/x", "a.example:8080"},
        {"urn:example:a@b", ""},
        {"tel:123", ""},
        {"foo:bar", ""},
    };
    for (const auto &[text, authority] : rows) EXPECT_EQ(typed_authority(text), authority) << text;
}

TEST(typed, read) {
    using enum no_identifier::reason;
    EXPECT_EQ(read_typed("http:// a.example,")->text, "http://a.example");
    EXPECT_EQ(read_typed("tel: +1 201")->text, "tel:+1201");
    EXPECT_EQ(read_typed("www.a.\n example")->text, "www.a.example");
    EXPECT_EQ(read_typed("a.exa\nmple")->text, "a.example");
    EXPECT_EQ(read_typed("a.example ,")->text, "a.example");
    const struct {
        std::string_view typed;
        no_identifier why;
    } rows[]{
        {"", {nothing, 0}},
        {" <> ", {nothing, 0}},
        {"a name of a berth", {several, 1}},
        {" <a name>", {several, 3}},
        {"a.example b", {several, 9}},
        {"note: this", {several, 5}}, // no registered scheme
        {"hello\nworld", {several, 5}},
        {" http://a/ http://b/", {several, 10}},
        {"see http://a/", {several, 3}},
        {"url\u200B:http://a/", {delimited_again, 0}},
    };
    for (const auto &[typed, why] : rows) {
        const auto read = read_typed(typed);
        ASSERT_FALSE(read) << typed;
        EXPECT_EQ(read.error(), why) << typed;
    }
}

// The rest and the removed texts are together the typed text.
RC_GTEST_PROP(typed_properties, nothing_is_lost, ()) {
    const auto typed =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"ab <>\"'`\n-:.,URL\xC2\xA0\xE2\x80"}));
    const cleaned_text c = clean_typed(typed);
    std::string again;
    std::size_t at = 0;
    std::size_t taken = 0;
    for (const cleaning &a : c.actions) {
        RC_ASSERT(a.begin >= at);
        RC_ASSERT(a.end > a.begin);
        RC_ASSERT(a.end <= typed.size());
        if (a.kind == what::doubtful_hyphen) {
            RC_ASSERT(typed.substr(a.begin, a.end - a.begin) == "-");
            continue;
        }
        again += typed.substr(at, a.begin - at);
        at = a.end;
        taken += a.end - a.begin;
    }
    again += typed.substr(at);
    RC_ASSERT(again == c.text);
    RC_ASSERT(taken + c.text.size() == typed.size());
}

} // namespace
} // namespace uniform
