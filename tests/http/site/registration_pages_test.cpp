// The pages of the registration: a namespace from the draft to its registration in three roles, two editors of a draft,
// hostile texts, the typed confirmation.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"
#include "registry/samples.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class registration_pages : public api_over_a_store {
protected:
    using form = std::vector<std::pair<std::string, std::string>>;
    const principal administrator{.id = "token:admin", .role = role::administrator};
    const principal expert{.id = "token:expert", .role = role::expert};
    const principal applicant{.id = "token:applicant", .role = role::reader};

    api_response get(const principal &who, const std::string &path) { return call(who, "GET", "/" + path); }
    api_response post(const principal &who, const std::string &path, const form &f) {
        std::string body;
        for (const auto &[name, value] : f) {
            (body += body.empty() ? "" : "&") += encode_query_data(name) + "=" + encode_query_data(value);
        }
        return call(who, "POST", "/" + path, body, {}, "application/x-www-form-urlencoded");
    }
    static form filled(std::string action) {
        const auto t = registry::read_template(test::complete);
        form f{{"title", "Harbours"}, {"submitter", "A"}, {"do", std::move(action)}};
        for (const auto &e : t->entries) f.emplace_back(to_string(*e.id), e.text);
        return f;
    }
};

TEST_F(registration_pages, from_a_draft_to_a_namespace) {
    auto r = post(applicant, "/registration/new", filled("check"));
    EXPECT_EQ(r.status, 200) << r.body;
    EXPECT_THAT(r.body, HasSubstr("href=\"/language/de?to=/registration/new\"")) << "not to the list of requests";
    r = post(applicant, "/registration/new", filled("save"));
    ASSERT_EQ(r.status, 303) << r.body;
    EXPECT_EQ(r.value("Location"), "/registration/requests/1");
    EXPECT_THAT(get(applicant, "/registration").body, HasSubstr("/registration/requests/1"));
    EXPECT_THAT(get(applicant, "/registration/requests/1").body, HasSubstr("/registration/requests/1/edit"));
    const std::string base =
        s->read([&](store::reading &q) { return service::current_template(q, {.who = &applicant}, 1).value(); });
    form f = filled("submit");
    f.emplace_back("base", base);
    ASSERT_EQ(post(applicant, "/registration/requests/1/edit", f).status, 303);

    EXPECT_THAT(get(applicant, "/registration/requests/1").body, Not(HasSubstr("value=\"approve\"")));
    EXPECT_EQ(post(applicant, "/registration/requests/1/actions", {{"action", "review"}}).status, 403);
    EXPECT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "review"}}).status, 303);
    EXPECT_THAT(
        get(expert, "/registration/requests/1").body,
        AllOf(HasSubstr("id=\"checklist\""), HasSubstr("value=\"approve\""), Not(HasSubstr("value=\"register\""))));
    EXPECT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "approve"}}).status, 303);
    const form confirmed{{"action", "register"}, {"confirmation", "1"}};
    EXPECT_EQ(post(expert, "/registration/requests/1/actions", confirmed).status, 403);
    EXPECT_EQ(post(administrator, "/registration/requests/1/actions", {{"action", "register"}}).status, 422);
    EXPECT_EQ(post(administrator, "/registration/requests/1/actions", confirmed).status, 303);
    EXPECT_THAT(get(applicant, "/registration/requests/1").body, HasSubstr("/registration/new?revises=1"));
    EXPECT_EQ(get(applicant, "/registration/new?revises=1").status, 200);
}

// From a declined request nothing leads back: its number is typed to confirm.
// A double click, or a page that is reloaded.
TEST_F(registration_pages, a_form_that_is_sent_twice_makes_one_request) {
    EXPECT_THAT(get(applicant, "/registration/new").body, HasSubstr("name=\"key\" value=\""));
    form f = filled("save");
    f.emplace_back("key", "0123456789abcdef");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(post(applicant, "/registration/new", f).value("Location"), "/registration/requests/1");
    }
    f = filled("submit");
    f.emplace_back("key", "123456789abcdef0");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(post(applicant, "/registration/new", f).value("Location"), "/registration/requests/2");
    }
    const form comment{{"key", "k1"}, {"author", "A"}, {"text", "Said once."}};
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(post(applicant, "/registration/requests/2/comments", comment).status, 303);
    }
    const std::string page = get(applicant, "/registration/requests/2").body;
    EXPECT_EQ(page.find("Said once."), page.rfind("Said once."));
}

// The form of a revision is checked as its submission is.
TEST_F(registration_pages, a_revision_is_checked_against_what_is_registered) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    for (const auto &[who, action] : {std::pair{&expert, "review"}, std::pair{&expert, "approve"}}) {
        ASSERT_EQ(post(*who, "/registration/requests/1/actions", {{"action", action}}).status, 303) << action;
    }
    ASSERT_EQ(
        post(administrator, "/registration/requests/1/actions", {{"action", "register"}, {"confirmation", "1"}}).status,
        303);
    const std::string page = get(applicant, "/registration/new?revises=1").body;
    const auto at = page.find("name=\"revises\" value=\"") + 22;
    const std::string nid = page.substr(at, page.find('"', at) - at);
    const auto sent = [&](const char *action, const char *field, const char *value) {
        form f = filled(action);
        f.emplace_back("revises", nid);
        for (auto &[name, text] : f) {
            if (name == "version") text = "2";
            if (name == "revision_information") text = "More.";
            if (name == field) text = value;
        }
        return post(applicant, "/registration/new", f).body;
    };
    const auto remark_at = [](const std::string &body, const std::string &field) {
        const auto begin = body.find("<div id=\"" + field + "-found\"");
        return body.substr(begin, body.find("</div>", begin) - begin);
    };
    for (const char *const action : {"check", "submit"}) {
        EXPECT_THAT(remark_at(sent(action, "namespace_identifier", "another"), "namespace_identifier"),
                    HasSubstr("its NID cannot change"))
            << action;
        EXPECT_THAT(remark_at(sent(action, "version", "5"), "version"), HasSubstr("<li")) << action;
    }
}

TEST_F(registration_pages, decline_what_is_confirmed) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    ASSERT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "review"}}).status, 303);
    form f{{"action", "decline"}, {"text", "It exists."}, {"confirmation", "2"}};
    EXPECT_THAT(post(expert, "/registration/requests/1/actions", f).body,
                AllOf(HasSubstr("id=\"review-confirmation-error\""), HasSubstr("It exists.")));
    f.back().second = "1";
    EXPECT_EQ(post(expert, "/registration/requests/1/actions", f).status, 303);
    EXPECT_THAT(get(expert, "/registration/requests/1").body, Not(HasSubstr("id=\"checklist\"")));
}

// Anybody reads what was submitted, and does not act; a draft stays hidden.
TEST_F(registration_pages, are_read_without_a_token) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("save")).status, 303);
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    const principal other{.id = "token:other", .role = role::reader};
    EXPECT_EQ(get(other, "/registration/requests/1").status, 404);
    const auto page = get(other, "/registration/requests/2").body;
    EXPECT_THAT(page, AllOf(HasSubstr("id=\"versions\""), HasSubstr("requests.atom?request=2"),
                            Not(HasSubstr("name=\"action\"")), Not(HasSubstr("/requests/2/edit"))));
    EXPECT_THAT(get(other, "/registration").body,
                AllOf(HasSubstr("id=\"news\""), HasSubstr("<strong>Submitted</strong>")));
}

// RFC 8141 6.2 (3): the reason of a decision has what the expert remarked on the sections.
TEST_F(registration_pages, a_review_with_the_checklist) {
    form wrong = filled("submit");
    for (auto &[name, value] : wrong) {
        if (name == "security_and_privacy") value = "Ships are safe."; // a note: no mention of privacy
    }
    ASSERT_EQ(post(applicant, "/registration/new", wrong).status, 303);
    ASSERT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "review"}}).status, 303);
    const auto page = get(expert, "/registration/requests/1").body;
    EXPECT_THAT(page, AllOf(HasSubstr("name=\"verdict.purpose\""), HasSubstr("name=\"note.syntax\""),
                            HasSubstr("id=\"security_and_privacy-found\"")));
    // Without a reason: at its field, and nothing is lost.
    const auto refused = post(expert, "/registration/requests/1/actions",
                              {{"action", "report"}, {"note.purpose", "For whom?"}, {"text", ""}});
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("id=\"review-reference-error\""), HasSubstr("value=\"For whom?\"")));
    // A request of which a section is to be changed is not approved.
    const auto approved = post(expert, "/registration/requests/1/actions",
                               {{"action", "approve"}, {"verdict.syntax", "change"}, {"note.syntax", "kept"}});
    EXPECT_EQ(approved.status, 422);
    EXPECT_THAT(approved.body, AllOf(HasSubstr("id=\"syntax-error\""), HasSubstr("value=\"kept\"")));
    ASSERT_EQ(call(expert, "POST", "//registration/requests/1/actions",
                   "action=return&verdict.purpose=fine&verdict.syntax=change&note.syntax=the+grammar+is+not+regular&"
                   "verdict.version=open&text=Nearly+there.",
                   {{"Accept-Language", "de"}}, "application/x-www-form-urlencoded")
                  .status,
              303);
    EXPECT_THAT(
        get(applicant, "/registration/requests/1").body,
        HasSubstr("Nearly there.\n\n- Purpose (6.4.1): in order\n- Syntax (6.4.2): to be changed: the grammar is "
                  "not regular</p>"));
}

// What the form shows is what `uniform namespace check` finds.
TEST_F(registration_pages, a_check_shows_each_finding_at_its_field) {
    form f = filled("check");
    for (auto &[name, value] : f) {
        if (name == "namespace_identifier") value = "x-1";
        if (name == "date") value = "yesterday";
    }
    const auto r = post(applicant, "/registration/new", f);
    EXPECT_EQ(r.status, 200);
    EXPECT_THAT(r.value("Content-Security-Policy"), AllOf(HasSubstr("script-src 'self'"), Not(HasSubstr("wasm"))));
    for (const auto *const field : {"namespace_identifier", "date"}) {
        const std::string id = std::string{"id=\""} + field + "-found\"";
        const auto at = r.body.find(id);
        ASSERT_NE(at, std::string::npos) << field;
        EXPECT_THAT(r.body.substr(at, r.body.find("</div>", at) - at), HasSubstr("<li class=\"error\">")) << field;
    }
    registry::namespace_template t;
    for (const auto &[name, value] : f) {
        if (const auto id = registry::field_from_name(name)) t.set(*id, value);
    }
    std::size_t shown = 0;
    for (const auto &one : registry::check_template(t)) {
        std::string message;
        for (const char c : one.message) message += c == '"' ? "&quot;" : c == '<' ? "&lt;" : std::string(1, c);
        shown += r.body.contains(message) ? 1 : 0;
    }
    EXPECT_EQ(shown, registry::check_template(t).size());
    EXPECT_GT(shown, 1U);
}

TEST_F(registration_pages, the_changes_of_each_version) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    ASSERT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "review"}}).status, 303);
    ASSERT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "return"}, {"text", "Say more"}}).status,
              303);
    const std::string base =
        s->read([&](store::reading &q) { return service::current_template(q, {.who = &applicant}, 1).value(); });
    form f = filled("submit");
    f.emplace_back("base", base);
    for (auto &[name, value] : f) {
        if (name == "purpose") value += "\nAnd for pilots.";
    }
    ASSERT_EQ(post(applicant, "/registration/requests/1/edit", f).status, 303);
    EXPECT_THAT(get(applicant, "/registration/requests/1").body, HasSubstr("<ins>And for pilots.</ins>"));
}

TEST_F(registration_pages, a_draft_that_changed_is_shown_beside_what_was_typed) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("save")).status, 303);
    form f = filled("save");
    f.emplace_back("base", "of another time");
    f.emplace(f.begin(), "additional_information", "typed here");
    const auto r = post(applicant, "/registration/requests/1/edit", f);
    EXPECT_EQ(r.status, 412);
    EXPECT_THAT(r.body, AllOf(HasSubstr("id=\"saved\""), HasSubstr("typed here")));
}

TEST_F(registration_pages, hostile_texts_are_escaped_and_withdrawing_is_typed) {
    const std::string hostile = "\"'><script>alert(1)</script>";
    form f = filled("submit");
    f[0].second = hostile;
    f[1].second = hostile;
    for (auto &[name, value] : f) {
        if (name == "purpose") value += "\n" + hostile;
    }
    ASSERT_EQ(post(applicant, "/registration/new", f).status, 303);
    EXPECT_EQ(post(expert, "/registration/requests/1/comments", {{"author", hostile}, {"text", hostile}}).status, 303);
    for (const char *page : {"/registration", "/registration/requests/1", "/registration/new?revises=1"}) {
        EXPECT_THAT(get(applicant, page).body, AllOf(HasSubstr("&lt;script&gt;"), Not(HasSubstr("<script>")))) << page;
    }
    EXPECT_EQ(post(applicant, "/registration/requests/1/actions", {{"action", "withdraw-request"}}).status, 422);
    EXPECT_EQ(
        post(applicant, "/registration/requests/1/actions", {{"action", "withdraw-request"}, {"confirmation", "1"}})
            .status,
        303);
}

} // namespace
} // namespace uniform::http
