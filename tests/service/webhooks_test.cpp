// Notices about requests, and the webhooks to which they are queued.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/notices.hpp>
#include <uniform/service/webhooks.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::test::requests;
using nlohmann::json;
using resolver::problem;

class webhooks : public registration {
protected:
    std::pair<std::vector<notice>, bool> noted(std::uint64_t before = 0, std::size_t limit = 100) {
        return s->read([&](store::reading &r) { return list_notices(r, before, limit); });
    }
    std::expected<webhook, problem> make(const webhook_request &h, const principal &who = administrator) {
        secret = make_webhook_secret();
        return s->write(somebody, [&](writing &w) { return create_webhook(w, who, h, secret); });
    }
    // "submit 3 waiting"
    std::vector<std::string> queued(const std::string &id) {
        const auto found = s->read([&](store::reading &r) { return list_deliveries(r, id, 0, 100); });
        std::vector<std::string> out;
        for (const delivery &d : found.value().first)
            out.insert(out.begin(), d.action + " " + std::string(to_string(d.state)));
        return out;
    }
    std::string one_text(const std::string &sql) {
        std::string out;
        s->read([&](store::reading &r) {
            r.sql().run(sql, {}, [&](const store::row &row) {
                out += std::string(row.text(0)) + '\n';
                return true;
            });
            return 0;
        });
        return out;
    }
    webhook_secret secret = {};
};

TEST_P(webhooks, each_event_of_a_submitted_request_is_noted) {
    const opened o = open("harbour");
    EXPECT_TRUE(noted().first.empty()) << "a draft is not public";
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    ASSERT_TRUE(
        s->write(somebody, [&](writing &w) { return add_comment(w, {.who = &author}, o.number, "A reader", "Why?"); }));
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}, {.round = 7}), "precondition-failed");
    EXPECT_EQ(after(o.number, request_action::give_back, {.who = &expert}, {.text = "Say <why>."}), "returned");
    const auto [all, more] = noted();
    std::vector<std::string> actions;
    for (const notice &n : all) actions.emplace_back(n.body.string_of("action"));
    EXPECT_THAT(actions, testing::ElementsAre("return", "review", "submit"));
    EXPECT_FALSE(more);
    EXPECT_EQ(all[2].who, somebody.who);
    const json last = json::parse(uniform::json::to_text(all[0].body));
    EXPECT_EQ(last["event"], all[0].number);
    EXPECT_EQ(last["event"], shown(o.number).request.event);
    EXPECT_EQ(last["part"], "expert");
    EXPECT_EQ(last["text"], "Say <why>.");
    EXPECT_EQ(last["request"]["nid"], "harbour");
    EXPECT_EQ(last["request"]["state"], "returned");
    EXPECT_THAT(last["id"].get<std::string>(), testing::StartsWith("urn:uuid:"));
    for (const notice &n : all) EXPECT_FALSE(uniform::json::to_text(n.body).contains("token:")) << "not for everyone";
    const auto [first, older] = noted(0, 2);
    EXPECT_EQ(first.size(), 2U);
    EXPECT_TRUE(older);
    const auto [rest, none] = noted(first.back().number, 2);
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0].number, all[2].number);
    EXPECT_FALSE(none);
}

// Without a token, a submission is noted when somebody accepts it.
TEST_P(webhooks, what_nobody_has_accepted_is_not_noted) {
    const webhook h = make({.url = "https://a.example/", .actions = {request_action::accept}}).value();
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, {.secret = o.secret}), "received");
    EXPECT_TRUE(noted().first.empty());
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}, {.text = "For review."}), "submitted");
    const auto all = noted().first;
    ASSERT_EQ(all.size(), 1U);
    const json body = json::parse(uniform::json::to_text(all[0].body));
    EXPECT_EQ(body["action"], "accept");
    EXPECT_EQ(body["part"], "expert");
    EXPECT_EQ(body["text"], "For review.");
    EXPECT_EQ(body["request"]["state"], "submitted");
    EXPECT_THAT(queued(h.id), testing::ElementsAre("accept waiting"));
}

TEST_P(webhooks, what_follows_from_another_request_is_noted) {
    const opened a = approved_for("harbour");
    const opened b = open("harbour");
    EXPECT_EQ(after(b.number, request_action::submit, by_author(b.secret)), "submitted");
    EXPECT_EQ(after(a.number, request_action::enter, {.who = &administrator}), "registered");
    const auto all = noted(0, 2).first;
    EXPECT_EQ(all[0].body.string_of("action"), "register");
    EXPECT_EQ(all[1].body.string_of("action"), "overtake");
    EXPECT_EQ(all[1].body.string_of("part"), "process");
    EXPECT_EQ(all[1].request, b.number);
}

TEST_P(webhooks, are_created_by_administrators_for_urls_that_can_be_shown) {
    struct fact {
        std::string url;
        const char *refused_because; ///< a part of the message; empty: accepted
    };
    const fact facts[]{
        {"https://hooks.example.org/a?b=c", ""},
        {"HTTP://hooks.example.org", ""},
        {"http://127.0.0.1/", ""}, // the sender decides, by the address of the connection
        {"", "URI"},
        {"hooks.example.org", "URI"},
        {"ftp://hooks.example.org/", "http or https"},
        {"urn:example:a", "http or https"},
        {"https:///a", "host"},
        {"https://user:password@hooks.example.org/", "userinfo"}, // RFC 9110 4.2.4
        {"https://hooks.example.org/#a", "fragment"},
        {"https://hooks.example.org/" + std::string(2000, 'a'), "2000"},
    };
    for (const fact &f : facts) {
        const auto made = make({.url = f.url});
        EXPECT_EQ(made.has_value(), f.refused_because[0] == '\0') << f.url;
        if (!made) {
            EXPECT_THAT(made.error().detail, testing::HasSubstr(f.refused_because)) << f.url;
        }
    }
    for (const principal &who : {expert, registrar}) {
        EXPECT_EQ(make({.url = "https://a.example/"}, who).error().type, resolver::problem_type::forbidden);
    }
    const auto one = make({.url = "https://a.example/", .label = "mine"}).value();
    EXPECT_EQ(one.created_by, administrator.id);
    EXPECT_EQ(s->read([&](store::reading &r) { return webhook_of(r, one.id); })->label, "mine");
    EXPECT_FALSE(s->read([](store::reading &r) { return webhook_of(r, "0123456789ab"); }));
    const auto [first, next] = s->read([](store::reading &r) { return list_webhooks(r, "", 3); });
    EXPECT_EQ(first.size(), 3U);
    EXPECT_EQ(s->read([&](store::reading &r) { return list_webhooks(r, next, 3); }).first.size(), 1U);
    for (std::size_t n = 4; n < most_webhooks; ++n) ASSERT_TRUE(make({.url = "https://a.example/"}));
    EXPECT_EQ(make({.url = "https://a.example/"}).error().type, resolver::problem_type::too_many);
}

TEST_P(webhooks, get_what_they_asked_for_in_the_same_write) {
    const auto all = make({.url = "https://a.example/"}).value();
    const auto some =
        make({.url = "https://b.example/", .actions = {request_action::approve, request_action::give_back}}).value();
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}), "approved");
    EXPECT_THAT(queued(all.id), testing::ElementsAre("submit waiting", "review waiting", "approve waiting"));
    EXPECT_THAT(queued(some.id), testing::ElementsAre("approve waiting"));
    const json body = json::parse(one_text("SELECT body FROM webhook_deliveries WHERE action = 'submit'"));
    EXPECT_EQ(body["request"]["id"], "1");
    EXPECT_EQ(body["action"], "submit");
    EXPECT_EQ(body, json::parse(uniform::json::to_text(noted().first[2].body)));

    const auto end = [&] {
        return s->write(somebody, [&](writing &w) { return end_webhook(w, administrator, all.id); });
    };
    EXPECT_EQ(end()->state, webhook_state::ended);
    EXPECT_EQ(end().error().type, resolver::problem_type::wrong_state);
    EXPECT_TRUE(queued(all.id).empty());
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "registered");
    EXPECT_TRUE(queued(all.id).empty());
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(webhooks, are_tested_by_deliveries_of_their_own) {
    const auto h = make({.url = "https://a.example/", .actions = {request_action::approve}}).value();
    const auto test = [&](const principal &who) {
        return s->write(somebody, [&](writing &w) { return test_webhook(w, who, h.id); });
    };
    EXPECT_EQ(test(expert).error().type, resolver::problem_type::forbidden);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(test(administrator));
    EXPECT_EQ(test(administrator).error().type, resolver::problem_type::too_many);
    EXPECT_EQ(queued(h.id).size(), 10U);
    EXPECT_TRUE(noted().first.empty());
}

TEST_P(webhooks, show_their_secret_only_once) {
    const auto h = make({.url = "https://a.example/"}).value();
    EXPECT_EQ(secret.text.size(), 64U);
    EXPECT_FALSE(uniform::json::written(h).contains(secret.text));
    EXPECT_FALSE(one_text("SELECT body FROM documents").contains(secret.text));
    for (const store::event &e : s->read([](store::reading &r) { return r.events(0, 100); }))
        EXPECT_FALSE(e.body.contains(secret.text));
    EXPECT_EQ(one_text("SELECT secret FROM webhooks"), secret.text + "\n");
    ASSERT_TRUE(s->write(somebody, [&](writing &w) { return end_webhook(w, administrator, h.id); }));
    EXPECT_EQ(one_text("SELECT secret FROM webhooks"), "");
}

INSTANTIATE_ON_BOTH_STORES(webhooks);

} // namespace
