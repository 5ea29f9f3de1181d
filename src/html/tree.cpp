#include "html/tree.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <new>
#include <utility>

#include "html/pieces.hpp"

namespace uniform::html {

namespace {

// The limits of the parser. Measured, with everything that comes after it: a page of links takes 20 bytes of memory and
// 0.1 microseconds for each of its bytes; nothing but short tags with an attribute 80 bytes and 0.35 microseconds.
constexpr std::size_t memory_at_least = std::size_t{64} << 20;
constexpr std::size_t memory_per_byte = 512;
constexpr double seconds_at_least = 2;
constexpr double seconds_per_byte = 2e-6;

double processor_seconds() noexcept {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

} // namespace

struct tree::arena {
    struct chunk {
        chunk *next;
    };
    static constexpr std::size_t alignment = alignof(std::max_align_t);
    static constexpr std::size_t header = (sizeof(chunk) + alignment - 1) / alignment * alignment;
    static constexpr std::size_t chunk_size = std::size_t{1} << 18;
    static constexpr unsigned allocations_per_look = 256; // at the clock

    std::jmp_buf give_up{};
    chunk *chunks = nullptr;
    char *free = nullptr;
    std::size_t left = 0;
    std::size_t budget = 0;
    double deadline = 0;
    unsigned until_look = allocations_per_look;

    char *add_chunk(std::size_t room) {
        if (header + room > budget) std::longjmp(give_up, 1);
        auto *fresh = static_cast<chunk *>(std::malloc(header + room));
        if (fresh == nullptr) std::longjmp(give_up, 1);
        budget -= header + room;
        fresh->next = chunks;
        chunks = fresh;
        return reinterpret_cast<char *>(fresh) + header;
    }

    void *take(std::size_t size) {
        if (--until_look == 0) {
            until_look = allocations_per_look;
            if (processor_seconds() > deadline) std::longjmp(give_up, 1);
        }
        if (size > std::numeric_limits<std::size_t>::max() / 2) std::longjmp(give_up, 1);
        const std::size_t rounded = std::max(alignment, (size + alignment - 1) / alignment * alignment);
        if (rounded > chunk_size / 4) return add_chunk(rounded); // the chunk in use stays in use
        if (rounded > left) {
            left = chunk_size - header;
            free = add_chunk(left);
        }
        char *result = free;
        free += rounded;
        left -= rounded;
        return result;
    }

    // Between setjmp and longjmp lie only frames of Gumbo, which is C, and of take(), which has nothing to destroy.
    const GumboOutput *parse(const GumboOptions &options, std::string_view document) {
        if (setjmp(give_up) != 0) return nullptr;
        return gumbo_parse_with_options(&options, document.data(), document.size());
    }
};

void tree::drop::operator()(arena *a) const noexcept {
    for (arena::chunk *c = a->chunks; c != nullptr;) std::free(std::exchange(c, c->next));
    delete a;
}

std::optional<tree> tree::parse(std::string_view document, std::size_t max_memory) {
    tree result;
    result.arena_.reset(new (std::nothrow) arena);
    if (!result.arena_) return std::nullopt;
    arena &a = *result.arena_;
    a.budget = std::min(max_memory, memory_at_least + memory_per_byte * document.size());
    a.deadline = processor_seconds() + seconds_at_least + seconds_per_byte * static_cast<double>(document.size());

    GumboOptions options = kGumboDefaultOptions;
    options.userdata = &a;
    options.allocator = [](void *from, std::size_t size) { return static_cast<arena *>(from)->take(size); };
    options.deallocator = [](void *, void *) {};
    options.max_errors = 0; // each of them would hold a copy of the stack of open elements
    for (const std::string_view piece : pieces_of(document)) {
        const GumboOutput *const output = a.parse(options, piece.data() == nullptr ? std::string_view{""} : piece);
        if (output == nullptr) return std::nullopt;
        result.documents_.push_back(output->document);
    }
    return result;
}

} // namespace uniform::html
