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
#include <uniform/store/store.hpp>

namespace uniform::service {

struct registrar {
    std::string id = {}; ///< 1 to 64 of a-z 0-9 - . _, beginning with a letter or digit
    std::string name = {};
    std::string contact = {};     ///< for people; shown to holders of a token only
    std::string state = "active"; ///< "active", "ended"
    std::uint64_t event = 0;      ///< of the last change: its version, for ETag and If-Match
    bool operator==(const registrar &) const = default;
};

/// An object of JSON: "id", "name", "contact" (unless it is left out), "state", "version".
[[nodiscard]] std::string to_json(const registrar &r, bool with_contact);
/// Reads "id", "name", "contact"; "state" and "version" may be there and are not looked at. Problems: malformed,
/// invalid.
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

/// Changes name and contact: the registrar itself may, an administrator, and a manager who reaches all prefixes that
/// are delegated to it. `version` is the event that the change is based on, nothing for any. Changing nothing makes no
/// event. Problems: forbidden, not_found, wrong_state (it has ended), invalid, precondition_failed.
[[nodiscard]] std::expected<registrar, resolver::problem> change_registrar(store::writing &w,
                                                                           const resolver::principal &who, registrar r,
                                                                           std::optional<std::uint64_t> version = {});

/// Ends it: its tokens are worth nothing from then on. Its names stay. Those who may change it may, but not the
/// registrar itself. Problems: those of change_registrar(); wrong_state while a prefix is delegated to it ("prefixes").
[[nodiscard]] std::expected<registrar, resolver::problem> end_registrar(store::writing &w,
                                                                        const resolver::principal &who,
                                                                        std::string_view id,
                                                                        std::optional<std::uint64_t> version = {});

} // namespace uniform::service
