// The transfer of a prefix from one registrar to another: requested by one side, accepted by the other. Stored as
// documents of kind "transfer".
//
//     requested -> accepted | refused | withdrawn
//
// Acceptance changes the registrar of the delegation, with one event; the tokens of the former registrar no longer
// cover the prefix. The names and their history do not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// The state of a transfer.
enum class transfer_state : std::uint8_t { requested, accepted, refused, withdrawn };
/// Their names.
inline constexpr auto transfer_state_names = enum_table<transfer_state>({{transfer_state::requested, "requested"},
                                                                         {transfer_state::accepted, "accepted"},
                                                                         {transfer_state::refused, "refused"},
                                                                         {transfer_state::withdrawn, "withdrawn"}});
/// The name of a transfer state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(transfer_state s) noexcept { return transfer_state_names.name(s); }

/// A request to move a prefix to another registrar.
struct transfer {
    std::string id = {};
    std::string prefix = {};
    std::string from = {}; ///< its registrar; empty: none, only managers assign names
    std::string to = {};
    std::string side = {}; ///< who requested it: "from", "to", "manager"
    transfer_state state = transfer_state::requested;
    std::string note = {};   ///< a comment by the side that requested it
    std::string answer = {}; ///< a comment by the side that decided
    std::string requested_by = {};
    std::string decided_by = {};
    resolver::timestamp requested = {};
    std::optional<resolver::timestamp> decided = {};
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of its versions
};
/// Writes the transfer as an object, with its "version".
void write(json::writer &w, const transfer &t);

/// Requests a transfer; for either registrar, and managers of the prefix. While one that the registrar of the prefix or
/// a manager requested is open, no other can be requested. One that a registrar requested for itself keeps only that
/// registrar from requesting another. Problems: malformed, invalid, forbidden, not_found (no active delegation of
/// exactly this prefix), conflict (with the open one as "existing").
[[nodiscard]] std::expected<transfer, resolver::problem> request_transfer(store::writing &w,
                                                                          const resolver::principal &who,
                                                                          std::string_view prefix, std::string_view to,
                                                                          std::string_view note = {});

/// A decision about a transfer.
enum class transfer_decision : std::uint8_t { accept, refuse, withdraw };
/// Their names.
inline constexpr auto transfer_decision_names =
    enum_table<transfer_decision>({{transfer_decision::accept, "accept"},
                                   {transfer_decision::refuse, "refuse"},
                                   {transfer_decision::withdraw, "withdraw"}});
/// The name of a transfer decision; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(transfer_decision s) noexcept {
    return transfer_decision_names.name(s);
}

/// The other side accepts: if the new registrar requested the prefix, the present one or a manager of the prefix; else
/// the new one, with a token that covers the prefix or has no prefixes. One manager, with the tokens that it created,
/// cannot both request and accept. Administrators can always accept. These and managers of the prefix can refuse; the
/// side that requested it and managers can withdraw it. Acceptance withdraws the other open transfers of the prefix.
/// Problems: not_found, forbidden, wrong_state (it is decided, or the delegation has changed).
[[nodiscard]] std::expected<transfer, resolver::problem> decide_transfer(store::writing &w,
                                                                         const resolver::principal &who,
                                                                         std::string_view id, transfer_decision d,
                                                                         std::string_view answer = {});

/// Whether decide_transfer() permits `who` this decision, whatever the state of the delegation. Problems: forbidden,
/// wrong_state (it is decided).
[[nodiscard]] std::expected<void, resolver::problem> may_decide(store::reading &r, const resolver::principal &who,
                                                                const transfer &t, transfer_decision d);

/// Whether `who` is one of the two sides, or manages the prefix.
[[nodiscard]] bool concerns(const transfer &t, const resolver::principal &who) noexcept;

/// Problems: not_found.
[[nodiscard]] std::expected<transfer, resolver::problem> transfer_of(store::reading &r, std::string_view id);
/// The same, if it concerns `who`. Problems: not_found, forbidden.
[[nodiscard]] std::expected<transfer, resolver::problem> transfer_of(store::reading &r, const resolver::principal &who,
                                                                     std::string_view id);
/// The transfers that concern `who`, in order of their ids, after id `after`; at most `limit`; in one state, if there
/// is one. The second value is the id to continue after, empty at the end: a page may have fewer than `limit` before
/// it.
[[nodiscard]] std::pair<std::vector<transfer>, std::string> list_transfers(store::reading &r,
                                                                           const resolver::principal &who,
                                                                           std::optional<transfer_state> state,
                                                                           std::string_view after, std::size_t limit);

} // namespace service
} // namespace uniform
