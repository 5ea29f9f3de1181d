// What happens when something is wrong: policies, exit codes, pipes that close, disks that are full.

#include <string>

#include <gtest/gtest.h>

#include "runner.hpp"

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

    {"no_verb", {}, "", "", "uniform: what is to be done? *", 2},
    {"unknown_verb", {"nromalize"}, "", "", "uniform: there is no verb \"nromalize\"; did you mean normalize?\n*", 2},
    {"shortened_verb", {"rel"}, "", "", "uniform: there is no verb \"rel\"; did you mean relativize?\n*", 2},
    {"strange_verb", {"xyzzy"}, "", "", "uniform: there is no verb \"xyzzy\"\n*", 2},
    {"unknown_option", {"parse", "--jsno"}, "", "", "uniform: parse has no option --jsno; did you mean --json?\n*", 2},
    {"option_of_another_verb", {"parse", "--rung", "case"}, "", "", "uniform: parse has no option --rung\n*", 2},
    {"unknown_choice",
     {"normalize", "--rung", "sintax", "a"},
     "",
     "",
     "uniform: --rung: \"sintax\" is none of *; did you mean syntax?\n*",
     2},
    {"unknown_edition", {"check", "-e", "rfc9999", "a"}, "", "", "uniform: --edition: \"rfc9999\" is none of *\n*", 2},
    {"missing_value", {"normalize", "--rung"}, "", "", "uniform: *rung*\n*", 2},
    {"value_of_a_switch", {"normalize", "--json=x", "a"}, "", "", "uniform: *json*\n*", 2},
    {"not_a_number", {"normalize", "--threads", "two", "a"}, "", "", "uniform: --threads: not a number\n*", 2},
    {"too_many_threads", {"normalize", "--threads", "9999", "a"}, "", "", "uniform: --threads: too large\n*", 2},
    {"too_large", {"normalize", "--max-length", "5G", "a"}, "", "", "uniform: --max-length: too large\n*", 2},
    {"not_a_unit", {"normalize", "--max-length", "5X", "a"}, "", "", "uniform: --max-length: not a number\n*", 2},
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
     "uniform: --scheme: \"99999\" is no port\n",
     2},
    {"scheme_that_is_none",
     {"normalize", "--scheme", "1f:9", "a"},
     "",
     "",
     "uniform: --scheme: \"1f\" is no scheme *\n",
     2},
    {"no_base", {"resolve"}, "", "", "uniform: what is the base? *\n", 2},
    {"base_and_pairs", {"resolve", "--base", "a:b", "--pairs"}, "", "", "uniform: --base and --pairs: *\n", 2},
    {"base_that_is_relative", {"resolve", "a", "b"}, "", "", "<argument>:1:*(URI, RFC 3986 section 3)\n", 1},
    {"no_shell", {"completion", "tcsh"}, "", "", "uniform: completion: for which shell? One of bash, zsh, fish\n", 2},
    {"help_for_nothing",
     {"help", "pars"},
     "",
     "",
     "uniform: there is no verb \"pars\"; did you mean parse?\n`uniform --help` lists the verbs\n",
     2},
};

class failure : public testing::TestWithParam<row> {};
TEST_P(failure, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, failure, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(stop, ends_with_the_object_of_the_record) {
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
    EXPECT_EQ(shell("(yes a:b | head -n 500000; sleep 0.2; echo c) | timeout 20 $U normalize | head -n 1").out,
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
