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
        std::string before = "http://a/b/c/d;p?q";
        const std::uint64_t share = count / threads + (index < count % threads ? 1 : 0);
        constexpr std::uint64_t step = 1'000'000;
        for (std::uint64_t i = 0; i < share; ++i) {
            const std::string_view text = m.next();
            j.parse(text);
            // The rest costs more, and gets every 16th text each.
            switch (i % 16) {
            case 0:
                before = text;
                break;
            case 1:
            case 9:
                j.views(text);
                break;
            case 2:
            case 10:
                j.peer(text);
                break;
            case 3:
                j.normalize(text);
                break;
            // Every base is met by several references, and changes meanwhile.
            case 4:
            case 6:
            case 12:
                j.resolve(before, text);
                j.relativize(before, text);
                j.dots(text);
                break;
            case 5:
            case 8: {
                std::string after(m.changed(before));
                j.compare(before, after);
                j.relativize(before, after);
                before = std::move(after);
                break;
            }
            case 7:
            case 11:
                j.ipv6(m.ipv6());
                break;
            default:
                break;
            }
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
