#include "uri/distinct.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace uniform::cli {

namespace {

// A length, seven bits a byte, the last byte below 128.
std::size_t length_size(std::size_t n) noexcept {
    std::size_t size = 1;
    while (n >= 128) {
        n >>= 7;
        ++size;
    }
    return size;
}

char *put_length(char *p, std::size_t n) noexcept {
    while (n >= 128) {
        *p++ = static_cast<char>((n & 127) | 128);
        n >>= 7;
    }
    *p++ = static_cast<char>(n);
    return p;
}

const char *get_length(const char *p, std::size_t &n) noexcept {
    n = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*p++);
        n |= static_cast<std::size_t>(byte & 127) << shift;
        if (byte < 128) return p;
    }
}

constexpr std::size_t counter_size = 6;

void put_counter(char *p, std::uint64_t count) noexcept {
    for (std::size_t i = 0; i < counter_size; ++i) p[i] = static_cast<char>(count >> (8 * i) & 255);
}

std::uint64_t get_counter(const char *p) noexcept {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < counter_size; ++i) count |= std::uint64_t{static_cast<unsigned char>(p[i])} << (8 * i);
    return count;
}

} // namespace

// Places [end_, end_ + size) that are contiguous.
std::uint64_t distinct::room_for(std::size_t size) {
    if (end_ + size > last_chunk_end_) {
        const std::uint64_t chunks = (size + chunk_size - 1) >> chunk_bits;
        const std::uint64_t begin = static_cast<std::uint64_t>(chunks_.size()) << chunk_bits;
        last_chunk_end_ = begin + (chunks << chunk_bits);
        if (last_chunk_end_ > place_mask) throw std::bad_alloc{}; // 256 GiB of text
        // A mark for next(): here the chunk ends before its end.
        if (counting_ && end_ < begin) *at(end_) = '\0';
        owned_.emplace_back(static_cast<char *>(std::aligned_alloc(chunk_size, chunks << chunk_bits)));
        if (owned_.back() == nullptr) throw std::bad_alloc{};
        // Fewer page faults; where the system does not know it, all is as before.
        ::madvise(owned_.back().get(), chunks << chunk_bits, MADV_HUGEPAGE);
        for (std::uint64_t i = 0; i < chunks; ++i) chunks_.push_back(owned_.back().get() + (i << chunk_bits));
        end_ = begin;
    }
    const std::uint64_t place = end_;
    end_ += size;
    return place;
}

// Without counting: length + 1, text. With it: length + 1, text, counter, length + 1 of `shown` (0: the text itself),
// shown. No record begins with a zero byte.
std::uint64_t distinct::keep(std::string_view text, std::string_view shown) {
    std::size_t size = length_size(text.size() + 1) + text.size();
    const bool same = shown == text;
    if (counting_) {
        size += counter_size + (same ? 1 : length_size(shown.size() + 1) + shown.size());
    }
    const std::uint64_t place = room_for(size);
    char *p = put_length(at(place), text.size() + 1);
    p = std::copy(text.begin(), text.end(), p);
    if (!counting_) return place;
    put_counter(p, 1);
    p = put_length(p + counter_size, same ? 0 : shown.size() + 1);
    if (!same) std::copy(shown.begin(), shown.end(), p);
    return place;
}

void distinct::grow(table &t) const {
    const std::uint32_t size = t.size == 0 ? 16 : t.size + t.size * 2 / 5;
    auto entries = std::make_unique<std::uint64_t[]>(size);
    for (std::uint32_t i = 0; i < t.size; ++i) {
        const std::uint64_t entry = t.entries[i];
        if (entry == 0) continue;
        std::uint32_t slot = slot_of(entry >> place_bits, size);
        while (entries[slot] != 0) slot = slot + 1 == size ? 0 : slot + 1;
        entries[slot] = entry;
    }
    t.entries = std::move(entries);
    t.size = size;
}

void distinct::prefetch(std::uint64_t hash) const noexcept {
    const table &t = tables_[hash >> 56];
    if (t.size != 0) __builtin_prefetch(&t.entries[slot_of(tag_of(hash), t.size)]);
}

void distinct::prefetch_text(std::uint64_t hash) const noexcept {
    const table &t = tables_[hash >> 56];
    if (t.size == 0) return;
    const std::uint64_t tag = tag_of(hash);
    const std::uint64_t entry = t.entries[slot_of(tag, t.size)];
    if (entry != 0 && entry >> place_bits == tag) __builtin_prefetch(at((entry & place_mask) - 1));
}

bool distinct::add(std::uint64_t hash, std::string_view text, std::string_view shown) {
    table &t = tables_[hash >> 56];
    if (std::uint64_t{t.used} * 100 >= std::uint64_t{t.size} * (counting_ ? 80 : 75)) grow(t);
    const std::uint64_t tag = tag_of(hash);
    std::uint32_t slot = slot_of(tag, t.size);
    for (std::uint64_t entry = t.entries[slot]; entry != 0; entry = t.entries[slot]) {
        if (entry >> place_bits == tag) {
            std::size_t length = 0;
            char *const record = at((entry & place_mask) - 1);
            const char *p = get_length(record, length);
            if (length == text.size() + 1 && std::memcmp(p, text.data(), text.size()) == 0) {
                if (counting_) {
                    char *counter = record + (p - record) + text.size();
                    put_counter(counter, get_counter(counter) + 1);
                }
                return false;
            }
        }
        slot = slot + 1 == t.size ? 0 : slot + 1;
    }
    t.entries[slot] = tag << place_bits | (keep(text, shown) + 1);
    ++t.used;
    return true;
}

bool distinct::next(std::uint64_t &place, counted &found) const {
    if (place >= end_) return false;
    if ((place & (chunk_size - 1)) != 0 && *at(place) == '\0') {
        place = ((place >> chunk_bits) + 1) << chunk_bits;
    }
    const char *const begin = at(place);
    std::size_t length = 0;
    const char *p = get_length(begin, length);
    std::string_view text{p, length - 1};
    p += text.size();
    found.count = get_counter(p);
    p = get_length(p + counter_size, length);
    found.shown = length == 0 ? text : std::string_view{p, length - 1};
    p += length == 0 ? 0 : length - 1;
    place += static_cast<std::uint64_t>(p - begin);
    return true;
}

std::size_t distinct::table_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const table &t : tables_) bytes += t.size * sizeof(std::uint64_t);
    return bytes;
}

} // namespace uniform::cli
