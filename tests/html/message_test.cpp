// HTML in MIME messages: nested bases (RFC 3986 5.1.2, RFC 2557), and what mail looks like.

#include <uniform/html/message.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace uniform;
using html::message_part;
using html::part_problem;
using testing::ElementsAre;
using text = std::string_view;

struct read {
    std::vector<message_part> parts;
    std::vector<std::pair<std::string, std::string>> targets; // number of the part, target
    std::vector<html::reference> references;
};

read open(text message, const html::message_options &o = {}) {
    read result;
    result.parts = html::visit_message(
        message, o, [&](const message_part &p, const html::document_base &, const html::reference &r) {
            result.targets.emplace_back(p.number, r.target ? *r.target : std::string{to_string(r.target.error().code)});
            result.references.push_back(r);
            if (!p.encoded) {
                EXPECT_EQ(message.substr(r.where.offset, r.end - r.where.offset), r.written);
            }
        });
    return result;
}

// As text files have them; mail has CR LF.
std::string with_crlf(text lines) {
    std::string result;
    for (const char c : lines) result += c == '\n' ? std::string{"\r\n"} : std::string{c};
    return result;
}

// RFC 2557 9.3: a Content-Location of the outermost heading is the base of all relative references.
constexpr text outermost = R"(From: foo1@example.net
Subject: A simple example
Mime-Version: 1.0
Content-Location: http://example.com/
Content-Type: multipart/related; boundary="boundary-example";
        type="text/html"

This is the preamble.
--boundary-example
Content-Type: text/html; charset="ISO-8859-1"
Content-Transfer-Encoding: QUOTED-PRINTABLE

<IMG SRC=3D"/images/ietflogo.gif" ALT=3D"IETF lo=
go">
<a href=3D"very/=
long">
--boundary-example
Content-Location:
        http://example.com/images/ietflogo.gif
Content-Type: IMAGE/GIF
Content-Transfer-Encoding: BASE64

R0lGODlhGAGgAPEAAP
--boundary-example--
The epilogue: <a href=no>.
)";

TEST(mhtml, base_of_the_outermost_heading) {
    for (const std::string &message : {std::string{outermost}, with_crlf(outermost)}) {
        const read r = open(message);
        ASSERT_EQ(r.parts.size(), 3U);
        EXPECT_EQ(r.parts[0].content_type, "multipart/related");
        EXPECT_EQ(r.parts[0].number, "");
        EXPECT_EQ(r.parts[0].content_location, "http://example.com/");
        EXPECT_EQ(r.parts[1].number, "1");
        EXPECT_EQ(r.parts[1].parent, 0U);
        EXPECT_TRUE(r.parts[1].encoded);
        ASSERT_TRUE(r.parts[1].base);
        EXPECT_EQ(r.parts[1].base->source, base_source::entity);
        EXPECT_EQ(r.parts[2].content_type, "image/gif");
        EXPECT_EQ(r.parts[2].content_location, "http://example.com/images/ietflogo.gif"); // folded
        EXPECT_THAT(r.targets, ElementsAre(std::pair{"1", "http://example.com/images/ietflogo.gif"},
                                           std::pair{"1", "http://example.com/very/long"}));
        EXPECT_EQ(r.references.at(1).where.line, 2U); // in the decoded body
    }
}

// The heading that gives the base of an HTML part in a multipart in an enclosed message.
TEST(mhtml, nested_bases) {
    struct row {
        text message, enclosed, multipart, part, document;
        text target; // of "x"
        base_source source;
    };
    const row rows[] = {
        {"", "", "", "", "", "thismessage:/x", base_source::application}, // RFC 2557 5(e)
        {"Content-Location: http://m/a/\n", "", "", "", "", "http://m/a/x", base_source::entity},
        {"Content-Location: http://m/a/\n", "Content-Location: http://e/\n", "", "", "", "http://e/x",
         base_source::entity},
        {"Content-Location: http://m/a/\n", "", "content-location:   http://u/\n", "", "", "http://u/x",
         base_source::entity},
        {"Content-Location: http://m/a/\n", "", "Content-Location: b/\n", "Content-Location: c/d\n", "", "http://m/a/x",
         base_source::entity},
        {"Content-Base: http://m/\n", "", "", "Content-Location: c/d\n", "", "http://m/x", base_source::entity},
        // Within one heading, Content-Base comes first (RFC 2068 14.11).
        {"", "", "", "Content-Location: http://l/\nContent-Base: http://b/\n", "", "http://b/x", base_source::entity},
        {"", "", "Content-Base: http://b/\n", "Content-Location: http://l/d\n", "", "http://l/x", base_source::entity},
        {"Content-Location: http://m/\n", "", "", "Content-Location: http://p/q\n", "<base href=r/>", "http://p/r/x",
         base_source::content},
        {"Content-Location: http://m/\n", "", "", "", "<base href=http://h/>", "http://h/x", base_source::content},
        // RFC 2557 4.4.2: white space in a long one comes from folding; quotes some senders add.
        {"Content-Location: http://m/lo\n  ng/\n", "", "", "", "", "http://m/long/x", base_source::entity},
        {"Content-Location: \"http://m/\"\n", "", "", "", "", "http://m/x", base_source::entity},
        {"Content-Location: relative/\n", "", "", "", "", "thismessage:/x", base_source::application},
        {"Content-Location: http://m/\n", "", "", "Content-Location: http://[/\n", "", "http://m/x",
         base_source::entity},
        // RFC 2557 4.4.3: encoded-words.
        {"Content-Location: =?US-ASCII?Q?http:/?=\n =?us-ascii?q?=2Fm/?=\n", "", "", "", "", "http://m/x",
         base_source::entity},
        {"Content-Location: =?utf-8?B?aHR0cDovL20v?=\n", "", "", "", "", "http://m/x", base_source::entity},
        {"Content-Location: =?US-ASCII?Q?http://m/a_b/?=\n", "", "", "", "", "thismessage:/x",
         base_source::application},
        {"Content-Location: =?x?=\n", "", "", "", "", "thismessage:/x", base_source::application},
    };
    for (const row &r : rows) {
        const std::string message =
            "MIME-Version: 1.0\nContent-Type: message/rfc822\n" + std::string{r.message} + "\n" +
            "Subject: s\nContent-Type: multipart/mixed; boundary=outer\n" + std::string{r.enclosed} +
            "\n--outer\nContent-Type: Multipart/Related; boundary=\"in ner\"\n" + std::string{r.multipart} +
            "\n--in ner\nContent-Type: text/html\n" + std::string{r.part} + "\n" + std::string{r.document} +
            "<a href=x>\n--in ner--\n--outer--\n";
        SCOPED_TRACE(message);
        const read found = open(message);
        ASSERT_EQ(found.parts.size(), 4U);
        EXPECT_EQ(found.parts[3].number, "1.1.1");
        ASSERT_FALSE(found.targets.empty());
        EXPECT_EQ(found.targets.back(), (std::pair<std::string, std::string>{"1.1.1", r.target}));
        ASSERT_TRUE(found.parts[3].base);
        EXPECT_EQ(found.parts[3].base->source, r.source);
        if (found.parts[3].base->element) {
            EXPECT_EQ(message.substr(found.parts[3].base->element->offset, 2),
                      found.parts[3].base->element_value->substr(0, 2));
        }
    }
}

// The layers around the message: an HTTP response's URI, for instance.
TEST(mhtml, layers_around_the_message) {
    const std::vector<text> retrieval{"http://r/d/m.mht"};
    html::message_options o;
    o.html.around.retrieval = retrieval;
    const text message = "MIME-Version: 1.0\nContent-Type: text/html\n\n<a href=x>";
    EXPECT_THAT(open(message, o).targets, ElementsAre(std::pair{"", "http://r/d/x"}));
    o.html.around.application = "http://app/";
    EXPECT_THAT(open(message, o).targets, ElementsAre(std::pair{"", "http://r/d/x"}));
    o.html.around.retrieval = {};
    EXPECT_THAT(open(message, o).targets, ElementsAre(std::pair{"", "http://app/x"}));
}

TEST(mhtml, transfer_encodings) {
    const struct {
        text encoding, body;
        text written; // of the only reference
        part_problem problem;
        bool encoded;
    } rows[] = {
        {"7bit", "<a href=x>", "x", part_problem::none, false},
        {"8BIT", "<a href=x>", "x", part_problem::none, false},
        {"binary (as it is)", "<a href=x>", "x", part_problem::none, false},
        {"base64", "PGEgaHJl\nZj14Pg==\n", "x", part_problem::none, true},
        {"BASE64", "PGEgaHJlZj14Pi4=", "x", part_problem::none, true},
        {"base64", "PGEg*aHJlZj14Pg==", "x", part_problem::broken_encoding, true},
        {"base64", "PGEgaHJlZj14PiAgI", "x", part_problem::broken_encoding, true},
        {"quoted-printable", "<a =\n  href=3Dx>", "x", part_problem::none, true},
        {"quoted-printable", "<a href=3dx=41=  \n>", "xA", part_problem::none, true},
        {"quoted-printable", "<a href=3D'x=4'>", "x=4", part_problem::broken_encoding, true},
    };
    for (const auto &row : rows) {
        const read r = open("Content-Type: text/html\nContent-Transfer-Encoding: " + std::string{row.encoding} +
                            "\n\n" + std::string{row.body});
        SCOPED_TRACE(row.body);
        ASSERT_EQ(r.references.size(), 1U);
        EXPECT_EQ(r.references[0].value, row.written);
        EXPECT_EQ(r.parts.at(0).problem, row.problem);
        EXPECT_EQ(r.parts.at(0).encoded, row.encoded);
    }
    const read unknown = open("Content-Type: text/html\nContent-Transfer-Encoding: x-uuencode\n\n<a href=x>");
    EXPECT_TRUE(unknown.references.empty());
    EXPECT_EQ(unknown.parts.at(0).problem, part_problem::unknown_encoding);
}

TEST(mhtml, headings) {
    const struct {
        text heading;
        text content_type;
        std::size_t references;
    } rows[] = {
        {"Content-Type: text/html", "text/html", 1},
        {"CONTENT-TYPE:Text/HTML;charset=utf-8", "text/html", 1},
        {"Content-Type: (a comment) text / html (another)", "text/html", 1},
        {"Content-Type:\n text/html", "text/html", 1},
        {"Content-Type: text/html \"\"", "text/html", 1},
        {"Content-Type: application/xhtml+xml", "application/xhtml+xml", 1},
        {"Content-Type: text/plain", "text/plain", 0},
        {"Subject: none", "text/plain", 0}, // RFC 2045 5.2
        {"Content-Type: nonsense", "text/plain", 0},
        {"Content-Type: text/plain\nContent-Type: text/html", "text/plain", 0},
        {"From x@y Thu Jan 1\nContent-Type: text/html", "text/html", 1},
    };
    for (const auto &row : rows) {
        const read r = open(std::string{row.heading} + "\n\n<a href=x>");
        ASSERT_EQ(r.parts.size(), 1U) << row.heading;
        EXPECT_EQ(r.parts[0].content_type, row.content_type) << row.heading;
        EXPECT_EQ(r.references.size(), row.references) << row.heading;
    }
}

TEST(mhtml, multiparts) {
    const auto problem_of = [](text message, const html::message_options &o = {}) {
        const read r = open(message, o);
        return r.parts.empty() ? part_problem::none : r.parts.front().problem;
    };
    EXPECT_EQ(problem_of("Content-Type: multipart/mixed\n\n--b\n\nx\n--b--\n"), part_problem::no_boundary);
    EXPECT_EQ(problem_of("Content-Type: multipart/mixed; boundary=c\n\n--b\n\nx\n--b--\n"),
              part_problem::missing_boundary);
    for (const part_problem p :
         {part_problem::refused, part_problem::unknown_encoding, part_problem::broken_encoding,
          part_problem::no_boundary, part_problem::missing_boundary, part_problem::too_many, part_problem::too_deep}) {
        EXPECT_FALSE(html::message(p).empty());
    }

    // Cut off; white space after the boundary; a line that only begins like it; an empty part.
    const read r =
        open("Content-Type: multipart/mixed; boundary=b\n\n--b  \nContent-Type: text/html\n\n<a href=1>\n--bc\n"
             "<a href=2>\n--b\n--b\nContent-Type: text/html\n\n<a href=3>");
    EXPECT_THAT(r.targets, ElementsAre(std::pair{"1", "thismessage:/1"}, std::pair{"1", "thismessage:/2"},
                                       std::pair{"3", "thismessage:/3"}));

    html::message_options few;
    few.max_parts = 3;
    const text four = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b\n\n3\n--b--\n";
    EXPECT_EQ(problem_of(four, few), part_problem::too_many);
    EXPECT_EQ(open(four, few).parts.size(), 3U);
    EXPECT_EQ(open(four).parts.size(), 4U);

    std::string deep;
    for (int i = 0; i < 40; ++i) deep += "Content-Type: message/rfc822\n\n";
    const read nested = open(deep + "Content-Type: text/html\n\n<a href=x>");
    EXPECT_EQ(nested.parts.size(), 33U);
    EXPECT_EQ(nested.parts.back().problem, part_problem::too_deep);
    EXPECT_TRUE(nested.references.empty());

    html::message_options small;
    small.html.max_size = 5;
    const read large = open("Content-Type: text/html\n\n<a href=x>", small);
    EXPECT_EQ(large.parts.at(0).problem, part_problem::refused);
    EXPECT_EQ(large.parts.at(0).refusal, html::refusal::too_large);
}

// The parts of text that are not HTML, in their order, decoded.
TEST(mhtml, parts_of_text) {
    const text message = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/html\n\n"
                         "<p>\n--b\nContent-Type: text/x-y\nContent-Transfer-Encoding: base64\n\nYWJj\n--b\n"
                         "Content-Type: image/png\n\n1\n--b\nContent-Type: text/plain\n"
                         "Content-Transfer-Encoding: none\n\nx\n--b--\n";
    std::vector<std::string> bodies;
    html::message_options o;
    o.text = [&](const message_part &p, text body) {
        bodies.push_back(p.number + ' ' + p.content_type + ' ' + std::string{body});
        if (!p.encoded) {
            EXPECT_EQ(message.substr(p.begin, p.end - p.begin), body);
        }
    };
    const auto parts = html::visit_message(message, o, [](const auto &, const auto &, const auto &) {});
    EXPECT_THAT(bodies, ElementsAre("1 text/plain plain", "3 text/x-y abc"));
    ASSERT_EQ(parts.size(), 6U);
    EXPECT_EQ(parts[5].problem, part_problem::unknown_encoding);
}

TEST(mhtml, looks_like_message) {
    for (const text yes :
         {"From: a@b\r\nContent-Type:\r\n multipart/mixed\r\nSubject: x\r\n y\r\n\r\nz",
          "MIME-Version: 1.0\nContent-Transfer-Encoding: Base64\n\n", "Content-Type: text/html\n\n<p>",
          "From a@b Thu\nContent-Type:multipart/related\n\n", "Content-Type: Multipart/Related;\n boundary=x\n\n"}) {
        EXPECT_TRUE(html::looks_like_message(yes)) << yes;
    }
    for (const text no :
         {"", "MIME-Version: 1.0\n\n", "MIME-Version: 1.0\nContent-Type: text/plain\n\nhttp://a/", "Subject: x\n\ny",
          "Note: see http://a/\nMIME-Version: 1.0\nand more\n\n", "http://a/\n", "MIME-Version is 1.0\n\n",
          " MIME-Version: 1.0\n\n", "Content-Type: text/plain\n\n<p>", "<html>\nMIME-Version: 1.0\n\n"}) {
        EXPECT_FALSE(html::looks_like_message(no)) << no;
    }
}

} // namespace
