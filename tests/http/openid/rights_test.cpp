// The rights that claims give, by the rules of the settings.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>

#include "http/openid/rights.hpp"
#include "http/settings/openid_rules.hpp"

namespace uniform::http::openid {
namespace {

// "registrar gbv nbn:de:", "nobody"
std::string rights(std::string_view claims, std::vector<std::string> rules) {
    settings s;
    s.openid_rules = std::move(rules);
    const auto r = rights_of(*json::read(claims), s);
    if (!r) return "nobody";
    std::string out{to_string(r->role)};
    if (!r->registrar.empty()) out += " " + r->registrar;
    for (const std::string &p : r->prefixes) out += " " + p;
    return out;
}

TEST(rights, by_claims) {
    constexpr std::string_view user =
        R"({"sub":"7","groups":["a","b c","d"],"realm_access":{"roles":["editor"]},"x.y":"z","verified":true,"n":3,)"
        R"("https://example.org/roles":["boss"],"entitlement":"urn:mace:dir:entitlement:common-lib-terms","empty":""})";
    EXPECT_EQ(rights(user, {}), "nobody");
    EXPECT_EQ(rights(user, {"groups=A -> reader"}), "nobody"); // case counts
    EXPECT_EQ(rights(user, {"groups=a -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"groups=b c -> expert"}), "expert");
    EXPECT_EQ(rights(user, {"groups=b -> expert"}), "nobody");
    EXPECT_EQ(rights(user, {"realm_access.roles=editor -> manager isbn:"}), "manager isbn:");
    EXPECT_EQ(rights(user, {"x.y=z -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"verified=true -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"n=3 -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"https://example.org/roles=boss -> administrator"}), "administrator");
    EXPECT_EQ(rights(user, {"entitlement=urn:mace:dir:entitlement:common-lib-terms -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"sub=* -> reader"}), "reader");
    EXPECT_EQ(rights(user, {"empty=* -> reader", "absent=* -> reader", "realm_access=* -> reader"}), "nobody");
}

TEST(rights, of_several_rules) {
    constexpr std::string_view user = R"({"sub":"7","groups":["a","b","c"]})";
    EXPECT_EQ(rights(user, {"groups=a -> reader", "groups=b -> administrator"}), "reader"); // the first one
    EXPECT_EQ(rights(user, {"groups=a -> manager isbn:", "groups=b -> manager issn: isbn:", "groups=c -> expert"}),
              "manager isbn: issn:");
    EXPECT_EQ(rights(user, {"groups=a -> registrar x nbn:a-", "groups=b -> registrar y nbn:b-"}), "registrar x nbn:a-");
    EXPECT_EQ(rights(user, {"groups=a -> expert isbn:", "groups=b -> expert"}), "expert"); // without restriction
    EXPECT_EQ(rights(user, {"groups=a -> expert", "groups=b -> expert isbn:"}), "expert");
    EXPECT_EQ(rights(user, {"nonsense", "groups=a -> reader"}), "reader");
}

TEST(rights, label) {
    settings s;
    s.openid_rules = {"sub=* -> reader"};
    s.openid_label = "name";
    const auto label = [&](std::string_view claims) { return rights_of(*json::read(claims), s)->label; };
    EXPECT_EQ(label(R"({"sub":"7","name":"Ada"})"), "Ada");
    EXPECT_EQ(label(R"({"sub":"7"})"), "7");
    EXPECT_EQ(label(R"({"sub":"7","name":["Ada"]})"), "7");
    EXPECT_EQ(label(R"({"sub":"7","name":"a\nb"})"), "a b");
    // As labels that a client gives: no control characters, and nothing invisible or that changes the direction.
    EXPECT_EQ(label(R"({"sub":"7","name":"nimda\u202Eadmin"})"), "nimda admin");
    EXPECT_EQ(label(R"({"sub":"7","name":"\u2067a\u2069"})"), " a ");
    EXPECT_EQ(label(R"({"sub":"7","name":"a\u200Bb\u3164"})"), "a b ");
    EXPECT_EQ(label(R"({"sub":"7","name":"a\u0085b\u009B31m"})"), "a b 31m");
    EXPECT_EQ(label(R"({"sub":"\u202Dx\u007F"})"), " x ");
    EXPECT_EQ(label(R"({"sub":"7","name":"M\u00FCller \u05D0\u200F & \u0645"})"), "M\u00FCller \u05D0\u200F & \u0645");
    std::string name;
    for (int i = 0; i < 120; ++i) name += "\xC3\xA9";
    EXPECT_EQ(label("{\"sub\":\"7\",\"name\":\"x" + name + "\"}").size(), 199U); // whole characters
    s.openid_label.clear();
    EXPECT_EQ(label(R"({"sub":"7","name":"Ada"})"), "7");
}

TEST(rules, that_are_none) {
    for (const std::string_view rule :
         {"", "reader", "groups -> reader", "=a -> reader", "groups= -> reader", "groups=a ->", "groups=a -> king",
          "groups=a -> manager", "groups=a -> registrar", "groups=a -> registrar x y", "groups=a -> expert x",
          "groups=a -> administrator x", "groups=a->reader"}) {
        EXPECT_FALSE(read_openid_rule(rule)) << rule;
    }
    EXPECT_EQ(read_openid_rule("groups=a -> readr").error(), "names no role: \"readr\": did you mean \"reader\"?");
    const auto r = read_openid_rule("a=b=c -> d -> registrar gbv nbn:de:gbv- isbn:");
    ASSERT_TRUE(r);
    EXPECT_EQ(r->claim, "a");
    EXPECT_EQ(r->value, "b=c -> d");
    EXPECT_EQ(r->registrar, "gbv");
    EXPECT_EQ(r->prefixes, (std::vector<std::string>{"nbn:de:gbv-", "isbn:"}));
}

TEST(issuers, which_can_be_one) { // Core 2
    for (const std::string_view good : {"https://a.example", "https://a.example:8443/realms/x/", "http://127.0.0.1:7",
                                        "http://[::1]/x", "http://localhost:8080/x"}) {
        EXPECT_EQ(wrong_issuer(good), "") << good;
    }
    for (const std::string_view bad :
         {"", "a.example", "http://a.example", "http://127.0.0.1.evil.example", "https:///x", "ftp://a.example",
          "https://a.example/?x", "https://a.example/#x", "https://u:p@a.example/", "http://localhost.evil.example/"}) {
        EXPECT_NE(wrong_issuer(bad), "") << bad;
    }
}

} // namespace
} // namespace uniform::http::openid
