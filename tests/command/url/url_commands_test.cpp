// `uniform url COMMAND` and what `explain` says of URLs by their schemes.

#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    // parse
    {"parse_shows_the_parts",
     {"url", "parse", "ftp://myname@host.dom/%2Fetc/x/motd;type=a"},
     "",
     "ftp://myname@host.dom/%2Fetc/x/motd;type=a\n"
     "  ftp, RFC 3986\n"
     "  user         myname\n"
     "  host         host.dom\n"
     "  port         21\n"
     "  user_given   yes\n"
     "  cwd          /etc\n"
     "               x\n"
     "  name         motd\n"
     "  typecode     a\n",
     ""},
    {"parse_by_edition",
     {"url", "parse", "-e", "url-06", "mailto:a@b?subject=c", "http://h/{a}"},
     "",
     "mailto:a@b?subject=c\n  mailto, draft-ietf-uri-url-06\n  addr_spec    a@b?subject=c\n"
     "\nhttp://h/{a}\n  http, draft-ietf-uri-url-06\n  host         h\n  port         80\n  path         {a}\n",
     ""},
    {"parse_pairs_and_empty_values",
     {"url", "parse", "mailto:?cc=a@b&subject=&x=y"},
     "",
     "mailto:?cc=a@b&subject=&x=y\n  mailto, RFC 6068\n  subject      (empty)\n  headers      cc=a@b\n"
     "               x=y\n",
     ""},
    {"parse_prints_no_control_characters",
     {"url", "parse", "mailto:?body=%1B%5B31m"},
     "",
     "mailto:?body=%1B%5B31m\n  mailto, RFC 6068\n  body         \\x1B[31m\n",
     ""},
    {"parse_json",
     {"url", "parse", "--json", "mailto:a@b?subject=c&x=y", "telnet://h"},
     "",
     "{\"input\": \"mailto:a@b?subject=c&x=y\", \"valid\": true, \"scheme\": \"mailto\", \"edition\": \"rfc6068\", "
     "\"document\": \"RFC 6068\", \"fields\": {\"to\": [\"a@b\"], \"subject\": \"c\", \"body\": null, "
     "\"headers\": [[\"x\", \"y\"]]}}\n"
     "{\"input\": \"telnet://h\", \"valid\": true, \"scheme\": \"telnet\", \"edition\": \"rfc4248\", "
     "\"document\": \"RFC 4248\", \"fields\": {\"user\": null, \"password\": null, \"host\": \"h\", \"port\": 23}}\n",
     ""},
    {"parse_json_of_bytes",
     {"url", "parse", "--json", "data:,%FF"},
     "",
     "{\"input\": \"data:,%FF\", \"valid\": true, \"scheme\": \"data\", \"edition\": \"rfc2397\", "
     "\"document\": \"RFC 2397\", \"fields\": {\"media_type\": \"text/plain;charset=US-ASCII\", \"base64\": false, "
     "\"data\": \"\\u00ff\"}, \"bytes\": true}\n",
     ""},
    // 1994 draft 2.1, 5: a scheme may begin with a digit
    {"parse_says_what_a_scheme_of_1994_is",
     {"url", "parse", "-e", "url-06", "1a:b", "1_a:b"},
     "",
     "1a:b\n  1a, draft-ietf-uri-url-06\n  scheme       1a\n  schemepart   b\n",
     "<argument>:2:2: the text before \":\" is not a scheme: letters, digits, \"+\", \"-\" or \".\" (scheme, "
     "draft-ietf-uri-url-06 section 2.1)\n",
     1},
    {"parse_reports_with_the_rule",
     {"url", "parse", "nntp://h/a/x", "http"},
     "",
     "",
     "<argument>:1:12: * (article-number, RFC 5538 section 3)\n"
     "<argument>:2:1: * (*, draft-ietf-uri-url-06 section *)\n",
     1},
    {"parse_says_that_a_fragment_is_none_of_it",
     {"url", "parse", "http://h/a#b", "ftp://h/a#b"},
     "",
     "",
     "<argument>:1:11: a fragment is not part of the URL: leave out *\n"
     "<argument>:2:10: a fragment is not part of the URL: leave out *\n",
     1},
    {"parse_keeps", {"url", "parse", "--on-error", "keep", "a b"}, "", "a b\n", "<argument>:1:1: *\n", 1},
    // make
    {"make",
     {"url", "make", "ftp", "host=host.dom", "cwd=/etc", "cwd=x", "name=motd"},
     "",
     "ftp://host.dom/%2Fetc/x/motd\n",
     ""},
    {"make_encodes",
     {"url", "make", "mailto", "to=a%b@c", "to=d@e", "subject=Tea & cake", "headers=cc=f=@g"},
     "",
     "mailto:a%25b@c,d@e?subject=Tea%20%26%20cake&cc=f%3D@g\n",
     ""},
    {"make_breaks_lines", {"url", "make", "mailto", "to=a@b", "body=1\n2"}, "", "mailto:a@b?body=1%0D%0A2\n", ""},
    {"make_json",
     {"url", "make", "--json", "telnet", "host=h"},
     "",
     "{\"url\": \"telnet://h/\", \"scheme\": \"telnet\", \"edition\": \"rfc4248\", \"document\": \"RFC 4248\", "
     "\"fields\": {\"user\": null, \"password\": null, \"host\": \"h\", \"port\": 23}}\n",
     ""},
    {"make_of_which_scheme", {"url", "make"}, "", "", "uniform: missing argument: SCHEME\n*", 2},
    {"make_no_such_field",
     {"url", "make", "ftp", "hots=h"},
     "",
     "",
     "uniform: unknown field \"hots\" of the scheme \"ftp\": did you mean \"host\"?\n",
     2},
    {"make_lists_the_fields",
     {"url", "make", "telnet", "zzzzzz=h"},
     "",
     "",
     "uniform: unknown field \"zzzzzz\" of the scheme \"telnet\"; its fields are user password host port\n",
     2},
    {"make_no_such_scheme",
     {"url", "make", "telnte", "host=h"},
     "",
     "",
     "uniform: unknown scheme * did you mean \"telnet\"?\n",
     2},
    {"make_no_value", {"url", "make", "ftp", "host"}, "", "", "uniform: \"host\" is not of the form FIELD=VALUE\n", 2},
    {"make_twice",
     {"url", "make", "ftp", "host=a", "host=b"},
     "",
     "",
     "uniform: duplicate field \"host\": a URL of the scheme \"ftp\" has one\n",
     2},
    {"make_what_cannot_be",
     {"url", "make", "mailto", "to=nobody"},
     "",
     "",
     "uniform: no URL of the scheme \"mailto\" has these fields: * (addr-spec, RFC 6068 section 2)\n",
     1},
    {"make_an_ipv6_address_without_brackets",
     {"url", "make", "http", "host=::1"},
     "",
     "",
     "uniform: no URL of the scheme \"http\" has these fields: *; an IPv6 address is written in brackets: "
     "host=[::1]\n",
     1},
    {"make_a_file_of_an_absolute_path",
     {"url", "make", "file", "path=/a"},
     "",
     "",
     "uniform: no URL of the scheme \"file\" has these fields: *; the path begins after the \"/\" that follows the "
     "host: path=a\n",
     1},
    // 1994 draft 2.2: "All unsafe characters should always be encoded"
    {"make_encodes_what_is_unsafe",
     {"url", "make", "-e", "url-06", "http", "host=h", "path=~a/{b}%7E", "searchpart=\"<x>#\\^`"},
     "",
     "http://h/%7Ea/%7Bb%7D%7E?%22%3Cx%3E%23%5C%5E%60\n",
     ""},
    {"make_encodes_what_is_unsafe_in_data",
     {"url", "make", "-e", "url-06", "ftp", "host=h", "name=~{}|\\^[]`"},
     "",
     "ftp://h/%7E%7B%7D%7C%5C%5E%5B%5D%60\n",
     ""},
    // RFC 3986 5.2.4 and 1994 draft 3.2.2: what is made is planned as it was asked for
    {"make_refuses_a_cwd_that_would_be_removed",
     {"url", "make", "ftp", "host=h", "cwd=a", "cwd=..", "name=b"},
     "",
     "",
     "uniform: no URL of the scheme \"ftp\" has these fields: cwd=.. is a dot segment, * (RFC 3986 section 5.2.4)*\n",
     1},
    {"make_refuses_a_name_that_would_be_removed",
     {"url", "make", "ftp", "host=h", "name=."},
     "",
     "",
     "*name=. is *",
     1},
    {"make_has_dot_segments_by_1994",
     {"url", "make", "-e", "url-06", "ftp", "host=h", "cwd=a", "cwd=..", "name=b"},
     "",
     "ftp://h/a/../b\n",
     ""},
    // plan
    // 1994 draft 6: "Caution should be used when using any URL which specifies a port number other than the default"
    {"plan_cautions_about_a_port",
     {"url", "plan", "gopher://h:7070/1", "http://h:80/"},
     "",
     "gopher://h:7070/1\n"
     "  host      h, port 7070\n"
     "  caution   the port is not the scheme's default: it may belong to another protocol (draft-ietf-uri-url-06 "
     "section "
     "6)\n"
     "  1.        send \\x0D\\x0A\n"
     "\nhttp://h:80/\n  host      h, port 80\n  1.        GET /\n  2.        Host h\n",
     ""},
    // 3.4.9: the line ends of a form are its own, at Gopher's port alone
    {"plan_says_that_a_form_is_refused_for_its_port",
     {"url", "plan", "gopher://h:8025/1s%09%09+%091%0D%0A+-1%0D%0Av%0D%0A.%0D%0A"},
     "",
     "",
     "<argument>:1:12: the port is not the scheme's default: * (Security considerations, RFC 4266 section 3)\n",
     1},
    // 1994 draft 2.2: "#" should always be encoded
    {"plan_refuses_what_parse_refuses",
     {"url", "plan", "-e", "url-06", "http://h/a#b"},
     "",
     "",
     "<argument>:1:11: *\n",
     1},
    {"plan_numbers_the_steps_and_masks_the_password",
     {"url", "plan", "ftp://u:secret@host.dom/a//c;type=i"},
     "",
     "ftp://u:***@host.dom/a//c;type=i\n"
     "  host      host.dom, port 21\n"
     "  user      u\n"
     "  password  (given)\n"
     "  1.        USER u\n"
     "  2.        PASS (given)\n"
     "  3.        CWD a\n"
     "  4.        CWD \"\"\n"
     "  5.        TYPE I\n"
     "  6.        RETR c\n"
     "  also sent PWD after the login, EPSV or PASV before the transfer, and QUIT, by uniform get\n",
     ""},
    {"plan_leaves_the_fragment_out",
     {"url", "plan", "http://h/a#b", "telnet://h#x"},
     "",
     "http://h/a\n  host      h, port 80\n  1.        GET /a\n  2.        Host h\n"
     "\ntelnet://h\n  host      h, port 23\n  1.        connect\n",
     ""},
    {"plan_says_that_the_wrapper_is_none_of_it",
     {"url", "plan", "URL:http://h/", "<url:http://h/>"},
     "",
     "",
     "<argument>:1:1: *leave them out*\n<argument>:2:1: *leave them out*\n",
     1},
    {"plan_of_words",
     {"url", "plan", "nntp://h/a%20b"},
     "",
     "",
     "<argument>:1:11: a space or control character in an argument *\n",
     1},
    {"plan_json",
     {"url", "plan", "--json", "ftp://u:secret@h/a"},
     "",
     "{\"input\": \"ftp://u:secret@h/a\", \"valid\": true, \"scheme\": \"ftp\", \"edition\": \"rfc3986\", "
     "\"document\": \"RFC 3986\", \"host\": \"h\", \"port\": 21, \"unusual_port\": false, \"address\": null, "
     "\"rare_address\": false, \"address_use\": null, \"local\": false, \"credentials\": \"given\", "
     "\"user\": \"u\", \"password\": \"secret\", \"steps\": [{\"command\": \"USER\", \"argument\": \"u\"}, "
     "{\"command\": \"PASS\", \"argument\": \"secret\"}, {\"command\": \"TYPE\", \"argument\": \"I\"}, "
     "{\"command\": \"RETR\", \"argument\": \"a\"}], "
     "\"also_sent\": [\"PWD\", \"EPSV\", \"PASV\", \"QUIT\"], \"concerns\": []}\n",
     ""},
    // RFC 3986 7.3, 7.4
    {"plan_shows_the_address",
     {"url", "plan", "http://0x7f.1/", "gopher://10.0.0.1/1", "http://8.8.8.8/", "http://134744072/"},
     "",
     "http://0x7f.1/\n  host      0x7f.1, port 80\n"
     "  address   127.0.0.1, written in a rare form (RFC 3986 section 7.4), a loopback address: the machine that reads "
     "the identifier (RFC 1122 section 3.2.1.3)\n"
     "  1.        GET /\n  2.        Host 0x7f.1\n"
     "\ngopher://10.0.0.1/1\n  host      10.0.0.1, port 70\n"
     "  address   10.0.0.1, an address of a private network (RFC 1918 section 3)\n  1.        send \\x0D\\x0A\n"
     "\nhttp://8.8.8.8/\n  host      8.8.8.8, port 80\n  1.        GET /\n  2.        Host 8.8.8.8\n"
     "\nhttp://134744072/\n  host      134744072, port 80\n"
     "  address   8.8.8.8, written in a rare form (RFC 3986 section 7.4)\n"
     "  1.        GET /\n  2.        Host 134744072\n",
     ""},
    {"plan_shows_bytes_escaped",
     {"url", "plan", "gopher://h/7a%09b"},
     "",
     "gopher://h/7a%09b\n  host      h, port 70\n  1.        send a\\x09b\\x0D\\x0A\n",
     ""},
    {"plan_refuses_what_section_6_warns_of",
     {"url", "plan", "gopher://h:25/0a", "ftp://h/a%0D%0Ab"},
     "",
     "",
     "<argument>:1:12: *\n<argument>:2:10: *\n",
     1},
    {"plan_of_another_news_server",
     {"url", "plan", "--news-server", "n.example:1119", "news:a.b"},
     "",
     "news:a.b\n  host      n.example, port 1119\n  1.        GROUP a.b\n",
     ""},
    {"plan_of_what_has_none", {"url", "plan", "ldap://h/"}, "", "", "<argument>:1:1: *\n", 1},
    // explain
    {"explain_a_reserved_scheme",
     {"explain", "MID:a"},
     "",
     "MID:a\n"
     "             rfc3986  rfc3987  rfc2396bis-01  rfc2396     whatwg\n"
     "             URI      IRI      opaque URI     opaque URI  URL\n"
     "  scheme     MID      MID      MID            MID         mid\n"
     "  path       a        a        a              a           a\n"
     "             rfc1738  url-06\n"
     "             URL      URL\n"
     "  scheme     MID      MID\n"
     "  schemepart a        a\n"
     "  scheme     \"MID\" is reserved: message identifiers for electronic mail (draft-ietf-uri-url-06 section 4)\n"
     "  note: not in normal form: mid:a\n",
     ""},
};

class url_commands : public testing::TestWithParam<row> {};
TEST_P(url_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, url_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(url_commands, explain_puts_the_documents_of_a_scheme_side_by_side) {
    const result r = run({"explain", "mailto:a@b?subject=c"});
    EXPECT_NE(r.out.find("             rfc6068  rfc1738        url-06\n"
                         "             URL      URL            URL\n"
                         "  to         \"a@b\"    -              -\n"
                         "  subject    c        -              -\n"
                         "  addr_spec  -        a@b?subject=c  a@b?subject=c\n"),
              std::string::npos)
        << r.out;
    EXPECT_EQ(r.code, 0);
}

TEST(url_commands, explain_by_one_edition) { // 1994 draft 5: a later scheme is otherurl
    const result r = run({"explain", "-e", "url-06", "https://h/a"});
    EXPECT_NE(r.out.find("             url-06\n"
                         "             URL\n"
                         "  scheme     https\n"
                         "  schemepart //h/a\n"),
              std::string::npos)
        << r.out;
    EXPECT_EQ(r.out.find("rfc9110"), std::string::npos) << r.out;
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(run({"explain", "-e", "url-06", "gopher://h.x/1{a}"}).code, 0);
    EXPECT_EQ(run({"explain", "-e", "rfc1738", "gopher://h.x/1{a}"}).code, 1);
    EXPECT_EQ(run({"explain", "-e", "rfc3986", "gopher://h.x/1{a}"}).code, 1);
}

TEST(url_commands, explain_takes_what_only_a_document_about_urls_takes) {
    EXPECT_EQ(run({"explain", "gopher://h.x/1{a}"}).code, 0);
    EXPECT_EQ(run({"explain", "gopher://h.x/1<a>"}).code, 1);
    const result r = run({"explain", "--json", "gopher://h.x/1{a}"});
    EXPECT_NE(r.out.find("\"url\": {\"scheme\": \"gopher\", \"standing\": \"specified\", \"editions\": {\"rfc4266\": "
                         "{\"valid\": false, \"error\": {"),
              std::string::npos)
        << r.out;
    EXPECT_NE(r.out.find("\"url-06\": {\"valid\": true, \"fields\": {\"host\": \"h.x\", \"port\": 70, "
                         "\"gophertype\": \"1\", \"selector\": \"{a}\", \"search\": null, \"gopher_plus\": null}}"),
              std::string::npos)
        << r.out;
    EXPECT_EQ(run({"explain", "--json", "foo:a"}).out.find("\"url\""), std::string::npos);
    // Section 5 of both documents: the draft alone has "national" in an otherurl.
    for (const std::string scheme : {"afs", "foo"}) {
        const result both = run({"explain", scheme + ":{x}"});
        EXPECT_NE(both.out.find("rfc1738    url-06"), std::string::npos) << both.out;
        EXPECT_NE(both.out.find("rfc1738: \"{\" is not allowed here"), std::string::npos) << both.out;
    }
}

TEST(url_commands, the_environment_names_the_news_server) {
    const result r = shell("NNTPSERVER=n.example $U url plan news:a@b");
    EXPECT_EQ(r.out, "news:a@b\n  host      n.example, port 119\n  1.        ARTICLE <a@b>\n");
    EXPECT_EQ(shell("unset NNTPSERVER; $U url plan news:a@b 2>&1 | wc -l").out, "1\n");
}

TEST(get, reads_from_a_gateway) {
    // draft-ietf-uri-url-06 4; a data URL answers without a server
    EXPECT_EQ(run({"get", "--gateway", "WAIS=data:,got%20{}!", "wais://h.x/db?a%20b"}).out, "got wais://h.x/db?a%20b!");
    EXPECT_EQ(run({"get", "--gateway", "wais=data:,", "Wais://h.x/db"}).out, "Wais://h.x/db");
    EXPECT_EQ(run({"get", "--gateway", "news=data:,", "data:,direct"}).out, "direct");
    EXPECT_EQ(run({"get", "--gateway", "wais=http://[", "wais://h.x/db"}).code, 2);
    EXPECT_EQ(run({"get", "--gateway", "wa is=http://h/", "wais://h.x/db"}).code, 2);
    EXPECT_EQ(run({"get", "--gateway", "wais=data:,", "-f", "-"}, "\n \n").err,
              "uniform: nothing to get: there is no URL in the input\n");
    EXPECT_EQ(run({"get", "-f", "-"}, "").code, 1);
    EXPECT_EQ(run({"get", "--gateway", "wais", "wais://h.x/db"}).code, 2);
}

TEST(get, says_that_a_file_is_of_another_machine) {
    const result r = run({"get", "file://other.example/etc/x"});
    EXPECT_EQ(r.err, "<argument>:1:8: the host \"other.example\" is not this machine, and a file URL gives no way to "
                     "access another\n");
    EXPECT_EQ(r.code, 1);
}

TEST(get, gives_a_gateway_no_invalid_url) {
    for (const char *wrong : {"wais://h.x/a b", "wais:h", "wais://h.x/db%0D%0Ax", "wais://h.x:70000/db"}) {
        const result r = run({"get", "--gateway", "wais=data:,got%20", wrong});
        EXPECT_EQ(r.code, 1) << wrong;
        EXPECT_EQ(r.out, "");
        EXPECT_TRUE(r.err.starts_with("<argument>:1:")) << r.err;
    }
}

TEST(get, claims_nothing_that_it_did_not_fetch) {
    for (const char *url : {"telnet://h.x/", "mailto:a@b.x", "wais://h.x/db?a", "prospero://h.x/a"}) {
        const result r = run({"get", url});
        EXPECT_EQ(r.code, 1) << url;
        EXPECT_EQ(r.out, "");
        EXPECT_NE(r.err.find(": not fetched: "), std::string::npos) << r.err;
        EXPECT_EQ(shell("$U get -q -o file " + std::string{url} + "; ls").out, "");
    }
}

} // namespace
} // namespace uniform::test
