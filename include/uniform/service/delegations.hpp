// Delegations: the registrar of a prefix, who may therefore assign names under it (RFC 8141 section 5). Stored as
// documents of kind "delegation", whose id is the prefix. The active delegation with the longest prefix of a key
// determines its registrar; a shorter prefix then has no effect.
//
//     put_delegation(w, who, {.prefix = "nbn:de:gbv-", .registrar = "gbv"});
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// A delegation as it is stored, and its version.
struct delegation_entry {
    resolver::delegation delegation = {};
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of its versions, for ETag and If-Match
};
/// Writes the delegation as an object, with its "version".
void write(json::writer &w, const delegation_entry &d);
/// The same as a value.
[[nodiscard]] json::value value_of(const delegation_entry &d);

/// The active delegation with the longest prefix of this key; std::nullopt if there is none. A few look-ups.
[[nodiscard]] std::optional<delegation_entry> delegation_for(store::reading &r, std::string_view key);

/// Whether `who` may assign or change the name with this key: an administrator or manager whose token covers the key,
/// or the registrar of the delegation with a token that covers it. The operations of names.hpp also check the namespace
/// and the policies. Problems: forbidden, with the missing permission.
[[nodiscard]] std::expected<void, resolver::problem> may_assign(store::reading &r, const resolver::principal &who,
                                                                std::string_view key);

/// Whether `who` manages this prefix: an administrator or manager whose token covers it. Problems: forbidden.
[[nodiscard]] std::expected<void, resolver::problem> may_manage(const resolver::principal &who,
                                                                std::string_view prefix);

/// The delegation of exactly this prefix, also if it has ended; in any equivalent spelling, with or without "urn:".
[[nodiscard]] std::optional<delegation_entry> find_delegation(store::reading &r, std::string_view prefix);
/// The same. Problems: not_found; malformed, invalid if the text cannot be a prefix.
[[nodiscard]] std::expected<delegation_entry, resolver::problem> delegation_of(store::reading &r,
                                                                               std::string_view prefix);
/// As it was at a time. Problems: those of delegation_of(); not_found, also when it was not delegated yet.
[[nodiscard]] std::expected<delegation_entry, resolver::problem>
delegation_as_of(store::reading &r, std::string_view prefix, resolver::timestamp t);
/// In order of their prefixes: those that begin with `within` and come after `after`; at most `limit`, fewer if they
/// have a mebibyte. And the id to continue after; empty: there are no more.
[[nodiscard]] std::pair<std::vector<delegation_entry>, std::string>
list_delegations(store::reading &r, std::string_view within, std::string_view after, std::size_t limit);
/// The prefixes that are delegated to a registrar now, in order. Reads all delegations.
[[nodiscard]] std::vector<std::string> prefixes_of(store::reading &r, std::string_view registrar);

/// Delegates a prefix, or replaces its delegation, also one that has ended. For managers of the prefix. The namespace
/// must be managed here, the registrar active, and the minting rule must make names of the namespace. Only an
/// administrator can replace the registrar of an active delegation by another one (others use a transfer); a manager
/// can remove it. Both withdraw open transfers of the prefix. `condition` is of its version. Without a difference there
/// is no event. Problems: malformed, invalid, forbidden, not_found (the namespace), conflict, precondition_failed; the
/// last two with "existing".
[[nodiscard]] std::expected<delegation_entry, resolver::problem> put_delegation(store::writing &w,
                                                                                const resolver::principal &who,
                                                                                resolver::delegation d,
                                                                                const precondition &condition = {});

/// Ends a delegation. Its names remain, and the delegation of a shorter prefix applies to them. Open transfers are
/// withdrawn. For managers of the prefix. Problems: not_found, forbidden, wrong_state, precondition_failed.
[[nodiscard]] std::expected<delegation_entry, resolver::problem> end_delegation(store::writing &w,
                                                                                const resolver::principal &who,
                                                                                std::string_view prefix,
                                                                                const precondition &condition = {});

} // namespace service
} // namespace uniform
