// The equivalences that the documents of schemes declare beyond RFC 3986 6.2.2: normal forms, and parts that are
// compared without one. tel, sip, geo and mailto are in normalize_test.cpp and compare_test.cpp.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

namespace {

using namespace uniform;
using text = std::string_view;

constexpr normalize_options by_scheme{.level = comparison_level::scheme};

TEST(scheme_equivalence, normal_forms_by_the_documents) {
    const struct {
        text source, given, normal;
    } rows[] = {
        {"RFC 2229 5: trailing colons", "dict://dict.org/d:shortcake:", "dict://dict.org/d:shortcake"},
        {"RFC 2229 5: the database", "dict://dict.org/d:sun:!:1", "dict://dict.org/d:sun::1"},
        {"RFC 2229 5: the strategy", "dict://dict.org/m:sun:!:.:", "dict://dict.org/m:sun"},
        {"RFC 2229 5: others stay", "dict://dict.org/m:sun:*:soundex:1", "dict://dict.org/m:sun:*:soundex:1"},
        {"RFC 2229 5: no strategy of d", "dict://dict.org/d:sun::.", "dict://dict.org/d:sun::."},
        {"RFC 2229 5: an empty word", "dict://dict.org/d::!", "dict://dict.org/d:"},
        {"RFC 2229 5: too many", "dict://dict.org/d:a:!:1:", "dict://dict.org/d:a:!:1:"},
        {"RFC 2384 4", "pop://rg;AUTH=*@h", "pop://rg@h"},
        {"RFC 2384 4: another mechanism", "pop://rg;AUTH=+APOP@h", "pop://rg;AUTH=+APOP@h"},
        {"RFC 2384 4: no user name", "pop://;AUTH=*@h", "pop://;AUTH=*@h"},
        {"RFC 2609 2.1: service types", "service:Printer:LPR://Host/Q", "service:printer:lpr://Host/Q"},
        {"RFC 2838 4", "tv:East.HBO.com", "tv:east.hbo.com"},
        {"RFC 3368 3.3.2", "go://localhost?Mercedes%20Benz", "go://?Mercedes%20Benz"},
        {"RFC 3508 2", "h323:Alice%c3%84@Example.COM:1720;P=Q", "h323:alice%C3%84@example.com:1720;P=Q"},
        {"RFC 3510 4.5, 4.7", "ipp://Example.com:631", "ipp://example.com/"},
        {"RFC 3617 2", "tftp://example.com/a;mode=octet", "tftp://example.com/a"},
        {"RFC 3617 2: another mode", "tftp://example.com/a;mode=netascii", "tftp://example.com/a;mode=netascii"},
        {"RFC 3617 2: two modes", "tftp://h/a;mode=netascii;mode=octet", "tftp://h/a;mode=netascii;mode=octet"},
        {"RFC 3617 2: not at the end", "tftp://h/a;mode=octet/b", "tftp://h/a;mode=octet/b"},
        {"RFC 4078 4", "crid://Example.com/Foo%c3%84Bar", "crid://example.com/foo%C3%84bar"},
        {"RFC 4078 4: without an authority", "crid:Foo", "crid:Foo"},
        {"RFC 4088 3: the default context", "snmp://example.com", "snmp://example.com/"},
        {"RFC 4452 5: U1", "INFO:PII/S0888-7543(02)96852-7", "info:pii/S0888-7543(02)96852-7"},
        {"RFC 4452 5: U2", "info:PII/S0888754302968527", "info:pii/S0888754302968527"},
        {"RFC 4452 5: U3", "info:pii/S0888%2D7543%2802%2996852%2D7", "info:pii/S0888-7543(02)96852-7"},
        {"RFC 4452 5: U4", "info:pii/s0888-7543(02)96852-7", "info:pii/s0888-7543(02)96852-7"},
        {"RFC 4452 5: no namespace", "info:PII", "info:PII"},
        {"RFC 4501 4: defaults", "dns:www.Example.org.?clAsS=IN;tYpE=A", "dns:www.example.org"},
        {"RFC 4501 3: any order", "dns:Example?TYPE=TXT;CLASS=CH", "dns:example?class=ch;type=txt"},
        {"RFC 4501 3: of a server", "dns://192.168.1.1/ftp.Example.org.?type=A", "dns://192.168.1.1/ftp.example.org"},
        {"RFC 4501 3: a dot of a label", "dns:exa%5c.", "dns:exa%5C."},
        {"RFC 4501 3: the root", "dns:.", "dns:"},
        {"RFC 4501 3: the root", "dns://h/.", "dns://h/"},
        {"RFC 4501 3: no name", "dns:a..", "dns:a.."},
        {"RFC 4501 3: twice", "dns:a?TYPE=A;TYPE=A", "dns:a?type=a;type=a"},
        {"RFC 4516 4", "ldap://ldap.example.net", "ldap://ldap.example.net/"},
        {"RFC 4516 4", "ldap://ldap.example.net/?", "ldap://ldap.example.net/"},
        {"RFC 4516 3: scope and filter", "ldap://h/o=X??base?(objectClass=*)", "ldap://h/o=X"},
        {"RFC 4516 3: in the middle", "ldap://h/o=X??base?(cn=Y)?", "ldap://h/o=X?\?\?(cn=Y)"},
        {"RFC 4516 3: another scope", "ldap://h/o=X?cn?sub", "ldap://h/o=X?cn?sub"},
        {"RFC 4516 2: attributes are no scope", "ldap://h/o=X?base", "ldap://h/o=X?base"},
        {"RFC 4975 6.1 (2): addresses", "msrp://u@[2001:DB8:0:0::1]:12/s;tcp", "msrp://u@[2001:db8::1]:12/s;tcp"},
        {"RFC 4975 6, 6.1 (3): no default port", "msrp://h:2855/s;tcp", "msrp://h:2855/s;tcp"},
        {"RFC 4975 6.1 (4), (5)", "msrps://H/Ab;TCP;X=Y", "msrps://h/Ab;tcp;X=Y"},
        {"RFC 4975 6.1: no path normalization", "msrp://h/a/../b;tcp", "msrp://h/a/../b;tcp"},
        {"RFC 5092 3.2", "imap://joe;auth=*@example.com/INBOX", "imap://joe@example.com/INBOX"},
        {"RFC 5092 3.2: not encoded", "imap://joe;AUTH=%2A@example.com/", "imap://joe;AUTH=%2A@example.com/"},
        {"RFC 5092 4", "imap://example.com", "imap://example.com/"},
        {"RFC 5456 5.2", "iax:Alice@AtLaNtA.com:4569/ALicE?Friends", "iax:Alice@atlanta.com/alice?friends"},
        {"RFC 5456 5.2: another port", "iax:example.com:4570/alice", "iax:example.com:4570/alice"},
        {"RFC 5456 5.1: a host", "iax::4569//x", "iax::4569//x"},
        {"RFC 5724 2.2: keywords", "sms:+1?BODY=A&Subject=B", "sms:+1?body=A&Subject=B"},
        {"RFC 6501 3.3.2", "xcon:Ji092i@Example.com", "xcon:ji092i@example.com"},
        {"RFC 6501 4.6.5", "XCON-USERID:John", "xcon-userid:john"},
        {"RFC 6920 7", "nih:sha-256-120;5326-9057-e12f-e2b7-4ba0-7c89-2560-a2;f",
         "nih:3;53269057e12fe2b74ba07c892560a2"},
        {"RFC 6920 7: an unknown algorithm", "nih:md5;5-3", "nih:md5;53"},
        {"RFC 6920 7: no value", "nih:sha-256;-", "nih:sha-256;-"},
        {"RFC 6920 7: upper case", "nih:sha-256;5-3F", "nih:sha-256;5-3F"},
        {"RFC 3859: pres", "pres:Fred@Example.COM", "pres:Fred@example.com"},
        {"RFC 3860: im", "im:Fred@Example.COM", "im:Fred@example.com"},
        {"RFC 6270: tn3270 without /", "tn3270://h", "tn3270://h/"},
        {"RFC 6455 3: an empty path", "wss://Example.com:443", "wss://example.com/"},
        {"RFC 7565: acct", "acct:Juliet@Shakespeare.Example", "acct:Juliet@shakespeare.example"},
        {"RFC 8323 8: as RFC 7252 6.3", "coap+tcp://A:5683?q", "coap+tcp://a/?q"},
        {"RFC 7472 4.6", "ipps://example.com:631/ipp/print", "ipps://example.com/ipp/print"},
        {"RFC 7512 2.6: order", "pkcs11:token=A;object=B;id=%01?pin-source=x&module-name=y",
         "pkcs11:id=%01;object=B;token=A?module-name=y&pin-source=x"},
        {"RFC 7512 2.6: id", "pkcs11:id=%69%95%3A%3b%40", "pkcs11:id=i%95:%3B@"},
        {"RFC 7512 2.6: no other encoding", "pkcs11:token=a%3Ab", "pkcs11:token=a%3Ab"},
        {"RFC 7512 2.6: library-version", "pkcs11:library-version=03.00", "pkcs11:library-version=3"},
        {"RFC 7512 2.6: library-version", "pkcs11:library-version=1.010", "pkcs11:library-version=1.10"},
        {"RFC 7512 2.6: slot-id", "pkcs11:slot-id=000", "pkcs11:slot-id=0"},
        {"RFC 7512 2.3: no number", "pkcs11:slot-id=0x7;library-version=1.", "pkcs11:library-version=1.;slot-id=0x7"},
        {"RFC 7512 2.3: no slash", "pkcs11:type=cert;token=b;/x", "pkcs11:type=cert;token=b;/x"},
        {"RFC 7512 2.3: an empty query", "pkcs11:?", "pkcs11:"},
        {"RFC 7512 2.3: no attributes", "pkcs11:id", "pkcs11:id"},
        {"RFC 9758 4 (2)", "ipn:0.100.1", "ipn:100.1"},
        {"RFC 9758 4 (3)", "ipn:0.4294967295.7", "ipn:!.7"},
        {"RFC 9758 3.4.1", "ipn:0.0.5", "ipn:0.0"},
        {"RFC 9758 4 (1): no such number", "ipn:0.0100.1", "ipn:0.0100.1"},
        {"RFC 9758 3.2: another allocator", "ipn:977000.4294967295.1", "ipn:977000.4294967295.1"},
    };
    for (const auto &row : rows) {
        SCOPED_TRACE(row.source);
        const auto given = parse_uri(row.given);
        ASSERT_TRUE(given) << row.given;
        const std::string normal = normalize(*given, by_scheme);
        EXPECT_EQ(normal, row.normal);
        const auto again = parse_uri(normal);
        ASSERT_TRUE(again) << normal;
        EXPECT_EQ(normalize(*again, by_scheme), normal);
        EXPECT_TRUE(equivalent(*given, *again, by_scheme));
        EXPECT_EQ(hash(*given, by_scheme), hash(*again, by_scheme));
        EXPECT_EQ(is_normal(*given, by_scheme), row.given == row.normal);
    }
}

TEST(scheme_equivalence, what_is_not_compared_stays_in_the_normal_form) {
    const struct {
        text source, a, b;
        std::optional<comparison_level> meet;
    } rows[] = {
        {"RFC 4975 6.1 (2)", "msrp://u@h:1/s;tcp", "msrp://h:1/s;tcp", comparison_level::scheme},
        {"RFC 4975 6.1 (2)", "msrp://u@h:1/s;tcp", "msrp://@h:1/s;TCP", comparison_level::scheme},
        {"RFC 4975 6.1 (2)", "msrp://u@h:1/s;tcp", "msrp://i:1/s;tcp", std::nullopt},
        {"RFC 4975 6.1 (1)", "msrp://h:1/s;tcp", "msrps://h:1/s;tcp", std::nullopt},
        {"RFC 4975 6.1 (3)", "msrp://h:2855/s;tcp", "msrp://h/s;tcp", std::nullopt},
        {"RFC 4975 6.1 (4)", "msrp://h/s;tcp", "msrp://h/S;tcp", std::nullopt},
        {"RFC 4975 6.1 (4)", "msrp://h/a/../s;tcp", "msrp://h/s;tcp", std::nullopt},
        {"RFC 4975 6.1 (5)", "msrp://h/s;tcp", "msrp://h/s;sctp", std::nullopt},
        {"RFC 6920 3", "ni:///sha-256;f4OxZX_x", "ni://example.com/sha-256;f4OxZX_x", comparison_level::scheme},
        {"RFC 6920 2", "ni:///sha-256;f4OxZX_x?ct=text/plain", "ni://a/sha-256;f4OxZX_x", comparison_level::scheme},
        {"RFC 6920 10: algorithm", "ni:///sha-256;f4Ox", "ni:///sha-256-32;f4Ox", std::nullopt},
        {"RFC 6920 10: value", "ni:///sha-256;f4Ox", "ni:///sha-256;F4Ox", std::nullopt},
        {"RFC 6920 10: malformed", "ni:///sha-256;f4Ox+", "ni://a/sha-256;f4Ox+", std::nullopt},
        {"RFC 6920 10: malformed", "ni:///sha-256;", "ni://a/sha-256;", std::nullopt},
        {"RFC 6920 10: malformed", "ni:///a/sha-256;f4Ox", "ni://b/a/sha-256;f4Ox", std::nullopt},
        {"RFC 6920 2: fragments", "ni:///sha-256;f4Ox#a", "ni:///sha-256;f4Ox?#b", std::nullopt},
        {"RFC 6920 3: without an authority", "ni:/sha-256;f4Ox", "ni:///sha-256;f4Ox", std::nullopt},
        {"RFC 7512 2.6: sets of attributes", "pkcs11:object=a", "pkcs11:object=a;type=public", std::nullopt},
        {"RFC 4151 2.4: no equivalence", "tag:a@b.example,2004:C", "tag:a@b.example,2004:c", std::nullopt},
    };
    for (const auto &row : rows) {
        SCOPED_TRACE(row.source);
        const auto a = parse_uri(row.a);
        const auto b = parse_uri(row.b);
        ASSERT_TRUE(a && b) << row.a;
        EXPECT_EQ(lowest_equivalent_level(*a, *b), row.meet) << row.a;
        EXPECT_EQ(lowest_equivalent_level(*b, *a), row.meet) << row.a;
        if (!row.meet) continue;
        EXPECT_EQ(hash(*a, by_scheme), hash(*b, by_scheme)) << row.a;
        EXPECT_NE(normalize(*a, by_scheme), normalize(*b, by_scheme)) << row.a;
    }
}

TEST(scheme_equivalence, rules_of_added_schemes_are_read) {
    scheme_registry r;
    ASSERT_TRUE(r.add({.name = "lab", .equivalence = "authority=optional separated= positions=,x fold_path"}));
    const normalize_options o{.level = comparison_level::scheme, .schemes = &r};
    EXPECT_EQ(normalize(*parse_uri("lab:A?x&x"), o), "lab:a?x");
    EXPECT_EQ(normalize(*parse_uri("lab://H/A?y&x"), o), "lab://h/a?y");
    EXPECT_EQ(normalize(*parse_uri("LAB://H?y"), o), "lab://h?y");
}

} // namespace
