// `uniform repair`, `normalize --repair`, and the summary and the rejects of every command for lists.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    {"keeps_repairs_and_rejects",
     {"repair", "--summary", "text"},
     "http://a.example/%7E\nhttp://a.example/caf\u00E9 1\nhttp://a b/\n\nhttp://a.example/%zz\n",
     "http://a.example/%7E\nhttp://a.example/caf%C3%A9%201\n",
     "<stdin>:3:9: in an authority, each repair of this character is a guess (authority, RFC 3986 section 3.2)\n"
     "<stdin>:5:18: \"%\" is not followed by two hexadecimal digits (pct-encoded, RFC 3987 section 2.2)\n"
     "1 kept, 1 repaired, 2 rejected\n",
     1},
    {"reports_another_host",
     {"repair", "--summary", "json", "http://m\u00FCnchen.example/"},
     "",
     "http://xn--mnchen-3ya.example/\n",
     "<argument>:1:1: note: the host \"m\u00FCnchen.example\" became \"xn--mnchen-3ya.example\"\n"
     "{\"inputs\": 1, \"kept\": 0, \"repaired\": 1, \"hosts_changed\": 1, \"rejected\": 0}\n"},
    {"as_a_browser",
     {"repair", "--like", "whatwg", "http:\\\\a.example\\b c", "http://a.example:x/ "},
     "",
     "http://a.example/b%20c\n",
     "<argument>:1:1: note: the text has no host by RFC 3986; the repaired one has \"a.example\"\n<argument>:2:18: "
     "*(port-invalid, URL "
     "Standard)\n",
     1},
    {"as_people_type",
     {"repair", "--like", "typed", "<www.a.example/\u00E9>", " http://a.example/ ", "http://a.example/b c"},
     "",
     "http://www.a.example/%C3%A9\nhttp://a.example/\nhttp://a.example/bc\n",
     "<argument>:1:1: note: the text has no host by RFC 3986; the repaired one has \"www.a.example\"\n"
     "<argument>:3:1: note: white space inside was removed\n"},
    {"as_people_type_a_uri",
     {"repair", "--like", "typed", "URL:http://a.example/", "http://a.example,", "see http://a.example/"},
     "",
     "http://a.example/\nhttp://a.example\n",
     "<argument>:1:1: note: the text has no host by RFC 3986; the repaired one has \"a.example\"\n"
     "<argument>:2:1: note: the host \"a.example,\" became \"a.example\"\n"
     "<argument>:2:1: note: removed around it: \",\"\n"
     "<argument>:3:4: white space inside may have separated two texts (RFC 3986 Appendix C)\n",
     1},
    {"in_json",
     {"repair", "--json", "http://a.example/", "http://a.example/\u00E9", "http://a b/"},
     "",
     "{\"input\": \"http://a.example/\", \"valid\": true, \"uri\": \"http://a.example/\", \"changed\": false, "
     "\"host_changed\": false}\n"
     "{\"input\": \"http://a.example/\u00E9\", \"valid\": true, \"uri\": \"http://a.example/%C3%A9\", \"changed\": "
     "true, "
     "\"host_changed\": false}\n"
     "{\"input\": \"http://a b/\", \"valid\": false, \"error\": {\"offset\": 8, \"rule\": \"authority\", \"document\": "
     "\"RFC 3986\", \"section\": \"3.2\", \"message\": \"in an authority, each repair of this character is a "
     "guess\"}}\n",
     "",
     1},
    {"as_a_production",
     {"repair", "--as", "uri", "--like", "typed", "www.a.example"},
     "",
     "http://www.a.example\n",
     "<argument>:1:1: note: the text has no host by RFC 3986; the repaired one has \"www.a.example\"\n"},
    {"keeps_what_it_cannot_repair",
     {"repair", "--on-error", "keep", "http://a b/"},
     "",
     "http://a b/\n",
     "<argument>:1:9: *\n",
     1},
    {"normalize",
     {"normalize", "--repair", "--summary", "text", "HTTP://A.example/", "http://a.example/%7E\u00E9", "http://a/%"},
     "",
     "http://a.example/\nhttp://a.example/~%C3%A9\n",
     "<argument>:3:10: *\n0 unchanged, 1 changed, 1 repaired, 1 rejected\n",
     1},
    {"typed_hosts_are_reported",
     {"repair", "--typed", "--summary", "json", "http://exa mple.com/", "<http://a.example/>", "http://a.example/"},
     "",
     "http://example.com/\nhttp://a.example/\nhttp://a.example/\n",
     "<argument>:1:1: note: white space inside was removed\n"
     "<argument>:1:1: note: the host \"exa mple.com\" became \"example.com\"\n"
     "{\"inputs\": 3, \"kept\": 1, \"repaired\": 2, \"hosts_changed\": 1, \"rejected\": 0}\n"},
    {"normalize_reports_typed_hosts",
     {"normalize", "--repair", "--typed", "--summary", "json"},
     "http://exa mple.com/\nHTTP://b/\n \n",
     "http://example.com/\nhttp://b/\n",
     "<stdin>:1:1: note: white space inside was removed\n"
     "<stdin>:1:1: note: the host \"exa mple.com\" became \"example.com\"\n"
     "{\"inputs\": 2, \"unchanged\": 0, \"changed\": 1, \"repaired\": 1, \"hosts_changed\": 1, \"rejected\": 0}\n"},
    {"normalize_counts_what_typed_changes",
     {"normalize", "--typed", "--summary", "text"},
     "<http://a/>\nhttp://b/\r\n",
     "http://a/\nhttp://b/\n",
     "1 unchanged, 1 changed, 0 rejected\n"},
    {"notes_what_is_not_obvious",
     {"repair", "--like", "typed", "<http://a.example/\u00E9>.", "http://a.example/\u00E9>",
      "\"http://a.example/\u00E9\""},
     "",
     "http://a.example/%C3%A9\nhttp://a.example/%C3%A9\nhttp://a.example/%C3%A9\n",
     "<argument>:1:1: note: removed around it: \".\"\n<argument>:2:1: note: removed around it: \">\"\n"},
    {"notes_of_a_browser_in_json",
     {"repair", "--like", "whatwg", "--json", "http:\\\\a.example", "http://a.example/%zz"},
     "",
     "{\"input\": \"http:\\\\\\\\a.example\", \"valid\": true, \"uri\": \"http://a.example/\", \"changed\": true, "
     "\"host_changed\": true, \"notes\": [\"the text has no host by RFC 3986; the repaired one has "
     "\\\"a.example\\\"\"]}\n"
     "{\"input\": \"http://a.example/%zz\", \"valid\": true, \"uri\": \"http://a.example/%25zz\", \"changed\": true, "
     "\"host_changed\": false, \"notes\": [\"\\\"%\\\" without two hexadecimal digits became \\\"%25\\\"\"]}\n",
     ""},
    {"normalize_what_people_type_around_a_uri",
     {"normalize", "--repair", "--like", "typed", "--summary", "text", "URL:http://A.example/", "http://a.example/"},
     "",
     "http://a.example/\nhttp://a.example/\n",
     "<argument>:1:1: note: the text has no host by RFC 3986; the repaired one has \"A.example\"\n"
     "1 unchanged, 0 changed, 1 repaired, 1 of them with another host, 0 rejected\n"},
    {"like_without_repair", {"normalize", "--like", "typed", "a"}, "", "", "uniform: --like requires --repair\n*", 2},
    {"summary_of_a_run_that_stops",
     {"check", "--on-error", "stop", "--summary", "json"},
     "http://a/\n\nb c\nhttp://d/\ne f\n",
     "",
     "<stdin>:3:2: *\n{\"inputs\": 2, \"valid\": 1, \"rejected\": 1}\n",
     1},
    {"summary_of_pairs_that_stop",
     {"resolve", "--pairs", "--null", "--on-error", "stop", "--summary", "text"},
     std::string{"http://a/\0b\0c d\0e\0http://a/\0f\0", 27},
     std::string{"http://a/b\0", 11},
     "<stdin>:3:2: *\n3 valid, 1 rejected\n",
     1},
    {"summary_of_unique",
     {"unique", "--summary", "text"},
     "http://a/\nhttp://A/\nb c\nhttp://d/\n",
     "http://a/\nhttp://d/\n",
     "<stdin>:3:2: *\n2 distinct, 1 duplicates, 1 rejected\n",
     1},
    {"summary_of_unique_in_json",
     {"unique", "--summary", "json", "--on-error", "stop", "a", "a", "b c", "a"},
     "",
     "a\n",
     "<argument>:3:2: *\n{\"inputs\": 3, \"distinct\": 1, \"duplicates\": 1, \"rejected\": 1}\n",
     1},
    {"normalize_in_json",
     {"normalize", "--repair", "--json", "http://a.example/%7E\u00E9"},
     "",
     "{\"input\": \"http://a.example/%7E\u00E9\", \"valid\": true, \"repaired\": true, \"normalized\": "
     "\"http://a.example/~%C3%A9\"}\n",
     ""},
    {"normalize_makes_uris",
     {"normalize", "--repair", "--edition", "rfc3987", "a"},
     "",
     "",
     "uniform: --repair makes URIs of RFC 3986; without --edition and --as iri\n*",
     2},
    {"summary_of_another_command",
     {"check", "--summary", "text", "http://a/", "a b"},
     "",
     "",
     "<argument>:2:2: *\n1 valid, 1 rejected\n",
     1},
    {"summary_separates_thousands",
     {"parse", "--get", "", "--summary", "text", "--null"},
     std::string(1200, '\0'),
     std::string(1200, '\0'),
     "1,200 valid, 0 rejected\n"},
    {"rejects_that_cannot_be_written",
     {"check", "--rejects", "no/such/folder", "a"},
     "",
     "",
     "uniform: no/such/folder: No such file or directory\n",
     3},
};

class repair_commands : public testing::TestWithParam<row> {};
TEST_P(repair_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, repair_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(rejects, have_position_rule_and_input) {
    const auto file = std::filesystem::temp_directory_path() / ("rejects." + std::to_string(::getpid()));
    for (const char *policy : {"report", "drop"}) {
        const result found = run({"check", "--rejects", file.string(), "--on-error", policy}, "http://a/\na b\n%zz\n");
        EXPECT_EQ(found.code, 1);
        EXPECT_EQ(found.err, "");
        std::stringstream text;
        text << std::ifstream{file}.rdbuf();
        EXPECT_EQ(text.str(),
                  "<stdin>:2:2: a space is not allowed here (path-noscheme, RFC 3986 section 3.3)\ta b\n"
                  "<stdin>:3:1: \"%\" is not followed by two hexadecimal digits (pct-encoded, RFC 3986 section "
                  "2.1)\t%zz\n");
    }
    std::filesystem::remove(file);
}

// The file of --rejects is emptied only if the command has no other use for it.
TEST(rejects, do_not_replace_what_the_command_reads_or_writes) {
    struct shell_row {
        const char *line;
        const char *out;
    };
    const std::string refused = "uniform: --rejects: the file ";
    const shell_row lines[]{
        {"$U check --rejects x -f x", "\"x\" is the same as \"x\" of another option"},
        {"$U check --rejects x -f other -f ./x", "\"x\" is the same as \"./x\" of another option"},
        {"ln -s x l; $U check --rejects l -f x", "\"l\" is the same as \"x\" of another option"},
        {"ln x l; $U normalize --rejects l -f x", "\"l\" is the same as \"x\" of another option"},
        {"$U check --rejects x < x", "\"x\" is the same as standard input"},
        {"$U check --rejects x a >> x", "\"x\" is the same as standard output"},
        {"$U template expand --variables x --rejects x a", "\"x\" is the same as \"x\" of another option"},
        {"$U get -f x --rejects x", "\"x\" is the same as \"x\" of another option"},
    };
    for (const shell_row &r : lines) {
        const result found = shell("echo '{}' > x; echo '{}' > other; (" + std::string{r.line} + "; echo $?); cat x");
        EXPECT_TRUE(found.out.starts_with(refused + r.out)) << r.line << '\n' << found.out;
        EXPECT_TRUE(found.out.ends_with("\n2\n{}\n")) << r.line << '\n' << found.out;
    }
}

TEST(rejects, share_standard_output) {
    for (const char *name : {"/dev/stdout", "-", "/dev/fd/1", "/proc/self/fd/1"}) {
        const result found = shell("printf 'http://a/\\nb c\\nhttp://d/\\n' | $U normalize --rejects " +
                                   std::string{name} + " > out; cat out");
        EXPECT_EQ(found.out, "http://a/\nhttp://d/\n<stdin>:2:2: a space is not allowed here (path-noscheme, RFC 3986 "
                             "section 3.3)\tb c\n")
            << name;
    }
    EXPECT_EQ(shell("$U check --rejects /dev/stderr 'b c' 2> out; cat out").out,
              "<argument>:1:2: a space is not allowed here (path-noscheme, RFC 3986 section 3.3)\tb c\n");
}

} // namespace
} // namespace uniform::test
