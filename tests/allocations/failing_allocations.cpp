#include "failing_allocations.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include <sqlite3.h>

namespace uniform::test {

namespace {

struct countdown {
    std::uint64_t left = 0; ///< 0: none fails
    bool lasting = false;
    bool failing = false;
    bool fired = false;
};
thread_local constinit countdown of_thread;

bool fails_now() noexcept {
    auto &c = of_thread;
    if (c.failing) return true;
    if (c.left == 0 || --c.left != 0) return false;
    c.fired = true;
    c.failing = c.lasting;
    return true;
}

sqlite3_mem_methods before;

void *allocate_for_sqlite(int size) { return fails_now() ? nullptr : before.xMalloc(size); }
void *reallocate_for_sqlite(void *old, int size) { return fails_now() ? nullptr : before.xRealloc(old, size); }

} // namespace

void *allocate(std::size_t size) noexcept { return fails_now() ? nullptr : std::malloc(size == 0 ? 1 : size); }
void *allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    return fails_now() ? nullptr : std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}
void *allocate_or_throw(std::size_t size) {
    if (void *const p = allocate(size)) return p;
    throw std::bad_alloc();
}
void *allocate_aligned_or_throw(std::size_t size, std::size_t alignment) {
    if (void *const p = allocate_aligned(size, alignment)) return p;
    throw std::bad_alloc();
}

void install_failing_allocations() {
    static bool done = false;
    if (done) return;
    sqlite3_mem_methods mine = {};
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &before) != SQLITE_OK)
        throw std::runtime_error("SQLite is in use already");
    mine = before;
    mine.xMalloc = allocate_for_sqlite;
    mine.xRealloc = reallocate_for_sqlite;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &mine) != SQLITE_OK)
        throw std::runtime_error("SQLite does not take another allocator");
    done = true;
}

failing_allocation::failing_allocation(std::uint64_t n, bool lasting) noexcept {
    of_thread = {.left = n, .lasting = lasting, .failing = false, .fired = false};
}
failing_allocation::~failing_allocation() { heal(); }
void failing_allocation::heal() noexcept {
    of_thread.left = 0;
    of_thread.failing = false;
}
bool failing_allocation::fired() noexcept { return of_thread.fired; }

} // namespace uniform::test

// All forms (C++, new.delete): a sanitizer would provide the others with an allocator of its own.
void *operator new(std::size_t size) { return uniform::test::allocate_or_throw(size); }
void *operator new[](std::size_t size) { return uniform::test::allocate_or_throw(size); }
void *operator new(std::size_t size, std::align_val_t alignment) {
    return uniform::test::allocate_aligned_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
    return uniform::test::allocate_aligned_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return uniform::test::allocate(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return uniform::test::allocate(size); }
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
    return uniform::test::allocate_aligned(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
    return uniform::test::allocate_aligned(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
