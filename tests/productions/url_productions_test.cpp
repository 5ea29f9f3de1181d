// The productions of draft-ietf-uri-url-06 section 5 and of RFC 1738 section 5: the library's word on each against the
// grammars of the oracle. A part is put where a URL has it, and is one when the URL is read with it there.

#include <uniform/syntax/characters.hpp>
#include <uniform/url/url.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "oracle/url.hpp"
#include "productions/rows.hpp"

namespace {

using namespace uniform;
using productions::check;
using productions::check_complete;
using productions::in;
using productions::row;
using productions::text;

constexpr edition draft = edition::url_06;
constexpr edition rfc = edition::rfc1738;

// Whether the text before, `t` and the text after it are a URL, of which `is_part` has a word to say too.
template <edition E, class View, class IsPart>
bool read(std::expected<View, error> (*parse)(text, url_options), text before, text t, text after, IsPart is_part) {
    const std::string whole = std::string{before} + std::string{t} + std::string{after};
    const auto url = parse(whole, url_options{.edition = E});
    return url && is_part(*url);
}
constexpr auto any = [](const auto &) { return true; };
bool has(text t, char c) { return t.find(c) != text::npos; }
bool numbers_alone(text t) { return t.find_first_not_of("0123456789.") == text::npos; }

template <edition E>
bool other(text t) {
    return read<E, otherurl_view>(parse_otherurl, "", t, "", any);
}
template <edition E>
bool ftp(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "", t, "", any);
}
template <edition E>
bool http(text t) {
    return read<E, httpurl_view>(parse_httpurl, "", t, "", any);
}
template <edition E>
bool gopher(text t) {
    return read<E, gopherurl_view>(parse_gopherurl, "", t, "", any);
}
template <edition E>
bool mailto(text t) {
    return read<E, mailtourl_view>(parse_mailtourl, "", t, "", any);
}
template <edition E>
bool news(text t) {
    return read<E, newsurl_view>(parse_newsurl, "", t, "", any);
}
template <edition E>
bool nntp(text t) {
    return read<E, nntpurl_view>(parse_nntpurl, "", t, "", any);
}
template <edition E>
bool telnet(text t) {
    return read<E, telneturl_view>(parse_telneturl, "", t, "", any);
}
template <edition E>
bool wais(text t) {
    return read<E, waisurl_view>(parse_waisurl, "", t, "", any);
}
template <edition E>
bool prospero(text t) {
    return read<E, prosperourl_view>(parse_prosperourl, "", t, "", any);
}
template <edition E>
bool file(text t) {
    return read<E, fileurl_view>(parse_fileurl, "", t, "", [](const auto &u) { return E == rfc || !u.host->empty(); });
}
template <edition E>
bool is_url(text t) {
    return read<E, url_view>(parse_url, "", t, "", any) || other<E>(t);
}
template <edition E>
bool scheme(text t) {
    return read<E, otherurl_view>(parse_otherurl, "", t, ":a", [&](const auto &u) { return u.scheme == t; });
}
template <edition E>
bool schemepart(text t) {
    return read<E, otherurl_view>(parse_otherurl, "x:", t, "", [&](const auto &u) { return u.schemepart == t; });
}
template <edition E>
bool login(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://", t, "", [&](const auto &u) { return !u.fpath; });
}
template <edition E>
bool hostport(text t) {
    return read<E, httpurl_view>(parse_httpurl, "http://", t, "", [&](const auto &u) { return !u.hpath; });
}
template <edition E>
bool host(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://", t, "", [&](const auto &u) { return u.login.host == t; });
}
template <edition E>
bool hostname(text t) {
    return host<E>(t) && !numbers_alone(t);
}
template <edition E>
bool hostnumber(text t) {
    return host<E>(t) && numbers_alone(t);
}
template <edition E>
bool domainlabel(text t) {
    return !has(t, '.') && host<E>(std::string{t} + ".a");
}
template <edition E>
bool toplabel(text t) {
    return !has(t, '.') && host<E>("a." + std::string{t});
}
template <edition E>
bool alphadigit(text t) {
    return t.size() == 1 && domainlabel<E>(t);
}
template <edition E>
bool port(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://h:", t, "", [&](const auto &u) { return u.login.port == t; });
}
template <edition E>
bool digits(text t) {
    return port<E>(t);
}
template <edition E>
bool user(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://", t, "@h", [&](const auto &u) { return u.login.user == t; });
}
template <edition E>
bool password(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://u:", t, "@h",
                                [&](const auto &u) { return u.login.password == t; });
}
template <edition E>
bool fpath(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://h/", t, "", [&](const auto &u) { return u.fpath == t; });
}
template <edition E>
bool fsegment(text t) {
    return !has(t, '/') && fpath<E>(t);
}
template <edition E>
bool ftptype(text t) {
    return read<E, ftpurl_view>(parse_ftpurl, "ftp://h/;type=", t, "",
                                [&](const auto &u) { return u.ftptype && t.size() == 1; });
}
template <edition E>
bool hpath(text t) {
    return read<E, httpurl_view>(parse_httpurl, "http://h/", t, "", [&](const auto &u) { return u.hpath == t; });
}
template <edition E>
bool hsegment(text t) {
    return !has(t, '/') && hpath<E>(t);
}
template <edition E>
bool search(text t) {
    return read<E, httpurl_view>(parse_httpurl, "http://h/?", t, "", [&](const auto &u) { return u.search == t; });
}
template <edition E>
bool gtype(text t) {
    return read<E, gopherurl_view>(parse_gopherurl, "gopher://h/", t, "", [&](const auto &u) { return u.gtype == t; });
}
template <edition E>
bool selector(text t) {
    // "%09" in it begins the search, by the prose alone
    return read<E, gopherurl_view>(parse_gopherurl, "gopher://h/1", t, "",
                                   [&](const auto &u) { return has(t, '%') || u.selector == t; });
}
template <edition E>
bool gopher_string(text t) {
    return read<E, gopherurl_view>(parse_gopherurl, "gopher://h/1%09%09", t, "",
                                   [&](const auto &u) { return u.gopher_plus_string == t; });
}
template <edition E>
bool addr(text t) {
    return read<E, mailtourl_view>(parse_mailtourl, "mailto:", t, "", [&](const auto &u) { return u.to == t; });
}
template <edition E>
bool grouppart(text t) {
    return read<E, newsurl_view>(parse_newsurl, "news:", t, "", [&](const auto &u) { return u.group || u.article; });
}
template <edition E>
bool group(text t) {
    return read<E, nntpurl_view>(parse_nntpurl, "nntp://h/", t, "", [&](const auto &u) { return u.group == t; });
}
template <edition E>
bool article(text t) {
    return read<E, newsurl_view>(parse_newsurl, "news:", t, "", [&](const auto &u) { return u.article == t; });
}
template <edition E>
bool waisdatabase(text t) {
    return read<E, waisurl_view>(parse_waisurl, "", t, "", [&](const auto &u) { return !u.search && !u.wtype; });
}
template <edition E>
bool waisindex(text t) {
    return read<E, waisurl_view>(parse_waisurl, "", t, "", [&](const auto &u) { return u.search.has_value(); });
}
template <edition E>
bool waisdoc(text t) {
    return read<E, waisurl_view>(parse_waisurl, "", t, "", [&](const auto &u) { return u.wtype.has_value(); });
}
template <edition E>
bool database(text t) {
    return read<E, waisurl_view>(parse_waisurl, "wais://h/", t, "", [&](const auto &u) { return u.database == t; });
}
template <edition E>
bool wtype(text t) {
    return read<E, waisurl_view>(parse_waisurl, "wais://h/d/", t, "/p", [&](const auto &u) { return u.wtype == t; });
}
template <edition E>
bool wpath(text t) {
    return read<E, waisurl_view>(parse_waisurl, "wais://h/d/t/", t, "", [&](const auto &u) { return u.wpath == t; });
}
template <edition E>
bool ppath(text t) {
    return read<E, prosperourl_view>(parse_prosperourl, "prospero://h/", t, "",
                                     [&](const auto &u) { return u.ppath == t; });
}
template <edition E>
bool psegment(text t) {
    return !has(t, '/') && ppath<E>(t);
}
template <edition E>
bool fieldspec(text t) {
    return read<E, prosperourl_view>(parse_prosperourl, "prospero://h/a", t, "",
                                     [&](const auto &u) { return u.ppath == "a" && parts_of(u).fields.size() == 1; });
}
template <edition E>
bool fieldname(text t) {
    // "=" in it ends it; the draft's production has one all the same
    return read<E, prosperourl_view>(parse_prosperourl, "prospero://h/a;", t, "=b",
                                     [](const auto &u) { return parts_of(u).fields.size() == 1; });
}
template <edition E>
bool fieldvalue(text t) {
    return read<E, prosperourl_view>(parse_prosperourl, "prospero://h/a;b=", t, "",
                                     [&](const auto &u) { return parts_of(u).fields.size() == 1; });
}
template <edition E>
bool unreserved_of(text t) {
    return in(url_allowed(rule::hostname, E), t);
}
template <edition E>
bool is_reserved(text t) {
    // "=" is in the draft's `extra` as well
    return t == "=" || in(url_allowed(rule::schemepart, E) - url_allowed(rule::hostname, E), t);
}
template <edition E>
bool escape(text t) {
    return t.size() == 3 && t.front() == '%' && schemepart<E>(t);
}
template <edition E>
bool uchar(text t) {
    return (t.size() == 1 || t.starts_with('%')) && t.size() <= 3 && (t.size() == 1 || escape<E>(t)) && database<E>(t);
}
template <edition E>
bool xchar(text t) {
    return (t.size() == 1 || escape<E>(t)) && schemepart<E>(t);
}
bool alpha(text t) { return in(characters::alpha, t); }
bool digit(text t) { return in(characters::digit, t); }
bool hex(text t) { return in(characters::hexdig, t); }

const row draft_rows[] = {
    {"1994 draft 5: url", is_url<draft>, "z39.50:", "z39.50"},
    {"1994 draft 5: otherurl", other<draft>, "x-exp:[a]", "x-exp:`", "x:"},
    {"1994 draft 5: scheme", scheme<draft>, "aZ9+-.", "a_"},
    {"1994 draft 5: schemepart", schemepart<draft>, "a/{;}?", "#"},
    {"1994 draft 5: login", login<draft>, "u:p@h:1", "u@p@h"},
    {"1994 draft 5: hostport", hostport<draft>, "h:80", "h:", "a"},
    {"1994 draft 5: host", host<draft>, "1.2.3.4", "1.2.3", "a"},
    {"1994 draft 5: hostname", hostname<draft>, "a_b%41", "3com", "a"},
    {"1994 draft 5: hostnumber", hostnumber<draft>, "01.2.3.444", "1.2.3.a", "1.2.3.4"},
    {"1994 draft 5: port", port<draft>, "0080", "8o"},
    {"1994 draft 5: user", user<draft>, "a;?&=%40", "a:b"},
    {"1994 draft 5: password", password<draft>, "", "a:b"},
    {"1994 draft 5: ftpurl", ftp<draft>, "ftp://h/a/b;type=i", "ftp:h", "ftp://a"},
    {"1994 draft 5: fpath", fpath<draft>, "a//b?", "a;b"},
    {"1994 draft 5: fsegment", fsegment<draft>, "a?:@&=", "a/b"},
    {"1994 draft 5: ftptype", ftptype<draft>, "d", "x"},
    {"1994 draft 5: fileurl", file<draft>, "file://h", "file:/a", "file://a/"},
    {"1994 draft 5: httpurl", http<draft>, "http://h/a?b", "http://u@h/", "http://a"},
    {"1994 draft 5: hpath", hpath<draft>, "a;b//c", "a?b"},
    {"1994 draft 5: hsegment", hsegment<draft>, "a;:@&=", "a/b"},
    {"1994 draft 5: search", search<draft>, "a;:@&=", "a/b"},
    {"1994 draft 5: gopherurl", gopher<draft>, "gopher://h/7s%09w%09+", "gopher:///1", "gopher://a"},
    {"1994 draft 5: gtype", gtype<draft>, "%31", "11"},
    {"1994 draft 5: selector", selector<draft>, "a/b?c", "#"},
    {"1994 draft 5: gopher_string", gopher_string<draft>, "+a%20b", "\""},
    {"1994 draft 5: mailtourl", mailto<draft>, "mailto:a", "mailto:", "mailto:"},
    {"1994 draft 5: encoded822addr", addr<draft>, "{a}", ""},
    {"1994 draft 5: newsurl", news<draft>, "news:*", "news:", "news:a"},
    {"1994 draft 5: grouppart", grouppart<draft>, "a.b", "**", "a"},
    {"1994 draft 5: group", group<draft>, "a-b.1", "a+b", "a"},
    {"1994 draft 5: article", article<draft>, "a/b@h", "a@", "a@"},
    {"1994 draft 5: nntpurl", nntp<draft>, "nntp://h/g/1", "nntp://h/g/", "nntp://a/a"},
    {"1994 draft 5: telneturl", telnet<draft>, "telnet://u@h/", "telnet://h/a", "telnet://a"},
    {"1994 draft 5: waisurl", wais<draft>, "wais://h/d", "wais://h", "wais://a/"},
    {"1994 draft 5: waisdatabase", waisdatabase<draft>, "wais://h/d", "wais://h/d?s", "wais://a/"},
    {"1994 draft 5: waisindex", waisindex<draft>, "wais://h/d?s", "wais://h/d", "wais://a/a?"},
    {"1994 draft 5: waisdoc", waisdoc<draft>, "wais://h/d/t/p", "wais://h/d/t/p/q", "wais://a/a/"},
    {"1994 draft 5: database", database<draft>, "a{", "a/b"},
    {"1994 draft 5: wtype", wtype<draft>, "TEXT", "a/b"},
    {"1994 draft 5: wpath", wpath<draft>, "1%3Da", "a;b"},
    {"1994 draft 5: prosperourl", prospero<draft>, "prospero://h//a;b=c", "prospero://h", "prospero://a/"},
    {"1994 draft 5: ppath", ppath<draft>, "/pros/name", "a;b"},
    {"1994 draft 5: psegment", psegment<draft>, "a?:@&=", "a/b"},
    {"1994 draft 5: fieldspec", fieldspec<draft>, ";b=c=d", ";b", ";a="},
    {"1994 draft 5: fieldname", fieldname<draft>, "a?:@&", "a/b"},
    {"1994 draft 5: fieldvalue", fieldvalue<draft>, "a?:@&", "a;b"},
    {"1994 draft 5: alpha", alpha, "q", "1"},
    {"1994 draft 5: digit", digit, "9", "a"},
    {"1994 draft 5: reserved", is_reserved<draft>, "&", "+"},
    {"1994 draft 5: hex", hex, "f", "g"},
    {"1994 draft 5: escape", escape<draft>, "%00", "%0"},
    {"1994 draft 5: unreserved", unreserved_of<draft>, "{", "`"},
    {"1994 draft 5: uchar", uchar<draft>, "%41", "/"},
    {"1994 draft 5: xchar", xchar<draft>, "/", "#"},
    {"1994 draft 5: digits", digits<draft>, "007", ""},
};

const row rfc1738_rows[] = {
    {"RFC 1738 5: genericurl", other<rfc>, "x-exp+1:a/b", "9"},
    {"RFC 1738 5: url", is_url<rfc>, "ftp:no-login", "ftp:<>"},
    {"RFC 1738 5: otherurl", other<rfc>, "x-exp:a;b", "x-exp:[a]", "x:"},
    {"RFC 1738 5: scheme", scheme<rfc>, "9a", "a:b"},
    {"RFC 1738 5: schemepart", schemepart<rfc>, "//h/a;b", "{"},
    {"RFC 1738 5: login", login<rfc>, "u:@h", "u:p@3"},
    {"RFC 1738 5: hostport", hostport<rfc>, "3com.com:1", "h_:1", "a"},
    {"RFC 1738 5: host", host<rfc>, "999.0.0.1", "1.2.3", "a"},
    {"RFC 1738 5: hostname", hostname<rfc>, "3com.a-b", "a-.b", "a"},
    {"RFC 1738 5: domainlabel", domainlabel<rfc>, "3-com", "-"},
    {"RFC 1738 5: toplabel", toplabel<rfc>, "a-1", "1a", "a"},
    {"RFC 1738 5: alphadigit", alphadigit<rfc>, "9", "-"},
    {"RFC 1738 5: hostnumber", hostnumber<rfc>, "1.2.3.4", "1.2.3.4.", "1.2.3.4"},
    {"RFC 1738 5: port", port<rfc>, "99999", "-1"},
    {"RFC 1738 5: user", user<rfc>, "", "{"},
    {"RFC 1738 5: password", password<rfc>, "a;?&=%40", "a@b"},
    {"RFC 1738 5: ftpurl", ftp<rfc>, "FTP://u:@h//b", "ftp://h/a;type=x", "ftp://a"},
    {"RFC 1738 5: fpath", fpath<rfc>, "/", "a|b"},
    {"RFC 1738 5: fsegment", fsegment<rfc>, "%2F", "~"},
    {"RFC 1738 5: ftptype", ftptype<rfc>, "I", "i2"},
    {"RFC 1738 5: fileurl", file<rfc>, "file:///a", "file://h", "file://a/"},
    {"RFC 1738 5: httpurl", http<rfc>, "http://h", "http://h?a", "http://a"},
    {"RFC 1738 5: hpath", hpath<rfc>, "a:@&=", "~"},
    {"RFC 1738 5: hsegment", hsegment<rfc>, "a;:@&=", "a?b"},
    {"RFC 1738 5: search", search<rfc>, "", "?"},
    {"RFC 1738 5: gopherurl", gopher<rfc>, "gopher://h:70", "gopher://h/%0", "gopher://a"},
    {"RFC 1738 5: gtype", gtype<rfc>, "9", "{"},
    {"RFC 1738 5: selector", selector<rfc>, "%20", "^"},
    {"RFC 1738 5: gopher_string", gopher_string<rfc>, "+%091%0D%0A", "^"},
    {"RFC 1738 5: mailtourl", mailto<rfc>, "mailto:gorby%25kremvax@example.com", "mailto:a b", "mailto:"},
    {"RFC 1738 5: encoded822addr", addr<rfc>, "a@b", "{a}"},
    {"RFC 1738 5: newsurl", news<rfc>, "news:a+b", "news:9", "news:a"},
    {"RFC 1738 5: grouppart", grouppart<rfc>, "*", "a*", "a"},
    {"RFC 1738 5: group", group<rfc>, "a+b_c", "1a", "a"},
    {"RFC 1738 5: article", article<rfc>, "a?b@1.2.3.4", "@h", "a@"},
    {"RFC 1738 5: nntpurl", nntp<rfc>, "nntp://h/g", "nntp://h/", "nntp://a/a"},
    {"RFC 1738 5: telneturl", telnet<rfc>, "telnet://h", "telnet:h", "telnet://a"},
    {"RFC 1738 5: waisurl", wais<rfc>, "wais://h/d/t/p", "wais://h/d/t", "wais://a/"},
    {"RFC 1738 5: waisdatabase", waisdatabase<rfc>, "wais://h/", "wais://h/d/t/p", "wais://a/"},
    {"RFC 1738 5: waisindex", waisindex<rfc>, "wais://h/?", "wais://h/d?s?t", "wais://a/a?"},
    {"RFC 1738 5: waisdoc", waisdoc<rfc>, "wais://h///", "wais://h/d?s", "wais://a/a/"},
    {"RFC 1738 5: database", database<rfc>, "a%2Fb", "a/b"},
    {"RFC 1738 5: wtype", wtype<rfc>, "", "?"},
    {"RFC 1738 5: wpath", wpath<rfc>, "a", "a=b"},
    {"RFC 1738 5: prosperourl", prospero<rfc>, "prospero://h/", "prospero://h/a;b", "prospero://a/"},
    {"RFC 1738 5: ppath", ppath<rfc>, "a?:@&=", "~"},
    {"RFC 1738 5: psegment", psegment<rfc>, "", "/"},
    {"RFC 1738 5: fieldspec", fieldspec<rfc>, ";OBJECT-VERSION=3", ";b=c=d", ";a="},
    {"RFC 1738 5: fieldname", fieldname<rfc>, "", "="},
    {"RFC 1738 5: fieldvalue", fieldvalue<rfc>, "3", "="},
    {"RFC 1738 5: alpha", alpha, "Q", "_"},
    {"RFC 1738 5: digit", digit, "0", "-"},
    {"RFC 1738 5: reserved", is_reserved<rfc>, "@", "#"},
    {"RFC 1738 5: hex", hex, "F", "G"},
    {"RFC 1738 5: escape", escape<rfc>, "%fF", "%G0"},
    {"RFC 1738 5: unreserved", unreserved_of<rfc>, "*", "{"},
    {"RFC 1738 5: uchar", uchar<rfc>, "'", "~"},
    {"RFC 1738 5: xchar", xchar<rfc>, "?", "~"},
    {"RFC 1738 5: digits", digits<rfc>, "1", "1a"},
};

const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";

// The parts of `unreserved` have no other use, `punctuation` (and in RFC 1738 `national`) has none: the next test.
TEST(productions, url_06) {
    const auto g = oracle::grammar::from_file(folder + "url_06.abnf");
    check(draft_rows, g);
    check_complete(draft_rows, g,
                   {"lowalpha", "hialpha", "safe", "extra", "national", "punctuation", "fileurl-of-3-10"});
}

// ip-schemepart and urlpath name what every scheme has its own rule for.
TEST(productions, rfc1738) {
    const auto g = oracle::grammar::from_file(folder + "rfc1738.abnf");
    check(rfc1738_rows, g);
    check_complete(rfc1738_rows, g,
                   {"lowalpha", "hialpha", "safe", "extra", "national", "punctuation", "ip-schemepart", "urlpath"});
}

// draft 2.2, RFC 1738 2.2: what is neither reserved nor unreserved stands in no URL, and "%" begins an escape.
TEST(productions, excluded_characters_are_in_no_url_of_1994) {
    for (const edition e : {draft, rfc}) {
        const text file = e == draft ? "url_06.abnf" : "rfc1738.abnf";
        oracle::automaton xchar(oracle::grammar::from_file(folder + std::string{file}), {"xchar"});
        int excluded = 0;
        for (int i = 0; i < 256; ++i) {
            const std::string c(1, static_cast<char>(i));
            if (xchar.matches(c)) continue;
            ++excluded;
            for (const text before :
                 {"x:", "ftp://h/", "ftp://", "ftp://u", "http://h/a?", "gopher://h/1", "mailto:a", "news:a",
                  "nntp://h/g", "telnet://h", "wais://h/d", "file://h/", "prospero://h/a"}) {
                const std::string at_end = std::string{before} + c;
                EXPECT_FALSE(parse_url(at_end, {.edition = e})) << before << i;
                const std::string within = at_end + "zz";
                EXPECT_FALSE(parse_url(within, {.edition = e})) << before << i;
            }
        }
        // 128 bytes, 33 control characters, the space, "%", the four of punctuation, "`"; RFC 1738 has no national
        EXPECT_EQ(excluded, 128 + 33 + 1 + 1 + 4 + 1 + (e == rfc ? 8 : 0));
    }
}

} // namespace
