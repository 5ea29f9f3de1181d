// Two versions: field by field, line by line, and as a revision.

#include <uniform/registry/template_diff.hpp>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "registry/samples.hpp"

namespace uniform::test {
namespace {

using namespace uniform::registry;

std::string drawn(const field_change &f) {
    std::string result = f.name + ' ' + std::string{to_string(f.kind)};
    for (const line_change &l : f.lines) {
        result += l.kind == change::added ? "\n+" : l.kind == change::removed ? "\n-" : "\n ";
        result += l.text;
    }
    return result;
}
std::vector<std::string> drawn(const template_difference &d) {
    std::vector<std::string> result;
    for (const field_change &f : d.fields) {
        if (f.kind != change::same) result.push_back(drawn(f));
    }
    return result;
}

namespace_template read(std::string_view text) { return read_template(text).value(); }

TEST(template_diff, FieldsAndLines) {
    const auto d = compare_templates(
        read("Namespace Identifier: abcd\nVersion: 1\nPurpose:\n  one\n  two\n  three\n\nColour: red\n"),
        read("Namespace Identifier: abcd\nVersion: 2\nPurpose:\n  one\n  2\n  three\nSyntax: x\n"));
    EXPECT_THAT(drawn(d), testing::ElementsAre("Version changed\n-1\n+2", "Purpose changed\n one\n-two\n+2\n three",
                                               "Syntax added\n+x", "Colour removed\n-red"));
    EXPECT_TRUE(d.any());
}

struct revision {
    const char *name;
    const char *older;
    const char *newer;
    std::vector<std::string> found;
};
class template_revision : public testing::TestWithParam<revision> {};

TEST_P(template_revision, Rfc8141) {
    std::vector<std::string> found;
    for (const finding &f : compare_templates(read(GetParam().older), read(GetParam().newer)).findings) {
        found.push_back(std::string{to_string(f.level)} + ' ' + std::string{to_string(f.code)} + " (" + citation(f) +
                        ')');
    }
    EXPECT_THAT(found, testing::ElementsAreArray(GetParam().found));
}

const char *const first = "Namespace Identifier: abcd\nVersion: 1\nDate: 2026-01-31\n";
const revision revisions[]{
    {"as_it_should_be",
     first,
     "Namespace Identifier: ABCD\nVersion: 2\nDate: 2026-02-01\nRevision Information: more\n",
     {}},
    {"same", first, first, {"note nothing_changed (RFC 8141 section 6.2)"}},
    {"version_stays",
     first,
     "Namespace Identifier: abcd\nVersion: 1\nDate: 2026-02-01\nRevision Information: more\n",
     {"error version_not_next (RFC 8141 Appendix A)"}},
    {"version_leaps",
     first,
     "Namespace Identifier: abcd\nVersion: 3\nDate: 2026-02-01\nRevision Information: more\n",
     {"error version_not_next (RFC 8141 Appendix A)"}},
    {"date_goes_back",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2025-02-01\nRevision Information: more\n",
     {"warning date_goes_back (RFC 8141 Appendix A)"}},
    {"another_nid",
     first,
     "Namespace Identifier: abce\nVersion: 2\nDate: 2026-02-01\nRevision Information: more\n",
     {"error other_nid (RFC 8141 section 6.2)"}},
    {"no_description",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2026-02-01\n",
     {"error no_revision_information (RFC 8141 section 6.2, MUST)"}},
    {"no_real_description",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2026-02-01\nRevision Information: None\n",
     {"error no_revision_information (RFC 8141 section 6.2, MUST)"}},
    {"no_changes",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2026-02-01\nRevision Information: No changes.\n",
     {"error no_revision_information (RFC 8141 section 6.2, MUST)"}},
    {"description_to_come",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2026-02-01\nRevision Information: [TBD]\n",
     {"error no_revision_information (RFC 8141 section 6.2, MUST)"}},
    {"description_not_filled_in",
     first,
     "Namespace Identifier: abcd\nVersion: 2\nDate: 2026-02-01\nRevision Information: [Fill in: what differs]\n",
     {"error no_revision_information (RFC 8141 section 6.2, MUST)"}},
    {"old_description",
     "Namespace Identifier: abcd\nVersion: 2\nRevision Information: more\n",
     "Namespace Identifier: abcd\nVersion: 3\nRevision Information: more\n",
     {"warning no_revision_information (RFC 8141 section 6.2, MUST)"}},
};
INSTANTIATE_TEST_SUITE_P(Rules, template_revision, testing::ValuesIn(revisions),
                         [](const auto &row) { return row.param.name; });

RC_GTEST_PROP(template_diff_properties, LinesGiveBackBothTexts, ()) {
    const auto lines = rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>("a", "b", "c"));
    const auto text = [](const std::vector<std::string> &all) {
        std::string joined;
        for (const auto &l : all) {
            if (!joined.empty()) joined += '\n';
            joined += l;
        }
        return joined;
    };
    const std::string before = text(*lines);
    const std::string after = text(*lines);
    namespace_template a;
    namespace_template b;
    a.set(field::purpose, before);
    b.set(field::purpose, after);
    const auto d = compare_templates(a, b);
    RC_ASSERT(d.fields.size() == 1U);
    RC_ASSERT((d.fields[0].kind == change::same) == (before == after));
    if (before == after) return;
    std::vector<std::string> was;
    std::vector<std::string> is;
    for (const line_change &l : d.fields[0].lines) {
        if (l.kind != change::added) was.push_back(l.text);
        if (l.kind != change::removed) is.push_back(l.text);
    }
    RC_ASSERT(text(was) == before);
    RC_ASSERT(text(is) == after);
}

TEST(template_diff, LongTextsTakeNoQuadraticMemory) {
    std::string before;
    std::string after;
    for (int i = 0; i < 20'000; ++i) {
        (before += 'a').append(std::to_string(i)) += '\n';
        (after += 'b').append(std::to_string(i)) += '\n';
    }
    namespace_template a;
    namespace_template b;
    a.set(field::purpose, before);
    b.set(field::purpose, after);
    EXPECT_EQ(compare_templates(a, b).fields[0].lines.size(), 40'000U);
}

} // namespace
} // namespace uniform::test
