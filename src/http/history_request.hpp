// What the histories of names and of documents have in common on the way in and out.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/router.hpp"

namespace uniform::http {

/// The cursor of a history: the number of the last event that was shown; 0 without one. Problems: malformed.
[[nodiscard]] std::expected<std::uint64_t, resolver::problem> event_before(const page &p);
/// A page of events; `next` is the cursor, 0 at the end. Who did it is told to those with a token.
[[nodiscard]] response events_response(const call &c, std::span<const std::string> events, std::uint64_t next);

/// The moment in the query's "as_of"; nothing without it. Problems: malformed.
[[nodiscard]] std::expected<std::optional<resolver::timestamp>, resolver::problem> as_of(const call &c);

} // namespace uniform::http
