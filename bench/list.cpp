#include "list.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <benchmark/benchmark.h>

#include "peers.hpp"

namespace bench {

namespace {

std::string contents(const std::string &path) {
    std::ifstream in{path, std::ios::binary};
    if (!in) {
        std::fprintf(stderr, "bench: cannot read the list %s; scripts/bench.sh makes the lists\n", path.c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end != 0) lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

list::list(std::string name, const std::string &path) : name_{std::move(name)} {
    const std::string text = contents(path);
    const std::vector<std::string_view> all = split(text);
    constexpr std::size_t count = std::size(peers);
    std::vector<std::array<bool, count>> accepted(all.size());
    std::array<std::size_t, count> refused{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string line{all[i]};
        for (std::size_t p = 0; p < count; ++p) {
            accepted[i][p] = peers[p].accepts(line);
            refused[p] += accepted[i][p] ? 0 : 1;
        }
    }
    std::string note = std::to_string(all.size()) + " lines; refused:";
    std::array<bool, count> takes_part{};
    for (std::size_t p = 0; p < count; ++p) {
        takes_part[p] = refused[p] * 2 <= all.size();
        if (!takes_part[p]) absent_.push_back(peers[p].name);
        note += ' ' + std::string{peers[p].name} + ' ' + std::to_string(refused[p]);
    }
    text_.reserve(text.size() + 1);
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        bool kept = true;
        for (std::size_t p = 0; p < count; ++p) kept = kept && (accepted[i][p] || !takes_part[p]);
        if (!kept) continue;
        text_ += all[i];
        text_ += '\0';
        sizes.push_back(all[i].size());
    }
    std::size_t at = 0;
    for (const std::size_t size : sizes) {
        lines_.emplace_back(text_.data() + at, size);
        at += size + 1;
    }
    if (lines_.empty()) {
        std::fprintf(stderr, "bench: no line of %s is accepted by all\n", path.c_str());
        std::exit(2);
    }
    note += "; kept " + std::to_string(lines_.size()) + ", " +
            std::to_string(static_cast<double>(bytes()) / static_cast<double>(lines_.size())) + " bytes on average";
    benchmark::AddCustomContext("list " + name_, note);
}

bool list::has(std::string_view peer) const noexcept { return std::ranges::find(absent_, peer) == absent_.end(); }

const std::vector<list> &lists() {
    static const std::vector<list> all = [] {
        const char *folder = std::getenv("UNIFORM_BENCH_LISTS");
        const std::string root = folder != nullptr ? folder : ".";
        std::vector<list> made;
        made.reserve(5); // the lines point into their lists
        for (const char *name : {"web", "file", "urn", "long"}) made.emplace_back(name, root + "/" + name + ".txt");
        if (const char *own = std::getenv("UNIFORM_BENCH_LIST"); own != nullptr && *own != '\0') {
            made.emplace_back("own", own);
        }
        return made;
    }();
    return all;
}

const list &list_of(std::string_view name) {
    return *std::ranges::find_if(lists(), [&](const list &l) { return l.name() == name; });
}

} // namespace bench
