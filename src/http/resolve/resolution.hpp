// Resolving a name: one function, in one read transaction, for GET /urn:..., for the services of RFC 2483 in all their
// forms, and for the response cache. Its result is typed; response.hpp makes the response of it, json_result.hpp the
// JSON.
#pragma once

#include <optional>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/api/own_url.hpp"
#include "http/resolve/look_up.hpp"
#include "http/resolve/representation.hpp"
#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// A request about a name.
struct resolution_request {
    requested_name name;
    /// From Accept and Accept-Language. The r-component is added to it where the namespace interprets r-components.
    resolver::preferences preferences = {};
    /// None: GET /urn:..., a redirect or what Accept prefers, unless the r-component names a service.
    std::optional<resolver::named_service> service = {};
    /// The representation for /about/ and /api/v1/linkset/, whatever Accept prefers.
    representation form = representation::none;
};

/// Resolves a name. Throws store::failure. Cost: that of look_up(), and sorting the locators.
[[nodiscard]] resolution resolve(const sources &s, store::reading &r, resolution_request q, const own_url &own,
                                 resolver::timestamp now);

/// The same without a service and without the representation that Accept prefers: redirect, delegated, tombstone or
/// problem. For the explanation of a choice.
[[nodiscard]] resolution resolve_to_target(const sources &s, store::reading &r, resolution_request q,
                                           const own_url &own, resolver::timestamp now);

/// The representation that GET /urn:... sends of an active name that has metadata or typed values, but no locator that
/// is valid now and no other resolver (RFC 8141 1.2.1): the best one by Accept, by default the record. None for other
/// names. Constant time, except for Accept. Example: metadata {"title":"A"}, no locators, Accept: */* ->
/// representation::record.
[[nodiscard]] representation description_instead(const resolution &r) noexcept;

/// The problem that a result is: a tombstone as withdrawn_problem(); std::nullopt for the others. With the corrections.
[[nodiscard]] std::optional<resolver::problem> problem_of(const resolution &r);

} // namespace uniform::http
