// The process by which a URN namespace is registered, as a state machine: RFC 8141 6.2 (community registrations, Expert
// Review) and 6.3 (fast track for standards development organizations, scientific societies and similar bodies). Pure:
// which step is open to whom in which state, and where it leads. One table says it all; docs/guide/registration.md
// prints it.
//
//     draft -> submitted -> under review -> approved -> registered -> revised
//                  ^            |    |         ^
//                  +- returned <+    +-> reported
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/registry/template.hpp>

namespace uniform::registry {

/// Where a request stands.
enum class request_state : std::uint8_t {
    none,         ///< there is no request yet
    draft,        ///< 6.2 (1): being filled out; not public
    submitted,    ///< 6.2 (2): sent for review
    under_review, ///< 6.2 (2): the experts are at it
    returned,     ///< 6.2 (3): changes are asked for
    approved,     ///< 6.2 (4): the experts approve; or 6.3 (3): the body concluded that it is mature
    reported,     ///< 6.2 (4): the experts' report went to a standards approval body, whose directions are awaited
    declined,     ///< the experts, or that body, said no
    registered,   ///< 6.2 (4), 6.3 (4): the NID is registered
    revised,      ///< a later version of the registration took its place
    withdrawn,    ///< its submitter gave it up
};
/// "under_review"
[[nodiscard]] std::string_view to_string(request_state s) noexcept;
[[nodiscard]] std::optional<request_state> request_state_from(std::string_view text) noexcept;

/// Whether the request competes for its NID: from submission to decision and registration.
[[nodiscard]] constexpr bool is_open(request_state s) noexcept {
    using enum request_state;
    return s == submitted || s == under_review || s == returned || s == approved || s == reported;
}
/// Whether nothing leads on from there: declined, revised, withdrawn.
[[nodiscard]] constexpr bool is_final(request_state s) noexcept {
    using enum request_state;
    return s == declined || s == revised || s == withdrawn;
}

/// A step.
enum class request_action : std::uint8_t {
    open,      ///< begin a draft
    edit,      ///< put another template into the draft
    submit,    ///< 6.2 (2), (3): send the completed template; each time a round of review begins
    comment,   ///< 6.2 (3): what somebody has to say
    review,    ///< an expert takes it up
    give_back, ///< 6.2 (3): changes are needed
    recognize, ///< 6.3: the requesting entity is recognized as such a body; from then on the fast track
    approve,   ///< 6.2 (4): no standardization action is involved
    report,    ///< 6.2 (4): standardization is anticipated
    decline,   ///< no
    conclude,  ///< 6.3 (4): the body requests that the registration be completed
    enter,     ///< the NID is registered
    withdraw,  ///< the request is given up
    overtake,  ///< the NID, or this version of the registration, was registered by another request
    supersede, ///< a later version of the registration was registered
};
/// What the history and the interfaces call it: "draft", "edit", "submit", "comment", "review", "return", "recognize",
/// "approve", "report", "decline", "conclude", "register", "withdraw-request", "overtake", "revise".
[[nodiscard]] std::string_view to_string(request_action a) noexcept;
[[nodiscard]] std::optional<request_action> request_action_from(std::string_view text) noexcept;

/// Who takes a step. A set is a sum of them; everybody is `anyone`.
enum class actor : std::uint8_t {
    anyone = 1,
    submitter = 2,     ///< whoever holds the request's secret, or the token it was opened with
    expert = 4,        ///< a Designated Expert
    administrator = 8, ///< who keeps the registry: the part of IANA
    process = 16,      ///< the process itself, as a consequence of another request's step
};
using actors = std::uint8_t;
[[nodiscard]] constexpr actors operator|(actor a, actor b) noexcept {
    return static_cast<actors>(static_cast<actors>(a) | static_cast<actors>(b));
}
[[nodiscard]] constexpr actors operator|(actors a, actor b) noexcept {
    return static_cast<actors>(a | static_cast<actors>(b));
}
/// "submitter", "expert", "administrator", "anyone", "process".
[[nodiscard]] std::string_view to_string(actor a) noexcept;

/// 6.2 or 6.3.
enum class track : std::uint8_t { community, fast };
[[nodiscard]] std::string_view to_string(track t) noexcept;

/// On which tracks a step is there.
enum class on_track : std::uint8_t { community, fast, both };

struct transition {
    request_state from;
    request_action action;
    actors by;
    on_track on;
    request_state to;
    std::string_view section; ///< of RFC 8141, which has it so: "6.2 (4)"; empty where it leaves that open
};

/// The whole machine. What is not in it cannot be done.
[[nodiscard]] std::span<const transition> transitions() noexcept;

/// Why a step is not open.
enum class no_step : std::uint8_t {
    wrong_state, ///< nobody can take it in this state
    wrong_track, ///< it belongs to the other track
    not_theirs,  ///< somebody else can take it
};
struct step_refusal {
    no_step why = no_step::wrong_state;
    std::string says{};    ///< one sentence for a person
    std::string section{}; ///< of RFC 8141; may be empty
};

/// The state after that step, or why it cannot be taken. `by` are all the parts that the one who takes it plays. The
/// table has some forty rows, which are looked through.
[[nodiscard]] std::expected<request_state, step_refusal> step(request_state from, request_action action, actors by,
                                                              track on);

/// The steps that those actors could take next; a set: (1 << action).
[[nodiscard]] std::uint32_t open_steps(request_state from, actors by, track on) noexcept;

/// Whether the template leaves the NID to be assigned, and so asks for an informal namespace (5.2): its NID field is
/// "assigned by IANA", "to be assigned" or the like.
[[nodiscard]] bool asks_for_informal(const namespace_template &t);

/// The NID that the template asks for, as written; empty when it leaves it open or has none.
[[nodiscard]] std::string_view requested_nid(const namespace_template &t) noexcept;

/// The number of the version; 0 when that is not one.
[[nodiscard]] std::uint64_t version_of(const namespace_template &t) noexcept;

} // namespace uniform::registry
