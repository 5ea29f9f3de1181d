// Signing in with an OpenID provider: where the browser is sent, where it comes back, and signing out there, too. What
// the provider says is judged in src/http/openid.

#include <uniform/http/settings.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/openid/provider.hpp"
#include "http/openid/rights.hpp"
#include "http/openid/used_states.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/session/browser.hpp"
#include "http/session/sessions.hpp"
#include "http/site/account_models.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using openid::failure_kind;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t longest_code = 4096;

// Then there is an engine.
bool is_configured(const request_context &c) noexcept {
    return c.server.engine != nullptr && !c.server.settings->openid_issuer.empty();
}

problem not_configured() {
    return {.type = problem_type::not_found, .detail = "signing in with an OpenID provider is not configured here"};
}

// Why nobody is signed in, for the page; the log has `why`.
struct refusal {
    int status;
    std::string_view says;   // the key of a text
    std::string why = {};    // empty: nothing for the log
    std::string detail = {}; // for the user, in addition
};

response refused(request_context &c, const refusal &r, std::string_view to) {
    if (!r.why.empty()) {
        c.server.engine->log.event(level::warning, "openid_failed", {{"request", c.request.id}, {"why", r.why}});
        c.server.engine->metrics.count(counter::authentications_failed);
    }
    pages::page_with<accounts::sign_in_failed_model> p{c.server.settings, c.request};
    p.title = p.text("account.openid.failed");
    p.back = "/sign-in";
    p.shows = {.says = p.text(r.says),
               .detail = r.detail,
               .request = std::string{c.request.id},
               .again = "/sign-in/openid?to=" + encode_query_data(to),
               .has_account = r.status == 403};
    response out = uncached_page(p, r.status);
    if (r.status == 503) out.fields.emplace_back("Retry-After", "5");
    return out;
}

refusal refusal_of(const openid::failure &f) {
    std::string why = f.rule.empty() ? f.detail : f.detail + " (" + std::string{f.rule} + ")";
    switch (f.kind) {
    case failure_kind::unreachable:
        return {.status = 503, .says = "account.openid.unreachable", .why = std::move(why)};
    case failure_kind::busy:
        return {.status = 503, .says = "account.openid.busy", .why = std::move(why)};
    case failure_kind::token:
    case failure_kind::unknown_key:
        return {.status = 502, .says = "account.openid.token", .why = std::move(why)};
    case failure_kind::provider:
        break;
    }
    return {.status = 502, .says = "account.openid.provider", .why = std::move(why)};
}

handler_result begin(request_context &c) {
    if (!is_configured(c)) return std::unexpected{not_configured()};
    const std::string_view wanted = c.query_value("to").value_or("");
    const std::string to{session::is_own_path(wanted) ? wanted : "/account"};
    const bool fresh = c.query_value("fresh").value_or("false") == "true";
    if (c.session != nullptr && !fresh) return see_other(to);
    // Another site does not decide when somebody signs in.
    if (!session::is_from_here(c.request, c.server.settings)) {
        return see_other("/sign-in?to=" + encode_query_data(to));
    }
    const settings &s = *c.server.settings;
    const auto pending = openid::pending::begin(to, c.server.store->now());
    const auto where = c.server.engine->openid.authorization_url(s, pending, fresh);
    if (!where) return refused(c, refusal_of(where.error()), to);
    response out = see_other(*where);
    out.fields.emplace_back("Referrer-Policy", "no-referrer");
    for (std::string &other : openid::without_others(c.request, &s)) {
        out.fields.emplace_back("Set-Cookie", std::move(other));
    }
    out.fields.emplace_back("Set-Cookie", pending.cookie(&s));
    return out;
}

// RFC 6749 3.1: a parameter must not be there twice.
bool has_twice(const request_context &c) {
    for (const std::string_view name : {"state", "code", "error", "iss"}) {
        std::size_t count = 0;
        for (const auto &[n, value] : c.query) count += n == name ? 1 : 0;
        if (count > 1) return true;
    }
    return false;
}

// Gives the user what the claims permit, or takes it away.
std::expected<service::token, refusal> account_of(request_context &c, const json::value &claims) {
    const settings &s = *c.server.settings;
    const service::account_name name{.issuer = s.openid_issuer, .subject = claims.string_of("sub")};
    auto before = c.server.store->read([&](store::reading &r) { return service::find_account(r, name); });
    const auto by = [&](const std::string &who) {
        return store::origin{.who = who, .from = std::string{client_of(c)}};
    };
    const auto rights = openid::rights_of(claims, s);
    if (!rights) {
        if (before) {
            const auto end = [&](store::writing &w) -> std::expected<void, problem> {
                service::end_account(w, name);
                return {};
            };
            static_cast<void>(c.server.store->write(by("token:" + before->id), end));
        }
        return std::unexpected{
            refusal{.status = 403,
                    .says = "account.openid.no_role",
                    .why = "no rule of openid.rules matches the claims of the user " + openid::in_message(name.subject),
                    .detail = std::string{name.subject}}};
    }
    const std::string id = c.server.store->read([&](store::reading &r) { return service::account_id(r, name); });
    auto made = c.server.store->write(by("token:" + id), [&](store::writing &w) {
        return service::sign_in_account(w, name, *rights, s.openid_access);
    });
    if (made) return std::move(*made);
    const bool is_revoked = made.error().type == problem_type::forbidden;
    return std::unexpected{
        refusal{.status = is_revoked ? 403 : 502,
                .says = is_revoked ? "account.openid.revoked" : "account.openid.rule",
                .why = is_revoked ? made.error().detail : "openid.rules cannot be applied: " + made.error().detail,
                .detail = is_revoked ? id : made.error().detail}};
}

refusal finished() {
    return {.status = 400, .says = "account.openid.not_begun", .why = "the state of a sign-in that was finished"};
}

// The claims of the provider about the user, once for each sign-in.
std::expected<json::value, refusal> claims_of(request_context &c, const openid::pending &p, std::string_view code) {
    if (openid::is_used_state(*c.server.store, p.state())) return std::unexpected{finished()};
    auto claims = c.server.engine->openid.claims(*c.server.settings, p, code);
    if (!claims) return std::unexpected{refusal_of(claims.error())};
    switch (openid::use_state(*c.server.store, origin_of(c), p.state())) {
    case openid::state_use::first:
        break;
    case openid::state_use::again:
        return std::unexpected{finished()};
    case openid::state_use::full:
        return std::unexpected{
            refusal{.status = 503, .says = "account.openid.busy", .why = "too many sign-ins are remembered"}};
    }
    return std::move(*claims);
}

// Errors of the provider: RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6.
refusal refusal_of_error(std::string_view error, std::string_view description) {
    const std::string why =
        "the provider answers " + openid::in_message(error) + ", " + openid::in_message(description);
    if (error == "access_denied") return {.status = 403, .says = "account.openid.denied", .why = why};
    if (error == "temporarily_unavailable" || error == "server_error") {
        return {.status = 503, .says = "account.openid.unreachable", .why = why};
    }
    return {.status = 502, .says = "account.openid.provider", .why = why};
}

handler_result finish(request_context &c) {
    if (!is_configured(c)) return std::unexpected{not_configured()};
    const settings &s = *c.server.settings;
    const std::string_view state = c.query_value("state").value_or("");
    const std::string_view code = c.query_value("code").value_or("");
    if (c.has_unreadable_query || has_twice(c) || state.empty() || code.size() > longest_code) {
        return refused(c, {.status = 400, .says = "account.openid.malformed"}, "/account");
    }
    const auto pending = openid::pending::find(c.request, &s, state, c.server.store->now());
    if (!pending) return refused(c, {.status = 400, .says = "account.openid.not_begun"}, "/account");
    // From here on it is over, however it ends, and counts as a failed attempt unless it ends in a session. What came
    // before costs nothing, and any page on the web can make its reader's browser ask for it.
    limits &of_clients = c.server.engine->limits;
    const auto over = [&](response out) {
        out.fields.emplace_back("Set-Cookie", pending->no_cookie(&s));
        return out;
    };
    openid::provider &provider = c.server.engine->openid;
    const auto used_up = [&](const refusal &why) {
        auto &failures = why.status == 429 ? provider.refused() : provider.failed();
        failures.note(pending->state(), c.server.store->now());
        return over(refused(c, why, pending->to()));
    };
    if (!of_clients.begin_attempt(client_of(c)).allowed) {
        return used_up({.status = 429, .says = "account.openid.too_many"});
    }
    const auto now = c.server.store->now();
    if (provider.failed().has(pending->state(), now) || provider.refused().has(pending->state(), now)) {
        return over(refused(c, finished(), pending->to()));
    }
    if (!provider.may_have_sent(s, c.query_value("iss"))) { // RFC 9207 2.4
        return used_up({.status = 400,
                        .says = "account.openid.malformed",
                        .why = "a response of another issuer, " +
                               openid::in_message(c.query_value("iss").value_or("")) + " (RFC 9207 2.4)"});
    }
    if (const auto error = c.query_value("error")) {
        return used_up(refusal_of_error(*error, c.query_value("error_description").value_or("")));
    }
    if (code.empty()) return used_up({.status = 400, .says = "account.openid.malformed"});
    const auto claims = claims_of(c, *pending, code);
    if (!claims) return used_up(claims.error());
    const auto account = account_of(c, *claims);
    if (!account) return used_up(account.error());

    store::origin by = origin_of(c);
    by.who = "token:" + account->id;
    c.server.engine->log.who(c.request, by.who);
    const std::string secret = session::start(*c.server.store, by, account->id, c.request.value("User-Agent"));
    of_clients.succeeded(client_of(c));
    // A page, not a redirect: the browser is on its way from another site, and would not send a cookie with
    // SameSite=Strict to where a redirect leads. The target of the page comes from this site.
    pages::page_with<accounts::signed_in_model> p{&s, c.request};
    p.title = p.text("account.openid.done");
    p.back = "/account";
    p.shows = {.to = std::string{pending->to()}, .label = account->label};
    response out = uncached_page(p);
    out.fields.emplace_back("Refresh", "0; url=" + pending->to());
    out.fields.emplace_back("Set-Cookie", session::cookie_with(secret, &s));
    return over(std::move(out));
}

handler_result signed_out(request_context &c) {
    pages::page_with<accounts::signed_out_model> p{c.server.settings, c.request};
    p.title = p.text("account.openid.signed_out");
    if (is_configured(c)) {
        p.shows = {.name = session::openid_name(*c.server.settings),
                   .end = c.server.engine->openid.end_session_url(*c.server.settings)};
    }
    return uncached_page(p);
}

constexpr parameter to_page{.name = "to", .description = "the path of the page to return to", .example = "/account"};
constexpr parameter fresh_sign_in{.name = "fresh",
                                  .type = parameter_type::boolean,
                                  .description = "whether the provider asks the user again, who may be another one"};
constexpr parameter code_of_provider{.name = "code", .description = "the authorization code"};
constexpr parameter state_of_sign_in{.name = "state", .description = "what the service sent to the provider"};
constexpr parameter error_of_provider{.name = "error", .description = "why there is no code"};
constexpr parameter description_of_error{.name = "error_description", .description = "the same for people"};
constexpr parameter issuer_of_response{.name = "iss", .description = "the issuer (RFC 9207)"};
constexpr response_field session_field{"Set-Cookie", "the cookie of the session"};
constexpr response_field pending_field{"Set-Cookie", "the cookie of the sign-in that was begun"};

constexpr response_row malformed{400,
                                 "malformed, or not begun by this browser: a page that says why, or problem details",
                                 "application/problem+json=problem text/html",
                                 {},
                                 {&pages::page_model_of<accounts::sign_in_failed_model>}};

constexpr route table[]{
    {.method = "GET",
     .path = "/sign-in/openid",
     .operation = "beginOpenidSignIn",
     .summary = "Sign in with the OpenID provider of the settings",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = begin,
     .query = {&to_page, &fresh_sign_in},
     .responses = {{303, "to the provider", {}, {&location_field, &pending_field}}},
     .problems = {404, 502, 503}},
    {.method = "GET",
     .path = "/sign-in/openid/callback",
     .operation = "finishOpenidSignIn",
     .summary = "Finish signing in, with what the OpenID provider returns",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = finish,
     .query = {&code_of_provider, &state_of_sign_in, &error_of_provider, &description_of_error, &issuer_of_response},
     .responses = {{200,
                    "signed in: a page that leads to where the user wanted to go",
                    "text/html",
                    {&session_field},
                    {&pages::page_model_of<accounts::signed_in_model>}},
                   malformed},
     .problems = {403, 404, 429, 502, 503}},
    {.method = "GET",
     .path = "/signed-out",
     .operation = "showSignedOut",
     .summary = "Show that the session has ended, and how to sign out of the OpenID provider",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = signed_out,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<accounts::signed_out_model>}}}},
};

} // namespace

std::span<const route> openid_routes() noexcept { return table; }

} // namespace uniform::http
