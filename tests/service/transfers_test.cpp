// Who moves a prefix from one registrar to another: two hands, or an administrator. On both stores.

#include <string>

#include <gtest/gtest.h>

#include <uniform/service/names.hpp>
#include <uniform/service/responsibility.hpp>

#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using resolver::principal;
using resolver::role;
using test::outcome_of;

class transfers : public test::permissions {};

TEST_P(transfers, no_manager_moves_a_prefix_alone) {
    ASSERT_TRUE(delegate(admin, {.prefix = "example:al:", .registrar = "library"}));
    const auto holder = [&](const principal &who, const token_request &t) {
        const auto made = make(who, t);
        EXPECT_TRUE(made) << t.registrar;
        return made ? s->read([&](store::reading &r) { return *principal_of(r, *made, resolver::now()); })
                    : principal{};
    };
    const auto token = [&](const principal &who, role what, const char *registrar, const char *prefix) {
        return outcome_of(make(who, {.role = what, .registrar = registrar, .prefixes = {prefix}}));
    };
    const principal chief = holder(admin, {.role = role::manager, .prefixes = {"example:"}});
    const principal peer = holder(admin, {.role = role::manager, .prefixes = {"example:"}});

    // The prefixes that are delegated to a registrar bound the tokens that a manager makes for it.
    ASSERT_TRUE(delegate(chief, {.prefix = "example:bait:", .registrar = "archive"}));
    for (const role what : {role::registrar, role::reader}) {
        EXPECT_EQ(token(chief, what, "archive", "example:"), "forbidden");
        EXPECT_EQ(token(chief, what, "archive", "example:al:"), "forbidden");
        EXPECT_EQ(token(chief, what, "archive", "example:bait:"), "done");
        EXPECT_EQ(token(chief, what, "archive", "example:bait:x"), "done");
    }
    EXPECT_EQ(token(admin, role::registrar, "archive", "example:"), "done");

    // Two tokens, one hand: a registrar that nothing is delegated to yet, and its manager.
    for (const char *id : {"puppet", "second"}) {
        ASSERT_TRUE(in([&](store::writing &w) { return add_registrar(w, chief, {.id = id, .name = "A house"}); }));
    }
    const principal puppet = holder(chief, {.role = role::registrar, .registrar = "puppet", .prefixes = {"example:"}});
    const principal second = holder(chief, {.role = role::registrar, .registrar = "second", .prefixes = {"example:"}});
    const principal giver =
        holder(chief, {.role = role::registrar, .registrar = "library", .prefixes = {"example:al:"}});
    const principal whole = holder(admin, {.role = role::registrar, .registrar = "puppet"});
    struct row {
        const principal &asks;
        const principal &accepts;
        const char *outcome;
        const char *because;
    };
    const row rows[] = {
        {chief, puppet, "forbidden", "the manager made the token that accepts"},
        {puppet, chief, "forbidden", "and the one that asks"},
        {giver, puppet, "forbidden", "and both"},
        {puppet, giver, "forbidden", "and both"},
        {chief, chief, "forbidden", "the receiving registrar has not agreed"},
        {chief, second, "forbidden", "another registrar's token"},
    };
    for (const row &r : rows) {
        const auto t = ask(r.asks, "example:al:", "puppet");
        ASSERT_TRUE(t) << r.because;
        EXPECT_EQ(outcome_of(decide(r.accepts, t->id, transfer_decision::accept)), r.outcome) << r.because;
        EXPECT_EQ(may(puppet, "example:al:1"), "forbidden") << r.because;
        EXPECT_EQ(outcome_of(decide(chief, t->id, transfer_decision::withdraw)), "done") << r.because;
    }
    const row by_two[] = {
        {chief, whole, "done", "an administrator made the token that accepts"},
        {peer, puppet, "done", "another manager asked"},
        {puppet, peer, "done", "another manager accepts"},
        {giver, whole, "done", ""},
        {chief, admin, "done", "an administrator may always"},
        {admin, puppet, "done", ""},
    };
    for (const row &r : by_two) {
        const auto t = ask(r.asks, "example:al:", "puppet");
        ASSERT_TRUE(t) << r.because;
        EXPECT_EQ(outcome_of(decide(r.accepts, t->id, transfer_decision::accept)), r.outcome) << r.because;
        ASSERT_TRUE(delegate(admin, {.prefix = "example:al:", .registrar = "library"}));
    }
}

TEST_P(transfers, a_prefix_that_changes_hands_otherwise_ends_its_transfers) {
    const auto made = delegate(manager, {.prefix = "example:p", .registrar = "library"});
    ASSERT_TRUE(made);
    const auto open = [&] {
        const auto t = ask(library, "example:p", "archive");
        EXPECT_TRUE(t);
        return t ? t->id : std::string{};
    };
    const auto state = [&](const std::string &id) {
        return s->read([&](store::reading &r) { return transfer_of(r, id)->state; });
    };
    const auto moved = delegate(manager, {.prefix = "example:p", .registrar = "archive"});
    ASSERT_FALSE(moved) << "with nobody's consent";
    EXPECT_EQ(to_string(moved.error().type), "conflict");
    EXPECT_NE(moved.error().detail.find("POST /api/v1/transfers"), std::string::npos) << moved.error().detail;
    EXPECT_EQ(may(library, "example:p1"), "done");

    std::string id = open();
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library", .naming = "[0-9]+"}));
    EXPECT_EQ(state(id), transfer_state::requested) << "how it is delegated is no matter of the transfer";
    ASSERT_TRUE(delegate(admin, {.prefix = "example:p", .registrar = "archive"})) << "the registrar may be gone";
    EXPECT_EQ(state(id), transfer_state::withdrawn);
    ASSERT_TRUE(delegate(admin, {.prefix = "example:p", .registrar = "library"}));
    EXPECT_EQ(outcome_of(decide(archive, id, transfer_decision::accept)), "wrong-state") << "nor does it come back";

    id = open();
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p"})) << "managers alone: as the end of a delegation";
    EXPECT_EQ(state(id), transfer_state::withdrawn);
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"})) << "nobody has it";
    id = open();
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); }));
    EXPECT_EQ(state(id), transfer_state::withdrawn);
}

// RFC 8141 section 5: the record says who assigned a name, for ever; who is responsible is a matter of its prefix.
TEST_P(transfers, another_registrar_is_responsible_afterwards) {
    const std::string key = "example:al:1";
    const auto responsible = [&](std::string_view of) {
        return s->read([&](store::reading &r) { return responsible_registrar(r, of); });
    };
    EXPECT_EQ(responsible(key), "") << "managers alone";
    ASSERT_TRUE(delegate(admin, {.prefix = "example:", .registrar = "library"}));
    const auto assigned = in([&](store::writing &w) { return assign(w, library, {.urn = "urn:" + key}); });
    ASSERT_TRUE(assigned);
    EXPECT_EQ(assigned->record.registrar, "library");
    const auto at = [&] { return resolver::now() + std::chrono::seconds{passed}; };
    const auto first = at();
    passed += 10;
    const auto t = ask(library, "example:", "archive");
    ASSERT_TRUE(t);
    ASSERT_EQ(outcome_of(decide(admin, t->id, transfer_decision::accept)), "done");
    const auto second = at();
    passed += 10;
    EXPECT_EQ(responsible(key), "archive");
    const auto shown = s->read([&](store::reading &r) { return show(r, "urn:" + key); });
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->record.registrar, "library") << "who assigned it";
    // a longer prefix moves out
    ASSERT_TRUE(delegate(admin, {.prefix = "example:al:", .registrar = "library"}));
    EXPECT_EQ(responsible(key), "library");
    EXPECT_EQ(responsible("example:b"), "archive");
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, admin, "example:al:"); }));
    EXPECT_EQ(responsible(key), "archive");
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, admin, "example:"); }));
    EXPECT_EQ(responsible(key), "");
    s->read([&](store::reading &r) {
        EXPECT_EQ(responsible_registrar(r, key, first - std::chrono::hours{1}), "") << "not delegated yet";
        EXPECT_EQ(responsible_registrar(r, key, first), "library");
        EXPECT_EQ(responsible_registrar(r, key, second), "archive");
        EXPECT_TRUE(responsibility_changes(r, key).empty()) << "no delegation governs it";
        return 0;
    });
    ASSERT_TRUE(delegate(admin, {.prefix = "example:", .registrar = "library"}));
    s->read([&](store::reading &r) {
        const auto changes = responsibility_changes(r, key);
        EXPECT_EQ(changes.size(), 3U);
        if (changes.size() != 3) return 0;
        EXPECT_EQ(changes[0].from + ">" + changes[0].to, ">library");
        EXPECT_EQ(changes[1].from + ">" + changes[1].to, "archive>");
        EXPECT_EQ(changes[2].from + ">" + changes[2].to, "library>archive");
        EXPECT_EQ(responsibility_changes(r, key, changes[1].event).size(), 2U) << "from an event on";
        return 0;
    });
}

TEST_P(transfers, what_a_third_party_asks_for_keeps_nobody_else_from_asking) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:q", .registrar = "library"}));
    ASSERT_TRUE(in([&](store::writing &w) { return add_registrar(w, admin, {.id = "third", .name = "A house"}); }));
    const auto made = make(admin, {.role = role::registrar, .registrar = "third"});
    ASSERT_TRUE(made);
    const principal third = s->read([&](store::reading &r) { return *principal_of(r, *made, resolver::now()); });
    const auto state = [&](const std::string &id) {
        return s->read([&](store::reading &r) { return transfer_of(r, id)->state; });
    };

    const auto squatter = ask(third, "example:q", "third");
    ASSERT_TRUE(squatter);
    EXPECT_EQ(squatter->side, "to");
    EXPECT_EQ(outcome_of(ask(third, "example:q", "third")), "conflict") << "one for each that asks";
    const auto owners = ask(library, "example:q", "archive");
    ASSERT_TRUE(owners) << owners.error().detail;
    EXPECT_EQ(outcome_of(ask(library, "example:q", "third")), "conflict") << "the owner has one open";
    EXPECT_EQ(outcome_of(ask(manager, "example:q", "third")), "conflict");
    EXPECT_EQ(outcome_of(decide(archive, owners->id, transfer_decision::withdraw)), "forbidden");
    ASSERT_TRUE(decide(library, owners->id, transfer_decision::withdraw));
    EXPECT_EQ(state(squatter->id), transfer_state::requested);
    const auto managers = ask(manager, "example:q", "archive");
    ASSERT_TRUE(managers) << managers.error().detail;
    ASSERT_TRUE(decide(manager, managers->id, transfer_decision::withdraw));

    const auto again = ask(library, "example:q", "archive");
    ASSERT_TRUE(again);
    EXPECT_EQ(outcome_of(decide(archive, again->id, transfer_decision::accept)), "done");
    EXPECT_EQ(state(squatter->id), transfer_state::withdrawn) << "who was asked has the prefix no more";
    EXPECT_EQ(outcome_of(decide(admin, squatter->id, transfer_decision::accept)), "wrong-state");
    EXPECT_EQ(may(archive, "example:q1"), "done");
}

INSTANTIATE_ON_BOTH_STORES(transfers);

} // namespace
