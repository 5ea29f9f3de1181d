// Selects the kernel for this machine, once, at the first parse.

#include "syntax/kernels.hpp"

#include <array>
#include <cstddef>

#include <uniform/base/assertion.hpp>

#if defined(UNIFORM_HAVE_AVX2) || defined(UNIFORM_HAVE_AVX512)
#include <cpuid.h>
#endif

namespace uniform::detail {

namespace {

bool leave_to_scalar(const char *, std::uint32_t, kernel_request, offsets &) noexcept { return false; }
bool leave_urn_to_scalar(const char *, std::uint32_t, const syntax &, urn_offsets &) noexcept { return false; }
bool leave_tail_to_scalar(const char *, std::uint32_t, std::uint32_t, const syntax &, tail_ends &) noexcept {
    return false;
}

#if defined(UNIFORM_HAVE_AVX2) || defined(UNIFORM_HAVE_AVX512)
// Clang 16 does not know the word "lzcnt".
bool has_lzcnt() noexcept {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}
#endif

struct kernel_list {
    std::array<named_kernel, 3> items{};
    std::size_t size = 0;

    kernel_list() noexcept {
        add("scalar", leave_to_scalar, leave_urn_to_scalar, may_change_scalar, leave_tail_to_scalar);
#if defined(UNIFORM_HAVE_SIMD128)
        // all that can load the module have it
        add("simd128", parse_simd128, urn_simd128, may_change_simd128, tail_simd128);
#endif
#if defined(UNIFORM_HAVE_AVX2) || defined(UNIFORM_HAVE_AVX512)
        // all that the kernels are compiled with
        const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && has_lzcnt() &&
                          __builtin_cpu_supports("popcnt");
#endif
#if defined(UNIFORM_HAVE_AVX2)
        if (__builtin_cpu_supports("avx2") && bits) add("avx2", parse_avx2, urn_avx2, may_change_avx2, tail_avx2);
#endif
#if defined(UNIFORM_HAVE_AVX512)
        if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") && bits) {
            add("avx512", parse_avx512, urn_avx512, may_change_avx512, tail_avx512);
        }
#endif
    }
    void add(const char *name, parse_kernel p, urn_kernel u, may_change_kernel q, tail_kernel t) noexcept {
        UNIFORM_ASSERT(size < items.size());
        items[size++] = {name, p, u, q, t};
    }
};

const kernel_list &kernels() noexcept {
    static const kernel_list list;
    return list;
}

bool choose(const char *text, std::uint32_t size, kernel_request r, offsets &o) noexcept {
    const kernel_list &list = kernels();
    use_kernel(list.items[list.size - 1]);
    return list.items[list.size - 1].parse(text, size, r, o);
}

bool choose_urn(const char *text, std::uint32_t size, const syntax &x, urn_offsets &o) noexcept {
    const kernel_list &list = kernels();
    use_kernel(list.items[list.size - 1]);
    return list.items[list.size - 1].urn(text, size, x, o);
}

bool choose_may_change(const char *text, std::uint32_t size, const offsets &o) noexcept {
    const kernel_list &list = kernels();
    use_kernel(list.items[list.size - 1]);
    return list.items[list.size - 1].may_change(text, size, o);
}

bool choose_tail(const char *text, std::uint32_t begin, std::uint32_t size, const syntax &x, tail_ends &e) noexcept {
    const kernel_list &list = kernels();
    use_kernel(list.items[list.size - 1]);
    return list.items[list.size - 1].tail(text, begin, size, x, e);
}

} // namespace

constinit std::atomic<parse_kernel> active_kernel = choose;
constinit std::atomic<urn_kernel> active_urn_kernel = choose_urn;
constinit std::atomic<may_change_kernel> active_may_change = choose_may_change;
constinit std::atomic<tail_kernel> active_tail = choose_tail;

bool may_change_scalar(const char *s, std::uint32_t n, const offsets &o) noexcept {
    const auto capital = [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            if (s[i] >= 'A' && s[i] <= 'Z') return true;
        }
        return false;
    };
    if (capital(0, o.scheme_end) || (o.host_begin <= o.host_end && capital(o.host_begin, o.host_end))) return true;
    for (std::uint32_t i = 0; i < n; ++i) {
        if ((s[i] == '%' && is_odd_triplet(s + i)) ||
            (s[i] == '.' && i > o.path_begin && i < o.path_end && s[i - 1] == '/'))
            return true;
    }
    return false;
}

std::span<const named_kernel> available_kernels() noexcept {
    const kernel_list &list = kernels();
    return {list.items.data(), list.size};
}

void use_kernel(const named_kernel &k) noexcept {
    active_kernel.store(k.parse, std::memory_order_relaxed);
    active_urn_kernel.store(k.urn, std::memory_order_relaxed);
    active_may_change.store(k.may_change, std::memory_order_relaxed);
    active_tail.store(k.tail, std::memory_order_relaxed);
}

} // namespace uniform::detail
