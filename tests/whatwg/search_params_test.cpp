// URL Standard, "application/x-www-form-urlencoded" and "URLSearchParams class".

#include <uniform/whatwg/search_params.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/whatwg/web_url.hpp>

namespace {

using namespace uniform::whatwg;
using tuples = std::vector<name_value>;

TEST(form_urlencoded, parser) {
    EXPECT_EQ(parse_form_urlencoded(""), tuples{});
    EXPECT_EQ(parse_form_urlencoded("&"), tuples{});
    EXPECT_EQ(parse_form_urlencoded("&&a&&"), (tuples{{"a", ""}}));
    EXPECT_EQ(parse_form_urlencoded("a"), (tuples{{"a", ""}}));
    EXPECT_EQ(parse_form_urlencoded("a="), (tuples{{"a", ""}}));
    EXPECT_EQ(parse_form_urlencoded("=a"), (tuples{{"", "a"}}));
    EXPECT_EQ(parse_form_urlencoded("="), (tuples{{"", ""}}));
    EXPECT_EQ(parse_form_urlencoded("a=b=c"), (tuples{{"a", "b=c"}}));
    EXPECT_EQ(parse_form_urlencoded("a+b=c+d"), (tuples{{"a b", "c d"}}));
    EXPECT_EQ(parse_form_urlencoded("a%2Bb=c%26d%3D"), (tuples{{"a+b", "c&d="}}));
    EXPECT_EQ(parse_form_urlencoded("a=%zz%4"), (tuples{{"a", "%zz%4"}}));
    EXPECT_EQ(parse_form_urlencoded("a=%FF%C3%A9"), (tuples{{"a", "\uFFFD\u00E9"}}));
    EXPECT_EQ(parse_form_urlencoded("%EF%BB%BFa=1"), (tuples{{"\uFEFFa", "1"}}));
    EXPECT_EQ(parse_form_urlencoded("a=1&a=2&b"), (tuples{{"a", "1"}, {"a", "2"}, {"b", ""}}));
    EXPECT_EQ(parse_form_urlencoded("?a=1"), (tuples{{"?a", "1"}}));
    EXPECT_EQ(parse_form_urlencoded("a;b=1"), (tuples{{"a;b", "1"}}));
    EXPECT_EQ(parse_form_urlencoded("id=0&value=%"), (tuples{{"id", "0"}, {"value", "%"}}));
}

TEST(form_urlencoded, serializer) {
    EXPECT_EQ(serialize_form_urlencoded({}), "");
    EXPECT_EQ(serialize_form_urlencoded({{"a", "1 2"}, {"", ""}, {"\u00E9", "~*-._"}}), "a=1+2&=&%C3%A9=%7E*-._");
    EXPECT_EQ(serialize_form_urlencoded({{"a b", "&=+%"}}), "a+b=%26%3D%2B%25");
}

TEST(search_params, constructor_removes_one_question_mark) {
    EXPECT_EQ(search_params{"?a=1"}.tuples(), (tuples{{"a", "1"}}));
    EXPECT_EQ(search_params{"??a=1"}.tuples(), (tuples{{"?a", "1"}}));
    EXPECT_EQ(search_params{""}.size(), 0U);
    EXPECT_EQ(search_params{"key=730d67"}.to_string(), "key=730d67");
    EXPECT_EQ(search_params{"a=\xC3%A9"}.get("a"), "\uFFFD\uFFFD");
    EXPECT_EQ((search_params{tuples{{"a", "\xFF"}}}.get("a")), "\uFFFD");
}

TEST(search_params, list_operations) {
    search_params p{"a=1&b=2&a=3"};
    EXPECT_EQ(p.get("a"), "1");
    EXPECT_EQ(p.get("c"), std::nullopt);
    EXPECT_EQ(p.get_all("a"), (std::vector<std::string_view>{"1", "3"}));
    EXPECT_TRUE(p.get_all("c").empty());
    EXPECT_TRUE(p.has("b"));
    EXPECT_FALSE(p.has("c"));
    EXPECT_TRUE(p.has("a", "3"));
    EXPECT_FALSE(p.has("a", "2"));
    p.set("a", "4");
    EXPECT_EQ(p.to_string(), "a=4&b=2");
    p.set("c", "5");
    EXPECT_EQ(p.to_string(), "a=4&b=2&c=5");
    p.append("b", "6");
    EXPECT_EQ(p.to_string(), "a=4&b=2&c=5&b=6");
    p.remove("b", "2");
    EXPECT_EQ(p.to_string(), "a=4&c=5&b=6");
    p.append("c", "7");
    p.remove("c");
    EXPECT_EQ(p.to_string(), "a=4&b=6");
    EXPECT_EQ(p.size(), 2U);
}

TEST(search_params, sort_is_by_code_units_and_stable) {
    search_params p{"z=b&a=b&z=a&a=a"};
    p.sort();
    EXPECT_EQ(p.to_string(), "a=b&a=a&z=b&z=a");
    // U+1F308 is the surrogates D83C DF08, which are less than U+FB03.
    search_params q{tuples{
        {"\uFB03", "1"}, {"\U0001F308", "2"}, {"\uD7FF", "3"}, {"\uE000", "4"}, {"", "5"}, {"a", "6"}, {"aa", "7"}}};
    q.sort();
    EXPECT_EQ(q.tuples(), (tuples{{"", "5"},
                                  {"a", "6"},
                                  {"aa", "7"},
                                  {"\uD7FF", "3"},
                                  {"\U0001F308", "2"},
                                  {"\uE000", "4"},
                                  {"\uFB03", "1"}}));
    // "... sort() ...": the example of the method
    auto u = parse("https://example.org/?q=\U0001F3F3\uFE0F\u200D\U0001F308&key=e1f7bc78").value();
    auto params = u.search_params();
    params.sort();
    EXPECT_TRUE(u.set_search_params(params));
    EXPECT_EQ(u.search(), "?key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88");
}

// "... there are some difference with how it encodes certain code points"
TEST(search_params, of_a_url) {
    auto u = parse("https://example.com/?a=b ~").value();
    EXPECT_EQ(u.href(), "https://example.com/?a=b%20~");
    auto params = u.search_params();
    params.sort();
    EXPECT_TRUE(u.set_search_params(params));
    EXPECT_EQ(u.href(), "https://example.com/?a=b+%7E");
    const auto v = parse("https://example.com/?a=~&b=%7E").value();
    EXPECT_EQ(v.search(), "?a=~&b=%7E");
    EXPECT_EQ(v.search_params().get("a"), "~");
    EXPECT_EQ(v.search_params().get("b"), "~");
    // "If serializedQuery is the empty string, then set serializedQuery to null."
    EXPECT_TRUE(u.set_search_params({}));
    EXPECT_EQ(u.href(), "https://example.com/");
    // The query begins after "?", so a second one belongs to the name.
    EXPECT_EQ(parse("https://example.com/??a=1")->search_params().tuples(), (tuples{{"?a", "1"}}));
}

} // namespace
