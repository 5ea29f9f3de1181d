// Assigning names, and changing and withdrawing them: RFC 8141 5 (1) (a name once assigned is never assigned again) and
// section 5 (who assigns). Each operation checks, in its own transaction: the token (it may have been revoked since the
// request was authenticated), role and prefixes, the namespace, the delegation with the longest prefix and its
// policies, the form of the name (RFC 8141 2), its state, and that its key does not exist yet.
//
//     store.write(by, [&](store::writing &w) { return service::assign(w, who, {.urn = "urn:example:a"}); });
//
// `write_options` are the client's idempotency key and precondition. A retry with the key of an earlier request gets
// the response to that one; a request that was refused is carried out again. Each operation that writes can also return
// the problem unauthenticated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/record_template.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/name_entry.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// A request to assign one name. `record` holds what resolver::record_from_json() reads; its state, name, registrar,
/// batch, reason and date of withdrawal are set by the operation.
struct assignment {
    std::string urn = {};
    resolver::name_record record = {};
    write_options options = {};
    bool accept_identical = false; ///< success, not a conflict, when the name exists with an equal name record (PUT)
};
/// Assigns the name that the client chose. Problems: malformed, forbidden, out_of_policy, invalid, conflict (with
/// the member "existing"), key_reused.
[[nodiscard]] std::expected<name_entry, problem> assign(store::writing &w, const principal &who, const assignment &a);

inline constexpr std::size_t most_minted = 1000;    ///< by one request
inline constexpr std::size_t most_reserved = 10000; ///< in one batch

/// A request to mint names by the rule of a prefix.
struct minting_request {
    std::string prefix = {}; ///< "nbn:de:gbv-", as in the delegation, or with "urn:" before it
    std::size_t count = 1;
    resolver::name_record record = {};             ///< as in assignment, the same for all
    resolver::record_template record_of_each = {}; ///< instead of `record`, unless it is empty
    write_options options = {};
};
/// The result of one step of minting: all names of the request or, when the names of very many numbers in a row exist
/// already, none; the counter has then passed them, and the step must be called again.
struct minted {
    std::vector<name_entry> names = {};
    bool complete = true;
    bool repeated = false;
};
/// Problems: those of assign() except conflict; exhausted.
[[nodiscard]] std::expected<minted, problem> mint_step(store::writing &w, const principal &who,
                                                       const minting_request &m);
/// Calls it as often as necessary, each time in a write of its own.
[[nodiscard]] std::expected<minted, problem> mint(store::store &s, const store::origin &by, const principal &who,
                                                  const minting_request &m);

/// A request to reserve names, to be activated later: `count` minted ones under `prefix`, or those in `urns`.
struct reservation {
    std::string prefix = {};
    std::size_t count = 0;
    std::vector<std::string> urns = {};
    /// The name record that each name gets when it is activated, unless the activation says otherwise.
    resolver::record_template record_of_each = {};
    write_options options = {};
};
/// Names that were reserved together. A document of kind "batch".
struct batch {
    std::string id = {};
    std::string prefix = {}; ///< empty when the request had the names
    std::string registrar = {};
    std::string who = {};
    resolver::timestamp at = {};
    std::vector<std::string> keys = {};  ///< in the order in which they were made
    std::vector<std::string> names = {}; ///< the URNs as they were assigned, in the same order
    bool complete = true;                ///< false: see minted
    bool repeated = false;
};
/// Writes the batch as an object: "id", "prefix", "registrar", "at", "count", "names".
void write(json::writer &w, const batch &b);
/// All or nothing. Problems: those of mint_step(); conflict when one of the names exists already.
[[nodiscard]] std::expected<batch, problem> reserve_step(store::writing &w, const principal &who, const reservation &r);
/// reserve_step() in a transaction of its own.
[[nodiscard]] std::expected<batch, problem> reserve(store::store &s, const store::origin &by, const principal &who,
                                                    const reservation &r);
/// Problems: not_found.
[[nodiscard]] std::expected<batch, problem> find_batch(store::reading &r, std::string_view id);

/// Activates a reserved name with its first name record. `a.accept_identical` as in assign(). Problems: those of
/// assign(), unknown_name, wrong_state, precondition_failed.
[[nodiscard]] std::expected<name_entry, problem> activate(store::writing &w, const principal &who, const assignment &a);

/// Reads the members of a JSON object that record_from_json() reads; null is the empty value (RFC 7396). Metadata
/// replaces the old metadata or, with `merges`, is merged into it. Problems: malformed, invalid (also unknown members).
[[nodiscard]] std::expected<changes, problem> changes_from_json(const json::value &value, bool merges = false);
/// Changes an active name; of a withdrawn one only the successor, if it has none. Without a difference, there is no
/// event. Problems: malformed, forbidden, unknown_name, wrong_state, out_of_policy, invalid, precondition_failed,
/// key_reused.
[[nodiscard]] std::expected<name_entry, problem> change(store::writing &w, const principal &who, std::string_view urn,
                                                        const changes &c, const write_options &o = {});
/// change() of the locators only.
[[nodiscard]] std::expected<name_entry, problem> locate(store::writing &w, const principal &who, std::string_view urn,
                                                        std::vector<resolver::locator> locators,
                                                        const write_options &o = {});
/// change() of the metadata only, replacing all of it.
[[nodiscard]] std::expected<name_entry, problem> describe(store::writing &w, const principal &who, std::string_view urn,
                                                          resolver::metadata metadata, const write_options &o = {});

/// The name that is withdrawn, and the reason.
struct withdrawal {
    std::string urn = {};
    std::string reason = {};    ///< text for people, 1 to 2000 bytes of UTF-8
    std::string successor = {}; ///< the URN that replaces it; empty: none
    write_options options = {};
};
/// Withdraws a name for ever. Problems: those of change().
[[nodiscard]] std::expected<name_entry, problem> withdraw(store::writing &w, const principal &who, const withdrawal &x);

/// Reverts an erroneous withdrawal: the name has the name record again that it had before. It was assigned all the
/// time, so this is no assignment. For managers, within the time since the withdrawal that the namespace grants
/// (namespace_settings::reinstate_within). Problems: those of change(); forbidden, wrong_state.
[[nodiscard]] std::expected<name_entry, problem> reinstate(store::writing &w, const principal &who,
                                                           std::string_view urn, const write_options &o = {});

/// The name as it is now. Problems: malformed, unknown_name.
[[nodiscard]] std::expected<name_entry, problem> show(store::reading &r, std::string_view urn);
/// As it was at a time. Problems: malformed; unknown_name, also when it did not exist yet.
[[nodiscard]] std::expected<name_entry, problem> as_of(store::reading &r, std::string_view urn, resolver::timestamp t);

/// An event of a name, and the event before it.
struct history_item {
    store::event event = {};
    std::optional<store::event> before = {};
};
/// Writes an object: "number", "at", "who", "from", "action", "old", "new" (records; the first event has no "old"),
/// "previous", "hash" (hexadecimal). `private_too`: with who and from.
void write(json::writer &w, const history_item &item, bool private_too);
/// A page of the history of a name, newest event first, from before event number `before` (0: from the newest): at most
/// `limit` events, fewer if they have a mebibyte; the history goes on when the last one has an event before it.
/// Problems: malformed, unknown_name.
[[nodiscard]] std::expected<std::vector<history_item>, problem>
history(store::reading &r, std::string_view urn, std::uint64_t before = 0, std::size_t limit = 100);

/// A page of a list of names.
struct listing {
    std::vector<name_entry> names = {};
    std::string next = {}; ///< continue after this key; empty: there are no more
};
/// Names in order of their keys: those that begin with `prefix` and come after `after`, at most `limit`, in this state.
/// There are fewer, with a `next`, if these have a mebibyte. The time is that of the names in the page.
[[nodiscard]] listing list(store::reading &r, std::string_view prefix, std::string_view after, std::size_t limit,
                           std::optional<resolver::name_state> state = {});

} // namespace service
} // namespace uniform
