// Facts about parsing, by document and section.

#include <uniform/uri/parse.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "syntax/kernels.hpp"

namespace {

using namespace std::literals;
using namespace uniform;
using namespace uniform::literals;

using text = std::string_view;
using maybe = std::optional<std::string_view>;
constexpr std::nullopt_t none = std::nullopt;

// The same facts hold for every kernel that the machine has.
class parsing : public testing::TestWithParam<detail::named_kernel> {
protected:
    void SetUp() override { detail::use_kernel(GetParam()); }
    void TearDown() override { detail::use_kernel(detail::available_kernels().back()); }
};
INSTANTIATE_TEST_SUITE_P(kernels, parsing, testing::ValuesIn(detail::available_kernels()),
                         [](const auto &it) { return std::string{it.param.name}; });

struct component_fact {
    text source;
    text input;
    maybe scheme, userinfo, host;
    std::optional<host_type> type;
    maybe port;
    text path;
    maybe query, fragment;
};

const component_fact component_facts[] = {
    {"RFC 3986 3", "foo://example.com:8042/over/there?name=ferret#nose", "foo", none, "example.com",
     host_type::reg_name, "8042", "/over/there", "name=ferret", "nose"},
    {"RFC 3986 3", "urn:example:animal:ferret:nose", "urn", none, none, none, none, "example:animal:ferret:nose", none,
     none},
    {"RFC 3986 1.1.2", "ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp", none, "ftp.is.co.za", host_type::reg_name, none,
     "/rfc/rfc1808.txt", none, none},
    {"RFC 3986 1.1.2", "ldap://[2001:db8::7]/c=GB?objectClass?one", "ldap", none, "[2001:db8::7]", host_type::ipv6,
     none, "/c=GB", "objectClass?one", none},
    {"RFC 3986 1.1.2", "mailto:John.Doe@example.com", "mailto", none, none, none, none, "John.Doe@example.com", none,
     none},
    {"RFC 3986 1.1.2", "tel:+1-816-555-1212", "tel", none, none, none, none, "+1-816-555-1212", none, none},
    {"RFC 3986 1.1.2", "telnet://192.0.2.16:80/", "telnet", none, "192.0.2.16", host_type::ipv4, "80", "/", none, none},
    {"RFC 3986 3.2: present and empty", "a://b:/", "a", none, "b", host_type::reg_name, "", "/", none, none},
    {"RFC 3986 3.2: empty authority", "a://", "a", none, "", host_type::reg_name, none, "", none, none},
    {"RFC 3986 3.2: empty authority", "file:///etc/fstab", "file", none, "", host_type::reg_name, none, "/etc/fstab",
     none, none},
    {"RFC 3986 3.3: empty path", "a:", "a", none, none, none, none, "", none, none},
    {"RFC 3986 3.4, 3.5: present and empty", "a:?#", "a", none, none, none, none, "", "", ""},
    {"RFC 3986 3.2.1: empty userinfo", "a://@/", "a", "", "", host_type::reg_name, none, "/", none, none},
    {"RFC 3986 3.2.1: colons", "a://u:p:q@h:1/", "a", "u:p:q", "h", host_type::reg_name, "1", "/", none, none},
    {"RFC 3986 7.6", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "ftp",
     "cnn.example.com&story=breaking_news", "10.0.0.1", host_type::ipv4, none, "/top_story.htm", none, none},
    {"RFC 3986 3.2.2: IPvFuture", "//[v1.a:b]", none, none, "[v1.a:b]", host_type::ipvfuture, none, "", none, none},
    {"RFC 3986 3.2.2: IPvFuture, RFC 5234 2.3", "//[V1.a]", none, none, "[V1.a]", host_type::ipvfuture, none, "", none,
     none},
    {"RFC 3986 3.2.2: not an IPv4address", "http://256.1.1.1/", "http", none, "256.1.1.1", host_type::reg_name, none,
     "/", none, none},
    {"RFC 3986 7.4", "http://2130706433/", "http", none, "2130706433", host_type::reg_name, none, "/", none, none},
    {"RFC 3986 3.2.2: first match", "http://127.0.0.1", "http", none, "127.0.0.1", host_type::ipv4, none, "", none,
     none},
    {"RFC 3986 3.2.2: leading zero", "//01.0.0.0", none, none, "01.0.0.0", host_type::reg_name, none, "", none, none},
    {"RFC 3986 3.2.3: a port is text", "http://h:99999999999/", "http", none, "h", host_type::reg_name, "99999999999",
     "/", none, none},
    {"RFC 3986 3.2.2: pct-encoded", "http://%41/", "http", none, "%41", host_type::reg_name, none, "/", none, none},
    {"RFC 3986 4.2", "//g", none, none, "g", host_type::reg_name, none, "", none, none},
    {"RFC 3986 4.2", "/g", none, none, none, none, none, "/g", none, none},
    {"RFC 3986 4.2", "./this:that", none, none, none, none, none, "./this:that", none, none},
    {"RFC 3986 4.4", "", none, none, none, none, none, "", none, none},
    {"RFC 3986 4.4", "#s", none, none, none, none, none, "", none, "s"},
    {"RFC 3986 3.5: / and ? in a fragment", "#a/b?c", none, none, none, none, none, "", none, "a/b?c"},
    {"RFC 3986 3.3: no scheme after a slash", "/a:b", none, none, none, none, none, "/a:b", none, none},
    {"RFC 3986 2.1: NUL as data", "/a%00b", none, none, none, none, none, "/a%00b", none, none},
    {"RFC 3986 3.3", "g;x=1/../y", none, none, none, none, none, "g;x=1/../y", none, none},
    {"RFC 3986 4.5: a suffix reads as a relative path", "www.w3.org/Addressing/", none, none, none, none, none,
     "www.w3.org/Addressing/", none, none},
};

TEST_P(parsing, finds_the_components_as_written) {
    for (const component_fact &f : component_facts) {
        SCOPED_TRACE(f.source);
        SCOPED_TRACE(f.input);
        const auto r = parse_uri_reference(f.input);
        ASSERT_TRUE(r);
        EXPECT_EQ(r->text(), f.input);
        EXPECT_EQ(r->scheme(), f.scheme);
        EXPECT_EQ(r->userinfo(), f.userinfo);
        EXPECT_EQ(r->host(), f.host);
        EXPECT_EQ(r->host_type(), f.type);
        EXPECT_EQ(r->port(), f.port);
        EXPECT_EQ(r->path(), f.path);
        EXPECT_EQ(r->query(), f.query);
        EXPECT_EQ(r->fragment(), f.fragment);
        EXPECT_EQ(parse_uri(f.input).has_value(), f.scheme.has_value());
        EXPECT_EQ(parse_relative_ref(f.input).has_value(), !f.scheme.has_value());
        EXPECT_EQ(parse_absolute_uri(f.input).has_value(), f.scheme.has_value() && !f.fragment.has_value());
    }
}

struct error_fact {
    text source;
    text input;
    error_code code;
    std::size_t offset;
    rule production;
    rule as = rule::uri_reference;
};

const error_fact error_facts[] = {
    {"RFC 3986 3.2.3", "//a:80b", error_code::invalid_port, 6, rule::port},
    {"RFC 3986 3.2.2", "//[::1]x", error_code::invalid_character, 7, rule::host},
    {"RFC 3986 3.5", "a#b#c", error_code::invalid_character, 3, rule::fragment},
    {"RFC 3986 3.4", "?[a]", error_code::invalid_character, 1, rule::query},
    {"RFC 3986 3.2.2", "//[1::2::3]", error_code::invalid_ip_literal, 8, rule::ipv6address},
    {"RFC 3986 3.2.2", "//[]", error_code::invalid_ip_literal, 3, rule::ipv6address},
    {"RFC 3986 3.2.2", "//[::00001]", error_code::invalid_ip_literal, 9, rule::ipv6address},
    {"RFC 3986 3.2.2", "//[::01.2.3.4]", error_code::invalid_ip_literal, 6, rule::ipv6address},
    {"RFC 3986 3.2.2", "//[fe80::1%25eth0]", error_code::invalid_ip_literal, 10, rule::ipv6address},
    {"RFC 3986 3.2.2", "//[::1", error_code::unterminated_ip_literal, 2, rule::ip_literal},
    {"RFC 3986 3.2.2", "//[v.a]", error_code::invalid_ip_literal, 4, rule::ipvfuture},
    {"RFC 3986 3.2", "http://a@b@c/", error_code::invalid_character, 10, rule::reg_name},
    {"RFC 3986 3.2.1: a password with a space", "http://u:p w@h/", error_code::invalid_character, 10, rule::userinfo},
    {"RFC 3986 3.2.3: no @ to come", "http://u:p w/", error_code::invalid_port, 9, rule::port},
    {"RFC 3986 3.2.2: one colon", "http://[:-a]/", error_code::invalid_ip_literal, 9, rule::ipv6address},
    {"RFC 3986 3.3", "%61:b", error_code::colon_in_first_segment, 3, rule::path_noscheme},
    {"RFC 3986 3.1", "1a:b", error_code::colon_in_first_segment, 2, rule::path_noscheme},
    {"RFC 3986 3.1", "a_b:c", error_code::colon_in_first_segment, 3, rule::path_noscheme},
    {"RFC 3986 3.1", "1a:b", error_code::invalid_scheme, 0, rule::scheme, rule::uri},
    {"RFC 3986 3.1", "a_b:c", error_code::invalid_scheme, 1, rule::scheme, rule::uri},
    {"RFC 3986 3.1", ":b", error_code::invalid_scheme, 0, rule::scheme, rule::uri},
    {"RFC 3986 3", "//a/b:c", error_code::missing_scheme, 0, rule::uri, rule::uri},
    {"RFC 3986 3", "", error_code::missing_scheme, 0, rule::uri, rule::uri},
    {"RFC 3986 4.2", "a:b", error_code::unexpected_scheme, 1, rule::relative_ref, rule::relative_ref},
    {"RFC 3986 4.3", "a:b#", error_code::unexpected_fragment, 3, rule::absolute_uri, rule::absolute_uri},
    {"RFC 3986 2.1", "a:%", error_code::invalid_percent_encoding, 2, rule::pct_encoded},
    {"RFC 3986 2.1", "a:%4", error_code::invalid_percent_encoding, 2, rule::pct_encoded},
    {"RFC 3986 2.1", "a:%4g", error_code::invalid_percent_encoding, 2, rule::pct_encoded},
    {"RFC 3986 2.1", "//%zz", error_code::invalid_percent_encoding, 2, rule::pct_encoded},
    {"RFC 3986 2.1: not across a delimiter", "a:%4?1", error_code::invalid_percent_encoding, 2, rule::pct_encoded},
    {"RFC 3986 2: space", "http://a b/", error_code::invalid_character, 8, rule::reg_name},
    {"RFC 3986 2: raw NUL", text{"/a\0b", 4}, error_code::invalid_character, 2, rule::path_absolute},
    {"RFC 3986 2: not US-ASCII", "http://h/\xC3\xA9", error_code::invalid_character, 9, rule::path_abempty},
    {"RFC 3986 2: not US-ASCII", "a:\x80", error_code::invalid_character, 2, rule::path_rootless},
};

TEST_P(parsing, says_what_is_wrong_and_where) {
    for (const error_fact &f : error_facts) {
        SCOPED_TRACE(f.source);
        SCOPED_TRACE(f.input);
        const auto r = parse_as(f.as, f.input);
        ASSERT_FALSE(r);
        EXPECT_EQ(r.error().code, f.code) << to_string(r.error().code);
        EXPECT_EQ(r.error().offset, f.offset);
        EXPECT_EQ(r.error().rule, f.production) << to_string(r.error().rule);
        EXPECT_EQ(r.error().document(), "RFC 3986");
        EXPECT_FALSE(r.error().section().empty());
    }
}

// Each of these once at every length around the sizes of registers and blocks, so that each kernel's borders are met.
TEST_P(parsing, holds_at_every_length) {
    for (std::size_t n = 0; n <= 300; ++n) {
        const std::string fill(n, 'x');
        const std::string good = "http://h/" + fill + "?q#f";
        const auto r = parse_uri(good);
        ASSERT_TRUE(r) << n;
        EXPECT_EQ(r->path(), "/" + fill);
        EXPECT_EQ(r->query(), "q");
        EXPECT_EQ(r->fragment(), "f");

        const std::string long_host = "http://u@" + fill + ":80/p";
        const auto h = parse_uri(long_host);
        ASSERT_TRUE(h) << n;
        EXPECT_EQ(h->host(), fill);
        EXPECT_EQ(h->port(), "80");

        const std::string long_scheme = "a" + fill + ":p";
        EXPECT_EQ(parse_uri(long_scheme)->scheme(), "a" + fill);

        for (const text bad : {" "sv, "%4"sv, "%"sv, "\x80"sv, "["sv}) {
            const std::string end = "http://h/" + fill + std::string{bad};
            ASSERT_FALSE(parse_uri(end)) << end;
            EXPECT_EQ(parse_uri(end).error().offset, 9 + n) << end;
            const std::string tail = end + "/tail";
            ASSERT_FALSE(parse_uri(tail)) << end;
        }
        const std::string encoded = "http://h/" + fill + "%41%5a";
        EXPECT_TRUE(parse_uri(encoded)) << encoded;
        const std::string two_fragments = "http://h/#" + fill + "#";
        EXPECT_FALSE(parse_uri(two_fragments));
        const std::string colons = "_" + fill + "::";
        EXPECT_FALSE(parse_uri_reference(colons)) << n;
        const std::string in_path = "_" + fill + "/::";
        EXPECT_TRUE(parse_uri_reference(in_path)) << n;
    }
}

// RFC 3986: no byte after the text is looked at. The text ends where the next page cannot be read.
TEST_P(parsing, reads_nothing_past_the_end) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void *const two = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(two, MAP_FAILED);
    char *const end = static_cast<char *>(two) + page;
    ASSERT_EQ(mprotect(end, page, PROT_NONE), 0);
    const std::string uri = "https://user@example.com:8042/over/there/and/a/very/long/way/further%20on?name=ferret&x=" +
                            std::string(200, 'y') + "#nose";
    for (std::size_t n = 0; n <= uri.size(); ++n) {
        char *const begin = end - n;
        std::memcpy(begin, uri.data(), n);
        const auto here = parse_uri_reference({begin, n});
        const auto there = parse_uri_reference(text{uri}.substr(0, n));
        ASSERT_EQ(here.has_value(), there.has_value()) << n;
        if (here) {
            EXPECT_EQ(here->text(), there->text());
            EXPECT_EQ(here->path(), there->path());
        } else {
            EXPECT_EQ(here.error(), there.error());
        }
        // also the text that begins where a page begins
        const auto tail = parse_uri_reference({end - page, page});
        (void)tail;
    }
    munmap(two, 2 * page);
}

TEST_P(parsing, respects_the_callers_cap) {
    EXPECT_TRUE(parse_uri("http://h/", {.max_length = 9}));
    const auto r = parse_uri("http://h/", {.max_length = 8});
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, error_code::too_long);
    EXPECT_EQ(r.error().offset, 8U);
}

TEST(parse, refuses_four_gibibytes_without_reading_them) {
    const std::size_t size = std::size_t{1} << 32;
    void *const memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) GTEST_SKIP() << "this machine reserves no 4 GiB of address space";
    const auto r = parse_uri({static_cast<const char *>(memory), size});
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, error_code::too_long);
    munmap(memory, size);
}

TEST(parse, zone_ids_only_when_asked_for) { // RFC 6874 2
    const text link_local = "http://[fe80::a%25en1]/";
    EXPECT_FALSE(parse_uri(link_local));
    const auto r = parse_uri(link_local, {.zone_ids = true});
    ASSERT_TRUE(r);
    EXPECT_EQ(r->host(), "[fe80::a%25en1]");
    EXPECT_EQ(r->host_type(), host_type::ipv6);
    ASSERT_TRUE(r->address());
    EXPECT_EQ(to_string(*r->address()), "fe80::a");
    for (const text bad :
         {"http://[fe80::a%25]/", "http://[fe80::a%en1]/", "http://[%25en1]/", "http://[fe80::a%25e!]/"}) {
        const auto e = parse_uri(bad, {.zone_ids = true});
        ASSERT_FALSE(e) << bad;
        EXPECT_EQ(e.error().document(), "RFC 6874") << bad;
    }
}

TEST(parse, user_and_password) { // RFC 3986 3.2.1
    const auto user_of = [](text t) { return parse_uri(t)->user(); };
    const auto password_of = [](text t) { return parse_uri(t)->password(); };
    EXPECT_EQ(user_of("http://u:p:q@h/"), "u");
    EXPECT_EQ(password_of("http://u:p:q@h/"), "p:q");
    EXPECT_EQ(user_of("http://u@h/"), "u");
    EXPECT_EQ(password_of("http://u@h/"), none);
    EXPECT_EQ(password_of("http://u:@h/"), "");
    EXPECT_EQ(user_of("http://h/"), none);
}

TEST(parse, port_as_a_number) { // RFC 3986 3.2.3
    const auto parsed = [](text t) { return parse_uri(t)->port_number(); };
    const auto number_of = [&](text t) { return parsed(t).value(); };
    EXPECT_EQ(number_of("http://h:8042/"), 8042);
    EXPECT_EQ(number_of("http://h:65535/"), 65535);
    EXPECT_EQ(number_of("http://h:000080/"), 80);
    EXPECT_EQ(number_of("http://h:/"), none);
    EXPECT_EQ(number_of("http://h/"), none);
    const auto over = parsed("http://h:65536/");
    ASSERT_FALSE(over);
    EXPECT_EQ(over.error().code, error_code::port_overflow);
    EXPECT_EQ(over.error().offset, 13U);
    EXPECT_FALSE(parsed("http://h:99999999999999999999/"));
}

TEST(parse, addresses_as_bytes) { // RFC 3986 3.2.2, 7.4
    const auto bytes_of = [](text t) -> std::vector<unsigned> {
        const auto address = parse_uri(t)->address();
        if (!address) return {};
        return {address->bytes().begin(), address->bytes().end()};
    };
    EXPECT_EQ(bytes_of("http://192.0.2.16/"), (std::vector<unsigned>{192, 0, 2, 16}));
    EXPECT_EQ(bytes_of("http://[2001:db8::7]/"),
              (std::vector<unsigned>{0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}));
    EXPECT_EQ(bytes_of("http://[::ffff:192.0.2.1]/"),
              (std::vector<unsigned>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 192, 0, 2, 1}));
    for (const text none_of_them : {"http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/",
                                    "http://1.2.3.4.5/", "http://[v1.a]/", "http://h/", "mailto:192.0.2.16"}) {
        EXPECT_TRUE(bytes_of(none_of_them).empty()) << none_of_them;
    }
}

TEST(parse, offsets_of_components) {
    constexpr auto u = "foo://u@example.com:8042/over/there?name=ferret#nose"_uri;
    static_assert(u.where(rule::scheme) == range{0, 3});
    static_assert(u.where(rule::authority) == range{6, 24});
    static_assert(u.where(rule::userinfo) == range{6, 7});
    static_assert(u.where(rule::host) == range{8, 19});
    static_assert(u.where(rule::port) == range{20, 24});
    static_assert(u.where(rule::path) == range{24, 35});
    static_assert(u.where(rule::query) == range{36, 47});
    static_assert(u.where(rule::fragment) == range{48, 52});
    static_assert(u.where(rule::segment) == std::nullopt);
    static_assert(u.without_fragment() == "foo://u@example.com:8042/over/there?name=ferret");
}

TEST(parse, views_are_small_and_trivially_copyable) {
    static_assert(std::is_trivially_copyable_v<uri_view> && std::is_trivially_copyable_v<reference_view>);
    static_assert(sizeof(uri_view) <= 40 && sizeof(error) == 16);
    static_assert(std::is_nothrow_default_constructible_v<reference_view>);
    static_assert(reference_view{}.text().empty() && !reference_view{}.has_scheme());
}

TEST(parse, literals_are_checked_by_the_compiler) {
    constexpr auto u = "urn:isbn:978-951-0-18435-6"_uri;
    static_assert(u.scheme() == "urn" && u.path() == "isbn:978-951-0-18435-6");
    constexpr auto r = "../g?y#s"_uri_reference;
    static_assert(r.path() == "../g" && r.query() == "y" && r.fragment() == "s");
    static_assert(!parse_uri("http://a b/"));
    static_assert(uri_view::from("http://h/"_uri_reference).has_value() && !uri_view::from(r));
}

TEST(parse, authority_by_itself) { // RFC 3986 3.2
    const auto a = parse_authority("u:p@[::1]:80");
    ASSERT_TRUE(a);
    EXPECT_EQ(a->userinfo, "u:p");
    EXPECT_EQ(a->host, "[::1]");
    EXPECT_EQ(a->port, "80");
    ASSERT_TRUE(parse_authority(""));
    EXPECT_EQ(parse_authority("")->host, "");
    EXPECT_EQ(parse_authority("a:")->port, "");
    ASSERT_FALSE(parse_authority("a/b"));
    EXPECT_EQ(parse_authority("a/b").error().offset, 1U);
    EXPECT_FALSE(parse_authority("a:b"));
}

TEST(parse, host_by_itself) { // RFC 3986 3.2.2
    static_assert(parse_host("h") == host_type::reg_name);
    EXPECT_EQ(parse_host("::1").error(), (error{0, error_code::invalid_character, rule::host}));
    EXPECT_EQ(parse_host("[::1]:1").error(), (error{5, error_code::invalid_character, rule::host}));
    EXPECT_EQ(parse_host("[::1]"), host_type::ipv6);
    EXPECT_EQ(parse_host("[v7.x]"), host_type::ipvfuture);
    EXPECT_EQ(parse_host("1.2.3.4"), host_type::ipv4);
    EXPECT_EQ(parse_host("1.2.3.4.5"), host_type::reg_name);
    EXPECT_EQ(parse_host(""), host_type::reg_name);
    for (const text bad : {"a:1", "a@b", "[::1]:1", "a/b", "[::1", "::1"}) EXPECT_FALSE(parse_host(bad)) << bad;
}

} // namespace
