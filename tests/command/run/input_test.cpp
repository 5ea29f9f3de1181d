// The sources of inputs, and the end of each input.

#include <string>

#include <gtest/gtest.h>

#include "base/address_sanitizer.hpp"
#include "command/run/encoded_text.hpp"
#include "command/runner.hpp"

namespace uniform::test {
namespace {

using namespace std::string_literals;

const row rows[]{
    {"lines", {"normalize"}, "A:b\nC:d\n", "a:b\nc:d\n", ""},
    {"no_end_at_the_end", {"normalize"}, "A:b\nC:d", "a:b\nc:d\n", ""},
    {"nothing", {"normalize"}, "", "", ""},
    {"empty_lines_count", {"normalize"}, "\n\nA:b\n\na b\n", "a:b\n", "<stdin>:5:2: *\n", 1},
    {"carriage_returns", {"normalize"}, "A:b\r\n\r\nc:d\r\ne:f", "a:b\nc:d\ne:f\n", ""},
    {"one_carriage_return_only", {"normalize"}, "a:b\r\r\n", "", "<stdin>:1:4: *\n", 1},
    {"carriage_returns_are_kept_off_unique", {"unique"}, "a:b\r\na:b\n", "a:b\n", ""},
    {"byte_order_mark",
     {"normalize"},
     "\xEF\xBB\xBF"
     "A:b\n",
     "a:b\n",
     ""},
    {"utf16", {"normalize"}, in_utf16(u"A:b\r\n\nC:d\n", false), "a:b\nc:d\n", ""},
    {"utf16_big_endian", {"check", "-l", "valid"}, in_utf16(u"a:b\nx y\n", true), "a:b\n", "<stdin>:2:2: *\n", 1},
    {"utf32", {"normalize"}, in_utf32(U"A:b\nC:d", false), "a:b\nc:d\n", ""},
    {"utf32_big_endian", {"normalize"}, in_utf32(U"A:b\n", true), "a:b\n", ""},
    {"utf16_without_a_character", {"check"}, "\xFF\xFE", "", ""},
    {"utf16_letters", {"normalize"}, in_utf16(u"a:\u00E9\n", false), "", "<stdin>:1:3: *\n", 1},
    {"utf16_half_a_character",
     {"check"},
     "\xFE\xFF\0a\0:\0"s,
     "",
     "uniform: <stdin>: malformed UTF-16 at offset 6: read as U+FFFD\n<stdin>:1:3: *\n",
     1},
    {"utf16_half_a_pair",
     {"normalize"},
     "\xFF\xFEx\0:\0\x00\xD8y\0"s,
     "",
     "uniform: <stdin>: malformed UTF-16 at offset 8: read as U+FFFD\n<stdin>:1:3: *\n",
     1},
    {"utf32_above_unicode",
     {"find"},
     "\xFF\xFE\0\0\0\0\x11\0"s + in_utf32(U" http://a/", false).substr(4),
     "http://a/\n",
     "uniform: <stdin>: malformed UTF-32 at offset 4: read as U+FFFD\n"},
    {"utf16_for_get", {"get", "-f", "-"}, in_utf16(u"data:,a\ndata:,b\n", false), "ab", ""},
    {"utf32_for_get", {"get", "-f", "-"}, in_utf32(U"data:,a\n", true), "a", ""},
    {"utf8_mark_for_get",
     {"get", "-f", "-"},
     "\xEF\xBB\xBF"
     "data:,a\n",
     "a",
     ""},
    {"utf16_malformed_for_get",
     {"get", "-f", "-"},
     "\xFE\xFF\0"s,
     "",
     "uniform: <stdin>: malformed UTF-16 at offset 2: read as U+FFFD\n",
     1},
    {"no_byte_order_mark_after_all", {"check"}, "\xFE", "", "<stdin>:1:1: *\n", 1},

    {"typed",
     {"normalize", "--typed"},
     " <URL:HTTP://A/x> \n\"http://b/\"\n<>\nhttp://c/ d\n  \n",
     "http://a/x\nhttp://b/\nhttp://c/d\n",
     "<stdin>:3:1: *\n<stdin>:4:10: note: white space inside was removed\n",
     1},
    {"typed_arguments",
     {"normalize", "--typed", "--json", " <a:b\n  c> "},
     "",
     "{\"input\": \"a:bc\", \"valid\": true, \"normalized\": \"a:bc\"}\n",
     "<argument>:1:4: note: white space inside was removed\n"},
    {"typed_json_notes_white_space",
     {"complete", "--json", "--typed", "www.w3.org/a b"},
     "",
     "{\"input\": \"www.w3.org/ab\", \"uri\": \"http://www.w3.org/ab\", \"rule\": \"www-host\", \"guess\": true, "
     "\"cleaned\": []}\n",
     "<argument>:1:13: note: white space inside was removed\n"},
    {"typed_check_json_notes_white_space",
     {"check", "--json", "--typed", "a:b c"},
     "",
     "{\"input\": \"a:bc\", \"valid\": true}\n",
     "<argument>:1:4: note: white space inside was removed\n"},
    {"typed_is_suggested_for_a_template",
     {"template", "check", " http://h/{x} "},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     1},
    {"typed_is_suggested_for_a_template_to_expand",
     {"template", "expand", "<http://h/{x}>"},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     1},
    {"typed_is_suggested_for_what_a_template_matches",
     {"template", "match", "http://h/{x}", "<http://h/a>"},
     "",
     "",
     "<argument>:2:1: *; --typed removes what is around it\n",
     1},
    {"typed_is_suggested_for_a_template_to_match",
     {"template", "match", " http://h/{x}", "http://h/a"},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     2},
    {"typed_template", {"template", "match", "--typed", " http://h/{x}", " http://h/a"}, "", "{\"x\": \"a\"}\n", ""},
    {"typed_is_suggested_for_a_scheme",
     {"schemes", " http"},
     "",
     "",
     "uniform: \" http\" is not in *\nuniform: --typed removes what is around it: \" http\"\n",
     1},
    {"typed_is_suggested_for_a_nid",
     {"urn", "make", " isbn", "951-0-18435-7"},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     2},
    {"typed_nid", {"urn", "make", "--typed", " isbn", "951-0-18435-7"}, "", "urn:isbn:951-0-18435-7\n", ""},
    {"make_of_a_urn",
     {"urn", "make", " <URN:example:a> "},
     "",
     "",
     "<argument>:1:1: *; it is a URN already; `uniform urn parse --typed` reads it\n",
     2},
    {"typed_is_suggested_for_the_option_of_find",
     {"find", "--resolve", "--retrieved", "<http://h/>"},
     "<html><a href=b>1</a>",
     "",
     "*; --typed removes what is around it\n*",
     1},
    {"typed_pairs",
     {"compare", "--typed", "--pairs"},
     "<http://a/>\t \"http://a/\" \n",
     "simple\thttp://a/\thttp://a/\n",
     ""},
    {"typed_base", {"resolve", "--typed", "<http://a/b>", " c "}, "", "http://a/c\n", ""},
    {"typed_before_punctuation",
     {"normalize", "--typed", "<http://a/>.", "\xE2\x80\x9Chttp://b/\xE2\x80\x9D,"},
     "",
     "http://a/\nhttp://b/\n",
     ""},
    {"typed_before_punctuation_of_a_host",
     {"check", "--list", "valid", "--typed", "http://a.example\u2026", "http://a.example/x,"},
     "",
     "http://a.example\nhttp://a.example/x,\n",
     ""},
    {"typed_schemes",
     {"schemes", "--typed", " URL:coap:", "<urn:example:a>"},
     "",
     "coap  permanent    5683   RFC7252\nurn   permanent    -      RFC8141, registry:urn-namespaces\n",
     ""},
    {"typed_new_scheme",
     {"schemes", "--new", "--typed", "\"nosuch:\""},
     "",
     "available  nosuch                RFC 7595 section 3.8              no rule forbids it\n",
     ""},
    {"typed_namespaces",
     {"urn", "namespaces", "--typed", " <URN:nosuch:a> "},
     "",
     "",
     "uniform: \"nosuch\" is not in IANA's registry of URN namespaces\n",
     1},
    {"typed_find",
     {"find", "--typed", "--resolve", "--retrieved", " <http://h/a/>"},
     "<html><a href=b>1</a>",
     "http://h/a/b\n",
     ""},
    {"typed_urn", {"urn", "normalize", "--typed"}, "\xE2\x80\x9CURN:Example:b\xE2\x80\x9D\n", "urn:example:b\n", ""},
    {"typed_is_suggested",
     {"check", "<http://a/>", " a:b", "a b", "a:b\xC2\xA0"},
     "",
     "",
     "<argument>:1:1: \"<\" is not allowed here (path-noscheme, RFC 3986 section 3.3); --typed removes what is around "
     "it\n"
     "<argument>:2:1: a space is not allowed here (path-noscheme, RFC 3986 section 3.3); --typed removes what is "
     "around "
     "it\n"
     "<argument>:3:2: *\n<argument>:4:4: *; --typed removes what is around it\n",
     1},
    {"typed_is_suggested_in_json",
     {"check", "--json", "<http://a/>"},
     "",
     "{\"input\": \"<http://a/>\", \"valid\": false, \"error\": {\"code\": \"invalid_character\", \"offset\": 0, "
     "\"rule\": "
     "\"path-noscheme\", \"document\": \"RFC 3986\", \"section\": \"3.3\", \"message\": \"this character is not "
     "allowed "
     "here\", \"hint\": \"--typed removes what is around it\"}}\n",
     "",
     1},
    {"typed_is_suggested_for_a_pair_in_json",
     {"compare", "--json", "a:b", " a:b"},
     "",
     "{\"a\": \"a:b\", \"b\": \" a:b\", \"level\": \"syntax\", \"equivalent\": false, \"equivalent_at\": null, "
     "\"error\": "
     "{\"in\": \"b\", \"code\": \"invalid_character\", \"offset\": 0, \"rule\": \"path-noscheme\", \"document\": \"RFC "
     "3986\", \"section\": \"3.3\", \"message\": \"this character is not allowed here\", \"hint\": \"--typed removes "
     "what is "
     "around it\"}}\n",
     "",
     1},
    {"typed_is_suggested_only_for_what_would_be_a_urn",
     {"urn", "check", "<isbn:1>", "<urn:oid:1.3>"},
     "",
     "invalid  -             -         -            <isbn:1>\ninvalid  -             -         -            "
     "<urn:oid:1.3>\n",
     "<argument>:1:1: a URN begins with \"urn:\" (assigned-name, RFC 8141 section 2)\n<argument>:2:1: *; --typed "
     "removes "
     "what is around it\n",
     1},
    {"typed_is_suggested_by_explain",
     {"explain", "--json", "<urn:oid:1.3>"},
     "",
     "{\"input\": \"<urn:oid:1.3>\", \"editions\": {\"rfc3986\": {\"valid\": false, \"error\": {\"code\": "
     "\"invalid_character\", \"offset\": 0, \"rule\": \"path-noscheme\", \"document\": \"RFC 3986\", \"section\": "
     "\"3.3\", \"message\": \"this character is not allowed here\"}}, \"rfc3987\": {\"valid\": false, \"error\": "
     "{\"code\": "
     "\"invalid_character\", \"offset\": 0, \"rule\": \"ipath-noscheme\", \"document\": \"RFC 3987\", \"section\": "
     "\"2.2\", \"message\": \"this character is not allowed here\"}}, \"rfc2396bis-01\": {\"valid\": false, \"error\": "
     "{\"code\": \"invalid_character\", \"offset\": 0, \"rule\": \"rel-path\", \"document\": "
     "\"draft-fielding-uri-rfc2396bis-01\", \"section\": \"5\", \"message\": \"this character is not allowed here\"}}, "
     "\"rfc2396\": {\"valid\": false, \"error\": {\"code\": \"invalid_character\", \"offset\": 0, \"rule\": "
     "\"rel-path\", \"document\": \"RFC 2396\", \"section\": \"5\", \"message\": \"this character is not allowed "
     "here\"}}}, \"whatwg\": {\"valid\": false, \"error\": {\"code\": \"missing-scheme-non-relative-URL\", \"offset\": "
     "0, "
     "\"rule\": null, \"document\": \"URL Standard\", \"section\": null, \"message\": \"there is no scheme, and "
     "no base "
     "URL that could give one\"}}, \"notes\": [{\"code\": \"typed\", \"message\": \"--typed removes what is around "
     "it\"}]}\n",
     "",
     1},
    {"typed_is_suggested_by_lint",
     {"lint", "<urn:oid:1.3>"},
     "",
     "<argument>:1:1: error: \"<\" must be percent-encoded here (RFC 3986 section 2) [unencoded-character]\n    "
     "<urn:oid:1.3>\n    ^\n<argument>:1:13: error: \">\" must be percent-encoded here (RFC 3986 section 2) "
     "[unencoded-character]\n    <urn:oid:1.3>\n                ^\n    hint: --typed removes what is around it\n",
     "",
     1},
    {"typed_is_suggested_by_get",
     {"get", "<http://127.0.0.1/>"},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     1},
    {"typed_get", {"get", "--typed", " <data:,a%20b> "}, "", "a b", ""},
    {"get_of_a_urn_without_a_resolver",
     {"get", "urn:example:a"},
     "",
     "",
     "uniform: urn:example:a: no resolver is known of the namespace \"example\" (RFC 8141 section 4.2); --gateway "
     "urn=URL "
     "names one\n",
     1},
    {"get_of_an_unknown_kind_of_address",
     {"get", "http://[v1.a]/"},
     "",
     "",
     "uniform: http://[v1.a]/: *address mechanism not supported (RFC 3986 section 3.2.2)\n",
     1},
    {"get_of_what_is_no_name_beyond_us_ascii",
     {"get", "http://%E2%84%80.example/"}, // U+2100, which is mapped to "a/c"
     "",
     "",
     "uniform: http://%E2%84%80.example/: *this cannot be a host name: the name contains a forbidden domain code "
     "point\n",
     1},
    {"get_sends_no_zone", {"get", "http://[fe80::1%25eth0]/"}, "", "", "<argument>:1:16: *\n", 1},
    {"get_of_a_urn_that_is_none", {"get", "urn:example:"}, "", "", "<argument>:1:13: *\n", 1},
    {"typed_is_suggested_for_the_base",
     {"resolve", "<http://a/>", "b"},
     "",
     "",
     "<argument>:1:1: *; --typed removes what is around it\n",
     1},

    {"nul", {"normalize", "-0"}, "A:b\0\0C:d\n\0"s, "a:b\0\0"s, "<stdin>:3:4: *\n", 1},
    {"nul_ends_results_in_json",
     {"check", "-0", "--json", "a:b", "c\nd"},
     "",
     "{\"input\": \"a:b\", \"valid\": true}\0{\"input\": \"c\\nd\", \"valid\": false, \"error\": {\"code\": "
     "\"invalid_character\", \"offset\": 1, \"rule\": \"path-noscheme\", \"document\": \"RFC 3986\", \"section\": "
     "\"3.3\", \"message\": \"this character is not allowed here\"}}\0"s,
     "",
     1},
    {"nul_ends_the_last_results_in_json",
     {"unique", "-0", "--json", "-c", "a:b", "A:b"},
     "",
     "{\"count\": 2, \"input\": \"a:b\"}\0"s,
     ""},
    {"nul_ends_a_url_in_json",
     {"url", "make", "-0", "--json", "-e", "rfc4248", "telnet", "host=h"},
     "",
     "{\"url\": \"telnet://h/\", \"scheme\": \"telnet\", \"edition\": \"rfc4248\", \"document\": \"RFC 4248\", "
     "\"fields\": {\"user\": null, \"password\": null, \"host\": \"h\", \"port\": 23}}\0"s,
     ""},
    {"nul_without_end", {"normalize", "-0"}, "A:b\0C:d"s, "a:b\0c:d\0"s, ""},
    {"nul_in_a_line", {"normalize"}, "a:b\0c\nD:e\n"s, "d:e\n", "<stdin>:1:4: *\n", 1},
    {"arguments", {"normalize", "A:b", "", "c d"}, "not read\n", "a:b\n\n", "<argument>:3:2: *\n", 1},
    {"arguments_with_nul", {"normalize", "-0", "A:b"}, "", "a:b\0"s, ""},
    {"arguments_like_options", {"normalize", "--", "-a", "--json"}, "", "-a\n--json\n", ""},
    {"argument_with_brackets", {"normalize", "--", "//[::A]"}, "", "//[::a]\n", ""},
    {"argument_with_a_line_end", {"check", "a\nb"}, "", "", "<argument>:1:2: *\n", 1},
    {"a_list_in_brackets_is_one_argument", {"check", "[a,b]"}, "", "", "<argument>:1:1: *\n", 1},
    {"options_after_arguments",
     {"normalize", "A:b", "--json"},
     "",
     "{\"input\": \"A:b\", \"valid\": true, \"normalized\": \"a:b\"}\n",
     ""},
    {"standard_input_by_name", {"normalize", "-f", "-"}, "A:b\n", "a:b\n", ""},
    {"options_with_equals",
     {"normalize", "--level=simple", "-fx", "--file=-"},
     "A:b\n",
     "A:b\n",
     "uniform: x: No such file or directory\n",
     3},

    {"pairs",
     {"compare", "--pairs"},
     "a:b\tA:b\n\nx\na:c\ta:c\r\n",
     "case\ta:b\tA:b\nsimple\ta:c\ta:c\n",
     "<stdin>:3:2: no TAB between two fields\n",
     1},
    {"pairs_column", {"compare", "--pairs"}, "a:b\tA: b\n", "", "<stdin>:1:7: *\n", 1},
    {"pairs_second_tab", {"compare", "--pairs"}, "a:b\ta:b\tc\n", "", "<stdin>:1:8: *\n", 1},
    {"pairs_nul",
     {"compare", "-0", "--pairs"},
     "a:b\0A:b\0a:c\0a: c\0x\0"s,
     "case\ta:b\tA:b\0"s,
     "<stdin>:4:3: *\n<stdin>:5:2: a first input without a second\n",
     1},
    {"pairs_of_arguments",
     {"compare", "--pairs", "a:b", "A:b", "x"},
     "",
     "case\ta:b\tA:b\n",
     "<argument>:3:2: a first input without a second\n",
     1},
    {"pairs_with_empty_fields", {"resolve", "--pairs"}, "a:b\t\n\tb\n", "a:b\n", "<stdin>:2:1: *\n", 1},

    {"max_length", {"check", "--max-length", "3"}, "abc\nabcd\n", "", "<stdin>:2:4: *\n", 1},
    {"max_length_keeps_all_that_is_there",
     {"normalize", "--max-length", "3", "--on-error", "keep"},
     "abc\nabcd\nef\n",
     "abc\nabcd\nef\n",
     "<stdin>:2:4: *\n",
     1},
};

class input : public testing::TestWithParam<row> {};
TEST_P(input, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, input, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(files, several_each_with_its_own_lines) {
    const result r = shell("printf 'A:b\\na b' > one; printf '\\xef\\xbb\\xbfC:d\\nc d\\n' > two; "
                           "$U normalize -f one -f two -f one 2>&1");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out.find("a:b\none:2:2: "), 0U) << r.out;
    EXPECT_NE(r.out.find("\nc:d\ntwo:2:2: "), std::string::npos) << r.out;
}

TEST(files, one_that_is_missing_does_not_stop_the_others) {
    const result r = shell("echo A:b > one; $U normalize -f one -f missing -f . -f one");
    EXPECT_EQ(r.code, 3);
    EXPECT_EQ(r.out, "a:b\nuniform: missing: No such file or directory\nuniform: .: Is a directory\na:b\n");
}

TEST(files, not_together_with_arguments) {
    EXPECT_EQ(run({"normalize", "-f", "x", "y"}).code, 2);
    EXPECT_EQ(run({"resolve", "-f", "x", "a:b", "y"}).code, 2);
    EXPECT_EQ(shell("echo c > x; $U resolve -f x a:/b").out, "a:/c\n");
}

TEST(files, redirects) {
    const result good = shell("printf 'http://a/x\\thttp://b/\\n\\nhttp://b/\\thttp://c/y\\r\\n' > r; "
                              "$U normalize --level protocol --redirects r 'HTTP://A/x#f' http://z");
    EXPECT_EQ(good.out, "http://c/y#f\nhttp://z/\n");
    EXPECT_EQ(good.code, 0);
    EXPECT_EQ(
        shell("printf 'http://a/x\\thttp://b/\\n' > r; $U compare --level protocol --redirects r http://a/x http://b")
            .out,
        "protocol\thttp://a/x\thttp://b\n");
    EXPECT_EQ(shell("$U normalize --level protocol --redirects r a").code, 3);
    EXPECT_EQ(shell("touch r; $U normalize --redirects r a").code, 2);
    const result loop = shell("printf 'a:b\\ta:c\\na:c\\ta:b\\n' > r; $U normalize --level protocol --redirects r a");
    EXPECT_EQ(loop.code, 0);
    EXPECT_EQ(loop.out, "uniform: r: redirect loop, ignored (RFC 3986 section 6.2.4): a:b -> a:c -> a:b\na\n");
    EXPECT_EQ(shell("printf 'x:1\\tx:2\\na:b\\ta:c\\na:c\\ta:b\\nx:2\\ta:b\\n' > r; "
                    "$U normalize --level protocol --redirects r x:1 a:c 2>/dev/null")
                  .out,
              "a:b\na:c\n");
    EXPECT_EQ(
        shell("printf 'a:b\\tx\\n' > r; $U normalize --level protocol --redirects r a").out.find("uniform: r:1:6: "),
        0U);
    EXPECT_EQ(shell("printf 'a:b\\n' > r; $U normalize --level protocol --redirects r a").code, 2);
}

// One line of 100 MB: refused with memory that stays below it, and read where the cap allows it.
TEST(long_lines, beyond_the_cap) {
    const std::string make = "{ echo http://a; head -c 100000000 /dev/zero | tr '\\0' a; echo; echo http://b; }";
    const result r = shell(make + " | $U normalize --on-error keep");
    EXPECT_EQ(r.out, "http://a\n<stdin>:2:16777217: the text is longer than the limit\nhttp://b\n");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(shell(make + " > f; $U normalize -f f -f f 2> e | wc -l; wc -l < e").out, "4\n2\n");
    EXPECT_EQ(shell(make + " | $U normalize --max-length 128M | wc -c").out, "100000019\n");
    EXPECT_EQ(shell("head -c 100000000 /dev/zero | tr '\\0' a | $U check --list valid").code, 1);
}

TEST(long_lines, take_no_memory_beyond_the_cap) {
    if (address_sanitizer) GTEST_SKIP() << "the address sanitizer allows no limit of address space";
    const result r = shell("ulimit -v 400000; head -c 1000000000 /dev/zero | tr '\\0' a | $U normalize -t 2");
    EXPECT_EQ(r.out, "<stdin>:1:16777217: the text is longer than the limit\n");
}

TEST(long_lines, pairs_with_nul_stay_pairs) {
    const std::string two = "{ printf 'a:b\\0A:b\\0'; head -c 3000000 /dev/zero | tr '\\0' a; printf '\\0c\\0d:e\\0'; "
                            "head -c 3000000 /dev/zero | tr '\\0' a; printf '\\0f:g\\0F:g\\0'; }";
    const result r = shell(two + " | $U compare -0 --pairs --max-length 1M 2> e | tr '\\0' '\\n'; cat e");
    EXPECT_EQ(r.out, "case\ta:b\tA:b\ncase\tf:g\tF:g\n<stdin>:3:1048577: the text is longer than the limit\n"
                     "<stdin>:6:1048577: the text is longer than the limit\n");
}

// A slow source gets its answers before its end.
TEST(pipes, answers_come_at_once) {
    const result r = shell("coproc $U normalize; echo A:b >&${COPROC[1]}; read -t 10 -u ${COPROC[0]} one; "
                           "echo \"C:$one\" >&${COPROC[1]}; read -t 10 -u ${COPROC[0]} two; echo $one $two");
    EXPECT_EQ(r.out, "a:b c:a:b\n");
}

} // namespace
} // namespace uniform::test
