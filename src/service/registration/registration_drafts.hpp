// Drafts: requests that were not submitted yet, templates that are edited, and those that somebody without a token has
// submitted and nobody has accepted. They are in a table without history, so that what anyone may send does not stay
// for ever: a draft is small, each holder has only so much, and it expires. The history has a request from its
// submission by somebody known on, or from its acceptance.
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
#include <uniform/resolver/timestamp.hpp>
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

/// The template of a draft, and whether it was submitted.
struct draft_content {
    std::string_view text = {};
    bool anonymous = false; ///< whether it is sent without a token
    bool received = false;  ///< submitted, so that it waits to be accepted
    std::string_view reason = {};
};
/// Makes or replaces the draft of a request; its holder stays. Problems: too_large, too_many (those of its holder, or
/// of all without a token together).
[[nodiscard]] std::expected<void, resolver::problem>
put_draft(store::writing &w, registration_request &q, const draft_content &content, const draft_limits &limits);
/// Deletes it, if there is one.
void delete_draft(store::writing &w, std::uint64_t number);

/// When the draft was submitted, and the reason.
struct submitted_draft {
    resolver::timestamp at = {};
    std::string reason = {};
};
/// std::nullopt: there is no draft, or it was not submitted.
[[nodiscard]] std::optional<submitted_draft> submitted_draft_of(store::reading &r, std::uint64_t number);
/// The requests of which a submission or a comment waits to be accepted: numbers after `after`, in their order.
[[nodiscard]] std::vector<std::uint64_t> requests_received(store::reading &r, std::uint64_t after, std::size_t limit);

/// The number of comments on a request that wait to be accepted.
[[nodiscard]] std::uint32_t received_comments_of(store::reading &r, std::uint64_t number);

/// The share that a draft or a comment of so many bytes is taken of.
struct draft_share {
    std::string holder = {};
    std::size_t bytes = 0;
    bool anonymous = false;
    std::uint64_t replaced = 0; ///< the draft of this request does not count; 0: none is replaced
};
/// Whether it fits beside what there is. Problems: too_many.
[[nodiscard]] std::expected<void, resolver::problem> check_share(store::writing &w, const draft_share &s,
                                                                 const draft_limits &limits);

/// Whether a template may be submitted by its size. Problems: too_large.
[[nodiscard]] std::expected<void, resolver::problem> check_size(std::size_t bytes, const draft_limits &limits);

} // namespace uniform::service::registration
