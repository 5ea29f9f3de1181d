// URL Standard, "URLs": parsing and serializing, getters, origin, equivalence.

#include <uniform/whatwg/web_url.hpp>

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform::whatwg;

struct url_row {
    std::string_view text;
    std::string_view base; // "" for none
    std::string_view href; // or the name of the error, for failure
};
std::ostream &operator<<(std::ostream &out, const url_row &r) {
    return out << r.text << (r.base.empty() ? "" : " against ") << r.base;
}

std::expected<url, failure> parse_row(const url_row &r, validation_errors *errors) {
    return r.base.empty() ? parse(r.text, nullptr, errors) : parse(r.text, r.base, errors);
}

class web_url : public testing::TestWithParam<url_row> {};

TEST_P(web_url, is_parsed_and_serialized) {
    const auto &r = GetParam();
    const auto quick = parse_row(r, nullptr);
    validation_errors errors;
    const auto u = parse_row(r, &errors); // without recognizing serialized URLs
    if (!r.href.contains(':')) {
        ASSERT_FALSE(u.has_value()) << u->href();
        EXPECT_EQ(name(u.error().kind), r.href);
        EXPECT_EQ(u.error(), quick.error());
        if (u.error().in_base) return; // the errors of the base are not collected
        ASSERT_FALSE(errors.empty());
        EXPECT_EQ(name(errors.back().kind), r.href);
        return;
    }
    ASSERT_TRUE(u.has_value()) << name(u.error().kind);
    EXPECT_EQ(u->href(), r.href);
    ASSERT_TRUE(quick.has_value());
    EXPECT_EQ(quick->href(), u->href());
    EXPECT_EQ(quick->view().offsets(), u->view().offsets());
    // "a non-failure result of a parse-then-serialize operation will not change"
    const auto again = parse(u->href());
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->href(), u->href());
    EXPECT_EQ(again->view().offsets(), u->view().offsets());
}

// The table of "URLs".
INSTANTIATE_TEST_SUITE_P(
    overview_table, web_url,
    testing::Values(url_row{"https:example.org", "", "https://example.org/"},
                    url_row{"https://////example.com///", "", "https://example.com///"},
                    url_row{"https://example.com/././foo", "", "https://example.com/foo"},
                    url_row{"hello:world", "https://example.com/", "hello:world"},
                    url_row{"https:example.org", "https://example.com/", "https://example.com/example.org"},
                    url_row{R"(\example\..\demo/.\)", "https://example.com/", "https://example.com/demo/"},
                    url_row{"example", "https://example.com/demo", "https://example.com/example"},
                    url_row{"file:///C|/demo", "", "file:///C:/demo"}, url_row{"..", "file:///C:/demo", "file:///C:/"},
                    url_row{"file://localhost/", "", "file:///"}, url_row{"file://loc%61lhost/", "", "file:///"},
                    url_row{"https://user:password@example.org/", "", "https://user:password@example.org/"},
                    url_row{"https://example.org/foo bar", "", "https://example.org/foo%20bar"},
                    url_row{"https://EXAMPLE.com/../x", "", "https://example.com/x"},
                    url_row{"https://ex ample.org/", "", "domain-to-ASCII"},
                    url_row{"example", "", "missing-scheme-non-relative-URL"},
                    url_row{"https://example.com:demo", "", "port-invalid"},
                    url_row{"http://[www.example.com]/", "", "IPv6-invalid-code-point"},
                    url_row{"https://example.org//", "", "https://example.org//"},
                    url_row{"https://example.com/[]?[]#[]", "", "https://example.com/[]?[]#[]"},
                    url_row{"https://example/%?%#%", "", "https://example/%?%#%"},
                    url_row{"https://example/%25?%25#%25", "", "https://example/%25?%25#%25"}));

// Other examples: "URL class", "URL serializing", "URL parsing".
INSTANTIATE_TEST_SUITE_P(
    examples, web_url,
    testing::Values(
        url_row{"https://example.org/\U0001F4A9", "", "https://example.org/%F0%9F%92%A9"},
        url_row{"/\U0001F363\U0001F37A", "", "missing-scheme-non-relative-URL"},
        url_row{"/\U0001F363\U0001F37A", "https://url.spec.whatwg.org/",
                "https://url.spec.whatwg.org/%F0%9F%8D%A3%F0%9F%8D%BA"},
        url_row{"\U0001F3F3\uFE0F\u200D\U0001F308", "https://pride.example/hello-world",
                "https://pride.example/%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88"},
        url_row{"\U0001F4A9", "mailto:user@example.org", "missing-scheme-non-relative-URL"},
        url_row{"web+demo:/.//not-a-host/", "", "web+demo:/.//not-a-host/"},
        url_row{"web+demo:/path/..//not-a-host/", "", "web+demo:/.//not-a-host/"},
        url_row{"git://github.com/whatwg/url.git", "", "git://github.com/whatwg/url.git"},
        url_row{"urn:isbn:9780307476463", "", "urn:isbn:9780307476463"},
        url_row{"file:///ada/Analytical%20Engine/README.md", "", "file:///ada/Analytical%20Engine/README.md"},
        url_row{"http://example.org/?sm\u00F6rg\u00E5sbord", "", "http://example.org/?sm%C3%B6rg%C3%A5sbord"},
        url_row{"/usr/..", "http://a/", "http://a/"}, url_row{"http://?", "", "host-missing"},
        url_row{"test://?", "", "test://?"}, url_row{"https://@/example.org/", "", "host-missing"},
        url_row{"/c:/path/to/file", "file:///c:/", "file:///c:/path/to/file"},
        url_row{"https:foo.html", "https://example.org/", "https://example.org/foo.html"},
        url_row{"file:c:/my-secret-folder", "", "file:///c:/my-secret-folder"}));

INSTANTIATE_TEST_SUITE_P(
    removed_code_points, web_url,
    testing::Values(url_row{" \x01 http://a/ \x1F\x02", "", "http://a/"}, url_row{"ht\ntp://a/\tb\r", "", "http://a/b"},
                    url_row{"http:/\t/a\n.b/", "", "http://a.b/"}, url_row{"\thttp://a:8\n0/%\t41", "", "http://a/%41"},
                    url_row{"http://a/\x0B", "", "http://a/"}, url_row{"http://a/\x0Bz", "", "http://a/%0Bz"},
                    url_row{"", "http://a/b?c#d", "http://a/b?c"}, url_row{" \t\n", "http://a/b?c#d", "http://a/b?c"},
                    url_row{"\u00A0http://a/", "", "missing-scheme-non-relative-URL"},
                    url_row{"mailto:x ", "", "mailto:x"}, url_row{"\xFFhttp:", "", "missing-scheme-non-relative-URL"},
                    url_row{"http://a/\xFF?\xC3#\xE2\x82", "", "http://a/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD"},
                    url_row{std::string_view{"http://a/\0b?\0#\0c", 16}, "", "http://a/%00b?%00#%00c"},
                    url_row{"\uFEFFhttp://a/", "", "missing-scheme-non-relative-URL"}));

INSTANTIATE_TEST_SUITE_P(
    schemes, web_url,
    testing::Values(
        url_row{"HTTP://a/", "", "http://a/"}, url_row{"a1+-.:x", "", "a1+-.:x"},
        url_row{"1a:x", "", "missing-scheme-non-relative-URL"}, url_row{"1a:x", "http://h/p", "http://h/1a:x"},
        url_row{"a_b:x", "http://h/p", "http://h/a_b:x"}, url_row{":x", "http://h/p", "http://h/:x"},
        url_row{"a", "http://h/p/q", "http://h/p/a"}, url_row{"a:", "", "a:"}, url_row{"A:b", "", "a:b"},
        url_row{"http:", "", "host-missing"}, url_row{"http:", "http://h/p?q#f", "http://h/p?q"},
        url_row{"http:?x", "http://h/p?q#f", "http://h/p?x"}, url_row{"http:#x", "http://h/p?q#f", "http://h/p?q#x"},
        url_row{"http:x", "http://h/p/q", "http://h/p/x"}, url_row{"http:x", "https://h/p/q", "http://x/"},
        url_row{"http:/x", "http://h/p/q", "http://h/x"}, url_row{"http:/x", "ws://h/p/q", "http://x/"},
        url_row{"http://x", "http://h/p/q", "http://x/"}, url_row{"http:\\\\x", "http://h/p/q", "http://x/"},
        url_row{"http:/\\x", "http://h/p/q", "http://x/"}, url_row{"foo:x", "foo://h/p", "foo:x"},
        url_row{"foo:/x", "foo://h/p", "foo:/x"}, url_row{"ftp:x", "", "ftp://x/"}, url_row{"ws:x", "", "ws://x/"},
        url_row{"wss:/x", "", "wss://x/"}, url_row{"https:///x", "", "https://x/"},
        url_row{"https:\\x", "", "https://x/"}, url_row{"https:\\/\\/x\\y", "", "https://x/y"},
        url_row{"http://", "", "host-missing"}, url_row{"http:////", "", "host-missing"},
        url_row{"javascript:alert(1)//", "", "javascript:alert(1)//"}));

// "query state": the encoding is that of the document, but for URLs that are not special, ws and wss.
TEST(web_url_in_an_encoding, only_its_query_is_encoded_in_it) {
    const auto href = [](const char *text, const char *encoding) { return parse_in_encoding(text, encoding)->href(); };
    EXPECT_EQ(href("http://\u00E9.example/\u00E9?\u00E9'#\u00E9", "windows-1252"),
              "http://xn--9ca.example/%C3%A9?%E9%27#%C3%A9");
    EXPECT_EQ(href("file:///?\u00E9", "windows-1252"), "file:///?%E9");
    for (const char *scheme : {"ws://h/", "wss://h/", "foo://h/", "foo:a"}) {
        EXPECT_EQ(href((std::string{scheme} + "?\u00E9").c_str(), "windows-1252"), std::string{scheme} + "?%C3%A9");
    }
    EXPECT_EQ(href("http://h/?\u00E9", "UTF-16BE"), "http://h/?%C3%A9");
    EXPECT_EQ(href("http://h/?\u00E9", "unknown"), "http://h/?%C3%A9");
    const auto base = parse("http://h/a?b");
    EXPECT_EQ(parse_in_encoding("?\u2020", "EUC-KR", &*base)->href(), "http://h/a?%A2%D3");
}

INSTANTIATE_TEST_SUITE_P(
    relative_references, web_url,
    testing::Values(
        url_row{"?x", "http://u:w@h:8/p/q?r#f", "http://u:w@h:8/p/q?x"},
        url_row{"#x", "http://u:w@h:8/p/q?r#f", "http://u:w@h:8/p/q?r#x"},
        url_row{"x", "http://u:w@h:8/p/q?r#f", "http://u:w@h:8/p/x"},
        url_row{"/x", "http://u:w@h:8/p/q?r#f", "http://u:w@h:8/x"},
        url_row{"//x", "http://u:w@h:8/p/q?r#f", "http://x/"}, url_row{"///x", "http://h/", "http://x/"},
        url_row{"\\x", "http://h/p", "http://h/x"}, url_row{"\\\\x", "http://h/p", "http://x/"},
        url_row{"/\\x", "http://h/p", "http://x/"}, url_row{"\\x", "foo://h/p/q", "foo://h/p/\\x"},
        url_row{"/\\x", "foo://h/p/q", "foo://h/\\x"}, url_row{"//x", "foo://h/p", "foo://x"},
        url_row{"///x", "foo://h/p", "foo:///x"}, url_row{"", "foo://h", "foo://h"},
        url_row{"x", "foo://h", "foo://h/x"}, url_row{"..", "foo://h", "foo://h/"},
        url_row{"?x", "foo://h", "foo://h?x"}, url_row{"x", "foo:/a/b", "foo:/a/x"},
        url_row{"/x", "foo:/a/b", "foo:/x"}, url_row{"..//x", "foo:/a/b", "foo:/.//x"},
        url_row{"/..//x", "foo:/a", "foo:/.//x"}, url_row{"#x", "mailto:a@b", "mailto:a@b#x"},
        url_row{"#x", "mailto:a?b#c", "mailto:a?b#x"}, url_row{"", "mailto:a", "missing-scheme-non-relative-URL"},
        url_row{"?x", "mailto:a", "missing-scheme-non-relative-URL"},
        url_row{"x", "mailto:a", "missing-scheme-non-relative-URL"},
        url_row{"x", "about:blank", "missing-scheme-non-relative-URL"}, url_row{"//", "foo://h/p", "foo://"},
        url_row{"//", "http://h/p", "host-missing"}, url_row{"//:80", "http://h/p", "host-missing"},
        url_row{"a:b", "a:/c", "a:b"}, url_row{".", "http://h/p/q", "http://h/p/"},
        url_row{"./", "http://h/p/q", "http://h/p/"}, url_row{"../..", "http://h/p/q/r", "http://h/"},
        url_row{"../../../x", "http://h/p/q/r", "http://h/x"}, url_row{"x/..", "http://h/p/q", "http://h/p/"},
        url_row{"x?/../y", "http://h/p/q", "http://h/p/x?/../y"}, url_row{"x", "http://ex ample/", "domain-to-ASCII"},
        url_row{"http://a/", "nothing", "missing-scheme-non-relative-URL"}));

INSTANTIATE_TEST_SUITE_P(
    authorities, web_url,
    testing::Values(
        url_row{"http://u@h/", "", "http://u@h/"}, url_row{"http://u:@h/", "", "http://u@h/"},
        url_row{"http://:w@h/", "", "http://:w@h/"}, url_row{"http://:@h/", "", "http://h/"},
        url_row{"http://@h/", "", "http://h/"}, url_row{"http://u:w:x@h/", "", "http://u:w%3Ax@h/"},
        url_row{"http://u@v@h/", "", "http://u%40v@h/"}, url_row{"http://u:w@v@h/", "", "http://u:w%40v@h/"},
        url_row{"http://@@h/", "", "http://%40@h/"}, url_row{"http://a b:\u00E9@h/", "", "http://a%20b:%C3%A9@h/"},
        url_row{"http://u%41;=[]^|:w@h/", "", "http://u%41%3B%3D%5B%5D%5E%7C:w@h/"},
        url_row{"http://u\\@h/", "", "http://u/@h/"}, url_row{"foo://u\\v@h/", "", "foo://u%5Cv@h/"},
        url_row{"http://u@/", "", "host-missing"}, url_row{"foo://u@", "", "host-missing"},
        url_row{"foo://u@/x", "", "host-missing"}, url_row{"http://u/@h", "", "http://u/@h"},
        url_row{"http://u?@h", "", "http://u/?@h"}, url_row{"http://u#@h", "", "http://u/#@h"},
        url_row{"foo://u:w@h:1/x", "", "foo://u:w@h:1/x"}, url_row{"http://h:80/", "", "http://h/"},
        url_row{"http://h:0080/", "", "http://h/"}, url_row{"http://h:443/", "", "http://h:443/"},
        url_row{"https://h:443/", "", "https://h/"}, url_row{"ws://h:80/", "", "ws://h/"},
        url_row{"wss://h:443/", "", "wss://h/"}, url_row{"ftp://h:21/", "", "ftp://h/"},
        url_row{"foo://h:80/", "", "foo://h:80/"}, url_row{"foo://h:080/", "", "foo://h:80/"},
        url_row{"http://h:/", "", "http://h/"}, url_row{"http://h:", "", "http://h/"},
        url_row{"foo://h:", "", "foo://h"}, url_row{"http://h:0/", "", "http://h:0/"},
        url_row{"http://h:65535/", "", "http://h:65535/"}, url_row{"http://h:65536/", "", "port-out-of-range"},
        url_row{"http://h:99999999999999999999/", "", "port-out-of-range"},
        url_row{"http://h:000000000000000000001/", "", "http://h:1/"}, url_row{"http://h:8a/", "", "port-invalid"},
        url_row{"http://h:-1/", "", "port-invalid"}, url_row{"http://h:8 /", "", "port-invalid"},
        url_row{"http://h:8\\x", "", "http://h:8/x"}, url_row{"foo://h:8\\x", "", "port-invalid"},
        url_row{"http://h:8?x", "", "http://h:8/?x"}, url_row{"http://h:8#x", "", "http://h:8/#x"},
        url_row{"foo://h:8#x", "", "foo://h:8#x"}, url_row{"http://h:1:2/", "", "port-invalid"},
        url_row{"http://:80/", "", "host-missing"}, url_row{"foo://:80/", "", "host-missing"},
        url_row{"http://u@:80/", "", "host-missing"}, url_row{"foo:///p", "", "foo:///p"},
        url_row{"foo://", "", "foo://"}, url_row{"foo://#f", "", "foo://#f"},
        url_row{"http://[::1]:8/", "", "http://[::1]:8/"}, url_row{"http://[::1]x/", "", "IPv6-unclosed"},
        url_row{"http://[::1/", "", "IPv6-unclosed"}, url_row{"http://a[b]:8/", "", "domain-to-ASCII"},
        url_row{"foo://[::1]/", "", "foo://[::1]/"}, url_row{"http://[::1]:80/", "", "http://[::1]/"},
        url_row{"http://%41b/", "", "http://ab/"}, url_row{"foo://%41B/", "", "foo://%41B/"},
        url_row{"http://0x7f.1/", "", "http://127.0.0.1/"}, url_row{"foo://0x7f.1/", "", "foo://0x7f.1/"},
        url_row{"foo://a b/", "", "host-invalid-code-point"}, url_row{"http://1.2.3.4:5/", "", "http://1.2.3.4:5/"},
        url_row{"http://1.2.3.4./", "", "http://1.2.3.4/"}, url_row{"http://01.2.3.4/", "", "http://1.2.3.4/"},
        url_row{"http://a.b.1password/", "", "http://a.b.1password/"},
        url_row{"http://\u65E5\u672C.jp/", "", "http://xn--wgv71a.jp/"}, url_row{"http://xn--/", "", "http://xn--/"},
        url_row{"http://user@h\u00AD/", "", "http://user@h/"}, url_row{"http://\u00AD/", "", "domain-to-ASCII"}));

INSTANTIATE_TEST_SUITE_P(
    paths, web_url,
    testing::Values(
        url_row{"http://h", "", "http://h/"}, url_row{"http://h?", "", "http://h/?"},
        url_row{"http://h#", "", "http://h/#"}, url_row{"http://h/.", "", "http://h/"},
        url_row{"http://h/..", "", "http://h/"}, url_row{"http://h/a/.", "", "http://h/a/"},
        url_row{"http://h/a/..", "", "http://h/"}, url_row{"http://h/a/b/../c", "", "http://h/a/c"},
        url_row{"http://h/a/%2e", "", "http://h/a/"}, url_row{"http://h/a/%2E%2e/b", "", "http://h/b"},
        url_row{"http://h/a/.%2e", "", "http://h/"}, url_row{"http://h/a/%2E./b", "", "http://h/b"},
        url_row{"http://h/a/...", "", "http://h/a/..."}, url_row{"http://h/a/..b", "", "http://h/a/..b"},
        url_row{"http://h/a/.b", "", "http://h/a/.b"}, url_row{"http://h/a/%2e%2e%2e", "", "http://h/a/%2e%2e%2e"},
        url_row{"http://h/a//../b", "", "http://h/a/b"}, url_row{"http://h//..", "", "http://h/"},
        url_row{"http://h/a\\b", "", "http://h/a/b"}, url_row{"http://h/a\\..\\b", "", "http://h/b"},
        url_row{"http://h/a/..\\", "", "http://h/"}, url_row{"http://h\\a", "", "http://h/a"},
        url_row{"foo://h\\a", "", "host-invalid-code-point"}, url_row{"foo://h/a\\..\\b", "", "foo://h/a\\..\\b"},
        url_row{"foo:/a\\b", "", "foo:/a\\b"}, url_row{"foo:/a/../..", "", "foo:/"},
        url_row{"foo://h/..", "", "foo://h/"}, url_row{"foo:/.", "", "foo:/"}, url_row{"foo:/..", "", "foo:/"},
        url_row{"foo:/", "", "foo:/"}, url_row{"foo:/./", "", "foo:/"}, url_row{"foo:/.//", "", "foo:/.//"},
        url_row{"foo:/a/..//b", "", "foo:/.//b"}, url_row{"foo:/..//b?q#f", "", "foo:/.//b?q#f"},
        url_row{"foo://h//b", "", "foo://h//b"}, url_row{"foo:////b", "", "foo:////b"},
        url_row{"foo://h?q", "", "foo://h?q"}, url_row{"foo://h#f", "", "foo://h#f"},
        url_row{"foo:/a b", "", "foo:/a%20b"},
        url_row{"http://h/ !\"$%&'()*+,-;<=>@[]^_`{|}~", "", "http://h/%20!%22$%&'()*+,-;%3C=%3E@[]%5E_%60%7B|%7D~"},
        url_row{"http://h/\u00E9\x7F\x01z", "", "http://h/%C3%A9%7F%01z"},
        url_row{"http://h/%zz%4", "", "http://h/%zz%4"}, url_row{"http://h/a:b", "", "http://h/a:b"},
        url_row{"http://h/%2f", "", "http://h/%2f"}, url_row{"http://h/C|/a", "", "http://h/C|/a"}));

INSTANTIATE_TEST_SUITE_P(opaque_paths, web_url,
                         testing::Values(url_row{"foo:a/../b", "", "foo:a/../b"}, url_row{"foo:a b", "", "foo:a b"},
                                         url_row{"foo:a  ?q", "", "foo:a %20?q"},
                                         url_row{"foo:a  #f", "", "foo:a %20#f"}, url_row{"foo: ?q", "", "foo:%20?q"},
                                         url_row{"foo:a ", "", "foo:a"}, url_row{"foo: a", "", "foo: a"},
                                         url_row{"foo:\u00E9\x7F\"<>`{}|\\^", "", "foo:%C3%A9%7F\"<>`{}|\\^"},
                                         url_row{"foo:?q", "", "foo:?q"}, url_row{"foo:#f", "", "foo:#f"},
                                         url_row{"foo:", "", "foo:"}, url_row{"foo:%zz", "", "foo:%zz"},
                                         url_row{"data:text/plain,a b#c d", "", "data:text/plain,a b#c%20d"},
                                         url_row{"mailto:a@b?subject=x y", "", "mailto:a@b?subject=x%20y"},
                                         url_row{"foo:\\\\x", "", "foo:\\\\x"},
                                         url_row{"blob:https://h/x", "", "blob:https://h/x"}));

INSTANTIATE_TEST_SUITE_P(
    queries_and_fragments, web_url,
    testing::Values(url_row{"http://h/?a b\"'<>`{}|^\\", "", "http://h/?a%20b%22%27%3C%3E`{}|^\\"},
                    url_row{"foo://h/?a b\"'<>`{}|^\\", "", "foo://h/?a%20b%22'%3C%3E`{}|^\\"},
                    url_row{"http://h/?\u00E9\x7F\x01z?/", "", "http://h/?%C3%A9%7F%01z?/"},
                    url_row{"http://h/??", "", "http://h/??"}, url_row{"http://h/?#", "", "http://h/?#"},
                    url_row{"http://h/#a b\"'<>`{}|^\\#", "", "http://h/#a%20b%22'%3C%3E%60{}|^\\#"},
                    url_row{"http://h/#\u00E9\x7F\x01z?/", "", "http://h/#%C3%A9%7F%01z?/"},
                    url_row{"http://h/?%zz#%4", "", "http://h/?%zz#%4"}));

INSTANTIATE_TEST_SUITE_P(
    file_urls, web_url,
    testing::Values(
        url_row{"file:", "", "file:///"}, url_row{"file:a", "", "file:///a"}, url_row{"file:/a", "", "file:///a"},
        url_row{"file://a", "", "file://a/"}, url_row{"file:///a", "", "file:///a"},
        url_row{"file:////a", "", "file:////a"}, url_row{"file:\\\\h\\a", "", "file://h/a"},
        url_row{"file:\\a", "", "file:///a"}, url_row{"file://LOCALHOST/a", "", "file:///a"},
        url_row{"file://Host/a", "", "file://host/a"}, url_row{"file://h:8/a", "", "domain-to-ASCII"},
        url_row{"file://u@h/a", "", "domain-to-ASCII"}, url_row{"file://1/a", "", "file://0.0.0.1/a"},
        url_row{"file://[1::2]/a", "", "file://[1::2]/a"}, url_row{"file://?q", "", "file:///?q"},
        url_row{"file:?q", "", "file:///?q"}, url_row{"file:#f", "", "file:///#f"},
        url_row{"file://#f", "", "file:///#f"}, url_row{"file:///..", "", "file:///"},
        url_row{"file://h", "", "file://h/"}, url_row{"file://h?q", "", "file://h/?q"},
        // Windows drive letters
        url_row{"file:C|/a", "", "file:///C:/a"}, url_row{"file:/C|/a", "", "file:///C:/a"},
        url_row{"file://C|/a", "", "file:///C:/a"}, url_row{"file://C:/a", "", "file:///C:/a"},
        url_row{"file://c:", "", "file:///c:"}, url_row{"file:///C|", "", "file:///C:"},
        url_row{"file:///C|?q", "", "file:///C:?q"}, url_row{"file:///C|#f", "", "file:///C:#f"},
        url_row{"file:///C|a/b", "", "file:///C|a/b"}, url_row{"file:///a/C|/b", "", "file:///a/C|/b"},
        url_row{"file:///C:/..", "", "file:///C:/"}, url_row{"file:///C:/../..", "", "file:///C:/"},
        url_row{"file:///C:/a/../..", "", "file:///C:/"}, url_row{"file:///CC:/..", "", "file:///"},
        url_row{"file:///1:/..", "", "file:///"}, url_row{"file:///C:", "", "file:///C:"},
        url_row{"file://h/C|/a", "", "file://h/C:/a"}, url_row{"file:///./C|/a", "", "file:///C:/a"},
        url_row{"file:///x/../C|/a", "", "file:///C:/a"}, url_row{"file:C|", "", "file:///C:"},
        url_row{"file:C|a", "", "file:///C|a"}, url_row{"file://C|\\a", "", "file:///C:/a"},
        // with a base
        url_row{"", "file:///C:/a?q#f", "file:///C:/a?q"}, url_row{"#x", "file:///C:/a?q#f", "file:///C:/a?q#x"},
        url_row{"?x", "file:///C:/a?q#f", "file:///C:/a?x"}, url_row{"b", "file:///C:/a", "file:///C:/b"},
        url_row{"/b", "file:///C:/a", "file:///C:/b"}, url_row{"/", "file:///C:/a", "file:///C:/"},
        url_row{"//b", "file:///C:/a", "file://b/"}, url_row{"///b", "file:///C:/a", "file:///b"},
        url_row{"..", "file:///C:/", "file:///C:/"}, url_row{"../..", "file:///C:/a/b", "file:///C:/"},
        url_row{"C|/b", "file:///D:/a", "file:///C:/b"}, url_row{"C|", "file://h/a/b", "file://h/C:"},
        url_row{"C|b", "file:///D:/a", "file:///D:/C|b"}, url_row{"/C|/b", "file:///D:/a", "file:///C:/b"},
        url_row{"/C|b", "file:///D:/a", "file:///D:/C|b"}, url_row{"/b", "file://h/C:/a", "file://h/C:/b"},
        url_row{"/b", "file://h/a", "file://h/b"}, url_row{"\\b", "file:///C:/a", "file:///C:/b"},
        url_row{"//C|/b", "file:///D:/a", "file:///C:/b"}, url_row{"//localhost/b", "file:///D:/a", "file:///b"},
        url_row{"file:b", "file:///D:/a", "file:///D:/b"}, url_row{"file:/b", "file:///D:/a", "file:///D:/b"},
        url_row{"file:b", "http://h/", "file:///b"}, url_row{"C:\\a", "http://h/", "c:\\a"},
        url_row{"c:/a", "file:///D:/b", "c:/a"}, url_row{"//", "file:///C:/a", "file:///"},
        url_row{"//?q", "file://h/C:/a", "file:///?q"}, url_row{"..", "file:///a", "file:///"},
        url_row{"./C|", "file:///a/b", "file:///a/C|"}));

struct members {
    std::string_view text, origin, protocol, username, password, host, hostname, port, pathname, search, hash;
};
std::ostream &operator<<(std::ostream &out, const members &m) { return out << m.text; }

class web_url_members : public testing::TestWithParam<members> {};

TEST_P(web_url_members, are_those_of_the_api) {
    const auto &m = GetParam();
    const auto u = parse(m.text).value();
    EXPECT_EQ(u.origin(), m.origin);
    EXPECT_EQ(u.protocol(), m.protocol);
    EXPECT_EQ(u.username(), m.username);
    EXPECT_EQ(u.password(), m.password);
    EXPECT_EQ(u.host(), m.host);
    EXPECT_EQ(u.hostname(), m.hostname);
    EXPECT_EQ(u.port(), m.port);
    EXPECT_EQ(u.pathname(), m.pathname);
    EXPECT_EQ(u.search(), m.search);
    EXPECT_EQ(u.hash(), m.hash);
    std::string authority{u.view().userinfo()};
    if (!authority.empty()) authority += '@';
    EXPECT_EQ(u.view().authority(), authority.append(m.host));
}

INSTANTIATE_TEST_SUITE_P(
    rows, web_url_members,
    testing::Values(
        members{"https://user:pass@Example.com:8042/over/there?name=ferret#nose", "https://example.com:8042", "https:",
                "user", "pass", "example.com:8042", "example.com", "8042", "/over/there", "?name=ferret", "#nose"},
        members{"https://localhost:8000/search?q=text#hello", "https://localhost:8000", "https:", "", "",
                "localhost:8000", "localhost", "8000", "/search", "?q=text", "#hello"},
        members{"http://u@h/?#", "http://h", "http:", "u", "", "h", "h", "", "/", "", ""},
        members{"http://:w@[::1]:8/", "http://[::1]:8", "http:", "", "w", "[::1]:8", "[::1]", "8", "/", "", ""},
        members{"urn:isbn:9780307476463", "null", "urn:", "", "", "", "", "", "isbn:9780307476463", "", ""},
        members{"file:///C|/a?b", "null", "file:", "", "", "", "", "", "/C:/a", "?b", ""},
        members{"file://h/a", "null", "file:", "", "", "h", "h", "", "/a", "", ""},
        members{"web+demo:/.//not-a-host/", "null", "web+demo:", "", "", "", "", "", "//not-a-host/", "", ""},
        members{"foo://h:1", "null", "foo:", "", "", "h:1", "h", "1", "", "", ""},
        members{"foo://?q#f", "null", "foo:", "", "", "", "", "", "", "?q", "#f"},
        members{"ftp://h:22/", "ftp://h:22", "ftp:", "", "", "h:22", "h", "22", "/", "", ""},
        members{"wss://h/", "wss://h", "wss:", "", "", "h", "h", "", "/", "", ""},
        // "The origin of blob:https://whatwg.org/d0360e2f-... is the tuple origin ("https", "whatwg.org", null, null)."
        members{"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f", "https://whatwg.org", "blob:", "", "",
                "", "", "", "https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f", "", ""},
        members{"blob:HTTP://u:w@H:8080/x", "http://h:8080", "blob:", "", "", "", "", "", "HTTP://u:w@H:8080/x", "",
                ""},
        members{"blob:ftp://h/x", "null", "blob:", "", "", "", "", "", "ftp://h/x", "", ""},
        members{"blob:ws://h/x", "null", "blob:", "", "", "", "", "", "ws://h/x", "", ""},
        members{"blob:file:///x", "null", "blob:", "", "", "", "", "", "file:///x", "", ""},
        members{"blob:blob:https://h/x", "null", "blob:", "", "", "", "", "", "blob:https://h/x", "", ""},
        members{"blob:x", "null", "blob:", "", "", "", "", "", "x", "", ""},
        members{"blob:https://h/?q#f", "https://h", "blob:", "", "", "", "", "", "https://h/", "?q", "#f"}));

TEST(web_url_record, distinguishes_null_and_empty) {
    EXPECT_EQ(parse("http://h/")->view().query(), std::nullopt);
    EXPECT_EQ(parse("http://h/?")->view().query(), "");
    EXPECT_EQ(parse("http://h/?#")->view().query(), "");
    EXPECT_EQ(parse("http://h/#")->view().fragment(), "");
    EXPECT_EQ(parse("http://h/")->view().fragment(), std::nullopt);
    EXPECT_EQ(parse("foo:/x")->view().host_kind(), host_kind::none);
    EXPECT_EQ(parse("foo:///x")->view().host_kind(), host_kind::empty);
    EXPECT_EQ(parse("foo://h")->view().host_kind(), host_kind::opaque);
    EXPECT_EQ(parse("http://h")->view().host_kind(), host_kind::domain);
    EXPECT_EQ(parse("http://127.0.0.1")->view().host_kind(), host_kind::ipv4);
    EXPECT_EQ(parse("foo://[::]")->view().host_kind(), host_kind::ipv6);
    EXPECT_TRUE(parse("foo:x")->view().has_opaque_path());
    EXPECT_TRUE(parse("foo:")->view().has_opaque_path());
    EXPECT_FALSE(parse("foo:/x")->view().has_opaque_path());
    EXPECT_FALSE(parse("foo://")->view().has_opaque_path());
}

TEST(web_url_equivalence, compares_serialized_urls) {
    const auto a = parse("HTTP://a:80/x#1").value();
    const auto b = parse("http://A/x#2").value();
    EXPECT_FALSE(a.view().equals(b.view()));
    EXPECT_TRUE(a.view().equals(b.view(), true));
    EXPECT_EQ(a.view().href_without_fragment(), "http://a/x");
    EXPECT_EQ(a, parse("http://a/x#1").value());
}

TEST(web_url_special_schemes, have_default_ports) {
    EXPECT_EQ(default_port("ftp"), 21);
    EXPECT_EQ(default_port("file"), std::nullopt);
    EXPECT_EQ(default_port("http"), 80);
    EXPECT_EQ(default_port("https"), 443);
    EXPECT_EQ(default_port("ws"), 80);
    EXPECT_EQ(default_port("wss"), 443);
    EXPECT_EQ(default_port("gopher"), std::nullopt);
    EXPECT_TRUE(is_special_scheme("file"));
    EXPECT_FALSE(is_special_scheme("gopher"));
}

TEST(can_parse, says_what_parse_does) {
    EXPECT_TRUE(can_parse("http://a/"));
    EXPECT_TRUE(can_parse("HTTP:a"));
    EXPECT_FALSE(can_parse("a"));
    EXPECT_TRUE(can_parse("a", "http://h/"));
    EXPECT_FALSE(can_parse("http://a/", "h"));
    EXPECT_FALSE(can_parse("http://a b/", "http://h/"));
}

TEST(web_url_base, failure_names_the_base) {
    const auto u = parse("x", "http://a:b/");
    ASSERT_FALSE(u.has_value());
    EXPECT_TRUE(u.error().in_base);
    EXPECT_EQ(u.error().offset, 9U);
}

// Texts that need no change are recognized, others are not.
TEST(view_of, recognizes_serialized_urls) {
    for (const std::string_view text :
         {"https://example.com/", "http://a.b.c:8080/x/y.html?q=1&r=%20#frag", "https://1.2.3.4/",
          "http://h/a/.b/..c/%2e%2e%2e", "file:///C:/x", "urn:isbn:0451450523", "mailto:a@b.example?subject=x",
          "foo://H%41:80", "foo:/a/b?c'd", "wss://h/x", "http://a./", "http://h/?a?b/..//#?#"}) {
        const auto v = view_of(text);
        ASSERT_TRUE(v.has_value()) << text;
        const auto u = parse(text, nullptr, std::make_unique<validation_errors>().get()).value();
        EXPECT_EQ(u.href(), text);
        EXPECT_EQ(v->offsets(), u.view().offsets()) << text;
    }
    for (const std::string_view text : {"https://example.com",
                                        "HTTP://a/",
                                        "http://A/",
                                        "http://h:80/",
                                        "http://h:/",
                                        "http://h:08/",
                                        "http://h/..",
                                        "http://h/a/%2E/b",
                                        "http://h/a b",
                                        "http://h/\u00E9",
                                        "http://h\\a",
                                        "http://h/a\\b",
                                        "http://h/'?'",
                                        "file:///C|/x",
                                        "http://0x7f.1/",
                                        "http://1.2.3/",
                                        "foo:a ",
                                        " foo:a",
                                        "foo:/.//x",
                                        "http:///a/",
                                        "http://h/\t",
                                        "",
                                        "a",
                                        "foo://:80",
                                        "http://h:65536/",
                                        "http://[::1]/",
                                        "http://u@h/",
                                        "1:a",
                                        "http://h/#`"}) {
        EXPECT_FALSE(view_of(text).has_value()) << text;
    }
}

} // namespace
