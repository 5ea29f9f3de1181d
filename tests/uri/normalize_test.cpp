// Facts and properties of normalization, RFC 3986 6.2 and 2003 draft 6.2.

#include <uniform/uri/normalize.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/uri/parse.hpp>

#include "syntax/kernels.hpp"
#include "uri/references.hpp"

namespace {

using namespace uniform;
using text = std::string_view;

struct fact {
    text source;
    comparison_level at;
    text input;
    text expected;
};

const fact facts[] = {
    {"RFC 3986 6.2.1", comparison_level::simple, "HTTP://H/%7e/../", "HTTP://H/%7e/../"},
    {"RFC 3986 6.2.2", comparison_level::syntax, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
    {"RFC 3986 6.2.2.1", comparison_level::letter_case, "HTTP://www.EXAMPLE.com/%c3%41",
     "http://www.example.com/%C3%41"},
    {"RFC 3986 6.2.2.1: not userinfo", comparison_level::letter_case, "HTTP://User@EXAMPLE.com/Path",
     "http://User@example.com/Path"},
    {"RFC 3986 6.2.2.1: pct-encoded in a host", comparison_level::letter_case, "//A%4cB", "//a%4Cb"},
    {"RFC 3986 6.2.2.2", comparison_level::percent, "HTTP://H/%41%7e%2f%3a", "HTTP://H/A~%2f%3a"},
    {"RFC 3986 6.2.2.2: only unreserved", comparison_level::syntax, "a:%40%3a%2c%2D%2E%5F%7E", "a:%40%3A%2C-._~"},
    {"RFC 3986 6.2.2.2: in a host", comparison_level::syntax, "http://examp%4Ce.com/", "http://example.com/"},
    {"RFC 3986 2.4: not twice", comparison_level::syntax, "a:%2541", "a:%2541"},
    {"RFC 3986 6.2.2.2: # stays data", comparison_level::syntax, "#%23", "#%23"},
    {"RFC 3986 6.2.2.3", comparison_level::path, "HTTP://H/a/./b/../%2e/c", "HTTP://H/a/%2e/c"},
    {"RFC 3986 6.2.2.3 after 6.2.2.2", comparison_level::syntax, "http://h/a/%2e%2E/b", "http://h/b"},
    {"RFC 3986 5.2.4: excess", comparison_level::syntax, "http://a/../../../g", "http://a/g"},
    {"RFC 3986 5.2.4: rootless", comparison_level::path, "scheme:./path1:/path2", "scheme:path1:/path2"},
    {"RFC 3986 5.2.4: rootless becomes rooted", comparison_level::path, "a:b/../c", "a:/c"},
    {"RFC 3986 3.3: never an authority", comparison_level::path, "a:/..//b", "a:/.//b"},
    {"RFC 3986 3.3: never an authority", comparison_level::path, "a:/.//b", "a:/.//b"},
    {"RFC 3986 3.3: with one it may", comparison_level::path, "a://h/..//b", "a://h//b"},
    {"RFC 3986 3.3: rooted reference", comparison_level::path, "/..//b", "/.//b"},
    // RFC 3986 5.2.1: a relative path is merged with the base's before dot segments are removed
    {"RFC 3986 5.2.3: not before", comparison_level::scheme, "a/../b", "a/../b"},
    {"RFC 3986 5.2.3: not before", comparison_level::scheme, "99/..", "99/.."},
    {"RFC 3986 5.2.3: not before", comparison_level::scheme, "./", "./"},
    {"RFC 3986 5.2.3: not before", comparison_level::scheme, "../../x", "../../x"},
    {"RFC 3986 5.2.4: \"%2E\" is no dot yet", comparison_level::scheme, ".%2E/../x", ".%2E/../x"},
    {"RFC 3986 6.2.2.2: no \"..\" follows", comparison_level::scheme, "%2e%2E/a/b", "../a/b"},
    {"RFC 3986 6.2.2.2: no \"..\" follows", comparison_level::scheme, "a/../%2E/%2e%2e/b", "a/.././../b"},
    {"RFC 3986 5.2.4, then 6.2.2.3", comparison_level::scheme, "/a/%2e%2e/./x", "/x"},
    {"RFC 3986 5.2.4, then 6.2.2.3", comparison_level::scheme, "/a/%2e%2e/../x", "/a/x"},
    {"RFC 3986 5.2.4, then 6.2.2.3", comparison_level::scheme, "//h/a/%2e%2e/b/../x", "//h/x"},
    {"RFC 3986 5.2.4, then 6.2.2.3", comparison_level::scheme, "/a/..//%2e/x", "/.//x"},
    {"RFC 3986 5.2.4, then 6.2.2.3", comparison_level::scheme, "/a/%2e%2e//x", "/.//x"},
    {"RFC 3986 6.2.2.2: no dot segment", comparison_level::scheme, "/a%2Eb/%2e%2e%2e", "/a.b/..."},
    // The schemes' own paths
    {"RFC 4266 2.1: a selector", comparison_level::scheme, "gopher://h/0a/../b/./%7E", "gopher://h/0a/../b/./~"},
    {"RFC 4156 2: a document", comparison_level::scheme, "wais://h/d/t/../a", "wais://h/d/t/../a"},
    {"RFC 4248 2: no path but \"/\"", comparison_level::scheme, "telnet://h/..", "telnet://h/.."},
    {"RFC 6270: no path but \"/\"", comparison_level::scheme, "tn3270://h/./", "tn3270://h/./"},
    {"doi: a name", comparison_level::scheme, "doi:10.1000/a/../b", "doi:10.1000/a/../b"},
    {"doi: a name", comparison_level::path, "doi:10.1000/..", "doi:10.1000/.."},
    {"RFC 4452: a name", comparison_level::scheme, "info:ddc/../x", "info:ddc/../x"},
    {"RFC 4918: a name", comparison_level::syntax, "opaquelocktoken:a/../b", "opaquelocktoken:a/../b"},
    {"RFC 2838: a name of the DNS", comparison_level::scheme, "tv:a/../b", "tv:a/../b"},
    {"RFC 4501: a name of the DNS", comparison_level::scheme, "dns:..", "dns:.."},
    {"RFC 7064: a host and its port", comparison_level::scheme, "stun:h/../x", "stun:h/../x"},
    {"RFC 2609 2.1: an address and what follows it", comparison_level::scheme, "service:x://h/../y",
     "service:x://h/../y"},
    {"RFC 5092: hierarchical names", comparison_level::scheme, "imap://h/a/../b", "imap://h/b"},
    {"RFC 4088: hierarchical", comparison_level::scheme, "snmp://h/a/../b", "snmp://h/b"},
    {"no document: as in RFC 3986", comparison_level::scheme, "ssh://h/a/../b", "ssh://h/b"},
    {"RFC 4157 2: an object", comparison_level::scheme, "prospero://h//a/../b", "prospero://h//a/../b"},
    {"RFC 8089 2: path-absolute", comparison_level::scheme, "file://localhost/.//x", "file:///.//x"},
    {"RFC 8089 2: path-absolute", comparison_level::scheme, "file://h/a/..//x", "file://h/.//x"},
    {"RFC 8089 2: no path-absolute before either", comparison_level::scheme, "file:////b/c/./../d", "file:////b/d"},
    {"RFC 5538 3: newsgroups", comparison_level::scheme, "news:%7E.x", "news:%7E.x"},
    {"RFC 5538 4: an article", comparison_level::scheme, "news:a%7E@h.x", "news:a~@h.x"},
    {"RFC 3986 6.2.3: empty port", comparison_level::scheme, "http://a:/", "http://a/"},
    {"RFC 3986 6.2.3: default port", comparison_level::scheme, "https://a:443/", "https://a/"},
    {"RFC 3986 6.2.3: by value", comparison_level::scheme, "https://a:00443/", "https://a/"},
    {"RFC 3986 6.2.3: another's port", comparison_level::scheme, "http://a:443/", "http://a:443/"},
    {"RFC 3986 3.2.3: empty port of any scheme", comparison_level::scheme, "nobody-knows://a:", "nobody-knows://a"},
    {"RFC 3986 6.2.3: empty path", comparison_level::scheme, "http://a?q", "http://a/?q"},
    {"RFC 3986 6.2.3: empty path, by scheme", comparison_level::scheme, "rtsp://a", "rtsp://a"},
    {"RFC 7252 6.3: empty path", comparison_level::scheme, "COAP://a:5683?q", "coap://a/?q"},
    {"RFC 1738 3.1: ftp without /", comparison_level::scheme, "ftp://a:21", "ftp://a/"},
    {"RFC 1738 5: ftptype", comparison_level::scheme, "ftp://a/b/c;type=A", "ftp://a/b/c;type=a"},
    {"RFC 1738 5: ftptype", comparison_level::scheme, "ftp://a/;type=D", "ftp://a/;type=d"},
    {"RFC 1738 3.2.2: no type", comparison_level::scheme, "ftp://a/;TYPE=D", "ftp://a/;TYPE=D"},
    {"RFC 1738 5: no ftptype", comparison_level::scheme, "ftp://a/b;type=X", "ftp://a/b;type=X"},
    {"RFC 1738 5: of ftp alone", comparison_level::scheme, "http://a/b;type=A", "http://a/b;type=A"},
    {"RFC 1738 5: not by syntax", comparison_level::syntax, "ftp://a/b;type=A", "ftp://a/b;type=A"},
    {"RFC 1738 3.8, RFC 4248: telnet without /", comparison_level::scheme, "telnet://a", "telnet://a/"},
    {"RFC 1738 3.4.1, RFC 4266 2.1: gopher", comparison_level::scheme, "gopher://h", "gopher://h/"},
    {"RFC 1738 3.4.1, RFC 4266 2.1: gopher", comparison_level::scheme, "gopher://h:70/1", "gopher://h/"},
    {"RFC 1738 3.4.1: gopher's type and selector", comparison_level::scheme, "gopher://h/11", "gopher://h/11"},
    {"RFC 1738 3.4.1: a \"?\" is in the selector", comparison_level::scheme, "gopher://h/1?x", "gopher://h/1?x"},
    {"RFC 1738 3.4.1: a \"?\" is the type", comparison_level::scheme, "gopher://h?x", "gopher://h?x"},
    {"RFC 3986 6.2.3: mailto", comparison_level::scheme, "mailto:Joe@Example.COM", "mailto:Joe@example.com"},
    {"RFC 3986 6.2.3: mailto, by syntax", comparison_level::syntax, "mailto:Joe@Example.COM", "mailto:Joe@Example.COM"},
    {"RFC 6068 2: more addresses", comparison_level::scheme, "mailto:A@B.ORG,C/d@E.org?cc=F@G.ORG",
     "mailto:A@b.org,C/d@e.org?cc=F@g.org"},
    {"RFC 6068 2: addresses in header fields", comparison_level::scheme,
     "mailto:?To=A@B.ORG,C@D.ORG&CC=%22E@F%22@G.ORG&bcc=H@%E7%B4%8D.I&Subject=J@K.L&body=M@N.O&X",
     "mailto:A@b.org,C@d.org?cc=%22E@F%22@g.org&bcc=H@%E7%B4%8D.i&subject=J@K.L&body=M@N.O&X"},
    {"RFC 6068 2: to", comparison_level::scheme, "mailto:?to=addr1@an.example,addr2@an.example",
     "mailto:addr1@an.example,addr2@an.example"},
    {"RFC 6068 2: to", comparison_level::scheme, "mailto:addr1@an.example?To=addr2@an.example",
     "mailto:addr1@an.example,addr2@an.example"},
    {"RFC 6068 2: to, with others", comparison_level::scheme, "mailto:?subject=a&to=B@C.org&body=d",
     "mailto:B@c.org?subject=a&body=d"},
    {"RFC 6068 2: not what a path cannot have", comparison_level::scheme, "mailto:?to=Joe%20%3Cj@a.org%3E",
     "mailto:?to=Joe%20%3Cj@a.org%3E"},
    {"RFC 6068 2: not what a path cannot have", comparison_level::scheme, "mailto:?to=//x@y", "mailto:?to=//x@y"},
    {"RFC 6068 2: not what a path cannot have", comparison_level::scheme, "mailto:?to=%22a?b%22@c",
     "mailto:?to=%22a?b%22@c"},
    {"RFC 6068 2: to, after a \";\"", comparison_level::scheme, "mailto:a@b;?to=c@d", "mailto:a@b;,c@d"},
    {"RFC 6068 2: no domain in to", comparison_level::scheme, "mailto:?to=a@%40b.c", "mailto:?to=a@%40b.c"},
    {"RFC 6068 2: no domain in to", comparison_level::scheme, "mailto:?to=a@b.", "mailto:?to=a@b."},
    {"RFC 6068 2: no UTF-8 in to", comparison_level::scheme, "mailto:?to=a%DDb@c", "mailto:?to=a%DDb@c"},
    {"RFC 6068 2: no local part in to", comparison_level::scheme, "mailto:?to=a..b@c", "mailto:?to=a..b@c"},
    {"RFC 6068 2: an empty to", comparison_level::scheme, "mailto:a@b?to=", "mailto:a@b?to="},
    {"RFC 6068 2: not by syntax", comparison_level::syntax, "mailto:?to=a@b", "mailto:?to=a@b"},
    {"RFC 6068 2: names and comments in header fields", comparison_level::scheme,
     "mailto:?Reply-To=Joe%20%3CJ@A.ORG%3E&cc=K@B.ORG%20(Kay)",
     "mailto:?reply-to=Joe%20%3CJ@a.org%3E&cc=K@b.org%20(Kay)"},
    {"RFC 6068 2: header fields, by syntax", comparison_level::syntax, "mailto:?To=A@B.ORG", "mailto:?To=A@B.ORG"},
    {"of mailto alone", comparison_level::scheme, "acct:a@b.org?To=A@B.ORG", "acct:a@b.org?To=A@B.ORG"},
    {"RFC 6068 2: a quoted local part", comparison_level::scheme, "mailto:%22Not@Me%22@B.ORG",
     "mailto:%22Not@Me%22@b.org"},
    {"RFC 6068 2: encoded domain", comparison_level::scheme, "mailto:U@%e7%b4%8d.EXAMPLE",
     "mailto:U@%E7%B4%8D.example"},
    {"RFC 6068 2: no domain", comparison_level::scheme, "mailto:Joe", "mailto:Joe"},
    {"RFC 3261 19.1.4: sip", comparison_level::scheme, "sip:Alice@AtLanTa.CoM;Transport=TCP",
     "sip:Alice@atlanta.com;transport=tcp"},
    {"RFC 3261 19.1.4: userinfo has case", comparison_level::scheme, "sips:A;B=C?D:E@H.org:5061;Z=Y;A=B?To=X&Bcc=W#F",
     "sips:A;B=C?D:E@h.org:5061;a=b;z=y?bcc=W&to=X#F"},
    {"RFC 3261 19.1.4, RFC 2396 2.3: marks", comparison_level::scheme, "sip:%28a%29@b;c=%21D%2C", "sip:(a)@b;c=!d%2C"},
    {"RFC 3261 19.1.4: the default port is not assumed", comparison_level::scheme, "sip:bob@biloxi.com:5060",
     "sip:bob@biloxi.com:5060"},
    {"RFC 3261 19.1.4: not by syntax", comparison_level::syntax, "sip:a@B;D;C", "sip:a@B;D;C"},
    {"RFC 3966 4: tel", comparison_level::scheme, "tel:+1-(201)-555.0123;phone-context=a-b",
     "tel:+12015550123;phone-context=a-b"},
    {"RFC 3966 4: any order, no case", comparison_level::scheme, "tel:7042;Z=Q;A;Phone-Context=Example.COM;EXT=1-2",
     "tel:7042;ext=12;phone-context=example.com;a;z=q"},
    {"RFC 3966 4: phone-context by digits", comparison_level::scheme, "tel:863-1234;phone-context=+1-914-(555)",
     "tel:8631234;phone-context=+1914555"},
    {"RFC 3966 4: phone-context by name", comparison_level::scheme, "tel:863-1234;phone-context=3Com.co-m",
     "tel:8631234;phone-context=3com.co-m"},
    {"RFC 3966 4: extension", comparison_level::scheme, "tel:1;ext=(1)2;phone-context=+",
     "tel:1;ext=12;phone-context=+"},
    {"RFC 3966 3: encoded separators", comparison_level::scheme, "tel:+1%28201%29", "tel:+1201"},
    {"RFC 3966 4: hexadecimal digits", comparison_level::scheme, "tel:A-B;phone-context=X.y;ISUB=F%2f",
     "tel:ab;isub=f%2F;phone-context=x.y"},
    {"RFC 5870 3.4.4: numbers", comparison_level::scheme, "geo:48.2010,016.3695,-0.0", "geo:48.201,16.3695,0"},
    {"RFC 5870 3.4.4: the poles", comparison_level::scheme, "geo:90,-22.43;crs=WGS84", "geo:90,0"},
    {"RFC 5870 3.4.4: the date line", comparison_level::scheme, "geo:1,-180.0", "geo:1,180"},
    {"RFC 5870 3.4.4: of another system", comparison_level::scheme, "geo:90,-180.0;CRS=Moon-1",
     "geo:90,-180;crs=moon-1"},
    {"RFC 5870 3.4.4: parameters", comparison_level::scheme, "geo:66,30;FOo=this%2dthat;U=6.500;CRS=wgs84",
     "geo:66,30;u=6.5;foo=this-that"},
    {"RFC 5870 3.4.4: u of 0 is not none", comparison_level::scheme, "geo:1,2;u=0.0", "geo:1,2;u=0"},
    {"RFC 5870 3.3: no coordinates", comparison_level::scheme, "geo:a,1.0", "geo:a,1.0"},
    {"RFC 5870 3.4.4: not by syntax", comparison_level::syntax, "geo:1.0,2", "geo:1.0,2"},
    {"RFC 3966 4: separators alone", comparison_level::scheme, "tel:-()", "tel:-()"},
    {"RFC 3986 3: a path gains no authority", comparison_level::scheme, "tel:-//x", "tel:-//x"},
    {"RFC 3986 6.2.3: default host", comparison_level::scheme, "file://LOCALHOST/etc", "file:///etc"},
    {"RFC 3986 6.2.3: default host", comparison_level::scheme, "file://localhost:/etc", "file:///etc"},
    {"RFC 3986 6.2.3: not with a user or port", comparison_level::scheme, "file://u@localhost/", "file://u@localhost/"},
    {"RFC 3986 6.2.3: not with a user or port", comparison_level::scheme, "file://localhost:1/", "file://localhost:1/"},
    {"RFC 3986 6.2.3: another scheme's host", comparison_level::scheme, "http://localhost/", "http://localhost/"},
    {"RFC 3986 6.2.3: not below", comparison_level::syntax, "file://localhost/", "file://localhost/"},
    {"RFC 3986 6.2.3: no authority, no path", comparison_level::scheme, "http:", "http:"},
    {"RFC 3986 6.2.3: not below", comparison_level::syntax, "http://a:80", "http://a:80"},
    {"RFC 3986 6.2.2.1: IPv6", comparison_level::syntax, "http://[2001:DB8::A]/", "http://[2001:db8::a]/"},
    {"RFC 3986 6.2.2.1: IPvFuture", comparison_level::syntax, "//[v1FdE.AddR]", "//[v1fde.addr]"},
    {"RFC 3986 3: absent and empty stay", comparison_level::scheme, "a:?#", "a:?#"},
};

TEST(normalize, normalizes_at_each_level_as_the_document_says) {
    for (const detail::named_kernel &k : detail::available_kernels()) {
        detail::use_kernel(k);
        for (const fact &f : facts) {
            SCOPED_TRACE(f.source);
            SCOPED_TRACE(f.input);
            const auto r = parse_uri_reference(f.input);
            ASSERT_TRUE(r);
            const normalize_options o{.level = f.at};
            EXPECT_EQ(normalize(*r, o), f.expected) << k.name;
            EXPECT_EQ(is_normal(*r, o), f.input == f.expected) << k.name;
            EXPECT_EQ(would_change(*r, o).any(), f.input != f.expected) << k.name;
        }
    }
}

const fact draft_facts[] = {
    {"2003 draft 2.3: %2D and %2E stay", comparison_level::percent, "http://a/%41%5A%61%7A%30%39%5F%7E%2D%2E%21",
     "http://a/AZaz09_~%2D%2E%21"},
    {"2003 draft 6.2.2.3: excess .. kept (5.2 step 7)", comparison_level::path, "http://a/../b/./c/../d",
     "http://a/../b/d"},
    {"2003 draft 6.2.3: mailto", comparison_level::scheme, "MAILTO:Joe@Example.COM?B@C", "mailto:Joe@example.com?B@C"},
    {"RFC 6068 2: header fields in an opaque part", comparison_level::scheme, "mailto:a@b?CC=c@D", "mailto:a@b?cc=c@d"},
    {"RFC 6068 2: no domain in to", comparison_level::scheme, "mailto:?to=a@b%2DC", "mailto:?to=a@b%2DC"},
    {"2003 draft 3: an opaque part has no segments", comparison_level::syntax, "MAILTO:a/../B@h", "mailto:a/../B@h"},
    {"2003 draft 3.2.1: reg-name is the scheme's own affair", comparison_level::syntax, "x://A_B/", "x://A_B/"},
    {"2003 draft 5: relative references are left alone", comparison_level::path, "/./g", "/./g"},
};

TEST(normalize, reads_the_2003_draft_by_its_own_text) {
    for (const fact &f : draft_facts) {
        SCOPED_TRACE(f.source);
        const auto r = parse_uri_reference(f.input, {.edition = edition::rfc2396bis_01});
        ASSERT_TRUE(r) << f.input;
        EXPECT_EQ(normalize(*r, {.level = f.at}), f.expected);
    }
}

TEST(normalize, ipv6_as_rfc5952_says_when_asked) {
    const struct {
        text source, input, expected;
    } rows[] = {
        {"RFC 5952 4.1", "http://[2001:0db8::0001]/", "http://[2001:db8::1]/"},
        {"RFC 5952 4.2.1", "http://[2001:db8:0:0:0:0:2:1]/", "http://[2001:db8::2:1]/"},
        {"RFC 5952 4.2.2", "http://[2001:db8::1:1:1:1:1]/", "http://[2001:db8:0:1:1:1:1:1]/"},
        {"RFC 5952 4.2.3", "http://[2001:0:0:1:0:0:0:1]/", "http://[2001:0:0:1::1]/"},
        {"RFC 5952 4.2.3: the first of equals", "http://[2001:db8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/"},
        {"RFC 5952 4.3", "http://[2001:DB8::A]/", "http://[2001:db8::a]/"},
        {"RFC 5952 5", "http://[::FFFF:192.0.2.1]/", "http://[::ffff:192.0.2.1]/"},
        {"RFC 5952 5", "http://[::ffff:c000:201]/", "http://[::ffff:192.0.2.1]/"},
        {"all zero", "http://[0:0:0:0:0:0:0:0]/", "http://[::]/"},
        {"RFC 6874 2: the zone stays", "http://[FE80:0::1%25En1]:80/", "http://[fe80::1%25En1]/"},
        {"no IPv6", "http://[v1.A]/", "http://[v1.a]/"},
    };
    for (const auto &row : rows) {
        SCOPED_TRACE(row.source);
        const auto r = parse_uri(row.input, {.zone_ids = true});
        ASSERT_TRUE(r) << row.input;
        EXPECT_EQ(normalize(*r, {.level = comparison_level::scheme, .rfc5952 = true}), row.expected);
    }
}

TEST(normalize, says_what_it_would_change) {
    const auto changes_of = [](text t, normalize_options o) { return would_change(*parse_uri_reference(t), o); };
    EXPECT_EQ(changes_of("HTTP://u@H:80/./?%41#%61", {.level = comparison_level::scheme}),
              (changes{.scheme = true, .host = true, .port = true, .path = true, .query = true, .fragment = true}));
    EXPECT_EQ(changes_of("http://%75@h:80/", {}), (changes{.userinfo = true}));
    EXPECT_EQ(changes_of("http://h/", {}), changes{});
}

TEST(normalize, follows_observed_redirects) { // RFC 3986 6.2.4
    using namespace uniform::literals;
    redirect_table table;
    ASSERT_TRUE(table.add("http://example.com/data"_uri, "http://example.com/data/"_uri));
    ASSERT_TRUE(table.add("http://EXAMPLE.com:80/old"_uri, "http://example.com/data"_uri));
    const normalize_options o{.level = comparison_level::protocol, .redirects = &table};
    EXPECT_EQ(normalize("http://example.com:80/data#f"_uri, o), "http://example.com/data/#f");
    EXPECT_EQ(normalize("http://example.com/old"_uri, o), "http://example.com/data/");
    EXPECT_EQ(normalize("http://example.com/other"_uri, o), "http://example.com/other");
    EXPECT_TRUE(would_change("http://example.com/data"_uri, o).redirected);
    EXPECT_EQ(normalize("http://example.com/data"_uri, {.level = comparison_level::scheme}), "http://example.com/data");
    const auto loop = table.add("http://example.com/data/"_uri, "http://example.com/old"_uri);
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().code, error_code::invalid_mapping);
    EXPECT_FALSE(table.add("http://a/"_uri, "http://A:80"_uri)) << "to itself";
    EXPECT_EQ(table.size(), 2U);
}

TEST(normalize, ignores_fragments_where_a_network_action_is_meant) { // RFC 3986 6.1
    for (const comparison_level level : comparison_levels) {
        const normalize_options o{.level = level, .ignore_fragment = true};
        EXPECT_EQ(normalize(*parse_uri_reference("http://a/b?c#d"), o), "http://a/b?c");
        EXPECT_EQ(normalize(*parse_uri_reference("#"), o), "");
        EXPECT_FALSE(is_normal(*parse_uri_reference("http://a/b#"), o));
        EXPECT_TRUE(is_normal(*parse_uri_reference("http://a/b"), o));
        EXPECT_TRUE(would_change(*parse_uri_reference("http://a/b#"), o).fragment);
    }
}

TEST(redirects, loops_are_left_out_with_their_members) { // RFC 3986 6.2.4
    using namespace uniform::literals;
    using loops = std::vector<std::vector<std::string>>;
    using list = std::vector<std::pair<uri_view, uri_view>>;
    const struct {
        list redirects;
        loops expected;
        std::vector<std::pair<std::string, std::string>> targets; // "" for none
    } rows[] = {
        {{{"a:1"_uri, "a:2"_uri}, {"a:2"_uri, "a:3"_uri}}, {}, {{"a:1", "a:3"}, {"a:3", ""}}},
        {{{"a:1"_uri, "a:2"_uri}, {"a:2"_uri, "a:1"_uri}}, {{"a:1", "a:2"}}, {{"a:1", ""}, {"a:2", ""}}},
        {{{"x:1"_uri, "a:1"_uri}, {"a:1"_uri, "a:2"_uri}, {"a:2"_uri, "a:1"_uri}, {"y:1"_uri, "y:2"_uri}},
         {{"a:1", "a:2"}},
         {{"x:1", "a:1"}, {"y:1", "y:2"}, {"a:2", ""}}},
        {{{"HTTP://h"_uri, "http://H:80/#f"_uri}, {"b:1"_uri, "b:1"_uri}}, {{"http://h/"}, {"b:1"}}, {{"b:1", ""}}},
        {{{"a:1"_uri, "a:2"_uri}, {"a:2"_uri, "a:1"_uri}, {"a:2"_uri, "a:3"_uri}}, {}, {{"a:1", "a:3"}}},
        {{}, {}, {}},
    };
    for (const auto &row : rows) {
        redirect_table table;
        EXPECT_EQ(table.add_list(row.redirects), row.expected);
        for (const auto &[from, to] : row.targets) EXPECT_EQ(table.target(from), to) << from;
    }
    redirect_table table; // a loop through what the table had
    ASSERT_TRUE(table.add("a:1"_uri, "a:2"_uri));
    ASSERT_TRUE(table.add("z:1"_uri, "z:2"_uri));
    EXPECT_EQ(table.add_list(list{{"a:2"_uri, "a:1"_uri}}), (loops{{"a:2", "a:1"}}));
    EXPECT_EQ(table.size(), 1U);
}

TEST(normalize, knows_the_schemes_that_a_caller_adds) { // RFC 3986 6.2.3
    using namespace uniform::literals;
    scheme_registry schemes;
    ASSERT_TRUE(
        schemes.add({.name = "Lab", .default_port = 7000, .empty_path_is_root = true, .default_host = "bench"}));
    EXPECT_EQ(normalize("lab://BENCH:7000/x"_uri, {.level = comparison_level::scheme, .schemes = &schemes}),
              "lab:///x");
    EXPECT_EQ(normalize("lab://h:7000"_uri, {.level = comparison_level::scheme, .schemes = &schemes}), "lab://h/");
    EXPECT_EQ(normalize("lab://h:7000"_uri, {.level = comparison_level::scheme}), "lab://h:7000");
    EXPECT_EQ(normalize("http://h:80"_uri, {.level = comparison_level::scheme, .schemes = &schemes}), "http://h/");
    ASSERT_TRUE(schemes.add({.name = "zoo",
                             .root_alias = "/0",
                             .path_endings = ";v=x",
                             .path_separators = "_~",
                             .address_fields = "an by"}));
    const scheme_registry copy = schemes;
    const normalize_options by_copy{.level = comparison_level::scheme, .schemes = &copy};
    EXPECT_EQ(normalize("zoo://h/0"_uri, by_copy), "zoo://h/");
    EXPECT_EQ(normalize("ZOO://h/a;v=X"_uri, by_copy), "zoo://h/a;v=x");
    EXPECT_EQ(normalize("zoo:a_b~c;d_e"_uri, by_copy), "zoo:abc;d_e");
    EXPECT_EQ(normalize("zoo:?An=x@Y&BY=x@Y&c=x@Y"_uri, by_copy), "zoo:?an=x@y&by=x@y&c=x@Y");
    EXPECT_EQ(normalize("zoo:a_b"_uri, {.level = comparison_level::scheme}), "zoo:a_b");
}

TEST(normalize, writes_into_a_callers_buffer_or_not_at_all) {
    using namespace uniform::literals;
    constexpr auto u = "HTTP://h/../a"_uri;
    std::array<char, 13 + normalize_slack> room{};
    EXPECT_EQ(normalize_to(room, u), "http://h/a");
    std::array<char, 12> tight{};
    const auto r = normalize_to(tight, u);
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, error_code::buffer_too_small);
    EXPECT_EQ(tight, (std::array<char, 12>{}));
    std::string kept = "kept ";
    normalize_append(kept, u);
    EXPECT_EQ(kept, "kept http://h/a");
}

// The promises of normalize.hpp, for generated references.
RC_GTEST_PROP(normalize_properties, holds_its_promises, ()) {
    const std::string input = *testing_references::any_reference();
    const edition e = *rc::gen::elementOf(std::vector<edition>(editions.begin(), editions.end()));
    const auto r = parse_uri_reference(input, {.edition = e});
    RC_PRE(r.has_value());
    for (const comparison_level at : comparison_levels) {
        const normalize_options o{.level = at, .rfc5952 = *rc::gen::arbitrary<bool>()};
        const std::string once = normalize(*r, o);
        const auto again = parse_uri_reference(once, {.edition = e});
        RC_ASSERT(again.has_value());
        RC_ASSERT(normalize(*again, o) == once);
        RC_ASSERT(again->has_scheme() == r->has_scheme());
        RC_ASSERT(again->has_authority() == r->has_authority());
        RC_ASSERT(again->query().has_value() == r->query().has_value());
        RC_ASSERT(again->fragment().has_value() == r->fragment().has_value());
        RC_ASSERT(is_normal(*r, o) == (once == input));
        RC_ASSERT(is_normal(*again, o));
        RC_ASSERT(once.size() <= input.size() + normalize_slack);
    }
}

} // namespace
