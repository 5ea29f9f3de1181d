// Drafts: requests that were not submitted yet, and templates that are edited. They are in a table without history, so
// that what anyone may send does not stay for ever: a draft is small, each holder has only so much, and it expires. The
// history has a request from its submission on.
//
// Stores of earlier versions have drafts as documents of kind "request" and "draft". These are read as before; their
// changes go to the table.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

/// The number of a new request: larger than all before, also than those of drafts that have expired.
[[nodiscard]] std::uint64_t next_number(store::writing &w);

/// The request that was never submitted, as its draft has it. Its event is 0.
[[nodiscard]] std::optional<registration_request> drafted_request(store::reading &r, std::uint64_t number);
/// The template of the draft.
[[nodiscard]] std::optional<std::string> drafted_template(store::reading &r, std::uint64_t number);
/// Requests that were never submitted, with numbers after `after`, in their order.
[[nodiscard]] std::vector<registration_request> drafted_requests(store::reading &r, std::uint64_t after,
                                                                 std::size_t limit);

/// Makes or replaces the draft of a request; its holder stays. Problems: too_large, too_many (those of its holder
/// together).
[[nodiscard]] std::expected<void, resolver::problem> put_draft(store::writing &w, registration_request &q,
                                                               std::string_view text, const draft_limits &limits);
/// Deletes it, if there is one.
void delete_draft(store::writing &w, std::uint64_t number);

/// Whether a template may be submitted by its size. Problems: too_large.
[[nodiscard]] std::expected<void, resolver::problem> check_size(std::size_t bytes, const draft_limits &limits);

} // namespace uniform::service::registration
