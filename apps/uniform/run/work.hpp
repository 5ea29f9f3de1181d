// A block of input on its way through the batch engine: the input, its output and its problems.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "run/blocks.hpp"
#include "run/diagnostics.hpp"

namespace uniform::cli {

// The notes that a command stores with a block in addition to its output.
struct notes {
    notes() = default;
    notes(const notes &) = delete;
    notes &operator=(const notes &) = delete;
    virtual ~notes() = default;
};

// A block on its way.
struct work {
    block in;
    std::string out;
    std::vector<problem> problems;      // in the order of their inputs
    std::uint64_t inputs = 0;           // all of them, with the empty ones
    std::uint64_t empty = 0;            // empty lines, which were skipped
    std::uint64_t changed = 0;          // inputs whose result is another text, if the command counts them
    std::uint64_t repaired = 0;         // inputs that were no URI and got one, if the command counts them by themselves
    std::uint64_t hosts = 0;            // of these, inputs whose host is another
    std::uint64_t rejected = 0;         // inputs that are not valid
    std::uint64_t last_rejected = 0;    // the number of the last of them, from 1
    bool bad = false;                   // some input was not valid, or a pair not equivalent
    std::vector<std::uint64_t> cleaned; // inputs from which --typed removed something, in their order
    std::unique_ptr<notes> extra;

    void clear_results() {
        out.clear();
        problems.clear();
        inputs = empty = changed = repaired = hosts = rejected = last_rejected = 0;
        bad = false;
    }
    // Whether the text of that input is another than the one that was given.
    [[nodiscard]] bool was_cleaned(std::uint64_t input) const { return std::ranges::binary_search(cleaned, input); }
};

} // namespace uniform::cli
