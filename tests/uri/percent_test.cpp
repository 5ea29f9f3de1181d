// Percent-encoding: RFC 3986 2.1, 2.4; 2003 draft 2.4.
#include <uniform/syntax/percent.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace {

using namespace uniform;
using namespace std::string_literals;
using namespace std::string_view_literals;

struct encoding_case {
    std::string_view data;
    rule component;
    std::string_view text;
    edition by = edition::rfc3986;
};

// The characters that each component keeps are those of its production in RFC 3986 3.2.1-3.5 and in the 2003 draft 3.
constexpr encoding_case encodings[]{
    {"", rule::path, ""},
    {"plain", rule::path, "plain"},
    {"100%", rule::query, "100%25"},          // 2.4: "%" as data is "%25"
    {"%41", rule::query, "%2541"},            // 2.4: data is encoded, also when it looks encoded
    {"a b", rule::path, "a%20b"},             //
    {"/a/b?c#d", rule::path, "/a/b%3Fc%23d"}, // 3.3: path = *( "/" / pchar )
    {"/a/b?c#d", rule::segment, "%2Fa%2Fb%3Fc%23d"},
    {"a:b@c", rule::segment, "a:b@c"},               // 3.3: pchar
    {"a:b@c", rule::segment_nz_nc, "a%3Ab@c"},       // 3.3: segment-nz-nc, without any colon
    {"a/b?c#d[e]", rule::query, "a/b?c%23d%5Be%5D"}, // 3.4
    {"a/b?c#d", rule::fragment, "a/b?c%23d"},        // 3.5
    {"u:p@h/", rule::userinfo, "u:p%40h%2F"},        // 3.2.1
    {"a:b@c", rule::reg_name, "a%3Ab%40c"},          // 3.2.2
    {"\xE3\x82\xA2", rule::reg_name, "%E3%82%A2"},   // 2.5: KATAKANA LETTER A in UTF-8
    {"-._~!$&'()*+,;=", rule::segment, "-._~!$&'()*+,;="},
    {"\"<>\\^`{|}\x7F", rule::segment, "%22%3C%3E%5C%5E%60%7B%7C%7D%7F"},
    {"!*'()", rule::segment, "!*'()", edition::rfc2396bis_01}, // 2003 draft 2.3: mark
    {"a;b", rule::segment, "a;b", edition::rfc2396bis_01},
    {"[", rule::query, "%5B", edition::rfc2396bis_01},
};

TEST(percent, encodes_for_the_component) {
    for (const auto &c : encodings) {
        EXPECT_EQ(encode(c.data, c.component, c.by), c.text) << c.data << " for " << to_string(c.component);
        const auto back = decode(c.text);
        ASSERT_TRUE(back) << c.text;
        EXPECT_EQ(*back, c.data);
    }
}

TEST(percent, encodes_every_byte_so_that_it_comes_back) {
    std::string all;
    for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
    for (const edition e : editions) {
        for (const rule r : {rule::userinfo, rule::reg_name, rule::path, rule::segment, rule::query, rule::fragment}) {
            const std::string text = encode(all, r, e);
            for (const char c : text) EXPECT_TRUE(c == '%' || allowed(r, e).contains(c)) << to_string(r);
            EXPECT_EQ(decode(text), all) << to_string(r);
        }
        EXPECT_EQ(decode(encode_segment(all, e)), all);
        EXPECT_EQ(decode(encode_query_data(all, plus::as_written, e)), all);
        EXPECT_EQ(decode(encode_query_data(all, plus::as_space, e), plus::as_space), all);
    }
}

TEST(percent, query_data_hides_what_separates_pairs) {
    EXPECT_EQ(encode_query_data("a=b&c;d+e f"), "a%3Db%26c%3Bd%2Be%20f");
    EXPECT_EQ(encode_query_data("a=b&c;d+e f", plus::as_space), "a%3Db%26c%3Bd%2Be+f");
    EXPECT_EQ(encode_query_data("/?:@"), "/?:@");
    EXPECT_EQ(encode_segment("a/b"), "a%2Fb");
}

TEST(percent, decodes) {
    EXPECT_EQ(decode("%41%62%2f%2F"), "Ab//");
    EXPECT_EQ(decode("%00x"), "\0x"s);
    EXPECT_EQ(decode("%2541"), "%41"); // once, never twice
    EXPECT_EQ(decode("a+b"), "a+b");
    EXPECT_EQ(decode("a+b%2B", plus::as_space), "a b+");
    EXPECT_EQ(decode(""), "");
    EXPECT_TRUE(has_encoded("a%20"));
    EXPECT_FALSE(has_encoded("a+b"));
}

TEST(percent, refuses_a_percent_sign_without_two_hex_digits) {
    struct {
        std::string_view text;
        std::uint64_t offset;
    } const cases[]{{"%", 0}, {"ab%", 2}, {"ab%4", 2}, {"%41%4g", 3}, {"%%41", 0}, {"%g1", 0}, {"%4\x80", 0}};
    for (const auto &c : cases) {
        const error expected{c.offset, error_code::invalid_percent_encoding, rule::pct_encoded};
        EXPECT_EQ(decode(c.text), std::unexpected{expected}) << c.text;
        EXPECT_EQ(decoded_size(c.text), std::unexpected{expected}) << c.text;
        std::string out = "kept";
        EXPECT_EQ(decode_append(out, c.text).error(), expected);
        EXPECT_EQ(out, "kept");
        EXPECT_FALSE(decodes_to(c.text, c.text));
    }
}

TEST(percent, decodes_into_a_callers_buffer) {
    std::array<char, 4> buffer{'#', '#', '#', '#'};
    EXPECT_EQ(decode_to(buffer, "%41b%20d"), "Ab d"sv);
    const auto small = decode_to(std::span{buffer}.first(3), "%41b%20x");
    ASSERT_FALSE(small);
    EXPECT_EQ(small.error().code, error_code::buffer_too_small);
    EXPECT_EQ(std::string_view(buffer.data(), 4), "Ab d") << "nothing may be written";
    EXPECT_EQ(decode_to({}, ""), ""sv);

    std::string in_place = "x%2Fy%2Fzz+%";
    in_place.pop_back();
    EXPECT_EQ(decode_to(in_place, in_place, plus::as_space), "x/y/zz "sv);
}

TEST(percent, appends_a_part_of_the_string_itself) {
    std::string s = "a b%20c ";
    encode_append(s, std::string_view{s}.substr(0, 3), allowed(rule::query));
    EXPECT_EQ(s, "a b%20c a%20b");
    ASSERT_TRUE(decode_append(s, std::string_view{s}.substr(2, 5)));
    EXPECT_EQ(s, "a b%20c a%20bb c");
}

TEST(percent, compares_without_decoding) {
    static_assert(decodes_to("a%2Fb", "a/b"));
    static_assert(decodes_to("%c3%A9", "\xC3\xA9"));
    static_assert(!decodes_to("a%2Fb", "a/bc") && !decodes_to("a%2Fbc", "a/b") && !decodes_to("a%2fb", "a%2fb"));
    static_assert(decodes_to("a+b", "a b", plus::as_space) && !decodes_to("a+b", "a b"));
    static_assert(decodes_to("", "") && !decodes_to("", "a") && !decodes_to("%0", "\0"sv));
}

} // namespace
