// The batch engine: blocks of input through worker threads, and out again in their order.
//
// Each thread takes a free work slot, reads the next block into it (one thread at a time), works on it, and leaves it
// at its place in the row. Whoever finds the head of the row finished writes it out and goes on along the row, so that
// no thread waits for another one's block. There are a few slots more than threads, and no more: memory does not grow
// with the input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics.hpp"
#include "input.hpp"
#include "options.hpp"

namespace uniform::command {

// What a verb keeps with a block beside its output.
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
    std::vector<problem> problems; // in the order of their records
    std::uint64_t records = 0;     // all of them, empty ones too
    bool bad = false;              // some record was not valid, or a pair not equivalent
    std::unique_ptr<notes> extra;
};

class verb {
public:
    verb() = default;
    verb(const verb &) = delete;
    verb &operator=(const verb &) = delete;
    virtual ~verb() = default;

    // For each slot once.
    [[nodiscard]] virtual std::unique_ptr<notes> make_notes() const { return nullptr; }
    // Makes output and problems from the input. Called by several threads at once.
    virtual void run(work &w) const = 0;
    // Called for one block at a time, in the order of the input, before the output is written.
    virtual void in_order(work &) {}
    // An input could not be opened or read to its end.
    virtual void not_read(std::string_view) {}
    // What comes after the last block: fills `out` with a part of it, until it leaves it empty.
    virtual void at_end(std::string &out) { out.clear(); }
};

// Runs the verb over all input; the exit code. `skip` arguments are not input.
[[nodiscard]] int run_batch(const options &o, verb &v, std::size_t skip = 0);

} // namespace uniform::command
