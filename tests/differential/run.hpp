// A whole run: every thread has its own mutator and its own judge.
#pragma once

#include "differential/judge.hpp"

#include <cstdint>
#include <functional>

namespace differential {

// Thread i of `threads` takes its share of `count` texts from the mutator seeded with seed * 1000 + i. `progress` is
// called now and then, from one thread, with the number of texts done.
tally run(std::uint64_t count, std::uint64_t seed, unsigned threads,
          const std::function<void(std::uint64_t)> &progress = {});

// The same for URNs: nearly URNs, put to the judge of URNs.
tally run_urns(std::uint64_t count, std::uint64_t seed, unsigned threads,
               const std::function<void(std::uint64_t)> &progress = {});

// The same for URLs: nearly URLs of every scheme, put to the judge of URLs.
tally run_urls(std::uint64_t count, std::uint64_t seed, unsigned threads,
               const std::function<void(std::uint64_t)> &progress = {});

// The counts of comparisons and differences, with the reasons.
std::string print(const tally &t);

} // namespace differential
