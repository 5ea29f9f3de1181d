// The checks, by the sections that warn; without ICU.

#include <ctime>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/share.hpp"
#include "lint/rows.hpp"

namespace uniform::test {
namespace {

using namespace std::string_view_literals;

const lint_row rows[]{
    // RFC 3986 7.2, url-06 6: ports
    {"url-06 6: the gopher-to-SMTP attack", "gopher://h.example:25/_HELO%0D%0AMAIL", "well-known-port", "25", "",
     "SMTP"},
    {"url-06 6: the gopher-to-SMTP attack", "gopher://h.example:25/_HELO%0D%0AMAIL", "encoded-line-end", "%0D", "",
     "line end"},
    {"RFC 3986 7.2", "http://h.example:1023/", "well-known-port", "1023", "", "below 1024"},
    {"RFC 3986 7.2", "https://h.example:80/", "well-known-port", "80", "", "HTTP"},
    {"RFC 3986 7.2: its own", "http://h.example:80/", ""},
    {"RFC 3986 7.2: its own", "ssh://git@h.example:22/x", ""},
    {"RFC 3986 7.2: its own", "smtp://h.example:25", ""},
    {"RFC 3986 7.2", "http://h.example:6379/", "service-port", "6379", "", "Redis"},
    {"2003 draft 7.2: any other port", "http://h.example:8080/", "other-port", "8080"},
    {"RFC 3986 3.2.3", "http://h.example:65536/", "port-too-large", "65536"},
    {"RFC 3986 3.2.3", "http://h.example:0/", "well-known-port", "0"},
    {"RFC 3986 7.2: without a scheme", "//h.example:25/x", "well-known-port", "25", "", "SMTP"},
    {"RFC 3986 7.2: without a scheme", "//h.example:443/x", ""},
    {"RFC 3986 7.2: without a scheme", "//h.example:8080/x", ""},
    {"RFC 3261 19.1.1", "sip:a@h.example:25;transport=tcp", "well-known-port", "25", "", "5060"},
    {"RFC 3261 19.1.1", "sips:[2a00::1]:6379", "service-port", "6379"},
    {"RFC 3261 19.1.1: its own", "sip:a@h.example:5060", ""},
    {"RFC 3261 19.1.1: its own", "sips:h.example:5061", ""},
    {"RFC 3261 19.1.1: none", "sip:a:b@h.example;maddr=x:25", ""},
    // RFC 3986 7.2, 7.3: encodings
    {"RFC 3986 7.2", "telnet://h.example/%0A", "encoded-line-end", "%0A"},
    {"RFC 6068 5: line breaks of a body", "mailto:a@h.example?body=a%0D%0Ab", ""},
    {"RFC 6068 7: not of a field", "mailto:a@h.example?subject=a%0D%0AB:c", "encoded-line-end", "%0D"},
    {"RFC 6068 7: not after the body", "mailto:a@h.example?body=a&subject=x%0Ay", "encoded-line-end", "%0A"},
    {"url-06 3.4.4: tabs of gopher", "gopher://h.example/7s%09word", ""},
    {"url-06 3.4.9: a form's answer", "gopher://h.example/1s%09%09+%091%0D%0A+-1%0D%0Av1%0D%0A.%0D%0A", ""},
    {"url-06 3.4.9: the data alone", "gopher://h.example/1s%0D%0A%09%09+%091%0D%0A+-1%0D%0Av1%0D%0A.%0D%0A",
     "encoded-line-end", "%0D"},
    {"url-06 3.4.9: behind the form", "gopher://h.example/1s%09%09+%091%0D%0A+-1%0D%0A.%0D%0Ax%0D%0A",
     "encoded-line-end", "%0D"},
    {"url-06 3.4.9: no form", "gopher://h.example/1s%09%09+%0D%0AMAIL", "encoded-line-end", "%0D"},
    {"url-06 6: a form on the port of another", "gopher://h.example:2525/1s%09%09+%091%0D%0A+-1%0D%0A.%0D%0A",
     "encoded-line-end", "%0D"},
    {"url-06 3.4.9: on its own port", "gopher://h.example:70/1s%09%09+%091%0D%0A+-1%0D%0A.%0D%0A", ""},
    {"RFC 3986 7.3", "http://h.example/a%00.html", "encoded-nul", "%00", ""},
    {"RFC 3986 7.3", "http://h.example/a%07", "encoded-control", "%07"},
    {"RFC 3986 7.3", "http://h.example/a%2Fb", "encoded-delimiter", "%2F", "", "one segment more"},
    {"RFC 3986 7.3", "http://h.example/a%3Fb", "encoded-delimiter", "%3F", "", "query"},
    {"RFC 3986 7.3", "http://h.example/a%23b", "encoded-delimiter", "%23", "", "fragment"},
    {"RFC 3986 7.3: in the authority", "ftp://a%40b@h.example/", "encoded-delimiter", "%40", "", "another host"},
    {"RFC 3986 7.3: in the authority", "ftp://a%3Ab@h.example/", "encoded-delimiter", "%3A"},
    {"RFC 3986 3.4: data of a query", "http://h.example/?a=%2F%3F%26%3D", ""},
    {"RFC 3986 2.4: a further parameter", "http://h.example/?a=b%26c=d", "encoded-delimiter", "%26", "", "parameters"},
    {"RFC 3986 2.4: another name", "http://h.example/?x=1&a%3Db=c", "encoded-delimiter", "%3D", "", "parameters"},
    {"RFC 3986 2.4: a fragment", "http://h.example/?a%23b", "encoded-delimiter", "%23", "", "fragment"},
    {"RFC 8141 2.2: a NSS encodes them", "urn:example:a%2Fb", ""},
    {"RFC 3986 7.3: the backslash", "http://h.example/a%5Cb", "encoded-backslash", "%5C"},
    {"RFC 3986 2.4", "http://h.example/a%252Fb", "double-encoding", "%252F", "", "%2F"},
    {"RFC 3986 2.4: a percent sign", "http://h.example/100%25", ""},
    {"RFC 3986 2.3", "http://h.example/%7Ea", "encoded-unreserved", "%7E", "http://h.example/~a"},
    {"RFC 3986 2.1", "http://h.example/%c3%a9", "lower-case-hex", "%c3", "http://h.example/%C3%A9"},
    {"RFC 3986 2.1", "http://h.example/100%", "malformed-percent", "%", "http://h.example/100%25"},
    {"RFC 3987 8", "http://h.example/%C0%AF..", "overlong-utf8", "%C0%AF", "", "\"/\""},
    {"RFC 3987 8", "http://h.example/%E0%80%AE", "overlong-utf8", "%E0%80%AE", "", "\".\""},
    {"RFC 3986 2.5", "http://h.example/caf%E9", "invalid-utf8", "%E9"},
    {"RFC 3986 3.2.2: a host that is not UTF-8", "http://b%FF.example/", "invalid-utf8", "%FF"},
    {"RFC 3629 3: surrogates", "http://h.example/%ED%A0%80", "invalid-utf8", "%ED%A0%80"},
    // RFC 3986 7.3, 5.2.4: dot segments
    {"RFC 3986 5.2.4", "http://h.example/a/../b", "dot-segments", "..", "http://h.example/b"},
    {"RFC 3986 5.4.2", "http://h.example/../g", "dot-segments", "..", "http://h.example/g", "above the root"},
    {"RFC 3986 4.2: relative references begin so", "../g", ""},
    {"RFC 3986 5.4: of a relative path, the base decides", "a/../g", "dot-segments", "..", ""},
    {"RFC 3986 6.2.2.3", "http://h.example/a/%2e%2E/b", "encoded-dot-segments", "%2e%2E", "http://h.example/b"},
    {"RFC 3986 7.3", "http://h.example/a/..%2Fb", "encoded-dot-segments", "..%2Fb", ""},
    {"RFC 3986 7.3", "http://h.example/a/..%5C..%5Cb", "encoded-dot-segments", "..%5C..%5Cb", ""},
    {"RFC 3986 3.3: parameters", "http://h.example/a/..;x=1/b", "encoded-dot-segments", "..;x=1", ""},
    {"RFC 3986 7.3: names with dots", "http://h.example/a..b/.c/d./...e", ""},
    {"RFC 3986 7.3: device names", "http://h.example/aux/x", "device-name", "aux"},
    {"RFC 3986 7.3: device names", "http://h.example/a/.../b", "device-name", "..."},
    {"RFC 3986 7.3: device names", "http://h.example/com1.txt", "device-name", "com1.txt"},
    {"RFC 3986 7.3: device names", "http://h.example/c%6Fn", "device-name", "c%6Fn"},
    {"RFC 3986 7.3: device names", "http://h.example/COM%E2%91%A0", "device-name", "COM%E2%91%A0"},
    // RFC 3986 7.4
    {"RFC 3986 7.4: two numbers", "http://127.1/", "rare-ipv4", "127.1", "http://127.0.0.1/", "127.0.0.1"},
    {"RFC 3986 7.4: three numbers", "http://10.1.258/", "rare-ipv4", "10.1.258", "http://10.1.1.2/"},
    {"RFC 3986 7.4: one number", "http://2130706433/", "rare-ipv4", "2130706433", "http://127.0.0.1/"},
    {"RFC 3986 7.4: octal", "http://0177.0.0.01/", "rare-ipv4", "0177.0.0.01", "http://127.0.0.1/"},
    {"RFC 3986 7.4: hexadecimal", "http://0x7F.0X0.0.1/", "rare-ipv4", "0x7F.0X0.0.1", "http://127.0.0.1/"},
    {"RFC 3986 7.4: hexadecimal", "http://0x7f000001:80/", "rare-ipv4", "0x7f000001", "http://127.0.0.1:80/"},
    {"RFC 3986 7.4: a dot at the end", "http://192.0.2.1./", "rare-ipv4", "192.0.2.1.", "http://192.0.2.1/"},
    {"RFC 3986 7.4: filtered by its number", "http://127.1/", "loopback-address", "127.1"},
    {"RFC 3986 7.4: and decoded", "http://%31%32%37.1/", "rare-ipv4", "%31%32%37.1", "http://127.0.0.1/"},
    {"RFC 3986 7.4: another scheme", "x-unheard://0x7f.1/", "rare-ipv4", "0x7f.1", "x-unheard://127.0.0.1/"},
    {"RFC 3986 7.4: another scheme, whose number may be anything", "mvn://4685553", "rare-ipv4", "4685553",
     "mvn://0.71.126.241"},
    {"RFC 3986 3.2.2: an address in any scheme", "x-unheard://127.0.0.1/", "loopback-address", "127.0.0.1"},
    {"RFC 3986 7.4: too large", "http://256.1.1.1/", "host-name-syntax", "256.1.1.1"},
    {"RFC 3986 7.4: no number", "http://1.2.3.4.example/", ""},
    {"RFC 3986 7.4: eight is no octal digit", "http://08.1/", "host-name-syntax", "08.1"},
    // addresses
    {"RFC 1122 3.2.1.3", "http://127.255.0.1/", "loopback-address", "127.255.0.1"},
    {"RFC 1122 3.2.1.3", "http://0.0.0.0:8000/", "unspecified-address", "0.0.0.0"},
    {"RFC 1918 3", "http://10.0.0.1/", "private-address", "10.0.0.1"},
    {"RFC 1918 3", "http://172.31.0.1/", "private-address", "172.31.0.1"},
    {"RFC 1918 3: the next one", "http://172.32.0.1/", ""},
    {"RFC 1918 3", "http://192.168.1.1/", "private-address", "192.168.1.1"},
    {"RFC 6598 7", "http://100.64.0.1/", "private-address", "100.64.0.1"},
    {"RFC 3927 2", "http://169.254.169.254/latest/", "link-local-address", "169.254.169.254", {}, "credentials"},
    {"RFC 3927 2", "http://169.254.1.1/", "link-local-address", "169.254.1.1"},
    {"RFC 5771 3", "http://224.0.0.1/", "multicast-address", "224.0.0.1"},
    {"RFC 919 7", "http://255.255.255.255/", "multicast-address", "255.255.255.255"},
    {"RFC 5737 3", "http://192.0.2.1/", "reserved-address", "192.0.2.1"},
    {"RFC 4291 2.5.3", "http://[::1]/", "loopback-address", "[::1]"},
    {"RFC 4291 2.5.2", "http://[::]/", "unspecified-address", "[::]"},
    {"RFC 4291 2.5.6", "http://[fe80::1]/", "link-local-address", "[fe80::1]"},
    {"RFC 4193 3", "http://[fd12::1]/", "private-address", "[fd12::1]"},
    {"RFC 4291 2.7", "http://[ff02::1]/", "multicast-address", "[ff02::1]"},
    {"RFC 4291 2.5.5.2", "http://[::ffff:127.0.0.1]/", "embedded-ipv4", "[::ffff:127.0.0.1]", {}, "127.0.0.1"},
    {"RFC 4291 2.5.5.2", "http://[::ffff:7f00:1]/", "loopback-address", "[::ffff:7f00:1]"},
    {"RFC 6052 2.1", "http://[64:ff9b::a00:1]/", "private-address", "[64:ff9b::a00:1]"},
    {"RFC 3056 2", "http://[2002:a00:1::]/", "private-address", "[2002:a00:1::]"},
    {"RFC 4291: the Internet", "http://[2a00::1]/", ""},
    {"RFC 6761 6.3", "http://LocalHost:80/", "loopback-address", "LocalHost"},
    {"RFC 6761 6.3", "http://a.localhost./", "loopback-address", "a.localhost."},
    {"RFC 6762 3", "http://printer.local/", "local-name", "printer.local"},
    {"RFC 3986 3.2.2", "http://intranet/", "local-name", "intranet"},
    {"RFC 6762 G", "http://a.internal/", "local-name", "a.internal"},
    {"RFC 6762 G", "http://metadata.google.internal/", "local-name", "metadata.google.internal", "", "credentials"},
    // RFC 3986 7.5, 7.6: user information
    {"RFC 3986 7.5", "ftp://user:secret@h.example/", "password", "secret", "ftp://user@h.example/"},
    {"RFC 3986 7.5: none", "ftp://user:@h.example/", ""},
    {"RFC 3986 7.6", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "userinfo-like-host",
     "cnn.example.com&story=breaking_news", "", "10.0.0.1"},
    {"RFC 3986 7.6", "http://www.example.com%2Flogin@h.example/", "userinfo-like-host", "www.example.com%2Flogin", ""},
    {"RFC 3986 7.6: any ending", "http://login.travel@h.example/", "userinfo-like-host", "login.travel", ""},
    {"RFC 3986 7.6: any ending", "ftp://paypal.com@h.example/", "userinfo-like-host", "paypal.com", ""},
    {"RFC 3986 7.6: of a country", "ftp://example.tv@h.example/", "userinfo-like-host", "example.tv", ""},
    {"RFC 3986 7.6: an A-label", "ftp://a.xn--p1ai@h.example/", "userinfo-like-host", "a.xn--p1ai", ""},
    {"RFC 3986 7.6: encoded", "ftp://a%2Exy%7A@h.example/", "userinfo-like-host", "a%2Exy%7A", ""},
    {"RFC 3986 7.6: beyond US-ASCII", "ftp://a.%D1%80%D1%84@h.example/", "userinfo-like-host", "a.%D1%80%D1%84", ""},
    {"RFC 3986 7.6: an address", "ftp://192.0.2.1@h.example/", "userinfo-like-host", "192.0.2.1", ""},
    {"RFC 3986 7.6: a port", "http://intranet:443@h.example/", "userinfo-like-host", "intranet:443", ""},
    {"RFC 3986 7.6: a port", "http://www.good.example:443@h.example/", "password", "443", ""},
    {"RFC 3986 7.6: a path", "http://login%2Fx@h.example/", "userinfo-like-host", "login%2Fx", ""},
    {"RFC 3986 7.6: a name", "ssh://first.last@h.example/", ""},
    {"RFC 3986 7.6: a name", "ssh://first.last+tag@h.example/", ""},
    {"RFC 3986 7.6: a name", "ssh://git@h.example/", ""},
    {"RFC 3986 7.6: a name", "sftp://j.d@h.example/", ""},
    {"RFC 3986 7.6: a name, not of the Web", "http://first.last@h.example/", "userinfo-like-host", "first.last", ""},
    {"RFC 9110 4.2.4", "https://user@h.example/", "userinfo", "user", "https://h.example/"},
    {"RFC 3986 3.2.1", "http://@h.example/", "empty-userinfo", "@", "http://h.example/"},
    {"RFC 3986 3.2", "http://good.example@bad.example@h.example/", "ambiguous-authority", "@bad.example@"},
    // hosts
    {"RFC 3986 3.2.2", "http://ex%61mple.com/", "encoded-host", "%61", "http://example.com/"},
    {"RFC 9110 4.2.1", "http:///x", "empty-host", "", ""},
    {"RFC 9110 4.2.1", "https:h.example/x", "missing-authority", ":", ""},
    {"RFC 9110 4.2.1", "http:/h.example/x", "missing-authority", ":", ""},
    {"RFC 8089 2", "file:///etc/hosts", ""},
    {"RFC 1123 2.1", "http://a_b.example/", "host-name-syntax", "a_b.example"},
    {"RFC 5890 2.3.2.1", "http://xn--bcher-kva.example/", "idna-label", "xn--bcher-kva.example"},
    // schemes and NIDs
    {"RFC 7595 6", "htp://h.example/", "unregistered-scheme", "htp"},
    {"url-06 4", "X-Exp:a", "experimental-scheme", "X-Exp"},
    {"RFC 7595 3.7", "javascript:alert(1)", "script-scheme", "javascript"},
    {"RFC 7595 3.7", "java\nscript:alert(1)", "script-scheme", "java\nscript"},
    {"RFC 7595 3.7", "data:text/html,%3Cb%3E", "data-scheme", "data"},
    {"RFC 2397: text", "data:,A%20brief%20note%0A", ""},
    {"RFC 6068 2", "mailto:nobody", "scheme-rules", ""},
    {"RFC 8141 5", "urn:nobody-has-it:a", "unregistered-nid", "nobody-has-it"},
    {"RFC 8141 5.1", "urn:X-a:b", "experimental-nid", "X-a"},
    {"RFC 8141 5.1", "urn:de-x:b", "reserved-nid", "de-x"},
    {"RFC 8141 2.3.1", "urn:example:a?+res=1?=q#f", "r-component", "res=1", "urn:example:a?=q#f"},
    {"-14 3: in an r-component", "urn:example:a?+x?y=1", "scheme-rules", "?", {}, "in an r-component"},
    {"-14 3: at the end of a q-component", "urn:example:a?=b?", "scheme-rules", "?", {}, "the end of a q-component"},
    {"RFC 8141: a name", "urn:isbn:9789510184356", ""},
    {"RFC 8141 2", "urn:a:b", "scheme-rules", ":"},
    {"RFC 2141 2.3.1: what is not reserved", "urn:example:%61", "encoded-unreserved", "%61", "urn:example:a"},
    {"RFC 2396 3.2.2: no full domain name", "http://intranet/", "local-name", "intranet"},
    // texts that are not valid
    {"RFC 3986 C", "http://h.example/a b", "white-space", " ", "http://h.example/a%20b"},
    {"RFC 3986 C", " http://h.example/\t", "white-space", " ", "http://h.example/"},
    {"RFC 3986 C", "http://h.ex\nample/", "white-space", "\n", "http://h.example/"},
    {"RFC 3986 2", "http://h.example/a\x01"sv, "control-character", "\x01", "http://h.example/a"},
    {"RFC 3986 2", "http://h.example/a\0b"sv, "control-character", "\0"sv, "http://h.example/ab"},
    {"RFC 3987 4.1", "http://h.example/\xE2\x80\xAEgpj", "bidi-character", "\xE2\x80\xAE", "http://h.example/gpj"},
    {"RFC 3987 4.1", "http://h.example/%E2%80%AEgpj", "bidi-character", "%E2%80%AE", "http://h.example/gpj"},
    {"RFC 3987 4.1", "http://h.example/%E2%81%A6gpj", "bidi-character", "%E2%81%A6", "http://h.example/gpj"},
    {"RFC 3987 8", "http://h.exa\xE2\x80\x8Bmple/", "invisible-character", "\xE2\x80\x8B", "http://h.example/"},
    {"RFC 3987 8", "http://h.example/a%E2%80%8B", "invisible-character", "%E2%80%8B", "http://h.example/a"},
    {"RFC 3987 3.1", "http://h.example/\xC3\xA9", "non-ascii", "\xC3\xA9", "http://h.example/%C3%A9"},
    {"RFC 3986 2.5", "http://h.example/\xE9", "invalid-utf8", "\xE9"},
    {"RFC 3986 2", "http://h.example/a[1]", "unencoded-character", "[", "http://h.example/a%5B1%5D"},
    {"RFC 3986 2", "http://h.example/{id}", "unencoded-character", "{", "http://h.example/%7Bid%7D"},
    {"RFC 3986 3.5", "http://h.example/#a#b", "unencoded-character", "#", "http://h.example/#a%23b"},
    {"RFC 3986 3.2.3", "http://h.example:8x/", "not-valid", "x"},
    {"RFC 3986 3.2.2", "http://[::1/", "not-valid", "["},
    {"RFC 6874 3: a bare %", "http://[fe80::1%eth0]/", "malformed-percent", "%", {}, "\"%25\""},
    {"RFC 6874 4: only here", "http://[fe80::1%25eth0]/", "link-local-address", "[fe80::1%25eth0]"},
    // scripts, by the core's table
    {"RFC 3987 8", "urn:example:%D0%B0123", "confusable", "%D0%B0123", "", "a123"},
    {"RFC 3987 8", "http://h.example/p%D0%B0ypal", "mixed-scripts", "p%D0%B0ypal", "", "Cyrillic"},
    {"RFC 3987 8: a language", "http://h.example/%D1%8F%D0%B7%D1%8B%D0%BA", ""},
    {"RFC 3987 8: a language", "http://h.example/%E6%97%A5%E6%9C%ACabc", ""},
    // RFC 3986 7.5, 7.6: queries
    {"RFC 3986 7.5", "https://h.example/?access_token=abc", "secret-in-query", "access_token"},
    {"RFC 3986 7.5", "https://h.example/#access_token=abc", "secret-in-query", "access_token"},
    {"RFC 3986 7.6", "https://h.example/?next=https%3A%2F%2Fevil.example%2F", "nested-url",
     "https%3A%2F%2Fevil.example%2F"},
    {"RFC 3986 7.6", "https://h.example/?next=//evil.example", "nested-url", "//evil.example"},
    // editions
    {"RFC 3986 against the 2003 draft, 3.2.1", "http://a_b.example/", "editions-differ", "a_b.example"},
    {"RFC 3986 5.2.4 against the 2003 draft, 5.2", "http://h.example/../g", "editions-differ", "/../g",
     "http://h.example/g"},
    {"url-06 3.5: no header fields", "mailto:a@b.example?subject=x", "editions-differ", "a@b.example", "", "address"},
    {"RFC 4156 2", "wais://h.example/db/t/p/q", "editions-differ", "/", "", "RFC 1738"},
    {"RFC 1738 5: hostname", "ftp://1abc.example/", "editions-differ", "1", ""},
    {"RFC 4157", "prospero://h.example/a;b=c=d", "editions-differ", "=", ""},
    {"url-06 5, national", "http://h.example/a|b", "editions-differ", "|", {}, "1994"},
    {"RFC 3986 3.2.2: IPvFuture", "http://[v1.a]/", "editions-differ", "v"},
};

TEST(lint, discouraged_question_marks) { // -14 3
    const auto found = [](std::string_view text) {
        std::vector<std::uint64_t> all;
        for (const lint_finding &f : lint(text)) {
            if (f.document == "draft-ietf-urnbis-rfc2141bis-urn-14") all.push_back(f.where.begin);
        }
        return all;
    };
    using places = std::vector<std::uint64_t>;
    EXPECT_EQ(found("urn:example:a?+x?y=1?=b?"), (places{16, 23}));
    EXPECT_EQ(found("urn:example:a?=b?c#d?"), places{});
    EXPECT_EQ(found("urn:example:a?b?"), places{15}); // by its own syntax
    EXPECT_EQ(found("urn:example:a?b??x?y"), places{18});
}

TEST(lint, rows) {
    for (const lint_row &row : rows) check_row(row, {});
}

TEST(lint, rows_keep_the_properties) {
    for (const lint_row &row : rows) check_properties(row.text, {});
}

TEST(lint, ordinary_identifiers_have_no_findings) {
    for (const std::string_view text :
         {"https://www.example.com/", "https://example.com/a/b.html?x=1&y=2#top", "mailto:a.b@example.com",
          "ftp://ftp.example.com/pub/file.txt", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "tel:+358-555-1234567",
          "http://example.com/%E2%82%AC?q=a%20b", "a/b", "#top", "?q", "ldap://ldap.example.com/c=GB?one",
          "news:comp.infosystems.www.servers.unix", "file:///etc/hosts", "https://example.com/~user/x;y=1,2"}) {
        EXPECT_TRUE(lint(text).empty()) << text << listing(lint(text));
    }
}

TEST(lint, long_texts) {
    // RFC 9110 4.1
    const std::string text = "http://h.example/" + std::string(8000, 'a');
    const auto findings = lint(text);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].check, lint_check::over_long);
    EXPECT_EQ(findings[0].where.begin, 8000U);
    EXPECT_TRUE(lint(text, {.longest = 10000}).empty());
    // RFC 1035 2.3.4
    const auto labels = lint("http://" + std::string(64, 'a') + ".example/");
    EXPECT_TRUE(std::ranges::any_of(labels, [](const auto &f) { return f.check == lint_check::long_host_name; }));
}

TEST(lint, at_most_so_many_places) {
    std::string text = "http://h.example/";
    for (int i = 0; i < 20; ++i) text += "%00";
    const auto findings = lint(text, {.places = 3});
    ASSERT_EQ(findings.size(), 3U);
    EXPECT_TRUE(findings[2].explanation.ends_with("; 17 more of these follow"));
}

TEST(lint, no_secret_is_quoted) {
    for (const auto &f : lint("http://u:hunter2@h.example/?password=hunter3")) {
        EXPECT_FALSE(f.explanation.contains("hunter")) << f.explanation;
    }
}

TEST(lint, explanations_have_no_controls) {
    for (const auto &f : lint("\x1B]0;x\x07://\xE2\x80\xAE\x7F@\x01\x9B/%1B{\x1B}")) {
        for (const char c : f.explanation) EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
        EXPECT_FALSE(f.explanation.contains("\xE2\x80\xAE"));
    }
}

TEST(lint, the_table) {
    EXPECT_EQ(lint_check_from_string("rare-ipv4"), lint_check::rare_ipv4);
    EXPECT_EQ(lint_check_from_string("rare_ipv4"), std::nullopt);
    EXPECT_EQ(lint_severity_from_string("note"), lint_severity::note);
    EXPECT_EQ(lint_severity_from_string("info"), std::nullopt);
    for (const lint_check_info &info : lint_checks()) {
        EXPECT_EQ(info_of(info.check).id, info.id);
        EXPECT_EQ(lint_check_from_string(info.id), info.check);
        EXPECT_EQ(info.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos);
    }
}

// docs/reference/lint-checks.md has a row for each check, as the table has it.
TEST(lint, the_reference_page) {
    std::ifstream file{UNIFORM_LINT_REFERENCE};
    const std::string page{std::istreambuf_iterator<char>{file}, {}};
    std::size_t from = 0;
    for (const lint_check_info &info : lint_checks()) {
        const std::string row = "| `" + std::string{info.id} + "` | " + std::string{to_string(info.severity)} + " | " +
                                std::string{info.summary} + " | " + std::string{info.document} +
                                (info.section.starts_with("Appendix") ? " " : " section ") + std::string{info.section} +
                                " |\n";
        const auto at = page.find(row, from);
        ASSERT_NE(at, std::string::npos) << "not in its place: " << row;
        from = at + row.size();
    }
}

RC_GTEST_PROP(lint_properties, any_text, ()) {
    static const std::vector<std::string> pieces{"http",
                                                 "://",
                                                 ":",
                                                 "/",
                                                 "//",
                                                 "@",
                                                 "?",
                                                 "#",
                                                 "%",
                                                 "%2F",
                                                 "%2e",
                                                 "%00",
                                                 "%0D",
                                                 "%C0%AF",
                                                 "%E9",
                                                 "%D0%B0",
                                                 "a",
                                                 "..",
                                                 ".",
                                                 "[",
                                                 "]",
                                                 "::1",
                                                 "127.1",
                                                 "0x7f",
                                                 " ",
                                                 "\t",
                                                 "\n",
                                                 "\\",
                                                 "\xE2\x80\xAE",
                                                 "\xC3\xA9",
                                                 "\xE9",
                                                 "urn:",
                                                 "example",
                                                 "?+",
                                                 "?=",
                                                 "xn--",
                                                 "&",
                                                 "=",
                                                 "token",
                                                 "{",
                                                 ":80",
                                                 ":25",
                                                 ";",
                                                 "%25",
                                                 "javascript",
                                                 "X-",
                                                 "_",
                                                 "\x01"};
    const auto chosen = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces));
    std::string text;
    for (const std::string &piece : chosen) text += piece;
    check_properties(text, {});
    RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(lint_properties, any_bytes, (const std::string &text)) {
    check_properties(text, {});
    RC_ASSERT(!testing::Test::HasFailure());
}

// The explanation of a second place of a check is given, though one place of each is wanted.
TEST(lint, few_places_explain_as_many_do) {
    const std::string_view text = "//[0:0:0:0:0:0:0]@";
    const auto checks = [&](unsigned places) {
        std::set<lint_check> all;
        for (const lint_finding &f : lint(text, {.places = places})) all.insert(f.check);
        return all;
    };
    EXPECT_EQ(checks(1), checks(100));
    EXPECT_FALSE(checks(1).contains(lint_check::not_valid));
}

// Ten times the text, ten times the time; a square would be a hundred times.
TEST(lint, linear_time) {
    std::uint64_t n = 0;
    for (const std::string piece :
         {"%00",  "%2e%2e/", "../",      " ", "\xC3\xA9", "%C3%A9",    "@",   "[",    "a.",   "\xE3\x80\x82",
          "%0A&", "body=",   "token=a&", "%", "\\",       "%E2%80%AE", "%E9", "\xE9", "/aux", "%25%25"}) {
        if (!in_share(n++, 4)) continue;
        const auto seconds = [&](std::size_t size) {
            std::string text = "http://";
            while (text.size() < size) text += piece;
            double best = 1e9;
            for (int i = 0; i < 3; ++i) {
                const std::clock_t start = std::clock(); // of the processor: other work does not count
                EXPECT_FALSE(lint(text).empty());
                best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
            }
            return best;
        };
        const double small = seconds(20'000);
        const double large = seconds(200'000);
        EXPECT_LT(large, 40 * small + 0.5) << piece; // a square would take many seconds
    }
}

} // namespace
} // namespace uniform::test
