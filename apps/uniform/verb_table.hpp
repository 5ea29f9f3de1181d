// Every verb of the command, once: its arguments, description, options and examples.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "option_table.hpp"

namespace uniform::command {

struct example {
    std::string_view says;
    std::string_view line; // for a shell
};

struct verb_spec {
    std::string_view name;
    std::string_view summary;
    std::string_view arguments;
    std::string_view
        description; // paragraphs, separated by empty lines; those that begin with two blanks are not filled
    std::span<const opt> options; // --help belongs to all
    std::span<const example> examples;
    std::string_view words; // which words its arguments are, for completion; "" when they are free
};

[[nodiscard]] std::span<const verb_spec> all_verbs() noexcept;
[[nodiscard]] const verb_spec *find_verb(std::string_view name) noexcept;

// The paragraphs that `uniform --help` and uniform(1) have in common.
[[nodiscard]] std::string_view common_description() noexcept;
[[nodiscard]] std::string_view exit_codes() noexcept;

} // namespace uniform::command
