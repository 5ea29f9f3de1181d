// The service with an OpenID provider and clocks of the test's own, from the link for signing in to the session.
#pragma once

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

using namespace std::chrono_literals;
using openid::answer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using uniform::test::remembered;
using pairs = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::string_view issuer = "https://login.example.org/library";

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

} // namespace uniform::http
