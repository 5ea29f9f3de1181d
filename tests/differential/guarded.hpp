// A text at the border of a page that may not be read: a load past its end, or before its begin, ends the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace differential {

class guarded_text {
public:
    static constexpr std::size_t capacity = 16384;

    guarded_text() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        void *memory = mmap(nullptr, capacity + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        begin_ = static_cast<char *>(memory) + page_;
        if (mprotect(begin_ - page_, page_, PROT_NONE) != 0 || mprotect(begin_ + capacity, page_, PROT_NONE) != 0)
            throw std::bad_alloc();
    }
    ~guarded_text() { munmap(begin_ - page_, capacity + 2 * page_); }
    guarded_text(const guarded_text &) = delete;
    guarded_text &operator=(const guarded_text &) = delete;

    // A copy of the text (at most `capacity` bytes) that ends where reading ends.
    std::string_view at_end(std::string_view text) {
        char *place = begin_ + capacity - text.size();
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }
    // One of the two borders for half of the turns; otherwise a place with other texts' remains around it, at any
    // alignment. (Masked loads across a border are slow, so not every turn can be spent there.)
    std::string_view at_turn(std::string_view text, std::uint64_t turn) {
        if (turn % 4 == 0) return at_end(text);
        if (turn % 4 == 1) return at_begin(text);
        char *place = begin_ + capacity / 2 + turn % 67;
        if (text.size() > capacity / 4) return at_end(text);
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }
    // A copy that begins where reading begins. It may overlap the other copy only when both are long.
    std::string_view at_begin(std::string_view text) {
        if (!text.empty()) std::memcpy(begin_, text.data(), text.size());
        return {begin_, text.size()};
    }

private:
    std::size_t page_;
    char *begin_;
};

} // namespace differential
