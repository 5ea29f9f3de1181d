// Which kernel serves this machine: asked once, at the first parse.

#include <uniform/detail/kernel.hpp>

#include <array>
#include <cstddef>

#include "syntax/kernels.hpp"

namespace uniform::detail {

namespace {

bool leave_to_scalar(const char *, std::uint32_t, const kernel_request &, offsets &) noexcept { return false; }

struct kernel_list {
    std::array<named_kernel, 3> items{};
    std::size_t size = 0;

    kernel_list() noexcept {
        add("scalar", leave_to_scalar);
#if defined(UNIFORM_HAVE_AVX2)
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
            add("avx2", parse_avx2);
        }
#endif
#if defined(UNIFORM_HAVE_AVX512)
        if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
            __builtin_cpu_supports("bmi2")) {
            add("avx512", parse_avx512);
        }
#endif
    }
    void add(const char *name, parse_kernel k) noexcept { items[size++] = {name, k}; }
};

const kernel_list &kernels() noexcept {
    static const kernel_list list;
    return list;
}

bool choose(const char *text, std::uint32_t size, const kernel_request &r, offsets &o) noexcept {
    const kernel_list &list = kernels();
    use_kernel(list.items[list.size - 1]);
    return list.items[list.size - 1].parse(text, size, r, o);
}

} // namespace

constinit std::atomic<parse_kernel> active_kernel = choose;

std::span<const named_kernel> available_kernels() noexcept {
    const kernel_list &list = kernels();
    return {list.items.data(), list.size};
}

void use_kernel(const named_kernel &k) noexcept { active_kernel.store(k.parse, std::memory_order_relaxed); }

} // namespace uniform::detail
