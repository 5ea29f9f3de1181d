// Who decided about a request, and its history.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/registration.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::test::requests;
using nlohmann::json;

class decisions : public registration {};

TEST_P(decisions, a_decision_names_its_actor) {
    const opened o = open("harbour");
    const credentials submitter{.secret = o.secret};
    const auto by = [&](const std::string &who, request_action action, const credentials &a,
                        const action_input &input = {}) {
        return s
            ->write({.who = who, .from = "127.0.0.1"},
                    [&](writing &w) { return take_action(w, a, o.number, action, input); })
            .has_value();
    };
    // Who it was is the author of the event; the texts of an action are only texts.
    EXPECT_TRUE(by("anyone", request_action::submit, submitter, {.text = "I am the expert"}));
    EXPECT_TRUE(by("token:expert", request_action::accept, {.who = &expert}));
    EXPECT_TRUE(by("token:expert", request_action::review, {.who = &expert}));
    EXPECT_TRUE(by("token:expert", request_action::give_back, {.who = &expert}, {.text = "Say why."}));
    EXPECT_TRUE(by("anyone", request_action::submit, submitter));
    EXPECT_TRUE(by("token:admin", request_action::accept, {.who = &administrator}));
    EXPECT_TRUE(by("token:admin", request_action::review, {.who = &administrator}));
    // of two parts the one that may
    EXPECT_TRUE(by("token:admin", request_action::approve, {.who = &administrator, .secret = o.secret}));
    EXPECT_TRUE(by("token:admin", request_action::enter, {.who = &administrator}));

    const auto taken = [&](const credentials &a) {
        return json::parse(uniform::json::written(shown(o.number, a)))["decisions"];
    };
    std::vector<std::string> takers;
    for (const json &d : taken({.who = &registrar})) {
        takers.push_back(d["action"].get<std::string>() + " " + d["part"].get<std::string>() + " " +
                         d["who"].get<std::string>());
    }
    EXPECT_EQ(takers,
              (std::vector<std::string>{"submit submitter submitter of request 1", "accept expert token:expert",
                                        "review expert token:expert", "return expert token:expert",
                                        "submit submitter submitter of request 1", "accept administrator token:admin",
                                        "review administrator token:admin", "approve administrator token:admin",
                                        "register administrator token:admin"}));
    for (const credentials &a : {credentials{}, submitter}) {
        for (const json &d : taken(a)) {
            EXPECT_TRUE(d.contains("part"));
            EXPECT_FALSE(d.contains("who")) << "for holders of a token";
        }
    }
    const auto page = s->read([&](store::reading &r) { return list_requests(r, {.who = &registrar}, {}, 0, 10); });
    EXPECT_TRUE(json::parse(uniform::json::written(page.first.at(0)))["decisions"][0].contains("who"));
}

TEST_P(decisions, has_a_history_for_clients_that_may_see_the_request) {
    const opened o = open("harbour");
    const credentials submitter = by_author(o.secret);
    const auto history = [&](const credentials &a, bool private_too = false) {
        return s->read([&](store::reading &r) {
            return request_history(r, a, o.number, {.limit = 2, .private_too = private_too});
        });
    };
    EXPECT_EQ(resolver::to_string(history({}).error().type), "not-found") << "a draft";
    EXPECT_TRUE(history(submitter));
    EXPECT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    ASSERT_TRUE(say(o.number, {}, "A reader", "Why?"));
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    const auto page = history({});
    ASSERT_TRUE(page);
    ASSERT_EQ(page->events.size(), 2U);
    const json newest = json::parse(uniform::json::written(page->events[0], false));
    EXPECT_EQ(newest["action"], "review");
    EXPECT_EQ(newest["new"]["state"], "under_review");
    EXPECT_EQ(newest["old"]["state"], "submitted");
    EXPECT_EQ(newest["old"], json::parse(uniform::json::written(page->events[1], false))["new"]);
    EXPECT_FALSE(newest.contains("who"));
    EXPECT_FALSE(newest["new"]["decisions"][0].contains("who"));
    EXPECT_EQ(newest["new"]["decisions"][0]["action"], "submit") << "the first submission, too";
    EXPECT_NE(page->next, 0U);
    const auto full = history({.who = &expert}, true);
    EXPECT_EQ(json::parse(uniform::json::written(full->events[0], true))["new"]["decisions"][1]["who"], "token:test");
    for (const auto &e : full->events) EXPECT_EQ(uniform::json::written(e, true).find("secret"), std::string::npos);
}

// The history begins with the submission.
TEST_P(decisions, what_a_draft_said_is_not_kept) {
    const opened o = open("secretport");
    const credentials submitter = by_author(o.secret);
    ASSERT_TRUE(
        s->write(somebody, [&](writing &w) { return edit_request(w, submitter, o.number, template_for("harbour")); }));
    ASSERT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    const auto said = [&](const credentials &a) {
        const auto page = s->read([&](store::reading &r) { return request_history(r, a, o.number, {.limit = 50}); });
        std::string all;
        for (const history_event &e : page.value().events) all += uniform::json::written(e, true);
        return all;
    };
    EXPECT_EQ(said({}).find("secretport"), std::string::npos) << said({});
    EXPECT_NE(said({}).find("harbour"), std::string::npos);
    for (const credentials &a : {submitter, credentials{.who = &expert}})
        EXPECT_EQ(said(a).find("secretport"), std::string::npos);
}

INSTANTIATE_ON_BOTH_STORES(decisions);

} // namespace
