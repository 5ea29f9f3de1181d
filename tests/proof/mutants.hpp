// Recognizers with one fault at one offset, to see whether the sets of the places find it.
#pragma once

#include "proof/cases.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proof {

// Faults by chance, the same in each run: each is put to the set that ends at its offset.
struct mutant_figures {
    std::string fault;
    std::string offsets; // where the faults are
    unsigned faults = 0;
    unsigned found = 0;
    // Those of them that words w of no symbol find, at whatever offset; about such words, the theorem says nothing.
    std::optional<unsigned> found_without{};
};

// The number of faults of each kind, for ./test and for uniform_prove.
constexpr unsigned mutants_of_test = 5;
constexpr unsigned mutants_of_program = 100;

// One wrong transition at one offset, where k = 0 suffices, and one more state at one offset, where k = 1 does. For
// the first production of an edition that kernels read.
[[nodiscard]] std::vector<mutant_figures> examine_mutants(const edition_case &e, unsigned count);

} // namespace proof
