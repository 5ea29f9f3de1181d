// The process of RFC 8141 6.2 and 6.3, held against a model that is written as conditions, not as a table; against
// the table that docs/guide/registration.md prints; and walked at random.

#include <uniform/registry/process.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "registry/samples.hpp"

namespace uniform::test {
namespace {

using namespace uniform::registry;
using enum request_state;

constexpr unsigned states = static_cast<unsigned>(withdrawn) + 1;
constexpr unsigned actions = static_cast<unsigned>(request_action::revise) + 1;
constexpr actor all_actors[]{actor::anyone, actor::submitter,     actor::unconfirmed,
                             actor::expert, actor::administrator, actor::process};
constexpr track all_tracks[]{track::community, track::fast};

// RFC 8141 6.2 and 6.3 in words; what they leave open as the guide says it.
std::optional<request_state> model(request_state s, request_action a, actor who, track on) {
    using enum request_action;
    const bool person = who != actor::process;
    const bool known = who == actor::submitter || who == actor::administrator;
    const bool submits = known || who == actor::unconfirmed;
    const bool reviews = who == actor::expert || who == actor::administrator;
    const bool keeps = who == actor::administrator;
    const bool before_decision = s == submitted || s == under_review || s == returned;
    const bool running = before_decision || s == approved || s == reported;
    const bool by_experts = on == track::community; // 6.3 (3): else their reviews are strictly advisory
    const auto to = [](bool may, request_state next) { return may ? std::optional{next} : std::nullopt; };
    switch (a) {
    case open:
        return to(s == none && person, draft);
    case edit:
        return to((s == draft || s == received || s == returned) && submits, s == received ? draft : s);
    case submit: // by somebody unknown it waits to be accepted, and changes no state that the history has
        if (known) return to(s == draft || s == received || before_decision, submitted);
        return to((s == draft || s == received || before_decision) && submits, s == draft ? received : s);
    case accept:
        return to((s == received || before_decision) && reviews, submitted);
    case comment:
        return to(running && person, s);
    case review:
        return to(s == submitted && reviews, under_review);
    case give_back:
        return to(s == under_review && reviews && by_experts, returned);
    case recognize:
        return to(before_decision && keeps && on == track::community, s);
    case approve:
        return to(s == under_review && reviews && by_experts, approved);
    case report:
        return to(s == under_review && reviews && by_experts, reported);
    case decline:
        return to(((s == under_review && reviews) || (s == reported && keeps)) && by_experts, declined);
    case reopen:
        return by_experts ? to((s == approved && reviews) || (s == reported && keeps), under_review)
                          : to(s == approved && known, under_review);
    case conclude:
        return to((s == submitted || s == under_review) && known && on == track::fast, approved);
    case enter:
        return to((s == approved || (s == reported && by_experts)) && keeps, registered);
    case settle: // 6.4.2
        return to(s == registered && keeps, registered);
    case withdraw:
        return to((s == draft || s == received || running) && submits, withdrawn);
    case supersede:
        return to(running && who == actor::process, returned);
    case revise:
        return to(s == registered && who == actor::process, revised);
    }
    return {};
}

std::string name_of(request_state s, request_action a, actor who, track on) {
    std::string name;
    name.append(to_string(s)).append(" ").append(to_string(a)).append(" by ").append(to_string(who));
    name.append(" on ").append(to_string(on));
    return name;
}

TEST(registration_process, EveryStateActionActorAndTrackIsAsTheModelHasIt) {
    unsigned open_ones = 0;
    for (unsigned s = 0; s < states; ++s) {
        for (unsigned a = 0; a < actions; ++a) {
            for (const actor who : all_actors) {
                for (const track on : all_tracks) {
                    const auto from = static_cast<request_state>(s);
                    const auto action = static_cast<request_action>(a);
                    const auto expected = model(from, action, who, on);
                    const auto result = next_state(from, action, static_cast<actors>(who), on);
                    EXPECT_EQ(result.has_value(), expected.has_value()) << name_of(from, action, who, on);
                    if (result && expected) {
                        EXPECT_EQ(*result, *expected) << name_of(from, action, who, on);
                    }
                    if (!result) {
                        EXPECT_THAT(result.error().detail, testing::Not(testing::IsEmpty()));
                    }
                    EXPECT_EQ(((possible_actions(from, static_cast<actors>(who), on) >> a) & 1U) != 0,
                              result.has_value());
                    open_ones += result ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(open_ones, 100U);
}

// Those who may accept handle what is received; nobody else does (RFC 8141 6.2 (2): reviewed by experts).
TEST(registration_process, WhoPerformsAnAction) {
    EXPECT_EQ(performers_of(request_action::accept), actor::expert | actor::administrator);
    EXPECT_EQ(performers_of(request_action::settle), static_cast<actors>(actor::administrator));
    EXPECT_EQ(performers_of(request_action::revise), static_cast<actors>(actor::process));
    EXPECT_EQ(performers_of(request_action::withdraw), any_submitter | actor::administrator);
}

TEST(registration_process, RefusalsSayWhy) {
    struct fact {
        const char *source;
        request_state from;
        request_action action;
        actor by;
        track on;
        refusal_reason why;
        const char *section;
    };
    const fact facts[]{
        {"6.3 (3): reviews are strictly advisory", under_review, request_action::approve, actor::expert, track::fast,
         refusal_reason::wrong_track, "6.3 (3)"},
        {"6.3 (3): nor may they end it", under_review, request_action::decline, actor::administrator, track::fast,
         refusal_reason::wrong_track, "6.3 (3)"},
        {"6.3: only recognized bodies conclude", under_review, request_action::conclude, actor::submitter,
         track::community, refusal_reason::wrong_track, "6.3"},
        {"6.2 (4): registration is IANA's part", approved, request_action::enter, actor::expert, track::community,
         refusal_reason::not_theirs, "6.2 (4)"},
        {"6.2 (4): not before approval", under_review, request_action::enter, actor::administrator, track::community,
         refusal_reason::wrong_state, ""},
        {"6.3 (3): the body decides about the time", approved, request_action::reopen, actor::expert, track::fast,
         refusal_reason::not_theirs, "6.3 (3)"},
        {"6.2 (4): on directions of the body", reported, request_action::reopen, actor::expert, track::community,
         refusal_reason::not_theirs, "6.2 (4)"},
        {"what is registered is revised", registered, request_action::reopen, actor::administrator, track::community,
         refusal_reason::wrong_state, ""},
        {"what is declined stays so", declined, request_action::submit, actor::submitter, track::community,
         refusal_reason::wrong_state, ""},
        {"6.2 (2): its submitter sends it", draft, request_action::submit, actor::expert, track::community,
         refusal_reason::not_theirs, "6.2 (2)"},
        {"nobody accepts their own", received, request_action::accept, actor::unconfirmed, track::community,
         refusal_reason::not_theirs, ""},
        {"what waits is not reviewed", received, request_action::review, actor::expert, track::community,
         refusal_reason::wrong_state, ""},
    };
    for (const fact &f : facts) {
        const auto result = next_state(f.from, f.action, static_cast<actors>(f.by), f.on);
        ASSERT_FALSE(result) << f.source;
        EXPECT_EQ(result.error().why, f.why) << f.source;
        EXPECT_EQ(result.error().section, f.section) << f.source;
    }
}

TEST(registration_process, NamesAreReadBack) {
    std::set<std::string_view> names;
    for (unsigned s = 1; s < states; ++s) {
        const auto one = static_cast<request_state>(s);
        EXPECT_EQ(request_state_names.find(to_string(one)), one);
        EXPECT_TRUE(names.insert(to_string(one)).second);
    }
    names.clear();
    for (unsigned a = 0; a < actions; ++a) {
        const auto one = static_cast<request_action>(a);
        EXPECT_EQ(request_action_names.find(to_string(one)), one);
        EXPECT_TRUE(names.insert(to_string(one)).second);
    }
    EXPECT_FALSE(request_state_names.find("Draft"));
    EXPECT_FALSE(request_action_names.find(""));
}

// The guide's table: | from | action | by | track | to | section |
TEST(registration_process, TheGuidePrintsTheTable) {
    std::vector<std::string> rows;
    for (const transition &t : transitions()) {
        std::string row = "| ";
        row.append(to_string(t.from)).append(" | ").append(to_string(t.action)).append(" | ");
        std::string by;
        for (const actor who :
             {actor::submitter, actor::unconfirmed, actor::expert, actor::administrator, actor::process}) {
            if ((t.by & static_cast<actors>(who)) == 0) continue;
            const bool either = (t.by & any_submitter) == any_submitter;
            if (who == actor::unconfirmed && either) continue;
            if (!by.empty()) by += ", ";
            if (who == actor::submitter && !either) by += "known ";
            by += who == actor::unconfirmed ? "unconfirmed submitter" : to_string(who);
        }
        if ((t.by & static_cast<actors>(actor::anyone)) != 0) by = "anyone";
        row.append(by).append(" | ");
        row.append(t.on == on_track::both ? "both" : t.on == on_track::fast ? "fast" : "community");
        row.append(" | ")
            .append(to_string(t.to))
            .append(" | ")
            .append(t.section)
            .append(t.section.empty() ? "|" : " |");
        rows.push_back(row);
    }
    std::ifstream guide(UNIFORM_TEST_DATA "/../../docs/guide/registration.md");
    ASSERT_TRUE(guide) << "docs/guide/registration.md is not there";
    std::vector<std::string> printed;
    bool within = false;
    for (std::string line; std::getline(guide, line);) {
        if (line.starts_with("| from | action |")) {
            within = true;
        } else if (within && line.starts_with("|---")) {
            continue;
        } else if (within && line.starts_with("| ")) {
            printed.push_back(line);
        } else {
            within = false;
        }
    }
    EXPECT_THAT(printed, testing::ElementsAreArray(rows));
}

RC_GTEST_PROP(registration_process_properties, ARandomWalkKeepsTheRules, ()) {
    // an action and its actor; two of three are chosen among those that are possible, so that walks get far
    const auto moves = *rc::gen::container<std::vector<std::tuple<unsigned, unsigned, unsigned>>>(
        rc::gen::tuple(rc::gen::inRange(0U, 1000U), rc::gen::inRange(0U, 6U), rc::gen::inRange(0U, 3U)));
    request_state at = none;
    track on = track::community;
    bool sent = false;
    bool decided = false; // by experts, by a body's directions, or by the body itself
    for (const auto &[choice, who, how] : moves) {
        std::vector<unsigned> choices;
        for (unsigned a = 0; a < actions; ++a) {
            const std::uint32_t open = possible_actions(at, static_cast<actors>(all_actors[who]), on);
            if (how == 0 || ((open >> a) & 1U) != 0) choices.push_back(a);
        }
        if (choices.empty()) continue;
        const auto action = static_cast<request_action>(choices[choice % choices.size()]);
        const auto result = next_state(at, action, static_cast<actors>(all_actors[who]), on);
        RC_ASSERT(result.has_value() == model(at, action, all_actors[who], on).has_value());
        if (!result) continue;
        RC_ASSERT(!is_final(at));
        if (*result == submitted) sent = true;
        if (action == request_action::submit || action == request_action::reopen) decided = false;
        if (action == request_action::recognize) on = track::fast;
        if (action == request_action::supersede) decided = false;
        if (*result == approved || *result == reported) decided = true;
        RC_ASSERT(*result != registered || (sent && decided));
        RC_ASSERT(*result != none);
        RC_ASSERT(!is_open(*result) || sent);
        at = *result;
    }
}

TEST(registration_process, WhatATemplateAsksFor) {
    const auto of = [](std::string_view nid) { return with(field::namespace_identifier, std::string(nid).c_str()); };
    // RFC 8141 5.2, Appendix A: "Requested of IANA (formal) or assigned by IANA (informal)"
    EXPECT_TRUE(asks_for_informal(of("Assigned by IANA")));
    EXPECT_TRUE(asks_for_informal(of("To be assigned")));
    EXPECT_FALSE(asks_for_informal(of("example2")));
    EXPECT_FALSE(asks_for_informal(of("urn-7")));
    const namespace_template formal = of("Example2");
    EXPECT_EQ(requested_nid(formal), "Example2");
    EXPECT_EQ(version_of(with(field::version, "3")), 3U);
    EXPECT_EQ(version_of(with(field::version, "three")), 0U);
}

} // namespace
} // namespace uniform::test
