// Sorting more records than memory holds, in a file without a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::service {

/// Records in the order of their keys, those with the same key in the order of their numbers.
///
///     sorted_records r(folder, memory);
///     r.add(key, number, content);
///     r.sort();
///     while (const auto one = r.next()) ...
///
/// Up to `memory` bytes nothing is written. More of them are sorted part by part, written to a file, and merged. The
/// file has no name, so that the system removes it however the process ends. Throws store::failure when the file cannot
/// be made, written (full) or read.
class sorted_records {
public:
    struct record {
        std::string_view key = {};
        std::uint64_t number = 0;
        std::string_view content = {};
    };

    sorted_records(std::filesystem::path folder, std::size_t memory) : folder_(std::move(folder)), memory_(memory) {}
    sorted_records(const sorted_records &) = delete;
    sorted_records &operator=(const sorted_records &) = delete;
    ~sorted_records();

    /// Amortized linear; every `memory` bytes the part is sorted and written.
    void add(std::string_view key, std::uint64_t number, std::string_view content);
    /// After the last record. Then next() gives the first one.
    void sort();
    /// The next record, valid until the next call; std::nullopt at the end.
    [[nodiscard]] std::optional<record> next();

    /// The bytes of all records that were added.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// The bytes of memory that are held now. Linear in the number of parts.
    [[nodiscard]] std::size_t in_memory() const noexcept;
    /// The bytes in the file.
    [[nodiscard]] std::uint64_t written() const noexcept { return written_; }

private:
    // A record in memory_bytes_.
    struct place {
        std::size_t offset;
        std::uint64_t number;
        std::uint32_t key_size;
        std::uint32_t content_size;
    };
    // A sorted part of the file, which is read from its beginning to its end.
    struct part {
        std::uint64_t at;  // of the file: what was not read yet
        std::uint64_t end; // of the part
        std::string buffer = {};
        std::size_t begin = 0; // of the record `first` in the buffer
        record first = {};
        std::size_t first_size = 0;
    };

    [[nodiscard]] record at(const place &p) const noexcept;
    void sort_memory();
    void write_part();
    void write_bytes(std::string_view bytes);
    [[nodiscard]] bool read_first(part &p);
    void fill(part &p, std::size_t size);
    [[noreturn]] void fail(const char *doing, int error) const;

    std::filesystem::path folder_;
    std::size_t memory_;
    int file_ = -1;
    std::uint64_t bytes_ = 0;
    std::uint64_t written_ = 0;
    std::string memory_bytes_;
    std::vector<place> places_;
    std::size_t next_place_ = 0;
    std::vector<part> parts_;
    std::vector<std::size_t> heap_; // of parts, the one with the first record at the top
    bool has_given_ = false;        // the record at the top of the heap
};

/// Whether the disk of a folder has so many bytes free. A folder that cannot be asked has: making a file says why.
[[nodiscard]] bool has_free_bytes(const std::filesystem::path &folder, std::uint64_t bytes);

/// The folder for the files of sorting a store's names: that of an SQLite file, else TMPDIR or /var/tmp.
[[nodiscard]] std::filesystem::path folder_for_sorting(std::string_view location);

} // namespace uniform::service
