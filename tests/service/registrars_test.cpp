// Registrars, delegations, transfers and tokens: who may do what, on both stores.

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>

#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using resolver::delegation;
using resolver::principal;
using resolver::problem_type;
using resolver::role;
using test::outcome_of;

class permissions : public test::permissions {};

TEST_P(permissions, registrars) {
    const auto add = [&](const principal &who, registrar r) {
        return outcome_of(in([&](store::writing &w) { return add_registrar(w, who, r); }));
    };
    EXPECT_EQ(add(reader, {.id = "x", .name = "X"}), "forbidden");
    EXPECT_EQ(add(expert, {.id = "x", .name = "X"}), "forbidden");
    EXPECT_EQ(add(library, {.id = "x", .name = "X"}), "forbidden");
    EXPECT_EQ(add(manager, {.id = "x", .name = "X"}), "done");
    EXPECT_EQ(add(manager, {.id = "x", .name = "X"}), "conflict");
    EXPECT_EQ(add(admin, {.id = "y", .name = ""}), "invalid");
    for (const char *bad : {"", "X", "-x", "a b", "\xC3\xA4", "a/b"}) {
        EXPECT_EQ(add(admin, {.id = bad, .name = "X"}), "invalid") << bad;
    }
    EXPECT_EQ(add(admin, {.id = std::string(65, 'a'), .name = "X"}), "invalid");

    ASSERT_TRUE(delegate(admin, {.prefix = "isbn:97895", .registrar = "library"}));
    const auto change = [&](const principal &who, std::string name, std::optional<std::uint64_t> version = {}) {
        return outcome_of(in([&](store::writing &w) {
            return change_registrar(
                w, who, {.id = "library", .name = name, .contact = "c", .public_contact = "ask@a.example"}, version);
        }));
    };
    const auto token = make(admin, {.role = role::registrar, .registrar = "library"});
    ASSERT_TRUE(token);
    EXPECT_EQ(change({.id = "token:" + token->id, .role = role::registrar, .registrar = "library"}, "Library"), "done");
    EXPECT_EQ(change(library, "Mine"), "forbidden") << "a token that is limited to prefixes";
    EXPECT_EQ(change(archive, "Mine"), "forbidden");
    EXPECT_EQ(change(manager, "Mine"), "forbidden") << "isbn: is not within example:";
    EXPECT_EQ(change(other, "Mine"), "forbidden") << "an administrator added it";
    EXPECT_EQ(change(admin, "Library III", 1), "precondition-failed");
    const auto now = s->read([](store::reading &r) { return registrar_of(r, "library"); });
    ASSERT_TRUE(now);
    EXPECT_EQ(change(admin, "Library III", now->version), "done");
    EXPECT_EQ(uniform::json::written(*now, false).find("\"contact\""), std::string::npos);
    EXPECT_NE(uniform::json::written(*now, false).find("\"public_contact\":\"ask@a.example\""), std::string::npos);

    const auto end = [&](const principal &who) {
        return outcome_of(in([&](store::writing &w) { return end_registrar(w, who, "library"); }));
    };
    EXPECT_EQ(end(library), "forbidden");
    EXPECT_EQ(end(admin), "wrong-state") << "a prefix is delegated to it";
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, admin, "isbn:97895"); }));
    EXPECT_EQ(end(admin), "done");
    EXPECT_EQ(end(admin), "wrong-state");
    EXPECT_EQ(change(admin, "Again"), "wrong-state") << "nothing goes back";
    EXPECT_EQ(add(admin, {.id = "library", .name = "Again"}), "conflict") << "nor is the id given again";
    EXPECT_EQ(outcome_of(delegate(admin, {.prefix = "isbn:97895", .registrar = "library"})), "invalid");
}

// Each accepted registrar can be read: the longest texts, by the interface of C++ as by that of HTTP.
TEST_P(permissions, the_longest_texts_of_a_registrar) {
    const auto add = [&](registrar r) {
        return outcome_of(in([&](store::writing &w) { return add_registrar(w, admin, r); }));
    };
    EXPECT_EQ(add({.id = "long", .name = std::string(500, 'x'), .contact = std::string(2000, 'x')}), "done");
    EXPECT_EQ(add({.id = "name", .name = std::string(501, 'x')}), "invalid");
    EXPECT_EQ(add({.id = "contact", .name = "X", .contact = std::string(2001, 'x')}), "invalid");
    EXPECT_EQ(add({.id = "contact", .name = "X", .public_contact = std::string(501, 'x')}), "invalid");
    EXPECT_EQ(add({.id = "contact", .name = "X", .public_contact = "a\nb"}), "invalid");
    const auto found = s->read([](store::reading &r) { return find_registrar(r, "long"); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->contact.size(), 2000U);
}

TEST_P(permissions, the_name_of_a_registrar_is_a_text_on_one_line) {
    struct row {
        registrar r;
        std::optional<std::size_t> offset; // of what is wrong
    };
    const row rows[] = {
        {{.id = "a", .name = "B\u00FCcherei \u56FE"}, std::nullopt},
        {{.id = "b", .name = "B", .contact = "A street\nA town\tA land"}, std::nullopt},
        {{.id = "c", .name = "Li\x1B[31mbrary"}, 2},
        {{.id = "c", .name = std::string("A\0", 2)}, 1},
        {{.id = "c", .name = "\x7F"}, 0},
        {{.id = "c", .name = "A\u0085"}, 1}, // C1
        {{.id = "c", .name = "A\nB"}, 1},
        {{.id = "c", .name = "AB\tC"}, 2},
        {{.id = "c", .name = "A\xFF"}, 1},
        {{.id = "c", .name = "A", .contact = "ab\x07"}, 2},
    };
    for (const row &x : rows) {
        const auto made = in([&](store::writing &w) { return add_registrar(w, admin, x.r); });
        EXPECT_EQ(outcome_of(made), x.offset ? "invalid" : "done") << x.r.name;
        if (!made) {
            EXPECT_EQ(made.error().offset, x.offset) << x.r.name;
        }
    }
    const auto changed =
        in([&](store::writing &w) { return change_registrar(w, admin, {.id = "a", .name = "A\x1B"}); });
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().offset, 1U);
}

TEST_P(permissions, a_registrar_belongs_to_who_added_it) {
    const auto change = [&](const principal &who, const char *id, const std::string &name) {
        return outcome_of(in([&](store::writing &w) { return change_registrar(w, who, {.id = id, .name = name}); }));
    };
    const auto end = [&](const principal &who, const char *id) {
        return outcome_of(in([&](store::writing &w) { return end_registrar(w, who, id); }));
    };
    const auto token = [&](const principal &who, const char *id, const char *prefix) {
        return outcome_of(make(who, {.role = role::registrar, .registrar = id, .prefixes = {prefix}}));
    };
    const principal part{.id = "token:part", .role = role::manager, .prefixes = {"example:a"}};
    const principal scoped{.id = "token:scoped", .role = role::administrator, .prefixes = {"isbn:"}};
    const auto mine =
        in([&](store::writing &w) { return add_registrar(w, manager, {.id = "mine", .name = "A", .contact = "c"}); });
    ASSERT_TRUE(mine);
    EXPECT_EQ(mine->managed_within, std::vector<std::string>{"example:"});
    const auto again = registrar_from_json(*json::read(uniform::json::written(*mine, true)));
    ASSERT_TRUE(again) << "what is shown can be sent back";

    for (const principal *who : {&other, &part, &scoped, &library, &expert, &reader}) {
        EXPECT_EQ(change(*who, "mine", "B"), "forbidden") << who->id;
        EXPECT_EQ(end(*who, "mine"), "forbidden") << who->id;
        EXPECT_EQ(token(*who, "mine", who->prefixes.empty() ? "isbn:" : who->prefixes[0].c_str()), "forbidden")
            << who->id;
        EXPECT_EQ(change(*who, "library", "B"), "forbidden") << who->id << ": an administrator added it";
        EXPECT_EQ(end(*who, "library"), "forbidden") << who->id;
    }
    EXPECT_EQ(change(manager, "library", "B"), "forbidden");
    EXPECT_EQ(end(manager, "library"), "forbidden");
    EXPECT_EQ(token(manager, "library", "example:"), "forbidden") << "nothing is delegated to it";
    EXPECT_EQ(change(manager, "mine", "B"), "done");
    EXPECT_EQ(token(manager, "mine", "example:a"), "done") << "nothing is delegated to it, but the manager added it";

    ASSERT_TRUE(delegate(manager, {.prefix = "example:l", .registrar = "library"}));
    EXPECT_EQ(token(manager, "library", "example:l"), "done") << "all that it has is within the manager's prefixes";
    EXPECT_EQ(token(part, "library", "example:a"), "forbidden");
    EXPECT_EQ(change(manager, "library", "B"), "forbidden") << "having delegated to it does not make it the manager's";
    ASSERT_TRUE(delegate(other, {.prefix = "isbn:9780", .registrar = "library"}));
    ASSERT_TRUE(delegate(other, {.prefix = "isbn:9781", .registrar = "mine"}));
    EXPECT_EQ(token(manager, "library", "example:l"), "forbidden") << "it acts in another's namespace, too";
    EXPECT_EQ(token(manager, "mine", "example:l"), "forbidden");
    EXPECT_EQ(change(manager, "mine", "C"), "forbidden");
    EXPECT_EQ(change(other, "mine", "C"), "forbidden");
    EXPECT_EQ(change(admin, "mine", "C"), "done");
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, other, "isbn:9781"); }));
    EXPECT_EQ(change(manager, "mine", "D"), "done") << "an administrator's change leaves it whose it is";
    EXPECT_EQ(end(manager, "mine"), "done");
}

TEST_P(permissions, which_prefixes_a_registrar_has) {
    const auto of = [&](std::string_view registrar) {
        return s->read([&](store::reading &r) { return prefixes_of(r, registrar); });
    };
    using list = std::vector<std::string>;
    EXPECT_EQ(of("library"), list{});
    for (const char *p : {"isbn:97801", "example:b", "example:a"}) {
        ASSERT_TRUE(delegate(admin, {.prefix = p, .registrar = "library"}));
    }
    EXPECT_EQ(of("library"), (list{"example:a", "example:b", "isbn:97801"}));
    EXPECT_EQ(of("lib"), list{}) << "no beginning of an id";
    EXPECT_EQ(of(""), list{});
    ASSERT_TRUE(delegate(admin, {.prefix = "example:a", .registrar = "archive"}));
    ASSERT_TRUE(delegate(admin, {.prefix = "example:b"}));
    EXPECT_EQ(of("library"), list{"isbn:97801"});
    EXPECT_EQ(of("archive"), list{"example:a"});
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, admin, "example:a"); }));
    EXPECT_EQ(of("archive"), list{});
    ASSERT_TRUE(delegate(admin, {.prefix = "example:a", .registrar = "library"}));
    EXPECT_EQ(of("library"), (list{"example:a", "isbn:97801"}));
    ASSERT_TRUE(delegate(admin, {.prefix = "example:a", .registrar = "library", .naming = "[0-9]+"}));
    EXPECT_EQ(of("library"), (list{"example:a", "isbn:97801"}));
}

TEST_P(permissions, a_prefix_has_an_end) {
    EXPECT_EQ(outcome_of(delegate(admin, {.prefix = "example:" + std::string(resolver::longest_prefix - 8, 'a'),
                                          .registrar = "library"})),
              "done");
    EXPECT_EQ(outcome_of(delegate(admin, {.prefix = "example:" + std::string(resolver::longest_prefix - 7, 'a'),
                                          .registrar = "library"})),
              "invalid");
}

TEST_P(permissions, delegations) {
    EXPECT_EQ(outcome_of(delegate(reader, {.prefix = "example:"})), "forbidden");
    EXPECT_EQ(outcome_of(delegate(expert, {.prefix = "example:"})), "forbidden");
    EXPECT_EQ(outcome_of(delegate(library, {.prefix = "example:"})), "forbidden");
    EXPECT_EQ(outcome_of(delegate(other, {.prefix = "example:"})), "forbidden");
    EXPECT_EQ(outcome_of(delegate(admin, {.prefix = "issn:"})), "not-found") << "that namespace is not kept here";
    EXPECT_EQ(outcome_of(delegate(manager, {.prefix = "example:p", .registrar = "nobody"})), "invalid");
    EXPECT_EQ(outcome_of(delegate(manager, {.prefix = "example:p", .state = resolver::delegation_state::ended})),
              "invalid");
    EXPECT_EQ(outcome_of(delegate(manager, {.prefix = "example:%"})), "malformed");

    const auto made = delegate(manager, {.prefix = "urn:EXAMPLE:p", .registrar = "library"});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->delegation.prefix, "example:p");
    const auto same = delegate(manager, {.prefix = "example:p", .registrar = "library"});
    ASSERT_TRUE(same);
    EXPECT_EQ(same->event, made->event) << "changing nothing makes no event";
    EXPECT_EQ(outcome_of(delegate(manager, {.prefix = "example:p", .registrar = "archive"}, made->event + 1)),
              "precondition-failed");

    EXPECT_EQ(outcome_of(in([&](store::writing &w) { return end_delegation(w, other, "example:p"); })), "forbidden");
    EXPECT_EQ(outcome_of(in([&](store::writing &w) { return end_delegation(w, manager, "example:q"); })), "not-found");
    EXPECT_EQ(outcome_of(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); })), "done");
    EXPECT_EQ(outcome_of(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); })),
              "wrong-state");
    const auto again = delegate(manager, {.prefix = "example:p", .registrar = "archive"});
    ASSERT_TRUE(again) << "a delegation that has ended may be made again";
    const auto history = s->read([](store::reading &r) { return r.history("delegation", "example:p"); });
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history[0].action, "delegate");
    EXPECT_EQ(history[1].action, "end");
}

// The service would be asked for names, and refuse every one that it makes.
TEST_P(permissions, a_minting_rule_and_the_naming_policy) {
    using resolver::minting_method;
    struct row {
        const char *naming;
        resolver::minting mint;
        const char *outcome;
    };
    const row rows[]{
        {"[0-9]{4}", {.method = minting_method::sequential, .pattern = "dddd"}, "done"},
        {"^[0-9]{4}$", {.method = minting_method::random, .pattern = "dddd"}, "done"},
        {"", {.method = minting_method::sequential, .pattern = "dddd"}, "done"},
        {"9[0-9]", {.method = minting_method::sequential, .pattern = "dd"}, "done"}, // one that fits is enough
        {"[0-9]{3}", {.method = minting_method::sequential, .pattern = "zd"}, "done"},
        {"[0-9a-f-]{36}", {.method = minting_method::uuid}, "done"},
        {"[a-z]+", {.method = minting_method::none}, "done"}, // nothing is minted
        {"[0-9]{4}", {.method = minting_method::sequential, .pattern = "ddd"}, "invalid"},
        {"[0-9]{4}", {.method = minting_method::random, .pattern = "{a}ddd"}, "invalid"},
        {"[A-Z]+", {.method = minting_method::random, .pattern = "eeee"}, "invalid"},
        {"[0-9]+", {.method = minting_method::uuid}, "invalid"},
    };
    for (const row &r : rows) {
        const auto made = delegate(manager, {.prefix = "example:p-", .naming = r.naming, .mint = r.mint});
        EXPECT_EQ(outcome_of(made), r.outcome) << r.naming << ' ' << r.mint.pattern;
        if (made) continue;
        EXPECT_NE(made.error().detail.find(r.naming), std::string::npos) << made.error().detail;
        EXPECT_NE(made.error().detail.find("urn:example:p-"), std::string::npos) << "an example is given";
    }
}

TEST_P(permissions, the_longest_active_prefix_decides_who_assigns) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:", .registrar = "library"}));
    ASSERT_TRUE(delegate(manager, {.prefix = "example:a", .registrar = "archive"}));
    ASSERT_TRUE(delegate(manager, {.prefix = "example:ab"}));
    struct row {
        const principal &who;
        const char *key;
        const char *outcome;
        const char *because;
    };
    const row rows[] = {
        {library, "example:x", "done", "the shorter prefix is its"},
        {library, "example:a1", "forbidden", "the longer one belongs to the archive alone"},
        {archive, "example:a1", "done", ""},
        {archive, "example:x", "forbidden", ""},
        {archive, "example:ab1", "forbidden", "only managers"},
        {library, "example:ab1", "forbidden", "only managers"},
        {manager, "example:ab1", "done", ""},
        {manager, "example:x", "done", "a manager may all in its prefixes"},
        {other, "example:x", "forbidden", "another's namespace"},
        {admin, "example:x", "done", ""},
        {reader, "example:x", "forbidden", "the role"},
        {expert, "example:x", "forbidden", "the role"},
        {library, "isbn:9789510184356", "forbidden", "within its prefixes, but not delegated"},
    };
    for (const row &r : rows) EXPECT_EQ(may(r.who, r.key), r.outcome) << r.who.id << " " << r.key << " " << r.because;

    principal narrow = archive;
    narrow.prefixes = {"example:a1"};
    EXPECT_EQ(may(narrow, "example:a1x"), "done");
    EXPECT_EQ(may(narrow, "example:a2"), "forbidden") << "delegated, but not within the token's prefixes";

    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, manager, "example:a"); }));
    EXPECT_EQ(may(archive, "example:a1"), "forbidden");
    EXPECT_EQ(may(library, "example:a1"), "done") << "the shorter one decides from now on";
    EXPECT_EQ(s->read([](store::reading &r) { return prefixes_of(r, "library"); }),
              std::vector<std::string>{"example:"});
}

TEST_P(permissions, a_transfer_has_two_sides) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    EXPECT_EQ(outcome_of(ask(reader, "example:p", "archive")), "forbidden");
    EXPECT_EQ(outcome_of(ask(other, "example:p", "archive")), "forbidden");
    EXPECT_EQ(outcome_of(ask(library, "example:q", "archive")), "not-found");
    EXPECT_EQ(outcome_of(ask(library, "example:p", "library")), "invalid");
    EXPECT_EQ(outcome_of(ask(library, "example:p", "nobody")), "invalid");
    principal narrow = library;
    narrow.prefixes = {"example:p1"};
    EXPECT_EQ(outcome_of(ask(narrow, "example:p", "archive")), "forbidden") << "it gives away more than it reaches";

    auto t = ask(library, "example:p", "archive");
    ASSERT_TRUE(t);
    EXPECT_EQ(t->side, "from");
    EXPECT_EQ(outcome_of(ask(archive, "example:p", "archive")), "conflict");
    EXPECT_EQ(outcome_of(decide(library, t->id, transfer_decision::accept)), "forbidden") << "its own request";
    EXPECT_EQ(outcome_of(decide(archive, t->id, transfer_decision::withdraw)), "forbidden");
    EXPECT_EQ(outcome_of(decide(other, t->id, transfer_decision::accept)), "forbidden");
    EXPECT_EQ(outcome_of(decide(reader, t->id, transfer_decision::accept)), "forbidden");
    EXPECT_EQ(outcome_of(decide(library, "example:p~99", transfer_decision::accept)), "not-found");
    EXPECT_EQ(outcome_of(decide(library, "\xFF~1", transfer_decision::accept)), "not-found");
    EXPECT_EQ(may(library, "example:p1"), "done") << "nothing changes by asking";

    ASSERT_TRUE(decide(archive, t->id, transfer_decision::accept));
    EXPECT_EQ(may(library, "example:p1"), "forbidden")
        << "the tokens of the previous registrar have insufficient permissions at once";
    EXPECT_EQ(may(archive, "example:p1"), "done");
    EXPECT_EQ(outcome_of(decide(archive, t->id, transfer_decision::refuse)), "wrong-state");
    const auto history = s->read([](store::reading &r) { return r.history("delegation", "example:p"); });
    ASSERT_EQ(history.size(), 2U) << "one event";
    EXPECT_EQ(history[0].action, "transfer");

    // Back again: asked for by the one that is to get it, accepted by the one that has it.
    t = ask(library, "example:p", "library");
    ASSERT_TRUE(t);
    EXPECT_EQ(t->side, "to");
    EXPECT_EQ(outcome_of(decide(library, t->id, transfer_decision::accept)), "forbidden");
    EXPECT_EQ(outcome_of(decide(archive, t->id, transfer_decision::refuse)), "done");
    EXPECT_EQ(may(archive, "example:p1"), "done");
    // Withdrawn, and by a manager.
    t = ask(library, "example:p", "library");
    EXPECT_EQ(outcome_of(decide(library, t->id, transfer_decision::withdraw)), "done");
    t = ask(manager, "example:p", "library");
    EXPECT_EQ(t->side, "manager");
    EXPECT_EQ(outcome_of(decide(manager, t->id, transfer_decision::accept)), "forbidden") << "not alone";
    principal limited = library;
    limited.prefixes = {"example:q"};
    EXPECT_EQ(outcome_of(decide(limited, t->id, transfer_decision::accept)), "forbidden")
        << "a token that is limited to other prefixes";
    EXPECT_EQ(outcome_of(decide(archive, t->id, transfer_decision::accept)), "forbidden") << "the one that gets it";
    EXPECT_EQ(outcome_of(decide(library, t->id, transfer_decision::accept)), "done");

    // A superseded transfer cannot be accepted.
    t = ask(library, "example:p", "archive");
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p"}));
    EXPECT_EQ(outcome_of(decide(archive, t->id, transfer_decision::accept)), "wrong-state");
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); }));
    EXPECT_EQ(s->read([&](store::reading &r) { return transfer_of(r, t->id)->state; }), transfer_state::withdrawn);

    const auto seen = [&](const principal &who, std::optional<transfer_state> state = {}) {
        return s->read([&](store::reading &r) { return list_transfers(r, who, state, "", 100).first.size(); });
    };
    EXPECT_EQ(seen(manager), 5U);
    EXPECT_EQ(seen(library, transfer_state::refused), 1U);
    EXPECT_EQ(seen(other), 0U);
}

TEST_P(permissions, who_makes_tokens) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    struct row {
        const principal &who;
        token_request t;
        const char *outcome;
    };
    const row rows[] = {
        {admin, {.role = role::administrator}, "done"},
        {admin, {.role = role::expert}, "done"},
        {admin, {.role = role::reader}, "done"},
        {admin, {.role = role::manager}, "invalid"},
        {admin, {.role = role::manager, .prefixes = {"example:"}}, "done"},
        {admin, {.role = role::manager, .prefixes = {"issn:"}}, "not-found"},
        {admin, {.role = role::manager, .prefixes = {"no prefix"}}, "malformed"},
        {admin, {.role = role::manager, .registrar = "library", .prefixes = {"example:"}}, "invalid"},
        {admin, {.role = role::registrar}, "invalid"},
        {admin, {.role = role::registrar, .registrar = "nobody"}, "invalid"},
        {admin, {.role = role::registrar, .registrar = "library"}, "done"},
        {manager, {.role = role::registrar, .registrar = "library"}, "forbidden"},
        {manager, {.role = role::registrar, .registrar = "library", .prefixes = {"example:p"}}, "done"},
        {manager, {.role = role::registrar, .registrar = "library", .prefixes = {"isbn:"}}, "forbidden"},
        {manager, {.role = role::registrar, .registrar = "library", .prefixes = {"example:", "isbn:"}}, "forbidden"},
        {manager, {.role = role::reader, .prefixes = {"example:"}}, "done"},
        {manager, {.role = role::manager, .prefixes = {"example:"}}, "forbidden"},
        {manager, {.role = role::expert}, "forbidden"},
        {manager, {.role = role::administrator, .prefixes = {"example:"}}, "forbidden"},
        {library, {.role = role::reader, .prefixes = {"example:"}}, "forbidden"},
        {reader, {.role = role::reader, .prefixes = {"example:"}}, "forbidden"},
        {expert, {.role = role::reader, .prefixes = {"example:"}}, "forbidden"},
        {principal{.id = "token:scoped", .role = role::administrator, .prefixes = {"example:"}},
         {.role = role::administrator},
         "forbidden"},
    };
    for (const row &r : rows) {
        EXPECT_EQ(outcome_of(make(r.who, r.t)), r.outcome) << r.who.id << " makes " << to_string(r.t.role);
    }
    using namespace std::chrono;
    const auto now = resolver::now();
    EXPECT_EQ(outcome_of(make(admin, {.role = role::reader, .expires = now - hours{1}})), "invalid");
    EXPECT_EQ(outcome_of(make(admin, {.role = role::reader, .expires = now + hours{6 * 365 * 24}})), "invalid");

    // A manager's own token is the bound in time.
    const auto own = make(admin, {.role = role::manager, .prefixes = {"example:"}, .expires = now + hours{24}});
    ASSERT_TRUE(own);
    const principal holder{.id = "token:" + own->id, .role = role::manager, .prefixes = {"example:"}};
    const auto child = make(holder, {.role = role::reader, .prefixes = {"example:"}});
    ASSERT_TRUE(child);
    EXPECT_EQ(child->expires, own->expires);
    EXPECT_EQ(outcome_of(make(holder, {.role = role::reader, .prefixes = {"example:"}, .expires = now + hours{48}})),
              "forbidden");
}

TEST_P(permissions, what_a_token_is_worth) {
    const auto first = create_first_administrator(*s, {.who = "test", .from = "test"});
    ASSERT_TRUE(first);
    EXPECT_FALSE(create_first_administrator(*s, {.who = "test", .from = "test"})) << "only once";
    EXPECT_EQ(token_id_of(first->text), first->token.id);
    EXPECT_TRUE(verify_token(first->text, &first->token));
    std::string wrong = first->text;
    wrong.back() = wrong.back() == 'A' ? 'B' : 'A';
    EXPECT_FALSE(verify_token(wrong, &first->token));
    EXPECT_FALSE(verify_token(first->text, nullptr));
    EXPECT_TRUE(
        first->token.hash.starts_with("$argon2id$v=19$m=" + std::to_string(UNIFORM_SECRET_KIBIBYTES) + ",t=2,p=1$"));
    EXPECT_EQ(uniform::json::written(first->token, resolver::now()).find("hash"), std::string::npos);
    EXPECT_EQ(first->token.hash.find(first->text.substr(21)), std::string::npos);
    for (const char *bad : {"", "uniform_", "uniform_0123456789ab_", "Uniform_0123456789ab_", "x"}) {
        EXPECT_FALSE(token_id_of(bad)) << bad;
    }

    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    const auto t = make(admin, {.role = role::registrar, .registrar = "library"});
    ASSERT_TRUE(t);
    const auto who = [&](resolver::timestamp at) {
        return s->read([&](store::reading &r) { return principal_of(r, *find_token(r, t->id), at); });
    };
    const auto now = resolver::now();
    ASSERT_TRUE(who(now));
    EXPECT_EQ(who(now)->prefixes, std::vector<std::string>{"example:p"}) << "what is delegated at the time";
    EXPECT_EQ(who(t->expires - std::chrono::microseconds{1}).has_value(), true);
    EXPECT_EQ(outcome_of(who(t->expires)), "unauthenticated");

    const principal own{.id = "token:" + t->id, .role = role::registrar, .registrar = "library"};
    const auto revoke = [&](const principal &p) {
        return outcome_of(in([&](store::writing &w) { return revoke_token(w, p, t->id); }));
    };
    EXPECT_EQ(revoke(other), "not-found") << "it does not even know of it";
    EXPECT_EQ(revoke(archive), "not-found");
    EXPECT_EQ(revoke(manager), "not-found") << "a token without prefixes has more permissions than the manager";
    EXPECT_EQ(revoke(own), "done");
    EXPECT_EQ(revoke(admin), "done") << "again changes nothing";
    EXPECT_EQ(outcome_of(who(now)), "unauthenticated");

    const auto u = make(manager, {.role = role::registrar, .registrar = "library", .prefixes = {"example:p"}});
    ASSERT_TRUE(u);
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); }));
    ASSERT_TRUE(in([&](store::writing &w) { return end_registrar(w, admin, "library"); }));
    EXPECT_EQ(outcome_of(s->read([&](store::reading &r) { return principal_of(r, *find_token(r, u->id), now); })),
              "unauthenticated");
    const auto seen = [&](const principal &p) {
        return s->read([&](store::reading &r) { return list_tokens(r, p, "", 100).first.size(); });
    };
    EXPECT_EQ(seen(admin), 3U);
    EXPECT_EQ(seen(manager), 1U);
    EXPECT_EQ(seen(own), 1U);
    EXPECT_EQ(seen(reader), 0U);
}

INSTANTIATE_ON_BOTH_STORES(permissions);

} // namespace
