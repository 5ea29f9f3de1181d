// The pages of the name management: what each role may do, conflicts, typed confirmations, lists, hostile metadata.

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/service/uploaded_lists.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"
#include "http/site/multipart.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class managing : public api_over_a_store {
protected:
    void SetUp() override {
        api_over_a_store::SetUp();
        write([](store::writing &w) {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "library", .name = "The Library"}));
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "archive", .name = "The Archive"}));
            w.put("delegation", "example:lib-",
                  to_json(
                      resolver::delegation{.prefix = "example:lib-",
                                           .registrar = "library",
                                           .mint = {.method = resolver::minting_method::sequential, .pattern = "zd"}}),
                  "put");
        });
    }
    template <class F>
    void write(F f) {
        ASSERT_TRUE(
            s->write({.who = "test", .from = "test"}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
                f(w);
                return 0;
            }));
    }
    using form = std::vector<std::pair<std::string, std::string>>;
    static std::string encoded(const form &f) {
        std::string out;
        for (const auto &[name, value] : f) {
            (out += out.empty() ? "" : "&") += encode_query_data(name) + "=" + encode_query_data(value);
        }
        return out;
    }
    api_response get(const std::string &path, const principal &who = registrar, fields f = {}) {
        return call(who, "GET", "/" + path, {}, std::move(f));
    }
    api_response post(const std::string &path, const form &f, const principal &who = registrar) {
        return call(who, "POST", "/" + path, encoded(f), {}, "application/x-www-form-urlencoded");
    }
    service::name_entry name(const std::string &urn) {
        return s->look_up([&](store::reading &r) { return service::show(r, urn); }).value();
    }
    service::delegation_entry delegation(const std::string &prefix) {
        return s->look_up([&](store::reading &r) { return service::delegation_of(r, prefix); }).value();
    }
    void assign(const std::string &urn, const std::string &url) {
        EXPECT_EQ(post("/manage/assign", {{"name", urn}, {"locator.0.url", url}}).status, 303) << urn;
    }
    static std::string at(const std::string &urn) { return "/manage/names/" + encode_segment(urn); }

    static inline const principal admin{.id = "local:admin", .role = role::administrator};
    static inline const principal manager{.id = "local:manager", .role = role::manager, .prefixes = {"example:"}};
    static inline const principal registrar{
        .id = "local:library", .role = role::registrar, .registrar = "library", .prefixes = {"example:lib-"}};
    static inline const principal other{
        .id = "local:archive", .role = role::registrar, .registrar = "archive", .prefixes = {}};
    static inline const principal reader{.id = "local:reader", .role = role::reader};
};

TEST_F(managing, roles) {
    for (const char *const page :
         {"/manage/names", "/manage/assign", "/manage/mint", "/manage/reserve", "/manage/lists", "/manage/prefixes",
          "/manage/transfers", "/manage/delegation?prefix=example:lib-"}) {
        EXPECT_EQ(get(page).status, 200) << page;
        EXPECT_EQ(get(page, manager).status, 200) << page;
        EXPECT_EQ(get(page, admin).status, 200) << page;
        EXPECT_EQ(get(page, reader).status, 403) << page;
    }
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
    // What is wrong stands at the field, and what was typed stays.
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

// What is wrong stands at its field.
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
    form move = all;
    move.insert(move.end(), {{"action", "host"}, {"from", "old.example"}, {"to", "new.example"}});
    const auto preview = post("/manage/several", move);
    EXPECT_EQ(preview.status, 200);
    EXPECT_THAT(preview.body, AllOf(HasSubstr("<ins>https://new.example/1</ins>"), HasSubstr("(2)")));
    EXPECT_EQ(name("urn:example:lib-1").record.locators.front().url, "https://old.example/1");
    // What is no host is said at its field, before anything is shown.
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

// What somebody else did to a delegation is shown before it is replaced (issue 16, findings 4).
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
    // What is refused for another reason is still about the version that was shown.
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
    EXPECT_EQ(get("/manage/registrars", reader).status, 403);
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

// What a token may not be is said in the form, which keeps what was typed.
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

// RFC 7578: fields and a file.
TEST(multipart, parts) {
    const std::string body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n"
                             "content-disposition: form-data; name=\"file\"; filename=\"C:\\\\dir\\\\n.csv\"\r\n"
                             "Content-Type: text/csv\r\n\r\nname,url\r\n\r\n--x\r\nContent-Disposition: form-data; "
                             "name=empty\r\n\r\n\r\n--x--\r\n";
    const auto parts = parts_of("multipart/form-data; boundary=x", body);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 3U);
    EXPECT_EQ((*parts)[0].name, "a");
    EXPECT_EQ((*parts)[0].content, "1");
    EXPECT_EQ((*parts)[1].file, "n.csv");
    EXPECT_EQ((*parts)[1].content, "name,url\r\n");
    EXPECT_EQ((*parts)[2].name, "empty");
    EXPECT_EQ((*parts)[2].content, "");
    for (std::size_t n = 0; n + 4 < body.size(); ++n) {
        EXPECT_FALSE(parts_of("multipart/form-data; boundary=x", body.substr(0, n))) << n;
    }
    EXPECT_FALSE(parts_of("multipart/form-data", body));
    EXPECT_FALSE(parts_of("text/plain; boundary=x", body));
    EXPECT_TRUE(parts_of("multipart/form-data; charset=utf-8; boundary=\"x\"", body));
}

class lists_by_page : public managing {
protected:
    api_response upload(const std::string &content, const std::string &file = "names.csv",
                        const std::string &key = {}) {
        const std::string body = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n" + key +
                                 "\r\n--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\r\n--b\r\n"
                                 "Content-Disposition: form-data; name=\"file\"; filename=\"" +
                                 file + "\"\r\n\r\n" + content + "\r\n--b--\r\n";
        return call(registrar, "POST", "//manage/lists", body, {}, "multipart/form-data; boundary=b");
    }
    std::string uploaded(const std::string &content, const std::string &file = "names.csv") {
        const auto r = upload(content, file);
        EXPECT_EQ(r.status, 303) << r.body;
        const auto location = std::ranges::find(r.fields, "Location", [](const auto &f) { return f.first; });
        return location == r.fields.end() ? "" : location->second.substr(location->second.rfind('/') + 1);
    }
    std::vector<service::list_entry> lists() {
        return s->read([](store::reading &r) { return service::lists_of(r, registrar); });
    }
    service::list_entry list(const std::string &id) {
        return s->read([&](store::reading &r) { return service::list_of(r, registrar, id); }).value();
    }
    bool work(const std::function<bool()> &ends = nullptr) { return service::work_on_lists(*s, "here", {}, ends); }
};

TEST_F(lists_by_page, columns_are_mapped_checked_and_imported) {
    const std::string id = uploaded("Link;URN;Subject;Nothing\n"
                                    "https://a.example/1;urn:example:lib-1;lakes;x\n"
                                    "not a url;urn:example:lib-2;;\n"
                                    "https://a.example/3;\"urn:example:lib-3\";\"with; semicolon\";\n"
                                    "https://a.example/4;urn:example:foreign;;\n");
    const std::string page = "/manage/lists/" + id;
    EXPECT_THAT(get(page).body, AllOf(HasSubstr("Subject"), HasSubstr("<option value=\"url\" selected>")));
    EXPECT_EQ(get(page, manager).status, 404); // somebody else's
    EXPECT_EQ(post(page, {{"do", "check"}, {"column.0", "url"}, {"column.1", "url"}}).status, 422);
    const form columns{{"column.0", "url"}, {"column.1", "name"}, {"column.2", "metadata."}, {"column.3", ""}};
    form check = columns;
    check.emplace_back("do", "check");
    EXPECT_EQ(post(page, check).status, 303);
    EXPECT_EQ(list(id).state, service::list_state::checking);
    EXPECT_EQ(post(page, check).status, 409);
    EXPECT_TRUE(work());
    EXPECT_FALSE(work());
    EXPECT_EQ(list(id).state, service::list_state::checked) << list(id).says;
    EXPECT_EQ(list(id).counts.assigned, 2U);
    EXPECT_EQ(list(id).counts.problems, 2U);
    EXPECT_FALSE(s->look_up([](store::reading &r) { return service::show(r, "urn:example:lib-1"); }));
    EXPECT_THAT(get(page + "?problems=1").body,
                AllOf(HasSubstr("urn:example:lib-2"), Not(HasSubstr("urn:example:lib-1<"))));
    form start = columns;
    start.emplace_back("do", "import");
    EXPECT_EQ(post(page, start).status, 303);
    EXPECT_EQ(post(page, {{"do", "remove"}}).status, 409);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(id).state, service::list_state::imported) << list(id).says;
    EXPECT_EQ(name("urn:example:lib-3").record.metadata.value().string_of("Subject"), "with; semicolon");
    const auto result = get(page + "/result?format=csv");
    EXPECT_THAT(result.body, AllOf(HasSubstr("line,result,name,detail\n2,assigned,urn:example:lib-1,"),
                                   HasSubstr("3,problem,"), HasSubstr("5,problem,urn:example:foreign,")));
    EXPECT_THAT(get(page + "/result?format=ndjson").body, HasSubstr(R"({"line":4,"result":"assigned")"));
    EXPECT_EQ(post(page, start).status, 409);
    EXPECT_EQ(post(page, {{"do", "remove"}}).status, 303);
    EXPECT_EQ(get(page).status, 404);
}

TEST_F(lists_by_page, a_cut_import_continues) {
    constexpr int count = 10000;
    std::string content = "name,url\n";
    for (int i = 0; i < count; ++i) {
        content += (i % 100 == 7 ? "urn:example:foreign-" : "urn:example:lib-n") + std::to_string(i) +
                   ",https://a.example/" + std::to_string(i) + "\n";
    }
    const std::string id = uploaded(content);
    const form start{{"do", "import"}, {"column.0", "name"}, {"column.1", "url"}};
    ASSERT_EQ(post("/manage/lists/" + id, start).status, 303);
    // Cut after each block, as a service that is restarted again and again.
    int times = 0;
    while (list(id).state == service::list_state::importing && times < 20) {
        EXPECT_TRUE(work([] { return true; }));
        ++times;
    }
    EXPECT_GT(times, 2);
    const auto l = list(id);
    EXPECT_EQ(l.state, service::list_state::imported) << l.says;
    EXPECT_EQ(l.counts.assigned, 9900U);
    EXPECT_EQ(l.counts.problems, 100U);
    const auto results = s->read([&](store::reading &r) { return service::results_of(r, id, 0, 20000, false); });
    EXPECT_EQ(results.size(), 10000U);
    EXPECT_EQ(std::ranges::count(results, "assigned", &service::list_result::result), 9900);
    EXPECT_EQ(s->read([&](store::reading &r) { return service::results_of(r, id, 0, 20000, true); }).size(), 100U);
}

TEST_F(lists_by_page, ndjson_and_refusals) {
    const std::string id =
        uploaded("{\"name\":\"urn:example:lib-1\",\"url\":\"https://a.example/1\"}\n", "names.ndjson");
    EXPECT_EQ(post("/manage/lists/" + id, {{"do", "import"}}).status, 303);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(id).state, service::list_state::imported);
    EXPECT_EQ(name("urn:example:lib-1").record.locators.size(), 1U);
    EXPECT_EQ(upload("").status, 422);
    EXPECT_EQ(upload("\xFF\xFE").status, 422);
    // Sent twice with the key of the form: one list.
    const std::string first{upload("name\nurn:example:x\n", "names.csv", "k1").value("Location")};
    EXPECT_EQ(upload("name\nurn:example:x\n", "names.csv", "k1").value("Location"), first);
    EXPECT_EQ(post(first, {{"do", "remove"}}).status, 303);
    EXPECT_THAT(get("/manage/lists").body, HasSubstr("name=\"key\" value=\""));
    EXPECT_EQ(call(registrar, "POST", "//manage/lists", "--b\r\n", {}, "multipart/form-data; boundary=b").status, 400);
    // The work is permitted to the holder alone.
    const std::string foreign = uploaded("name,url\nurn:example:foreign,https://a.example/1\n");
    EXPECT_EQ(post("/manage/lists/" + foreign, {{"do", "import"}, {"column.0", "name"}, {"column.1", "url"}}).status,
              303);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(foreign).counts.problems, 1U);
    for (int i = 0; i < 18; ++i) EXPECT_EQ(upload("name\nurn:example:x\n").status, 303) << i;
    EXPECT_EQ(upload("name\n").status, 409);
}

// As spreadsheets on old Macs save a table: each line ends with CR.
TEST_F(lists_by_page, lines_may_end_with_cr) {
    for (const char *const end : {"\r", "\r\n", "\n"}) {
        std::string content;
        for (const char *const line : {"name,url", "urn:example:lib-1,https://a.example/1", "urn:example:lib-2,"}) {
            (content += line) += end;
        }
        const std::string id = uploaded(content);
        EXPECT_EQ(list(id).lines, 3U);
        EXPECT_THAT(get("/manage/lists/" + id).body, HasSubstr("urn:example:lib-1"));
        EXPECT_EQ(post("/manage/lists/" + id, {{"do", "check"}, {"column.0", "name"}, {"column.1", "url"}}).status,
                  303);
        EXPECT_TRUE(work());
        EXPECT_EQ(list(id).counts.assigned, 2U);
        EXPECT_EQ(list(id).counts.problems, 0U);
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
