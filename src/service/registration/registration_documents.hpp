// Registration requests in the store, and who may see and change them. Shared by the files of the registration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/registration_request.hpp>

namespace uniform::service::registration {

using resolver::problem;
using resolver::problem_type;

/// The request as its document or its draft has it.
[[nodiscard]] std::optional<registration_request> load(store::reading &r, std::uint64_t number);
/// Stores the request, with an event of that action.
void save(store::writing &w, registration_request &q, registry::request_action action);

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
/// Open requests that ask for the NID, except number `without`. Reads at most `most` of those that ever asked for it.
[[nodiscard]] std::vector<registration_request> requests_for(store::reading &r, std::string_view nid,
                                                             std::uint64_t without,
                                                             std::size_t most = static_cast<std::size_t>(-1));
inline constexpr std::size_t most_competing_shown = 100;
/// Number and state of at most most_competing_shown of them.
[[nodiscard]] std::vector<competing_request> competing_requests(store::reading &r, std::string_view nid,
                                                                std::uint64_t without);
/// Whether the NID was registered by another request: of several for one NID only one is registered (5.1 (1)), and the
/// others can only ask for another NID, or be withdrawn. A revision can be based on the version that is registered now.
[[nodiscard]] bool is_superseded(const registration_request &q) noexcept;
/// Checks text for people: UTF-8 without control characters, not longer than `limit` bytes; on one line unless `lines`.
[[nodiscard]] std::expected<void, problem> check_text(std::string_view name, std::string_view text, std::size_t limit,
                                                      bool lines, bool required);

/// The template that the submitter is editing; that of the last submission if there is no draft.
[[nodiscard]] std::string draft_of(store::reading &r, const registration_request &q);

} // namespace uniform::service::registration
