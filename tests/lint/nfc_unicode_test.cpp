// RFC 3987 5.3.2.2: character normalization, by ICU.

#include <string>

#include <uniform/unicode/nfc.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace uniform {
namespace {

const normalize_options with_nfc{.characters = to_nfc};

struct nfc_row {
    std::string_view source, text, normal;
};
const nfc_row rows[]{
    {"RFC 3987 5.3.2.2", "http://www.example.org/re\u0301sume\u0301.html", "http://www.example.org/résumé.html"},
    {"RFC 3987 5.3.2.2: in NFC", "http://www.example.org/résumé.html", "http://www.example.org/résumé.html"},
    {"RFC 3987 3.1: Vietnam", "Vi\u00EA\u0323t%20Nam", "Vi\u1EC7t%20Nam"},
    {"RFC 3987 5.3.2.3: decoded first", "http://h/e%CC%81", "http://h/é"},
    {"UAX 15: longer", "http://h/\u0958", "http://h/\u0915\u093C"},
    {"UAX 15: the Kelvin sign, in a host", "http://\u212A/\u212A", "http://k/K"},
    {"a delimiter stays", "http://h/?a=\u0338b", "http://h/?a=\u0338b"},
    {"a delimiter is not made: U+037E is \";\"", "http://h/a\u037Eb", "http://h/a\u037Eb"},
    {"what no IRI has is not made: U+1FEF is \"`\"", "http://h/a\u1FEFb", "http://h/a\u1FEFb"},
    {"not across a percent-encoding", "http://h/e%ff\u0301", "http://h/e%FF\u0301"},
};

TEST(nfc, normal_forms) {
    for (const nfc_row &r : rows) {
        const auto parsed = parse_iri_reference(r.text);
        ASSERT_TRUE(parsed) << r.source;
        EXPECT_EQ(normalize(*parsed, with_nfc), r.normal) << r.source;
        const auto again = parse_iri_reference(r.normal);
        ASSERT_TRUE(again);
        EXPECT_TRUE(is_normal(*again, with_nfc)) << r.normal;
        EXPECT_EQ(is_normal(*parsed, with_nfc), r.text == r.normal);
        EXPECT_TRUE(equivalent(*parsed, *again, with_nfc));
        EXPECT_EQ(hash(*parsed, with_nfc), hash(*again, with_nfc));
        std::string buffer(1000, '\0');
        EXPECT_EQ(normalize_to(buffer, *parsed, with_nfc), r.normal);
    }
}

TEST(nfc, only_where_asked) {
    const auto a = parse_iri("http://www.example.org/re\u0301sume\u0301.html");
    const auto b = parse_iri("http://www.example.org/résumé.html");
    EXPECT_FALSE(lowest_equivalent_level(*a, *b)) << "RFC 3987 5.3.2.2";
    EXPECT_EQ(lowest_equivalent_level(*a, *b, with_nfc), comparison_level::syntax);
    EXPECT_EQ(normalize(*a, {.level = comparison_level::percent, .characters = to_nfc}), a->text());
}

RC_GTEST_PROP(nfc_properties, idempotent, ()) {
    std::string text;
    for (const std::string &part :
         *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
             "e",      "K",      "\u0301", "\u0338", "=", "/", "?",  "\u212A", "\u037E", "\u0958",
             "\u1100", "\u1161", "%CC%81", "%ff",    "é", ":", "//", "a",      "..",     "\u2260"}))) {
        text += part;
    }
    const auto parsed = parse_iri_reference(text);
    RC_PRE(parsed.has_value());
    const std::string normal = normalize(*parsed, with_nfc);
    const auto again = parse_iri_reference(normal);
    RC_ASSERT(again.has_value());
    RC_ASSERT(normalize(*again, with_nfc) == normal);
    RC_ASSERT(again->has_scheme() == parsed->has_scheme());
    RC_ASSERT(again->has_authority() == parsed->has_authority());
    RC_ASSERT(again->query().has_value() == parsed->query().has_value());
}

TEST(nfc, to_nfc) {
    EXPECT_EQ(to_nfc(""), "");
    EXPECT_EQ(to_nfc("abc"), "abc");
    EXPECT_EQ(to_nfc("e\u0301"), "é");
    EXPECT_EQ(to_nfc("e\u0301\xFF"), "e\u0301\xFF");
}

} // namespace
} // namespace uniform
