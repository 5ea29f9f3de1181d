// Finding URIs in text: prose with few URIs, a log with one on each line, and a program and a log with many colons and
// almost no URIs. In find_peer.mjs, linkify-it reads the first two files.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include <uniform/text/find.hpp>

#include "measure.hpp"

namespace {

std::string contents(const std::string &name) {
    const char *folder = std::getenv("UNIFORM_BENCH_LISTS");
    const std::string path = std::string{folder != nullptr ? folder : "."} + "/" + name + ".txt";
    std::ifstream in{path, std::ios::binary};
    if (!in) {
        std::fprintf(stderr, "bench: cannot read %s; scripts/bench.sh makes it\n", path.c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::size_t whole(std::string_view text, const uniform::find_options &o) {
    std::size_t n = 0;
    uniform::uri_finder{o}.find(text, [&](const uniform::found &f) { n += f.text.size() != 0 ? 1U : 0U; });
    return n;
}

std::size_t in_pieces(std::string_view text, std::size_t size) {
    std::size_t n = 0;
    const auto count = [&](const uniform::found &f) { n += f.text.size() != 0 ? 1U : 0U; };
    uniform::uri_finder finder;
    for (std::size_t i = 0; i < text.size(); i += size) finder.feed(text.substr(i, size), count);
    finder.finish(count);
    return n;
}

void measure(const std::string &name, const std::string &text, std::size_t found, auto pass) {
    benchmark::RegisterBenchmark(name.c_str(), [&text, found, pass](benchmark::State &state) {
        for (auto _ : state) benchmark::DoNotOptimize(pass(text));
        state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
        state.counters["found"] = static_cast<double>(found);
        state.counters["ns"] = // a byte
            benchmark::Counter(static_cast<double>(text.size()) * 1e-9,
                               benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    });
}

void register_all() {
    static const std::string prose = contents("prose");
    static const std::string log = contents("log");
    static const std::string code = contents("code");
    static const std::string colons = contents("colons");
    for (const auto &[name, text] :
         {std::pair{"prose", &prose}, std::pair{"log", &log}, std::pair{"code", &code}, std::pair{"colons", &colons}}) {
        const std::string prefix = std::string{"find/"} + name;
        const uniform::find_options usual;
        uniform::find_options any;
        any.schemes = uniform::found_schemes::any;
        uniform::find_options abbreviated;
        abbreviated.abbreviated = true;
        uniform::find_options join;
        join.join_lines = true;
        const auto with = [&](const char *how, const uniform::find_options &o) {
            measure(prefix + "/" + how, *text, whole(*text, o), [o](const std::string &t) { return whole(t, o); });
        };
        with("whole", usual);
        with("any-scheme", any);
        with("abbreviated", abbreviated);
        with("join-lines", join);
        measure(prefix + "/pieces-of-64K", *text, whole(*text, usual),
                [](const std::string &t) { return in_pieces(t, std::size_t{64} << 10); });
    }
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)
