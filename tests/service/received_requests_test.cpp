// Submissions and comments without a token are received: they are outside of the history until somebody accepts them,
// they are limited, and they expire. On both stores.

#include <uniform/service/received_requests.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/service/notices.hpp>
#include <uniform/store/store.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::registry;
using namespace uniform::test::requests;
using resolver::problem;
using resolver::problem_type;
using store::writing;
using testing::ElementsAre;

inline const principal reader{.id = "token:reader", .role = role::reader};
inline const principal manager{.id = "token:manager", .role = role::manager, .prefixes = {"harbour:"}};
inline const principal other_expert{.id = "token:other", .role = role::expert, .prefixes = {"elsewhere:"}};
inline const principal other_admin{.id = "token:others", .role = role::administrator, .prefixes = {"elsewhere:"}};

class received : public uniform::test::requests::registration {
protected:
    std::uint64_t events() {
        return s->read([](store::reading &r) { return r.head().first; });
    }
    // Opened and submitted with the secret alone.
    opened sent(std::string_view nid) {
        const opened o = open(nid);
        EXPECT_EQ(after(o.number, request_action::submit, {.secret = o.secret}, {.text = "Please."}), "received");
        return o;
    }
    template <class Result>
    static std::string outcome(const Result &r) {
        return r ? "done" : std::string(resolver::to_string(r.error().type));
    }
    auto try_to_say(std::uint64_t number, std::string_view text, const draft_limits &limits = {},
                    const credentials &a = {}) {
        const auto secret = make_request_secret();
        return s->write(somebody,
                        [&](writing &w) { return receive_comment(w, a, number, "A reader", text, secret, limits); });
    }
    std::vector<std::string> waiting(std::uint64_t number, const credentials &a) {
        std::vector<std::string> all;
        const auto found = s->read([&](store::reading &r) { return list_received_comments(r, a, number); });
        for (const received_comment &c : found.value()) all.push_back(c.said.text);
        return all;
    }
    auto accepted(std::uint64_t number, const credentials &a, const std::string &id) {
        return s->write(somebody, [&](writing &w) { return accept_comment(w, a, number, id); });
    }
    std::int64_t expire(resolver::timestamp before) {
        return s
            ->write(somebody,
                    [&](writing &w) -> std::expected<std::int64_t, problem> { return expire_received(w, before); })
            .value();
    }
    std::vector<std::uint64_t> listed(const credentials &a, const request_filter &f = {.received = true}) {
        std::vector<std::uint64_t> all;
        for (const request_view &v : s->read([&](store::reading &r) { return list_requests(r, a, f, 0, 100); }).first)
            all.push_back(v.request.number);
        return all;
    }
    std::string shown_to(std::uint64_t number, const credentials &a) {
        const auto v = s->read([&](store::reading &r) { return find_request(r, a, number); });
        return v ? std::string(to_string(v->request.state)) : std::string(resolver::to_string(v.error().type));
    }
};
INSTANTIATE_ON_BOTH_STORES(received);

// RFC 8141 6.2 (2) leaves open who may send a template for review; a store that forgets nothing does not.
TEST_P(received, submissions_add_no_event) {
    const std::uint64_t before = events();
    const draft_limits limits{.of_holder = std::size_t{1} << 30U, .holder = "192.0.2.1"};
    constexpr int many = 1000;
    for (int n = 0; n < many; ++n) {
        const auto secret = make_request_secret();
        const auto made = s->write(somebody, [&](writing &w) {
            return submit_new_request(w, {}, {.document = template_for("harbour" + std::to_string(n))}, secret,
                                      "Please.", limits);
        });
        ASSERT_TRUE(made) << made.error().detail;
        ASSERT_EQ(made->view.request.state, request_state::received);
    }
    EXPECT_EQ(events(), before);
    EXPECT_TRUE(s->read([](store::reading &r) { return list_requests(r, {}, {}, 0, 10); }).first.empty())
        << "nothing is public";
    EXPECT_TRUE(s->read([](store::reading &r) { return list_notices(r, 0, 10, 0); }).first.empty());
    EXPECT_EQ(s->read([](store::reading &r) { return status_of_nid(r, "harbour7"); }).requests.size(), 0U)
        << "it claims no NID";
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), many);
    EXPECT_EQ(events(), before);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(received, are_seen_by_their_submitter_and_by_those_who_act_in_the_process) {
    const opened o = sent("harbour");
    struct fact {
        const char *who;
        credentials by;
        bool sees;
    };
    const fact facts[]{{"the submitter", {.secret = o.secret}, true},
                       {"the submitter with a token", by_author(o.secret), true},
                       {"an expert", {.who = &expert}, true},
                       {"an administrator", {.who = &administrator}, true},
                       {"an expert of other prefixes", {.who = &other_expert}, false},
                       {"an administrator of other prefixes", {.who = &other_admin}, false},
                       {"a manager", {.who = &manager}, false},
                       {"a registrar", {.who = &registrar}, false},
                       {"a reader", {.who = &reader}, false},
                       {"anyone", {}, false}};
    for (const fact &f : facts) {
        EXPECT_EQ(shown_to(o.number, f.by), f.sees ? "received" : "not-found") << f.who;
        EXPECT_EQ(listed(f.by).size(), f.sees ? 1U : 0U) << f.who;
        EXPECT_EQ(listed(f.by, {.state = request_state::received}).size(), f.sees ? 1U : 0U) << f.who;
        const auto found = s->read([&](store::reading &r) { return find_received(r, f.by, o.number); });
        EXPECT_EQ(outcome(found), f.sees ? "done" : "not-found") << f.who;
        if (found) {
            EXPECT_EQ(found->text, "Please.") << f.who;
            EXPECT_NE(found->template_text.find("harbour"), std::string::npos) << f.who;
        }
    }
}

TEST_P(received, are_submitted_when_who_may_accepts_them) {
    struct fact {
        const char *who;
        const principal *by;
        bool with_secret;
        const char *outcome;
        const char *part;
    };
    const fact facts[]{{"an expert", &expert, false, "submitted", "expert"},
                       {"an administrator", &administrator, false, "submitted", "administrator"},
                       {"the submitter with a token", &author, true, "forbidden", ""},
                       {"the submitter without one", nullptr, true, "forbidden", ""},
                       {"anyone", nullptr, false, "not-found", ""},
                       {"a reader", &reader, false, "not-found", ""},
                       {"a registrar", &registrar, false, "not-found", ""},
                       {"a manager", &manager, false, "not-found", ""},
                       {"an expert of other prefixes", &other_expert, false, "not-found", ""},
                       {"an administrator of other prefixes", &other_admin, false, "not-found", ""}};
    int nth = 0;
    for (const fact &f : facts) {
        const opened o = sent("harbour" + std::string(1, static_cast<char>('a' + nth++)));
        const std::uint64_t before = events();
        const credentials by{.who = f.by, .secret = f.with_secret ? std::string_view(o.secret) : ""};
        EXPECT_EQ(after(o.number, request_action::accept, by, {.text = "For review."}), f.outcome) << f.who;
        if (f.part == std::string_view{}) {
            EXPECT_EQ(events(), before) << f.who;
            continue;
        }
        EXPECT_THAT(actions_of(o.number), ElementsAre("accept")) << f.who;
        const auto decisions = shown(o.number).request.decisions;
        ASSERT_EQ(decisions.size(), 2U) << f.who;
        EXPECT_EQ(decisions[0].action, request_action::submit) << f.who;
        EXPECT_EQ(decisions[0].text, "Please.") << f.who;
        EXPECT_EQ(decisions[0].who, "submitter of request " + std::to_string(o.number)) << f.who;
        EXPECT_EQ(decisions[1].action, request_action::accept) << f.who;
        EXPECT_EQ(decisions[1].actor, f.part) << f.who;
        EXPECT_EQ(shown_to(o.number, {}), "submitted") << "it is public: " << f.who;
        const auto v = s->read([&](store::reading &r) { return find_version(r, {}, o.number, 1); });
        EXPECT_TRUE(v.has_value()) << f.who;
        EXPECT_EQ(after(o.number, request_action::accept, {.who = &administrator}), "wrong-state") << "once: " << f.who;
        EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review")
            << "who accepts it has not written it: " << f.who;
    }
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

// A token makes the submitter known.
TEST_P(received, are_submitted_by_their_submitter_with_a_token) {
    const opened o = sent("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, {.who = &reader}), "not-found") << "the secret is needed, too";
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_THAT(actions_of(o.number), ElementsAre("submit"));
    EXPECT_TRUE(listed({.who = &expert}).empty());
    const auto v = s->read([&](store::reading &r) { return find_version(r, {}, o.number, 1); });
    EXPECT_TRUE(v.has_value());
}

TEST_P(received, later_submissions_wait_outside_of_the_history_too) {
    const opened o = open("harbour");
    const credentials unknown{.secret = o.secret};
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::give_back, {.who = &expert}, {.text = "Say more."}), "returned");
    const std::uint64_t before = events();
    const auto resubmit = [&](const char *more) {
        return after(o.number, request_action::submit, unknown, {.document = template_for("harbour", "1", more)});
    };
    EXPECT_EQ(resubmit("First."), "returned") << "its state is not changed";
    EXPECT_EQ(resubmit("Second."), "returned");
    EXPECT_EQ(events(), before);
    EXPECT_EQ(shown(o.number, {}).request.versions, 1U);
    EXPECT_FALSE(shown(o.number, {}).received.has_value()) << "not public";
    EXPECT_THAT(listed({.who = &expert}), ElementsAre(o.number));
    EXPECT_TRUE(listed({}).empty());
    const auto first = shown(o.number).received;
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(
        after(o.number, request_action::accept, {.who = &expert}, {.received = *first - std::chrono::microseconds{1}}),
        "precondition-failed")
        << "another submission than was read";
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}, {.received = first}), "submitted");
    const auto v = s->read([&](store::reading &r) { return find_version(r, {}, o.number, 2).value(); });
    EXPECT_NE(v.template_text.find("Second."), std::string::npos);
    EXPECT_EQ(v.template_text.find("First."), std::string::npos);
    EXPECT_TRUE(listed({.who = &expert}).empty());

    // Also of one that is under review: the experts' decision is not disturbed.
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(resubmit("Third."), "under_review");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}), "approved");
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}), "wrong-state");
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 1);
    EXPECT_EQ(shown_to(o.number, {}), "approved") << "what is in the history stays";
}

TEST_P(received, are_edited_withdrawn_and_checked_again) {
    const opened o = sent("harbour");
    const credentials unknown{.secret = o.secret};
    const auto edited = s->write(somebody, [&](writing &w) {
        return edit_request(w, unknown, o.number, template_for("harbour", "1", "Names quays."));
    });
    ASSERT_TRUE(edited);
    EXPECT_EQ(edited->view.request.state, request_state::draft) << "it is submitted again";
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::submit, unknown), "received");
    // Somebody else registers the NID in the meantime.
    const opened other = approved_for("harbour");
    EXPECT_EQ(after(other.number, request_action::enter, {.who = &administrator}), "registered");
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}), "conflict");
    EXPECT_EQ(shown_to(o.number, unknown), "received");
    const std::uint64_t before = events();
    EXPECT_EQ(after(o.number, request_action::withdraw, unknown), "withdrawn");
    EXPECT_EQ(events(), before) << "it leaves nothing";
    EXPECT_EQ(shown_to(o.number, unknown), "not-found");
}

TEST_P(received, expire) {
    const opened o = sent("harbour");
    const auto at = shown(o.number).received.value();
    EXPECT_EQ(s->write(somebody,
                       [&](writing &w) -> std::expected<std::int64_t, problem> {
                           return expire_drafts(w, resolver::now() + std::chrono::hours{1});
                       })
                  .value(),
              0)
        << "it is no draft";
    EXPECT_EQ(expire(at), 0) << "not those of that moment";
    EXPECT_EQ(expire(at + std::chrono::microseconds{1}), 1);
    EXPECT_EQ(shown_to(o.number, {.secret = o.secret}), "not-found");
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}), "not-found");
    EXPECT_EQ(open("berth").number, o.number + 1) << "its number is not used again";
}

// Two services on one store share the limit: it is counted in the table.
TEST_P(received, of_all_without_token_are_limited_together) {
    const auto other_process = store::store::open(location());
    const std::string text = template_for("harbour", "1", std::string(30'000, 'x'));
    int nth = 0;
    const auto send = [&](store::store &to, const credentials &a = {}) {
        const auto secret = make_request_secret();
        return outcome(to.write(somebody, [&](writing &w) {
            return open_request(w, a, {.document = text}, secret,
                                {.of_anonymous = 90'000, .holder = "192.0.2." + std::to_string(++nth)});
        }));
    };
    EXPECT_EQ(send(*s), "done");
    EXPECT_EQ(send(*other_process), "done");
    EXPECT_EQ(send(*s), "too-many");
    EXPECT_EQ(send(*other_process), "too-many");
    EXPECT_EQ(send(*s, {.who = &author}), "done") << "who has a token has a share of their own";
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_EQ(outcome(try_to_say(o.number, std::string(16'000, 'x'), {.of_anonymous = 70'000})), "too-many")
        << "comments are taken of the same";
}

TEST_P(received, comments_wait_for_who_may_accept_them) {
    const opened o = open("harbour");
    EXPECT_EQ(outcome(try_to_say(o.number, "On a draft.")), "not-found");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    const std::uint64_t before = events();
    const auto said = try_to_say(o.number, "Why?");
    ASSERT_TRUE(said) << said.error().detail;
    const auto of_submitter = try_to_say(o.number, "Because.", {}, {.secret = o.secret});
    ASSERT_TRUE(of_submitter);
    EXPECT_EQ(of_submitter->said.actor, "submitter");
    EXPECT_EQ(of_submitter->secret, "") << "the request's secret shows it";
    EXPECT_EQ(events(), before);
    EXPECT_EQ(shown(o.number, {}).request.comments, 0U);
    EXPECT_EQ(shown(o.number, {}).received_comments, 0U);
    EXPECT_EQ(shown(o.number, {.who = &expert}).received_comments, 2U);
    EXPECT_THAT(listed({.who = &expert}), ElementsAre(o.number));

    EXPECT_THAT(waiting(o.number, {}), ElementsAre());
    EXPECT_THAT(waiting(o.number, {.secret = said->secret}), ElementsAre("Why?"));
    EXPECT_THAT(waiting(o.number, {.secret = o.secret}), ElementsAre("Because."));
    EXPECT_THAT(waiting(o.number, {.who = &expert}), ElementsAre("Why?", "Because."));
    EXPECT_THAT(waiting(o.number, {.who = &administrator}), ElementsAre("Why?", "Because."));
    for (const principal *const p : {&reader, &registrar, &manager, &other_expert, &other_admin}) {
        EXPECT_THAT(waiting(o.number, {.who = p}), ElementsAre()) << p->id;
        EXPECT_EQ(outcome(accepted(o.number, {.who = p}, said->id)), "forbidden") << p->id;
    }
    EXPECT_EQ(outcome(accepted(o.number, {}, said->id)), "unauthenticated");
    EXPECT_EQ(outcome(accepted(o.number, {.secret = said->secret}, said->id)), "unauthenticated");
    EXPECT_EQ(outcome(accepted(o.number, {.secret = o.secret}, said->id)), "unauthenticated");
    EXPECT_EQ(outcome(accepted(o.number, by_author(o.secret), said->id)), "forbidden");
    EXPECT_EQ(events(), before);

    const auto first = accepted(o.number, {.who = &expert}, said->id);
    ASSERT_TRUE(first) << first.error().detail;
    EXPECT_EQ(first->number, 1U);
    EXPECT_EQ(first->text, "Why?");
    EXPECT_EQ(first->actor, "");
    EXPECT_FALSE(first->verified);
    EXPECT_EQ(outcome(accepted(o.number, {.who = &expert}, said->id)), "not-found") << "once";
    EXPECT_TRUE(accepted(o.number, {.who = &administrator}, of_submitter->id).has_value());
    EXPECT_THAT(actions_of(o.number), ElementsAre("submit", "comment", "comment"));
    EXPECT_EQ(shown(o.number, {}).request.comments, 2U);

    const auto third = try_to_say(o.number, "Spam.");
    const auto dismiss = [&](const credentials &a) {
        return outcome(s->write(somebody, [&](writing &w) { return dismiss_comment(w, a, o.number, third->id); }));
    };
    EXPECT_EQ(dismiss({.secret = o.secret}), "unauthenticated");
    EXPECT_EQ(dismiss({.who = &registrar}), "forbidden");
    EXPECT_EQ(dismiss({.who = &expert}), "done");
    EXPECT_EQ(dismiss({.who = &expert}), "not-found");
    EXPECT_EQ(shown(o.number, {}).request.comments, 2U);
    EXPECT_TRUE(try_to_say(o.number, "Late.").has_value());
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 1);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(received, comments_of_one_request_are_limited) {
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    const auto from = [&](int address) {
        return outcome(try_to_say(o.number, "Why?", {.holder = "192.0.2." + std::to_string(address)}));
    };
    for (int n = 0; n < 8; ++n) EXPECT_EQ(from(1), "done");
    EXPECT_EQ(from(1), "too-many") << "of one address";
    EXPECT_EQ(from(2), "done") << "of another one";
    for (int n = 0; n < 62; ++n) EXPECT_EQ(from(10 + n), "done") << "the first one gives up all but one";
    EXPECT_EQ(from(100), "too-many") << "of all, who have one each";
    EXPECT_TRUE(say(o.number, {.who = &reader}, "A reader", "Why?").has_value()) << "with a token";
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 64);
    const std::string longest(16'384, 'x');
    int taken = 0;
    while (outcome(try_to_say(o.number, longest, {.holder = "192.0.2." + std::to_string(taken)})) == "done") ++taken;
    EXPECT_EQ(taken, 15) << "256 KiB";
}

TEST_P(received, a_few_addresses_leave_place_for_the_comments_of_others) {
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    const auto from = [&](int address, std::string_view text, const credentials &a = {}) {
        return outcome(try_to_say(o.number, text, {.holder = "192.0.2." + std::to_string(address)}, a));
    };
    for (int n = 0; n < 64; ++n) EXPECT_EQ(from(n / 8, "Spam " + std::to_string(n)), "done");
    EXPECT_EQ(from(0, "Spam."), "too-many");
    EXPECT_EQ(from(9, "Why?"), "done");
    for (int n = 0; n < 8; ++n) EXPECT_EQ(from(0, "Because.", {.secret = o.secret}), "done") << "the submitter";
    EXPECT_EQ(from(10, "Because.", {.secret = o.secret}), "too-many") << "wherever they are";
    const auto all = waiting(o.number, {.who = &expert});
    EXPECT_EQ(all.size(), 72U);
    EXPECT_THAT(all, testing::Contains("Why?"));
    EXPECT_THAT(all, testing::Contains("Spam 0")) << "the last comment of a holder gives way";
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 72);

    // By size: 2 comments of each of 7 addresses, and one of an eighth
    const std::string longest(16'384, 'x');
    for (int n = 0; n < 15; ++n) EXPECT_EQ(from(n / 2, longest), "done");
    EXPECT_EQ(from(9, "Why?"), "done");
    EXPECT_EQ(from(10, longest), "done") << "in place of one of who has two";
    EXPECT_EQ(from(7, longest), "too-many") << "who would have as many";
    EXPECT_EQ(waiting(o.number, {.who = &expert}).size(), 16U) << "what is refused takes no place";
    EXPECT_THAT(waiting(o.number, {.who = &expert}), testing::Contains("Why?"));
}

TEST_P(received, a_withdrawal_without_a_token_stores_no_text) {
    const opened o = sent("harbour");
    const credentials unknown{.secret = o.secret};
    EXPECT_EQ(after(o.number, request_action::accept, {.who = &expert}), "submitted");
    const std::uint64_t before = events();
    EXPECT_EQ(after(o.number, request_action::withdraw, unknown, {.text = "Spam."}), "unauthenticated");
    EXPECT_EQ(after(o.number, request_action::withdraw, unknown, {.reference = "https://spam.example/"}),
              "unauthenticated");
    EXPECT_EQ(events(), before);
    EXPECT_EQ(after(o.number, request_action::withdraw, unknown), "withdrawn");
    EXPECT_EQ(events(), before + 1);

    const opened own = sent("berth");
    EXPECT_EQ(after(own.number, request_action::accept, {.who = &expert}), "submitted");
    EXPECT_EQ(after(own.number, request_action::withdraw, by_author(own.secret), {.text = "No use."}), "withdrawn");
    const opened draft = open("quay");
    EXPECT_EQ(after(draft.number, request_action::withdraw, {.secret = draft.secret}, {.text = "No use."}), "withdrawn")
        << "it leaves nothing";
}

} // namespace
