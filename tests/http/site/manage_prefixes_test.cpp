// The pages of prefixes: delegations, registrars and transfers, what each side may do, conflicts.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"
#include "http/site/manage_fixture.hpp"

namespace uniform::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(managing, delegates_and_transfers) {
    EXPECT_EQ(
        post("/manage/delegation", {{"prefix", "example:arc-"}, {"registrar", "archive"}, {"method", "none"}}, manager)
            .status,
        303);
    EXPECT_THAT(get("/manage/prefixes").body, AllOf(HasSubstr("urn:example:arc-"), HasSubstr("urn:example:lib-")));
    EXPECT_EQ(post("/manage/delegation", {{"prefix", "example:bad-"}, {"registrar", "nobody"}}, manager).status, 422);
    EXPECT_THAT(post("/manage/delegation", {{"prefix", "example:bad-"}, {"hosts", "not a host"}}, manager).body,
                HasSubstr("hostse"));
    EXPECT_EQ(post("/manage/transfers", {{"prefix", "example:lib-"}, {"to", "archive"}, {"note", "moves"}}).status,
              303);
    const auto t =
        s->read([](store::reading &r) { return service::list_transfers(r, admin, std::nullopt, {}, 10).first.at(0); });
    const std::string decide = "/manage/transfers/" + encode_segment(t.id);
    const principal archive{
        .id = "local:archive", .role = role::registrar, .registrar = "archive", .prefixes = {"example:arc-"}};
    EXPECT_THAT(get("/manage/transfers", admin).body, HasSubstr("moves"));
    EXPECT_EQ(post(decide, {{"decision", "nonsense"}}, admin).status, 422);
    EXPECT_EQ(post(decide, {{"decision", "accept"}}, registrar).status, 403);
    EXPECT_EQ(post(decide, {{"decision", "accept"}}, admin).status, 303);
    EXPECT_THAT(get("/manage/delegation?prefix=example:lib-").body, HasSubstr("archive"));
    EXPECT_EQ(post("/manage/delegation/end", {{"prefix", "example:arc-"}, {"version", "1"}}, manager).status, 422);
    EXPECT_EQ(post("/manage/delegation/end",
                   {{"prefix", "example:arc-"}, {"version", "1"}, {"confirmation", "urn:example:arc-"}}, manager)
                  .status,
              303);
}

// The change of a delegation by another user is shown before it is replaced.
TEST_F(managing, two_users_change_the_same_delegation) {
    const form full{{"prefix", "example:pol-"}, {"registrar", "library"}, {"naming", "[0-9]+"},
                    {"hosts", "a.example"},     {"method", "sequential"}, {"pattern", "zd"}};
    ASSERT_EQ(post("/manage/delegation", full, manager).status, 303);
    // Sent twice, as by a double click: nothing is lost, and nothing is new.
    EXPECT_EQ(post("/manage/delegation", full, manager).status, 303);
    EXPECT_EQ(delegation("example:pol-").version, 1U);
    // The form of another prefix, in which this one was typed, has no version.
    const auto unseen =
        post("/manage/delegation", {{"prefix", "EXAMPLE:pol-"}, {"registrar", "archive"}, {"method", "none"}}, admin);
    EXPECT_EQ(unseen.status, 409);
    EXPECT_EQ(delegation("example:pol-").delegation.naming, "[0-9]+");
    EXPECT_THAT(unseen.body, AllOf(HasSubstr("name=\"version\" value=\"1\""), HasSubstr("[0-9]+"),
                                   HasSubstr("a.example"), HasSubstr("local:manager"),
                                   HasSubstr("<option value=\"archive\" selected>"), HasSubstr("in sequence")));
    // A version that is not the present one.
    form first = full;
    first.emplace_back("version", "1");
    first[2].second = "[0-9a-z]+";
    EXPECT_EQ(post("/manage/delegation", first, manager).status, 303);
    form second = full;
    second.emplace_back("version", "1");
    second[3].second = "b.example";
    const auto stale = post("/manage/delegation", second, manager);
    EXPECT_EQ(stale.status, 409);
    EXPECT_THAT(stale.body, AllOf(HasSubstr("[0-9a-z]+"), HasSubstr("b.example"), HasSubstr("version\" value=\"2\"")));
    EXPECT_EQ(delegation("example:pol-").version, 2U);
    // A form that is refused for another reason is still about the version that was shown.
    second[2].second = "[";
    EXPECT_THAT(post("/manage/delegation", second, manager).body,
                AllOf(HasSubstr("naminge"), HasSubstr("name=\"version\" value=\"1\"")));
    EXPECT_THAT(post("/manage/delegation", {{"prefix", "example:pol-"}, {"naming", "["}}, manager).body,
                AllOf(HasSubstr("naminge"), Not(HasSubstr("name=\"version\""))));
    // One that has ended is not seen either.
    ASSERT_EQ(post("/manage/delegation/end",
                   {{"prefix", "example:pol-"}, {"version", "2"}, {"confirmation", "urn:example:pol-"}}, manager)
                  .status,
              303);
    EXPECT_EQ(post("/manage/delegation", first, manager).status, 409);
    EXPECT_EQ(delegation("example:pol-").delegation.state, resolver::delegation_state::ended);
}

// The registrar of a delegation is among the choices, however many there are; those that have ended are not.
TEST_F(managing, saving_a_delegation_keeps_its_registrar) {
    const auto page = [&] { return get("/manage/delegation?prefix=example:lib-", manager).body; };
    EXPECT_THAT(page(), HasSubstr("<option value=\"library\" selected>"));
    write([](store::writing &w) {
        EXPECT_TRUE(service::add_registrar(w, admin, {.id = "former", .name = "Former"}));
        EXPECT_TRUE(service::end_registrar(w, admin, "former"));
        w.put("delegation", "example:old-",
              to_json(resolver::delegation{
                  .prefix = "example:old-", .state = resolver::delegation_state::ended, .registrar = "former"}),
              "put");
    });
    EXPECT_THAT(page(), Not(HasSubstr("\"former\"")));
    EXPECT_THAT(get("/manage/delegation?prefix=example:old-", manager).body,
                HasSubstr("<option value=\"former\" selected>"));
    write([](store::writing &w) {
        for (int i = 0; i < 1001; ++i) {
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "a" + std::to_string(i), .name = "A"}));
        }
    });
    EXPECT_THAT(page(), AllOf(HasSubstr("name=\"registrar\" value=\"library\""), HasSubstr("<datalist"),
                              HasSubstr("<option value=\"a0\""), Not(HasSubstr("\"former\""))));
}

// Registrars are added, changed and ended, by the rules of the API.
TEST_F(managing, registrars) {
    EXPECT_THAT(get("/manage/registrars", reader).body, Not(HasSubstr("name=\"id\"")));
    EXPECT_THAT(get("/manage/registrars").body,
                AllOf(HasSubstr("/manage/registrars/library"), Not(HasSubstr("name=\"id\""))))
        << "managers add them";
    EXPECT_THAT(get("/manage/registrars", manager).body, HasSubstr("name=\"id\""));
    const form f{{"key", "k1"}, {"id", "museum"}, {"name", "The Museum"}, {"contact", "a@b.example\nroom 7"}};
    for (int i = 0; i < 2; ++i) { // sent twice: added once
        EXPECT_EQ(post("/manage/registrars", f, manager).value("Location"), "/manage/registrars/museum?done=added");
    }
    EXPECT_EQ(post("/manage/registrars", f, registrar).status, 403);
    struct row {
        form fields;
        int status;
        const char *error;
    };
    for (const row &r :
         {row{{{"id", "museum"}, {"name", "Again"}}, 409, "ide"}, row{{{"id", "A B"}, {"name", "Again"}}, 422, "ide"},
          row{{{"id", "x"}, {"name", ""}}, 422, "namee"},
          row{{{"id", "x"}, {"name", "Again"}, {"public_contact", "a\nb"}}, 422, "public_contacte"}}) {
        const auto page = post("/manage/registrars", r.fields, manager);
        EXPECT_EQ(page.status, r.status) << r.error;
        EXPECT_THAT(page.body, AllOf(HasSubstr("<p class=\"error\" id=\"" + std::string{r.error}),
                                     Not(HasSubstr("/manage/names/The"))))
            << r.error;
        EXPECT_THAT(page.body, HasSubstr("value=\"" + r.fields[0].second + "\"")) << "what was typed";
    }
    const std::string at_museum = "/manage/registrars/museum";
    EXPECT_THAT(get(at_museum, manager).body,
                AllOf(HasSubstr("a@b.example"), HasSubstr("name=\"version\" value=\"1\""), HasSubstr("confirmation")));
    EXPECT_THAT(get(at_museum).body, AllOf(Not(HasSubstr("name=\"version\"")), HasSubstr("a@b.example")));
    EXPECT_EQ(post(at_museum, {{"version", "1"}, {"name", "Mine"}}, registrar).status, 403);
    EXPECT_EQ(get("/manage/registrars/nobody", manager).status, 404);
    // Two users.
    EXPECT_EQ(post(at_museum, {{"version", "1"}, {"name", "First"}}, manager).status, 303);
    const auto second = post(at_museum, {{"version", "1"}, {"name", "Second"}}, admin);
    EXPECT_EQ(second.status, 409);
    EXPECT_THAT(second.body, AllOf(HasSubstr("First"), HasSubstr("value=\"Second\""), HasSubstr("local:manager"),
                                   HasSubstr("name=\"version\" value=\"2\"")));
    EXPECT_EQ(post(at_museum, {{"version", "1"}, {"name", "First"}}, admin).status, 303) << "the same change";
    // One that has prefixes does not end.
    ASSERT_EQ(post("/manage/delegation", {{"prefix", "example:reg-"}, {"registrar", "library"}}, manager).status, 303);
    EXPECT_THAT(get("/manage/registrars/library", admin).body,
                AllOf(HasSubstr("urn:example:reg-"), Not(HasSubstr("confirmation"))));
    EXPECT_EQ(post("/manage/registrars/library/end", {{"confirmation", "library"}}, admin).status, 409);
    EXPECT_EQ(post(at_museum + "/end", {{"version", "2"}, {"confirmation", "Museum"}}, manager).status, 422);
    EXPECT_EQ(post(at_museum + "/end", {{"version", "2"}, {"confirmation", "museum "}}, manager).status, 303);
    EXPECT_THAT(get(at_museum + "?done=ended", manager).body,
                AllOf(HasSubstr("has ended"), Not(HasSubstr("name=\"version\""))));
}

// The buttons are those that work for the reader; a refused decision keeps the answer that was typed.
TEST_F(managing, transfers_offer_what_each_side_may_decide) {
    const principal archive{.id = "local:archive", .role = role::registrar, .registrar = "archive", .prefixes = {}};
    for (int i = 0; i < 2; ++i) { // sent twice: requested once
        const form request{{"prefix", "example:lib-"}, {"to", "archive"}, {"key", "k1"}};
        ASSERT_EQ(post("/manage/transfers", request).status, 303);
    }
    const auto button = [](const char *decision) { return "value=\"" + std::string{decision} + "\""; };
    EXPECT_THAT(get("/manage/transfers").body, AllOf(Not(HasSubstr(button("accept"))), Not(HasSubstr(button("refuse"))),
                                                     HasSubstr(button("withdraw"))));
    EXPECT_THAT(get("/manage/transfers", manager).body,
                AllOf(Not(HasSubstr(button("accept"))), HasSubstr(button("refuse")), HasSubstr(button("withdraw"))));
    EXPECT_THAT(get("/manage/transfers", admin).body, HasSubstr("<button name=\"decision\" " + button("accept")));
    EXPECT_THAT(get("/manage/transfers", admin).body,
                AllOf(HasSubstr("<select id=\"to\""), HasSubstr("<option value=\"archive\">The Archive (archive)")));
    const auto t =
        s->read([](store::reading &r) { return service::list_transfers(r, admin, std::nullopt, {}, 10).first.at(0); });
    const auto refused =
        post("/manage/transfers/" + encode_segment(t.id), {{"decision", "accept"}, {"answer", "typed words"}});
    EXPECT_EQ(refused.status, 403);
    EXPECT_THAT(refused.body, HasSubstr("name=\"answer\" value=\"typed words\""));
    // A registrar whose token is known, and may act for all of it.
    const auto made = s->write({.who = "test", .from = "test"}, [&](store::writing &w) {
        return service::create_token(w, admin, {.role = role::registrar, .registrar = "archive"},
                                     service::make_token_secret());
    });
    ASSERT_TRUE(made) << made.error().detail;
    principal whole = archive;
    whole.id = "token:" + made->id;
    EXPECT_THAT(get("/manage/transfers", whole).body,
                AllOf(HasSubstr("<button name=\"decision\" " + button("accept")), HasSubstr(button("refuse")),
                      Not(HasSubstr(button("withdraw")))));
}

} // namespace
} // namespace uniform::http
