// Each fuzz target holds for its seeds, and for texts that are made of them: what a target promises stays true when the
// library changes, and not only on the day of a campaign.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz_target.hpp"
#include "targets.inc"

namespace uniform::fuzz {
namespace {

std::vector<std::string> seeds_of(std::string_view target) {
    std::vector<std::string> seeds;
    for (const auto &entry : std::filesystem::directory_iterator{std::string{UNIFORM_FUZZ_CORPUS "/"}.append(target)}) {
        std::ifstream in{entry.path(), std::ios::binary};
        seeds.emplace_back(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
    }
    return seeds;
}

void run(const fuzz_target &target, const std::string &input) {
    EXPECT_EQ(target.run(reinterpret_cast<const unsigned char *>(input.data()), input.size()), 0);
}

// One byte more, less, or another; or the beginning of one seed and the end of another.
std::string mutated(const std::vector<std::string> &seeds, std::mt19937 &random) {
    const auto below = [&](std::size_t n) { return random() % n; };
    std::string text = seeds[below(seeds.size())];
    const std::size_t at = below(text.size() + 1);
    constexpr std::string_view delimiters = ":/?#[]@!$&'()*+,;=%.-~ \\\"<>{}|^`\n";
    const auto any = [&] {
        return below(4) == 0 ? static_cast<char>(below(256)) : delimiters[below(delimiters.size())];
    };
    switch (below(4)) {
    case 0:
        text.insert(at, 1, any());
        break;
    case 1:
        text.erase(at, 1);
        break;
    case 2:
        if (at < text.size()) text[at] = any();
        break;
    default: {
        const std::string &other = seeds[below(seeds.size())];
        text = text.substr(0, at) + other.substr(below(other.size() + 1));
    }
    }
    return text;
}

class fuzz_targets : public testing::TestWithParam<fuzz_target> {};

TEST_P(fuzz_targets, hold_for_their_seeds_and_what_is_made_of_them) {
    const std::vector<std::string> seeds = seeds_of(GetParam().name);
    ASSERT_FALSE(seeds.empty());
    run(GetParam(), {});
    for (const std::string &seed : seeds) run(GetParam(), seed);
    std::mt19937 random{20030718}; // the same texts each time
    for (int n = 0; n < 200; ++n) run(GetParam(), mutated(seeds, random));
}

INSTANTIATE_TEST_SUITE_P(all, fuzz_targets, testing::ValuesIn(targets),
                         [](const auto &target) { return std::string{target.param.name}; });

} // namespace
} // namespace uniform::fuzz
