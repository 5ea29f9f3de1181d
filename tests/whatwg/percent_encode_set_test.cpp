// URL Standard, "Percent-encoded bytes".

#include <uniform/whatwg/percent_encode_set.hpp>

#include <optional>
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

// The rows of the table "a summary, by way of example, of the operations".
TEST(percent_encoded_bytes, examples) {
    EXPECT_EQ(utf8_percent_encode("\x7F", c0_control), "%7F");
    EXPECT_EQ(utf8_percent_encode("#", query), "%23");
    EXPECT_EQ(percent_decode("%25%s%1G"), "%%s%1G");
    EXPECT_EQ(percent_decode("\u203D%25%2E"), "\xE2\x80\xBD\x25\x2E");
    EXPECT_EQ(utf8_percent_encode("\u2261", userinfo), "%E2%89%A1");
    EXPECT_EQ(utf8_percent_encode("\u203D", userinfo), "%E2%80%BD");
    EXPECT_EQ(utf8_percent_encode("Say what\u203D", userinfo), "Say%20what%E2%80%BD");
    EXPECT_EQ(percent_encode_after_encoding("Shift_JIS", " ", userinfo), "%20");
    EXPECT_EQ(percent_encode_after_encoding("Shift_JIS", "\u2261", userinfo), "%81%DF");
    EXPECT_EQ(percent_encode_after_encoding("Shift_JIS", "\u203D", userinfo), "%26%238253%3B");
    EXPECT_EQ(percent_encode_after_encoding("ISO-2022-JP", "\u00A5", special_query), "%1B(J\\%1B(B");
    EXPECT_EQ(percent_encode_after_encoding("Shift_JIS", "1+1 \u2261 2%20\u203D", form_urlencoded),
              "1%2B1+%81%DF+2%2520%26%238253%3B");
}

TEST(percent_encoded_bytes, form_urlencoded_writes_spaces_as_plus) {
    EXPECT_EQ(utf8_percent_encode("1+1 \u2261 2%20", form_urlencoded), "1%2B1+%E2%89%A1+2%2520");
    EXPECT_EQ(utf8_percent_encode(" ", form_urlencoded), "+");
    EXPECT_EQ(utf8_percent_encode(" a ", form_urlencoded), "+a+");
    EXPECT_EQ(utf8_percent_encode("", form_urlencoded), "");
}

struct encoded_row {
    const char *encoding;
    const char *text;
    std::optional<std::string> encoded;
};

// Encoding Standard 4.3 and the encoders of sections 9 to 14.
TEST(percent_encoded_bytes, in_other_encodings) {
    const encoded_row rows[]{
        {"windows-1252", "\u00E9\u20AC\u2020\u0081", "%E9%80%86%81"},
        {"windows-1252", "\u203D", "%26%238253%3B"},
        {"WINDOWS-1252", "\u00E9", "%E9"},
        {"KOI8-R", "\u0416", "%F6"},
        {"x-user-defined", "a\uF7FF\uF780\u00E9", "a%FF%80%26%23233%3B"},
        {"ISO-8859-8-I", "\u05D0", "%E0"},
        {"ISO-8859-16", "\u0218\u00E9\u00AA", "%AA%E9%26%23170%3B"},
        {"macintosh", "\u00E9", "%8E"},
        {"Shift_JIS", "\u2212\u00A5\u203E\\", "%81|\\~\\"},
        {"EUC-JP", "\u2212\u00A5\u203E", "%A1%DD\\~"},
        {"EUC-JP", "\uFF71\u2160\u2170\uFFE4\u7E8A", "%8E%B1%AD%B5%FC%F1%FC%FC%F9%A1"},
        {"ISO-2022-JP", "a\u3042b", "a%1B$B$%22%1B(Bb"},
        {"ISO-2022-JP", "\x0E\x0F\x1B", "%26%2365533%3B%26%2365533%3B%26%2365533%3B"},
        {"ISO-2022-JP", "\u203E\\", "%1B(J~%1B(B\\"},
        {"GBK", "\u20AC\u4E2D\U0001F600", "%80%D6%D0%26%23128512%3B"},
        {"gb18030", "\u20AC\u4E2D\U0001F600", "%A2%E3%D6%D0%949%FC6"},
        {"gb18030", "\uE5E5", "%26%2358853%3B"},
        {"Big5", "\u4E2D\u2020", "%A4%A4%26%238224%3B"},
        {"EUC-KR", "\uD55C\u2020", "%C7%D1%A2%D3"},
        {"UTF-8", "\u00E9 ", "%C3%A9%20"},
        {"UTF-16LE", "\u00E9", "%C3%A9"},
        {"replacement", "\u00E9", "%C3%A9"},
        {"windows-1252", "a\xFF", "a%26%2365533%3B"}, // no UTF-8
        {"latin1", "\u00E9", std::nullopt},           // a label, and no name
    };
    for (const auto &r : rows)
        EXPECT_EQ(percent_encode_after_encoding(r.encoding, r.text, query), r.encoded) << r.encoding << r.text;
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
