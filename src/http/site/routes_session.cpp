// The pages on which somebody signs in and out, and sees their sessions and tokens.

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/authentication.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/router_responses.hpp"
#include "http/pages/browser_name.hpp"
#include "http/pages/page.hpp"
#include "http/pages/viewer.hpp"
#include "http/session/browser.hpp"
#include "http/session/sessions.hpp"
#include "http/session/sign_in_model.hpp"
#include "http/site/account_models.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using accounts::account_model;
using accounts::sign_in_again_model;
using accounts::token_row;
using accounts::tokens_model;
using resolver::problem;
using resolver::problem_type;

std::string own_path_or_account(std::string_view to) { return std::string{session::is_own_path(to) ? to : "/account"}; }

std::string_view token_of_session(const request_context &c) noexcept {
    constexpr std::string_view lead = "token:";
    std::string_view id = c.who->id;
    return id.starts_with(lead) ? id.substr(lead.size()) : std::string_view{};
}

handler_result show_sign_in(request_context &c) {
    const std::string to = own_path_or_account(c.query_value("to").value_or(""));
    if (c.session != nullptr) return see_other(to);
    return session::sign_in_page(c.server.settings, c.request, {.to = to});
}

// The token in a form, as if the request had it in Authorization: the same limits, and the same time for all that are
// wrong.
authentication token_in_form(const request_context &c, std::string_view token) {
    const std::string authorization = "Bearer " + std::string{token};
    std::vector<field> fields;
    for (const field &f : c.request.fields) {
        if (!ascii::equal_ignoring_case(f.name, std::string_view{"authorization"})) fields.push_back(f);
    }
    fields.push_back({"Authorization", authorization});
    request as_api = c.request;
    as_api.fields = fields;
    return c.server.engine->authenticator.authenticate(as_api);
}

// The form that was kept, to be sent now that somebody is signed in.
std::optional<response> page_to_send_again(const request_context &c, const session::sign_in &what,
                                           const resolver::principal &who, std::string_view csrf) {
    const auto again = what.again.empty() ? std::nullopt : std::optional{pages::form::read(what.again)};
    if (!again || !*again) return std::nullopt;
    pages::viewer v{.name = who.id,
                    .role = std::string{to_string(who.role)},
                    .csrf = std::string{csrf},
                    .may_manage = who.is(resolver::registrars),
                    .may_operate = pages::may_operate(who)};
    const pages::showing_to showing{&v};
    pages::page_with<sign_in_again_model> p{c.server.settings, c.request};
    p.title = p.text("account.again.title");
    p.back = "/account";
    p.shows.to = what.to;
    for (const auto &[name, value] : (*again)->fields()) {
        // Typed fields alone: the key against sending a form twice was not typed.
        const bool shown = !value.empty() && name != "key";
        p.shows.has_shown = p.shows.has_shown || shown;
        p.shows.fields.push_back({.name = name, .value = value, .shown = shown});
    }
    return uncached_page(p);
}

handler_result do_sign_in(request_context &c) {
    UNIFORM_TRY(auto &f, pages::form::read(c.request.body));
    session::sign_in what{.to = own_path_or_account(f.value("to")), .again = std::string{f.value("again")}};
    // Without this, another site could sign its reader in as somebody else.
    if (!session::is_from_here(c.request, c.server.settings)) {
        return session::sign_in_page(c.server.settings, c.request, {.says = "account.sign_in.other_site"}, 403);
    }
    if (c.server.engine == nullptr) {
        return refuse(problem_type::forbidden, "nobody signs in here");
    }
    // Signed in already, with the provider in another tab.
    if (c.session != nullptr && f.value("token").empty()) {
        auto again = page_to_send_again(c, what, *c.who, c.session->csrf);
        return again ? std::move(*again) : see_other(what.to);
    }
    const authentication a = token_in_form(c, ascii::trim(f.value("token")));
    if (a.clock_refused) {
        return std::unexpected{clock_refused(*c.server.engine, c.request, a.refused->detail)};
    }
    if (a.who == nullptr) {
        const int status = a.refused ? resolver::status(a.refused->type) : 422;
        what.says = status == 503       ? "account.sign_in.busy"
                    : a.retry_after > 0 ? "account.sign_in.too_many"
                                        : "account.sign_in.refused";
        response out = session::sign_in_page(c.server.settings, c.request, what, a.retry_after > 0 ? status : 422);
        if (a.retry_after > 0) out.fields.emplace_back("Retry-After", std::to_string(a.retry_after));
        return out;
    }
    store::origin by = origin_of(c);
    by.who = a.who->id;
    // A session that the browser had before ends, so that nobody who knows it gets into this one.
    if (const auto old = session::secret_in(c.request, c.server.settings)) session::end(*c.server.store, by, *old);
    const std::string_view token = std::string_view{a.who->id}.substr(a.who->id.find(':') + 1);
    const std::string secret = session::start(*c.server.store, by, token, c.request.value("User-Agent"));
    response out = see_other(what.to);
    if (!what.again.empty()) {
        const auto made = session::find(*c.server.store, secret, session::lifetime_of(c.server.settings));
        if (auto again = page_to_send_again(c, what, *a.who, made ? made->csrf : std::string{}))
            out = std::move(*again);
    }
    out.fields.emplace_back("Set-Cookie", session::cookie_with(secret, c.server.settings));
    return out;
}

bool is_account(const request_context &c) {
    if (c.session == nullptr) return false;
    const auto t =
        c.server.store->look_up([&](store::reading &r) { return service::find_token(r, c.session->session.token); });
    return t && !t->issuer.empty();
}

handler_result sign_out(request_context &c) {
    UNIFORM_TRY(const auto &f, pages::form::read(c.request.body));
    if (c.session != nullptr) {
        const std::string id = f.value("everywhere") == "yes" ? std::string{} : c.session->session.id;
        session::end_of(*c.server.store, origin_of(c), c.session->session.token, id);
    } else if (c.who != nullptr && f.value("everywhere") == "yes") {
        session::end_of(*c.server.store, origin_of(c), token_of_session(c), {});
    }
    // The provider knows the user still, and may sign in the next one at this browser.
    response out = see_other(is_account(c) ? "/signed-out" : "/");
    if (session::is_from_here(c.request, c.server.settings)) {
        out.fields.emplace_back("Set-Cookie", session::no_cookie(c.server.settings));
    }
    return out;
}

handler_result account(request_context &c) {
    pages::page_with<account_model> p{c.server.settings, c.request};
    p.title = p.text("account.title");
    p.area = pages::area::account;
    for (const session::entry &e :
         session::of(*c.server.store, token_of_session(c), session::lifetime_of(c.server.settings))) {
        p.shows.sessions.push_back({.id = e.id,
                                    .agent = std::string{pages::browser_name(e.agent)},
                                    .made = resolver::to_string(e.made),
                                    .used = resolver::to_string(e.used),
                                    .is_this = c.session != nullptr && c.session->session.id == e.id});
    }
    p.shows.has_sessions = !p.shows.sessions.empty();
    p.shows.role = to_string(c.who->role);
    p.shows.registrar = c.who->registrar;
    if (c.session != nullptr && is_account(c)) {
        p.shows.user = c.session->label;
        p.shows.id = c.session->session.token;
    }
    return uncached_page(p);
}

handler_result end_session(request_context &c) {
    session::end_of(*c.server.store, origin_of(c), token_of_session(c), c.path_value("id"));
    return see_other("/account");
}

token_row row_of(const pages::html_page &page, const service::token &t, const request_context &c,
                 resolver::timestamp now) {
    const json::value shown_by_api = service::value_of(t, now);
    const std::string state{shown_by_api.string_of("state")};
    token_row out{.id = t.id,
                  .label = t.label,
                  .role = to_string(t.role),
                  .registrar = t.registrar,
                  .issuer = t.issuer,
                  .subject = t.subject,
                  .expires = resolver::to_string(t.expires).substr(0, 10),
                  .state = state,
                  .state_label = page.text("account.tokens.state_" + state),
                  .is_active = state == to_string(service::token_state::active),
                  .is_this = t.id == token_of_session(c)};
    for (const std::string &p : t.prefixes) out.prefixes += (out.prefixes.empty() ? "" : " ") + p;
    out.may_readmit = !t.issuer.empty() && t.revoked && pages::may_operate(*c.who);
    return out;
}

// The outcome of the form that makes a token.
struct made_token {
    std::string_view text = {};   // the whole token, to be shown
    std::string_view before = {}; // the id of one that can no longer be shown
};

// The page with the tokens that the principal may see, and a form for another one.
response tokens_page(request_context &c, const pages::form &sent, const made_token &made, std::string_view wrong,
                     int status) {
    pages::page_with<tokens_model> p{c.server.settings, c.request};
    p.title = p.text("account.tokens.title");
    p.area = pages::area::account;
    if (c.request.method == "POST") p.back = "/account/tokens";
    tokens_model &m = p.shows;
    const auto at = page_of(c).value_or(page{});
    const auto [found, last] =
        c.server.store->read([&](store::reading &r) { return service::list_tokens(r, *c.who, at.after, at.limit); });
    const resolver::timestamp now = c.server.store->now();
    for (const service::token &t : found) m.tokens.push_back(row_of(p, t, c, now));
    for (const auto &[role, name] : resolver::role_names) {
        m.roles.push_back({.role = name, .selected = sent.value("role") == name});
    }
    sent.show(m.value, m.error);
    m.new_token = made.text;
    m.made_before = made.before;
    m.key = manage::random_key();
    m.problem = wrong;
    m.may_create = c.who->is(resolver::managers);
    if (!last.empty()) m.next = "/account/tokens?after=" + cursor_of(last);
    return uncached_page(p, status);
}

handler_result show_tokens(request_context &c) { return tokens_page(c, {}, {}, {}, 200); }

// The field to which a problem of the service points: "/prefixes/0" is a line of "prefixes".
std::string_view field_of(std::string_view pointer) noexcept {
    if (!pointer.starts_with('/')) return {};
    pointer.remove_prefix(1);
    return pointer.substr(0, pointer.find('/'));
}

// "2030-12-31", as browsers send a date (HTML, 2.4.5.2); whether there is such a day is checked with the time.
bool is_like_a_date(std::string_view text) noexcept {
    constexpr std::string_view form = "0000-00-00";
    return text.size() == form.size() &&
           std::ranges::equal(text, form, [](char c, char f) { return f == '0' ? ascii::is_digit(c) : c == f; });
}

handler_result make_token(request_context &c) {
    UNIFORM_TRY(auto &f, pages::form::read(c.request.body));
    if (const std::string_view day = f.value("expires"); !day.empty() && !is_like_a_date(day)) {
        f.refuse("expires", pages::text(pages::language_of(c.request), "account.tokens.not_a_date"));
        return tokens_page(c, f, {}, {}, 422);
    }
    // The body that the API's operation reads, so that the rules are the same.
    json::value body = json::object{};
    for (const std::string_view name : {"role", "registrar", "label"}) {
        if (!f.value(name).empty()) body.set(name, f.value(name));
    }
    json::array prefixes;
    for (std::string_view rest = f.value("prefixes"); !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (!ascii::trim(line).empty()) prefixes.emplace_back(ascii::trim(line));
    }
    if (!prefixes.empty()) body.set("prefixes", std::move(prefixes));
    if (!f.value("expires").empty()) body.set("expires", std::string{f.value("expires")} + "T00:00:00Z");
    const auto refuse_form = [&](const problem &why) -> handler_result {
        const std::string_view at = why.pointer ? field_of(*why.pointer) : std::string_view{};
        if (!at.empty()) f.refuse(at, why.detail);
        response out = tokens_page(c, f, {}, at.empty() ? why.detail : std::string{}, resolver::status(why.type));
        if (why.type == problem_type::forbidden) { // RFC 6750 3, as for a problem that a handler returns
            out.fields.emplace_back("WWW-Authenticate",
                                    challenge_of("insufficient_scope", why.detail, "manager administrator"));
        }
        return out;
    };
    const auto wanted = service::token_request_from_json(body);
    if (!wanted) return refuse_form(wanted.error());
    // Outside of the transaction: hashing takes long.
    const auto secret = service::make_token_secret(manage::seed_of_secret(c, f.value("key")));
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f.value("key"), c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &token, service::create_token(w, *c.who, *wanted, secret, token_limits_of(c)));
            return std::move(token.id);
        });
    });
    if (!made) return refuse_form(made.error());
    if (*made != secret.id) return tokens_page(c, {}, {.before = *made}, {}, 200);
    return tokens_page(c, {}, {.text = secret.text}, {}, 200);
}

handler_result revoke_by_form(request_context &c) {
    UNIFORM_TRY(const auto &f, pages::form::read(c.request.body));
    const std::string_view id = c.path_value("id");
    if (ascii::trim(f.value("confirmation")) != id) {
        const pages::html_page p{c.server.settings, c.request};
        return tokens_page(c, {}, {}, p.text("account.tokens.confirm_wrong"), 422);
    }
    UNIFORM_CHECK(
        c.server.store->write(origin_of(c), [&](store::writing &w) { return service::revoke_token(w, *c.who, id); }));
    return see_other("/account/tokens");
}

handler_result readmit_by_form(request_context &c) {
    UNIFORM_CHECK(c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::readmit_account(w, *c.who, c.path_value("id")); }));
    return see_other("/account/tokens");
}

constexpr parameter to_page{.name = "to", .description = "the path of the page to return to", .example = "/account"};
constexpr parameter session_in_path{
    .name = "id", .description = "the id of the session", .example = "00112233445566ff"};
constexpr parameter token_in_path{.name = "id", .description = "the id of the token", .example = "7f3a9c01d2e4"};
constexpr response_field session_field{"Set-Cookie", "the cookie of the session"};
constexpr body_row session_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{256} << 10U};
constexpr response_row account_row{200, "the page", "text/html", {}, {&pages::page_model_of<account_model>}};
constexpr response_row tokens_row{200, "the page", "text/html", {}, {&pages::page_model_of<tokens_model>}};

constexpr route table[]{
    {.method = "GET",
     .path = "/sign-in",
     .operation = "showSignIn",
     .summary = "Show the form that asks for an access token",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = show_sign_in,
     .query = {&to_page},
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<session::sign_in_model>}},
                   {303, "signed in already", {}, {&location_field}}}},
    {.method = "POST",
     .path = "/sign-in",
     .operation = "signIn",
     .summary = "Exchange an access token for a session, by a form",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = do_sign_in,
     .body = session_form,
     .responses = {{303, "signed in: to the page", {}, {&location_field, &session_field}},
                   {200,
                    "signed in: the form that was not carried out, to be sent again",
                    "text/html",
                    {&session_field},
                    {&pages::page_model_of<sign_in_again_model>}}},
     .problems = {403, 422},
     .stores = false,
     .hashes = true},
    {.method = "POST",
     .path = "/sign-out",
     .operation = "signOut",
     .summary = "End the session, or all sessions of its token, by a form",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = sign_out,
     .body = session_form,
     .responses = {{303, "to the front page", {}, {&location_field, &session_field}}},
     .problems = {403},
     .stores = false},
    {.method = "GET",
     .path = "/account",
     .operation = "showAccount",
     .stands_for = "getOwnToken",
     .summary = "Show who is signed in, and their sessions",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = account,
     .responses = {account_row}},
    {.method = "POST",
     .path = "/account/sessions/{id}/end",
     .operation = "endSessionByForm",
     .stands_for = "revokeToken",
     .summary = "End one session of the token, by a form",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = end_session,
     .in_path = {&session_in_path},
     .body = session_form,
     .responses = {{303, "to the account", {}, {&location_field}}}},
    {.method = "GET",
     .path = "/account/tokens",
     .operation = "showTokens",
     .stands_for = "listTokens getToken",
     .summary = "Show tokens, and the form that creates one: listTokens",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = show_tokens,
     .query = {&after_parameter},
     .responses = {tokens_row}},
    {.method = "POST",
     .path = "/account/tokens",
     .operation = "createTokenByForm",
     .stands_for = "createToken",
     .summary = "Create a token by a form: createToken",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = make_token,
     .body = session_form,
     .responses =
         {{200, "the page with the new token, shown once", "text/html", {}, {&pages::page_model_of<tokens_model>}}},
     .problems = {404, 409, 422},
     .hashes = true},
    {.method = "POST",
     .path = "/account/tokens/{id}/revoke",
     .operation = "revokeTokenByForm",
     .stands_for = "revokeToken",
     .summary = "Revoke a token by a form: revokeToken",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = revoke_by_form,
     .in_path = {&token_in_path},
     .body = session_form,
     .responses = {{303, "to the tokens", {}, {&location_field}}},
     .problems = {404, 422}},
    {.method = "POST",
     .path = "/account/tokens/{id}/readmit",
     .operation = "readmitUserByForm",
     .stands_for = "readmitUser",
     .summary = "Let a user sign in again whose token was revoked, by a form: readmitUser",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = readmit_by_form,
     .in_path = {&token_in_path},
     .body = session_form,
     .responses = {{303, "to the tokens", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> session_routes() noexcept { return table; }

} // namespace uniform::http
