// UTS 46 with the parameters of the URL Standard and with the strictest.

#include <uniform/idna/uts46.hpp>

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform::idna;
using enum uts46_error;

// URL Standard, "domain parser ToASCII" with beStrict false.
constexpr uts46_options relaxed{.check_hyphens = false, .use_std3 = false, .verify_dns_length = false};

struct row {
    std::string_view name;
    std::string_view ascii; // relaxed; "" when there are errors
    uts46_error relaxed;    // its errors
    uts46_error strict;     // with all checks
};
std::ostream &operator<<(std::ostream &out, const row &r) { return out << r.name; }

class uts46 : public testing::TestWithParam<row> {};

TEST_P(uts46, to_ascii) {
    const auto &r = GetParam();
    const auto relaxed_result = uts46_to_ascii(r.name, relaxed);
    EXPECT_EQ(relaxed_result.errors, r.relaxed);
    if (relaxed_result.ok()) {
        EXPECT_EQ(relaxed_result.text, r.ascii);
    }
    EXPECT_EQ(uts46_to_ascii(r.name).errors, r.strict);
}

INSTANTIATE_TEST_SUITE_P(
    rows, uts46,
    testing::Values(
        row{"B\u00FCcher.example", "xn--bcher-kva.example", none, none},
        row{"fa\u00DF.example", "xn--fa-hia.example", none, none}, // URL Standard, "Hosts"
        row{"fa\u1E9E.example", "xn--fa-hia.example", none, none}, // UTS 46 section 4 step 1
        row{"\u2615.example", "xn--53h.example", none, none},      // URL Standard, "IDNA"
        row{"\u65E5\u672C\u3002example", "xn--wgv71a.example", none, none},
        row{"\uFF37\uFF37\uFF37.example", "www.example", none, none},
        row{"a\u00AD.example", "a.example", none, none}, // SOFT HYPHEN is ignored
        row{"\u00AD", "", none, empty_label}, row{"a..\u00E9", "a..xn--9ca", none, empty_label},
        row{"\u00E9.", "xn--9ca.", none, empty_label}, // the root label, by revision 31 of UTS 46
        row{"-\u00E9-", "xn-----bja", none, hyphen}, row{"ab--\u00E9", "xn--ab---epa", none, hyphen},
        row{"a_\u00E9", "xn--a_-cja", none, disallowed},
        row{"\u2260.example", "xn--1ch.example", none, none}, // allowed since revision 31
        row{"\u0301a", "", leading_combining_mark, leading_combining_mark}, row{"\uFFFD", "", disallowed, disallowed},
        row{"\xFF\u00E9", "", disallowed, disallowed}, // not UTF-8
        row{"xn--\u00E9", "", punycode, punycode}, row{"xn--bcher-kva.\u00E9", "xn--bcher-kva.xn--9ca", none, none},
        row{"xn--8i7caa.\u00E9", "", invalid_ace_label, invalid_ace_label}, // decodes to full-width letters
        row{"xn--abc-.\u00E9", "", invalid_ace_label, invalid_ace_label},   // decodes to ASCII
        row{"xn--.\u00E9", "", invalid_ace_label, invalid_ace_label}, row{"\u05D0a", "", bidi, bidi},
        row{"a\u200Db", "", joiner, joiner}, row{"\u0915\u094D\u200D\u0937", "xn--11b2ezcw70k", none, none}));

TEST(uts46_limits, labels_of_any_length_without_verify_dns_length) {
    std::string name;
    for (int i = 0; i < 300; ++i) name += "\u00FC";
    EXPECT_TRUE(uts46_to_ascii(name, relaxed).ok());
    EXPECT_EQ(uts46_to_ascii(name).errors, label_too_long | name_too_long);
    EXPECT_EQ(uts46_to_ascii(std::string(uts46_longest + 1, 'a'), relaxed).errors, input_too_long);
}

// UTS 46 section 6, table 4: the deviation characters.
TEST(uts46_transitional, maps_deviation_characters) {
    EXPECT_EQ(uts46_to_ascii("fa\u00DF", {.transitional = true}).text, "fass");
    EXPECT_EQ(uts46_to_ascii("fa\u1E9E", {.transitional = true}).text, "fass");
    EXPECT_EQ(uts46_to_ascii("a\u200Cb\u200D", {.transitional = true}).text, "ab");
    EXPECT_EQ(uts46_to_ascii("\u03B2\u03CC\u03BB\u03BF\u03C2", {.transitional = true}).text, "xn--nxasmq6b");
    EXPECT_EQ(uts46_to_ascii("\u03B2\u03CC\u03BB\u03BF\u03C2").text, "xn--nxasmm1c");
    // A label that is encoded already is not mapped.
    EXPECT_EQ(uts46_to_ascii("xn--fa-hia", {.transitional = true}).text, "xn--fa-hia");
}

TEST(uts46_to_unicode, decodes_and_records_errors) {
    EXPECT_EQ(uts46_to_unicode("xn--bcher-kva.example").text, "b\u00FCcher.example");
    EXPECT_TRUE(uts46_to_unicode("xn--bcher-kva.example").ok());
    EXPECT_FALSE(uts46_to_unicode("xn--8i7caa", relaxed).ok());
    EXPECT_FALSE(uts46_to_unicode("xn--a", relaxed).ok());
}

} // namespace
