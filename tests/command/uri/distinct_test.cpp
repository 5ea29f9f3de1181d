// The set behind `unique`.

#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "uri/distinct.hpp"
#include "uri/text_hash.hpp"

namespace uniform::cli {
namespace {

TEST(distinct, agrees_with_a_map) {
    for (const bool counting : {false, true}) {
        std::mt19937 random{counting ? 1U : 2U};
        distinct set{counting};
        const text_hash hash;
        std::map<std::string, std::uint64_t> counts;
        std::vector<std::string> order;
        for (int i = 0; i < 200000; ++i) {
            std::string text = std::to_string(random() % 50000);
            if (random() % 1000 == 0) text += std::string(random() % 300000, 'x');
            set.prefetch(hash(text));
            set.prefetch_text(hash(text));
            const bool added = set.add(hash(text), text, random() % 2 == 0 ? "shown as " + text : text);
            ASSERT_EQ(added, ++counts[text] == 1);
            if (added) order.push_back(text);
        }
        if (!counting) continue;
        std::uint64_t at = 0;
        distinct::counted found;
        for (const std::string &text : order) {
            ASSERT_TRUE(set.next(at, found));
            ASSERT_EQ(found.count, counts[text]);
            ASSERT_TRUE(found.shown == text || found.shown == "shown as " + text);
        }
        EXPECT_FALSE(set.next(at, found));
    }
}

// Texts of the same hash are told apart by their characters.
TEST(distinct, is_exact_where_hashes_collide) {
    distinct set{true};
    for (int i = 0; i < 2000; ++i) EXPECT_TRUE(set.add(42, std::to_string(i), std::to_string(i)));
    for (int i = 0; i < 2000; ++i) EXPECT_FALSE(set.add(42, std::to_string(i), std::to_string(i)));
    EXPECT_TRUE(set.add(42, "", ""));
    EXPECT_FALSE(set.add(42, "", ""));
}

// A text that takes several chunks, and texts after it.
TEST(distinct, keeps_long_texts) {
    distinct set{true};
    const text_hash hash;
    const std::string large(5'000'000, 'a');
    EXPECT_TRUE(set.add(hash("b"), "b", "b"));
    EXPECT_TRUE(set.add(hash(large), large, "large"));
    EXPECT_TRUE(set.add(hash("c"), "c", "c"));
    EXPECT_FALSE(set.add(hash(large), large, "large"));
    std::uint64_t at = 0;
    distinct::counted found;
    std::string shown;
    while (set.next(at, found)) shown += std::string{found.shown} + std::to_string(found.count);
    EXPECT_EQ(shown, "b1large2c1");
}

// At most 24 bytes a text beyond the text itself, whatever their number (issue 2, section 4).
TEST(distinct, takes_little_memory) {
    for (const bool counting : {false, true}) {
        distinct set{counting};
        const text_hash hash;
        constexpr double beside = 2;      // the length of a text of 128 bytes and more
        constexpr double counter = 6 + 2; // and the length of the form to print
        for (std::size_t n = 1; n <= 1'000'000; ++n) {
            const std::string text = std::to_string(n);
            set.add(hash(text), text, text);
            if (n < 20'000 || n % 1000 != 0) continue; // below, what is constant weighs more
            const double each = static_cast<double>(set.table_bytes()) / static_cast<double>(n);
            ASSERT_LE(each + beside + (counting ? counter : 0), 24.0) << n;
        }
    }
}

TEST(text_hash, spreads) {
    const text_hash hash;
    const text_hash other;
    std::map<std::uint64_t, int> buckets;
    for (int i = 0; i < 100000; ++i) ++buckets[hash("http://example.com/" + std::to_string(i)) >> 56];
    EXPECT_EQ(buckets.size(), 256U);
    for (const auto &[bucket, count] : buckets) EXPECT_NEAR(count, 390, 150);
    EXPECT_NE(hash("a"), other("a")) << "keys are random";
    // every length up to and beyond a step, and every single byte, counts
    std::map<std::uint64_t, std::string> seen;
    for (std::size_t n = 0; n < 70; ++n) {
        for (std::size_t i = 0; i <= n; ++i) {
            std::string text(n, 'a');
            if (i < n) text[i] = 'b';
            const auto [at, added] = seen.emplace(hash(text), text);
            EXPECT_TRUE(added || at->second == text) << text << at->second;
        }
    }
}

} // namespace
} // namespace uniform::cli
