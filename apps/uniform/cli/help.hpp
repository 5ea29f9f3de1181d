// Help, manual pages and completions, all written from the commands and the rows of their options.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"

namespace uniform::cli {

// The output of `uniform --help`.
[[nodiscard]] std::string help_for_all();
// The output of `uniform COMMAND --help`.
[[nodiscard]] std::string help_for(const command &c);
// The output of `uniform GROUP --help`.
[[nodiscard]] std::string help_for(const command_group &g);

// uniform(1), uniform-COMMAND(1) and uniform-GROUP(1), as roff.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string man_page(const command &c);
[[nodiscard]] std::string man_page(const command_group &g);

// For "bash", "zsh" and "fish"; "" for others.
[[nodiscard]] std::string completion_for(std::string_view shell);

// "One of a, b, c; default: b.", as far as it applies.
[[nodiscard]] std::string values_of(const option_row &row);

// The paragraphs that `uniform --help` and uniform(1) have in common.
[[nodiscard]] std::string_view common_description() noexcept;
[[nodiscard]] std::string_view exit_codes() noexcept;

} // namespace uniform::cli
