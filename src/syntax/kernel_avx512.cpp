// The kernel for CPUs with AVX-512 (BW, VL) and BMI2: one register holds a block, and a comparison is a mask already.

#include <immintrin.h>

#include <cstdint>

#include "syntax/kernels.hpp"

namespace {

class kernel {
public:
    struct block {
        __m512i bytes;
        __m512i row_bit; // 1 << high nibble; 0 above 0x7F
    };

    explicit kernel(const uniform::detail::syntax &x)
        : plain_{rows(x.plain)}, scheme_{rows(x.scheme)}, hexdig_{rows(x.hexdig)}, nid_{rows(x.nid)} {}

    // A masked load does not touch the bytes that it omits.
    [[gnu::always_inline]] block load(const char *s, std::uint32_t at, std::uint32_t n) const {
        const std::uint32_t left = n - at;
        return make(_mm512_maskz_loadu_epi8(_bzhi_u64(~std::uint64_t{0}, left < 64 ? left : 64), s + at));
    }
    [[gnu::always_inline]] block load_first(const char *s, std::uint32_t n) const { return load(s, 0, n); }
    // The second 64 bytes of a text of at most 128; none when it is shorter.
    [[gnu::always_inline]] block load_second(const char *s, std::uint32_t n) const {
        const std::uint32_t left = n > 64 ? n - 64 : 0;
        // As a number, because a shorter text (or an empty one at the null pointer) has no such address.
        const auto second = reinterpret_cast<const void *>(reinterpret_cast<std::uintptr_t>(s) + 64);
        return make(_mm512_maskz_loadu_epi8(_bzhi_u64(~std::uint64_t{0}, left), second));
    }

    [[gnu::always_inline]] std::uint64_t capital(const block &b) const {
        return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(b.bytes, _mm512_set1_epi8('A')), _mm512_set1_epi8(26));
    }
    [[gnu::always_inline]] std::uint64_t plain(const block &b) const { return member(b, plain_); }
    [[gnu::always_inline]] std::uint64_t scheme(const block &b) const { return member(b, scheme_); }
    [[gnu::always_inline]] std::uint64_t hexdig(const block &b) const { return member(b, hexdig_); }
    [[gnu::always_inline]] std::uint64_t nid(const block &b) const { return member(b, nid_); }
    template <char C>
    [[gnu::always_inline]] std::uint64_t equal(const block &b) const {
        return _mm512_cmpeq_epi8_mask(b.bytes, _mm512_set1_epi8(C));
    }
    template <char C>
    [[gnu::always_inline]] std::uint64_t below(const block &b) const {
        return _mm512_cmplt_epi8_mask(b.bytes, _mm512_set1_epi8(C));
    }
    template <char C>
    [[gnu::always_inline]] bool any(const block &a, const block &b) const {
        return (equal<C>(a) | equal<C>(b)) != 0;
    }

private:
    [[gnu::always_inline]] static block make(__m512i bytes) {
        const __m512i high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), _mm512_set1_epi8(15));
        const __m512i bits =
            _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
        return {bytes, _mm512_shuffle_epi8(bits, high)};
    }
    [[gnu::always_inline]] static std::uint64_t member(const block &b, __m512i rows) {
        return _mm512_test_epi8_mask(_mm512_shuffle_epi8(rows, b.bytes), b.row_bit);
    }
    // The zero-masking form: the plain one makes GCC 12 warn about its own header.
    [[gnu::always_inline]] static __m512i rows(const uniform::detail::nibble_rows &r) {
        return _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_load_si128(reinterpret_cast<const __m128i *>(&r)));
    }

    __m512i plain_;
    __m512i scheme_;
    __m512i hexdig_;
    __m512i nid_;
};

} // namespace

#include "syntax/parse_kernel.inl"

bool uniform::detail::parse_avx512(const char *s, std::uint32_t n, kernel_request r, offsets &o) noexcept {
    return parse(s, n, r, o);
}

bool uniform::detail::urn_avx512(const char *s, std::uint32_t n, const syntax &x, urn_offsets &o) noexcept {
    return parse_name(s, n, x, o);
}

bool uniform::detail::may_change_avx512(const char *s, std::uint32_t n, const offsets &o) noexcept {
    return may_change(s, n, o);
}

bool uniform::detail::tail_avx512(const char *s, std::uint32_t begin, std::uint32_t n, const syntax &x,
                                  tail_ends &ends) noexcept {
    return tail(s, begin, n, x, ends);
}
