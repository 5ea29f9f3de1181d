// A hash of texts with random keys: an author of texts cannot make them collide.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace uniform::cli {

class text_hash {
public:
    text_hash() {
        std::random_device random;
        for (std::uint64_t &key : keys_) key = std::uint64_t{random()} << 32 | random() | 1;
    }

    // Sixteen bytes a step: one multiplication of 64 by 64 bits, its halves folded together.
    [[nodiscard]] std::uint64_t operator()(std::string_view text) const noexcept {
        const char *p = text.data();
        std::size_t n = text.size();
        std::uint64_t h = keys_[0];
        for (; n > 16; n -= 16, p += 16) h = fold(eight(p) ^ keys_[1], eight(p + 8) ^ h);
        std::uint64_t a = 0;
        std::uint64_t b = 0;
        if (n >= 8) {
            a = eight(p);
            b = eight(p + n - 8);
        } else if (n >= 4) {
            a = four(p);
            b = four(p + n - 4);
        } else if (n > 0) {
            a = static_cast<std::uint64_t>(static_cast<unsigned char>(p[0])) << 16 |
                static_cast<std::uint64_t>(static_cast<unsigned char>(p[n / 2])) << 8 |
                static_cast<unsigned char>(p[n - 1]);
        }
        h = fold(a ^ keys_[1], b ^ h);
        // The length comes last: earlier it could be outweighed by a character.
        return fold(h ^ keys_[2], keys_[3] ^ text.size());
    }

private:
    static std::uint64_t eight(const char *p) noexcept {
        std::uint64_t v = 0;
        std::memcpy(&v, p, sizeof v);
        return v;
    }
    static std::uint64_t four(const char *p) noexcept {
        std::uint32_t v = 0;
        std::memcpy(&v, p, sizeof v);
        return v;
    }
    static std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
        __extension__ using wide = unsigned __int128;
        const wide product = static_cast<wide>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    std::uint64_t keys_[4]{};
};

} // namespace uniform::cli
