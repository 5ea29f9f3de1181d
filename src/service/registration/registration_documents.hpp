// Registration requests in the store. request_actors.hpp has who may see and change them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/registration_request.hpp>

namespace uniform::service::registration {

using resolver::problem;
using resolver::problem_type;

/// The request as its document or its draft has it.
[[nodiscard]] std::optional<registration_request> load(store::reading &r, std::uint64_t number);
/// Stores the request, with an event of that action.
void save(store::writing &w, registration_request &q, registry::request_action action);

/// Whether the digest is that of the secret.
[[nodiscard]] bool is_secret_of(std::string_view digest, std::string_view secret);
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
/// Checks text for people: UTF-8 without control or misleading characters, not longer than `limit` bytes; on one line
/// unless `lines`.
[[nodiscard]] std::expected<void, problem> check_text(std::string_view name, std::string_view text, std::size_t limit,
                                                      bool lines, bool required);

/// Notes the NID that a template asks for, in a request that was not submitted yet: so that competing requests are
/// shown. Whether it can be registered is checked at submission.
void note_nid(registration_request &q, const registry::namespace_template &t);
/// The template that the submitter is editing; that of the last submission if there is no draft.
[[nodiscard]] std::string draft_of(store::reading &r, const registration_request &q);

} // namespace uniform::service::registration
