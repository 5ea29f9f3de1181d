// URIs of the schemes that oracle/scheme_rules.hpp knows: each part from a short list, so that two texts often have the
// same, spelled otherwise.
#include "differential/mutator.hpp"

#include <span>

namespace differential {

namespace {

using pool = std::span<const std::string_view>;

struct kind {
    pool names, mains, parameters, fields;
    char separator = '&';
};

constexpr std::string_view hosts[] = {"//h",
                                      "//H",
                                      "//h:1",
                                      "//u@h",
                                      "//@h",
                                      "//U@H:1",
                                      "//[2001:DB8:0:0::1]:1",
                                      "//[2001:db8::1]:1",
                                      "//[::ffff:1.2.3.4]",
                                      "//[::FFFF:102:304]",
                                      "//[1:0:0:2:0:0:0:3]",
                                      "//[v1.A]",
                                      "//localhost",
                                      "//joe;AUTH=*@h",
                                      "//joe;auth=*@h",
                                      "//joe;AUTH=%2A@h",
                                      "//;AUTH=*@h",
                                      "//a;b;AUTH=*@h",
                                      "//"};

constexpr std::string_view msrp_names[] = {"msrp:", "MSRP:", "msrps:"};
constexpr std::string_view msrp_mains[] = {"/asfd34", "/Asfd34", "/a/../b", "/a%2Eb", "", "/", ":2855/asfd34"};
constexpr std::string_view msrp_parameters[] = {"tcp", "TCP", "tcp", "sctp", "a=B", "A=b", "%54cp", "tcp/x", ""};

constexpr std::string_view ni_names[] = {"ni:", "NI:"};
constexpr std::string_view ni_mains[] = {"/sha-256", "/sha-256-32", "/SHA-256", "/a/sha-256", "/sha-256;x", "/", ""};
constexpr std::string_view ni_values[] = {"f4OxZX_x", "f4Ox-x", "f4Ox+", "f4Ox=", "%664Ox", "F4Ox", ""};
constexpr std::string_view ni_fields[] = {"ct=text/plain", "a=b", ""};

constexpr std::string_view nih_names[] = {"nih:", "NIH:"};
constexpr std::string_view nih_mains[] = {"sha-256-120", "3", "sha-256", "1", "sha-256-32", "6", "md5", "SHA-256", ""};
constexpr std::string_view nih_values[] = {"5326-9057", "53269057", "-5326-90-57", "53269057F", "-", "f", "b", "F", ""};

constexpr std::string_view pkcs11_names[] = {"pkcs11:", "PKCS11:"};
constexpr std::string_view attributes[] = {"object=a",
                                           "object=A",
                                           "token=b",
                                           "id=%01%Ba",
                                           "id=%01%bA",
                                           "id=a%3A%40",
                                           "id=%61:@",
                                           "id=%3B%2f",
                                           "id",
                                           "slot-id=7",
                                           "slot-id=007",
                                           "slot-id=0",
                                           "slot-id=00",
                                           "slot-id=",
                                           "slot-id=x",
                                           "library-version=3",
                                           "library-version=3.0",
                                           "library-version=03.00",
                                           "library-version=1.10",
                                           "library-version=1.1",
                                           "library-version=1.",
                                           "library-version",
                                           "type=cert",
                                           "Token=b",
                                           "//x",
                                           "/x",
                                           "a:b=c",
                                           ""};
constexpr std::string_view pkcs11_fields[] = {"module-name=x", "pin-source=file:/etc/a", "pin-value=1", "x", ""};

constexpr std::string_view iax_names[] = {"iax:", "IAX:"};
constexpr std::string_view iax_mains[] = {"atlanta.com/alice",
                                          "AtLaNtA.com/ALicE",
                                          "atlanta.com:4569/alice",
                                          "alice@atlanta.com:4569/alice",
                                          "ALICE@atlanta.com/alice",
                                          "h:4569",
                                          "h:4570",
                                          ":4569/a",
                                          ":4569//a",
                                          "h",
                                          "A@B@C:4569/d",
                                          "//h:4569/a",
                                          "h:4569/a%C3%84",
                                          ""};
constexpr std::string_view iax_parameters[] = {"a", "A", "x:4569/B", "@c", ""};
constexpr std::string_view iax_fields[] = {"friends", "Friends", "a@b", ""};

constexpr std::string_view info_names[] = {"info:", "INFO:"};
constexpr std::string_view info_mains[] = {"PII/S0888-7543(02)96852-7",
                                           "pii/S0888%2D7543%2802%2996852%2D7",
                                           "pii/s0888-7543(02)96852-7",
                                           "PII",
                                           "DDC/22/eng//004.678",
                                           "/A/b",
                                           "A%2Fb/C",
                                           "%50ii/a%21",
                                           "Pii/a!",
                                           ""};
constexpr std::string_view info_parameters[] = {"A/B", "x", ""};

constexpr std::string_view named_names[] = {
    "tv:", "TV:", "xcon:", "XCON:", "xcon-userid:", "h323:", "sms:", "SMS:", "service:"};
constexpr std::string_view named_mains[] = {
    "Alice@Example.com", "alice@example.COM", "+1-201", "East.HBO.com", "a%C3%84B", "A/b", "Printer:LPR://H/q", ""};
constexpr std::string_view named_parameters[] = {"A@B", "a", ""};
constexpr std::string_view named_fields[] = {"body=A", "BODY=A", "Body", "%42ody=a", "subject=B", "Subject=B", ""};

constexpr std::string_view ipn_names[] = {"ipn:", "IPN:"};
constexpr std::string_view ipn_mains[] = {"100.1",
                                          "0.100.1",
                                          "00.100.1",
                                          "0.0",
                                          "0.0.5",
                                          "0.5",
                                          "!.7",
                                          "0.!.7",
                                          "4294967295.7",
                                          "0.4294967295.7",
                                          "977000.4294967295.7",
                                          "977000.0.1",
                                          "1",
                                          "1.2.3.4",
                                          ".1",
                                          "1.",
                                          "a.b",
                                          "100.01",
                                          ""};
constexpr std::string_view ipn_parameters[] = {"", "x"};

constexpr std::string_view dns_names[] = {"dns:", "DNS:", "dns://8.8.8.8/", "dns://A/"};
constexpr std::string_view dns_mains[] = {
    "www.example.org", "www.Example.org.", "WWW.example%2Eorg", "exa%5c.", "exa%5C%5c.", ".", "", "a..", "a/.", "/.",
    "a%C3%84."};
constexpr std::string_view dns_parameters[] = {".", "a.", "A", ""};
constexpr std::string_view dns_fields[] = {"clAsS=IN", "class=in", "CLASS=CH", "tYpE=A", "type=a", "TYPE=TXT",
                                           "type=txt", "TYPE=1",   "a=b",      "type",   ""};

constexpr std::string_view ldap_names[] = {"ldap:", "LDAP:"};
constexpr std::string_view ldap_mains[] = {"", "/", "/o=X", "/o=An%20Example%5C2C,c=US", "/a/../b", ":389", ":389/"};
constexpr std::string_view ldap_fields[] = {
    "", "", "", "cn", "base", "Base", "sub", "(objectClass=*)", "(cn=Y)", "*", "e-bindname=x"};

constexpr std::string_view dict_names[] = {"dict:", "DICT:"};
constexpr std::string_view dict_mains[] = {
    "/d:sun",     "/d:sun:",      "/d:sun:!",   "/d:sun:!:1", "/d:sun::1",   "/d:sun:!:1:",   "/d:sun:*", "/m:sun",
    "/m:sun:!:.", "/m:sun:!:.:1", "/m:sun::.:", "/m:sun:::",  "/m:sun:::1",  "/m:sun::::",    "/d",       "/d:",
    "/d::!",      "/D:sun:!",     "/x:a:!",     "//d:a:!",    ":2628/d:sun", "/a/../d:sun:!", ""};
constexpr std::string_view word_parameters[] = {"x", ":!", "mode=octet"};

constexpr std::string_view tftp_names[] = {"tftp:", "TFTP:"};
constexpr std::string_view tftp_mains[] = {"/a", "/a/b", "/", "", "/a;b/c", "/%61", ":69/a"};
constexpr std::string_view tftp_parameters[] = {
    "mode=octet", "mode=octet", "mode=netascii", "MODE=octet", "mode=Octet", "mode", "x", "mode=octet/b", ""};

constexpr std::string_view crid_names[] = {"crid:", "CRID:"};
constexpr std::string_view crid_mains[] = {"/FooBar", "/foobar", "/Foo%c3%84", "/foo%C3%84", "/a/../B", "", "/A;B=C"};
constexpr std::string_view crid_parameters[] = {"A", "a"};
constexpr std::string_view crid_fields[] = {"A", "a", ""};

constexpr std::string_view http_like_names[] = {"ipp:", "ipps:", "IPP:", "snmp:", "imap:", "pop:", "go:", "GO:"};
constexpr std::string_view http_like_mains[] = {"",         "/", ":631", ":631/", ":161", ":161/ctx/1.3",
                                                "/printer", ":", ":/"};

constexpr kind with_authority[] = {
    {msrp_names, msrp_mains, msrp_parameters, crid_fields},
    {ni_names, ni_mains, ni_values, ni_fields},
    {ldap_names, ldap_mains, crid_parameters, ldap_fields, '?'},
    {dict_names, dict_mains, word_parameters, crid_fields},
    {tftp_names, tftp_mains, tftp_parameters, crid_fields},
    {crid_names, crid_mains, crid_parameters, crid_fields},
    {http_like_names, http_like_mains, word_parameters, crid_fields},
};

constexpr kind without_authority[] = {
    {nih_names, nih_mains, nih_values, crid_fields},
    {pkcs11_names, attributes, attributes, pkcs11_fields},
    {iax_names, iax_mains, iax_parameters, iax_fields},
    {info_names, info_mains, info_parameters, crid_fields},
    {named_names, named_mains, named_parameters, named_fields},
    {ipn_names, ipn_mains, ipn_parameters, crid_fields},
    {dns_names, dns_mains, dns_parameters, dns_fields, ';'},
};

} // namespace

std::string_view mutator::document_text() {
    random_source &r = random_;
    const auto one_of = [&](pool texts) { return texts[r.below(texts.size())]; };
    const bool authority = r.one_in(2);
    const std::span<const kind> kinds = authority ? std::span<const kind>{with_authority} : without_authority;
    const kind &k = kinds[r.below(kinds.size())];
    text_ = one_of(k.names);
    // a rule for one of the two changes nothing in the other
    if (authority != r.one_in(16)) text_ += one_of(hosts);
    text_ += one_of(k.mains);
    for (std::size_t n = r.below(4); n > 0; --n) (text_ += ';') += one_of(k.parameters);
    for (std::size_t n = r.one_in(2) ? r.below(5) : 0, i = 0; i < n; ++i) {
        text_ += i == 0 ? '?' : k.separator;
        text_ += one_of(k.fields);
    }
    if (r.one_in(16)) text_ += "#F";
    return text_;
}

} // namespace differential
