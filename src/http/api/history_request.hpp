// The parameters and responses that the histories of names and of documents have in common.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/api/router.hpp"

namespace uniform::http {

/// The cursor of a history: the number of the last event that was shown; 0 without one. Problems: malformed.
[[nodiscard]] std::expected<std::uint64_t, resolver::problem> event_before(const page &p);
/// A page of events, which write(writer, event, private_too) writes; `next` is the cursor, 0 at the end. `who` and
/// `from` are only for clients with a token.
template <class Events>
[[nodiscard]] response events_response(const request_context &c, const Events &events, std::uint64_t next) {
    response r = list_response(c, events, next == 0 ? std::string{} : std::to_string(next),
                               [&](json::writer &w, const auto &event) { write(w, event, c.who != nullptr); });
    r.fields.emplace_back("Vary", "Authorization");
    return r;
}

/// The time in the parameter "as_of"; std::nullopt if it is absent. Problems: malformed.
[[nodiscard]] std::expected<std::optional<resolver::timestamp>, resolver::problem> as_of(const request_context &c);

} // namespace uniform::http
