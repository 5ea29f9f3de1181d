// The pages on which somebody signs in and out, and sees their sessions.

#include <chrono>
#include <string>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
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
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using accounts::account_model;
using accounts::sign_in_again_model;
using resolver::problem_type;

std::string own_path_or_account(std::string_view to) { return std::string{session::is_own_path(to) ? to : "/account"}; }

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

// A session that is no longer there has ended before, in another tab for example: the form wanted nothing else.
void end_own_session(const request_context &c, std::string_view id) {
    static_cast<void>(session::end_one(*c.server.store, origin_of(c), session::token_of(*c.who), id,
                                       session::lifetime_of(c.server.settings)));
}

handler_result sign_out(request_context &c) {
    UNIFORM_TRY(const auto &f, pages::form::read(c.request.body));
    if (c.who != nullptr && f.value("everywhere") == "yes") {
        session::end_all(*c.server.store, origin_of(c), session::token_of(*c.who));
    } else if (c.session != nullptr) {
        end_own_session(c, c.session->session.id);
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
         session::of(*c.server.store, session::token_of(*c.who), session::lifetime_of(c.server.settings))) {
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
    end_own_session(c, c.path_value("id"));
    return see_other("/account");
}

constexpr parameter to_page{.name = "to", .description = "the path of the page to return to", .example = "/account"};
constexpr response_field session_field{"Set-Cookie", "the cookie of the session"};
constexpr body_row session_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{256} << 10U};
constexpr response_row account_row{200, "the page", "text/html", {}, {&pages::page_model_of<account_model>}};

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
     .stands_for = "getOwnToken listOwnSessions",
     .summary = "Show who is signed in, and their sessions",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = account,
     .responses = {account_row}},
    {.method = "POST",
     .path = "/account/sessions/{id}/end",
     .operation = "endSessionByForm",
     .stands_for = "endOwnSession",
     .summary = "End one session of the token, by a form: endOwnSession",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = end_session,
     .in_path = {&session_id},
     .body = session_form,
     .responses = {{303, "to the account", {}, {&location_field}}}},
};

} // namespace

std::span<const route> session_routes() noexcept { return table; }

} // namespace uniform::http
