// A registration request, its versions and comments, and what is sent and shown of them (registration.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
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
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// An action on a request, by its submitter or by those who decide about it.
struct request_decision {
    registry::request_action action = registry::request_action::open;
    std::uint32_t round = 0;
    std::string text = {}; ///< the reason; of "report", the report
    std::string reference =
        {}; ///< the body that received the report; the directions that it gave; who recognized a body
    resolver::timestamp at = {};
    std::string actor = {}; ///< who performed it: "submitter", "expert", "administrator", "process"
    std::string who = {};   ///< the author of its event; shown only to holders of a token
    bool operator==(const request_decision &) const = default;
};

/// A registration request.
struct registration_request {
    std::uint64_t number = 0;
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of versions of the request since it was submitted
    registry::request_state state = registry::request_state::draft;
    std::string nid = {}; ///< as last submitted or, of an informal namespace, as assigned; lower case
    bool informal = false;
    std::string revises = {};   ///< of a revision: the NID whose registration it revises
    std::uint64_t base = 0;     ///< the request that is revised
    std::string title = {};     ///< of the namespace
    std::string submitter = {}; ///< the name that the submitter states
    std::string body = {};      ///< 6.3: the standards development organization that asks for the fast track
    bool recognized = false;    ///< 6.3: the body was recognized as such
    std::uint32_t rounds = 0;
    std::uint32_t versions = 0;
    std::uint32_t comments = 0;
    std::uint64_t superseded_by = 0; ///< the request that registered the NID; 0: none
    std::vector<request_decision> decisions = {};
    resolver::timestamp opened = {};
    resolver::timestamp changed = {};
    std::string opened_with = {};   ///< the id of the principal, if any
    std::string secret_digest = {}; ///< SHA-256 of the secret, in hexadecimal

    [[nodiscard]] registry::track track() const noexcept {
        return recognized ? registry::track::fast : registry::track::community;
    }
};

/// A registration template as a client sends it: a text in text or JSON form, or the value of its JSON form. It may be
/// incomplete, but must be a template.
using sent_template = std::variant<std::string, json::value>;

/// The input of a new request. The pointers of problems are those of its JSON form: "/template", "/title", ...
struct new_request {
    sent_template document = {};
    std::string title = {};
    std::string submitter = {};
    std::string body = {};    ///< asks for the fast track on behalf of that body
    std::string revises = {}; ///< a NID registered here
};

/// The limits of drafts, and of what is received (received_requests.hpp).
struct draft_limits {
    std::size_t size = std::size_t{64} << 10U;         ///< of one, in bytes: its template, title, names
    std::size_t of_holder = std::size_t{256} << 10U;   ///< of all of one holder together
    std::size_t of_anonymous = std::size_t{64} << 20U; ///< of all that were sent without a token together
    std::string holder = {}; ///< of new drafts: an address or the id of a token; empty: where the write is from
};

/// Deletes the drafts that were last changed before `t`; not what was submitted, which expire_received() deletes.
/// @return how many
std::int64_t expire_drafts(store::writing &w, resolver::timestamp t);

/// A decision about the rules of the names, where the template has them only in prose or otherwise than it means: each
/// replaces what is derived from the template. A null value is none: any NSS of RFC 8141, no equivalence beyond its
/// section 3.1, no check characters, no rule for components.
struct rules_decision {
    std::optional<json::value> syntax = {}; ///< as the setting of a namespace
    std::optional<json::value> equivalence = {};
    std::optional<json::value> checks = {};
    std::optional<json::value> components = {};
};

/// The effect of new rules on the names that exist. They stay valid: names are for ever.
struct rules_effect {
    std::uint64_t names = 0;                ///< of the namespace
    std::uint64_t invalid = 0;              ///< those that could not be assigned by the new rules
    std::vector<std::string> examples = {}; ///< of these, at most 100
};

/// The rules of the names, as a request proposes or has registered them.
struct rules_view {
    std::string state = {};                                ///< "proposed", "registered", "undecided"
    resolver::namespace_settings settings = {};            ///< with these rules
    std::vector<registry::open_rule> open = {};            ///< the rules that the template has only in prose
    std::vector<registry::template_example> examples = {}; ///< of the template, checked against the rules
    std::optional<rules_effect> effect = {};               ///< of a revision, for those who decide about it
    std::string conflict = {};                             ///< why the revision cannot be registered with them
};
/// "names", "invalid", "examples".
[[nodiscard]] json::value value_of(const rules_effect &e);
/// "state", "syntax", "equivalence", "checks", "components", "open", "examples", "existing_names", "conflict".
[[nodiscard]] json::value value_of(const rules_view &v);

/// The input of an action.
struct action_input {
    std::string text = {};                      ///< at most 64 KiB
    std::string reference = {};                 ///< at most 1000 bytes; of "recognize": who decided that, and where
    std::string body = {};                      ///< of "recognize", if the request names no body; at most 1000 bytes
    std::optional<std::uint32_t> round = {};    ///< the round that it is for; precondition_failed if that has ended
    std::optional<sent_template> document = {}; ///< of "submit": instead of the draft
    draft_limits limits = {};                   ///< of "submit": of `document`, and of what is received
    std::optional<resolver::timestamp> received = {}; ///< of "accept": when; precondition_failed for another submission
    std::optional<rules_decision> rules = {};         ///< of "register" and "settle"; with the reason in `text`
};

/// Another open request for the same NID.
struct competing_request {
    std::uint64_t number = 0;
    registry::request_state state = registry::request_state::submitted;
};

/// A request as a client sees it.
struct request_view {
    registration_request request = {};
    std::vector<competing_request> competing = {}; ///< at most 100
    registry::actors actors = 0;                   ///< as whom the client may act
    bool has_other_nid = false; ///< the NID was registered by another request, and the draft asks for another one
    bool with_authors = false;  ///< the client has a token: the authors of decisions are shown
    bool may_conclude = true;   ///< nothing in the template prevents the conclusion of the fast track
    bool may_settle = false;    ///< the rules of the names are still open
    bool may_accept = false;    ///< a submission waits to be accepted
    std::optional<resolver::timestamp> received = {}; ///< of a submission that waits to be accepted, for who may see it
    std::uint32_t received_comments = 0;              ///< that wait, for experts and administrators
    std::optional<rules_view> rules = {};             ///< of a submitted request; not in lists
};

/// A new registration request, and its secret.
struct opened_request {
    request_view view = {};
    std::string secret = {}; ///< 64 hexadecimal digits, shown only once
    std::vector<registry::finding> findings = {};
};

/// The request after an action.
struct action_result {
    request_view view = {};
    std::vector<registry::finding> findings = {};   ///< of "submit" and "edit"
    std::optional<namespace_entry> registered = {}; ///< of "register" and "settle": the namespace
    std::optional<rules_effect> effect = {};        ///< of "register", for a revision
};

/// A secret of 256 random bits and its SHA-256, both in hexadecimal. Throws std::runtime_error if the random number
/// generator failed.
[[nodiscard]] std::pair<std::string, std::string> make_request_secret();

/// A comment of a review round.
struct public_comment {
    std::uint32_t number = 0;
    std::uint32_t round = 0;
    std::string author = {}; ///< as stated
    bool verified = false;   ///< made with a token: `author` is stated by someone whom the service knows
    std::string actor = {};  ///< "submitter", "expert" or "administrator", by the credentials; else empty
    std::string text = {};
    resolver::timestamp at = {};
};
/// A template as it was submitted, or as it was registered.
struct submitted_version {
    std::uint32_t number = 0; ///< 1, 2, 3, ...: of the submission; the version of the registration is in the template
    std::uint32_t round = 0;
    std::string template_text = {};
    std::optional<json::array> findings = {}; ///< as they were stored; std::nullopt in list_versions()
    bool registered = false;
    resolver::timestamp at = {};
};
/// The number of a request in decimal digits: "12". std::nullopt for other texts.
[[nodiscard]] std::optional<std::uint64_t> request_number(std::string_view text) noexcept;

} // namespace service
} // namespace uniform
