// NIDs: RFC 8141 5.1 and 5.2, drafts -16 5.1, 5.2 and -14 6.1, 6.2, RFC 3406 4 beside RFC 2141.
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

namespace {

using namespace uniform;
using text = std::string_view;
using enum nid_rule;

constexpr edition now = edition::rfc8141;
constexpr edition d16 = edition::urnbis_16;
constexpr edition d14 = edition::urnbis_14;
constexpr edition old = edition::rfc2141;

static_assert(std::is_trivially_copyable_v<nid_classification> && noexcept(classify_nid("", false)));

struct row {
    text source;
    std::string nid;
    nid_kind kind;
    std::set<nid_rule> broken{};
};

// The rules in which the four documents agree, registration apart.
const row rows[]{
    {"5.1", "example", nid_kind::formal},
    {"5.1", "abc", nid_kind::formal},
    {"5.1", "ISBN", nid_kind::formal},
    {"5.1: two letters and a digit", "ab1-c", nid_kind::formal},
    {"5.1: a digit and a letter", "1a-b", nid_kind::formal},
    {"5.1", "12-x", nid_kind::formal},
    {"5.1: one letter before -", "a-bc", nid_kind::formal},
    {"5.1: three letters before -", "xab-c", nid_kind::formal},
    {"5.1: urn without -", "urnx", nid_kind::formal},
    {"5.1: longest", std::string(32, 'a'), nid_kind::formal},
    {"5.1 (2)", "urn-a", nid_kind::urn_hyphen, {no_urn_hyphen}},
    {"5.1 (2)", "URN-abc", nid_kind::urn_hyphen, {no_urn_hyphen}},
    {"5.2: digits only", "urn-7a", nid_kind::urn_hyphen, {no_urn_hyphen}},
    {"5.2: digits only", "urn-7-7", nid_kind::urn_hyphen, {no_urn_hyphen}},
    {"5.2", "urn-7", nid_kind::informal, {no_urn_hyphen}},
    {"5.2", "URN-10", nid_kind::informal, {no_urn_hyphen}},
    {"5.2: within the length of a NID", "urn-" + std::string(28, '9'), nid_kind::informal, {no_urn_hyphen}},
    {"5.1 (3)", "de", nid_kind::country_code, {longer_than_two}},
    {"5.1 (3)", "US", nid_kind::country_code, {longer_than_two}},
    {"5.1 (3)", "a1", nid_kind::two_long, {longer_than_two}},
    {"5.1 (3)", "12", nid_kind::two_long, {longer_than_two}},
    {"5.1 (3)", "de-x", nid_kind::country_code, {no_country_code}},
    {"5.1 (3)", "US-state", nid_kind::country_code, {no_country_code}},
    {"5.1 (4)", "X-a", nid_kind::experimental, {no_experimental}},
    {"5.1 (4)", "x-local", nid_kind::experimental, {no_experimental}},
    {"2: NID", "", nid_kind::malformed},
    {"2: NID", "-a", nid_kind::malformed},
    {"2: NID", "a_b", nid_kind::malformed},
    {"2: NID", "a:b", nid_kind::malformed},
    {"2: NID", std::string(33, 'a'), nid_kind::malformed},
    {"5.2: not beyond the length of a NID", "urn-" + std::string(29, '9'), nid_kind::malformed},
};

void check(const row &r, edition e) {
    SCOPED_TRACE(std::string{r.source} + " " + r.nid + " " + std::string{to_string(e)});
    const nid_classification v = classify_nid(r.nid, false, e);
    EXPECT_EQ(v.kind, r.kind) << to_string(v.kind);
    EXPECT_EQ(v.well_formed(), r.kind != nid_kind::malformed);
    EXPECT_EQ(v.edition, e);
    for (const nid_rule rule : nid_rules) EXPECT_EQ(v.breaks(rule), r.broken.contains(rule)) << cite(rule, e).says;
    EXPECT_EQ(v.available_as_formal(), r.kind == nid_kind::formal);
    EXPECT_EQ(informal_number(r.nid).has_value(), r.kind == nid_kind::informal);
    if (!v.well_formed()) {
        EXPECT_EQ(v.fault->rule, rule::nid);
        EXPECT_LE(v.fault->offset, r.nid.size());
    }
    EXPECT_FALSE(v.citation().document.empty());
    EXPECT_FALSE(v.citation().section.empty());
    EXPECT_FALSE(v.citation().says.empty());
}

TEST(nid, is_classified_by_its_form) {
    for (const row &r : rows) {
        for (const edition e : urn_editions) check(r, e);
    }
}

TEST(nid, is_classified_by_its_edition) {
    // A-labels: "As a consequence" of the third in RFC 8141, the fifth of the drafts; RFC 3406 has them not
    for (const edition e : {now, d16, d14}) {
        check({"5.1 (3)", "xn--a", nid_kind::a_label, {no_country_code, no_two_hyphens}}, e);
        check({"5.1 (3)", "ab--c", nid_kind::a_label, {no_country_code, no_two_hyphens}}, e);
        check({"2: NID", "a", nid_kind::malformed}, e);
        check({"2: NID", "ab-", nid_kind::malformed}, e);
        check({"5.1", "urn", nid_kind::formal}, e);
        check({"5.2: no leading zeros", "urn-07", nid_kind::urn_hyphen, {no_urn_hyphen}}, e);
        check({"5.2: positive", "urn-0", nid_kind::urn_hyphen, {no_urn_hyphen}}, e);
    }
    check({"RFC 3406 4.3", "xn--a", nid_kind::country_code, {no_country_code}}, old);
    check({"RFC 2141 2.1: one character", "a", nid_kind::two_long, {longer_than_two}}, old);
    check({"RFC 2141 2.1: - at the end", "abc-", nid_kind::formal}, old);
    check({"RFC 2141 2.1: reserved", "urn", nid_kind::malformed}, old);
    check({"RFC 2141 2.1: reserved", "URN", nid_kind::malformed}, old);
    EXPECT_EQ(classify_nid("urn", false, old).fault->code, error_code::reserved_nid);
    // "The only restrictions on <number> are that it consist strictly of digits"
    for (const text zeros : {"urn-07", "urn-0", "URN-00"}) {
        EXPECT_EQ(classify_nid(zeros, false, old).kind, nid_kind::informal) << "RFC 3406 4.2 " << zeros;
        EXPECT_EQ(classify_nid(zeros, false, old).citation().section, "4.2");
        EXPECT_FALSE(informal_number(zeros)); // that is a Number of RFC 8141
    }
    EXPECT_EQ(classify_nid("urn-7-7", false, old).kind, nid_kind::urn_hyphen);
    // an edition of the generic syntax is read as RFC 8141
    EXPECT_EQ(classify_nid("abc", false, edition::rfc3986).edition, now);
}

// RFC 8141 5.1 (1)
TEST(nid, that_is_registered_is_not_available) {
    for (const edition e : urn_editions) {
        const nid_classification v = classify_nid("isbn", true, e);
        EXPECT_EQ(v.kind, nid_kind::formal);
        EXPECT_TRUE(v.registered && v.breaks(not_registered) && !v.available_as_formal());
        EXPECT_FALSE(classify_nid("isbn", false, e).registered);
    }
    // a malformed one cannot be registered
    EXPECT_FALSE(classify_nid("-", true).registered);
}

TEST(nid, is_looked_up_in_the_registry) {
    for (const text known : {"isbn", "ISBN", "issn", "uuid", "ietf", "example", "urn-7"}) {
        const nid_classification v = classify_nid(known);
        EXPECT_TRUE(v.registered) << known;
        EXPECT_FALSE(v.available_as_formal()) << known;
        EXPECT_TRUE(classify_nid(known, namespace_registry::standard()).registered) << known;
    }
    const nid_classification v = classify_nid("nobody-has-this");
    EXPECT_TRUE(!v.registered && v.available_as_formal());
}

// For all that ask whether a new namespace may have a NID.
TEST(new_nid, is_refused_by_each_rule_that_it_breaks) {
    const auto sections = [](text nid, bool registered = false, edition e = edition::rfc8141) {
        std::string all;
        for (const nid_citation &c : refusals_of_new_nid(nid, registered, e)) {
            all.append(all.empty() ? "" : ", ").append(c.document).append(" ").append(c.section);
        }
        return all;
    };
    EXPECT_EQ(sections("weather"), "");
    EXPECT_EQ(sections("isbn", true), "RFC 8141 5.1 (1)");
    EXPECT_EQ(sections("urn-7", true), "RFC 8141 5.1 (1)");
    EXPECT_EQ(sections("urn-99"), "RFC 8141 5.2") << "IANA assigns the number";
    EXPECT_EQ(sections("urn-99", false, edition::urnbis_14), "draft-ietf-urnbis-rfc2141bis-urn-14 6.2");
    EXPECT_EQ(sections("urn-099"), "RFC 8141 5.1 (2)");
    EXPECT_EQ(sections("urn-abc"), "RFC 8141 5.1 (2)");
    EXPECT_EQ(sections("xn--a"), "RFC 8141 5.1 (3), RFC 8141 5.1 (3)");
    EXPECT_EQ(sections("us"), "RFC 8141 5.1 (3)");
    EXPECT_EQ(sections("X-a"), "RFC 8141 5.1 (4)");
    EXPECT_EQ(sections("URN"), "RFC 2141 2.1");
    EXPECT_EQ(sections("urn", false, edition::urnbis_14), "RFC 2141 2.1");
    EXPECT_EQ(sections("a"), "") << "malformed: the grammar refuses it";
}

TEST(new_nid, may_be_one_that_is_used_without_registration) {
    for (const text nid : {"imei", "nir", "sha1", "sici", "sgtin", "Microsoft"}) {
        EXPECT_TRUE(is_used_unregistered(nid)) << nid;
        EXPECT_FALSE(classify_nid(nid).registered) << nid;
        EXPECT_TRUE(refusals_of_new_nid(nid, classify_nid(nid).registered).empty()) << nid;
    }
    for (const text nid : {"isbn", "nobody-has-this", ""}) EXPECT_FALSE(is_used_unregistered(nid)) << nid;
}

// 5.1: what applicants should pay particular attention to
TEST(nid, is_pointed_out_where_it_may_be_taken_for_something_else) {
    EXPECT_TRUE(classify_nid("http", false).is_uri_scheme);
    EXPECT_TRUE(classify_nid("XMPP", false).is_uri_scheme);
    EXPECT_FALSE(classify_nid("nbn", false).is_uri_scheme);
    EXPECT_TRUE(classify_nid("fra", false).is_three_letters);
    EXPECT_FALSE(classify_nid("fr1", false).is_three_letters);
    EXPECT_FALSE(classify_nid("fran", false).is_three_letters);
    EXPECT_TRUE(classify_nid("fra", false).available_as_formal()); // attention, not a constraint
}

TEST(new_nid, gets_a_note_where_it_may_be_taken_for_something_else) {
    struct noted {
        text nid, notes;
    };
    constexpr noted all_noted[]{
        {"weather", ""},
        {"deu", "it is the country code of Germany (ISO 3166-1 alpha-3)"},
        {"CIV", "it is the country code of Côte d’Ivoire (ISO 3166-1 alpha-3)"},
        {"abc", "three letters may be mistaken for a country code of ISO 3166-1 alpha-3"},
        {"germany", "it contains the name of a country: Germany"},
        {"deutschland-archiv", "it contains the name of a country: Germany"},
        {"New-Zealand", "it contains the name of a country: New Zealand"},
        {"germanium", ""},
        {"gopher", "it is also the name of a registered URI scheme"},
        {"orcid", "it is the name of an identifier system: ORCID iDs"},
        {"i-s-r-c", "it is the name of an identifier system: International Standard Recording Codes (ISO 3901)"},
        {"1sbn", "it looks like \"isbn\", which is registered"},
        {"is-bn", "it is the name of an identifier system: International Standard Book Numbers (ISO 2108); it looks "
                  "like \"isbn\", which is registered"},
        {"oasls", "it looks like \"oasis\", which is registered"},
        {"oasisx", "it looks like \"oasis\", which is registered"},
        {"isbx", ""},
        {"isbn", ""},
        {"imei", "it is in use without registration, or is mistaken for a NID"},
        {"urn-99", ""},
        {"urn-x", ""},
        {"a", ""},
    };
    for (const noted &r : all_noted) {
        std::string all;
        for (const std::string &n : notes_on_new_nid(r.nid, namespace_registry::standard())) {
            all.append(all.empty() ? "" : "; ").append(n);
        }
        EXPECT_EQ(all, r.notes) << r.nid;
    }
}

struct cited {
    nid_rule rule;
    text rfc8141, urnbis_16, urnbis_14, rfc3406;
};

const cited citations[]{
    {not_registered, "5.1 (1)", "5.1 (1)", "6.1 (1)", "4.3"},
    {no_urn_hyphen, "5.1 (2)", "5.1 (2)", "6.1 (2)", "4.3"},
    {longer_than_two, "5.1 (3)", "5.1 (3)", "6.1 (3)", "4.3"},
    {no_country_code, "5.1 (3)", "5.1 (4)", "6.1 (4)", "4.3"},
    {no_two_hyphens, "5.1 (3)", "5.1 (5)", "6.1 (5)", "4.3"},
    {no_experimental, "5.1 (4)", "5.1 (6)", "6.1 (6)", "4.3"},
};

TEST(nid, each_constraint_is_cited) {
    ASSERT_EQ(std::size(citations), nid_rules.size());
    for (const cited &c : citations) {
        EXPECT_EQ(cite(c.rule).section, c.rfc8141);
        EXPECT_EQ(cite(c.rule).document, "RFC 8141");
        EXPECT_EQ(cite(c.rule, d16).section, c.urnbis_16);
        EXPECT_EQ(cite(c.rule, d16).document, "draft-ietf-urnbis-rfc2141bis-urn-16");
        EXPECT_EQ(cite(c.rule, d14).section, c.urnbis_14);
        EXPECT_EQ(cite(c.rule, d14).document, "draft-ietf-urnbis-rfc2141bis-urn-14");
        EXPECT_EQ(cite(c.rule, old).section, c.rfc3406);
        EXPECT_EQ(cite(c.rule, old).document, "RFC 3406");
        EXPECT_EQ(cite(c.rule, edition::rfc3986).document, "RFC 8141");
    }
    EXPECT_EQ(classify_nid("urn-7", false).citation().section, "5.2");
    EXPECT_EQ(classify_nid("urn-7", false, d14).citation().section, "6.2");
    EXPECT_EQ(classify_nid("abc", false).citation().section, "5.1");
    EXPECT_EQ(classify_nid("de", false).citation().section, "5.1 (3)");
    EXPECT_EQ(classify_nid("de-x", false, d16).citation().section, "5.1 (4)");
    EXPECT_EQ(classify_nid("de", false, d16).citation().section, "5.1 (3)");
    EXPECT_EQ(classify_nid("x-a", false, old).citation().document, "RFC 3406");
    EXPECT_EQ(classify_nid("a_", false).citation().section, "2.1");
    EXPECT_EQ(classify_nid("a_", false, old).citation().document, "RFC 2141");
}

TEST(nid, informal_numbers) {
    EXPECT_EQ(informal_number("urn-7"), "7");
    EXPECT_EQ(informal_number("URN-105"), "105");
    EXPECT_FALSE(informal_number("urn-"));
    EXPECT_FALSE(informal_number("urn7"));
    EXPECT_FALSE(informal_number("isbn"));
}

TEST(nid, kinds_have_names) {
    std::set<text> names;
    for (int k = 0; k <= static_cast<int>(nid_kind::experimental); ++k) {
        EXPECT_TRUE(names.insert(to_string(static_cast<nid_kind>(k))).second);
    }
    EXPECT_FALSE(names.contains(""));
}

} // namespace
