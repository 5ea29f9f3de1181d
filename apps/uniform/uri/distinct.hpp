// A set of texts that only grows, in little memory: what `unique` remembers.
//
// The texts stand one after another in large chunks, each with its length before it. A table of eight bytes an entry
// finds them: 26 bits of the hash and 38 bits of the place. There are 256 tables, chosen by 8 more bits of the hash; an
// entry's place in its table is given by its 26 bits alone, so that a table grows without a look at the texts, one
// table at a time. Memory beside the texts: tables are filled between 53 % and 75 %, at most 15 bytes a text, and the
// length, one byte or two. With counters, which take bytes too, tables are fuller: 57 % to 80 %, at most 14 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace uniform::cli {

class distinct {
public:
    // With `counting`, each text has a counter of six bytes and, where it is not the text itself, the form to print.
    explicit distinct(bool counting) : counting_{counting} {}

    // Whether the text was not there before. Exact: texts of equal hash are compared. `hash` must be unpredictable for
    // the author of the texts. With counting, counts; `shown` is stored for the first one.
    bool add(std::uint64_t hash, std::string_view text, std::string_view shown);

    // Brings the place of an entry of that hash into the processor's cache.
    void prefetch(std::uint64_t hash) const noexcept;
    // Some time after it: brings the text into the cache that the entry probably leads to.
    void prefetch_text(std::uint64_t hash) const noexcept;

    // With counting: goes through all texts in the order of their first occurrence. `at` begins with 0.
    struct counted {
        std::uint64_t count = 0;
        std::string_view shown;
    };
    [[nodiscard]] bool next(std::uint64_t &at, counted &found) const;

    // Bytes in tables, and in all.
    [[nodiscard]] std::size_t table_bytes() const noexcept;

private:
    struct table {
        std::unique_ptr<std::uint64_t[]> entries; // 0: free; else hash bits above, place + 1 below
        std::uint32_t size = 0;
        std::uint32_t used = 0;
    };
    static constexpr unsigned place_bits = 38;
    static constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
    static constexpr unsigned tag_bits = 64 - place_bits;
    static constexpr unsigned chunk_bits = 21; // the size of a huge page
    static constexpr std::uint64_t chunk_size = std::uint64_t{1} << chunk_bits;

    // Other bits than those that choose the table.
    [[nodiscard]] static std::uint64_t tag_of(std::uint64_t hash) noexcept {
        return (hash >> 30) & ((std::uint64_t{1} << tag_bits) - 1);
    }
    [[nodiscard]] static std::uint32_t slot_of(std::uint64_t tag, std::uint32_t size) noexcept {
        return static_cast<std::uint32_t>((tag * size) >> tag_bits);
    }
    void grow(table &t) const;
    [[nodiscard]] char *at(std::uint64_t place) const noexcept {
        return chunks_[place >> chunk_bits] + (place & (chunk_size - 1));
    }
    std::uint64_t keep(std::string_view text, std::string_view shown);
    std::uint64_t room_for(std::size_t size);

    bool counting_;
    std::array<table, 256> tables_{};
    struct release {
        void operator()(char *p) const noexcept { std::free(p); }
    };
    std::vector<std::unique_ptr<char, release>> owned_;
    std::vector<char *> chunks_; // a text longer than a chunk occupies several, one after the other
    std::uint64_t end_ = 0;      // the place of the next text
    std::uint64_t last_chunk_end_ = 0;
};

} // namespace uniform::cli
