// gopher URLs: draft-ietf-uri-url-06 3.4, 5; RFC 1738 3.4, 5; RFC 4266.
#include <uniform/url/gopher.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

// host, port, whether "/", gtype, selector, search, gopher+ string; all as written
std::string written(const gopherurl_view &u) {
    return std::string{u.login.host} + ' ' + shown(u.login.port) + (u.slash ? " / " : " . ") + shown(u.gtype) + ' ' +
           shown(u.selector) + ' ' + shown(u.search) + ' ' + shown(u.gopher_plus_string);
}

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected; ///< as written, or why not
    std::vector<edition> by = {url_06, rfc1738, rfc4266};
};

const reading readings[]{
    {"3.4.1: all may be left out", "gopher://h.x", "h.x - . - - - -"},
    {"3.4.1", "gopher://h.x/", "h.x - / - - - -"},
    {"2.1", "GOPHER://h.x:70/1", "h.x 70 / 1 '' - -"},
    {"3.4.1: the type twice", "gopher://h.x:7070/00a", "h.x 7070 / 0 0a - -"},
    {"3.4.2", "gopher://h.x/7sel%09word", "h.x - / 7 sel word -"},
    {"3.4.2", "gopher://h.x/7sel%09", "h.x - / 7 sel '' -"},
    {"3.4.3: the search may be empty", "gopher://h.x/1sel%09%09+", "h.x - / 1 sel '' +"},
    {"3.4.3", "gopher://h.x/7%09%09", "h.x - / 7 '' '' ''"},
    {"3.4.9: more tabs are the string's", "gopher://h.x/1s%09%09+%091%0D%0A", "h.x - / 1 s '' +%091%0D%0A"},
    {"5: gtype = xchar, an escape too", "gopher://h.x/%31a", "h.x - / %31 a - -"},
    {"5: even this one", "gopher://h.x/%09a", "h.x - / %09 a - -"},
    {"5: an escaped % is no tab", "gopher://h.x/1a%2509b", "h.x - / 1 a%2509b - -"},
    {"5: selector = *xchar", "gopher://h.x//a/b?c;d:e@f&g=h", "h.x - / / a/b?c;d:e@f&g=h - -"},
    {"3.4.1: nothing more is reserved", "gopher://h.x/7a%09b/c?d", "h.x - / 7 a b/c?d -"},
    {"5: national", "gopher://h.x/1a~b|c", "h.x - / 1 a~b|c - -", {url_06}},
    {"5: no national in unreserved", "gopher://h.x/1a~b", "invalid_character@15 selector", {rfc1738}},
    {"RFC 3986 2.3", "gopher://h.x/1a~b", "h.x - / 1 a~b - -", {rfc4266}},
    {"RFC 3986 3.2.2", "gopher://[::1]/1", "[::1] - / 1 '' - -", {rfc4266}},
    {"5: hostport", "gopher://[::1]/1", "invalid_character@9 hostname", {url_06}},
    {"5: no user", "gopher://u@h.x/1", "unexpected_userinfo@9 hostport", {url_06, rfc1738}},
    {"RFC 4266 2.1: no user", "gopher://u@h.x/1", "unexpected_userinfo@9 authority", {rfc4266}},
    {"5: the host is demanded", "gopher:///1", "missing_host@9 host"},
    {"5", "gopher:/h.x/", "missing_part@7 gopherurl"},
    {"2.2", "gopher://h.x/1a%9", "invalid_percent_encoding@15 escape", {url_06, rfc1738}},
    {"2.2", "gopher://h.x/1a b", "invalid_character@15 selector"},
    {"2.2", "gopher://h.x/7a%09 ", "invalid_character@18 search"},
    {"2.2", "gopher://h.x/7a%09%09\t", "invalid_character@21 gopher+_string"},
    {"2.2", "gopher://h.x/ ", "invalid_character@13 gtype", {url_06, rfc1738}},
    {"RFC 3986 3.5", "gopher://h.x/1a#b", "unexpected_fragment@15 selector", {rfc4266}},
    {"5", "gopher://h.x:7x/", "invalid_port@14 port", {url_06, rfc1738}},
    {"5", "http://h.x/", "invalid_scheme@0 scheme"},
};

TEST(gopher, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_gopherurl(r.text, {.edition = e});
            EXPECT_EQ(url ? written(*url) : why(url), r.expected) << r.source << ": " << r.text << " " << to_string(e);
            if (url) {
                EXPECT_EQ(url->edition, e);
            }
        }
    }
}

TEST(gopher, is_refused_when_too_long) {
    EXPECT_EQ(why(parse_gopherurl("gopher://h.x", {.max_length = 5})), "too_long@5 ");
    EXPECT_TRUE(parse_gopherurl("gopher://h.x", {.max_length = 12}));
}

TEST(gopher, parts_are_decoded_and_defaults_are_there) {
    const auto parts = [](std::string_view text) { return parts_of(parse_gopherurl(text).value()); };
    EXPECT_EQ(parts("gopher://h"), (gopherurl_parts{.host = "h"}));
    EXPECT_EQ(parts("gopher://h/%31a%20b%09c%2Fd%09%2B%09"),
              (gopherurl_parts{.host = "h", .selector = "a b", .search = "c/d", .gopher_plus = "+\t"}));
    EXPECT_EQ(parts("gopher://h:70/9").port, 70);
}

TEST(gopher, made_urls) {
    const struct {
        gopherurl_parts parts;
        std::string_view url; ///< or why not
    } rows[]{
        {{.host = "h"}, "gopher://h/"},
        {{.host = "h", .port = 70, .selector = "a b"}, "gopher://h:70/1a%20b"},
        {{.host = "h", .gophertype = '7', .selector = "s", .search = "a/b?"}, "gopher://h/7s%09a%2Fb%3F"},
        {{.host = "h", .search = "", .gopher_plus = "?"}, "gopher://h/1%09%09%3F"},
        {{.host = "h", .search = "", .gopher_plus = "+\t1\r\n"}, "gopher://h/1%09%09+%091%0D%0A"},
        {{.host = "[::1]", .selector = "a~b"}, "gopher://[::1]/1a~b"},
        {{.host = ""}, "missing_host@0 host"},
        {{.host = "h", .gopher_plus = "+"}, "missing_part@10 search"},
        {{.host = "h", .selector = "a\tb"}, "invalid_character@10 selector"},
        {{.host = "h", .selector = "a\rb"}, "invalid_character@10 selector"}, // 3.4.1
        {{.host = "h", .selector = "\n"}, "invalid_character@10 selector"},
        {{.host = "h", .search = "\t"}, "invalid_character@10 search"},
    };
    for (const auto &r : rows) {
        const auto url = make_gopherurl(r.parts);
        EXPECT_EQ(url ? *url : why(url), r.url);
        if (url) {
            EXPECT_EQ(parts_of(parse_gopherurl(*url).value()), r.parts);
        }
    }
    // "~" is no character of RFC 1738's
    EXPECT_EQ(make_gopherurl({.host = "h", .selector = "~"}, {.edition = rfc1738}), "gopher://h/1%7E");
}

RC_GTEST_PROP(gopher_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc4266);
    gopherurl_parts p{.host = *hosts(), .port = *ports(), .gophertype = *rc::gen::arbitrary<char>()};
    p.selector = *bytes();
    if (*rc::gen::arbitrary<bool>()) p.search = *bytes();
    if (p.search && *rc::gen::arbitrary<bool>()) p.gopher_plus = *bytes();
    const auto url = make_gopherurl(p, {.edition = e});
    const bool tab = p.selector.find_first_of("\t\r\n") != std::string::npos || (p.search && p.search->contains('\t'));
    RC_ASSERT(url.has_value() != tab);
    if (url) {
        RC_ASSERT(parts_of(parse_gopherurl(*url, {.edition = e}).value()) == p);
    }
}

TEST(gopher, requests_are_exact) {
    constexpr std::string_view form = "/1sel%09%09+%091%0D%0A+-1%0D%0Av1%0D%0Av2%0D%0A.%0D%0A";
    const struct {
        std::string_view path;
        std::string_view of_the_draft;
        std::string_view later; ///< RFC 1738 3.4.3, RFC 4266 2.3: the search string goes with every gopher+ string
    } rows[]{
        {"", "\r\n", "\r\n"},
        {"/1", "\r\n", "\r\n"},
        {"/0about.txt", "about.txt\r\n", "about.txt\r\n"},
        {"/7sel%09word", "sel\tword\r\n", "sel\tword\r\n"},
        {"/7sel%09", "sel\t\r\n", "sel\t\r\n"},
        {"/7sel", "sel\r\n", "sel\r\n"},
        {"/1sel%09word", "sel\tword\r\n", "sel\tword\r\n"},
        {"/1sel%09%09+", "sel\t+\r\n", "sel\t\t+\r\n"},
        {"/7sel%09word%09+", "sel\tword\t+\r\n", "sel\tword\t+\r\n"},
        {"/1sel%09%09!+ABSTRACT%20+SMELL", "sel\t!+ABSTRACT +SMELL\r\n", "sel\t\t!+ABSTRACT +SMELL\r\n"},
        {form, "sel\t+\t1\r\n+-1\r\nv1\r\nv2\r\n.\r\n", "sel\t\t+\t1\r\n+-1\r\nv1\r\nv2\r\n.\r\n"},
    };
    for (const auto &r : rows) {
        const std::string url = "gopher://h" + std::string{r.path};
        const auto parts = parts_of(parse_gopherurl(url).value());
        EXPECT_EQ(gopher_request(parts), r.of_the_draft) << r.path;
        EXPECT_EQ(gopher_request(parts, url_06), r.of_the_draft) << r.path;
        EXPECT_EQ(gopher_request(parts, rfc1738), r.later) << r.path;
        EXPECT_EQ(gopher_request(parts, rfc4266), r.later) << r.path;
    }
}

using kind = gopher_plus::kind;

TEST(gopher_plus, is_read_and_written) {
    const struct {
        std::string_view source;
        std::string_view text;
        gopher_plus means;
    } rows[]{
        {"3.4.4", "+", {.what = kind::view}},
        {"3.4.4", "?", {.what = kind::form}},
        {"3.4.6", "!", {.what = kind::attributes}},
        {"3.4.6", "$", {.what = kind::attributes, .of = gopher_plus::scope::directory}},
        {"3.4.7", "!+ABSTRACT", {.what = kind::attributes, .names = {"+ABSTRACT"}}},
        {"3.4.7",
         "$+ABSTRACT +SMELL",
         {.what = kind::attributes, .of = gopher_plus::scope::directory, .names = {"+ABSTRACT", "+SMELL"}}},
        {"3.4.8", "+application/postscript", {.what = kind::view, .view = "application/postscript"}},
        {"3.4.8",
         "+application/postscript Es_ES",
         {.what = kind::view, .view = "application/postscript", .language = "Es_ES"}},
        {"3.4.9", "+\t1\r\n+-1\r\n.\r\n", {.what = kind::form_response}},
        {"3.4.9", "+\t1\r\n+-1\r\nv1\r\n\r\nv 2\r\n.\r\n", {.what = kind::form_response, .answers = {"v1", "", "v 2"}}},
        {"RFC 1436 3.9", "+\t1\r\n+-1\r\n..\r\n...a\r\n.\r\n", {.what = kind::form_response, .answers = {".", "..a"}}},
    };
    for (const auto &r : rows) {
        EXPECT_EQ(read_gopher_plus(r.text), r.means) << r.source << ": " << r.text;
        EXPECT_EQ(write_gopher_plus(r.means), r.text) << r.source;
    }
}

TEST(gopher_plus, what_is_none_of_the_forms_is_unknown) {
    for (const std::string_view text :
         {"", "a", "??", "+ x", "+a b c", "+a ", "+a\tb", "! ", "!+A ", "!+A  +B", "!a\r\nb", "+\t1\r\n", "+\t0",
          "+\t1\r\n+-1\r\nv", "+\t1\r\n+-1\r\nv\r\n", "+\t1\r\n+-1\r\nv\n.\r\n", "+\t1\r\n+-1\r\n.\r\nQUIT\r\n",
          "+\t1\r\n+-1\r\n.\r\n.\r\n"}) {
        EXPECT_EQ(read_gopher_plus(text).what, kind::unknown) << text;
    }
    // The text of a client that stuffs no dots is not lost.
    EXPECT_EQ(read_gopher_plus("+\t1\r\n+-1\r\n.profile\r\n.\r\n").answers, (std::vector<std::string>{".profile"}));
}

TEST(gopher_plus, what_would_read_as_something_else_is_not_written) {
    const struct {
        gopher_plus means;
        std::string_view expected;
    } rows[]{
        {{.what = kind::unknown}, "invalid_character@0 gopher+_string"},
        {{.what = kind::view, .language = "En"}, "missing_part@0 gopher+_string"},
        {{.what = kind::view, .view = "a b"}, "invalid_character@0 gopher+_string"},
        {{.what = kind::view, .view = ""}, "invalid_character@0 gopher+_string"},
        {{.what = kind::view, .view = "a", .language = "b\tc"}, "invalid_character@0 gopher+_string"},
        {{.what = kind::attributes, .names = {"a", ""}}, "invalid_character@0 gopher+_string"},
        {{.what = kind::form_response, .answers = {"a\r\nb"}}, "invalid_character@0 gopher+_string"},
        {{.what = kind::form_response, .answers = {"a\n"}}, "invalid_character@0 gopher+_string"},
    };
    for (const auto &r : rows) EXPECT_EQ(why(write_gopher_plus(r.means)), r.expected);
}

RC_GTEST_PROP(gopher_properties, gopher_plus_written_is_read_again, ()) {
    gopher_plus g{.what = *rc::gen::element(kind::view, kind::form, kind::attributes, kind::form_response)};
    if (g.what == kind::view && *rc::gen::arbitrary<bool>()) {
        g.view = *bytes();
        if (*rc::gen::arbitrary<bool>()) g.language = *bytes();
    }
    if (g.what == kind::attributes) {
        g.names = *rc::gen::container<std::vector<std::string>>(bytes());
        g.of = *rc::gen::element(gopher_plus::scope::item, gopher_plus::scope::directory);
    }
    if (g.what == kind::form_response) g.answers = *rc::gen::container<std::vector<std::string>>(bytes());
    const auto text = write_gopher_plus(g);
    RC_PRE(text.has_value());
    RC_ASSERT(read_gopher_plus(*text) == g);
}

RC_GTEST_PROP(gopher_properties, gopher_plus_is_read_whatever_it_is, ()) {
    const std::string text = *rc::gen::element<std::string>("", "+", "!", "+\t1\r\n+-1\r\n") + *bytes() +
                             *rc::gen::element<std::string>("", ".\r\n");
    const gopher_plus g = read_gopher_plus(text);
    if (g.what == kind::unknown || g.what == kind::form_response) return; // a form may be written with fewer dots
    RC_ASSERT(write_gopher_plus(g).value() == text);
}

} // namespace
