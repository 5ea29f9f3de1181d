// Every production of every document: two facts for each, and texts walked through its grammar on which the library and
// the oracle must agree. The rows are named by document, section and production; docs/conformance.md points at them.

#include <uniform/syntax/characters.hpp>
#include <uniform/uri/parse.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "productions/rows.hpp"

namespace {

using namespace uniform;
using productions::check;
using productions::check_complete;
using productions::in;
using productions::row;
using productions::text;

constexpr edition now = edition::rfc3986;
constexpr edition iris = edition::rfc3987;
constexpr edition draft = edition::rfc2396bis_01;
constexpr edition old = edition::rfc2396;

// A production that the library knows by its own name.
template <rule R, edition E = now>
bool is(text t) {
    return matches(R, t, {.edition = E, .zone_ids = R == rule::ip_literal});
}

// One character, or one pct-encoded, of a component.
template <rule R, edition E = now>
bool one_of(text t) {
    return (t.size() == 1 || (t.size() == 3 && t.front() == '%')) && is<R, E>(t);
}

// A part of a production, with the rest of it put before.
template <rule R, edition E>
bool after(text before, text t) {
    return is<R, E>(std::string{before} + std::string{t});
}

const row rfc3986_rows[] = {
    {"RFC 3986 3: URI", is<rule::uri>, "a:b?c#d", "b?c#d"},
    {"RFC 3986 3: hier-part", is<rule::hier_part>, "//h/a", "//h:x/a"},
    {"RFC 3986 4.1: URI-reference", is<rule::uri_reference>, "../g", "1:g"},
    {"RFC 3986 4.3: absolute-URI", is<rule::absolute_uri>, "a:b?c", "a:b?c#d"},
    {"RFC 3986 4.2: relative-ref", is<rule::relative_ref>, "a/b:c#d", "a:b"},
    {"RFC 3986 4.2: relative-part", is<rule::relative_part>, "//h/a", "a?b"},
    {"RFC 3986 3.1: scheme", is<rule::scheme>, "aZ9+-.", "9a"},
    {"RFC 3986 3.2: authority", is<rule::authority>, "u:p@h:1", "u@p@h"},
    {"RFC 3986 3.2.1: userinfo", is<rule::userinfo>, "u:p%40:$", "u@"},
    {"RFC 3986 3.2.2: host", is<rule::host>, "[::1]", "[::1"},
    {"RFC 3986 3.2.3: port", is<rule::port>, "00099999", "8o"},
    {"RFC 3986 3.2.2: IPvFuture", is<rule::ipvfuture>, "vA1.:", "v.a"},
    {"RFC 3986 3.2.2: IPv6address", is<rule::ipv6address>, "1:2::7:1.2.3.4", "1::2::3"},
    {"RFC 3986 3.2.2: h16", is<rule::h16>, "fFfF", "00001"},
    {"RFC 3986 3.2.2: ls32", is<rule::ls32>, "1.2.3.4", "1.2.3.04"},
    {"RFC 3986 3.2.2: IPv4address", is<rule::ipv4address>, "255.249.199.0", "1.2.3"},
    {"RFC 3986 3.2.2: dec-octet", is<rule::dec_octet>, "255", "256"},
    {"RFC 3986 3.2.2: reg-name", is<rule::reg_name>, "a_b!%C3", "a:b"},
    {"RFC 3986 3.2.2: IP-literal", [](text t) { return matches(rule::ip_literal, t); }, "[v1.a:b]", "[fe80::1%25a]"},
    {"RFC 3986 3.3: path", is<rule::path>, "a:b//c", "a?b"},
    {"RFC 3986 3.3: path-abempty", is<rule::path_abempty>, "//", "a"},
    {"RFC 3986 3.3: path-absolute", is<rule::path_absolute>, "/a//b", "//b"},
    {"RFC 3986 3.3: path-noscheme", is<rule::path_noscheme>, "a@/b:c", "a:b/c"},
    {"RFC 3986 3.3: path-rootless", is<rule::path_rootless>, "a:b/c", "/a"},
    {"RFC 3986 3.3: path-empty", is<rule::path_empty>, "", "a"},
    {"RFC 3986 3.3: segment", is<rule::segment>, "", "a/b"},
    {"RFC 3986 3.3: segment-nz", is<rule::segment_nz>, "a:b;c", ""},
    {"RFC 3986 3.3: segment-nz-nc", is<rule::segment_nz_nc>, "a@b", "a:b"},
    {"RFC 3986 3.3: pchar", is<rule::pchar>, "%4f", "/"},
    {"RFC 3986 3.4: query", is<rule::query>, "a/b?c:d@e", "a#"},
    {"RFC 3986 3.5: fragment", is<rule::fragment>, "a/b?c:d@e", "#"},
    {"RFC 3986 2.1: pct-encoded", is<rule::pct_encoded>, "%aF", "%g0"},
    {"RFC 3986 2.3: unreserved", is<rule::unreserved>, "~", "!"},
    {"RFC 3986 2.2: reserved", is<rule::reserved>, "[", "-"},
    {"RFC 3986 2.2: gen-delims", is<rule::gen_delims>, "#", "="},
    {"RFC 3986 2.2: sub-delims", is<rule::sub_delims>, "=", ":"},
};

// RFC 3987 2.2 has the whole grammar, in characters; here they are UTF-8.
const row rfc3987_rows[] = {
    {"RFC 3987 2.2: IRI", is<rule::uri, iris>, "http://\xe4\xbe\x8b/\xc3\xa9?\xee\x80\x80#\xd0\x96", "\xc3\xa9:a"},
    {"RFC 3987 2.2: ihier-part", is<rule::hier_part, iris>, "//\xc3\xa9/\xe3\x81\x82", "//\xc3\xa9:\xc3\xa9/"},
    {"RFC 3987 2.2: IRI-reference", is<rule::uri_reference, iris>, "../\xf0\x90\x8c\x80", "\xef\xbf\xbe"},
    {"RFC 3987 2.2: absolute-IRI", is<rule::absolute_uri, iris>, "a:\xc3\xa9?\xf4\x80\x80\x80", "a:b#\xc3\xa9"},
    {"RFC 3987 2.2: irelative-ref", is<rule::relative_ref, iris>, "\xc3\xa9/b:c#\xc3\xa9", "\xc3\xa9:b"},
    {"RFC 3987 2.2: irelative-part", is<rule::relative_part, iris>, "//\xc3\xa9/a", "a?b"},
    {"RFC 3987 2.2: iauthority", is<rule::authority, iris>, "\xc3\xa9:p@\xc3\xa9:1", "u@p@h"},
    {"RFC 3987 2.2: iuserinfo", is<rule::userinfo, iris>, "\xc3\xa9:p%40:$", "\xee\x80\x80"},
    {"RFC 3987 2.2: ihost", is<rule::host, iris>, "\xe4\xbe\x8b.\xc3\xa9", "[\xc3\xa9]"},
    {"RFC 3987 2.2: ireg-name", is<rule::reg_name, iris>, "\xe4\xbe\x8b%C3", "\xed\xa0\x80"},
    {"RFC 3987 2.2: ipath", is<rule::path, iris>, "\xc3\xa9:b//c", "a?b"},
    {"RFC 3987 2.2: ipath-abempty", is<rule::path_abempty, iris>, "//\xc3\xa9", "\xc3\xa9"},
    {"RFC 3987 2.2: ipath-absolute", is<rule::path_absolute, iris>, "/\xc3\xa9//b", "//\xc3\xa9"},
    {"RFC 3987 2.2: ipath-noscheme", is<rule::path_noscheme, iris>, "\xc3\xa9@/b:c", "\xc3\xa9:b/c"},
    {"RFC 3987 2.2: ipath-rootless", is<rule::path_rootless, iris>, "\xc3\xa9:b/c", "/a"},
    {"RFC 3987 2.2: ipath-empty", is<rule::path_empty, iris>, "", "\xc3\xa9"},
    {"RFC 3987 2.2: isegment", is<rule::segment, iris>, "\xc3\xa9\xc2\xa0", "\xc2\x9f"},
    {"RFC 3987 2.2: isegment-nz", is<rule::segment_nz, iris>, "\xc3\xa9:b;c", ""},
    {"RFC 3987 2.2: isegment-nz-nc", is<rule::segment_nz_nc, iris>, "\xc3\xa9@b", "\xc3\xa9:b"},
    {"RFC 3987 2.2: ipchar", is<rule::pchar, iris>, "\xef\xbf\xaf", "\xef\xbf\xb0"},
    {"RFC 3987 2.2: iquery", is<rule::query, iris>, "\xee\x80\x80/?\xf3\xbf\xbf\xbd", "\xf3\xbf\xbf\xbe"},
    {"RFC 3987 2.2: ifragment", is<rule::fragment, iris>, "\xc3\xa9/?", "\xee\x80\x80"},
    {"RFC 3987 2.2: iunreserved", is<rule::iunreserved, iris>, "\xef\xb7\xb0", "!"},
    {"RFC 3987 2.2: ucschar", is<rule::ucschar, iris>, "\xf3\xa1\x80\x80", "\xf3\xa0\x80\x80"},
    {"RFC 3987 2.2: iprivate", is<rule::iprivate, iris>, "\xf4\x8f\xbf\xbd", "\xf4\x8f\xbf\xbf"},
    {"RFC 3987 2.2: scheme", is<rule::scheme, iris>, "aZ9+-.", "\xc3\xa9"},
    {"RFC 3987 2.2: port", is<rule::port, iris>, "00099999", "\xd9\xa1"},
    {"RFC 3987 2.2: IP-literal", [](text t) { return matches(rule::ip_literal, t, {.edition = iris}); }, "[v1.a:b]",
     "[v1.\xc3\xa9]"},
    {"RFC 3987 2.2: IPvFuture", is<rule::ipvfuture, iris>, "vA1.:", "v1.\xc3\xa9"},
    {"RFC 3987 2.2: IPv6address", is<rule::ipv6address, iris>, "1:2::7:1.2.3.4", "1::2::3"},
    {"RFC 3987 2.2: h16", is<rule::h16, iris>, "fFfF", "00001"},
    {"RFC 3987 2.2: ls32", is<rule::ls32, iris>, "1.2.3.4", "1.2.3.04"},
    {"RFC 3987 2.2: IPv4address", is<rule::ipv4address, iris>, "255.249.199.0", "1.2.3"},
    {"RFC 3987 2.2: dec-octet", is<rule::dec_octet, iris>, "255", "256"},
    {"RFC 3987 2.2: pct-encoded", is<rule::pct_encoded, iris>, "%aF", "%g0"},
    {"RFC 3987 2.2: unreserved", is<rule::unreserved, iris>, "~", "\xc3\xa9"},
    {"RFC 3987 2.2: reserved", is<rule::reserved, iris>, "[", "-"},
    {"RFC 3987 2.2: gen-delims", is<rule::gen_delims, iris>, "#", "="},
    {"RFC 3987 2.2: sub-delims", is<rule::sub_delims, iris>, "=", ":"},
};

const row rfc6874_rows[] = {
    {"RFC 6874 2: IP-literal", is<rule::ip_literal>, "[fe80::1%25a]", "[v1.a%25a]"},
    {"RFC 6874 2: ZoneID", is<rule::zone_id>, "en_0%41", "a!"},
    {"RFC 6874 2: IPv6addrz", is<rule::ipv6addrz>, "fe80::1%25en0", "fe80::1%en0"},
};

const row draft_rows[] = {
    {"2003 draft 2: uric", [](text t) { return one_of<rule::query, draft>(t) || in(char_set{"[]"}, t); }, "[", "#"},
    {"2003 draft 2.2: reserved", [](text t) { return in(reserved(draft), t); }, "]", "!"},
    {"2003 draft 2.3: unreserved", [](text t) { return in(unreserved(draft), t); }, "!", "="},
    {"2003 draft 2.3: mark", [](text t) { return in(unreserved(draft) - characters::alpha - characters::digit, t); },
     "'", "a"},
    {"2003 draft 2.4.1: escaped", is<rule::pct_encoded, draft>, "%aF", "%a"},
    {"2003 draft 3: absolute-URI", is<rule::absolute_uri, draft>, "DAV:", "a:b#c"},
    {"2003 draft 3: hier-part", is<rule::hier_part, draft>, "?q", "a"},
    {"2003 draft 3: net-path", is<rule::net_path, draft>, "//a_b:c/d", "//[::1]x"},
    {"2003 draft 3: abs-path", is<rule::abs_path, draft>, "//", "a"},
    {"2003 draft 3: opaque-part", is<rule::opaque_part, draft>, "?[/", "/a"},
    {"2003 draft 3: uric-no-slash", one_of<rule::opaque_part, draft>, "?", "/"},
    {"2003 draft 3.1: scheme", is<rule::scheme, draft>, "a+", "+a"},
    {"2003 draft 3.2: authority", is<rule::authority, draft>, "a@b@c", "[v1.a]"},
    {"2003 draft 3.2.1: reg-name", is<rule::reg_name, draft>, "a_b:c", ""},
    {"2003 draft 3.2.2: server", is<rule::server, draft>, "", "a_b"},
    {"2003 draft 3.2.2: userinfo", is<rule::userinfo, draft>, "u:p", "u@"},
    {"2003 draft 3.2.2: hostport", is<rule::hostport, draft>, "h:", "u@h"},
    {"2003 draft 3.2.2: host", is<rule::host, draft>, "[::1]", "a_b"},
    {"2003 draft 3.2.2: port", is<rule::port, draft>, "", "x"},
    {"2003 draft 3.2.2: hostname", is<rule::hostname, draft>, "1.2.3.256", "a.1."},
    {"2003 draft 3.2.2: qualified",
     [](text t) { return (t.empty() || t.front() == '.') && after<rule::hostname, draft>("1", t); }, ".b.", ".1."},
    {"2003 draft 3.2.2: domainlabel", is<rule::domainlabel, draft>, "3-a", "a-"},
    {"2003 draft 3.2.2: toplabel", is<rule::toplabel, draft>, "a-3", "3a"},
    {"2003 draft 3.2.2: alphanum", [](text t) { return t.size() == 1 && is<rule::domainlabel, draft>(t); }, "Z", "-"},
    {"2003 draft 3.2.2: IPv4address", is<rule::ipv4address, draft>, "0.0.0.0", "00.0.0.0"},
    {"2003 draft 3.2.2: dec-octet", is<rule::dec_octet, draft>, "249", "01"},
    {"2003 draft 3.2.2: IPv6reference", is<rule::ipv6reference, draft>, "[::]", "::"},
    {"2003 draft 3.2.2: IPv6address", is<rule::ipv6address, draft>, "1::", "1:"},
    {"2003 draft 3.2.2: ls32", is<rule::ls32, draft>, "a:b", "a"},
    {"2003 draft 3.2.2: h4", is<rule::h16, draft>, "0", "10000"},
    {"2003 draft 3.3: path", is<rule::path, draft>, "x[/", "/["},
    {"2003 draft 3.3: path-segments", [](text t) { return after<rule::abs_path, draft>("/", t); }, "/;a=b/", "?"},
    {"2003 draft 3.3: segment", is<rule::segment, draft>, ";a=b", "/"},
    {"2003 draft 3.3: pchar", is<rule::pchar, draft>, "*", "["},
    {"2003 draft 3.4: query", is<rule::query, draft>, "/?", "[a]"},
    {"2003 draft 4: URI-reference", is<rule::uri_reference, draft>, "#s", "##"},
    {"2003 draft 4: absolute-URI-reference", is<rule::absolute_uri_reference, draft>, "a:b#c", "#c"},
    {"2003 draft 4.1: fragment", is<rule::fragment, draft>, "/?", "[a]"},
    {"2003 draft 5: relative-URI", is<rule::relative_uri, draft>, "?y", "g#s"},
    {"2003 draft 5: rel-path", is<rule::rel_path, draft>, "a/b:c", "/a"},
    {"2003 draft 5: rel-segment", is<rule::rel_segment, draft>, "a;b", "a:b"},
};

// The library reads three texts which RFC 2396 uses or its successor admits, and which its grammar lacks: a reference
// that is only a query (C.1), an empty path, and nothing after the scheme (docs/decisions/0005-older-editions.md).
bool printed(text t) {
    const text first = t.substr(0, t.find('#'));
    return !first.starts_with('?') &&
           !(first.ends_with(':') && is<rule::scheme, old>(first.substr(0, first.size() - 1)));
}

const row rfc2396_rows[] = {
    {"RFC 2396 1.6: alpha", [](text t) { return in(characters::alpha, t); }, "q", "1"},
    {"RFC 2396 1.6: digit", [](text t) { return in(characters::digit, t); }, "9", "a"},
    {"RFC 2396 1.6: alphanum", [](text t) { return in(characters::alpha | characters::digit, t); }, "Z", "-"},
    {"RFC 2396 2: uric", one_of<rule::fragment, old>, "?", "["},
    {"RFC 2396 2.2: reserved", [](text t) { return in(reserved(old), t); }, ",", "["},
    {"RFC 2396 2.3: unreserved", [](text t) { return in(unreserved(old), t); }, "(", "="},
    {"RFC 2396 2.3: mark", [](text t) { return in(unreserved(old) - characters::alpha - characters::digit, t); }, "~",
     "a"},
    {"RFC 2396 2.4.1: escaped", is<rule::pct_encoded, old>, "%00", "%0"},
    {"RFC 2396 2.4.1: hex", [](text t) { return in(characters::hexdig, t); }, "f", "g"},
    {"RFC 2396 3: absoluteURI", [](text t) { return printed(t) && is<rule::absolute_uri, old>(t); }, "a:?", "x:[y]"},
    {"RFC 2396 3: hier_part", [](text t) { return !t.empty() && printed(t) && is<rule::hier_part, old>(t); }, "//h?q",
     "a"},
    {"RFC 2396 3: opaque_part", is<rule::opaque_part, old>, "?/", "[a"},
    {"RFC 2396 3: uric_no_slash", one_of<rule::opaque_part, old>, "?", "/"},
    {"RFC 2396 3: net_path", is<rule::net_path, old>, "//a_b/c", "//[::1]"},
    {"RFC 2396 3: abs_path", is<rule::abs_path, old>, "/a;b", ""},
    {"RFC 2396 3.1: scheme", is<rule::scheme, old>, "a.", ".a"},
    {"RFC 2396 3.2: authority", is<rule::authority, old>, "$", "[::1]"},
    {"RFC 2396 3.2.1: reg_name", is<rule::reg_name, old>, "a@b:c", "a/b"},
    {"RFC 2396 3.2.2: server", is<rule::server, old>, "u@h:1", "u@h_"},
    {"RFC 2396 3.2.2: userinfo", is<rule::userinfo, old>, "a:b", "a/b"},
    {"RFC 2396 3.2.2: hostport", is<rule::hostport, old>, "h:", "h:x"},
    {"RFC 2396 3.2.2: host", is<rule::host, old>, "999.1.1.1", "1.1.1"},
    {"RFC 2396 3.2.2: hostname", is<rule::hostname, old>, "1.a.", "a.1"},
    {"RFC 2396 3.2.2: domainlabel", is<rule::domainlabel, old>, "1-1", "-"},
    {"RFC 2396 3.2.2: toplabel", is<rule::toplabel, old>, "a-1", "1"},
    {"RFC 2396 3.2.2: IPv4address", is<rule::ipv4address, old>, "0001.2.3.999", "1.2.3"},
    {"RFC 2396 3.2.2: port", is<rule::port, old>, "080", "-1"},
    {"RFC 2396 3.3: path", is<rule::path, old>, "a:b/c", "["},
    {"RFC 2396 3.3: path_segments", [](text t) { return after<rule::abs_path, old>("/", t); }, "a;b/", "?"},
    {"RFC 2396 3.3: segment", is<rule::segment, old>, "a;b=c;", "/"},
    {"RFC 2396 3.3: param", [](text t) { return t.find(';') == text::npos && after<rule::segment, old>("a;", t); },
     "b=c", ";"},
    {"RFC 2396 3.3: pchar", is<rule::pchar, old>, "%41", ";"},
    {"RFC 2396 3.4: query", is<rule::query, old>, "a?/", "#"},
    {"RFC 2396 4: URI-reference", [](text t) { return printed(t) && is<rule::uri_reference, old>(t); }, "g#s", "a b"},
    {"RFC 2396 4.1: fragment", is<rule::fragment, old>, "a?/", "#"},
    {"RFC 2396 5: relativeURI", [](text t) { return !t.empty() && printed(t) && is<rule::relative_uri, old>(t); },
     "../g?y", "a:b"},
    {"RFC 2396 5: rel_path", is<rule::rel_path, old>, "a;b/c:d", "a:b"},
    {"RFC 2396 5: rel_segment", is<rule::rel_segment, old>, "a@b", ""},
};

const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";

TEST(productions, rfc3986) {
    const auto g = oracle::grammar::from_file(folder + "rfc3986.abnf");
    check(rfc3986_rows, g);
    check_complete(rfc3986_rows, g);
}

TEST(productions, rfc3987) {
    const auto g = oracle::grammar::from_file(folder + "rfc3987.abnf");
    check(rfc3987_rows, g, productions::iri_alphabet);
    check_complete(rfc3987_rows, g);
}

TEST(productions, rfc6874) {
    const auto g = oracle::grammar::from_files(folder + "rfc3986.abnf", folder + "rfc6874.abnf");
    check(rfc6874_rows, g);
}

// delims and unwise name characters that no URI has: excluded_characters, below.
TEST(productions, draft_2003) {
    const auto g = oracle::grammar::from_file(folder + "rfc2396bis_01.abnf");
    check(draft_rows, g);
    check_complete(draft_rows, g, {"delims", "unwise"});
}

// lowalpha and upalpha serve only alpha.
TEST(productions, rfc2396) {
    const auto g = oracle::grammar::from_file(folder + "rfc2396.abnf");
    check(rfc2396_rows, g);
    check_complete(rfc2396_rows, g, {"lowalpha", "upalpha"});
}

// RFC 3986 2; 2003 draft 2.4.3, RFC 2396 2.4.3: control characters, the space, delims, unwise, and what is not
// US-ASCII.
TEST(productions, excluded_characters_are_in_no_uri) {
    for (const edition e : editions) {
        const char_set used = unreserved(e) | reserved(e) | char_set{"%#"};
        int excluded = 0;
        for (int i = 0; i < 256; ++i) {
            const char c = static_cast<char>(i);
            if (used.contains(c)) continue;
            ++excluded;
            for (const text before : {"", "a", "a:", "a:/", "//", "//h/", "a://u@", "?", "#", "a:b?", "a:b#"}) {
                const std::string with = std::string{before} + c;
                EXPECT_FALSE(parse_uri_reference(with, {.edition = e})) << before << i;
            }
        }
        // 128 bytes, 33 control characters, the space, delims but "#" and "%", unwise; RFC 2396 adds "[" and "]".
        EXPECT_EQ(excluded, 128 + 33 + 1 + 3 + 6 + (e == edition::rfc2396 ? 2 : 0));
    }
}

} // namespace
