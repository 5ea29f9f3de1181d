// Abbreviated references: rfc2396bis-01 appendix F.
#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <uniform/uri/parse.hpp>

namespace uniform {
namespace {

using enum completion_rule;

struct row {
    const char *typed;
    const char *uri; // nullptr: none can be made
    completion_rule rule;
};

TEST(abbreviated, complete) {
    const row rows[]{
        {"www.w3.org/Addressing/", "http://www.w3.org/Addressing/", www_host}, // the draft's own
        {"www.w3.org", "http://www.w3.org", www_host},
        {"WWW2.W3.org?q#f", "http://WWW2.W3.org?q#f", www_host},
        {"ftp.isi.edu/in-notes/", "ftp://ftp.isi.edu/in-notes/", ftp_host},
        {"gopher.example.org/11/x", "gopher://gopher.example.org/11/x", gopher_host},
        {"example.org", "http://example.org", host_name},
        {"example.org.", "http://example.org.", host_name},
        {"intranet/wiki", "http://intranet/wiki", host_name},
        {"node.js", "http://node.js", host_name}, // typed where a URI is asked for
        {"localhost:8080/x", "http://localhost:8080/x", host_name},
        {"example.org:443", "https://example.org:443", known_port},
        {"example.org:21/pub", "ftp://example.org:21/pub", known_port},
        {"example.org:70", "gopher://example.org:70", known_port},
        {"news.example.org:119", "news://news.example.org:119/", known_port}, // RFC 5538 3: nntp names a group
        {"news.example.org:119/a.b", "nntp://news.example.org:119/a.b", known_port},
        {"192.0.2.1/x", "http://192.0.2.1/x", ip_address},
        {"[2001:db8::1]:8080", "http://[2001:db8::1]:8080", ip_address},
        {"//example.org/x", "http://example.org/x", network_path},
        {"a.b+c@example.org", "mailto:a.b+c@example.org", mail_address},
        {"a@example.org?subject=x", "mailto:a@example.org?subject=x", mail_address},
        {"a&b@example.org", "mailto:a%26b@example.org", mail_address}, // RFC 6068 2, 1.
        {"a%26b@example.org", "mailto:a%26b@example.org", mail_address},
        {"a=b%@example.org", "mailto:a%3Db%25@example.org", mail_address},
        {"@a@example.org", nullptr, none}, // RFC 6068 2: dot-atom-text
        {".a@example.org", nullptr, none},
        {"a.@example.org", nullptr, none},
        {"a..b@example.org", nullptr, none},
        {"a@b@example.org", nullptr, none},
        {"a;b@example.org", nullptr, none},
        {"a@example.org?subject", nullptr, none}, // RFC 6068 2: hfield
        {"u@example.org/x", nullptr, none},       // RFC 9110 4.2.4: http has no user names
        {"u@[::1]", nullptr, none},
        {"u@192.0.2.1", nullptr, none},
        {"u@ftp.example.org/x", "ftp://u@ftp.example.org/x", ftp_host},
        {"ftp.example.org/x?y", nullptr, none}, // RFC 1738 3.2: no query
        {"http://a/", "http://a/", is_uri},
        {"tel:123", "tel:123", is_uri},
        {"foo:bar", "foo:bar", is_uri},
        {" <URL:www.example.\n  org/x> ", "http://www.example.org/x", www_host},
        {"\"example.org\"", "http://example.org", host_name},
        {"", nullptr, none},
        {"   ", nullptr, none},
        {"/path", nullptr, none},
        {"@user", nullptr, none}, // no mail address: RFC 5322 3.4.1, a local-part has characters
        {"@user/x", nullptr, none},
        {"//@example.org", nullptr, none},
        {"?q", nullptr, none},
        {"-a.org", nullptr, none},
        {"a..org", nullptr, none},
        {"a_b.org", nullptr, none},
        {"example.org:port", "example.org:port", is_uri}, // the grammar admits it
        {"example.org:123456", nullptr, none},
        {"example.org:65536", nullptr, none},
        {"example.org:65535", "http://example.org:65535", host_name},
        {"example.org:80", "http://example.org:80", known_port},
        {"http:www.w3.org", "http://www.w3.org", missing_slashes},
        {"http:/www.w3.org/x", "http://www.w3.org/x", missing_slashes},
        {"HTTPS:///www.w3.org", "HTTPS://www.w3.org", missing_slashes},
        {"http//www.w3.org", "http://www.w3.org", missing_slashes},
        {"ftp:u@ftp.isi.edu", "ftp://u@ftp.isi.edu", missing_slashes},
        {"http://", nullptr, none},
        {"1http://example.org/", nullptr, none}, // no host with an empty port
        {"http:", nullptr, none},
        {"http:8080", nullptr, none},
        {"http:?q", nullptr, none},
        {"http://:80/", nullptr, none},
        {"12345", nullptr, none},
        {"256.1.1.1", nullptr, none},
        {"1.2.3", nullptr, none},
        {"//256.1.1.1/", nullptr, none},
        {"3com.com", "http://3com.com", host_name},
        {"www.example.org,", "http://www.example.org", www_host},
        {"www.example.org/x!?", "http://www.example.org/x!?", www_host}, // a URI may end so
        {"www.example.org...", "http://www.example.org", www_host},
        {"localhost:8080,", "http://localhost:8080", host_name},
        {"http://a/,", "http://a/,", is_uri},
        {"example.org/a|b", nullptr, none},
        {"///x", nullptr, none},
        {"//", nullptr, none},
        {"@", nullptr, none},
    };
    for (const auto &[typed, uri, how] : rows) {
        const auto c = complete(typed);
        ASSERT_EQ(c.has_value(), uri != nullptr) << typed;
        if (!c) continue;
        EXPECT_EQ(c->uri, uri) << typed;
        EXPECT_EQ(c->rule, how) << typed << ": " << to_string(c->rule);
        EXPECT_EQ(c->guess, how != is_uri) << typed;
    }
}

TEST(abbreviated, what_was_taken_away) {
    using enum cleaning::what;
    EXPECT_EQ(complete(" <www.example.\norg ;,> ")->cleaned, (std::vector<cleaning>{{white_space, 0, 1},
                                                                                    {angle_bracket, 1, 2},
                                                                                    {white_space, 14, 15},
                                                                                    {white_space, 18, 19},
                                                                                    {punctuation, 19, 21},
                                                                                    {angle_bracket, 21, 22},
                                                                                    {white_space, 22, 23}}));
    EXPECT_EQ(complete("www.a.org , ;")->cleaned,
              (std::vector<cleaning>{
                  {white_space, 9, 10}, {punctuation, 10, 11}, {white_space, 11, 12}, {punctuation, 12, 13}}));
}

TEST(abbreviated, what_a_scheme_loses_is_a_guess) {
    EXPECT_TRUE(complete("http://a.example,")->guess);
    EXPECT_FALSE(complete("<http://a.example/>.")->guess);
    EXPECT_FALSE(complete("\"<http://a.example>\".")->guess);
    EXPECT_TRUE(complete("<http://a.example,>.")->guess);
    EXPECT_TRUE(complete("http:// a.example,")->guess);
    EXPECT_EQ(complete("\u00E9&b@c.example", {.edition = edition::rfc3987})->uri, "mailto:\u00E9%26b@c.example");
}

TEST(abbreviated, default_scheme) {
    const complete_options o{.default_scheme = "https"};
    EXPECT_EQ(complete("www.example.org", o)->uri, "https://www.example.org");
    EXPECT_EQ(complete("//example.org/", o)->uri, "https://example.org/");
    EXPECT_EQ(complete("ftp.example.org", o)->uri, "ftp://ftp.example.org");
}

RC_GTEST_PROP(abbreviated_properties, what_comes_out_is_a_uri, ()) {
    const auto typed = *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"abw.:/@[]<> \"'-12#?%"}));
    if (const auto c = complete(typed)) {
        RC_ASSERT(parse_uri(c->uri).has_value());
        RC_ASSERT(complete(c->uri)->uri == c->uri);
    }
}

std::vector<std::pair<std::string, std::string>> guesses(std::string_view text) {
    find_options o;
    o.abbreviated = true;
    std::vector<std::pair<std::string, std::string>> all;
    for (const found &f : find_uris(text, o)) {
        if (f.guess) all.emplace_back(f.text, f.completed);
    }
    return all;
}

TEST(abbreviated, found_in_text) {
    const std::pair<const char *, std::pair<const char *, const char *>> rows[]{
        {"see www.w3.org/Addressing/, or", {"www.w3.org/Addressing/", "http://www.w3.org/Addressing/"}},
        {"(ftp.isi.edu/in-notes).", {"ftp.isi.edu/in-notes", "ftp://ftp.isi.edu/in-notes"}},
        {"<gopher.example.org>", {"gopher.example.org", "gopher://gopher.example.org"}},
        {"at example.com.", {"example.com", "http://example.com"}},
        {"EXAMPLE.ORG!", {"EXAMPLE.ORG", "http://EXAMPLE.ORG"}},
        {"www.example.pl", {"www.example.pl", "http://www.example.pl"}},
        {"example.co.uk:8080/a?b#c", {"example.co.uk:8080/a?b#c", "http://example.co.uk:8080/a?b#c"}},
        {"example.de", {"example.de", "http://example.de"}},
        {"docs.example.pl/x", {"docs.example.pl/x", "http://docs.example.pl/x"}},
        {"xn--df-oiy.xn--p1ai", {"xn--df-oiy.xn--p1ai", "http://xn--df-oiy.xn--p1ai"}},
        {"mail bob.x+y@example.org, please", {"bob.x+y@example.org", "mailto:bob.x+y@example.org"}},
        {"<bob@example.de>", {"bob@example.de", "mailto:bob@example.de"}},
        {"192.0.2.1:8080", {"192.0.2.1:8080", "http://192.0.2.1:8080"}},
        {"192.0.2.1/index", {"192.0.2.1/index", "http://192.0.2.1/index"}},
        {"\xE8\xAF\xB7\xEF\xBC\x9Awww.example.cn\xE3\x80\x82", {"www.example.cn", "http://www.example.cn"}},
        {"example.org/a_(b))", {"example.org/a_(b)", "http://example.org/a_(b)"}},
    };
    for (const auto &[text, guess] : rows) {
        const std::vector<std::pair<std::string, std::string>> wanted{{guess.first, guess.second}};
        EXPECT_EQ(guesses(text), wanted) << text;
    }
}

TEST(abbreviated, not_found_in_text) {
    for (const char *text : {"node.js and io.js",
                             "show image.jpg",
                             "/path/to/file.pl",
                             "file.pl",
                             "main.rs",
                             "e.g. this, i.e. that",
                             "1.2.3.4.5",
                             "1.2.3",
                             "1.2.3.4",
                             "10.0.0.0/8",
                             "1000.2.3.4",
                             "a1.2.3.4",
                             "foo.123",
                             "example.invalid",
                             "example.coma",
                             "-example.coma",
                             "localhost/",
                             "//test",
                             "///test.com",
                             "//example.com",
                             "_//example.com",
                             "_example.com",
                             "@example.com",
                             "foo@bar",
                             "in.v_alid.cz",
                             "path:to:file.pm",
                             "google.com:500000",
                             "The end.It was",
                             "so.It",
                             "logger.info(\"x\")",
                             "object.name",
                             "java.util.List",
                             "a.b.c.d",
                             "git@example.org:user/repository",
                             "sub.module.py",
                             "m\xC3\xBCnchen.de",
                             "x\\www.example.org",
                             "example.org_x",
                             "example.com://x",
                             "example.org@x",
                             "U.S.A."}) {
        EXPECT_TRUE(guesses(text).empty()) << text << ": " << guesses(text).front().first;
    }
}

TEST(abbreviated, among_others) {
    find_options o;
    o.abbreviated = true;
    o.completion.default_scheme = "https";
    const auto all = find_uris("http://www.a.org/ www.b.org <mailto:x@c.org> x@d.org urn:example:e.org", o);
    std::vector<std::string> uris;
    for (const found &f : all) uris.push_back(f.uri());
    EXPECT_EQ(uris, (std::vector<std::string>{"http://www.a.org/", "https://www.b.org", "mailto:x@c.org",
                                              "mailto:x@d.org", "urn:example:e.org"}));
}

} // namespace
} // namespace uniform
