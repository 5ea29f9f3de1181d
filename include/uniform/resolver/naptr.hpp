// NAPTR records by which resolvers of a namespace are found in the DNS: RFC 3403, RFC 3404.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// Options of the records of a zone.
struct zone_options {
    std::string origin = "urn.arpa"; ///< RFC 3404 section 4: NIDs are looked up there
    std::string base = {};           ///< this service: "https://urn.example.org"
    std::uint32_t ttl = 86400;
    const namespace_registry *rules = nullptr; ///< by whose equivalence keys are made; null: the library's own
    std::size_t bytes = 60000;                 ///< the most of one set of records: an answer of the DNS ends at 65535
};

/// $ORIGIN and $TTL. There is no SOA record in it: the file is to be included in a zone.
[[nodiscard]] std::string zone_head(const zone_options &o);

/// The records of one namespace, for the owner name NID.
///
/// A prefix that another resolver answers for has a record (flag "u", service "http+I2L") that leads there; one inside
/// such a prefix that is answered for here has records that lead here. Longer prefixes have a lower order, which is
/// binding. Last come those of this service: "thttp" by the services of RFC 2169, with flag "u" and, where the service
/// is at port 80 of a host name, "a". A regexp is applied to the name as it was written, while prefixes are of its
/// normal form: it matches every spelling that the namespace's equivalence makes that form of. What is to be told or
/// made by more than a regexp comes here, and is sent on from here: all of a namespace whose equivalence is more than
/// the case of letters and hyphens (ISBN) or whose set of records would be too large, a prefix whose resolver wants the
/// URN encoded (in a query, or before other text), and one whose regexp would be longer than 255 bytes. A comment says
/// so.
/// @param delegations those that are active, in order of their prefixes; what none of these rules needs is left out
[[nodiscard]] std::string naptr_records(std::string_view nid, std::span<const delegation> delegations,
                                        const zone_options &o);

/// Whether naptr_records() needs `d`, when `enclosing` is the one with the longest prefix that encloses it.
[[nodiscard]] inline bool in_zone(const delegation &d, const delegation *enclosing) noexcept {
    return !d.resolver.empty() || (enclosing != nullptr && !enclosing->resolver.empty());
}

} // namespace resolver
} // namespace uniform
