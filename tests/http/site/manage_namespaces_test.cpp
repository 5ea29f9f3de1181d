// The pages of namespaces: who may add and change them, what is wrong with a setting, and settings that somebody else
// has changed. On both databases.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/namespaces.hpp>

#include "http/site/manage_fixture.hpp"
#include "http/site/manage_namespace.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr const char *path = "/manage/namespace";

class managing_namespaces : public managing, public testing::WithParamInterface<store::dialect> {
protected:
    void SetUp() override {
        if (GetParam() == store::dialect::postgresql) uniform::test::postgresql_server::need();
        if (!IsSkipped()) managing::SetUp();
    }
    std::string location() override {
        return GetParam() == store::dialect::postgresql ? uniform::test::postgresql_server::shared()->fresh_database()
                                                        : managing::location();
    }
    service::namespace_entry entry(const std::string &nid) {
        return s->look_up([&](store::reading &r) { return service::namespace_of(r, nid); }).value();
    }
    bool is_managed(const std::string &nid) {
        return s->look_up([&](store::reading &r) { return service::find_namespace(r, nid).has_value(); });
    }
    api_response post_in_german(const form &f) {
        return call(admin, "POST", "//manage/namespace", encoded(f), {{"Accept-Language", "de"}},
                    "application/x-www-form-urlencoded");
    }

    static std::string at(const std::string &nid) { return std::string{path} + "?nid=" + nid; }
    // The fields that a browser sends of the form with these settings.
    static form sent(const resolver::namespace_settings &s) {
        const manage::settings_fields f = manage::fields_of(s);
        form out{{"nid", f.nid},
                 {"title", f.title},
                 {"status", f.status},
                 {"redirect", f.redirect},
                 {"q_component", f.q_component},
                 {"max_age", f.max_age},
                 {"reinstate_within", f.reinstate_within},
                 {"locator_template", f.locator_template},
                 {"components", f.components},
                 {"syntax", f.syntax},
                 {"equivalence", f.equivalence},
                 {"checks", f.checks}};
        for (auto &[name, text] : out) {
            for (std::size_t i = 0; (i = text.find('\n', i)) != std::string::npos; i += 2) text.replace(i, 1, "\r\n");
        }
        if (!f.r_component.empty()) out.emplace_back("r_component", f.r_component);
        if (!f.public_resolvers.empty()) out.emplace_back("public_resolvers", f.public_resolvers);
        return out;
    }
    static form with(form f, std::vector<std::pair<std::string, std::string>> more) {
        for (auto &[name, value] : more) {
            std::erase_if(f, [&](const auto &one) { return one.first == name; });
            f.emplace_back(std::move(name), std::move(value));
        }
        return f;
    }
};
INSTANTIATE_ON_BOTH_STORES(managing_namespaces);

TEST_P(managing_namespaces, roles) {
    write([](store::writing &w) {
        EXPECT_TRUE(service::add_namespace(w, admin, {.nid = "lending", .title = "Lending"}));
    });
    const principal narrow{.id = "local:narrow", .role = role::manager, .prefixes = {"example:lib-"}};
    const principal expert{.id = "local:expert", .role = role::expert};
    const principal bounded{.id = "local:bounded", .role = role::administrator, .prefixes = {"example:", "new-one:"}};
    struct row {
        const principal &who;
        bool changes; ///< "example"
        bool adds;    ///< "new-one"
        int refusal;  ///< of a change
    };
    for (const row &r : {row{reader, false, false, 403}, row{expert, false, false, 403},
                         row{registrar, false, false, 403}, row{narrow, false, false, 403},
                         row{manager, true, false, 0}, row{bounded, true, true, 0}, row{admin, true, true, 0}}) {
        SCOPED_TRACE(r.who.id);
        const auto list = get("/manage/namespaces", r.who);
        EXPECT_EQ(list.status, 200);
        EXPECT_THAT(list.body, AllOf(HasSubstr("href=\"" + at("example") + "\""), HasSubstr("Lending")));
        EXPECT_EQ(list.body.contains("name=\"nid\""), r.adds) << "the form that begins a namespace";
        const auto one = get(at("example"), r.who);
        EXPECT_EQ(one.status, 200);
        EXPECT_EQ(one.body.contains("name=\"version\" value=\""), r.changes);
        EXPECT_THAT(one.body, HasSubstr(r.changes ? "name=\"max_age\" value=\"300\"" : "<dd class=\"lines\">300</dd>"));
        EXPECT_EQ(get(at("new-one"), r.who).status, r.adds ? 200 : 404);
        EXPECT_EQ(get(at("lending"), r.who).body.contains("name=\"version\""), &r.who == &admin);
        // The page of the registry leads to the form whoever may use it.
        const auto links_to = [&](const std::string &nid) {
            return get("/namespaces/" + nid + "?format=html", r.who).body.contains("href=\"" + at(nid) + "\"");
        };
        EXPECT_EQ(links_to("example"), r.changes);
        EXPECT_EQ(links_to("isbn"), &r.who == &admin);
        // The API permits to the same principal what the form does.
        const std::string version = std::to_string(entry("example").version);
        const form change = with(sent(entry("example").settings), {{"title", r.who.id}, {"version", version}});
        EXPECT_EQ(post(path, change, r.who).status, r.changes ? 303 : r.refusal);
        EXPECT_EQ(entry("example").settings.title == r.who.id, r.changes);
        EXPECT_EQ(call(r.who, "PUT", "/namespaces/example", "{}").status, r.changes ? 200 : r.refusal);
        const std::string nid = &r.who == &bounded ? "new-one" : "new-two";
        EXPECT_EQ(post(path, {{"nid", nid}, {"title", "New"}, {"force", "true"}}, r.who).status, r.adds ? 303 : 403);
        EXPECT_EQ(is_managed(nid), r.adds);
    }
    EXPECT_EQ(post(path, {{"nid", "other-one"}}, bounded).status, 403);
    EXPECT_FALSE(is_managed("other-one"));
}

// All settings that the API takes are in the form, and a form that is saved as it was shown changes nothing.
TEST_P(managing_namespaces, has_every_setting) {
    const std::string all =
        R"({"title":"Fields","status":"closed","redirect":307,"q_component":"refuse","r_component":true,)"
        R"("public_resolvers":true,"max_age":7,"reinstate_within":86400,"locator_template":"https://a.example/{nss}",)"
        R"("components":{"q":"^page=[0-9]+$","f":"not-defined"},)"
        R"("syntax":{"abnf":"nss = 1*DIGIT\n","ignore_case":true},)"
        R"("equivalence":{"summary":"as \"text\"","operations":[{"action":"remove","texts":["-"]}]},)"
        R"("checks":[{"algorithm":"luhn","strict":true}]})";
    const auto value = resolver::read_json(all);
    ASSERT_TRUE(value);
    EXPECT_EQ(value->members().size(), resolver::changeable_settings.size());
    ASSERT_EQ(call(admin, "PUT", "/namespaces/fields", all, {{"If-None-Match", "*"}}).status, 201);
    const auto before = entry("fields");
    form f = sent(before.settings);
    f.emplace_back("version", "1");
    EXPECT_EQ(post(path, f, admin).value("Location"), at("fields") + "&done=saved");
    EXPECT_EQ(entry("fields").version, 1U) << "nothing has changed";
    EXPECT_EQ(entry("fields").settings, before.settings);
    const auto page = get(at("fields") + "&done=saved", admin);
    EXPECT_THAT(page.body,
                AllOf(HasSubstr("value=\"Fields\""), HasSubstr("<option value=\"closed\" selected>"),
                      HasSubstr("<option value=\"307\" selected>307 Temporary Redirect</option>"),
                      HasSubstr("<option value=\"refuse\" selected>"),
                      HasSubstr("name=\"r_component\" value=\"true\" checked"),
                      HasSubstr("name=\"public_resolvers\" value=\"true\" checked"), HasSubstr("value=\"86400\""),
                      HasSubstr("https://a.example/{nss}"), HasSubstr("nss = 1*DIGIT\\n"), HasSubstr("^page=[0-9]+$"),
                      HasSubstr("The namespace is saved.")));
    // The same by the form alone, in capital letters.
    EXPECT_EQ(post(path, with(sent(before.settings), {{"nid", " FORM-ONLY "}}), admin).status, 303);
    auto expected = before.settings;
    expected.nid = "form-only";
    EXPECT_EQ(entry("form-only").settings, expected);
    // An emptied form leaves the defaults, as an empty body of the API does.
    EXPECT_EQ(post(path, {{"nid", "fields"}, {"version", "1"}}, admin).status, 303);
    ASSERT_EQ(call(admin, "PUT", "/namespaces/form-only", "{}").status, 200);
    expected = entry("form-only").settings;
    expected.nid = "fields";
    EXPECT_EQ(entry("fields").settings, expected);
    EXPECT_EQ(expected.origin, "local");
}

TEST_P(managing_namespaces, two_users_change_the_same_namespace) {
    const form shown = with(sent(entry("example").settings), {{"version", "1"}});
    EXPECT_EQ(post(path, with(shown, {{"title", "First"}}), manager).status, 303);
    // Sent twice: nothing is lost, and nothing is new.
    EXPECT_EQ(post(path, with(shown, {{"title", "First"}}), manager).status, 303);
    EXPECT_EQ(entry("example").version, 2U);
    const auto second = post(path, with(shown, {{"title", "Second"}, {"redirect", "303"}}), admin);
    EXPECT_EQ(second.status, 409);
    EXPECT_THAT(second.body, AllOf(HasSubstr("First"), HasSubstr("value=\"Second\""), HasSubstr("local:manager"),
                                   HasSubstr("name=\"version\" value=\"2\""),
                                   HasSubstr("<option value=\"303\" selected>"), HasSubstr("Save this version")));
    EXPECT_EQ(entry("example").settings.title, "First");
    // A form for a new namespace, in which the NID of this one was typed, has no version.
    const auto unseen = post(path, {{"nid", "Example"}, {"title", "Third"}, {"force", "true"}}, admin);
    EXPECT_EQ(unseen.status, 409);
    EXPECT_THAT(unseen.body, AllOf(HasSubstr("First"), HasSubstr("value=\"Third\""),
                                   HasSubstr("name=\"version\" value=\"2\""), Not(HasSubstr("name=\"force\""))));
    // One that is refused for another reason is still about the version that was shown.
    const auto refused = post(path, with(shown, {{"max_age", "long"}}), admin);
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("name=\"version\" value=\"1\""), HasSubstr("value=\"long\"")));
    EXPECT_EQ(post(path, with(shown, {{"version", "2"}, {"title", "Second"}}), admin).status, 303);
    EXPECT_EQ(entry("example").settings.title, "Second");
    // The form of a namespace that there is not.
    const auto gone = post(path, {{"nid", "gone-one"}, {"title", "Fourth"}, {"version", "1"}}, admin);
    EXPECT_EQ(gone.status, 412);
    EXPECT_THAT(gone.body, HasSubstr("value=\"Fourth\""));
    EXPECT_FALSE(is_managed("gone-one"));
}

// Each problem stands at its field, in the words of the API, and what was typed stays.
TEST_P(managing_namespaces, problems_at_their_fields) {
    struct row {
        const char *field;
        std::string value;
        const char *english;
        const char *german;
    };
    const std::vector<row> rows{
        {"nid", "", "", ""},
        {"nid", "a", "", ""},
        {"nid", "-ab", "", ""},
        {"nid", "x-mine", "cannot be the NID of a new namespace",
         "kann nicht die Kennung eines neuen Namensraums sein"},
        {"title",
         "a\xE2\x80\xAE"
         "b",
         "&quot;Title&quot; contains", "„Titel“"},
        {"title", std::string(1001, 'x'), "must not be longer than 1000 bytes",
         "darf nicht länger als 1000 Bytes sein"},
        {"status", "open", "must be active or closed", "muss"},
        {"redirect", "308", "must be 301, 302, 303 or 307", "muss 301, 302, 303 oder 307 sein"},
        {"redirect", "x", "must be a whole number from 100 to 999", "muss eine ganze Zahl von 100 bis 999 sein"},
        {"q_component", "x", "must be one of append, replace, refuse", "muss eines davon sein"},
        {"r_component", "x", "must be true or false", "muss true oder false sein"},
        {"public_resolvers", "x", "must be true or false", "muss true oder false sein"},
        {"max_age", "-1", "must be a whole number from 0 to", "muss eine ganze Zahl von 0 bis"},
        {"reinstate_within", "a day", "must be a whole number from 0 to", "muss eine ganze Zahl von 0 bis"},
        {"locator_template", "https://a.example/{name}", "", ""},
        {"locator_template", "javascript:{nss}", "", ""},
        {"components", "{\"q\":1}", "must be a string", "muss ein Text sein"},
        {"components", "[1", "invalid JSON", "kein gültiges JSON"},
        {"syntax", "{\"pattern\":\"^(a\"}", "from &quot;^&quot; to &quot;$&quot;", ""},
        {"syntax", "{\"pattern\":\"\"}", "must not be empty", "darf nicht leer sein"},
        {"syntax", "{\"pattern\": \"^a$\",\n \"patern\": 1}", "is not a member of the syntax",
         "ist kein Feld: die Syntax"},
        {"syntax", "\"^[0-9]$\"", "the syntax must be a JSON object", "Die Syntax muss ein JSON-Objekt sein"},
        {"syntax", "{\"abnf\":\"nss = (\"}", "line 1, column", ""},
        {"syntax", "{\"abnf\":\"nss = 3ALPHA\",\"pattern\":\"^[0-9]+$\"}", "give one of them",
         "Geben Sie nur eines von beiden an"},
        {"syntax", "{\"abnf\":\"; " + std::string(66'000, 'x') + "\\nnss = DIGIT\"}", "", ""},
        {"equivalence", "{}", "is missing", "fehlt"},
        {"equivalence", "{\"operations\":[{\"action\":\"remove\"}]}", "&quot;texts&quot; is missing", "„texts“ fehlt"},
        {"equivalence", "{\"operations\":[{\"action\":\"fold\"}]}", "must be one of lower-case",
         "muss eines davon sein"},
        {"equivalence", "{\"operations\":[1]}", "an operation must be a JSON object",
         "Eine Operation muss ein JSON-Objekt sein"},
        {"checks", "{\"algorithm\":\"luhn\"}", "must be an array of at most 20 checks",
         "muss eine Liste von höchstens 20 Prüfzeichen sein"},
        {"checks", "[{\"algorithm\":\"luhn\",\"payload\":[[0]]}]", "must be one or two pairs",
         "muss ein oder zwei Paare"},
        {"checks",
         "[{\"algorithm\":\"luhn\",\"note\":\"a\xE2\x80\xAE"
         "b\"}]",
         "", ""},
    };
    for (const row &r : rows) {
        SCOPED_TRACE(std::string{r.field} + " " + r.value.substr(0, 40));
        const form f = with({{"nid", "new-one"}, {"title", "Typed"}, {"force", "true"}}, {{r.field, r.value}});
        const auto page = post(path, f, admin);
        EXPECT_THAT(page.status, testing::AnyOf(400, 409, 422));
        EXPECT_FALSE(is_managed("new-one"));
        const std::string error = "<p class=\"error\" id=\"" + std::string{r.field} + "e\">";
        EXPECT_THAT(page.body,
                    AllOf(HasSubstr(error), HasSubstr(r.english), HasSubstr("name=\"force\" value=\"true\" checked")));
        EXPECT_THAT(page.body, ContainsRegex("aria-describedby=\"([a-z_]+ )?" + std::string{r.field} + "e\""));
        const auto first = page.body.find("class=\"error\"");
        EXPECT_EQ(page.body.find("class=\"error\"", first + 1), std::string::npos) << "one field";
        if (std::string_view{r.field} != "title") {
            EXPECT_THAT(page.body, HasSubstr("value=\"Typed\""));
        }
        const auto german = post_in_german(f);
        EXPECT_EQ(german.status, page.status);
        EXPECT_THAT(german.body, AllOf(HasSubstr(error), HasSubstr(r.german)));
        if (*r.german != '\0') {
            EXPECT_THAT(german.body, Not(HasSubstr("<span lang=\"en\">")));
        }
    }
    // Where a rule is wrong: in its line.
    const auto position = post(path, {{"nid", "new-one"}, {"syntax", "{\r\n  \"pattern\": <1>\r\n}"}}, admin);
    EXPECT_THAT(position.body, AllOf(HasSubstr("The error is at character 16."),
                                     HasSubstr("<code>  &quot;pattern&quot;: <mark>&lt;</mark>1&gt;</code>")));
    const auto name = post(path, {{"nid", "new-one"}, {"components", "{\"r\": \"perhaps\"}"}}, admin);
    EXPECT_THAT(name.body, HasSubstr("<code>{&quot;r&quot;: <mark>&quot;</mark>perhaps&quot;}</code>"));
}

TEST_P(managing_namespaces, similar_identifiers_need_a_tick) {
    const auto page = get(at("exampel"), admin);
    EXPECT_THAT(page.body, AllOf(HasSubstr("name=\"force\" value=\"true\""), HasSubstr("IANA has not registered"),
                                 HasSubstr("value=\"exampel\"")));
    const auto refused = post(path, {{"nid", "exampel"}, {"title", "Typed"}}, admin);
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("<p class=\"error\" id=\"forcee\">"), HasSubstr("value=\"Typed\""),
                                    HasSubstr("is similar to &quot;example&quot;, which is managed here"),
                                    HasSubstr("tick that it is added"), Not(HasSubstr("--force"))));
    EXPECT_FALSE(is_managed("exampel"));
    EXPECT_THAT(post_in_german({{"nid", "exampel"}}).body,
                AllOf(HasSubstr("„exampel“ ähnelt „example“, das hier verwaltet wird"), Not(HasSubstr("--force"))));
    EXPECT_THAT(post_in_german({{"nid", "isbm"}}).body, HasSubstr("das bei der IANA registriert ist"));
    EXPECT_EQ(post(path, {{"nid", "exampel"}, {"title", "Typed"}, {"force", "true"}}, admin).status, 303);
    EXPECT_EQ(entry("exampel").settings.title, "Typed");
    // Later there is nothing to tick.
    EXPECT_THAT(get(at("exampel"), admin).body, Not(HasSubstr("name=\"force\"")));
}

TEST_P(managing_namespaces, of_iana) {
    EXPECT_THAT(get(at("ISBN"), admin).body,
                AllOf(HasSubstr("IANA has registered this namespace"), HasSubstr("value=\"isbn\"")));
    const auto rules = post(path, {{"nid", "isbn"}, {"syntax", R"({"pattern":"^[0-9]{13}$"})"}}, admin);
    EXPECT_EQ(rules.status, 422);
    EXPECT_THAT(rules.body, AllOf(HasSubstr("id=\"syntaxe\""), HasSubstr("registration with IANA and cannot be set"),
                                  HasSubstr("^[0-9]{13}$")));
    EXPECT_EQ(post(path, {{"nid", "isbn"}, {"max_age", "60"}}, admin).status, 303);
    EXPECT_EQ(entry("isbn").settings.origin, "iana");
    EXPECT_FALSE(entry("isbn").settings.title.empty()) << "that of IANA's list";
    EXPECT_EQ(entry("isbn").settings.max_age, 60U);
}

// RFC 8141 6.2: a revision changes the rules of a registration, and this form does not.
TEST_P(managing_namespaces, rules_of_a_registration_stay) {
    auto s = resolver::read_json(R"({"nid":"quarry","origin":"here","syntax":{"pattern":"^[0-9]+$"}})",
                                 resolver::namespace_settings_from_json);
    ASSERT_TRUE(s);
    s->rules_from = resolver::rules_source::registration;
    write([&](store::writing &w) { w.put("namespace", "quarry", to_json(*s), "add"); });
    EXPECT_THAT(get(at("quarry"), admin).body,
                AllOf(HasSubstr("a revision of it changes them"), HasSubstr(" readonly>{\n  &quot;pattern&quot;")));
    const form f = with(sent(*s), {{"version", "1"}, {"title", "Quarries"}});
    const auto changed = post(path, with(f, {{"syntax", R"({"pattern":"^[a-z]+$"})"}}), admin);
    EXPECT_EQ(changed.status, 409);
    EXPECT_THAT(changed.body, HasSubstr("id=\"syntaxe\""));
    EXPECT_EQ(post(path, f, admin).status, 303);
    EXPECT_EQ(entry("quarry").settings.rules, s->rules);
    EXPECT_EQ(entry("quarry").settings.rules_from, s->rules_from);
}

TEST_P(managing_namespaces, equivalence_stays_with_names) {
    write([](store::writing &w) {
        EXPECT_TRUE(service::add_namespace(w, admin, {.nid = "lending"}));
        EXPECT_TRUE(service::assign(w, admin, {.urn = "urn:lending:1"}));
    });
    const form f = with(sent(entry("lending").settings),
                        {{"version", "1"}, {"equivalence", R"({"operations":[{"action":"lower-case"}]})"}});
    const auto refused = post(path, f, admin);
    EXPECT_EQ(refused.status, 409);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("id=\"equivalencee\""), HasSubstr("cannot change")));
    EXPECT_THAT(post_in_german(f).body, HasSubstr("Es gibt darin schon Namen."));
}

TEST_P(managing_namespaces, hostile_texts) {
    const std::string script = "\"><script>alert(1)</script>{{csrf}}";
    const form f = with(sent(entry("example").settings), {{"version", "1"}, {"title", script}});
    EXPECT_EQ(post(path, f, manager).status, 303);
    EXPECT_EQ(entry("example").settings.title, script);
    const std::string inside = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{csrf}}";
    for (const std::string &page : {at("example"), std::string{"/manage/namespaces"}}) {
        for (const principal *const who : {&manager, &reader}) {
            EXPECT_THAT(get(page, *who).body, AllOf(HasSubstr(inside), Not(HasSubstr("<script>alert"))));
        }
    }
    // In each field, of which none takes it: a title has one line.
    for (const resolver::namespace_settings defaults; const auto &[name, text] : sent(defaults)) {
        const auto page = post(path, with({{"nid", "new-one"}}, {{name, script + "\n</textarea>"}}), admin);
        EXPECT_NE(page.status, 303) << name;
        EXPECT_THAT(page.body, AllOf(Not(HasSubstr("<script>alert")), Not(HasSubstr("\n</textarea>")))) << name;
    }
    EXPECT_THAT(get(path + std::string{"?nid="} + encode_query_data(script), admin).body,
                AllOf(HasSubstr("&lt;script&gt;alert(1)"), Not(HasSubstr("<script>alert"))));
    EXPECT_EQ(get(path + std::string{"?nid="} + encode_query_data(script), manager).status, 400);
    EXPECT_EQ(get(at("%00"), admin).status, 200) << "a query that cannot be decoded is none";
    for (const char *const body : {"nid=a%00b", "nid=%FF&title=a"}) {
        EXPECT_EQ(call(admin, "POST", "/" + std::string{path}, body, {}, "application/x-www-form-urlencoded").status,
                  400)
            << body;
    }
    EXPECT_EQ(post(path, {}, admin).status, 400);
}

// In the language of the reader.
TEST_P(managing_namespaces, in_german) {
    const auto german = [&](const std::string &page, const principal &who) {
        return get(page, who, {{"Accept-Language", "de"}}).body;
    };
    EXPECT_THAT(german("/manage/namespaces", admin),
                AllOf(HasSubstr("<h1>Namensräume</h1>"), HasSubstr("Einen Namensraum hinzufügen")));
    EXPECT_THAT(german(at("example"), manager), AllOf(HasSubstr("Statuscode von Weiterleitungen"), HasSubstr("aktiv")));
    EXPECT_THAT(german(at("example"), reader),
                AllOf(HasSubstr("wird an die Abfrage angehängt"), HasSubstr("<dd class=\"lines\">nein</dd>")));
    EXPECT_THAT(german("/namespaces/example?format=html", manager), HasSubstr("Einstellungen ändern"));
    EXPECT_THAT(german("/namespaces/isbn?format=html", admin), HasSubstr("Hier Namen dieses Namensraums vergeben"));
    EXPECT_THAT(post(path, {{"nid", "x"}}, admin).body,
                HasSubstr("href=\"/language/de?to=" + encode_query_data(at("x")) + "\""));
}

} // namespace
} // namespace uniform::http
