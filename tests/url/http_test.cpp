// http and https URLs: draft-ietf-uri-url-06 3.3, 5; RFC 1738 3.3, 5; RFC 9110 4.2.
#include <uniform/url/http.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

std::string written(const httpurl_view &u) {
    return std::string{u.secure ? "secure " : ""} + std::string{u.login.host} + ' ' + shown(u.login.port) + ' ' +
           shown(u.hpath) + ' ' + shown(u.search);
}

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738, rfc9110};
};

const reading readings[]{
    {"3.3: \"/\" may be omitted", "http://a.b", "a.b - - -"},
    {"3.3: \"/\" is no part of the path", "HTTP://a.b/", "a.b - '' -"},
    {"3.3", "http://a.b:8000/c/d?e", "a.b 8000 c/d e"},
    {"5: hsegment", "http://a.b//;:@&=/?;:@&=", "a.b - /;:@&=/ ;:@&="},
    {"5: host = hostnumber", "http://1.2.3.4/?", "1.2.3.4 - '' ''"},
    {"5: \"/\" before \"?\"", "http://a.b?c", "invalid_character@10 host", {url_06, rfc1738}},
    {"RFC 9110 4.2.1: path-abempty [ \"?\" query ]", "http://a.b?c", "a.b - - c", {rfc9110}},
    {"5: search", "http://a.b/?c?d", "invalid_character@13 search", {url_06, rfc1738}},
    {"RFC 3986 3.4", "http://a.b/?c?d/", "a.b - '' c?d/", {rfc9110}},
    {"5: national", "http://a.b/~c^", "a.b - ~c^ -", {url_06}},
    {"5: no national", "http://a.b/~c", "invalid_character@11 hpath", {rfc1738}},
    {"RFC 3986 2.3", "http://a.b/~c", "a.b - ~c -", {rfc9110}},
    {"5: hostname = alpha *uchar", "http://a_b%41/", "a_b%41 - '' -", {url_06}},
    {"5: domainlabel", "http://a_b/", "invalid_character@8 hostname", {rfc1738}},
    {"5: domainlabel may begin with a digit", "http://3com.com/", "3com.com - '' -", {rfc1738}},
    {"5: alpha", "http://3com.com/", "invalid_character@7 hostname", {url_06}},
    {"5: toplabel", "http://a.1b/", "invalid_character@9 hostname", {rfc1738}},
    {"5: no \"-\" at the end", "http://a-.b/", "invalid_character@8 hostname", {rfc1738}},
    {"5: no dot at the end", "http://a.b./", "empty_component@11 hostname", {rfc1738}},
    {"5: port = digits", "http://a.b:/", "invalid_character@11 port", {}},
    {"RFC 3986 3.2.3: *DIGIT", "http://a.b:/", "a.b '' '' -", {rfc9110}},
    {"3.3: no user", "http://u@a.b/", "unexpected_userinfo@7 hostport", {url_06, rfc1738}},
    {"RFC 9110 4.2.4: an error", "http://u:p@a.b/", "unexpected_userinfo@7 authority", {rfc9110}},
    {"RFC 9110 4.2.1: an empty host", "http:///c", "missing_host@7 host"},
    {"RFC 9110 4.2.1: an empty host", "http://:80/c", "missing_host@7 host"},
    {"5", "http:/a.b/", "missing_part@5 httpurl", {url_06, rfc1738}},
    {"RFC 9110 4.2.1", "http:a", "missing_part@5 http-URI", {rfc9110}},
    {"2.2", "http://a.b/c d", "invalid_character@12 hpath", {url_06, rfc1738}},
    {"2.2", "http://a.b/c#d", "invalid_character@12 hpath", {url_06, rfc1738}},
    {"RFC 9110 4.2.1: no fragment", "http://a.b/c#d", "unexpected_fragment@12 path-abempty", {rfc9110}},
    {"RFC 9110 4.2.1: no fragment", "http://a.b#d", "unexpected_fragment@10 host", {rfc9110}},
    {"2.2", "http://a.b/%4", "invalid_percent_encoding@11 escape", {url_06, rfc1738}},
    {"RFC 9110 4.2.2, whatever edition", "hTTps://a.b:1/c?d", "secure a.b 1 c d"},
    {"RFC 3986 3.2.2", "https://[2001:db8::1]/", "secure [2001:db8::1] - '' -"},
    {"2.1", "httpx://a.b/", "invalid_scheme@0 scheme"},
    {"2.1", "a", "missing_scheme@0 url"},
};

TEST(http, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_httpurl(r.text, {.edition = e});
            EXPECT_EQ(url ? written(*url) : why(url), r.expected) << r.source << ": " << r.text << " " << to_string(e);
            if (url) {
                EXPECT_EQ(url->edition, url->secure ? rfc9110 : e);
            }
        }
    }
}

TEST(http, made_urls) {
    const struct {
        httpurl_parts parts;
        std::string_view url;
        std::optional<edition> by = std::nullopt;
    } rows[]{
        {{.host = "a.b"}, "http://a.b"},
        {{.secure = true, .host = "a.b", .port = 1, .hpath = "c%20d/", .search = "e"}, "https://a.b:1/c%20d/?e"},
        {{.host = "a.b", .search = "e"}, "http://a.b?e"},
        {{.host = "a.b", .search = "e"}, "invalid_character@10 host", url_06},
        {{.host = "a.b", .hpath = "c d"}, "invalid_character@12 path-abempty"},
        {{.host = "a.b", .hpath = "c?d"}, "changes_components@0 http-URI"},
        {{.host = "a.b", .hpath = "c", .search = "d#e"}, "unexpected_fragment@14 query"},
        {{.host = ""}, "missing_host@0 host"},
        {{.host = "u@a.b"}, "invalid_character@0 host"},
        {{.host = "u@a.b"}, "invalid_character@0 host", rfc1738},
        {{.host = "[::1"}, "unterminated_ip_literal@2 IP-literal"},
        {{.host = "[::1]/x"}, "invalid_character@0 host"},
    };
    for (const auto &r : rows) {
        const auto url = make_httpurl(r.parts, {.edition = r.by});
        EXPECT_EQ(url ? *url : why(url), r.url);
    }
}

RC_GTEST_PROP(http_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc9110);
    httpurl_parts p{.secure = *rc::gen::arbitrary<bool>(), .host = *rc::gen::oneOf(hosts(), bytes()), .port = *ports()};
    if (*rc::gen::arbitrary<bool>())
        p.hpath = *rc::gen::oneOf(bytes(), rc::gen::map(bytes(), [](const auto &b) { return encode_segment(b); }));
    if (*rc::gen::arbitrary<bool>()) p.search = encode_query_data(*bytes());
    const auto url = make_httpurl(p, {.edition = e});
    if (url) {
        RC_ASSERT(parts_of(parse_httpurl(*url, {.edition = e}).value()) == p);
    }
}

} // namespace
