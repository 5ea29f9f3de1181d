// Registering namespaces on the store: RFC 8141 5.1, 5.2, 6.2, 6.3.

#include <uniform/service/registration.hpp>

#include <atomic>
#include <chrono>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include <uniform/json/writer.hpp>
#include <uniform/registry/template_check.hpp>

#include "service/registration_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::registry;
using namespace uniform::test::requests;
using nlohmann::json;
using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using resolver::role;
using store::writing;
using enum request_state;

TEST_P(registration, goes_the_community_way) { // RFC 8141 6.2
    const opened o = open("harbour");
    const credentials submitter = by_author(o.secret);
    EXPECT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    const auto said = say(o.number, {}, "A reader", "Why?");
    ASSERT_TRUE(said) << said.error().detail;
    EXPECT_EQ(said->actor, "");
    EXPECT_EQ(after(o.number, request_action::give_back, {.who = &expert}), "invalid"); // no reason
    EXPECT_EQ(after(o.number, request_action::give_back, {.who = &expert}, {.text = "Say why."}), "returned");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::submit, submitter,
                    {.document = template_for("harbour", "1", "Names berths for pilots.")}),
              "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}, {.round = 1}), "precondition-failed");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}, {.round = 2}), "approved");
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &expert}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::enter, submitter), "forbidden");
    EXPECT_EQ(after(o.number, request_action::enter, {}), "unauthenticated");
    const auto entered = act(o.number, request_action::enter, {.who = &administrator});
    ASSERT_TRUE(entered) << entered.error().detail;
    EXPECT_EQ(json::parse(uniform::json::written(*entered))["manager_token"],
              json::parse(R"({"role":"manager","prefixes":["harbour:"]})"));

    const auto n = s->read([](store::reading &r) { return find_namespace(r, "HARBOUR"); });
    ASSERT_TRUE(n);
    EXPECT_EQ(n->settings, (resolver::namespace_settings{.nid = "harbour",
                                                         .origin = "here",
                                                         .title = "Harbours",
                                                         .request = std::to_string(o.number),
                                                         .rules = n->settings.rules, // registration_rules_test.cpp
                                                         .components = n->settings.components,
                                                         .rules_from = resolver::rules_source::registration}));
    EXPECT_THAT(actions_of(o.number), testing::ElementsAre("submit", "review", "comment", "return", "submit", "review",
                                                           "approve", "register"));
    const auto versions = s->read([&](store::reading &r) { return list_versions(r, {}, o.number); }).value();
    ASSERT_EQ(versions.size(), 2U);
    EXPECT_FALSE(versions[0].registered);
    EXPECT_TRUE(versions[1].registered);
    EXPECT_EQ(versions[1].round, 2U);
    const json d = json::parse(
        uniform::json::written(s->read([&](store::reading &r) { return difference(r, {}, o.number, 1, 2); }).value()));
    std::vector<std::string> changed;
    for (const json &f : d["fields"]) {
        if (f["change"] != "same") changed.push_back(f["field"]);
    }
    EXPECT_THAT(changed, testing::ElementsAre("purpose"));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(registration, goes_by_a_report_where_standards_are_meant) { // RFC 8141 6.2 (4)
    const opened o = open("harbour");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(o.number, request_action::report, {.who = &expert}, {.text = "Sound."}), "invalid"); // to whom?
    EXPECT_EQ(after(o.number, request_action::report, {.who = &expert}, {.text = "Sound.", .reference = "IESG"}),
              "reported");
    EXPECT_EQ(after(o.number, request_action::decline, {.who = &expert}, {.text = "No."}), "forbidden");
    // only after directions from that body
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "invalid");
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}, {.reference = "Minutes of 2026-11-12"}),
              "registered");
    const opened other = open("quay");
    EXPECT_EQ(after(other.number, request_action::submit, by_author(other.secret)), "submitted");
    EXPECT_EQ(after(other.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(other.number, request_action::report, {.who = &expert}, {.text = "Sound.", .reference = "IESG"}),
              "reported");
    EXPECT_EQ(after(other.number, request_action::decline, {.who = &administrator}, {.text = "No."}), "declined");
    EXPECT_EQ(after(other.number, request_action::submit, by_author(other.secret)), "wrong-state");
}

TEST_P(registration, goes_the_fast_track) { // RFC 8141 6.3
    const opened o = open("harbour", "Harbour  registry");
    const credentials submitter = by_author(o.secret);
    EXPECT_EQ(after(o.number, request_action::submit, submitter), "submitted");
    EXPECT_EQ(after(o.number, request_action::conclude, submitter), "wrong-state"); // not recognized
    EXPECT_EQ(after(o.number, request_action::recognize, {.who = &expert}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::recognize, {.who = &administrator}, {.body = "Another"}), "invalid");
    EXPECT_EQ(after(o.number, request_action::recognize, {.who = &administrator}), "invalid"); // who says so?
    EXPECT_EQ(after(o.number, request_action::recognize, {.who = &administrator}, {.reference = "IESG 2026-11-12"}),
              "submitted");
    EXPECT_EQ(shown(o.number).request.body, "Harbour  registry") << "the reference does not replace its name";
    EXPECT_EQ(shown(o.number).request.decisions.back().reference, "IESG 2026-11-12");
    EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
    // (3): "strictly advisory"
    EXPECT_EQ(after(o.number, request_action::decline, {.who = &expert}, {.text = "No."}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::conclude, {.who = &expert}), "forbidden");
    EXPECT_TRUE(shown(o.number, submitter).may_conclude);
    // Both could be repeated without end: nobody without a token fills the history (docs/decisions/0045).
    EXPECT_EQ(after(o.number, request_action::conclude, {.secret = o.secret}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::conclude, submitter), "approved");
    EXPECT_EQ(after(o.number, request_action::reopen, {.secret = o.secret}, {.text = "Wait."}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::reopen, {.who = &expert}, {.text = "Wait."}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::reopen, submitter, {.text = "Not yet."}), "under_review");
    EXPECT_EQ(after(o.number, request_action::conclude, submitter), "approved");
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "registered");

    // (2): "A specification is required"
    namespace_template t = *read_template(template_for("quay"));
    t.set(field::documentation, "None.");
    const auto without = try_open({.document = write_template(t), .body = "Harbour Registry"}).value();
    const auto refused = act(without.view.request.number, request_action::submit, by_author(without.secret));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().rule, "RFC 8141 section 6.3 (2)");
    // recognized later: asked for when it concludes
    const auto late = try_open({.document = write_template(t)}).value();
    const std::uint64_t number = late.view.request.number;
    EXPECT_EQ(after(number, request_action::submit, by_author(late.secret)), "submitted");
    EXPECT_EQ(after(number, request_action::recognize, {.who = &administrator}), "invalid"); // whom?
    const auto recognized =
        act(number, request_action::recognize, {.who = &administrator}, {.reference = "IESG", .body = "A Society"});
    ASSERT_TRUE(recognized) << recognized.error().detail;
    EXPECT_EQ(recognized->view.request.body, "A Society");
    std::vector<std::string> sections;
    for (const finding &f : recognized->findings) sections.push_back(f.section);
    EXPECT_THAT(sections, testing::ElementsAre("6.3 (2)", "6.3")); // and the registrant does not name the Society
    EXPECT_EQ(after(number, request_action::conclude, by_author(late.secret)), "invalid");
    EXPECT_FALSE(shown(number, by_author(late.secret)).may_conclude) << "it is not listed then";
}

TEST_P(registration, the_fast_track_needs_a_document_and_a_body_that_are_named) { // RFC 8141 6.3
    struct fact {
        const char *documentation;
        const char *registrant;
        const char *refused_by; ///< the section; empty: submitted
    };
    const fact facts[]{
        {"https://example.org/standard", "Harbour Society\nmail@example.org", ""},
        {"ISO 2108:2017", "Office of the HARBOUR\n   Society, mail@example.org", ""},
        {"ANSI/NISO Z39.84-2005", "Harbour Society\nmail@example.org", ""},
        {"ETSI TS 123 003, clause 13", "A person, designated by the Harbour Society, mail@example.org", ""},
        {"doi:10.1000/182", "Harbour Society\nmail@example.org", ""},
        {"XEP-0004", "Harbour Society\nmail@example.org", ""},
        {"See our website.", "Harbour Society\nmail@example.org", "6.3 (2)"},
        {"To be published as ISO 99999", "Harbour Society\nmail@example.org", "6.3 (2)"},
        {"A standard of the Society, in 2027", "Harbour Society\nmail@example.org", "6.3 (2)"},
        {"https://", "Harbour Society\nmail@example.org", "6.3 (2)"},
        {"", "Harbour Society\nmail@example.org", "6.3 (2)"},
        {"ISO 2108:2017", "A person\nmail@example.org", "6.3"},
        {"ISO 2108:2017", "Harbour\nmail@example.org", "6.3"},
    };
    for (const fact &f : facts) {
        namespace_template t = *read_template(template_for("quay"));
        t.set(field::documentation, f.documentation);
        t.set(field::registrant, f.registrant);
        const auto o = try_open({.document = write_template(t), .body = "Harbour Society"}).value();
        const auto done = act(o.view.request.number, request_action::submit, by_author(o.secret));
        EXPECT_EQ(done ? "" : done.error().rule,
                  f.refused_by[0] == '\0' ? "" : std::string("RFC 8141 section ") + f.refused_by)
            << f.documentation << ", " << f.registrant;
    }
}

TEST_P(registration, an_approved_request_can_be_reopened) { // RFC 8141 6.2 (3)
    const opened o = approved_for("harbour");
    EXPECT_EQ(after(o.number, request_action::reopen, {.who = &expert}), "invalid"); // why?
    EXPECT_EQ(after(o.number, request_action::reopen, {.secret = o.secret}, {.text = "x"}), "forbidden");
    EXPECT_EQ(after(o.number, request_action::reopen, {.who = &expert}, {.text = "A rival came up."}), "under_review");
    EXPECT_EQ(after(o.number, request_action::enter, {.who = &administrator}), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::decline, {.who = &expert}, {.text = "No."}), "declined");
    const opened reported = open("quay");
    EXPECT_EQ(after(reported.number, request_action::submit, by_author(reported.secret)), "submitted");
    EXPECT_EQ(after(reported.number, request_action::review, {.who = &expert}), "under_review");
    EXPECT_EQ(after(reported.number, request_action::report, {.who = &expert}, {.text = "Sound.", .reference = "IESG"}),
              "reported");
    EXPECT_EQ(after(reported.number, request_action::reopen, {.who = &expert}, {.text = "x"}), "forbidden");
    EXPECT_EQ(after(reported.number, request_action::reopen, {.who = &administrator}, {.text = "As the IESG directs."}),
              "under_review");
}

TEST_P(registration, an_expert_does_not_decide_about_their_own_request) { // RFC 8141 6.2 (4)
    const principal other{.id = "token:other", .role = role::expert};
    const auto o = try_open({.document = template_for("harbour")}, {.who = &expert}).value();
    const std::uint64_t number = o.view.request.number;
    EXPECT_EQ(after(number, request_action::submit, {.who = &expert}), "submitted");
    EXPECT_EQ(after(number, request_action::review, {.who = &expert}), "forbidden");
    EXPECT_EQ(after(number, request_action::review, {.who = &other}), "under_review");
    for (const request_action one : {request_action::approve, request_action::give_back, request_action::decline}) {
        const auto refused = act(number, one, {.who = &expert}, {.text = "x"});
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().detail, testing::HasSubstr("own"));
    }
    EXPECT_EQ(shown(number, {.who = &expert}).actors & static_cast<actors>(actor::expert), 0);
    EXPECT_EQ(after(number, request_action::approve, {.who = &other, .secret = o.secret}), "forbidden")
        << "holds the secret";
    EXPECT_EQ(after(number, request_action::approve, {.who = &other}), "approved");

    // The secret was used with the token once: it is not needed again.
    const opened second = open("quay");
    ASSERT_TRUE(s->write({.who = expert.id, .from = "127.0.0.1"}, [&](writing &w) {
        return take_action(w, {.who = &expert, .secret = second.secret}, second.number, request_action::submit, {});
    }));
    EXPECT_EQ(after(second.number, request_action::review, {.who = &other}), "under_review");
    EXPECT_EQ(after(second.number, request_action::approve, {.who = &expert}), "forbidden");
    EXPECT_EQ(after(second.number, request_action::approve, {.who = &administrator}), "approved");
}

TEST_P(registration, a_refused_submission_of_a_new_request_leaves_nothing) { // RFC 8141 6.2 (2)
    const auto submit = [&](std::string_view nid) {
        const auto secret = make_request_secret();
        return s->write(somebody, [&](writing &w) {
            return submit_new_request(w, {.who = &author}, {.document = template_for(nid)}, secret, "Please.");
        });
    };
    const auto refused = submit("isbn");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, problem_type::conflict);
    EXPECT_TRUE(
        s->read([](store::reading &r) { return list_requests(r, {.who = &administrator}, {}, 0, 10); }).first.empty());
    const auto made = submit("harbour");
    ASSERT_TRUE(made) << made.error().detail;
    EXPECT_EQ(made->view.request.number, 1U);
    EXPECT_EQ(made->view.request.state, submitted);
    EXPECT_EQ(made->view.request.decisions.at(0).text, "Please.");
    EXPECT_EQ(after(1, request_action::withdraw, {.secret = made->secret}), "withdrawn");
}

TEST_P(registration, all_errors_of_the_template_prevent_submission) { // RFC 8141 6.4, Appendix A
    namespace_template t = *read_template(template_for("harbour"));
    std::erase_if(t.entries, [](const entry &e) { return e.id == field::interoperability; });
    t.set(field::date, "yesterday");
    t.set(field::version, "2");
    const auto o = try_open({.document = write_template(t)});
    ASSERT_TRUE(o);
    EXPECT_FALSE(o->findings.empty()); // which do not prevent a draft
    const auto r = act(o->view.request.number, request_action::submit, by_author(o->secret));
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().type, problem_type::invalid);
    std::set<std::string> codes;
    for (const uniform::json::value &f : r.error().findings) {
        if (f.string_of("level") == "error") codes.emplace(f.string_of("code"));
    }
    EXPECT_THAT(codes, testing::IsSupersetOf({"missing_field", "invalid_date", "invalid_version"}));
    // warnings go along
    namespace_template w = *read_template(template_for("harbour"));
    w.set(field::resolution, "Names lead to the pages of ports.");
    const auto mild = try_open({.document = write_template(w)}).value();
    const auto sent = act(mild.view.request.number, request_action::submit, by_author(mild.secret));
    ASSERT_TRUE(sent) << sent.error().detail;
    EXPECT_FALSE(sent->findings.empty());
}

TEST_P(registration, survives_hostile_templates) {
    using clock = std::chrono::steady_clock;
    struct fact {
        const char *name;
        std::string text;
        problem_type type;
    };
    const std::string mebibyte(std::size_t{1} << 20U, 'a');
    const fact facts[]{
        {"more than 1 MiB", template_for("harbour") + mebibyte, problem_type::too_large},
        {"nothing", "", problem_type::malformed},
        {"no template", mebibyte, problem_type::malformed},
        {"bytes that are no text", std::string("Version: 1\n\x00\xff\xfe", 14), problem_type::malformed},
        {"control characters", "Version: 1\n  \x1b[2J", problem_type::malformed},
        {"carriage returns", "Version: 1\n" + std::string(1'000'000, '\r'), problem_type::malformed},
        {"deep JSON", "{\"purpose\":" + std::string(500'000, '['), problem_type::malformed},
        {"deep JSON objects",
         [] {
             std::string text;
             for (int i = 0; i < 100'000; ++i) text += "{\"a\":";
             return text;
         }(),
         problem_type::malformed},
        {"truncated JSON", R"({"purpose":"x)", problem_type::malformed},
    };
    for (const fact &f : facts) {
        const auto before = clock::now();
        const auto r = try_open({.document = f.text});
        EXPECT_LT(clock::now() - before, std::chrono::seconds(20)) << f.name;
        if (std::string_view(f.name) == "carriage returns") continue; // whatever it is, it is soon
        ASSERT_FALSE(r) << f.name;
        EXPECT_EQ(r.error().type, f.type) << f.name << ": " << r.error().detail;
    }
}

TEST_P(registration, belongs_to_the_holder_of_its_secret) {
    const opened mine = open("harbour");
    const opened theirs = open("quay");
    EXPECT_EQ(mine.secret.size(), 64U);
    EXPECT_NE(mine.secret, theirs.secret);
    for (const std::string_view secret : {std::string_view{}, std::string_view(theirs.secret),
                                          std::string_view(mine.secret).substr(1), std::string_view("0")}) {
        const auto r = s->read([&](store::reading &v) { return find_request(v, {.secret = secret}, mine.number); });
        ASSERT_FALSE(r);
        EXPECT_EQ(r.error().type, problem_type::not_found); // drafts are not public
    }
    // the store has its digest only
    s->read([&](store::reading &r) {
        int rows = 0;
        r.sql().run("SELECT request FROM drafts", {}, [&](const store::row &row) {
            EXPECT_THAT(std::string(row.text(0)), testing::Not(testing::HasSubstr(mine.secret)));
            ++rows;
            return true;
        });
        EXPECT_EQ(rows, 2);
        return 0;
    });
    EXPECT_EQ(after(mine.number, request_action::submit, by_author(mine.secret)), "submitted");
    const auto d = s->read([&](store::reading &r) { return r.find("request", "00000001"); });
    ASSERT_TRUE(d);
    EXPECT_THAT(d->body, testing::Not(testing::HasSubstr(mine.secret)));
    EXPECT_THAT(uniform::json::written(shown(mine.number)), testing::Not(testing::HasSubstr("digest")));

    EXPECT_EQ(after(mine.number, request_action::submit, by_author(mine.secret)), "submitted");
    EXPECT_EQ(after(mine.number, request_action::submit, by_author(theirs.secret)), "forbidden");
    EXPECT_EQ(after(mine.number, request_action::withdraw, {}), "unauthenticated");
    EXPECT_EQ(after(mine.number, request_action::withdraw, {.who = &expert}), "forbidden");
    EXPECT_EQ(after(mine.number, request_action::review, {.who = &registrar}), "forbidden");
    EXPECT_EQ(after(999, request_action::submit, by_author(mine.secret)), "not-found");
    // opened with a token, it is the holder's of that token, too
    const auto by_token = try_open({.document = template_for("buoy")}, {.who = &registrar}).value();
    EXPECT_EQ(after(by_token.view.request.number, request_action::submit, {.who = &registrar}), "submitted");
    // no client can perform the actions of the process itself
    EXPECT_EQ(after(mine.number, request_action::supersede, {.who = &administrator}), "invalid");
    EXPECT_EQ(after(mine.number, request_action::revise, {.who = &administrator}), "invalid");
    // a request that was withdrawn as a draft was never public
    EXPECT_EQ(after(theirs.number, request_action::withdraw, {.secret = theirs.secret}), "withdrawn");
    EXPECT_FALSE(s->read([&](store::reading &v) { return find_request(v, {}, theirs.number); }));
}

TEST_P(registration, is_revised_by_the_same_actions) { // RFC 8141 6.2
    const opened first = approved_for("harbour");
    EXPECT_EQ(after(first.number, request_action::enter, {.who = &administrator}), "registered");
    const principal manager{.id = "token:m", .role = role::manager, .prefixes = {"harbour:"}};
    const principal foreign{.id = "token:f", .role = role::manager, .prefixes = {"quay:"}};
    new_request what{.document = template_for("harbour", "2", "Names berths and quays."), .revises = "Harbour"};
    EXPECT_EQ(try_open(what).error().type, problem_type::unauthenticated);
    EXPECT_EQ(try_open(what, {.who = &foreign}).error().type, problem_type::forbidden);
    EXPECT_EQ(try_open(what, {.who = &registrar}).error().type, problem_type::forbidden);
    EXPECT_EQ(try_open({.document = what.document, .revises = "isbn"}, {.who = &administrator}).error().type,
              problem_type::out_of_policy);
    EXPECT_EQ(try_open({.document = what.document, .revises = "quay"}, {.who = &administrator}).error().type,
              problem_type::not_found);

    const auto one = try_open(what, {.who = &manager});
    ASSERT_TRUE(one) << one.error().detail;
    const auto two = try_open(what, {.secret = first.secret}); // the registrant itself
    ASSERT_TRUE(two) << two.error().detail;
    const std::uint64_t a = one->view.request.number;
    const std::uint64_t b = two->view.request.number;
    EXPECT_EQ(after(a, request_action::submit, {.who = &manager},
                    {.document = template_for("harbour", "3", "Names berths and quays.")}),
              "invalid"); // "incrementing by 1 with each new version"
    EXPECT_EQ(after(a, request_action::submit, {.who = &manager}, {.document = template_for("quay", "2", "X y.")}),
              "invalid");
    for (const std::uint64_t n : {a, b}) {
        EXPECT_EQ(after(n, request_action::submit, by_author(n == a ? one->secret : two->secret)), "submitted");
        EXPECT_EQ(after(n, request_action::review, {.who = &expert}), "under_review");
        EXPECT_EQ(after(n, request_action::approve, {.who = &expert}), "approved");
    }
    const json d = json::parse(
        uniform::json::written(s->read([&](store::reading &r) { return difference(r, {}, a, 0, 1); }).value()));
    EXPECT_EQ(std::ranges::count_if(d["fields"], [](const json &f) { return f["change"] != "same"; }), 3);
    EXPECT_EQ(json::parse(uniform::json::written(
                  s->read([&](store::reading &r) { return difference(r, {}, a, 0, 0); }).value())),
              d)
        << "without a number, the latest";
    EXPECT_EQ(after(a, request_action::enter, {.who = &administrator}), "registered");
    EXPECT_EQ(shown(first.number).request.state, revised);
    EXPECT_EQ(s->read([](store::reading &r) { return find_namespace(r, "harbour"); })->settings.request,
              std::to_string(a));
    // the other one has to be based on what is registered now
    EXPECT_EQ(shown(b).request.state, returned);
    EXPECT_EQ(shown(b).request.superseded_by, a);
    EXPECT_EQ(after(b, request_action::enter, {.who = &administrator}), "wrong-state");
    EXPECT_EQ(after(b, request_action::submit, by_author(two->secret)), "invalid"); // that is registered already
    EXPECT_EQ(after(b, request_action::submit, by_author(two->secret),
                    {.document = template_for("harbour", "3", "Names berths, quays and locks.")}),
              "submitted");
    EXPECT_EQ(shown(b).request.base, a);
}

TEST_P(registration, comments_are_public_bounded_and_tell_who_is_who) {
    const opened o = open("harbour");
    const auto say = [&](const credentials &a, std::string_view as, std::string_view text) {
        const auto r = registration::say(o.number, a, as, text);
        return r ? (r->verified ? "known, as " : "as ") + r->actor : std::string(resolver::to_string(r.error().type));
    };
    EXPECT_EQ(say({.secret = o.secret}, "A", "not in drafts"), "wrong-state");
    EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
    EXPECT_EQ(say({}, "The expert", "I am the expert."), "as ");
    EXPECT_EQ(say({.who = &expert}, "Somebody", "I am the expert."), "known, as expert");
    EXPECT_EQ(say({.secret = o.secret}, "Somebody", "I am the submitter."), "as submitter");
    EXPECT_EQ(say({}, "", "x"), "invalid");
    EXPECT_EQ(say({}, "x", " \n "), "invalid");
    EXPECT_EQ(say({}, "two\nlines", "x"), "invalid");
    EXPECT_EQ(say({}, "turned \u202E around", "x"), "invalid");
    EXPECT_EQ(say({}, "turned \u2067 around", "x"), "invalid");
    EXPECT_EQ(say({}, "\u20AC and \u2069\u2029", "x"), "invalid");
    EXPECT_EQ(say({}, "\u20AC", "two\nlines"), "as ");
    EXPECT_EQ(say({}, "x", "\x1b[31m"), "invalid");
    EXPECT_EQ(say({}, "x", "\xff"), "invalid");
    EXPECT_EQ(say({}, std::string(201, 'x'), "x"), "invalid");
    EXPECT_EQ(say({}, "x", std::string(16'385, 'x')), "invalid");
    EXPECT_EQ(say({}, "x", std::string(16'384, 'x')), "as ");
    const auto page = s->read([&](store::reading &r) { return list_comments(r, {}, o.number, 1, 2); }).value().first;
    ASSERT_EQ(page.size(), 2U);
    EXPECT_EQ(page[0].number, 2U);
    EXPECT_EQ(page[0].actor, "expert");
    EXPECT_TRUE(page[0].verified);
    EXPECT_FALSE(page[1].verified) << "the secret proves who opened the request, not whose name is stated";
    EXPECT_EQ(page[1].author, "Somebody");
    EXPECT_EQ(shown(o.number).request.comments, 5U);
    EXPECT_EQ(say({.who = &registrar}, "Somebody", "A token."), "known, as ");

    // The comments of earlier versions do not say it.
    const auto was = s->write(somebody, [&](writing &w) -> std::expected<int, problem> {
        const std::string rest = R"("text":"x","at":"2026-01-01T00:00:00Z"})";
        w.put("comment", "00000001/00008", R"({"number":8,"round":1,"author":"Expert",)" + rest, "comment");
        w.put("comment", "00000001/00009", R"({"number":9,"round":1,"author":"A","part":"expert",)" + rest, "comment");
        return 0;
    });
    ASSERT_TRUE(was);
    const auto old = s->read([&](store::reading &r) { return list_comments(r, {}, o.number, 7, 9); }).value().first;
    ASSERT_EQ(old.size(), 2U);
    EXPECT_FALSE(old[0].verified);
    EXPECT_TRUE(old[1].verified);
}

TEST_P(registration, lists_by_state_and_nid_without_drafts_of_others) {
    const opened a = approved_for("harbour");
    const opened b = open("quay");
    const opened c = open("harbour");
    EXPECT_EQ(after(c.number, request_action::submit, by_author(c.secret)), "submitted");
    const auto list = [&](const credentials &who, const request_filter &f, std::uint64_t from = 0,
                          std::size_t limit = 10) {
        const auto [found, last] = s->read([&](store::reading &r) { return list_requests(r, who, f, from, limit); });
        std::string numbers;
        for (const auto &v : found) numbers += std::to_string(v.request.number) + " ";
        return numbers + "then " + std::to_string(last);
    };
    EXPECT_EQ(list({}, {}), "1 3 then 0");
    EXPECT_EQ(list({.secret = b.secret}, {}), "1 2 3 then 0");
    EXPECT_EQ(list({.who = &expert}, {}), "1 2 3 then 0");
    EXPECT_EQ(list({}, {.state = submitted}), "3 then 0");
    EXPECT_EQ(list({}, {.nid = "HARBOUR"}), "1 3 then 0");
    EXPECT_EQ(list({}, {}, 0, 1), "1 then 1");
    EXPECT_EQ(list({}, {}, 1, 1), "3 then 3");
    EXPECT_EQ(list({}, {}, 3, 1), "then 0");
    EXPECT_EQ(a.number, 1U);
}

class registration_properties : public registration {};

// Any actions by anyone: the store's state is the table's, and what never may be is not there.
TEST_P(registration_properties, follows_the_table_whatever_is_tried) {
    const principal *const who[]{nullptr, &author, nullptr, &expert, &administrator};
    constexpr actor as[]{actor::anyone, actor::submitter, actor::unconfirmed, actor::expert, actor::administrator};
    const bool holds = rc::check([&] {
        const auto moves = *rc::gen::resize(
            40, rc::gen::container<std::vector<std::tuple<unsigned, unsigned, unsigned>>>(
                    rc::gen::tuple(rc::gen::inRange(0U, 2U), rc::gen::inRange(0U, 1000U), rc::gen::inRange(0U, 5U))));
        static std::atomic<int> nth = 0;
        const std::string nid = "harbour" + std::to_string(++nth);
        const opened both[]{open(nid), open(nid)};
        request_state at[]{draft, draft};
        track on[]{track::community, track::community};
        bool superseded[]{false, false};
        bool waits[]{false, false}; // a submission, to be accepted
        bool gone[]{false, false};  // withdrawn before it was submitted
        for (const auto &[which, choice, part] : moves) {
            const opened &o = both[which];
            const std::uint32_t possible = possible_actions(at[which], static_cast<actors>(as[part]), on[which]);
            std::vector<request_action> choices;
            for (unsigned a = 0; a <= static_cast<unsigned>(request_action::revise); ++a) {
                const auto action = static_cast<request_action>(a);
                if (action == request_action::open || action == request_action::edit ||
                    action == request_action::comment || action == request_action::supersede ||
                    action == request_action::revise) {
                    continue;
                }
                if (((possible >> a) & 1U) != 0 || choice % 4 == 0) choices.push_back(action);
            }
            if (choices.empty()) continue;
            const request_action action = choices[choice % choices.size()];
            const credentials a{
                .who = who[part],
                .secret = (static_cast<actors>(as[part]) & any_submitter) != 0 ? std::string_view(o.secret) : ""};
            const auto expected = next_state(at[which], action, static_cast<actors>(as[part]), on[which]);
            // Nobody has taken up the reason of who has the secret alone: the history has none of it.
            const bool silent = as[part] == actor::unconfirmed && action == request_action::withdraw;
            const auto result = act(
                o.number, action, a,
                {.text = silent ? "" : "reason", .reference = silent ? "" : "reference", .body = "Harbour Registry"});
            const bool may = expected && (!superseded[which] || action == request_action::withdraw) &&
                             (action != request_action::accept || waits[which]);
            RC_ASSERT(result.has_value() == may);
            if (!result) continue;
            at[which] = *expected;
            RC_ASSERT(result->view.request.state == at[which]);
            if (action == request_action::submit || action == request_action::accept) {
                waits[which] = as[part] == actor::unconfirmed;
            }
            RC_ASSERT(at[which] != received || (waits[which] && result->view.request.event == 0));
            gone[which] = at[which] == withdrawn && result->view.request.versions == 0;
            if (action == request_action::recognize) on[which] = track::fast;
            if (at[which] == registered && is_open(at[1 - which])) {
                at[1 - which] = returned;
                superseded[1 - which] = true;
            } else if (at[which] == registered && is_before_history(at[1 - which])) {
                superseded[1 - which] = true; // its NID already exists when it is submitted or accepted
            }
        }
        for (int i = 0; i < 2; ++i) {
            const auto found =
                s->read([&](store::reading &r) { return find_request(r, {.who = &administrator}, both[i].number); });
            RC_ASSERT(found.has_value() != gone[i]);
            if (found) RC_ASSERT(found->request.state == at[i]);
        }
        RC_ASSERT(!(at[0] == registered && at[1] == registered));
    });
    EXPECT_TRUE(holds);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

INSTANTIATE_ON_BOTH_STORES(registration);
INSTANTIATE_ON_BOTH_STORES(registration_properties);

} // namespace
