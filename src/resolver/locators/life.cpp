#include <uniform/resolver/life.hpp>

#include <array>
#include <string>

#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"

namespace uniform::resolver {

namespace {

struct transition {
    std::optional<name_state> from;
    name_action action;
    name_state to;
};

constexpr std::array table{
    transition{std::nullopt, name_action::assign, name_state::active},
    transition{std::nullopt, name_action::reserve, name_state::reserved},
    transition{name_state::reserved, name_action::activate, name_state::active},
    transition{name_state::active, name_action::change, name_state::active},
    transition{name_state::reserved, name_action::withdraw, name_state::withdrawn},
    transition{name_state::active, name_action::withdraw, name_state::withdrawn},
    transition{name_state::withdrawn, name_action::succeed, name_state::withdrawn},
    transition{name_state::withdrawn, name_action::reinstate, name_state::active},
};

// The state that the action requires, for the message.
std::string_view needs(name_action a) noexcept {
    switch (a) {
    case name_action::activate:
        return "only a reserved name can be activated";
    case name_action::change:
        return "only an active name can be changed";
    case name_action::withdraw:
        return "it can be withdrawn only once";
    case name_action::succeed:
        return "only a withdrawn name gets a successor afterwards";
    case name_action::reinstate:
        return "only a withdrawn name can be reinstated";
    default:
        return "a name is never assigned again";
    }
}

} // namespace

std::string_view to_string(name_action a) noexcept {
    static constexpr auto names = enum_table<name_action>({{name_action::assign, "assign"},
                                                           {name_action::reserve, "reserve"},
                                                           {name_action::activate, "activate"},
                                                           {name_action::change, "change"},
                                                           {name_action::withdraw, "withdraw"},
                                                           {name_action::succeed, "succeed"},
                                                           {name_action::reinstate, "reinstate"}});
    return names.name(a);
}

std::expected<name_state, problem> after(std::optional<name_state> from, name_action a, std::string_view key,
                                         std::string_view name) {
    for (const transition &t : table) {
        if (t.from == from && t.action == a) return t.to;
    }
    if (!from) return std::unexpected{name_does_not_exist(key)};
    const std::string urn = name.empty() ? urn_of(key) : std::string{name};
    if (a == name_action::assign || a == name_action::reserve) {
        problem p = already_exists("name", urn);
        p.detail += base::concat({" (it is ", to_string(*from), ")"});
        p.rule = "RFC 8141 section 5 (1)";
        return std::unexpected{std::move(p)};
    }
    return refuse(problem_type::wrong_state,
                  base::concat({"the name \"", urn, "\" is ", to_string(*from), ": ", needs(a)}));
}

} // namespace uniform::resolver
