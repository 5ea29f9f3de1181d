// `uniform find` in HTML documents and in messages.

#include <string>

#include <gtest/gtest.h>

#include "base/address_sanitizer.hpp"
#include "command/runner.hpp"

namespace uniform::test {
namespace {

const std::string page =
    "<link href=early><base href=' sub/b '>\n<a href='../g&amp;h'>x</a> <a href='#s'><a href='x y'>";
const std::string no_uri = "<stdin>:2:51: a space is not allowed here (path-noscheme, RFC 3986 section 3.3)\n";

const row rows[]{
    {"references_as_they_are_read", {"find", "--html"}, page, "early\nsub/b\n../g&h\n#s\n", no_uri, 1},
    {"resolved",
     {"find", "--html", "--resolve", "--retrieved", "http://asked/", "--retrieved", "http://r/d/e"},
     page,
     "http://r/d/sub/early\nhttp://r/d/sub/b\nhttp://r/d/g&h\nhttp://r/d/sub/b#s\n",
     no_uri,
     1},
    {"html_by_its_beginning", {"find"}, "<!doctype html><a href=x>http://no/", "x\n", ""},
    {"text_if_told", {"find", "--text"}, "<!doctype html><a href=x>http://yes/", "http://yes/\n", ""},
    {"relative_without_a_base",
     {"find", "--html", "--resolve"},
     "<a href=x><a href=http://h/a/../b>",
     "http://h/b\n",
     "*",
     1},
    {"layers_from_the_inner_to_the_outer",
     {"find", "--html", "--resolve", "--content-location", "p/", "--content-location", "http://m/n", "--base",
      "http://b/"},
     "<a href=x>",
     "http://m/p/x\n",
     ""},
    // RFC 8141 4.3; drafts -16 4.3 and -14 5.3
    {"a_base_that_is_a_urn",
     {"find", "--html", "--resolve", "--base", "urn:example:a/b"},
     "<a href=c><a href=d><a href=http://h/>",
     "urn:example:a/c\nurn:example:a/d\nhttp://h/\n",
     "<stdin>: warning: the base URI is a URN; *\n"},
    {"a_base_that_is_a_urn_by_rfc8141",
     {"find", "--html", "--resolve", "-e", "rfc8141"},
     "<base href='urn:example:a/b'><a href=c>",
     "urn:example:a/b\nurn:example:a/c\n",
     ""},
    {"a_base_that_is_a_urn_by_the_drafts",
     {"find", "--html", "--resolve", "-e", "urnbis-16"},
     "<base href='urn:example:a/b'><a href=c><a href=urn:example:d>",
     "urn:example:a/b\nurn:example:d\n",
     "<stdin>:1:38: a relative reference is not resolved against a URN; * (draft-ietf-urnbis-rfc2141bis-urn-16 section "
     "4.3)\n",
     1},
    {"another_base_than_the_urn_by_the_drafts",
     {"find", "--html", "--resolve", "-e", "urnbis-14", "--content-location", "urn:example:a", "--retrieved",
      "http://h/x/y"},
     "<a href=z>",
     "http://h/x/z\n",
     ""},
    {"a_urn_is_no_base_of_what_is_not_resolved",
     {"find", "--html", "-e", "urnbis-16", "--base", "urn:example:a"},
     "<a href=c>",
     "c\n",
     ""},
    {"the_applications_base", {"find", "--html", "--resolve", "-b", "http://b/c"}, "<a href=x>", "http://b/x\n", ""},
    {"a_layer_that_is_none",
     {"find", "--html", "--content-location", "http://a b/"},
     "<a href=x>",
     "x\n",
     "<stdin>: the base URI of section 5.1.2 cannot be used: a space is not allowed here (reg-name, RFC 3986 "
     "section 3.2.2)\n",
     1},
    {"each_once", {"find", "--html", "--unique"}, "<a href=x><a href=y><img src=x>", "x\ny\n", ""},
    {"json",
     {"find", "--html", "--json", "--base", "http://b/"},
     "<p>\n<a href='&amp;x'>",
     "{\"file\": \"<stdin>\", \"text\": \"&amp;x\", \"found\": \"&x\", \"begin\": 13, \"end\": 19, \"line\": 2, "
     "\"column\": 10, "
     "\"element\": \"a\", \"attribute\": \"href\", \"base\": \"http://b/\", \"base_source\": \"application\", "
     "\"target\": \"http://b/&x\", \"same_document\": false, \"same_retrieved\": false}\n",
     ""},
    {"json_of_an_invalid_one",
     {"find", "--html", "--json"},
     "<style>a{b:url(%zz)}</style>",
     "{\"file\": \"<stdin>\", \"text\": \"%zz\", \"found\": \"%zz\", \"begin\": 15, \"end\": 18, \"line\": 1, "
     "\"column\": 16, "
     "\"element\": \"style\", \"attribute\": null, \"base\": null, \"target\": null, \"error\": {\"code\": "
     "\"invalid_percent_encoding\", \"offset\": 0, \"rule\": \"pct-encoded\", \"document\": \"RFC 3986\", \"section\": "
     "\"2.1\", \"message\": \"\\\"%\\\" is not followed by two hexadecimal digits\"}}\n",
     "*",
     1},
    {"message",
     {"find", "--resolve"},
     "MIME-Version: 1.0\nContent-Location: http://m/\nContent-Type: multipart/related; boundary=b\n\n--b\n"
     "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj14Pg==\n--b\nContent-Type: text/html\n"
     "Content-Location: http://n/\n\n<a href=y>\n--b--\n",
     "http://m/x\nhttp://n/y\n",
     ""},
    {"message_with_text",
     {"find"},
     "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nsee http://plain/ and\n--b\n"
     "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naHR0cDovL2VuY29kZWQv\n--b\n"
     "Content-Type: text/html\n\n<a href=http://html/>http://no/</a>\n--b--\n",
     "http://plain/\nhttp://encoded/\nhttp://html/\n",
     ""},
    {"message_with_text_json",
     {"find", "--json"},
     "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee\n http://a/\n--b--\n",
     "{\"file\": \"<stdin>\", \"part\": \"1\", \"encoded\": false, \"text\": \"http://a/\", \"found\": \"http://a/\", "
     "\"begin\": 53, \"end\": 62, \"line\": 6, \"column\": 2, \"how\": \"bare\", \"cleaned\": false, \"guess\": false, "
     "\"target\": \"http://a/\"}\n",
     ""},
    {"message_of_plain_text_is_text",
     {"find"},
     "MIME-Version: 1.0\nContent-Type: text/plain\nList-Help: <http://list/>\n\nhttp://a/\n",
     "http://list/\nhttp://a/\n",
     ""},
    {"mailbox_is_text",
     {"find"},
     "From a@b Thu\nContent-Type: text/html\n\n<a href=x>http://a/</a>\n\nFrom a@b Fri\n\nhttp://b/\n",
     "http://a/\nhttp://b/\n",
     ""},
    {"message_with_a_part_that_cannot_be_read",
     {"find"},
     "MIME-Version: 1.0\nContent-Type: multipart/related\n\nx",
     "",
     "<stdin>: a multipart without a boundary parameter\n",
     1},
};

class find_html : public testing::TestWithParam<row> {};
TEST_P(find_html, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, find_html, testing::ValuesIn(rows),
                         [](const auto &tested) { return tested.param.name; });

TEST(find_html_files, by_their_names) {
    EXPECT_EQ(shell("echo 'http://no/ <a href=x>' | tee a.HTML > a.txt; $U find a.HTML; $U find --text a.HTML; "
                    "$U find a.txt")
                  .out,
              "x\nhttp://no/\nhttp://no/\n");
}

// The output is not collected: a short page with a long base makes much of it.
TEST(find_html_files, output_is_not_held) {
    if (address_sanitizer) GTEST_SKIP() << "the address sanitizer allows no limit of address space";
    const result r = shell("{ printf '<base href=http://a/'; head -c 8000 /dev/zero | tr '\\0' b; printf '/>'; "
                           "yes '<a href=c>' | head -n 20000; } > p.html; ulimit -v 600000; "
                           "$U find --resolve --base http://a/ p.html | wc -c");
    EXPECT_EQ(r.out, std::to_string(8011 + 20000 * 8012) + "\n");
}

} // namespace
} // namespace uniform::test
