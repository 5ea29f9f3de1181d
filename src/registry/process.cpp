// RFC 8141 6.2 and 6.3 as a table.

#include <uniform/registry/process.hpp>

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>

#include "registry/check_parts.hpp"
#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

// Every enumerator has a name.
static_assert(request_state_names.size() == static_cast<std::size_t>(request_state::withdrawn));
static_assert(request_action_names.size() == static_cast<std::size_t>(request_action::revise) + 1);

using enum request_state;
using enum request_action;

constexpr actors all_actors =
    actor::anyone | actor::submitter | actor::unconfirmed | actor::expert | actor::administrator;
constexpr actors submitters = any_submitter | actor::administrator;
// Nobody answers for what somebody unknown sends: it is received, and submitted when one of these submits it, or an
// expert accepts it.
constexpr actors known_submitters = actor::submitter | actor::administrator;
constexpr auto unconfirmed = static_cast<actors>(actor::unconfirmed);
constexpr actors experts = actor::expert | actor::administrator;
constexpr auto administrators = static_cast<actors>(actor::administrator);
constexpr auto process = static_cast<actors>(actor::process);

constexpr std::array table{
    // 6.2 (1): fill out the template
    transition{none, request_action::open, all_actors, on_track::both, draft, "6.2 (1)"},
    transition{draft, edit, submitters, on_track::both, draft, "6.2 (1)"},
    transition{received, edit, submitters, on_track::both, draft, "6.2 (1)"},
    transition{returned, edit, submitters, on_track::both, returned, "6.2 (3)"},
    // 6.2 (2): send it for review; (3): and again, with what the comments ask for
    transition{draft, submit, known_submitters, on_track::both, submitted, "6.2 (2)"},
    transition{received, submit, known_submitters, on_track::both, submitted, "6.2 (2)"},
    transition{submitted, submit, known_submitters, on_track::both, submitted, "6.2 (3)"},
    transition{under_review, submit, known_submitters, on_track::both, submitted, "6.2 (3)"},
    transition{returned, submit, known_submitters, on_track::both, submitted, "6.2 (3)"},
    // The state of a request that was submitted before is not changed by what waits to be accepted.
    transition{draft, submit, unconfirmed, on_track::both, received, "6.2 (2)"},
    transition{received, submit, unconfirmed, on_track::both, received, "6.2 (2)"},
    transition{submitted, submit, unconfirmed, on_track::both, submitted, "6.2 (3)"},
    transition{under_review, submit, unconfirmed, on_track::both, under_review, "6.2 (3)"},
    transition{returned, submit, unconfirmed, on_track::both, returned, "6.2 (3)"},
    transition{received, accept, experts, on_track::both, submitted, ""},
    transition{submitted, accept, experts, on_track::both, submitted, ""},
    transition{under_review, accept, experts, on_track::both, submitted, ""},
    transition{returned, accept, experts, on_track::both, submitted, ""},
    transition{submitted, comment, all_actors, on_track::both, submitted, "6.2 (3)"},
    transition{under_review, comment, all_actors, on_track::both, under_review, "6.2 (3)"},
    transition{returned, comment, all_actors, on_track::both, returned, "6.2 (3)"},
    transition{approved, comment, all_actors, on_track::both, approved, ""},
    transition{reported, comment, all_actors, on_track::both, reported, ""},
    transition{submitted, review, experts, on_track::both, under_review, "6.2 (2)"},
    // On the fast track, reviews are strictly advisory: the experts comment, and decide nothing.
    transition{under_review, give_back, experts, on_track::community, returned, "6.2 (3)"},
    transition{under_review, approve, experts, on_track::community, approved, "6.2 (4)"},
    transition{under_review, report, experts, on_track::community, reported, "6.2 (4)"},
    transition{under_review, decline, experts, on_track::community, declined, "6.2 (4)"},
    transition{reported, decline, administrators, on_track::community, declined, "6.2 (4)"},
    // 6.2 (3): what comes up before the registration is reviewed again
    transition{approved, reopen, experts, on_track::community, under_review, "6.2 (3)"},
    transition{reported, reopen, administrators, on_track::community, under_review, "6.2 (4)"},
    // 6.3 (3): the time is under the control of the body; it has a token, as these actions can be repeated without end
    transition{approved, reopen, known_submitters, on_track::fast, under_review, "6.3 (3)"},
    // 6.3: the IESG decides which bodies are recognized; an administrator records it
    transition{submitted, recognize, administrators, on_track::community, submitted, "6.3"},
    transition{under_review, recognize, administrators, on_track::community, under_review, "6.3"},
    transition{returned, recognize, administrators, on_track::community, returned, "6.3"},
    // 6.3 (3), (4): length and end of the process are under the control of that body
    transition{submitted, conclude, known_submitters, on_track::fast, approved, "6.3 (4)"},
    transition{under_review, conclude, known_submitters, on_track::fast, approved, "6.3 (4)"},
    // 6.2 (4): after approval, or on directions of the body that got the report; 6.3 (4)
    transition{approved, enter, administrators, on_track::both, registered, "6.2 (4)"},
    transition{reported, enter, administrators, on_track::community, registered, "6.2 (4)"},
    // 6.4.2: what no program can read in the template is decided before the first name
    transition{registered, settle, administrators, on_track::both, registered, "6.4.2"},
    transition{draft, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{received, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{submitted, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{under_review, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{returned, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{approved, withdraw, submitters, on_track::both, withdrawn, ""},
    transition{reported, withdraw, submitters, on_track::both, withdrawn, ""},
    // 5.1 (1): of several requests for one NID exactly one is registered
    transition{submitted, supersede, process, on_track::both, returned, "5.1 (1)"},
    transition{under_review, supersede, process, on_track::both, returned, "5.1 (1)"},
    transition{returned, supersede, process, on_track::both, returned, "5.1 (1)"},
    transition{approved, supersede, process, on_track::both, returned, "5.1 (1)"},
    transition{reported, supersede, process, on_track::both, returned, "5.1 (1)"},
    // 6.2: a registration is revised by the same actions
    transition{registered, revise, process, on_track::both, revised, "6.2"},
};

constexpr bool fits(on_track on, track t) noexcept {
    return on == on_track::both || (on == on_track::fast) == (t == track::fast);
}

// "the submitter or an administrator"
std::string shown(actors by) {
    std::string result;
    const auto add = [&](actor a, std::string_view name) {
        if ((by & static_cast<actors>(a)) == 0) return;
        if (!result.empty()) result += " or ";
        result += name;
    };
    if ((by & static_cast<actors>(actor::process)) != 0) return "the process itself";
    if ((by & any_submitter) == any_submitter) {
        add(actor::submitter, "the submitter");
    } else {
        add(actor::submitter, "the submitter with an access token");
        add(actor::unconfirmed, "the submitter");
    }
    add(actor::expert, "an expert");
    add(actor::administrator, "an administrator");
    return result;
}

} // namespace

std::string_view to_string(actor a) noexcept {
    static constexpr auto names = enum_table<actor>({{actor::anyone, "anyone"},
                                                     {actor::submitter, "submitter"},
                                                     {actor::expert, "expert"},
                                                     {actor::administrator, "administrator"},
                                                     {actor::process, "process"},
                                                     {actor::unconfirmed, "unconfirmed"}});
    return names.name(a);
}

std::span<const transition> transitions() noexcept { return table; }

std::expected<request_state, action_refusal> next_state(request_state from, request_action action, actors by,
                                                        track on) {
    const auto is_row = [&](const transition &t) { return t.from == from && t.action == action; };
    const auto has = [&](const transition &t) { return is_row(t) && fits(t.on, on); };
    const auto *row = std::ranges::find_if(table, [&](const transition &t) { return has(t) && (t.by & by) != 0; });
    if (row == table.end()) row = std::ranges::find_if(table, has);
    if (row == table.end()) row = std::ranges::find_if(table, is_row); // of the other track
    action_refusal no;
    no.detail.append("the action \"")
        .append(to_string(action))
        .append("\" is not possible in the state \"")
        .append(to_string(from));
    if (row == table.end()) {
        no.detail.append(is_final(from) ? "\", which is final" : "\"");
        return std::unexpected{std::move(no)};
    }
    no.section = row->section;
    if (!fits(row->on, on)) {
        no.why = refusal_reason::wrong_track;
        if (on == track::fast) {
            no.detail = "on the fast track, reviews are strictly advisory: the requesting body decides";
            no.section = "6.3 (3)";
        } else {
            no.detail =
                "possible only on the fast track: the requesting body is not recognized as a standards development "
                "organization, scientific society or similar body";
            no.section = "6.3";
        }
        return std::unexpected{std::move(no)};
    }
    if ((row->by & by) == 0) {
        no.why = refusal_reason::not_theirs;
        no.detail.clear();
        no.detail.append("the action \"").append(to_string(action)).append("\" requires ").append(shown(row->by));
        return std::unexpected{std::move(no)};
    }
    return row->to;
}

std::uint32_t possible_actions(request_state from, actors by, track on) noexcept {
    std::uint32_t result = 0;
    for (const transition &t : table) {
        if (t.from == from && fits(t.on, on) && (t.by & by) != 0) result |= 1U << static_cast<unsigned>(t.action);
    }
    return result;
}

actors performers_of(request_action action) noexcept {
    actors result = 0;
    for (const transition &t : table) {
        if (t.action == action) result = static_cast<actors>(result | t.by);
    }
    return result;
}

bool asks_for_informal(const namespace_template &t) { return leaves_nid_open(ascii::lower_copy(nid_of(t))); }

std::string_view requested_nid(const namespace_template &t) noexcept { return nid_of(t); }

std::uint64_t version_of(const namespace_template &t) noexcept { return version_number(t); }

} // namespace uniform::registry
