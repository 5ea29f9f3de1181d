// The requirements of the documents for a template: one row for each rule.

#include <uniform/registry/template_check.hpp>

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "registry/samples.hpp"

namespace uniform::test {
namespace {

using namespace uniform::registry;

const check_options nothing_registered{.registered = [](std::string_view) { return false; },
                                       .latest_date = "2028-12-31"};

std::string shown(const finding &f) {
    return std::to_string(f.at.line) + ':' + std::to_string(f.at.column) + ' ' + std::string{to_string(f.level)} + ' ' +
           std::string{to_string(f.code)} + " (" + citation(f) + ')';
}
std::vector<std::string> all(const std::vector<finding> &findings) {
    std::vector<std::string> result;
    for (const finding &f : findings) result.push_back(shown(f));
    return result;
}

TEST(template_check, TheLastDayIsTodayOrTheCallers) { // RFC 8141 Appendix A: "when the registration is requested"
    const auto found = [](const char *latest) {
        return all(check_template(*read_template(complete),
                                  {.registered = [](std::string_view) { return false; }, .latest_date = latest}));
    };
    EXPECT_THAT(found("2026-11-21"), testing::IsEmpty());
    EXPECT_THAT(found("2026-11-20"), testing::ElementsAre("5:8 warning date_in_future (RFC 8141 Appendix A)"));
}

TEST(template_check, NothingToSayAboutACompleteOne) {
    EXPECT_THAT(all(check_template(*read_template(complete), nothing_registered)), testing::IsEmpty());
}

// One field of the complete template with another text (nullptr: without the field), and what is found then.
struct fact {
    const char *name;
    field which;
    const char *text;
    std::vector<std::string> found;
};
class template_fact : public testing::TestWithParam<fact> {};

TEST_P(template_fact, Rfc8141) {
    // read again, so that the places are those of a text
    const auto t = read_template(write_template(with(GetParam().which, GetParam().text)));
    ASSERT_TRUE(t);
    EXPECT_THAT(all(check_template(*t, nothing_registered)), testing::ElementsAreArray(GetParam().found));
}

const fact facts[]{
    // RFC 8141 Appendix A: the fields
    {"no_nid", field::namespace_identifier, nullptr, {"1:1 error missing_field (RFC 8141 Appendix A)"}},
    {"no_version", field::version, nullptr, {"1:1 error missing_field (RFC 8141 Appendix A)"}},
    {"no_date", field::date, nullptr, {"1:1 error missing_field (RFC 8141 Appendix A)"}},
    {"no_registrant", field::registrant, nullptr, {"1:1 error missing_field (RFC 8141 Appendix A)"}},
    {"no_purpose", field::purpose, nullptr, {"1:1 error missing_field (RFC 8141 section 6.4.1)"}},
    {"no_syntax", field::syntax, nullptr, {"1:1 error missing_field (RFC 8141 section 6.4.2)"}},
    {"no_assignment", field::assignment, nullptr, {"1:1 error missing_field (RFC 8141 section 6.4.3)"}},
    {"no_security", field::security_and_privacy, nullptr, {"1:1 error missing_field (RFC 8141 section 6.4.4)"}},
    {"no_interoperability",
     field::interoperability,
     nullptr,
     {"1:1 error missing_field (RFC 8141 section 6.4.5, MUST)"}},
    {"no_resolution", field::resolution, nullptr, {"1:1 error missing_field (RFC 8141 section 6.4.6, MUST)"}},
    {"no_documentation", field::documentation, nullptr, {"1:1 warning missing_field (RFC 8141 Appendix A)"}},
    {"empty_purpose", field::purpose, "", {"11:1 error empty_field (RFC 8141 section 6.4.1)"}},
    {"empty_interoperability", field::interoperability, "", {"32:1 error empty_field (RFC 8141 section 6.4.5, MUST)"}},
    {"empty_resolution", field::resolution, "", {"34:1 error empty_field (RFC 8141 section 6.4.6, MUST)"}},
    {"empty_documentation", field::documentation, "", {"38:1 warning empty_field (RFC 8141 section 6.2, SHOULD)"}},
    {"empty_additional_information",
     field::additional_information,
     "",
     {"40:1 note empty_field (RFC 8141 section 6.4.7)"}},

    // RFC 8141 2, 5.1, 5.2: the NID
    {"nid_with_blank", field::namespace_identifier, "har bour", {"1:27 error invalid_nid (RFC 8141 section 2.1)"}},
    {"nid_ends_with_hyphen",
     field::namespace_identifier,
     "harbour-",
     {"1:31 error invalid_nid (RFC 8141 section 2.1)"}},
    {"nid_with_remark", field::namespace_identifier, "harbour\nWe also own the port.", {}},
    {"nid_urn_hyphen",
     field::namespace_identifier,
     "urn-x",
     {"1:24 error unavailable_nid (RFC 8141 section 5.1 (2), MUST)"}},
    {"nid_urn",
     field::namespace_identifier,
     "URN",
     {"1:24 error unavailable_nid (RFC 2141 section 2.1, MUST)", "1:24 note ambiguous_nid (RFC 8141 section 5.1)",
      "1:24 note ambiguous_nid (RFC 8141 section 5.1)"}},
    {"nid_two_letters",
     field::namespace_identifier,
     "fi",
     {"1:24 error unavailable_nid (RFC 8141 section 5.1 (3), MUST)"}},
    {"nid_country_code",
     field::namespace_identifier,
     "fi-harbour",
     {"1:24 error unavailable_nid (RFC 8141 section 5.1 (3), MUST)"}},
    {"nid_experimental",
     field::namespace_identifier,
     "X-harbour",
     {"1:24 error unavailable_nid (RFC 8141 section 5.1 (4), MUST)"}},
    {"nid_informal", field::namespace_identifier, "urn-77", {"1:24 error unavailable_nid (RFC 8141 section 5.2)"}},
    {"nid_known_but_not_registered",
     field::namespace_identifier,
     "imei",
     {"1:24 note ambiguous_nid (RFC 8141 section 5.1)"}},
    {"nid_left_to_iana",
     field::namespace_identifier,
     "to be assigned by IANA",
     {"1:24 note ambiguous_nid (RFC 8141 section 5.2)"}},
    {"nid_is_a_scheme", field::namespace_identifier, "gopher", {"1:24 note ambiguous_nid (RFC 8141 section 5.1)"}},
    {"nid_like_a_country", field::namespace_identifier, "fin", {"1:24 note ambiguous_nid (RFC 8141 section 5.1)"}},

    // Appendix A: version and date
    {"version_0", field::version, "0", {"3:11 error invalid_version (RFC 8141 Appendix A)"}},
    {"version_01", field::version, "01", {"3:11 error invalid_version (RFC 8141 Appendix A)"}},
    {"version_1_0", field::version, "1.0", {"3:11 error invalid_version (RFC 8141 Appendix A)"}},
    {"version_beyond_64_bits",
     field::version,
     "99999999999999999999999",
     {"3:11 error invalid_version (RFC 8141 Appendix A)"}},
    {"date_of_another_form", field::date, "21.11.2026", {"5:8 error invalid_date (RFC 8141 Appendix A)"}},
    {"date_2026_02_29", field::date, "2026-02-29", {"5:8 error invalid_date (RFC 8141 Appendix A)"}},
    {"date_2028_02_29", field::date, "2028-02-29", {}},
    {"date_in_the_future", field::date, "2029-01-01", {"5:8 warning date_in_future (RFC 8141 Appendix A)"}},
    {"date_2026_13_01", field::date, "2026-13-01", {"5:8 error invalid_date (RFC 8141 Appendix A)"}},
    {"date_with_more", field::date, "2026-11-21 or so", {"5:8 error invalid_date (RFC 8141 Appendix A)"}},
    {"registrant_without_contact",
     field::registrant,
     "Harbour Registry",
     {"7:14 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_at_a_place",
     field::registrant,
     "Harbour Registry at Example University.",
     {"7:14 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_with_an_address_alone",
     field::registrant,
     "Harbour Registry, 1 Quay Street, 20457 Hamburg",
     {"7:14 note no_contact_person (RFC 8141 Appendix A)"}},
    {"registrant_with_phone", field::registrant, "Harbour Registry, +1 202 555 0100", {}},
    {"registrant_with_a_spelt_address", field::registrant, "Harbour Registry, urn at example dot org", {}},
    {"registrant_with_an_empty_contact",
     field::registrant,
     "Harbour Registry\nContact:",
     {"8:4 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_with_contact_none",
     field::registrant,
     "Harbour Registry\nContact: none",
     {"8:4 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_without_contact_person",
     field::registrant,
     "Harbour Registry\nWe have no contact person.",
     {"8:4 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_not_to_contact",
     field::registrant,
     "Harbour Registry\nDo not contact us",
     {"8:4 warning no_contact (RFC 8141 Appendix A)"}},
    {"registrant_with_a_contact", field::registrant, "Harbour Registry\nContact: Ann Lee, 20457 Hamburg", {}},

    // 6.4.2 to 6.4.4, Appendix A: words
    {"syntax_without_components",
     field::syntax,
     "Opaque. Case-sensitive.",
     {"19:10 note components_not_described (RFC 8141 Appendix A)"}},
    {"syntax_without_equivalence",
     field::syntax,
     "Opaque. No r-components, q-components or f-components.",
     {"19:10 note equivalence_not_described (RFC 8141 section 6.4.2)"}},
    {"syntax_elsewhere",
     field::syntax,
     "See Section 4.2 of RFC 8458",
     {"19:10 note not_checked (RFC 8141 section 6.4.2)"}},
    {"assignment_without_uniqueness",
     field::assignment,
     "By port authorities.",
     {"25:14 note uniqueness_not_described (RFC 8141 section 6.4.3)"}},
    {"security_without_privacy",
     field::security_and_privacy,
     "Nothing is known.",
     {"29:24 note privacy_not_described (RFC 8141 section 6.4.4)"}},

    // 6.4.6
    {"resolution_without_the_word",
     field::resolution,
     "Ask the harbour master.",
     {"34:14 warning resolution_not_specified (RFC 8141 section 6.4.6, MUST)"}},
    {"resolution_none",
     field::resolution,
     "None.",
     {"34:14 note resolution_not_specified (RFC 8141 section 6.4.6, MUST)"}},
    {"resolution_not_intended", field::resolution, "No resolution is intended.", {}},
    {"resolution_without_services",
     field::resolution,
     "Resolution is intended. r-components are not used.",
     {"34:14 note resolution_services_not_described (RFC 8141 section 6.4.6, SHOULD)"}},
    {"resolution_without_r_components",
     field::resolution,
     "We operate a resolver.",
     {"34:14 note components_not_described (RFC 8141 section 6.4.6, SHOULD)"}},
    {"documentation_none",
     field::documentation,
     "None",
     {"38:17 note no_documentation (RFC 8141 section 6.2, SHOULD)"}},

    // 6.2: "A revised registration MUST describe differences from prior versions"
    {"revision_in_version_1",
     field::revision_information,
     "More berths.",
     {"40:24 warning unexpected_revision_information (RFC 8141 Appendix A)"}},
    {"revision_none_in_version_1", field::revision_information, "Not applicable.", {}},
    {"no_revision_in_version_2",
     field::version,
     "2",
     {"1:1 error no_revision_information (RFC 8141 section 6.2, MUST)",
      "1:24 warning unknown_registration (RFC 8141 section 6.2)"}},

    // 6.4.6: the label says that it is about resolution
    {"resolution_not_intended_in_short", field::resolution, "Not intended.", {}},
    {"resolution_no_resolution", field::resolution, "No resolution", {}},
    {"resolution_intended_in_short",
     field::resolution,
     "Intended.",
     {"34:14 note resolution_services_not_described (RFC 8141 section 6.4.6, SHOULD)",
      "34:14 note components_not_described (RFC 8141 section 6.4.6, SHOULD)"}},
    {"resolution_not_specified",
     field::resolution,
     "Not specified.",
     {"34:14 error resolution_not_specified (RFC 8141 section 6.4.6, MUST)"}},
    {"resolution_is_undecided",
     field::resolution,
     "Resolution is not yet decided.",
     {"34:14 error resolution_not_specified (RFC 8141 section 6.4.6, MUST)"}},

    // left as it was
    {"guidance",
     field::purpose,
     "Berths.\n\n[Fill in: who uses them]",
     {"14:4 error not_filled_in (RFC 8141 section 6.4.1)"}},
    {"own_words_of_the_appendix",
     field::purpose,
     "Described in Section 6.4.1 of this\ndocument.",
     {"12:4 error not_filled_in (RFC 8141 section 6.4.1)"}},
};
INSTANTIATE_TEST_SUITE_P(Rules, template_fact, testing::ValuesIn(facts),
                         [](const auto &row) { return row.param.name; });

TEST(template_check, WhatStandsForAnAnswerIsNone) {
    const auto found = [](field f, const char *text) { return all(check_template(with(f, text), nothing_registered)); };
    const char *const fillers[]{"tbd",
                                "TBD.",
                                "[TBD]",
                                "T"
                                "ODO",
                                "t"
                                "odo: ask the board",
                                "f"
                                "ixme",
                                "xx"
                                "x",
                                "...",
                                "-",
                                "--",
                                "?",
                                "<fill in>",
                                "to be determined",
                                "To be defined later.",
                                "[insert text here]",
                                "\xE2\x80\xA6",
                                "TBD\n\nTBD",
                                "[describe the purpose]"};
    for (const char *text : fillers) {
        for (const field f : {field::purpose, field::syntax, field::assignment, field::security_and_privacy,
                              field::interoperability, field::resolution, field::documentation, field::registrant}) {
            const std::string_view section = find_rule(edition::rfc8141, f)->section;
            const bool must = f == field::interoperability || f == field::resolution;
            EXPECT_THAT(found(f, text),
                        testing::ElementsAre(testing::EndsWith(" error not_filled_in (RFC 8141 " +
                                                               std::string{section == "Appendix A" ? "" : "section "} +
                                                               std::string{section} + (must ? ", MUST)" : ")"))))
                << text << " in " << to_string(f);
        }
        EXPECT_THAT(found(field::additional_information, text),
                    testing::ElementsAre(testing::EndsWith(" warning not_filled_in (RFC 8141 section 6.4.7)")));
        EXPECT_THAT(found(field::revision_information, text), testing::Each(testing::HasSubstr(" warning ")));
    }
    const auto lines = check_template(with(field::purpose, "TBD\n\nTBD"), nothing_registered);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].message.find('\n'), std::string::npos); // a message is one line
    for (const field f : {field::purpose, field::syntax, field::assignment, field::security_and_privacy}) {
        for (const char *text : {"None", "none.", "N/A", "Not applicable."}) {
            EXPECT_THAT(found(f, text), testing::ElementsAre(testing::HasSubstr("error not_filled_in"))) << text;
        }
    }
    for (const char *text : {"N/A", "n.a.", "Not applicable"}) {
        EXPECT_THAT(found(field::interoperability, text), testing::ElementsAre(testing::HasSubstr("error not_filled")));
        EXPECT_THAT(found(field::resolution, text), testing::ElementsAre(testing::HasSubstr("error not_filled_in")));
    }
    for (const char *text : {"None", "None.", "None known.", "No known issues.", "No issues are known"}) {
        EXPECT_THAT(found(field::interoperability, text), testing::IsEmpty()) << text;
    }
    for (const char *text : {"To be able to name berths.", "Todos of the harbour master.", "<https://example.com/>"}) {
        EXPECT_THAT(found(field::purpose, text), testing::IsEmpty()) << text;
    }
}

TEST(template_check, Revisions) {
    auto t = with(field::version, "2");
    const check_options registered{.registered = [](std::string_view nid) { return nid == "harbour"; }};
    const auto codes = [&] { return all(check_template(t, registered)); };
    t.set(field::revision_information, "");
    EXPECT_THAT(codes(), testing::ElementsAre("0:0 error empty_field (RFC 8141 section 6.2, MUST)"));
    for (const char *nothing : {"None.", "No changes", "No changes since version 1.", "Unchanged.", "N/A"}) {
        t.set(field::revision_information, nothing);
        EXPECT_THAT(codes(), testing::ElementsAre("0:0 error no_revision_information (RFC 8141 section 6.2, MUST)"));
    }
    for (const char *nothing : {"tbd", "...", "[TBD]", "<fill in>"}) {
        t.set(field::revision_information, nothing);
        EXPECT_THAT(codes(), testing::ElementsAre("0:0 error not_filled_in (RFC 8141 section 6.2, MUST)"));
    }
    t.set(field::revision_information, "No changes to the syntax; a new registrant.");
    EXPECT_THAT(codes(), testing::IsEmpty());
    t.set(field::revision_information, "Berths have numbers now.");
    EXPECT_THAT(codes(), testing::IsEmpty());
    t.set(field::version, "1");
    EXPECT_THAT(all(check_template(with(field::version, "1"), registered)),
                testing::ElementsAre("1:24 error unavailable_nid (RFC 8141 section 5.1 (1), MUST)"));
}

struct document_fact {
    const char *name;
    edition by;
    std::string text;
    std::string contains; // one of the findings; "" for none at all
    std::string message;
};
class template_document : public testing::TestWithParam<document_fact> {};

TEST_P(template_document, Finds) {
    const auto t = read_template(GetParam().text, {.edition = GetParam().by});
    ASSERT_TRUE(t);
    const auto findings = check_template(*t, nothing_registered);
    const auto it = std::ranges::find(findings, GetParam().contains, shown);
    ASSERT_NE(it, findings.end()) << testing::PrintToString(all(findings));
    EXPECT_THAT(it->message, testing::HasSubstr(GetParam().message));
}

const document_fact document_facts[]{
    {"unknown_field", edition::rfc8141, "Namespace Identifier: abcd\n\nColour: red\n",
     "3:1 warning unknown_field (RFC 8141 Appendix A)", "\"Colour\""},
    {"field_of_rfc_3406", edition::rfc8141, "Namespace ID: abcd\n\nProcess for identifier resolution:\n   None\n",
     "3:1 warning unknown_field (RFC 8141 Appendix A)", "belongs to \"Resolution\""},
    {"grammar_not_closed", edition::rfc8141, "Namespace Identifier: abcd\n\nSyntax:\n   nss = (DIGIT\n",
     "4:10 warning grammar_not_usable (RFC 5234 section 4)", "\")\" is missing"},
    {"grammar_not_regular", edition::rfc8141,
     "Namespace Identifier: abcd\n\nSyntax:\n   Names:\n\n   n = \"(\" n \")\" / \"x\"\n",
     "6:12 note grammar_not_usable ()", "\"n\" (line 3) refers to itself"},
    {"field_of_rfc_3187", edition::rfc8141, "Namespace ID:\n\nISBN\n\nIdentifier resolution process:\n\nNone\n",
     "5:1 warning unknown_field (RFC 8141 Appendix A)", "belongs to \"Resolution\""},
    {"misspelt", edition::rfc8141, "Namespace Identifier: abcd\n\nInteroperabilty: None\n",
     "3:1 warning unknown_field (RFC 8141 Appendix A)", "did you mean \"Interoperability\"?"},
    {"misspelt_in_a_text", edition::rfc8141, "Namespace Identifier: abcd\nPurpose: x\nSynatx: y\n",
     "3:1 note label_not_seen ()", "did you mean \"Syntax\"?"},
    {"no_colon", edition::rfc8141, "Namespace Identifier: abcd\nPurpose: x\n\nInteroperability\n   None.\n",
     "4:1 note label_not_seen ()", "a \":\" is missing"},
    {"repeated_field", edition::rfc8141, "Namespace Identifier: abcd\nVersion: 1\nVersion: 2\n",
     "3:1 error repeated_field (RFC 8141 Appendix A)", "in line 2"},
    {"order", edition::rfc8141, "Namespace Identifier: abcd\nDate: 2026-11-21\nVersion: 1\n",
     "3:1 warning wrong_order (RFC 8141 Appendix A)", "\"Version\" is after \"Date\""},
    {"draft_name", edition::rfc8141, "Namespace ID: abcd\n", "1:1 warning other_name (RFC 8141 Appendix A)",
     "\"Namespace Identifier\""},
    {"name_of_the_rfc_in_a_draft", edition::urnbis_16, "Namespace Identifier: abcd\n",
     "1:1 warning other_name (draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A)", "\"Namespace ID\""},
    {"text_before", edition::rfc8141, "Dear IANA,\n\nNamespace Identifier: abcd\n", "1:1 warning text_outside ()",
     "begins in line 3"},
    {"text_after", edition::rfc8141, "  Namespace Identifier: abcd\n\nYours\n", "3:1 warning text_outside ()", "after"},
    {"indented_label", edition::rfc8141, "Namespace Identifier: abcd\n Version: 1\n",
     "1:1 error missing_field (RFC 8141 Appendix A)", "line 2 has that label"},
    // the drafts where they differ
    {"no_additional_information_in_14", edition::urnbis_14, "Namespace ID: abcd\nAdditional Information: x\n",
     "2:1 warning unknown_field (draft-ietf-urnbis-rfc2141bis-urn-14 Appendix A)", "later editions define it"},
    {"additional_information_twice_in_16", edition::urnbis_16,
     "Namespace ID: abcd\nAdditional Information: x\nRevision Information: y\nAdditional Information: z\n",
     "4:1 note repeated_field (draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A)", "a second time"},
    {"sections_of_14", edition::urnbis_14, "Namespace ID: abcd\n",
     "1:1 error missing_field (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.4.6, MUST)", "\"Resolution\""},
    {"revision_of_14", edition::urnbis_14, "Namespace ID: abcd\nVersion: 3\n",
     "1:1 error no_revision_information (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.2, MUST)", "version 3"},
    {"nid_of_14", edition::urnbis_14, "Namespace ID: fi-x\n",
     "1:15 error unavailable_nid (draft-ietf-urnbis-rfc2141bis-urn-14 section 6.1 (4), MUST)", "two letters"},
    {"ambiguous_nid_of_14", edition::urnbis_14, "Namespace ID: gopher\n",
     "1:15 note ambiguous_nid (draft-ietf-urnbis-rfc2141bis-urn-14 section 6.1)", "registered URI scheme"},
    {"ambiguous_nid_of_16", edition::urnbis_16, "Namespace ID: fin\n",
     "1:15 note ambiguous_nid (draft-ietf-urnbis-rfc2141bis-urn-16 section 5.1)", "country code of Finland"},
    {"interoperability_of_14", edition::urnbis_14, "Namespace ID: abcd\n",
     "1:1 error missing_field (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.4.5, MUST)", "\"Interoperability\""},
    {"interoperability_of_16", edition::urnbis_16, "Namespace ID: abcd\nInteroperability:\n",
     "2:1 error empty_field (draft-ietf-urnbis-rfc2141bis-urn-16 section 6.4.5, MUST)", "known potential issues"},
    {"resolution_of_16", edition::urnbis_16, "Namespace ID: abcd\nResolution:\n",
     "2:1 error empty_field (draft-ietf-urnbis-rfc2141bis-urn-16 section 6.4.6, MUST)", "intended or anticipated"},
    {"revision_of_16", edition::urnbis_16, "Namespace ID: abcd\nVersion: 2\nRevision Information:\n",
     "3:1 error empty_field (draft-ietf-urnbis-rfc2141bis-urn-16 section 6.2, MUST)", "differences"},
    {"specification_of_14", edition::urnbis_14, "Namespace ID: abcd\nDocumentation: none\n",
     "2:16 note no_documentation (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.2, SHOULD)", "stable specification"},
    {"specification_of_16", edition::urnbis_16, "Namespace ID: abcd\nDocumentation:\n",
     "2:1 warning empty_field (draft-ietf-urnbis-rfc2141bis-urn-16 section 6.2, SHOULD)", "stable specification"},
    {"services_of_14", edition::urnbis_14, "Namespace ID: abcd\nResolution: Resolution is intended.\n",
     "2:13 note resolution_services_not_described (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.4.6, SHOULD)",
     "runs or recommends"},
    {"components_of_16", edition::urnbis_16, "Namespace ID: abcd\nSyntax: opaque\n",
     "2:9 note components_not_described (draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A)", "use is not allowed"},
    {"r_components_of_16", edition::urnbis_16, "Namespace ID: abcd\nResolution: We operate a resolver.\n",
     "2:13 note components_not_described (draft-ietf-urnbis-rfc2141bis-urn-16 section 6.4.6, SHOULD)", "r-components"},
    {"instruction_of_14", edition::urnbis_14,
     "Namespace ID: abcd\nPurpose: Described under Section 7.4.1 of this document.",
     "2:10 error not_filled_in (draft-ietf-urnbis-rfc2141bis-urn-14 section 7.4.1)", "own description"},
};
INSTANTIATE_TEST_SUITE_P(Rules, template_document, testing::ValuesIn(document_facts),
                         [](const auto &row) { return row.param.name; });

TEST(template_check, AdditionalInformationMayEndTheTemplateOfDraft16) {
    auto t = read_template("Namespace ID: abcd\nRevision Information: y\nAdditional Information: z\n",
                           {.edition = edition::urnbis_16});
    for (const finding &f : check_template(*t, nothing_registered)) EXPECT_NE(f.code, finding_code::wrong_order);
    t->edition = edition::rfc8141;
    EXPECT_THAT(all(check_template(*t, nothing_registered)),
                testing::Contains("3:1 warning wrong_order (RFC 8141 Appendix A)"));
}

TEST(template_check, PointersInJson) {
    const auto t = read_template_json(
        R"({"namespace_identifier": "abcd", "date": "soon", "other": [{"name": "Colour", "text": "red"}]})");
    ASSERT_TRUE(t);
    std::vector<std::string> pointers;
    for (const finding &f : check_template(*t, nothing_registered)) {
        EXPECT_EQ(f.at, position{});
        if (f.code != finding_code::missing_field) pointers.push_back(f.pointer);
    }
    EXPECT_THAT(pointers, testing::ElementsAre("/other/0", "/date"));
}

TEST(template_check, NewTemplatesAreNotFilledIn) {
    for (const edition e : {edition::rfc8141, edition::urnbis_16, edition::urnbis_14}) {
        const namespace_template fresh = new_template("harbour", e, {.date = "2026-11-21"});
        const auto t = read_template(write_template(fresh), {.edition = e});
        ASSERT_TRUE(t);
        EXPECT_EQ(*t, fresh);
        std::set<field> unfilled;
        for (const finding &f : check_template(*t, nothing_registered)) {
            EXPECT_EQ(f.code, finding_code::not_filled_in) << shown(f) << f.message;
            EXPECT_EQ(f.level, severity::error);
            unfilled.insert(f.about.value());
        }
        // all that are there, but for NID, version and date
        EXPECT_EQ(unfilled.size(), fresh.entries.size() - 3);
        for (const std::string &line : {write_template(fresh)}) EXPECT_EQ(line.find('\t'), std::string::npos);
    }
    EXPECT_TRUE(new_template("a", edition::rfc2141).entries.empty());
    const namespace_template second = new_template("a", edition::rfc8141, {.version = 2});
    EXPECT_NE(second.find(field::revision_information), nullptr);
    const namespace_template first = new_template("a");
    EXPECT_EQ(first.find(field::revision_information), nullptr);
}

TEST(template_check, NamesOfCodesAreDistinct) {
    std::set<std::string_view> names;
    const auto last = static_cast<unsigned>(finding_code::example_not_valid);
    for (unsigned i = 0; i <= last; ++i) names.insert(to_string(static_cast<finding_code>(i)));
    EXPECT_EQ(names.size(), last + 1);
}

} // namespace
} // namespace uniform::test
