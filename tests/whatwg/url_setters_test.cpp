// URL Standard, "URL class": the setters.

#include <uniform/whatwg/web_url.hpp>

#include <ostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace {

using namespace uniform::whatwg;

using setter = bool (url::*)(std::string_view);

struct setter_row {
    std::string_view before;
    std::string_view value;
    std::string_view after;
};
std::ostream &operator<<(std::ostream &out, const setter_row &r) { return out << r.before << " + " << r.value; }

class setters : public testing::TestWithParam<setter_row> {
public:
    static void check(setter set) {
        const auto &r = GetParam();
        auto u = parse(r.before).value();
        const std::string old = u.href();
        const bool used = (u.*set)(r.value);
        EXPECT_EQ(u.href(), r.after);
        if (u.href() != old) {
            // Nothing is reported as ignored that changed something, but for a host whose port is ignored.
            EXPECT_TRUE(used || r.value.contains(':')) << r.value;
        }
        EXPECT_EQ(parse(u.href())->view().offsets(), u.view().offsets());
        EXPECT_EQ(parse(u.href())->href(), u.href());
    }
};

class set_protocol : public setters {};
TEST_P(set_protocol, row) { check(&url::set_protocol); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_protocol,
    testing::Values(setter_row{"http://h/", "https", "https://h/"}, setter_row{"http://h/", "HTTPS:foo", "https://h/"},
                    setter_row{"http://h/", "", "http://h/"}, setter_row{"http://h/", ":", "http://h/"},
                    setter_row{"http://h/", "1x", "http://h/"}, setter_row{"http://h/", "f_o", "http://h/"},
                    setter_row{"http://h/", "foo", "http://h/"}, setter_row{"foo://h/", "http", "foo://h/"},
                    setter_row{"foo://h/", "bar", "bar://h/"}, setter_row{"foo:x", "bar", "bar:x"},
                    setter_row{"foo:x", "http", "foo:x"}, setter_row{"http://h:443/", "https", "https://h/"},
                    setter_row{"https://h:80/", "http", "http://h/"}, setter_row{"http://h:8/", "file", "http://h:8/"},
                    setter_row{"http://u@h/", "file", "http://u@h/"}, setter_row{"http://h/", "file", "file://h/"},
                    setter_row{"file:///x", "http", "file:///x"}, setter_row{"file://h/x", "http", "http://h/x"},
                    setter_row{"http://h/", "ws\ts", "wss://h/"}, setter_row{"http://h/", " https", "http://h/"},
                    setter_row{"http://h/", "h\u00E9", "http://h/"}, setter_row{"foo:/.//x", "bar", "bar:/.//x"},
                    setter_row{"http://h/", "ftp:21", "ftp://h/"}, setter_row{"http://h:21/", "ftp", "ftp://h/"}));

class set_username : public setters {};
TEST_P(set_username, row) { check(&url::set_username); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_username,
    testing::Values(setter_row{"http://h/", "me", "http://me@h/"}, setter_row{"http://u:w@h/", "", "http://:w@h/"},
                    setter_row{"http://u@h/", "", "http://h/"},
                    setter_row{"http://h/", "a:b@c/%zz \u00E9", "http://a%3Ab%40c%2F%zz%20%C3%A9@h/"},
                    setter_row{"file:///x", "me", "file:///x"}, setter_row{"file://h/x", "me", "file://h/x"},
                    setter_row{"foo:x", "me", "foo:x"}, setter_row{"foo:///x", "me", "foo:///x"},
                    setter_row{"foo://h/x", "me", "foo://me@h/x"}, setter_row{"http://h/", "a\tb", "http://a%09b@h/"},
                    setter_row{"http://h:8/p?q#f", "u", "http://u@h:8/p?q#f"},
                    setter_row{"http://h/", "\xFF", "http://%EF%BF%BD@h/"}));

class set_password : public setters {};
TEST_P(set_password, row) { check(&url::set_password); }
INSTANTIATE_TEST_SUITE_P(rows, set_password,
                         testing::Values(setter_row{"http://h/", "w", "http://:w@h/"},
                                         setter_row{"http://u:w@h/", "", "http://u@h/"},
                                         setter_row{"http://:w@h/", "", "http://h/"},
                                         setter_row{"http://u@h/", "a:b|c", "http://u:a%3Ab%7Cc@h/"},
                                         setter_row{"file:///x", "w", "file:///x"}, setter_row{"foo:x", "w", "foo:x"},
                                         setter_row{"foo:///x", "w", "foo:///x"}));

class set_host : public setters {};
TEST_P(set_host, row) { check(&url::set_host); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_host,
    testing::Values(
        setter_row{"http://h/p", "Example.COM", "http://example.com/p"},
        setter_row{"http://h/p", "x:8", "http://x:8/p"}, setter_row{"http://h:8/p", "x", "http://x:8/p"},
        setter_row{"http://h:8/p", "x:", "http://x:8/p"}, setter_row{"http://h:8/p", "x:80", "http://x/p"},
        setter_row{"http://h:8/p", "x:65536", "http://x:8/p"}, setter_row{"http://h:8/p", "x:9z", "http://x:9/p"},
        setter_row{"http://h:8/p", "x:z", "http://x:8/p"}, setter_row{"http://h/p", "x/y", "http://x/p"},
        setter_row{"http://h/p", "x?y", "http://x/p"}, setter_row{"http://h/p", "x#y", "http://x/p"},
        setter_row{"http://h/p", "x\\y", "http://x/p"}, setter_row{"foo://h/p", "x\\y", "foo://h/p"},
        setter_row{"http://h/p", "", "http://h/p"}, setter_row{"foo://h/p", "", "foo:///p"},
        setter_row{"foo://u@h/p", "", "foo://u@h/p"}, setter_row{"foo://h:8/p", "", "foo://h:8/p"},
        setter_row{"foo:///p", "x", "foo://x/p"}, setter_row{"foo:/p", "x", "foo://x/p"},
        setter_row{"foo:/p", "", "foo:///p"}, setter_row{"foo:p", "x", "foo:p"},
        setter_row{"foo:/.//p", "x", "foo://x//p"}, setter_row{"http://h/p", ":8", "http://h/p"},
        setter_row{"foo://h/p", ":8", "foo://h/p"}, setter_row{"http://h/p", "u@x", "http://h/p"},
        setter_row{"http://h/p", "0x7F.1", "http://127.0.0.1/p"},
        setter_row{"http://h/p", "[::0:01]:8", "http://[::1]:8/p"}, setter_row{"http://h/p", "[::1", "http://h/p"},
        setter_row{"http://h/p", "a b", "http://h/p"}, setter_row{"http://h/p", "\u00E9", "http://xn--9ca/p"},
        setter_row{"foo://h/p", "\u00C9", "foo://%C3%89/p"}, setter_row{"http://h/p", "x\t\ny", "http://xy/p"},
        setter_row{"http://h/p", " x", "http://h/p"}, setter_row{"file:///p", "x", "file://x/p"},
        setter_row{"file://h/p", "", "file:///p"}, setter_row{"file://h/p", "localhost", "file:///p"},
        setter_row{"file://h/p", "x:8", "file://h/p"}, setter_row{"file://h/p", "C:", "file://h/p"},
        setter_row{"file://h/p", "x/y", "file://x/p"}, setter_row{"file:///C:/p", "x", "file://x/C:/p"},
        setter_row{"http://u:w@h/p", "x", "http://u:w@x/p"}, setter_row{"http://h/p", "/x", "http://h/p"}));

class set_hostname : public setters {};
TEST_P(set_hostname, row) { check(&url::set_hostname); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_hostname,
    testing::Values(setter_row{"http://h:8/p", "x", "http://x:8/p"}, setter_row{"http://h:8/p", "x:9", "http://h:8/p"},
                    setter_row{"http://h/p", "", "http://h/p"}, setter_row{"foo://h/p", "", "foo:///p"},
                    setter_row{"foo://u@h/p", "", "foo://u@h/p"}, setter_row{"foo:p", "x", "foo:p"},
                    setter_row{"http://h/p", "[::1]", "http://[::1]/p"},
                    setter_row{"http://h/p", "x/y:8", "http://x/p"}, setter_row{"http://h/p", ":8", "http://h/p"},
                    setter_row{"file://h/p", "x", "file://x/p"}, setter_row{"file://h/p", "x:8", "file://h/p"},
                    setter_row{"foo:/p", "x", "foo://x/p"}, setter_row{"foo://h/p", "a|b", "foo://h/p"}));

class set_port : public setters {};
TEST_P(set_port, row) { check(&url::set_port); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_port,
    testing::Values(setter_row{"http://h/", "8080", "http://h:8080/"}, setter_row{"http://h:8/", "", "http://h/"},
                    setter_row{"http://h:8/", "80", "http://h/"}, setter_row{"http://h:8/", "9x", "http://h:9/"},
                    setter_row{"http://h:8/", "x9", "http://h:8/"}, setter_row{"http://h:8/", "65536", "http://h:8/"},
                    setter_row{"http://h:8/", "0", "http://h:0/"}, setter_row{"http://h:8/", "0009", "http://h:9/"},
                    setter_row{"http://h:8/", "9/", "http://h:9/"}, setter_row{"http://h:8/", " 9", "http://h:8/"},
                    setter_row{"http://h:8/", "\t9\n1", "http://h:91/"}, setter_row{"http://h:8/", "-1", "http://h:8/"},
                    setter_row{"http://h:8/", "9.5", "http://h:9/"}, setter_row{"http://h:8/", "\t", "http://h:8/"},
                    setter_row{"file://h/", "8", "file://h/"}, setter_row{"foo:x", "8", "foo:x"},
                    setter_row{"foo:///", "8", "foo:///"}, setter_row{"foo://h", "8", "foo://h:8"},
                    setter_row{"foo://h", "80", "foo://h:80"}, setter_row{"http://h:8/", "9\u0663", "http://h:9/"},
                    setter_row{"http://h:8/", "65536x", "http://h:8/"}));

class set_pathname : public setters {};
TEST_P(set_pathname, row) { check(&url::set_pathname); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_pathname,
    testing::Values(
        setter_row{"http://h/p?q#f", "x", "http://h/x?q#f"}, setter_row{"http://h/p", "/x/../y", "http://h/y"},
        setter_row{"http://h/p", "", "http://h/"}, setter_row{"http://h/p", "\\x\\y", "http://h/x/y"},
        setter_row{"http://h/p", "a?b#c", "http://h/a%3Fb%23c"}, setter_row{"http://h/p", "//x", "http://h//x"},
        setter_row{"foo://h/p", "", "foo://h"}, setter_row{"foo://h/p", "x", "foo://h/x"},
        setter_row{"foo://h/p", "?", "foo://h/%3F"}, setter_row{"foo://h/p", "#", "foo://h/%23"},
        setter_row{"foo:/p", "", "foo:/"}, setter_row{"foo:/p", "//x", "foo:/.//x"},
        setter_row{"foo:/.//p", "x", "foo:/x"}, setter_row{"foo:p", "x", "foo:p"},
        setter_row{"foo:/p", "\\x", "foo:/\\x"}, setter_row{"file:///p", "C|/x", "file:///C:/x"},
        setter_row{"file:///C:/p", "..", "file:///"}, setter_row{"http://h/p", "a\tb", "http://h/ab"},
        setter_row{"http://h/p", " a ", "http://h/%20a%20"}, setter_row{"http://h/p", "%2e%2E/x", "http://h/x"},
        setter_row{"foo:///p", "", "foo://"}, setter_row{"foo:///p", "/..//x", "foo:////x"}));

class set_search : public setters {};
TEST_P(set_search, row) { check(&url::set_search); }
INSTANTIATE_TEST_SUITE_P(
    rows, set_search,
    testing::Values(setter_row{"http://h/#f", "x", "http://h/?x#f"}, setter_row{"http://h/", "?x", "http://h/?x"},
                    setter_row{"http://h/", "??x", "http://h/??x"}, setter_row{"http://h/?q", "", "http://h/"},
                    setter_row{"http://h/?q", "?", "http://h/?"},
                    setter_row{"http://h/", "a#b c'", "http://h/?a%23b%20c%27"},
                    setter_row{"foo://h/", "a#b c'", "foo://h/?a%23b%20c'"}, setter_row{"foo:x", "q", "foo:x?q"},
                    setter_row{"foo:x?q", "", "foo:x"}, setter_row{"foo:x ?q", "", "foo:x%20"},
                    setter_row{"http://h/", "a\tb\n", "http://h/?ab"},
                    setter_row{"http://h/", "\u00E9%zz", "http://h/?%C3%A9%zz"},
                    setter_row{"http://h/?q", "\t", "http://h/?"}));

class set_hash : public setters {};
TEST_P(set_hash, row) { check(&url::set_hash); }
INSTANTIATE_TEST_SUITE_P(rows, set_hash,
                         testing::Values(setter_row{"http://h/", "x", "http://h/#x"},
                                         setter_row{"http://h/", "#x", "http://h/#x"},
                                         setter_row{"http://h/", "##x", "http://h/##x"},
                                         setter_row{"http://h/#f", "", "http://h/"},
                                         setter_row{"http://h/#f", "#", "http://h/#"},
                                         setter_row{"http://h/", "a b`\"<>", "http://h/#a%20b%60%22%3C%3E"},
                                         setter_row{"foo:x", "f", "foo:x#f"}, setter_row{"foo:x #f", "", "foo:x%20"},
                                         setter_row{"javascript:x", "f", "javascript:x#f"},
                                         setter_row{"http://h/", "\u00E9\n", "http://h/#%C3%A9"},
                                         setter_row{"http://h/?q", "f", "http://h/?q#f"}));

class set_href : public setters {};
TEST_P(set_href, row) { check(&url::set_href); }
INSTANTIATE_TEST_SUITE_P(rows, set_href,
                         testing::Values(setter_row{"http://h/", " foo:X ", "foo:X"},
                                         setter_row{"http://h/", "/x", "http://h/"},
                                         setter_row{"http://h/", "", "http://h/"},
                                         setter_row{"http://h/", "http://a b/", "http://h/"}));

// The standard's text: what would be changed in a file URL is left when a URL becomes one.
TEST(setters, to_a_file_url_keeps_host_and_path) {
    auto u = parse("http://localhost/C|/x").value();
    EXPECT_TRUE(u.set_protocol("file"));
    EXPECT_EQ(u.href(), "file://localhost/C|/x");
    EXPECT_EQ(parse(u.href())->href(), "file:///C:/x");
}

TEST(setters, return_whether_the_value_was_used) {
    auto u = parse("http://h/").value();
    EXPECT_TRUE(u.set_port("80x"));
    EXPECT_FALSE(u.set_port("x"));
    EXPECT_FALSE(u.set_protocol("mailto"));
    EXPECT_FALSE(u.set_hostname("x:1"));
    EXPECT_TRUE(u.set_protocol("http"));
    auto v = parse("mailto:a").value();
    EXPECT_FALSE(v.set_pathname("b"));
    EXPECT_FALSE(v.set_username("b"));
}

TEST(temporaries, give_their_text_away) {
    const std::string text = "http://example.com/" + std::string(100, 'a') + "?b#c";
    const std::string &of_temporary = parse(text).value().href();
    EXPECT_EQ(of_temporary, text);
    const url_offsets &at = parse(text)->view().offsets();
    EXPECT_EQ(at.host_begin, 7U);
    url u = parse(text).value();
    EXPECT_EQ(std::move(u).href(), text);
    EXPECT_EQ(u.href(), "");               // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(u.offsets(), url_offsets{}); // NOLINT(bugprone-use-after-move)
}

} // namespace
