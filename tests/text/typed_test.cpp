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
        {"\xEF\xBB\xBFhttp://a/\xC2\xA0", "http://a/", "white-space 0-3;white-space 12-14;"},
        {"http://a/b c\r\n\td", "http://a/bcd", "white-space 10-11;white-space 12-15;"},
        {"http://a/\xE2\x80\x8B"
         "b",
         "http://a/b", "white-space 9-12;"},
        {"<http://a/b-\n c>", "http://a/b-c",
         "angle-bracket 0-1;doubtful-hyphen 11-12;white-space 12-14;angle-bracket 15-16;"},
        {"<http://a/b- c>", "http://a/b-c", "angle-bracket 0-1;white-space 12-13;angle-bracket 14-15;"},
        {"\"<http://a/>\"", "http://a/", "quote 0-1;angle-bracket 1-2;angle-bracket 11-12;quote 12-13;"},
        {"(http://a/)", "(http://a/)", ""}, // characters of URIs
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

// What is left and what was taken away are together what was typed.
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
