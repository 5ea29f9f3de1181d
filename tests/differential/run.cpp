#include "differential/run.hpp"

#include "differential/judge_url.hpp"
#include "differential/judge_urn.hpp"
#include "differential/mutator.hpp"
#include "differential/mutator_url.hpp"
#include "differential/mutator_urn.hpp"

#include <atomic>
#include <thread>

namespace differential {

namespace {

constexpr std::uint64_t step = 1'000'000;

using counted = std::function<void(std::uint64_t)>; // called after each text with the number of texts so far

// `work` of each thread, with its number, its share of the texts and what to call after each.
tally in_threads(std::uint64_t count, unsigned threads, const std::function<void(std::uint64_t)> &progress,
                 const std::function<tally(unsigned, std::uint64_t, const counted &)> &work) {
    std::atomic<std::uint64_t> done = 0;
    std::vector<tally> tallies(threads);
    const auto one = [&](unsigned index) {
        const std::uint64_t share = count / threads + (index < count % threads ? 1 : 0);
        tallies[index] = work(index, share, [&](std::uint64_t texts) {
            if (texts % step != 0) return;
            const std::uint64_t total = done.fetch_add(step) + step;
            if (index == 0 && progress && texts % (5 * step) == 0) progress(total);
        });
    };
    {
        std::vector<std::jthread> pool;
        for (unsigned i = 1; i < threads; ++i) pool.emplace_back(one, i);
        one(0);
    }
    tally sum;
    for (const tally &t : tallies) sum.add(t);
    return sum;
}

} // namespace

tally run(std::uint64_t count, std::uint64_t seed, unsigned threads,
          const std::function<void(std::uint64_t)> &progress) {
    return in_threads(count, threads, progress, [&](unsigned index, std::uint64_t share, const counted &after_text) {
        mutator m(seed * 1000 + index);
        judge j;
        std::string before = "http://a/b/c/d;p?q";
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
            after_text(i + 1);
        }
        return j.result();
    });
}

tally run_urns(std::uint64_t count, std::uint64_t seed, unsigned threads,
               const std::function<void(std::uint64_t)> &progress) {
    return in_threads(count, threads, progress, [&](unsigned index, std::uint64_t share, const counted &after_text) {
        urn_mutator m(seed * 1000 + index);
        mutator others(seed * 1000 + index);
        urn_judge j;
        std::string before = "urn:example:a123,z456";
        for (std::uint64_t i = 0; i < share; ++i) {
            const std::string text(m.next());
            j.parse(text);
            switch (i % 8) {
            case 0:
            case 4: {
                std::string after(m.changed(i % 8 == 0 ? text : before));
                j.equivalence(i % 8 == 0 ? text : before, after);
                if (i % 8 == 4) before = std::move(after);
                break;
            }
            case 1:
            case 5:
                j.convert(text);
                break;
            case 2:
            case 6: {
                const auto which = static_cast<unsigned>(m.random().below(5));
                const auto value = m.random().one_in(6) ? std::nullopt : std::optional{m.component()};
                j.edit(text, which, value);
                break;
            }
            case 3:
                j.resolve(text, others.generate(), m.random().one_in(4) ? before : "http://a/b/c/d;p?q");
                break;
            default:
                if (m.random().one_in(4)) before = text;
            }
            after_text(i + 1);
        }
        return j.result();
    });
}

tally run_urls(std::uint64_t count, std::uint64_t seed, unsigned threads,
               const std::function<void(std::uint64_t)> &progress) {
    return in_threads(count, threads, progress, [&](unsigned index, std::uint64_t share, const counted &after_text) {
        url_mutator m(seed * 1000 + index);
        url_judge j;
        for (std::uint64_t i = 0; i < share; ++i) {
            const std::string_view text = m.next();
            j.parse(text);
            // Each of the comparisons that allocate gets every fourth text.
            if (i % 4 == 0) j.round_trip(text);
            if (i % 4 == 2) j.plan(text);
            after_text(i + 1);
        }
        return j.result();
    });
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
