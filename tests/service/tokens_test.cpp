// The effects of the creator of a token.

#include <uniform/service/tokens.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/registration.hpp>

#include "registry/samples.hpp"
#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using resolver::principal;
using resolver::role;

class tokens : public test::permissions {
protected:
    static principal holder(const token &t) {
        return {.id = "token:" + t.id, .role = t.role, .registrar = t.registrar, .prefixes = t.prefixes};
    }
    token made(const principal &who, const token_request &request) {
        const auto t = make(who, request);
        EXPECT_TRUE(t) << (t ? "" : t.error().detail);
        return t.value_or(token{});
    }
    auto revoke(const principal &who, const token &t, bool keep_created_tokens = false) {
        return in([&](store::writing &w) { return revoke_token(w, who, t.id, keep_created_tokens); });
    }
    bool is_good(const token &t) {
        return s->read(
            [&](store::reading &r) { return principal_of(r, *find_token(r, t.id), resolver::now()).has_value(); });
    }
};

std::vector<std::string> sorted(std::vector<std::string> ids) {
    std::ranges::sort(ids);
    return ids;
}

const token_request for_manager{.role = role::manager, .prefixes = {"example:"}};
const token_request for_reader{.role = role::reader, .prefixes = {"example:"}, .label = "made by nobody"};

TEST_P(tokens, revoking_a_token_revokes_the_tokens_that_it_created) {
    const token top = made(admin, {.role = role::administrator, .prefixes = {"example:"}});
    const token first = made(holder(top), for_manager);
    const token second = made(holder(top), for_manager);
    const token child = made(holder(first), for_reader);
    const token sibling = made(holder(second), for_reader);
    EXPECT_EQ(child.created_by, "token:" + first.id) << "the token, whatever the label says";

    const auto one = revoke(admin, first);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->also_revoked, std::vector{child.id});
    EXPECT_FALSE(is_good(first));
    EXPECT_FALSE(is_good(child));
    EXPECT_TRUE(is_good(second) && is_good(sibling) && is_good(top));
    // one write: the chain has no event between
    const auto at = [&](const token &t) { return s->read([&](auto &r) { return find_token(r, t.id)->revoked; }); };
    EXPECT_EQ(at(first), at(child));

    const auto all = revoke(admin, top);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->also_revoked, sorted({second.id, sibling.id}))
        << "through a token that it created; not those that were before";
    EXPECT_FALSE(is_good(second) || is_good(sibling));
    const auto shown = nlohmann::json::parse(uniform::json::written(*all, resolver::now()));
    EXPECT_EQ(shown["state"], "revoked");
    EXPECT_EQ(shown["also_revoked"].size(), 2U);

    const auto again = revoke(admin, top);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->also_revoked.size(), 0U);
    EXPECT_EQ(again->token.event, all->token.event) << "nothing was written";
}

TEST_P(tokens, an_administrator_keeps_the_tokens_that_a_revoked_one_created) {
    const token manager_token = made(admin, for_manager);
    const token child = made(holder(manager_token), for_reader);
    EXPECT_EQ(test::outcome_of(revoke(holder(manager_token), manager_token, true)), "forbidden");
    const auto kept = revoke(admin, manager_token, true);
    ASSERT_TRUE(kept);
    EXPECT_TRUE(kept->also_revoked.empty());
    EXPECT_TRUE(is_good(child));
    // afterwards, after all
    const auto after_all = revoke(admin, manager_token);
    ASSERT_TRUE(after_all);
    EXPECT_EQ(after_all->also_revoked, std::vector{child.id});
    EXPECT_FALSE(is_good(child));
}

TEST_P(tokens, a_holder_revokes_its_own_and_the_tokens_that_it_created) {
    const token manager_token = made(admin, for_manager);
    const token child = made(holder(manager_token), for_reader);
    const auto own = revoke(holder(manager_token), manager_token);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->also_revoked, std::vector{child.id});
}

TEST_P(tokens, an_administrator_bound_to_prefixes_makes_tokens_within_them) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    const auto soon = resolver::now() + std::chrono::hours{24};
    const token own = made(admin, {.role = role::administrator, .prefixes = {"example:"}, .expires = soon});
    const principal bound = holder(own);
    struct row {
        token_request t;
        const char *outcome;
    };
    const row rows[] = {
        {{.role = role::administrator, .prefixes = {"example:"}}, "done"},
        {{.role = role::administrator, .prefixes = {"example:a", "isbn:"}}, "forbidden"},
        {{.role = role::administrator}, "forbidden"},
        {{.role = role::expert}, "forbidden"},
        {{.role = role::expert, .prefixes = {"example:"}}, "done"},
        {{.role = role::manager, .prefixes = {"example:"}}, "done"},
        {{.role = role::manager, .prefixes = {"isbn:"}}, "forbidden"},
        {{.role = role::reader, .prefixes = {"example:a"}}, "done"},
        {{.role = role::reader}, "forbidden"},
        {{.role = role::registrar, .registrar = "library", .prefixes = {"example:p"}}, "done"},
        {{.role = role::registrar, .registrar = "library", .prefixes = {"example:q"}}, "forbidden"},
        {{.role = role::registrar, .registrar = "archive", .prefixes = {"example:p"}}, "forbidden"},
        {{.role = role::reader, .prefixes = {"example:"}, .expires = soon + std::chrono::hours{1}}, "forbidden"},
    };
    for (const row &r : rows) {
        const auto t = make(bound, r.t);
        EXPECT_EQ(test::outcome_of(t), r.outcome) << to_string(r.t.role) << " " << (&r - rows);
        if (!t) continue;
        EXPECT_LE(t->expires, own.expires);
        EXPECT_EQ(test::outcome_of(revoke(bound, *t)), "done");
    }
    const token beyond = made(admin, {.role = role::manager, .prefixes = {"example:", "isbn:"}});
    EXPECT_EQ(test::outcome_of(revoke(bound, beyond)), "not-found");
}

TEST_P(tokens, are_for_namespaces_that_are_registered) { // RFC 8141 6.2
    const auto secret = make_request_secret();
    registry::namespace_template t = *registry::read_template(test::complete);
    t.set(registry::field::namespace_identifier, "harbour");
    const credentials submitter{.secret = secret.first};
    const auto opened = in([&](store::writing &w) {
        return open_request(w, submitter, {.document = write_template(t), .title = "Harbours"}, secret);
    });
    ASSERT_TRUE(opened) << opened.error().detail;
    const auto number = opened->view.request.number;
    const token_request wanted{.role = role::manager, .prefixes = {"harbour:"}};
    const auto draft = make(admin, wanted);
    ASSERT_FALSE(draft);
    EXPECT_EQ(draft.error().detail.find("request"), std::string::npos) << "a draft is nobody's business";
    const auto act = [&](registry::request_action a, const credentials &who) {
        return test::outcome_of(in([&](store::writing &w) { return take_action(w, who, number, a, {}); }));
    };
    using enum registry::request_action;
    const principal author{.id = "token:author", .role = role::reader}; // known, so that it waits for no acceptance
    ASSERT_EQ(act(submit, {.who = &author, .secret = secret.first}), "done");
    const auto asked = make(admin, wanted);
    ASSERT_FALSE(asked);
    EXPECT_EQ(to_string(asked.error().type), "not-found");
    EXPECT_EQ(
        asked.error().detail,
        "the namespace \"harbour\" is not registered yet: the request " + std::to_string(number) +
            " for it is in the state \"submitted\"; a token for its prefixes can be created after the registration");
    EXPECT_EQ(*asked.error().members.at(0).value.elements().at(0).if_string(), std::to_string(number));
    for (const auto a : {review, approve, enter}) ASSERT_EQ(act(a, {.who = &admin}), "done");
    EXPECT_EQ(test::outcome_of(make(admin, wanted)), "done");
}

// A token is verified when a request begins, and again during long operations.
TEST_P(tokens, that_are_revoked_meanwhile_create_no_tokens) {
    const token m = made(admin, {.role = role::manager, .prefixes = {"example:"}});
    const principal holds = holder(m);
    ASSERT_TRUE(make(holds, {.role = role::reader, .prefixes = {"example:"}}));
    const auto line = [](int n) {
        return R"({"name":"urn:example:m)" + std::to_string(n) + R"(","locators":["https://a.example/"]})" + "\n";
    };
    std::string part;
    int parts = 0;
    const auto source = [&]() -> std::string_view {
        if (++parts > 5) return {};
        if (parts == 3) {
            EXPECT_TRUE(revoke(admin, m));
        }
        return part = line(parts);
    };
    const auto imported = import_names(*s, test::somebody, holds, {.block = 1}, source, [](std::string_view) {});
    ASSERT_FALSE(imported);
    EXPECT_EQ(to_string(imported.error().type), "unauthenticated");
    EXPECT_FALSE(s->read([](store::reading &r) { return r.name("example:m5"); }));
    EXPECT_EQ(test::outcome_of(make(holds, {.role = role::reader, .prefixes = {"example:"}})), "unauthenticated");
}

INSTANTIATE_ON_BOTH_STORES(tokens);

} // namespace
