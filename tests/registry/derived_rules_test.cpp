// The rules of names as templates state them: RFC 8141 6.4.2 (1), (3), (5) and Appendix A.

#include <uniform/registry/derived_rules.hpp>

#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>

#include "registry/samples.hpp"

namespace {

using namespace uniform;
using namespace uniform::registry;
using testing::HasSubstr;

namespace_template with_syntax(const char *text, edition e = edition::rfc8141) {
    auto t = test::with(field::syntax, text);
    t.edition = e;
    return t;
}

struct syntax_fact {
    const char *text;
    const char *pattern; // "": any NSS; "?": open
};
void PrintTo(const syntax_fact &f, std::ostream *o) { *o << f.text; }

class syntax_of_template : public testing::TestWithParam<syntax_fact> {};

TEST_P(syntax_of_template, becomes_a_pattern) {
    const auto d = derive_rules(with_syntax(GetParam().text));
    EXPECT_EQ(d.is_open("syntax") ? "?" : d.syntax.string_of("pattern"), GetParam().pattern);
    EXPECT_EQ(d.is_open("syntax"), std::string{"?"} == GetParam().pattern);
}

// 6.4.2 (1): "a formal definition (e.g., using ABNF [RFC5234]) [...] or a regular expression [...]; alternatively, the
// structure might be opaque"
const syntax_fact syntax_facts[]{
    {"harbour-nss = 5ALPHA \":\" 1*DIGIT", "^[A-Za-z]{5}:[0-9]+$"},
    {"Names look so:\n\n   nss = 1*DIGIT ; a number\n\nAnd nothing else.", "^[0-9]+$"},
    {"harbour-urn = \"urn:harbour:\" 1*DIGIT", "^[0-9]+$"},
    {"harbour-urn = \"urn:quay:\" 1*DIGIT", "?"},
    {"harbour-urn = \"urn:harbour:\" 1*DIGIT / \"urn:quay:\" 1*DIGIT", "?"},
    {"The NSS matches this expression:\n   ^[0-9]{4}-[0-9]{4}$", "^[0-9]{4}-[0-9]{4}$"},
    {"   ^[0-9$", "?"},
    {"A name is one of\n   ^[a-z]+$\nor\n   ^[0-9]+$", "?"},
    {"   ^[0-9]+$\n   ^(?=1)[0-9]+$", "?"}, // the second one is no pattern
    {"   ^[0-9]+$\nIt is used for resolution, too:\n   ^[0-9]+$", "^[0-9]+$"},
    {"Opaque.", ""},
    {"The structure of names is opaque.", ""},
    {"A name may have any NSS.", ""},
    {"Names are opaque strings of 20 characters.", "?"},
    {"The first part of the name is opaque.", "?"},
    {"A name is a port and a berth, with a colon between them.", "?"},
    {"nss = (DIGIT", "?"},
    {"n = \"(\" n \")\" / \"x\"", "?"},
    {"nss = <as the board decides>", "?"},
};
INSTANTIATE_TEST_SUITE_P(rfc8141_6_4_2_1, syntax_of_template, testing::ValuesIn(syntax_facts));

struct equivalence_fact {
    const char *text;
    const char *operations; // "": none; "?": open
};
void PrintTo(const equivalence_fact &f, std::ostream *o) { *o << f.text; }

std::string operations_of(const derived_rules &d) {
    const json::value *const operations = d.equivalence.find("operations");
    return d.is_open("equivalence") ? "?" : operations == nullptr ? "" : json::to_text(*operations);
}

class equivalence_of_template : public testing::TestWithParam<equivalence_fact> {};

TEST_P(equivalence_of_template, becomes_operations) {
    EXPECT_EQ(operations_of(derive_rules(with_syntax(GetParam().text))), GetParam().operations);
}

constexpr const char *lower = R"([{"action":"lower-case"}])";
constexpr const char *no_hyphens = R"([{"action":"remove","texts":["-"]}])";

// 6.4.2 (3): "equivalence between uppercase and lowercase characters in the NSS, between hyphenated and non-hyphenated
// groupings in the name"
const equivalence_fact equivalence_facts[]{
    {"Names that differ in the case of letters only are equivalent.", lower},
    {"Two names are equivalent when they differ in the case of letters only.", lower},
    {"The NSS is case-insensitive.", lower},
    {"The case\nof letters is not relevant. Letter case is ignored.", lower},
    {"Upper and lower case letters in the NSS are equivalent.", lower},
    {"Letter case does not matter.", lower},
    {"nss = 1*ALPHA ; names are case-insensitive", lower},
    {"Hyphens are ignored.", no_hyphens},
    {"Names with and without hyphens are equivalent.", no_hyphens},
    {"Hyphens are ignored. The NSS is case-insensitive.",
     R"([{"action":"remove","texts":["-"]},{"action":"lower-case"}])"},
    {"", ""},
    {"The NSS is case-sensitive.", ""},
    {"Names that differ in case are not equivalent.", ""},
    {"nss = 1*DIGIT; names are equivalent when they are equal", ""},
    {"There are no additional rules for equivalence.", ""},
    {"Equivalence follows section 3 of RFC 8141.", ""},
    {"\"urn\" and the NID are case-insensitive.", ""},
    {"The hexadecimal digits of percent-encodings are case-insensitive.", ""},
    {"Codes are written in upper case.", ""},
    {"The first part is case-insensitive.", "?"},
    {"nss = port \":\" berth\nport = 5ALPHA\nberth = 1*DIGIT\n\nThe port is case-insensitive.", "?"},
    {"Names are case-insensitive, except the last letter.", "?"},
    {"The NSS is case-insensitive. The NSS is case-sensitive.", "?"},
    {"Names are equivalent when they mean the same berth.", "?"},
    {"Single and double quotes are equivalent.", "?"},
    // The same in other words: what a sentence says as a whole is known, or somebody decides.
    {"Hyphens do not matter in names.", no_hyphens},
    {"Hyphens don't matter.", no_hyphens},
    {"Names are compared without regard to case.", lower},
    {"Case matters not.", lower},
    {"Upper- and lower-case letters may be used interchangeably.", lower},
    {"Uppercase and lowercase letters are interchangeable.", lower},
    {"Two names are the same if they differ in nothing but hyphens.", no_hyphens},
    {"Case matters.", ""},
    {"Leading zeros are not significant.", "?"},
    {"Letters may be written in either case.", "?"},
    {"Hyphens do not matter in the first group.", "?"},
    {"Hyphens may be inserted for readability.", "?"},
    {"Dashes are optional.", "?"},
    {"Spaces and full stops are dropped before names are compared.", "?"},
    {"Names may be written in capitals or in small letters.", "?"},
    {"The old and the new spelling of a port are synonyms.", "?"},
    {"Accents make no difference.", "?"},
    {"Big and small letters count as one.", "?"},
    {"A name keeps its identity when its letters are changed to capitals.", "?"},
    {"Letters may be written large or small.", "?"},
    {"Hyphens have no effect.", "?"},
    {"Names that end in X and in x are the same.", "?"},
    {"Case does not count.", "?"},
    {"The NID and the port are case-insensitive.", "?"},
    {"Names are case-insensitive and hyphens are ignored.", "?"},
    {"Names are case-insensitive in the port and case-sensitive in the berth.", "?"},
    {"Names are case-insensitive for ASCII.", "?"},
    {"Case is ignored, and so is the check digit.", "?"},
    {"Two names are equivalent when they are equal after folding.", "?"},
    {"abc-0001 and ABC-0001 identify one berth.", "?"},
    // and what is not about equivalence, or of all URNs
    {"In this case, a name has two parts.", ""},
    {"The subject matter is the port.", ""},
    {"The most significant digit comes first.", ""},
    {"The hyphen separates the port and the berth.", ""},
    {"Names consist of lower-case letters and digits.", ""},
    {"Lexical equivalence of names is as described in section 3 of RFC 8141.", ""},
    {"Names are equivalent if and only if they are identical.", ""},
};
INSTANTIATE_TEST_SUITE_P(rfc8141_6_4_2_3, equivalence_of_template, testing::ValuesIn(equivalence_facts));

struct component_fact {
    const char *text;
    edition by;
    const char *components; // r, q, f; "?": a person decides
};
void PrintTo(const component_fact &f, std::ostream *o) { *o << f.text; }

class components_of_template : public testing::TestWithParam<component_fact> {};

TEST_P(components_of_template, have_permissions) {
    const auto rules = derive_rules(with_syntax(GetParam().text, GetParam().by));
    const auto &c = rules.components;
    const std::string says =
        rules.is_open("components")
            ? "?"
            : std::string(c.string_of("r")) + " " + std::string(c.string_of("q")) + " " + std::string(c.string_of("f"));
    EXPECT_EQ(says, GetParam().components);
    EXPECT_EQ(c.is_null(), rules.is_open("components"));
}

// Appendix A: "Unless the registration explicitly describes the semantics [...], those semantics are undefined."
constexpr edition rfc = edition::rfc8141;
const component_fact component_facts[]{
    {"Opaque.", rfc, "not-defined not-defined not-defined"},
    {"r-, q- and f-components have no meaning in this namespace.", rfc, "not-defined not-defined not-defined"},
    {"q-components are not allowed. An f-component names a part of the chart.", rfc, "not-defined not-allowed allowed"},
    {"The q-component \"page\" selects a page.", rfc, "not-defined allowed not-defined"},
    {"r-components are ignored; q-components must not be used.", rfc, "not-defined not-allowed not-defined"},
    {"The namespace forbids the r-component. A q-component is never used. Clients cannot use f-components.", rfc,
     "not-allowed not-allowed not-allowed"},
    {"Neither r-components nor q-components are allowed; f-components may be used.", rfc,
     "not-allowed not-allowed allowed"},
    {"None of the r-, q- and f-components is allowed.", rfc, "not-allowed not-allowed not-allowed"},
    {"No q-components are allowed.", rfc, "not-defined not-allowed not-defined"},
    {"No q-component is defined.", rfc, "not-defined not-defined not-defined"},
    {"The registry does not allow f-components and allows q-components.", rfc, "not-defined allowed not-allowed"},
    {"q-components may be used with these names, but f-components must not be used.", rfc,
     "not-defined allowed not-allowed"},
    {"This namespace makes no use of r-components.", rfc, "not-allowed not-defined not-defined"},
    {"The namespace doesn't define q-components.", rfc, "not-defined not-defined not-defined"},
    // sentences that restrict names and are not known entirely
    {"q- and r-components are permitted, but f-components are not.", rfc, "?"},
    {"f-components are permitted but not q-components.", rfc, "?"},
    {"q-components are by no means permitted.", rfc, "?"},
    {"It is an error to use q-components with these names.", rfc, "?"},
    {"The use of q-components and r-components is discouraged.", rfc, "?"},
    {"q-components are allowed only in names of ports.", rfc, "?"},
    {"q-components are not forbidden.", rfc, "?"},
    {"q-components must not be forbidden.", rfc, "?"},
    {"q-components can be used; but resolvers may not support q-components.", rfc, "?"},
    {"q-components are not allowed. The q-component selects a page.", rfc, "?"},
    {"If a q-component is present, it is a page.", rfc, "?"},
    {"q-components should not be used.", rfc, "?"},
    // the drafts: "Unless the registration explicitly says otherwise, use of q-components and f-components is not
    // allowed for this namespace"
    {"Opaque.", edition::urnbis_16, "not-defined not-allowed not-allowed"},
    {"The q-component selects a page.", edition::urnbis_14, "not-defined allowed not-allowed"},
};
INSTANTIATE_TEST_SUITE_P(rfc8141_appendix_a, components_of_template, testing::ValuesIn(component_facts));

struct example_fact {
    const char *text;
    const char *example; // "": none is found
    const char *fault;   // "": it is a name
};
void PrintTo(const example_fact &f, std::ostream *o) { *o << f.text; }

class examples_of_template : public testing::TestWithParam<example_fact> {};

TEST_P(examples_of_template, are_checked) {
    const std::string text = std::string{"harbour-nss = 5ALPHA \":\" 1*DIGIT\n\n"} + GetParam().text;
    const auto d = derive_rules(with_syntax(text.c_str()));
    ASSERT_EQ(d.examples.size(), *GetParam().example == '\0' ? 0U : 1U);
    if (d.examples.empty()) return;
    EXPECT_EQ(d.examples.front().urn, GetParam().example);
    EXPECT_EQ(d.examples.front().fault.empty(), *GetParam().fault == '\0') << d.examples.front().fault;
    EXPECT_THAT(d.examples.front().fault, HasSubstr(GetParam().fault));
}

const example_fact example_facts[]{
    {"For example urn:harbour:abcde:1, or others.", "urn:harbour:abcde:1", ""},
    {"For example, \"URN:Harbour:ABCDE:12\".", "URN:Harbour:ABCDE:12", ""},
    {"(as in urn:harbour:abcde:1).", "urn:harbour:abcde:1", ""},
    {"For example urn:harbour:!!not-a-berth.", "urn:harbour:!!not-a-berth", "NSS"},
    {"But urn:harbour:!! is not valid.", "", ""},
    {"f-components are not allowed.\nAn example is urn:harbour:!!x.", "urn:harbour:!!x", "NSS"},
    {"f-components are not allowed.\n\nAn example is urn:harbour:!!x.", "urn:harbour:!!x", "NSS"},
    {"Names have the form urn:harbour:<port>:<berth>.", "", ""},
    {"urn:harbour:{port}", "", ""},
    {"Others, as urn:isbn:9789510184356, are not.", "", ""},
};
INSTANTIATE_TEST_SUITE_P(rfc8141_6_4_2, examples_of_template, testing::ValuesIn(example_facts));

// RFC 2611 and RFC 3406, Appendix A; RFC 3187 writes its fields so.
TEST(derived_rules, of_older_templates) {
    const auto t = read_template("Namespace ID: harbour\n\nDeclaration of syntactic structure:\n"
                                 "   nss = 4DIGIT\n\nRules for Lexical Equivalence:\n   Case is ignored; names are "
                                 "case-insensitive.\n",
                                 {.edition = edition::rfc8141});
    ASSERT_TRUE(t);
    const auto d = derive_rules(*t);
    EXPECT_EQ(d.syntax.string_of("pattern"), "^[0-9]{4}$");
    EXPECT_FALSE(d.equivalence.is_null());
    EXPECT_TRUE(d.open.empty());
}

// RFC 3406 Appendix A: every sentence of that field is about equivalence.
TEST(derived_rules, field_about_lexical_equivalence) {
    const struct {
        const char *text;
        const char *operations;
    } rows[]{
        {"None.", ""},
        {"As in RFC 2141.", ""},
        {"No additional rules.", ""},
        {"Hyphens are ignored.", no_hyphens},
        {"A final \"A\" may be left out.", "?"},
        {"See the manual.", "?"},
    };
    for (const auto &r : rows) {
        const auto t = read_template(std::string{"Namespace ID: harbour\n\nDeclaration of syntactic structure:\n"
                                                 "   nss = 4DIGIT\n\nRules for Lexical Equivalence:\n   "} +
                                         r.text + "\n",
                                     {.edition = edition::rfc8141});
        ASSERT_TRUE(t) << r.text;
        EXPECT_EQ(operations_of(derive_rules(*t)), r.operations) << r.text;
    }
}

// RFC 8141 6.4.2 (3): such rules stand in "Syntax"; a plain one elsewhere is not lost.
TEST(derived_rules, equivalence_in_another_field) {
    const struct {
        field where;
        const char *text;
        const char *operations;
    } rows[]{
        {field::interoperability, "Names are case-insensitive.", "?"},
        {field::assignment, "The board assigns names. Hyphens are ignored.", "?"},
        {field::assignment, "The board assigns names in lower case.", ""},
        {field::security_and_privacy, "The same rules hold for all ports.", ""},
    };
    for (const auto &r : rows) {
        auto t = with_syntax("nss = 1*DIGIT");
        for (entry &e : t.entries) {
            if (e.id == r.where) e.text = r.text;
        }
        EXPECT_EQ(operations_of(derive_rules(t)), r.operations) << r.text;
    }
}

// Each quotation is UTF-8, however long the sentence is.
TEST(derived_rules, long_sentences_are_cut_between_characters) {
    for (const std::size_t before : {0U, 1U}) {
        std::string text = "Case" + std::string(before, 's') + " is ";
        for (int i = 0; i < 200; ++i) text += "\u00E9";
        const auto d = derive_rules(with_syntax(text.c_str()));
        ASSERT_TRUE(d.is_open("equivalence"));
        EXPECT_TRUE(is_utf8(d.open.back().why)) << d.open.back().why;
    }
}

TEST(derived_rules, of_an_informal_namespace_have_no_examples) {
    auto t = test::with(field::namespace_identifier, "Assigned by IANA");
    const auto d = derive_rules(t);
    EXPECT_EQ(d.syntax.string_of("pattern"), "^[A-Za-z]{5}:[0-9]+$");
    EXPECT_TRUE(d.examples.empty());
}

} // namespace
