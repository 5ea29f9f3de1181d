// Delegations: which prefix belongs to whom, and who may therefore assign a name (RFC 8141 section 5). Documents of
// kind "delegation", whose id is the prefix. The longest prefix that is active decides: a longer one inside a shorter
// belongs to its own registrar alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

struct delegation_entry {
    resolver::delegation delegation = {};
    std::uint64_t event = 0; ///< of the last change: its version, for ETag and If-Match
};
/// The delegation as an object of JSON, with its "version".
[[nodiscard]] std::string to_json(const delegation_entry &d);

/// The active delegation with the longest prefix of this key; nothing when there is none. Ordered-key seeks.
[[nodiscard]] std::optional<delegation_entry> delegation_for(store::reading &r, std::string_view key);

/// Whether `who` may now assign names with this key, or change those that are there: its role, its prefixes, and the
/// delegation as it is at this moment. An administrator may; a manager whose prefixes reach the key; a registrar that
/// the delegation names and whose prefixes reach the key. What the operations of names.hpp ask, without the namespace
/// and the policies. Problems: forbidden, with what is missing.
[[nodiscard]] std::expected<void, resolver::problem> may_assign(store::reading &r, const resolver::principal &who,
                                                                std::string_view key);

/// Whether `who` manages this prefix: an administrator, or a manager whose prefixes reach it. Problems: forbidden.
[[nodiscard]] std::expected<void, resolver::problem> may_manage(const resolver::principal &who,
                                                                std::string_view prefix);

/// That of this very prefix, also one that has ended; "urn:" before it and other spellings are understood.
[[nodiscard]] std::optional<delegation_entry> find_delegation(store::reading &r, std::string_view prefix);
/// The same, or not_found (malformed, invalid when it can be no prefix).
[[nodiscard]] std::expected<delegation_entry, resolver::problem> delegation_of(store::reading &r,
                                                                               std::string_view prefix);
/// As it was at a time. Problems: those of delegation_of(); not_found, also when it was not delegated yet.
[[nodiscard]] std::expected<delegation_entry, resolver::problem>
delegation_as_of(store::reading &r, std::string_view prefix, resolver::timestamp t);
/// In order of their prefixes: those that begin with `within` and come after `after`; at most `limit`.
[[nodiscard]] std::vector<delegation_entry> list_delegations(store::reading &r, std::string_view within,
                                                             std::string_view after, std::size_t limit);
/// The prefixes that are delegated to a registrar now, in order. Reads all delegations.
[[nodiscard]] std::vector<std::string> prefixes_of(store::reading &r, std::string_view registrar);

/// Delegates a prefix, or changes how it is delegated; one that has ended begins anew. Managers of the prefix may. The
/// namespace must be kept here, the registrar active, the minting rule one that makes names of the namespace. The
/// registrar of an active delegation changes to another by a transfer (conflict), or here by an administrator; a
/// manager takes it back. Transfers that wait are withdrawn with it. `condition` is of its version. Changing nothing
/// makes no event. Problems: malformed, invalid, forbidden, not_found (the namespace), conflict, precondition_failed.
[[nodiscard]] std::expected<delegation_entry, resolver::problem> put_delegation(store::writing &w,
                                                                                const resolver::principal &who,
                                                                                resolver::delegation d,
                                                                                const precondition &condition = {});

/// Ends a delegation: its names stay, and a shorter prefix decides about them from now on. Transfers that wait are
/// ended with it. Managers of the prefix may. Problems: not_found, forbidden, wrong_state, precondition_failed.
[[nodiscard]] std::expected<delegation_entry, resolver::problem> end_delegation(store::writing &w,
                                                                                const resolver::principal &who,
                                                                                std::string_view prefix,
                                                                                const precondition &condition = {});

} // namespace uniform::service
