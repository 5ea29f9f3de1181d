// Help, manual pages and completions, all made from the tables of verbs and options.
#pragma once

#include <string>
#include <string_view>

#include "verb_table.hpp"

namespace uniform::command {

// What `uniform --help` prints.
[[nodiscard]] std::string help_for_all();
// What `uniform VERB --help` prints.
[[nodiscard]] std::string help_for(const verb_spec &verb);

// What `uniform GROUP --help` prints.
[[nodiscard]] std::string help_for(const verb_group &g);

// uniform(1), and uniform-VERB(1), as roff.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string man_page(const verb_spec &verb);
// uniform-GROUP(1).
[[nodiscard]] std::string man_page(const verb_group &g);

// For "bash", "zsh" and "fish"; "" for others.
[[nodiscard]] std::string completion_for(std::string_view shell);

} // namespace uniform::command
