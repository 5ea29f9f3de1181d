// The 2003 draft and RFC 2396 on every short text of their delimiters: what is a reference, and what is opaque.
#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

namespace {

using namespace uniform;

const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";

// The names of the productions in the grammar.
struct document_of {
    edition by;
    const char *file;
    std::array<std::string, 4> rules; // a reference, a URI, what is hierarchical, what is opaque
};
const document_of documents[] = {
    {edition::rfc2396bis_01, "rfc2396bis_01.abnf", {"URI-reference", "absolute-URI", "hier-part", "opaque-part"}},
    {edition::rfc2396, "rfc2396.abnf", {"URI-reference", "absoluteURI", "hier_part", "opaque_part"}},
};

constexpr std::string_view alphabet = "x:/?#[]a@";
constexpr std::size_t longest = 6;

class checker {
public:
    explicit checker(const document_of &d)
        : edition_{d.by},
          grammar_{oracle::grammar::from_file(folder + d.file)},
          reference_{grammar_, {d.rules[0]}},
          parts_{grammar_, {d.rules[2], d.rules[3]}} {}

    void check(std::string_view text) {
        const auto parsed = parse_uri_reference(text, {edition_});
        // docs/decisions/0005: of the texts that RFC 2396 does not print, "SCHEME:" and relative ones without a path
        // are read.
        const bool printed = reference_.matches(text);
        const bool read = printed || (edition_ == edition::rfc2396 && is_practice(text));
        ASSERT_EQ(parsed.has_value(), read) << text;
        if (!parsed) return;
        // 4: the fragment is no part of the URI.
        const std::string_view whole = parsed->without_fragment();
        const auto scheme = parsed->scheme();
        const std::uint32_t found = scheme ? parts_.accepts(whole.substr(scheme->size() + 1)) : 0;
        const bool opaque = (found & 1U) == 0 && (found & 2U) != 0;
        ASSERT_EQ(parsed->is_opaque(), opaque) << text;
        // 5: "Documents can only make use of a relative URI when their base URI fits within the <hier-part> syntax".
        if (scheme && parsed->fragment() == std::nullopt) {
            const auto target = resolve(parse_uri(whole, {edition_}).value(), slash_);
            ASSERT_EQ(target.has_value(), (found & 1U) != 0) << text;
            if (!target) {
                ASSERT_EQ(target.error().code, error_code::opaque_base) << text;
            }
        }
        // 6: a normal form is one, of the same kind.
        const std::string normal = normalize(*parsed);
        const auto again = parse_uri_reference(normal, {edition_});
        ASSERT_TRUE(again) << text << " has the normal form " << normal;
        ASSERT_EQ(again->is_opaque(), opaque) << text << " has the normal form " << normal;
    }

private:
    static bool is_practice(std::string_view text) {
        const std::string_view whole = text.substr(0, text.find('#'));
        if (text.size() > whole.size() && text.find_first_of("#[]", whole.size() + 1) != std::string_view::npos)
            return false;
        if (whole.starts_with('?')) return whole.find_first_of("[]") == std::string_view::npos;
        return whole.size() > 1 && whole.find(':') == whole.size() - 1 && (whole[0] == 'x' || whole[0] == 'a') &&
               whole.substr(0, whole.size() - 1).find_first_not_of("xa") == std::string_view::npos;
    }

    edition edition_;
    oracle::grammar grammar_;
    oracle::automaton reference_;
    oracle::automaton parts_;
    reference_view slash_ = parse_uri_reference("/a", {edition_}).value();
};

void check_all(checker &c, std::string &text) {
    c.check(text);
    if (text.size() == longest || ::testing::Test::HasFatalFailure()) return;
    for (const char next : alphabet) {
        text += next;
        check_all(c, text);
        text.pop_back();
    }
}

TEST(older_editions_by_the_oracle, every_short_text_of_delimiters) {
    for (const document_of &d : documents) {
        SCOPED_TRACE(d.file);
        checker c{d};
        std::string text;
        check_all(c, text);
        if (HasFatalFailure()) return;
    }
}

} // namespace
