// How requests lie in the store, and who may touch them. Shared by the files of the registration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template_check.hpp>
#include <uniform/service/registration.hpp>

#include "resolver/json_members.hpp"

namespace uniform::service::registration {

using resolver::json;
using resolver::problem;
using resolver::problem_type;

/// "00000012": so that the order of the ids is that of the numbers.
[[nodiscard]] std::string request_id(std::uint64_t number);
/// "00000012/0003"
[[nodiscard]] std::string version_id(std::uint64_t number, std::uint32_t version);
/// "00000012/00003"
[[nodiscard]] std::string comment_id(std::uint64_t number, std::uint32_t comment);

[[nodiscard]] std::string encoded(const registration_request &q);
[[nodiscard]] registration_request decoded(const store::document &d); // throws failure when it is none

[[nodiscard]] std::optional<registration_request> load(store::reading &r, std::uint64_t number);
/// Puts it with an event of that action.
void save(store::writing &w, registration_request &q, registry::request_action action);

/// The parts that the asker plays for this request.
[[nodiscard]] registry::actors parts_of(const registration_request &q, const asker &a);
/// Drafts are not public.
[[nodiscard]] bool visible(const registration_request &q, registry::actors parts) noexcept;
/// The request when the asker may see it, else not_found.
[[nodiscard]] std::expected<registration_request, problem> visible_request(store::reading &r, const asker &a,
                                                                           std::uint64_t number);
/// Open requests that ask for the NID, but for one of them. Looks at no more than `most` that ever asked.
[[nodiscard]] std::vector<registration_request> rivals_of(store::reading &r, std::string_view nid,
                                                          std::uint64_t without,
                                                          std::size_t most = static_cast<std::size_t>(-1));
inline constexpr std::size_t most_rivals_shown = 100; ///< enough to see that there are many
/// Of two requests for one NID exactly one is registered (5.1 (1)); what is left to the other is another NID, or the
/// end. A revision can be based on the version that is registered now.
[[nodiscard]] bool is_overtaken(const registration_request &q) noexcept;
/// Whether its draft asks for another NID than it was overtaken for.
[[nodiscard]] bool moves_on(store::reading &r, const registration_request &q);
/// The steps that are open to who plays these parts.
[[nodiscard]] json open_steps_of(const registration_request &q, registry::actors parts, bool moves_on);
[[nodiscard]] request_view view_of(store::reading &r, registration_request q, const asker &a);

[[nodiscard]] std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule = {},
                                              std::string members = {});

/// A text for people: UTF-8 without control characters, not longer than `limit`; on one line unless `lines`.
[[nodiscard]] std::expected<void, problem> check_text(std::string_view name, std::string_view text, std::size_t limit,
                                                      bool lines, bool required);

/// Reads a template as RFC 8141 has it; the error as a problem with its place.
[[nodiscard]] std::expected<registry::namespace_template, problem> read(std::string_view template_text);
[[nodiscard]] json findings_json(const std::vector<registry::finding> &findings);

/// Everything that is found about a template, for this request.
[[nodiscard]] std::vector<registry::finding> check(store::reading &r, const registration_request &q,
                                                   const registry::namespace_template &t);

/// The template that was registered by that request.
[[nodiscard]] std::optional<std::string> registered_template(store::reading &r, std::uint64_t number);

void put_version(store::writing &w, const registration_request &q, const submitted_version &v,
                 registry::request_action action);
[[nodiscard]] submitted_version version_from(const store::document &d);
[[nodiscard]] std::string draft_of(store::reading &r, std::uint64_t number);

} // namespace uniform::service::registration
