// URLs in text by draft-ietf-uri-url-06 (APPENDIX, 2.2, 5) and RFC 1738 (APPENDIX, 2.2, 5).
#include <uniform/text/find.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace uniform {
namespace {

using texts = std::vector<std::string>;

texts found_in(std::string_view text, edition e) {
    texts all;
    for (const found &f : find_uris(text, {.edition = e})) all.push_back(f.text);
    return all;
}

TEST(find_1994, the_example_of_the_appendix) {
    constexpr std::string_view text = "Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc\n"
                                      "   ;type=d> but you can probably pick it up from <URL:ftp://ds.inter\n"
                                      "   nic.net/rfc>.  Note the warning in <URL:http://ds.internic.net/\n"
                                      "   instructions/overview.html#WARNING>.\n";
    const texts expected{"ftp://info.cern.ch/pub/www/doc;type=d", "ftp://ds.internic.net/rfc",
                         "http://ds.internic.net/instructions/overview.html"};
    EXPECT_EQ(found_in(text, edition::url_06), expected);
    EXPECT_EQ(found_in(text, edition::rfc1738), expected);
}

TEST(find_1994, what_the_grammar_of_a_scheme_allows) {
    const struct {
        std::string_view section, text;
        texts draft, rfc1738;
    } rows[]{
        {"5: national is of the draft alone", "see http://h.x/~a.", {"http://h.x/~a"}, {"http://h.x/"}},
        {"5: national", "<URL:http://h.x/a[1]{b}|c>", {"http://h.x/a[1]{b}|c"}, {"http://h.x/a"}},
        {"2.2: # delimits", "at http://h.x/a#b now", {"http://h.x/a"}, {"http://h.x/a"}},
        {"2.2: # delimits", "<http://h.x/a#b c>", {"http://h.x/a"}, {"http://h.x/a"}},
        {"3.3: no user", "http://u@h.x/a", {}, {}},
        {"3.2: a user", "ftp://u:p@h.x/a;type=a!", {"ftp://u:p@h.x/a;type=a"}, {"ftp://u:p@h.x/a;type=a"}},
        {"3.6: a message-id", "<URL:news:12.ab@h.dom>", {"news:12.ab@h.dom"}, {"news:12.ab@h.dom"}},
        {"5: otherurl", "<URL:urn:a:b>, https://h.x/", {"urn:a:b", "https://h.x/"}, {"urn:a:b", "https://h.x/"}},
        {"5: a scheme may begin with a digit", "<URL:3x:y>", {"3x:y"}, {"3x:y"}},
        {"APPENDIX: the prefix alone", "URL:gopher://h.x/7a%09b, c", {"gopher://h.x/7a%09b"}, {"gopher://h.x/7a%09b"}},
        {"a bracket of the text",
         "[http://h.x/a] {http://h.x/b}",
         {"http://h.x/a", "http://h.x/b"},
         {"http://h.x/a", "http://h.x/b"}},
        {"no abbreviated references", "www.h.example", {}, {}},
    };
    for (const auto &r : rows) {
        SCOPED_TRACE(std::string{r.section} + ": " + std::string{r.text});
        EXPECT_EQ(found_in(r.text, edition::url_06), r.draft);
        EXPECT_EQ(found_in(r.text, edition::rfc1738), r.rfc1738);
    }
}

// Before what the edition leaves out of URLs, or its grammar does not allow there, the URL that was meant may be
// longer.
TEST(find_1994, notes_what_a_url_was_cut_before) {
    const struct {
        std::string_view section, text;
        std::string_view draft, rfc1738;
    } rows[]{
        {"2.2: # delimits", "http://h.x/a#b", "", ""},
        {"RFC 1738 5: no national", "see http://h.x/~a now", "", "~"},
        {"RFC 1738 5: after punctuation", "http://h.x/a.~b", "", "~"},
        {"RFC 1738 5: at the end", "http://h.x/~", "", "~"},
        {"RFC 1738 5: in quotation marks", "\"http://h.x/~a\"", "", "~"},
        {"RFC 1738 5: after the prefix", "<URL:http://h.x/~a>", "", "~"},
        {"RFC 1738 5: a bracket", "http://h.x/a[1]", "", "["},
        {"5: a bracket of the text", "[http://h.x/a]", "", ""},
        {"5: search has no ?", "http://h.x/a?b?c", "?", "?"},
        {"3.2.2: typecode", "ftp://h.x/a;type=a!b", "!", "!"},
        {"punctuation", "at http://h.x/a, or http://h.x/b.", "", ""},
    };
    for (const auto &r : rows) {
        SCOPED_TRACE(std::string{r.section} + ": " + std::string{r.text});
        for (const auto &[e, expected] :
             {std::pair{edition::url_06, r.draft}, std::pair{edition::rfc1738, r.rfc1738}}) {
            const auto f = find_uris(r.text, {.edition = e});
            ASSERT_FALSE(f.empty());
            EXPECT_EQ(f[0].cut_before, expected) << to_string(e) << ": " << f[0].text;
        }
    }
}

} // namespace
} // namespace uniform
