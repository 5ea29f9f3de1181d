// RFC 3987 4.2 with the examples of 4.4, whose upper-case letters are Hebrew here; and IRIs in general.

#include <string>

#include <uniform/unicode/icu.hpp>

#include <gtest/gtest.h>

#include "lint/rows.hpp"

namespace uniform::test {
namespace {

const lint_options iris{.unicode = &icu_checks(), .edition = edition::rfc3987};

// A to Z in Bidi Notation (RFC 3987 1.4), as Hebrew and then Arabic letters.
std::string in_hebrew(std::string_view notation) {
    constexpr std::string_view letters[]{"א", "ב", "ג", "ד", "ה", "ו", "ז", "ח", "ט", "י", "כ", "ל", "מ",
                                         "נ", "ס", "ע", "פ", "צ", "ק", "ר", "ש", "ת", "ם", "ן", "ף", "ץ"};
    std::string out;
    for (const char c : notation) {
        c >= 'A' &&c <= 'Z' ? out += letters[static_cast<std::size_t>(c - 'A')] : out += c;
    }
    return out;
}

struct bidi_row {
    std::string_view source;
    std::string_view notation;
    std::string_view component; // the first that breaks a rule; "" for none
};
const bidi_row rows[]{
    {"4.4, example 1", "http://ab.CDEFGH.ij/kl/mn/op.html", ""},
    {"4.4, example 2", "http://ab.CDE.FGH/ij/kl/mn/op.html", ""},
    {"4.4, example 3", "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", ""},
    {"4.4, example 4", "http://AB.CD.ef/gh/IJ/KL.html", ""},
    {"4.4, example 5", "http://ab.cd.EF/GH/ij/kl.html", ""},
    {"4.4, example 6", "http://ab.CD.EF/GH/IJ/kl.html", ""},
    {"4.4, example 7: digits inside", "http://ab.CDE123FGH.ij/kl/mn/op.html", ""},
    {"4.4, example 8 (not allowed): digits at the end", "http://ab.cd.ef/GH1/2IJ/KL.html", "GH1"},
    {"4.4, example 9 (not allowed): encoded", "http://ab.cd.ef/GH%31/%32IJ/KL.html", "GH%31"},
    {"4.4, example 10 (allowed but not recommended)", "http://ab.CDEFGH.123/kl/mn/op.html", ""},
    {"4.2 (1): both directions", "http://h.example/aB", "aB"},
    {"4.2 (1): both directions", "http://h.example/?q=ABc&r=D", "ABc"},
    {"4.2 (1): both directions", "http://h.example/#AbC", "AbC"},
    {"4.2 (1): both directions", "http://aB:c@h.example/", "aB"},
    {"4.2 (2): the start", "http://h.example/-A", "-A"},
    {"4.2 (2): the end", "http://h.example/A-", "A-"},
    {"4.2: left to right alone", "http://h.example/é1/1é", ""},
    {"4.2: no direction", "http://h.example/1/-/", ""},
};

std::optional<lint_finding> structure_of(std::string_view text, const lint_options &o) {
    for (lint_finding &f : lint(text, o)) {
        if (f.check == lint_check::bidi_structure) return std::move(f);
    }
    return std::nullopt;
}

TEST(lint_bidi, structure_of_components) {
    for (const bidi_row &r : rows) {
        const std::string text = in_hebrew(r.notation);
        const auto found = structure_of(text, iris);
        EXPECT_EQ(found ? text.substr(found->where.begin, found->where.end - found->where.begin) : "",
                  in_hebrew(r.component))
            << r.source;
        if (!found) continue;
        EXPECT_EQ(found->document, "RFC 3987");
        EXPECT_EQ(found->section, "4.2");
        EXPECT_EQ(found->severity, lint_severity::warning);
    }
}

TEST(lint_bidi, the_safer_form_maps_the_component) {
    const auto found = structure_of("http://h.example/aא", iris);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->safer, "http://h.example/a%D7%90") << "RFC 3987 4.2";
}

TEST(lint_bidi, needs_icu) { EXPECT_FALSE(structure_of("http://h.example/aא", {.edition = edition::rfc3987})); }

TEST(lint_bidi, arabic_too) {
    EXPECT_TRUE(structure_of("http://h.example/aس", iris));
    EXPECT_FALSE(structure_of("http://h.example/سلام", iris));
    // class AN is no direction of its own
    EXPECT_TRUE(structure_of("http://h.example/سلام\u0661", iris));
}

const lint_row iri_rows[]{
    {"RFC 3987 2.2: allowed", "http://h.example/résumé?q=あ#ж", ""},
    {"RFC 3987 2.2: allowed by the grammar", "http://h.example/\u202Eabc", "bidi-character", "\u202E"},
    {"RFC 3987 6.1: invisible", "http://h.example/a\u200Bb", "invisible-character", "\u200B"},
    {"RFC 3987 6.1: a look-alike of the space", "http://h.example/a\u3000b", "white-space", "\u3000"},
    {"RFC 3987 2.2: not ucschar", "http://h.example/\uFFFE", "not-valid"},
    {"RFC 3987 2.2: iprivate only in iquery", "http://h.example/\uE000", "not-valid"},
    {"RFC 3987 8", "http://h.example/οп", "mixed-scripts", "οп"},
};

TEST(lint_iri, by_rfc_3987) {
    for (const lint_row &r : iri_rows) {
        if (r.check != "not-valid") {
            check_row(r, iris);
            continue;
        }
        const auto findings = lint(r.text, iris);
        EXPECT_FALSE(findings.empty()) << r.source;
    }
    check_row({"RFC 3986 2", "http://h.example/résumé", "non-ascii", "é"}, {.unicode = &icu_checks()});
}

} // namespace
} // namespace uniform::test
