// Proofs of single events of the history, and the tree that they lead to.

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/history_proof.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/history_text.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/operation/shared_tree.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

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
    if (!e) return refuse(problem_type::not_found, "the history has no such event");
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
    UNIFORM_CHECK(may_read_history(c));
    if (c.query_value("name") && c.query_value("event")) {
        return refuse(problem_type::malformed, "\"name\" and \"event\" exclude each other");
    }
    std::expected<std::string, problem> text;
    UNIFORM_CHECK(with_tree(c, [&](store::reading &r, const service::history_tree &t) { text = proof_in(r, t, c); }));
    UNIFORM_CHECK(text);
    return history_text(c, *std::move(text));
}

constexpr route table[]{
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
         "scripts/verify_history.py check it without the service. For those who may read the history (readHistory). "
         "409: the tree is smaller than that. 503: the tree is being made; retry.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = proof,
     .query = {&proven_name, &proven_event, &smaller_tree},
     .responses = {{200, "a proof", "application/x-ndjson", {&history_coding_field, &history_vary_field}}},
     .problems = {400, 401, 403, 404, 409}},
};

} // namespace

std::span<const route> proof_routes() noexcept { return table; }

} // namespace uniform::http
