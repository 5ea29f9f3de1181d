#include <uniform/resolver/life.hpp>

#include <array>
#include <string>

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
    default:
        return "a name is never assigned again";
    }
}

} // namespace

std::string_view to_string(name_action a) noexcept {
    constexpr std::array<std::string_view, 6> names{"assign", "reserve", "activate", "change", "withdraw", "succeed"};
    return names[static_cast<std::size_t>(a)];
}

std::expected<name_state, problem> after(std::optional<name_state> from, name_action a) {
    for (const transition &t : table) {
        if (t.from == from && t.action == a) return t.to;
    }
    if (!from) {
        return std::unexpected{problem{.type = problem_type::unknown_name, .detail = "the name does not exist here"}};
    }
    const bool new_one = a == name_action::assign || a == name_action::reserve;
    problem p{.type = new_one ? problem_type::conflict : problem_type::wrong_state};
    p.detail = "the name is " + std::string(to_string(*from)) + ": " + std::string(needs(a));
    if (new_one) p.rule = "RFC 8141 section 1.2.1";
    return std::unexpected{std::move(p)};
}

} // namespace uniform::resolver
