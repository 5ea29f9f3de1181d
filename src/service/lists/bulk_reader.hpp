// Divides a stream of NDJSON or CSV into its lines or CSV records, in constant memory and linear time, and counts lines
// and bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/bulk.hpp>

namespace uniform::service {

class bulk_reader {
public:
    /// `digest`: compute the SHA-256 of the input.
    bulk_reader(bulk_format f, const bulk_source &source, bool digest);
    ~bulk_reader();

    /// One line of NDJSON, or one record of CSV, without its line end; valid until the next call. `wrong` if it is
    /// longer than longest_line, or a quotation mark of CSV is never closed: then `text` is empty, and reading
    /// continues after it.
    struct record {
        std::string_view text = {};
        std::uint64_t line = 0; ///< of its first character; from 1
        std::optional<resolver::problem> wrong = {};
    };
    /// Skips empty lines. std::nullopt at the end.
    [[nodiscard]] std::optional<record> next();

    [[nodiscard]] std::uint64_t offset() const noexcept {
        return offset_;
    } ///< bytes of the input before the next record
    [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; } ///< line ends before it
    /// The digest of the bytes before offset(), in hexadecimal; empty if it is not computed.
    [[nodiscard]] std::string digest() const;
    /// Reads up to the offset and line of an earlier reader. False if the input ends before.
    [[nodiscard]] bool skip_to(std::uint64_t offset, std::uint64_t lines);

private:
    enum class place : std::uint8_t { field_start, bare, quoted, quote_in_quoted };

    [[nodiscard]] bool fill();
    [[nodiscard]] std::size_t find_end();
    void consume(std::size_t n);
    std::optional<record> too_long();

    bulk_format format_;
    const bulk_source &source_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t scanned_ = 0; // bytes after begin_ that find_end() has read
    std::size_t ends_ = 0;    // line ends among those, inside of quotes
    place place_ = place::field_start;
    bool at_end_ = false;
    std::uint64_t offset_ = 0;
    std::uint64_t lines_ = 0;
    struct hash;
    std::unique_ptr<hash> hash_;
};

} // namespace uniform::service
