#include "http/server/dispatcher.hpp"

#include <algorithm>

#include <uniform/json/writer.hpp>

#include "http/api/authentication.hpp"
#include "http/api/problem_response.hpp"
#include "http/api/router_responses.hpp"
#include "http/api/security_fields.hpp"
#include "http/engine/response_text.hpp"
#include "http/operation/follow_state.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/resolve/requested_name.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/session/browser.hpp"
#include "http/session/known_sessions.hpp"
#include "http/session/sessions.hpp"

namespace uniform::http {

namespace {

using resolver::problem_type;

// The problem types that are the only ones with their status.
std::optional<problem_type> type_of(int status) noexcept {
    switch (status) {
    case 400:
        return problem_type::malformed;
    case 413:
        return problem_type::too_large;
    case 429:
        return problem_type::too_many;
    case 500:
        return problem_type::internal;
    case 503:
        return problem_type::unavailable;
    default:
        return std::nullopt;
    }
}

// The same response as the route /healthz.
response alive(std::string_view id) {
    return {.status = 200,
            .fields = {{"Content-Type", "application/json"},
                       {"Cache-Control", "no-store"},
                       {"X-Request-Id", std::string{id}},
                       {"Access-Control-Allow-Origin", "*"}},
            .body = "{\"status\":\"alive\"}\n"};
}

bool is_read(std::string_view method) noexcept { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

bool only_reads(const request &head, const found_route &found) noexcept {
    return is_read(head.method) || (found.chosen != nullptr && http::only_reads(*found.chosen));
}

// A service that follows another one.
response refused_by_follower(const follow_state &f, const request &r, const settings *s) {
    const std::string openly = f.now().refused_openly; // then the primary is not the one to ask
    return to_response(openly.empty()
                           ? only_read("this service follows another one, and is only read", followed_url(*s))
                           : only_read(openly, {}),
                       r, s);
}

// Load balancers request these all the time.
bool is_probe(std::string_view path) noexcept { return path == "/healthz" || path == "/readyz"; }

} // namespace

attempt dispatcher::try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                               std::string &out) noexcept {
    if (!open_.load(std::memory_order_acquire)) return attempt::unsuitable;
    const std::size_t before = out.size();
    // /healthz does not wait for the threads of the pool.
    if (r.path == "/healthz" && (r.method == "GET" || r.method == "HEAD")) {
        try {
            append_response(out, alive(r.id),
                            {.head_only = r.method == "HEAD", .close = close, .common_fields = common_fields_}, date);
            return attempt::sent;
        } catch (...) { // no memory
            out.resize(before);
            return attempt::unsuitable;
        }
    }
    const attempt tried = engine_->cache.try_cached(r, worker, date, close, out);
    if (tried != attempt::sent) return tried;
    if (!engine_->limits.by_address() || engine_->limits.from(engine_->limits.client_of(r)).allowed) return tried;
    out.resize(before); // the pool sends the refusal
    return attempt::unsuitable;
}

// policy() has counted them.
void dispatcher::try_together(std::span<offered_request> all, std::string_view date) noexcept {
    if (open_.load(std::memory_order_acquire)) engine_->cache.try_together(all, date);
}

address_text dispatcher::client_of(const request &r) const noexcept { return engine_->limits.client_of(r); }

body_policy dispatcher::policy(const request &head) noexcept {
    // Without a route, a small body is read, so that the client gets the reason.
    body_policy p{.limit = 64U << 10U, .streamed = false, .found = router_->find(head.method, head.path)};
    if (const route *const r = p.found.chosen) {
        p.limit = r->body.streamed || r->reads() ? 0 : r->body.limit;
        p.streamed = r->body.streamed;
    }
    p.urgent = is_probe(head.path) || head.path == "/metrics";
    if (!open_.load(std::memory_order_acquire)) return p;
    try {
        const address_text client = engine_->limits.client_of(head);
        p.client = client;
        const std::string_view authorization = head.value("Authorization");
        const bool is_bearer = bearer_text(authorization).has_value();
        const auto secret = is_bearer ? std::nullopt : session::secret_in(head, settings_);
        const auto token = is_bearer ? engine_->authenticator.known_token(authorization)
                           : secret  ? engine_->sessions.principal_of(*secret)
                                     : std::nullopt;
        // Whether an unknown token is valid is asked later, where there is a route.
        const bool has_token = is_bearer && (token || p.found.chosen != nullptr);
        if (has_token && p.streamed) p.token = authorization;
        if (token) {
            if (!p.streamed) p.client = "token " + *token;
            if (!has_token && p.streamed) p.token = *token;
            p.known = true;
        }
        // A token that was verified before does not wait for those that were not.
        if (p.found.chosen != nullptr && p.found.chosen->hashes) {
            p.verifies = verifying::request;
        } else if (has_token && !token) {
            p.verifies = verifying::token;
        }
        // A session that this process has not seen yet may send a long body, as a token may; if it turns out to be
        // none, the router counts it as an invalid token. Until then its requests count by their address: an old cookie
        // comes with each request of a browser and must not exclude the tokens of others at its address.
        const auto may_try = [&] { return session::is_secret(*secret) && engine_->limits.may_try(client).allowed; };
        if (!has_token && !token && !(secret && may_try())) p.limit = std::min(p.limit, longest_anonymous_body);
        if (engine_->follows != nullptr && !only_reads(head, p.found)) {
            p.refusal = refused_by_follower(*engine_->follows, head, settings_);
        }
        const auto by = token ? limited_by::token : has_token ? limited_by::invalid_tokens : limited_by::address;
        if (const auto verdict = allowed(head, client, by, token.value_or("")); !verdict.allowed) {
            engine_->metrics.count(counter::rate_limited);
            p.refusal = to_response(too_many_requests(verdict, by), head, settings_);
            add_fields(*p.refusal, verdict);
        }
    } catch (...) { // no memory: it counts by the address of the connection
    }
    return p;
}

// A request counts before its body is read. Resolving names has no limit but that of all requests from its address,
// because it costs little. A token that was not verified before must not be kept out by others at its address, so that
// it counts only if it turns out to be invalid; where there is no route, nobody asks, and it counts as a request
// without token.
rate_limit::verdict dispatcher::allowed(const request &r, std::string_view client, limited_by by,
                                        std::string_view token) const noexcept {
    limits &l = engine_->limits;
    auto verdict = l.from(client);
    if (!verdict.allowed || is_probe(r.path)) return verdict;
    if (by == limited_by::token) return l.with(token);
    if (by == limited_by::invalid_tokens) return l.may_try(client);
    if (!is_name_target(origin_form(r))) verdict = l.api(client);
    if (verdict.allowed && !is_read(r.method)) verdict = l.writes(client);
    return verdict;
}

std::shared_ptr<const authentication> dispatcher::authenticate(const request &r) {
    return std::make_shared<const authentication>(engine_->authenticator.authenticate(r));
}

void dispatcher::handle(exchange &e) {
    const request &r = e.request();
    if (!open_.load(std::memory_order_acquire)) {
        return e.send(
            to_response({.type = problem_type::unavailable, .detail = "the service is starting"}, r, settings_));
    }
    if (r.path == "*") { // RFC 9110 9.3.7: of the service as a whole
        return e.send({.status = 204, .fields = {{"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}}});
    }
    if (router_->handle(e, r.found)) return;
    e.send(to_response({.type = problem_type::not_found, .detail = "no resource at this path"}, r, settings_));
}

response dispatcher::error_response(int status, std::string_view why, std::string_view id,
                                    std::span<const field> fields) noexcept {
    response r{.status = status};
    try {
        const std::string instance = id.empty() ? std::string{} : "/requests/" + std::string{id};
        // Only the preferences of the request matter: the page leads to the front page.
        request asked;
        asked.method = "GET";
        asked.target = asked.path = "/";
        asked.fields = fields;
        asked.id = id;
        const auto type = type_of(status);
        if (type && !fields.empty() && prefers_page(asked)) {
            r = to_response({.type = *type, .detail = std::string{why}}, asked, settings_);
            r.fields.emplace_back("Cache-Control", "no-store");
            if (status == 429) r.fields.emplace_back("Retry-After", "1");
            return r;
        }
        if (type) {
            r.body = resolver::to_json({.type = *type, .detail = std::string{why}}, instance);
        } else { // RFC 9457 section 4.2.1: "about:blank", if the status is all the information
            json::writer w{r.body};
            w.begin_object()
                .member("type", "about:blank")
                .member("title", reason_phrase(status))
                .member("status", status);
            w.member("detail", why).member_if("instance", instance).end_object();
        }
        r.fields = {{"Content-Type", "application/problem+json"}, {"Cache-Control", "no-store"}};
        if (status == 503 || status == 429) r.fields.emplace_back("Retry-After", "1");
    } catch (...) { // no memory: the status alone
        r.body.clear();
        r.fields.clear();
    }
    return r;
}

void dispatcher::completed(const completed_exchange &r, unsigned worker) noexcept {
    const auto c = r.request == nullptr ? route_class::none : route_class_of(r.request->path);
    engine_->metrics.request(c, r.status, r.took, r.bytes);
    engine_->log.request(r, worker);
}

} // namespace uniform::http
