// The transfer of a prefix from one registrar to another: asked for by one side, accepted by the other. Documents of
// kind "transfer", with the number of the request as id.
//
//     requested -> accepted | refused | withdrawn
//
// At acceptance the delegation names the other registrar: one event, from which on the tokens of the one before do not
// reach the prefix. The names, and their history, stay as they are.
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
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

struct transfer {
    std::string id = {};
    std::string prefix = {};
    std::string from = {}; ///< whose it is; empty: that of the managers alone
    std::string to = {};
    std::string side = {};           ///< who asked: "from", "to", "manager"
    std::string state = "requested"; ///< "requested", "accepted", "refused", "withdrawn"
    std::string note = {};           ///< what the one who asked says
    std::string answer = {};         ///< what the one who decided says
    std::string requested_by = {};
    std::string decided_by = {};
    resolver::timestamp requested = {};
    std::optional<resolver::timestamp> decided = {};
    std::uint64_t event = 0;
};
[[nodiscard]] std::string to_json(const transfer &t);

/// Asks for a transfer: a registrar for one of its prefixes, or for one of another's; a manager of the prefix. Only one
/// request for a prefix is open at a time. Problems: malformed, invalid, forbidden, not_found (no active delegation of
/// this very prefix, no such registrar), conflict (with the open one as "existing").
[[nodiscard]] std::expected<transfer, resolver::problem> request_transfer(store::writing &w,
                                                                          const resolver::principal &who,
                                                                          std::string_view prefix, std::string_view to,
                                                                          std::string_view note = {});

enum class transfer_decision : std::uint8_t { accept, refuse, withdraw };
/// "accept", "refuse", "withdraw".
[[nodiscard]] std::string_view to_string(transfer_decision d) noexcept;

/// Accepting is for the other side: when a registrar asked for the prefix, the one that has it or a manager of the
/// prefix; else the one that gets it, by a token that reaches the prefix or has no prefixes. Who asked and who accepts
/// are not one manager, nor two tokens of one manager's making. An administrator may always. Refusing is for these and
/// for managers of the prefix; withdrawing for the side that asked, and for managers. Problems: not_found, forbidden,
/// wrong_state (it is decided, or the delegation has another registrar by now).
[[nodiscard]] std::expected<transfer, resolver::problem> decide_transfer(store::writing &w,
                                                                         const resolver::principal &who,
                                                                         std::string_view id, transfer_decision d,
                                                                         std::string_view answer = {});

/// Whether `who` is one of the two sides, or manages the prefix.
[[nodiscard]] bool concerns(const transfer &t, const resolver::principal &who) noexcept;

/// Problems: not_found.
[[nodiscard]] std::expected<transfer, resolver::problem> transfer_of(store::reading &r, std::string_view id);
/// The same for whom it concerns; others: forbidden.
[[nodiscard]] std::expected<transfer, resolver::problem> transfer_of(store::reading &r, const resolver::principal &who,
                                                                     std::string_view id);
/// Those that concern `who`, oldest first, after id `after`; at most `limit`; of one state unless that is empty. The
/// second value is the id to go on after, empty at the end: fewer than `limit` may be given before it.
[[nodiscard]] std::pair<std::vector<transfer>, std::string> list_transfers(store::reading &r,
                                                                           const resolver::principal &who,
                                                                           std::string_view state,
                                                                           std::string_view after, std::size_t limit);

} // namespace uniform::service
