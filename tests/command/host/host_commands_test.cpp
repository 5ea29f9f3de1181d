// `uniform host COMMAND`, and what other commands do with host names beyond US-ASCII.

#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    {"ascii",
     {"host", "ascii", "münchen.example", "MÜNCHEN.example.", "192.0.2.1", "[::1]"},
     "",
     "xn--mnchen-3ya.example\nxn--mnchen-3ya.example.\n192.0.2.1\n[::1]\n",
     ""},
    {"ascii_names_the_character",
     {"host", "ascii", "www.a_b.example", "a/b", "ä\u0378.example"},
     "",
     "",
     "<argument>:1:6: \"_\" is not allowed in a host name (UTS 46 section 4.1)\n<argument>:2:2: \"/\" is not allowed "
     "in "
     "a host name (UTS 46 section 4.1)\n<argument>:3:3: U+0378 is not allowed in a host name (UTS 46 section 4.1)\n",
     1},
    {"ascii_by_each_document",
     {"host", "ascii", "--rules", "browser", "www.a_b.example", "☕.example"},
     "",
     "www.a_b.example\nxn--53h.example\n",
     ""},
    {"ascii_by_idna_2008",
     {"host", "ascii", "--rules", "idna2008", "faß.example", "☕.example"},
     "",
     "xn--fa-hia.example\n",
     "<argument>:2:1: *(RFC 5891 section 5.4)\n",
     1},
    {"ascii_in_json",
     {"host", "ascii", "--json", "www.xn--mnchen-3ya.co.uk", "a..b"},
     "",
     "{\"input\": \"www.xn--mnchen-3ya.co.uk\", \"valid\": true, \"ascii\": \"www.xn--mnchen-3ya.co.uk\", \"unicode\": "
     "\"www.münchen.co.uk\", \"display\": \"www.münchen.co.uk\", \"registrable\": \"xn--mnchen-3ya.co.uk\", "
     "\"suffix\": \"co.uk\", \"label\": \"xn--mnchen-3ya\", \"subdomain\": \"www\", \"listed\": true, \"private\": "
     "false}\n{\"input\": \"a..b\", \"valid\": false, \"error\": {\"code\": \"invalid_name\", \"offset\": 2, "
     "\"length\": 0, \"rule\": \"label\", \"document\": \"RFC 1034\", \"section\": \"3.1\", \"message\": \"a label is "
     "empty\"}}\n",
     "",
     1},
    {"unicode", {"host", "unicode"}, "xn--mnchen-3ya.example\nexample.org\n", "münchen.example\nexample.org\n", ""},
    {"display",
     {"host", "display", "xn--mnchen-3ya.example", "xn--pple-43d.example"},
     "",
     "münchen.example\nxn--pple-43d.example\n",
     ""},
    {"display_tells_why",
     {"host", "display", "--json", "xn--pple-43d.example"},
     "",
     "{\"input\": \"xn--pple-43d.example\", \"valid\": true, \"ascii\": \"xn--pple-43d.example\", \"unicode\": "
     "\"\u0430pple.example\", \"display\": \"xn--pple-43d.example\", \"display_reason\": \"\\\"xn--pple-43d\\\": it "
     "mixes "
     "scripts\", \"registrable\": \"xn--pple-43d.example\", \"suffix\": \"example\", \"label\": "
     "\"xn--pple-43d\", \"subdomain\": null, \"listed\": false, \"private\": false}\n",
     ""},
    {"domain",
     {"host", "domain", "www.example.co.uk", "com", "192.0.2.1"},
     "",
     "example.co.uk\n",
     "<argument>:2:1: a public suffix is no registrable domain (RFC 1034 section 3.1)\n<argument>:3:1: this is no "
     "domain "
     "name (RFC 1034 section 3.1)\n",
     1},
    {"domain_is_one_text_for_each_domain",
     {"host", "domain", "EXAMPLE.CO.UK", "b\u00DCcher.de", "b\u00FCcher.de", "XN--BCHER-KVA.de."},
     "",
     "example.co.uk\nxn--bcher-kva.de\nxn--bcher-kva.de\nxn--bcher-kva.de\n",
     ""},
    {"domain_suffix", {"host", "domain", "--suffix", "www.example.co.uk", "com"}, "", "co.uk\ncom\n", ""},
    {"domain_part_suffix", {"host", "domain", "--part", "suffix", "www.example.co.uk", "com"}, "", "co.uk\ncom\n", ""},
    {"domain_label", {"host", "domain", "--part", "label", "www.B\u00DCcher.de"}, "", "xn--bcher-kva\n", ""},
    {"domain_subdomain",
     {"host", "domain", "--part", "subdomain", "a.www.example.co.uk", "example.co.uk"},
     "",
     "a.www\n\n",
     ""},
    {"domain_of_a_suffix_has_no_label",
     {"host", "domain", "--part", "label", "co.uk"},
     "",
     "",
     "<argument>:1:1: a public suffix is no registrable domain (RFC 1034 section 3.1)\n",
     1},
    {"domain_by_the_rules_of_registries",
     {"host", "domain", "--icann", "a.b.github.io", "www.example.co.uk"},
     "",
     "github.io\nexample.co.uk\n",
     ""},
    {"domain_of_a_private_rule_in_json",
     {"host", "domain", "--json", "a.b.github.io"},
     "",
     "{\"input\": \"a.b.github.io\", \"valid\": true, \"registrable\": \"b.github.io\", \"suffix\": \"github.io\", "
     "\"label\": \"b\", \"subdomain\": \"a\", \"listed\": true, \"private\": true}\n",
     ""},
    {"domain_by_a_list_that_is_not_there",
     {"host", "domain", "--suffix-list", "/no/such/list", "a.example"},
     "",
     "",
     "uniform: /no/such/list: the file cannot be read\n",
     3},
    {"domain_in_json",
     {"host", "domain", "--json", "a.example"},
     "",
     "{\"input\": \"a.example\", \"valid\": true, \"registrable\": \"a.example\", \"suffix\": \"example\", \"label\": "
     "\"a\", "
     "\"subdomain\": null, \"listed\": false, \"private\": false}\n",
     ""},

    // Other commands
    {"normalize",
     {"normalize", "--idna", "http://M%C3%9CNCHEN.example/%7Ea", "http://%FF.example/"},
     "",
     "http://xn--mnchen-3ya.example/~a\n",
     "<argument>:2:8: the host is no name: its percent-encoded octets are not UTF-8 (RFC 3986 section 3.2.2)\n",
     1},
    {"iri_to_uri",
     {"iri", "to-uri", "--idna", "http://\u00E9.example/", "http://\u00E9.xn--a/"},
     "",
     "http://xn--9ca.example/\n",
     "<argument>:2:11: the host is no name: *\n",
     1},
    {"addresses_are_addresses",
     {"host", "ascii", "[::1]", "[", "[1::2::3]", "192.0.2.1"},
     "",
     "[::1]\n192.0.2.1\n",
     "<argument>:2:1: this is no IP literal (RFC 3986 section 3.2.2)\n<argument>:3:1: this is no IP literal (RFC 3986 "
     "section 3.2.2)\n",
     1},
    {"a_browser_reads_numbers_as_addresses",
     {"host", "ascii", "--rules", "browser", "1.2.3", "0x7f.1", "\uFF11\uFF12\uFF17.1", "256.1.1.1", "[1::2::3]",
      "foo.1"},
     "",
     "1.2.0.3\n127.0.0.1\n127.0.0.1\n",
     "<argument>:4:*URL Standard section 3.5)\n<argument>:5:*URL Standard section 3.5)\n<argument>:6:*URL Standard "
     "section 3.5)\n",
     1},
    {"normalize_without_it", {"normalize", "http://M%C3%9CNCHEN.example/"}, "", "http://m%C3%9Cnchen.example/\n", ""},
    {"normalize_changes",
     {"normalize", "--idna", "--changes", "http://m%C3%BCnchen.example/"},
     "",
     "host\thttp://m%C3%BCnchen.example/\n",
     ""},
    {"compare",
     {"compare", "--idna", "http://m%C3%BCnchen.example/", "http://xn--mnchen-3ya.example/"},
     "",
     "scheme\thttp://m%C3%BCnchen.example/\thttp://xn--mnchen-3ya.example/\n",
     ""},
    {"unique",
     {"unique", "--idna"},
     "http://m%C3%BCnchen.example/\nhttp://xn--mnchen-3ya.example/\n",
     "http://m%C3%BCnchen.example/\n",
     ""},
    {"unique_by_domain",
     {"unique", "--by", "{host.registrable}", "--count"},
     "http://a.example.org/\nhttp://B.Example.ORG/x\nhttp://c.example.net/\n",
     "2\thttp://a.example.org/\n1\thttp://c.example.net/\n",
     ""},
    {"unique_by_domain_keeps_what_has_none",
     {"unique", "--by", "{host.registrable}"},
     "urn:a:b\nhttp://192.0.2.1/\nhttp://192.0.2.2/\n",
     "urn:a:b\nhttp://192.0.2.1/\nhttp://192.0.2.2/\n",
     ""},
    {"unique_by_what_is_no_template", {"unique", "--by", "{hos}"}, "", "", "uniform: --by: unknown name \"hos\"*", 2},
    {"templates",
     {"parse", "--get",
      "{host.registrable} {host.suffix} {host.label} {host.subdomain} {host:ascii} {host:unicode} {host:display} "
      "{uri:unicode}",
      "http://www.m%C3%BCnchen.co.uk/a", "http://xn--pple-43d.example/", "mailto:a"},
     "",
     "xn--mnchen-3ya.co.uk co.uk xn--mnchen-3ya www www.xn--mnchen-3ya.co.uk www.münchen.co.uk www.münchen.co.uk "
     "http://www.münchen.co.uk/a\nxn--pple-43d.example example xn--pple-43d  xn--pple-43d.example \u0430pple.example "
     "xn--pple-43d.example http://\u0430pple.example/\n       mailto:a\n",
     ""},
    {"templates_have_these_forms_of_hosts_only",
     {"parse", "--get", "{path:ascii}", "a"},
     "",
     "",
     "uniform: --get: this modifier is not allowed after path*",
     2},
    {"edit",
     {"edit", "--set-decoded", "host=münchen.example", "http://a/"},
     "",
     "http://xn--mnchen-3ya.example/\n",
     ""},
    {"edit_keeps_what_is_no_name", {"edit", "--set-decoded", "host=ä b", "http://a/"}, "", "http://%C3%A4%20b/\n", ""},
    {"url_plan_of_an_iri",
     {"url", "plan", "http://m\u00FCnchen.example/\u00E9"},
     "",
     "http://xn--mnchen-3ya.example/%C3%A9\n  host      xn--mnchen-3ya.example, port 80\n  1.        GET /%C3%A9\n"
     "  2.        Host xn--mnchen-3ya.example\n",
     ""},
    {"url_make", {"url", "make", "http", "host=münchen.example"}, "", "http://xn--mnchen-3ya.example\n", ""},
    {"complete",
     {"complete", "münchen.example", "www.bücher.example:80/straße?q=ä", "<jörg@münchen.example>"},
     "",
     "http://xn--mnchen-3ya.example\nhttp://www.xn--bcher-kva.example:80/stra%C3%9Fe?q=%C3%A4\n"
     "mailto:j%C3%B6rg@xn--mnchen-3ya.example\n",
     ""},
};

class host_commands : public testing::TestWithParam<row> {};
TEST_P(host_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, host_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(public_suffix_list, has_a_version_and_a_source) {
    const result found = run({"host", "domain", "--list-date"});
    EXPECT_EQ(found.code, 0);
    EXPECT_TRUE(std::regex_match(found.out, std::regex{"20[0-9]{2}-[0-9]{2}-[0-9]{2}_[0-9-]{8}_UTC\t.+\n"}))
        << found.out;
}

} // namespace
} // namespace uniform::test
