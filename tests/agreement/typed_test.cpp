// Typed texts are read alike by complete(), by repair() as typed, by --typed, which is clean_typed(), and where words
// are expected, too: the search box of the service (RFC 3986 appendix C).

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>

#include "agreement/expect_none.hpp"
#include "agreement/laws_of_typed_texts.hpp"
#include "differential/mutator.hpp"

namespace {

using namespace uniform;
using namespace agreement;

// The verbs whose purpose differs, and the texts for which it does.
enum class except : std::uint8_t {
    nothing,
    // A search expects words: a host name without "www.", an address and a mail address are some.
    search,
    // --typed joins words: its caller says that they are one identifier, and a note tells of the white space.
    joined,
    // A repair changes no URI but by what clean_typed() takes away: "a.example:80" is one by its grammar.
    repair,
};

// `uri` is the one reading; "" is: none. --typed adds no scheme and encodes nothing: what it leaves is read likewise,
// and is no URI where there is no reading.
struct typed_row {
    std::string_view typed, uri;
    except limit = except::nothing;
};

constexpr typed_row rows[]{
    {"http://a.example", "http://a.example"},
    {"www.a.example", "http://www.a.example"},
    {"@user", ""},

    // Punctuation behind a host, which a host cannot have.
    {"http://a.example\u2026", "http://a.example"},
    {"www.a.example\u2026", "http://www.a.example"},
    {"www.a.example,", "http://www.a.example"},
    {"www.a.example...", "http://www.a.example"},
    {"www.a.example?", "http://www.a.example"},
    {"www.a.example:", "http://www.a.example"},
    {"http://a.example,", "http://a.example"},
    {"http://a.example;", "http://a.example"},
    {"http://a.example...", "http://a.example"},
    {"http://a.example!?", "http://a.example"},
    {"http://\u00E9.example,", "http://xn--9ca.example"},
    {"www.\u00E9.example\uFF0C", "http://www.xn--9ca.example"},
    {"[2001:db8::1]:8080,", "http://[2001:db8::1]:8080", except::search},
    {"a.example:80,", "http://a.example:80", except::repair},
    {"j\u00F6rg@a.example,", "mailto:j%C3%B6rg@a.example", except::search},
    {"j@a.example.", "mailto:j@a.example", except::search},
    {"mailto:j@a.example,", "mailto:j@a.example"},
    {"http:// a.example,", "http://a.example"},
    // Characters that may belong to the identifier stay: the root of DNS, an empty query and port, the end of a path.
    {"http://a.example.", "http://a.example."},
    {"www.a.example.", "http://www.a.example."},
    {"http://a.example?", "http://a.example?"},
    {"http://a.example.?!", "http://a.example.?!"},
    {"http://a.example:", "http://a.example:"},
    {"http://a.example/,", "http://a.example/,"},
    {"www.a.example/x,", "http://www.a.example/x,"},
    {"www.a.example/\u00E9!?", "http://www.a.example/%C3%A9!?"},
    {"http://a.example/\u2026", "http://a.example/%E2%80%A6"},
    {"urn:example:a,", "urn:example:a,"},
    {"urn:example:a@b.c\u2026", "urn:example:a@b.c%E2%80%A6"},

    // Prefixes.
    {"URN: urn:example:a", "urn:example:a"},
    {"URL: http://a.example/", "http://a.example/"},
    {"URL:http://a.example", "http://a.example"},
    {"url:www.a.example", "http://www.a.example"},
    {"URI: http://a.example/", "http://a.example/"},
    {"<URL:http://a.example/>", "http://a.example/"},

    // Delimiters, and punctuation behind them.
    {"<http://a.example/>", "http://a.example/"},
    {"<www.a.example>", "http://www.a.example"},
    {"(http://a.example/)", "http://a.example/"},
    {"(www.a.example)", "http://www.a.example"},
    {"(www.a.example),", "http://www.a.example"},
    {"[http://a.example/]", "http://a.example/"},
    {"{http://a.example/}", "http://a.example/"},
    {"\"www.a.example\".", "http://www.a.example"},
    {"'http://a.example/'", "http://a.example/"},
    {"<www.a.example,>", "http://www.a.example"},
    {"\u201Ehttp://a.example/\u201C", "http://a.example/"},
    {"\u300Chttp://a.example/\u300D\u3002", "http://a.example/"},

    // Invisible characters.
    {"http://a.example/\u200Bb", "http://a.example/b"},
    {"\u202Ahttp://a.example/\u202C", "http://a.example/"},
    {"http://a.example/\u00A0", "http://a.example/"},

    // White space inside.
    {"http://a.example/b\n  c", "http://a.example/bc"},
    {"http://a.example/b c", "http://a.example/bc"},
    {"http:// a.example", "http://a.example"},
    {"http://a.\n example/", "http://a.example/"},
    {"www.a.\nexample/", "http://www.a.example/"},
    {"urn:example:\na", "urn:example:a"},
    {"urn:example: a", "urn:example:a"},
    {"tel: +1 201 555 0123", "tel:+12015550123"},
    {"http://a.example/ http://b.example/", ""},
    {"see http://a.example/", ""},
    // Words.
    {"a name of a berth", ""},
    {"a name\nof", ""},
    {"Mr. Smith", ""},
    {"note: a word", "", except::joined},
    {"a.example and b.example", ""},
    {"U RL:http://a.example/", "", except::joined},

    // Other forms.
    {"hxxp://a.example/", "hxxp://a.example/"},
    {"http://a[.]example/", ""},
    {"http\uFF1A//a.example/", ""},
    {"http:www.a.example/\u00E9", "http://www.a.example/%C3%A9"},
    {"http:www.a.example", "http://www.a.example", except::repair},
    {"//a.example/x", "http://a.example/x"},
    {"a.example", "http://a.example", except::search},
    {"192.0.2.1", "http://192.0.2.1", except::search},
    {"[2001:db8::1]/x", "http://[2001:db8::1]/x", except::search},
    {"ftp.a.example", "ftp://ftp.a.example", except::search},
    {"http://a.example/b|c", "http://a.example/b%7Cc"},
    {"www.a.example/b|c", "http://www.a.example/b%7Cc"},
    {"urn:example:a@\u00E9.example", "urn:example:a@%C3%A9.example"},
    {"http:\u00E9@b.example", ""},
    {"a.example:119", "news://a.example:119/", except::repair},

    // RFC 6068 2: addr-spec is a dot-atom-text on both sides of one "@", with "&" and others encoded.
    {"a&b@c.example", "mailto:a%26b@c.example", except::search},
    {"a=b;c@d.example", ""},
    {"a=b@d.example", "mailto:a%3Db@d.example", except::search},
    {"a%26b@c.example", "mailto:a%26b@c.example", except::search},
    {"100%@c.example", "mailto:100%25@c.example", except::search},
    {"j@a.example?subject=x", "mailto:j@a.example?subject=x", except::search},
    {"j@a.example?subject", ""},
    {"@user@a.example", ""},
    {".a@b.example", ""},
    {"a.@b.example", ""},
    {"a..b@c.example", ""},
    {"a@b@c.example", ""},
    // RFC 9110 4.2.4: http has no user names; RFC 1738 3.2: ftp has.
    {"user@[::1]", ""},
    {"user@192.0.2.1", ""},
    {"user@a.example/x", ""},
    {"user@a.example:8080", ""},
    {"user@a.example:21/x", "ftp://user@a.example:21/x"},
};

TEST(agreement_of_typed_texts, table) {
    for (const auto &r : rows) {
        EXPECT_EQ(completed(r.typed), r.uri) << r.typed;
        const std::string clean = clean_typed(r.typed).text;
        EXPECT_EQ(repaired(r.typed), r.limit == except::repair ? clean : r.uri) << r.typed;
        const auto searched = identifier_typed(r.typed);
        EXPECT_EQ(searched.value_or(""), r.limit == except::search ? "" : r.uri) << r.typed;
        if (r.uri.empty()) {
            EXPECT_EQ(parse_uri(clean).has_value(), r.limit == except::joined) << r.typed;
        } else {
            EXPECT_EQ(completed(clean), r.uri) << r.typed;
            EXPECT_EQ(clean_typed(clean).text, clean) << r.typed;
        }
    }
}

TEST(agreement_of_typed_texts, generated_texts) {
    findings f;
    differential::random_source random{30};
    constexpr std::string_view pieces[]{"http://", "www.",   "a.example", "/",      "b",        "\u2026",  ",",
                                        ".",       "\u200B", "\n",        " ",      "<",        ">",       "\"",
                                        "(",       ")",      "URN: ",     "urn:",   "example:", "URL:",    "@",
                                        "?",       "\u300C", "\u300D",    "\u202A", "\uFF1A",   "#",       "..",
                                        "&",       "[::1]",  ":",         "80",     "http:",    "mailto:", "ftp.",
                                        "\u00E9",  "%",      "|",         "!",      "'",        "=",       "a name"};
    for (int n = 50'000; n > 0; --n) {
        std::string text;
        for (std::size_t k = 1 + random.below(7); k > 0; --k) text += pieces[random.below(std::size(pieces))];
        typed_texts(f, text);
    }
    expect_none(f, 100);
}

} // namespace
