// The base that a run compares or combines every input with.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "run/options.hpp"

namespace uniform::cli {

struct base_of_run {
    std::string text;          // "" with --pairs
    std::size_t arguments = 0; // the number of arguments that it takes
};

// Whether nobody gave any input beyond `first` arguments: standard input is a terminal, or /dev/null.
[[nodiscard]] bool is_input_missing(const batch_options &o, std::size_t first);
// The message about it; `what` is missing.
[[nodiscard]] std::string missing_input(std::string_view what);

// --base, or the first argument. `input` is what the run reads after it; it must not be missing. A mistake is reported,
// and the error is the exit code.
[[nodiscard]] std::expected<base_of_run, int> find_base(const batch_options &o, std::string_view input);

// Reports that the base is not valid; returns the exit code.
[[nodiscard]] int reject_base(const batch_options &o, const base_of_run &base, const error &why);

} // namespace uniform::cli
