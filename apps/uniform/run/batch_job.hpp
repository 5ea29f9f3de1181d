// A job of the batch engine (run/batch.hpp): what is done with the inputs of a block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "print/reference_template.hpp"
#include "run/options.hpp"
#include "run/work.hpp"

namespace uniform::cli {

// The result that a job has for a row of a table (run/table_job.hpp).
enum class row_result : std::uint8_t {
    text,   // the text that it prints for the input
    input,  // the input itself, of which templates make something
    error,  // the sentence about an input that is not valid; nothing for a good one
    listed, // the input itself; a row is left out for which nothing is printed
    first,  // the same, and inputs are asked one after the other
    none,   // none: a table cannot have what it prints
};

// The result of a command that checks inputs: with --list, the rows that it lists, else the errors of --into.
[[nodiscard]] row_result row_result_of(const batch_options &o, list listing) noexcept;

class batch_job {
public:
    batch_job() = default;
    batch_job(const batch_job &) = delete;
    batch_job &operator=(const batch_job &) = delete;
    virtual ~batch_job() = default;

    // For each slot once.
    [[nodiscard]] virtual std::unique_ptr<notes> make_notes() const { return nullptr; }
    // Called for one block at a time, in the order of the input, before run().
    virtual void prepare(work &) {}
    // Makes output and problems of the input. Called by several threads at once.
    virtual void run(work &w) const = 0;
    // Called for one block at a time, in the order of the input, before the output is written.
    virtual void in_order(work &) {}
    // An input could not be opened or read to its end.
    virtual void not_read(std::string_view) {}
    // The inputs are not cleaned by --typed before run() sees them.
    [[nodiscard]] virtual bool cleans_inputs() const { return false; }
    // With --on-error stop, run() ends the output where the run stops.
    [[nodiscard]] virtual bool stops_itself() const { return false; }
    [[nodiscard]] virtual row_result in_rows() const { return row_result::text; }
    // Appends the text that the template makes of a result; nothing if that is no reference.
    virtual void append_by(std::string &out, const output_template &t, std::string_view result) const;
    // The words of the summary for inputs that stayed as they were and for those that were changed; "" if they are not
    // counted.
    struct words {
        std::string_view same{};
        std::string_view changed{};
        std::string_view repaired{}; // and those that were no URI and got one, if they are counted by themselves
        bool hosts = true;           // count also the changed ones that have another host
    };
    [[nodiscard]] virtual words summary_words() const { return {}; }
    // The noun for an argument that has the name of a file, for the note about it; "" for no note: the path of a URI
    // often is the name of a file, too.
    [[nodiscard]] virtual std::string_view input_noun() const { return "a reference"; }
    // The other counts of the summary, by name.
    [[nodiscard]] virtual std::vector<std::pair<std::string_view, std::uint64_t>> summary_counts() const { return {}; }
    // Output after the last block: fills `out` with a part of it; called until it leaves `out` empty.
    virtual void at_end(std::string &out) { out.clear(); }
};

} // namespace uniform::cli
