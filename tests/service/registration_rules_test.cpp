// A registered namespace is the rules of its names: RFC 8141 5, 6.2, 6.4.2, on both stores.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registry.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::test::requests;
using resolver::problem_type;
using resolver::rules_source;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char *prose = "A name is a port and a berth, with a colon between them.";

class registration_rules : public uniform::test::requests::registration {
protected:
    static std::string text(const char *syntax, const char *version = "1") {
        namespace_template t = *read_template(template_for("harbour", version));
        t.set(field::syntax, syntax);
        return write_template(t);
    }
    // Opened with the template, and approved.
    std::uint64_t approved(const std::string &document, const std::string &revises = {}) {
        const auto o =
            try_open({.document = document, .title = "Harbours", .revises = revises}, {.who = &administrator});
        EXPECT_TRUE(o) << (o ? "" : o.error().detail);
        if (!o) return 0;
        const std::uint64_t number = o->view.request.number;
        EXPECT_EQ(after(number, request_action::submit, {.who = &administrator}), "submitted");
        EXPECT_EQ(after(number, request_action::review, {.who = &expert}), "under_review");
        EXPECT_EQ(after(number, request_action::approve, {.who = &expert}), "approved");
        return number;
    }
    auto enter(std::uint64_t number, const action_input &input = {}) {
        return act(number, request_action::enter, {.who = &administrator}, input);
    }
    // The actions that the problem of entering it again names.
    std::string offered_after_entering(std::uint64_t number) {
        const auto refused = enter(number);
        EXPECT_FALSE(refused);
        if (refused) return {};
        for (const json::member &m : refused.error().members) {
            if (m.name == "possible_actions") return json::to_text(m.value);
        }
        return "none";
    }
    std::expected<name_entry, problem> try_assign(std::string urn) {
        return s->write(somebody, [&](writing &w) {
            return assign(w, administrator,
                          {.urn = urn, .record = {.locators = {{.url = "https://a.example/"}}}, .options = {}});
        });
    }
    std::string assigned(std::string urn) {
        const auto r = try_assign(std::move(urn));
        return r ? r->key : std::string(resolver::to_string(r.error().type));
    }
    resolver::namespace_settings settings() {
        return s->read([](store::reading &r) { return find_namespace(r, "harbour"); })->settings;
    }
};

TEST_P(registration_rules, govern_the_names_from_the_registration_on) {
    ASSERT_TRUE(enter(approved(template_for("harbour"))));
    const auto now = settings();
    EXPECT_EQ(now.rules_from, rules_source::registration);
    EXPECT_EQ(now.rules.syntax().string_of("pattern"), "^[A-Za-z]{5}:[0-9]+$");
    // name assign
    EXPECT_EQ(assigned("urn:harbour:!!not-a-berth"), "invalid");
    EXPECT_EQ(assigned("urn:harbour:ABCDE:1"), "harbour:abcde:1");
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "conflict");
    // name reserve
    EXPECT_FALSE(reserve(*s, somebody, administrator, {.urns = {"urn:harbour:!!"}, .options = {}}));
    EXPECT_FALSE(reserve(*s, somebody, administrator, {.urns = {"urn:harbour:AbcdE:1"}, .options = {}}));
    EXPECT_TRUE(reserve(*s, somebody, administrator, {.urns = {"urn:harbour:abcde:2"}, .options = {}}));
    // import, and its check
    const std::string lines = R"({"name":"urn:harbour:!!","locators":["https://a.example/"]})"
                              "\n"
                              R"({"name":"urn:harbour:ABCDe:1","locators":["https://b.example/"]})"
                              "\n"
                              R"({"name":"urn:harbour:fghij:1","locators":["https://b.example/"]})"
                              "\n";
    for (const bool dry : {true, false}) {
        bool sent = false;
        std::string out;
        const auto summary = import_names(
            *s, somebody, administrator, {.dry_run = dry},
            [&] { return std::exchange(sent, true) ? std::string_view{} : std::string_view(lines); },
            [&](std::string_view part) { out += part; });
        ASSERT_TRUE(summary) << summary.error().detail;
        EXPECT_EQ(summary->counts.assigned, 1U) << out;
        EXPECT_EQ(summary->counts.conflicts, 1U) << out;
        EXPECT_EQ(summary->counts.problems, 1U) << out;
    }
    // minting: what the pattern mints is no name
    resolver::delegation d{.prefix = "harbour:"};
    d.mint = {.method = resolver::minting_method::sequential, .pattern = "dd"};
    const auto made =
        s->write(somebody, [&](writing &w) { return put_delegation(w, administrator, d, precondition{}); });
    const auto minted = made ? mint(*s, somebody, administrator,
                                    {.prefix = "harbour:",
                                     .count = 1,
                                     .record = {.locators = {{.url = "https://a.example/"}}},
                                     .options = {}})
                             : std::unexpected{made.error()};
    EXPECT_FALSE(minted);
}

TEST_P(registration_rules, are_shown_before_the_registration) {
    const std::uint64_t number = approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nFor example urn:harbour:abcde:1 "
                                               "or urn:harbour:!!no. The NSS is case-insensitive."));
    const auto view = shown(number);
    ASSERT_TRUE(view.rules);
    EXPECT_EQ(view.rules->state, "proposed");
    EXPECT_TRUE(view.rules->open.empty());
    ASSERT_EQ(view.rules->examples.size(), 2U);
    EXPECT_EQ(view.rules->examples[0].fault, "");
    EXPECT_NE(view.rules->examples[1].fault, "");
    const json::value v = value_of(*view.rules);
    EXPECT_EQ(v.find("syntax")->string_of("pattern"), "^[A-Za-z]{5}:[0-9]+$");
    EXPECT_EQ(v.find("components")->string_of("q"), "not-defined");
    const auto done = enter(number, {.round = 1});
    ASSERT_TRUE(done) << done.error().detail;
    EXPECT_EQ(done->view.rules->state, "registered");
    EXPECT_EQ(done->registered->settings.rules, view.rules->settings.rules);
}

TEST_P(registration_rules, of_prose_are_decided_before_the_first_name) {
    const std::uint64_t number = approved(text(prose));
    ASSERT_TRUE(enter(number));
    EXPECT_EQ(settings().rules_from, rules_source::undecided);
    const auto refused = try_assign("urn:harbour:abcde:1");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, problem_type::out_of_policy);
    EXPECT_THAT(refused.error().detail, HasSubstr("not decided yet"));
    EXPECT_EQ(refused.error().rule, "RFC 8141 section 6.4.2");
    EXPECT_FALSE(reserve(*s, somebody, administrator, {.urns = {"urn:harbour:abcde:1"}, .options = {}}));
    EXPECT_TRUE(shown(number).may_settle);
    EXPECT_EQ(shown(number).rules->state, "undecided");
    EXPECT_EQ(offered_after_entering(number), R"(["settle"])");

    // Settings are no way around the decision.
    auto wanted = settings();
    const json::value digits = *json::read(R"({"pattern":"^[0-9]+$"})");
    wanted.rules = *resolver::namespace_rules::read("harbour", &digits, nullptr, nullptr);
    const auto put = s->write(somebody, [&](writing &w) { return change_namespace(w, administrator, wanted, {}); });
    ASSERT_FALSE(put);
    EXPECT_EQ(put.error().type, problem_type::conflict);

    struct fact {
        const char *text;
        std::optional<rules_decision> rules;
        const char *result;
    };
    const rules_decision any{.syntax = json::value{}};
    const fact facts[]{
        {"", any, "invalid"}, // the reason is missing
        {"As the board decided.", {}, "invalid"},
        {"As the board decided.", rules_decision{.equivalence = json::value{}}, "invalid"},
        {"As the board decided.", rules_decision{.syntax = json::value{"^x$"}}, "invalid"},
        {"As the board decided.",
         rules_decision{.syntax = *json::read(R"({"abnf":"nss = 3ALPHA","pattern":"^[0-9]+$"})")}, "invalid"},
        {"As the board decided.", rules_decision{.syntax = *json::read("{\"abnf\":\"nss = 3ALPHA ; three\u202E\"}")},
         "invalid"},
        {"As the board decided.",
         rules_decision{.syntax = json::value{},
                        .checks = *json::read("[{\"algorithm\":\"luhn\",\"note\":\"a\u009B\"}]")},
         "invalid"},
        {"As the board decided.",
         rules_decision{.syntax = json::value{}, .components = *json::read("{\"q\":\"[a-z\u2067]\"}")}, "invalid"},
        {"As the board decided.", any, "registered"},
        {"As the board decided.", any, "wrong-state"}, // a revision changes them
    };
    for (const fact &f : facts) {
        EXPECT_EQ(after(number, request_action::settle, {.who = &administrator}, {.text = f.text, .rules = f.rules}),
                  f.result);
    }
    EXPECT_EQ(after(number, request_action::settle, {.who = &expert}, {.text = "x", .rules = any}), "forbidden");
    EXPECT_EQ(offered_after_entering(number), "[]") << "nothing is open any more";
    EXPECT_EQ(shown(number).request.decisions.back().text, "As the board decided.");
    EXPECT_FALSE(shown(number).may_settle);
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "harbour:abcde:1");
    EXPECT_EQ(settings().rules_from, rules_source::registration);
}

// Appendix A: what may restrict components and is not understood is no permission.
TEST_P(registration_rules, of_components_are_decided_before_the_first_name) {
    const std::uint64_t number =
        approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nq-components are by no means permitted."));
    ASSERT_TRUE(shown(number).rules);
    ASSERT_EQ(shown(number).rules->open.size(), 1U);
    EXPECT_EQ(shown(number).rules->open[0].setting, "components");
    const json::value v = value_of(*shown(number).rules);
    EXPECT_EQ(v.find("components"), nullptr);
    ASSERT_TRUE(enter(number));
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "out-of-policy");
    const rules_decision decided{.components = *json::read(R"({"r":"not-defined","q":"not-allowed","f":"allowed"})")};
    EXPECT_EQ(after(number, request_action::settle, {.who = &administrator}, {.text = "A.", .rules = decided}),
              "registered");
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "harbour:abcde:1");
    const auto now = settings();
    EXPECT_EQ(now.components.permission('q'), "not-allowed");
    EXPECT_EQ(now.components.permission('f'), "allowed");
}

TEST_P(registration_rules, may_be_decided_with_the_registration) {
    const std::uint64_t number = approved(text(prose));
    const rules_decision decided{.syntax = *json::read(R"({"pattern":"^[a-z]+:[0-9]+$"})")};
    EXPECT_EQ(after(number, request_action::enter, {.who = &administrator}, {.rules = decided}), "invalid")
        << "without its reason";
    EXPECT_EQ(after(number, request_action::enter, {.who = &administrator}, {.text = "A.", .rules = decided}),
              "registered");
    EXPECT_EQ(assigned("urn:harbour:abcde"), "invalid");
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "harbour:abcde:1");
}

// 6.2: "A URN namespace registration can be revised by updating the registration template"
TEST_P(registration_rules, change_with_a_revision) {
    ASSERT_TRUE(enter(approved(template_for("harbour"))));
    EXPECT_EQ(assigned("urn:harbour:ABCDE:1"), "harbour:abcde:1");
    EXPECT_EQ(assigned("urn:harbour:abcde:123"), "harbour:abcde:123");
    EXPECT_EQ(assigned("urn:harbour:abcde:1a"), "invalid");
    const std::uint64_t number = approved(
        text("harbour-nss = 5ALPHA \":\" 1*2DIGIT [ALPHA]\n\nNames that differ in the case of letters only are "
             "equivalent.",
             "2"),
        "harbour");
    const auto before = shown(number);
    ASSERT_TRUE(before.rules && before.rules->effect);
    EXPECT_EQ(before.rules->effect->names, 2U);
    EXPECT_THAT(before.rules->effect->examples, ElementsAre("urn:harbour:abcde:123"));
    EXPECT_FALSE(shown(number, {}).rules->effect) << "it reads all names";
    const auto done = enter(number);
    ASSERT_TRUE(done) << done.error().detail;
    ASSERT_TRUE(done->effect);
    EXPECT_EQ(done->effect->invalid, 1U);
    EXPECT_EQ(assigned("urn:harbour:abcde:1a"), "harbour:abcde:1a");
    EXPECT_EQ(assigned("urn:harbour:abcde:456"), "invalid");
    // names are for ever
    const auto old = s->read([](store::reading &r) { return show(r, "urn:harbour:ABCDE:123"); });
    ASSERT_TRUE(old);
    EXPECT_EQ(old->record.state, resolver::name_state::active);
}

TEST_P(registration_rules, never_merge_names) {
    ASSERT_TRUE(enter(approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT"))));
    EXPECT_EQ(assigned("urn:harbour:ABCDE:1"), "harbour:ABCDE:1");
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "harbour:abcde:1");
    const std::uint64_t number =
        approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nThe NSS is case-insensitive.", "2"), "harbour");
    EXPECT_THAT(shown(number).rules->conflict, HasSubstr("one name"));
    const auto refused = enter(number);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, problem_type::conflict);
    EXPECT_EQ(refused.error().rule, "RFC 8141 section 3.1");
    EXPECT_THAT(refused.error().detail, HasSubstr("\"urn:harbour:ABCDE:1\" and \"urn:harbour:abcde:1\""));
    // with the equivalence that the names have
    EXPECT_EQ(after(number, request_action::enter, {.who = &administrator},
                    {.text = "They exist.", .rules = rules_decision{.equivalence = json::value{}}}),
              "registered");
    EXPECT_EQ(assigned("urn:harbour:Abcde:1"), "harbour:Abcde:1");
}

TEST_P(registration_rules, never_change_keys) {
    ASSERT_TRUE(enter(approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT"))));
    EXPECT_EQ(assigned("urn:harbour:abcde:1"), "harbour:abcde:1");
    const std::string insensitive = "harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nThe NSS is case-insensitive.";
    const std::uint64_t number = approved(text(insensitive.c_str(), "2"), "harbour");
    ASSERT_TRUE(enter(number)) << "all keys stay";
    EXPECT_EQ(assigned("urn:harbour:ABCDE:1"), "conflict");
    EXPECT_EQ(assigned("urn:harbour:FGHIJ:1"), "harbour:fghij:1");
    const std::uint64_t back =
        approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nThe NSS is case-sensitive.", "3"), "harbour");
    const auto refused = enter(back);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().detail, HasSubstr("other keys"));
}

TEST_P(registration_rules, are_kept_by_changes_of_other_settings) {
    ASSERT_TRUE(enter(approved(template_for("harbour"))));
    const auto changed = s->write(somebody, [&](writing &w) {
        return change_namespace(w, administrator, {.nid = "harbour", .origin = "", .redirect = 303}, {});
    });
    ASSERT_TRUE(changed) << changed.error().detail;
    EXPECT_EQ(settings().redirect, 303);
    EXPECT_EQ(assigned("urn:harbour:!!"), "invalid");
}

// A store of an earlier version has registrations without rules: they stay as they are, until they are revised.
TEST_P(registration_rules, are_none_of_earlier_registrations) {
    const std::uint64_t number = approved(template_for("harbour"));
    ASSERT_TRUE(enter(number));
    (void)s->write(somebody, [&](writing &w) {
        w.put(
            "namespace", "harbour",
            R"({"nid":"harbour","status":"active","origin":"here","request":")" + std::to_string(number) +
                R"(","redirect":302,"q_component":"append","r_component":false,"public_resolvers":false,"max_age":300})",
            "change");
        return std::expected<bool, resolver::problem>{true};
    });
    EXPECT_EQ(settings().rules_from, rules_source::settings);
    EXPECT_EQ(assigned("urn:harbour:!!not-a-berth"), "harbour:!!not-a-berth");
}

TEST_P(registration_rules, are_published_once) {
    ASSERT_TRUE(enter(approved(text("harbour-nss = 5ALPHA \":\" 1*DIGIT\n\nFor example urn:harbour:abcde:1 or "
                                    "urn:harbour:!!no. The NSS is case-insensitive. q-components are not allowed."))));
    const auto n = s->read([](store::reading &r) { return find_published(r, "harbour"); });
    ASSERT_TRUE(n);
    EXPECT_EQ(n->rules.pattern, "^[A-Za-z]{5}:[0-9]+$");
    EXPECT_THAT(n->rules.equivalence, HasSubstr("case of letters"));
    EXPECT_EQ(n->rules.r_component, "not-defined");
    EXPECT_EQ(n->rules.q_component, "not-allowed");
    EXPECT_EQ(n->rules.f_component, "not-defined");
    EXPECT_THAT(n->rules.examples, ElementsAre("urn:harbour:abcde:1"));
}

INSTANTIATE_ON_BOTH_STORES(registration_rules);

} // namespace
