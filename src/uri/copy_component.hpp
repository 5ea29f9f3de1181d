// Copying components, most of which are shorter than a vector register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace uniform::detail {

template <class Word>
inline void move_both_ends(char *out, const char *from, std::size_t n) noexcept {
    Word head;
    Word tail;
    std::memcpy(&head, from, sizeof head);
    std::memcpy(&tail, from + n - sizeof tail, sizeof tail);
    std::memcpy(out, &head, sizeof head);
    std::memcpy(out + n - sizeof tail, &tail, sizeof tail);
}

// Copies n bytes and returns the end of the copy. The ranges may overlap. Reads and writes nothing outside of them.
inline char *put(char *out, const char *from, std::size_t n) noexcept {
    struct sixteen {
        std::uint64_t words[2];
    };
    // No object is larger. GCC 14 warns of a difference of pointers that might be negative, hence this much.
    if (n > PTRDIFF_MAX) __builtin_unreachable();
    if (n > 32) {
        std::memmove(out, from, n);
    } else if (n >= 16) {
        move_both_ends<sixteen>(out, from, n);
    } else if (n >= 8) {
        move_both_ends<std::uint64_t>(out, from, n);
    } else if (n >= 4) {
        move_both_ends<std::uint32_t>(out, from, n);
    } else if (n >= 2) {
        move_both_ends<std::uint16_t>(out, from, n);
    } else if (n == 1) {
        *out = *from;
    }
    return out + n;
}

inline char *put(char *out, std::string_view text) noexcept { return put(out, text.data(), text.size()); }

} // namespace uniform::detail
