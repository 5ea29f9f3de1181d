// Responses while the primary of the store cannot be reached: what they were made of may have changed since.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace uniform::http {

/// The header fields that say for how long what a response was made of could not be compared with the primary: Age (RFC
/// 9111 5.1), so that caches do not store the response for longer than they would otherwise, and Cache-Status (RFC
/// 9211).
///
///     staleness_of(std::chrono::seconds{7}, true)
///     // {"7", "uniform; hit; ttl=-7; detail=primary-unreachable"}
struct staleness {
    std::string age;
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

} // namespace uniform::http
