// The kernels that this library was built with, one for each level of CPU.
#pragma once

#include <cstdint>
#include <span>

#include <uniform/syntax/detail/kernel.hpp>
#include <uniform/syntax/detail/tail_kernel.hpp>

namespace uniform::detail {

bool parse_avx2(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;
bool parse_simd128(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;
bool parse_avx512(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;
bool urn_avx2(const char *text, std::uint32_t size, const syntax &, urn_offsets &) noexcept;
bool urn_simd128(const char *text, std::uint32_t size, const syntax &, urn_offsets &) noexcept;
bool urn_avx512(const char *text, std::uint32_t size, const syntax &, urn_offsets &) noexcept;
bool may_change_scalar(const char *text, std::uint32_t size, const offsets &) noexcept;
bool may_change_avx2(const char *text, std::uint32_t size, const offsets &) noexcept;
bool may_change_simd128(const char *text, std::uint32_t size, const offsets &) noexcept;
bool may_change_avx512(const char *text, std::uint32_t size, const offsets &) noexcept;
bool tail_avx2(const char *text, std::uint32_t begin, std::uint32_t size, const syntax &, tail_ends &) noexcept;
bool tail_simd128(const char *text, std::uint32_t begin, std::uint32_t size, const syntax &, tail_ends &) noexcept;
bool tail_avx512(const char *text, std::uint32_t begin, std::uint32_t size, const syntax &, tail_ends &) noexcept;

// Whether normalization would change the pct-encoded at `p`: a hex digit in lower case, or an unreserved character (RFC
// 3986 6.2.2.1, 6.2.2.2; the older editions decode fewer). Internal linkage: see parse_kernel.inl.
[[gnu::always_inline]] static inline bool is_odd_triplet(const char *p) noexcept {
    constexpr char_set set = unreserved(edition::rfc3986);
    const auto x = static_cast<unsigned char>(p[1]);
    const auto y = static_cast<unsigned char>(p[2]);
    if (x >= 'a' || y >= 'a') return true;
    const unsigned value = ((x & 15U) + (x >> 6) * 9U) * 16 + (y & 15U) + (y >> 6) * 9U;
    return value < 128 && (((value < 64 ? set.low : set.high) >> (value & 63)) & 1) != 0;
}

struct named_kernel {
    const char *name; // "scalar", "avx2", "avx512", "simd128"
    parse_kernel parse;
    urn_kernel urn;
    may_change_kernel may_change;
    tail_kernel tail;
};

// The kernels that this machine supports, the narrowest first. The first is "scalar", which leaves every text to the
// scalar parser.
[[nodiscard]] std::span<const named_kernel> available_kernels() noexcept;

// Makes `k` the one in use (tests and benchmarks; not while other threads parse).
void use_kernel(const named_kernel &k) noexcept;

} // namespace uniform::detail
