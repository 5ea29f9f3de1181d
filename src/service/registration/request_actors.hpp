// The authorization of registration requests: as whom a client acts on one, and who may see and change it. It is above
// registration_documents.hpp and authorization.hpp, and the operations are above it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include <uniform/registry/process.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

using resolver::problem;
using resolver::problem_type;

/// The author of what is done by the request's secret alone.
[[nodiscard]] std::string unconfirmed_submitter(std::uint64_t number);
/// As whom a client with these credentials may act on the request.
[[nodiscard]] registry::actors actors_of(const registration_request &q, const credentials &a);
/// Whether the client submitted the request: it acts as its submitter, or its token has submitted a version. An expert
/// does not decide about such a request.
[[nodiscard]] bool is_own(const registration_request &q, registry::actors actors, const credentials &a);
/// Whether these actors may see the request: drafts are not public.
[[nodiscard]] bool visible(const registration_request &q, registry::actors actors) noexcept;
/// The request if the client may see it, else not_found.
[[nodiscard]] std::expected<registration_request, problem> visible_request(store::reading &r, const credentials &a,
                                                                           std::uint64_t number);
/// The request that an action changes, and the actors as whom the client acts. Checks the token in this transaction,
/// and makes the submitter the author of its events when only the secret of the request was given. Problems:
/// unauthenticated, not_found.
struct authorized_request {
    registration_request request = {};
    registry::actors actors = 0;
};
[[nodiscard]] std::expected<authorized_request, problem> authorize(store::writing &w, const credentials &a,
                                                                   std::uint64_t number);

} // namespace uniform::service::registration
