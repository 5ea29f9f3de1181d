// URL Standard, "Percent-encoded bytes".

#include <uniform/whatwg/percent_encode_set.hpp>

#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform::whatwg;
using enum percent_encode_set;

std::string ascii_of(percent_encode_set set) {
    std::string octets;
    for (char c = 0x20; c < 0x7F; ++c)
        if (contains(set, c)) octets += c;
    return octets;
}

TEST(percent_encode_sets, have_the_code_points_of_their_definitions) {
    EXPECT_EQ(ascii_of(c0_control), "");
    EXPECT_EQ(ascii_of(fragment), " \"<>`");
    EXPECT_EQ(ascii_of(query), " \"#<>");
    EXPECT_EQ(ascii_of(special_query), " \"#'<>");
    EXPECT_EQ(ascii_of(path), " \"#<>?^`{}");
    EXPECT_EQ(ascii_of(userinfo), " \"#/:;<=>?@[\\]^`{|}");
    EXPECT_EQ(ascii_of(component), " \"#$%&+,/:;<=>?@[\\]^`{|}");
    // "... contains all code points, except the ASCII alphanumeric, U+002A (*), U+002D (-), U+002E (.), and U+005F (_)"
    EXPECT_EQ(ascii_of(form_urlencoded), " !\"#$%&'()+,/:;<=>?@[\\]^`{|}~");
    for (const auto set : {c0_control, fragment, query, special_query, path, userinfo, component, form_urlencoded}) {
        for (int c = 0; c < 0x20; ++c) EXPECT_TRUE(contains(set, static_cast<char>(c)));
        for (int c = 0x7F; c < 0x100; ++c) EXPECT_TRUE(contains(set, static_cast<char>(c)));
    }
}

// The rows of the table "a summary, by way of example, of the operations", but for those with legacy encodings.
TEST(percent_encoded_bytes, examples) {
    EXPECT_EQ(utf8_percent_encode("\x7F", c0_control), "%7F");
    EXPECT_EQ(utf8_percent_encode("#", query), "%23");
    EXPECT_EQ(percent_decode("%25%s%1G"), "%%s%1G");
    EXPECT_EQ(percent_decode("\u203D%25%2E"), "\xE2\x80\xBD\x25\x2E");
    EXPECT_EQ(utf8_percent_encode("\u2261", userinfo), "%E2%89%A1");
    EXPECT_EQ(utf8_percent_encode("\u203D", userinfo), "%E2%80%BD");
    EXPECT_EQ(utf8_percent_encode("Say what\u203D", userinfo), "Say%20what%E2%80%BD");
}

TEST(percent_encoded_bytes, form_urlencoded_writes_spaces_as_plus) {
    EXPECT_EQ(utf8_percent_encode("1+1 \u2261 2%20", form_urlencoded), "1%2B1+%E2%89%A1+2%2520");
    EXPECT_EQ(utf8_percent_encode(" ", form_urlencoded), "+");
    EXPECT_EQ(utf8_percent_encode(" a ", form_urlencoded), "+a+");
    EXPECT_EQ(utf8_percent_encode("", form_urlencoded), "");
}

TEST(percent_encoded_bytes, percent_itself_is_left) {
    EXPECT_EQ(utf8_percent_encode("%%2", path), "%%2");
    EXPECT_EQ(utf8_percent_encode("%", component), "%25");
}

TEST(percent_encoded_bytes, decoding_at_the_end) {
    EXPECT_EQ(percent_decode("%"), "%");
    EXPECT_EQ(percent_decode("%4"), "%4");
    EXPECT_EQ(percent_decode("%41"), "A");
    EXPECT_EQ(percent_decode("%%41"), "%A");
    EXPECT_EQ(percent_decode("%4%31"), "%41");
    EXPECT_EQ(percent_decode("%fF%00"), (std::string{"\xFF\0", 2}));
}

TEST(percent_encoded_bytes, what_is_no_utf8_becomes_replacement_characters) {
    EXPECT_EQ(utf8_decode("a\xFF\xC3"), "a\uFFFD\uFFFD");
    EXPECT_EQ(utf8_decode("\xEF\xBB\xBFx"), "\uFEFFx"); // without BOM handling
    EXPECT_EQ(utf8_decode("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(utf8_percent_encode("\xF0\x9F\x92", path), "%EF%BF%BD");
}

} // namespace
