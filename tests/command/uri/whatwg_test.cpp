// --edition whatwg: URLs as browsers read them.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    {"parse",
     {"parse", "--edition", "whatwg", R"(HTTPS:\\me:secret@Example.com:443/a/../b c?q=1&r=%C3%A9#x)", "urn:a"},
     "",
     "href      https://me:***@example.com/b%20c?q=1&r=%C3%A9#x\n"
     "origin    https://example.com\n"
     "protocol  https:\n"
     "username  me\n"
     "password  ***\n"
     "host      example.com\n"
     "hostname  example.com\n"
     "port\n"
     "pathname  /b%20c\n"
     "search    ?q=1&r=%C3%A9\n"
     "hash      #x\n"
     "          q = 1\n"
     "          r = \u00E9\n"
     "\n"
     "href      urn:a\n"
     "origin    null\n"
     "protocol  urn:\n"
     "username\n"
     "password\n"
     "host\n"
     "hostname\n"
     "port\n"
     "pathname  a\n"
     "search\n"
     "hash\n",
     ""},
    {"parse_get",
     {"parse", "-e", "whatwg", "--get", R"({{{hostname}}}\t{search} {searchParams.q}{searchParams.x}|{origin} {input})",
      "HTTP://A:80/?q=a+b&q=2"},
     "",
     "{a}\t?q=a+b&q=2 a b|http://a HTTP://A:80/?q=a+b&q=2\n",
     ""},
    {"parse_json",
     {"parse", "--edition", "whatwg", "--json", "https://me:secret@B\u00FCcher.example:8080/a?q=1&r#x"},
     "",
     R"({"input": "https://me:secret@B)"
     "\u00FC"
     R"(cher.example:8080/a?q=1&r#x", "valid": true, )"
     R"("href": "https://me:secret@xn--bcher-kva.example:8080/a?q=1&r#x", "origin": "https://xn--bcher-kva.example:8080", )"
     R"("protocol": "https:", "username": "me", "password": "secret", "host": "xn--bcher-kva.example:8080", )"
     R"("hostname": "xn--bcher-kva.example", "port": "8080", "pathname": "/a", "search": "?q=1&r", "hash": "#x", )"
     R"("searchParams": [["q", "1"], ["r", ""]]})"
     "\n",
     ""},
    {"parse_json_error",
     {"parse", "--edition", "whatwg", "--json", "http://a b/"},
     "",
     R"({"input": "http://a b/", "valid": false, "error": {"code": "domain-to-ASCII", "offset": 7, "rule": null, )"
     R"("document": "URL Standard", "section": null, "message": "the host is not a valid domain name"}})"
     "\n",
     "",
     1},
    {"parse_error",
     {"parse", "--edition", "whatwg", "//a"},
     "",
     "",
     "<argument>:1:1: there is no scheme, and no base URL that could give one (missing-scheme-non-relative-URL, "
     "URL Standard)\n",
     1},
    {"normalize",
     {"normalize", "-e", "whatwg"},
     "HTTP://FOO:80\nhttp://0x7f.1/%7e\nhttp://a/unchanged\n",
     "http://foo/\nhttp://127.0.0.1/%7e\nhttp://a/unchanged\n",
     ""},
    {"normalize_json",
     {"normalize", "-e", "whatwg", "-j", "file:C|/x"},
     "",
     "{\"input\": \"file:C|/x\", \"valid\": true, \"normalized\": \"file:///C:/x\"}\n",
     ""},
    {"normalize_keeps",
     {"normalize", "-e", "whatwg", "--on-error", "keep", "x", "http:a"},
     "",
     "x\nhttp://a/\n",
     "*",
     1},
    {"resolve",
     {"resolve", "-e", "whatwg", "http://a/b/c", "../d", "\\x", "//y"},
     "",
     "http://a/d\nhttp://a/x\nhttp://y/\n",
     ""},
    {"resolve_pairs",
     {"resolve", "-e", "whatwg", "--pairs"},
     "http://a/\tx\nfile:///C:/\t..\n",
     "http://a/x\nfile:///C:/\n",
     ""},
    {"resolve_json",
     {"resolve", "-e", "whatwg", "-j", "--pairs"},
     "q\tx\nhttp://a/\thttp://[\nhttp://a/\n",
     R"({"base": "q", "ref": "x", "target": null, "error": {"in": "base", "code": "missing-scheme-non-relative-URL", )"
     R"("offset": 0, "rule": null, "document": "URL Standard", "section": null, )"
     R"("message": "there is no scheme, and no base URL that could give one"}})"
     "\n"
     R"({"base": "http://a/", "ref": "http://[", "target": null, "error": {"in": "ref", "code": "IPv6-unclosed", )"
     R"("offset": 8, "rule": null, "document": "URL Standard", "section": null, )"
     R"("message": "an IPv6 address is not followed by \"]\""}})"
     "\n"
     R"({"base": "http://a/", "ref": "", "target": null, "error": {"in": "base", "code": "not_found", "offset": 9, )"
     R"("rule": null, "document": null, "section": null, "message": "no TAB between two fields"}})"
     "\n",
     "",
     1},
    {"resolve_bad_base",
     {"resolve", "-e", "whatwg", "--base", "http://:1", "x"},
     "",
     "",
     "--base:1:8: there is no host (host-missing, URL Standard)\n",
     1},
    {"edit",
     {"edit", "-e", "whatwg", "--set", "protocol=https", "--set", "hostname=EXAMPLE.org", "--set", "port=8080", "--set",
      "hash=\u00E9", "http://h/a"},
     "",
     "https://example.org:8080/a#%C3%A9\n",
     ""},
    {"edit_ignored",
     {"edit", "-e", "whatwg", "--set", "hostname=x:1", "--set", "password=a", "mailto:x"},
     "",
     "mailto:x\n",
     "<argument>:1:1: warning: the value \"x:1\" of hostname was ignored, or a part of it, as browsers do\n"
     "<argument>:1:1: warning: the value of password was ignored, or a part of it, as browsers do\n"},
    {"edit_href", {"edit", "-e", "whatwg", "--set", "href=foo:x", "http://h/"}, "", "foo:x\n", ""},
    {"edit_wrong_href",
     {"edit", "-e", "whatwg", "--set", "href=x", "http://h/"},
     "",
     "",
     "<argument>:1:1: there is no scheme, and no base URL that could give one (missing-scheme-non-relative-URL, "
     "URL Standard)\n",
     1},
    {"edit_json",
     {"edit", "-e", "whatwg", "-j", "--set", "search=a=b", "foo:x"},
     "",
     R"({"input": "foo:x", "valid": true, "edited": "foo:x?a=b", "href": "foo:x?a=b", "origin": "null", "protocol": "foo:", )"
     R"("username": "", "password": "", "host": "", "hostname": "", "port": "", "pathname": "x", "search": "?a=b", "hash": "", )"
     R"("searchParams": [["a", "b"]]})"
     "\n",
     ""},
    {"check",
     {"check", "-e", "whatwg", R"(https://user@example.org\a b)", "http://ok/"},
     "",
     "",
     "<argument>:1:13: there is a username or a password (invalid-credentials, URL Standard)\n"
     "<argument>:1:25: \"\\\" is used instead of \"/\" (invalid-reverse-solidus, URL Standard)\n"
     "<argument>:1:27: this is neither a URL code point nor a percent-encoded byte (invalid-URL-unit, URL "
     "Standard)\n",
     1},
    {"check_good", {"check", "-e", "whatwg", "http://ok/", "urn:a:b"}, "", "", ""},
    {"check_list",
     {"check", "-e", "whatwg", "-l", "valid", "-q", "http://ok/", "http://o k/"},
     "",
     "http://ok/\n",
     "",
     1},
    {"check_list_invalid",
     {"check", "-e", "whatwg", "-l", "invalid", "-q", "http://ok/", "http://o k/"},
     "",
     "http://o k/\n",
     "",
     1},
    {"check_json",
     {"check", "-e", "whatwg", "-j", "http://ok/", "http:a", "http://"},
     "",
     "{\"input\": \"http://ok/\", \"valid\": true, \"href\": \"http://ok/\", \"errors\": []}\n"
     R"({"input": "http:a", "valid": true, "href": "http://a/", "errors": [{"code": "special-scheme-missing-following-solidus", )"
     R"("offset": 5, "message": "the scheme is not followed by \"//\""}]})"
     "\n"
     R"({"input": "http://", "valid": false, "href": null, "errors": [{"code": "host-missing", "offset": 7, )"
     R"("message": "there is no host"}], "error": {"code": "host-missing", "offset": 7, "rule": null, )"
     R"("document": "URL Standard", "section": null, "message": "there is no host"}})"
     "\n",
     "",
     1},
    {"not_utf8", {"normalize", "-e", "whatwg", "http://h/\xFF"}, "", "http://h/%EF%BF%BD\n", ""},
};

class whatwg : public testing::TestWithParam<row> {};
TEST_P(whatwg, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, whatwg, testing::ValuesIn(rows),
                         [](const auto &r) { return std::string{r.param.name}; });

// A line may have as many errors as octets: 20 are reported.
TEST(whatwg_check, limits_the_errors_of_a_line) {
    const std::string good = "http://" + std::string(30, '@') + "a/";
    const auto text = run({"check", "-e", "whatwg", good});
    EXPECT_EQ(std::ranges::count(text.err, '\n'), 20) << text.err;
    EXPECT_TRUE(text.err.ends_with(
        "<argument>:1:27: there is a username or a password (invalid-credentials, URL Standard), and 10 more\n"))
        << text.err;
    EXPECT_EQ(text.code, 1);
    const auto json = run({"check", "-e", "whatwg", "--json", good}).out;
    EXPECT_NE(json.find("\"valid\": true"), std::string::npos) << json;
    EXPECT_TRUE(json.ends_with("], \"more\": 10}\n")) << json;
    const auto bad = run({"check", "-e", "whatwg", "http://" + std::string(30, '@') + "/"}).err;
    EXPECT_EQ(std::ranges::count(bad, '\n'), 20) << bad;
    EXPECT_TRUE(bad.ends_with(", and 11 more; it is no URL: there is no host (host-missing, URL Standard)\n")) << bad;
}

TEST(whatwg_lint, finds_what_browsers_read_differently) {
    const words list{"http://a.example\\@b.example/x", "http://0x7f.1/", "http://h/a/%2e%2e/b", "http://h.example/",
                     "ht\ttp://h/?a\nb"};
    words quiet{"lint", "--browser", "--quiet", "--summary", "json"};
    quiet.insert(quiet.end(), list.begin(), list.end());
    const auto counted = run(quiet).err;
    for (const auto *count :
         {"\"browser-host\": 2", "\"browser-path\": 2", "\"browser-scheme\": 1", "\"browser-query\": 1"})
        EXPECT_NE(counted.find(count), std::string::npos) << counted;
    const auto found = run({"lint", "--browser", "--allow", "backslash", "--allow", "userinfo-like-host", list[0]}).out;
    EXPECT_NE(
        found.find("<argument>:1:17: error: the host is \"b.example\" by RFC 3986 and \"a.example\" for browsers (RFC "
                   "3986 section 7.6) [browser-host]"),
        std::string::npos)
        << found;
    for (const auto *mapped : {"http://\uFF11\uFF12\uFF17.0.0.1/", "http://\uFF41.com/",
                               "http://127\u30020\u30020\u30021/", "http://\u24D4xample.com/"})
        EXPECT_NE(run({"lint", "--browser", "-e", "rfc3987", mapped}).out.find("[browser-host]"), std::string::npos)
            << mapped;
    EXPECT_EQ(run({"lint", "--browser", "-e", "rfc3987", "http://m\u00FCnchen.de/"}).out.find("[browser-host]"),
              std::string::npos);
    const auto no_host = run({"lint", "--browser", "http:///"}).out;
    EXPECT_NE(no_host.find("browsers reject it (host-missing), and the host is absent or empty by RFC 3986"),
              std::string::npos)
        << no_host;
    EXPECT_NE(no_host.find("browsers reject a URL without one"), std::string::npos) << no_host;
    EXPECT_EQ(run({"lint", "--browser", "http://h.example/"}).out, "");
    EXPECT_EQ(run({"lint", "http://h.example/a/%2e%2e/b"}).out.find("browser"), std::string::npos);
}

TEST(whatwg_explain, has_a_column_for_browsers) {
    const auto shown = run({"explain", "http:///b.example/", "../x", "http://a b/"}).out;
    for (const auto *part : {"whatwg\n", "b.example\n", "needs a base\n",
                             "  whatwg: the host is not a valid domain name (domain-to-ASCII, URL Standard)\n"})
        EXPECT_NE(shown.find(part), std::string::npos) << part << '\n' << shown;
    const auto json = run({"explain", "--json", "http:x"}).out;
    EXPECT_NE(json.find("\"whatwg\": {\"valid\": true, \"href\": \"http://x/\", \"origin\": \"http://x\""),
              std::string::npos)
        << json;
}

TEST(whatwg_usage, reports_mistakes) {
    const row mistakes[]{
        {"get",
         {"parse", "-e", "whatwg", "--get", "{path}", "a:b"},
         "",
         "",
         "uniform: --get: unknown member \"path\" of the URL API; the names are href, origin, protocol, username, "
         "password, host, hostname, port, pathname, search, hash, searchParams.KEY and input\n*",
         2},
        {"get_json",
         {"parse", "-e", "whatwg", "--json", "--get", "{host}", "a:b"},
         "",
         "",
         "uniform: --json and --get exclude each other\n*",
         2},
        {"as",
         {"check", "-e", "whatwg", "--as", "uri", "a:b"},
         "",
         "",
         "uniform: --as and --edition whatwg exclude each other\n*",
         2},
        {"level",
         {"normalize", "-e", "whatwg", "--changes", "a:b"},
         "",
         "",
         "uniform: --changes and --edition whatwg exclude each other\n*",
         2},
        {"excess",
         {"resolve", "-e", "whatwg", "--excess", "drop", "a:b", "c"},
         "",
         "",
         "uniform: --excess and --edition whatwg exclude each other\n*",
         2},
        {"other_edit",
         {"edit", "-e", "whatwg", "--remove", "port", "a:b"},
         "",
         "",
         "uniform: --edition whatwg has no other edits than --set\n*",
         2},
        {"other_member",
         {"edit", "-e", "whatwg", "--set", "hostnam=x", "a:b"},
         "",
         "",
         "uniform: --set: unknown member \"hostnam\" of the URL API: did you mean \"hostname\"?*",
         2},
        {"component_of_uris",
         {"edit", "-e", "whatwg", "--set", "path=x", "a:b"},
         "",
         "",
         "uniform: --set: unknown member \"path\" of the URL API*",
         2},
        {"no_member",
         {"edit", "--set", "foo=x", "-e", "whatwg", "a:b"},
         "",
         "",
         "uniform: --set: unknown member \"foo\" of the URL API; the members are href, protocol, username, password, "
         "host, hostname, port, pathname, search, hash\n*",
         2},
        {"no_setter",
         {"edit", "-e", "whatwg", "--set", "origin=x", "a:b"},
         "",
         "",
         "uniform: --set: the member \"origin\" of the URL API has no setter; those that have one are href, protocol, "
         "username, password, host, hostname, port, pathname, search, hash\n*",
         2},
        {"member_without_whatwg",
         {"edit", "--set", "hostname=x", "a:b"},
         "",
         "",
         "uniform: --set: unknown component \"hostname\"*",
         2},
        {"other_command",
         {"compare", "-e", "whatwg", "a:b", "a:b"},
         "",
         "",
         "uniform: --edition: \"whatwg\" is none of*",
         2},
    };
    for (const row &r : mistakes) check(r);
}

} // namespace
} // namespace uniform::test
