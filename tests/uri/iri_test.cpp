// RFC 3987, section by section: parsing, conversion, normalization and comparison of IRIs. Rows are named by section.

#include <uniform/uri/compare.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/uri.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "syntax/kernels.hpp"

namespace {

using namespace uniform;

using text = std::string_view;
constexpr parse_options iris{.edition = edition::rfc3987};

// A base for what an error's place does not depend on the length of the text.
class iri_parsing : public testing::TestWithParam<detail::named_kernel> {
protected:
    void SetUp() override { detail::use_kernel(GetParam()); }
    void TearDown() override { detail::use_kernel(detail::available_kernels().back()); }
};
INSTANTIATE_TEST_SUITE_P(kernels, iri_parsing, testing::ValuesIn(detail::available_kernels()),
                         [](const auto &it) { return std::string{it.param.name}; });

struct valid_row {
    text source, input, host, path, query, fragment;
};
const valid_row valid_rows[] = {
    {"3.1", "http://résumé.example.org", "résumé.example.org", "", "", ""},
    {"3.1", "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org", "validator.w3.org", "/check",
     "uri=http%3A%2F%2Frésumé.example.org", ""},
    {"3.1", "http://www.example.org/red%09rosé#red", "www.example.org", "/red%09rosé", "", "red"},
    {"3.1: beyond the BMP", "http://example.com/\U00010300\U00010301\U00010302", "example.com",
     "/\U00010300\U00010301\U00010302", "", ""},
    {"3.2.1", "http://納豆.example.org/%E2%80%AE", "納豆.example.org", "/%E2%80%AE", "", ""},
    {"4.4, example 3", "http://אב.גד.הו/זח/טי/כל?מנ=סע;פצ=קר#שת", "אב.גד.הו", "/זח/טי/כל", "מנ=סע;פצ=קר", "שת"},
    {"5.3.2", "example://a/b/c/%7Bfoo%7D/rosé", "a", "/b/c/%7Bfoo%7D/rosé", "", ""},
    {"5.3.2.2: NFC", "http://www.example.org/résumé.html", "www.example.org", "/résumé.html", "", ""},
    {"5.3.2.2: not NFC", "http://www.example.org/re\u0301sume\u0301.html", "www.example.org",
     "/re\u0301sume\u0301.html", "", ""},
    {"6.4", "http://www.example.org/r%E9sum%E9.xml#résumé", "www.example.org", "/r%E9sum%E9.xml", "", "résumé"},
    {"2.2: iprivate in iquery", "http://h/?\uE000\uF8FF\U000F0000\U0010FFFD", "h", "/",
     "\uE000\uF8FF\U000F0000\U0010FFFD", ""},
    {"2.2: the borders of ucschar", "http://h/\u00A0\uD7FF\uF900\uFDCF\uFDF0\uFFEF", "h",
     "/\u00A0\uD7FF\uF900\uFDCF\uFDF0\uFFEF", "", ""},
    {"2.2: the borders of ucschar", "http://h/\U00010000\U0001FFFD\U000D0000\U000DFFFD\U000E1000\U000EFFFD", "h",
     "/\U00010000\U0001FFFD\U000D0000\U000DFFFD\U000E1000\U000EFFFD", "", ""},
    {"2.2: more than one block",
     "https://пример.испытание/путь/который/длиннее/одного/блока/и/даже/двух/блоков/подряд?ключ=значение#конец",
     "пример.испытание", "/путь/который/длиннее/одного/блока/и/даже/двух/блоков/подряд", "ключ=значение", "конец"},
};

TEST_P(iri_parsing, components) {
    for (const valid_row &r : valid_rows) {
        const auto parsed = parse_iri(r.input);
        ASSERT_TRUE(parsed) << r.source << ' ' << r.input << ' ' << parsed.error().offset;
        EXPECT_EQ(parsed->edition(), edition::rfc3987);
        EXPECT_EQ(parsed->host().value_or("-"), r.host);
        EXPECT_EQ(parsed->host_type(), host_type::reg_name);
        EXPECT_EQ(parsed->path(), r.path);
        EXPECT_EQ(parsed->query().value_or(""), r.query);
        EXPECT_EQ(parsed->fragment().value_or(""), r.fragment);
        EXPECT_FALSE(parse_uri(r.input)) << "RFC 3986 2: " << r.input;
        EXPECT_TRUE(parse_iri_reference(r.input));
        EXPECT_FALSE(parse_irelative_ref(r.input));
        EXPECT_EQ(parse_absolute_iri(r.input).has_value(), !parsed->fragment());
    }
}

TEST_P(iri_parsing, irelative_ref) {
    const auto parsed = parse_irelative_ref("../é?ü#ö");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->path(), "../é");
    EXPECT_FALSE(parse_iri("../é"));
    EXPECT_EQ(parse_irelative_ref("é:a").error().code, error_code::colon_in_first_segment);
}

struct invalid_row {
    text source, input;
    std::uint64_t offset;
    error_code code;
    text rule;
};
const invalid_row invalid_rows[] = {
    {"2.2: not ucschar", "http://h/a\uFFFE", 10, error_code::invalid_character, "ipath-abempty"},
    {"2.2: not ucschar", "http://h/\uFDD0", 9, error_code::invalid_character, "ipath-abempty"},
    {"2.2: not ucschar", "http://h/\uFDEF", 9, error_code::invalid_character, "ipath-abempty"},
    {"2.2: not ucschar", "http://h/\uFFF0", 9, error_code::invalid_character, "ipath-abempty"},
    {"2.2: not ucschar: C1", "http://h/a\u0085b", 10, error_code::invalid_character, "ipath-abempty"},
    {"2.2: not ucschar", "http://h/?\U0001FFFE", 10, error_code::invalid_character, "iquery"},
    {"2.2: tags", "http://h/#\U000E0041", 10, error_code::invalid_character, "ifragment"},
    {"2.2: iprivate only in iquery", "http://h/\uE000", 9, error_code::invalid_character, "ipath-abempty"},
    {"2.2: iprivate only in iquery", "http://\uE000/", 7, error_code::invalid_character, "ireg-name"},
    {"2.2: iprivate only in iquery", "http://h/#\U000F0000", 10, error_code::invalid_character, "ifragment"},
    {"2.2: iprivate only in iquery", "http://h/\U00100000?\U00100000", 9, error_code::invalid_character,
     "ipath-abempty"},
    {"2.2: iuserinfo", "http://é\uE000@h/", 9, error_code::invalid_character, "iuserinfo"},
    {"2.2: port", "http://h:é/", 9, error_code::invalid_port, "port"},
    {"2.2: scheme", "é://h/", 0, error_code::invalid_scheme, "scheme"},
    {"2.2: IP-literal", "http://[::é]/", 10, error_code::invalid_ip_literal, "IPv6address"},
    {"3.1: a space", "http://h/é b", 11, error_code::invalid_character, "ipath-abempty"},
    {"RFC 3629 3: overlong", "http://h/é\xC0\xAF..", 11, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: overlong", "http://h/\xE0\x9F\xBF", 9, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: overlong", "http://h/\xF0\x8F\xBF\xBF", 9, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: surrogates", "http://h/\xED\xA0\x80\xED\xB0\x80", 9, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: beyond U+10FFFF", "http://h/?\xF4\x90\x80\x80", 10, error_code::invalid_utf8, "iquery"},
    {"RFC 3629 3: beyond U+10FFFF", "http://h/?\xF9\x80\x80\x80", 10, error_code::invalid_utf8, "iquery"},
    {"RFC 3629 3: cut off", "http://h/é\xE3\x81", 11, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: cut off", "http://h/\xE3\x81/", 9, error_code::invalid_utf8, "ipath-abempty"},
    {"RFC 3629 3: a continuation alone", "http://h/\x80", 9, error_code::invalid_utf8, "ipath-abempty"},
    {"6.4: ISO 8859-1", "http://www.example.org/r\xE9sum\xE9.html", 24, error_code::invalid_utf8, "ipath-abempty"},
};

TEST_P(iri_parsing, errors) {
    for (const invalid_row &r : invalid_rows) {
        const auto parsed = parse_iri(r.input);
        ASSERT_FALSE(parsed) << r.source << ' ' << r.input;
        EXPECT_EQ(parsed.error().offset, r.offset) << r.source << ' ' << r.input;
        EXPECT_EQ(parsed.error().code, r.code) << r.source << ' ' << r.input << ' ' << to_string(parsed.error().code);
        EXPECT_EQ(to_string(parsed.error().rule, edition::rfc3987), r.rule) << r.input;
        EXPECT_EQ(parsed.error().document(), "RFC 3987");
        EXPECT_EQ(parsed.error().section(), "2.2");
    }
}

// At each place of a block and around its borders, whole and broken.
TEST_P(iri_parsing, characters_at_every_place) {
    for (const text one : {"é", "あ", "\U0001F600", "\u0E01", "\uD7A3", "\uFF01"}) {
        for (std::size_t before = 0; before < 140; ++before) {
            std::string all = "http://h/" + std::string(before, 'a') + std::string{one} + "z";
            EXPECT_TRUE(parse_iri(all)) << all;
            all += std::string{one}.substr(0, one.size() - 1);
            const auto broken = parse_iri(all);
            ASSERT_FALSE(broken) << all;
            EXPECT_EQ(broken.error().code, error_code::invalid_utf8);
            EXPECT_EQ(broken.error().offset, all.size() - one.size() + 1);
        }
    }
}

TEST(iri, messages) {
    const auto shown = [](text input) { return message(parse_iri(input).error(), input); };
    EXPECT_EQ(shown("http://h/\uFFFE"), "U+FFFE is not allowed here");
    EXPECT_EQ(shown("http://h/\U000F0000"), "U+F0000 is not allowed here");
    EXPECT_EQ(shown("http://h/\xFF"), "these bytes are not UTF-8");
    EXPECT_EQ(
        print(parse_iri("http://é/\uFFFE").error(), "http://é/\uFFFE"),
        "http://é/\uFFFE\n         ^\nU+FFFE is not allowed here: ipath-abempty, RFC 3987 section 2.2 (offset 10)\n");
}

TEST(iri, constant_expressions) {
    static_assert(parse_iri("http://r\xC3\xA9sum\xC3\xA9.example.org")->host() == "r\xC3\xA9sum\xC3\xA9.example.org");
    static_assert(!parse_iri("http://h/\xEF\xBF\xBE"));
    static_assert(is_ucschar(0xA0) && !is_ucschar(0x9F) && !is_ucschar(0xE000) && !is_ucschar(0x7E));
    static_assert(is_iprivate(0x10FFFD) && !is_iprivate(0x10FFFE) && !is_iprivate(0xF900));
    static_assert(generic(edition::rfc3987) == edition::rfc3987 && edition_from_string("rfc3987") == edition::rfc3987);
}

// 3.1, 3.2: the columns are the two directions; an empty one is not stated by the document.
struct conversion_row {
    text source, iri, uri;
};
const conversion_row to_uri_rows[] = {
    {"3.1", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"},
    {"3.1", "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
     "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org"},
    {"3.1", "http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"},
    {"3.1", "http://example.com/\U00010300\U00010301\U00010302",
     "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"},
    {"3.1: no normalization", "Vi\u00EA\u0323t%20Nam", "Vi%C3%AA%CC%A3t%20Nam"},
    {"3.1: no normalization", "Vi\u1EC7t%20Nam", "Vi%E1%BB%87t%20Nam"},
    {"3.1: iprivate", "http://h/?\U00100000", "http://h/?%F4%80%80%80"},
    {"3.1: identity for URIs", "http://u:p@h:80/%7e%c3%A9?%#", ""},
    {"3.1: identity for URIs", "http://[::1]/%7e%c3%A9?a=[b", ""},
    {"3.1: identity for URIs", "http://u:p@[::1]:80/%7e%c3%a9?a=%5b#", "http://u:p@[::1]:80/%7e%c3%a9?a=%5b#"},
    {"6.4", "http://www.example.org/résumé.html", "http://www.example.org/r%C3%A9sum%C3%A9.html"},
    {"6.4", "http://www.example.org/r%E9sum%E9.xml#résumé", "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"},
    {"7.4", "résumé.html", "r%C3%A9sum%C3%A9.html"},
};

TEST(iri_to_uri, section_3_1) {
    for (const conversion_row &r : to_uri_rows) {
        const auto iri = parse_iri_reference(r.iri);
        if (r.uri.empty()) {
            EXPECT_FALSE(iri) << r.iri;
            continue;
        }
        ASSERT_TRUE(iri) << r.iri;
        const std::string uri = iri_to_uri(*iri);
        EXPECT_EQ(uri, r.uri) << r.source;
        const auto again = parse_uri_reference(uri);
        ASSERT_TRUE(again) << uri;
        EXPECT_EQ(iri_to_uri(*again), uri) << "idempotent";
    }
}

const conversion_row to_iri_rows[] = {
    {"3.2.1, first example", "http://www.example.org/Dürst", "http://www.example.org/D%C3%BCrst"},
    {"3.2.1, second example: ISO 8859-1", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
    {"3.2.1, third example: RLO", "http://xn--99zt52a.example.org/%E2%80%AE",
     "http://xn--99zt52a.example.org/%e2%80%ae"},
    {"3.2: no guessing", "http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"},
    {"3.2, step 2: reserved and %", "http://h/%2f%3A%25%5B%40%23%24", "http://h/%2f%3A%25%5B%40%23%24"},
    {"3.2, step 2: US-ASCII not allowed in URIs", "http://h/%20%7B%0a%7f%5E", "http://h/%20%7B%0a%7f%5E"},
    {"3.2, step 2: unreserved", "http://h/aZ0-._~", "http://h/%61%5A%30%2D%2e%5F%7e"},
    {"3.2, step 3: partly UTF-8", "http://h/é%FFé%C3/%E3%81", "http://h/%C3%A9%ff%C3%A9%c3/%e3%81"},
    {"3.2, step 3: overlong", "http://h/%C0%AF..", "http://h/%c0%af.."},
    {"3.2, step 3: surrogates", "http://h/%ED%A0%80", "http://h/%ed%a0%80"},
    {"3.2, step 4: 2.2, noncharacters", "http://h/%EF%BF%BE%EF%B7%90%F0%9F%BF%BE",
     "http://h/%EF%BF%BE%ef%b7%90%F0%9F%BF%BE"},
    {"3.2, step 4: 2.2, C1", "http://h/%C2%85", "http://h/%c2%85"},
    {"3.2, step 4: 2.2, iprivate", "http://h/%EE%80%80?\uE000#%EE%80%80", "http://h/%EE%80%80?%EE%80%80#%EE%80%80"},
    {"3.2, step 4: 4.1, LRM and RLM", "http://h/%E2%80%8E%E2%80%8F", "http://h/%E2%80%8E%E2%80%8F"},
    {"3.2, step 4: 4.1, LRE to RLO", "http://h/%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE",
     "http://h/%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE"},
    {"3.2, step 4: 4.1, isolates of Unicode 6.3", "http://h/%E2%81%A6%E2%81%A9%D8%9C",
     "http://h/%E2%81%A6%E2%81%A9%D8%9C"},
    {"3.2, step 4: 6.1, look-alikes of the space", "http://h/%C2%A0%E3%80%80%E2%80%83",
     "http://h/%C2%A0%E3%80%80%E2%80%83"},
    {"3.2, step 4: 6.1, invisible", "http://h/%E2%80%8B%C2%AD", "http://h/%E2%80%8B%C2%AD"},
    {"6.4", "http://www.example.org/r%E9sum%E9.xml#résumé", "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"},
    {"6.4", "http://www.example.org/résumé.html", "http://www.example.org/r%C3%A9sum%C3%A9.html"},
    {"2.2: userinfo and host", "http://ü@é.example/", "http://%C3%BC@%c3%a9.example/"},
    {"2.2: characters that follow each other", "あ𐌀é", "%E3%81%82%F0%90%8C%80%C3%A9"},
};

TEST(uri_to_iri, section_3_2) {
    for (const conversion_row &r : to_iri_rows) {
        const auto uri = parse_uri_reference(r.uri);
        ASSERT_TRUE(uri) << r.uri;
        const std::string iri = uri_to_iri(*uri);
        EXPECT_EQ(iri, r.iri) << r.source;
        const auto again = parse_iri_reference(iri);
        ASSERT_TRUE(again) << iri;
        EXPECT_EQ(uri_to_iri(*again), iri) << "idempotent";
        // "maps back to the URI [...] except for potential case differences in percent-encoding and for potential
        // percent-encoded unreserved characters"
        const std::string back = iri_to_uri(*again);
        EXPECT_EQ(normalize(*parse_uri_reference(back), {.level = comparison_level::syntax}),
                  normalize(*uri, {.level = comparison_level::syntax}))
            << back;
    }
}

TEST(uri_to_iri, zone_identifiers_stay) {
    const auto uri = parse_uri("http://[fe80::1%25%C3%A9]/%C3%A9", {.zone_ids = true});
    ASSERT_TRUE(uri);
    EXPECT_EQ(uri_to_iri(*uri), "http://[fe80::1%25%C3%A9]/é");
}

// 3.1: ToASCII, and 3.2.1: ToUnicode, which the caller brings along.
TEST(iri_to_uri, names_by_to_ascii) {
    std::string given;
    const name_to_ascii to_ascii = [&](text name) -> std::expected<std::string, error> {
        given = name;
        if (name == "résumé.example.org") return "xn--rsum-bpad.example.org";
        if (name == "bad.é") return "not a name";
        return std::unexpected{error{4, error_code::invalid_character, rule::host}};
    };
    EXPECT_EQ(iri_to_uri(*parse_iri("http://résumé.example.org"), to_ascii), "http://xn--rsum-bpad.example.org");
    EXPECT_EQ(iri_to_uri(*parse_iri("http://u@r%C3%A9sum%C3%A9.example.org:80/é"), to_ascii),
              "http://u@xn--rsum-bpad.example.org:80/%C3%A9");
    EXPECT_EQ(given, "résumé.example.org");
    given.clear();
    EXPECT_EQ(iri_to_uri(*parse_iri("http://example.org/é"), to_ascii), "http://example.org/%C3%A9");
    EXPECT_EQ(iri_to_uri(*parse_iri_reference("é"), to_ascii), "%C3%A9");
    EXPECT_EQ(iri_to_uri(*parse_iri("http://[::1]/é"), to_ascii), "http://[::1]/%C3%A9");
    EXPECT_EQ(given, "");
    const auto refused = iri_to_uri(*parse_iri("http://é.example/"), to_ascii);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().offset, 11U);
    const auto no_name = iri_to_uri(*parse_iri("http://bad.é/"), to_ascii);
    ASSERT_FALSE(no_name);
    EXPECT_EQ(no_name.error().rule, rule::host);
}

TEST(uri_to_iri, names_by_to_unicode) {
    const name_to_unicode to_unicode = [](text name) -> std::optional<std::string> {
        if (name == "xn--99zt52a.example.org") return "納豆.example.org";
        if (name == "bad.example") return "not a name";
        return std::nullopt;
    };
    EXPECT_EQ(uri_to_iri(*parse_uri("http://xn--99zt52a.example.org/%e2%80%ae"), to_unicode),
              "http://納豆.example.org/%E2%80%AE");
    EXPECT_EQ(uri_to_iri(*parse_uri("http://bad.example/%C3%A9"), to_unicode), "http://bad.example/é");
    EXPECT_EQ(uri_to_iri(*parse_uri("http://other.example/%C3%A9"), to_unicode), "http://other.example/é");
}

// 5.3: the lowest level at which the two are equivalent.
struct comparison_row {
    text source, a, b;
    std::optional<comparison_level> lowest;
};
const comparison_row comparison_rows[] = {
    {"5.3.1", "http://example.org/rosé", "http://example.org/rosé", comparison_level::simple},
    {"5.3.2", "example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
     comparison_level::syntax},
    {"5.3.2.1", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", comparison_level::letter_case},
    {"5.3.2.1", "http://h/%3a", "http://h/%3A", comparison_level::letter_case},
    {"5.3.2.1: only US-ASCII", "http://É/", "http://é/", std::nullopt},
    {"5.3.2.2: not when comparing", "http://www.example.org/résumé.html",
     "http://www.example.org/re\u0301sume\u0301.html", std::nullopt},
    {"5.3.2.3", "http://example.org/~user", "http://example.org/%7euser", comparison_level::percent},
    {"5.3.2.3", "http://example.org/%7euser", "http://example.org/%7Euser", comparison_level::letter_case},
    {"5.3.2.3", "http://example.org/é", "http://example.org/%c3%A9", comparison_level::percent},
    {"5.3.2.3: reserved", "http://example.org/a/b", "http://example.org/a%2Fb", std::nullopt},
    {"5.3.2.3: iprivate in iquery", "http://h/?\uE000", "http://h/?%EE%80%80", comparison_level::percent},
    {"5.3.2.4", "http://h/é/../ü", "http://h/ü", comparison_level::path},
    {"5.3.3", "http://example.com", "http://example.com/", comparison_level::scheme},
    {"5.3.3", "http://example.com:/", "http://example.com:80/", comparison_level::scheme},
    {"5.3.3", "http://example.com:/", "http://example.com/", comparison_level::scheme},
    {"5.3.3", "http://example.com/?", "http://example.com/", std::nullopt},
    {"5.3.3", "http://example.com/é#", "http://example.com/é", std::nullopt},
    {"5.3.4", "http://example.com/data", "http://example.com/data/", std::nullopt},
    {"5.3.3, RFC 6068 2", "mailto:?to=U@納.Example", "mailto:U@%E7%B4%8D.example", comparison_level::scheme},
    {"5.3.3, RFC 6068 2", "mailto:?cc=U@äB", "mailto:?cc=U@%C3%A4b", comparison_level::scheme},
    {"3.2: not UTF-8", "http://h/%e9", "http://h/%E9", comparison_level::letter_case},
};

TEST(iri_comparison, section_5_3) {
    for (const comparison_row &r : comparison_rows) {
        const auto a = parse_iri(r.a);
        const auto b = parse_iri(r.b);
        ASSERT_TRUE(a && b) << r.a;
        EXPECT_EQ(lowest_equivalent_level(*a, *b), r.lowest) << r.source << ' ' << r.a << ' ' << r.b;
    }
}

TEST(iri_normalization, section_5_3_2_3) {
    const auto normal = [](text input) { return normalize(*parse_iri_reference(input)); };
    EXPECT_EQ(normal("HTTP://R%c3%a9SUM%C3%A9.example/%2e/%61%C3%a9"), "http://résumé.example/aé");
    EXPECT_EQ(normal("http://h/%e2%80%ae"), "http://h/%E2%80%AE") << "4.1: stays encoded";
    EXPECT_EQ(normal("http://h/%ee%80%80?%ee%80%80"), "http://h/%EE%80%80?\uE000");
    EXPECT_EQ(normal("http://h/%ff%c3"), "http://h/%FF%C3");
    EXPECT_EQ(normal("http://[fe80::1]/%C3%A9"), "http://[fe80::1]/é");
    EXPECT_TRUE(is_normal(*parse_iri("http://résumé.example/é")));
    EXPECT_FALSE(is_normal(*parse_iri("http://h/%C3%A9")));
    EXPECT_TRUE(is_normal(*parse_uri("http://h/%C3%A9"))) << "RFC 3986 6.2.2.2";
}

// 6.5: the algorithms of RFC 3986.
TEST(iri_resolution, section_6_5) {
    const auto base = parse_iri("http://é/b/ü/d;p?q");
    const auto resolved = [&](text reference) { return resolve(*base, *parse_iri_reference(reference)).value_or("-"); };
    EXPECT_EQ(resolved("ö"), "http://é/b/ü/ö");
    EXPECT_EQ(resolved("../ö/./?あ"), "http://é/b/ö/?あ");
    EXPECT_EQ(resolved("../../../ö"), "http://é/ö");
    EXPECT_EQ(resolved("//ñ/"), "http://ñ/");
    EXPECT_EQ(resolved("#ß"), "http://é/b/ü/d;p?q#ß");
    EXPECT_EQ(relativize(*base, *parse_iri("http://é/b/ü/e/ö")).value_or("-"), "e/ö");
    EXPECT_EQ(resolve(*base, *parse_iri_reference("../ö"))->size(), text{"http://é/b/ö"}.size());
}

TEST(iri_editing, owning_types) {
    auto u = uri::parse("http://é/ü?a", iris).value();
    EXPECT_TRUE(u.set_host("納豆.example"));
    EXPECT_TRUE(u.append_segment("ö"));
    EXPECT_TRUE(u.set_query("\uE000"));
    EXPECT_EQ(u.text(), "http://納豆.example/ü/ö?\uE000");
    const auto refused = u.set_path("/\uE000");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().offset, 1U);
    EXPECT_TRUE(u.set_fragment(decoded{"ß"}));
    EXPECT_EQ(u.text(), "http://納豆.example/ü/ö?\uE000#%C3%9F");
}

// References with characters of every kind.
rc::Gen<std::string> iri_references() {
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
                            "a",   "é",      "あ",  "\U00010300", "/",         "?",         "#",   ":",     "%41",
                            "%7E", "%C3%A9", "%c3", "%E2%80%AE",  "%EE%80%80", "\uE000",    "%2F", "%25",   "%FF",
                            "//",  "..",     "%2E", "\u00A0",     "\u202E",    "%E3%80%80", "@",   "[::1]", "http:"})),
                        [](const std::vector<std::string> &parts) {
                            std::string all;
                            for (const std::string &part : parts) all += part;
                            return all;
                        });
}

RC_GTEST_PROP(iri_conversion, uri_to_iri_to_uri, ()) {
    const std::string given = *iri_references();
    const auto iri = parse_iri_reference(given);
    RC_PRE(iri.has_value());
    const std::string uri = iri_to_uri(*iri);
    const auto as_uri = parse_uri_reference(uri);
    RC_ASSERT(as_uri.has_value());
    const std::string back = uri_to_iri(*as_uri);
    const auto as_iri = parse_iri_reference(back);
    RC_ASSERT(as_iri.has_value());
    // a character that the conversion leaves encoded, or decodes, makes no other URI
    const std::string of_iri = iri_to_uri(*as_iri);
    // RFC 3987 3.2 decodes "%2E" too, which a reference that is not resolved yet keeps (RFC 3986 5.2.4).
    const bool kept = !as_uri->has_scheme() && as_uri->path().contains("%2E");
    RC_ASSERT(kept || normalize(*parse_uri_reference(of_iri)) == normalize(*as_uri));
    RC_ASSERT(as_iri->has_scheme() == iri->has_scheme());
    RC_ASSERT(as_iri->authority().has_value() == iri->authority().has_value());
    RC_ASSERT(as_iri->query().has_value() == iri->query().has_value());
    // lossless where every character may stand as it is
    const bool plain = given.find('%') == std::string::npos && given.find("\u202E") == std::string::npos &&
                       given.find("\u00A0") == std::string::npos;
    if (plain) RC_ASSERT(back == given);
    RC_ASSERT(iri_to_uri(*as_uri) == uri);
}

} // namespace
