// uniform find and uniform complete.

#include <string>

#include <gtest/gtest.h>

#include "command/run/encoded_text.hpp"
#include "command/runner.hpp"

namespace uniform::test {
namespace {

const std::string letter = "Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n"
                           "but you can probably pick it up from <URL:ftp://ds.inter\n"
                           "nic.net/rfc>.  Or at www.w3.org/Addressing/, www.w3.org/Addressing/.\n";

const row rows[]{
    {"find_prints_one_a_line", {"find"}, letter, "http://www.w3.org/Addressing/\nftp://ds.internic.net/rfc\n", ""},
    {"find_reads_standard_input_by_name", {"find", "-"}, "<ab:c>", "ab:c\n", ""},
    {"find_abbreviated",
     {"find", "--abbreviated", "--unique"},
     letter,
     "http://www.w3.org/Addressing/\nftp://ds.internic.net/rfc\nwww.w3.org/Addressing/\n",
     ""},
    {"find_completed",
     {"find", "--abbreviated", "--unique", "--resolve", "--default-scheme", "https"},
     letter,
     "http://www.w3.org/Addressing/\nftp://ds.internic.net/rfc\nhttps://www.w3.org/Addressing/\n",
     ""},
    {"find_null", {"find", "-0"}, "http://a/ http://b/", std::string{"http://a/\0http://b/\0", 20}, ""},
    {"find_json",
     {"find", "--json"},
     "x\n <ftp://ds.inter\nnic.net/-\nrfc>",
     R"({"file": "<stdin>", "text": "ftp://ds.inter\nnic.net/-\nrfc", "found": "ftp://ds.internic.net/-rfc", )"
     R"("begin": 4, "end": 32, "line": 2, "column": 3, "how": "angle", "cleaned": true, "guess": false, )"
     R"("without_hyphens": "ftp://ds.internic.net/rfc", "target": "ftp://ds.internic.net/-rfc"})"
     "\n",
     ""},
    {"find_json_of_a_guess",
     {"find", "--json", "--abbreviated"},
     "www.w3.org",
     R"({"file": "<stdin>", "text": "www.w3.org", "found": "www.w3.org", "begin": 0, "end": 10, "line": 1, )"
     R"("column": 1, "how": "abbreviated", "cleaned": false, "guess": true, "rule": "www-host", )"
     R"("target": "http://www.w3.org"})"
     "\n",
     ""},
    {"find_notes_hyphens",
     {"find"},
     "<http://a/b-\nc>\n",
     "http://a/b-c\n",
     "<stdin>:1:2: note: a hyphen at a line end may not belong to the URI; without it: http://a/bc\n"},
    {"find_notes_cuts",
     {"find"},
     "see http://a/caf\xC3\xA9 and http://h/{id}\n",
     "http://a/caf\nhttp://h/\n",
     "<stdin>:1:5: note: the URI ends before \"\xC3\xA9\", which is not allowed there: http://a/caf\n"
     "<stdin>:1:24: note: the URI ends before \"{\", which is not allowed there: http://h/\n"},
    {"find_notes_cuts_before_what_rfc1738_excludes", // 2.2: "~" is unsafe
     {"find", "-e", "rfc1738"},
     "see http://h.x/~a and <http://h.x/b#c>, http://h.x/d?e?f\n",
     "http://h.x/\nhttp://h.x/b\nhttp://h.x/d?e\n",
     "<stdin>:1:5: note: the URI ends before \"~\", which is not allowed there: http://h.x/\n"
     "<stdin>:1:41: note: the URI ends before \"?\", which is not allowed there: http://h.x/d?e\n"},
    {"find_notes_cuts_before_what_no_uri_contains",
     {"find"},
     "http://a/\xE9t http://b/\x01 http://c/\xE2\x80\x93 http://d/` http://e/b)\xC3\xA9 http://x<y\n\"http://a/b c\"\n",
     "http://a/\nhttp://b/\nhttp://c/\nhttp://d/\nhttp://e/b\nhttp://x\nhttp://a/b\n",
     "<stdin>:1:1: note: the URI ends before \"\\xE9\", which is not allowed there: http://a/\n"
     "<stdin>:1:13: note: the URI ends before \"\\x01\", which is not allowed there: http://b/\n"
     "<stdin>:1:24: note: the URI ends before \"\xE2\x80\x93\", which is not allowed there: http://c/\n"
     "<stdin>:1:37: note: the URI ends before \"`\", which is not allowed there: http://d/\n"
     "<stdin>:1:48: note: the URI ends before \"\xC3\xA9\", which is not allowed there: http://e/b\n"
     "<stdin>:1:62: note: the URI ends before \"<\", which is not allowed there: http://x\n"
     "<stdin>:2:2: note: the URI ends before \" \", which is not allowed there: http://a/b\n"},
    {"find_notes_cuts_in_brackets",
     {"find", "--text"},
     "<http://h/a b{c}>\n\"http://h/a b{c}\"\n<http://h/a and {c}\n",
     "http://h/a\nhttp://h/a\nhttp://h/a\n",
     "<stdin>:1:2: note: the URI ends before \" \", which is not allowed there: http://h/a\n"
     "<stdin>:2:2: note: the URI ends before \" \", which is not allowed there: http://h/a\n"},
    {"find_notes_cuts_in_a_password",
     {"find"},
     "http://u:p{w@h/x http://h:8x/\n",
     "http://u\nhttp://h:8\n",
     "<stdin>:1:1: note: the URI ends before \"{\", which is not allowed there: http://u\n"
     "<stdin>:1:18: note: the URI ends before \"x\", which is not allowed there: http://h:8\n"},
    {"find_notes_unmatched_brackets",
     {"find"},
     "http://a/b)c\n",
     "http://a/b\n",
     "<stdin>:1:1: note: the URI ends before \")\", for which there is no \"(\": http://a/b\n"},
    {"find_json_of_a_cut_before_latin_1",
     {"find", "--json"},
     "http://a/\xE9",
     R"({"file": "<stdin>", "text": "http://a/", "found": "http://a/", "begin": 0, "end": 9, "line": 1, )"
     R"("column": 1, "how": "bare", "cleaned": false, "guess": false, "cut_before": ")"
     "\xEF\xBF\xBD"
     R"(", "target": "http://a/"})"
     "\n",
     ""},
    {"find_notes_cuts_without_passwords",
     {"find"},
     "see http://u:secret@h/\xC3\xA9\n",
     "http://u:secret@h/\n",
     "<stdin>:1:5: note: the URI ends before \"\xC3\xA9\", which is not allowed there: http://u:***@h/\n"},
    {"find_json_of_a_cut",
     {"find", "--json"},
     "http://a/#b#c",
     R"({"file": "<stdin>", "text": "http://a/#b", "found": "http://a/#b", "begin": 0, "end": 11, "line": 1, )"
     R"("column": 1, "how": "bare", "cleaned": false, "guess": false, "cut_before": "#", "target": "http://a/#b"})"
     "\n",
     ""},
    {"find_utf16",
     {"find"},
     in_utf16(u"\u00E9 http://a/b\r\n\U0001F600 http://c/", false),
     "http://a/b\nhttp://c/\n",
     ""},
    {"find_utf16_big_endian", {"find"}, in_utf16(u"x http://a/b", true), "http://a/b\n", ""},
    {"find_utf32", {"find"}, in_utf32(U"x http://a/b", false), "http://a/b\n", ""},
    {"find_utf16_in_html", {"find"}, in_utf16(u"<!DOCTYPE html><a href=b>c</a>", false), "b\n", ""},
    {"find_likely_schemes", {"find"}, "about:blank foo:bar http://a/", "http://a/\n", ""},
    {"find_registered_schemes",
     {"find", "--schemes", "registered"},
     "about:blank foo:bar http://a/",
     "about:blank\nhttp://a/\n",
     ""},
    {"find_any_scheme", {"find", "--schemes=any"}, "about:blank foo:bar", "about:blank\nfoo:bar\n", ""},
    {"find_joined_lines", {"find", "--join-lines"}, "http://a/\n  b\n", "http://a/b\n", ""},
    {"find_too_long", {"find", "--max-length", "12"}, "http://a/bcde http://a/", "http://a/\n", ""},
    {"find_nothing", {"find"}, "nothing here\n", "", "", 1},
    {"find_nothing_in_nothing", {"find"}, "", "", "", 1},
    {"find_quietly", {"find", "-q"}, "http://a/", "", ""},
    {"find_quietly_nothing", {"find", "-q"}, "x", "", "", 1},
    {"find_no_file", {"find", "no-such-file"}, "", "", "uniform: no-such-file: No such file or directory\n", 3},
    {"find_after_two_hyphens", {"find", "--", "-x"}, "", "", "uniform: -x: No such file or directory\n", 3},
    {"find_directory", {"find", "/"}, "", "", "uniform: /: Is a directory\n", 3},
    {"find_both_kinds", {"find", "--html", "--text"}, "", "", "uniform: --html and --text exclude each other\n*", 2},
    {"find_in_html_by_content",
     {"find"},
     "<!DOCTYPE html><title>t</title><a href=\"b?c\">http://no/</a>\n",
     "b?c\n",
     ""},
    {"find_in_html_resolved",
     {"find", "--resolve", "--retrieved", "http://h/a/", "--unique"},
     "<html><a href=b>1</a><a href=./b>2</a><img src=\"/i\">\n",
     "http://h/a/b\nhttp://h/i\n",
     ""},
    {"find_in_html_as_text", {"find", "--text"}, "<html><a href=\"http://a/b\">x</a>", "http://a/b\n", ""},
    {"find_in_what_is_said_to_be_html", {"find", "--html"}, "x <a href=y>z</a>", "y\n", ""},

    {"complete",
     {"complete", "www.example.org/x", "ftp.example.org", "gopher.example.org/1", "a@example.org", "localhost:8080/x",
      "http://a/"},
     "",
     "http://www.example.org/x\nftp://ftp.example.org\ngopher://gopher.example.org/1\nmailto:a@example.org\n"
     "http://localhost:8080/x\nhttp://a/\n",
     ""},
    {"complete_lines",
     {"complete", "--default-scheme", "https"},
     "www.example.org\n <URL:example.org> \n",
     "https://www.example.org\nhttps://example.org\n",
     ""},
    {"complete_json",
     {"complete", "--json", "<www.example.org,>"},
     "",
     R"({"input": "<www.example.org,>", "uri": "http://www.example.org", "rule": "www-host", "guess": true, )"
     R"("cleaned": [{"what": "angle-bracket", "begin": 0, "end": 1}, )"
     R"({"what": "punctuation", "begin": 16, "end": 17}, )"
     R"({"what": "angle-bracket", "begin": 17, "end": 18}]})"
     "\n",
     ""},
    {"complete_notes_white_space",
     {"complete", "www.exam ple.org", "<www.example.org >"},
     "",
     "http://www.example.org\nhttp://www.example.org\n",
     "<argument>:1:9: note: white space inside was removed\n"},
    {"complete_notes_punctuation_of_a_uri",
     {"complete", "http://a.example,", "www.a.example...", "<http://a.example/>."},
     "",
     "http://a.example\nhttp://www.a.example\nhttp://a.example/\n",
     "<argument>:1:1: note: punctuation behind the host was removed\n"},
    {"complete_makes_valid_urls",
     {"complete", "a&b@c.example", "@user@a.example", "a..b@c.example", "user@[::1]", "a name of a berth"},
     "",
     "mailto:a%26b@c.example\n",
     "<argument>:2:1: not an abbreviated reference\n<argument>:3:1: not an abbreviated reference\n"
     "<argument>:4:1: not an abbreviated reference\n<argument>:5:1: not an abbreviated reference\n",
     1},
    {"complete_refuses",
     {"complete", "a|b", "www.example.org"},
     "",
     "http://www.example.org\n",
     "<argument>:1:1: not an abbreviated reference\n",
     1},
    {"complete_wants_a_scheme",
     {"complete", "--default-scheme", "1x", "a"},
     "",
     "",
     "uniform: --default-scheme: \"1x\" is not a scheme\n`uniform complete --help` explains the options\n",
     2},
};

class find_command : public testing::TestWithParam<row> {};
TEST_P(find_command, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, find_command, testing::ValuesIn(rows), [](const auto &i) { return i.param.name; });

TEST(find, several_files) {
    const result r = shell("echo http://a/ > 1; echo '<html><a href=x>' > 2; printf 'http://b/\\nhttp://a/' > 3; "
                           "$U find 1 2 - 3 4; echo $?; $U find -u 1 3; $U find --json 3 | tail -n 1",
                           "http://in/");
    EXPECT_EQ(r.out, "http://a/\nx\nhttp://in/\nhttp://b/\nhttp://a/\nuniform: 4: No such file or directory\n3\n"
                     "http://a/\nhttp://b/\n"
                     R"({"file": "3", "text": "http://a/", "found": "http://a/", "begin": 10, "end": 19, "line": 2, )"
                     R"("column": 1, "how": "bare", "cleaned": false, "guess": false, "target": "http://a/"})"
                     "\n");
}

// A URI across the pieces in which a file is read; lines and columns far behind.
TEST(find, large_texts) {
    std::string text;
    while (text.size() < (1U << 20)) text += "nothing but words: and colons\n";
    const std::size_t lines = text.size() / 30;
    const std::string long_one = "http://a/" + std::string(300'000, 'x');
    text += "  <" + long_one + "\n>";
    const result r = run({"find", "--json"}, text);
    EXPECT_EQ(r.code, 0);
    EXPECT_NE(r.out.find("\"begin\": " + std::to_string(lines * 30 + 3)), std::string::npos);
    EXPECT_NE(r.out.find("\"line\": " + std::to_string(lines + 1) + ", \"column\": 4,"), std::string::npos);
    EXPECT_NE(r.out.find("\"found\": \"" + long_one + "\""), std::string::npos);
}

// A line is printed before the next one comes.
TEST(find, streams) {
    const result r = shell("coproc find { $U find --text; }; to=${find[1]}; from=${find[0]}; "
                           "for line in 'http://a/ x' 'http://b/ x'; do echo $line >&$to; "
                           "read -r -t 60 found <&$from; echo $found; done; exec {to}>&-; wait");
    EXPECT_EQ(r.out, "http://a/\nhttp://b/\n");
}

// No more is read than shows that the input is neither HTML nor a message.
TEST(find, streams_what_may_be_anything) {
    const result r =
        shell("for first in 'http://a/ x' '12:30 http://a/' '<URL:http://a/> x' '- http://a/' x 'See http://a/.'; "
              "do coproc find { $U find; }; to=${find[1]}; from=${find[0]}; echo \"$first http://c/ x\" >&$to; "
              "while read -r -t 60 found <&$from; do [[ $found == http://c/ ]] && echo found && break; done; "
              "exec {to}>&-; wait; done");
    EXPECT_EQ(r.out, "found\nfound\nfound\nfound\nfound\nfound\n");
}

TEST(find, guesses_are_coloured_on_a_terminal) {
    EXPECT_EQ(run_on_terminal({"find", "--abbreviated"}, "www.w3.org http://a/").out,
              "\x1b[33mwww.w3.org\x1b[0m\nhttp://a/\n");
    EXPECT_EQ(run({"find", "--abbreviated"}, "www.w3.org").out, "www.w3.org\n");
}

TEST(find, output_that_cannot_be_written) {
    const result full = shell("$U find --text > /dev/full; echo $?", "http://a/");
    EXPECT_EQ(full.out, "uniform: standard output: No space left on device\n3\n");
    EXPECT_EQ(shell("yes http://a/ | $U find --text | head -n 1").out, "http://a/\n");
}

} // namespace
} // namespace uniform::test
