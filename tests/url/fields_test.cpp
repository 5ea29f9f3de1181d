// The parts of URLs by name, and URLs of such parts.
#include <uniform/url/url.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/uri/scheme.hpp>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

TEST(fields, of_the_other_schemes) {
    const row rows[]{
        {"url-06 3.1", url_06, "ftp://@host.com/", "user= host=host.com port=21 user_given=yes name="},
        {"url-06 3.2.1", url_06, "ftp://host.com/", "user=anonymous host=host.com port=21 name="},
        {"url-06 3.1", url_06, "ftp://foo:@host.com/", "user=foo password= host=host.com port=21 user_given=yes name="},
        {"RFC 1738 3.2.2",
         {},
         "ftp://host/a/%2Fb/c;type=i",
         "user=anonymous host=host port=21 cwd=[a|/b] name=c typecode=i"},
        {"url-06 3.3", url_06, "http://a.b:8000/c/d?e", "host=a.b port=8000 path=c/d searchpart=e"},
        {"url-06 3.3", url_06, "http://a.b", "host=a.b port=80 path="},
        {"RFC 9110 4.2.1", {}, "http://a.b:8000/c/d?e", "host=a.b port=8000 path=/c/d query=e"},
        {"RFC 9110 4.2.1", {}, "https://a.b?e", "host=a.b port=443 secure=yes path= query=e"},
        {"url-06 3.4.1", url_06, "gopher://h.x", "host=h.x port=70 gophertype=1 selector="},
        {"url-06 3.4.3",
         {},
         "gopher://h.x/7sel%09word%09+",
         "host=h.x port=70 gophertype=7 selector=sel search=word gopher_plus=+"},
        {"url-06 3.9", url_06, "wais://h.x/db/TEXT/p%2F1", "host=h.x port=210 database=db wtype=TEXT wpath=p%2F1"},
        {"url-06 3.10", url_06, "file:///a/b", "host= local=yes path=a/b filename=/a/b"},
        {"RFC 8089 2", {}, "file:/a%20b", "local=yes path=a%20b filename=/a b"},
        {"url-06 3.10", {}, "file://h/a", "host=h path=a"},
        {"url-06 3.11", url_06, "prospero://host.dom//pros/name;OBJECT-VERSION=3",
         "host=host.dom port=1525 hsoname=/pros/name fields=[OBJECT-VERSION=3]"},
        {"a port that is none of TCP", {}, "gopher://h:99999/", "host=h port=99999 gophertype=1 selector="},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
}

std::string made(std::string_view scheme, const std::vector<std::pair<std::string, std::string>> &texts,
                 std::optional<edition> e = {}) {
    std::vector<url_field> fields;
    for (const auto &[name, value] : texts) fields.push_back(url_field::of(name, value));
    const auto url = make_url(scheme, fields, {.edition = e});
    return url ? *url : shown(url.error());
}

TEST(fields, make_a_url) {
    EXPECT_EQ(made("ftp", {{"host", "host.dom"}, {"cwd", "/etc"}, {"name", "motd"}, {"typecode", "a"}}),
              "ftp://host.dom/%2Fetc/motd;type=a");
    EXPECT_EQ(made("FTP", {{"host", "h"}, {"user", "a@b"}, {"password", ""}}), "ftp://a%40b:@h/");
    EXPECT_EQ(made("http", {{"host", "h"}, {"path", "/a"}, {"query", "b"}}), "http://h/a?b");
    EXPECT_EQ(made("http", {{"host", "h"}, {"query", "b"}}), "http://h?b");
    EXPECT_EQ(made("http", {{"host", "h"}, {"path", "a"}, {"searchpart", "b"}}, url_06), "http://h/a?b");
    EXPECT_EQ(made("http", {{"host", "h"}, {"searchpart", "b"}}, url_06), "http://h/?b");
    EXPECT_EQ(made("https", {{"host", "h"}, {"port", "443"}, {"path", ""}}), "https://h");
    EXPECT_EQ(made("gopher", {{"host", "h"}, {"selector", "a"}, {"gopher_plus", "!"}}), "gopher://h/1a%09%09!");
    EXPECT_EQ(made("mailto", {{"to", "a@b"}, {"subject", "c d"}, {"headers", "cc=e@f"}}),
              "mailto:a@b?subject=c%20d&cc=e@f");
    // RFC 6068 5: line breaks in the body "MUST be encoded with "%0D%0A""
    EXPECT_EQ(made("mailto", {{"body", "1\n2\r3\r\n\n"}}), "mailto:?body=1%0D%0A2%0D%0A3%0D%0A%0D%0A");
    EXPECT_EQ(made("mailto", {{"headers", "BODY=1\n2"}}), "mailto:?BODY=1%0D%0A2");
    EXPECT_EQ(made("mailto", {{"addr_spec", "a@b"}}, url_06), "mailto:a@b");
    EXPECT_EQ(made("news", {{"message_id", "a@b"}}), "news:a@b");
    EXPECT_EQ(made("snews", {{"host", "h"}, {"port", "563"}, {"group", "a"}}), "snews://h/a");
    EXPECT_EQ(made("nntp", {{"host", "h"}, {"group", "a"}, {"article", "1"}}), "nntp://h/a/1");
    EXPECT_EQ(made("telnet", {{"host", "h"}, {"port", "24"}}), "telnet://h:24/");
    EXPECT_EQ(made("wais", {{"host", "h"}, {"database", "d"}, {"search", "s"}}), "wais://h/d?s");
    EXPECT_EQ(made("file", {{"filename", "/a b"}}), "file:///a%20b");
    EXPECT_EQ(made("file", {{"host", "h"}, {"path", "a%2Fb/c"}}), "file://h/a%2Fb/c");
    EXPECT_EQ(made("prospero", {{"host", "h"}, {"hsoname", "/a;b"}, {"fields", "c=d"}}), "prospero://h//a%3Bb;c=d");
    EXPECT_EQ(made("data", {{"data", "a"}, {"base64", "true"}, {"media_type", "text/html"}}),
              "data:text/html;base64,YQ==");
    EXPECT_EQ(made("ldap", {{"dn", "a"}, {"attributes", "b"}, {"scope", "base"}}), "ldap:///a?b");
    EXPECT_EQ(made("wss", {{"host", "h"}}), "wss://h/");
    EXPECT_EQ(made("x-a", {{"schemepart", "b"}}), "x-a:b");
}

TEST(fields, that_make_none) {
    EXPECT_EQ(made("ftp", {{"hots", "h"}}), "not_found at 0, url");
    EXPECT_EQ(made("x-a", {{"host", "h"}}), "not_found at 0, url");
    EXPECT_EQ(made("ftp", {}), "missing_host at 0, host");
    EXPECT_EQ(made("ftp", {{"host", "h"}, {"port", "65536"}}), "port_overflow at 0, port");
    EXPECT_EQ(made("ftp", {{"host", "h"}, {"port", "a"}}), "invalid_port at 0, port");
    EXPECT_EQ(made("ftp", {{"host", "h"}, {"port", "1a"}}), "invalid_port at 0, port");
    EXPECT_EQ(made("ftp", {{"host", "h"}, {"port", ""}}), "invalid_port at 0, port");
    EXPECT_EQ(made("ftp", {{"host", "h"}, {"typecode", "aa"}}), "invalid_character at 0, ftptype");
    EXPECT_EQ(made("gopher", {{"host", "h"}, {"gophertype", ""}}), "empty_component at 0, gophertype");
    EXPECT_EQ(made("news", {}), "missing_part at 0, newsURL");
    EXPECT_EQ(made("data", {{"base64", "yes"}}), "invalid_character at 0, dataurl");
    EXPECT_EQ(made("mailto", {{"headers", "cc"}}), "missing_part at 0, hfname");
    EXPECT_EQ(made("prospero", {{"host", "h"}, {"fields", "a"}}), "missing_part at 0, fieldspec");
    EXPECT_EQ(made("file", {{"path", "%"}}), "invalid_percent_encoding at 0, pct-encoded");
    const url_field twice[]{url_field::of_list("host", {"a", "b"})};
    EXPECT_EQ(make_url("ftp", twice).error().code, error_code::repeated_component);
}

// A name that would be an address, or no name at all, once it is decoded stays as it is.
TEST(fields, a_host_is_made_as_it_was_read) {
    const struct {
        std::string_view url;
        std::string_view host;
        std::string_view made = url;
    } rows[]{
        {"http://[::1]/", "[::1]"},
        {"http://%5B%3A%3A1%5D/", "%5B%3A%3A1%5D"},
        {"http://%5b%3a/", "%5B%3A", "http://%5B%3A/"},
        {"http://%255B%5D/", "%255B%5D"},
        {"http://a%2541/", "a%2541"},
        {"http://a%2Fb/", "a%2Fb"},
        {"http://%C3%BC/", "\xC3\xBC"},
        {"http://%61/", "a", "http://a/"},
    };
    for (const auto &r : rows) {
        const auto url = parse_httpurl(r.url).value();
        const httpurl_parts parts = parts_of(url);
        EXPECT_EQ(parts.host, r.host) << r.url;
        const auto again = make_httpurl(parts);
        ASSERT_TRUE(again) << r.url;
        EXPECT_EQ(*again, r.made);
        EXPECT_EQ(parts_of(parse_httpurl(*again).value()), parts);
        EXPECT_EQ(make_url("http", fields_of(url)), *again);
    }
    for (const std::string_view host : {"::1", "a b", "a/b", "a%", "a%41", "a%5Bb|", "a:80", "u@h", "a\rb", "%zz"}) {
        EXPECT_EQ(made("ftp", {{"host", std::string{host}}}), "invalid_character at 0, host") << host;
        EXPECT_EQ(made("file", {{"host", std::string{host}}, {"path", "a"}}), "invalid_character at 0, host") << host;
    }
}

TEST(fields, by_the_callers_schemes) {
    scheme_registry mine;
    ASSERT_TRUE(mine.add({.name = "gopher", .default_port = 170}));
    const url_options o{.schemes = &mine};
    const auto url = parse_url("gopher://h/").value();
    EXPECT_EQ(shown(fields_of(url, o)), "host=h port=170 gophertype=1 selector=");
    EXPECT_EQ(shown(fields_of(url)), "host=h port=70 gophertype=1 selector=");
    EXPECT_EQ(make_url("gopher", fields_of(url, o), o), "gopher://h/");
    EXPECT_EQ(make_url("gopher", fields_of(url), o), "gopher://h:70/");
}

TEST(fields, make_nothing_too_long) {
    const struct {
        std::string_view url;
    } rows[]{{"ftp://h/a"},     {"http://h/a"},    {"gopher://h/0a"}, {"mailto:a@b"},    {"news:a@b"},
             {"nntp://h/a"},    {"telnet://h/"},   {"wais://h/a"},    {"file:///a"},     {"prospero://h/a"},
             {"data:,aaaaaaa"}, {"ldap://h/dn=a"}, {"ws://h/a"},      {"z39.50:aaaaaaa"}};
    for (const auto &r : rows) {
        const auto length = static_cast<std::uint32_t>(r.url.size());
        const auto scheme = r.url.substr(0, r.url.find(':'));
        const auto fields = fields_of(parse_url(r.url).value());
        EXPECT_EQ(make_url(scheme, fields, {.max_length = length}), r.url);
        const auto refused = make_url(scheme, fields, {.max_length = length - 1});
        ASSERT_FALSE(refused) << r.url;
        EXPECT_EQ(refused.error().code, error_code::too_long) << r.url;
        EXPECT_EQ(refused.error().offset, length - 1) << r.url;
    }
}

TEST(fields, names_are_those_that_make_takes) {
    for (const url_scheme &scheme : url_schemes()) {
        for (const std::string_view name : url_field_names(scheme.name)) {
            const url_field one[]{url_field{std::string{name}}};
            const auto url = make_url(scheme.name, one);
            EXPECT_TRUE(url || url.error().code != error_code::not_found) << scheme.name << ' ' << name;
        }
    }
}

// fields_of(make_url(fields_of(x))) is fields_of(x): what a URL says is what makes it.
TEST(fields, make_the_url_that_has_them) {
    constexpr std::string_view texts[]{
        "data:,a%20b",
        "data:a/b;c=d;base64,Zg==",
        "file:/a%2Fb/c/",
        "file:///a",
        "file://h/a/b",
        "file:///a%41/~%7e/%2f",
        "news:///a.b",
        "news://@h/*",
        "news://:p@/a@b",
        "ftp://h",
        "ftp://u:p@h:22/a//%2Fb;type=d",
        "gopher://h",
        "gopher://h:71/7a%09b%09%2B",
        "http://h/a//b?c",
        "https://h?",
        "ldap://h/dn=base?cn,sn?sub?objectClass=*",
        "ldaps://h/???\?!a=b,c",
        "mailto:a@b,c@d?subject=e&body=f&cc=g@h&subject=i&TO=j@k",
        "mailto:",
        "news:*",
        "news:",
        "news:a@b",
        "snews://u:p@h/a.b",
        "nntp://h:120/a/1",
        "prospero://h//a%3B/b;c=d;e=",
        "telnet://u@h",
        "wais://h/a",
        "wais://h/a?b",
        "wais://h/a/b/c%2Fd",
        "ws://h:81?a",
        "z39.50:a%41",
    };
    for (const std::string_view text : texts) {
        ASSERT_TRUE(parse_url(text)) << text;
        const auto scheme = text.substr(0, text.find(':'));
        for (const edition e : {current_edition(scheme), url_06, rfc1738}) {
            const auto read = parse_url(text, {.edition = e});
            if (!read) continue;
            const auto again = make_url(scheme, fields_of(*read), {.edition = e});
            ASSERT_TRUE(again) << text << ' ' << to_string(e) << ": " << shown(again.error());
            EXPECT_EQ(reading(*again, e), reading(text, e)) << *again;
            if (scheme == "file") {
                EXPECT_EQ(*again, text); // the path as it was written
            }
        }
    }
}

} // namespace
