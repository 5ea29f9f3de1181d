// Requests as bytes: what RFC 9112 allows, what it forbids, and what smugglers send. No sockets.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "http/engine/requests.hpp"

namespace uniform::http {
namespace {

using test::requests_in;

struct row {
    const char *name;
    std::string bytes;
    std::string outcome; // see requests_in
};

std::string get(std::string_view fields) { return "GET /a HTTP/1.1\r\nHost: h\r\n" + std::string{fields} + "\r\n"; }
std::string chunked(std::string_view body) {
    return "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string{body};
}

const std::vector<row> &rows() {
    static const std::vector<row> all = {
        {"RFC 9112 2.1 a request", "GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a?b /a ?b 1\n"},
        {"RFC 9112 2.2 one empty line before", "\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a /a - 1\n"},
        {"RFC 9112 2.2 two empty lines before", "\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.2 lone LF ends the request line", "GET /a HTTP/1.1\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.2 lone LF ends a field", "GET /a HTTP/1.1\r\nHost: h\n\r\n", "400"},
        {"RFC 9112 2.2 lone LF ends the head", "GET /a HTTP/1.1\r\nHost: h\r\n\n", "400"},
        {"RFC 9112 2.2 lone LF everywhere", "GET /a HTTP/1.1\nHost: h\n\n", "400"},
        {"RFC 9112 2.2 lone LF first", "\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.2 lone CR in a value", get("A: b\rc\r\n"), "400"},
        {"RFC 9112 2.2 lone CR after the version", "GET /a HTTP/1.1\rHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.2 CR CR LF", get("A: b\r\r\n"), "400"},
        {"RFC 9112 2.2 space before the first field", "GET /a HTTP/1.1\r\n Host: h\r\n\r\n", "400"},
        {"RFC 9112 2.3 HTTP/1.0", "GET /a HTTP/1.0\r\n\r\n", "GET /a /a - 0 close\n"},
        {"RFC 9112 2.3 HTTP/1.0 that stays", "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /a /a - 0\n"},
        {"RFC 9112 2.3 HTTP/0.9", "GET /a\r\n\r\n", "400"},
        {"RFC 9110 15.6.6 HTTP/2.0", "GET /a HTTP/2.0\r\nHost: h\r\n\r\n", "505"},
        {"RFC 9110 2.5 HTTP/1.2", "GET /a HTTP/1.2\r\nHost: h\r\n\r\n", "GET /a /a - 1\n"},
        {"RFC 9110 2.5 HTTP/1.9", "GET http://h/a?b HTTP/1.9\r\nHost: h\r\n\r\n", "GET http://h/a?b /a ?b 1\n"},
        {"RFC 9110 2.5 HTTP/1.2 without Host", "GET /a HTTP/1.2\r\n\r\n", "400"},
        {"RFC 9112 2.3 HTTP/1.x", "GET /a HTTP/1.x\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.3 HTTP/1.10", "GET /a HTTP/1.10\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 2.3 http/1.1", "GET /a http/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9113 3.4 preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"},
        {"RFC 8446 5.1 a TLS record", "\x16\x03\x01\x02", "400"},
        {"RFC 9112 3 white space before the method", " GET /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3 a tab before the method", "\tGET /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3 two spaces before the target", "GET  /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3 two spaces after the target", "GET /a  HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3 a tab between", "GET\t/a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3 a space after the version", "GET /a HTTP/1.1 \r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.1 a method that is no token", "G(T /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.1 another method", "BREW /a HTTP/1.1\r\nHost: h\r\n\r\n", "BREW /a /a - 1\n"},
        {"RFC 9112 3.2 NUL in the target", std::string("GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n", 28), "400"},
        {"RFC 9112 3.2 DEL in the target", "GET /\x7f HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.2 octets above ASCII", "GET /\xc3\xa9 HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.2 Host is missing", "GET /a HTTP/1.1\r\n\r\n", "400"},
        {"RFC 9112 3.2 two Hosts", get("Host: h\r\n"), "400"},
        {"RFC 9112 3.2 Host with a path", "GET /a HTTP/1.1\r\nHost: h/x\r\n\r\n", "400"},
        {"RFC 9112 3.2 Host with userinfo", "GET /a HTTP/1.1\r\nHost: a@h\r\n\r\n", "400"},
        {"RFC 9112 3.2 Host is empty", "GET /a HTTP/1.1\r\nHost:\r\n\r\n", "GET /a /a - 1\n"},
        {"RFC 9112 3.2 Host of IPv6", "GET /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET /a /a - 1\n"},
        {"RFC 9112 3.2.1 a path that begins with two slashes", "GET //a:b?c HTTP/1.1\r\nHost: h\r\n\r\n",
         "GET //a:b?c //a:b ?c 1\n"},
        {"RFC 9112 3.2.1 slashes alone", "GET /// HTTP/1.1\r\nHost: h\r\n\r\n", "GET /// /// - 1\n"},
        {"RFC 9112 3.2.1 a URN in the path", "GET /urn:isbn:0?+r?=q HTTP/1.1\r\nHost: h\r\n\r\n",
         "GET /urn:isbn:0?+r?=q /urn:isbn:0 ?+r?=q 1\n"},
        {"RFC 9112 3.2.1 an empty query", "GET /a? HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a? /a ? 1\n"},
        {"RFC 9112 3.2.2 absolute-form", "GET http://h/a?b HTTP/1.1\r\nHost: h\r\n\r\n", "GET http://h/a?b /a ?b 1\n"},
        {"RFC 9112 3.2.2 absolute-form, no path", "GET HTTP://h?b HTTP/1.1\r\nHost: h\r\n\r\n",
         "GET HTTP://h?b / ?b 1\n"},
        {"RFC 9112 3.2.2 absolute-form, no host", "GET http:///a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.2.2 another scheme", "GET ftp://h/a HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 3.2.3 authority-form", "CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n", "CONNECT h:80 h:80 - 1\n"},
        {"RFC 9112 3.2.3 authority-form of IPv6", "CONNECT [::1]:443 HTTP/1.1\r\nHost: h\r\n\r\n",
         "CONNECT [::1]:443 [::1]:443 - 1\n"},
        {"RFC 9112 3.2.3 another method", "GET h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n", "400"},
        {"RFC 9112 3.2.4 OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "OPTIONS * * - 1\n"},
        {"RFC 9112 3.2.4 GET *", "GET * HTTP/1.1\r\nHost: h\r\n\r\n", "400"},
        {"RFC 9112 5.1 space before the colon", get("A : b\r\n"), "400"},
        {"RFC 9112 5.1 Content-Length with one", get("Content-Length : 3\r\n") + "abc", "400"},
        {"RFC 9112 5.1 no colon", get("A b\r\n"), "400"},
        {"RFC 9112 5.1 an empty name", get(": b\r\n"), "400"},
        {"RFC 9112 5.1 a name that is no token", get("A(: b\r\n"), "400"},
        {"RFC 9112 5.1 a name above ASCII", get("\xc3\xa9: b\r\n"), "400"},
        {"RFC 9110 5.5 NUL in a value", get(std::string_view("A: b\0c\r\n", 8)), "400"},
        {"RFC 9110 5.5 octets above ASCII in a value", get("A: \xc3\xa9\r\n"), "GET /a /a - 1\n"},
        {"RFC 9112 5.2 a folded field", get("A: b\r\n c\r\n"), "400"},
        {"RFC 9112 5.2 a folded Transfer-Encoding", get("Transfer-Encoding:\r\n chunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 Transfer-Encoding twice",
         get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 identity", get("Transfer-Encoding: identity\r\n"), "400"},
        {"RFC 9112 6.1 gzip, chunked", get("Transfer-Encoding: gzip, chunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 chunked, chunked", get("Transfer-Encoding: chunked, chunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 chunked in a list", get("Transfer-Encoding: ,chunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 xchunked", get("Transfer-Encoding: xchunked\r\n"), "400"},
        {"RFC 9112 6.1 a quoted one", get("Transfer-Encoding: \"chunked\"\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 vertical tab", get("Transfer-Encoding: \vchunked\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.1 Chunked", get("Transfer-Encoding: Chunked \r\n") + "0\r\n\r\n", "GET /a /a - 1 body=\n"},
        {"RFC 9112 6.1 of HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
        {"RFC 9112 6.1 both, length first", get("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
         "400"},
        {"RFC 9112 6.1 both, length last", get("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n") + "0\r\n\r\n",
         "400"},
        {"RFC 9112 6.1 both, a coding that is not known",
         get("Transfer-Encoding: x\r\nContent-Length: 5\r\n") + "0\r\n\r\n", "400"},
        {"RFC 9112 6.2 a body", get("Content-Length: 3\r\n") + "abc", "GET /a /a - 1 body=abc\n"},
        {"RFC 9112 6.2 a request after it", get("Content-Length: 3\r\n") + "abc" + get(""),
         "GET /a /a - 1 body=abc\nGET /a /a - 1\n"},
        {"RFC 9112 6.2 length 0", get("Content-Length: 0\r\n"), "GET /a /a - 1\n"},
        {"RFC 9112 6.3 two lengths", get("Content-Length: 3\r\nContent-Length: 4\r\n") + "abc", "400"},
        {"RFC 9112 6.3 the same twice", get("Content-Length: 3\r\nContent-Length: 3\r\n") + "abc", "400"},
        {"RFC 9112 6.3 a list", get("Content-Length: 3, 3\r\n") + "abc", "400"},
        {"RFC 9110 8.6 +3", get("Content-Length: +3\r\n") + "abc", "400"},
        {"RFC 9110 8.6 -3", get("Content-Length: -3\r\n") + "abc", "400"},
        {"RFC 9110 8.6 0x3", get("Content-Length: 0x3\r\n") + "abc", "400"},
        {"RFC 9110 8.6 3 3", get("Content-Length: 3 3\r\n") + "abc", "400"},
        {"RFC 9110 8.6 empty", get("Content-Length:\r\n") + "abc", "400"},
        {"RFC 9110 8.6 2^64", get("Content-Length: 18446744073709551616\r\n"), "400"},
        {"RFC 9110 8.6 more than allowed", get("Content-Length: 1001\r\n"), "413"},
        {"RFC 9110 10.1.1 another expectation", get("Expect: tea\r\n"), "417"},
        {"RFC 9112 7.1 chunks", chunked("3\r\nabc\r\n0002\r\nde\r\n0\r\n\r\n"), "POST /a /a - 1 body=abcde\n"},
        {"RFC 9112 7.1 upper and lower case", chunked("A\r\n0123456789\r\nb\r\n0123456789a\r\n0\r\n\r\n"),
         "POST /a /a - 1 body=01234567890123456789a\n"},
        {"RFC 9112 7.1 a request after it", chunked("0\r\n\r\n") + get(""), "POST /a /a - 1 body=\nGET /a /a - 1\n"},
        {"RFC 9112 7.1 no size", chunked("\r\nabc\r\n"), "400"},
        {"RFC 9112 7.1 no number", chunked("g\r\n"), "400"},
        {"RFC 9112 7.1 0x3", chunked("0x3\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 -1", chunked("-1\r\n"), "400"},
        {"RFC 9112 7.1 a space before", chunked(" 3\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 a space after", chunked("3 \r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 2^64", chunked("10000000000000000\r\n"), "400"},
        {"RFC 9112 7.1 2^64-1", chunked("ffffffffffffffff\r\n"), "413"},
        {"RFC 9112 7.1 many zeros", chunked(std::string(5000, '0') + "3\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 lone LF after the size", chunked("3\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 lone LF after the data", chunked("3\r\nabc\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 data longer than its size", chunked("3\r\nabcd\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1 more than allowed", chunked("3e8\r\n" + std::string(1000, 'x') + "\r\n1\r\n"), "413"},
        {"RFC 9112 7.1.1 an extension", chunked("3;a=b\r\nabc\r\n0;c=\"d\"\r\n\r\n"), "POST /a /a - 1 body=abc\n"},
        {"RFC 9112 7.1.1 a long one", chunked("3;a=" + std::string(300, 'b') + "\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1.1 a huge one", chunked("3;a=" + std::string(30000, 'b')), "400"},
        {"RFC 9112 7.1.1 LF in quotes", chunked("3;a=\"\n\"\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1.1 an empty one", chunked("3;\r\nabc\r\n0\r\n\r\n"), "400"},
        {"RFC 9112 7.1.2 trailers are ignored", chunked("0\r\nA: b\r\nHost: x\r\n\r\n"), "POST /a /a - 1 body=\n"},
        {"RFC 9112 7.1.2 Content-Length as one", chunked("0\r\nContent-Length: 3\r\n\r\n"), "400"},
        {"RFC 9112 7.1.2 too many", chunked("0\r\nA: " + std::string(5000, 'b') + "\r\n\r\n"), "400"},
        {"RFC 9112 9.6 close", get("Connection: close\r\n"), "GET /a /a - 1 close\n"},
        {"RFC 9112 9.6 nothing after close", get("Connection: close\r\n") + get(""), "GET /a /a - 1 close\n"},
        {"RFC 9110 15.5.15 a long target", "GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n", "414"},
        {"RFC 9110 15.5.15 an endless one", "GET /" + std::string(5000, 'a'), "414"},
        {"RFC 6585 5 long fields", get("A: " + std::string(5000, 'b') + "\r\n"), "431"},
        {"RFC 6585 5 endless fields", "GET /a HTTP/1.1\r\nHost: h\r\nA: " + std::string(5000, 'b'), "431"},
        {"RFC 6585 5 many fields", get([] {
             std::string many;
             for (int n = 0; n < 20; ++n) many += "A: b\r\n";
             return many;
         }()),
         "431"},
        {"two requests", get("") + get(""), "GET /a /a - 1\nGET /a /a - 1\n"},
        {"a wrong one after a right one", get("") + "\x01", "GET /a /a - 1\n400"},
        {"a part", "GET /a HTTP/1.1\r\nHo", "more"},
        {"nothing", "", ""},
        {"a part of a body", get("Content-Length: 3\r\n") + "ab", "GET /a /a - 1 body=ab more"},
    };
    return all;
}

TEST(engine_parser, rows) {
    for (const row &r : rows()) {
        SCOPED_TRACE(r.name);
        EXPECT_EQ(requests_in(r.bytes, {}), r.outcome);
    }
}

TEST(engine_parser, the_pieces_do_not_matter) {
    std::minstd_rand random{9112};
    for (const row &r : rows()) {
        SCOPED_TRACE(r.name);
        for (std::size_t at = 1; at < std::min<std::size_t>(r.bytes.size(), 300); ++at)
            ASSERT_EQ(requests_in(r.bytes, {at}), r.outcome) << "cut at " << at;
        for (int n = 0; n < 30; ++n) {
            std::vector<std::size_t> cuts;
            for (std::size_t at = 1 + random() % 7; at < r.bytes.size(); at += 1 + random() % (r.bytes.size() / 8 + 7))
                cuts.push_back(at);
            ASSERT_EQ(requests_in(r.bytes, cuts), r.outcome);
        }
    }
}

// One octet of a request is changed, and whatever comes of it does so for all pieces.
TEST(engine_parser, changed_octets) {
    std::minstd_rand random{9110};
    const std::vector<row> &all = rows();
    for (int n = 0; n < 100000; ++n) {
        std::string bytes = all[random() % all.size()].bytes;
        if (bytes.empty() || bytes.size() > 600) continue;
        static constexpr char nasty[] = "\r\n\t \0:;,\"/?#*\x7f\x80\xff"
                                        "0aF";
        for (auto changes = 1 + random() % 3; changes != 0; --changes)
            bytes[random() % bytes.size()] =
                random() % 2 == 0 ? nasty[random() % (sizeof nasty - 1)] : static_cast<char>(random() & 0xffU);
        std::vector<std::size_t> cuts;
        for (std::size_t at = 1 + random() % 5; at < bytes.size(); at += 1 + random() % 60) cuts.push_back(at);
        ASSERT_EQ(requests_in(bytes, {}), requests_in(bytes, cuts)) << testing::PrintToString(bytes);
    }
}

// RFC 9112 3.2, RFC 9110 7.2: by the grammar of RFC 3986.
TEST(engine_parser, hosts) {
    const auto outcome = [](std::string_view host) {
        return requests_in("GET /a HTTP/1.1\r\nHost: " + std::string{host} + "\r\n\r\n", {});
    };
    for (const std::string_view valid : {"h", "h:", "h:80", "h.example.org.", "127.0.0.1:80", "[::1]", "[::1]:8080",
                                         "[v1.a]", "a%20b", "a-_~b", "a!b"}) {
        EXPECT_EQ(outcome(valid), "GET /a /a - 1\n") << valid;
    }
    for (const std::string_view wrong : {"a:b",
                                         "[::1",
                                         "::1",
                                         "::1]",
                                         "127.0.0.1:80:80",
                                         ":80",
                                         ":",
                                         "[::1]a",
                                         "[::1]:a",
                                         "[]",
                                         "[::1]]",
                                         "a[b]",
                                         "a]",
                                         "h:-1",
                                         "h: 80",
                                         "h,h",
                                         "a%",
                                         "a%zz",
                                         "a%2",
                                         "[v1]",
                                         "[1.2.3.4]",
                                         "[::1%25eth0]",
                                         "[fe80::1%eth0]",
                                         "@h",
                                         "a b"}) {
        const bool is_list = wrong == "h,h"; // "," is a sub-delim of a reg-name
        EXPECT_EQ(outcome(wrong), is_list ? "GET /a /a - 1\n" : "400") << wrong;
    }
}

TEST(engine_parser, targets_that_are_none) {
    for (const std::string_view wrong :
         {"/a#b",        "/a\"b",         "/a<b",        "/a>b",        "/a\\b",        "/a^b",         "/a`b",
          "/a{b",        "/a|b",          "/a}b",        "/a[b",        "/a%",          "/a%2",         "/a%zz",
          "/?a#b",       "/?a[b]",        "/?%",         "a",           "?a",           "http:a",       "http:/a",
          "http://",     "http:///a",     "http://u@h/", "http://h:b/", "http://[::1/", "http://h/a b", "http://h/#f",
          "http://h/%g", "urn:example:a", "mailto:a@b"}) {
        EXPECT_EQ(requests_in("GET " + std::string{wrong} + " HTTP/1.1\r\nHost: h\r\n\r\n", {}), "400") << wrong;
    }
}

// RFC 9112 3.2.3: CONNECT has the authority-form and no other; RFC 9110 9.3.6: with a port.
TEST(engine_parser, targets_of_connect_that_are_none) {
    for (const std::string_view wrong :
         {"/",   "/x",      "*",     "http://h/", "http://h:80", "http://h:80/", "h",
          "h:",  ":80",     ":",     "u@h:80",    "h:80/",       "h:80?a",       "h:65536",
          "h:a", "h:80:80", "[::1]", "[::1:80",   "::1:80",      "a%:80",        "h:80#a"}) {
        EXPECT_EQ(requests_in("CONNECT " + std::string{wrong} + " HTTP/1.1\r\nHost: h\r\n\r\n", {}), "400") << wrong;
    }
}

// RFC 9112 3.2.2: the authority of an absolute-form replaces Host.
TEST(engine_parser, absolute_form_has_the_host) {
    const auto host_of = [](const std::string &text) {
        head h;
        std::vector<field> fields;
        std::shared_ptr<chunks> coding;
        EXPECT_FALSE(parse_head(text, h, fields, coding)) << text;
        std::string out;
        for (const field &f : fields) {
            if (f.name == "Host") out += std::string{f.value} + ";";
        }
        return out;
    };
    EXPECT_EQ(host_of("GET http://other:81/a HTTP/1.1\r\nHost: h\r\n\r\n"), "other:81;");
    EXPECT_EQ(host_of("GET http://other/a HTTP/1.0\r\n\r\n"), "other;");
    EXPECT_EQ(host_of("GET /a HTTP/1.2\r\nHost: h\r\n\r\n"), "h;");
}

TEST(engine_parser, request_ids) {
    const auto id = [](std::string_view value) {
        head h;
        std::vector<field> fields;
        std::shared_ptr<chunks> coding;
        const std::string text = get("X-Request-ID: " + std::string{value} + "\r\n");
        EXPECT_FALSE(parse_head(text, h, fields, coding));
        return std::string{h.id};
    };
    EXPECT_EQ(id("7f3a-1.b_c:D"), "7f3a-1.b_c:D");
    EXPECT_EQ(id(std::string(64, 'a')), std::string(64, 'a'));
    EXPECT_EQ(id(std::string(65, 'a')), "");
    EXPECT_EQ(id("a b"), "");
    EXPECT_EQ(id("a\"b"), "");
    EXPECT_EQ(id("<b>"), "");
    EXPECT_EQ(id(""), "");
}

} // namespace
} // namespace uniform::http
