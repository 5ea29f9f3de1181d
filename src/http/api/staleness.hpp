// Responses that were not made of what the primary of the store has: that cannot be reached, or a replica was read.
// What they were made of may have changed since.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// The header fields that say for how long what a response was made of could not be compared with the primary: Age (RFC
/// 9111 5.1), so that caches do not store the response for longer than they would otherwise, and Cache-Status (RFC
/// 9211).
///
///     staleness_of(std::chrono::seconds{7}, true)
///     // {"7", "uniform; hit; ttl=-7; detail=primary-unreachable"}
struct staleness {
    std::string age; ///< empty: not known
    std::string cache_status;
};

/// @param away for how long the primary has not answered
/// @param cached whether the response comes from the response cache; else it was read from a replica
[[nodiscard]] inline staleness staleness_of(std::chrono::milliseconds away, bool cached) {
    std::string age = std::to_string(std::chrono::duration_cast<std::chrono::seconds>(away).count());
    std::string status =
        cached ? "uniform; hit; ttl=" + (age == "0" ? age : "-" + age) : std::string("uniform; fwd=miss");
    status += "; detail=primary-unreachable";
    return {std::move(age), std::move(status)};
}

/// The same for a response that was read from a replica while the primary answers.
/// @param behind by how much the replica may lag at most; 0: not known
[[nodiscard]] inline staleness staleness_of_replica(std::chrono::milliseconds behind) {
    using std::chrono::seconds;
    const auto age = std::chrono::ceil<seconds>(behind).count();
    return {age == 0 ? std::string{} : std::to_string(age), "uniform; fwd=miss; detail=replica"};
}

/// Whether what this thread did not find in a replica is asked of the primary, too: then the first response is neither
/// sent nor counted.
[[nodiscard]] inline bool is_asked_again(store::store &s, int status) {
    const auto *const reads = store::read_scope::current();
    return status == 404 && reads != nullptr && reads->wanted() == store::freshness::bounded && reads->used_replica() &&
           !s.sql_database().primary_away();
}

} // namespace uniform::http
