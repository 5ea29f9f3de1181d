// The history for others: pages of its lines for followers, waiting for the next event, and proofs of single events.

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zstd.h>

#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/history_proof.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/router_responses.hpp"
#include "http/api/routes.hpp"
#include "http/operation/follow_state.hpp"
#include "http/operation/history_waits.hpp"
#include "http/operation/shared_tree.hpp"
#include "http/operation/store_identity.hpp"
#include "http/pages/asset.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

constexpr parameter after_event{.name = "after",
                                .type = parameter_type::number,
                                .description =
                                    "the number of the last event that the client has; the page has those after it",
                                .fallback = "0",
                                .most = std::uint64_t{1} << 53U};
constexpr parameter events_limit{.name = "limit",
                                 .type = parameter_type::number,
                                 .description = "the greatest number of events in the page, which has about a "
                                                "mebibyte at most, but one event at least",
                                 .fallback = "1000",
                                 .least = 1,
                                 .most = 10000};
constexpr parameter wait_parameter{
    .name = "wait",
    .type = parameter_type::number,
    .description = "while there is no event after that one, wait for it, so many seconds at most. The setting "
                   "history.wait may be less; without a place to wait, and while others need it, the response comes "
                   "at once, without an event",
    .fallback = "0",
    .most = 600};

constexpr parameter prefixes_of_history{
    .name = "prefix",
    .description =
        "prefixes of names, separated by spaces: of all events but those about these names, their delegations and "
        "namespaces, registrars and the store itself, the page has number and hash alone. A token with prefixes "
        "reads the part of its prefixes",
    .most = 8192,
    .example = "urn:example:lib-"};

constexpr response_field coding_field{"Content-Encoding", "zstd (RFC 8878), if Accept-Encoding names it"};
constexpr response_field coding_vary_field{"Vary", "Accept-Encoding"};
constexpr response_field stores_of_page{
    stores_field_name, "identifiers of the store, and of those that it follows: a follower that finds its own there "
                       "follows itself"};

// As prefixes of keys.
std::expected<std::vector<std::string>, problem> keys_of_prefixes(store::store &s, std::string_view texts) {
    std::vector<std::string> out;
    while (!texts.empty()) {
        const std::string_view one = texts.substr(0, texts.find(' '));
        texts.remove_prefix(std::min(texts.size(), one.size() + 1));
        if (one.empty()) continue;
        auto prefix = s.look_up([&](store::reading &r) { return service::prefix_of_keys(r, one); });
        if (!prefix) return malformed_parameter(prefixes_of_history.name, prefix.error().detail);
        out.push_back(std::move(*prefix));
    }
    return out;
}

// A service that follows a part has nothing of the others.
std::expected<void, problem> has_prefixes(const request_context &c, std::span<const std::string> prefixes) {
    const settings &now = *c.server.settings;
    if (now.store_follow_prefixes.empty()) return {};
    std::vector<std::string> own;
    for (const std::string &text : now.store_follow_prefixes) {
        auto prefix = c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, text); });
        if (prefix) own.push_back(std::move(*prefix));
    }
    for (const std::string &one : prefixes) {
        if (std::ranges::any_of(own, [&](const std::string &p) { return one.starts_with(p); })) continue;
        return std::unexpected{is_of_other_part("urn:" + one, now)};
    }
    return {};
}

// Authors and their addresses are in it, and what waits for a decision.
constexpr auto readers_of_history =
    static_cast<resolver::roles>(resolver::administrators | static_cast<resolver::roles>(resolver::role::reader));

// A token with prefixes reads the part of these, unless the history is public.
std::expected<void, problem> restrict_to_token(const request_context &c, std::vector<std::string> &prefixes) {
    if (c.server.settings->history_public) return {};
    if (c.who == nullptr) return std::unexpected{resolver::token_required()};
    if (c.who->prefixes.empty()) return {};
    if (prefixes.empty()) prefixes = c.who->prefixes;
    for (const std::string &one : prefixes) {
        if (!c.who->covers(one)) return std::unexpected{resolver::prefix_not_covered(one)};
    }
    return {};
}

struct free_context {
    void operator()(ZSTD_CCtx *c) const noexcept { ZSTD_freeCCtx(c); }
};

// Empty: it cannot be compressed.
std::string compressed(std::string_view text) {
    constexpr int level = 3;
    thread_local const std::unique_ptr<ZSTD_CCtx, free_context> context(ZSTD_createCCtx());
    if (context == nullptr) return {};
    std::string out(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compressCCtx(context.get(), out.data(), out.size(), text.data(), text.size(), level);
    if (ZSTD_isError(size) != 0U) return {};
    out.resize(size);
    return out;
}

response lines_response(const request_context &c, std::string lines) {
    response out{.status = 200, .body = std::move(lines)};
    out.fields = {{"Content-Type", "application/x-ndjson"}, {"Cache-Control", "no-store"}, {"Vary", "Accept-Encoding"}};
    if (!pages::accepts_zstd(c.request)) return out;
    if (std::string packed = compressed(out.body); !packed.empty()) {
        out.body = std::move(packed);
        out.fields.emplace_back("Content-Encoding", "zstd");
    }
    return out;
}

void wait_for_event(request_context &c, std::uint64_t after) {
    const std::chrono::milliseconds longest = std::min<std::chrono::milliseconds>(
        std::chrono::seconds{c.number(wait_parameter)}, c.server.settings->history_wait);
    if (longest.count() == 0 || c.server.engine == nullptr || c.request.method == "HEAD") return;
    c.server.engine->waits.wait(c.exchange, client_of(c), std::chrono::steady_clock::now() + longest, [&] {
        return c.server.store->look_up([](store::reading &r) { return r.head(); }).first != after;
    });
}

handler_result history_after(request_context &c) {
    UNIFORM_TRY(auto &prefixes, keys_of_prefixes(*c.server.store, c.text(prefixes_of_history)));
    UNIFORM_CHECK(restrict_to_token(c, prefixes));
    UNIFORM_CHECK(has_prefixes(c, prefixes));
    const std::uint64_t after = c.number(after_event);
    const auto limit = static_cast<std::size_t>(c.number(events_limit));
    // A replica that lags would seem to be a history that has lost its last events.
    const store::read_scope reads{store::freshness::latest};
    wait_for_event(c, after);
    std::uint64_t last = 0;
    auto part = c.server.store->read([&](store::reading &r) {
        last = r.head().first;
        return service::history_after(r, after, limit, prefixes);
    });
    if (!part) {
        return refuse(problem_type::conflict, "the history ends with event " + std::to_string(last) +
                                                  ", before event " + std::to_string(after));
    }
    response out = lines_response(c, std::move(part->lines));
    const follow_state *const follows = c.server.engine == nullptr ? nullptr : c.server.engine->follows;
    out.fields.emplace_back(stores_field_name, stores_field(c.server.store->sql_database(),
                                                            follows == nullptr ? std::string{} : follows->stores()));
    return out;
}

// Each may need 512 events to be read.
constexpr std::size_t most_events = 16;

constexpr parameter proven_name{.name = "name",
                                .type = parameter_type::text,
                                .description = "prove the events of this name, the last 16 at most",
                                .example = "urn:example:a"};
constexpr parameter proven_event{.name = "event",
                                 .type = parameter_type::number,
                                 .description = "prove this event",
                                 .least = 1,
                                 .most = std::uint64_t{1} << 53U};
constexpr parameter smaller_tree{.name = "from",
                                 .type = parameter_type::number,
                                 .description = "prove that the tree of so many events is the beginning of the tree",
                                 .least = 1,
                                 .most = std::uint64_t{1} << 53U};

// Runs it with the tree over all of the history.
template <class F>
std::expected<void, problem> with_tree(const request_context &c, F f) {
    // A replica that lags would seem to be a history that has lost its last events.
    const store::read_scope reads{store::freshness::latest};
    if (c.server.engine != nullptr && c.server.engine->tree != nullptr) {
        if (c.server.engine->tree->use(*c.server.store, f)) return {};
        return refuse(problem_type::unavailable,
                      "the tree over the history is being made, as nobody has asked for it yet: retry");
    }
    c.server.store->read([&](store::reading &r) {
        service::history_tree tree;
        (void)tree.read_on(r, std::numeric_limits<std::uint64_t>::max());
        f(r, std::as_const(tree));
    });
    return {};
}

handler_result head_of_tree(request_context &c) {
    store::tree_head head;
    UNIFORM_CHECK(with_tree(c, [&](store::reading &r, const service::history_tree &t) { head = tree_head_of(r, t); }));
    const std::string text = store::to_string(head);
    std::string body;
    json::writer{body}
        .begin_object()
        .member("size", head.first)
        .member("root", text.substr(text.find(':') + 1))
        .member("tree", text)
        .end_object();
    return json_response(200, std::move(body));
}

std::expected<std::vector<store::event>, problem> wanted_events(store::reading &r, const request_context &c) {
    if (const auto name = c.query_value("name")) {
        UNIFORM_TRY(const auto &key, service::key_of(r, *name));
        auto events = service::events_of(r, "name", key, most_events);
        if (events.empty()) return std::unexpected{resolver::name_does_not_exist(key)};
        return events;
    }
    if (!c.query_value("event")) return std::vector<store::event>{};
    auto e = r.event_at(c.number(proven_event));
    if (!e || e->is_hidden()) return refuse(problem_type::not_found, "the history has no such event here");
    return std::vector{*std::move(e)};
}

std::expected<std::string, problem> proof_in(store::reading &r, const service::history_tree &t,
                                             const request_context &c) {
    const std::uint64_t from = c.query_value("from") ? c.number(smaller_tree) : 0;
    if (const std::uint64_t size = r.head().first; from > size) {
        return refuse(problem_type::conflict,
                      "the history ends with event " + std::to_string(size) + ", before event " + std::to_string(from));
    }
    UNIFORM_TRY(const auto &events, wanted_events(r, c));
    return service::history_proof(r, t, events, from);
}

handler_result proof(request_context &c) {
    std::vector<std::string> prefixes;
    UNIFORM_CHECK(restrict_to_token(c, prefixes));
    if (!prefixes.empty()) {
        return std::unexpected{resolver::insufficient_permissions(
            "a proof is of the whole history, and the token is restricted to prefixes")};
    }
    if (c.query_value("name") && c.query_value("event")) {
        return refuse(problem_type::malformed, "\"name\" and \"event\" exclude each other");
    }
    std::expected<std::string, problem> text;
    UNIFORM_CHECK(with_tree(c, [&](store::reading &r, const service::history_tree &t) { text = proof_in(r, t, c); }));
    UNIFORM_CHECK(text);
    return lines_response(c, *std::move(text));
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/history",
     .operation = "readHistory",
     .summary = "Read the history, for followers",
     .description =
         "A page of the lines that `uniform store history` exports (docs/reference/history-format.md), without "
         "secrets. Its first line says after which event the page goes on, with its hash; its last line says where "
         "the history ends. A token with prefixes reads the part of these. 409: the history ends before that event.",
     .tag = "operation",
     .roles = readers_of_history,
     .opened_by = &settings::history_public,
     .scope = permission_scope::own,
     .handler = history_after,
     .query = {&after_event, &events_limit, &wait_parameter, &prefixes_of_history},
     .body = {.streamed = true},
     .responses =
         {{200, "a page of the history", "application/x-ndjson", {&coding_field, &coding_vary_field, &stores_of_page}}},
     .problems = {409, 421}},
    {.method = "GET",
     .path = "/api/v1/history/tree",
     .operation = "readTree",
     .summary = "Show the head of the Merkle tree over the history",
     .description =
         "The tree of RFC 9162 over the hashes of all events. Store its size and root somewhere else: proofs "
         "of names lead to them. 503: the tree is being made; retry.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = head_of_tree,
     .responses = {{200, "the head of the tree", "tree_head"}}},
    {.method = "GET",
     .path = "/api/v1/history/proof",
     .operation = "readProof",
     .summary = "Prove a name or an event without the rest of the history",
     .description =
         "What `uniform store proof` writes (docs/reference/history-format.md): events, each with its inclusion in the "
         "tree, and whether the tree continues an earlier one. `uniform store verify-proof` and "
         "scripts/verify_history.py check it without the service. 403: the token has prefixes, and the proof is of the "
         "whole history. 409: the tree is smaller than that. 503: the tree is being made; retry.",
     .tag = "operation",
     .roles = readers_of_history,
     .opened_by = &settings::history_public,
     .scope = permission_scope::own,
     .handler = proof,
     .query = {&proven_name, &proven_event, &smaller_tree},
     .responses = {{200, "a proof", "application/x-ndjson", {&coding_field, &coding_vary_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> follower_routes() noexcept { return table; }

} // namespace uniform::http
