// What happens when something is wrong: policies, exit codes, pipes that close, disks that are full.

#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const std::string lines = "A:b\nc d\nE:f\ng h\nI:j\n";

const row rows[]{
    {"report", {"normalize", "--on-error", "report"}, lines, "a:b\ne:f\ni:j\n", "<stdin>:2:2: *\n<stdin>:4:2: *\n", 1},
    {"keep",
     {"normalize", "--on-error", "keep"},
     lines,
     "a:b\nc d\ne:f\ng h\ni:j\n",
     "<stdin>:2:2: *\n<stdin>:4:2: *\n",
     1},
    {"drop", {"normalize", "--on-error", "drop"}, lines, "a:b\ne:f\ni:j\n", "", 1},
    {"stop", {"normalize", "--on-error", "stop"}, lines, "a:b\n", "<stdin>:2:2: *)\n", 1},
    {"stop_with_json",
     {"check", "--json", "--on-error", "stop"},
     "a\nb\nc\nd",
     "{\"input\": \"a\", \"valid\": true}\n{\"input\": \"b\", \"valid\": true}\n{\"input\": \"c\", \"valid\": "
     "true}\n{\"input\": \"d\", \"valid\": true}\n",
     ""},
    {"keep_in_unique",
     {"unique", "--on-error", "keep"},
     "a\nb c\na\nb c\nd\n",
     "a\nb c\nb c\nd\n",
     "<stdin>:2:2: *\n<stdin>:4:2: *\n",
     1},
    {"drop_in_unique", {"unique", "--on-error", "drop"}, "a\nb c\na\nd\n", "a\nd\n", "", 1},
    {"stop_in_unique", {"unique", "--on-error", "stop"}, "a\nb\na\nb c\nd\n", "a\nb\n", "<stdin>:4:2: *\n", 1},
    {"keep_in_resolve",
     {"resolve", "--pairs", "--on-error", "keep"},
     "a:b\tc d\nx\tc\na:b\tc\n",
     "a:b\tc d\nx\tc\na:c\n",
     "*",
     1},
    {"keep_in_relativize", {"relativize", "--on-error", "keep", "a:/b"}, "c\na:/c\n", "c\nc\n", "<stdin>:1:2: *\n", 1},
    {"keep_in_compare", {"compare", "--on-error", "keep", "a:b"}, "c d\n", "invalid\ta:b\tc d\n", "*", 1},
    {"no_way_back", {"relativize", "http://a/b", "http://a/b/../c"}, "", "", "<argument>:2:*\n", 1},

    {"no_command", {}, "", "", "uniform: missing command\n*", 2},
    {"unknown_command",
     {"nromalize"},
     "",
     "",
     "uniform: unknown command \"nromalize\": did you mean \"normalize\"?\n*",
     2},
    {"option_before_the_command",
     {"-x"},
     "",
     "",
     "uniform: unknown option \"-x\"\nThe options of a command follow its name. `uniform --help` lists the commands\n",
     2},
    {"misspelt_option_without_a_command",
     {"--vresion"},
     "",
     "",
     "uniform: unknown option \"--vresion\": did you mean \"--version\"?\n*",
     2},
    {"option_before_the_command_of_a_group",
     {"urn", "--json", "parse"},
     "",
     "",
     "uniform: unknown option \"--json\"\nThe options of a command follow its name. `uniform urn --help` lists the "
     "commands\n",
     2},
    {"host_for_a_command",
     {"www.example.com"},
     "",
     "",
     "uniform: unknown command \"www.example.com\"; to complete it to a URI: uniform complete www.example.com\n*",
     2},
    {"nothing_to_compare",
     {"compare", "http://a/"},
     "",
     "",
     "uniform: missing argument: nothing to compare with \"http://a/\", neither an argument nor a line on standard "
     "input\n`uniform compare --help` explains the options\n",
     2},
    {"nothing_to_compare_with_a_urn",
     {"urn", "compare", "urn:a0:b"},
     "",
     "",
     "uniform: missing argument: nothing to compare with \"urn:a0:b\", neither an argument nor a line on standard "
     "input\n*",
     2},
    {"no_store_to_copy",
     {"store", "copy", "/no/store.db", "/no/copy.db"},
     "",
     "",
     "uniform: there is no store at /no/store.db to copy\n",
     3},
    {"not_a_store",
     {"name", "show", "urn:example:a", "--store", "/etc/passwd"},
     "",
     "",
     "uniform: /etc/passwd is not a store: the file is not an SQLite database\n",
     3},
    {"wrong_port_by_its_option",
     {"serve", "--port", "99999"},
     "",
     "",
     "uniform: --port: \"99999\" is too large: at most 65535\n",
     2},
    {"wrong_port_by_its_setting",
     {"serve", "--port", "8141", "--set", "server.port=x"},
     "",
     "",
     "uniform: --set server.port: \"x\" is not a whole number\n",
     2},
    {"shortened_scheme",
     {"schemes", "htp"},
     "",
     "",
     "uniform: \"htp\" is not in IANA's registry of URI schemes: did you mean \"http\"?\n",
     1},
    {"shortened_command", {"rel"}, "", "", "uniform: unknown command \"rel\": did you mean \"relativize\"?\n*", 2},
    {"strange_command", {"xyzzy"}, "", "", "uniform: unknown command \"xyzzy\"\n*", 2},
    {"unknown_option",
     {"parse", "--jsno"},
     "",
     "",
     "uniform: unknown option \"--jsno\": did you mean \"--json\"?\n*",
     2},
    {"option_of_another_command", {"parse", "--level", "case"}, "", "", "uniform: unknown option \"--level\"\n*", 2},
    {"unknown_choice",
     {"normalize", "--level", "sintax", "a"},
     "",
     "",
     "uniform: --level: \"sintax\" is none of *: did you mean \"syntax\"?\n*",
     2},
    {"unknown_edition", {"check", "-e", "rfc9999", "a"}, "", "", "uniform: --edition: \"rfc9999\" is none of *\n*", 2},
    {"uri_for_a_command",
     {"http://a/"},
     "",
     "",
     "uniform: unknown command \"http://a/\"; to parse it: uniform parse http://a/\n`uniform --help` lists the "
     "commands\n",
     2},
    {"uri_that_a_shell_would_change",
     {"http://a/?b&c"},
     "",
     "",
     "uniform: unknown command \"http://a/?b&c\"; to parse it: uniform parse 'http://a/?b&c'\n*",
     2},
    {"urn_for_a_command",
     {"urn:isbn:1"},
     "",
     "",
     "uniform: unknown command \"urn:isbn:1\"; to parse it: uniform urn parse urn:isbn:1\n*",
     2},
    {"group_without_a_command",
     {"urn"},
     "",
     "",
     "uniform: missing command\nUsage: uniform urn COMMAND [OPTION...] [ARGUMENT...]\n`uniform urn --help` lists the "
     "commands\n",
     2},
    {"unknown_command_of_a_group",
     {"urn", "pares"},
     "",
     "",
     "uniform: unknown command \"urn pares\": did you mean \"urn parse\"?\n`uniform urn --help` lists the commands\n",
     2},
    {"name_of_a_page", {"urn-parse", "urn:a0:b"}, "", "", "uniform: unknown command \"urn-parse\": *\n*", 2},
    {"missing_value",
     {"normalize", "--level"},
     "",
     "",
     "uniform: --level: missing value: LEVEL\n`uniform normalize --help` explains the options\n",
     2},
    {"missing_value_of_a_letter", {"normalize", "-jl"}, "", "", "uniform: --level: missing value: LEVEL\n*", 2},
    {"value_of_a_switch", {"normalize", "--json=x", "a"}, "", "", "uniform: --json: accepts no value\n*", 2},
    {"beginning_of_an_option",
     {"normalize", "--lev", "case", "a"},
     "",
     "",
     "uniform: unknown option \"--lev\": did you mean \"--level\"?\n*",
     2},
    {"unknown_letter", {"normalize", "--json", "-jx", "a"}, "", "", "uniform: unknown option \"-x\"\n*", 2},
    {"letters_in_one_word", {"check", "-qe", "rfc2396", "http://[::1]/"}, "", "", "", 1},
    {"value_in_the_word_of_its_letter", {"normalize", "-lcase", "A:%7e"}, "", "a:%7E\n", ""},
    {"value_after_an_equals_sign", {"normalize", "--level=case", "A:%7e"}, "", "a:%7E\n", ""},
    {"options_after_arguments", {"normalize", "A:%7e", "--level", "case"}, "", "a:%7E\n", ""},
    {"last_value_counts", {"normalize", "-l", "simple", "-l", "case", "A:%7e"}, "", "a:%7E\n", ""},
    {"arguments_after_two_hyphens", {"normalize", "--", "--json", "A:"}, "", "--json\na:\n", ""},
    {"arguments_and_files",
     {"normalize", "-f", "x", "http://a/"},
     "",
     "",
     "uniform: unexpected argument: \"http://a/\"; inputs are either arguments or in files\n*",
     2},
    {"too_few_arguments",
     {"registrar", "add", "x"},
     "",
     "",
     "uniform: missing argument: NAME\nUsage: uniform registrar add [OPTION...] ID NAME\n"
     "`uniform registrar add --help` explains the options\n",
     2},
    {"too_many_arguments",
     {"store", "backup", "a", "b"},
     "",
     "",
     "uniform: unexpected argument: \"b\"\nUsage: uniform store backup [OPTION...] FILE\n*",
     2},
    {"not_a_number",
     {"normalize", "--threads", "two", "a"},
     "",
     "",
     "uniform: --threads: \"two\" is not a whole number\n*",
     2},
    {"too_many_threads",
     {"normalize", "--threads", "9999", "a"},
     "",
     "",
     "uniform: --threads: \"9999\" is too large: at most 1024\n*",
     2},
    {"too_large",
     {"normalize", "--max-length", "5G", "a"},
     "",
     "",
     "uniform: --max-length: \"5G\" is too large: *\n*",
     2},
    {"not_a_unit",
     {"normalize", "--max-length", "5X", "a"},
     "",
     "",
     "uniform: --max-length: \"5X\" is not a number of bytes, or one with K, M or G after it\n*",
     2},
    {"scheme_without_port",
     {"normalize", "--scheme", "foo", "a"},
     "",
     "",
     "uniform: --scheme: \"foo\" is not of the form NAME:PORT\n",
     2},
    {"scheme_with_a_bad_port",
     {"normalize", "--scheme", "foo:99999", "a"},
     "",
     "",
     "uniform: --scheme: \"99999\" is not a port number\n",
     2},
    {"scheme_that_is_none",
     {"normalize", "--scheme", "1f:9", "a"},
     "",
     "",
     "uniform: --scheme: \"1f\" is not a scheme *\n",
     2},
    {"no_base", {"resolve"}, "", "", "uniform: missing base: *\n", 2},
    {"base_and_pairs",
     {"resolve", "--base", "a:b", "--pairs"},
     "",
     "",
     "uniform: --base and --pairs exclude each other\n*",
     2},
    {"base_that_is_relative", {"resolve", "a", "b"}, "", "", "<argument>:1:*(URI, RFC 3986 section 3)\n", 1},
    {"no_shell", {"completion", "tcsh"}, "", "", "uniform: unknown shell \"tcsh\"; one of bash, zsh, fish\n*", 2},
    {"misspelt_scheme",
     {"schemes", "htpp"},
     "",
     "",
     "uniform: \"htpp\" is not in IANA's registry of URI schemes: did you mean \"http\"?\n",
     1},
    {"misspelt_nid",
     {"urn", "namespaces", "isnb"},
     "",
     "",
     "uniform: \"isnb\" is not in IANA's registry of URN namespaces: did you mean \"isbn\"?\n",
     1},
    {"misspelt_nid_with_a_check_character",
     {"urn", "make", "--check-digit", "isnb", "951-0-18435"},
     "",
     "",
     "uniform: --check-digit: unknown namespace \"isnb\": did you mean \"isbn\"?\n",
     2},
    {"no_store",
     {"name", "show", "urn:example:a", "--store", "/no/store.db"},
     "",
     "",
     "uniform: there is no store at /no/store.db*. Run `uniform store migrate --store /no/store.db` to create one\n",
     3},
    {"server_and_store",
     {"name", "list", "--server", "http://127.0.0.1:1", "--store", "names.db"},
     "",
     "",
     "uniform: --server and --store exclude each other\n*",
     2},
    {"no_file_with_a_record",
     {"name", "assign", "urn:example:a", "--store", "/no/store.db", "--record", "/no/record.json"},
     "",
     "",
     "uniform: /no/record.json: No such file or directory\n",
     3},
    {"help_for_nothing",
     {"help", "pars"},
     "",
     "",
     "uniform: unknown command \"pars\": did you mean \"parse\"?\n`uniform --help` lists the commands\n",
     2},
};

class failure : public testing::TestWithParam<row> {};
TEST_P(failure, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, failure, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(stop, ends_with_the_object_of_the_input) {
    const result r = run({"check", "--json", "--on-error", "stop"}, "a\nb c\nd\n");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.err, "");
    EXPECT_NE(r.out.find("\"b c\""), std::string::npos);
    EXPECT_EQ(r.out.find("\"d\""), std::string::npos);
    const result u = run({"unique", "--json", "--on-error", "stop"}, "a\nb c\nd\n");
    EXPECT_NE(u.out.find("\"b c\""), std::string::npos);
    EXPECT_EQ(u.out.find("\"d\""), std::string::npos);
}

TEST(output, a_full_disk_is_3) {
    for (const char *line :
         {"$U normalize http://a > /dev/full", "$U help > /dev/full", "$U parse --json a > /dev/full",
          "$U help --man edit > /dev/full", "$U schemes > /dev/full",
          "yes http://a/ | head -n 1000000 | $U unique --count > /dev/full",
          "yes HTTP://a/ | head -n 1000000 | $U normalize -t 2 > /dev/full"}) {
        const result r = shell(line);
        EXPECT_EQ(r.code, 3) << line;
        EXPECT_EQ(r.out, "uniform: standard output: No space left on device\n") << line;
    }
}

TEST(output, a_closed_pipe_ends_quietly) {
    for (const char *threads : {"1", "2"}) {
        const result r = shell(std::string{"yes http://example.com/ | $U normalize -t "} + threads +
                               " | head -n 1; echo ${PIPESTATUS[1]}");
        EXPECT_EQ(r.out, "http://example.com/\n0\n");
    }
    EXPECT_EQ(shell("$U help | head -c 0; echo ${PIPESTATUS[0]}").out, "0\n");
    // The source stays silent; the run ends all the same when it writes again.
    EXPECT_EQ(shell("mkfifo gate; (yes a:b | head -n 500000; read -r < gate; echo c) | timeout 20 $U normalize | "
                    "(head -n 1; exec < /dev/null; echo > gate)")
                  .out,
              "a:b\n");
}

TEST(output, closed_from_the_start) { EXPECT_EQ(shell("$U normalize http://a >&-").code, 3); }

TEST(output, is_the_same_when_written_in_small_pieces) {
    const result r =
        shell("for i in $(seq 20000); do echo HTTP://EXAMPLE.com/$i; done > in; $U normalize -f in > whole; "
              "$U normalize -f in | dd bs=1 status=none > pieces; cmp whole pieces && wc -l < pieces");
    EXPECT_EQ(r.out, "20000\n");
}

} // namespace
} // namespace uniform::test
