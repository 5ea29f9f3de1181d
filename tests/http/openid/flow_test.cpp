// Signing in with an OpenID provider: from the link to the session, keys that are replaced, refusals, and what becomes
// of the user. State, nonce and code have sign_in_state_test.cpp.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/openid/flow_support.hpp"

namespace uniform::http {
namespace {

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
