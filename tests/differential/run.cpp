#include "run.hpp"

#include "mutator.hpp"

#include <atomic>
#include <thread>

namespace differential {

tally run(std::uint64_t count, std::uint64_t seed, unsigned threads,
          const std::function<void(std::uint64_t)> &progress) {
    std::atomic<std::uint64_t> done = 0;
    std::vector<tally> tallies(threads);
    const auto work = [&](unsigned index) {
        mutator m(seed * 1000 + index);
        judge j;
        const std::uint64_t share = count / threads + (index < count % threads ? 1 : 0);
        constexpr std::uint64_t step = 1'000'000;
        for (std::uint64_t i = 0; i < share; ++i) {
            const std::string_view text = m.next();
            j.parse(text);
            if (i % 8 == 0) j.views(text);
            if (i % 4 == 0) j.peer(text);
            if ((i + 1) % step == 0) {
                const std::uint64_t total = done.fetch_add(step) + step;
                if (index == 0 && progress && (i + 1) % (5 * step) == 0) progress(total);
            }
        }
        tallies[index] = j.result();
    };
    {
        std::vector<std::jthread> pool;
        for (unsigned i = 1; i < threads; ++i) pool.emplace_back(work, i);
        work(0);
    }
    tally sum;
    for (const tally &t : tallies) sum.add(t);
    return sum;
}

std::string print(const tally &t) {
    std::string out = std::to_string(t.texts) + " texts, " + std::to_string(t.bytes) + " bytes\n";
    for (const auto &[name, n] : t.counts) out += "  " + name + ": " + std::to_string(n) + "\n";
    for (const auto &[name, n] : t.explained) out += "  explained: " + name + ": " + std::to_string(n) + "\n";
    for (const difference &d : t.differences)
        out += "DIFFERENCE " + d.what + "\n  " + d.text + "\n  " + d.detail + "\n";
    std::uint64_t sum = 0;
    for (const auto &[what, n] : t.different) {
        out += "  DIFFERENT " + what + ": " + std::to_string(n) + "\n";
        sum += n;
    }
    return out + std::to_string(sum) + " unexplained differences\n";
}

} // namespace differential
