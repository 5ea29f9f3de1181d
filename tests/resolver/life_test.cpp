// The life of a name. RFC 8141 5 (1): never reassigned; every path leads forward.

#include <uniform/resolver/life.hpp>

#include <array>
#include <optional>

#include <gtest/gtest.h>

namespace {

using namespace uniform::resolver;
using state = std::optional<name_state>;

struct row {
    state from;
    name_action action;
    state to; // nothing: refused
    problem_type why = problem_type::internal;
};

constexpr state none = std::nullopt;
constexpr state reserved = name_state::reserved;
constexpr state active = name_state::active;
constexpr state withdrawn = name_state::withdrawn;
constexpr auto unknown = problem_type::unknown_name;
constexpr auto taken = problem_type::conflict;
constexpr auto not_so = problem_type::wrong_state;

// Every state with every action.
constexpr std::array rows{
    row{none, name_action::assign, active},
    row{none, name_action::reserve, reserved},
    row{none, name_action::activate, none, unknown},
    row{none, name_action::change, none, unknown},
    row{none, name_action::withdraw, none, unknown},
    row{none, name_action::succeed, none, unknown},
    row{reserved, name_action::assign, none, taken},
    row{reserved, name_action::reserve, none, taken},
    row{reserved, name_action::activate, active},
    row{reserved, name_action::change, none, not_so},
    row{reserved, name_action::withdraw, withdrawn},
    row{reserved, name_action::succeed, none, not_so},
    row{active, name_action::assign, none, taken},
    row{active, name_action::reserve, none, taken},
    row{active, name_action::activate, none, not_so},
    row{active, name_action::change, active},
    row{active, name_action::withdraw, withdrawn},
    row{active, name_action::succeed, none, not_so},
    row{withdrawn, name_action::assign, none, taken},
    row{withdrawn, name_action::reserve, none, taken},
    row{withdrawn, name_action::activate, none, not_so},
    row{withdrawn, name_action::change, none, not_so},
    row{withdrawn, name_action::withdraw, none, not_so},
    row{withdrawn, name_action::succeed, withdrawn},
};
static_assert(rows.size() == 4 * 6);

TEST(life, every_state_with_every_action) {
    for (const row &r : rows) {
        SCOPED_TRACE(std::string(r.from ? to_string(*r.from) : "none") + " " + std::string(to_string(r.action)));
        const auto to = after(r.from, r.action, "example:a");
        ASSERT_EQ(to.has_value(), r.to.has_value());
        if (to) {
            EXPECT_EQ(*to, *r.to);
        } else {
            EXPECT_EQ(to.error().type, r.why);
            EXPECT_TRUE(to.error().detail.starts_with("the name \"urn:example:a\" ")) << to.error().detail;
        }
    }
}

TEST(life, nothing_goes_back) {
    for (const row &r : rows) {
        const auto to = after(r.from, r.action, "example:a");
        if (to && r.from) {
            EXPECT_GE(static_cast<int>(*to), static_cast<int>(*r.from));
        }
    }
}

} // namespace
