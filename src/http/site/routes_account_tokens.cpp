// The pages of access tokens: which there are, one with its history, and the forms that create, revoke and readmit.

#include <algorithm>
#include <string>

#include <uniform/base/ascii.hpp>
#include <uniform/service/accounts.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/tokens.hpp>

#include "base/try.hpp"
#include "http/api/authentication.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/pages/form.hpp"
#include "http/pages/page.hpp"
#include "http/pages/viewer.hpp"
#include "http/session/sessions.hpp"
#include "http/site/account_models.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/shown_history.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using accounts::token_model;
using accounts::token_row;
using accounts::tokens_model;
using resolver::problem;
using resolver::problem_type;

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
                  .is_this = t.id == session::token_of(*c.who)};
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

handler_result show_token(request_context &c) {
    const std::string_view id = c.path_value("id");
    pages::page_with<token_model> p{c.server.settings, c.request};
    auto done = c.server.store->read([&](store::reading &r) -> std::expected<int, problem> {
        UNIFORM_TRY(const auto &t, service::token_of(r, *c.who, id));
        UNIFORM_TRY(const auto &events, service::token_history(r, *c.who, id, manage::events_asked_for(c)));
        p.shows.token = row_of(p, t, c, c.server.store->now());
        p.shows.created = resolver::to_string(t.created);
        p.shows.created_by = t.created_by;
        if (t.revoked) p.shows.revoked = resolver::to_string(*t.revoked);
        p.shows.events = manage::history_of(p, events, "/account/tokens/" + t.id);
        return 0;
    });
    UNIFORM_CHECK(done);
    p.title = p.text("account.token.title");
    p.area = pages::area::account;
    return uncached_page(p);
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

constexpr body_row token_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{256} << 10U};
constexpr response_row token_page_row{200, "the page", "text/html", {}, {&pages::page_model_of<token_model>}};
constexpr response_row tokens_row{200, "the page", "text/html", {}, {&pages::page_model_of<tokens_model>}};

constexpr route table[]{
    {.method = "GET",
     .path = "/account/tokens",
     .operation = "showTokens",
     .stands_for = "listTokens",
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
     .body = token_form,
     .responses =
         {{200, "the page with the new token, shown once", "text/html", {}, {&pages::page_model_of<tokens_model>}}},
     .problems = {404, 409, 422},
     .hashes = true},
    {.method = "GET",
     .path = "/account/tokens/{id}",
     .operation = "showToken",
     .stands_for = "getToken getTokenHistory",
     .summary = "Show a token and its history",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = show_token,
     .in_path = {&token_id},
     .responses = {token_page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/account/tokens/{id}/revoke",
     .operation = "revokeTokenByForm",
     .stands_for = "revokeToken",
     .summary = "Revoke a token by a form: revokeToken",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = revoke_by_form,
     .in_path = {&token_id},
     .body = token_form,
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
     .in_path = {&token_id},
     .body = token_form,
     .responses = {{303, "to the tokens", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> account_tokens_routes() noexcept { return table; }

} // namespace uniform::http
