// Access tokens.

#include <algorithm>
#include <array>
#include <chrono>

#include <uniform/http/settings.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/session/sessions.hpp"

namespace uniform::http {

namespace {

using service::token;

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto [found, last] =
        c.server.store->read([&](store::reading &r) { return service::list_tokens(r, *c.who, p.after, p.limit); });
    response r = list_response(c, found, last,
                               [now = c.server.store->now()](json::writer &w, const token &t) { write(w, t, now); });
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

handler_result create(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(const auto &wanted, service::token_request_from_json(body));
    // Outside of the transaction: hashing takes long.
    const auto secret = service::make_token_secret();
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::create_token(w, *c.who, wanted, secret, token_limits_of(c));
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = private_response(201, json::to_text(value_of(*made, c.server.store->now()).set("token", secret.text)));
    r.fields.emplace_back("Location", "/api/v1/tokens/" + made->id);
    return r;
}

handler_result self(request_context &c) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("id", c.who->id).member("role", to_string(c.who->role));
    w.member_if("registrar", c.who->registrar).member("prefixes", c.who->prefixes);
    if (const std::string_view id = session::token_of(*c.who); !id.empty()) {
        const auto t = c.server.store->look_up([&](store::reading &r) { return service::find_token(r, id); });
        if (t) w.member("expires", resolver::to_string(t->expires));
    }
    w.end_object();
    return private_response(200, std::move(out));
}

void write_session(json::writer &w, const session::entry &e, const request_context &c) {
    w.begin_object()
        .member("id", e.id)
        .member("created", resolver::to_string(e.made))
        .member("used", resolver::to_string(e.used))
        .member_if("user_agent", e.agent)
        .member("current", c.session != nullptr && c.session->session.id == e.id)
        .end_object();
}

handler_result list_sessions(request_context &c) {
    const auto found = session::of(*c.server.store, session::token_of(*c.who), session::lifetime_of(c.server.settings));
    response r = list_response(c, found, {}, [&](json::writer &w, const session::entry &e) { write_session(w, e, c); });
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

handler_result end_session(request_context &c) {
    UNIFORM_TRY(const auto &ended, session::end_one(*c.server.store, origin_of(c), session::token_of(*c.who),
                                                    c.path_value("id"), session::lifetime_of(c.server.settings)));
    std::string out;
    json::writer w{out};
    write_session(w, ended, c);
    return private_response(200, std::move(out));
}

handler_result show(request_context &c) {
    UNIFORM_TRY(auto &found, c.server.store->read(
                                 [&](store::reading &r) { return service::token_of(r, *c.who, c.path_value("id")); }));
    return private_response(200, json::written(found, c.server.store->now()));
}

handler_result revoke(request_context &c) {
    UNIFORM_TRY(const auto &body, optional_json_body(c));
    bool keep_created_tokens = false;
    if (body) {
        json::members m{*body, "the revocation"};
        m.boolean("keep_created_tokens", keep_created_tokens);
        if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    }
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::revoke_token(w, *c.who, c.path_value("id"), keep_created_tokens);
    });
    if (!made) return std::unexpected{body ? in_body(std::move(made.error()), *body) : std::move(made.error())};
    return private_response(200, json::written(*made, c.server.store->now()));
}

handler_result readmit(request_context &c) {
    UNIFORM_TRY(auto &made, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::readmit_account(w, *c.who, c.path_value("id"));
    }));
    return private_response(200, json::written(made, c.server.store->now()));
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/tokens",
     .operation = "listTokens",
     .summary = "List the tokens that this token may see",
     .description =
         "All tokens for administrators, those whose prefixes the token covers for managers, the token itself for "
         "others.",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of tokens", "page(token)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/tokens",
     .operation = "createToken",
     .summary = "Create a token; only this response contains its secret",
     .description =
         "Administrators create any token; with a token that is restricted to prefixes, only tokens within these "
         "prefixes that expire no later than it does. So do managers, for registrars and readers. The namespaces "
         "must be managed here: for a NID that is only requested, the problem names the requests.",
     .tag = "tokens",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = create,
     .body = {.content = "token_request", .limit = 65536},
     .responses = {{201, "the token", "new_token", {&location_field}}},
     .problems = {404, 409},
     .hashes = true},
    {.method = "GET",
     .path = "/api/v1/tokens/self",
     .operation = "getOwnToken",
     .summary = "Show the token of this request",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = self,
     .responses = {{200, "the principal", "principal"}}},
    {.method = "GET",
     .path = "/api/v1/tokens/self/sessions",
     .operation = "listOwnSessions",
     .summary = "List the sessions of browsers that the token of this request began, newest first",
     .description = "All of them, as one token has 50 sessions at most.",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = list_sessions,
     .responses = {{200, "the sessions that have not ended", "page(session)"}}},
    {.method = "POST",
     .path = "/api/v1/tokens/self/sessions/{id}/end",
     .operation = "endOwnSession",
     .summary = "End a session of the token of this request, at once",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = end_session,
     .in_path = {&session_id},
     .responses = {{200, "the session, which has ended", "session"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/tokens/{id}",
     .operation = "getToken",
     .summary = "Show a token",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = show,
     .in_path = {&token_id},
     .responses = {{200, "the token", "token"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/tokens/{id}/revoke",
     .operation = "revokeToken",
     .summary = "Revoke a token, and the tokens that it created, at once and permanently",
     .description =
         "Permitted to its holder, to administrators, and to managers who could have created it. The tokens that "
         "it created, and those that they created, are revoked in the same write. Revoking it again revokes those "
         "that are still valid.",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = revoke,
     .in_path = {&token_id},
     .body = {.content = "revocation_request", .required = false, .limit = 65536},
     .responses = {{200, "the revoked token", "token_revocation"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/tokens/{id}/readmit",
     .operation = "readmitUser",
     .summary = "Let a user of OpenID Connect sign in again whose token was revoked",
     .description =
         "The user has what the provider's claims permit at the next sign-in. Tokens with a secret stay revoked.",
     .tag = "tokens",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = readmit,
     .in_path = {&token_id},
     .responses = {{200, "the token", "token"}},
     .problems = {404, 409}},
};

} // namespace

service::token_limits token_limits_of(const request_context &c) {
    service::token_limits l;
    const auto days = [](std::uint64_t n) { return std::chrono::hours{24 * static_cast<std::int64_t>(n)}; };
    if (c.server.settings->longest_token_days == 0) return l;
    l.longest = days(c.server.settings->longest_token_days);
    l.standard = std::min(days(c.server.settings->token_days), l.longest);
    return l;
}

std::span<const route> tokens_routes() noexcept { return table; }

} // namespace uniform::http
