// The batch engine: blocks of input are processed by several threads and written in their order.
//
// Each thread takes a free work slot, reads the next block into it (one thread at a time), works on it, and leaves it
// at its place in the queue. The thread that finds the head of the queue finished writes it out and continues with the
// next one, so that no thread waits for the block of another. There are a few slots more than threads, and no more:
// memory does not grow with the input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "run/options.hpp"
#include "run/work.hpp"

namespace uniform::cli {

class batch_job {
public:
    batch_job() = default;
    batch_job(const batch_job &) = delete;
    batch_job &operator=(const batch_job &) = delete;
    virtual ~batch_job() = default;

    // For each slot once.
    [[nodiscard]] virtual std::unique_ptr<notes> make_notes() const { return nullptr; }
    // Makes output and problems of the input. Called by several threads at once.
    virtual void run(work &w) const = 0;
    // Called for one block at a time, in the order of the input, before the output is written.
    virtual void in_order(work &) {}
    // An input could not be opened or read to its end.
    virtual void not_read(std::string_view) {}
    // The inputs are not cleaned by --typed before run() sees them.
    [[nodiscard]] virtual bool cleans_inputs() const { return false; }
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

// Runs the job on all input; returns the exit code. The first `skip` arguments are not inputs.
[[nodiscard]] int run_batch(const batch_options &o, batch_job &job, std::size_t skip = 0);

// Runs a job that is made of the command's options, and of the template of --get if the command has that option. A
// job with a member `checks_demands` rejects what a template demands and does not find.
template <class Job, class Options>
[[nodiscard]] int run_job(const Options &o) {
    if constexpr (std::is_base_of_v<template_option, Options>) {
        auto get = template_of(o, requires { Job::checks_demands; });
        if (!get) return get.error();
        Job job{o, *std::move(get)};
        return run_batch(o, job);
    } else {
        Job job{o};
        return run_batch(o, job);
    }
}

} // namespace uniform::cli
