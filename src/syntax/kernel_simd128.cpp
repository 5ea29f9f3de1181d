// The kernel for WebAssembly with fixed-width SIMD: a block is four registers of 16 bytes.
//
// As in kernel_avx2.cpp, a register at the end of a text of at least 16 bytes is loaded so that it ends with the text,
// and its mask is shifted into place; shorter texts are put together from two overlapping halves. For other targets
// this file is empty.

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#include <cstdint>

#include "syntax/kernels.hpp"

namespace {

class kernel {
public:
    struct quarter {
        v128_t bytes;
        v128_t row;          // low nibble; 16 or more above 0x7F, which no row has
        v128_t row_bit;      // 1 << high nibble; 255 above 0x7F
        std::uint32_t shift; // by how much the mask is too far up
    };
    struct block {
        quarter part[4];
    };

    explicit kernel(const uniform::detail::syntax &x)
        : plain_{rows(x.plain)}, scheme_{rows(x.scheme)}, hexdig_{rows(x.hexdig)}, nid_{rows(x.nid)} {}

    [[gnu::always_inline]] block load(const char *s, std::uint32_t at, std::uint32_t n) const {
        if (n - at >= 64) return {{whole(s + at), whole(s + at + 16), whole(s + at + 32), whole(s + at + 48)}};
        if (n < 16) return short_block(s, n);
        return {{last(s, at, n), last(s, at + 16, n), last(s, at + 32, n), last(s, at + 48, n)}};
    }
    [[gnu::always_inline]] block load_first(const char *s, std::uint32_t n) const { return load(s, 0, n); }
    [[gnu::always_inline]] block load_second(const char *s, std::uint32_t n) const {
        if (n <= 64) {
            const quarter none = make(wasm_i8x16_splat(0), 0);
            return {{none, none, none, none}};
        }
        return {{last(s, 64, n), last(s, 80, n), last(s, 96, n), last(s, 112, n)}};
    }

    [[gnu::always_inline]] std::uint64_t capital(const block &b) const {
        return masks(b, [](const quarter &q) {
            return wasm_v128_and(wasm_i8x16_gt(q.bytes, wasm_i8x16_splat('A' - 1)),
                                 wasm_i8x16_lt(q.bytes, wasm_i8x16_splat('Z' + 1)));
        });
    }
    [[gnu::always_inline]] std::uint64_t plain(const block &b) const { return member(b, plain_); }
    [[gnu::always_inline]] std::uint64_t scheme(const block &b) const { return member(b, scheme_); }
    [[gnu::always_inline]] std::uint64_t hexdig(const block &b) const { return member(b, hexdig_); }
    [[gnu::always_inline]] std::uint64_t nid(const block &b) const { return member(b, nid_); }
    template <char C>
    [[gnu::always_inline]] std::uint64_t equal(const block &b) const {
        return masks(b, [](const quarter &q) { return wasm_i8x16_eq(q.bytes, wasm_i8x16_splat(C)); });
    }
    template <char C>
    [[gnu::always_inline]] std::uint64_t below(const block &b) const {
        return masks(b, [](const quarter &q) { return wasm_i8x16_lt(q.bytes, wasm_i8x16_splat(C)); });
    }
    // Whether a character C is in a block. A register also holds text beside its own part of the block, or zero.
    template <char C>
    [[gnu::always_inline]] bool any(const block &a, const block &b) const {
        v128_t found = wasm_i8x16_splat(0);
        for (const block *each : {&a, &b}) {
            for (const quarter &q : each->part) {
                found = wasm_v128_or(found, wasm_i8x16_eq(q.bytes, wasm_i8x16_splat(C)));
            }
        }
        return wasm_v128_any_true(found);
    }

private:
    [[gnu::always_inline]] static quarter make(v128_t bytes, std::uint32_t shift) {
        const v128_t bits = wasm_i8x16_const(1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1);
        return {bytes, wasm_v128_and(bytes, wasm_i8x16_splat(static_cast<signed char>(0x8F))),
                wasm_i8x16_swizzle(bits, wasm_u8x16_shr(bytes, 4)), shift};
    }
    [[gnu::always_inline]] static quarter whole(const char *s) { return make(wasm_v128_load(s), 0); }
    // The 16 bytes at `at`, or those that end the text; at least 16 bytes of text.
    [[gnu::always_inline]] static quarter last(const char *s, std::uint32_t at, std::uint32_t n) {
        const std::uint32_t from = at < n - 16 ? at : n - 16;
        const std::uint32_t shift = at - from;
        return make(wasm_v128_load(s + from), shift < 63 ? shift : 63);
    }
    // At most 15 bytes, from two overlapping parts; the rest is zero.
    [[gnu::always_inline]] static block short_block(const char *s, std::uint32_t n) {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        if (n >= 8) {
            __builtin_memcpy(&low, s, 8);
            __builtin_memcpy(&high, s + n - 8, 8);
            high = n == 8 ? 0 : high >> (8 * (16 - n));
        } else {
            for (std::uint32_t i = 0; i < n; ++i) {
                low |= static_cast<std::uint64_t>(static_cast<unsigned char>(s[i])) << (8 * i);
            }
        }
        const quarter none = make(wasm_i8x16_splat(0), 0);
        return {{make(wasm_u64x2_make(low, high), 0), none, none, none}};
    }
    template <class Test>
    [[gnu::always_inline]] static std::uint64_t masks(const block &b, Test test) {
        std::uint64_t joined = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const std::uint64_t bits = wasm_i8x16_bitmask(test(b.part[i]));
            joined |= (bits >> b.part[i].shift) << (16 * i);
        }
        return joined;
    }
    [[gnu::always_inline]] static std::uint64_t member(const block &b, v128_t rows) {
        return masks(b, [rows](const quarter &q) {
            return wasm_i8x16_eq(wasm_v128_and(wasm_i8x16_swizzle(rows, q.row), q.row_bit), q.row_bit);
        });
    }
    [[gnu::always_inline]] static v128_t rows(const uniform::detail::nibble_rows &r) { return wasm_v128_load(&r); }

    v128_t plain_;
    v128_t scheme_;
    v128_t hexdig_;
    v128_t nid_;
};

} // namespace

#include "syntax/parse_kernel.inl"

bool uniform::detail::parse_simd128(const char *s, std::uint32_t n, kernel_request r, offsets &o) noexcept {
    return parse(s, n, r, o);
}

bool uniform::detail::urn_simd128(const char *s, std::uint32_t n, const syntax &x, urn_offsets &o) noexcept {
    return parse_name(s, n, x, o);
}

bool uniform::detail::may_change_simd128(const char *s, std::uint32_t n, const offsets &o) noexcept {
    return may_change(s, n, o);
}

bool uniform::detail::tail_simd128(const char *s, std::uint32_t begin, std::uint32_t n, const syntax &x,
                                   tail_ends &ends) noexcept {
    return tail(s, begin, n, x, ends);
}

#endif
