// The pages of webhooks: what the operations of the API do, by forms, on both databases.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/webhooks.hpp>

#include "http/administration/operating.hpp"

namespace uniform::http {
namespace {

using nlohmann::json;
using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The text between two others, at the first place; empty: nowhere.
std::string between(const std::string &text, std::string_view before, std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string::npos) return {};
    const auto begin = at + before.size();
    return text.substr(begin, text.find(after, begin) - begin);
}

class webhook_pages : public operating {
protected:
    json hooks() { return read("/api/v1/webhooks")["items"]; }
    // The id of a new webhook, which the API makes.
    std::string made(const std::string &url = "https://hooks.example.org/a", const principal &who = admin) {
        return json::parse(ask(who, "POST", "/api/v1/webhooks", json{{"url", url}}.dump()).body)["id"];
    }
    static std::string page_of(const std::string &id) { return "/operation/webhooks/" + id; }
};
INSTANTIATE_ON_BOTH_STORES(webhook_pages);

// As the operations of the API, which are about the instance.
TEST_P(webhook_pages, permit_what_the_api_permits) {
    const std::string id = made();
    for (const auto &[of, name] : resolver::role_names) {
        for (const bool restricted : {false, true}) {
            principal who{.id = "local:other", .role = of};
            if (restricted) who.prefixes = {"example:"};
            SCOPED_TRACE(std::string{name} + (restricted ? " with prefixes" : ""));
            const bool may = of == role::administrator && !restricted;
            EXPECT_EQ(get("/api/v1/webhooks", who).status, may ? 200 : 403);
            EXPECT_EQ(ask(who, "POST", "/api/v1/webhooks", R"({"url":"https://hooks.example.org/c"})").status,
                      may ? 201 : 403);
            EXPECT_EQ(get("/operation/webhooks", who).status, may ? 200 : 403);
            EXPECT_EQ(get(page_of(id), who).status, may ? 200 : 403);
            EXPECT_EQ(send("/operation/webhooks", "url=https://hooks.example.org/b", who).status, may ? 200 : 403);
            EXPECT_EQ(send(page_of(id) + "/test", "x=y", who).status, may ? 303 : 403);
            EXPECT_EQ(send(page_of(id) + "/end", "confirmation=none", who).status, may ? 422 : 403);
        }
    }
    EXPECT_EQ(hooks().size(), 3U);
}

TEST_P(webhook_pages, show_the_secret_once) {
    const response page =
        send("/operation/webhooks", "url=https://hooks.example.org/a&label=for+%3Cus%3E&action=submit&action=register");
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(value_of(page, "Cache-Control"), "no-store");
    const std::string secret = between(page.body, "<p><code>", "</code>");
    EXPECT_THAT(secret, testing::MatchesRegex("[0-9a-f]{64}"));
    const json all = hooks();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0]["url"], "https://hooks.example.org/a");
    EXPECT_EQ(all[0]["label"], "for <us>");
    EXPECT_EQ(all[0]["actions"], (json{"submit", "register"}));
    EXPECT_EQ(all[0]["created_by"], "local:admin");
    const std::string id = all[0]["id"];
    EXPECT_THAT(page.body, HasSubstr("href=\"" + page_of(id) + "\""));
    for (const std::string &at : {std::string{"/operation/webhooks"}, page_of(id)}) {
        const response shown = get(at);
        EXPECT_EQ(value_of(shown, "Cache-Control"), "no-store") << at;
        EXPECT_THAT(shown.body, AllOf(Not(HasSubstr(secret)), HasSubstr("https://hooks.example.org/a"),
                                      HasSubstr("for &lt;us&gt;"), HasSubstr("Submitted, Registered")))
            << at;
    }
}

// By a double click, or because the page is reloaded.
TEST_P(webhook_pages, make_one_webhook_of_a_form_that_is_sent_twice) {
    const std::string key = between(get("/operation/webhooks").body, "name=\"key\" value=\"", "\"");
    ASSERT_EQ(key.size(), 32U);
    const std::string form = "key=" + key + "&url=https://hooks.example.org/a";
    const std::string once = between(send("/operation/webhooks", form).body, "<p><code>", "</code>");
    const std::string twice = between(send("/operation/webhooks", form).body, "<p><code>", "</code>");
    EXPECT_EQ(once.size(), 64U);
    EXPECT_EQ(once, twice) << "the browser shows the second page only";
    EXPECT_EQ(hooks().size(), 1U);
    EXPECT_EQ(send("/operation/webhooks", form + "&label=other").status, 422) << "another form with the key";
    principal second = admin;
    second.id = "local:second";
    EXPECT_NE(between(send("/operation/webhooks", form, second).body, "<p><code>", "</code>"), once);
    EXPECT_EQ(hooks().size(), 2U);
    const std::string at = page_of(hooks()[0]["id"]);
    const std::string test = "key=" + between(get(at).body, "name=\"key\" value=\"", "\"");
    EXPECT_EQ(send(at + "/test", test).status, 303);
    EXPECT_EQ(send(at + "/test", test).status, 303);
    EXPECT_EQ(read("/api/v1" + at.substr(std::string_view{"/operation"}.size()) + "/deliveries")["items"].size(), 1U);
}

// The message of the API is at the field, in the language of the page, and what was typed stays.
TEST_P(webhook_pages, say_at_the_field_what_is_wrong) {
    struct fact {
        std::string sent; ///< as a form sends it
        std::string field;
        int status;
        std::string says;
        std::string in_german;
    };
    const fact facts[]{
        {"url=", "url", 422, "must be a URI", "muss ein URI sein"},
        {"label=x", "url", 422, "must be a URI", "muss ein URI sein"},
        {"url=hooks.example.org", "url", 422, "must be a URI", "muss ein URI sein"},
        {"url=ftp://hooks.example.org/", "url", 422, "http or https", "http- oder https-URL"},
        {"url=https:///a", "url", 422, "must have a host", "muss einen Host haben"},
        {"url=https://user:password@hooks.example.org/", "url", 422, "no userinfo", "keinen Benutzer"},
        {"url=https://hooks.example.org/%23a", "url", 422, "no fragment", "kein Fragment"},
        {"url=https://127.0.0.1/", "url", 422, "not public (loopback)", "nicht öffentlich ist (loopback)"},
        {"url=https://hooks.example.org/&label=a%07", "label", 422, "control character", "Steuerzeichen"},
        {"url=https://hooks.example.org/&label=a%E2%80%8B", "label", 422, "the invisible character U+200B",
         "das unsichtbare Zeichen U+200B"},
        {"url=https://hooks.example.org/&label=" + std::string(201, 'a'), "label", 422, "200", "200"},
    };
    for (const fact &f : facts) {
        SCOPED_TRACE(f.sent);
        const response page = send("/operation/webhooks", f.sent);
        EXPECT_EQ(page.status, f.status);
        EXPECT_EQ(value_of(page, "Cache-Control"), "no-store");
        const std::string at = "id=\"" + f.field + "e\">";
        EXPECT_THAT(between(page.body, at, "</p>"), HasSubstr(f.says));
        const response in_german = send_in("de", "/operation/webhooks", f.sent);
        EXPECT_THAT(between(in_german.body, at, "</p>"), AllOf(HasSubstr(f.in_german), Not(HasSubstr("lang=\"en\""))));
    }
    EXPECT_THAT(send("/operation/webhooks", "url=ftp://a.example/&label=kept&action=approve").body,
                AllOf(HasSubstr("value=\"ftp://a.example/\""), HasSubstr("value=\"kept\""),
                      HasSubstr("value=\"approve\" checked"), Not(HasSubstr("value=\"submit\" checked"))));
    EXPECT_EQ(send("/operation/webhooks", "url=https://hooks.example.org/&action=weather").status, 422);
    EXPECT_EQ(hooks().size(), 0U);
    values.webhooks_allow_private = true;
    EXPECT_EQ(send("/operation/webhooks", "url=https://127.0.0.1/").status, 200);
}

// A webhook belongs to the instance, whoever made it.
TEST_P(webhook_pages, test_and_end_a_webhook) {
    principal other = admin;
    other.id = "local:second";
    for (const std::string &id : {made(), made("https://hooks.example.org/b", other)}) {
        SCOPED_TRACE(id);
        const std::string api = "/api/v1/webhooks/" + id;
        EXPECT_THAT(get(page_of(id)).body, HasSubstr("class=\"empty\""));
        EXPECT_EQ(value_of(send(page_of(id) + "/test"), "Location"), page_of(id));
        const json sent = read(api + "/deliveries")["items"];
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0]["action"], "test");
        EXPECT_THAT(get(page_of(id)).body,
                    AllOf(HasSubstr(">Test<"), HasSubstr("waiting"), HasSubstr(std::string{sent[0]["number"]})));
        for (int i = 1; i < 10; ++i) EXPECT_EQ(send(page_of(id) + "/test").status, 303);
        const response too_many = send(page_of(id) + "/test");
        EXPECT_EQ(too_many.status, 429);
        EXPECT_THAT(too_many.body, HasSubstr("ten tests of this webhook wait"));

        const response unconfirmed = send(page_of(id) + "/end", "confirmation=other");
        EXPECT_EQ(unconfirmed.status, 422);
        EXPECT_THAT(unconfirmed.body, AllOf(HasSubstr("id=\"confirmatione\""), HasSubstr("<details open>")));
        EXPECT_EQ(read(api)["state"], "active");
        EXPECT_EQ(value_of(send(page_of(id) + "/end", "confirmation=+" + id), "Location"), page_of(id));
        EXPECT_EQ(read(api)["state"], "ended");
        const std::string ended = get(page_of(id)).body;
        EXPECT_THAT(ended, AllOf(HasSubstr("ended"), Not(HasSubstr(page_of(id) + "/test")),
                                 Not(HasSubstr("name=\"confirmation\""))));
        // As the API answers.
        EXPECT_EQ(ask(admin, "POST", api + "/end").status, 409);
        EXPECT_EQ(send(page_of(id) + "/end", "confirmation=" + id).status, 409);
        EXPECT_EQ(send(page_of(id) + "/test").status, 409);
    }
    for (const std::string_view none : {"0123456789ab", "x"}) {
        EXPECT_EQ(get(page_of(std::string{none})).status, 404);
        EXPECT_EQ(send(page_of(std::string{none}) + "/test").status, 404);
        EXPECT_EQ(send(page_of(std::string{none}) + "/end", "confirmation=" + std::string{none}).status, 404);
    }
    EXPECT_THAT(get("/operation/decisions").body, HasSubstr("href=\"/operation/webhooks/"));
}

TEST_P(webhook_pages, list_page_by_page) {
    for (int i = 0; i < 60; ++i) made("https://hooks.example.org/" + std::to_string(1000 + i));
    std::size_t found = 0;
    std::string target = "/operation/webhooks";
    for (int pages = 0; !target.empty(); ++pages) {
        ASSERT_LT(pages, 2);
        const std::string body = get(target).body;
        for (std::size_t at = 0; (at = body.find("https://hooks.example.org/1", at)) != std::string::npos; ++at)
            ++found;
        target = between(body, "<a class=\"button\" href=\"", "\"");
    }
    EXPECT_EQ(found, 60U);
    EXPECT_EQ(get("/operation/webhooks?after=%25").status, 400);
    const std::string id = hooks()[0]["id"];
    write([&](store::writing &w) {
        for (int i = 0; i < 60; ++i) {
            w.sql().run("INSERT INTO webhook_deliveries (webhook, number, action, state, due, attempts, status, says, "
                        "body) VALUES ($1, $2, 'submit', 'failed', 1000, 12, 404, 'the status is 404', '')",
                        {std::string_view{id}, std::int64_t{7000000 + i}});
        }
    });
    const std::string first = get(page_of(id)).body;
    EXPECT_THAT(first, AllOf(HasSubstr("7000059"), Not(HasSubstr("7000009")), HasSubstr("given up"),
                             HasSubstr("404 the status is 404")));
    EXPECT_THAT(get(between(first, "<a class=\"button\" href=\"", "\"")).body,
                AllOf(HasSubstr("7000009"), HasSubstr("7000000"), Not(HasSubstr("7000010"))));
    EXPECT_EQ(get(page_of(id) + "?after=eA").status, 400);
}

} // namespace
} // namespace uniform::http
