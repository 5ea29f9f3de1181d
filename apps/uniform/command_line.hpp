// From the words of a command line to options.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "options.hpp"
#include "verb_table.hpp"

namespace uniform::command {

// The options of `verb` from the words after it; otherwise one sentence that says what is wrong with them.
[[nodiscard]] std::expected<options, std::string> read_command_line(const verb_spec &verb,
                                                                    std::span<const char *const> words);

} // namespace uniform::command
