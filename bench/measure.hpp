// Registers a benchmark: one pass over a list per iteration; the result is nanoseconds per identifier.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <benchmark/benchmark.h>

#include "list.hpp"
#include "syntax/kernels.hpp"

namespace bench {

// Registers "<name>", whose counter "ns" is CPU time for each of `items` items. `pass` does them all once.
template <class Pass>
void measure(const std::string &name, std::size_t items, Pass pass) {
    benchmark::RegisterBenchmark(name.c_str(), [items, pass = std::move(pass)](benchmark::State &state) mutable {
        for (auto _ : state) pass();
        state.counters["ns"] =
            benchmark::Counter(static_cast<double>(items) * 1e-9,
                               benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    });
}

// The same for each kernel that this machine supports: "<name>:scalar", "<name>:avx2", ...
template <class Pass>
void measure_kernels(const std::string &name, std::size_t items, Pass pass) {
    for (const uniform::detail::named_kernel &kernel : uniform::detail::available_kernels()) {
        measure(name + ":" + kernel.name, items, [kernel, pass]() mutable {
            uniform::detail::use_kernel(kernel);
            pass();
        });
    }
}

} // namespace bench

// Each *_bench.cpp ends with this: registers its benchmarks when main starts, since they need the lists.
#define UNIFORM_BENCH_MAIN(register_all)                                                                               \
    int main(int argc, char **argv) {                                                                                  \
        benchmark::Initialize(&argc, argv);                                                                            \
        if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;                                              \
        register_all();                                                                                                \
        benchmark::RunSpecifiedBenchmarks();                                                                           \
        return 0;                                                                                                      \
    }
