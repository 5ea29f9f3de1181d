// The base that a run compares or combines every input with.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "run/options.hpp"

namespace uniform::cli {

struct base_of_run {
    std::string text;          // "" with --pairs
    std::size_t arguments = 0; // how many of the arguments it is
};

// --base, or the first argument. A mistake is reported, and the error is the exit code.
[[nodiscard]] std::expected<base_of_run, int> find_base(const batch_options &o);

// Reports that the base is not valid; returns the exit code.
[[nodiscard]] int reject_base(const batch_options &o, const base_of_run &base, const error &why);

} // namespace uniform::cli
