// Host names in any script by the three documents, and how they may be shown.

#include <uniform/idna/internationalized_name.hpp>

#include <array>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform::idna;

// The result of to_ascii() by each of the rules; "!" and a section if it refuses.
struct host_row {
    std::string_view name;
    std::string_view uts46;
    std::string_view idna2008;
    std::string_view browser;
};
std::ostream &operator<<(std::ostream &out, const host_row &r) { return out << r.name; }

std::string made(std::string_view name, rules by) {
    const auto ascii = to_ascii(name, by);
    if (ascii) return *ascii;
    return "!" + std::string{ascii.error().document} + ' ' + std::string{ascii.error().section};
}

class host_names : public testing::TestWithParam<host_row> {};

TEST_P(host_names, to_ascii) {
    const host_row &r = GetParam();
    EXPECT_EQ(made(r.name, rules::uts46), r.uts46);
    EXPECT_EQ(made(r.name, rules::idna2008), r.idna2008);
    EXPECT_EQ(made(r.name, rules::browser), r.browser);
}

const std::string label_of_64(64, 'a');

INSTANTIATE_TEST_SUITE_P(
    rows, host_names,
    testing::Values(
        // US-ASCII
        host_row{"example.org", "example.org", "example.org", "example.org"},
        host_row{"Example.ORG.", "example.org.", "example.org.", "example.org."},
        host_row{"_dmarc.example", "!UTS 46 4.1", "!RFC 5890 2.3.1", "_dmarc.example"},
        host_row{"r3---sn.example", "!UTS 46 4.1", "r3---sn.example", "r3---sn.example"},
        host_row{"-a.example", "!UTS 46 4.1", "!RFC 5890 2.3.1", "-a.example"},
        host_row{"a..b", "!RFC 1034 3.1", "!RFC 1034 3.1", "a..b"},
        host_row{"a b", "!UTS 46 4.1", "!RFC 5890 2.3.1", "!URL Standard 3.3"},
        // UTS 46 maps, RFC 5891 does not.
        host_row{"münchen.example", "xn--mnchen-3ya.example", "xn--mnchen-3ya.example", "xn--mnchen-3ya.example"},
        host_row{"MÜNCHEN.example", "xn--mnchen-3ya.example", "!RFC 5891 5.4", "xn--mnchen-3ya.example"},
        host_row{"mu\u0308nchen.example", "xn--mnchen-3ya.example", "!RFC 5891 5.4", "xn--mnchen-3ya.example"},
        host_row{"例え。テスト", "xn--r8jz45g.xn--zckzah", "!RFC 5891 5.4", "xn--r8jz45g.xn--zckzah"},
        host_row{"ｅｘａｍｐｌｅ.org", "example.org", "!RFC 5891 5.4", "example.org"},
        // UTS 46 1.3.2 and section 7: symbols, and the characters that IDNA2003 mapped.
        host_row{"☕.example", "xn--53h.example", "!RFC 5891 5.4", "xn--53h.example"},
        host_row{"faß.de", "xn--fa-hia.de", "xn--fa-hia.de", "xn--fa-hia.de"},
        // A-labels
        host_row{"XN--MNCHEN-3YA.example", "xn--mnchen-3ya.example", "xn--mnchen-3ya.example",
                 "xn--mnchen-3ya.example"},
        host_row{"xn--a.example", "!UTS 46 4.1", "!RFC 5891 5.4", "xn--a.example"},
        host_row{"xn--a.ä", "!UTS 46 4.1", "!RFC 5891 5.4", "!UTS 46 4.1"},
        // The result of a compatibility mapping would be another host (UTS 46 section 4, UseSTD3ASCIIRules).
        host_row{"℀.example", "!UTS 46 4.1", "!RFC 5891 5.4", "!URL Standard 3.3"},
        // RFC 5893 section 2 is about the whole name: a digit cannot begin a label beside a right-to-left one.
        host_row{"א.example", "xn--4db.example", "xn--4db.example", "xn--4db.example"},
        host_row{"0a.א", "!RFC 5893 2", "!RFC 5893 2", "!RFC 5893 2"},
        host_row{"אa.example", "!RFC 5893 2", "!RFC 5891 5.4", "!RFC 5893 2"},
        // URL Standard 3.5: what ends in a number is an IPv4 address.
        host_row{"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.1"},
        host_row{"0x7f.1", "0x7f.1", "0x7f.1", "127.0.0.1"}, host_row{"127.1.", "127.1.", "127.1.", "127.0.0.1"},
        host_row{"１２７.1", "127.1", "!RFC 5891 5.4", "127.0.0.1"},
        host_row{"comcom.1", "comcom.1", "comcom.1", "!URL Standard 3.5"},
        host_row{"a.0x1", "a.0x1", "a.0x1", "!URL Standard 3.5"}, host_row{"a.09", "a.09", "a.09", "!URL Standard 3.5"},
        host_row{"ü.1", "xn--tda.1", "xn--tda.1", "!URL Standard 3.5"},
        host_row{"1.2.3.4.5", "1.2.3.4.5", "1.2.3.4.5", "!URL Standard 3.5"},
        host_row{"256.1.1.1", "256.1.1.1", "256.1.1.1", "!URL Standard 3.5"}, host_row{"a.1b", "a.1b", "a.1b", "a.1b"},
        host_row{"1.2.", "1.2.", "1.2.", "1.0.0.2"},
        // RFC 1034 3.1, RFC 1035 2.3.4
        host_row{"", "!RFC 1034 3.1", "!RFC 1034 3.1", "!RFC 1034 3.1"},
        host_row{label_of_64, "!RFC 1034 3.1", "!RFC 1034 3.1", label_of_64},
        host_row{"\xFF.example", "!RFC 3629 3", "!RFC 3629 3", "!RFC 3629 3"}));

TEST(host_names, an_error_names_the_label) {
    const auto refused = to_ascii("www.xn--a.example");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().offset, 4);
    EXPECT_EQ(refused.error().size, 5);
    EXPECT_EQ(refused.error().says, "a label that begins with \"xn--\" is not the A-label of what it stands for");
}

TEST(host_names, an_error_names_the_character) {
    struct row {
        std::string_view name;
        rules by;
        std::string_view says;
        std::size_t offset;
    };
    for (const row &r : {row{{"aaa.b\0", 6}, rules::uts46, "the name contains NUL", 5},
                         row{{"aaa.b\0", 6}, rules::idna2008, "the name contains NUL", 5},
                         row{{"\0", 1}, rules::browser, "the name contains NUL", 0},
                         row{"a.\xFF", rules::uts46, "the name is not UTF-8", 2},
                         row{"a.\xC3", rules::browser, "the name is not UTF-8", 2},
                         row{"aaa.b c", rules::uts46, "\" \" is not allowed in a host name", 5},
                         row{"aaa.b\x01", rules::uts46, "U+0001 is not allowed in a host name", 5},
                         row{"aaa.\x1B", rules::idna2008, "U+001B is no letter, digit or hyphen", 4},
                         row{"aaa.\x7F", rules::idna2008, "U+007F is no letter, digit or hyphen", 4},
                         row{"AAA.b c", rules::browser, "the name contains a forbidden domain code point", 5},
                         row{"1.b.3", rules::browser, "a part of an IPv4 address is not a number", 2}}) {
        const auto refused = to_ascii(r.name, r.by);
        ASSERT_FALSE(refused) << r.name;
        EXPECT_EQ(refused.error().says, r.says);
        EXPECT_EQ(refused.error().offset, r.offset) << r.name;
        EXPECT_EQ(refused.error().size, 1) << r.name;
    }
}

TEST(host_names, to_unicode) {
    for (const rules by : {rules::uts46, rules::idna2008, rules::browser}) {
        EXPECT_EQ(to_unicode("www.xn--mnchen-3ya.Example.", by).value(), "www.münchen.example.") << to_string(by);
        EXPECT_EQ(to_unicode("xn--zckzah.example", by).value(), "テスト.example") << to_string(by);
    }
    EXPECT_EQ(to_unicode("xn--a.example", rules::browser).value(), "xn--a.example");
}

TEST(host_names, display) {
    struct row {
        std::string_view name, text, why;
    };
    for (const row &r : {
             row{"xn--mnchen-3ya.example", "münchen.example", ""},
             row{"bücher.example", "bücher.example", ""},
             row{"xn--zckzah.xn--e1aybc", "テスト.тест", ""},
             row{"EXAMPLE.org", "example.org", ""},
             row{"m%C3%BCnchen.example", "m\u00FCnchen.example", ""}, // the host of a URI
             // UTS 39 5.2: "apple" with a Cyrillic letter; 4: a word of Cyrillic letters alone that reads as "apple"
             row{"\u0430pple.example", "xn--pple-43d.example", "\"xn--pple-43d\": it mixes scripts"},
             row{"\u0430\u0440\u0440\u04CF\u0435.example", "xn--80ak6aa92e.example",
                 "\"xn--80ak6aa92e\": it looks like a word in US-ASCII"},
             // UTS 39 3.1: U+0262 is for phonetic notation.
             row{"\u0262oogle.example", "xn--oogle-wmc.example",
                 "\"xn--oogle-wmc\": it has a character that is not for identifiers"},
             row{"xn--a.example", "xn--a.example", "\"xn--a\": it is no valid A-label"},
             row{"a b", "a b", ""},
             row{"", "", ""},
         }) {
        const shown_name shown = display(r.name);
        EXPECT_EQ(shown.text, r.text) << r.name;
        EXPECT_EQ(shown.why, r.why) << r.name;
    }
}

// RFC 3986 3.2.2: percent-encoded octets are UTF-8, and the name is transformed to its IDNA form before it is looked
// up.
TEST(host_names, lookup_name) {
    struct row {
        std::string_view host, name;
    };
    for (const row &r : {
             row{"m%C3%BCnchen.example", "xn--mnchen-3ya.example"},
             row{"münchen.example", "xn--mnchen-3ya.example"},
             row{"ex%61mple.org", "example.org"},
             row{"WWW.Example.ORG", "www.example.org"},
             row{"my_host", "my_host"},
             row{"r3---sn.example", "r3---sn.example"},
             row{"192.0.2.1", "192.0.2.1"},
             row{"[::1]", "[::1]"},
             row{"", ""},
             row{"a..b", "a..b"},
             row{"xn--a", "xn--a"},
             row{"a%2Fb", "!RFC 3986 3.2.2"},
             row{"a%00b", "!RFC 3986 3.2.2"},
             row{"comcom.1", "comcom.1"},
             row{"0x7f.1", "0x7f.1"},
             row{"ü.1", "xn--tda.1"},
             row{"１２７.1", "127.1"},
             row{"%FF.example", "!RFC 3986 3.2.2"},
             row{"%E2%84%80.example", "!URL Standard 3.3"}, // U+2100, which is mapped to "a/c"
         }) {
        const auto name = lookup_name(r.host);
        EXPECT_EQ(name ? *name : "!" + std::string{name.error().document} + ' ' + std::string{name.error().section},
                  r.name)
            << r.host;
    }
}

// By other rules than those of browsers, every label is judged: the rows of to_ascii() above.
TEST(host_names, lookup_name_by_uts46) {
    struct row {
        std::string_view host, name;
    };
    for (const row &r : {
             row{"WWW.Example.com", "www.example.com"},
             row{"m%C3%9CNCHEN.example", "xn--mnchen-3ya.example"},
             row{"192.0.2.1", "192.0.2.1"},
             row{"[2001:DB8::1]", "[2001:DB8::1]"},
             row{"xn--a", "!UTS 46 4.1"},
             row{"-a.com", "!UTS 46 4.1"},
             row{"a..b", "!RFC 1034 3.1"},
             row{"my_host", "!UTS 46 4.1"},
             row{"r3---sn.example", "!UTS 46 4.1"},
             row{"a%2Fb", "!RFC 3986 3.2.2"},
         }) {
        const auto name = lookup_name(r.host, rules::uts46);
        EXPECT_EQ(name ? *name : "!" + std::string{name.error().document} + ' ' + std::string{name.error().section},
                  r.name)
            << r.host;
    }
}

} // namespace
