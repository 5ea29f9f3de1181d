// A text at the border of a page that may not be read: a load past its end, or before its begin, ends the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#if !defined(__wasm__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace differential {

#if defined(__wasm__)
// WebAssembly has no protected pages, but its memory has an end, past which a load traps. This is the last page, which
// the heap has no part of, and another one when the heap has grown behind it; all objects share it. Before its begin
// nothing traps.
class guarded_memory {
public:
    static constexpr std::size_t size = 65536; // a page

    char *begin() { return end() - size; }
    char *end() {
        if (end_ != size * __builtin_wasm_memory_size(0)) {
            if (__builtin_wasm_memory_grow(0, 1) == static_cast<std::size_t>(-1)) __builtin_trap();
            end_ = size * __builtin_wasm_memory_size(0);
        }
        return reinterpret_cast<char *>(end_); // NOLINT
    }

private:
    static inline std::size_t end_ = 0;
};
#else
class guarded_memory {
public:
    static constexpr std::size_t size = 16384;

    guarded_memory() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        void *memory = mmap(nullptr, size + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        begin_ = static_cast<char *>(memory) + page_;
        if (mprotect(begin_ - page_, page_, PROT_NONE) != 0 || mprotect(begin_ + size, page_, PROT_NONE) != 0)
            throw std::bad_alloc();
    }
    ~guarded_memory() { munmap(begin_ - page_, size + 2 * page_); }
    guarded_memory(const guarded_memory &) = delete;
    guarded_memory &operator=(const guarded_memory &) = delete;

    char *begin() { return begin_; }
    char *end() { return begin_ + size; }

private:
    std::size_t page_;
    char *begin_;
};
#endif

class guarded_text {
public:
    static constexpr std::size_t capacity = guarded_memory::size;

    // A copy of the text (at most `capacity` bytes) that ends where reading ends.
    std::string_view at_end(std::string_view text) {
        char *place = memory_.end() - text.size();
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }
    // One of the two borders for half of the turns; otherwise a place with other texts' remains around it, at any
    // alignment. (Masked loads across a border are slow, so not every turn can be spent there.)
    std::string_view at_turn(std::string_view text, std::uint64_t turn) {
        if (turn % 4 == 0) return at_end(text);
        if (turn % 4 == 1) return at_begin(text);
        if (text.size() > capacity / 4) return at_end(text);
        char *place = memory_.end() - capacity / 2 + turn % 67;
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }
    // A copy that begins where reading begins. It may overlap the other copy only when both are long.
    std::string_view at_begin(std::string_view text) {
        if (!text.empty()) std::memcpy(memory_.begin(), text.data(), text.size());
        return {memory_.begin(), text.size()};
    }

private:
    guarded_memory memory_{};
};

} // namespace differential
