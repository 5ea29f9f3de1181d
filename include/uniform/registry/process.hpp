// The process by which a URN namespace is registered, as a state machine: RFC 8141 6.2 (community registrations, Expert
// Review) and 6.3 (fast track for standards development organizations, scientific societies and similar bodies). Pure:
// the transitions of the state machine, with the actors who may perform them. docs/guide/registration.md prints the
// table.
//
//     draft -> submitted -> under review -> approved -> registered -> revised
//       |         ^ ^            |    |         ^
//       +- received +- returned <+    +-> reported
//
// A submission by somebody whom the service does not know is received: it is submitted when somebody accepts it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/registry/template.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// The state of a request.
enum class request_state : std::uint8_t {
    none,         ///< there is no request yet
    draft,        ///< 6.2 (1): being filled out; not public
    received,     ///< 6.2 (2): sent for review by somebody unknown, and not accepted yet; not public
    submitted,    ///< 6.2 (2): sent for review
    under_review, ///< 6.2 (2): the experts review it
    returned,     ///< 6.2 (3): changes are requested
    approved,     ///< 6.2 (4): the experts approve; or 6.3 (3): the body concluded that it is mature
    reported,     ///< 6.2 (4): the experts' report went to a standards approval body, whose directions are awaited
    declined,     ///< rejected by the experts or that body
    registered,   ///< 6.2 (4), 6.3 (4): the NID is registered
    revised,      ///< replaced by a later version of the registration
    withdrawn,    ///< withdrawn by its submitter
};
/// The names of those that a request can have.
inline constexpr auto request_state_names = enum_table<request_state>({{request_state::draft, "draft"},
                                                                       {request_state::received, "received"},
                                                                       {request_state::submitted, "submitted"},
                                                                       {request_state::under_review, "under_review"},
                                                                       {request_state::returned, "returned"},
                                                                       {request_state::approved, "approved"},
                                                                       {request_state::reported, "reported"},
                                                                       {request_state::declined, "declined"},
                                                                       {request_state::registered, "registered"},
                                                                       {request_state::revised, "revised"},
                                                                       {request_state::withdrawn, "withdrawn"}});
/// The name of a request state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(request_state s) noexcept {
    return s == request_state::none ? "none" : request_state_names.name(s);
}

/// Whether the request competes for its NID: from submission to decision and registration.
[[nodiscard]] constexpr bool is_open(request_state s) noexcept {
    using enum request_state;
    return s == submitted || s == under_review || s == returned || s == approved || s == reported;
}
/// Whether the history does not have the request yet: it is a draft, or received.
[[nodiscard]] constexpr bool is_before_history(request_state s) noexcept {
    return s == request_state::draft || s == request_state::received;
}
/// Whether the state is final: declined, revised, withdrawn.
[[nodiscard]] constexpr bool is_final(request_state s) noexcept {
    using enum request_state;
    return s == declined || s == revised || s == withdrawn;
}

/// An action.
enum class request_action : std::uint8_t {
    open,      ///< begin a draft
    edit,      ///< replace the template of the draft
    submit,    ///< 6.2 (2), (3): send the completed template; each time a round of review begins
    accept,    ///< take up what somebody unknown submitted: it becomes a submission
    comment,   ///< 6.2 (3): a comment by anyone
    review,    ///< an expert begins the review
    give_back, ///< 6.2 (3): changes are needed
    recognize, ///< 6.3: the requesting entity is recognized as such a body; from then on the fast track
    approve,   ///< 6.2 (4): no standardization action is involved
    report,    ///< 6.2 (4): standardization is anticipated
    decline,   ///< reject the request
    reopen,    ///< review an approved or reported request again, before it is registered
    conclude,  ///< 6.3 (4): the body requests that the registration be completed
    enter,     ///< the NID is registered
    settle,    ///< 6.4.2: the rules that the template has only in prose are decided, before the first name
    withdraw,  ///< the request is withdrawn
    supersede, ///< the NID, or this version of the registration, was registered by another request
    revise,    ///< a later version of the registration was registered
};
/// Their names in the history and the interfaces. That of supersede is the one that stored histories have.
inline constexpr auto request_action_names = enum_table<request_action>({{request_action::open, "draft"},
                                                                         {request_action::edit, "edit"},
                                                                         {request_action::submit, "submit"},
                                                                         {request_action::accept, "accept"},
                                                                         {request_action::comment, "comment"},
                                                                         {request_action::review, "review"},
                                                                         {request_action::give_back, "return"},
                                                                         {request_action::recognize, "recognize"},
                                                                         {request_action::approve, "approve"},
                                                                         {request_action::report, "report"},
                                                                         {request_action::decline, "decline"},
                                                                         {request_action::reopen, "reopen"},
                                                                         {request_action::conclude, "conclude"},
                                                                         {request_action::enter, "register"},
                                                                         {request_action::settle, "settle"},
                                                                         {request_action::withdraw, "withdraw-request"},
                                                                         {request_action::supersede, "overtake"},
                                                                         {request_action::revise, "revise"}});
/// The name of a request action; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(request_action a) noexcept { return request_action_names.name(a); }

/// Who performs an action. A set is a sum of them; every client is `anyone`.
enum class actor : std::uint8_t {
    anyone = 1,
    submitter = 2,     ///< the holder of the token it was opened with, or of the request's secret and a token
    expert = 4,        ///< a Designated Expert
    administrator = 8, ///< maintains the registry, as IANA does
    process = 16,      ///< the process itself, as a consequence of a transition of another request
    unconfirmed = 32,  ///< the submitter by the request's secret alone: the service does not know who that is
};
/// A set of actors: the sum of their values.
using actors = std::uint8_t;
/// The set of both.
[[nodiscard]] constexpr actors operator|(actor a, actor b) noexcept {
    return static_cast<actors>(static_cast<actors>(a) | static_cast<actors>(b));
}
/// The set with one more.
[[nodiscard]] constexpr actors operator|(actors a, actor b) noexcept {
    return static_cast<actors>(a | static_cast<actors>(b));
}
/// The submitter, known to the service or not.
inline constexpr actors any_submitter = actor::submitter | actor::unconfirmed;
/// "submitter", "expert", "administrator", "anyone", "process", "unconfirmed".
[[nodiscard]] std::string_view to_string(actor a) noexcept;

/// 6.2 or 6.3.
enum class track : std::uint8_t { community, fast };
/// Their names.
inline constexpr auto track_names = enum_table<track>({{track::community, "community"}, {track::fast, "fast"}});
/// The name of a track; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(track t) noexcept { return track_names.name(t); }

/// The tracks that have a transition.
enum class on_track : std::uint8_t { community, fast, both };

/// A row of the table of transitions: the actors who may perform the action in a state, and the new state. Of several
/// rows for one action in one state, the first that has the actor decides.
struct transition {
    request_state from;
    request_action action;
    actors by;
    on_track on;
    request_state to;
    std::string_view section; ///< of RFC 8141: "6.2 (4)"; empty if it leaves the transition open
};

/// The whole state machine. All other transitions are refused.
[[nodiscard]] std::span<const transition> transitions() noexcept;

/// Why an action is refused.
enum class refusal_reason : std::uint8_t {
    wrong_state, ///< not possible in this state
    wrong_track, ///< it belongs to the other track
    not_theirs,  ///< reserved for another actor
};
/// The refusal of an action.
struct action_refusal {
    refusal_reason why = refusal_reason::wrong_state;
    std::string detail{};  ///< one sentence for a person
    std::string section{}; ///< of RFC 8141; may be empty
};

/// The state after that action, or why it is refused. `by` is the set of actors that the principal is. Searches some
/// forty rows.
[[nodiscard]] std::expected<request_state, action_refusal> next_state(request_state from, request_action action,
                                                                      actors by, track on);

/// The actions that those actors can perform next; a set: (1 << action).
[[nodiscard]] std::uint32_t possible_actions(request_state from, actors by, track on) noexcept;

/// The actors who perform that action, in one state or another.
[[nodiscard]] actors performers_of(request_action action) noexcept;

/// Whether the template leaves the NID to be assigned, and so requests an informal namespace (5.2): its NID field is
/// "assigned by IANA", "IANA assigns" or "to be assigned".
[[nodiscard]] bool asks_for_informal(const namespace_template &t);

/// The first line of the NID field, as written: the NID, unless asks_for_informal(t); empty without that field.
[[nodiscard]] std::string_view requested_nid(const namespace_template &t UNIFORM_LIFETIMEBOUND) noexcept;
void requested_nid(const namespace_template &&) = delete;

/// The number of the version; 0 if the text is not one.
[[nodiscard]] std::uint64_t version_of(const namespace_template &t) noexcept;

} // namespace registry
} // namespace uniform
