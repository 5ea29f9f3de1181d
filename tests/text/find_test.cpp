// URIs in text: RFC 3986 appendix C, rfc2396bis-01 appendix E, draft-ietf-uri-url-06 APPENDIX.
#include <uniform/text/find.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace uniform {
namespace {

using texts = std::vector<std::string>;

texts found_in(std::string_view text, const find_options &o = {}) {
    texts all;
    for (const found &f : find_uris(text, o)) all.push_back(f.text);
    return all;
}

TEST(find, says_where_a_uri_was_cut) { // RFC 3986 appendix C: the recommended delimiters did not end it
    const struct {
        std::string_view text, uri, cut_before;
    } rows[]{
        {"http://a/caf\xC3\xA9 x", "http://a/caf", "\xC3\xA9"},
        {"http://a/caf.\xC3\xA9", "http://a/caf", "\xC3\xA9"},
        {"http://a/\xE3\x82\x92\xE5\x8F\x82", "http://a/", "\xE3\x82\x92"},
        {"http://h/{id}/x", "http://h/", "{"},
        {"\"http://h/{id}\"", "http://h/", "{"},
        {"http://h/a%zz", "http://h/a", "%"},
        {"http://h/a%", "http://h/a", "%"},
        {"http://h/#a#b", "http://h/#a", "#"},
        {"http://h/a[1]", "http://h/a", "["},
        {"http://h/a|b", "http://h/a", "|"},
        {"http://h/a\\b", "http://h/a", "\\"},
        {"http://h:port/", "http://h", "p"},
        {"<http://a/\xC3\xA9>", "http://a/", "\xC3\xA9"},
        {"http://a/ \xC3\xA9", "http://a/", ""},
        // Every character that no URI may contain and that does not delimit this one.
        {"http://a/\xE9t", "http://a/", "\xE9"}, // Latin-1
        {"http://a/\xFF", "http://a/", "\xFF"},
        {"http://a/\x01", "http://a/", "\x01"},
        {"http://a/\x7F", "http://a/", "\x7F"},
        {"http://a/\u2013b", "http://a/", "\u2013"},
        {"http://a/\u2026", "http://a/", "\u2026"},
        {"http://a/\u200B", "http://a/", "\u200B"}, // no white space in Unicode
        {"http://a/\u201D", "http://a/", "\u201D"},
        {"http://a/\u2019", "http://a/", "\u2019"},
        {"http://a/\u3002", "http://a/", "\u3002"}, // ideographic full stop
        {"http://a/\uFF0C", "http://a/", "\uFF0C"}, // fullwidth comma
        {"http://a/,\u201D", "http://a/", "\u201D"},
        {"http://a/\"", "http://a/", "\""},
        {"http://a/`", "http://a/", "`"},
        {"http://x<y", "http://x", "<"},
        {"http://a/>b", "http://a/", ">"},
        {"http://a/|", "http://a/", "|"},
        {"http://a/^ b", "http://a/", "^"},
        {"http://a/}", "http://a/", "}"},
        {"http://a/]", "http://a/", "]"},
        {"http://a/\\n", "http://a/", "\\"},
        {"http://a/b)\u00E9", "http://a/b", "\u00E9"},
        {"http://a/b).\u00E9", "http://a/b", "\u00E9"},
        {"http://a/b)c", "http://a/b", ")"},
        {"\"http://a/b c\"", "http://a/b", " "},
        {"'http://a/b c'.", "http://a/b", " "},
        {"\u201Chttp://a/b c\u201D", "http://a/b", " "},
        {"\"x\" http://a/\"b", "http://a/", "\""},
        {"(x) http://a/)\u00E9", "http://a/", "\u00E9"},
        // These delimit it.
        {"http://a/\u00A0x", "http://a/", ""}, // no-break space
        {"http://a/\u3000x", "http://a/", ""},
        {"\u201Csee http://a/\u201D", "http://a/", ""},
        {"\u201Csee http://a/.\u201D", "http://a/", ""},
        {"\u201Csee\nhttp://a/\u201D", "http://a/", ""},
        {"\u201Ehttp://a/\u201C", "http://a/", ""},
        {"\u00BBhttp://a/\u00AB", "http://a/", ""},
        {"\uFF08http://a/\uFF09", "http://a/", ""},
        {"\"see http://a/\"", "http://a/", ""},
        {"\"see\nhttp://a/\"", "http://a/", ""},
        {"\"see \\\"http://a/\\\"\"", "http://a/", ""},
        {"\"\"\"See http://a/\"\"\"", "http://a/", ""},
        {"`http://a/`", "http://a/", ""},
        {"``see http://a/``", "http://a/", ""},
        {"\"http://a/ b", "http://a/", ""}, // the quotation marks hold more
        {"\"http://a/ \"", "http://a/", ""},
        {"\"http://a/\nb\"", "http://a/", ""},
        {"<a href=http://a/>", "http://a/", ""},
        {"<loc>http://a/</loc>", "http://a/", ""},
        {"<td>http://a/<br>", "http://a/", ""},
        {"(http://a/)\u00E9", "http://a/", ""},
        {"(see http://a/)", "http://a/", ""},
        {"http://a/b).", "http://a/b", ""},
        {"[x http://a/]", "http://a/", ""},
        {"\\url{http://a/}", "http://a/", ""},
        {"(http://a/).", "http://a/", ""},
        {"[http://a/](x)", "http://a/", ""},
        {"{http://a/}", "http://a/", ""},
        {"<http://a/>", "http://a/", ""},
        {"|http://a/| x", "http://a/", ""},
        {"\"http://a/\\n\"", "http://a/", ""},
        {"http://a/, b", "http://a/", ""},
    };
    for (const auto &[text, uri, cut_before] : rows) {
        SCOPED_TRACE(text);
        const auto all = find_uris(text);
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(all[0].text, uri);
        EXPECT_EQ(all[0].cut_before, cut_before);
    }
    const auto guess = find_uris("see www.example.org/{id}", {.abbreviated = true});
    ASSERT_EQ(guess.size(), 1U);
    EXPECT_EQ(guess[0].cut_before, "{");
    const std::string quoted = "\"" + std::string(600, 'x') + " http://a/\"";
    const auto far = find_uris(quoted);
    ASSERT_EQ(far.size(), 1U);
    EXPECT_EQ(far[0].cut_before, "\"") << "opening marks are looked for in 512 bytes";
    const auto two = find_uris("http://a/{x} <http://b/>");
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[1].cut_before, "");
}

struct row {
    const char *name;
    std::string text;
    texts uris;
};
std::ostream &operator<<(std::ostream &out, const row &r) { return out << r.name; }

class find_in_text : public testing::TestWithParam<row> {};
TEST_P(find_in_text, Uris) { EXPECT_EQ(found_in(GetParam().text), GetParam().uris) << GetParam().text; }

INSTANTIATE_TEST_SUITE_P(
    Documents, find_in_text,
    testing::Values(
        row{"rfc3986_C",
            "Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\nbut you can probably pick it up from "
            "<ftp://foo.example.\ncom/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n"
            "ietf/uri/historical.html#WARNING>.",
            {"http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/",
             "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"}},
        row{"url_06_appendix",
            "Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc\n;type=d> but you can probably pick it up "
            "from <URL:ftp://ds.inter\nnic.net/rfc>.  Note the warning in <URL:http://ds.internic.net/\n"
            "instructions/overview.html#WARNING>.",
            {"ftp://info.cern.ch/pub/www/doc;type=d", "ftp://ds.internic.net/rfc",
             "http://ds.internic.net/instructions/overview.html#WARNING"}}),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Brackets, find_in_text,
    testing::Values(row{"any_scheme_in_angle_brackets",
                        "<a+b+c:d> <made-up-scheme://foo,bar> <localhost:5001/foo>",
                        {"a+b+c:d", "made-up-scheme://foo,bar", "localhost:5001/foo"}},
                    row{"url_in_any_case_and_with_a_space",
                        "<uRl: http://a/> <URL:\nhttp://b/> <URL:x:y>",
                        {"http://a/", "http://b/", "x:y"}},
                    row{"white_space_around_and_inside", "< http://a/b\t c\r\n d >", {"http://a/bcd"}},
                    row{"white_space_within_the_scheme", "<URL:ht\n tp://a/>", {"http://a/"}},
                    row{"punctuation_inside_stays", "<http://a/b.>.", {"http://a/b."}},
                    row{"not_one_uri", "<http://a/ and http://b/>", {"http://a/", "http://b/"}},
                    row{"a_uri_inside_of_a_uri", "<http://a/\nhttp://b/>", {"http://a/http://b/"}},
                    row{"prose_inside", "<see http://a/ there>", {"http://a/"}},
                    row{"comparisons", "if a < b: c > d and x <b: c>", {}},
                    row{"templates", "std::vector<std::string> and <std::string>", {}},
                    row{"mail_addresses_and_tags",
                        "<timbl@info.cern.ch> <b>x</b> <!-- note:x --> <a href=\"http://a/\">",
                        {"http://a/"}},
                    row{"not_closed", "<http://a/b c", {"http://a/b"}},
                    row{"one_letter_before_the_colon", "<m:abc> <C:dir> <x://h> <URL:x:y>", {"x://h", "x:y"}},
                    row{"twice", "<<http://a/>>", {"http://a/"}},
                    row{"not_valid_inside", "<http://a/[x]>", {"http://a/"}},
                    row{"URL_without_brackets", "URL:http://a/ url: foo:bar, CURL:foo:bar", {"http://a/", "foo:bar"}},
                    row{"escaped_for_html",
                        "&lt;http://a/?b=c&amp;d&gt; &quot;http://b/&quot;",
                        {"http://a/?b=c&amp;d", "http://b/"}}),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Ends, find_in_text,
    testing::Values(
        row{"punctuation",
            "http://a/b. http://a/c, http://a/d; http://a/e: http://a/f! http://a/g?! http://a/h...",
            {"http://a/b", "http://a/c", "http://a/d", "http://a/e", "http://a/f", "http://a/g", "http://a/h"}},
        row{"punctuation_inside", "http://a/b,c;d:e!f?g.h", {"http://a/b,c;d:e!f?g.h"}},
        row{"brackets",
            "(http://a/b) (see http://a/c). [http://a/d] (http://a/e)f",
            {"http://a/b", "http://a/c", "http://a/d", "http://a/e"}},
        row{"brackets_of_the_uri",
            "http://a/b_(c) (http://a/(d)) http://a/e(f",
            {"http://a/b_(c)", "http://a/(d)", "http://a/e(f"}},
        row{"markdown", "[x](http://a/b_(c)) **http://d/** *http://e/*", {"http://a/b_(c)", "http://d/", "http://e/"}},
        row{"quotes",
            "'http://a/' \"http://b/\" `http://c/` \xE2\x80\x9Chttp://d/\xE2\x80\x9D ['http://e/','http://f/']",
            {"http://a/", "http://b/", "http://c/", "http://d/", "http://e/", "http://f/"}},
        row{"apostrophes",
            "'see http://a/b' http://a/I'm http://a/'c' 'http://a/I'm'",
            {"http://a/b", "http://a/I'm", "http://a/'c'", "http://a/I'm"}},
        row{"characters_that_no_uri_has",
            "http://a/b|c http://a/d^e http://a/f\\g http://a/{h}",
            {"http://a/b", "http://a/d", "http://a/f", "http://a/"}},
        row{"second_fragment", "http://a/#b#c", {"http://a/#b"}},
        row{"percent", "http://a/b%20c%zz http://a/100%", {"http://a/b%20c", "http://a/100"}},
        row{"ports",
            "http://a:80/ http://a: http://a:b/ http://a:80:90/",
            {"http://a:80/", "http://a", "http://a", "http://a:80"}},
        row{"ip_literals", "http://[::1]:80/x] [http://[::1]] http://[::1", {"http://[::1]:80/x", "http://[::1]"}},
        row{"ideographic_punctuation",
            "\xE8\xAF\xB7http://a.cn/\xE3\x80\x82http://b.cn\xE7\x9A\x84",
            {"http://a.cn/", "http://b.cn"}},
        row{"hosts_beyond_ascii", "http://m\xC3\xBCnchen.de/ http://\xD1\x84.example/", {}}),
    [](const auto &i) { return i.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Schemes, find_in_text,
    testing::Values(
        row{"any_with_slashes", "svn+ssh://a foo://b view-source:http://c", {"svn+ssh://a", "foo://b", "http://c"}},
        row{"nothing_after_the_slashes", "http:// http://. http://.. http://# http://? http://## foo:///", {}},
        row{"a_longer_word", "_http://a 1http://b x2http://c", {"x2http://c"}},
        row{"after_punctuation",
            "-http://a end.http://b text:http://c x@http://d =http://e",
            {"http://a", "http://b", "http://c", "http://d", "http://e"}},
        row{"string_literals",
            "\"\\nhttp://a/\\n\\u003chttp://b/\\u003e\\x3Chttp://c/\\x3E\"",
            {"http://a/", "http://b/", "http://c/"}},
        row{"urn",
            "urn:isbn:0451450523. URN:example:a?+r?=q#f urn:x urn:ab:",
            {"urn:isbn:0451450523", "URN:example:a?+r?=q#f"}},
        row{"mailto", "mailto:a@b.c, mailto:?to=a%40b mailto:bar", {"mailto:a@b.c", "mailto:?to=a%40b"}},
        row{"news", "news:comp.infosystems.www news:1@a.b news:today", {"news:comp.infosystems.www", "news:1@a.b"}},
        row{"telephone",
            "tel:+1-201-555-0123 tel:me sms:+15105550101?body=x",
            {"tel:+1-201-555-0123", "sms:+15105550101?body=x"}},
        row{"data", "data:,x data:text/plain;base64,eA== data:a,b data:x", {"data:,x", "data:text/plain;base64,eA=="}},
        row{"others",
            "doi:10.1000/182 info:lccn/2002022641 tag:example.org,2005:x cid:a@b geo:48.2,16.3 magnet:?xt=urn:a:b "
            "did:web:example.org ark:/12025/654 hdl:2027/x pkg:npm/a@1 file:/etc/hosts sip:a@b xmpp:a@b",
            {"doi:10.1000/182", "info:lccn/2002022641", "tag:example.org,2005:x", "cid:a@b", "geo:48.2,16.3",
             "magnet:?xt=urn:a:b", "did:web:example.org", "ark:/12025/654", "hdl:2027/x", "pkg:npm/a@1",
             "file:/etc/hosts", "sip:a@b", "xmpp:a@b"}},
        row{"sentences",
            "Note: this. note:this 12:30 a:b path:to:file.pm info:x tag:x data:x about:us std::string",
            {}}),
    [](const auto &i) { return i.param.name; });

TEST(find, registered_and_any_scheme) {
    find_options o;
    o.schemes = found_schemes::registered;
    EXPECT_EQ(found_in("about:blank foo:bar mailto:x std::string x: y", o), (texts{"about:blank", "mailto:x"}));
    o.schemes = found_schemes::any;
    EXPECT_EQ(found_in("about:blank foo:bar mailto:x std::string x: y 12:30", o),
              (texts{"about:blank", "foo:bar", "mailto:x"}));
}

TEST(find, offsets_and_what_delimits) {
    const std::string text = "see <URL:ftp://ds.inter\nnic.net/rfc>, \"http://a/\" URL:b:c http://d/.";
    const auto all = find_uris(text);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].begin, 9U);
    EXPECT_EQ(all[0].end, 35U);
    EXPECT_EQ(all[0].as_written, "ftp://ds.inter\nnic.net/rfc");
    EXPECT_TRUE(all[0].cleaned);
    EXPECT_EQ(all[0].how, delimited::angle);
    EXPECT_EQ(all[1].how, delimited::quotes);
    EXPECT_EQ(all[2].how, delimited::url_prefix);
    EXPECT_EQ(all[3].how, delimited::bare);
    for (const found &f : all) {
        EXPECT_EQ(f.as_written, text.substr(f.begin, f.end - f.begin));
        EXPECT_FALSE(f.guess);
        EXPECT_EQ(f.uri(), f.text);
    }
}

// "the interpreter of a URI containing a line break immediately after a hyphen should ignore all whitespace around the
// line break and should be aware that the hyphen may or may not actually be part of the URI"
TEST(find, rfc3986_C_hyphens) {
    const auto all = find_uris("<http://a/b-\n   c-d-\r\ne> <http://a/f- g>");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].text, "http://a/b-c-d-e");
    EXPECT_EQ(all[0].doubtful_hyphens, (std::vector<std::uint32_t>{10, 14}));
    EXPECT_EQ(all[0].without_hyphens(), "http://a/bc-de");
    EXPECT_EQ(all[1].text, "http://a/f-g");
    EXPECT_TRUE(all[1].doubtful_hyphens.empty());
    EXPECT_EQ(all[1].without_hyphens(), all[1].text);
}

TEST(find, lines_are_joined_on_request) {
    find_options o;
    o.join_lines = true;
    const std::string printed =
        "      urn:example:weather?=op=map&lat=39.56\n         &lon=-104.85&datetime=1969-07-21T02:56:15Z\n\n";
    EXPECT_EQ(found_in(printed), texts{"urn:example:weather?=op=map&lat=39.56"});
    EXPECT_EQ(found_in(printed, o),
              texts{"urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z"});
    EXPECT_EQ(found_in("http://a/\n  b\r\n  c.\nd", o), texts{"http://a/bc"});
    EXPECT_EQ(found_in("http://a/\nb", o), texts{"http://a/"}) << "not indented further";
    EXPECT_EQ(found_in("  http://a/\n  b", o), texts{"http://a/"});
    EXPECT_EQ(found_in("http://a/\n  b c", o), texts{"http://a/"}) << "prose";
    EXPECT_EQ(found_in("http://a/\n  http://b/", o), (texts{"http://a/", "http://b/"}));
    const auto hyphen = find_uris("http://a/b-\n  c", o);
    ASSERT_EQ(hyphen.size(), 1U);
    EXPECT_EQ(hyphen[0].text, "http://a/b-c");
    EXPECT_EQ(hyphen[0].without_hyphens(), "http://a/bc");
    EXPECT_EQ(hyphen[0].end, 15U);
}

TEST(find, longer_ones_are_left_out) {
    find_options o;
    o.max_length = 20;
    const std::string fits = "http://a/" + std::string(11, 'x');
    EXPECT_EQ(found_in(fits, o), texts{fits});
    EXPECT_EQ(found_in(fits + "x http://b/", o), texts{"http://b/"});
    EXPECT_EQ(found_in("<" + fits + "x> <http://b/>", o), texts{"http://b/"});
    EXPECT_EQ(found_in("<http://a/" + std::string(30, ' ') + ">", o), texts{"http://a/"});
}

// References that begin with "//" are looked for however many looks into the same run of bytes found none.
TEST(find, long_runs) {
    const auto times = [](int n, std::string_view what) {
        std::string text;
        for (int i = 0; i < n; ++i) text += what;
        return text;
    };
    EXPECT_EQ(found_in(times(9, "mailto:") + "|http://a/"), texts{"http://a/"});
    EXPECT_EQ(found_in(times(5000, "mailto:") + "x,http://a/"), texts{"http://a/"});
    EXPECT_EQ(found_in(times(5000, "url://x/") + "?http://a/"), texts{"http://a/"});
    EXPECT_EQ(found_in(times(12, "news:a,") + "urn:isbn:0-395-36341-1"), texts{"urn:isbn:0-395-36341-1"});
    find_options o;
    o.max_length = 20;
    EXPECT_EQ(found_in("data:," + std::string(50, 'x') + ",http://a/b urn:ab:c", o), (texts{"http://a/b", "urn:ab:c"}));
    o.abbreviated = true;
    EXPECT_EQ(found_in("http://a/" + std::string(50, 'x') + "/www.example.org/tel:+1234 www.b.org", o),
              texts{"www.b.org"});
    EXPECT_EQ(found_in(times(20, "a.b@") + "http://a/").back(), "http://a/");
}

TEST(find, editions) {
    find_options o;
    o.edition = edition::rfc2396;
    EXPECT_EQ(found_in("http://a_b/c http://a/b", o), (texts{"http://a_b/c", "http://a/b"})) << "a registry-based name";
    EXPECT_EQ(found_in("http://[v1.a]/c", o), texts{});
}

} // namespace
} // namespace uniform
