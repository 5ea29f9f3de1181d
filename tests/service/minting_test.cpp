// Minting where a delegation has both a minting rule and a naming policy.

#include <uniform/service/names.hpp>

#include <gtest/gtest.h>

#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;

class minting_policy : public on_both_stores {};

// As a store may have it: the delegation is older than the rule that the two must match.
TEST_P(minting_policy, without_any_number_that_matches) {
    const auto s = store::store::open(location());
    put_namespace(*s, "example");
    resolver::delegation d;
    d.prefix = "example:no-";
    d.registrar = "library";
    d.naming = "[a-z]+";
    d.mint.method = resolver::minting_method::sequential;
    d.mint.pattern = "zd";
    put_delegation(*s, d);
    const auto library = registrar_of("library", {"example:"});
    const auto refused = service::mint(*s, somebody, library, {.prefix = "example:no-"});
    ASSERT_FALSE(refused.has_value());
    const resolver::problem &why = refused.error();
    EXPECT_EQ(why.type, resolver::problem_type::out_of_policy);
    EXPECT_NE(why.detail.find("[a-z]+"), std::string::npos) << why.detail;
    EXPECT_TRUE(s->read([](store::reading &r) { return r.names("example:no-", {}, 10); }).empty());
    // With a policy that fits, it mints.
    d.naming = "[0-9]+";
    put_delegation(*s, d);
    EXPECT_TRUE(service::mint(*s, somebody, library, {.prefix = "example:no-"}).has_value());
}

// A pattern without end and a policy that has one: what is left is too little, and nothing of it is written.
TEST_P(minting_policy, where_too_few_are_left) {
    const auto s = store::store::open(location());
    put_namespace(*s, "example");
    resolver::delegation d{.prefix = "example:few-", .registrar = "library", .naming = "[0-9]{1,2}"};
    d.mint = {.method = resolver::minting_method::sequential, .pattern = "zd"};
    put_delegation(*s, d);
    const auto library = registrar_of("library", {"example:"});
    const auto head = [&] { return s->read([](store::reading &r) { return r.head().first; }); };
    ASSERT_TRUE(service::mint(*s, somebody, library, {.prefix = "example:few-", .count = 90}));
    const auto before = head();
    const auto exhausted = [](const auto &refused) {
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().type, resolver::problem_type::exhausted) << refused.error().detail;
    };
    exhausted(service::mint(*s, somebody, library, {.prefix = "example:few-", .count = 20}));
    exhausted(service::reserve(*s, somebody, library, {.prefix = "example:few-", .count = 11}));
    EXPECT_EQ(head(), before);
    EXPECT_TRUE(service::mint(*s, somebody, library, {.prefix = "example:few-", .count = 10}));
    const auto all = head();
    exhausted(service::mint(*s, somebody, library, {.prefix = "example:few-"}));
    EXPECT_EQ(head(), all);
}

// All numbers belong to other registrars: the request ends.
TEST_P(minting_policy, where_all_are_under_longer_prefixes) {
    const auto s = store::store::open(location());
    put_namespace(*s, "example");
    resolver::delegation d{.prefix = "example:in-", .registrar = "library"};
    d.mint = {.method = resolver::minting_method::sequential, .pattern = "zd"};
    put_delegation(*s, d);
    for (char digit = '0'; digit <= '9'; ++digit) {
        put_delegation(*s, {.prefix = std::string("example:in-") + digit, .registrar = "archive"});
    }
    const auto refused = service::mint(*s, somebody, registrar_of("library", {"example:"}), {.prefix = "example:in-"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, resolver::problem_type::exhausted) << refused.error().detail;
}

INSTANTIATE_ON_BOTH_STORES(minting_policy);

} // namespace
