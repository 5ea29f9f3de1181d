// Users of OpenID Connect, as tokens without a secret.

#include <uniform/service/accounts.hpp>

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace std::chrono_literals;
using resolver::problem_type;
using resolver::role;

constexpr account_name ada{.issuer = "https://login.example.org", .subject = "ada"};

class accounts : public test::permissions {
protected:
    auto sign_in(const account_name &name, token_request rights, std::chrono::milliseconds keep = 720h) {
        return in([&](store::writing &w) { return sign_in_account(w, name, std::move(rights), keep); });
    }
    static resolver::principal holder(const token &t) {
        return {.id = "token:" + t.id, .role = t.role, .registrar = t.registrar, .prefixes = t.prefixes};
    }
};

TEST_P(accounts, have_an_id_of_their_own_for_ever) {
    const auto one = sign_in(ada, {.role = role::reader, .label = "Ada"});
    ASSERT_TRUE(one) << one.error().detail;
    EXPECT_EQ(one->id.size(), 12U);
    EXPECT_EQ(one->hash, "");
    EXPECT_EQ(one->created_by, "openid:https://login.example.org");
    const auto again = sign_in(ada, {.role = role::reader, .label = "Ada"});
    EXPECT_EQ(again->version, 1U) << "nothing has changed";
    const auto changed = sign_in(ada, {.role = role::expert, .label = "Ada"});
    EXPECT_EQ(changed->id, one->id);
    EXPECT_EQ(changed->version, 2U);
    // Another issuer, another subject; a space does not let one pass as the other.
    EXPECT_NE(sign_in({.issuer = "https://b.example", .subject = "ada"}, {})->id, one->id);
    EXPECT_NE(sign_in({.issuer = "https://b.example", .subject = "x y"}, {})->id,
              sign_in({.issuer = "https://b.example x", .subject = "y"}, {})->id);
    s->read([&](store::reading &r) {
        EXPECT_EQ(find_account(r, ada)->role, role::expert);
        EXPECT_FALSE(find_account(r, {.issuer = ada.issuer, .subject = "Ada"})); // case counts
        return 0;
    });
}

TEST_P(accounts, have_rights_that_are_possible_here) {
    EXPECT_EQ(sign_in(ada, {.role = role::manager}).error().type, problem_type::invalid);
    EXPECT_EQ(sign_in(ada, {.role = role::registrar}).error().type, problem_type::invalid);
    EXPECT_EQ(sign_in(ada, {.role = role::registrar, .registrar = "nobody"}).error().type, problem_type::invalid);
    EXPECT_EQ(sign_in(ada, {.role = role::manager, .prefixes = {"absent:"}}).error().type, problem_type::not_found);
    const auto t = sign_in(ada, {.role = role::manager, .prefixes = {"EXAMPLE:"}});
    ASSERT_TRUE(t) << t.error().detail;
    EXPECT_EQ(t->prefixes, std::vector<std::string>{"example:"});
    // The tokens that the user creates end with the user's own.
    const auto created = make(holder(*t), {.role = role::reader, .prefixes = {"example:"}});
    ASSERT_TRUE(created) << created.error().detail;
    EXPECT_EQ(created->expires, t->expires);
    EXPECT_EQ(created->created_by, "token:" + t->id);
}

TEST_P(accounts, end_are_revoked_and_readmitted) {
    const auto t = sign_in(ada, {.role = role::manager, .prefixes = {"example:"}});
    ASSERT_TRUE(t) << t.error().detail;
    const auto readmit = [&](const resolver::principal &who) {
        return in([&](store::writing &w) { return readmit_account(w, who, t->id); });
    };
    const auto is_good = [&] {
        return s->read([&](store::reading &r) { return principal_of(r, *find_token(r, t->id), s->now()).has_value(); });
    };
    EXPECT_TRUE(is_good());
    in([&](store::writing &w) -> std::expected<int, resolver::problem> {
        end_account(w, ada);
        return 0;
    });
    EXPECT_FALSE(is_good());
    EXPECT_TRUE(sign_in(ada, {.role = role::reader}));
    EXPECT_TRUE(is_good());
    EXPECT_EQ(readmit(admin).error().type, problem_type::wrong_state);
    EXPECT_TRUE(in([&](store::writing &w) { return revoke_token(w, admin, t->id); }));
    EXPECT_EQ(sign_in(ada, {.role = role::reader}).error().type, problem_type::forbidden);
    EXPECT_EQ(readmit({.id = "local:m", .role = role::administrator, .prefixes = {"example:"}}).error().type,
              problem_type::not_found);
    EXPECT_TRUE(readmit(admin));
    EXPECT_FALSE(is_good()) << "until the user signs in";
    EXPECT_TRUE(sign_in(ada, {.role = role::reader}));
    EXPECT_TRUE(is_good());
}

INSTANTIATE_ON_BOTH_STORES(accounts);

} // namespace
