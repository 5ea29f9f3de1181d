// Operations on names, on both stores. RFC 8141 5, RFC 3188 (nbn), RFC 3187 and 8254 (isbn).

#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>

#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/mint.hpp>

#include "service/names/name_members.hpp"
#include "service/names_support.hpp"
#include "service/permissions_support.hpp"
#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;
using nlohmann::json;
using resolver::name_state;
using resolver::problem_type;
using store::writing;

class names : public on_open_stores {
protected:
    static resolver::delegation minting(std::string prefix, resolver::minting rule) {
        resolver::delegation d;
        d.prefix = std::move(prefix);
        d.registrar = "library";
        d.mint = std::move(rule);
        return d;
    }
    void SetUp() override {
        on_open_stores::SetUp();
        if (IsSkipped()) return;
        put_namespace(*s, "example");
        put_namespace(*s, "isbn");
        put_namespace(*s, "nbn");
        put_namespace(*s, "uuid");
        put_namespace(*s, "local-old", resolver::namespace_status::closed);
        auto lib = minting("example:lib-", {.method = resolver::minting_method::sequential, .pattern = "dd"});
        lib.naming = "[0-9a-z]{1,8}";
        lib.hosts = {"library.example", "*.library.example"};
        put_delegation(*s, lib);
        auto d = minting("example:lib-x", {});
        d.registrar = "other";
        put_delegation(*s, d);
        d = minting("example:far-", {});
        d.registrar = "far";
        d.resolver = "https://far.example/";
        put_delegation(*s, d);
        d = minting("example:ended-", {});
        d.state = resolver::delegation_state::ended;
        put_delegation(*s, d);
        put_delegation(*s, minting("isbn:978951", {.method = resolver::minting_method::sequential,
                                                   .pattern = "ddddddk",
                                                   .check = resolver::check_rule::of_namespace}));
        put_delegation(*s, minting("nbn:de:gbv:089-", {.method = resolver::minting_method::random,
                                                       .pattern = "dddk",
                                                       .check = resolver::check_rule::of_namespace}));
        put_delegation(*s, minting("uuid:", {.method = resolver::minting_method::uuid}));
    }

    std::expected<name_entry, problem> do_assign(const principal &who, std::string urn, std::string url = {},
                                                 write_options t = {}) {
        assignment a{.urn = std::move(urn), .options = std::move(t)};
        if (!url.empty()) a.record = at(std::move(url));
        return in(*s, [&](writing &w) { return assign(w, who, a); });
    }
    std::expected<name_entry, problem> do_withdraw(const principal &who, std::string urn,
                                                   std::string reason = "an error", std::string successor = {}) {
        return in(*s, [&](writing &w) {
            return withdraw(w, who, {.urn = urn, .reason = reason, .successor = successor, .options = {}});
        });
    }
    auto do_show(std::string_view urn) {
        return s->read([&](store::reading &r) { return show(r, urn); });
    }

    principal admin = administrator();
    principal library = registrar_of("library", {"example:", "isbn:978951", "nbn:de:", "uuid:"});
    principal other = registrar_of("other", {"example:"});
};

TEST_P(names, assigned_by_the_registrar) {
    struct row {
        const principal &who;
        std::string urn;
        std::string url;
        std::string key; // empty: refused
        problem_type why = problem_type::internal;
        std::optional<std::size_t> offset = {};
    };
    const principal reader{.id = "token:r", .role = resolver::role::reader};
    const principal manager{
        .id = "token:m", .role = resolver::role::manager, .registrar = "", .prefixes = {"example:"}};
    const principal elsewhere = registrar_of("library", {"nbn:"});
    const row rows[] = {
        {library, "urn:example:lib-1", "https://library.example/1", "example:lib-1"},
        {library, "URN:EXAMPLE:lib-2", "https://www.library.example/2", "example:lib-2"},
        {library, "urn:example:lib-3", "", "example:lib-3"},
        {manager, "urn:example:lib-4", "https://library.example/4", "example:lib-4"},
        {manager, "urn:example:anything", "https://anywhere.example/", "example:anything"},
        {admin, "urn:isbn:951-0-18435-7", "https://a.example/", "isbn:9789510184356"},
        {other, "urn:example:lib-xyz", "https://anywhere.example/", "example:lib-xyz"}, // the longest prefix wins
        // existing, in each spelling
        {library, "urn:example:lib-1", "", "", problem_type::conflict},
        {library, "urn:isbn:978-951-0-18435-6", "", "", problem_type::conflict},
        // who
        {reader, "urn:example:lib-5", "", "", problem_type::forbidden},
        {other, "urn:example:lib-5", "", "", problem_type::forbidden},
        {library, "urn:example:lib-x5", "", "", problem_type::forbidden},
        {library, "urn:example:free", "", "", problem_type::forbidden}, // not delegated
        {library, "urn:example:ended-1", "", "", problem_type::forbidden},
        {elsewhere, "urn:example:lib-5", "", "", problem_type::forbidden},
        {manager, "urn:isbn:978-951-0-18435-6", "", "", problem_type::forbidden},
        // where
        {admin, "urn:nowhere:a", "", "", problem_type::out_of_policy},
        {admin, "urn:local-old:a", "", "", problem_type::out_of_policy},
        {admin, "urn:example:far-1", "", "", problem_type::out_of_policy},
        // policies
        {library, "urn:example:lib-123456789", "", "", problem_type::out_of_policy, 24},
        {library, "urn:example:lib-A", "", "", problem_type::out_of_policy, 16},
        {library, "urn:example:lib-5", "https://elsewhere.example/", "", problem_type::out_of_policy},
        // RFC 8141 2, 4.3; RFC 3187: form and check character
        {admin, "urn:example:", "", "", problem_type::malformed, 12},
        {admin, "urn:example:a?=b", "", "", problem_type::malformed, 13},
        {admin, "urn:example:a#b", "", "", problem_type::malformed, 13},
        {admin, "urn:isbn:97", "", "", problem_type::invalid, 11},
        {admin, "urn:isbn:978-951-0-18435-7", "", "", problem_type::invalid, 25},
        {admin, "urn:nbn:de:gbv:089-3321752946", "", "", problem_type::invalid, 28},
    };
    for (const row &r : rows) {
        SCOPED_TRACE(r.urn + " " + r.who.id);
        const auto o = do_assign(r.who, r.urn, r.url);
        if (r.key.empty()) {
            ASSERT_FALSE(o.has_value());
            EXPECT_EQ(to_string(o.error().type), to_string(r.why)) << o.error().detail;
            if (r.offset) {
                EXPECT_EQ(o.error().offset, r.offset) << o.error().detail;
            }
            if (r.why == problem_type::conflict) {
                EXPECT_NE(o.error().existing.find("version"), nullptr);
            }
            continue;
        }
        ASSERT_TRUE(o.has_value()) << o.error().detail;
        EXPECT_EQ(o->key, r.key);
        EXPECT_TRUE(o->created);
        const auto shown = do_show(r.urn);
        ASSERT_TRUE(shown.has_value());
        EXPECT_EQ(shown->key, r.key);
        EXPECT_EQ(shown->event, o->event);
        EXPECT_EQ(shown->record, o->record);
        EXPECT_EQ(shown->record.state, name_state::active);
    }
    EXPECT_EQ(do_show("urn:isbn:9789510184356")->record.name, "urn:isbn:951-0-18435-7");
    EXPECT_EQ(do_show("urn:example:lib-2")->record.registrar, "library");
    EXPECT_EQ(do_show("urn:example:lib-9").error().type, problem_type::unknown_name);
}

TEST_P(names, live_forwards) {
    const auto batch = in(
        *s, [&](writing &w) { return reserve_step(w, library, {.urns = {"urn:example:lib-a", "urn:example:lib-b"}}); });
    ASSERT_TRUE(batch.has_value()) << batch.error().detail;
    EXPECT_EQ(batch->keys, (std::vector<std::string>{"example:lib-a", "example:lib-b"}));
    EXPECT_EQ(do_show("urn:example:lib-a")->record.state, name_state::reserved);
    EXPECT_EQ(do_show("urn:example:lib-a")->record.batch, batch->id);
    EXPECT_EQ(do_assign(library, "urn:example:lib-a").error().type, problem_type::conflict);
    const auto url = [&](const std::string &u) {
        return in(*s, [&](writing &w) { return locate(w, library, "urn:example:lib-a", at(u).locators); });
    };
    EXPECT_EQ(url("https://library.example/").error().type, problem_type::wrong_state); // not filled yet
    const auto filled = in(*s, [&](writing &w) {
        return activate(w, library, {.urn = "urn:example:lib-a", .record = at("https://library.example/a")});
    });
    ASSERT_TRUE(filled.has_value()) << filled.error().detail;
    EXPECT_EQ(filled->record.state, name_state::active);
    EXPECT_EQ(filled->record.batch, batch->id);
    EXPECT_EQ(in(*s, [&](writing &w) { return activate(w, library, {.urn = "urn:example:lib-a"}); }).error().type,
              problem_type::wrong_state);
    EXPECT_EQ(url("https://elsewhere.example/").error().type, problem_type::out_of_policy);
    EXPECT_TRUE(url("https://library.example/b").has_value());
    const auto described =
        in(*s, [&](writing &w) { return describe(w, library, "urn:example:lib-a", R"({"title":"A"})"); });
    ASSERT_TRUE(described.has_value());
    EXPECT_EQ(described->record.metadata.text(), R"({"title":"A"})");
    EXPECT_EQ(described->record.locators[0].url, "https://library.example/b");
    const auto same = in(*s, [&](writing &w) { return describe(w, library, "urn:example:lib-a", R"({"title":"A"})"); });
    EXPECT_EQ(same->event, described->event); // nothing changed, no event

    EXPECT_EQ(do_withdraw(library, "urn:example:lib-a", "").error().type, problem_type::invalid);
    EXPECT_EQ(do_withdraw(library, "urn:example:lib-a", "a\x01").error().type, problem_type::invalid);
    EXPECT_EQ(do_withdraw(library, "urn:example:lib-a", "a\xFF").error().type, problem_type::invalid);
    EXPECT_EQ(do_withdraw(library, "urn:example:lib-a", std::string(2001, 'a')).error().type, problem_type::invalid);
    EXPECT_EQ(do_withdraw(other, "urn:example:lib-a").error().type, problem_type::forbidden);
    const auto gone = do_withdraw(library, "urn:example:lib-a", "a double", "urn:example:lib-b");
    ASSERT_TRUE(gone.has_value()) << gone.error().detail;
    EXPECT_EQ(gone->record.state, name_state::withdrawn);
    EXPECT_EQ(gone->record.reason, "a double");
    EXPECT_EQ(gone->record.successor, "urn:example:lib-b");
    EXPECT_TRUE(gone->record.withdrawn.has_value());
    EXPECT_EQ(do_withdraw(library, "urn:example:lib-a").error().type, problem_type::wrong_state);
    EXPECT_EQ(url("https://library.example/c").error().type, problem_type::wrong_state);
    EXPECT_EQ(do_assign(library, "urn:example:lib-a").error().type, problem_type::conflict);
    // a reserved one, without having been filled
    EXPECT_TRUE(do_withdraw(library, "urn:example:lib-b", "not needed").has_value());
}

TEST_P(names, successors_come_to_an_end) {
    for (const char *n : {"a", "b", "c"}) ASSERT_TRUE(do_assign(admin, std::string("urn:example:") + n).has_value());
    EXPECT_EQ(do_withdraw(admin, "urn:example:a", "x", "urn:example:a").error().type, problem_type::invalid);
    EXPECT_TRUE(do_withdraw(admin, "urn:example:a", "x", "urn:example:b").has_value());
    EXPECT_EQ(do_withdraw(admin, "urn:example:b", "x", "urn:example:a").error().type, problem_type::invalid);
    EXPECT_TRUE(do_withdraw(admin, "urn:example:b", "x").has_value());
    // later, and once
    const auto succeed = [&](std::string to) {
        return in(*s, [&](writing &w) { return change(w, admin, "urn:example:b", {.successor = to}); });
    };
    EXPECT_EQ(succeed("urn:example:a").error().type, problem_type::invalid);
    EXPECT_TRUE(succeed("urn:example:c").has_value());
    EXPECT_EQ(succeed("urn:example:d").error().type, problem_type::wrong_state);
}

TEST_P(names, if_match) {
    const auto o = do_assign(library, "urn:example:lib-1", "https://library.example/1");
    ASSERT_TRUE(o.has_value());
    const auto to = [&](const std::string &url, std::uint64_t version) {
        return in(*s, [&](writing &w) {
            return locate(w, library, "urn:example:lib-1", at(url).locators, {.condition = version});
        });
    };
    const auto second = to("https://library.example/2", o->record.version);
    ASSERT_TRUE(second.has_value());
    const auto third = to("https://library.example/3", o->record.version);
    ASSERT_FALSE(third.has_value());
    EXPECT_EQ(third.error().type, problem_type::precondition_failed);
    EXPECT_EQ(third.error().existing.find("version")->if_unsigned(), 2U);
    EXPECT_EQ(third.error().existing.find("event")->if_unsigned(), second->event);
    const auto fourth = to("https://library.example/3", 2);
    EXPECT_TRUE(fourth.has_value()) << fourth.error().detail;
    EXPECT_EQ(fourth->record.version, 3U);
}

TEST_P(names, that_are_minted_together_have_records_by_a_template) {
    const auto t = [](const std::string &text) {
        return resolver::record_template::from_json(uniform::json::read(text).value()).value();
    };
    const auto minted_with = [&](const std::string &text, std::size_t count, std::string key = {}) {
        return mint(*s, somebody, library,
                    {.prefix = "example:lib-",
                     .count = count,
                     .record_of_each = t(text),
                     .options = {.idempotency_key = std::move(key)}});
    };
    const std::string text = R"({"locators":["https://library.example/{nss}"],"metadata":{"title":"Item {suffix}"}})";
    const auto made = minted_with(text, 3, "k");
    ASSERT_TRUE(made) << made.error().detail;
    ASSERT_EQ(made->names.size(), 3U);
    for (const name_entry &n : made->names) {
        const std::string nss = n.key.substr(std::string_view{"example:"}.size());
        EXPECT_EQ(n.record.locators.at(0).url, "https://library.example/" + nss);
        EXPECT_EQ(n.record.metadata.text(), R"({"title":"Item )" + nss.substr(4) + R"("})");
        EXPECT_EQ(n.record.registrar, "library");
        EXPECT_TRUE(do_show("urn:" + n.key)->record == n.record);
    }
    EXPECT_TRUE(minted_with(text, 3, "k")->repeated);
    EXPECT_EQ(outcome_of(minted_with(R"({"locators":["https://library.example/x/{nss}"]})", 3, "k")), "key-reused");
    EXPECT_EQ(outcome_of(minted_with(R"({"locators":["https://elsewhere.example/{nss}"]})", 1)), "out-of-policy");
    const auto next = minted_with(R"({"locators":["https://library.example/{suffix}"]})", 1);
    EXPECT_EQ(next->names.at(0).record.locators.at(0).url, "https://library.example/03") << "no number was lost";
}

TEST_P(names, that_are_reserved_get_the_records_of_their_template_when_they_are_activated) {
    const auto t = resolver::record_template::from_json(
        uniform::json::read(R"({"locators":["https://library.example/{nss}"],"metadata":{"title":"{nss}"}})").value());
    ASSERT_TRUE(t);
    const auto made = reserve(*s, somebody, library, {.prefix = "example:lib-", .count = 2, .record_of_each = *t});
    ASSERT_TRUE(made) << made.error().detail;
    const auto chosen = reserve(*s, somebody, library, {.urns = {"urn:example:lib-abc"}, .record_of_each = *t});
    ASSERT_TRUE(chosen) << chosen.error().detail;
    const auto activated = [&](const std::string &key, const std::string &url = {}) {
        return in(*s, [&](writing &w) {
            assignment a{.urn = "urn:" + key};
            if (!url.empty()) a.record = at(url);
            return activate(w, library, a);
        });
    };
    const auto as_reserved = activated(made->keys.at(0));
    ASSERT_TRUE(as_reserved) << as_reserved.error().detail;
    EXPECT_EQ(as_reserved->record.locators.at(0).url, "https://library.example/" + made->keys.at(0).substr(8));
    EXPECT_EQ(as_reserved->record.batch, made->id);
    const auto with_another = activated(made->keys.at(1), "https://library.example/other");
    ASSERT_TRUE(with_another) << with_another.error().detail;
    EXPECT_EQ(with_another->record.locators.at(0).url, "https://library.example/other");
    EXPECT_NE(with_another->record.metadata.text(), "") << "what the activation does not say is from the template";
    EXPECT_EQ(activated("example:lib-abc")->record.metadata.text(), R"({"title":"lib-abc"})");
    const auto refused =
        reserve(*s, somebody, library,
                {.urns = {"urn:example:lib-abd"},
                 .record_of_each = resolver::record_template::from_json(
                                       uniform::json::read(R"({"locators":["gopher://a.example/"]})").value())
                                       .value()});
    EXPECT_FALSE(refused);
}

// The members of a record, each with two values.
struct member_values {
    const char *name;
    const char *first;
    const char *second;
};
constexpr member_values members[]{
    {"locators", R"(["https://library.example/{nss}"])", R"(["https://library.example/other"])"},
    {"metadata", R"({"title":"{nss}"})", R"({"title":"another"})"},
    {"other_names", R"(["urn:ietf:rfc:8141"])", R"(["urn:ietf:rfc:2141"])"},
    {"successor", R"("urn:ietf:rfc:9110")", R"("urn:ietf:rfc:9111")"},
    {"predecessor", R"("urn:ietf:rfc:1737")", R"("urn:ietf:rfc:1738")"},
    {"values", R"([{"type":"sha256","value":"abc"}])", R"([{"type":"sha256","value":"abd"}])"},
};

// A member that an operation sets survives each operation that does not name it: reservation and activation, a change
// of each other member, withdrawal.
TEST_P(names, every_member_survives_what_does_not_name_it) {
    static_assert(std::size(members) == std::tuple_size_v<decltype(name_members)>);
    const auto shown_members = [](const resolver::name_record &r) {
        const json all = json::parse(to_json(r, "example:lib-a"));
        json given = json::object();
        for (const member_values &m : members) given[m.name] = all.value(m.name, json{});
        return given;
    };
    std::string whole;
    for (const member_values &m : members) {
        whole += std::string(whole.empty() ? "{" : ",") + '"' + m.name + "\":" + m.first;
    }
    const auto of_each = resolver::record_template::from_json(uniform::json::read(whole + '}').value());
    ASSERT_TRUE(of_each) << of_each.error().detail;
    ASSERT_TRUE(reserve(*s, somebody, library,
                        {.urns = {"urn:example:lib-a", "urn:example:lib-b"}, .record_of_each = *of_each}));
    const json reserved = shown_members(do_show("urn:example:lib-a")->record);
    for (const member_values &m : members) EXPECT_FALSE(reserved[m.name].is_null()) << m.name;
    const auto active = in(*s, [&](writing &w) { return activate(w, library, {.urn = "urn:example:lib-a"}); });
    ASSERT_TRUE(active) << active.error().detail;
    json expected = shown_members(active->record);
    EXPECT_EQ(expected, reserved);

    for (const member_values &m : members) {
        const auto c =
            changes_from_json(uniform::json::read(std::string("{\"") + m.name + "\":" + m.second + '}').value());
        ASSERT_TRUE(c) << m.name << ": " << c.error().detail;
        const auto changed = in(*s, [&](writing &w) { return change(w, library, "urn:example:lib-a", *c); });
        ASSERT_TRUE(changed) << m.name << ": " << changed.error().detail;
        const json there = shown_members(changed->record);
        EXPECT_NE(there[m.name], expected[m.name]) << m.name;
        expected[m.name] = there[m.name];
        EXPECT_EQ(there, expected) << "after a change of " << m.name;
    }
    const auto one = changes_from_json(uniform::json::read(R"({"values":[{"type":"sha256","value":"abe"}]})").value());
    const auto with_values = in(*s, [&](writing &w) {
        assignment a{.urn = "urn:example:lib-b"};
        a.record.values = *one->values;
        return activate(w, library, a);
    });
    ASSERT_TRUE(with_values) << with_values.error().detail;
    json of_b = shown_members(with_values->record);
    EXPECT_EQ(of_b["values"][0]["value"], "abe");
    of_b["values"] = reserved["values"];
    json of_template = reserved; // the template writes each name's own NSS
    of_template["locators"][0]["url"] = "https://library.example/lib-b";
    of_template["metadata"]["title"] = "lib-b";
    EXPECT_EQ(of_b, of_template);

    ASSERT_TRUE(do_withdraw(library, "urn:example:lib-a", "an error", "urn:example:lib-b"));
    expected["successor"] = "urn:example:lib-b";
    EXPECT_EQ(shown_members(do_show("urn:example:lib-a")->record), expected) << "withdrawn";
}

// RFC 8141 5: a reinstated name is the name that was withdrawn, and nothing is assigned.
TEST_P(names, a_withdrawal_can_be_reverted_within_the_time_of_the_namespace) {
    const principal manager{
        .id = "local:m", .role = resolver::role::manager, .registrar = "", .prefixes = {"example:"}};
    ASSERT_TRUE(do_assign(library, "urn:example:lib-1", "https://library.example/1"));
    const auto made = do_assign(library, "urn:example:lib-2", "https://library.example/2");
    ASSERT_TRUE(made.has_value());
    const auto withdrawn = [&] {
        return in(*s, [&](writing &w) {
            return withdraw(w, library, {.urn = "urn:example:lib-1", .reason = "r", .successor = "urn:example:lib-2"});
        });
    };
    const auto reverted = [&](const principal &who, const write_options &o = {}) {
        return in(*s, [&](writing &w) { return reinstate(w, who, "urn:example:lib-1", o); });
    };
    const auto grants = [&](std::uint32_t seconds) {
        return in(*s, [&](writing &w) {
            auto n = namespace_of(w, "example").value();
            n.settings.reinstate_within = seconds;
            return change_namespace(w, manager, n.settings, {});
        });
    };
    EXPECT_EQ(outcome_of(reverted(manager)), "wrong-state") << "it is active";
    const auto before = do_show("urn:example:lib-1");
    ASSERT_TRUE(withdrawn());
    EXPECT_EQ(outcome_of(reverted(manager)), "wrong-state") << "the namespace grants no time";
    ASSERT_TRUE(grants(3600));
    EXPECT_EQ(outcome_of(reverted(library)), "forbidden") << "a registrar is no manager";
    EXPECT_EQ(outcome_of(reverted(manager, {.condition = 1})), "precondition-failed");
    const auto again = reverted(manager, {.condition = 2});
    ASSERT_TRUE(again) << again.error().detail;
    EXPECT_EQ(again->record, before->record);
    EXPECT_EQ(again->record.version, 3U);
    EXPECT_TRUE(do_show("urn:example:lib-1")->record == before->record);
    EXPECT_FALSE(do_assign(library, "urn:example:lib-1", "https://library.example/3"));
    s->read([](store::reading &r) {
        const auto events = history(r, "urn:example:lib-1").value();
        EXPECT_EQ(events.size(), 3U);
        EXPECT_EQ(events.front().event.action, "reinstate");
        return 0;
    });
    // The time begins with the withdrawal. It does not matter whether a successor was set afterwards.
    ASSERT_TRUE(
        in(*s, [&](writing &w) { return withdraw(w, library, {.urn = "urn:example:lib-1", .reason = "again"}); }));
    ASSERT_TRUE(in(*s, [&](writing &w) {
        return change(w, library, "urn:example:lib-1", {.successor = "urn:example:lib-2"}, {});
    }));
    passed += 3590;
    ASSERT_TRUE(reverted(manager));
    EXPECT_TRUE(do_show("urn:example:lib-1")->record == before->record);
    ASSERT_TRUE(withdrawn());
    passed += 3601;
    const auto late = reverted(manager);
    EXPECT_EQ(outcome_of(late), "wrong-state");
    EXPECT_NE(late.error().detail.find("3600 seconds"), std::string::npos) << late.error().detail;
    EXPECT_EQ(outcome_of(in(*s, [&](writing &w) { return reinstate(w, manager, "urn:example:none"); })),
              "unknown-name");
}

TEST_P(names, a_repeated_request_gets_its_first_answer) {
    const write_options key{.idempotency_key = "k1"};
    const auto first = do_assign(library, "urn:example:lib-1", "https://library.example/1", key);
    ASSERT_TRUE(first.has_value()) << first.error().detail;
    EXPECT_TRUE(do_withdraw(library, "urn:example:lib-1").has_value());
    const auto again = do_assign(library, "urn:example:lib-1", "https://library.example/1", key);
    ASSERT_TRUE(again.has_value()) << again.error().detail;
    EXPECT_TRUE(again->repeated);
    EXPECT_TRUE(again->created);
    EXPECT_EQ(again->event, first->event);
    EXPECT_EQ(again->record, first->record); // as it was then
    EXPECT_EQ(do_assign(library, "urn:example:lib-2", "", key).error().type, problem_type::key_reused);
    EXPECT_EQ(do_assign(library, "urn:example:lib-1", "https://library.example/2", key).error().type,
              problem_type::key_reused);
    EXPECT_TRUE(do_assign(admin, "urn:example:lib-2", "", key).has_value()); // another's key
    EXPECT_EQ(do_assign(library, "urn:example:lib-3", "", {.idempotency_key = "a b"}).error().type,
              problem_type::malformed);
    EXPECT_EQ(do_assign(library, "urn:example:lib-3", "", {.idempotency_key = std::string(201, 'a')}).error().type,
              problem_type::malformed);
    // a refusal is not remembered
    EXPECT_FALSE(do_assign(library, "urn:example:lib-1", "", {.idempotency_key = "k2"}).has_value());
    EXPECT_TRUE(do_assign(library, "urn:example:lib-4", "", {.idempotency_key = "k2"}).has_value());
    // after the store was opened again
    s.reset();
    s = store::store::open(location());
    EXPECT_EQ(do_assign(library, "urn:example:lib-1", "https://library.example/1", key)->event, first->event);

    const minting_request m{.prefix = "example:lib-",
                            .count = 3,
                            .record = at("https://library.example/m"),
                            .options = {.idempotency_key = "m"}};
    const auto made = mint(*s, somebody, library, m);
    const auto made_again = mint(*s, somebody, library, m);
    ASSERT_TRUE(made.has_value() && made_again.has_value()) << made.error().detail;
    ASSERT_EQ(made_again->names.size(), 3U);
    EXPECT_TRUE(made_again->repeated);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(made->names[i].key, made_again->names[i].key);
    const reservation r{.prefix = "example:lib-", .count = 4, .urns = {}, .options = {.idempotency_key = "r"}};
    const auto batch = reserve(*s, somebody, library, r);
    const auto batch_again = reserve(*s, somebody, library, r);
    ASSERT_TRUE(batch.has_value() && batch_again.has_value()) << batch.error().detail;
    EXPECT_EQ(batch->id, batch_again->id);
    EXPECT_EQ(batch->keys, batch_again->keys);
    EXPECT_TRUE(batch_again->repeated);
}

TEST_P(names, put_is_idempotent_by_nature) {
    const auto put = [&](std::string url) {
        return in(*s, [&](writing &w) {
            return assign(
                w, library,
                {.urn = "urn:example:lib-1", .record = at(std::move(url)), .options = {}, .accept_identical = true});
        });
    };
    EXPECT_TRUE(put("https://library.example/1")->created);
    EXPECT_FALSE(put("https://library.example/1")->created);
    EXPECT_EQ(put("https://library.example/2").error().type, problem_type::conflict);
}

TEST_P(names, minted_in_order_skipping_existing_names) {
    for (const int n : {1, 2, 5}) {
        ASSERT_TRUE(do_assign(library, "urn:example:lib-0" + std::to_string(n)).has_value());
    }
    const auto made = mint(*s, somebody, library, {.prefix = "urn:example:lib-", .count = 4});
    ASSERT_TRUE(made.has_value()) << made.error().detail;
    std::vector<std::string> keys;
    for (const name_entry &o : made->names) {
        keys.push_back(o.key);
        EXPECT_EQ(do_show("urn:" + o.key)->event, o.event);
    }
    EXPECT_EQ(keys, (std::vector<std::string>{"example:lib-00", "example:lib-03", "example:lib-04", "example:lib-06"}));
    // 100 numbers, 5 of which are used up to 06; the rest in one go, then none
    const auto rest = mint(*s, somebody, library, {.prefix = "example:lib-", .count = 94});
    EXPECT_EQ(rest.error().type, problem_type::exhausted);
    EXPECT_TRUE(mint(*s, somebody, library, {.prefix = "example:lib-", .count = 93}).has_value());
    EXPECT_EQ(mint(*s, somebody, library, {.prefix = "example:lib-"}).error().type, problem_type::exhausted);
    EXPECT_EQ(mint(*s, somebody, library, {.prefix = "example:lib-", .count = 0}).error().type, problem_type::invalid);
    EXPECT_EQ(mint(*s, somebody, library, {.prefix = "example:lib-", .count = 1001}).error().type,
              problem_type::invalid);
    EXPECT_EQ(mint(*s, somebody, library, {.prefix = "example:lib-1"}).error().type, problem_type::not_found);
    EXPECT_EQ(mint(*s, somebody, other, {.prefix = "example:lib-"}).error().type, problem_type::forbidden);
    EXPECT_EQ(mint(*s, somebody, other, {.prefix = "example:lib-x"}).error().type, problem_type::invalid); // no rule
    EXPECT_EQ(mint(*s, somebody, admin, {.prefix = "exa mple:"}).error().type, problem_type::malformed);
}

TEST_P(names, minted_with_the_check_characters_of_their_namespace) {
    const auto isbn = mint(*s, somebody, library, {.prefix = "isbn:978951", .count = 20});
    ASSERT_TRUE(isbn.has_value()) << isbn.error().detail;
    EXPECT_EQ(isbn->names[1].key, "isbn:9789510000014");
    // random: 1000 names; all of them, and then none
    std::set<std::string> keys;
    for (int i = 0; i < 10; ++i) {
        const auto nbn = mint(*s, somebody, library, {.prefix = "nbn:de:gbv:089-", .count = 100});
        ASSERT_TRUE(nbn.has_value()) << nbn.error().detail;
        for (const name_entry &o : nbn->names) keys.insert(o.key);
    }
    EXPECT_EQ(keys.size(), 1000U);
    EXPECT_EQ(mint(*s, somebody, library, {.prefix = "nbn:de:gbv:089-"}).error().type, problem_type::exhausted);
}

TEST_P(names, minted_by_algorithm) {
    const auto made = mint(*s, somebody, library, {.prefix = "uuid:", .count = 100});
    ASSERT_TRUE(made.has_value()) << made.error().detail;
    std::set<std::string> keys;
    for (const name_entry &o : made->names) keys.insert(o.key);
    EXPECT_EQ(keys.size(), 100U);
    EXPECT_EQ(keys.begin()->substr(0, 5), "uuid:");
    EXPECT_EQ(keys.begin()->size(), 41U);
}

TEST_P(names, history_and_as_of) {
    const auto first = do_assign(library, "urn:example:lib-1", "https://library.example/1");
    ASSERT_TRUE(first.has_value());
    ASSERT_TRUE(in(*s, [&](writing &w) {
                    return locate(w, library, "urn:example:lib-1", at("https://library.example/2").locators);
                }).has_value());
    const auto gone = do_withdraw(library, "urn:example:lib-1", "an error");
    ASSERT_TRUE(gone.has_value());
    s->read([&](store::reading &r) {
        const auto all = history(r, "urn:example:lib-1");
        ASSERT_TRUE(all.has_value());
        ASSERT_EQ(all->size(), 3U);
        const json newest = json::parse(uniform::json::written((*all)[0], true));
        EXPECT_EQ(newest["action"], "withdraw");
        EXPECT_EQ(newest["who"], "token:test");
        EXPECT_EQ(newest["from"], "127.0.0.1");
        EXPECT_EQ(newest["number"], gone->event);
        EXPECT_EQ(newest["old"]["state"], "active");
        EXPECT_EQ(newest["new"]["state"], "withdrawn");
        EXPECT_EQ(newest["hash"].get<std::string>().size(), 64U);
        const json oldest = json::parse(uniform::json::written((*all)[2], false));
        EXPECT_EQ(oldest["action"], "assign");
        EXPECT_FALSE(oldest.contains("old"));
        EXPECT_FALSE(oldest.contains("who"));
        // paged
        const auto page = history(r, "urn:example:lib-1", gone->event, 1);
        ASSERT_EQ(page->size(), 1U);
        EXPECT_EQ((*page)[0].event.number, (*all)[1].event.number);
        EXPECT_TRUE((*page)[0].before.has_value());
        EXPECT_EQ(history(r, "urn:example:lib-2").error().type, problem_type::unknown_name);
        // as of
        const auto was = as_of(r, "urn:example:lib-1", (*all)[1].event.at);
        ASSERT_TRUE(was.has_value());
        EXPECT_EQ(was->record.locators[0].url, "https://library.example/2");
        EXPECT_EQ(was->record.state, name_state::active);
        const auto before = as_of(r, "urn:example:lib-1", (*all)[2].event.at - std::chrono::seconds(1));
        EXPECT_EQ(before.error().type, problem_type::unknown_name);
    });
}

TEST_P(names, in_lists) {
    for (int i = 0; i < 25; ++i) ASSERT_TRUE(do_assign(admin, "urn:example:n" + std::to_string(100 + i)).has_value());
    for (int i = 0; i < 25; i += 5) {
        ASSERT_TRUE(do_withdraw(admin, "urn:example:n" + std::to_string(100 + i)).has_value());
    }
    s->read([&](store::reading &r) {
        std::vector<std::string> keys;
        std::string after;
        do {
            const listing l = list(r, "example:n", after, 10);
            for (const name_entry &o : l.names) keys.push_back(o.key);
            after = l.next;
        } while (!after.empty());
        ASSERT_EQ(keys.size(), 25U);
        EXPECT_EQ(keys.front(), "example:n100");
        EXPECT_EQ(keys.back(), "example:n124");
        EXPECT_EQ(list(r, "example:n", "", 100, name_state::withdrawn).names.size(), 5U);
        EXPECT_EQ(list(r, "example:n", "", 3, name_state::withdrawn).names.size(), 3U);
        EXPECT_EQ(
            list(r, "example:n", list(r, "example:n", "", 3, name_state::withdrawn).next, 3, name_state::withdrawn)
                .names.size(),
            2U);
        EXPECT_EQ(list(r, "example:n", "", 25).next, "");
        EXPECT_TRUE(list(r, "nbn:", "", 25).names.empty());
    });
}

// 64 threads fight: each name has one owner, each minted number is given once, and every number is given.
TEST_P(names, of_64_threads) {
    put_delegation(*s, {.prefix = "example:m-",
                        .registrar = "library",
                        .mint = {.method = resolver::minting_method::sequential, .pattern = "zd"}});
    constexpr int threads = 64;
    constexpr int fights = 10;
    std::vector<std::vector<std::string>> minted_keys(threads);
    std::vector<std::vector<int>> won(threads);
    std::vector<std::uint64_t> answers(threads);
    {
        std::vector<std::jthread> all;
        for (int t = 0; t < threads; ++t) {
            all.emplace_back([&, t] {
                const auto me = static_cast<std::size_t>(t);
                for (int n = 0; n < fights; ++n) {
                    if (do_assign(library, "urn:example:lib-f" + std::to_string(n),
                                  "https://library.example/" + std::to_string(t))) {
                        won[me].push_back(n);
                    }
                    const auto made = mint(*s, somebody, library, {.prefix = "example:m-", .count = 2});
                    if (made) {
                        for (const name_entry &o : made->names) minted_keys[me].push_back(o.key);
                    }
                }
                // the same request with the same key, at the same time
                const auto same =
                    mint(*s, somebody, library,
                         {.prefix = "example:m-", .count = 1, .record = {}, .options = {.idempotency_key = "one"}});
                if (same) answers[me] = same->names.at(0).event;
            });
        }
    }
    std::vector<int> owners(fights);
    for (const auto &mine : won) {
        for (const int n : mine) ++owners[static_cast<std::size_t>(n)];
    }
    EXPECT_EQ(owners, std::vector<int>(fights, 1));
    std::set<std::string> distinct;
    std::size_t count = 0;
    for (const auto &mine : minted_keys) {
        count += mine.size();
        distinct.insert(mine.begin(), mine.end());
    }
    EXPECT_EQ(count, static_cast<std::size_t>(threads) * fights * 2);
    EXPECT_EQ(distinct.size(), count);
    EXPECT_EQ(std::set(answers.begin(), answers.end()).size(), 1U);
    EXPECT_NE(answers[0], 0U);
    // no gap: the numbers are 0 ... count, one of which is the one with the key
    for (std::size_t n = 0; n <= count; ++n) {
        EXPECT_TRUE(do_show("urn:example:m-" + std::to_string(n)).has_value()) << n;
    }
    EXPECT_TRUE(s->verify({}, [](std::uint64_t, std::uint64_t) {}).found.empty());
}

INSTANTIATE_ON_BOTH_STORES(names);

TEST(changes_from_json, reads) {
    const auto parsed = [](std::string_view text) -> std::expected<changes, problem> {
        const auto value = resolver::read_json(text);
        if (!value) return std::unexpected{value.error()};
        return changes_from_json(*value);
    };
    const auto c = parsed(R"({"locators":["https://a.example/"],"metadata":null})");
    ASSERT_TRUE(c.has_value()) << c.error().detail;
    ASSERT_TRUE(c->locators && c->metadata);
    EXPECT_EQ(c->locators->size(), 1U);
    EXPECT_TRUE(c->metadata->empty());
    EXPECT_FALSE(c->successor || c->predecessor || c->other_names);
    EXPECT_TRUE(parsed("{}").has_value());
    for (const char *bad : {"", "[]", "1", "{\"locators\":1}", "{\"locator\":[]}", "{\"locator\":null}",
                            "{\"metadata\":{},\"metadata\":{}}", "{\"state\":\"active\"}"}) {
        EXPECT_FALSE(parsed(bad).has_value()) << bad;
    }
}

} // namespace
