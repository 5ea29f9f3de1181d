// Looking for "/" and "/." eight bytes at a time, without reading outside of the text.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace uniform::detail {

inline constexpr std::uint64_t every_byte = 0x0101010101010101;

// Whether "/." begins at one of p[0] to p[7]. Reads nine bytes.
[[nodiscard]] inline bool slash_dot_in_nine(const char *p) noexcept {
    std::uint64_t here;
    std::uint64_t next;
    std::memcpy(&here, p, 8);
    std::memcpy(&next, p + 1, 8);
    const std::uint64_t differs = (here ^ (every_byte * '/')) | (next ^ (every_byte * '.')); // zero bytes are hits
    return ((differs - every_byte) & ~differs & (every_byte << 7)) != 0;
}

// The end of the last "/" of [first, last), or `first` when there is none. `text` <= first is where reading may begin.
[[nodiscard]] inline const char *after_last_slash(const char *text, const char *first, const char *last) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        while (last > first && last - text >= 8) {
            std::uint64_t word;
            std::memcpy(&word, last - 8, 8);
            word ^= every_byte * '/';
            constexpr std::uint64_t low = every_byte * 0x7F;
            const std::uint64_t hits = ~(((word & low) + low) | word | low); // exact in every byte
            if (hits != 0) {
                const char *const end = last - std::countl_zero(hits) / 8;
                return end > first ? end : first;
            }
            last -= 8;
        }
    }
    while (last > first && last[-1] != '/') --last;
    return last > first ? last : first;
}

// False only if there is no "/." in [first, last). May be true when one stands in [text, first): the question is asked
// backwards from `last` in steps of eight bytes, and `text` <= first is where reading may begin.
[[nodiscard]] inline bool may_have_slash_dot(const char *text, const char *first, const char *last) noexcept {
    while (last - first > 1) {
        if (last - text < 9) {
            for (; last - first > 1; --last) {
                if (last[-2] == '/' && last[-1] == '.') return true;
            }
            return false;
        }
        if (slash_dot_in_nine(last - 9)) return true;
        last -= 8;
    }
    return false;
}

} // namespace uniform::detail
