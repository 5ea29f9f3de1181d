// The NIDs of requests: numbers of informal namespaces, races, rivals, refusals (RFC 8141 5.1, 5.2).

#include <uniform/service/registration.hpp>

#include <atomic>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/urn/new_nid.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::registry;
using namespace uniform::test::requests;
using nlohmann::json;
using resolver::problem;
using resolver::problem_type;
using store::writing;
using enum request_state;

class registration_nids : public registration {};

TEST_P(registration_nids, numbers_informal_namespaces_in_order) { // RFC 8141 5.2
    std::vector<opened> all;
    for (int i = 0; i < 3; ++i) all.push_back(approved_for("Assigned by IANA"));
    std::vector<std::string> nids;
    for (const opened &o : all) {
        // a request that fails in between takes no number
        EXPECT_EQ(after(o.number, request_action::enter, {.who = &expert}), "forbidden");
        const auto entered = act(o.number, request_action::enter, {.who = &administrator});
        ASSERT_TRUE(entered);
        EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "wrong-state");
        nids.push_back(entered->registered->settings.nid);
        const auto v = s->read([&](store::reading &r) { return find_version(r, {}, o.number, 2); }).value();
        EXPECT_TRUE(v.registered);
        const auto read = read_any_template(v.template_text);
        EXPECT_EQ(requested_nid(*read), nids.back());
    }
    // IANA assigns urn-9 and so on itself
    EXPECT_THAT(nids, testing::ElementsAre("urn-1000001", "urn-1000002", "urn-1000003"));

    // 6.2: revised as any other; the number stays
    const auto second =
        try_open({.document = template_for("urn-1000002", "2", "Names berths and quays."), .revises = "urn-1000002"},
                 {.who = &administrator});
    ASSERT_TRUE(second) << second.error().detail;
    EXPECT_EQ(after(second->view.request.number, request_action::submit, by_author(second->secret)), "submitted");
    EXPECT_EQ(after(second->view.request.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(second->view.request.number, request_action::approve, {.who = &expert}), "approved");
    EXPECT_EQ(after(second->view.request.number, request_action::enter, {.who = &administrator}), "registered");
    EXPECT_EQ(shown(second->view.request.number).request.nid, "urn-1000002");

    // "the registrant does not designate the NID"
    const opened o = open("urn-20");
    const auto refused = act(o.number, request_action::submit, by_author(o.secret));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, problem_type::invalid);
    EXPECT_EQ(refused.error().rule, "RFC 8141 section 5.2");
}

// 64 threads at once.
template <class F>
void at_once(unsigned threads, F f) {
    std::atomic<bool> go = false;
    std::vector<std::jthread> all;
    for (unsigned i = 0; i < threads; ++i) {
        all.emplace_back([&go, &f, i] {
            go.wait(false);
            f(i);
        });
    }
    go = true;
    go.notify_all();
}

TEST_P(registration_nids, gives_each_number_once_to_64_threads) { // RFC 8141 5.2
    std::vector<opened> all;
    for (int i = 0; i < 64; ++i) all.push_back(approved_for("Assigned by IANA"));
    std::vector<std::string> nids(64);
    at_once(64, [&](unsigned i) {
        const auto r = act(all[i].number, request_action::enter, {.who = &administrator});
        if (r) nids[i] = r->registered->settings.nid;
    });
    std::set<std::string> expected;
    for (int n = 1'000'001; n <= 1'000'064; ++n) expected.insert("urn-" + std::to_string(n));
    EXPECT_EQ(std::set<std::string>(nids.begin(), nids.end()), expected);
}

TEST_P(registration_nids, registers_exactly_one_of_64_that_race_for_a_nid) { // RFC 8141 5.1 (1), 6.2
    std::vector<opened> all;
    for (int i = 0; i < 64; ++i) all.push_back(approved_for(i % 2 == 0 ? "harbour" : "Harbour"));
    std::vector<std::string> results(64);
    at_once(64, [&](unsigned i) { results[i] = after(all[i].number, request_action::enter, {.who = &administrator}); });
    EXPECT_EQ(std::ranges::count(results, "registered"), 1);
    EXPECT_EQ(std::ranges::count(results, "conflict"), 63);
    int returned_ones = 0;
    for (const opened &o : all) {
        const request_view v = shown(o.number);
        returned_ones += v.request.state == returned && v.request.superseded_by != 0 ? 1 : 0;
    }
    EXPECT_EQ(returned_ones, 63);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(registration_nids, never_gives_the_nid_urn) { // RFC 2141 2.1
    for (const char *nid : {"urn", "URN"}) {
        const opened o = open("harbour");
        const auto r = act(o.number, request_action::submit, by_author(o.secret), {.document = template_for(nid)});
        ASSERT_FALSE(r) << nid;
        EXPECT_EQ(r.error().type, problem_type::invalid) << nid;
        EXPECT_EQ(r.error().rule, "RFC 2141 section 2.1") << nid;
    }
}

TEST_P(registration_nids, shows_rivals_and_leaves_the_other_a_new_nid_or_the_end) { // RFC 8141 5.1 (1), 6.2
    const opened first = approved_for("harbour");
    const opened second = open("HARBOUR");
    const credentials loser = by_author(second.secret);
    // the draft shows the other request; the other request does not show a draft
    EXPECT_EQ(shown(second.number, loser).competing.size(), 1U);
    EXPECT_TRUE(shown(first.number).competing.empty());
    EXPECT_EQ(after(second.number, request_action::submit, loser), "submitted");
    ASSERT_EQ(shown(first.number, {}).competing.size(), 1U);
    EXPECT_EQ(shown(first.number, {}).competing[0].number, second.number);
    EXPECT_EQ(json::parse(uniform::json::written(shown(second.number, {})))["also_requested_in"][0]["request"],
              std::to_string(first.number));

    EXPECT_EQ(after(first.number, request_action::enter, {.who = &administrator}), "registered");
    const request_view v = shown(second.number, {});
    EXPECT_EQ(v.request.state, returned);
    EXPECT_EQ(v.request.superseded_by, first.number);
    for (const auto action : {request_action::review, request_action::approve, request_action::decline,
                              request_action::report, request_action::recognize, request_action::enter}) {
        const auto r = act(second.number, action, {.who = &administrator}, {.text = "x", .reference = "y"});
        ASSERT_FALSE(r) << to_string(action);
        EXPECT_EQ(r.error().type, problem_type::conflict) << to_string(action);
        EXPECT_THAT(r.error().detail, testing::HasSubstr("only be changed to another NID, or withdrawn"));
        EXPECT_EQ(r.error().existing.string_of("request"), std::to_string(first.number)) << to_string(action);
    }
    const auto open_to = [&](const credentials &a) {
        return json::parse(uniform::json::written(shown(second.number, a)))["possible_actions"];
    };
    EXPECT_EQ(open_to(loser), json({"edit", "comment", "withdraw-request"})) << open_to(loser);
    for (const json &action : open_to({.who = &administrator}))
        EXPECT_TRUE(action == "edit" || action == "comment" || action == "withdraw-request") << action;
    const auto again = act(second.number, request_action::submit, loser);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().type, problem_type::conflict);
    EXPECT_THAT(again.error().detail, testing::HasSubstr("only be changed to another NID, or withdrawn"));
    EXPECT_EQ(again.error().members.at(0), (uniform::json::member{"superseded_by", std::to_string(first.number)}));
    EXPECT_EQ(again.error().existing.string_of("request"), std::to_string(first.number));
    EXPECT_EQ(after(second.number, request_action::submit, loser, {.document = template_for("quay")}), "submitted");
    EXPECT_EQ(shown(second.number, {}).request.nid, "quay");
    EXPECT_EQ(shown(second.number, {}).request.superseded_by, 0U);
    EXPECT_EQ(after(second.number, request_action::withdraw, loser), "withdrawn");
}

TEST_P(registration_nids, a_namespace_that_is_put_supersedes_the_requests_for_its_nid) { // RFC 8141 5.1 (1)
    const opened approved = approved_for("harbour");
    const opened draft = open("harbour");
    const opened submitted = open("HARBOUR");
    EXPECT_EQ(after(submitted.number, request_action::submit, by_author(submitted.secret)), "submitted");
    const opened other = approved_for("quay");
    ASSERT_TRUE(s->write({.who = administrator.id, .from = "test"}, [&](store::writing &w) {
        return add_namespace(w, administrator, {.nid = "harbour", .title = "Harbours"});
    }));
    for (const opened &o : {approved, submitted}) {
        const request_view v = shown(o.number, {});
        EXPECT_EQ(v.request.state, returned);
        ASSERT_FALSE(v.request.decisions.empty());
        EXPECT_EQ(v.request.decisions.back().action, request_action::supersede);
        EXPECT_THAT(v.request.decisions.back().text, testing::HasSubstr("\"harbour\""));
        EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "conflict");
        EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "wrong-state");
    }
    EXPECT_EQ(shown(other.number, {}).request.state, registry::request_state::approved) << "another NID";
    EXPECT_EQ(after(draft.number, request_action::submit, by_author(draft.secret)), "conflict");
    EXPECT_EQ(after(submitted.number, request_action::submit, by_author(submitted.secret),
                    {.document = template_for("pier")}),
              "submitted");
    EXPECT_EQ(after(approved.number, request_action::withdraw, {.secret = approved.secret}), "withdrawn");
}

TEST_P(registration_nids, refuses_nids_with_the_rule) { // RFC 8141 2.1, 5.1
    struct fact {
        const char *nid;
        problem_type type;
        const char *rule;
    };
    const fact facts[]{
        {"isbn", problem_type::conflict, "RFC 8141 section 5.1 (1)"},
        {"Example", problem_type::conflict, "RFC 8141 section 5.1 (1)"}, // RFC 6963 registers it
        {"urn-", problem_type::invalid, "RFC 8141 section 2.1"},
        {"urn-abc", problem_type::invalid, "RFC 8141 section 5.1 (2)"},
        {"ab", problem_type::invalid, "RFC 8141 section 5.1 (3)"},
        {"de-books", problem_type::invalid, "RFC 8141 section 5.1 (3)"},
        {"xn--books", problem_type::invalid, "RFC 8141 section 5.1 (3)"},
        {"x-books", problem_type::invalid, "RFC 8141 section 5.1 (4)"},
        {"bo_oks", problem_type::invalid, "RFC 8141 section 2.1"},
        {"URN", problem_type::invalid, "RFC 2141 section 2.1"},
    };
    for (const fact &f : facts) {
        const opened o = open(f.nid);
        const auto r = act(o.number, request_action::submit, by_author(o.secret));
        ASSERT_FALSE(r) << f.nid;
        EXPECT_EQ(r.error().type, f.type) << f.nid << ": " << r.error().detail;
        EXPECT_EQ(r.error().rule, f.rule) << f.nid << ": " << r.error().detail;
        EXPECT_FALSE(r.error().findings.empty()) << f.nid;
        EXPECT_EQ(shown(o.number).request.state, draft);
        const json judged =
            json::parse(s->read([&](store::reading &v) { return uniform::json::written(status_of_nid(v, f.nid)); }));
        EXPECT_FALSE(judged["free"]) << f.nid;
        EXPECT_EQ(judged["problem"]["rule"], f.rule) << f.nid;
        // `namespace check` and `urn nid --new`
        EXPECT_TRUE(has_errors(check_template(*read_template(template_for(f.nid))))) << f.nid;
        const nid_classification v = classify_nid(f.nid);
        EXPECT_TRUE(v.fault || !refusals_of_new_nid(f.nid, v.registered).empty()) << f.nid;
    }
    // 5.2: a template that chooses its number is refused as one of an informal namespace.
    const opened chosen = open("urn-99");
    const auto r = act(chosen.number, request_action::submit, by_author(chosen.secret));
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().rule, "RFC 8141 section 5.2");
    EXPECT_TRUE(has_errors(check_template(*read_template(template_for("urn-99")))));
    EXPECT_TRUE(s->read([&](store::reading &v) { return status_of_nid(v, "urn-99"); }).problem);
    EXPECT_FALSE(refusals_of_new_nid("urn-99", false).empty());
    const opened o = approved_for("harbour");
    const json judged =
        json::parse(s->read([&](store::reading &v) { return uniform::json::written(status_of_nid(v, "HARBOUR")); }));
    EXPECT_TRUE(judged["free"]);
    EXPECT_EQ(judged["requests"][0]["request"], std::to_string(o.number));
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "registered");
    EXPECT_EQ(json::parse(s->read([&](store::reading &v) {
                  return uniform::json::written(status_of_nid(v, "harbour"));
              }))["registered"],
              "here");
}

// RFC 8141 5.1 (1): these are known, but not registered. Everything that answers says the same.
TEST_P(registration_nids, nids_that_are_used_without_registration_are_available) {
    for (const char *nid : {"imei", "nir", "sha1", "sici", "sgtin", "microsoft"}) {
        const std::vector<finding> findings = check_template(*read_template(template_for(nid)));
        EXPECT_FALSE(has_errors(findings)) << nid;
        EXPECT_THAT(findings,
                    testing::Contains(testing::Field(&finding::message, testing::HasSubstr("without registration"))));
        EXPECT_TRUE(refusals_of_new_nid(nid, classify_nid(nid).registered).empty()) << nid;
        const json judged =
            json::parse(s->read([&](store::reading &v) { return uniform::json::written(status_of_nid(v, nid)); }));
        EXPECT_TRUE(judged["free"]) << nid;
        EXPECT_THAT(judged["attention"].dump(), testing::HasSubstr("without registration")) << nid;
        const opened o = open(nid);
        EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted") << nid;
    }
}

INSTANTIATE_ON_BOTH_STORES(registration_nids);

} // namespace
