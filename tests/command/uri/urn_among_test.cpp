// URNs among URIs: what the commands for URIs make of them (docs/decisions/0006-urns-among-uris.md).

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using nlohmann::json;

const std::string mixed = "URN:EXAMPLE:%61%2c/./b?=%2c#%2c";

const row rows[]{
    // parse
    {"parse_draws_both",
     {"parse", "urn:example:weather?=op#n"},
     "",
     "urn:example:weather?=op#n\n"
     "\\_/ \\_____________/ \\_/ |\n"
     " scheme    path      |  fragment\n"
     "                     query\n"
     "    \\_____/ \\_____/  \\/ |\n"
     "       NID     NSS   |  f-component\n"
     "                     q-component\n",
     ""},
    {"parse_templates_of_urns",
     {"parse", "-g", "{host}{nid}", "urn:isbn:a", "http://h/", "urn:a"},
     "",
     "isbn\nh\n\n",
     ""},

    // normalize: only what RFC 3986 and RFC 8141 both do
    {"normalize_simple", {"normalize", "-l", "simple", mixed}, "", mixed + "\n", ""},
    {"normalize_case", {"normalize", "-l", "case", mixed}, "", "urn:EXAMPLE:%61%2C/./b?=%2C#%2C\n", ""},
    {"normalize_percent_decodes_nothing", {"normalize", "-l", "percent", mixed}, "", mixed + "\n", ""},
    {"normalize_path_removes_nothing", {"normalize", "-l", "path", mixed}, "", mixed + "\n", ""},
    {"normalize_syntax", {"normalize", mixed}, "", "urn:EXAMPLE:%61%2C/./b?=%2C#%2C\n", ""},
    {"normalize_scheme_knows_the_nid",
     {"normalize", "-l", "scheme", mixed},
     "",
     "urn:example:%61%2C/./b?=%2C#%2C\n",
     ""},
    {"normalize_as_a_uri", {"normalize", "--urn", "uri", mixed}, "", "urn:EXAMPLE:a%2C/./b?=%2C#%2C\n", ""},
    {"normalize_lexical",
     {"normalize", "--urn", "lexical", mixed, "HTTP://H/"},
     "",
     "urn:example:%61%2C/./b\nhttp://h/\n",
     ""},
    {"normalize_namespace",
     {"normalize", "--urn", "namespace", "urn:isbn:951-0-18435-7", "HTTP://H/%61"},
     "",
     "urn:isbn:9789510184356\nhttp://h/a\n",
     ""},
    // no URN of RFC 8141: any URI
    {"normalize_what_only_looks_like_one", {"normalize", "URN:a?%61"}, "", "urn:a?a\n", ""},
    {"normalize_changes",
     {"normalize", "--changes", "-l", "scheme", mixed, "urn:example:%61", "urn:Example:a"},
     "",
     "scheme,path,query,fragment\t" + mixed + "\n-\turn:example:%61\npath\turn:Example:a\n",
     ""},
    {"normalize_changes_lexical",
     {"normalize", "--changes", "--urn", "lexical", "urn:example:a?=b#c"},
     "",
     "query,fragment\turn:example:a?=b#c\n",
     ""},

    // compare
    {"compare_has_levels_for_urns",
     {"compare", "urn:isbn:951-0-18435-7", "urn:isbn:951-0-18435-7", "URN:isbn:951-0-18435-7", "urn:ISBN:951-0-18435-7",
      "urn:isbn:951-0-18435-7#x", "urn:isbn:978-951-0-18435-6", "urn:isbn:951-0-18435-8", "http://h/"},
     "",
     "simple\turn:isbn:951-0-18435-7\turn:isbn:951-0-18435-7\n"
     "case\turn:isbn:951-0-18435-7\tURN:isbn:951-0-18435-7\n"
     "scheme\turn:isbn:951-0-18435-7\turn:ISBN:951-0-18435-7\n"
     "lexical\turn:isbn:951-0-18435-7\turn:isbn:951-0-18435-7#x\n"
     "namespace\turn:isbn:951-0-18435-7\turn:isbn:978-951-0-18435-6\n"
     "different\turn:isbn:951-0-18435-7\turn:isbn:951-0-18435-8\n"
     "different\turn:isbn:951-0-18435-7\thttp://h/\n",
     "",
     1},
    {"compare_decodes_nothing", {"compare", "-q", "urn:example:a", "urn:example:%61"}, "", "", "", 1},
    {"compare_as_uris_decodes", {"compare", "-q", "--urn", "uri", "urn:example:a", "urn:example:%61"}, "", "", ""},
    {"compare_lexical_is_asked_for", {"compare", "-q", "urn:example:a", "urn:example:a#b"}, "", "", "", 1},
    {"compare_lexical", {"compare", "-q", "--urn", "lexical", "urn:example:a", "URN:EXAMPLE:a#b"}, "", "", ""},
    {"compare_namespace",
     {"compare", "-q", "--urn", "namespace", "urn:isbn:951-0-18435-7", "urn:isbn:978-951-0-18435-6"},
     "",
     "",
     ""},

    // unique
    {"unique_keeps_names_apart",
     {"unique"},
     "urn:example:a\nURN:example:a\nurn:example:%61\nurn:example:a?=q\nhttp://h/a\nhttp://h/%61\n",
     "urn:example:a\nurn:example:%61\nurn:example:a?=q\nhttp://h/a\n",
     ""},
    {"unique_lexical",
     {"unique", "--urn", "lexical"},
     "urn:example:a\nURN:EXAMPLE:a\nurn:example:%61\nurn:example:a?=q\n",
     "urn:example:a\nurn:example:%61\n",
     ""},
    {"unique_namespace",
     {"unique", "--urn", "namespace", "--count"},
     "urn:isbn:951-0-18435-7\nurn:isbn:978-951-0-18435-6\nurn:isbn:9789510184356\nhttp://h/\n",
     "3\turn:isbn:951-0-18435-7\n1\thttp://h/\n",
     ""},
};

class urn_among_uris : public testing::TestWithParam<row> {};
TEST_P(urn_among_uris, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, urn_among_uris, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(urn_among_uris_json, parse_has_an_object_for_urns) {
    const json o = json::parse(run({"parse", "--json", "URN:example:a?=q"}).out);
    EXPECT_EQ(o["urn"]["valid"], true);
    EXPECT_EQ(o["urn"]["nid"], "example");
    EXPECT_EQ(o["urn"]["nss"], "a");
    EXPECT_EQ(o["urn"]["q"], "q");
    EXPECT_EQ(o["urn"]["normalized"], "urn:example:a");
    const json none = json::parse(run({"parse", "--json", "urn:a"}).out);
    EXPECT_EQ(none["valid"], true);
    EXPECT_EQ(none["urn"]["valid"], false);
    EXPECT_EQ(none["urn"]["error"]["document"], "RFC 8141");
    EXPECT_FALSE(json::parse(run({"parse", "--json", "http://h/"}).out).contains("urn"));
}

bool has(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(explain_of_urns, shows_the_editions_and_what_is_known) {
    const std::string out = run({"explain", "URN:isbn:951-0-18435-7?=op#x"}).out;
    for (const char *part :
         {"rfc8141", "urnbis-16", "urnbis-14", "rfc2141", "not valid", "\"isbn\" is registered: formal",
          "the NSS matches its syntax", "correct: \"7\" by isbn-10-mod11", "urn:isbn:951-0-18435-7",
          "urn:isbn:9789510184356", "http://urn.fi/URN:ISBN:951-0-18435-7"}) {
        EXPECT_TRUE(has(out, part)) << part << '\n' << out;
    }
    EXPECT_FALSE(has(run({"explain", "http://h/"}).out, "rfc8141"));
}

TEST(explain_of_urns, notes_what_misleads) {
    // RFC 8141 3.2: "urn:example:%D0%B0123,z456" is not "urn:example:a123,z456"
    const json o = json::parse(run({"explain", "--json", "urn:example:%D0%B0123,z456/./%61"}).out);
    std::string codes;
    for (const json &note : o["notes"]) codes += note["code"].get<std::string>() + ' ';
    EXPECT_EQ(codes, "confusable urn_percent_encoding urn_dot_segments ");
    EXPECT_TRUE(has(o["notes"][0]["message"].get<std::string>(), "Cyrillic"));
    EXPECT_EQ(o["urn"]["display"], "\xC2\xABurn:example:\xD0\xB0"
                                   "123,z456/./%61\xC2\xBB");
    EXPECT_EQ(o["urn"]["editions"]["rfc2141"]["valid"], false);
}

} // namespace
} // namespace uniform::test
