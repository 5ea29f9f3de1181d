// Drafts of requests: small, limited, without history, and gone after a while. On both stores.

#include <uniform/service/registration.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/json/writer.hpp>
#include <uniform/service/history.hpp>

#include "service/registration/registration_documents.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::registry;
using namespace uniform::test::requests;
using resolver::problem;
using store::writing;
using testing::ElementsAre;

class drafts : public uniform::test::requests::registration {
protected:
    std::uint64_t events() {
        return s->read([](store::reading &r) { return r.head().first; });
    }
    auto open_as(std::string_view text, const draft_limits &limits, const credentials &a = {}) {
        const auto secret = make_request_secret();
        return s->write(somebody, [&](writing &w) {
            return open_request(w, a, {.document = std::string(text), .title = "T"}, secret, limits);
        });
    }
    std::string edited(const opened &o, std::string_view text, const draft_limits &limits = {}) {
        const auto r = s->write(somebody, [&](writing &w) {
            return edit_request(w, {.secret = o.secret}, o.number, std::string(text), limits);
        });
        return r ? "done" : std::string(resolver::to_string(r.error().type));
    }
    std::string text_of(const opened &o) {
        const auto t = s->read([&](store::reading &r) { return current_template(r, {.secret = o.secret}, o.number); });
        return t ? *t : std::string(resolver::to_string(t.error().type));
    }
    std::int64_t expire(resolver::timestamp before) {
        return s
            ->write(somebody,
                    [&](writing &w) -> std::expected<std::int64_t, problem> { return expire_drafts(w, before); })
            .value();
    }
    std::vector<std::uint64_t> listed(const credentials &a, std::size_t page = 100) {
        std::vector<std::uint64_t> all;
        for (std::uint64_t after = 0;;) {
            const auto [some, last] = s->read([&](store::reading &r) { return list_requests(r, a, {}, after, page); });
            for (const request_view &v : some) all.push_back(v.request.number);
            if (last == 0) return all;
            after = last;
        }
    }
};
INSTANTIATE_ON_BOTH_STORES(drafts);

TEST_P(drafts, enter_the_history_when_they_are_submitted) {
    const std::uint64_t before = events();
    const opened o = open("harbour");
    const opened other = open("berth");
    EXPECT_EQ(edited(o, template_for("harbour", "1", "Names quays.")), "done");
    EXPECT_EQ(events(), before) << "neither opening nor editing is an event";
    EXPECT_EQ(shown(o.number).request.state, request_state::draft);
    EXPECT_EQ(shown(o.number).request.nid, "harbour");
    EXPECT_EQ(json::written(shown(o.number)).find("\"version\""), std::string::npos);
    EXPECT_NE(text_of(o).find("Names quays."), std::string::npos);
    const auto history =
        s->read([&](store::reading &r) { return request_history(r, {.secret = o.secret}, o.number, {.limit = 10}); });
    ASSERT_TRUE(history);
    EXPECT_TRUE(history->events.empty());

    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_THAT(actions_of(o.number), ElementsAre("submit"));
    EXPECT_NE(text_of(o).find("Names quays."), std::string::npos) << "of the draft";
    EXPECT_NE(json::written(shown(o.number)).find("\"version\""), std::string::npos);
    const std::uint64_t submitted = events();
    EXPECT_EQ(after(other.number, request_action::withdraw, {.secret = other.secret}), "withdrawn");
    EXPECT_EQ(events(), submitted) << "what was never submitted leaves nothing";
    EXPECT_EQ(after(other.number, request_action::submit, by_author(other.secret)), "not-found");
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(drafts, are_small) {
    const std::string large = template_for("harbour", "1", std::string(100'000, 'x'));
    const auto refused = open_as(large, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, resolver::problem_type::too_large);
    const opened o = open("harbour");
    EXPECT_EQ(edited(o, large), "too-large");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret), {.document = large}), "too-large");
    EXPECT_EQ(edited(o, large, {.size = 200'000}), "done");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted") << "its size was permitted";
}

TEST_P(drafts, of_one_address_are_limited_together) {
    const std::string text = template_for("harbour", "1", std::string(30'000, 'x'));
    std::vector<opened> all;
    const auto open_by = [&](const std::string &holder, const credentials &a = {}) {
        const auto r = open_as(text, {.of_holder = 90'000, .holder = holder}, a);
        if (r) all.push_back({r->view.request.number, r->secret});
        return r ? "done" : std::string(resolver::to_string(r.error().type));
    };
    EXPECT_EQ(open_by("192.0.2.1"), "done");
    EXPECT_EQ(open_by("192.0.2.1"), "done");
    EXPECT_EQ(open_by("192.0.2.1"), "too-many");
    EXPECT_EQ(open_by("192.0.2.2"), "done") << "another address";
    const draft_limits from_elsewhere{.of_holder = 90'000, .holder = "192.0.2.3"};
    EXPECT_EQ(edited(all[0], template_for("harbour", "1", std::string(60'000, 'x')), from_elsewhere), "too-many")
        << "a draft stays that of its opener";
    EXPECT_EQ(edited(all[0], template_for("harbour", "1", std::string(40'000, 'x')), from_elsewhere), "done");
    EXPECT_EQ(after(all[0].number, request_action::submit, by_author(all[0].secret)), "submitted");
    EXPECT_EQ(open_by("192.0.2.1"), "done") << "one was submitted";
    EXPECT_EQ(open_by("192.0.2.1"), "too-many");
    EXPECT_EQ(after(all[1].number, request_action::withdraw, {.secret = all[1].secret}), "withdrawn");
    EXPECT_EQ(open_by("192.0.2.1"), "done") << "one was withdrawn";
    EXPECT_EQ(open_by("192.0.2.1"), "too-many");
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 3);
    EXPECT_EQ(open_by("192.0.2.1"), "done") << "the others have expired";
    EXPECT_EQ(open_as(text, {}).value().view.request.number, all.back().number + 1);
}

TEST_P(drafts, expire_and_their_numbers_are_not_used_again) {
    const opened one = open("harbour");
    const resolver::timestamp changed = shown(one.number).request.changed;
    EXPECT_EQ(expire(changed), 0) << "not those of that moment";
    EXPECT_EQ(expire(changed + std::chrono::microseconds{1}), 1);
    EXPECT_EQ(text_of(one), "not-found");
    EXPECT_EQ(edited(one, template_for("harbour")), "not-found");
    EXPECT_EQ(after(one.number, request_action::submit, by_author(one.secret)), "not-found");
    EXPECT_EQ(open("berth").number, one.number + 1);
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 1);
    const opened kept = open("quay");
    EXPECT_EQ(after(kept.number, request_action::submit, by_author(kept.secret)), "submitted");
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 0) << "what was submitted stays";
    EXPECT_EQ(shown(kept.number).request.state, request_state::submitted);
    s->write(somebody,
             [](writing &w) -> std::expected<int, problem> { // a copy without this table
                 w.sql().run("DELETE FROM draft_numbers");
                 return 0;
             })
        .value();
    EXPECT_EQ(open("pier").number, kept.number + 1);
}

TEST_P(drafts, of_returned_requests_are_no_events_either) {
    const opened o = open("harbour");
    const credentials submitter = by_author(o.secret);
    EXPECT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::give_back, {.who = &expert}, {.text = "Say more."}), "returned");
    const std::uint64_t before = events();
    EXPECT_EQ(edited(o, template_for("harbour", "1", "More.")), "done");
    EXPECT_EQ(events(), before);
    EXPECT_NE(text_of(o).find("More."), std::string::npos);
    EXPECT_EQ(s->read([&](store::reading &r) { return current_template(r, {}, o.number).value(); }).find("More."),
              std::string::npos)
        << "the draft is not public";
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 1);
    EXPECT_EQ(text_of(o).find("More."), std::string::npos) << "the last submission again";
    EXPECT_NE(text_of(o).find("harbour"), std::string::npos);
    EXPECT_EQ(edited(o, template_for("harbour", "1", "Much more.")), "done");
    EXPECT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    const auto second = s->read([&](store::reading &r) { return find_version(r, {}, o.number, 2).value(); });
    EXPECT_NE(second.template_text.find("Much more."), std::string::npos);
}

// Stores of version 4 of the schema have drafts as documents.
TEST_P(drafts, of_earlier_versions_stay_as_they_are) {
    const auto secret = make_request_secret();
    registration_request q{.number = 7, .nid = "harbour", .title = "Old", .opened = resolver::now()};
    q.secret_digest = secret.second;
    const auto put = [&](std::string_view kind, std::string_view body, std::string_view action) {
        s->write(somebody, [&](writing &w) -> std::expected<int, problem> {
             w.put(kind, "00000007", body, action);
             return 0;
         }).value();
    };
    put("draft", json::to_text(json::object{{"template", template_for("harbour", "1", "Old draft.")}}), "draft");
    put("request", service::registration::encoded(q), "draft");
    const opened o{7, secret.first};
    EXPECT_NE(text_of(o).find("Old draft."), std::string::npos);
    EXPECT_THAT(listed({.who = &administrator}), ElementsAre(7));
    EXPECT_EQ(open("berth").number, 8U) << "their numbers are used";
    const std::uint64_t before = events();
    EXPECT_EQ(edited(o, template_for("pier", "1", "New draft.")), "done");
    EXPECT_EQ(events(), before);
    EXPECT_EQ(shown(7).request.nid, "pier");
    EXPECT_THAT(listed({.who = &administrator}), ElementsAre(7, 8));
    EXPECT_EQ(expire(resolver::now() + std::chrono::hours{1}), 2);
    EXPECT_EQ(shown(7).request.nid, "harbour") << "as it was stored";
    EXPECT_EQ(after(7, request_action::submit, by_author(secret.first)), "submitted");
    EXPECT_THAT(actions_of(7), ElementsAre("draft", "submit"));
    const auto version = s->read([&](store::reading &r) { return find_version(r, {}, 7, 1).value(); });
    EXPECT_NE(version.template_text.find("Old draft."), std::string::npos);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(drafts, are_listed_in_order_for_who_may_see_them) {
    std::vector<std::uint64_t> all;
    std::vector<std::uint64_t> submitted;
    opened last;
    for (int i = 0; i < 9; ++i) {
        last = open("nid-" + std::string(1, static_cast<char>('a' + i)));
        all.push_back(last.number);
        if (i % 3 != 1) continue;
        EXPECT_EQ(after(last.number, request_action::submit, by_author(last.secret)), "submitted");
        submitted.push_back(last.number);
    }
    for (const std::size_t page : {1U, 2U, 100U}) {
        EXPECT_EQ(listed({.who = &administrator}, page), all) << page;
        EXPECT_EQ(listed({}, page), submitted) << page;
        std::vector<std::uint64_t> own = submitted;
        own.push_back(last.number);
        EXPECT_EQ(listed({.secret = last.secret}, page), own) << page;
    }
}

} // namespace
