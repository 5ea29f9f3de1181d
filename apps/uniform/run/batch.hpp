// The batch engine: blocks of input are processed by several threads and written in their order.
//
// Each thread takes a free work slot, reads the next block into it (one thread at a time), works on it, and leaves it
// at its place in the queue. The thread that finds the head of the queue finished writes it out and continues with the
// next one, so that no thread waits for the block of another. There are a few slots more than threads, and no more:
// memory does not grow with the input.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "run/batch_job.hpp"
#include "run/options.hpp"

namespace uniform::cli {

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
