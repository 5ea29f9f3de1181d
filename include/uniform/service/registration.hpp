// Registering URN namespaces: requests, their versions, comments and decisions, by the process of RFC 8141 6.2 and 6.3
// (registry/process.hpp has the table of steps).
//
// Anyone may open a request, with a token or without. Whoever opens it gets a secret, once, with which that request
// alone can be changed; the store keeps its SHA-256, which is enough for 256 random bits. Documents:
//
//     request   00000012         where it stands
//     draft     00000012         the template being worked on
//     version   00000012/0002    a template as it was submitted, with what the check found
//     comment   00000012/00007   what somebody said in public
//     requested NID/00000012     which requests ever asked for a NID
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/registry/process.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// Who asks: the holder of a token, of a request's secret, of both, or of neither.
struct asker {
    const resolver::principal *who = nullptr;
    std::string_view secret = {};
};

/// The last decision about a request, or what its submitter asked for.
struct request_decision {
    registry::request_action action = registry::request_action::open;
    std::uint32_t round = 0;
    std::string text = {};      ///< the reason; of "report", the report
    std::string reference = {}; ///< the body that got the report; the directions that came back
    resolver::timestamp at = {};
    std::string part = {}; ///< of who took it: "submitter", "expert", "administrator", "process"
    std::string who = {};  ///< the author of its event; shown to holders of a token only
    bool operator==(const request_decision &) const = default;
};

/// A request as it stands in the store.
struct registration_request {
    std::uint64_t number = 0;
    std::uint64_t event = 0; ///< of the last change
    registry::request_state state = registry::request_state::draft;
    std::string nid = {}; ///< as last submitted or, of an informal namespace, as assigned; lower case
    bool informal = false;
    std::string revises = {};   ///< the NID whose registration this is a revision of
    std::uint64_t base = 0;     ///< the request that is revised
    std::string title = {};     ///< of the namespace
    std::string submitter = {}; ///< the name that the submitter states
    std::string body = {};   ///< 6.3: the standards development organization or the like that asks for the fast track
    bool recognized = false; ///< 6.3: as such a body
    std::uint32_t rounds = 0;
    std::uint32_t versions = 0;
    std::uint32_t comments = 0;
    std::uint64_t overtaken_by = 0; ///< the request that got the NID
    std::vector<request_decision> decisions = {};
    resolver::timestamp opened = {};
    resolver::timestamp changed = {};
    std::string opened_with = {};   ///< the id of the principal, if any
    std::string secret_digest = {}; ///< SHA-256 of the secret, in hexadecimal

    [[nodiscard]] registry::track track() const noexcept {
        return recognized ? registry::track::fast : registry::track::community;
    }
};

/// What goes with a new request.
struct new_request {
    std::string template_text = {}; ///< text or JSON form; it may be unfinished, but must be a template
    std::string title = {};
    std::string submitter = {};
    std::string body = {};    ///< asks for the fast track in the name of that body
    std::string revises = {}; ///< a NID registered here
};

/// The words that go with a step.
struct step_input {
    std::string text = {};                   ///< at most 64 KiB
    std::string reference = {};              ///< at most 1000 bytes
    std::optional<std::uint32_t> round = {}; ///< the round that it is about; precondition_failed when that is over
    std::optional<std::string> template_text = {}; ///< of "submit": instead of the draft
};

/// Another open request for the same NID.
struct rival {
    std::uint64_t number = 0;
    registry::request_state state = registry::request_state::submitted;
};

/// A request with what belongs to its answer.
struct request_view {
    registration_request request = {};
    std::vector<rival> rivals = {};
    registry::actors parts = 0; ///< which parts the asker plays
    bool moves_on = false;      ///< overtaken, and its draft asks for another NID
    bool private_too = false;   ///< the asker holds a token: who decided is shown
};

struct opened_request {
    request_view view = {};
    std::string secret = {};   ///< 64 hexadecimal digits, said once
    std::string findings = {}; ///< of the check, an array of JSON
};

struct step_result {
    request_view view = {};
    std::string findings = {};                ///< of "submit": warnings and notes, an array of JSON
    std::optional<namespace_entry> entered{}; ///< of "register": the namespace
};

/// A secret and its digest, both in hexadecimal. From the operating system's cryptographic source.
[[nodiscard]] std::pair<std::string, std::string> make_request_secret();

/// Opens a draft. `secret` comes from make_request_secret(). Errors: malformed (no template; with its place),
/// too_large, invalid (a text that is too long); for a revision not_found, forbidden (its manager, an administrator, or
/// the holder of the registered request's secret may), out_of_policy for IANA's namespaces.
[[nodiscard]] std::expected<opened_request, resolver::problem>
open_request(store::writing &w, const asker &a, const new_request &what,
             const std::pair<std::string, std::string> &secret);

/// Puts another template into the draft ("edit"). Returns the findings of the check, which do not hinder a draft.
[[nodiscard]] std::expected<step_result, resolver::problem>
edit_request(store::writing &w, const asker &a, std::uint64_t number, std::string_view template_text);

/// Takes a step: submit, review, return, recognize, approve, report, decline, conclude, register, withdraw-request.
/// Errors: not_found; wrong_state (with the state and the steps that are open); forbidden or unauthenticated; invalid
/// when the template breaks rules (all findings in `members`) or a text is missing; conflict when the NID is taken, or
/// the request was overtaken by another one.
[[nodiscard]] std::expected<step_result, resolver::problem> take_step(store::writing &w, const asker &a,
                                                                      std::uint64_t number,
                                                                      registry::request_action action,
                                                                      const step_input &input);

struct public_comment {
    std::uint32_t number = 0;
    std::uint32_t round = 0;
    std::string author = {}; ///< as stated
    std::string part = {};   ///< "submitter", "expert", "administrator" when that is known; else empty
    std::string text = {};
    resolver::timestamp at = {};
};
/// Adds a comment. `author` is at most 200 bytes on one line, `text` at most 16 KiB. Errors: not_found, wrong_state,
/// invalid, too_many (9999 for one request).
[[nodiscard]] std::expected<public_comment, resolver::problem>
add_comment(store::writing &w, const asker &a, std::uint64_t number, std::string_view author, std::string_view text);

/// A request. Drafts, and what was withdrawn before it was submitted, are there for those who may see them only: the
/// submitter, experts and administrators; for others, not_found.
[[nodiscard]] std::expected<request_view, resolver::problem> find_request(store::reading &r, const asker &a,
                                                                          std::uint64_t number);

struct request_filter {
    std::optional<registry::request_state> state = {};
    std::string nid = {}; ///< those that ever asked for it
};
/// Requests after number `after`, at most `limit`; and the last number looked at, 0 at the end of the list. Looks at a
/// few thousand documents at most, so that a page may be short, or empty, before the end.
[[nodiscard]] std::pair<std::vector<request_view>, std::uint64_t>
list_requests(store::reading &r, const asker &a, const request_filter &f, std::uint64_t after, std::size_t limit);

[[nodiscard]] std::expected<std::vector<public_comment>, resolver::problem>
list_comments(store::reading &r, const asker &a, std::uint64_t number, std::uint32_t after, std::size_t limit);

/// A template as it was submitted, or as it was registered.
struct submitted_version {
    std::uint32_t number = 0; ///< 1, 2, 3, ...: of the submission; the version of the registration is in the template
    std::uint32_t round = 0;
    std::string template_text = {};
    std::string findings = {}; ///< an array of JSON
    bool registered = false;
    resolver::timestamp at = {};
};
[[nodiscard]] std::expected<submitted_version, resolver::problem>
find_version(store::reading &r, const asker &a, std::uint64_t number, std::uint32_t version);
/// Without the templates' text.
[[nodiscard]] std::expected<std::vector<submitted_version>, resolver::problem>
list_versions(store::reading &r, const asker &a, std::uint64_t number);
/// The template being worked on: the draft, or what was submitted last. For a draft, to those who may see it.
[[nodiscard]] std::expected<std::string, resolver::problem> current_template(store::reading &r, const asker &a,
                                                                             std::uint64_t number);

/// What differs between two versions of a request; version 0 is the registration that the request revises. An object of
/// JSON: "fields" ({"field", "name", "change", "lines": [{"change", "text"}]}) and "findings".
[[nodiscard]] std::expected<std::string, resolver::problem>
difference(store::reading &r, const asker &a, std::uint64_t number, std::uint32_t older, std::uint32_t newer);

/// What can be said about a NID: an object of JSON with "nid", "kind", "free", "registered" ("iana", "here", "local"),
/// "problem" (the refusal, with its rule), "attention" (RFC 8141 5.1) and "requests" (those that are open).
[[nodiscard]] std::string judge(store::reading &r, std::string_view nid);

[[nodiscard]] std::string to_json(const request_view &v);
[[nodiscard]] std::string to_json(const public_comment &c);
[[nodiscard]] std::string to_json(const submitted_version &v); ///< with the text when there is one
[[nodiscard]] std::string to_json(const step_result &r);
[[nodiscard]] std::string to_json(const opened_request &o);

/// The number of a request as it is written: "12". Nothing for other texts.
[[nodiscard]] std::optional<std::uint64_t> request_number(std::string_view text) noexcept;

} // namespace uniform::service
