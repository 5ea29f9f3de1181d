// The checks that need the properties of characters: internationalized names, look-alikes, normal forms.

#include <algorithm>
#include <ctime>
#include <string>

#include <uniform/unicode/icu.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/share.hpp"
#include "lint/rows.hpp"

namespace uniform::test {
namespace {

const lint_options with_icu{.unicode = &icu_checks()};

const lint_row rows[]{
    {"RFC 5890 2.3.2.1: the U-label", "http://xn--bcher-kva.example/", "idna-label", "xn--bcher-kva.example", "",
     "b\xC3\xBC"
     "cher"},
    {"RFC 5890 2.3.2.1: the A-label",
     "http://b\xC3\xBC"
     "cher.example/",
     "unicode-label",
     "b\xC3\xBC"
     "cher.example",
     "http://xn--bcher-kva.example/", "xn--bcher-kva"},
    {"RFC 5890 2.3.2.1: percent-encoded", "http://b%C3%BCcher.example/", "unicode-label", "b%C3%BCcher.example",
     "http://xn--bcher-kva.example/"},
    {"RFC 3490 3.1: other dots",
     "http://b\xC3\xBC"
     "cher\xE3\x80\x82"
     "example/",
     "unicode-label",
     "b\xC3\xBC"
     "cher\xE3\x80\x82"
     "example",
     "http://xn--bcher-kva.example/"},
    {"RFC 5891 5.4", "http://xn--a.example/", "idna-invalid", "xn--a.example", ""},
    {"RFC 5892 2.6: emoji need no permission, symbols have none", "http://xn--a-ecp.example/", "idna-invalid",
     "xn--a-ecp.example"},
    {"RFC 5894 7.2", "http://fa\xC3\x9F.example/", "idna-deviation", "fa\xC3\x9F.example",
     "http://xn--fa-hia.example/"},
    {"RFC 5894 7.2", "http://xn--fa-hia.example/", "idna-label", "xn--fa-hia.example"},
    {"RFC 3987 8", "http://xn--80ak6aa92e.com/", "confusable", "xn--80ak6aa92e.com"},
    {"RFC 3987 8", "http://xn--pple-43d.com/", "mixed-scripts", "xn--pple-43d.com", {}, "Cyrillic"},
    {"RFC 3987 8", "http://xn--pple-43d.com/", "confusable", "xn--pple-43d.com", {}, "\"apple\""},
    {"RFC 3987 8", "http://h.example/%CE%BF%D0%BF", "mixed-scripts", "%CE%BF%D0%BF", "", "Cyrillic, Greek"},
    {"RFC 3987 8: a language", "http://h.example/caf%C3%A9/na%C3%AFve", ""},
    {"RFC 3987 8: a language", "http://h.example/%E6%97%A5%E6%9C%AC%E8%AA%9Eabc", ""},
    {"RFC 3987 8: a language", "http://h.example/%D8%B3%D9%84%D8%A7%D9%85", ""},
    {"RFC 5890 2.3.2.1: mapped to a delimiter", "http://evil.c\xE2\x84\x80.example/", "idna-invalid",
     "evil.c\xE2\x84\x80.example", "", "is mapped to \"ca/c\", and \"/\""},
    {"RFC 5890 2.3.2.1: mapped to a delimiter", "http://evil.c\xE2\x84\x80.example/", "non-ascii", "\xE2\x84\x80", ""},
    {"RFC 5890 2.3.2.1: mapped to a delimiter",
     "http://www.example.com\xEF\xBC\x8F"
     "evil.example/",
     "idna-invalid",
     "www.example.com\xEF\xBC\x8F"
     "evil.example",
     "", "\"com/evil\""},
    {"RFC 5890 2.3.2.1: mapped to a delimiter",
     "http://www.example.com\xEF\xBC\x8F"
     "evil.example/",
     "non-ascii", "\xEF\xBC\x8F", ""},
    {"RFC 5890 2.3.2.1: mapped to a delimiter",
     "http://www.example.com\xEF\xBC\xA0"
     "evil.example/",
     "non-ascii", "\xEF\xBC\xA0", ""},
    {"RFC 5890 2.3.2.1: an explanation has no control character", "http://\x01lb\xC3\xBC/", "idna-invalid",
     "\x01lb\xC3\xBC", "", "\"<U+0001>lb\xC3\xBC\" is not a valid label: it has U+0001"},
    {"RFC 5890 2.3.2.1: an explanation has no control character", "http://b\xC3\xBC\x7F/", "idna-invalid",
     "b\xC3\xBC\x7F", "", "it has U+007F"},
    {"RFC 3986 7.4: mapped digits", "http://\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1/", "rare-ipv4",
     "\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1", "http://127.0.0.1/"},
};

TEST(lint_unicode, rows) {
    for (const lint_row &row : rows) check_row(row, with_icu);
}

TEST(lint_unicode, rows_keep_the_properties) {
    for (const lint_row &row : rows) check_properties(row.text, with_icu);
}

TEST(lint_unicode, labels) {
    const auto &icu = icu_checks();
    EXPECT_EQ(icu.label_of("example").ascii, "example");
    EXPECT_EQ(icu.label_of("XN--BCHER-KVA").unicode, "b\xC3\xBC"
                                                     "cher");
    EXPECT_FALSE(icu.label_of("").why_not.empty());
    EXPECT_FALSE(icu.label_of(std::string(300, 'a') + "\xC3\xBC").why_not.empty());
    EXPECT_FALSE(icu.label_of(std::string_view{"a\0\xC3\xBC", 4}).why_not.empty());
    EXPECT_FALSE(icu.label_of("\xFF\xFE").why_not.empty());
}

TEST(lint_unicode, words) {
    const auto &icu = icu_checks();
    EXPECT_EQ(icu.spoofing_of("\xD0\xB0"
                              "123")
                  .looks_like,
              "a123");
    EXPECT_TRUE(icu.spoofing_of("caf\xC3\xA9").looks_like.empty());
    EXPECT_TRUE(icu.spoofing_of("1\xD9\xA1").mixed_numbers); // ARABIC-INDIC DIGIT ONE
    EXPECT_TRUE(icu.spoofing_of("\xFF").looks_like.empty());
}

// Ten times the host, ten times the time; and a name that the DNS could not hold is not converted at all.
TEST(lint_unicode, linear_time) {
    std::uint64_t n = 0;
    for (const std::string piece : {"\xC3\xBC.", "xn--bcher-kva.", "\xC3\xBC", "\xE3\x80\x82", "\xD0\xB0", "\xD0\xB0/",
                                    "%D0%B0.", "%D0%B0a/", "xn--", "\xC2\xAD"}) {
        if (!in_share(n++, 3)) continue;
        const auto seconds = [&](std::size_t size) {
            std::string text = "http://";
            while (text.size() < size) text += piece;
            const std::clock_t start = std::clock(); // of the processor: other work does not count
            EXPECT_FALSE(lint(text, with_icu).empty());
            return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        };
        const double small = seconds(12'000);
        const double large = seconds(120'000);
        EXPECT_LT(small, 5) << piece;
        EXPECT_LT(large, 40 * small + 0.5) << piece;
    }
}

TEST(lint_unicode, names_that_no_dns_holds_stay_as_they_are) {
    std::string name;
    while (name.size() < 300) name += "xn--bcher-kva.";
    const auto findings = lint("http://" + name + "example/", with_icu);
    EXPECT_TRUE(std::ranges::any_of(findings, [](const auto &f) { return f.check == lint_check::long_host_name; }));
    EXPECT_TRUE(std::ranges::none_of(findings, [](const auto &f) { return f.explanation.contains("\xC3\xBC"); }));
}

RC_GTEST_PROP(lint_unicode_properties, any_host, ()) {
    static const std::vector<std::string> pieces{
        "a",      "xn--",         "-", ".",   "\xC3\x9F",     "\xCF\x82",         "\xD0\xB0",
        "%D0%B0", "\xE2\x80\x8D", "1", "kva", "\xE3\x80\x82", "\xF0\x9F\x98\x80", "\xD7\x90",
        "\xFF",   "bcher-"};
    const auto chosen = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces));
    std::string text = "http://";
    for (const std::string &piece : chosen) text += piece;
    check_properties(text + "/", with_icu);
    RC_ASSERT(!testing::Test::HasFailure());
}

} // namespace
} // namespace uniform::test
