// A URN for people (RFC 8141 2.2, 3.2): what is decoded for showing, what never is, and which letters are remarked on.

#include <uniform/urn/display.hpp>

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <uniform/uri/parse.hpp>

#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;

urn_display of(const std::string &text) { return display_urn(parse_urn(text).value()); }

TEST(urn_display, the_confusable_example_of_rfc_8141_3_2) {
    const urn_display cyrillic = of("urn:example:%D0%B0123,z456");
    const urn_display latin = of("urn:example:a123,z456");
    EXPECT_EQ(cyrillic.canonical, "urn:example:%D0%B0123,z456");
    EXPECT_EQ(cyrillic.shown, "«urn:example:а123,z456»"); // U+0430
    EXPECT_TRUE(cyrillic.decoded);
    ASSERT_EQ(cyrillic.remarks.size(), 1U);
    EXPECT_EQ(cyrillic.remarks[0].offset, 12U);
    EXPECT_EQ(cyrillic.remarks[0].character, U'\u0430');
    EXPECT_EQ(cyrillic.remarks[0].script, script::cyrillic);
    EXPECT_EQ(cyrillic.remarks[0].looks_like, 'a');
    EXPECT_FALSE(cyrillic.remarks[0].mixed);
    EXPECT_EQ(latin.shown, "«urn:example:a123,z456»");
    EXPECT_FALSE(latin.decoded);
    EXPECT_TRUE(latin.remarks.empty());
    EXPECT_NE(cyrillic.shown, latin.shown);
}

TEST(urn_display, shows_valid_utf_8_and_keeps_the_rest) {
    const struct {
        const char *urn;
        const char *shown;
    } rows[] = {
        {"urn:example:caf%C3%A9", "«urn:example:café»"},
        {"URN:Example:%E6%9B%B8%E7%B1%8D", "«URN:Example:書籍»"},
        {"urn:example:%F0%9F%93%9A", "«urn:example:📚»"},
        {"urn:example:%c3%a9", "«urn:example:é»"},
        {"urn:nzl:x:M%C4%81ori", "«urn:nzl:x:Māori»"},
        {"urn:example:a%3Ab%2Fc%25%41", "«urn:example:a%3Ab%2Fc%25%41»"},       // ASCII is never decoded
        {"urn:example:%00%0A%20%7F", "«urn:example:%00%0A%20%7F»"},             // controls, space
        {"urn:example:%C2%85%C2%A0", "«urn:example:%C2%85%C2%A0»"},             // C1, no-break space
        {"urn:example:%C3%28", "«urn:example:%C3%28»"},                         // malformed
        {"urn:example:%C3", "«urn:example:%C3»"},                               // cut off
        {"urn:example:%C0%AF", "«urn:example:%C0%AF»"},                         // overlong "/"
        {"urn:example:%E0%80%AF", "«urn:example:%E0%80%AF»"},                   // overlong
        {"urn:example:%F0%80%80%AF", "«urn:example:%F0%80%80%AF»"},             // overlong
        {"urn:example:%ED%A0%80", "«urn:example:%ED%A0%80»"},                   // surrogate
        {"urn:example:%F4%90%80%80", "«urn:example:%F4%90%80%80»"},             // beyond U+10FFFF
        {"urn:example:%E2%80%AE", "«urn:example:%E2%80%AE»"},                   // RIGHT-TO-LEFT OVERRIDE
        {"urn:example:%E2%80%8B", "«urn:example:%E2%80%8B»"},                   // ZERO WIDTH SPACE
        {"urn:example:%C2%AD", "«urn:example:%C2%AD»"},                         // SOFT HYPHEN
        {"urn:example:%EF%BB%BF", "«urn:example:%EF%BB%BF»"},                   // BYTE ORDER MARK
        {"urn:example:%E3%80%80", "«urn:example:%E3%80%80»"},                   // IDEOGRAPHIC SPACE
        {"urn:example:e%CC%81", "«urn:example:e%CC%81»"},                       // COMBINING ACUTE ACCENT
        {"urn:example:%C2%BB", "«urn:example:%C2%BB»"},                         // the mark itself
        {"urn:example:%EF%BC%9A%E2%88%95", "«urn:example:%EF%BC%9A%E2%88%95»"}, // look like ":" and "/"
        {"urn:example:%EE%80%80", "«urn:example:%EE%80%80»"},                   // private use
        {"urn:example:%EF%BF%BE", "«urn:example:%EF%BF%BE»"},                   // a noncharacter
        {"urn:example:%F3%A0%81%81", "«urn:example:%F3%A0%81%81»"},             // a tag
        {"urn:example:x?+%C3%A9?=%C3%A8#%C3%AA", "«urn:example:x?+é?=è#ê»"},    // components stay
    };
    for (const auto &row : rows) {
        const urn_display d = of(row.urn);
        EXPECT_EQ(d.shown, row.shown) << row.urn;
        EXPECT_EQ(d.canonical, row.urn);
    }
}

TEST(urn_display, isolates_what_runs_from_right_to_left) {
    EXPECT_EQ(of("urn:example:%D7%90%D7%91:1").shown, "«urn:example:\u2068\u05D0\u05D1\u2069:1»");
    EXPECT_EQ(of("urn:example:a%D7%90%C3%A9").shown, "«urn:example:a\u2068\u05D0\u2069é»");
    EXPECT_EQ(of("urn:example:%D8%A7").shown, "«urn:example:\u2068\u0627\u2069»");
}

TEST(urn_display, remarks_on_letters_that_mislead) {
    // "p" and Cyrillic letters in one word
    const urn_display mixed = of("urn:example:p%D0%B0ypal");
    ASSERT_EQ(mixed.remarks.size(), 1U);
    EXPECT_TRUE(mixed.remarks[0].mixed);
    EXPECT_EQ(mixed.remarks[0].looks_like, 'a');
    // a word of Cyrillic letters, none of which is taken for another
    EXPECT_TRUE(of("urn:example:%D0%B6%D1%89").remarks.empty());
    // a French word is one script
    EXPECT_TRUE(of("urn:example:caf%C3%A9").remarks.empty());
    // a Greek omicron by itself, a full-width digit, a mathematical letter
    EXPECT_EQ(of("urn:example:%CE%BF").remarks.at(0).looks_like, 'o');
    EXPECT_EQ(of("urn:example:%EF%BC%91").remarks.at(0).looks_like, '1');
    EXPECT_EQ(of("urn:example:%F0%9D%90%9A").remarks.at(0).looks_like, 'a');
    // signs end a word
    EXPECT_TRUE(of("urn:example:a-%D0%B6").remarks.empty());
    EXPECT_EQ(of("urn:example:a%D0%B6").remarks.size(), 1U);
    // in a component too
    EXPECT_EQ(of("urn:example:a#%D0%B0").remarks.at(0).offset, 14U);
}

TEST(urn_display, scripts) {
    EXPECT_EQ(script_of(U'a'), script::latin);
    EXPECT_EQ(script_of(U'1'), script::common);
    EXPECT_EQ(script_of(U'\u00F7'), script::common); // the division sign among Latin letters
    EXPECT_EQ(script_of(U'\u03B1'), script::greek);
    EXPECT_EQ(script_of(U'\u0430'), script::cyrillic);
    EXPECT_EQ(script_of(U'\u4E00'), script::han);
    EXPECT_EQ(script_of(U'\u3042'), script::kana);
    EXPECT_EQ(script_of(U'\uAC00'), script::hangul);
    EXPECT_EQ(script_of(U'\u2014'), script::common);
    EXPECT_EQ(to_string(script::cyrillic), "Cyrillic");
    EXPECT_EQ(to_string(script::other), "other");
    for (char32_t c = 0; c < 0x80; ++c) EXPECT_EQ(ascii_look_alike(c), '\0');
}

// No parser takes the display form for a URN or a URI, the canonical form is kept byte for byte, and what was not
// decoded is seen unchanged.
TEST(urn_display, cannot_be_taken_for_the_canonical_form) {
    std::mt19937 random{8141}; // NOLINT: the same every time
    std::vector<std::string> texts = namespace_data::valid();
    for (int i = 0; i < 2000; ++i) {
        std::string text = "urn:example:x";
        for (auto left = random() % 12; left > 0; --left) {
            if (random() % 3 == 0) {
                text += "az19-:"[random() % 6];
            } else {
                constexpr std::string_view hex = "0123456789ABCDEF";
                // mostly lead and continuation bytes, so that characters come about
                text += '%';
                text += random() % 2 == 0 ? hex[8 + random() % 8] : hex[random() % 16];
                text += hex[random() % 16];
            }
        }
        texts.push_back(text);
    }
    std::size_t decoded = 0;
    for (const std::string &text : texts) {
        const urn_display d = of(text);
        EXPECT_EQ(d.canonical, text);
        EXPECT_FALSE(parse_urn(d.shown)) << d.shown;
        EXPECT_FALSE(parse_uri_reference(d.shown)) << d.shown;
        EXPECT_TRUE(d.shown.starts_with("«" + text.substr(0, 4))) << d.shown; // the scheme is seen
        EXPECT_TRUE(d.shown.ends_with("»"));
        EXPECT_EQ(std::ranges::count(d.shown, ':'), std::ranges::count(text, ':')) << text;
        EXPECT_EQ(std::ranges::count(d.shown, '/'), std::ranges::count(text, '/')) << text;
        EXPECT_TRUE(d.decoded || d.shown == "«" + text + "»") << d.shown;
        decoded += d.decoded ? 1 : 0;
    }
    EXPECT_GT(decoded, 100U);
}

TEST(urn_display, is_converted_back) { // RFC 8141 4.4
    const struct {
        const char *shown, *urn;
    } rows[] = {
        {"urn:example:\xE2\x82\xAC", "urn:example:%E2%82%AC"},
        {" \xC2\xABurn:example:\xD0\xB0"
         "123?=\xC3\xA9#\xC3\xBC\xC2\xBB",
         "urn:example:%D0%B0123?=%C3%A9#%C3%BC"},
        {"URN:Example:a%2C", "URN:Example:a%2C"},
        {"urn:example:\xE2\x81\xA8\xD7\x90\xE2\x81\xA9z", "urn:example:%D7%90z"},
    };
    for (const auto &row : rows) {
        const auto u = urn_from_display(row.shown);
        ASSERT_TRUE(u) << row.shown;
        EXPECT_EQ(u->text(), row.urn);
        const auto again = urn_from_display(display_urn(*u).shown);
        ASSERT_TRUE(again) << row.shown;
        EXPECT_EQ(again->text(), row.urn);
    }
    const auto wrong = [](std::string_view shown) { return urn_from_display(shown).error(); };
    EXPECT_EQ(wrong("urn:example:\xE2\x82\xAC c").offset, 15U);
    EXPECT_EQ(wrong("urn:example:a\xFF").offset, 13U);
    EXPECT_EQ(wrong("http://a/").code, urn::parse("http://a/").error().code);
}

} // namespace
