// uniform namespace new, check, diff and show.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "registry/samples.hpp"

namespace uniform::test {
namespace {

const std::string good{complete};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return text;
}

const row rows[]{
    {"rules_of_a_template", {"namespace", "rules"}, good, "^[A-Za-z]{5}:[0-9]+$\n", ""},
    {"rules_of_a_grammar",
     {"namespace", "rules", "--abnf", "-"},
     "a = 2DIGIT\nnss = a [\"-\" nss]\n",
     "^(?:[0-9]{2}\\-)*[0-9]{2}$\n",
     ""},
    {"rules_of_a_rule",
     {"namespace", "rules", "--abnf", "-", "--rule", "A"},
     "nss = a\na = ALPHA\n",
     "^[A-Za-z]$\n",
     ""},
    {"rules_as_a_setting",
     {"namespace", "rules", "--json", "--abnf", "-"},
     "a = %s\"x\"\n",
     "{\"abnf\": \"a = %s\\\"x\\\"\\n\", \"pattern\": \"^x$\"}\n",
     ""},
    {"rules_as_a_setting_of_another_rule",
     {"namespace", "rules", "--json", "--rule", "a", "--abnf", "-"},
     "nss = a\na = ALPHA\n",
     "{\"pattern\": \"^[A-Za-z]$\"}\n",
     ""},
    {"rules_of_a_grammar_of_whole_URNs",
     {"namespace", "rules"},
     "Namespace Identifier: abcd\n\nSyntax:\n   urn = \"urn:abcd:\" 1*DIGIT\n",
     "^[0-9]+$\n",
     ""},
    {"rules_of_URNs_of_another_namespace",
     {"namespace", "rules"},
     "Namespace Identifier: abcd\n\nSyntax:\n   urn = \"urn:efgh:\" 1*DIGIT\n",
     "",
     "<stdin>:4:4: error: the grammar describes other URNs than those of the namespace (RFC 8141 section 6.4.2)\n",
     1},
    {"rules_that_match_the_empty_text",
     {"namespace", "rules", "--abnf", "-"},
     "a = 1*DIGIT\nharbour-NSS = *a\n",
     "",
     "<stdin>:2:1: error: the rule \"harbour-NSS\" matches the empty text, but an NSS has at least one character (RFC "
     "8141 section 2)\n",
     1},
    {"rules_that_are_not_regular",
     {"namespace", "rules", "--abnf", "-"},
     "a = \"x\"\n / \"(\" a \")\"\n",
     "",
     "<stdin>:2:8: error: \"a\" (line 1) refers to itself here neither only at the end nor only at the beginning of "
     "what "
     "it describes, so that the language need not be regular\n",
     1},
    {"rules_that_are_no_grammar",
     {"namespace", "rules", "--abnf", "-"},
     "a = (\"x\"\n",
     "",
     "<stdin>:1:5: error: \")\" is missing (RFC 5234 section 4)\n",
     1},
    {"rules_without_a_grammar",
     {"namespace", "rules"},
     "Namespace Identifier: abcd\n\nSyntax:\n   Opaque.\n",
     "",
     "uniform: <stdin>: no ABNF was found in \"Syntax\": lines that begin with the name of a rule and \"=\"\n",
     1},
    {"check_is_silent_on_what_is_good", {"namespace", "check"}, good, "", ""},
    {"check_reads_standard_input_by_name", {"namespace", "check", "-"}, good, "", ""},
    {"check_reports_as_compilers_do",
     {"namespace", "check", "-"},
     replaced(good, "2026-11-21", "2026-11-31"),
     "",
     "<stdin>:5:8: error: this date does not exist (RFC 8141 Appendix A)\n",
     1},
    {"check_names_the_word_of_the_rule",
     {"namespace", "check", "-"},
     replaced(good, "  None known.", ""),
     "",
     "<stdin>:32:1: error: \"Interoperability\" is empty: it must specify any known potential issues; if there are "
     "none, state that (RFC 8141 section 6.4.5, MUST)\n",
     1},
    {"check_warnings_are_no_errors",
     {"namespace", "check", "-e", "rfc8141", "-"},
     replaced(good, "Namespace Identifier", "Namespace ID"),
     "",
     "<stdin>:1:1: warning: this edition calls the field \"Namespace Identifier\" (RFC 8141 Appendix A)\n",
     0},
    {"check_warnings_as_errors",
     {"namespace", "check", "-e", "rfc8141", "--warnings-as-errors", "-"},
     replaced(good, "Namespace Identifier", "Namespace ID"),
     "",
     "<stdin>:1:1: warning: this edition calls the field \"Namespace Identifier\" (RFC 8141 Appendix A)\n",
     1},
    {"check_notes_are_no_errors",
     {"namespace", "check", "--warnings-as-errors", "-"},
     replaced(good, "harbour", "gopher"),
     "",
     "<stdin>:1:24: note: *",
     0},
    {"check_quiet", {"namespace", "check", "--quiet", "-"}, replaced(good, "2026-11-21", "2026-11-31"), "", "", 1},
    {"check_quiet_without_a_template", {"namespace", "check", "-q", "--json"}, "{}", "", "", 1},
    {"check_says_which_edition",
     {"namespace", "check", "-"},
     replaced(good, "Namespace Identifier", "Namespace ID"),
     "",
     "<stdin>:1:1: note: read as a template of draft-ietf-urnbis-rfc2141bis-urn-14: *",
     0},
    {"check_edition_that_contradicts",
     {"namespace", "check", "-e", "urnbis-16", "-"},
     "{\"edition\": \"urnbis-14\", \"namespace_id\": \"abcd\"}",
     "",
     "<stdin>:1:13: error: /edition: this is a template of urnbis-14, but urnbis-16 was requested\n",
     2},
    {"revise_what_has_no_version",
     {"namespace", "revise"},
     replaced(good, "Version:  1", "Version:  one"),
     "",
     "uniform: <stdin>: its version is not a whole number, so there is no next one\n",
     1},
    {"check_by_the_registry",
     {"namespace", "check", "-"},
     replaced(good, "harbour", "isbn"),
     "",
     "<stdin>:1:24: error: \"isbn\" is not available: it must not be registered already (RFC 8141 section 5.1 (1), "
     "MUST)\n",
     1},
    {"check_no_template", {"namespace", "check", "-"}, "Hello.\n", "", "<stdin>:1:1: error: *", 1},
    {"check_json_syntax", {"namespace", "check", "-"}, "{\n  \"version\" 1}", "", "<stdin>:2:13: error: *", 1},
    {"check_json_shape",
     {"namespace", "check", "-"},
     "{\"purpose\": 1}",
     "",
     "<stdin>:1:13: error: /purpose: must be a string\n",
     1},
    {"check_json_unknown_member",
     {"namespace", "check", "-"},
     "{\"version\": 1,\n  \"nidd\": \"abcd\"}",
     "",
     "<stdin>:2:11: error: /nidd: unknown field: *\n",
     1},
    {"check_json_duplicate_member",
     {"namespace", "check", "-"},
     "{\"version\": 1,\n  \"version\": 2}",
     "",
     "<stdin>:2:3: error: *",
     1},
    {"check_json_findings",
     {"namespace", "check", "-"},
     "{\"other\": [{\"name\": \"Colour\", \"text\": \"red\"}],\n \"namespace_identifier\": \"isbn\"}",
     "",
     "<stdin>:1:12: warning: /other/0: \"Colour\" is not a field of this template (RFC 8141 Appendix A)\n*",
     1},
    {"check_json_output_of_what_is_good",
     {"namespace", "check", "--json"},
     good,
     "{\"input\": \"<stdin>\", \"valid\": true, \"edition\": \"rfc8141\", \"list_date\": \"2026-07-28\", \"findings\": "
     "[]}\n",
     ""},
    {"check_json_output",
     {"namespace", "check", "--json"},
     replaced(good, "Version:  1", "Version:  0"),
     "{\"input\": \"<stdin>\", \"valid\": false, \"edition\": \"rfc8141\", \"list_date\": \"2026-07-28\", "
     "\"findings\": [{\"line\": 3, \"column\": "
     "11, "
     "\"pointer\": null, \"severity\": \"error\", \"code\": \"invalid_version\", \"field\": \"version\", \"message\": "
     "\"a version is an integer, starting with 1\", \"document\": \"RFC 8141\", \"section\": \"Appendix A\", "
     "\"requirement\": null}]}\n",
     "",
     1},
    {"check_json_output_without_a_template",
     {"namespace", "check", "--json"},
     "{}",
     "{\"input\": \"<stdin>\", \"valid\": false, \"edition\": null, \"list_date\": \"2026-07-28\", \"findings\": [], "
     "\"error\": {\"line\": 1, "
     "\"column\": 1, \"pointer\": null, \"code\": \"no_template\", \"message\": \"no field of a registration "
     "template found\"}}\n",
     "",
     1},
    {"check_missing_file",
     {"namespace", "check", "no/such/file"},
     "",
     "",
     "uniform: no/such/file: No such file or directory\n",
     3},
    {"show_a_nid",
     {"namespace", "show", "isbn"},
     "",
     "",
     "uniform: isbn: No such file or directory. The argument is the file of a template: `uniform namespace settings "
     "isbn` shows a namespace that is managed here, `uniform urn namespaces isbn` one that is registered with IANA\n",
     3},
    {"check_without_a_template_in_the_edition",
     {"namespace", "check", "-e", "rfc2141"},
     good,
     "",
     "uniform: RFC 2141 has no registration template; rfc8141, urnbis-16 and urnbis-14 have one\n",
     2},
    {"new_refuses_what_is_no_nid", {"namespace", "new", "a b"}, "", "", "uniform: \"a b\" is not a NID: *", 1},
    {"new_takes_one_nid", {"namespace", "new", "abcd", "efgh"}, "", "", "uniform: unexpected argument: \"efgh\"\n*", 2},
    {"diff_wants_two", {"namespace", "diff", "-"}, "", "", "uniform: missing argument: NEW\n*", 2},
    {"show_gives_the_text_back", {"namespace", "show"}, good, good, ""},
    {"show_json_of_an_edition",
     {"namespace", "show", "--json", "-e", "urnbis-14", "-"},
     "NAMESPACE ID: abcd\nVersion: 1\n",
     "{\n  \"edition\": \"urnbis-14\",\n  \"namespace_id\": \"abcd\",\n  \"version\": 1\n}\n",
     ""},
    {"show_one_file", {"namespace", "show", "a", "b"}, "", "", "uniform: unexpected argument: \"b\"\n*", 2},
};

class namespace_commands : public testing::TestWithParam<row> {};
TEST_P(namespace_commands, answers) {
    const row &r = GetParam();
    // "*" at the end of a message stands for any text
    if (r.err.size() > 1 && r.err.ends_with('*')) {
        const result got = run(r.arguments, r.in);
        EXPECT_EQ(got.out, r.out);
        EXPECT_EQ(got.code, r.code);
        EXPECT_THAT(got.err, testing::StartsWith(r.err.substr(0, r.err.size() - 1)));
    } else {
        check(r);
    }
}
INSTANTIATE_TEST_SUITE_P(table, namespace_commands, testing::ValuesIn(rows),
                         [](const auto &which) { return which.param.name; });

TEST(namespace_commands, NewIsReadAndNotFilledIn) {
    for (const char *edition : {"rfc8141", "urnbis-16", "urnbis-14"}) {
        for (const words &form : {words{}, words{"--json"}}) {
            words arguments{"namespace", "new", "harbour", "-e", edition};
            arguments.insert(arguments.end(), form.begin(), form.end());
            const result fresh = run(arguments);
            EXPECT_EQ(fresh.code, 0) << fresh.err;
            const result checked = run({"namespace", "check", "-e", edition}, fresh.out);
            EXPECT_EQ(checked.code, 1);
            const auto lines = std::ranges::count(checked.err, '\n');
            std::size_t unfilled = 0;
            for (auto at = checked.err.find(": not filled in: "); at != std::string::npos;
                 at = checked.err.find(": not filled in: ", at + 1)) {
                ++unfilled;
            }
            EXPECT_EQ(unfilled, static_cast<std::size_t>(lines)) << checked.err;
            EXPECT_GT(unfilled, 20U);
        }
    }
}

TEST(namespace_commands, NewSaysWhatIsNotAvailable) {
    const result r = run({"namespace", "new", "fi-harbour"});
    EXPECT_EQ(r.code, 1);
    EXPECT_THAT(r.out, testing::StartsWith("Namespace Identifier:  fi-harbour\n"));
    EXPECT_THAT(r.err, testing::HasSubstr("RFC 8141 section 5.1 (3)"));
}

TEST(namespace_commands, ShowGoesThereAndBack) {
    const result json = run({"namespace", "show", "--json"}, good);
    EXPECT_EQ(json.code, 0);
    EXPECT_EQ(run({"namespace", "show"}, json.out).out, good);
    EXPECT_EQ(run({"namespace", "check"}, json.out).err, "");
}

TEST(namespace_commands, EditionsSurviveTheTextForm) {
    for (const char *edition : {"rfc8141", "urnbis-16", "urnbis-14"}) {
        const result json = run({"namespace", "new", "harbour", "-e", edition, "--json"});
        const result text = run({"namespace", "show"}, json.out);
        EXPECT_EQ(run({"namespace", "show", "--json"}, text.out).out, json.out) << edition;
    }
}

TEST(namespace_commands, ReviseStartsTheNextVersion) {
    const result next = run({"namespace", "revise"}, good);
    EXPECT_EQ(next.code, 0);
    EXPECT_THAT(next.out, testing::HasSubstr("\nVersion:  2\n\nDate:  [Fill in: "));
    EXPECT_THAT(next.out, testing::HasSubstr("\nRevision Information:\n   [Fill in: the differences"));
    EXPECT_EQ(run({"namespace", "check"}, next.out).code, 1);
    EXPECT_THAT(run({"namespace", "new", "isbn"}).err, testing::HasSubstr("uniform namespace revise FILE"));
}

TEST(namespace_commands, DiffOfTwoFiles) {
    const std::string both =
        "$U namespace show > old.txt; sed 's/Version:  1/Version:  2/; s/on paper/on cloth/' old.txt "
        "> new.txt; ";
    EXPECT_EQ(
        shell(both + "$U namespace diff old.txt new.txt; echo $?", good).out,
        "Version: changed\n  -1\n  +2\n"
        "Purpose: changed\n   Names berths, quays and buoys.\n\n   1. For port authorities.\n   2. For makers of "
        "charts:\n  -   - on paper\n  +   - on cloth\n      - on screens\n"
        "new.txt:1:1: error: \"Revision Information\" must describe the differences from prior versions (RFC 8141 "
        "section 6.2, MUST)\n1\n");
    EXPECT_EQ(shell(both + "echo 'Revision Information:  Cloth.' >> new.txt; $U namespace diff old.txt new.txt "
                           "> /dev/null; echo $?",
                    good)
                  .out,
              "0\n");
    EXPECT_EQ(shell(both + "$U namespace diff old.txt old.txt; echo $?", good).out,
              "old.txt:3:11: note: the two templates are identical (RFC 8141 section 6.2)\n0\n");
    EXPECT_THAT(shell(both + "$U namespace diff --json old.txt new.txt", good).out,
                testing::AllOf(testing::StartsWith("{\"old\": \"old.txt\", \"new\": \"new.txt\", \"different\": true, "
                                                   "\"fields\": [{\"field\": \"namespace_identifier\", \"name\": "
                                                   "\"Namespace Identifier\", \"change\": \"same\", \"lines\": []}"),
                               testing::HasSubstr("{\"change\": \"added\", \"text\": \"2\"}"),
                               testing::HasSubstr("\"code\": \"no_revision_information\"")));
}

TEST(namespace_commands, LimitsAndFiles) {
    EXPECT_EQ(shell("head -c 1048577 /dev/zero | tr '\\0' a > big; $U namespace check big; echo $?").out,
              "big: error: longer than 1048576 bytes\n1\n");
    // the worst decides: 3 before 1 before 0
    EXPECT_THAT(shell("$U namespace show > good; echo x > bad; $U namespace check bad none good; echo $?", good).out,
                testing::EndsWith("3\n"));
    EXPECT_EQ(shell("$U namespace check . ; echo $?").out, "uniform: .: Is a directory\n3\n");
}

} // namespace
} // namespace uniform::test
