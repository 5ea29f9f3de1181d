// Registrars: those who assign names under the prefixes delegated to them (RFC 8141 section 5 leaves the process to the
// namespace). Documents of kind "registrar". None is ever removed: one that stops is "ended", for its names stay.
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
#include <uniform/service/precondition.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

struct registrar {
    std::string id = {}; ///< 1 to 64 of a-z 0-9 - . _, beginning with a letter or digit
    std::string name = {};
    std::string contact = {};     ///< for people; shown to holders of a token only
    std::string state = "active"; ///< "active", "ended"
    /// The prefixes of the manager who added it; empty: an administrator did. It belongs to those who reach them all.
    std::vector<std::string> managed_within = {};
    std::uint64_t event = 0; ///< of the last change: its version, for ETag and If-Match
    bool operator==(const registrar &) const = default;
};

/// An object of JSON: "id", "name", "state", "version"; with the contact also "contact" and "managed_within".
[[nodiscard]] std::string to_json(const registrar &r, bool with_contact);
/// Reads "id", "name", "contact"; "state", "managed_within" and "version" may be there and are not looked at. Problems:
/// malformed, invalid.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_from_json(std::string_view json);

/// Nothing when there is none with this id. One look-up.
[[nodiscard]] std::optional<registrar> find_registrar(store::reading &r, std::string_view id);
/// The same, or not_found.
[[nodiscard]] std::expected<registrar, resolver::problem> registrar_of(store::reading &r, std::string_view id);
/// In order of their ids, those after `after`; at most `limit`.
[[nodiscard]] std::vector<registrar> list_registrars(store::reading &r, std::string_view after, std::size_t limit);

/// A new registrar; managers and administrators may. Problems: forbidden, invalid, conflict (with "existing").
[[nodiscard]] std::expected<registrar, resolver::problem> add_registrar(store::writing &w,
                                                                        const resolver::principal &who, registrar r);

/// Whether a manager or administrator decides about the registrar itself: one without bounds; one who reaches all of
/// `managed_within` (if an administrator added it, there is none) and all that is delegated to it.
[[nodiscard]] bool manages(store::reading &r, const resolver::principal &who, const registrar &of);
/// Whether `who` may let others act for the registrar: who manages it, and who reaches all that is delegated to it when
/// that is anything.
[[nodiscard]] bool may_let_act(store::reading &r, const resolver::principal &who, const registrar &of);

/// Changes name and contact: the registrar itself may (with a token that is not limited to prefixes), and who manages
/// it. `condition` is of its version. Changing nothing makes no
/// event. Problems: forbidden, not_found, wrong_state (it has ended), invalid, precondition_failed.
[[nodiscard]] std::expected<registrar, resolver::problem>
change_registrar(store::writing &w, const resolver::principal &who, registrar r, const precondition &condition = {});

/// Ends it: its tokens are worth nothing from then on. Its names stay. Who manages it may, not the registrar itself.
/// Problems: those of change_registrar(); wrong_state while a prefix is delegated to it ("prefixes").
[[nodiscard]] std::expected<registrar, resolver::problem> end_registrar(store::writing &w,
                                                                        const resolver::principal &who,
                                                                        std::string_view id,
                                                                        const precondition &condition = {});

} // namespace uniform::service
