// Repair by each interpretation, and what holds for every text.

#include <uniform/repair/repair.hpp>

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/base/ascii.hpp>

namespace {

using namespace uniform;
using enum interpretation;

// The URI that a text becomes; "!" and the offset at which it is rejected, with the production or document. `host`: the
// host as the text has it, where another one is reported.
struct repair_row {
    std::string_view text;
    interpretation like;
    std::string_view uri;
    std::string_view host{};
};
std::ostream &operator<<(std::ostream &out, const repair_row &r) { return out << to_string(r.like) << ' ' << r.text; }

std::string said(const std::expected<repaired_uri, no_repair> &r) {
    if (r) return r->uri;
    std::string says = "!" + std::to_string(r.error().offset) + ' ';
    return says.append(r.error().production.empty() ? r.error().document : r.error().production);
}

class repairs : public testing::TestWithParam<repair_row> {};

TEST_P(repairs, make) {
    const repair_row &r = GetParam();
    const auto repaired = repair(r.text, {.like = r.like});
    EXPECT_EQ(said(repaired), r.uri);
    if (!repaired) return;
    EXPECT_EQ(repaired->changed, r.uri != r.text);
    EXPECT_EQ(repaired->host_before.value_or(""), r.host);
}

TEST(repairs, report_a_host_that_the_text_does_not_have) {
    const auto repaired = repair("ftp:\u00E9@evil.example", {.like = typed});
    ASSERT_TRUE(repaired);
    EXPECT_EQ(repaired->uri, "ftp://%C3%A9@evil.example");
    EXPECT_EQ(repaired->host_before, "");
}

INSTANTIATE_TEST_SUITE_P(
    rows, repairs,
    testing::Values(
        // A URI stays as it is, whatever a reading would make of it.
        repair_row{"HTTP://A.example:80/../%7e?#", rfc3987, "HTTP://A.example:80/../%7e?#"},
        repair_row{"HTTP://A.example:80/../%7e?#", whatwg, "HTTP://A.example:80/../%7e?#"},
        repair_row{"www.a.example", typed, "www.a.example"}, repair_row{"", rfc3987, ""},

        // RFC 3987 3.1
        repair_row{"http://a.example/caf\u00E9", rfc3987, "http://a.example/caf%C3%A9"},
        repair_row{"http://a.example/a b|c\\d^e`f{g}h<i>\"", rfc3987,
                   "http://a.example/a%20b%7Cc%5Cd%5Ee%60f%7Bg%7Dh%3Ci%3E%22"},
        repair_row{"http://r\u00E9sum\u00E9.example.org", rfc3987, "http://xn--rsum-bpad.example.org",
                   "r\u00E9sum\u00E9.example.org"},
        repair_row{"../caf\u00E9?\uE000", rfc3987, "../caf%C3%A9?%EE%80%80"},
        repair_row{"http://a.example/100%", rfc3987, "!20 pct-encoded"},
        repair_row{"http://a.example/a b%zz", rfc3987, "!20 pct-encoded"},
        repair_row{"http://a.example/[b]", rfc3987, "!17 ipath-abempty"},
        repair_row{"http://a.example/#a#b", rfc3987, "!19 ifragment"},
        repair_row{"http://a.example/\x01", rfc3987, "!17 ipath-abempty"},
        repair_row{"http://a.example/\xE9", rfc3987, "!17 ipath-abempty"}, // ISO 8859-1
        repair_row{"http://a.example/\uFFFE", rfc3987, "!17 ipath-abempty"},
        // Each of these has two readings.
        repair_row{" http://a.example/", rfc3987, "!0 RFC 3986"},
        repair_row{"http://a.example/ ", rfc3987, "!17 RFC 3986"}, repair_row{"http://a b/", rfc3987, "!8 authority"},
        repair_row{"http://a\\b/", rfc3987, "!8 authority"},
        repair_row{"http://a<b@c.example/", rfc3987, "!8 authority"},
        repair_row{"http://\u2100.example/\u00E9", rfc3987, "!7 ireg-name"}, // U+2100 is mapped to "a/c"

        // The URL Standard
        repair_row{"http://a.example\\b c", whatwg, "http://a.example/b%20c", "a.example\\b c"},
        repair_row{" http://a.example/\u00E9\t1 ", whatwg, "http://a.example/%C3%A91"},
        repair_row{"http://a.example/100% [x]|y^`", whatwg, "http://a.example/100%25%20%5Bx%5D%7Cy%5E%60"},
        repair_row{"http://a.example/?a=\"b\"|#c d#e", whatwg, "http://a.example/?a=%22b%22%7C#c%20d%23e"},
        repair_row{"http://\uFF11\uFF12\uFF17.1/\u00E9", whatwg, "http://127.0.0.1/%C3%A9", "\uFF11\uFF12\uFF17.1"},
        repair_row{"http://me:pass word@a.example/", whatwg, "http://me:pass%20word@a.example/"},
        repair_row{"http://me%zz:p%@a.example/%zz?%#%4", whatwg, "http://me%25zz:p%25@a.example/%25zz?%25#%254"},
        repair_row{"http://a.example/b\xFF", whatwg, "!18 URL Standard"}, // a browser reads U+FFFD, and \xFF is lost
        repair_row{"http://a.example:80 80/", whatwg, "!19 port-invalid"},
        repair_row{"caf\u00E9", whatwg, "!0 missing-scheme-non-relative-URL"},

        // RFC 3986 appendices C and E
        repair_row{"<http://a.example/>", typed, "http://a.example/"},
        repair_row{" \"URL:http://a.example/caf\u00E9\" ", typed, "http://a.example/caf%C3%A9"},
        repair_row{"www.m\u00FCnchen.example/\u00E9", typed, "http://www.xn--mnchen-3ya.example/%C3%A9", ""},
        repair_row{"a.example:8080/\u00E9", typed, "http://a.example:8080/%C3%A9"}, // no scheme "a.example"
        repair_row{"localhost:80/\u00E9", typed, "http://localhost:80/%C3%A9"},
        repair_row{"http:/a.example/\u00E9", typed, "http://a.example/%C3%A9"},
        repair_row{"[::1]/\u00E9", typed, "http://[::1]/%C3%A9"},
        // A later "//" is one of the path: what follows it is no host (RFC 3987 3.1).
        repair_row{"web.a.example/2020/http://m\u00FCnchen.example/\u00DF", typed,
                   "http://web.a.example/2020/http://m%C3%BCnchen.example/%C3%9F"},
        repair_row{"www.a.example/x//\u00DF.example/x", typed, "http://www.a.example/x//%C3%9F.example/x"},
        // As "docs/e.html", which is a relative reference.
        repair_row{"docs/\u00E9.html", typed, "docs/%C3%A9.html"}, repair_row{"docs?\u00E9", typed, "docs?%C3%A9"},
        repair_row{"localhost/\u00E9", typed, "http://localhost/%C3%A9"},
        // Nothing is left.
        repair_row{"<", typed, "!0 RFC 3986"}, repair_row{"\t", typed, "!0 RFC 3986"},
        repair_row{"\"\"", typed, "!0 RFC 3986"}, repair_row{"<>", typed, "!0 RFC 3986"},
        repair_row{"http:de=://\u00E9", rfc3987, "http:de=://%C3%A9"},      // no authority
        repair_row{"1http://a.example/\u00E9", typed, "!5 ipath-noscheme"}, // no host "1http" with an empty port
        // White space inside belongs to no identifier, also that of Unicode; but it may separate words.
        repair_row{"http://a\u3000b.example/", typed, "http://ab.example/", "a\u3000b.example"},
        repair_row{"http://a.example/b\u0085c", typed, "http://a.example/bc"},
        repair_row{"http://a.example/b c", typed, "http://a.example/bc"},
        repair_row{"a\u00A0b.example/\u00E9", typed, "!1 RFC 3986"},
        repair_row{"a.example/b\u2028\u00E9", typed, "!11 RFC 3986"}, repair_row{"a name", typed, "!1 RFC 3986"},
        repair_row{"http://a/ http://b/", typed, "!9 RFC 3986"},
        repair_row{" a.example/b\u200B\u00E9", typed, "http://a.example/b%C3%A9"}, // invisible: between no texts
        // Punctuation at the end stays, but for what stands behind a host, with and without a scheme.
        repair_row{"http://a.example/\u00E9,", typed, "http://a.example/%C3%A9,"},
        repair_row{"a.example/\u00E9,", typed, "http://a.example/%C3%A9,"},
        repair_row{"a.example/\u00E9?", typed, "http://a.example/%C3%A9?"},
        repair_row{"http://\u00E9.example,", typed, "http://xn--9ca.example", "\u00E9.example"},
        repair_row{"http://a.example,", typed, "http://a.example", "a.example,"},
        repair_row{"\u00E9.example,", typed, "http://xn--9ca.example", ""},
        repair_row{"j\u00F6rg@a.example,", typed, "mailto:j%C3%B6rg@a.example"},
        // Texts that are URIs with their delimiters, too.
        repair_row{"URL:http://a.example/", typed, "http://a.example/", ""},
        repair_row{"(www.a.example)", typed, "www.a.example"}, repair_row{"'http://a/'", typed, "http://a/", ""},
        // No host for the scheme; and none of RFC 3986 at all.
        repair_row{"http:\u00E9@evil.example", typed, "!5 RFC 3986"},
        repair_row{"http://a.example/%", typed, "!17 pct-encoded"}));

TEST(repairs, report_a_host_that_only_the_repaired_text_has) {
    for (const std::string_view text : {"http:\\\\a.example", "http:\\\\a.example\\b c", "http:a.example/b c"}) {
        const auto repaired = repair(text, {.like = whatwg});
        ASSERT_TRUE(repaired) << text;
        EXPECT_EQ(repaired->host_before, "") << text;
    }
    EXPECT_FALSE(repair("http:b c", {.like = rfc3987})->host_before);
    for (const std::string_view text : {"www.a.example/\u00E9", "a.example:80/\u00E9", "user@ftp.a.example/\u00E9",
                                        "https:a.example/\u00E9", "\u00E9.example", "[::1]/\u00E9"}) {
        const auto repaired = repair(text, {.like = typed});
        ASSERT_TRUE(repaired) << text;
        EXPECT_EQ(repaired->host_before, "") << text;
    }
}

TEST(repairs, say_what_became_another_octet) {
    EXPECT_TRUE(repair("http://a.example/%zz", {.like = whatwg})->encoded_percent);
    EXPECT_TRUE(repair("http://%@a.example/", {.like = whatwg})->encoded_percent);
    EXPECT_FALSE(repair("http://a.example/%41 ", {.like = whatwg})->encoded_percent);
}

TEST(repairs, say_what_was_around_a_typed_text) {
    using enum cleaning::what;
    const auto repaired = repair("<http://a.example/>.", {.like = typed});
    const std::vector<cleaning> removed{{angle_bracket, 0, 1}, {angle_bracket, 18, 19}, {punctuation, 19, 20}};
    EXPECT_EQ(repaired->removed, removed);
}

TEST(repairs, clean_first_where_asked) {
    const auto cleaned = [](std::string_view text, interpretation like = rfc3987) {
        return repair(text, {.like = like, .clean_first = true});
    };
    EXPECT_EQ(said(cleaned(" http://exa mple.com/")), "http://example.com/");
    EXPECT_TRUE(cleaned("http://exa mple.com/")->changed);
    EXPECT_EQ(cleaned("http://exa mple.com/")->host_before, "exa mple.com");
    EXPECT_EQ(cleaned("www.exa mple.com/\u00E9", typed)->host_before, "");
    EXPECT_EQ(cleaned("URL:http://a/")->host_before, "");
    EXPECT_EQ(said(cleaned("URL:URL:http://a/")), "http://a/");
    EXPECT_EQ(said(cleaned("U RL:a")), "!0 RFC 3986");
    EXPECT_EQ(said(cleaned("\x01url:http://a.example/", whatwg)), "!0 RFC 3986");
    EXPECT_FALSE(cleaned("http://a.example/b c")->host_before);
    EXPECT_FALSE(cleaned("http://a.example/")->changed);
    EXPECT_EQ(said(cleaned(" http://a. example/%zz")), "!19 pct-encoded");
    EXPECT_EQ(said(cleaned("<>")), "%3C%3E");
}

TEST(repairs, as_the_production_that_is_asked_for) {
    EXPECT_EQ(said(repair("www.a.example", {.like = typed, .as = rule::uri})), "http://www.a.example");
    EXPECT_EQ(said(repair("a b", {.as = rule::uri})), "!1 IRI");
    EXPECT_EQ(said(repair("aaaa", {.max_length = 3})), "!3 ");
}

// Texts of the characters that matter.
rc::Gen<std::string> texts() {
    static const std::string pieces[]{"http:",  "//",      "/",     "\\",    "a",   "b.c",    "%41",  "%",    "%zz",
                                      " ",      "\t",      "[",     "]",     ":",   "@",      "?",    "#",    "\u00E9",
                                      "\u2100", "<",       ">",     "\"",    "|",   "^",      "8",    "..",   "www.",
                                      "URL:",   "\x01",    "\xFF",  "{",     "::1", "\uFF11", "ftp:", "urn:", "\n",
                                      "'",      "mailto:", "xn--a", "file:", "C:",  "+"};
    return rc::gen::map(
        rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, std::size(pieces))),
        [](const std::vector<std::size_t> &chosen) {
            std::string text;
            for (const std::size_t i : chosen) text += pieces[i];
            return text;
        });
}

RC_GTEST_PROP(repair_properties, is_valid_idempotent_and_reports_another_host, ()) {
    const std::string text = *texts();
    const auto like = *rc::gen::element(rfc3987, whatwg, typed);
    const auto as = *rc::gen::element(rule::uri_reference, rule::uri);
    const bool clean_first = *rc::gen::arbitrary<bool>();
    const repair_options how{.like = like, .as = as, .clean_first = clean_first};
    const auto repaired = repair(text, how);
    if (!repaired) {
        RC_ASSERT(repaired.error().offset <= text.size());
        RC_ASSERT(!repaired.error().says.empty());
        return;
    }
    const auto parsed = parse_as(as, repaired->uri);
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(repaired->changed == (repaired->uri != text));
    const auto again = repair(repaired->uri, how);
    RC_ASSERT(again.has_value());
    RC_ASSERT(!again->changed);
    RC_ASSERT(again->uri == repaired->uri);
    // A host that nobody is told of is in the text, behind the slashes or brackets of an authority.
    const std::string host = ascii::lower_copy(parsed->host().value_or(""));
    if (repaired->changed && !repaired->host_before) RC_ASSERT(ascii::lower_copy(text).contains(host));
    if (repaired->changed && !repaired->host_before && !host.empty()) RC_ASSERT(text.contains("//"));
}

TEST(complete_iri, completes_beyond_us_ascii) {
    EXPECT_EQ(complete_iri("m\u00FCnchen.example")->uri, "http://xn--mnchen-3ya.example");
    EXPECT_EQ(complete_iri("j\u00F6rg@m\u00FCnchen.example")->uri, "mailto:j%C3%B6rg@xn--mnchen-3ya.example");
    EXPECT_EQ(complete_iri("www.a.example")->uri, "http://www.a.example");
    EXPECT_FALSE(complete_iri("\xFF.example"));
    EXPECT_FALSE(complete_iri("fil\u00E9://a.example/")) << "RFC 3986 3.1: no scheme";
    // The ellipsis is no part of a host (RFC 3987 3.1): a guess, which repair() makes, too.
    const auto shortened = complete_iri("http://a.com\u2026");
    ASSERT_TRUE(shortened);
    EXPECT_TRUE(shortened->guess);
    EXPECT_EQ(shortened->uri, "http://a.com");
    EXPECT_EQ(said(repair("http://a.com\u2026", {.like = interpretation::typed})), "http://a.com");
    EXPECT_EQ(complete_iri("www.a.com\u2026")->uri, "http://www.a.com");
    EXPECT_EQ(complete_iri("http://a.com/\u2026")->uri, "http://a.com/%E2%80%A6");
    EXPECT_EQ(complete_iri("urn:example:a@b\u2026")->uri, "urn:example:a@b%E2%80%A6"); // no host
}

} // namespace
