#include "http/server/dispatcher.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>

#include "http/engine/response_text.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/resolve/requested_name.hpp"
#include "http/resolve/response_cache.hpp"

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

resolver::problem too_many(std::uint64_t seconds) {
    return {.type = problem_type::too_many,
            .detail = "too many requests from this address: try again in " + std::to_string(seconds) + " s",
            .rule = "RFC 6585 section 4"};
}

// RFC 6750 2.1. Whether it is valid is checked later; credentials of another scheme are not tokens.
bool has_token(std::string_view authorization) noexcept {
    constexpr std::string_view scheme = "bearer ";
    return ascii::equal_ignoring_case(authorization.substr(0, scheme.size()), scheme);
}

// Load balancers request these all the time.
bool is_probe(std::string_view path) noexcept { return path == "/healthz" || path == "/readyz"; }

} // namespace

bool dispatcher::try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                            std::string &out) noexcept {
    if (!open_.load(std::memory_order_acquire)) return false;
    const std::size_t before = out.size();
    // /healthz does not wait for the threads of the pool.
    if (r.path == "/healthz" && (r.method == "GET" || r.method == "HEAD")) {
        try {
            append_response(out, alive(r.id), {.head_only = r.method == "HEAD", .close = close}, date);
            return true;
        } catch (...) { // no memory
            out.resize(before);
            return false;
        }
    }
    if (!server_->cache->try_cached(r, worker, date, close, out)) return false;
    if (!server_->limits->by_address() || server_->limits->from(server_->limits->client_of(r)).allowed) return true;
    out.resize(before); // the pool sends the refusal
    return false;
}

body_policy dispatcher::policy(const request &head) noexcept {
    const route *const r = router_->find(head.method, head.path);
    // A small body is read, so that the client gets the reason.
    if (r == nullptr) return {.limit = 64U << 10U, .streamed = false};
    body_policy p{.limit = r->body.streamed || r->reads() ? 0 : r->body.limit, .streamed = r->body.streamed};
    if (r->body.streamed) {
        try {
            p.client = server_->limits->client_of(head);
        } catch (...) { // no memory: by the address of the connection
        }
    }
    return p;
}

void dispatcher::handle(exchange &e) {
    const request &r = e.request();
    if (!open_.load(std::memory_order_acquire)) {
        return e.send(to_response({.type = problem_type::unavailable, .detail = "the service is starting"}, r));
    }
    const std::string_view client = server_->limits->client_of(r);
    auto verdict = server_->limits->from(client);
    // Resolving names has no limit here, because it costs little; tokens have a limit of their own, invalid ones
    // another.
    if (verdict.allowed && !is_name_target(origin_form(r)) && !is_probe(r.path) &&
        !has_token(r.value("Authorization"))) {
        verdict = server_->limits->api(client);
    }
    if (!verdict.allowed) {
        server_->metrics->count(counter::rate_limited);
        response refused = to_response(too_many(verdict.reset), r);
        add_fields(refused, verdict);
        return e.send(std::move(refused));
    }
    if (r.path == "*") { // RFC 9110 9.3.7: of the service as a whole
        return e.send({.status = 204, .fields = {{"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}}});
    }
    if (router_->handle(e)) return;
    e.send(to_response({.type = problem_type::not_found, .detail = "no resource at this path"}, r));
}

response dispatcher::error_response(int status, std::string_view why, std::string_view id) noexcept {
    response r{.status = status};
    try {
        const std::string instance = id.empty() ? std::string{} : "/requests/" + std::string{id};
        if (const auto type = type_of(status)) {
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
    server_->metrics->request(c, r.status, r.took, r.bytes);
    server_->log->request(r, worker);
}

} // namespace uniform::http
