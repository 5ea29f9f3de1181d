#include "http/api/router_responses.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/authentication.hpp"
#include "http/api/lifetime.hpp"
#include "http/api/problem_response.hpp"
#include "http/api/request_checks.hpp"
#include "http/api/security_fields.hpp"
#include "http/api/staleness.hpp"
#include "http/operation/log.hpp"
#include "http/pages/form.hpp"
#include "http/pages/see_other.hpp"
#include "http/session/browser.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

constexpr std::size_t longest_kept_form = 64U << 10U;

// "registrar manager administrator": a scope of RFC 6750.
std::string names_of(resolver::roles wanted) {
    std::string out;
    for (const auto &[role, name] : resolver::role_names) {
        if ((wanted & static_cast<resolver::roles>(role)) == 0) continue;
        if (!out.empty()) out += ' ';
        out += name;
    }
    return out;
}

// A response that was read while the primary of the store was away, or from a replica.
void add_staleness(response &r, const server_context &s, const route &x,
                   std::optional<std::chrono::milliseconds> replica_behind) {
    if (x.tag == "operation" || x.tag == "description") return;
    const auto away = s.store->sql_database().primary_away();
    if (!away && !replica_behind) return;
    // A purge of what this response lacks may have been before it.
    keep_from_shared_caches(r);
    auto [age, status] = away ? staleness_of(*away, false) : staleness_of_replica(*replica_behind);
    if (!age.empty()) add_field(r, "Age", std::move(age));
    add_field(r, "Cache-Status", std::move(status));
}

// Whether the response is neither a page nor a part of one. The API shows some of its resources, such as a draft, to a
// few alone, in every format.
bool is_download(const response &answer, const request &r) {
    if (r.path.starts_with(root_of_api)) return true;
    const auto at = std::ranges::find(answer.fields, "Content-Type", &std::pair<std::string, std::string>::first);
    if (at == answer.fields.end() || answer.status >= 300) return false;
    const std::string_view type = std::string_view{at->second}.substr(0, at->second.find(';'));
    constexpr std::array<std::string_view, 4> of_pages{"text/html", "text/css", "text/javascript", "application/wasm"};
    return !type.starts_with("image/") && std::ranges::find(of_pages, type) == of_pages.end();
}

// Marks the response as private: a page is for its reader alone. What needs a token, the API, and a download, such as
// an export, are not stored.
void keep_private(response &answer, const route *chosen, const request &r) {
    keep_from_shared_caches(answer);
    if ((chosen != nullptr && chosen->roles != resolver::anyone) || is_download(answer, r)) {
        set_field(answer, "Cache-Control", "no-store");
        return;
    }
    const auto at = std::ranges::find(answer.fields, "Cache-Control", &std::pair<std::string, std::string>::first);
    if (at == answer.fields.end() || !at->second.contains("no-store"))
        set_field(answer, "Cache-Control", "private, no-cache");
}

// The methods of a resource, for Allow (RFC 9110 10.2.1).
std::vector<std::string> allowed_methods(const resource &there) {
    std::vector<std::string> methods;
    for (const route *const x : there.methods) {
        methods.emplace_back(x->method);
        if (x->method == "GET") methods.emplace_back("HEAD");
    }
    methods.emplace_back("OPTIONS");
    return methods;
}

// The URN that a path or a query has at its end, without components; empty: it has none.
std::string urn_in(std::string_view text) {
    const auto decoded = decode(text);
    if (!decoded) return {};
    constexpr std::string_view scheme = "urn:";
    const auto at = std::ranges::search(*decoded, scheme, {}, ascii::to_lower).begin();
    const std::string_view urn = std::string_view(*decoded).substr(static_cast<std::size_t>(at - decoded->begin()));
    return std::string(urn.substr(0, urn.find_first_of("?#&")));
}

std::string urn_in_target(const request &r) {
    std::string urn = urn_in(r.path);
    return urn.empty() && r.query ? urn_in(*r.query) : urn;
}

} // namespace

void add_field(response &r, std::string name, std::string value) {
    r.fields.emplace_back(std::move(name), std::move(value));
}

void set_field(response &r, std::string_view name, std::string value) {
    const auto at = std::ranges::find(r.fields, name, &std::pair<std::string, std::string>::first);
    if (at == r.fields.end()) {
        add_field(r, std::string(name), std::move(value));
    } else {
        at->second = std::move(value);
    }
}

bool is_safe(std::string_view method) noexcept { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

void add_open_fields(response &r) {
    add_field(r, "Access-Control-Allow-Origin", "*");
    add_field(r, "Access-Control-Expose-Headers", "*"); // these responses are for requests without credentials
}

bool only_reads(const route &x) noexcept { return x.reads() || x.tag == "resolution"; }

response refusal_for(const problem &p, const request &r, resolver::roles wanted, const settings *s) {
    response out = to_response(p, r, s);
    if (p.type == problem_type::forbidden) {
        set_field(out, "WWW-Authenticate", challenge_of("insufficient_scope", p.detail, names_of(wanted)));
    }
    return out;
}

problem only_read(std::string says, std::string_view primary) {
    if (!primary.empty()) says.append(": send this request to ").append(primary);
    return {.type = problem_type::method_not_allowed, .detail = std::move(says), .allowed = {"GET", "HEAD", "OPTIONS"}};
}

problem problem_of_failure(const store::failure &f) {
    using enum store::failure_kind;
    switch (f.kind()) {
    case unavailable:
    case busy:
        return {.type = problem_type::unavailable, .detail = "the store is not accessible at the moment: retry"};
    case uncertain:
        return {.type = problem_type::outcome_unknown,
                .detail = "the store was lost while this request was committed: whether it was carried out is not "
                          "known. Repeat it with the same Idempotency-Key"};
    case version:
        return {.type = problem_type::unavailable,
                .detail = "the store is not written by this service, whose program is older than its schema"};
    case full:
        return {.type = problem_type::unavailable, .detail = "the store is not writable at the moment"};
    case history:
    case clock:
        return {.type = problem_type::unavailable, .detail = f.what()};
    case follows:
        return only_read("the store of this service follows another one, and is only read", {});
    default:
        return {.type = problem_type::internal, .detail = "store failure; the service's log has the details"};
    }
}

problem clock_refused(const engine_parts &engine, const request &r, std::string why) {
    engine.log.event(level::error, "clock_refused", {{"request", r.id}, {"why", why}});
    return {.type = problem_type::unavailable, .detail = std::move(why)};
}

std::optional<response> asks_to_sign_in(const request &r, const settings *s) {
    if (r.path.starts_with(root_of_api) || !r.value("Authorization").empty()) return std::nullopt;
    if (served_as(r.method) == "GET") {
        if (!prefers_page(r) || !session::is_own_path(r.target)) return std::nullopt;
        response out = see_other("/sign-in?to=" + encode_query_data(r.target));
        add_field(out, "Vary", "Accept, Authorization, Cookie");
        return out;
    }
    if (r.method != "POST" || !prefers_page(r) || !session::is_from_here(r, s)) return std::nullopt;
    session::sign_in what{.says = "account.sign_in.ended"};
    if (session::is_own_path(r.target)) what.to = r.target;
    if (body_type_of(r.value("Content-Type")) == form_media_type && r.body.size() <= longest_kept_form) {
        if (auto f = pages::form::read(r.body)) {
            f->remove("csrf");
            what.again = f->body();
        }
    } else {
        what.says = "account.sign_in.ended_with_file";
    }
    response out = session::sign_in_page(s, r, what, 401);
    add_field(out, "WWW-Authenticate", challenge_of());
    return out;
}

response response_to_other_method(const resource &there, const request &r, const settings *s) {
    std::vector<std::string> methods = allowed_methods(there);
    const std::string allow = methods_in(methods);
    if (r.method != "OPTIONS") {
        return to_response({.type = problem_type::method_not_allowed,
                            .detail = "method not allowed; allowed methods: " + allow,
                            .rule = "RFC 9110 section 15.5.6",
                            .allowed = std::move(methods)},
                           r, s);
    }
    response answer{.status = 204};
    add_field(answer, "Allow", allow);
    for (const route *const x : there.methods)
        if (x->method == "PATCH") add_field(answer, "Accept-Patch", accepted_by(*x)); // RFC 5789 3.1
    if (there.is_open && !r.value("Access-Control-Request-Method").empty()) {
        add_field(answer, "Access-Control-Allow-Methods", "GET, HEAD");
        add_field(answer, "Access-Control-Allow-Headers", "Accept, Accept-Language");
        add_field(answer, "Access-Control-Max-Age", "86400");
    }
    return answer;
}

void complete_response(response &answer, const server_context &s, const resource &there, const route *chosen,
                       const request &r, bool in_session, std::optional<std::chrono::milliseconds> replica_behind) {
    // Pages of other origins may read what requires no token.
    if (there.is_open && is_safe(r.method)) add_open_fields(answer);
    if (there.complete != nullptr) there.complete(answer);
    if (in_session) keep_private(answer, chosen, r);
    // RFC 9111 3.5: what a token asked for is for its holder.
    if (!r.value("Authorization").empty()) keep_from_shared_caches(answer);
    if (!r.id.empty()) set_field(answer, "X-Request-Id", std::string(r.id));
    if (chosen != nullptr && only_reads(*chosen) && answer.status < 500) {
        add_staleness(answer, s, *chosen, replica_behind);
    }
    end_lifetime(answer, s.clock);
}

bool is_here(store::reading &r, std::string_view key, const settings &now) {
    const auto &followed = now.store_follow_prefixes;
    return followed.empty() || std::ranges::any_of(followed, [&](const std::string &text) {
               const auto prefix = service::prefix_of_keys(r, text);
               return prefix && key.starts_with(*prefix);
           });
}

problem is_of_other_part(std::string_view urn, const settings &now) {
    std::string says =
        "this service follows a part of a registry, to which \"" + std::string(urn) + "\" does not belong";
    if (const auto primary = followed_url(now); !primary.empty()) says += ": ask " + std::string(primary);
    return {.type = problem_type::misdirected, .detail = std::move(says)};
}

std::optional<response> response_for_other_part(store::store &s, const request &r, const settings *now) {
    if (now->store_follow_prefixes.empty()) return std::nullopt;
    const std::string urn = urn_in_target(r);
    if (urn.empty()) return std::nullopt;
    const bool is_other = s.look_up([&](store::reading &x) {
        const auto key = service::key_of(x, urn);
        return key && !is_here(x, *key, *now);
    });
    if (!is_other) return std::nullopt;
    std::string_view primary = followed_url(*now);
    while (primary.ends_with('/')) primary.remove_suffix(1);
    const bool resolves = ascii::starts_with_ignoring_case(decode(r.path).value_or(std::string{}), "/urn:");
    if (resolves && !primary.empty()) {
        std::string there = std::string(primary) + std::string(r.path);
        if (r.query) (there += '?') += *r.query;
        return response{.status = 307, .fields = {{"Location", std::move(there)}, {"Cache-Control", "no-cache"}}};
    }
    return to_response(is_of_other_part(urn, *now), r, now);
}

} // namespace uniform::http
