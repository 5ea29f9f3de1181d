// RFC 4516.
#include <uniform/url/ldap.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;

TEST(ldap, reads) {
    const row rows[]{
        {"RFC 4516 4",
         {},
         "ldap:///o=University%20of%20Michigan,c=US",
         "host= port=389 dn=o=University of Michigan,c=US scope=base filter=(objectClass=*)"},
        {"RFC 4516 4",
         {},
         "ldap://ldap1.example.net/o=University%20of%20Michigan,c=US?postalAddress",
         "host=ldap1.example.net port=389 dn=o=University of Michigan,c=US attributes=[postalAddress] scope=base "
         "filter=(objectClass=*)"},
        {"RFC 4516 4",
         {},
         "ldap://ldap1.example.net:6666/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)",
         "host=ldap1.example.net port=6666 dn=o=University of Michigan,c=US scope=sub filter=(cn=Babs Jensen)"},
        {"RFC 4516 4: in capitals",
         {},
         "LDAP://ldap1.example.com/c=GB?objectClass?ONE",
         "host=ldap1.example.com port=389 dn=c=GB attributes=[objectClass] scope=one filter=(objectClass=*)"},
        {"RFC 4516 4",
         {},
         "ldap://ldap2.example.com/o=Question%3f,c=US?mail",
         "host=ldap2.example.com port=389 dn=o=Question?,c=US attributes=[mail] scope=base filter=(objectClass=*)"},
        {"RFC 4516 4",
         {},
         "ldap://ldap3.example.com/o=Babsco,c=US??\?(four-octet=%5c00%5c00%5c00%5c04)",
         "host=ldap3.example.com port=389 dn=o=Babsco,c=US scope=base filter=(four-octet=\\00\\00\\00\\04)"},
        {"RFC 4516 4",
         {},
         "ldap:///??sub??e-bindname=cn=Manager%2cdc=example%2cdc=com",
         "host= port=389 dn= scope=sub filter=(objectClass=*) "
         "extensions=[e-bindname=cn=Manager,dc=example,dc=com]"},
        {"RFC 4516 4",
         {},
         "ldap:///??sub?\?!e-bindname=cn=Manager,x-a",
         "host= port=389 dn= scope=sub filter=(objectClass=*) extensions=[!e-bindname=cn=Manager|x-a]"},
        {"RFC 4516 2", {}, "ldap://host", "host=host port=389 scope=base filter=(objectClass=*)"},
        {"RFC 4516 2", {}, "ldap://", "host= port=389 scope=base filter=(objectClass=*)"},
        {"RFC 4516 2",
         {},
         "ldap://[2001:db8::7]/c=GB?objectClass?one",
         "host=[2001:db8::7] port=389 dn=c=GB attributes=[objectClass] scope=one filter=(objectClass=*)"},
        {"in common use",
         {},
         "ldaps://host/dn=base",
         "host=host port=636 secure=yes dn=dn=base scope=base filter=(objectClass=*)"},
        {"RFC 4516 2: all may be empty", {}, "ldap://h/???", "host=h port=389 dn= scope=base filter=(objectClass=*)"},
        {"RFC 4516 2.1: encoded delimiters",
         {},
         "ldap://h/a?b%2Cc,%3F,*,%00",
         "host=h port=389 dn=a attributes=[b,c|?|*|\\x00] scope=base filter=(objectClass=*)"},
        {"RFC 4516 2: \"://\"", {}, "ldap:o=x", "missing_part at 5, ldapurl"},
        {"RFC 4516 2: no user", {}, "ldap://u@h/", "unexpected_userinfo at 7, ldapurl"},
        {"RFC 4516 2: \"?\" needs a dn before it", {}, "ldap://h?cn", "invalid_character at 8, ldapurl"},
        {"RFC 4516 2: attrdesc", {}, "ldap://h/?cn,,sn", "empty_component at 13, attributes"},
        {"RFC 4516 2: attrdesc", {}, "ldap://h/?,cn", "empty_component at 10, attributes"},
        {"RFC 4516 2: attrdesc", {}, "ldap://h/?cn,", "empty_component at 13, attributes"},
        {"RFC 4516 2: scope", {}, "ldap://h/??tree", "invalid_character at 11, scope"},
        {"RFC 4516 2: extension", {}, "ldap://h/????", "empty_component at 13, extensions"},
        {"RFC 4516 2: extype", {}, "ldap://h/???\?=x", "empty_component at 13, extensions"},
        {"RFC 4516 2: extype", {}, "ldap://h/????x,", "empty_component at 15, extensions"},
        {"RFC 4516 2: extype", {}, "ldap://h/???\?!", "empty_component at 14, extensions"},
        {"RFC 4516 2.1: \"?\" is encoded", {}, "ldap://h/????x=?", "invalid_character at 15, extensions"},
        {"RFC 4516 2.1", {}, "ldap://h/a b", "invalid_character at 10, dn"},
        {"RFC 4516 2.1", {}, "ldap://h/??\?(cn=#)", "unexpected_fragment at 16, filter"},
    };
    for (const row &it : rows) {
        std::string expected{it.reading};
        if (it.reading.contains("unexpected_userinfo")) { // the rule's name is the shared reader's affair
            EXPECT_TRUE(reading(it.text, it.by).starts_with("unexpected_userinfo at 7")) << it.text;
            continue;
        }
        EXPECT_EQ(reading(it.text, it.by), expected) << it.source << ": " << it.text;
    }
}

TEST(ldap, makes) {
    const auto make = [](ldapurl_parts parts) {
        const auto made = make_ldapurl(parts);
        return made ? *made : shown(made.error());
    };
    EXPECT_EQ(make({.host = "h"}), "ldap://h");
    EXPECT_EQ(make({.dn = "o=University of Michigan,c=US", .attributes = {"postalAddress", "foo", ",", "*", "?", "#"}}),
              "ldap:///o=University%20of%20Michigan,c=US?postalAddress,foo,%2C,*,%3F,%23");
    EXPECT_EQ(make({.secure = true, .host = "h", .port = 1, .dn = "", .filter = "(a=?)"}), "ldaps://h:1/??\?(a=%3F)");
    EXPECT_EQ(make({.host = "h", .dn = "", .extensions = {"!bindname=cn=Manager,co=Foo"}}),
              "ldap://h/???\?!bindname=cn=Manager%2Cco=Foo");
    EXPECT_EQ(make({.host = "h", .scope = "sub"}), "ldap://h/??sub");
    EXPECT_EQ(make({.host = "h", .scope = "tree"}), "invalid_character at 11, scope");
    EXPECT_EQ(make({.host = "h", .attributes = {""}}), "changes_components at 0, ldapurl");
    EXPECT_EQ(make({.host = "h", .extensions = {"a b"}}), "invalid_character at 14, extensions");
}

RC_GTEST_PROP(ldap_properties, what_is_made_reads_the_same, ()) {
    ldapurl_parts parts{.secure = *rc::gen::arbitrary<bool>(), .host = any_name(), .dn = any_bytes()};
    if (*rc::gen::arbitrary<bool>()) parts.scope = *rc::gen::element<std::string>("base", "one", "sub", "");
    if (*rc::gen::arbitrary<bool>()) {
        if (!parts.scope) parts.scope = "";
        parts.filter = any_bytes();
    }
    const auto attributes = *rc::gen::inRange(0, 3);
    for (int i = 0; i < attributes; ++i) parts.attributes.push_back('a' + any_bytes());
    if (parts.filter && *rc::gen::arbitrary<bool>()) parts.extensions = {"!x-1.2=" + any_bytes(), "y"};
    const auto made = make_ldapurl(parts);
    RC_ASSERT(made.has_value());
    RC_ASSERT(parts_of(parse_ldapurl(*made).value()) == parts);
}

} // namespace
