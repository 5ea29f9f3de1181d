#include "http/server/allocator.hpp"

#include <cstddef>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace uniform::http {

#ifdef __GLIBC__

void configure_allocator() noexcept {
    // mallopt(3): setting the threshold ends its growth with the blocks that are freed.
    (void)::mallopt(M_MMAP_THRESHOLD, 128 << 10);
    (void)::mallopt(M_ARENA_MAX, 4);
}

void return_free_memory() noexcept {
    constexpr std::size_t much = std::size_t{16} << 20U;
    if (::mallinfo2().fordblks > much) (void)::malloc_trim(0);
}

#else

void configure_allocator() noexcept {}
void return_free_memory() noexcept {}

#endif

} // namespace uniform::http
