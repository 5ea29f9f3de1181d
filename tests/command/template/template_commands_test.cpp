// `uniform template COMMAND`.

#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    {"expand_with_variables_of_the_command_line",
     {"template", "expand", "--set", "nss=a/7", "--set", "nid=x", "https://archive.example/{nss}{?format}",
      "{/nid,nss}"},
     "",
     "https://archive.example/a%2F7\n/x/a%2F7\n",
     ""},
    {"expand_with_variables_of_a_file",
     {"template", "expand", "--variables", "-", "{/path*}{?query*,n,no}", "{path}"},
     R"({"path": ["a", "b", null], "query": {"x": "1", "y": ""}, "n": 12, "no": null})",
     "/a/b?x=1&y=&n=12\na,b\n",
     ""},
    {"expand_prints_numbers_as_they_are_written",
     {"template", "expand", "--variables", "-", "{n},{e},{d},{l},{o*},{m}"},
     R"({"n": 12345678901234567890123, "e":1e3, "d": 0.10,"l":[1.50 ,true],"o":{"a":-0}, "m":-1.0E+2})",
     "12345678901234567890123,1e3,0.10,1.50,true,a=-0,-1.0E%2B2\n",
     ""},
    {"expand_refuses_a_name_that_no_variable_has",
     {"template", "expand", "--set", "a-b=1", "{a}"},
     "",
     "",
     "uniform: --set: \"a-b\" is no name of a variable: letters, digits, \"_\", percent-encoded octets and single "
     "\".\" "
     "between them (varname, RFC 6570 section 2.3)\n*",
     2},
    {"expand_refuses_an_expression_as_a_name", {"template", "expand", "--set", "a*=1", "{a}"}, "", "", "*", 2},
    {"expand_refuses_such_a_name_in_a_file",
     {"template", "expand", "--variables", "-", "{a}"},
     R"({"a b": 1})",
     "",
     "uniform: <stdin>: \"a b\" is no name of a variable: *",
     2},
    {"expand_refuses_octets_that_are_no_text",
     {"template", "expand", "--set", "a=\xFF", "{a}"},
     "",
     "",
     "uniform: --set: the value of \"a\" is not UTF-8\n*",
     2},
    {"expand_names_its_limit",
     {"template", "expand", "--set", "a=" + std::string(100000, 'x'), "{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}"},
     "",
     "",
     "<argument>:1:32: the expansion is longer than 1 MiB\n",
     1},
    {"expand_refuses_what_is_no_template",
     {"template", "expand", "{a", "{=b}", "x{c:0}"},
     "",
     "",
     "<argument>:1:1: \"}\" is missing (expression, RFC 6570 section 2.2)\n<argument>:2:2: this operator is reserved "
     "for "
     "future extensions (op-reserve, RFC 6570 section 2.2)\n<argument>:3:5: a prefix has a length from 1 to 9999 "
     "(max-length, RFC 6570 section 2.4.1)\n",
     1},
    {"expand_in_json",
     {"template", "expand", "--json", "--set", "a=1", "{a}", "{"},
     "",
     "{\"input\": \"{a}\", \"valid\": true, \"expansion\": \"1\"}\n{\"input\": \"{\", \"valid\": false, \"error\": "
     "{\"offset\": "
     "0, \"production\": \"expression\", \"document\": \"RFC 6570\", \"section\": \"2.2\", \"message\": \"\\\"}\\\" is "
     "missing\"}}\n",
     "",
     1},
    {"expand_refuses_a_prefix_of_a_list",
     {"template", "expand", "--variables", "-", "{a:1}"},
     R"({"a": ["b"]})",
     "",
     "<argument>:1:2: a prefix modifier is not applicable to a list or an associative array (prefix, RFC 6570 section "
     "2.4.1)\n",
     1},
    {"expand_refuses_values_within_values",
     {"template", "expand", "--variables", "-", "{a}"},
     R"({"a": [["b"]]})",
     "",
     "uniform: <stdin>: the value of \"a\" contains an array or an object inside of another\n",
     2},
    {"match",
     {"template", "match", "https://archive.example/{nss}{?l*}", "https://archive.example/a%2F7?x=1&y=2", "https://b/"},
     "",
     "{\"nss\": \"a/7\", \"l\": {\"x\": \"1\", \"y\": \"2\"}}\n",
     "<argument>:3:9: no expansion of the template goes on here\n",
     1},
    {"match_tells_that_it_is_ambiguous",
     {"template", "match", "{a}{b}", "xy"},
     "",
     "{\"a\": \"xy\"}\n",
     "<argument>:2:1: warning: other values expand to the same URI\n"},
    {"match_in_json",
     {"template", "match", "--json", "/{a}"},
     "/%C3\n",
     "{\"input\": \"/%C3\", \"valid\": true, \"values\": {\"a\": \"\\u00c3\"}, \"ambiguous\": false, \"bytes\": "
     "true}\n",
     ""},
    {"match_does_not_print_bytes_without_a_mark",
     {"template", "match", "{a}", "%C3"},
     "",
     "",
     "<argument>:2:1: a value is not UTF-8; with --json, the values are printed and marked as bytes\n",
     1},
    {"match_names_the_limit_that_was_reached",
     {"template", "match", "{a}{b}{c}{a}{b}{c}{d}!", std::string(8192, 'x'), std::string(8193, 'x')},
     "",
     "",
     "<argument>:2: the search for the values took too many steps; the limit is 4194304\n"
     "<argument>:3: the text is longer than 8192 bytes, the limit for matching\n",
     1},
    {"match_needs_a_template", {"template", "match", "{a", "x"}, "", "", "<argument>:1:1: *\n", 2},
    {"check", {"template", "check", "/{a}", "/a b"}, "", "", "<argument>:2:3: *(literals, RFC 6570 section 2.1)\n", 1},
    {"check_in_json",
     {"template", "check", "--json", "{/a*}{?b,a}"},
     "",
     "{\"input\": \"{/a*}{?b,a}\", \"valid\": true, \"level\": 4, \"variables\": [\"a\", \"b\"]}\n",
     ""},
};

class template_commands : public testing::TestWithParam<row> {};
TEST_P(template_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, template_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

} // namespace
} // namespace uniform::test
