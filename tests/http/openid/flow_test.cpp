// Signing in with an OpenID provider, from the link to the session, with a provider and clocks of the test's own:
// state, nonce, PKCE, keys that are replaced, refusals, and what becomes of the user.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/api/router.hpp"
#include "http/openid/provider.hpp"
#include "http/openid/signer.hpp"
#include "http/pages/form.hpp"
#include "http/server/all_routes.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using openid::answer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using uniform::test::remembered;
using pairs = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view issuer = "https://login.example.org/library";

class openid_sign_in : public testing::Test {
protected:
    void SetUp() override {
        configuration.failed_tokens = 100;
        configuration.public_url = "https://urn.example.org";
        configuration.openid_issuer = issuer;
        configuration.openid_client_id = "uni form";
        configuration.openid_client_secret = "s%cret:";
        configuration.openid_scopes = {"openid", "profile"};
        configuration.openid_rules = {"groups=admins -> administrator", "groups=readers -> reader"};
        configuration.openid_label = "preferred_username";
        configuration.openid_timeout = 5s;
        configuration.openid_clock_skew = 60s;
        configuration.openid_access = 720h;
        open();
        issued = *service::create_first_administrator(*s, {.who = "test", .from = "test"});
        user.set("sub", "24400320").set("preferred_username", "ada");
        user.set("groups", json::array{json::value{"admins"}});
    }
    void TearDown() override {
        close();
        std::filesystem::remove_all(folder);
    }
    // A node of the service: also another one, or one that was restarted.
    void open() {
        s = store::store::open((folder / "store.db").string(), {.clock = [this] { return resolver::now() + later; }});
        engine.emplace(*s, configuration, response_cache::options{},
                       openid::provider::options{.now = [this] { return s->now(); },
                                                 .steady = [this] { return std::chrono::steady_clock::now() + later; },
                                                 .fetch = [this](const openid::call &c) { return serve(c); }});
        all.emplace(*s, &configuration, engine->all);
        r.emplace(*all, all_routes());
    }
    void close() {
        r.reset();
        engine.reset();
        s.reset();
    }

    // The provider.
    openid::result<answer> serve(const openid::call &c) {
        calls.push_back(c.url.substr(c.url.rfind('/') + 1));
        if (away) return openid::fail(openid::failure_kind::unreachable, "away");
        if (c.url.ends_with("/openid-configuration")) {
            json::value v = json::object{};
            v.set("issuer", issuer).set("authorization_endpoint", "https://login.example.org/authorize?tenant=1");
            v.set("token_endpoint", "https://login.example.org/token")
                .set("jwks_uri", "https://login.example.org/keys");
            v.set("userinfo_endpoint", "https://login.example.org/userinfo");
            v.set("end_session_endpoint", "https://login.example.org/logout");
            for (const auto &[name, value] : more_metadata) v.set(name, value);
            return answer{.status = 200, .body = json::to_text(v)};
        }
        if (c.url.ends_with("/keys")) {
            return answer{.status = 200, .body = "{\"keys\":[" + key->jwk(R"(,"kid":")" + kid + '"') + "]}"};
        }
        if (c.url.ends_with("/userinfo")) {
            bearer = c.bearer;
            return answer{.status = 200, .body = json::to_text(about_user)};
        }
        const auto f = pages::form::read(c.form);
        token_form = *f;
        token_call = c;
        if (f->value("code") != "good") {
            return answer{.status = 400, .body = R"({"error":"invalid_grant","error_description":"used"})"};
        }
        json::value claims = user;
        const std::int64_t now = std::chrono::floor<std::chrono::seconds>(s->now()).time_since_epoch().count();
        claims.set("iss", issuer).set("aud", "uni form").set("nonce", nonce).set("iat", now).set("exp", now + 60);
        json::value v = json::object{};
        v.set("access_token", "at").set("token_type", "Bearer");
        v.set("id_token", key->sign("RS256", R"({"alg":"RS256","kid":")" + kid + "\"}", json::to_text(claims)));
        return answer{.status = 200, .body = json::to_text(v)};
    }

    remembered ask(std::string_view method, std::string_view target, pairs f = {}, std::string_view body = {}) {
        if (!body.empty()) f.emplace_back("Content-Type", "application/x-www-form-urlencoded");
        if (!target.starts_with("/api/")) f.emplace_back("Accept", "text/html");
        f.emplace_back("Host", "urn.example.org");
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
    static std::vector<std::string> cookies(const remembered &e) {
        std::vector<std::string> out;
        for (const auto &[n, v] : e.sent.fields) {
            if (n == "Set-Cookie") out.push_back(v);
        }
        return out;
    }
    static std::string parameter(std::string_view url, std::string_view name) {
        const auto f = pages::form::read(url.substr(url.find('?') + 1));
        return std::string{f->value(name)};
    }
    // A browser that has begun to sign in: its cookie, and what the provider was told.
    struct begun {
        pairs cookie = {};
        std::string location = {};
        std::string state = {};
    };
    begun begin(std::string_view query = "") {
        const auto e = ask("GET", "/sign-in/openid" + std::string{query});
        const auto set = cookies(e);
        begun b{.location = e.value("Location")};
        if (!set.empty()) b.cookie = {{"Cookie", set.back().substr(0, set.back().find(';'))}};
        b.state = parameter(b.location, "state");
        nonce = parameter(b.location, "nonce");
        return b;
    }
    remembered finish(const begun &b, std::string_view more = "&code=good") {
        return ask("GET", "/sign-in/openid/callback?state=" + b.state + std::string{more}, b.cookie);
    }
    // A cookie that the service did not make, and its state.
    begun made_up(std::size_t number) const {
        const std::int64_t now = std::chrono::floor<std::chrono::seconds>(s->now()).time_since_epoch().count();
        std::string secret(32, 'x');
        secret.replace(0, std::to_string(number).size(), std::to_string(number));
        const std::string text =
            base::to_base64url(secret) + "." + std::to_string(now) + "." + base::to_base64url("/account");
        const std::string state = test::s256("state " + text);
        return {.cookie = {{"Cookie", "__Host-openid-" + state.substr(0, 8) + "=" + text}}, .state = state};
    }
    std::int64_t used_states() {
        std::int64_t number = -1;
        s->look_up([&](store::reading &q) {
            q.sql().run("SELECT count(*) FROM used_states", {}, [&](const store::row &row) {
                number = row.integer(0);
                return false;
            });
            return 0;
        });
        return number;
    }
    void limit_failures(std::uint64_t number) {
        configuration.failed_tokens = number;
        engine->limits.change(configuration);
    }
    // The cookie of the session.
    static pairs session_of(const remembered &e) {
        for (const std::string &c : cookies(e)) {
            if (c.starts_with("__Host-session=")) return {{"Cookie", c.substr(0, c.find(';'))}};
        }
        return {};
    }
    pairs sign_in() { return session_of(finish(begin())); }
    int account(const pairs &cookie) { return ask("GET", "/account", cookie).sent.status; }
    std::string csrf_of(const pairs &cookie) {
        const std::string page = ask("GET", "/account", cookie).sent.body;
        constexpr std::string_view before = "name=\"csrf\" value=\"";
        const auto at = page.find(before);
        return at == std::string::npos ? std::string{} : page.substr(at + before.size(), 64);
    }
    std::optional<service::token> token_of_user() {
        return s->read(
            [&](store::reading &q) { return service::find_account(q, {.issuer = issuer, .subject = "24400320"}); });
    }
    pairs administrator() { return {{"Authorization", "Bearer " + issued.text}}; }

    std::filesystem::path folder = test::temporary_folder("openid");
    std::chrono::seconds later{0};
    settings configuration = {};
    std::unique_ptr<store::store> s;
    std::optional<test::parts_of_engine> engine;
    std::optional<server_context> all;
    std::optional<router> r;
    service::issued_token issued = {};

    std::shared_ptr<test::signer> key = first_key();
    static std::shared_ptr<test::signer> first_key() {
        static const auto k = std::make_shared<test::signer>(test::signer::rsa());
        return k;
    }
    std::string kid = "a";
    json::value user = json::object{};
    json::value about_user = json::object{};
    std::vector<std::pair<std::string, json::value>> more_metadata = {};
    std::string nonce = {};
    std::string bearer = {};
    bool away = false;
    std::vector<std::string> calls = {};
    openid::call token_call = {};
    pages::form token_form = {};
};

TEST_F(openid_sign_in, from_the_link_to_the_session) {
    EXPECT_THAT(ask("GET", "/sign-in?to=/manage/names").sent.body, HasSubstr("/sign-in/openid?to=/manage/names"));
    const begun b = begin("?to=/manage/names");
    // Core 3.1.2.1, RFC 7636 4.3
    EXPECT_THAT(b.location, StartsWith("https://login.example.org/authorize?tenant=1&response_type=code&"));
    EXPECT_EQ(parameter(b.location, "client_id"), "uni form");
    EXPECT_EQ(parameter(b.location, "scope"), "openid profile");
    EXPECT_EQ(parameter(b.location, "redirect_uri"), "https://urn.example.org/sign-in/openid/callback");
    EXPECT_EQ(parameter(b.location, "code_challenge_method"), "S256");
    EXPECT_EQ(b.state.size(), 43U);
    EXPECT_EQ(nonce.size(), 43U);
    EXPECT_NE(b.state, nonce);
    const auto done = finish(b);
    EXPECT_EQ(done.sent.status, 200);
    // A page, which leads on from this site: a redirect would lose the cookie with SameSite=Strict.
    EXPECT_EQ(done.value("Refresh"), "0; url=/manage/names");
    EXPECT_THAT(done.sent.body, HasSubstr("href=\"/manage/names\""));
    EXPECT_EQ(done.value("Cache-Control"), "no-store");
    EXPECT_THAT(cookies(done),
                ElementsAre(testing::MatchesRegex(
                                "__Host-session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure"),
                            testing::MatchesRegex("__Host-openid-[A-Za-z0-9_-]{8}=; .*; Max-Age=0")));
    EXPECT_EQ(calls, (std::vector<std::string>{"openid-configuration", "token", "keys"}));
    // Core 3.1.3.1, RFC 6749 2.3.1 and 4.1.3, RFC 7636 4.5
    EXPECT_EQ(token_form.value("grant_type"), "authorization_code");
    EXPECT_EQ(token_form.value("redirect_uri"), "https://urn.example.org/sign-in/openid/callback");
    EXPECT_EQ(test::s256(token_form.value("code_verifier")), parameter(b.location, "code_challenge"));
    EXPECT_FALSE(token_form.has("client_secret"));

    const pairs cookie = session_of(done);
    const auto page = ask("GET", "/account", cookie);
    EXPECT_EQ(page.sent.status, 200);
    EXPECT_THAT(page.sent.body, HasSubstr("ada"));
    const auto t = token_of_user();
    ASSERT_TRUE(t);
    EXPECT_EQ(t->role, resolver::role::administrator);
    EXPECT_EQ(t->label, "ada");
    EXPECT_EQ(t->created_by, "openid:" + std::string{issuer});
    EXPECT_THAT(page.sent.body, HasSubstr("token:" + t->id));
    // Who did what: the user is the author of the events.
    const std::string csrf = csrf_of(cookie);
    EXPECT_EQ(ask("POST", "/account/tokens", cookie, "csrf=" + csrf + "&role=reader&label=export").sent.status, 200);
    const auto tokens = ask("GET", "/api/v1/tokens?limit=100", administrator()).sent.body;
    EXPECT_THAT(tokens, HasSubstr("\"created_by\":\"token:" + t->id + "\""));
    EXPECT_THAT(tokens, HasSubstr("\"subject\":\"24400320\""));
}

TEST_F(openid_sign_in, client_authentication) {
    finish(begin());
    EXPECT_FALSE(token_form.has("client_id"));
    EXPECT_EQ(token_call.user, "uni%20form"); // RFC 6749 2.3.1
    EXPECT_EQ(token_call.password, "s%25cret%3A");
    close();
    more_metadata = {
        {"token_endpoint_auth_methods_supported", json::value{json::array{json::value{"client_secret_post"}}}}};
    open();
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(token_form.value("client_id"), "uni form");
    EXPECT_EQ(token_form.value("client_secret"), "s%cret:");
    configuration.openid_client_secret.clear(); // a public client
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(token_form.value("client_id"), "uni form");
    EXPECT_FALSE(token_form.has("client_secret"));
    configuration.openid_client_secret_file = (folder / "absent").string();
    EXPECT_EQ(finish(begin()).sent.status, 502);
}

TEST_F(openid_sign_in, state_is_bound_to_the_browser) {
    const begun one = begin("?to=/manage/names");
    begun other = begin();
    const auto refused = [&](const begun &b, std::string_view more = "&code=good") {
        const std::size_t before = calls.size();
        const auto e = finish(b, more);
        EXPECT_TRUE(session_of(e).empty());
        EXPECT_EQ(calls.size(), before) << "the provider was asked";
        return e.sent.status;
    };
    // Without the cookie; with that of another browser; without state; with a state that was never sent.
    EXPECT_EQ(refused({.state = one.state}), 400);
    EXPECT_EQ(refused({.cookie = other.cookie, .state = one.state}), 400);
    EXPECT_EQ(refused({.cookie = one.cookie, .state = ""}), 400);
    EXPECT_EQ(refused({.cookie = one.cookie, .state = std::string(43, 'A')}), 400);
    // A cookie that was changed has another state: here, where it leads.
    begun changed = one;
    std::string &value = changed.cookie.front().second;
    value.replace(value.rfind('.') + 1, std::string::npos, base::to_base64url("/account"));
    EXPECT_EQ(refused(changed), 400);
    // RFC 6749 3.1: parameters that are there twice
    EXPECT_EQ(refused(one, "&code=good&code=good"), 400);
    EXPECT_EQ(refused(one, "&code=good&state=" + one.state), 400);
    EXPECT_EQ(refused(begin(), ""), 400);
    EXPECT_EQ(refused(one, "&code=%FF"), 400);
    EXPECT_EQ(refused(one, "&code=" + std::string(5000, 'x')), 400);
    // With https, only a cookie that no other host can have set.
    begun planted = one;
    planted.cookie.front().second.erase(0, std::string_view{"__Host-"}.size());
    EXPECT_EQ(refused(planted), 400);
    // Both go on; the second of two does not end the first.
    pairs both{{"Cookie", one.cookie.front().second + "; " + other.cookie.front().second}};
    other.cookie = both;
    nonce = parameter(other.location, "nonce");
    EXPECT_EQ(finish(other).sent.status, 200);
    nonce = parameter(one.location, "nonce");
    EXPECT_EQ(finish({.cookie = both, .state = one.state}).value("Refresh"), "0; url=/manage/names");
    // After ten minutes it is over.
    const begun late = begin();
    later = 10min + 2s;
    EXPECT_EQ(refused(late), 400);
}

TEST_F(openid_sign_in, survives_a_restart_and_finishes_on_another_node) {
    const begun b = begin();
    close();
    open();
    EXPECT_EQ(finish(b).sent.status, 200);
}

// The cookie is removed from the browser, which ends nothing on the server: a copy of cookie and response is of no use.
TEST_F(openid_sign_in, a_state_is_used_up_on_the_server) {
    const begun b = begin();
    EXPECT_EQ(finish(b).sent.status, 200);
    const std::size_t asked = calls.size();
    const auto again = finish(b);
    EXPECT_EQ(again.sent.status, 400);
    EXPECT_TRUE(session_of(again).empty());
    EXPECT_EQ(calls.size(), asked) << "the provider was asked";
    EXPECT_EQ(finish(begin()).sent.status, 200) << "another one is not used up";
    // Another process on the same store, or this one after a restart.
    close();
    open();
    EXPECT_EQ(finish(b).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200);
}

// Only sign-ins that the provider has confirmed take room in the store: anyone can make up a cookie and its state, or
// begin a sign-in and send a wrong code.
TEST_F(openid_sign_in, a_state_that_the_provider_does_not_confirm_is_not_stored) {
    for (std::size_t n = 0; n < 5; ++n) {
        EXPECT_EQ(finish(made_up(n), "&code=bad").sent.status, 502);
        EXPECT_EQ(finish(begin(), "&code=bad").sent.status, 502);
        nonce = "of another sign-in";
        EXPECT_EQ(finish(made_up(n + 10)).sent.status, 502);
    }
    away = true;
    EXPECT_EQ(finish(made_up(5)).sent.status, 503);
    EXPECT_EQ(used_states(), 0);
    away = false;
    const begun b = begin();
    EXPECT_EQ(finish(b, "&code=bad").sent.status, 502);
    EXPECT_EQ(finish(b).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200) << "its user tries again";
    EXPECT_EQ(used_states(), 1);
}

// RFC 6749 10.12, Core 15.5.2: one response for each state and nonce, whatever it was.
TEST_F(openid_sign_in, a_state_that_failed_is_used_up) {
    for (const std::string_view more : {"&error=access_denied", "&error=temporarily_unavailable", "&code=bad",
                                        "&code=good&iss=https%3A%2F%2Fa.example", ""}) {
        const begun b = begin();
        EXPECT_NE(finish(b, more).sent.status, 200) << more;
        const std::size_t asked = calls.size();
        const auto again = finish(b);
        EXPECT_EQ(again.sent.status, 400) << more;
        EXPECT_TRUE(session_of(again).empty()) << more;
        EXPECT_EQ(calls.size(), asked) << "the provider was asked";
    }
    const begun wrong = begin();
    const std::string right = nonce;
    nonce = "of another sign-in";
    EXPECT_EQ(finish(wrong).sent.status, 502);
    nonce = right;
    EXPECT_EQ(finish(wrong).sent.status, 400);
    const begun unreached = begin();
    away = true;
    EXPECT_EQ(finish(unreached).sent.status, 503);
    away = false;
    EXPECT_EQ(finish(unreached).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200);
    EXPECT_EQ(used_states(), 1);
}

TEST_F(openid_sign_in, a_code_is_good_once) {
    const begun b = begin();
    EXPECT_EQ(finish(b).sent.status, 200);
    EXPECT_EQ(finish({.state = b.state}).sent.status, 400) << "the browser has no cookie any more";
    const auto again = finish(begin(), "&code=used");
    EXPECT_EQ(again.sent.status, 502);
    EXPECT_TRUE(session_of(again).empty());
}

TEST_F(openid_sign_in, errors_of_the_provider) {
    const std::size_t before = calls.size() + 1; // the configuration
    const auto says = [&](std::string_view more) {
        const auto e = finish(begin(), more);
        EXPECT_TRUE(session_of(e).empty());
        EXPECT_THAT(cookies(e), ElementsAre(HasSubstr("Max-Age=0")));
        return e;
    };
    EXPECT_EQ(says("&error=access_denied&error_description=%3Cscript%3E").sent.status, 403);
    EXPECT_THAT(says("&error=access_denied&error_description=%3Cscript%3E").sent.body, Not(HasSubstr("script")));
    EXPECT_EQ(says("&error=access_denied&code=good").sent.status, 403); // an error has precedence
    EXPECT_EQ(says("&error=temporarily_unavailable").sent.status, 503);
    EXPECT_EQ(says("&error=invalid_scope").sent.status, 502);
    // RFC 9207 2.4
    EXPECT_EQ(says("&code=good&iss=https%3A%2F%2Fevil.example").sent.status, 400);
    EXPECT_EQ(calls.size(), before);
    EXPECT_EQ(finish(begin(), "&code=good&iss=" + encode_query_data(issuer)).sent.status, 200);
    close();
    more_metadata = {{"authorization_response_iss_parameter_supported", json::value{true}}};
    open();
    EXPECT_EQ(finish(begin()).sent.status, 400);
    EXPECT_EQ(finish(begin(), "&code=good&iss=" + encode_query_data(issuer)).sent.status, 200);
}

TEST_F(openid_sign_in, failed_ones_are_limited_for_each_address) {
    limit_failures(3);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(finish(begin()).sent.status, 200) << "it has not failed";
    for (int i = 0; i < 3; ++i) EXPECT_EQ(finish(begin(), "&code=bad").sent.status, 502);
    const std::size_t before = calls.size();
    EXPECT_EQ(finish(begin()).sent.status, 429);
    EXPECT_EQ(calls.size(), before);
}

// However it fails: what the provider says, that it is away, that the user may do nothing here, a state used before.
TEST_F(openid_sign_in, whatever_ends_in_no_session_has_failed) {
    const begun finished = begin();
    EXPECT_EQ(finish(finished).sent.status, 200);
    struct row {
        std::string more;
        int status;
        bool away = false;
        bool permitted = true;
    };
    const row rows[]{{"&error=access_denied", 403},
                     {"&error=temporarily_unavailable", 503},
                     {"&code=good&iss=https%3A%2F%2Fevil.example", 400},
                     {"", 400},
                     {"&code=bad", 502},
                     {.more = "&code=good", .status = 503, .away = true},
                     {.more = "&code=good", .status = 403, .permitted = false}};
    for (const row &one : rows) {
        SCOPED_TRACE(one.more);
        close();
        configuration.failed_tokens = 1;
        open();
        const begun b = begin();
        away = one.away;
        user.set("groups", json::array{json::value{one.permitted ? "admins" : "others"}});
        EXPECT_EQ(finish(b, one.more).sent.status, one.status);
        away = false;
        EXPECT_EQ(finish(begin()).sent.status, 429);
    }
    close();
    open();
    EXPECT_EQ(finish(finished).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 429);
    // Any page can make a browser ask for this, without the cookie: it costs nothing and excludes nobody.
    close();
    open();
    user.set("groups", json::array{json::value{"admins"}});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(finish({.state = begin().state}).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200);
}

TEST_F(openid_sign_in, a_provider_that_is_away) {
    away = true;
    EXPECT_EQ(ask("GET", "/sign-in/openid").sent.status, 503);
    EXPECT_EQ(ask("GET", "/sign-in/openid").value("Retry-After"), "5");
    EXPECT_EQ(calls.size(), 1U) << "it is asked again only after five seconds";
    EXPECT_EQ(ask("GET", "/sign-in").sent.status, 200);
    later = 6s;
    away = false;
    EXPECT_FALSE(sign_in().empty());
    // The known metadata of the provider are used for a day, if it cannot be asked again.
    later = 2h;
    away = true;
    EXPECT_EQ(ask("GET", "/sign-in/openid").sent.status, 303);
    EXPECT_EQ(finish(begin()).sent.status, 503);
    later = 30h;
    EXPECT_EQ(ask("GET", "/sign-in/openid").sent.status, 503);
}

// Core 10.1.1
TEST_F(openid_sign_in, keys_are_replaced) {
    EXPECT_FALSE(sign_in().empty());
    const auto fetched = [&] { return std::ranges::count(calls, "keys"); };
    EXPECT_EQ(fetched(), 1);
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(fetched(), 1);
    key = std::make_shared<test::signer>(test::signer::rsa());
    kid = "b";
    later = 11s;
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(fetched(), 2);
    // Tokens with unknown keys do not make the service ask without end.
    kid = "c";
    later = 12s;
    EXPECT_EQ(finish(begin()).sent.status, 502);
    EXPECT_EQ(fetched(), 2);
    // A key that is not in the set any more is forgotten after an hour.
    later = 2h;
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(fetched(), 3);
}

TEST_F(openid_sign_in, a_configuration_that_cannot_be_used) {
    const auto with = [&](std::string name, json::value v) {
        close();
        more_metadata.clear();
        more_metadata.emplace_back(std::move(name), std::move(v));
        open();
        return ask("GET", "/sign-in/openid").sent.status;
    };
    EXPECT_EQ(with("issuer", json::value{"https://evil.example"}), 502); // Discovery 4.3
    EXPECT_EQ(with("token_endpoint", json::value{"http://login.example.org/token"}), 502);
    EXPECT_EQ(with("jwks_uri", json::value{"file:///etc/passwd"}), 502);
    EXPECT_EQ(with("authorization_endpoint", json::value{"javascript:alert(1)"}), 502);
    EXPECT_EQ(with("end_session_endpoint", json::value{"javascript:alert(1)"}), 502);
    EXPECT_EQ(with("jwks_uri", json::value{7}), 502);
    EXPECT_EQ(with("token_endpoint", json::value{"http://127.0.0.1:7/token"}), 303); // this computer
}

TEST_F(openid_sign_in, nobody_is_let_in_without_a_rule) {
    user.set("groups", json::array{json::value{"others"}});
    const auto e = finish(begin());
    EXPECT_EQ(e.sent.status, 403);
    EXPECT_TRUE(session_of(e).empty());
    EXPECT_THAT(e.sent.body, HasSubstr("24400320"));
    EXPECT_THAT(e.sent.body, HasSubstr("fresh=true"));
    EXPECT_FALSE(token_of_user());
    EXPECT_THAT(begin("?fresh=true").location, HasSubstr("prompt=login"));
    configuration.openid_rules.clear();
    user.set("groups", json::array{json::value{"admins"}});
    EXPECT_EQ(finish(begin()).sent.status, 403);
}

TEST_F(openid_sign_in, the_role_follows_the_claims) {
    const pairs first = sign_in();
    const auto role = [&](const pairs &cookie) {
        return std::string{json::read(ask("GET", "/api/v1/tokens/self", cookie).sent.body)->string_of("role")};
    };
    EXPECT_EQ(role(first), "administrator");
    user.set("groups", json::array{json::value{"readers"}});
    const pairs second = sign_in();
    EXPECT_EQ(role(second), "reader");
    EXPECT_EQ(role(first), "reader") << "the same user in another browser";
    const auto events = [&] {
        const auto e = ask("GET", "/api/v1/tokens/" + token_of_user()->id + "/history", administrator());
        const auto v = json::read(e.sent.body);
        std::vector<std::string> out;
        for (const json::value &one : v->find("items")->elements()) out.emplace_back(one.string_of("action"));
        return out;
    };
    EXPECT_THAT(events(), testing::UnorderedElementsAre("create", "sign-in"));
    // Nothing is written while nothing has changed.
    EXPECT_FALSE(sign_in().empty());
    EXPECT_EQ(events().size(), 2U);
    // The provider permits nothing any more: the sessions end.
    user.set("groups", json::array{});
    EXPECT_TRUE(sign_in().empty());
    EXPECT_EQ(account(first), 303);
    EXPECT_EQ(account(second), 303);
    user.set("groups", json::array{json::value{"readers"}});
    EXPECT_FALSE(sign_in().empty());
}

TEST_F(openid_sign_in, an_administrator_locks_a_user_out_and_readmits_the_user) {
    const pairs cookie = sign_in();
    const std::string id = token_of_user()->id;
    EXPECT_EQ(ask("POST", "/api/v1/tokens/" + id + "/readmit", administrator()).sent.status, 409);
    EXPECT_EQ(ask("POST", "/api/v1/tokens/" + id + "/revoke", administrator()).sent.status, 200);
    EXPECT_EQ(account(cookie), 303);
    const auto e = finish(begin());
    EXPECT_EQ(e.sent.status, 403);
    EXPECT_THAT(e.sent.body, HasSubstr(id));
    EXPECT_EQ(ask("POST", "/api/v1/tokens/" + id + "/readmit", administrator()).sent.status, 200);
    EXPECT_EQ(account(cookie), 303);
    EXPECT_EQ(account(sign_in()), 200);
    // A token with a secret stays revoked.
    const std::string other = issued.token.id;
    EXPECT_EQ(ask("POST", "/api/v1/tokens/" + other + "/readmit", administrator()).sent.status, 404);
}

TEST_F(openid_sign_in, a_user_has_no_secret) {
    EXPECT_FALSE(sign_in().empty());
    const auto t = token_of_user();
    for (const std::string &secret : {std::string(43, 'A'), std::string(43, '-')}) {
        EXPECT_FALSE(service::verify_token("uniform_" + t->id + "_" + secret, &*t));
        const pairs bearer_of{{"Authorization", "Bearer uniform_" + t->id + "_" + secret}};
        EXPECT_EQ(ask("GET", "/api/v1/tokens/self", bearer_of).sent.status, 401);
    }
}

TEST_F(openid_sign_in, rules_that_cannot_be_applied) {
    configuration.openid_rules = {"groups=admins -> manager absent:"};
    const auto e = finish(begin());
    EXPECT_EQ(e.sent.status, 502);
    EXPECT_THAT(e.sent.body, HasSubstr("absent"));
    configuration.openid_rules = {"groups=admins -> registrar nobody"};
    EXPECT_EQ(finish(begin()).sent.status, 502);
    EXPECT_FALSE(token_of_user());
}

TEST_F(openid_sign_in, claims_of_the_userinfo_endpoint) { // Core 5.3
    user.set("groups", json::array{});
    about_user.set("sub", "24400320").set("groups", json::array{json::value{"admins"}});
    EXPECT_EQ(finish(begin()).sent.status, 403);
    configuration.openid_userinfo = true;
    EXPECT_EQ(finish(begin()).sent.status, 403) << "a claim of the ID token is not replaced";
    user = json::object{};
    user.set("sub", "24400320");
    EXPECT_EQ(account(sign_in()), 200);
    EXPECT_EQ(bearer, "at");
    about_user.set("sub", "24400321");
    EXPECT_EQ(finish(begin()).sent.status, 502); // Core 5.3.2
}

TEST_F(openid_sign_in, leads_nowhere_else) {
    for (const std::string_view to : {"//evil.example", "https://evil.example/", "/\\evil.example",
                                      "/a\r\nSet-Cookie: b", "javascript:alert(1)", ""}) {
        const auto e = finish(begin("?to=" + encode_query_data(to)));
        EXPECT_EQ(e.value("Refresh"), "0; url=/account") << to;
    }
    EXPECT_EQ(finish(begin("?to=/" + std::string(1200, 'a'))).value("Refresh"), "0; url=/account");
}

TEST_F(openid_sign_in, another_site_begins_none) {
    const auto e = ask("GET", "/sign-in/openid?to=/account", {{"Sec-Fetch-Site", "cross-site"}});
    EXPECT_EQ(e.value("Location"), "/sign-in?to=/account");
    EXPECT_TRUE(cookies(e).empty());
    EXPECT_EQ(calls.size(), 0U);
    // Who is signed in is led on.
    EXPECT_EQ(ask("GET", "/sign-in/openid?to=/manage/names", sign_in()).value("Location"), "/manage/names");
}

TEST_F(openid_sign_in, a_browser_keeps_few) {
    std::string cookie;
    for (int i = 0; i < 5; ++i) cookie += (cookie.empty() ? "" : "; ") + begin().cookie.front().second;
    const auto e = ask("GET", "/sign-in/openid", {{"Cookie", cookie}});
    EXPECT_EQ(std::ranges::count_if(cookies(e), [](const std::string &c) { return c.contains("Max-Age=0"); }), 5);
    EXPECT_EQ(cookies(e).size(), 6U);
}

TEST_F(openid_sign_in, signing_out) {
    const pairs one = sign_in();
    const pairs two = sign_in();
    const auto e = ask("POST", "/sign-out", one, "csrf=" + csrf_of(one) + "&everywhere=yes");
    EXPECT_EQ(e.value("Location"), "/signed-out");
    EXPECT_EQ(account(one), 303);
    EXPECT_EQ(account(two), 303);
    // RP-Initiated Logout 1.0 section 2
    EXPECT_THAT(
        ask("GET", "/signed-out").sent.body,
        HasSubstr("https://login.example.org/logout?client_id=uni%20form&amp;post_logout_redirect_uri=https%3A"));
    configuration.openid_issuer.clear();
    EXPECT_THAT(ask("GET", "/signed-out").sent.body, Not(HasSubstr("logout")));
    EXPECT_EQ(ask("GET", "/sign-in/openid").sent.status, 404);
    EXPECT_EQ(ask("GET", "/sign-in/openid/callback?state=a&code=b").sent.status, 404);
    EXPECT_THAT(ask("GET", "/sign-in").sent.body, Not(HasSubstr("openid")));
}

TEST_F(openid_sign_in, a_form_that_was_not_carried_out_is_kept) {
    const auto kept = ask("POST", "/account/tokens", {}, "role=reader&label=a%26b");
    EXPECT_EQ(kept.sent.status, 401);
    // The provider is visited in another tab, which this page outlives.
    EXPECT_THAT(kept.sent.body, HasSubstr("href=\"/sign-in/openid?to=/account\" target=\"_blank\""));
    const pairs cookie = sign_in();
    const std::string body = "to=%2Faccount%2Ftokens&again=" + encode_query_data("role=reader&label=a%26b");
    const auto again = ask("POST", "/sign-in", cookie, body);
    EXPECT_EQ(again.sent.status, 200);
    EXPECT_THAT(again.sent.body, HasSubstr(">a&amp;b</textarea>"));
    EXPECT_THAT(again.sent.body, HasSubstr(csrf_of(cookie)));
    EXPECT_EQ(ask("POST", "/sign-in", {}, body).sent.status, 422) << "without a session, a token is needed";
}

} // namespace
} // namespace uniform::http
