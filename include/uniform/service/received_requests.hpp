// Submissions and comments that are received: somebody whom the service does not know sent them, without a token, and
// nobody has accepted them. They are in the tables "drafts" and "received_comments", outside of the history, are
// limited (draft_limits) and expire. Who may act in the process sees them, and so does their author, by a secret.
//
// take_action() with "accept" accepts a submission. From then on it is in the history, as that of a known submitter is.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// A submission that nobody has accepted.
struct received_submission {
    resolver::timestamp at = {};
    std::string text = {}; ///< the reason that its submitter stated
    std::string template_text = {};
    json::array findings = {}; ///< of the check now
};
/// The submission of a request that waits to be accepted. Problems: not_found; also for who is neither its submitter,
/// an expert nor an administrator.
[[nodiscard]] std::expected<received_submission, resolver::problem>
find_received(store::reading &r, const credentials &a, std::uint64_t number);

/// A comment that nobody has accepted.
struct received_comment {
    std::string id = {};      ///< 16 hexadecimal digits
    public_comment said = {}; ///< number 0: it gets one when it is accepted
    std::string secret = {};  ///< with which its author sees it; only in the result of receive_comment()
};
/// Receives a comment without a token: add_comment() is for those with one. `secret` comes from make_request_secret();
/// a comment by the holder of the request's secret needs none, and has places of its own. Where there is no place, the
/// last comment of the address with the most gives way to that of one with fewer. Problems: those of add_comment();
/// too_many (of an address or together, in number or size).
[[nodiscard]] std::expected<received_comment, resolver::problem>
receive_comment(store::writing &w, const credentials &a, std::uint64_t number, std::string_view author,
                std::string_view text, const std::pair<std::string, std::string> &secret,
                const draft_limits &limits = {});
/// Those of a request that the client may see, oldest first: experts and administrators all, others those of which they
/// have the secret. Problems: not_found.
[[nodiscard]] std::expected<std::vector<received_comment>, resolver::problem>
list_received_comments(store::reading &r, const credentials &a, std::uint64_t number);
/// Makes it a comment. By an expert or an administrator. Problems: not_found, unauthenticated, forbidden, wrong_state.
[[nodiscard]] std::expected<public_comment, resolver::problem>
accept_comment(store::writing &w, const credentials &a, std::uint64_t number, std::string_view id);
/// Deletes it, by the same. Problems: not_found, unauthenticated, forbidden.
/// @return what it was
[[nodiscard]] std::expected<received_comment, resolver::problem>
dismiss_comment(store::writing &w, const credentials &a, std::uint64_t number, std::string_view id);

/// Deletes what was received before `t`.
/// @return how many submissions and comments
std::int64_t expire_received(store::writing &w, resolver::timestamp t);

/// "at", "text", "template", "findings".
void write(json::writer &w, const received_submission &s);
/// "id", "round", "author", "part", "text", "at", "secret".
void write(json::writer &w, const received_comment &c);

} // namespace service
} // namespace uniform
