// Reading and writing the text form.

#include <uniform/registry/template.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "registry/samples.hpp"

namespace uniform::test {
namespace {

using namespace uniform::registry;

std::string text_of(const namespace_template &t, field f) {
    const entry *e = t.find(f);
    return e == nullptr ? "(absent)" : e->text;
}

TEST(template_text, FieldsOfEachEdition) {
    // RFC 8141, draft -16 and draft -14, Appendix A
    EXPECT_EQ(template_fields(edition::rfc8141).size(), 13U);
    EXPECT_EQ(template_fields(edition::urnbis_16).size(), 13U);
    EXPECT_EQ(template_fields(edition::urnbis_14).size(), 12U);
    EXPECT_TRUE(template_fields(edition::rfc2141).empty());
    EXPECT_EQ(template_fields(edition::rfc8141)[0].name, "Namespace Identifier");
    EXPECT_EQ(template_fields(edition::urnbis_16)[0].name, "Namespace ID");
    EXPECT_EQ(find_rule(edition::urnbis_14, field::additional_information), nullptr);
    EXPECT_EQ(find_rule(edition::urnbis_14, field::resolution)->section, "7.4.6");
    EXPECT_EQ(find_rule(edition::urnbis_16, field::resolution)->section, "6.4.6");
}

TEST(template_text, KeepsParagraphsAndLists) {
    const auto t = read_template(complete);
    ASSERT_TRUE(t);
    EXPECT_EQ(t->entries.size(), 11U);
    EXPECT_EQ(text_of(*t, field::purpose),
              "Names berths, quays and buoys.\n\n1. For port authorities.\n2. For makers of "
              "charts:\n   - on paper\n   - on screens");
    EXPECT_EQ(text_of(*t, field::assignment),
              "Each port authority assigns berths of its own. The prefix\nkeeps them unique.");
    EXPECT_EQ(write_template(*t), complete);
}

struct reading {
    const char *name;
    std::string text;
    field which;
    std::string expected;
};

class template_reading : public testing::TestWithParam<reading> {};

TEST_P(template_reading, Field) {
    const auto t = read_template(GetParam().text);
    ASSERT_TRUE(t) << t.error().message;
    EXPECT_EQ(text_of(*t, GetParam().which), GetParam().expected);
}

const reading readings[]{
    {"as_printed", "Namespace Identifier:  a1b\n\nVersion:  1\n", field::version, "1"},
    {"other_case", "NAMESPACE IDENTIFIER: abc\nversion: 2\n", field::version, "2"},
    {"draft_name", "Namespace ID: abc\n", field::namespace_identifier, "abc"},
    {"carriage_returns", "Namespace Identifier: abc\r\n\r\nPurpose:\r\n   one\r\n\r\n   two\r\n", field::purpose,
     "one\n\ntwo"},
    {"byte_order_mark", "\xEF\xBB\xBFNamespace Identifier: abc\nVersion: 1", field::namespace_identifier, "abc"},
    {"indented_as_a_whole", "Section 5\n\n   Namespace Identifier:  abc\n\n   Purpose:  one\n      two\n\n6.  Next\n",
     field::purpose, "one\ntwo"},
    {"not_indented", "Namespace Identifier: abc\nRegistrant:\nName: A B\nEmail: a@example.com\n\nVersion: 1\n",
     field::registrant, "Name: A B\nEmail: a@example.com"},
    {"paragraphs_not_indented",
     "Namespace Identifier: abc\n\nPurpose:\n\nNames of things.\n\nNote: and of others.\n\nVersion: 1\n",
     field::purpose, "Names of things.\n\nNote: and of others."},
    {"tabs", "Namespace Identifier: abc\nPurpose:\n\tone\n\t  two\n", field::purpose, "one\n  two"},
    {"no_colon_as_in_draft_16", "Namespace ID:  abc\n\nAdditional Information  Described here.\n",
     field::additional_information, "Described here."},
    {"a_label_in_a_text", "Namespace Identifier: abc\nPurpose:\n   Version: none\n", field::purpose, "Version: none"},
    {"page_break_between_paragraphs",
     "   Namespace Identifier:  abc\n\n   Purpose:  One.\n\n\n\nA. Author          Informational          [Page "
     "3]\n\f\nRFC "
     "8141               URNs             April 2017\n\n\n      Two.\n",
     field::purpose, "One.\n\nTwo."},
    {"page_break_in_a_sentence",
     "   Namespace Identifier:  abc\n\n   Purpose:\n      one\n\n\nA. Author     Informational     [Page 3]\n\f\n"
     "Internet-Draft           URNs             April 2017\n\n      and two\n",
     field::purpose, "one\nand two"},
    {"empty_field", "Namespace Identifier: abc\n\nPurpose:\n\nSyntax: x\n", field::purpose, ""},
};
INSTANTIATE_TEST_SUITE_P(Forms, template_reading, testing::ValuesIn(readings),
                         [](const auto &row) { return row.param.name; });

TEST(template_text, UnknownFieldsAfterAnEmptyLine) {
    const auto t = read_template("Namespace Identifier: abc\n\nColour of Names:  blue\n\nVersion: 1\n");
    ASSERT_TRUE(t);
    ASSERT_EQ(t->entries.size(), 3U);
    EXPECT_FALSE(t->entries[1].id);
    EXPECT_EQ(t->entries[1].name, "Colour of Names");
    EXPECT_EQ(t->entries[1].text, "blue");
}

TEST(template_text, PlacesCountLinesAndBytes) {
    const auto t =
        read_template("Text before.\n\n  Namespace Identifier:   abc\n\n  Purpose:\n\n      one\n    two\nnext\n");
    ASSERT_TRUE(t);
    EXPECT_EQ(t->before, (position{1, 1}));
    EXPECT_EQ(t->after, (position{9, 1}));
    EXPECT_EQ(t->entries[0].at, (position{3, 3}));
    EXPECT_EQ(t->entries[0].place(2), (position{3, 29}));
    EXPECT_EQ(t->entries[1].text, "  one\ntwo");
    EXPECT_EQ(t->entries[1].place(2), (position{7, 7}));
    EXPECT_EQ(t->entries[1].place(7), (position{8, 6}));
}

TEST(template_text, Refusals) {
    using enum template_error::what;
    EXPECT_EQ(read_template("").error().code, no_template);
    EXPECT_EQ(read_template("A letter.\n\nYours\n").error().code, no_template);
    EXPECT_EQ(read_template("Version: 1", {.edition = edition::rfc2141}).error().code, no_such_edition);
    EXPECT_EQ(read_template("Version: 1", {.edition = edition::rfc3986}).error().code, no_such_edition);
    EXPECT_EQ(read_template("Version: 1", {.max_size = 9}).error().code, too_large);
    EXPECT_EQ(read_template("Version: 1\nDate: 2\nSyntax: 3", {.max_fields = 2}).error().at, (position{3, 1}));
    EXPECT_EQ(read_template("Version: 1\nDate: 2\nSyntax: 3", {.max_lines = 2}).error().at, (position{3, 1}));
    EXPECT_EQ(read_template("Version: 1\nDate: 2\n\n", {.max_lines = 2}).error().code, too_large);
    EXPECT_TRUE(read_template("Version: 1\nDate: 2\n", {.max_lines = 2}));
    EXPECT_TRUE(read_template("Version: 1\nDate: 2", {.max_lines = 2}));
    const auto latin = read_template("Version: 1\nRegistrant: Universit\xE9\n");
    ASSERT_FALSE(latin);
    EXPECT_EQ(latin.error().code, not_utf8);
    EXPECT_EQ(latin.error().at, (position{2, 22}));
}

TEST(template_text, EditionByItsLabels) {
    const auto edition_of = [](std::string_view text) { return read_template(text)->edition; };
    EXPECT_EQ(edition_of("Namespace Identifier: abcd\n"), edition::rfc8141);
    EXPECT_EQ(edition_of("Namespace ID: abcd\nVersion: 1\n"), edition::urnbis_14);
    EXPECT_EQ(edition_of("Namespace ID: abcd\nAdditional Information: x\n"), edition::urnbis_16);
    EXPECT_EQ(edition_of("Namespace ID: abcd\n\nDeclared registrant of the namespace:\n   A\n"), edition::rfc8141);
    EXPECT_EQ(edition_of("Version: 1\n"), edition::rfc8141);
    EXPECT_EQ(read_template("Namespace ID: a", {.edition = edition::rfc8141})->edition, edition::rfc8141);
    for (const edition e : {edition::rfc8141, edition::urnbis_16, edition::urnbis_14}) {
        EXPECT_EQ(edition_of(write_template(new_template("abcd", e))), e);
    }
}

TEST(template_text, ControlCharacters) {
    for (const std::string_view bad : {std::string_view{"\0", 1}, std::string_view{"\x1B"}, std::string_view{"\x7F"},
                                       std::string_view{"\xC2\x9B"}, std::string_view{"\r"}}) {
        const auto t = read_template("Version: 1\nPurpose: ab" + std::string{bad} + "c\n");
        ASSERT_FALSE(t);
        EXPECT_EQ(t.error().code, template_error::what::control_character);
        EXPECT_EQ(t.error().at, (position{2, 12}));
        EXPECT_EQ(t.error().message.find(bad), std::string::npos);
    }
    EXPECT_TRUE(read_template("Version: 1\r\n\f\nPurpose: \xC2\xA0\tx\r"));
}

TEST(template_text, NextVersion) {
    const auto t = read_template(complete);
    const auto next = new_revision(*t);
    ASSERT_TRUE(next);
    EXPECT_EQ(text_of(*next, field::version), "2");
    EXPECT_TRUE(text_of(*next, field::date).starts_with("[Fill in:"));
    EXPECT_TRUE(text_of(*next, field::revision_information).starts_with("[Fill in:"));
    EXPECT_EQ(next->entries.size(), t->entries.size() + 1);
    EXPECT_EQ(text_of(*next, field::purpose), text_of(*t, field::purpose));
    EXPECT_FALSE(new_revision(*read_template("Version: 0")));
    EXPECT_FALSE(new_revision(*read_template("Version: 18446744073709551615")));
    EXPECT_FALSE(new_revision(*read_template("Date: 2026-11-21")));
}

rc::Gen<std::string> some_text() {
    const auto word =
        rc::gen::element<std::string>("a", "Version:", "Namespace Identifier: b", "  ", "\t", "\n", "\n\n", " ", "\r\n",
                                      "- x", "[Page 3]", "\f", "RFC 1", "Colour: red", "\xC3\xA9", ":");
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(word), [](const std::vector<std::string> &words) {
        std::string all;
        for (const auto &w : words) all += w;
        return all;
    });
}

RC_GTEST_PROP(template_text_properties, WritingThenReadingGivesTheSame, ()) {
    const edition e = *rc::gen::element(edition::rfc8141, edition::urnbis_16, edition::urnbis_14);
    namespace_template t{.edition = e};
    for (const field_rule &rule : template_fields(e)) {
        if (rule.id != field::namespace_identifier && *rc::gen::arbitrary<bool>()) continue;
        t.entries.push_back({.id = rule.id, .name = std::string{rule.name}, .text = normal_text(*some_text())});
        if (*rc::gen::arbitrary<bool>()) t.entries.push_back({.name = "Colour", .text = normal_text(*some_text())});
    }
    const std::string written = write_template(t);
    const auto again = read_template(written, {.edition = e});
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == t);
    RC_ASSERT(write_template(*again) == written);
}

RC_GTEST_PROP(template_text_properties, NormalTextIsIdempotent, ()) {
    const std::string once = normal_text(*some_text());
    RC_ASSERT(normal_text(once) == once);
}

} // namespace
} // namespace uniform::test
