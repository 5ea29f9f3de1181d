// Access tokens.

#include <algorithm>
#include <array>
#include <chrono>

#include <uniform/http/settings.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "http/router.hpp"
#include "resolver/json_members.hpp"

namespace uniform::http {

namespace {

using resolver::json;
using resolver::problem;
using uniform::service::token;

template <class T>
std::unexpected<problem> failed(std::expected<T, problem> &x) {
    return std::unexpected{std::move(x.error())};
}

// Nothing about tokens is for a cache (RFC 6750 5.3).
response private_response(int status, std::string body) {
    response r = json_response(status, std::move(body));
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

answer list(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const auto [found, last] = c.site.store->read(
        [&](store::reading &r) { return uniform::service::list_tokens(r, *c.who, p->after, p->limit); });
    std::vector<std::string> items;
    for (const token &t : found) items.push_back(to_json(t, resolver::now()));
    response r = list_response(c, items, last);
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

uniform::service::token_limits limits_of(const call &c) {
    uniform::service::token_limits l;
    const auto days = [](std::uint64_t n) { return std::chrono::hours{24 * static_cast<std::int64_t>(n)}; };
    if (c.site.settings == nullptr || c.site.settings->longest_token_days == 0) return l;
    l.longest = days(c.site.settings->longest_token_days);
    l.standard = std::min(days(c.site.settings->token_days), l.longest);
    return l;
}

answer create(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    const auto wanted = uniform::service::token_request_from_json(*body);
    if (!wanted) return std::unexpected{wanted.error()};
    // Before the writing thread is asked: hashing takes long.
    const auto secret = uniform::service::make_token_secret();
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::create_token(w, *c.who, *wanted, secret, limits_of(c));
    });
    if (!made) return failed(made);
    std::string text = to_json(*made, resolver::now());
    text.pop_back();
    response r = private_response(201, text + ",\"token\":\"" + secret.text + "\"}");
    r.fields.emplace_back("Location", "/api/v1/tokens/" + made->id);
    return r;
}

answer self(call &c) {
    json out;
    out["id"] = c.who->id;
    out["role"] = to_string(c.who->role);
    if (!c.who->registrar.empty()) out["registrar"] = c.who->registrar;
    out["prefixes"] = c.who->prefixes;
    constexpr std::string_view lead = "token:";
    if (c.who->id.starts_with(lead)) {
        const auto t = c.site.store->look_up([&](store::reading &r) {
            return uniform::service::find_token(r, std::string_view{c.who->id}.substr(lead.size()));
        });
        if (t) out["expires"] = resolver::to_string(t->expires);
    }
    return private_response(200, out.dump(-1, ' ', false, json::error_handler_t::replace));
}

answer show(call &c) {
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::token_of(r, *c.who, c.path_value("id")); });
    if (!found) return failed(found);
    return private_response(200, to_json(*found, resolver::now()));
}

answer revoke(call &c) {
    const auto body = optional_json_body(c);
    if (!body) return std::unexpected{body.error()};
    bool keep_made = false;
    if (!body->empty()) {
        resolver::members m{*body, "the revocation"};
        m.flag("keep_made", keep_made);
        if (auto done = m.done(); !done) return failed(done);
    }
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        return uniform::service::revoke_token(w, *c.who, c.path_value("id"), keep_made);
    });
    if (!made) return failed(made);
    return private_response(200, to_json(*made, resolver::now()));
}

constexpr std::array routes{
    route{"GET", "/api/v1/tokens", "listTokens", resolver::readers, list}.with_query("limit after"),
    route{"POST", "/api/v1/tokens", "createToken", resolver::managers, create, 65536},
    route{"GET", "/api/v1/tokens/self", "getOwnToken", resolver::readers, self},
    route{"GET", "/api/v1/tokens/{id}", "getToken", resolver::readers, show},
    route{"POST", "/api/v1/tokens/{id}/revoke", "revokeToken", resolver::readers, revoke, 65536},
};

} // namespace

std::span<const route> tokens_routes() noexcept { return routes; }

} // namespace uniform::http
