// Hosts as data and as text: RFC 3986 3.2.2, RFC 6874 2.
#include <uniform/uri/host.hpp>

#include <string_view>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

struct host_case {
    std::string_view data;
    std::string_view text;
};

constexpr host_case hosts[]{
    {"example.com", "example.com"},
    {"a b", "a%20b"},
    {"50%", "50%25"},
    {"m\u00FCnchen.de", "m%C3%BCnchen.de"},
    {"127.0.0.1", "127.0.0.1"},
    {"::1", "[::1]"}, // IP-literal
    {"2001:DB8::", "[2001:DB8::]"},
    {"fe80::1%eth0", "[fe80::1%25eth0]"}, // RFC 6874 2: IPv6addrz
    {"fe80::1%e/0", "[fe80::1%25e%2F0]"},
    {"fe80::1%", "fe80%3A%3A1%25"}, // no ZoneID
    {"1:::2", "1%3A%3A%3A2"},       // no address
    {"[v1.a]", "[v1.a]"},           // IPvFuture
    {"[x]", "%5Bx%5D"},
    {"a:80", "a%3A80"},
    {"", ""},
};

TEST(host, data_and_text_are_inverse) {
    for (const host_case &c : hosts) {
        EXPECT_EQ(encode_host(c.data), c.text) << c.data;
        EXPECT_EQ(decode_host(c.text), c.data) << c.text;
    }
}

// RFC 3986 3.2.2: an IPv6address has no brackets, the IP-literal has them. RFC 6874 2
TEST(host, an_address_in_brackets_is_no_data) {
    for (const std::string_view text : {"[::1]", "[2001:DB8::]", "[fe80::1%25eth0]"}) {
        EXPECT_EQ(encode_host(text), (std::unexpected{error{0, error_code::invalid_character, rule::ipv6address}}));
    }
}

// RFC 3986 3.2.2: a reg-name and an IP-literal are different hosts. docs/decisions/0009
TEST(host, a_name_that_decodes_to_an_address_is_no_address) {
    const struct {
        std::string_view text;
        std::uint64_t offset;
    } rows[]{{"%3A%3A1", 0},    {"%5B%3A%3A1%5D", 0},      {"%32001%3adb8%3A%3A", 6},
             {"%5bv1.a%5d", 0}, {"fe80%3A%3A1%25eth0", 4}, {"%5Bfe80%3A%3A1%2525eth0%5D", 0}};
    for (const auto &row : rows)
        EXPECT_EQ(decode_host(row.text),
                  (std::unexpected{error{row.offset, error_code::invalid_character, rule::reg_name}}))
            << row.text;
}

// RFC 3986 3.2.2: percent-encoding in a host represents UTF-8; RFC 6874 2 says so of zones, too
TEST(host, octets_that_are_not_utf8_are_no_data) {
    EXPECT_EQ(decode_host("a%C3%BC%FF"), (std::unexpected{error{7, error_code::invalid_utf8, rule::reg_name}}));
    EXPECT_EQ(decode_host("[fe80::1%25e%FF]"), (std::unexpected{error{12, error_code::invalid_utf8, rule::zone_id}}));
}

TEST(host, says_what_is_neither_data_nor_text) {
    EXPECT_EQ(encode_host("\xFF").error().code, error_code::invalid_utf8);
    const struct {
        std::string_view text;
        std::uint64_t offset;
    } rows[]{{"[::1", 0}, {"[::g]", 3}, {"a:b", 1}, {"a@b", 1}, {"a/b", 1}, {"%4", 0}, {"::1", 0}};
    for (const auto &row : rows) {
        const auto data = decode_host(row.text);
        ASSERT_FALSE(data) << row.text << ' ' << *data;
        EXPECT_EQ(data.error().offset, row.offset) << row.text;
    }
}

} // namespace
