// Assigning names, and what happens to them afterwards: RFC 8141 1.2.1 (a name once assigned is never assigned again)
// and section 5 (who assigns). Each operation checks who asks (resolver::permission), the namespace, the delegation
// with the longest prefix and its policies, the form of the name (RFC 8141 4.3), its state, and that its key is free.
//
//     store.write(by, [&](store::writing &w) { return service::assign(w, who, {.urn = "urn:example:a"}); });
//
// An operation that changes something takes `terms`: the client's idempotency key, and the version it has seen.
// A request that is repeated with its key gets its first answer; a request that was refused may be sent anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

using resolver::principal;
using resolver::problem;

struct terms {
    std::string key = {};        ///< Idempotency-Key: 1 to 200 visible characters; empty: none
    precondition condition = {}; ///< If-Match, If-None-Match: of the version of the name
};

/// What an operation on this name will ask the store for first: for the `asks` of store::write(). Nothing when it is no
/// URN.
[[nodiscard]] store::foresight foresee(const principal &who, std::string_view urn, const terms &t = {});

/// A name and its record after an operation, or as it is.
struct outcome {
    std::string key = {};
    resolver::name_record record = {};
    std::uint64_t event = 0; ///< the last one; ETag
    bool created = false;    ///< this request assigned or reserved it
    bool repeated = false;   ///< the first answer again, to a request with the same idempotency key
};
/// The record as resolver::to_json() writes it, with "version": the number of its last event.
[[nodiscard]] std::string to_json(const outcome &o);

/// A request to assign one name. `record` holds what resolver::record_from_json() reads; its state, name, registrar,
/// batch, reason and date of withdrawal are set by the operation.
struct assignment {
    std::string urn = {};
    resolver::name_record record = {};
    service::terms terms = {};
    bool same_is_fine =
        false; ///< when the name is there with this very record, that is the answer (PUT), not a conflict
};
/// Assigns the name that the registrar chose. Problems: malformed, forbidden, out_of_policy, invalid, conflict (with
/// the member "existing"), key_reused.
[[nodiscard]] std::expected<outcome, problem> assign(store::writing &w, const principal &who, const assignment &a);

inline constexpr std::size_t most_minted = 1000;    ///< by one request
inline constexpr std::size_t most_reserved = 10000; ///< in one batch

/// A request to make names by the minting rule of a prefix.
struct minting_request {
    std::string prefix = {}; ///< of keys, as the delegation has it: "nbn:de:gbv-", or with "urn:" before it
    std::size_t count = 1;
    resolver::name_record record = {}; ///< as in assignment, the same for all
    service::terms terms = {};
};
/// What a step of minting did: either all names that were asked for, or (when very many numbers in a row are taken by
/// names that were chosen) none yet, but the counter has moved on and the request is to be made again.
struct minted {
    std::vector<outcome> names = {};
    bool complete = true;
    bool repeated = false;
};
/// Problems: those of assign() except conflict; exhausted.
[[nodiscard]] std::expected<minted, problem> mint_step(store::writing &w, const principal &who,
                                                       const minting_request &m);
/// The same as often as needed, each in a write of its own.
[[nodiscard]] std::expected<minted, problem> mint(store::store &s, const store::origin &by, const principal &who,
                                                  const minting_request &m);

/// A request to reserve names, to be filled later: `count` minted ones under `prefix`, or the `urns` that are named.
struct reservation {
    std::string prefix = {};
    std::size_t count = 0;
    std::vector<std::string> urns = {};
    service::terms terms = {};
};
/// Names that were reserved together. A document of kind "batch".
struct batch {
    std::string id = {};
    std::string prefix = {}; ///< empty when the names were named
    std::string registrar = {};
    std::string who = {};
    resolver::timestamp at = {};
    std::vector<std::string> keys = {}; ///< in the order in which they were made
    bool complete = true;               ///< false: see minted
    bool repeated = false;
};
[[nodiscard]] std::string to_json(const batch &b);
/// All or nothing. Problems: those of mint_step(), and conflict when a named one is taken.
[[nodiscard]] std::expected<batch, problem> reserve_step(store::writing &w, const principal &who, const reservation &r);
[[nodiscard]] std::expected<batch, problem> reserve(store::store &s, const store::origin &by, const principal &who,
                                                    const reservation &r);
/// Problems: not_found.
[[nodiscard]] std::expected<batch, problem> find_batch(store::reading &r, std::string_view id);

/// Fills a reserved name: it becomes active. `a.same_is_fine` as in assign(). Problems: those of assign(),
/// unknown_name, wrong_state, precondition_failed.
[[nodiscard]] std::expected<outcome, problem> activate(store::writing &w, const principal &who, const assignment &a);

/// What is to be changed of an active name; what is absent stays as it is.
struct changes {
    std::optional<std::vector<resolver::locator>> locators = {};
    std::optional<std::string> metadata = {};       ///< in place of all that was there; empty: none
    std::optional<std::string> metadata_patch = {}; ///< merged into what is there (RFC 7396 2), instead of `metadata`
    std::optional<std::vector<std::string>> other_names = {};
    std::optional<std::string> successor = {};
    std::optional<std::string> predecessor = {};
};
/// Reads the members of a JSON object that record_from_json() reads; null is the empty value (RFC 7396). Metadata is
/// taken whole, or with `merges` as a patch. Unknown members are a problem.
[[nodiscard]] std::expected<changes, problem> changes_from_json(std::string_view json, bool merges = false);
/// Changes an active name; of a withdrawn one only the successor, when it has none. Changing nothing makes no event.
/// Problems: malformed, forbidden, unknown_name, wrong_state, out_of_policy, invalid, precondition_failed, key_reused.
[[nodiscard]] std::expected<outcome, problem> change(store::writing &w, const principal &who, std::string_view urn,
                                                     const changes &c, const terms &t = {});
/// change() of the locators, or of the description alone.
[[nodiscard]] std::expected<outcome, problem> locate(store::writing &w, const principal &who, std::string_view urn,
                                                     std::vector<resolver::locator> locators, const terms &t = {});
[[nodiscard]] std::expected<outcome, problem> describe(store::writing &w, const principal &who, std::string_view urn,
                                                       std::string metadata, const terms &t = {});

struct withdrawal {
    std::string urn = {};
    std::string reason = {};    ///< a text for people, 1 to 2000 bytes of UTF-8
    std::string successor = {}; ///< a URN that takes its place; empty: none
    service::terms terms = {};
};
/// Withdraws a name, for ever. Problems: those of change().
[[nodiscard]] std::expected<outcome, problem> withdraw(store::writing &w, const principal &who, const withdrawal &x);

/// The name as it is now. Problems: malformed, unknown_name.
[[nodiscard]] std::expected<outcome, problem> show(store::reading &r, std::string_view urn);
/// As it was at a time. Problems: malformed; unknown_name, also when it was not there yet.
[[nodiscard]] std::expected<outcome, problem> as_of(store::reading &r, std::string_view urn, resolver::timestamp t);

/// One event of a name's history, as JSON: "number", "at", "who", "from", "action", "old", "new" (records; old is left
/// out of the first), "previous", "hash" (hexadecimal). `private_too`: with who and from.
[[nodiscard]] std::string to_json(const store::event &e, const std::optional<store::event> &before, bool private_too);
/// A page of it, newest first, from before event number `before` (0: the newest). Each with the event before it of the
/// same name. Problems: malformed, unknown_name.
struct history_item {
    store::event event = {};
    std::optional<store::event> before = {};
};
[[nodiscard]] std::expected<std::vector<history_item>, problem>
history(store::reading &r, std::string_view urn, std::uint64_t before = 0, std::size_t limit = 100);

/// Names in order of their keys: those that begin with `prefix`, behind `after`, at most `limit` of them in this
/// state. May give fewer, and a `next`, when many names are in other states.
struct listing {
    std::vector<outcome> names = {};
    std::string next = {}; ///< the key to go on after; empty: that was all
};
[[nodiscard]] listing list(store::reading &r, std::string_view prefix, std::string_view after, std::size_t limit,
                           std::optional<resolver::name_state> state = {});

} // namespace uniform::service
