// The pages of the registration: a namespace from the draft to its registration in three roles, two editors of a draft,
// hostile texts, the typed confirmation.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/service/received_requests.hpp>
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
    // With the text of a field of the template.
    static form filled(std::string action, std::string_view field, const std::string &text) {
        form f = filled(std::move(action));
        for (auto &[name, value] : f) {
            if (name == field) value = text;
        }
        return f;
    }
    // A request that an expert has approved. Its number is `number`.
    void approve(const form &f, const std::string &number) {
        const std::string actions = "/registration/requests/" + number + "/actions";
        ASSERT_EQ(post(applicant, "/registration/new", f).value("Location"), "/registration/requests/" + number);
        ASSERT_EQ(post(expert, actions, {{"action", "review"}}).status, 303);
        ASSERT_EQ(post(expert, actions, {{"action", "approve"}}).status, 303);
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

// The form shows the findings of `uniform namespace check`.
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

// The members of a request have other names in the API: "title", "submitter", "fast_track".
TEST_F(registration_pages, a_member_that_is_refused_has_the_problem_at_its_field) {
    form f = filled("save");
    f.emplace_back("fast_track", "");
    struct row {
        std::string field;
        std::string value;
        std::string id;
    };
    const row rows[]{{"title", std::string(1001, 'a'), "title-error"},
                     {"submitter", std::string(201, 's'), "submitter-error"},
                     {"fast_track", std::string(1001, 'b'), "fast_track-error"}};
    for (const row &wrong : rows) {
        form sent = f;
        for (auto &[name, value] : sent) {
            if (name == wrong.field) value = wrong.value;
        }
        const auto r = post(applicant, "/registration/new", sent);
        EXPECT_EQ(r.status, 422) << wrong.field;
        for (const row &other : rows) {
            const std::string place = "<p class=\"error\" id=\"" + other.id + "\">";
            EXPECT_EQ(r.body.contains(place), other.id == wrong.id) << wrong.field << ": " << place;
        }
        EXPECT_THAT(r.body, AllOf(HasSubstr("name=\"" + wrong.field + "\" value=\"" + wrong.value + "\""),
                                  HasSubstr("name=\"key\" value=\"")));
    }
}

TEST_F(registration_pages, a_comment_that_is_refused_is_kept_in_its_form) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    const std::string comments = "/registration/requests/1/comments";
    auto r = post(applicant, comments, {{"author", ""}, {"text", "kept"}});
    EXPECT_EQ(r.status, 422);
    EXPECT_THAT(r.body, AllOf(HasSubstr("id=\"author-error\""), HasSubstr(">\nkept</textarea>"),
                              Not(HasSubstr("id=\"comment-error\""))));
    r = post(applicant, comments, {{"author", "A"}, {"text", " "}});
    EXPECT_EQ(r.status, 422);
    EXPECT_THAT(r.body, AllOf(HasSubstr("id=\"comment-error\""), HasSubstr("name=\"author\" value=\"A\""),
                              Not(HasSubstr("id=\"author-error\""))));
}

TEST_F(registration_pages, more_comments_are_on_the_next_page) {
    ASSERT_EQ(post(applicant, "/registration/new", filled("submit")).status, 303);
    for (int i = 1; i <= 101; ++i) {
        ASSERT_EQ(post(applicant, "/registration/requests/1/comments",
                       {{"author", "A"}, {"text", "Comment " + std::to_string(i) + "."}})
                      .status,
                  303);
    }
    EXPECT_THAT(get(applicant, "/registration/requests/1").body,
                AllOf(HasSubstr("<p class=\"lines\">Comment 100.</p>"), Not(HasSubstr("Comment 101.")),
                      HasSubstr("<a class=\"button\" href=\"/registration/requests/1?comments=100#comments\"")));
    EXPECT_THAT(get(applicant, "/registration/requests/1?comments=100").body,
                AllOf(HasSubstr("<p class=\"lines\">Comment 101.</p>"), Not(HasSubstr("Comment 100.")),
                      Not(HasSubstr("?comments="))));
}

// The rules of the names are those that the API shows as the member "rules" of a request.
TEST_F(registration_pages, the_rules_of_the_names) {
    const std::string examples =
        "\n\nFor example urn:harbour:abcde:1 or urn:harbour:!!no. Names that differ in the case "
        "of letters only are equivalent.";
    approve(filled("submit", "syntax", "nss = 5ALPHA \":\" 1*DIGIT" + examples), "1");
    EXPECT_THAT(get(applicant, "/registration/requests/1").body,
                AllOf(HasSubstr("<dd><code>^[A-Za-z]{5}:[0-9]+$</code></dd>"),
                      HasSubstr("<ul><li><code>urn:harbour:abcde:1</code></li>"
                                "<li><code>urn:harbour:!!no</code> <span class=\"error\">"),
                      Not(HasSubstr("Open: a person decides"))));
    ASSERT_EQ(
        post(administrator, "/registration/requests/1/actions", {{"action", "register"}, {"confirmation", "1"}}).status,
        303);
    for (const char *const name : {"urn:harbour:abcde:1", "urn:harbour:abcde:123"}) {
        ASSERT_EQ(
            call(administrator, "PUT", std::string{"/names/"} + name, R"({"locators":["https://a.example/"]})").status,
            201);
    }
    form f = filled("submit", "syntax", "nss = 5ALPHA \":\" 1*2DIGIT" + examples);
    f.emplace_back("revises", "harbour");
    for (auto &[name, value] : f) {
        if (name == "version") value = "2";
    }
    f.emplace_back("revision_information", "Shorter names.");
    ASSERT_EQ(post(administrator, "/registration/new", f).value("Location"), "/registration/requests/2");
    EXPECT_THAT(get(expert, "/registration/requests/2").body,
                HasSubstr(" (1)</dt><dd><ul><li><code>urn:harbour:abcde:123</code></li></ul></dd>"));
    EXPECT_THAT(get(applicant, "/registration/requests/2").body,
                AllOf(Not(HasSubstr("<code>urn:harbour:abcde:123</code>")),
                      HasSubstr("<dt>Revises</dt><dd><code>harbour</code></dd>")));
}

TEST_F(registration_pages, rules_that_are_open_are_settled_by_a_form) {
    approve(filled("submit", "syntax", "A name is a port and a berth, with a colon between them."), "1");
    const std::string actions = "/registration/requests/1/actions";
    EXPECT_EQ(post(administrator, actions, {{"action", "register"}, {"confirmation", "1"}}).status, 303);
    EXPECT_THAT(get(administrator, "/registration/requests/1").body,
                AllOf(HasSubstr("<h3>"), HasSubstr("id=\"settle-syntax\""), Not(HasSubstr("id=\"register-syntax\""))));
    const auto r =
        post(administrator, actions,
             {{"action", "settle"}, {"confirmation", "1"}, {"text", "As decided."}, {"equivalence", "none"}});
    EXPECT_EQ(r.status, 422);
    EXPECT_THAT(r.body,
                AllOf(HasSubstr("id=\"settle-syntax-error\""), HasSubstr(" name=\"equivalence\" value=\"none\""),
                      HasSubstr(">\nAs decided.</textarea>"), Not(HasSubstr("id=\"settle-text-error\""))));
    EXPECT_EQ(post(administrator, actions,
                   {{"action", "settle"}, {"confirmation", "1"}, {"text", "As decided."}, {"syntax", "none"}})
                  .status,
              303);
    EXPECT_THAT(get(applicant, "/registration/requests/1").body,
                AllOf(HasSubstr("<p class=\"lines\">As decided.</p>"),
                      HasSubstr("<a href=\"/namespaces/harbour?format=html\">urn:harbour</a>")));
}

TEST_F(registration_pages, show_to_experts_alone_what_waits_to_be_accepted) {
    const store::origin anyone{.who = "anyone", .from = "192.0.2.1"};
    const auto secret = service::make_request_secret();
    ASSERT_TRUE(s->write(anyone, [&](store::writing &w) {
        return service::submit_new_request(w, {}, {.document = std::string(test::complete)}, secret, "Please <b>.");
    }));
    EXPECT_THAT(get(expert, "/registration").body,
                AllOf(HasSubstr("/registration/requests/1"), HasSubstr("<span class=\"badge\">received</span>")));
    EXPECT_THAT(get(applicant, "/registration").body, Not(HasSubstr("/registration/requests/1")));
    EXPECT_EQ(get(applicant, "/registration/requests/1").status, 404);
    const std::string page = get(expert, "/registration/requests/1").body;
    EXPECT_THAT(page,
                AllOf(HasSubstr("id=\"received\""), HasSubstr("Please &lt;b&gt;."), HasSubstr("value=\"accept\"")));
    const std::string lead = "name=\"received\" value=\"";
    const auto at = page.find(lead);
    ASSERT_NE(at, std::string::npos);
    const std::string received = page.substr(at + lead.size(), page.find('"', at + lead.size()) - at - lead.size());
    const std::string actions = "/registration/requests/1/actions";
    EXPECT_EQ(post(applicant, actions, {{"action", "accept"}, {"received", received}}).status, 404);
    EXPECT_EQ(post(expert, actions, {{"action", "accept"}, {"received", "2020-01-01T00:00:00Z"}}).status, 412);
    EXPECT_EQ(post(expert, actions, {{"action", "accept"}, {"received", received}}).status, 303);
    EXPECT_THAT(get(applicant, "/registration/requests/1").body,
                AllOf(HasSubstr("Submission accepted"), Not(HasSubstr("id=\"received\""))));

    for (const char *const what : {"accept", "dismiss"}) {
        const auto another = service::make_request_secret();
        const auto said = s->write(anyone, [&](store::writing &w) {
            return service::receive_comment(w, {}, 1, "A reader", std::string{"To "} + what + ".", another);
        });
        ASSERT_TRUE(said);
        EXPECT_THAT(get(applicant, "/registration/requests/1").body, Not(HasSubstr(said->said.text)));
        EXPECT_THAT(get(expert, "/registration/requests/1").body, HasSubstr(said->said.text));
        for (const char *const other : {"", "delete", "Accept"}) {
            const form f{{"comment", said->id}, {"do", other}};
            EXPECT_EQ(post(expert, "/registration/requests/1/received", f).status, 422) << other;
        }
        const form f{{"comment", said->id}, {"do", what}};
        EXPECT_EQ(post(applicant, "/registration/requests/1/received", f).status, 403);
        EXPECT_EQ(post(expert, "/registration/requests/1/received", f).status, 303);
        EXPECT_EQ(post(expert, "/registration/requests/1/received", f).status, 404);
    }
    EXPECT_THAT(get(applicant, "/registration/requests/1").body,
                AllOf(HasSubstr("To accept."), Not(HasSubstr("To dismiss."))));
}

} // namespace
} // namespace uniform::http
