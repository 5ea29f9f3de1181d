// The pages of the registration: a namespace from the draft to its registration in three roles, two editors of a draft,
// hostile texts, the typed confirmation.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/registry/template.hpp>
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
    EXPECT_EQ(post(expert, "/registration/requests/1/actions", {{"action", "register"}}).status, 403);
    EXPECT_EQ(post(administrator, "/registration/requests/1/actions", {{"action", "register"}}).status, 303);
    EXPECT_THAT(get(applicant, "/registration/requests/1").body, HasSubstr("/registration/new?revises=1"));
    EXPECT_EQ(get(applicant, "/registration/new?revises=1").status, 200);
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
