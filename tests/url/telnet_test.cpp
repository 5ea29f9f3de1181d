// draft-ietf-uri-url-06 3.8; RFC 1738 3.8; RFC 4248.
#include <uniform/url/telnet.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

TEST(telnet, reads) {
    const row rows[]{
        {"url-06 3.8", url_06, "telnet://u:p@h.x:2323/", "user=u password=p host=h.x port=2323"},
        {"url-06 3.8", url_06, "telnet://h.x", "host=h.x port=23"},
        {"url-06 3.1: empty is not none", url_06, "telnet://:@h.x", "user= password= host=h.x port=23"},
        {"url-06 3.1: encoded", url_06, "telnet://a%40b:c%3Ad%2F@h.x", "user=a@b password=c:d/ host=h.x port=23"},
        {"url-06 5: national", url_06, "telnet://{u}@h", "user={u} host=h port=23"},
        {"RFC 1738 5", rfc1738, "telnet://{u}@h", "invalid_character at 9, user"},
        {"url-06 5", url_06, "telnet://h.x//", "invalid_character at 13, telneturl"},
        {"url-06 5", url_06, "telnet://", "missing_host at 9, host"},
        {"url-06 5: digits = 1*digit", url_06, "telnet://h:", "invalid_port at 11, port"},
        {"RFC 3986 3.2.3: *DIGIT", {}, "telnet://h:", "host=h port=23"},
        {"RFC 4248 2", {}, "TelNet://u:p@h/", "user=u password=p host=h port=23"},
        {"RFC 4248 2; RFC 3986 3.2.2", {}, "telnet://[::1]:24", "host=[::1] port=24"},
        {"RFC 4248 2", {}, "telnet://h/a", "invalid_character at 11, telneturl"},
        {"RFC 4248 2", {}, "telnet://h?a", "invalid_character at 10, telneturl"},
        {"a port that is none of TCP", {}, "telnet://h:70000", "host=h port=70000"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

TEST(telnet, makes) {
    EXPECT_EQ(make_telneturl({{.user = "a@b", .password = "/:", .host = "h", .port = 24}, true}).value(),
              "telnet://a%40b:%2F%3A@h:24/");
    EXPECT_EQ(make_telneturl({{.host = "h"}, false}).value(), "telnet://h");
    EXPECT_EQ(make_telneturl({{.password = "p", .host = "h"}, true}).error().code, error_code::missing_part);
    EXPECT_EQ(make_telneturl({{.host = "a/b"}, true}, {.edition = rfc1738}).error().rule, rule::host);
}

RC_GTEST_PROP(telnet_properties, what_is_made_reads_the_same, ()) {
    telneturl_parts parts{{.host = any_name()}, *rc::gen::arbitrary<bool>()};
    if (*rc::gen::arbitrary<bool>()) parts.login.port = *rc::gen::arbitrary<std::uint16_t>();
    if (*rc::gen::arbitrary<bool>()) parts.login.user = any_bytes();
    if (parts.login.user && *rc::gen::arbitrary<bool>()) parts.login.password = any_bytes();
    for (const edition e : {url_06, rfc1738, rfc4248}) {
        const auto made = make_telneturl(parts, {.edition = e});
        RC_ASSERT(made.has_value());
        RC_ASSERT(parts_of(parse_telneturl(*made, {.edition = e}).value()) == parts);
    }
}

} // namespace
