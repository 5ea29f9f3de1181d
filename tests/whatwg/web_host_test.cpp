// URL Standard, "Hosts (domains and IP addresses)".

#include <uniform/whatwg/web_host.hpp>

#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace uniform::whatwg;
using enum error_kind;

struct host_row {
    std::string_view text;
    bool is_opaque;
    std::string_view serialized; // "" for failure
    host_kind kind = host_kind::none;
    std::optional<error_kind> why{};
};
std::ostream &operator<<(std::ostream &out, const host_row &r) {
    return out << r.text << (r.is_opaque ? " (opaque)" : "");
}

class web_host : public testing::TestWithParam<host_row> {};

TEST_P(web_host, is_parsed_and_serialized) {
    const auto &r = GetParam();
    validation_errors collected;
    for (auto *errors : {static_cast<validation_errors *>(nullptr), &collected}) {
        const auto h = parse_host(r.text, r.is_opaque, errors);
        if (r.why) {
            ASSERT_FALSE(h.has_value()) << h->text;
            EXPECT_EQ(name(h.error().kind), name(*r.why));
            if (errors != nullptr) {
                ASSERT_FALSE(errors->empty());
                EXPECT_EQ(name(errors->back().kind), name(*r.why));
            }
            continue;
        }
        ASSERT_TRUE(h.has_value()) << name(h.error().kind);
        EXPECT_EQ(h->text, r.serialized);
        EXPECT_EQ(name(h->kind), name(r.kind));
        // "If that string is then parsed, the result will equal the host that was serialized."
        if (!h->text.empty()) {
            EXPECT_EQ(parse_host(h->text, r.is_opaque).value(), *h);
        }
    }
}

constexpr auto domain = host_kind::domain;
constexpr auto ipv4 = host_kind::ipv4;
constexpr auto ipv6 = host_kind::ipv6;
constexpr auto opaque = host_kind::opaque;

// The table of "Hosts": "A parse-serialize roundtrip gives the following results".
INSTANTIATE_TEST_SUITE_P(
    roundtrip_table, web_host,
    testing::Values(
        host_row{"EXAMPLE.COM", false, "example.com", domain}, host_row{"EXAMPLE.COM", true, "EXAMPLE.COM", opaque},
        host_row{"example%2Ecom", false, "example.com", domain},
        host_row{"example%2Ecom", true, "example%2Ecom", opaque},
        host_row{"fa\u00DF.example", false, "xn--fa-hia.example", domain},
        host_row{"fa\u00DF.example", true, "fa%C3%9F.example", opaque}, host_row{"0", false, "0.0.0.0", ipv4},
        host_row{"0", true, "0", opaque}, host_row{"%30", false, "0.0.0.0", ipv4}, host_row{"%30", true, "%30", opaque},
        host_row{"0x", false, "0.0.0.0", ipv4}, host_row{"0x", true, "0x", opaque},
        host_row{"0xffffffff", false, "255.255.255.255", ipv4}, host_row{"0xffffffff", true, "0xffffffff", opaque},
        host_row{"[0:0::1]", false, "[::1]", ipv6}, host_row{"[0:0::1]", true, "[::1]", ipv6},
        host_row{"[0:0::1%5D", false, "", {}, ipv6_unclosed}, host_row{"[0:0::1%5D", true, "", {}, ipv6_unclosed},
        host_row{"[0:0::%31]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[0:0::%31]", true, "", {}, ipv6_invalid_code_point},
        host_row{"09", false, "", {}, ipv4_non_numeric_part}, host_row{"09", true, "09", opaque},
        host_row{"example.255", false, "", {}, ipv4_non_numeric_part},
        host_row{"example.255", true, "example.255", opaque},
        host_row{"example^example", false, "", {}, domain_to_ascii},
        host_row{"example^example", true, "", {}, host_invalid_code_point}));

INSTANTIATE_TEST_SUITE_P(
    domains, web_host,
    testing::Values(
        host_row{"\u2615.example", false, "xn--53h.example", domain},
        // "... returns domain lowercased regardless of Unicode ToASCII's outcome"
        host_row{"xn--8i7caa", false, "xn--8i7caa", domain}, host_row{"XN--", false, "xn--", domain},
        host_row{"xn--a", false, "xn--a", domain}, host_row{"a..b", false, "a..b", domain},
        host_row{".", false, ".", domain}, host_row{"..", false, "..", domain}, host_row{"-a-", false, "-a-", domain},
        host_row{"a_b", false, "a_b", domain}, host_row{"a!$&'()*+,;=~b", false, "a!$&'()*+,;=~b", domain},
        host_row{"a`{}\"b", false, "a`{}\"b", domain}, host_row{"xn--a.\u00E9", false, "", {}, domain_to_ascii},
        host_row{"\u00E9.", false, "xn--9ca.", domain}, host_row{"%C3%A9", false, "xn--9ca", domain},
        host_row{"%c3%A9.Example", false, "xn--9ca.example", domain}, host_row{"%C3", false, "", {}, domain_to_ascii},
        host_row{"\xC3%A9", false, "", {}, domain_to_ascii}, host_row{"\uFFFD", false, "", {}, domain_to_ascii},
        host_row{"\u00AD", false, "", {}, domain_to_ascii}, host_row{"%41", false, "a", domain},
        host_row{"%2541", false, "", {}, domain_to_ascii}, host_row{"a%b", false, "", {}, domain_to_ascii},
        host_row{"a%20b", false, "", {}, domain_to_ascii}, host_row{"a b", false, "", {}, domain_to_ascii},
        host_row{"a%00b", false, "", {}, domain_to_ascii}, host_row{"a\x7F", false, "", {}, domain_to_ascii},
        host_row{"a\x01", false, "", {}, domain_to_ascii}, host_row{"a|b", false, "", {}, domain_to_ascii},
        host_row{"a<b", false, "", {}, domain_to_ascii}, host_row{"a>b", false, "", {}, domain_to_ascii},
        host_row{"a]b", false, "", {}, domain_to_ascii}, host_row{"a%3Ab", false, "", {}, domain_to_ascii},
        host_row{"a%40b", false, "", {}, domain_to_ascii},
        // Mapped to "a/c", and "/" is forbidden.
        host_row{"\u2100.example", false, "", {}, domain_to_ascii}, host_row{"\uFF21\u3002b", false, "a.b", domain},
        host_row{"", false, "", {}, host_missing}));

INSTANTIATE_TEST_SUITE_P(
    ipv4_addresses, web_host,
    testing::Values(
        host_row{"127.0.0.1", false, "127.0.0.1", ipv4}, host_row{"127.0.0.1.", false, "127.0.0.1", ipv4},
        host_row{"127.1", false, "127.0.0.1", ipv4}, host_row{"127.0.1", false, "127.0.0.1", ipv4},
        host_row{"0x7F.1", false, "127.0.0.1", ipv4}, host_row{"0X7f000001", false, "127.0.0.1", ipv4},
        host_row{"0177.0.0.01", false, "127.0.0.1", ipv4}, host_row{"017700000001", false, "127.0.0.1", ipv4},
        host_row{"2130706433", false, "127.0.0.1", ipv4}, host_row{"1.2.3", false, "1.2.0.3", ipv4},
        host_row{"1.2.65535", false, "1.2.255.255", ipv4}, host_row{"1.2.65536", false, "", {}, ipv4_out_of_range_part},
        host_row{"1.16777215", false, "1.255.255.255", ipv4},
        host_row{"1.16777216", false, "", {}, ipv4_out_of_range_part},
        host_row{"4294967295", false, "255.255.255.255", ipv4},
        host_row{"4294967296", false, "", {}, ipv4_out_of_range_part},
        host_row{"0x100000000", false, "", {}, ipv4_out_of_range_part},
        host_row{"99999999999999999999999999", false, "", {}, ipv4_out_of_range_part},
        host_row{"255.255.255.255", false, "255.255.255.255", ipv4},
        host_row{"255.255.255.256", false, "", {}, ipv4_out_of_range_part},
        host_row{"256.0.0.1", false, "", {}, ipv4_out_of_range_part},
        host_row{"256.1", false, "", {}, ipv4_out_of_range_part},
        host_row{"1.2.3.4.5", false, "", {}, ipv4_too_many_parts},
        host_row{"1.2.3.4.5.", false, "", {}, ipv4_too_many_parts},
        host_row{"1..3", false, "", {}, ipv4_non_numeric_part}, host_row{".1", false, "", {}, ipv4_non_numeric_part},
        host_row{"1.2.3.4..", false, "1.2.3.4..", domain}, host_row{"a.0x1", false, "", {}, ipv4_non_numeric_part},
        host_row{"a.0xg", false, "a.0xg", domain}, host_row{"a.09", false, "", {}, ipv4_non_numeric_part},
        host_row{"a.08.", false, "", {}, ipv4_non_numeric_part}, host_row{"0x.0x.0x.0x", false, "0.0.0.0", ipv4},
        host_row{"1.0x", false, "1.0.0.0", ipv4}, host_row{"00", false, "0.0.0.0", ipv4},
        host_row{"0.0x.00.000", false, "0.0.0.0", ipv4}, host_row{"08.1", false, "", {}, ipv4_non_numeric_part},
        host_row{"0xAbCd", false, "0.0.171.205", ipv4}, host_row{"1.2.3.0x", false, "1.2.3.0", ipv4},
        host_row{"1.2.3.4a", false, "1.2.3.4a", domain}, host_row{"1e2", false, "1e2", domain},
        host_row{"-1", false, "-1", domain}, host_row{"+1", false, "+1", domain},
        host_row{"\uFF11\uFF12\uFF17.1", false, "127.0.0.1", ipv4}, host_row{"%31%32%37.1", false, "127.0.0.1", ipv4}));

INSTANTIATE_TEST_SUITE_P(
    ipv6_addresses, web_host,
    testing::Values(
        host_row{"[::]", false, "[::]", ipv6}, host_row{"[::1]", false, "[::1]", ipv6},
        host_row{"[1::]", false, "[1::]", ipv6}, host_row{"[1:2:3:4:5:6:7:8]", false, "[1:2:3:4:5:6:7:8]", ipv6},
        host_row{"[1:2:3:4:5:6:7::]", false, "[1:2:3:4:5:6:7:0]", ipv6},
        host_row{"[::2:3:4:5:6:7:8]", false, "[0:2:3:4:5:6:7:8]", ipv6},
        host_row{"[1::3:4:5:6:7:8]", false, "[1:0:3:4:5:6:7:8]", ipv6},
        host_row{"[1:0:0:2:0:0:0:3]", false, "[1:0:0:2::3]", ipv6},
        // "In 0:f:0:0:f:f:0:0 it would point to the second 0."
        host_row{"[0:f:0:0:f:f:0:0]", false, "[0:f::f:f:0:0]", ipv6},
        host_row{"[2001:DB8::00Ff]", false, "[2001:db8::ff]", ipv6},
        host_row{"[::ffff:192.0.2.1]", false, "[::ffff:c000:201]", ipv6},
        host_row{"[::1.2.3.4]", false, "[::102:304]", ipv6},
        host_row{"[1:2:3:4:5:6:1.2.3.4]", false, "[1:2:3:4:5:6:102:304]", ipv6},
        host_row{"[::01]", false, "[::1]", ipv6}, host_row{"[::0001]", false, "[::1]", ipv6},
        host_row{"[1:2::3]", true, "[1:2::3]", ipv6}, host_row{"[::00001]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[", false, "", {}, ipv6_unclosed}, host_row{"[]", false, "", {}, ipv6_too_few_pieces},
        host_row{"[::1", false, "", {}, ipv6_unclosed}, host_row{"[:1]", false, "", {}, ipv6_invalid_compression},
        host_row{"[:]", false, "", {}, ipv6_invalid_compression},
        host_row{"[:::]", false, "", {}, ipv6_multiple_compression},
        host_row{"[1:2:3:4:5:6:7:8:9]", false, "", {}, ipv6_too_many_pieces},
        host_row{"[1::1::1]", false, "", {}, ipv6_multiple_compression},
        host_row{"[1:2:3!:4]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[1:2:3:]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[1:2:3]", false, "", {}, ipv6_too_few_pieces},
        host_row{"[::1%eth0]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[g::]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[\u00E9]", false, "", {}, ipv6_invalid_code_point},
        host_row{"[1:1:1:1:1:1:1:127.0.0.1]", false, "", {}, ipv4_in_ipv6_too_many_pieces},
        host_row{"[ffff::.0.0.1]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[ffff::127.0.xyz.1]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[ffff::127.0xyz]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[ffff::127.00.0.1]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[ffff::127.0.0.1.2]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[ffff::127.0.0.4000]", false, "", {}, ipv4_in_ipv6_out_of_range_part},
        host_row{"[ffff::127.0.0]", false, "", {}, ipv4_in_ipv6_too_few_parts},
        host_row{"[::1.2.3.]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[1.2.3.4]", false, "", {}, ipv6_too_few_pieces},
        host_row{"[::1.2.3.4:5]", false, "", {}, ipv4_in_ipv6_invalid_code_point},
        host_row{"[1:2:3:4:5:6:7::8]", false, "", {}, ipv6_too_many_pieces}));

INSTANTIATE_TEST_SUITE_P(
    opaque_hosts, web_host,
    testing::Values(host_row{"", true, "", host_kind::empty}, host_row{"a%", true, "a%", opaque},
                    host_row{"a%zz", true, "a%zz", opaque}, host_row{"a\x01", true, "a%01", opaque},
                    host_row{"a\x7F", true, "a%7F", opaque}, host_row{"\u00E9", true, "%C3%A9", opaque},
                    host_row{"\xFF", true, "%EF%BF%BD", opaque}, host_row{"a\"`{}", true, "a\"`{}", opaque},
                    host_row{"a b", true, "", {}, host_invalid_code_point},
                    host_row{"a[b", true, "", {}, host_invalid_code_point},
                    host_row{"a\tb", true, "", {}, host_invalid_code_point},
                    host_row{"a\\b", true, "", {}, host_invalid_code_point},
                    host_row{"a|b", true, "", {}, host_invalid_code_point},
                    host_row{std::string_view{"a\0b", 3}, true, "", {}, host_invalid_code_point}));

TEST(domain_to_unicode, decodes_or_leaves) {
    EXPECT_EQ(domain_to_unicode("xn--53h.example"), "\u2615.example");
    EXPECT_EQ(domain_to_unicode("example.com"), "example.com");
    // "Returning domain ensures the domain parser and domain to Unicode roundtrip on input such as xn--8i7caa."
    EXPECT_EQ(domain_to_unicode("xn--8i7caa"), "xn--8i7caa");
    EXPECT_EQ(domain_to_unicode("xn--a"), "xn--a");
}

TEST(domain_to_ascii, strict) {
    EXPECT_EQ(uniform::whatwg::domain_to_ascii("Example.COM", true).value(), "example.com");
    for (const auto *text : {"a_b", "-a", "a..b", "", "a b", "xn--8i7caa", "ab--c"}) {
        const auto made = uniform::whatwg::domain_to_ascii(text, true);
        ASSERT_FALSE(made.has_value()) << text;
        EXPECT_EQ(name(made.error().kind), "domain-to-ASCII");
    }
    EXPECT_FALSE(uniform::whatwg::domain_to_ascii(std::string(64, 'a'), true).has_value());
    EXPECT_TRUE(uniform::whatwg::domain_to_ascii(std::string(64, 'a'), false).has_value());
}

TEST(valid_domain, follows_host_writing) {
    for (const auto *text : {"example.com", "EXAMPLE", "fa\u00DF.example", "a.b.c"})
        EXPECT_TRUE(is_valid_domain(text)) << text;
    for (const auto *text : {"1.2.3.4", "a.1", "a_b", "", "a b", "a..b"}) EXPECT_FALSE(is_valid_domain(text)) << text;
}

TEST(serialize_addresses, as_numbers) {
    EXPECT_EQ(serialize_ipv4(0), "0.0.0.0");
    EXPECT_EQ(serialize_ipv4(0xC0000201), "192.0.2.1");
    EXPECT_EQ(serialize_ipv4(0xFFFFFFFF), "255.255.255.255");
    EXPECT_EQ(serialize_ipv6({0, 0, 0, 0, 0, 0, 0, 0}), "::");
    EXPECT_EQ(serialize_ipv6({1, 0, 0, 0, 0, 0, 0, 0}), "1::");
    EXPECT_EQ(serialize_ipv6({0, 1, 0, 1, 0, 1, 0, 1}), "0:1:0:1:0:1:0:1");
    EXPECT_EQ(serialize_ipv6({0xFE80, 0, 0, 0, 0x123, 0, 0, 0xABCD}), "fe80::123:0:0:abcd");
}

} // namespace
