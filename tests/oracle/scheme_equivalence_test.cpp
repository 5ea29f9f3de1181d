// Facts about the oracle of equivalence by scheme: the examples that the documents print.
#include "oracle/normalize.hpp"
#include "oracle/scheme_equivalence.hpp"
#include "oracle/scheme_rules.hpp"

#include <gtest/gtest.h>

namespace {

bool same(const std::string &a, const std::string &b) {
    const auto normal = [](const std::string &text) {
        bool guarded = false;
        constexpr oracle::normalize_steps all{.percent = true, .letter_case = true, .dots = true, .scheme = true};
        return oracle::normalize(text, all, oracle::document::rfc3986, true, guarded);
    };
    return normal(a) == normal(b) || oracle::sip_equivalent(normal(a), normal(b)) ||
           oracle::equal_where_compared(normal(a), normal(b));
}

TEST(scheme_equivalence, FollowsTheExamplesOfTheDocuments) {
    const struct {
        const char *source, *a, *b;
        bool equal;
    } facts[] = {
        {"RFC 3261 19.1.4", "sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com;security=on", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on", true},
        {"RFC 3261 19.1.4", "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
         "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com", true},
        {"RFC 3261 19.1.4", "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
         "sip:alice@atlanta.com?priority=urgent&subject=project%20x", true},
        {"RFC 3261 19.1.4", "SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", false},
        {"RFC 3261 19.1.4", "sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sips:carol@chicago.com", false},
        {"RFC 3261 19.1.6", "tel:+358-555-1234567;postd=pp22", "tel:+358-555-1234567;POSTD=PP22", true},
        {"RFC 3261 19.1.6", "sip:+358-555-1234567;postd=pp22@foo.com;user=phone",
         "sip:+358-555-1234567;POSTD=PP22@foo.com;user=phone", false},
        {"RFC 3261 19.1.6", "tel:+358-555-1234567;postd=pp22;isub=1411", "tel:+358-555-1234567;isub=1411;postd=pp22",
         true},
        {"RFC 3261 19.1.6", "sip:+358-555-1234567;postd=pp22;isub=1411@foo.com;user=phone",
         "sip:+358-555-1234567;isub=1411;postd=pp22@foo.com;user=phone", false},
        {"RFC 3966 4", "tel:+1-201-555-0123", "tel:+1(201)555.0123", true},
        {"RFC 3966 4", "tel:+12015550123", "tel:12015550123", false},
        {"RFC 3966 4", "tel:7042;phone-context=example.com", "tel:7042", false},
        {"RFC 5870 3.4.4", "geo:90,-22.43;crs=WGS84", "geo:90,46", true},
        {"RFC 5870 3.4.4", "geo:22.300,-118.44", "geo:22.3,-118.4400", true},
        {"RFC 5870 3.4.4", "geo:66,30;u=6.500;FOo=this%2dthat", "geo:66.0,30;u=6.5;foo=this-that", true},
        {"RFC 5870 3.4.4", "geo:1,180", "geo:1,-180", true},
        {"RFC 5870 3.4.4", "geo:1,180;crs=moon", "geo:1,-180;crs=moon", false},
        {"RFC 5870 3.4.4", "geo:1,2;u=0", "geo:1,2", false},
        {"RFC 2229 5", "dict://dict.org/d:shortcake:", "dict://dict.org/d:shortcake", true},
        {"RFC 2229 5", "dict://dict.org/m:sun:::", "dict://dict.org/m:sun:!:.", true},
        {"RFC 2229 5", "dict://dict.org/d:sun::1", "dict://dict.org/d:sun", false},
        {"RFC 2384 4", "pop://rg;AUTH=*@h", "pop://rg@h", true},
        {"RFC 2609 2.1", "service:http://h/a", "service:HTTP://h/a", true},
        {"RFC 2838 4", "tv:East.HBO.com", "tv:east.hbo.com", true},
        {"RFC 3368 3.3.2", "go://?Mercedes%20Benz", "go://localhost?Mercedes%20Benz", true},
        {"RFC 3508 2", "h323:Alice@Example.com;A", "h323:alice@example.com;A", true},
        {"RFC 3508 2", "h323:alice@example.com;A", "h323:alice@example.com;a", false},
        {"RFC 3510 4.6.1", "ipp://example.com/~smith/printer", "ipp://example.com:631/~smith/printer", true},
        {"RFC 3617 2", "tftp://example.com/mystartupfile", "tftp://example.com/mystartupfile;mode=octet", true},
        {"RFC 3617 2", "tftp://example.com/a;mode=netascii", "tftp://example.com/a", false},
        {"RFC 4078 4", "crid://example.com/FooBar", "CRID://Example.com/foobar", true},
        {"RFC 4452 5", "INFO:PII/S0888-7543(02)96852-7", "info:pii/S0888%2D7543%2802%2996852%2D7", true},
        {"RFC 4452 5", "INFO:PII/S0888-7543(02)96852-7", "info:PII/S0888754302968527", false},
        {"RFC 4452 5", "INFO:PII/S0888-7543(02)96852-7", "info:pii/s0888-7543(02)96852-7", false},
        {"RFC 4501 3", "dns:host.example", "dns:host.example.", true},
        {"RFC 4501 3", "dns:example?TYPE=TXT;CLASS=CH", "dns:example?CLASS=CH;TYPE=TXT", true},
        {"RFC 4501 4", "dns:www.example.org.?clAsS=IN;tYpE=A", "dns:www.example.org", true},
        {"RFC 4501 3", "dns:exa%5c.", "dns:exa%5c", false},
        {"RFC 4516 4", "ldap://ldap.example.net", "ldap://ldap.example.net/", true},
        {"RFC 4516 4", "ldap://ldap.example.net", "ldap://ldap.example.net/?", true},
        {"RFC 4516 4", "ldap:///??sub??e-bindname=cn", "ldap:///?\?sub?\?!e-bindname=cn", false},
        {"RFC 4975 6.1 (1)", "MSRP://h:1/a;tcp", "msrp://h:1/a;tcp", true},
        {"RFC 4975 6.1 (1)", "msrp://h:1/a;tcp", "msrps://h:1/a;tcp", false},
        {"RFC 4975 6.1 (2)", "msrp://[2001:db8:0::1]:1/a;tcp", "msrp://[2001:DB8::1]:1/a;tcp", true},
        {"RFC 4975 6.1 (2)", "msrp://u@h:1/a;tcp", "msrp://H:1/a;tcp", true},
        {"RFC 4975 6.1 (3)", "msrp://h:2855/a;tcp", "msrp://h/a;tcp", false},
        {"RFC 4975 6.1 (4)", "msrp://h:1/a;tcp", "msrp://h:1/A;tcp", false},
        {"RFC 4975 6.1 (5)", "msrp://h:1/a;tcp", "msrp://h:1/a;TCP", true},
        {"RFC 4975 6.1 (5)", "msrp://h:1/a;tcp", "msrp://h:1/a;sctp", false},
        {"RFC 5092 3.2", "imap://joe;AUTH=*@example.com/a", "imap://joe@example.com/a", true},
        {"RFC 5092 4", "imap://joe@example.com", "imap://joe@example.com/", true},
        {"RFC 5456 5.2", "iax:atlanta.com/alice", "iax:AtLaNtA.com/ALicE", true},
        {"RFC 5456 5.2", "iax:atlanta.com/alice", "iax:atlanta.com:4569/alice", true},
        {"RFC 5456 5.2", "iax:alice@atlanta.com/alice", "iax:alice@AtLaNtA.com:4569/ALicE", true},
        {"RFC 5456 5.2", "iax:ALICE@atlanta.com/alice", "iax:alice@atlanta.com/alice", false},
        {"RFC 5724 2.2", "sms:+15105550101?Body=hi", "sms:+15105550101?body=hi", true},
        {"RFC 5724 2.2", "sms:+15105550101?body=Hi", "sms:+15105550101?body=hi", false},
        {"RFC 6501 3.3.2", "xcon:Ji092i@example.com", "xcon:ji092i@Example.COM", true},
        {"RFC 6501 4.6.5", "xcon-userid:John", "xcon-userid:john", true},
        {"RFC 6920 3", "ni:///sha-256;f4OxZX_x", "ni://example.com/sha-256;f4OxZX_x?ct=text/plain", true},
        {"RFC 6920 10", "ni:///sha-256;f4Ox+", "ni://example.com/sha-256;f4Ox+", false},
        {"RFC 6920 10", "ni:///sha-256;f4Ox", "ni:///sha-256-32;f4Ox", false},
        {"RFC 6920 8.2", "nih:sha-256-120;5326-9057-e12f-e2b7-4ba0-7c89-2560-a2;f",
         "nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f", true},
        {"RFC 6920 7", "nih:sha-256-32;53269057;b", "nih:6;5326-9057", true},
        {"RFC 7472 4.5", "ipps://example.com/ipp/print", "ipps://example.com:631/ipp/print", true},
        {"RFC 7512 2.6", "pkcs11:object=a;type=public", "pkcs11:type=public;object=a", true},
        {"RFC 7512 3", "pkcs11:library-version=3;id=%01%Ba%61", "pkcs11:id=%01%bAa;library-version=03.0", true},
        {"RFC 7512 2.6", "pkcs11:library-version=1.10", "pkcs11:library-version=1.1", false},
        {"RFC 7512 2.6", "pkcs11:slot-id=007", "pkcs11:slot-id=7", true},
        {"RFC 7512 2.6", "pkcs11:token=a", "pkcs11:token=A", false},
        {"RFC 7512 2.3", "pkcs11:token=b;/x;type=cert", "pkcs11:type=cert;token=b;/x", false},
        {"RFC 9758 4 (2)", "ipn:0.100.1", "ipn:100.1", true},
        {"RFC 9758 4 (3)", "ipn:!.7", "ipn:0.4294967295.7", true},
        {"RFC 9758 3.4.1", "ipn:0.5", "ipn:0.0", true},
        {"RFC 9758 3.2", "ipn:977000.100.1", "ipn:100.1", false},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:?to=addr1@an.example,addr2@an.example",
         true},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:addr1@an.example?to=addr2@an.example", true},
        {"RFC 6068 2", "mailto:a@b?Subject=x", "mailto:a@b?subject=x", true},
        {"RFC 6068 2", "mailto:a@b?subject=X", "mailto:a@b?subject=x", false},
    };
    for (const auto &f : facts) {
        EXPECT_EQ(same(f.a, f.b), f.equal) << f.source << " " << f.a << " " << f.b;
        EXPECT_EQ(same(f.b, f.a), f.equal) << f.source << " " << f.b << " " << f.a;
    }
}

} // namespace
