// Registering URN namespaces: requests, their versions, comments and decisions, by the process of RFC 8141 6.2 and 6.3
// (registry/process.hpp has the table of actions).
//
// Anyone may open a request, with a token or without. The response has a secret, shown only once, that permits changing
// this request only; the store has its SHA-256, which is sufficient for 256 random bits. Documents in the store:
//
//     request   00000012         the state of a request, from its submission on
//     version   00000012/0002    a template as it was submitted, with the findings of its check
//     comment   00000012/00007   a public comment
//     requested NID/00000012     which requests ever asked for a NID
//
// A draft, and the template that a submitter is editing, are in the table "drafts", without history: they are limited
// by draft_limits and expire. Only the submission is an event, and without a token only its acceptance:
// received_requests.hpp. Stores of earlier versions have documents of kind "draft".
//
// Each operation that writes is one transaction, and checks the credentials in it:
//
//     auto secret = service::make_request_secret();
//     auto opened = store.write(by, [&](store::writing &w) {
//         return service::open_request(w, {.who = &who}, {.template_text = text}, secret);
//     });
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/registry/derived_rules.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>
#include <uniform/urn/nid.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// The findings that the check of a submission would have in `t`: of a new request, or of a revision of the
/// registration of `what.revises`, relative to the registered template; for the fast track, if `what.body` is not
/// empty. The other members of `what` have no effect. Linear in the templates.
[[nodiscard]] std::vector<registry::finding>
findings_of_submission(store::reading &r, const registry::namespace_template &t, const new_request &what = {});

/// Opens a draft. `secret` comes from make_request_secret(). Problems: malformed (not a template; with line and
/// column), too_large, too_many (the drafts of the holder), invalid (a text that is too long); for a revision
/// not_found, forbidden (managers of the namespace, administrators, and the holder of the secret of the registered
/// request may), out_of_policy for namespaces that IANA has registered.
[[nodiscard]] std::expected<opened_request, resolver::problem>
open_request(store::writing &w, const credentials &a, const new_request &what,
             const std::pair<std::string, std::string> &secret, const draft_limits &limits = {});

/// Opens a request and submits it in the same write: if the submission is refused, there is no draft either. `reason`
/// is the text of the submission. Without a token it is received (received_requests.hpp). Problems: those of
/// open_request(), and of take_action() for "submit".
[[nodiscard]] std::expected<opened_request, resolver::problem>
submit_new_request(store::writing &w, const credentials &a, const new_request &what,
                   const std::pair<std::string, std::string> &secret, const std::string &reason = {},
                   const draft_limits &limits = {});

/// Replaces the template of the draft ("edit"). Findings do not prevent it. Problems: those of take_action() and
/// open_request(); malformed, with a pointer into the document.
[[nodiscard]] std::expected<action_result, resolver::problem> edit_request(store::writing &w, const credentials &a,
                                                                           std::uint64_t number,
                                                                           const sent_template &document,
                                                                           const draft_limits &limits = {});

/// Performs an action: submit, accept, review, return, recognize, approve, report, decline, reopen, conclude, register,
/// settle, withdraw-request. "submit" without a token changes no history: somebody must "accept" it. An expert does not
/// decide about a request that they submitted. Problems: not_found; wrong_state (with the state and the possible
/// actions); forbidden or unauthenticated; invalid if the template breaks rules (with all findings) or a text is
/// missing; conflict if the NID is registered already, also by another request in the meantime; precondition_failed
/// (the round).
[[nodiscard]] std::expected<action_result, resolver::problem> take_action(store::writing &w, const credentials &a,
                                                                          std::uint64_t number,
                                                                          registry::request_action action,
                                                                          const action_input &input);

/// Adds a comment, with a token: receive_comment() is for those without. `author` is at most 200 bytes on one line,
/// `text` at most 16 KiB. Problems: not_found, unauthenticated, wrong_state, invalid, too_many (more than 9999 for one
/// request).
[[nodiscard]] std::expected<public_comment, resolver::problem> add_comment(store::writing &w, const credentials &a,
                                                                           std::uint64_t number,
                                                                           std::string_view author,
                                                                           std::string_view text);

/// A request. Drafts, and requests that were withdrawn before they were submitted, are visible only to the submitter,
/// experts and administrators; for others, not_found.
[[nodiscard]] std::expected<request_view, resolver::problem> find_request(store::reading &r, const credentials &a,
                                                                          std::uint64_t number);

/// The filter for a list of requests.
struct request_filter {
    std::optional<registry::request_state> state = {};
    std::string nid = {};  ///< requests that ever asked for it
    bool received = false; ///< requests with a submission or a comment that waits to be accepted
};
/// Requests after number `after`, at most `limit`; and the last number that was read, 0 at the end of the list. Reads
/// at most 4000 requests, so that a page may be short, or empty, before the end.
[[nodiscard]] std::pair<std::vector<request_view>, std::uint64_t>
list_requests(store::reading &r, const credentials &a, const request_filter &f, std::uint64_t after, std::size_t limit);

/// The comments of a request after the number `after`, at most `limit`, fewer if they have a mebibyte. And the number
/// to continue after; 0: there are no more. Problems: not_found.
[[nodiscard]] std::expected<std::pair<std::vector<public_comment>, std::uint32_t>, resolver::problem>
list_comments(store::reading &r, const credentials &a, std::uint64_t number, std::uint32_t after, std::size_t limit);

/// One version of a request's template. Problems: not_found.
[[nodiscard]] std::expected<submitted_version, resolver::problem>
find_version(store::reading &r, const credentials &a, std::uint64_t number, std::uint32_t version);
/// Without text and findings.
[[nodiscard]] std::expected<std::vector<submitted_version>, resolver::problem>
list_versions(store::reading &r, const credentials &a, std::uint64_t number);
/// The draft if the client may see it and it can be edited, else the version that was submitted last.
[[nodiscard]] std::expected<std::string, resolver::problem> current_template(store::reading &r, const credentials &a,
                                                                             std::uint64_t number);

/// The difference between two versions of a request.
struct version_difference {
    std::uint64_t request = 0;
    std::uint32_t older = 0; ///< 0: the registration that the request revises
    std::uint32_t newer = 0;
    registry::template_difference changes = {};
};
/// `newer` 0 is the last version. Problems: not_found.
[[nodiscard]] std::expected<version_difference, resolver::problem>
difference(store::reading &r, const credentials &a, std::uint64_t number, std::uint32_t older, std::uint32_t newer);

/// Whether a NID can be registered, and what is known about it.
struct nid_status {
    std::string nid = {};                          ///< in lower case
    nid_kind kind = nid_kind::formal;              ///< by its form
    std::optional<resolver::problem> problem = {}; ///< why it cannot be registered, with the rule
    std::string registered = {};                   ///< "iana", "here", "local"; empty: it is not
    std::string list_date = {};                    ///< of IANA's list that was used
    std::vector<std::string> attention = {};       ///< RFC 8141 5.1: "particular attention should be paid"
    std::vector<competing_request> requests = {};  ///< open requests for it, at most 100
};
/// Whether a NID can be registered, and what speaks against it. RFC 8141 5.1, 5.2. Two look-ups and a list of requests.
[[nodiscard]] nid_status status_of_nid(store::reading &r, std::string_view nid);

/// Writes an object.
void write(json::writer &w, const request_view &v);
/// @overload
void write(json::writer &w, const public_comment &c);
void write(json::writer &w, const submitted_version &v); ///< without text or findings if these are empty
/// @overload
void write(json::writer &w, const action_result &r);
/// @overload
void write(json::writer &w, const opened_request &o);
/// "request", "older", "newer", "fields" ({"field", "name", "change", "lines": [{"change", "text"}]}) and "findings".
void write(json::writer &w, const version_difference &d);
/// "nid", "kind", "free", "registered", "list_date", "problem", "attention", "requests".
void write(json::writer &w, const nid_status &s);

} // namespace service
} // namespace uniform
