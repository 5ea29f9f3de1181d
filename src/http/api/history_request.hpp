// The parameters and responses that the histories of names and of documents have in common.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/api/router.hpp"

namespace uniform::http {

/// The cursor of a history: the number of the last event that was shown; 0 without one. Problems: malformed.
[[nodiscard]] std::expected<std::uint64_t, resolver::problem> event_before(const page &p);
/// A page of events; `next` is the cursor, 0 at the end. `who` and `from` are only for clients with a token.
[[nodiscard]] response events_response(const request_context &c, std::span<const std::string> events,
                                       std::uint64_t next);

/// The time in the parameter "as_of"; std::nullopt if it is absent. Problems: malformed.
[[nodiscard]] std::expected<std::optional<resolver::timestamp>, resolver::problem> as_of(const request_context &c);

} // namespace uniform::http
