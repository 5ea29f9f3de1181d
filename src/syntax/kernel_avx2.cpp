// The kernel for CPUs with AVX2 and BMI2: a block is two registers of 32 bytes.
//
// The last register of a text of at least 32 bytes is loaded so that it ends with the text, and its masks are shifted
// into place: no byte after the text is read, and no copy is made. Shorter texts are put together from two overlapping
// halves.

#include <immintrin.h>

#include <cstdint>

#include "syntax/kernels.hpp"

namespace {

class kernel {
public:
    struct half {
        __m256i bytes;
        __m256i row_bit;     // 1 << high nibble; 255 above 0x7F, which no row has
        std::uint32_t shift; // by how much the masks are too far up
    };
    struct block {
        half low;
        half high;
    };

    explicit kernel(const uniform::detail::syntax &x)
        : plain_{rows(x.plain)}, scheme_{rows(x.scheme)}, hexdig_{rows(x.hexdig)}, nid_{rows(x.nid)} {}

    [[gnu::always_inline]] block load(const char *s, std::uint32_t at, std::uint32_t n) const {
        if (n - at >= 64) {
            return {half_at(s + at, 0), half_at(s + at + 32, 0)};
        }
        if (n < 32) return {make(short_text(s, n), 0), make(_mm256_setzero_si256(), 0)};
        return {last(s, at, n), last(s, at + 32, n)};
    }
    [[gnu::always_inline]] block load_first(const char *s, std::uint32_t n) const {
        if (n < 32) [[unlikely]]
            return {make(short_text(s, n), 0), make(_mm256_setzero_si256(), 0)};
        return {half_at(s, 0), last(s, 32, n)};
    }
    [[gnu::always_inline]] block load_second(const char *s, std::uint32_t n) const {
        if (n < 32) [[unlikely]]
            return {make(_mm256_setzero_si256(), 0), make(_mm256_setzero_si256(), 0)};
        return {last(s, 64, n), last(s, 96, n)};
    }

    [[gnu::always_inline]] std::uint64_t capital(const block &b) const {
        return join(b, capital(b.low.bytes), capital(b.high.bytes));
    }
    [[gnu::always_inline]] std::uint64_t plain(const block &b) const { return member(b, plain_); }
    [[gnu::always_inline]] std::uint64_t scheme(const block &b) const { return member(b, scheme_); }
    [[gnu::always_inline]] std::uint64_t hexdig(const block &b) const { return member(b, hexdig_); }
    [[gnu::always_inline]] std::uint64_t nid(const block &b) const { return member(b, nid_); }
    template <char C>
    [[gnu::always_inline]] std::uint64_t equal(const block &b) const {
        const __m256i c = _mm256_set1_epi8(C);
        return join(b, _mm256_cmpeq_epi8(b.low.bytes, c), _mm256_cmpeq_epi8(b.high.bytes, c));
    }
    template <char C>
    [[gnu::always_inline]] std::uint64_t below(const block &b) const {
        const __m256i c = _mm256_set1_epi8(C);
        return join(b, _mm256_cmpgt_epi8(c, b.low.bytes), _mm256_cmpgt_epi8(c, b.high.bytes));
    }
    // Whether a character C is in a block. A register also holds text beside its own part of the block, or zero.
    template <char C>
    [[gnu::always_inline]] bool any(const block &a, const block &b) const {
        const __m256i c = _mm256_set1_epi8(C);
        const __m256i in_a = _mm256_or_si256(_mm256_cmpeq_epi8(a.low.bytes, c), _mm256_cmpeq_epi8(a.high.bytes, c));
        const __m256i in_b = _mm256_or_si256(_mm256_cmpeq_epi8(b.low.bytes, c), _mm256_cmpeq_epi8(b.high.bytes, c));
        return _mm256_movemask_epi8(_mm256_or_si256(in_a, in_b)) != 0;
    }

private:
    [[gnu::always_inline]] static half make(__m256i bytes, std::uint32_t shift) {
        const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
        const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1, //
                                              1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1);
        return {bytes, _mm256_shuffle_epi8(bits, high), shift};
    }
    [[gnu::always_inline]] static half half_at(const char *s, std::uint32_t shift) {
        return make(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(s)), shift);
    }
    // The 32 bytes at `at`, or those that end the text; at least 32 bytes of text.
    [[gnu::always_inline]] static half last(const char *s, std::uint32_t at, std::uint32_t n) {
        const std::uint32_t from = at < n - 32 ? at : n - 32;
        const std::uint32_t shift = at - from;
        return half_at(s + from, shift < 63 ? shift : 63);
    }
    [[gnu::always_inline]] static std::uint64_t load64(const char *s) {
        std::uint64_t v;
        __builtin_memcpy(&v, s, 8);
        return v;
    }
    [[gnu::always_inline]] static std::uint32_t load32(const char *s) {
        std::uint32_t v;
        __builtin_memcpy(&v, s, 4);
        return v;
    }
    // At most 31 bytes, from two overlapping parts; the rest is zero.
    [[gnu::always_inline]] static __m256i short_text(const char *s, std::uint32_t n) {
        if (n >= 16) {
            const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i *>(s));
            const __m128i end = _mm_loadu_si128(reinterpret_cast<const __m128i *>(s + n - 16));
            // moves the bytes down by 32 - n and fills with zero: indices 32-n .. 15, then 128 (zero)
            alignas(16) static constexpr std::uint8_t indices[32]{0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,
                                                                  11,  12,  13,  14,  15,  128, 128, 128, 128, 128, 128,
                                                                  128, 128, 128, 128, 128, 128, 128, 128, 128, 128};
            const __m128i move = _mm_loadu_si128(reinterpret_cast<const __m128i *>(indices + (32 - n)));
            return _mm256_setr_m128i(low, _mm_shuffle_epi8(end, move));
        }
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        if (n >= 8) {
            low = load64(s);
            high = n == 8 ? 0 : load64(s + n - 8) >> (8 * (16 - n));
        } else if (n >= 4) {
            low = load32(s) | (static_cast<std::uint64_t>(load32(s + n - 4)) << (8 * (n - 4)));
        } else {
            for (std::uint32_t i = 0; i < n; ++i) {
                low |= static_cast<std::uint64_t>(static_cast<unsigned char>(s[i])) << (8 * i);
            }
        }
        return _mm256_setr_epi64x(static_cast<long long>(low), static_cast<long long>(high), 0, 0);
    }
    [[gnu::always_inline]] static std::uint64_t bits(__m256i v) {
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(v));
    }
    [[gnu::always_inline]] static std::uint64_t join(const block &b, __m256i low, __m256i high) {
        return (bits(low) >> b.low.shift) | ((bits(high) >> b.high.shift) << 32);
    }
    [[gnu::always_inline]] static __m256i member(const half &h, __m256i rows) {
        return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(rows, h.bytes), h.row_bit), h.row_bit);
    }
    [[gnu::always_inline]] static std::uint64_t member(const block &b, __m256i rows) {
        return join(b, member(b.low, rows), member(b.high, rows));
    }
    [[gnu::always_inline]] static __m256i capital(__m256i v) {
        return _mm256_and_si256(_mm256_cmpgt_epi8(v, _mm256_set1_epi8('A' - 1)),
                                _mm256_cmpgt_epi8(_mm256_set1_epi8('Z' + 1), v));
    }
    [[gnu::always_inline]] static __m256i rows(const uniform::detail::nibble_rows &r) {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i *>(&r)));
    }

    __m256i plain_;
    __m256i scheme_;
    __m256i hexdig_;
    __m256i nid_;
};

} // namespace

#include "syntax/parse_kernel.inl"

bool uniform::detail::parse_avx2(const char *s, std::uint32_t n, kernel_request r, offsets &o) noexcept {
    return parse(s, n, r, o);
}

bool uniform::detail::urn_avx2(const char *s, std::uint32_t n, const syntax &x, urn_offsets &o) noexcept {
    return parse_name(s, n, x, o);
}

bool uniform::detail::may_change_avx2(const char *s, std::uint32_t n, const offsets &o) noexcept {
    return may_change(s, n, o);
}

bool uniform::detail::tail_avx2(const char *s, std::uint32_t begin, std::uint32_t n, const syntax &x,
                                tail_ends &ends) noexcept {
    return tail(s, begin, n, x, ends);
}
