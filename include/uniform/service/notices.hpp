// Notices: what happened to registration requests, for those who want to be told. Each event of a submitted request,
// but comments, is noted in its own write: for the feed (list_notices) and for the webhooks (webhooks.hpp), so that
// nothing is told that was not written, and nothing that was written is not told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// A notice of an event of a registration request.
struct notice {
    std::uint64_t number = 0;  ///< of the event in the history
    std::uint64_t request = 0; ///< its number
    resolver::timestamp at = {};
    std::string who = {}; ///< the author of the event: for holders of a token
    /// The members that anyone may see: "id" ("urn:uuid:..."), "event", "at", "action", "part", "round", "text",
    /// "reference", and "request" with "id", "nid", "title", "submitter", "state", "track", "kind".
    json::value body = {};
};

/// The notices before number `before` (0: from the newest), newest first, at most `limit`, fewer if
/// they have a mebibyte; and whether there are older
/// ones. `request`, unless 0: only those about it. Proportional to the page, with `request` to the number of notices.
/// Throws store::failure.
///
///     const auto [page, more] = service::list_notices(r, 0, 20);
[[nodiscard]] std::pair<std::vector<notice>, bool> list_notices(store::reading &r, std::uint64_t before,
                                                                std::size_t limit, std::uint64_t request = 0);

} // namespace service
} // namespace uniform
