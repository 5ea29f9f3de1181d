// The reader of the tables of scripts/generate_unicode.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace uniform::ucd {

// A value for each code point, in three levels: Top has a number for 2^A code points, which is that of a part of
// Middle, which has a number for 2^B code points, which is that of a part of Leaf.
template <unsigned A, unsigned B, const auto &Top, const auto &Middle, const auto &Leaf>
struct trie {
    [[nodiscard]] constexpr unsigned operator[](char32_t c) const noexcept {
        if (c > 0x10FFFF) c = 0xFFFFF; // which is not assigned
        const std::size_t middle = (std::size_t{Top[c >> A]} << (A - B)) + (c >> B & ((1U << (A - B)) - 1));
        return Leaf[(std::size_t{Middle[middle]} << B) + (c & ((1U << B) - 1))];
    }
};

// The value of the range that has the code point: ranges are where one begins, with its value above 21 bits.
template <std::size_t N>
[[nodiscard]] constexpr unsigned value_in(const std::uint32_t (&ranges)[N], char32_t c) noexcept {
    constexpr std::uint32_t code_point = (1U << 21) - 1;
    const auto after =
        std::ranges::upper_bound(ranges, std::uint32_t{c}, {}, [](std::uint32_t r) { return r & code_point; });
    return *std::prev(after) >> 21;
}

} // namespace uniform::ucd
