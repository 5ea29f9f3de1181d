// The texts that browsers and RFC 3986 read differently.

#include <uniform/whatwg/readings.hpp>

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform::whatwg;

struct readings_row {
    std::string_view text;
    std::string_view differences; // "PART OFFSET+SIZE RFC3986|BROWSER; ..."
};
std::ostream &operator<<(std::ostream &out, const readings_row &r) { return out << r.text; }

class readings : public testing::TestWithParam<readings_row> {};

TEST_P(readings, row) {
    std::string found;
    for (const auto &d : reading_differences(GetParam().text)) {
        if (!found.empty()) found += "; ";
        found.append(name(d.part)).append(" ").append(std::to_string(d.offset)).append("+");
        found.append(std::to_string(d.size)).append(" ").append(d.by_rfc3986).append("|").append(d.by_browser);
    }
    EXPECT_EQ(found, GetParam().differences);
}

INSTANTIATE_TEST_SUITE_P(
    no_differences, readings,
    testing::Values(readings_row{"http://example.com/a?b#c", ""}, readings_row{"HTTP://EXAMPLE.com", ""},
                    readings_row{"http://h/a/../b", ""}, readings_row{"http://h/a%20b?c d", ""},
                    readings_row{"http://h/\u00E9", ""}, readings_row{"http://b\u00FCcher.example/", ""},
                    readings_row{"http://%65xample.com/", ""}, readings_row{"http://M\u00DCNCHEN.de/", ""},
                    readings_row{"http://mu\u0308nchen.de/", ""}, readings_row{"http://m%C3%BCnchen.de/", ""},
                    readings_row{"http://xn--mnchen-3ya.de/", ""},
                    readings_row{"http://www.xn--mnchen-3ya.b\u00FCcher.de/", ""},
                    readings_row{"http://\u03A3\u0391\u03A3.gr/", ""}, readings_row{"foo://\u00C4/", ""},
                    readings_row{"http://[0:0::1]/", ""}, readings_row{"http://u:w@h:80/", ""},
                    readings_row{"http://u@v@h/", ""}, readings_row{"urn:a/../b", ""},
                    readings_row{"mailto:a@b?subject=x", ""}, readings_row{"foo://H/", ""},
                    readings_row{"file:///x", ""}, readings_row{"relative/path", ""}, readings_row{"", ""},
                    readings_row{"//h/x", ""}, readings_row{"http://h:/?", ""}));

INSTANTIATE_TEST_SUITE_P(
    differences, readings,
    testing::Values(
        readings_row{"http://a.example\\@b.example/", "host 16+1 b.example|a.example; path 16+1 /|/@b.example/"},
        // "If host is 'localhost', then set host to the empty string."
        readings_row{"file://localhost/x", "host 7+9 localhost|"},
        readings_row{"file://LOCALHOST/x", "host 7+9 LOCALHOST|"},
        readings_row{"file://loc%61lhost/x", "host 10+1 loc%61lhost|"},
        // A host that is a Windows drive letter is a segment of the path.
        readings_row{"file://C:/x", "host 7+1 C|; path 7+1 /x|/C:/x"},
        readings_row{"file:///C|/x", "path 9+1 /C|/x|/C:/x"}, readings_row{"file:///C:/../x", "path 7+8 /x|/C:/x"},
        readings_row{"http://\uFF41.com/", "host 7+7 \uFF41.com|a.com"},
        readings_row{"http://127\u30020\u30020\u30021/", "host 7+15 127\u30020\u30020\u30021|127.0.0.1"},
        readings_row{"http://\u24D4xample.com/", "host 7+13 \u24D4xample.com|example.com"},
        readings_row{"http://%EF%BD%81.com/", "host 7+1 %EF%BD%81.com|a.com"},
        readings_row{"http:///", "rejected 8+0 |host-missing"}, readings_row{"http://@/", "rejected 8+1 |host-missing"},
        readings_row{"http://0x7f.1/", "host 7+6 0x7f.1|127.0.0.1"},
        readings_row{"http://2130706433/", "host 7+10 2130706433|127.0.0.1"},
        readings_row{"http:///evil.example/x", "host 7+1 |evil.example; path 7+1 /evil.example/x|/x"},
        readings_row{"http:evil.example", "host 5+1 |evil.example; path 5+1 evil.example|/"},
        readings_row{"https:\\\\evil.example\\x", "host 6+1 |evil.example; path 6+1 \\\\evil.example\\x|/x"},
        readings_row{"http://h/a\\..\\b", "path 10+1 /a\\..\\b|/b"},
        readings_row{"http://h/a/%2e%2e/b", "path 8+11 /a/%2e%2e/b|/b"},
        readings_row{"http://h/a\tb", "path 10+1 /a\tb|/ab"}, readings_row{"http://h/?a\nb", "query 11+1 a\nb|ab"},
        readings_row{"java\tscript:x", "scheme 4+1 java\tscript|javascript"},
        readings_row{" http://h/", "scheme 0+1  http|http"},
        readings_row{"http://ex\tample/", "host 9+1 ex\tample|example"},
        readings_row{"http://\uFF11\uFF12\uFF17.1/", "host 7+11 \uFF11\uFF12\uFF17.1|127.0.0.1"},
        readings_row{"file:///C|/x", "path 9+1 /C|/x|/C:/x"},
        readings_row{"http://a b/", "rejected 7+1 a b|domain-to-ASCII"},
        readings_row{"http://1.2.3.4.5/", "rejected 7+1 1.2.3.4.5|IPv4-too-many-parts"},
        readings_row{"http://h:99999/", "rejected 9+1 h|port-out-of-range"}));

// Relative references, for a base whose host nobody knows.
INSTANTIATE_TEST_SUITE_P(
    references, readings,
    testing::Values(readings_row{"../a/./b?c#d", ""}, readings_row{"?a", ""}, readings_row{"#a", ""},
                    readings_row{"/a//b", ""}, readings_row{"//H.example:80/x/../y", ""},
                    readings_row{"///evil.com", "host 2+1 |evil.com; path 2+1 /evil.com|/"},
                    readings_row{"////evil.com", "host 2+1 |evil.com; path 2+1 //evil.com|/"},
                    readings_row{"/\\evil.example", "host 1+1 |evil.example; path 1+1 /\\evil.example|/"},
                    readings_row{"\\\\evil.com", "host 0+1 |evil.com; path 0+1 /\\\\evil.com|/"},
                    readings_row{"\\\\evil.com:80/x", "host 0+1 |evil.com; path 0+1 80/x|/x"},
                    readings_row{"/\t/evil.example/x", "host 1+1 |evil.example; path 1+1 /\t/evil.example/x|/x"},
                    readings_row{"a\\b", "path 1+1 /a\\b|/a/b"}, readings_row{"a/%2e%2e/b", "path 0+10 /a/%2e%2e/b|/b"},
                    readings_row{"//h:99999/", "rejected 4+1 h|port-out-of-range"},
                    readings_row{"//", "rejected 2+0 |host-missing"},
                    readings_row{"1http://h/", "rejected 0+1 h|missing-scheme-non-relative-URL"}));

} // namespace
