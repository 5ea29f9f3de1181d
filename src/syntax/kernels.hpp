// The kernels that this library was built with, one for each level of CPU.
#pragma once

#include <cstdint>
#include <span>

#include <uniform/detail/kernel.hpp>

namespace uniform::detail {

bool parse_avx2(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;
bool parse_avx512(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;
bool screen_scalar(const char *text, std::uint32_t size, const offsets &) noexcept;
bool screen_avx2(const char *text, std::uint32_t size, const offsets &) noexcept;
bool screen_avx512(const char *text, std::uint32_t size, const offsets &) noexcept;

struct named_kernel {
    const char *name; // "scalar", "avx2", "avx512"
    parse_kernel parse;
    screen_kernel screen;
};

// Those that this machine can run, the narrowest first. The first is "scalar", which leaves every text to the scalar
// parser.
[[nodiscard]] std::span<const named_kernel> available_kernels() noexcept;

// Makes `k` the one in use (tests and benchmarks; not while other threads parse).
void use_kernel(const named_kernel &k) noexcept;

} // namespace uniform::detail
