// IRIs in the commands: --edition rfc3987, --as iri, uniform iri, --nfc, the column of explain.

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[] = {
    {"parse_draws_characters_in_columns",
     {"parse", "--as", "iri", "http://résumé.example.org/納豆?x=é#ü"},
     "",
     "http://résumé.example.org/納豆?x=é#ü\n"
     "\\__/   \\________________/\\_/ \\_/ |\n"
     " scheme        host       |   |  fragment\n"
     "                          |   query\n"
     "                          path\n",
     ""},
    {"parse_json",
     {"parse", "--edition", "rfc3987", "--json", "//é"},
     "",
     "{\"input\": \"//é\", \"valid\": true, \"scheme\": null, \"userinfo\": null, \"host\": \"é\", \"host_type\": "
     "\"reg-name\", \"port\": null, \"path\": \"\", \"query\": null, \"fragment\": null, \"offsets\": {\"scheme\": "
     "null, \"authority\": [2, 4], \"userinfo\": null, \"host\": [2, 4], \"port\": null, \"path\": [4, 4], "
     "\"query\": null, \"fragment\": null}}\n",
     ""},
    {"parse_get", {"parse", "--as", "iri-reference", "--get", "{query.q:decoded}", "?q=%C3%A9ü"}, "", "éü\n", ""},
    {"check_names_the_character",
     {"check", "--as", "iri", "http://h/\uFFFE"},
     "",
     "",
     "<argument>:1:10: U+FFFE is not allowed here (ipath-abempty, RFC 3987 section 2.2)\n",
     1},
    {"check_names_bytes",
     {"check", "--edition", "rfc3987"},
     "http://h/\xC3\n",
     "",
     "<stdin>:1:10: these bytes are not UTF-8 (ipath-abempty, RFC 3987 section 2.2)\n",
     1},
    {"check_absolute_iri", {"check", "--as", "absolute-iri", "http://h/é#f"}, "", "", "*RFC 3987 section 2.2*", 1},
    {"check_irelative_ref", {"check", "--as", "irelative-ref", "http://h/é"}, "", "", "*RFC 3987 section 2.2*", 1},
    {"check_uris_are_iris", {"check", "--as", "iri", "http://h/%C3%A9"}, "", "", ""},
    {"check_iris_are_no_uris", {"check", "http://h/é"}, "", "", "*a byte outside US-ASCII is not allowed here*", 1},
    {"as_iri_is_the_edition", {"check", "--as", "iri", "--edition", "rfc2396", "http://h/é"}, "", "", ""},
    {"normalize",
     {"normalize", "--edition", "rfc3987", "HTTP://R%c3%a9.EXAMPLE/./%C3%A9%e2%80%ae"},
     "",
     "http://ré.example/é%E2%80%AE\n",
     ""},
    {"normalize_uris_as_before", {"normalize", "http://h/%c3%a9"}, "", "http://h/%C3%A9\n", ""},
    {"compare",
     {"compare", "--as", "iri", "http://h/é", "http://h/%c3%a9"},
     "",
     "percent\thttp://h/é\thttp://h/%c3%a9\n",
     ""},
    {"compare_without_nfc",
     {"compare", "--as", "iri", "http://h/é", "http://h/e\u0301"},
     "",
     "different\thttp://h/é\thttp://h/e\u0301\n",
     "",
     1},
    {"compare_with_nfc",
     {"compare", "--as", "iri", "--nfc", "http://h/é", "http://h/e\u0301"},
     "",
     "syntax\thttp://h/é\thttp://h/e\u0301\n",
     ""},
    {"nfc_is_of_iris",
     {"normalize", "--nfc", "http://h/a"},
     "",
     "",
     "uniform: --nfc requires --edition rfc3987 or --as iri\n*",
     2},
    {"normalize_with_nfc", {"normalize", "--as", "iri", "--nfc", "http://h/e\u0301"}, "", "http://h/é\n", ""},
    {"unique",
     {"unique", "--edition", "rfc3987"},
     "http://h/é\nhttp://h/%C3%A9\nhttp://h/ü\n",
     "http://h/é\nhttp://h/ü\n",
     ""},
    {"resolve", {"resolve", "-e", "rfc3987", "http://é/a/b", "../ü", "?あ"}, "", "http://é/ü\nhttp://é/a/b?あ\n", ""},
    {"resolve_as_iri", {"resolve", "--as", "iri", "http://é/a/b", "../ü"}, "", "http://é/ü\n", ""},
    {"resolve_as_uri", {"resolve", "--as", "uri", "http://h/a/b", "../ü"}, "", "", "*a byte outside US-ASCII*", 1},
    {"relativize_as_iri", {"relativize", "--as", "iri", "http://é/a/b", "http://é/a/ü"}, "", "ü\n", ""},
    {"lint_as_iri", {"lint", "--as", "iri", "http://h.example/é"}, "", "", ""},
    {"find_as_iri", {"find", "--as", "iri"}, "http://h/é。\n", "http://h/é\n", ""},
    {"relativize", {"relativize", "-e", "rfc3987", "http://é/a/b", "http://é/a/ü"}, "", "ü\n", ""},
    {"edit", {"edit", "--as", "iri", "--set", "path=/ü", "http://é/"}, "", "http://é/ü\n", ""},
    {"edit_names_the_character",
     {"edit", "--as", "iri", "--set", "path=/\uE000", "http://é/"},
     "",
     "",
     "*U+E000 is not allowed here*",
     1},
    {"to_uri",
     {"iri", "to-uri", "http://résumé.example.org/%7e?\uE000", "a/ü"},
     "",
     "http://r%C3%A9sum%C3%A9.example.org/%7e?%EE%80%80\na/%C3%BC\n",
     ""},
    {"to_uri_json",
     {"iri", "to-uri", "--json", "http://h/é"},
     "",
     "{\"input\": \"http://h/é\", \"valid\": true, \"uri\": \"http://h/%C3%A9\"}\n",
     ""},
    {"to_uri_with_idna",
     {"iri", "to-uri", "--idna", "http://résumé.example.org/é", "http://a­b..é/"},
     "",
     "http://xn--rsum-bpad.example.org/%C3%A9\n",
     "<argument>:2:13: the host is no name: a label is empty (RFC 1034 section 3.1)\n",
     1},
    {"to_iri_with_idna",
     {"iri", "to-iri", "--idna", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--pple-43d.example/"},
     "",
     "http://納豆.example.org/%E2%80%AE\nhttp://xn--pple-43d.example/\n",
     ""},
    {"compare_with_idna",
     {"compare", "--as", "iri", "--idna", "http://résumé.example.org", "http://xn--rsum-bpad.example.org"},
     "",
     "scheme\thttp://résumé.example.org\thttp://xn--rsum-bpad.example.org\n",
     ""},
    {"compare_with_idna_maps",
     {"compare", "--as", "iri", "--idna", "http://RÉSUMÉ.example.org", "http://xn--rsum-bpad.example.org"},
     "",
     "scheme\thttp://RÉSUMÉ.example.org\thttp://xn--rsum-bpad.example.org\n",
     ""},
    {"to_uri_of_what_is_none",
     {"iri", "to-uri"},
     "http://h/é b\nhttp://h/é\n",
     "http://h/%C3%A9\n",
     "<stdin>:1:12: a space is not allowed here (ipath-abempty, RFC 3987 section 2.2)\n",
     1},
    {"to_iri",
     {"iri", "to-iri", "http://www.example.org/D%C3%BCrst%fc%2f%e2%80%ae"},
     "",
     "http://www.example.org/Dürst%FC%2f%E2%80%AE\n",
     ""},
    {"to_iri_takes_uris", {"iri", "to-iri", "http://h/é"}, "", "", "*a byte outside US-ASCII is not allowed here*", 1},
    {"explain_has_the_column",
     {"explain", "x:é"},
     "",
     "x:é\n"
     "             rfc3986    rfc3987  rfc2396bis-01  rfc2396    whatwg\n"
     "             not valid  IRI      not valid      not valid  URL\n"
     "  scheme                x                                  x\n"
     "  path                  é                                  %C3%A9\n"
     "  rfc3986: a byte outside US-ASCII is not allowed here (path-rootless, RFC 3986 section 3.3)\n"
     "    x:é\n"
     "      ^\n"
     "  rfc2396bis-01: a byte outside US-ASCII is not allowed here (opaque-part, draft-fielding-uri-rfc2396bis-01 "
     "section 3)\n"
     "    x:é\n"
     "      ^\n"
     "  rfc2396: a byte outside US-ASCII is not allowed here (opaque-part, RFC 2396 section 3)\n"
     "    x:é\n"
     "      ^\n"
     "  note: characters beyond US-ASCII: an IRI (RFC 3987)\n",
     "",
     0},
    {"lint_reads_iris", {"lint", "--edition", "rfc3987", "http://h.example/é"}, "", "", ""},
    {"lint_reads_uris", {"lint", "--quiet", "--deny", "non-ascii", "http://h.example/é"}, "", "", "", 1},
};

class iri_commands : public testing::TestWithParam<row> {};
TEST_P(iri_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, iri_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

} // namespace
} // namespace uniform::test
