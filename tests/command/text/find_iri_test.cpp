// IRIs in texts and in HTML: `uniform find --edition rfc3987`.

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

TEST(find_iri_command, where_they_end) {
    const result r = run({"find", "--edition", "rfc3987"}, "请看（http://例え.jp/路径）。 http://h/é, «http://ü/»\n");
    EXPECT_EQ(r.out, "http://例え.jp/路径\nhttp://h/é\nhttp://ü/\n");
    EXPECT_EQ(r.err, "");
    EXPECT_EQ(r.code, 0);
}

TEST(find_iri_command, other_editions_say_where_they_cut) {
    const result r = run({"find"}, "http://h/é\n");
    EXPECT_EQ(r.out, "http://h/\n");
    EXPECT_NE(r.err.find("é"), std::string::npos) << r.err;
}

TEST(find_iri_command, abbreviated) {
    EXPECT_EQ(run({"find", "--as", "iri", "--abbreviated", "--resolve"},
                  "see www.münchen.de/x and münchen.de and jim@münchen.de\n")
                  .out,
              "http://www.münchen.de/x\nhttp://münchen.de\nmailto:jim@münchen.de\n");
    const result r = run({"find", "--edition", "rfc3987", "--abbreviated", "--resolve"}, "see www.example.org/é。\n");
    EXPECT_EQ(r.out, "http://www.example.org/é\n");
}

// RFC 3987 5.2: the references of the format are resolved first. The URL Standard makes URIs of what stands in HTML.
TEST(find_html_iri, targets_are_uris) {
    const std::string document = "<base href=\"http://résumé.example.org/a/\"><a href=\"../ros&eacute;?é#ü\">x</a><a "
                                 "href=\"http://h/ros&#xE9;\">";
    const result r = run({"find", "--html", "--edition", "rfc3987", "--resolve"}, document);
    EXPECT_EQ(r.out, "http://xn--rsum-bpad.example.org/a/\n"
                     "http://xn--rsum-bpad.example.org/ros%C3%A9?%C3%A9#%C3%BC\n"
                     "http://h/ros%C3%A9\n");
    EXPECT_EQ(r.code, 0) << r.err;
    const result written = run({"find", "--html", "--edition", "rfc3987"}, document);
    EXPECT_EQ(written.out, "http://résumé.example.org/a/\n../rosé?é#ü\nhttp://h/rosé\n");
    const result json = run({"find", "--html", "--json", "--edition", "rfc3987"}, document);
    EXPECT_NE(json.out.find(R"("found": "../rosé?é#ü")"), std::string::npos) << json.out;
    EXPECT_NE(json.out.find(R"("target": "http://xn--rsum-bpad.example.org/ros%C3%A9?%C3%A9#%C3%BC")"),
              std::string::npos)
        << json.out;
    EXPECT_NE(run({"find", "--html", "--resolve"}, document).code, 0) << "RFC 3986";
}

// HTML 2.4.1: the URL Standard's parser, with its repairs and its failures.
TEST(find_html_iri, targets_are_those_of_browsers) {
    const std::string document = "<base href=\"http://h/p/\"><a href=\"a b\"><a href=\"x\\y\"><a href=\"c\nd\">"
                                 "<a href=\"http://é.example\"><a href=\"urn:a:b\">\n"
                                 "<a href=\"http://ex%00ample/\"><a href=\"http://h:99999/\">";
    const result r = run({"find", "--html", "--as", "iri", "--resolve"}, document);
    EXPECT_EQ(r.out,
              "http://h/p/\nhttp://h/p/a%20b\nhttp://h/p/x/y\nhttp://h/p/cd\nhttp://xn--9ca.example/\nurn:a:b\n");
    EXPECT_EQ(r.err, "<stdin>:3:17: the host is not a valid domain name (domain-to-ASCII, URL Standard)\n"
                     "<stdin>:3:48: the port exceeds 65535 (port-out-of-range, URL Standard)\n");
    EXPECT_EQ(r.code, 1);
    const result json = run({"find", "--html", "--as", "iri", "--json"}, "<a href=\"http://ex%00ample/\">");
    EXPECT_NE(json.out.find("\"target\": null, \"error\": {\"code\": \"domain-to-ASCII\""), std::string::npos)
        << json.out;
}

TEST(find_iri_command, lint_in_text) {
    const result r = run({"lint", "--in-text", "--edition", "rfc3987"}, "see http://h.example/é。\n");
    EXPECT_EQ(r.out + r.err, "");
    EXPECT_EQ(r.code, 0);
}

} // namespace
} // namespace uniform::test
