// URLs of every scheme: which reader and which document.
#include <uniform/url/url.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;
using enum edition;

static_assert(std::is_trivially_copyable_v<ftpurl_view> && std::is_trivially_copyable_v<newsurl_view>);
static_assert(noexcept(parse_url("")));

// A URL of each scheme that every document which has the scheme reads.
struct sample {
    std::string_view scheme;
    std::string_view text;
    edition current;
    std::size_t documents;
};
constexpr sample samples[]{
    {"data", "data:,a", rfc2397, 1},           {"file", "file://host.x/a", rfc8089, 3},
    {"ftp", "ftp://host.x/a", rfc3986, 3},     {"gopher", "gopher://host.x/1a", rfc4266, 3},
    {"http", "http://host.x/a?b", rfc9110, 3}, {"https", "https://host.x/a?b", rfc9110, 1},
    {"ldap", "ldap://host.x/a", rfc4516, 1},   {"ldaps", "ldaps://host.x/a", rfc4516, 1},
    {"mailto", "mailto:a@host.x", rfc6068, 3}, {"news", "news:a@host.x", rfc5538, 3},
    {"nntp", "nntp://host.x/a/1", rfc5538, 3}, {"prospero", "prospero://host.x/a;b=c", rfc4157, 3},
    {"snews", "snews:a@host.x", rfc5538, 1},   {"telnet", "telnet://host.x/", rfc4248, 3},
    {"wais", "wais://host.x/a?b", rfc4156, 3}, {"ws", "ws://host.x/a", rfc6455, 1},
    {"wss", "wss://host.x/a", rfc6455, 1},
};

TEST(url, every_scheme_has_a_reader_in_every_edition) {
    ASSERT_EQ(url_schemes().size(), std::size(samples));
    for (std::size_t i = 0; i < std::size(samples); ++i) {
        const sample &it = samples[i];
        EXPECT_EQ(url_schemes()[i].name, it.scheme);
        EXPECT_EQ(url_schemes()[i].editions.size(), it.documents) << it.scheme;
        EXPECT_EQ(current_edition(it.scheme), it.current) << it.scheme;
        std::string capitals{it.text};
        for (std::size_t k = 0; k < it.scheme.size(); ++k) capitals[k] = static_cast<char>(capitals[k] & ~0x20);
        for (const edition e : url_schemes()[i].editions) {
            const auto url = parse_url(it.text, {.edition = e});
            ASSERT_TRUE(url) << it.text << ' ' << to_string(e) << ' ' << shown(url.error());
            EXPECT_EQ(edition_of(*url), e) << it.text;
            EXPECT_EQ(text_of(*url), it.text);
            EXPECT_NE(url->index(), 0U) << it.text << " is read as otherurl";
            EXPECT_EQ(reading(capitals, e), reading(it.text, e)) << "url-06 2.1: upper case";
        }
        EXPECT_EQ(edition_of(parse_url(it.text).value()), it.current);
        // An edition that does not have the scheme is passed over.
        EXPECT_EQ(edition_of(parse_url(it.text, {.edition = rfc3986}).value()), it.current);
    }
}

TEST(url, other_schemes) {
    const row rows[]{
        {"url-06 5: otherurl", {}, "z39.50:a", "scheme=z39.50 schemepart=a"},
        {"url-06 5: otherurl", {}, "x-exp://h/%41?", "scheme=x-exp schemepart=//h/%41?"},
        {"url-06 5: *xchar", {}, "a:", "scheme=a schemepart="},
        {"url-06 5: scheme", {}, "1+.-:a", "scheme=1+.- schemepart=a"},
        {"url-06 5: national", {}, "a:{}", "scheme=a schemepart={}"},
        {"RFC 1738 5", rfc1738, "a:{}", "invalid_character at 2, schemepart"},
        {"url-06 5: punctuation", {}, "a:b#c", "invalid_character at 3, schemepart"},
    };
    for (const row &it : rows) EXPECT_EQ(reading(it.text, it.by), it.reading) << it.source << ": " << it.text;
    EXPECT_EQ(find_url_scheme("x-exp"), nullptr);
    EXPECT_EQ(current_edition("x-exp"), url_06);
}

TEST(url, no_scheme_is_no_url) {
    for (const std::string_view text : {"", "http", "//h/", "/a", "a"}) {
        EXPECT_EQ(parse_url(text).error().code, error_code::missing_scheme) << text;
    }
    for (const std::string_view text : {":a", "a b:c", "%41:b", "\xC3\xA9:a"}) {
        EXPECT_FALSE(parse_url(text)) << text;
    }
    EXPECT_EQ(parse_url("http://h/", {.max_length = 8}).error().code, error_code::too_long);
    EXPECT_TRUE(parse_url("http://h/", {.max_length = 9}));
}

// Texts that are nearly URLs are read to their end or refused at a place within; what is read is the text itself.
RC_GTEST_PROP(url_properties, any_text_is_read_or_refused_within_it, ()) {
    const auto &it = *rc::gen::elementOf(std::vector<sample>(std::begin(samples), std::end(samples)));
    std::string text{it.text};
    const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    text.replace(cut, *rc::gen::inRange<std::size_t>(0, 3), any_bytes());
    for (const std::optional<edition> e : {std::optional<edition>{}, std::optional{url_06}, std::optional{rfc1738}}) {
        const auto url = parse_url(text, {.edition = e});
        if (!url) {
            RC_ASSERT(url.error().offset <= text.size());
        } else {
            RC_ASSERT(text_of(*url) == text);
            RC_ASSERT(!fields_of(*url).empty());
        }
    }
}

} // namespace
