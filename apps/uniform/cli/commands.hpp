// All commands of the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "cli/command.hpp"

namespace uniform::cli {

// The groups in the order of the help, those without a name included.
[[nodiscard]] std::span<const command_group *const> all_groups() noexcept;
// Their commands, one group after the other.
[[nodiscard]] std::span<const command *const> all_commands();

// The command of that name; the two words of a name may have a hyphen between them, as in the names of manual pages.
[[nodiscard]] const command *find_command(std::string_view name);
// The group of that name, which is not "".
[[nodiscard]] const command_group *find_group(std::string_view name);
// The group of a command whose name has two words; nullptr for the others.
[[nodiscard]] const command_group *group_of(const command &c);

// "parse" of "urn parse".
[[nodiscard]] constexpr std::string_view last_word(std::string_view name UNIFORM_LIFETIMEBOUND) noexcept {
    return name.substr(name.rfind(' ') + 1);
}
// "urn-parse", as in the names of manual pages.
[[nodiscard]] std::string hyphenated(std::string_view name);

// Reports that there is no such option before a command, or in a group; returns exit_usage.
int no_such_option(std::string_view word, const command_group *group = nullptr);
// Reports that there is no such command, with a suggestion; returns exit_usage.
int no_such_command(std::string_view name);

} // namespace uniform::cli
