#include "http/site_service.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "http/engine_answer.hpp"
#include "http/limits.hpp"
#include "http/log.hpp"
#include "http/metrics.hpp"
#include "http/names_cache.hpp"
#include "http/resolve.hpp"
#include "http/resolve_core.hpp"

namespace uniform::http {

namespace {

using resolver::problem_type;

constexpr std::string_view phrase(int status) noexcept {
    switch (status) {
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 414:
        return "URI Too Long";
    case 417:
        return "Expectation Failed";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Error";
    }
}

// The kinds of problem that have a status to themselves.
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

// As the route says that the router knows.
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

// RFC 6750 2.1. Whether it is a good one is another question; credentials of another scheme are none.
bool has_token(std::string_view authorization) noexcept {
    constexpr std::string_view scheme = "bearer ";
    return std::ranges::equal(authorization.substr(0, scheme.size()), scheme, [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a | 0x20) : a) == b;
    });
}

// Load balancers ask these all the time.
bool is_probe(std::string_view path) noexcept { return path == "/healthz" || path == "/readyz"; }

} // namespace

bool site_service::quick(const request &r, unsigned worker, std::string_view date, bool close,
                         std::string &out) noexcept {
    if (!open_.load(std::memory_order_acquire)) return false;
    const std::size_t before = out.size();
    // Whoever asks whether the process lives is not to wait for those who work.
    if (r.path == "/healthz" && (r.method == "GET" || r.method == "HEAD")) {
        try {
            append_answer(out, alive(r.id), {.head_only = r.method == "HEAD", .close = close}, date);
            return true;
        } catch (...) { // no memory
            out.resize(before);
            return false;
        }
    }
    if (!site_->cache->quick(r, worker, date, close, out)) return false;
    if (!site_->limits->by_address() || site_->limits->from(site_->limits->client_of(r)).allowed) return true;
    out.resize(before); // its refusal comes from the pool
    return false;
}

body_policy site_service::policy(const request &head) noexcept {
    const route *const r = router_->find(head.method, head.path);
    // An answer that says why is worth reading a small body first.
    if (r == nullptr) return {.limit = 64U << 10U, .streamed = false};
    body_policy p{.limit = r->body_limit, .streamed = r->streamed};
    if (r->streamed) {
        try {
            p.client = site_->limits->client_of(head);
        } catch (...) { // no memory: by the address of the connection
        }
    }
    return p;
}

void site_service::answer(exchange &e) {
    const request &r = e.request();
    if (!open_.load(std::memory_order_acquire)) {
        return e.send(to_response({.type = problem_type::unavailable, .detail = "the service is starting"}, r));
    }
    const std::string_view client = site_->limits->client_of(r);
    auto verdict = site_->limits->from(client);
    // Names are what the service is for, and cost little; tokens have a limit of their own, and wrong ones another.
    if (verdict.allowed && !is_name_target(origin_form(r)) && !is_probe(r.path) &&
        !has_token(r.value("Authorization"))) {
        verdict = site_->limits->api(client);
    }
    if (!verdict.allowed) {
        site_->metrics->count(counter::rate_limited);
        response refused = to_response(too_many(verdict.reset), r);
        add_fields(refused, verdict);
        return e.send(std::move(refused));
    }
    if (r.path == "*") { // RFC 9110 9.3.7: of the service as a whole
        return e.send({.status = 204, .fields = {{"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}}});
    }
    if (router_->answer(e)) return;
    e.send(to_response({.type = problem_type::not_found, .detail = "there is nothing at this address"}, r));
}

response site_service::refuse(int status, std::string_view why, std::string_view id) noexcept {
    response r{.status = status};
    try {
        const std::string instance = id.empty() ? std::string{} : "/requests/" + std::string{id};
        if (const auto type = type_of(status)) {
            r.body = resolver::to_json({.type = *type, .detail = std::string{why}}, instance);
        } else { // RFC 9457 section 4.2.1: "about:blank", when the status says it all
            nlohmann::ordered_json body{
                {"type", "about:blank"}, {"title", phrase(status)}, {"status", status}, {"detail", why}};
            if (!id.empty()) body["instance"] = instance;
            r.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        }
        r.fields = {{"Content-Type", "application/problem+json"}, {"Cache-Control", "no-store"}};
        if (status == 503 || status == 429) r.fields.emplace_back("Retry-After", "1");
    } catch (...) { // no memory: the status alone
        r.body.clear();
        r.fields.clear();
    }
    return r;
}

void site_service::done(const record &r, unsigned worker) noexcept {
    const auto c = r.request == nullptr ? route_class::none : route_class_of(r.request->path);
    site_->metrics->request(c, r.status, r.took, r.bytes);
    site_->log->request(r, worker);
}

} // namespace uniform::http
