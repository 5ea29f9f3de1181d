// uniform_differential --count N [--seed S] [--threads T] [--urls | --urns]: mutated strings put to the parser, its
// kernels, the oracle and uriparser; with --urls, nearly URLs to the judge of URLs by their schemes, and with --urns,
// nearly URNs to that of URNs. Prints what was compared and every difference;
// exit status 1 when there is one.
#include "differential/run.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

int main(int argc, char **argv) {
    std::uint64_t count = 1'000'000;
    std::uint64_t seed = 1;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    auto *run = &differential::run;
    for (int i = 1; i < argc; i += 2) {
        const bool urls = std::strcmp(argv[i], "--urls") == 0;
        if (urls || std::strcmp(argv[i], "--urns") == 0) {
            run = urls ? &differential::run_urls : &differential::run_urns;
            --i;
            continue;
        }
        char *end = nullptr;
        const std::uint64_t value = i + 1 < argc ? std::strtoull(argv[i + 1], &end, 10) : 0;
        const bool number = end != nullptr && end != argv[i + 1] && *end == '\0';
        if (number && std::strcmp(argv[i], "--count") == 0) {
            count = value;
        } else if (number && std::strcmp(argv[i], "--seed") == 0) {
            seed = value;
        } else if (number && std::strcmp(argv[i], "--threads") == 0 && value >= 1 && value <= 1024) {
            threads = static_cast<unsigned>(value);
        } else {
            std::fprintf(stderr, "usage: %s [--count N] [--seed S] [--threads T] [--urls | --urns]\n", argv[0]);
            return 2;
        }
    }

    const auto start = std::chrono::steady_clock::now();
    const differential::tally t = run(count, seed, threads, [&](std::uint64_t done) {
        const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::printf("%llu of %llu texts, %.0f s\n", static_cast<unsigned long long>(done),
                    static_cast<unsigned long long>(count), s);
        std::fflush(stdout);
    });
    std::fputs(differential::print(t).c_str(), stdout);
    std::printf("seed %llu, %u threads, %.0f s\n", static_cast<unsigned long long>(seed), threads,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return t.different.empty() ? 0 : 1;
}
