// Sessions of the pages: their cookies, ends, and what protects their forms, with a clock of the test's own.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/api/router.hpp"
#include "http/operation/limits.hpp"
#include "http/pages/form.hpp"
#include "http/server/all_routes.hpp"
#include "http/server/dispatcher.hpp"
#include "http/session/browser.hpp"
#include "http/session/sessions.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using uniform::test::remembered;
using pairs = std::vector<std::pair<std::string, std::string>>;

class signed_in : public testing::Test {
protected:
    void SetUp() override {
        configuration.failed_tokens = 3;
        open();
        issued = *service::create_first_administrator(*s, {.who = "test", .from = "test"});
    }
    void TearDown() override {
        close();
        std::filesystem::remove_all(folder);
    }
    void open() {
        s = store::store::open((folder / "store.db").string(), {.clock = [this] { return resolver::now() + later; }});
        engine.emplace(*s, configuration);
        all.emplace(*s, &configuration, engine->all);
        r.emplace(*all, all_routes());
    }
    void close() {
        r.reset();
        engine.reset();
        s.reset();
    }
    remembered ask(std::string_view method, std::string_view target, pairs f = {}, std::string_view body = {}) {
        if (!body.empty()) f.emplace_back("Content-Type", "application/x-www-form-urlencoded");
        return send(method, target, std::move(f), body);
    }
    remembered send(std::string_view method, std::string_view target, pairs f, std::string_view body) {
        if (!target.starts_with("/api/")) f.emplace_back("Accept", "text/html");
        f.emplace_back("Host", "127.0.0.1:8141");
        std::vector<field> views;
        for (const auto &[n, v] : f) views.push_back({n, v});
        http::request q{.method = method,
                        .target = target,
                        .path = target.substr(0, target.find('?')),
                        .query = {},
                        .fields = views,
                        .body = body,
                        .remote = "192.0.2.1",
                        .id = "r1"};
        if (const auto at = target.find('?'); at != std::string_view::npos) q.query = target.substr(at + 1);
        remembered e{q};
        r->handle(e);
        return e;
    }
    remembered sign_in(const pairs &f = {}, const std::string &more = {}) {
        return ask("POST", "/sign-in", f, "token=" + issued.text + more);
    }
    // The field Cookie with the session that this response begins.
    static pairs cookie_of(const remembered &e) {
        const std::string set{e.value("Set-Cookie")};
        return {{"Cookie", set.substr(0, set.find(';'))}};
    }
    std::string csrf_of(const pairs &cookie) {
        const std::string page = ask("GET", "/account", cookie).sent.body;
        constexpr std::string_view before = "name=\"csrf\" value=\"";
        const auto at = page.find(before);
        return at == std::string::npos ? std::string{} : page.substr(at + before.size(), 64);
    }
    int account(const pairs &cookie) { return ask("GET", "/account", cookie).sent.status; }

    std::filesystem::path folder = test::temporary_folder("session");
    std::chrono::seconds later{0};
    settings configuration = {};
    std::unique_ptr<store::store> s;
    std::optional<test::parts_of_engine> engine;
    std::optional<server_context> all;
    std::optional<router> r;
    service::issued_token issued = {};
};

// RFC 6265 4.1.2, and RFC 6265bis 4.1.3.2 for the prefix
TEST_F(signed_in, cookies) {
    const std::string over_http{sign_in().value("Set-Cookie")};
    EXPECT_THAT(over_http, testing::MatchesRegex("session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict"));
    configuration.public_url = "https://urn.example.org";
    const std::string over_https{sign_in().value("Set-Cookie")};
    EXPECT_THAT(over_https,
                testing::MatchesRegex("__Host-session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure"));
}

TEST_F(signed_in, acts_as_its_token) {
    const auto in = sign_in({}, "&to=/manage/names");
    EXPECT_EQ(in.sent.status, 303);
    EXPECT_EQ(in.value("Location"), "/manage/names");
    const pairs cookie = cookie_of(in);
    EXPECT_EQ(account(cookie), 200);
    const auto self = ask("GET", "/api/v1/tokens/self", cookie);
    EXPECT_EQ(self.sent.status, 200);
    EXPECT_THAT(self.sent.body, HasSubstr("token:" + issued.token.id));
    EXPECT_EQ(ask("GET", "/account", cookie).value("Cache-Control"), "no-store");
    EXPECT_EQ(ask("GET", "/", cookie).value("Cache-Control"), "private, no-cache");
    EXPECT_EQ(ask("GET", "/account", cookie).value("Referrer-Policy"), "same-origin");
    EXPECT_THAT(ask("GET", "/", cookie).sent.body, HasSubstr("href=\"/operation\""));
    EXPECT_THAT(ask("GET", "/").sent.body, HasSubstr("href=\"/sign-in\""));
}

// Nothing that needs a token stays on the disk of a browser, streamed or not.
TEST_F(signed_in, exports_and_downloads_are_not_stored) {
    const pairs cookie = cookie_of(sign_in());
    for (const std::string target :
         {"/api/v1/export", "/manage/download", "/api/v1/zone", "/api/v1/statistics?format=csv", "/api/v1/links",
          "/api/v1/tokens", "/manage/findings"}) {
        const auto r = ask("GET", target, cookie);
        EXPECT_EQ(r.sent.status, 200) << target;
        EXPECT_EQ(r.value("Cache-Control"), "no-store") << target;
    }
    // Operations without token that may show more to its holder.
    const std::string opened = send("POST", "/api/v1/requests",
                                    {{"Authorization", "Bearer " + issued.text}, {"Content-Type", "application/json"}},
                                    R"({"template":"Namespace Identifier: quarry\n\nPurpose: Stones.\n"})")
                                   .value("Location");
    ASSERT_EQ(opened, "/api/v1/requests/1");
    const auto as = [&](const std::string &type) {
        pairs f = cookie;
        f.emplace_back("Accept", type);
        return f;
    };
    for (const std::string target : {"/api/v1/requests/1/template", "/namespaces?format=csv", "/namespaces?format=json",
                                     "/namespaces?format=xml"}) {
        const auto r = ask("GET", target, as("text/plain"));
        EXPECT_EQ(r.sent.status, 200) << target;
        EXPECT_EQ(r.value("Cache-Control"), "no-store") << target;
        EXPECT_NE(ask("GET", target).value("Cache-Control"), "no-store") << target << " without session";
    }
    // Pages and their parts are asked for again.
    for (const std::string target : {"/namespaces", "/"}) {
        EXPECT_EQ(ask("GET", target, cookie).value("Cache-Control"), "private, no-cache") << target;
    }
    // A draft, which its holder alone sees, in each of its resources and formats.
    for (const std::string type : {"application/json", "text/plain", "text/html"}) {
        for (const std::string target :
             {"/api/v1/requests/1", "/api/v1/requests/1/template", "/api/v1/requests/1/versions",
              "/api/v1/requests/1/comments", "/registration/requests/1", "/registration/requests/1/edit"}) {
            const auto r = ask("GET", target, as(type));
            EXPECT_NE(ask("GET", target).sent.status, 200) << target; // to the page for signing in, or a problem
            if (r.sent.status != 200) continue;
            EXPECT_EQ(r.value("Cache-Control"), "no-store") << type << ' ' << target;
        }
    }
}

TEST_F(signed_in, the_store_has_no_secret) {
    const std::string secret = cookie_of(sign_in()).front().second.substr(8);
    std::string stored;
    s->look_up([&](store::reading &q) {
        q.sql().run("SELECT secret, session FROM sessions", {}, [&](const store::row &row) {
            stored = std::string{row.text(0)} + std::string{row.text(1)};
            return true;
        });
        return 0;
    });
    EXPECT_EQ(stored.size(), 64U + 16U);
    EXPECT_THAT(stored, Not(HasSubstr(secret)));
}

// OWASP: session fixation
TEST_F(signed_in, has_a_new_secret_each_time) {
    const pairs first = cookie_of(sign_in());
    const pairs second = cookie_of(sign_in(first));
    EXPECT_NE(first, second);
    EXPECT_EQ(account(first), 303) << "the session before ends";
    EXPECT_EQ(account(second), 200);
    const std::string chosen = "session=" + std::string(43, 'A');
    EXPECT_NE(cookie_of(sign_in({{"Cookie", chosen}})).front().second, chosen);
    EXPECT_EQ(account({{"Cookie", chosen}}), 303);
    EXPECT_EQ(account({{"Cookie", second.front().second + "; " + first.front().second}}), 303) << "two cookies";
}

TEST_F(signed_in, ends) {
    struct row {
        const char *what;
        std::vector<std::chrono::seconds> requests; // after the sign-in
        int last;
    };
    const std::vector<row> rows{
        {"used in time", {29min}, 200},
        {"idle", {30min}, 303},
        {"each use counts", {29min, 58min, 87min}, 200},
        {"idle after a use", {29min, 59min + 1s}, 303},
    };
    for (const row &x : rows) {
        later = 0s;
        close();
        std::filesystem::remove_all(folder);
        folder = test::temporary_folder("session");
        open();
        issued = *service::create_first_administrator(*s, {.who = "test", .from = "test"});
        const pairs cookie = cookie_of(sign_in());
        int last = 0;
        for (const auto at : x.requests) {
            later = at;
            last = account(cookie);
        }
        EXPECT_EQ(last, x.last) << x.what;
    }
}

TEST_F(signed_in, ends_in_any_case) {
    const pairs cookie = cookie_of(sign_in());
    for (later = 0s; later < 12h; later += 20min) EXPECT_EQ(account(cookie), 200) << later.count();
    EXPECT_EQ(account(cookie), 303);
    const auto left = s->write(
        {.who = "test", .from = "test"},
        [](store::writing &w) -> std::expected<std::int64_t, resolver::problem> { return session::expire(w, {}); });
    EXPECT_EQ(*left, 1) << "deleted";
}

TEST_F(signed_in, survives_a_restart) {
    const pairs cookie = cookie_of(sign_in());
    const std::string csrf = csrf_of(cookie);
    close();
    open();
    EXPECT_EQ(account(cookie), 200);
    EXPECT_EQ(csrf_of(cookie), csrf) << "a form that was open can be sent";
}

TEST_F(signed_in, ends_with_its_token) {
    const pairs cookie = cookie_of(sign_in());
    const auto revoked = s->write({.who = "test", .from = "test"}, [&](store::writing &w) {
        return service::revoke_token(w, service::local_user("test"), issued.token.id);
    });
    ASSERT_TRUE(revoked);
    EXPECT_EQ(account(cookie), 303);
}

TEST_F(signed_in, signs_out) {
    const pairs one = cookie_of(sign_in());
    const pairs two = cookie_of(sign_in());
    const pairs three = cookie_of(sign_in());
    const auto out = ask("POST", "/sign-out", one, "csrf=" + csrf_of(one));
    EXPECT_EQ(out.sent.status, 303);
    EXPECT_THAT(std::string{out.value("Set-Cookie")}, HasSubstr("Max-Age=0"));
    EXPECT_EQ(account(one), 303);
    EXPECT_EQ(account(two), 200);
    EXPECT_EQ(ask("POST", "/sign-out", two, "everywhere=yes&csrf=" + csrf_of(two)).sent.status, 303);
    EXPECT_EQ(account(two), 303);
    EXPECT_EQ(account(three), 303);
}

TEST_F(signed_in, sees_and_ends_itself_by_the_api) {
    const pairs cookie = cookie_of(sign_in());
    const std::string sessions = "/api/v1/tokens/self/sessions";
    const std::string listed = ask("GET", sessions, cookie).sent.body;
    EXPECT_THAT(listed, HasSubstr("\"current\":true"));
    const std::string end = sessions + '/' + listed.substr(listed.find("\"id\":\"") + 6, 16) + "/end";
    EXPECT_EQ(send("POST", end, cookie, "").sent.status, 403) << "without its token against forged requests";
    pairs f = cookie;
    f.emplace_back("X-CSRF-Token", csrf_of(cookie));
    EXPECT_EQ(send("POST", end, f, "").sent.status, 200);
    EXPECT_EQ(account(cookie), 303) << "it has ended";
}

TEST_F(signed_in, forms_need_its_csrf_token) {
    const pairs cookie = cookie_of(sign_in());
    const std::string csrf = csrf_of(cookie);
    ASSERT_EQ(csrf.size(), 64U);
    struct row {
        const char *what;
        pairs fields;
        std::string csrf;
        int status;
    };
    const std::vector<row> rows{
        {"without", {}, "", 403},
        {"another", {}, std::string(64, '0'), 403},
        {"shorter", {}, csrf.substr(1), 403},
        {"twice", {}, csrf + "&csrf=" + csrf, 403},
        {"another site", {{"Sec-Fetch-Site", "cross-site"}}, csrf, 403},
        {"another host of the site", {{"Sec-Fetch-Site", "same-site"}}, csrf, 403},
        {"another origin", {{"Origin", "http://evil.example"}}, csrf, 403},
        {"another port", {{"Origin", "http://127.0.0.1:8142"}}, csrf, 403},
        {"no origin", {{"Origin", "null"}}, csrf, 403},
        {"the own origin", {{"Origin", "http://127.0.0.1:8141"}}, csrf, 303},
        {"the same origin", {{"Sec-Fetch-Site", "same-origin"}, {"Origin", "http://127.0.0.1:8141"}}, csrf, 303},
        {"in a header field", {{"X-CSRF-Token", csrf}}, "", 303},
    };
    for (const row &x : rows) {
        pairs f = x.fields;
        f.push_back(cookie.front());
        EXPECT_EQ(ask("POST", "/account/sessions/0011223344556677/end", f, "csrf=" + x.csrf).sent.status, x.status)
            << x.what;
    }
    EXPECT_EQ(ask("POST", "/api/v1/tokens/self/revoke", cookie, "{}").sent.status, 403) << "the API, too";
}

// A form that cannot be read has no token against cross-site request forgery, but that is not what is wrong with it.
TEST_F(signed_in, broken_forms_say_what_is_wrong) {
    const pairs cookie = cookie_of(sign_in());
    const std::string csrf = "csrf=" + csrf_of(cookie);
    std::string many = csrf;
    for (std::size_t i = 0; i < 20'000; ++i) many += "&a=b";
    struct row {
        const char *what;
        std::string body;
        const char *type;
        int status;
        const char *says;
    };
    const char *const form = "application/x-www-form-urlencoded";
    const std::vector<row> rows{
        {"many fields", many, form, 400, "more than 10000 fields"},
        {"no UTF-8", csrf + "&label=%FF", form, 400, "not percent-encoded UTF-8"},
        {"U+0000", csrf + "&label=a%00", form, 400, "not percent-encoded UTF-8"},
        {"JSON", R"({"csrf":"x"})", "application/json", 415, "unsupported media type"},
        {"another charset", csrf + "&label=a", "application/x-www-form-urlencoded; charset=latin1", 415, "charset"},
        {"readable", "csrf=x&label=a", form, 403, "load the page again"},
    };
    for (const row &x : rows) {
        for (const bool is_from_here : {true, false}) {
            pairs f = cookie;
            f.emplace_back("Content-Type", x.type);
            f.emplace_back("Sec-Fetch-Site", is_from_here ? "same-origin" : "cross-site");
            const auto e = send("POST", "/account/tokens", std::move(f), x.body);
            EXPECT_EQ(e.sent.status, is_from_here ? x.status : 403) << x.what;
            EXPECT_THAT(e.sent.body, HasSubstr(is_from_here ? x.says : "load the page again")) << x.what;
        }
    }
}

// The decisions of the dispatcher before a body is read.
class before_the_body : public signed_in {
protected:
    void SetUp() override {
        signed_in::SetUp();
        configuration.rate_writes = 1;
        configuration.burst_writes = 2;
        engine->limits.change(configuration);
        front.emplace(&configuration, engine->all, *r);
        front->open();
    }
    body_policy policy(const pairs &f, std::string_view method = "POST", std::string_view target = "/manage/lists") {
        std::vector<field> views;
        for (const auto &[n, v] : f) views.push_back({n, v});
        return front->policy({.method = method,
                              .target = target,
                              .path = target,
                              .query = {},
                              .fields = views,
                              .body = {},
                              .remote = "192.0.2.1",
                              .id = "r1"});
    }
    static inline const std::size_t anonymous = longest_anonymous_body;

    std::optional<dispatcher> front;
};

TEST_F(before_the_body, a_token_that_is_not_verified_yet_has_threads_for_it) {
    const pairs token{{"Authorization", "Bearer " + issued.text}};
    EXPECT_EQ(policy({}).verifies, verifying::nothing);
    EXPECT_EQ(policy(token).verifies, verifying::token);
    EXPECT_EQ(ask("GET", "/api/v1/tokens/self", token).sent.status, 200);
    EXPECT_EQ(policy(token).verifies, verifying::nothing) << "it does not wait behind others";
    EXPECT_EQ(policy({}, "POST", "/sign-in").verifies, verifying::request);
    EXPECT_EQ(policy(token, "POST", "/api/v1/tokens").verifies, verifying::request);
    // The engine authenticates it before the handler runs, and the handler takes the result.
    const std::string wrong = "Bearer " + issued.text.substr(0, issued.text.size() - 1) + "!";
    const std::vector<field> fields{{"Authorization", wrong}};
    const auto refused = front->authenticate({.method = "GET",
                                              .target = "/",
                                              .path = "/",
                                              .query = {},
                                              .fields = fields,
                                              .body = {},
                                              .remote = "192.0.2.1",
                                              .id = "r1"});
    ASSERT_NE(refused, nullptr);
    EXPECT_TRUE(refused->refused.has_value());
}

TEST_F(signed_in, what_is_added_to_the_store_without_a_token_is_limited) {
    configuration.stored_address = 18000; // half of it at once
    configuration.stored_anonymous = 200'000;
    engine->limits.change(configuration);
    const pairs plain{{"Content-Type", "text/plain"}};
    const auto open = [&](const pairs &f) {
        return send("POST", "/api/v1/requests", f, "Namespace Identifier: quarry\n\nPurpose: Stones.\n").sent;
    };
    for (int n = 0; n < 4; ++n) EXPECT_EQ(open(plain).status, 201) << n;
    const response refused = open(plain);
    EXPECT_EQ(refused.status, 429);
    EXPECT_THAT(refused.body, HasSubstr("one address may, without an access token, add 18000 bytes a day"));
    EXPECT_EQ(send("POST", "/api/v1/requests/1/comments", {{"Content-Type", "application/json"}}, "{}").sent.status,
              429);
    EXPECT_EQ(ask("GET", "/api/v1/requests").sent.status, 200);
    pairs with_token = plain;
    with_token.emplace_back("Authorization", "Bearer " + issued.text);
    EXPECT_EQ(open(with_token).status, 201) << "who has a token answers for it";
}

// Where the route that policy() found leads, whatever else the request says: nobody searches for it again.
TEST_F(before_the_body, the_route_is_found) {
    http::request q{.method = "GET",
                    .target = "/account",
                    .path = "/account",
                    .query = {},
                    .fields = {},
                    .body = {},
                    .remote = "192.0.2.1",
                    .id = "r1"};
    q.found = policy({}, "GET", "/healthz").found;
    ASSERT_NE(q.found.chosen, nullptr);
    remembered alive{q};
    front->handle(alive);
    EXPECT_EQ(alive.sent.body, "{\"status\":\"alive\"}\n");

    // A resource without a route for the method: what the small body is of gets 405, also where another template has
    // one.
    const auto other = policy({}, "GET", "/sign-out");
    ASSERT_NE(other.found.there, nullptr);
    EXPECT_EQ(other.found.chosen, nullptr);
    EXPECT_EQ(other.limit, 64U << 10U);
    q.found = other.found;
    remembered refused{q};
    front->handle(refused);
    EXPECT_EQ(refused.sent.status, 405);

    q.found = policy({}, "GET", "/api/v1/nothing").found;
    remembered unknown{q};
    front->handle(unknown);
    EXPECT_EQ(unknown.sent.status, 404);
}

TEST_F(before_the_body, a_session_counts_as_its_token) {
    const pairs cookie = cookie_of(sign_in());
    EXPECT_EQ(account(cookie), 200);
    for (int i = 0; i < 5; ++i) {
        const auto p = policy(cookie);
        EXPECT_FALSE(p.refusal) << "limits.rate_writes is for those without a token or session";
        EXPECT_GT(p.limit, std::size_t{32} << 20U);
        EXPECT_TRUE(p.known);
        EXPECT_EQ(p.client, "token token:" + issued.token.id);
    }
    EXPECT_EQ(policy(cookie, "POST", "/api/v1/imports").token, "token:" + issued.token.id);
    EXPECT_EQ(ask("POST", "/sign-out", cookie, "csrf=" + csrf_of(cookie)).sent.status, 303);
    EXPECT_EQ(account(cookie), 303);
    EXPECT_FALSE(policy(cookie).known) << "it has ended";
}

TEST_F(before_the_body, any_cookie) {
    EXPECT_EQ(policy({}).limit, anonymous);
    EXPECT_EQ(policy({{"Cookie", "session=x"}}).limit, anonymous);
    EXPECT_TRUE(policy({}).refusal) << "the third write of this address";
    const pairs junk{{"Cookie", "session=" + std::string(43, 'A')}};
    EXPECT_TRUE(policy(junk).refusal) << "counts by its address";
    configuration.rate_writes = 0;
    engine->limits.change(configuration);
    // Each long body whose session turns out to be none counts as an invalid token.
    const std::string body = "a=" + std::string(anonymous, 'x');
    for (unsigned i = 0; i < configuration.failed_tokens; ++i) {
        const auto p = policy(junk);
        EXPECT_GT(p.limit, anonymous) << "a session of another service on the store, or from before a restart";
        EXPECT_FALSE(p.known);
        ask("GET", "/", junk);
        EXPECT_EQ(ask("POST", "/manage/lists", junk, body).sent.status, 401);
    }
    EXPECT_EQ(policy(junk).limit, anonymous);
    EXPECT_FALSE(policy(junk).refusal);
}

TEST_F(signed_in, leads_only_to_own_pages) {
    for (const char *const other : {"//evil.example", "/\\evil.example", "https://evil.example", "evil", "", "/a\nb"}) {
        const auto e = sign_in({}, "&to=" + encode_query_data(other));
        EXPECT_EQ(e.sent.status, 303) << other;
        EXPECT_EQ(e.value("Location"), "/account") << other;
    }
    EXPECT_EQ(ask("GET", "/account/tokens?after=x").value("Location"), "/sign-in?to=/account/tokens?after%3Dx");
}

TEST_F(signed_in, refuses_others) {
    const auto wrong = ask("POST", "/sign-in", {}, "token=uniform_x");
    EXPECT_EQ(wrong.sent.status, 422);
    EXPECT_THAT(wrong.sent.body, HasSubstr("role=\"alert\""));
    EXPECT_EQ(wrong.value("Set-Cookie"), "");
    EXPECT_EQ(sign_in({{"Sec-Fetch-Site", "cross-site"}}).sent.status, 403) << "sign-in by another site";
    for (int i = 0; i < 3; ++i) ask("POST", "/sign-in", {}, "token=uniform_x");
    const auto too_many = ask("POST", "/sign-in", {}, "token=uniform_x");
    EXPECT_EQ(too_many.sent.status, 429);
    EXPECT_NE(too_many.value("Retry-After"), "");
}

TEST_F(signed_in, keeps_a_form_whose_session_has_ended) {
    const auto ended = ask("POST", "/account/tokens", {}, "csrf=old&label=a+%3Cb%3E&role=reader");
    EXPECT_EQ(ended.sent.status, 401);
    EXPECT_THAT(ended.sent.body, HasSubstr("name=\"again\""));
    const auto again = sign_in({}, "&to=/account/tokens&again=" +
                                       encode_query_data("label=a%20%3Cb%3E&role=reader&registrar=&key=0123"));
    EXPECT_EQ(again.sent.status, 200);
    EXPECT_THAT(again.sent.body, HasSubstr("action=\"/account/tokens\""));
    EXPECT_THAT(again.sent.body, HasSubstr(">a &lt;b&gt;</textarea>"));
    EXPECT_THAT(again.sent.body, HasSubstr("<dt><code>label</code></dt><dd>a &lt;b&gt;</dd>"))
        << "and shown, as the page says";
    EXPECT_THAT(again.sent.body, Not(HasSubstr("<code>key</code>")));
    EXPECT_NE(again.value("Set-Cookie"), "");
    const auto foreign = ask("POST", "/account/tokens", {{"Sec-Fetch-Site", "cross-site"}}, "label=x");
    EXPECT_THAT(foreign.sent.body, Not(HasSubstr("name=\"again\""))) << "a form of another site is not kept";
}

TEST_F(signed_in, creates_and_revokes_tokens) {
    const pairs cookie = cookie_of(sign_in());
    const std::string csrf = "csrf=" + csrf_of(cookie);
    const auto made = ask("POST", "/account/tokens", cookie, csrf + "&role=reader&label=for+tests");
    EXPECT_EQ(made.sent.status, 200);
    EXPECT_THAT(made.sent.body, HasSubstr("<code>uniform_"));
    EXPECT_THAT(ask("GET", "/account/tokens", cookie).sent.body, Not(HasSubstr("uniform_"))) << "shown once";
    const auto wrong = ask("POST", "/account/tokens", cookie, csrf + "&role=reader&label=kept&expires=soon");
    EXPECT_EQ(wrong.sent.status, 422);
    EXPECT_THAT(wrong.sent.body, HasSubstr("id=\"expirese\""));
    EXPECT_THAT(wrong.sent.body, HasSubstr("value=\"kept\""));
    const std::string at = "/account/tokens/" + issued.token.id + "/revoke";
    EXPECT_EQ(ask("POST", at, cookie, csrf + "&confirmation=x").sent.status, 422);
    EXPECT_EQ(ask("POST", at, cookie, csrf + "&confirmation=" + issued.token.id).sent.status, 303);
    EXPECT_EQ(account(cookie), 303) << "its own token";
}

// The URL Standard, section 5.1
TEST(form, reads) {
    const auto f = pages::form::read("a=1+2&b=%C3%A9%0D%0A&&c&a=3&=4");
    ASSERT_TRUE(f);
    EXPECT_EQ(f->value("a"), "1 2");
    EXPECT_EQ(f->values("a").size(), 2U);
    EXPECT_EQ(f->value("b"), "\xC3\xA9\n");
    EXPECT_TRUE(f->has("c"));
    EXPECT_FALSE(f->has("d"));
    EXPECT_EQ(pages::form::read(f->body())->fields(), f->fields());
    for (const char *const bad : {"a=%FF", "a=%", "a=%00", "%ED%A0%80=1"}) EXPECT_FALSE(pages::form::read(bad)) << bad;
    std::string many;
    for (std::size_t i = 0; i <= pages::form::most_fields; ++i) many += "a&";
    EXPECT_FALSE(pages::form::read(many));
}

} // namespace
} // namespace uniform::http
