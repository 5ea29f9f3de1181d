// Minting where a delegation has both a minting rule and a naming policy.

#include <uniform/service/names.hpp>

#include <gtest/gtest.h>

#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::test;

class minting_policy : public on_both_stores {};

// As it may have come about: the delegation is older than the rule that the two must fit.
TEST_P(minting_policy, where_nothing_that_is_minted_fits) {
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

INSTANTIATE_ON_BOTH_STORES(minting_policy);

} // namespace
