// Who is responsible for a name. Its record has the registrar that assigned it, for ever; its prefix may have moved to
// another one since (transfers.hpp), or its delegation may have ended. RFC 8141 section 5: assignment is delegated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The registrar that is responsible for the name with this key: that of the active delegation with its longest prefix
/// (delegation_for()). Empty: there is none, so that the managers of the namespace are. A few look-ups. Example: the
/// prefix "example:al:" was transferred from "library" to "archive": "archive", also for names of "library".
[[nodiscard]] std::string responsible_registrar(store::reading &r, std::string_view key);
/// As it was at a time. A few look-ups in the history.
[[nodiscard]] std::string responsible_registrar(store::reading &r, std::string_view key, resolver::timestamp t);

/// A prefix that got another registrar.
struct responsibility_change {
    std::uint64_t event = 0; ///< of the delegation
    resolver::timestamp at = {};
    std::string from = {}; ///< the id of a registrar; empty: managers
    std::string to = {};   ///< the same
};
/// The changes of the registrar of the delegation that governs `key` now, newest first, from event `since` on. None if
/// no delegation does. Reads the last 100 events of the delegation.
[[nodiscard]] std::vector<responsibility_change> responsibility_changes(store::reading &r, std::string_view key,
                                                                        std::uint64_t since = 0);

} // namespace service
} // namespace uniform
