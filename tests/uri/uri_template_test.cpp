// URI templates: every example of RFC 6570 as a row, what is no template, and the way back from a URI to the values.

#include <uniform/uri/uri_template.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using namespace uniform;

// RFC 6570 3.2, and those of 1.1, 2.4.1 and 2.4.2
const template_variables &variables_of_the_document() {
    static const template_variables variables{
        {"count", template_list{"one", "two", "three"}},
        {"dom", template_list{"example", "com"}},
        {"dub", "me/too"},
        {"hello", "Hello World!"},
        {"half", "50%"},
        {"var", "value"},
        {"who", "fred"},
        {"base", "http://example.com/home/"},
        {"path", "/foo/bar"},
        {"list", template_list{"red", "green", "blue"}},
        {"keys", template_pairs{{"semi", ";"}, {"dot", "."}, {"comma", ","}}},
        {"v", "6"},
        {"x", "1024"},
        {"y", "768"},
        {"empty", ""},
        {"empty_keys", template_pairs{}},
        {"semi", ";"},
        {"year", template_list{"1965", "2000", "2012"}},
        {"query", "mycelium"},
        {"number", "100"},
        {"username", "fred"},
        {"address", template_pairs{{"city", "Newport Beach"}, {"state", "CA"}}},
    };
    return variables;
}

struct example {
    const char *section, *uri_template, *expansion;
};

const example examples[] = {
    {"1.1", "http://www.example.com/foo{?query,number}", "http://www.example.com/foo?query=mycelium&number=100"},
    {"1.1", "http://example.com/~{username}/", "http://example.com/~fred/"},
    {"2.4.2", "/mapper{?address*}", "/mapper?city=Newport%20Beach&state=CA"},
    {"1.2", "{var}", "value"},
    {"1.2", "{hello}", "Hello%20World%21"},
    {"1.2", "{+var}", "value"},
    {"1.2", "{+hello}", "Hello%20World!"},
    {"1.2", "{+path}/here", "/foo/bar/here"},
    {"1.2", "here?ref={+path}", "here?ref=/foo/bar"},
    {"1.2", "X{#var}", "X#value"},
    {"1.2", "X{#hello}", "X#Hello%20World!"},
    {"1.2", "map?{x,y}", "map?1024,768"},
    {"1.2", "{x,hello,y}", "1024,Hello%20World%21,768"},
    {"1.2", "{+x,hello,y}", "1024,Hello%20World!,768"},
    {"1.2", "{+path,x}/here", "/foo/bar,1024/here"},
    {"1.2", "{#x,hello,y}", "#1024,Hello%20World!,768"},
    {"1.2", "{#path,x}/here", "#/foo/bar,1024/here"},
    {"1.2", "X{.var}", "X.value"},
    {"1.2", "X{.x,y}", "X.1024.768"},
    {"1.2", "{/var}", "/value"},
    {"1.2", "{/var,x}/here", "/value/1024/here"},
    {"1.2", "{;x,y}", ";x=1024;y=768"},
    {"1.2", "{;x,y,empty}", ";x=1024;y=768;empty"},
    {"1.2", "{?x,y}", "?x=1024&y=768"},
    {"1.2", "{?x,y,empty}", "?x=1024&y=768&empty="},
    {"1.2", "?fixed=yes{&x}", "?fixed=yes&x=1024"},
    {"1.2", "{&x,y,empty}", "&x=1024&y=768&empty="},
    {"1.2", "{var:3}", "val"},
    {"1.2", "{var:30}", "value"},
    {"1.2", "{list}", "red,green,blue"},
    {"1.2", "{list*}", "red,green,blue"},
    {"1.2", "{keys}", "semi,%3B,dot,.,comma,%2C"},
    {"1.2", "{keys*}", "semi=%3B,dot=.,comma=%2C"},
    {"1.2", "{+path:6}/here", "/foo/b/here"},
    {"1.2", "{+list}", "red,green,blue"},
    {"1.2", "{+list*}", "red,green,blue"},
    {"1.2", "{+keys}", "semi,;,dot,.,comma,,"},
    {"1.2", "{+keys*}", "semi=;,dot=.,comma=,"},
    {"1.2", "{#path:6}/here", "#/foo/b/here"},
    {"1.2", "{#list}", "#red,green,blue"},
    {"1.2", "{#list*}", "#red,green,blue"},
    {"1.2", "{#keys}", "#semi,;,dot,.,comma,,"},
    {"1.2", "{#keys*}", "#semi=;,dot=.,comma=,"},
    {"1.2", "X{.var:3}", "X.val"},
    {"1.2", "X{.list}", "X.red,green,blue"},
    {"1.2", "X{.list*}", "X.red.green.blue"},
    {"1.2", "X{.keys}", "X.semi,%3B,dot,.,comma,%2C"},
    {"1.2", "X{.keys*}", "X.semi=%3B.dot=..comma=%2C"},
    {"1.2", "{/var:1,var}", "/v/value"},
    {"1.2", "{/list}", "/red,green,blue"},
    {"1.2", "{/list*}", "/red/green/blue"},
    {"1.2", "{/list*,path:4}", "/red/green/blue/%2Ffoo"},
    {"1.2", "{/keys}", "/semi,%3B,dot,.,comma,%2C"},
    {"1.2", "{/keys*}", "/semi=%3B/dot=./comma=%2C"},
    {"1.2", "{;hello:5}", ";hello=Hello"},
    {"1.2", "{;list}", ";list=red,green,blue"},
    {"1.2", "{;list*}", ";list=red;list=green;list=blue"},
    {"1.2", "{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"},
    {"1.2", "{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
    {"1.2", "{?var:3}", "?var=val"},
    {"1.2", "{?list}", "?list=red,green,blue"},
    {"1.2", "{?list*}", "?list=red&list=green&list=blue"},
    {"1.2", "{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"},
    {"1.2", "{?keys*}", "?semi=%3B&dot=.&comma=%2C"},
    {"1.2", "{&var:3}", "&var=val"},
    {"1.2", "{&list}", "&list=red,green,blue"},
    {"1.2", "{&list*}", "&list=red&list=green&list=blue"},
    {"1.2", "{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"},
    {"1.2", "{&keys*}", "&semi=%3B&dot=.&comma=%2C"},
    {"2.4.1", "{var}", "value"},
    {"2.4.1", "{var:20}", "value"},
    {"2.4.1", "{var:3}", "val"},
    {"2.4.1", "{semi}", "%3B"},
    {"2.4.1", "{semi:2}", "%3B"},
    {"2.4.2", "find{?year*}", "find?year=1965&year=2000&year=2012"},
    {"2.4.2", "www{.dom*}", "www.example.com"},
    {"3.2.1", "{count}", "one,two,three"},
    {"3.2.1", "{count*}", "one,two,three"},
    {"3.2.1", "{/count}", "/one,two,three"},
    {"3.2.1", "{/count*}", "/one/two/three"},
    {"3.2.1", "{;count}", ";count=one,two,three"},
    {"3.2.1", "{;count*}", ";count=one;count=two;count=three"},
    {"3.2.1", "{?count}", "?count=one,two,three"},
    {"3.2.1", "{?count*}", "?count=one&count=two&count=three"},
    {"3.2.1", "{&count*}", "&count=one&count=two&count=three"},
    {"3.2.2", "{var}", "value"},
    {"3.2.2", "{hello}", "Hello%20World%21"},
    {"3.2.2", "{half}", "50%25"},
    {"3.2.2", "O{empty}X", "OX"},
    {"3.2.2", "O{undef}X", "OX"},
    {"3.2.2", "{x,y}", "1024,768"},
    {"3.2.2", "{x,hello,y}", "1024,Hello%20World%21,768"},
    {"3.2.2", "?{x,empty}", "?1024,"},
    {"3.2.2", "?{x,undef}", "?1024"},
    {"3.2.2", "?{undef,y}", "?768"},
    {"3.2.2", "{var:3}", "val"},
    {"3.2.2", "{var:30}", "value"},
    {"3.2.2", "{list}", "red,green,blue"},
    {"3.2.2", "{list*}", "red,green,blue"},
    {"3.2.2", "{keys}", "semi,%3B,dot,.,comma,%2C"},
    {"3.2.2", "{keys*}", "semi=%3B,dot=.,comma=%2C"},
    {"3.2.3", "{+var}", "value"},
    {"3.2.3", "{+hello}", "Hello%20World!"},
    {"3.2.3", "{+half}", "50%25"},
    {"3.2.3", "{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
    {"3.2.3", "{+base}index", "http://example.com/home/index"},
    {"3.2.3", "O{+empty}X", "OX"},
    {"3.2.3", "O{+undef}X", "OX"},
    {"3.2.3", "{+path}/here", "/foo/bar/here"},
    {"3.2.3", "here?ref={+path}", "here?ref=/foo/bar"},
    {"3.2.3", "up{+path}{var}/here", "up/foo/barvalue/here"},
    {"3.2.3", "{+x,hello,y}", "1024,Hello%20World!,768"},
    {"3.2.3", "{+path,x}/here", "/foo/bar,1024/here"},
    {"3.2.3", "{+path:6}/here", "/foo/b/here"},
    {"3.2.3", "{+list}", "red,green,blue"},
    {"3.2.3", "{+list*}", "red,green,blue"},
    {"3.2.3", "{+keys}", "semi,;,dot,.,comma,,"},
    {"3.2.3", "{+keys*}", "semi=;,dot=.,comma=,"},
    {"3.2.4", "{#var}", "#value"},
    {"3.2.4", "{#hello}", "#Hello%20World!"},
    {"3.2.4", "{#half}", "#50%25"},
    {"3.2.4", "foo{#empty}", "foo#"},
    {"3.2.4", "foo{#undef}", "foo"},
    {"3.2.4", "{#x,hello,y}", "#1024,Hello%20World!,768"},
    {"3.2.4", "{#path,x}/here", "#/foo/bar,1024/here"},
    {"3.2.4", "{#path:6}/here", "#/foo/b/here"},
    {"3.2.4", "{#list}", "#red,green,blue"},
    {"3.2.4", "{#list*}", "#red,green,blue"},
    {"3.2.4", "{#keys}", "#semi,;,dot,.,comma,,"},
    {"3.2.4", "{#keys*}", "#semi=;,dot=.,comma=,"},
    {"3.2.5", "{.who}", ".fred"},
    {"3.2.5", "{.who,who}", ".fred.fred"},
    {"3.2.5", "{.half,who}", ".50%25.fred"},
    {"3.2.5", "www{.dom*}", "www.example.com"},
    {"3.2.5", "X{.var}", "X.value"},
    {"3.2.5", "X{.empty}", "X."},
    {"3.2.5", "X{.undef}", "X"},
    {"3.2.5", "X{.var:3}", "X.val"},
    {"3.2.5", "X{.list}", "X.red,green,blue"},
    {"3.2.5", "X{.list*}", "X.red.green.blue"},
    {"3.2.5", "X{.keys}", "X.semi,%3B,dot,.,comma,%2C"},
    {"3.2.5", "X{.keys*}", "X.semi=%3B.dot=..comma=%2C"},
    {"3.2.5", "X{.empty_keys}", "X"},
    {"3.2.5", "X{.empty_keys*}", "X"},
    {"3.2.6", "{/who}", "/fred"},
    {"3.2.6", "{/who,who}", "/fred/fred"},
    {"3.2.6", "{/half,who}", "/50%25/fred"},
    {"3.2.6", "{/who,dub}", "/fred/me%2Ftoo"},
    {"3.2.6", "{/var}", "/value"},
    {"3.2.6", "{/var,empty}", "/value/"},
    {"3.2.6", "{/var,undef}", "/value"},
    {"3.2.6", "{/var,x}/here", "/value/1024/here"},
    {"3.2.6", "{/var:1,var}", "/v/value"},
    {"3.2.6", "{/list}", "/red,green,blue"},
    {"3.2.6", "{/list*}", "/red/green/blue"},
    {"3.2.6", "{/list*,path:4}", "/red/green/blue/%2Ffoo"},
    {"3.2.6", "{/keys}", "/semi,%3B,dot,.,comma,%2C"},
    {"3.2.6", "{/keys*}", "/semi=%3B/dot=./comma=%2C"},
    {"3.2.7", "{;who}", ";who=fred"},
    {"3.2.7", "{;half}", ";half=50%25"},
    {"3.2.7", "{;empty}", ";empty"},
    {"3.2.7", "{;v,empty,who}", ";v=6;empty;who=fred"},
    {"3.2.7", "{;v,bar,who}", ";v=6;who=fred"},
    {"3.2.7", "{;x,y}", ";x=1024;y=768"},
    {"3.2.7", "{;x,y,empty}", ";x=1024;y=768;empty"},
    {"3.2.7", "{;x,y,undef}", ";x=1024;y=768"},
    {"3.2.7", "{;hello:5}", ";hello=Hello"},
    {"3.2.7", "{;list}", ";list=red,green,blue"},
    {"3.2.7", "{;list*}", ";list=red;list=green;list=blue"},
    {"3.2.7", "{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"},
    {"3.2.7", "{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
    {"3.2.8", "{?who}", "?who=fred"},
    {"3.2.8", "{?half}", "?half=50%25"},
    {"3.2.8", "{?x,y}", "?x=1024&y=768"},
    {"3.2.8", "{?x,y,empty}", "?x=1024&y=768&empty="},
    {"3.2.8", "{?x,y,undef}", "?x=1024&y=768"},
    {"3.2.8", "{?var:3}", "?var=val"},
    {"3.2.8", "{?list}", "?list=red,green,blue"},
    {"3.2.8", "{?list*}", "?list=red&list=green&list=blue"},
    {"3.2.8", "{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"},
    {"3.2.8", "{?keys*}", "?semi=%3B&dot=.&comma=%2C"},
    {"3.2.9", "{&who}", "&who=fred"},
    {"3.2.9", "{&half}", "&half=50%25"},
    {"3.2.9", "?fixed=yes{&x}", "?fixed=yes&x=1024"},
    {"3.2.9", "{&x,y,empty}", "&x=1024&y=768&empty="},
    {"3.2.9", "{&x,y,undef}", "&x=1024&y=768"},
    {"3.2.9", "{&var:3}", "&var=val"},
    {"3.2.9", "{&list}", "&list=red,green,blue"},
    {"3.2.9", "{&list*}", "&list=red&list=green&list=blue"},
    {"3.2.9", "{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"},
    {"3.2.9", "{&keys*}", "&semi=%3B&dot=.&comma=%2C"},
};

TEST(uri_template, expands_every_example_of_rfc_6570) {
    for (const example &row : examples) {
        const auto t = uri_template::parse(row.uri_template);
        ASSERT_TRUE(t) << row.section << ' ' << row.uri_template;
        EXPECT_EQ(t->expand(variables_of_the_document()).value(), row.expansion)
            << row.section << ' ' << row.uri_template;
    }
}

TEST(uri_template, expands_what_the_examples_leave_out) {
    const template_variables variables{{"e", "\xC3\xA9t\xC3\xA9"},
                                       {"p", "%C3%A9%41%4"},
                                       {"bytes", "a\xFF"},
                                       {"one", template_list{""}},
                                       {"gaps", template_pairs{{"a", ""}, {"b b", "c"}}},
                                       {"%41", "x"},
                                       {"a.b", "dotted"}};
    const example rows[] = {
        {"2.1: beyond US-ASCII", "/\xC3\xA9{e}", "/%C3%A9%C3%A9t%C3%A9"},
        {"2.1: erratum 6937", "it's/{e:1}", "it's/%C3%A9"},
        {"2.1: pct-encoded stays", "/%2f{e:1}", "/%2f%C3%A9"},
        {"2.3: pct-encoded in a name", "{?%41}", "?%41=x"},
        {"2.3: dots in a name", "{a.b}", "dotted"},
        {"2.4.1: characters", "{e:2}", "%C3%A9t"},
        {"2.4.1: a pct-encoded is one", "{+p:1}", "%C3%A9"},
        {"2.4.1: longer than the value", "{e:9999}", "%C3%A9t%C3%A9"},
        {"3.2.1: % must be encoded", "{p}", "%25C3%25A9%2541%254"},
        {"3.2.3: pct-encoded pass", "{+p}", "%C3%A9%41%254"},
        {"not UTF-8", "{bytes}", "a%FF"},
        {"3.2.7: empty values", "{;one}{;one*}{;gaps*}", ";one;one;a;b%20b=c"},
        {"3.2.8: empty values", "{?one}{&one*}{&gaps*}", "?one=&one=&a=&b%20b=c"},
        {"3.2.1: simply \"name\"", "{gaps*}{/gaps*}", "a,b%20b=c/a/b%20b=c"},
        {"no expression", "http://a/!$&()*+,;=:@[]#?", "http://a/!$&()*+,;=:@[]#?"},
        {"empty", "", ""},
    };
    for (const example &row : rows) {
        const auto t = uri_template::parse(row.uri_template);
        ASSERT_TRUE(t) << row.section;
        EXPECT_EQ(t->expand(variables).value(), row.expansion) << row.section;
    }
}

TEST(uri_template, says_what_is_no_template_and_where) {
    const struct {
        const char *text;
        std::size_t offset;
        const char *production, *section;
    } rows[] = {
        {"{a", 0, "expression", "2.2"},
        {"x{", 1, "expression", "2.2"},
        {"{}", 1, "varname", "2.3"},
        {"{,a}", 1, "op-reserve", "2.2"},
        {"{=a}", 1, "op-reserve", "2.2"},
        {"{!a}", 1, "op-reserve", "2.2"},
        {"{@a}", 1, "op-reserve", "2.2"},
        {"{|a}", 1, "op-reserve", "2.2"},
        {"{$a}", 1, "varname", "2.3"},
        {"{a,}", 3, "varname", "2.3"},
        {"{a,,b}", 3, "varname", "2.3"},
        {"{a b}", 2, "varspec", "2.3"},
        {"{-a}", 1, "varname", "2.3"},
        {"{a-b}", 2, "varspec", "2.3"},
        {"{.a.}", 4, "varname", "2.3"},
        {"{a..b}", 3, "varname", "2.3"},
        {"{a%4}", 2, "pct-encoded", "2.3"},
        {"{a:0}", 3, "max-length", "2.4.1"},
        {"{a:}", 3, "max-length", "2.4.1"},
        {"{a:10000}", 3, "max-length", "2.4.1"},
        {"{a:3*}", 4, "varspec", "2.3"},
        {"{a**}", 3, "varspec", "2.3"},
        {"{a{b}}", 2, "varspec", "2.3"},
        {"a}", 1, "literals", "2.1"},
        {"a b", 1, "literals", "2.1"},
        {"a\"", 1, "literals", "2.1"},
        {"%4", 0, "pct-encoded", "2.1"},
        {"a\\", 1, "literals", "2.1"},
        {"a\xFF", 1, "literals", "2.1"},
        {"\xC2\x80", 0, "literals", "2.1"},
        {"\xEF\xBF\xBF", 0, "literals", "2.1"},
        {"\xED\xA0\x80", 0, "literals", "2.1"},
    };
    for (const auto &row : rows) {
        const auto t = uri_template::parse(row.text);
        ASSERT_FALSE(t) << row.text;
        EXPECT_EQ(t.error().offset, row.offset) << row.text << ": " << t.error().message;
        EXPECT_EQ(t.error().production, row.production) << row.text;
        EXPECT_EQ(t.error().section, row.section) << row.text;
        EXPECT_FALSE(t.error().message.empty());
    }
    EXPECT_FALSE(uri_template::parse(std::string(uri_template::longest_template + 1, 'a')));
}

TEST(uri_template, says_why_it_cannot_be_expanded) {
    const auto of = [](const char *text, std::size_t limit = uri_template::longest_result) {
        return uri_template::parse(text).value().expand(variables_of_the_document(), limit);
    };
    EXPECT_EQ(of("a{x,keys:1}").error().offset, 4U); // 2.4.1
    EXPECT_EQ(of("a{list:1}").error().section, "2.4.1");
    EXPECT_TRUE(of("{empty_keys:1}")); // 2.3: undefined
    EXPECT_EQ(of("{x}", 4).value(), "1024");
    EXPECT_FALSE(of("{x}", 3));
    EXPECT_FALSE(of("{list*}", 12));
    EXPECT_FALSE(of("abcd", 3));
}

TEST(uri_template, needs_a_level) { // 1.2
    const auto level_of = [](const char *text) { return static_cast<int>(uri_template::parse(text)->needs()); };
    EXPECT_EQ(level_of("a{b}"), 1);
    EXPECT_EQ(level_of("{+b}"), 2);
    EXPECT_EQ(level_of("{#b}"), 2);
    EXPECT_EQ(level_of("{b,c}"), 3);
    EXPECT_EQ(level_of("{/b}"), 3);
    EXPECT_EQ(level_of("{b:1}"), 4);
    EXPECT_EQ(level_of("{+b*}"), 4);
    using names = std::vector<std::string_view>;
    EXPECT_EQ(uri_template::parse("{b,a}{?b,c*}")->variables(), (names{"b", "a", "c"}));
}

std::string shown(const template_value &value) {
    if (const auto *text = std::get_if<std::string>(&value)) return *text;
    std::string out;
    if (const auto *list = std::get_if<template_list>(&value)) {
        for (const std::string &one : *list) out += (out.empty() ? "(" : " ") + one;
        return out + ')';
    }
    for (const auto &[name, one] : std::get<template_pairs>(value)) out += (out.empty() ? "[" : " ") + name + "=" + one;
    return out + ']';
}

TEST(uri_template, finds_the_values_in_a_uri) {
    const struct {
        const char *uri_template, *uri, *values; // "!" before those that are ambiguous; nullptr: no expansion
    } rows[] = {
        {"https://archive.example/{nss}", "https://archive.example/a7", "nss: a7"},
        {"https://archive.example/{nss}", "https://archive.example/a%2F7", "nss: a/7"},
        {"https://archive.example/{+nss}/x", "https://archive.example/a/b%20/x", "!nss: a/b%20"},
        {"/{a}/{b}", "/1/2", "a: 1, b: 2"},
        {"/{a}-{b}", "/1-2", "a: 1, b: 2"},
        {"/{a}-{b}", "/1-2-3", "!a: 1-2, b: 3"},
        {"{a}{b}", "12", "!a: 12"},
        {"{a,b}", "1,2", "!a: (1 2)"},
        {"{a,b}", "1", "!a: 1"},
        {"{a}", "1,2", "!a: (1 2)"},
        {"{/a*}", "/1/2", "a: (1 2)"},
        {"{/a*}", "/x=1/y=2", "a: [x=1 y=2]"},
        {"{/a,b}", "/1/2", "a: 1, b: 2"},
        {"{/a}{/b}", "/1/2", "a: 1, b: 2"},
        {"{.a*}", ".1.2", "!a: (1 2)"},
        {"{;a,b}", ";a=1;b", "a: 1, b: "},
        {"{?a,b}", "?a=1&b=2", "a: 1, b: 2"},
        {"{?a,b}", "?b=2", "b: 2"},
        {"x{?a,b}", "x", ""},
        {"{?a*}", "?a=1&a=2", "a: (1 2)"},
        {"{?a*}", "?x=1&y=%20", "a: [x=1 y= ]"},
        {"{?a,b*}", "?a=1&x=1", "!a: 1, b: [x=1]"},
        {"?f=1{&a}", "?f=1&a=2", "a: 2"},
        {"{/v:1,v}", "/a/abc", "v: abc"},
        {"{v:2}", "ab", "!v: ab"},
        {"{v:3}", "ab", "v: ab"},
        {"{v}/{v}", "ab/ab", "v: ab"},
        {"X{#a}", "X#a/b?c", "a: a/b?c"},
        {"%c3%a9{a}", "%c3%a91", "a: 1"},
        // one value during the expansion (3.2.1)
        {"{a}{a}", "xx", "a: x"},
        {"{a}{a:1}", "xyx", "a: xy"},
        {"{?a}{&b,a}", "?a=1&b=2&a=1", "a: 1, b: 2"},
        {"x{;c,a,b}{;a,b}{.b:2,a}", "x;c=xx;b=a.b;b=a.b.a.", "c: xx, b: a.b"},
        {"{+a}/{a}", "a%20/x", nullptr},
        {"{+a}/{a}", "a%20/a%20", "a: a "},
        {"{+a}/{a}", "a%20/a%2520", "a: a%20"},
        {"{+l}{/l*}", "a,b,c/a%2Cb/c", "l: (a,b c)"},
        {"{v:1}/{v:2}", "a/ab", "!v: ab"},
        {"{v:1}/{v:2}", "a/b", nullptr},
        {"{.b:2}{#b*}", ".%25b#%bb", "b: %bb"},
        {"{/c:2,d}", "/abc", "d: abc"},
        // associative arrays
        {"{.a*}", ".k=v", "a: [k=v]"},
        {"{.a*}", ".k=v.x", "!a: [k=v.x]"},
        {"X{.keys*}", "X.semi=%3B.dot=..comma=%2C", "keys: [semi=; dot=. comma=,]"},
        {"{/f*}", "/l/k=1", "f: [l= k=1]"},
        {"{/f*}", "/a=b=c", nullptr},
        {"{/f*}", "/a,b", nullptr},
        {"{/f*,d}", "/a,b", "!d: (a b)"},
        {"{?b*,a}", "?a=1&a=2", "b: [a=1], a: 2"},
        {"{&a*,e*}", "&a=1&a=2&e=3", "!a: (1 2), e: 3"},
        {"{?a*}", "?x=1&x=2", nullptr},
        {"{a}", "k,v", "!a: (k v)"},
        {"{a}", "k,v,w", "a: (k v w)"},
        // members with "," and "=" where these are separators, too (3.2.3, 3.2.5)
        {"{+m}{#m*}", "a,1,2#a=1,2", "m: [a=1,2]"},
        {"{+m}{#m*}", "a,b,1#a,b=1", "m: [a,b=1]"},
        {"{+m}{#m*}", "k=,1,j,2#k==1,j=2", "m: [k==1 j=2]"},
        {"{+m}{#m*}", "a,1,b,2,c,3#a=1,b,2,c=3", "!m: [a=1,b,2 c=3]"},
        {"{+m}{#m*}", "a,1,b,2#a=1,b=3", nullptr},
        {"{+m*}{#m}", "a=1,2#a,1,2", "m: [a=1,2]"},
        {"{+m*}{.m*}", "a=1,b.c=2.a%3D1%2Cb.c%3D2", "m: a=1,b.c=2"},
        {"{#m*}{.m*}", "#a=1,2,b.c=3.a=1%2C2.b.c=3", "m: [a=1,2 b.c=3]"},
        {"{#m}{.m*}", "#a,1,2,b,3.a=1%2C2.b=3", "m: [a=1,2 b=3]"},
        {"{+m}{.m*}", "a,%41%25.a=%2541%25", "m: [a=%41%]"},
        {"{+m}{.m*}", "a,%C3%BC.a=%C3%BC", "m: [a=\u00FC]"},
        {"{+l}{.l*}", "x.y,z,w.x.y.z%2Cw", "l: (x.y z,w)"},
        {"{+l*}{.l*}", "x,y.x%2Cy", "l: x,y"},
        {"{.m*}", ".a=1.b.a=2", "m: [a=1 b.a=2]"},
        {"{.m*}", ".a=1.a=2", nullptr},
        {"{.m*}", ".a.b=1.x.b=2", "!m: [a.b=1.x b=2]"},
        {"{.m*}{.m*}", ".a=1.b.a=2.a=1.b.a=2", "m: [a=1 b.a=2]"},
        // exact
        {"{var}", "VAL%55E", nullptr},
        {"{var}", "%c3%a9", nullptr},
        {"%c3{a}", "%C31", nullptr},
        {"{a}", "", ""},
    };
    for (const auto &row : rows) {
        const auto t = uri_template::parse(row.uri_template).value();
        const auto found = t.match(row.uri);
        if (row.values == nullptr) {
            EXPECT_FALSE(found) << row.uri_template << ' ' << row.uri;
            continue;
        }
        if (!found) {
            ADD_FAILURE() << row.uri_template << ' ' << row.uri << ' ' << found.error().message;
            continue;
        }
        std::string values = found->ambiguous ? "!" : "";
        template_variables variables;
        for (const auto &[name, value] : found->values) {
            values += (values.size() > 1 ? ", " : "") + name + ": " + shown(value);
            variables[name] = value;
        }
        EXPECT_EQ(values, row.values) << row.uri_template << ' ' << row.uri;
        EXPECT_EQ(t.expand(variables).value(), row.uri) << row.uri_template;
    }
}

TEST(uri_template, says_where_a_uri_is_no_expansion) {
    const struct {
        const char *uri_template, *uri;
        std::size_t offset;
    } rows[] = {
        {"http://a/{x}", "http://b/1", 7},
        {"/{x}/y", "/1/z", 3},
        {"/{x}", "/a/b", 2},
        {"{v:2}", "abc", 2},
        {"{v}/{v}", "a/b", 2},
        {"{?a}", "?b=1", 1},
        {"{/v:1,v}", "/a/bc", 3},
        {"{a}{a}", "xy", 2},
        {"/{x}", "/%4", 1},
    };
    for (const auto &row : rows) {
        const auto found = uri_template::parse(row.uri_template)->match(row.uri);
        ASSERT_FALSE(found) << row.uri_template << ' ' << row.uri;
        EXPECT_EQ(found.error().offset, row.offset) << row.uri_template << ' ' << row.uri;
    }
}

TEST(uri_template, matches_within_limits) {
    std::string many;
    for (int i = 0; i < 60; ++i) many += "{a" + std::to_string(i) + "}";
    const auto t = uri_template::parse(many + "!").value();
    const auto steps = t.match(std::string(uri_template::longest_matched, 'x'));
    ASSERT_FALSE(steps);
    const auto length = t.match(std::string(uri_template::longest_matched + 1, 'x'));
    ASSERT_FALSE(length);
    EXPECT_TRUE(length.error().is_limit);
    EXPECT_TRUE(length.error().message.contains("8192 bytes"));
    const auto searched = uri_template::parse("{a}{b}{c}{a}{b}{c}{d}!").value();
    const auto many_steps = searched.match(std::string(uri_template::longest_matched, 'x'));
    EXPECT_TRUE(many_steps.error().is_limit);
    EXPECT_TRUE(many_steps.error().message.contains("steps"));
    EXPECT_TRUE(t.match(std::string(100, 'x') + "!")->ambiguous);
}

// The values that are found expand to the URI.
RC_GTEST_PROP(uri_template_properties, values_are_found_again, ()) {
    std::string written;
    const int expressions = *rc::gen::inRange(1, 5);
    for (int i = 0; i < expressions; ++i) {
        written += *rc::gen::element<std::string>("", "", "x", "/", "a.");
        written += '{' + *rc::gen::element<std::string>("", "+", "#", ".", "/", ";", "?", "&");
        const int variables = *rc::gen::inRange(1, 4);
        for (int j = 0; j < variables; ++j) {
            if (j != 0) written += ',';
            written += *rc::gen::element<std::string>("a", "b", "c", "d", "a", "b:2", "a:1", "c*", "d*", "b*");
        }
        written += '}';
    }
    const auto t = uri_template::parse(written).value();
    const auto some = rc::gen::resize(
        4, rc::gen::container<std::string>(rc::gen::element('a', 'b', 'x', '/', ',', '%', '.', '=', ' ', '\xC3')));
    const auto member = some;
    template_variables variables;
    for (const char *name : {"a", "b", "c", "d"}) {
        const int what = *rc::gen::inRange(0, 6);
        if (what == 1) variables[name] = *rc::gen::resize(3, rc::gen::container<template_list>(member));
        if (what == 2) {
            std::map<std::string, std::string> pairs;
            for (int i = *rc::gen::inRange(0, 3); i > 0; --i) pairs[*member] = *member;
            variables[name] = template_pairs(pairs.begin(), pairs.end());
        }
        if (what > 2) variables[name] = *some;
    }
    const auto uri = t.expand(variables);
    if (!uri) return; // a prefix of a list (2.4.1)
    const auto found = t.match(*uri);
    if (!found && found.error().is_limit) return;
    RC_LOG() << written << " expands to " << *uri << '\n';
    for (const auto &[name, value] : variables) RC_LOG() << name << ": " << shown(value) << '\n';
    RC_ASSERT(found.has_value());
    template_variables again;
    for (const auto &[name, value] : found->values) again[name] = value;
    RC_ASSERT(t.expand(again).value() == *uri);
}

} // namespace
