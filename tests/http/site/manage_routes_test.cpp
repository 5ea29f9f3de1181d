// The pages of the name management: what each role may do, conflicts, typed confirmations, hostile metadata.

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"
#include "http/site/manage_fixture.hpp"

namespace uniform::http {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST_F(managing, roles) {
    for (const char *const page :
         {"/manage/names", "/manage/assign", "/manage/mint", "/manage/reserve", "/manage/lists", "/manage/transfers"}) {
        EXPECT_EQ(get(page).status, 200) << page;
        EXPECT_EQ(get(page, manager).status, 200) << page;
        EXPECT_EQ(get(page, admin).status, 200) << page;
        EXPECT_EQ(get(page, reader).status, 403) << page;
    }
    // The API tells these to anyone. Their links lead to no page that is refused.
    for (const char *const page :
         {"/manage/prefixes", "/manage/delegation?prefix=example:lib-", "/manage/registrars",
          "/manage/registrars/library", "/manage/namespaces", "/manage/namespace?nid=example"}) {
        EXPECT_THAT(get(page).body, HasSubstr("/manage/names")) << page;
        const auto r = get(page, reader);
        EXPECT_EQ(r.status, 200) << page;
        EXPECT_THAT(r.body, Not(ContainsRegex("/manage/(names[\"?/]|mint)"))) << page;
    }
    EXPECT_EQ(post("/manage/registrars/library", {{"name", "L"}}, reader).status, 403);
    EXPECT_EQ(post("/manage/assign", {{"name", "urn:example:lib-1"}}, reader).status, 403);
    EXPECT_EQ(post("/manage/assign", {{"name", "urn:example:lib-1"}}, other).status, 403);
    EXPECT_EQ(post("/manage/delegation", {{"prefix", "example:x-"}}, registrar).status, 403);
    EXPECT_EQ(get("/manage").status, 303);
}

TEST_F(managing, says_in_german_what_is_wrong) {
    const auto assigned = [&](const form &f) {
        return call(registrar, "POST", "//manage/assign", encoded(f), {{"Accept-Language", "de"}},
                    "application/x-www-form-urlencoded");
    };
    const form weight{
        {"name", "urn:example:lib-1"}, {"locator.0.url", "https://a.example/"}, {"locator.0.weight", "heavy"}};
    const auto heavy = assigned(weight);
    EXPECT_EQ(heavy.status, 422);
    EXPECT_THAT(heavy.body, AllOf(HasSubstr("<h2>Ungültiger Wert</h2>"),
                                  HasSubstr("„Gewicht“ einer Adresse muss eine ganze Zahl von 0 bis 1000000 sein.")));
    EXPECT_THAT(assigned({{"name", "urn:example:lib-1"}, {"locator.0.url", "javascript:alert(1)"}}).body,
                HasSubstr("Das Schema „javascript“ ist nicht registriert."));
    EXPECT_THAT(assigned({{"name", "urn:example:lib 1"}}).body, HasSubstr("Ein Leerzeichen ist hier nicht erlaubt."));
    EXPECT_THAT(post("/manage/assign", weight).body, HasSubstr("&quot;Weight&quot; of a locator must be"));
}

TEST_F(managing, assigns_changes_and_withdraws) {
    const auto made = post("/manage/assign", {{"name", "urn:example:lib-1"},
                                              {"locator.0.url", "https://a.example/1"},
                                              {"locator.0.weight", "3"},
                                              {"metadata.title", "A lake"},
                                              {"metadata", R"({"subject":["lakes","forests"]})"}});
    ASSERT_EQ(made.status, 303) << made.body;
    auto n = name("urn:example:lib-1");
    EXPECT_EQ(n.record.locators.front().weight, 3U);
    EXPECT_EQ(n.record.metadata.value().string_of("title"), "A lake");
    EXPECT_EQ(n.record.registrar, "library");
    const auto page = get(at("urn:example:lib-1"));
    EXPECT_THAT(page.body, AllOf(HasSubstr("https://a.example/1"), HasSubstr("value=\"A lake\""), HasSubstr("lakes")));
    // The problem stands at the field, and the typed text stays.
    const auto wrong =
        post(at("urn:example:lib-1"), {{"version", "1"}, {"locator.0.url", "no url"}, {"metadata.title", "B"}});
    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(wrong.body, AllOf(HasSubstr("aria-invalid"), HasSubstr("no url"), HasSubstr("value=\"B\"")));
    EXPECT_EQ(post(at("urn:example:lib-1"), {{"version", "1"}, {"metadata", "[1"}}).status, 422);
    EXPECT_EQ(post(at("urn:example:lib-1"), {{"version", "1"}, {"locator.0.url", "https://a.example/2"}}).status, 303);
    n = name("urn:example:lib-1");
    EXPECT_EQ(n.record.locators.front().url, "https://a.example/2");
    EXPECT_TRUE(n.record.metadata.empty());
    // The earlier version can be restored.
    const auto earlier = get(at("urn:example:lib-1") + "?from=" + std::to_string(n.event - 1));
    EXPECT_THAT(earlier.body, HasSubstr("value=\"A lake\""));
    EXPECT_EQ(post("/manage/assign", {{"name", "urn:example:lib-1"}}).status, 409);
    EXPECT_EQ(post("/manage/assign", {{"name", "urn:nothing"}}).status, 400);

    const std::string withdraw = at("urn:example:lib-1") + "/withdraw";
    EXPECT_EQ(get(withdraw).status, 200);
    EXPECT_EQ(post(withdraw, {{"reason", "gone"}, {"version", "2"}}).status, 422);
    EXPECT_EQ(post(withdraw, {{"reason", "gone"}, {"confirmation", "urn:example:lib-2"}}).status, 422);
    EXPECT_EQ(name("urn:example:lib-1").record.state, resolver::name_state::active);
    EXPECT_EQ(post(withdraw, {{"reason", "gone"}, {"confirmation", "urn:example:lib-1"}, {"version", "2"}}).status,
              303);
    EXPECT_EQ(name("urn:example:lib-1").record.state, resolver::name_state::withdrawn);
    EXPECT_EQ(get(withdraw).status, 303);
    EXPECT_THAT(get(at("urn:example:lib-1")).body, HasSubstr("gone"));
    // The namespace does not permit to revert it.
    EXPECT_EQ(post(at("urn:example:lib-1") + "/reinstate", {}, manager).status, 409);
}

// Each problem stands at its field.
TEST_F(managing, problems_at_their_fields) {
    struct row {
        const char *path;
        form fields;
        const char *error;
    };
    const auto locator = [](const char *part, const char *value) {
        return form{{"name", "urn:example:lib-1"},
                    {"locator.0.url", "https://a.example/0"},
                    {"locator.3.url", "https://a.example/3"},
                    {std::string{"locator.3."} + part, value}};
    };
    form never = locator("valid_from", "2026-02-01");
    never.emplace_back("locator.3.valid_until", "2026-01-01");
    const std::vector<row> rows{
        {"assign", {{"name", "urn:example:lib-1"}, {"locator.0.url", "no url"}}, "l0ue"},
        {"assign", {{"name", "urn:example:lib-1"}, {"locator.0.weight", "2"}}, "l0ue"},
        {"assign", locator("media_type", "text"), "l1me"},
        {"assign", locator("language", "_"), "l1le"},
        {"assign", locator("country", "Finland"), "l1ce"},
        {"assign", locator("weight", "many"), "l1we"},
        {"assign", locator("valid_from", "tomorrow"), "l1fe"},
        {"assign", locator("valid_until", "tomorrow"), "l1te"},
        {"assign", never, "l1te"},
        {"mint", {{"prefix", "example:lib-"}, {"count", "0"}}, "counte"},
        {"mint", {{"prefix", "example:lib-"}, {"count", "many"}}, "counte"},
        {"mint", {{"prefix", "example:lib-"}, {"count", "1001"}}, "counte"},
        {"reserve", {{"prefix", "example:lib-"}, {"count", "10001"}}, "counte"},
        {"reserve", {{"names", "urn:example:lib-1\nurn:"}}, "namese"},
        {"transfers", {{"prefix", "example:lib-"}, {"to", "nobody"}}, "toe"},
        {"transfers", {{"prefix", "example:lib-"}, {"to", ""}}, "toe"},
        {"transfers", {{"prefix", ""}, {"to", "archive"}}, "prefixe"},
        {"transfers", {{"prefix", "example:free-"}, {"to", "archive"}}, "prefixe"},
        {"transfers", {{"prefix", "example:lib-"}, {"to", "archive"}, {"note", std::string(2001, 'x')}}, "notee"},
    };
    for (const row &r : rows) {
        const auto page = post(std::string{"/manage/"} + r.path, r.fields);
        EXPECT_GE(page.status, 400) << r.error;
        EXPECT_THAT(page.body, HasSubstr(std::string{"<p class=\"error\" id=\""} + r.error + "\">")) << r.path;
        EXPECT_THAT(page.body, HasSubstr(std::string{r.error} + "\">")) << r.path << ": aria-describedby";
        const auto first = page.body.find("class=\"error\"");
        EXPECT_EQ(page.body.find("class=\"error\"", first + 1), std::string::npos) << r.error << ": one field";
    }
}

// A page that answers a form leads, in the other language, to the form.
TEST_F(managing, another_language_leads_to_the_form) {
    assign("urn:example:lib-1", "https://a.example/1");
    const std::string one = at("urn:example:lib-1");
    const std::vector<std::pair<std::string, std::string>> rows{
        {"/manage/assign", "/manage/assign"},   {"/manage/mint", "/manage/mint"},
        {"/manage/reserve", "/manage/reserve"}, {"/manage/transfers", "/manage/transfers"},
        {"/manage/several", "/manage/names"},   {one, one},
        {one + "/withdraw", one + "/withdraw"}};
    for (const auto &[path, form_at] : rows) {
        const auto page = post(path, {{"locator.0.url", "no url"}});
        EXPECT_GE(page.status, 400) << path;
        EXPECT_THAT(page.body, HasSubstr("href=\"/language/de?to=" + encode_query_data(form_at) + "\"")) << path;
    }
}

// An IRI stands for a URI (RFC 3987 3.1), which is offered; where a locator is wrong is shown.
TEST_F(managing, offers_the_uri_of_an_iri) {
    struct row {
        const char *url;
        const char *position;
        const char *repaired; ///< empty: there is none
    };
    const row rows[]{
        {"https://münchen.example/ä",
         "The error is at character 10. <code>https://m<mark>ü</mark>nchen.example/ä</code>",
         "https://xn--mnchen-3ya.example/%C3%A4"},
        {"https://a.example/a b", "The error is at character 20.", "https://a.example/a%20b"},
        {"https://a.example/%", "The error is at ", ""},
        {"no url", "The error is at ", ""},
        {"ä://a.example/", "The error is at character 1.", ""},
        {"https://a.example:99999/", "The error is at character 19.", ""},
    };
    for (const row &r : rows) {
        const auto page = post("/manage/assign", {{"name", "urn:example:lib-1"}, {"locator.0.url", r.url}});
        EXPECT_EQ(page.status, 422) << r.url;
        EXPECT_THAT(page.body, HasSubstr(r.position)) << r.url;
        const std::string offer = "Did you mean this? <code>" + std::string{r.repaired};
        EXPECT_EQ(page.body.contains(offer), *r.repaired != '\0') << r.url;
    }
}

// One creator is a string, several are an array; what the field cannot show stays in the further metadata.
TEST_F(managing, creators_by_line) {
    struct row {
        const char *metadata;
        const char *field; ///< empty: the form has it as JSON
    };
    const row rows[]{
        {R"({"creator":"Aalto, Ida"})", "Aalto, Ida"},
        {R"({"creator":["Aalto, Ida","Berg, Otto"]})", "Aalto, Ida\nBerg, Otto"},
        {R"({"creator":["Aalto, Ida"]})", ""},
        {R"({"creator":["A\nB","C"]})", ""},
        {R"({"creator":["A"," B"]})", ""},
        {R"({"creator":"A\nB"})", ""},
    };
    int n = 0;
    for (const row &r : rows) {
        const std::string urn = "urn:example:lib-c" + std::to_string(++n);
        ASSERT_EQ(post("/manage/assign", {{"name", urn}, {"metadata", r.metadata}}).status, 303) << r.metadata;
        const std::string page = get(at(urn)).body;
        const std::string begin = "<textarea id=\"mc\" name=\"metadata.creator\"";
        const auto start = page.find('>', page.find(begin)) + 1;
        const std::string shown = page.substr(start, page.find("</textarea>", start) - start);
        EXPECT_EQ(shown, r.field) << r.metadata;
        // As a browser sends it: the lines end with CR LF.
        std::string sent = r.field;
        for (std::size_t i = 0; (i = sent.find('\n', i)) != std::string::npos; i += 2) sent.replace(i, 1, "\r\n");
        form again{{"version", "1"}, {"metadata.creator", sent}};
        if (*r.field == '\0') again.emplace_back("metadata", r.metadata);
        ASSERT_EQ(post(at(urn), again).status, 303) << r.metadata;
        EXPECT_EQ(name(urn).record.metadata, resolver::metadata{r.metadata}) << "the same as before: " << r.metadata;
        EXPECT_EQ(name(urn).record.version, 1U) << "nothing has changed: " << r.metadata;
    }
    const auto both = post("/manage/assign",
                           {{"name", "urn:example:lib-c"}, {"metadata.creator", "A"}, {"metadata", rows[1].metadata}});
    EXPECT_THAT(both.body, HasSubstr("<p class=\"error\" id=\"mce\">"));
}

TEST_F(managing, makes_names_only_by_a_rule) {
    write([](store::writing &w) {
        w.put("delegation", "example:plain-", to_json(resolver::delegation{.prefix = "example:plain-"}), "put");
        w.put("delegation", "example:old-",
              to_json(resolver::delegation{.prefix = "example:old-",
                                           .state = resolver::delegation_state::ended,
                                           .mint = {.method = resolver::minting_method::uuid}}),
              "put");
    });
    for (const char *const path : {"/manage/mint", "/manage/reserve"}) {
        for (const principal *const who : {&admin, &manager, &registrar}) {
            EXPECT_THAT(get(path, *who).body, AllOf(HasSubstr(">urn:example:lib-</option>"),
                                                    Not(HasSubstr("example:plain-")), Not(HasSubstr("example:old-"))))
                << path << who->id;
        }
    }
    const principal plain{
        .id = "local:plain", .role = role::registrar, .registrar = "archive", .prefixes = {"example:plain-"}};
    EXPECT_THAT(get("/manage/mint", plain).body, HasSubstr("No prefix with a minting rule"));
}

TEST_F(managing, two_users_change_the_same_name) {
    assign("urn:example:lib-1", "https://a.example/1");
    EXPECT_EQ(post(at("urn:example:lib-1"), {{"version", "1"}, {"metadata.title", "First"}}, manager).status, 303);
    const auto refused =
        post(at("urn:example:lib-1"),
             {{"version", "1"}, {"locator.0.url", "https://b.example/1"}, {"metadata.title", "Second"}});
    EXPECT_EQ(refused.status, 409);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("First"), HasSubstr("value=\"Second\""), HasSubstr("local:manager"),
                                    HasSubstr("https://b.example/1"), HasSubstr("name=\"version\" value=\"2\"")));
    EXPECT_EQ(name("urn:example:lib-1").record.metadata.value().string_of("title"), "First");
    EXPECT_EQ(post(at("urn:example:lib-1"), {{"version", "2"}, {"metadata.title", "Second"}}).status, 303);
}

TEST_F(managing, mints_and_reserves) {
    const auto minted = post("/manage/mint", {{"prefix", "example:lib-"},
                                              {"count", "3"},
                                              {"url", "https://a.example/{suffix}"},
                                              {"title", "Item {suffix}"},
                                              {"key", "k1"}});
    ASSERT_EQ(minted.status, 200) << minted.body;
    EXPECT_THAT(minted.body, HasSubstr("urn:example:lib-"));
    // Sent twice: the same names.
    EXPECT_EQ(post("/manage/mint", {{"prefix", "example:lib-"},
                                    {"count", "3"},
                                    {"url", "https://a.example/{suffix}"},
                                    {"title", "Item {suffix}"},
                                    {"key", "k1"}})
                  .status,
              200);
    EXPECT_EQ(s->look_up([](store::reading &r) { return service::list(r, "example:lib-", {}, 10).names.size(); }), 3U);
    EXPECT_EQ(post("/manage/mint", {{"prefix", "example:lib-"}, {"count", "0"}}).status, 422);
    EXPECT_EQ(
        post("/manage/mint", {{"prefix", "example:lib-"}, {"url", "https://a.example/{what}"}, {"count", "1"}}).status,
        422);
    EXPECT_EQ(post("/manage/mint", {{"prefix", "example:lib-"}, {"count", "1"}}, other).status, 403);
    EXPECT_EQ(post("/manage/reserve", {{"names", "urn:example:lib-r1\nurn:example:lib-r2"}}).status, 200);
    EXPECT_EQ(name("urn:example:lib-r2").record.state, resolver::name_state::reserved);
    EXPECT_EQ(post("/manage/reserve", {{"prefix", "example:lib-"}, {"count", "2"}}).status, 200);
    EXPECT_THAT(get(at("urn:example:lib-r1")).body, HasSubstr("/activate"));
    EXPECT_EQ(post(at("urn:example:lib-r1") + "/activate", {{"version", "1"}, {"locator.0.url", "https://a.example/r"}})
                  .status,
              303);
    EXPECT_EQ(name("urn:example:lib-r1").record.state, resolver::name_state::active);
}

TEST_F(managing, several_at_once) {
    assign("urn:example:lib-1", "https://old.example/1");
    assign("urn:example:lib-2", "https://OLD.example/2");
    assign("urn:example:lib-3", "https://other.example/3");
    EXPECT_EQ(post("/manage/several", {}).status, 422);
    const form all{{"name", "urn:example:lib-1"}, {"name", "urn:example:lib-2"}, {"name", "urn:example:lib-3"}};
    EXPECT_EQ(post("/manage/several", all).status, 200);
    // The page of a host's locators proposes an action: it is chosen, and not carried out.
    form proposed = all;
    proposed.emplace_back("proposed", "host");
    EXPECT_THAT(post("/manage/several", proposed).body,
                AllOf(HasSubstr("value=\"host\" required checked>"), Not(HasSubstr("<ins>"))));
    form move = all;
    move.insert(move.end(), {{"action", "host"}, {"from", "old.example"}, {"to", "new.example"}});
    const auto preview = post("/manage/several", move);
    EXPECT_EQ(preview.status, 200);
    EXPECT_THAT(preview.body, AllOf(HasSubstr("<ins>https://new.example/1</ins>"), HasSubstr("(2)")));
    EXPECT_EQ(name("urn:example:lib-1").record.locators.front().url, "https://old.example/1");
    // A text that is no host is reported at its field, before any locator is shown.
    for (const auto &[from, to, field] :
         {std::tuple{"old.example", "new.example/path", "toe"}, std::tuple{"old.example", "new host", "toe"},
          std::tuple{"old.example", "javascript:alert(1)//", "toe"}, std::tuple{"old.example", "me@new.example", "toe"},
          std::tuple{"old.example", "new.example:99999", "toe"},
          std::tuple{"https://old.example/", "new.example", "frome"}}) {
        for (const char *const path : {"/manage/several", "/manage/several/apply"}) {
            form wrong = all;
            wrong.insert(wrong.end(), {{"action", "host"}, {"from", from}, {"to", to}});
            const auto page = post(path, wrong);
            EXPECT_EQ(page.status, 422) << to;
            EXPECT_THAT(page.body, HasSubstr("class=\"error\" id=\"" + std::string{field})) << to;
        }
    }
    form beginning = all;
    beginning.insert(beginning.end(), {{"action", "prefix"}, {"from", "https://old.example/"}, {"to", "nothing "}});
    EXPECT_THAT(post("/manage/several", beginning).body, AllOf(HasSubstr("class=\"error\""), Not(HasSubstr("<ins>"))));
    // The second one changes in between.
    EXPECT_EQ(post(at("urn:example:lib-2"), {{"version", "1"}, {"locator.0.url", "https://old.example/two"}}).status,
              303);
    const auto done = post("/manage/several/apply", {{"action", "host"},
                                                     {"from", "old.example"},
                                                     {"to", "new.example"},
                                                     {"name", "urn:example:lib-1"},
                                                     {"version", "1"},
                                                     {"name", "urn:example:lib-2"},
                                                     {"version", "1"}});
    EXPECT_EQ(done.status, 200);
    EXPECT_EQ(name("urn:example:lib-1").record.locators.front().url, "https://new.example/1");
    EXPECT_EQ(name("urn:example:lib-2").record.locators.front().url, "https://old.example/two");
    const form withdrawal{
        {"action", "withdraw"}, {"reason", "closed"}, {"name", "urn:example:lib-3"}, {"version", "1"}};
    EXPECT_EQ(post("/manage/several/apply", withdrawal).status, 422);
    form confirmed = withdrawal;
    confirmed.emplace_back("confirmation", "withdraw 1");
    EXPECT_EQ(post("/manage/several/apply", confirmed).status, 200);
    EXPECT_EQ(name("urn:example:lib-3").record.state, resolver::name_state::withdrawn);
    // Whoever may not change them, changes nothing.
    EXPECT_THAT(post("/manage/several/apply",
                     {{"action", "withdraw"},
                      {"reason", "x"},
                      {"name", "urn:example:lib-1"},
                      {"version", "2"},
                      {"confirmation", "withdraw 1"}},
                     other)
                    .body,
                HasSubstr("class=\"error\""));
    EXPECT_EQ(name("urn:example:lib-1").record.state, resolver::name_state::active);
}

TEST_F(managing, search_without_and_with_words) {
    for (int i = 0; i < 60; ++i)
        assign("urn:example:lib-s" + std::to_string(100 + i), "https://a.example/" + std::to_string(i));
    const auto first = get("/manage/names?prefix=example:lib-");
    EXPECT_THAT(first.body, AllOf(HasSubstr("lib-s100"), HasSubstr("rel=\"next\""), Not(HasSubstr("lib-s159"))));
    EXPECT_THAT(get("/manage/names?q=urn:example:lib-s159").body, HasSubstr("lib-s159"));
    EXPECT_THAT(get("/manage/names?q=lakes").body, HasSubstr("Words and addresses are not indexed here"));
    EXPECT_THAT(get("/manage/names?state=withdrawn").body, HasSubstr("class=\"empty\""));
    EXPECT_EQ(get("/manage/names?prefix=%25%25").status, 400);
    EXPECT_EQ(get("/manage/names?state=abc").status, 422);
    EXPECT_EQ(get("/manage/names?state=").status, 200);
    EXPECT_THAT(get("/manage/download?format=csv&prefix=example:lib-").body, HasSubstr("urn:example:lib-s159"));
}

// A form that is sent twice, by a double click or because its page is reloaded, is carried out once.
TEST_F(managing, a_form_that_is_sent_twice_makes_one_token) {
    const auto tokens = [&] {
        return s->read([&](store::reading &r) { return service::list_tokens(r, admin, {}, 100).first.size(); });
    };
    const auto shown = [](const std::string &page) {
        const auto at = page.find("<code>uniform_");
        return at == std::string::npos ? std::string{} : page.substr(at + 6, page.find("</code>", at) - at - 6);
    };
    const std::string page = get("/account/tokens", admin).body;
    const auto at = page.find("name=\"key\" value=\"");
    ASSERT_NE(at, std::string::npos);
    const form f{{"key", page.substr(at + 18, 32)}, {"role", "reader"}, {"label", "for tests"}};
    const auto once = post("/account/tokens", f, admin);
    const auto twice = post("/account/tokens", f, admin);
    EXPECT_EQ(once.status, 200);
    EXPECT_EQ(twice.status, 200);
    EXPECT_EQ(tokens(), 1U);
    EXPECT_NE(shown(once.body), "");
    EXPECT_EQ(shown(once.body), shown(twice.body)) << "the browser shows the second page only";
    // Another form with the key, and the key of somebody else.
    EXPECT_EQ(post("/account/tokens", {{"key", f[0].second}, {"role", "reader"}, {"label", "other"}}, admin).status,
              422);
    principal second = admin;
    second.id = "local:second";
    EXPECT_NE(shown(post("/account/tokens", f, second).body), shown(once.body));
    EXPECT_EQ(tokens(), 2U);
}

// The reason why a token is refused is in the form, which keeps the typed text.
TEST_F(managing, a_refused_token_keeps_its_form) {
    for (const form &f : {form{{"role", "manager"}, {"label", "kept"}, {"prefixes", "example:"}},
                          form{{"role", "registrar"}, {"label", "kept"}, {"registrar", "library"}, {"prefixes", ""}},
                          form{{"role", "reader"}, {"label", "kept"}, {"prefixes", "other:"}}}) {
        const auto page = post("/account/tokens", f, manager);
        EXPECT_GE(page.status, 403) << f[0].second;
        EXPECT_THAT(page.body, AllOf(HasSubstr("value=\"kept\""), HasSubstr("class=\"error\""))) << f[0].second;
    }
}

// A prefix that is none is said at the field of the search.
TEST_F(managing, a_prefix_that_is_none_keeps_the_search) {
    for (const char *const text : {"example", "lib", "urn:example", "%25%25"}) {
        const auto page = get(std::string{"/manage/prefixes?within="} + text, manager);
        EXPECT_EQ(page.status, 400) << text;
        EXPECT_THAT(page.body, AllOf(HasSubstr("id=\"withine\""), HasSubstr("name=\"within\""))) << text;
    }
}

// Whatever the fields say, no page has it as markup.
TEST_F(managing, hostile_values_are_escaped) {
    const std::string hostile = "\"'><script>alert(1)</script>{{csrf}}&amp;";
    form f{{"name", "urn:example:lib-1"},
           {"locator.0.url", "https://a.example/?q=%22"},
           {"metadata", R"({"x":"</textarea><script>y</script>"})"}};
    for (const char *const field : {"title", "creator", "publisher"})
        f.emplace_back(std::string{"metadata."} + field, hostile);
    ASSERT_EQ(post("/manage/assign", f).status, 303);
    const form wrong{{"name", hostile},
                     {"locator.0.url", hostile},
                     {"locator.0.language", hostile},
                     {"metadata", hostile},
                     {"other_names", hostile},
                     {"successor", hostile},
                     {"reason", hostile},
                     {"from", hostile},
                     {"to", hostile},
                     {"action", "host"},
                     {"version", hostile},
                     {"prefix", hostile},
                     {"note", hostile},
                     {"naming", hostile},
                     {"hosts", hostile},
                     {"pattern", hostile},
                     {"url", hostile},
                     {"title", hostile},
                     {"names", hostile},
                     {"count", "1"},
                     {"confirmation", hostile},
                     {"registrar", hostile}};
    const std::string n = at("urn:example:lib-1");
    std::vector<std::string> bodies{get(n).body,
                                    get("/manage/names?prefix=example:lib-").body,
                                    get("/manage/names?q=" + encode_query_data(hostile)).body,
                                    get(n + "/withdraw").body,
                                    get("/manage/transfers?prefix=" + encode_query_data(hostile)).body,
                                    get("/manage/assign?name=" + encode_query_data(hostile)).body};
    for (const char *const path : {"/manage/assign", "/manage/mint", "/manage/reserve", "/manage/several",
                                   "/manage/transfers", "/manage/delegation"}) {
        bodies.push_back(post(path, wrong, admin).body);
    }
    bodies.push_back(post(n, wrong).body);
    bodies.push_back(post(n + "/withdraw", wrong).body);
    for (const std::string &body : bodies) {
        EXPECT_THAT(body, Not(HasSubstr("<script>"))) << body.substr(0, 2000);
    }
}

} // namespace
} // namespace uniform::http
