// ftp URLs: draft-ietf-uri-url-06 3.1, 3.2, 5; RFC 1738 3.1, 3.2, 5; RFC 3986 3.
#include <uniform/url/ftp.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

std::string written(const ftpurl_view &u) {
    return shown(u.login.user) + ' ' + shown(u.login.password) + ' ' + std::string{u.login.host} + ' ' +
           shown(u.login.port) + ' ' + shown(u.fpath) + (u.ftptype ? std::string{' ', *u.ftptype} : "");
}

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738};
};

const reading readings[]{
    {"3.1: an empty user, no password", "ftp://@host.com/", "'' - host.com - ''"},
    {"3.1: no user", "ftp://host.com/", "- - host.com - ''"},
    {"3.1: an empty password", "ftp://foo:@host.com/", "foo '' host.com - ''"},
    {"3.1: \":\", \"@\", \"/\" are encoded", "ftp://u%3A:p%40%2F@h.x:2121", "u%3A p%40%2F h.x 2121 -"},
    {"5: user", "ftp://a;b?c&d=e:f;g@h.x/", "a;b?c&d=e f;g h.x - ''"},
    {"3.2.2", "ftp://myname@host.dom/%2Fetc/motd", "myname - host.dom - %2Fetc/motd"},
    {"5: ftptype", "FTP://h.x/a/b;type=D", "- - h.x - a/b D"},
    {"5: ftptype", "ftp://h.x/;type=i", "- - h.x - '' i"},
    {"5: fsegment", "ftp://h.x//a?b:c@d&e=f/", "- - h.x - /a?b:c@d&e=f/"},
    {"5: ftptype", "ftp://h.x/a;type=", "empty_component@17 ftptype"},
    {"5: ftptype", "ftp://h.x/a;type=x", "invalid_character@17 ftptype"},
    {"5: ftptype", "ftp://h.x/a;type=ii", "invalid_character@18 ftptype"},
    {"3.2.2: \";\" is encoded", "ftp://h.x/a;b", "invalid_character@11 fpath"},
    {"5: [ \"/\" fpath [ \";type=\" ftptype ]]", "ftp://h.x;type=a", "invalid_character@9 host"},
    {"3.1: \"@\" is encoded", "ftp://u@v@h.x/", "invalid_character@9 host"},
    {"3.1: \":\" is encoded", "ftp://u:p:q@h.x/", "invalid_character@9 password"},
    {"3.1: a password needs a user", "ftp://:p@h.x/", "'' p h.x - ''"},
    {"5: host", "ftp://u:p@/", "missing_host@10 host"},
    {"5: digits", "ftp://h.x:/", "invalid_port@10 port"},
    {"5: digits", "ftp://h.x:2a/", "invalid_port@11 port"},
    {"5: hostnumber", "ftp://1.2.3.4/", "- - 1.2.3.4 - ''"},
    {"5: a hostnumber has four", "ftp://1.2.3/", "invalid_character@6 hostname", {url_06}},
    {"5: toplabel", "ftp://1.2.3/", "invalid_character@10 hostname", {rfc1738}},
    {"2.1", "fttp://h.x/", "invalid_scheme@0 scheme"},
    // RFC 3986 3.2, 3.3: "?" ends the authority and the path.
    {"5: user", "ftp://trusted.example?x@evil.example/f", "trusted.example?x - evil.example - f"},
    {"RFC 3986 3.2", "ftp://trusted.example?x@evil.example/f", "invalid_character@21 path", {rfc3986}},
    {"RFC 3986 3.2", "ftp://u:a?b@h.x/", "invalid_port@8 port", {rfc3986}},
    {"RFC 3986 3.2", "ftp://u:p%3Fq@h.x/", "u p%3Fq h.x - ''", {rfc3986}},
    {"5: fsegment", "ftp://h.x/a?/../etc/motd", "- - h.x - a?/../etc/motd"},
    {"RFC 3986 3.3", "ftp://h.x/a?/../etc/motd", "invalid_character@11 path", {rfc3986}},
    {"RFC 3986 3.3", "ftp://h.x/a%3F;type=a", "- - h.x - a%3F a", {rfc3986}},
    {"RFC 3986 3.3", "ftp://h.x/a?b;type=a", "invalid_character@11 path", {rfc3986}},
    {"RFC 3986 3.5", "ftp://h.x/a#b", "unexpected_fragment@11 path", {rfc3986}},
    {"RFC 1738 3.2.2", "ftp://h.x/a;b", "invalid_character@11 path", {rfc3986}},
    {"RFC 1738 3.2.2", "ftp://h.x/a;type=x", "invalid_character@17 ftptype", {rfc3986}},
    {"RFC 3986 3.2.1", "ftp://u:p:q@h.x/~", "u p:q h.x - ~", {rfc3986}},
    {"RFC 3986 3.2.2", "ftp://[::1]/", "- - [::1] - ''", {rfc3986}},
};

TEST(ftp, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_ftpurl(r.text, {.edition = e});
            EXPECT_EQ(url ? written(*url) : why(url), r.expected) << r.source << ": " << r.text << " " << to_string(e);
        }
    }
    // An edition that does not have the scheme is its current one.
    EXPECT_EQ(parse_ftpurl("ftp://h.x", {.edition = rfc9110})->edition, rfc3986);
}

TEST(ftp, parts_keep_an_encoded_slash_apart) {
    const auto p = parts_of(parse_ftpurl("ftp://u%40x@h.x/%2Fetc//a%3Bb/m%2Fn;type=A").value());
    EXPECT_EQ(p,
              (ftpurl_parts{
                  .login = {.user = "u@x", .host = "h.x"}, .cwd = {"/etc", "", "a;b"}, .name = "m/n", .ftptype = 'A'}));
    EXPECT_FALSE(parts_of(parse_ftpurl("ftp://h.x").value()).slash);
}

struct making {
    ftpurl_parts parts;
    std::string_view url; ///< or why not
};

// GCC 12 takes a login written in place with all of its parts for one that was never made.
login_parts login_of(std::string user, std::string password, std::string host, std::uint16_t port) {
    return {std::move(user), std::move(password), std::move(host), port};
}

const making makings[]{
    {{.login = {.host = "h.x"}, .slash = false}, "ftp://h.x"},
    {{.login = {.host = "h.x"}}, "ftp://h.x/"},
    {{.login = {.user = "", .host = "h.x"}, .cwd = {""}, .name = ""}, "ftp://@h.x//"},
    {{.login = login_of("a:b", "c@d/", "h.x", 1), .cwd = {"/etc"}, .name = "a;b"},
     "ftp://a%3Ab:c%40d%2F@h.x:1/%2Fetc/a%3Bb"},
    {{.login = {.host = "h.x"}, .name = "~", .ftptype = 'd'}, "ftp://h.x/%7E;type=d"},
    {{.login = {.password = "p", .host = "h.x"}}, "missing_part@0 user"},
    {{.login = {.host = ""}}, "missing_host@0 host"},
    {{.login = {.host = "h x"}}, "invalid_character@0 host"},
    {{.login = {.host = "h.x"}, .ftptype = 'x'}, "invalid_character@9 ftptype"},
};

TEST(ftp, made_urls) {
    for (const making &r : makings) {
        const auto url = make_ftpurl(r.parts);
        EXPECT_EQ(url ? *url : why(url), r.url);
    }
}

RC_GTEST_PROP(ftp_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc3986);
    ftpurl_parts p{.login = {.host = *hosts(), .port = *ports()},
                   .cwd = *rc::gen::container<std::vector<std::string>>(bytes()),
                   .name = *bytes()};
    if (*rc::gen::arbitrary<bool>()) p.login.user = *bytes();
    if (p.login.user && *rc::gen::arbitrary<bool>()) p.login.password = *bytes();
    if (*rc::gen::arbitrary<bool>()) p.ftptype = *rc::gen::element('a', 'I', 'd');
    const auto url = make_ftpurl(p, {.edition = e});
    RC_ASSERT(url.has_value());
    RC_ASSERT(parts_of(parse_ftpurl(*url, {.edition = e}).value()) == p);
}

} // namespace
