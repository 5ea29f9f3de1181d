// Cuts a stream of NDJSON or CSV into its records, in constant memory and linear time, and knows where it stands.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/import.hpp>

namespace uniform::service {

class bulk_reader {
public:
    /// `digest`: keep the SHA-256 of what was read.
    bulk_reader(bulk_format f, const bulk_source &source, bool digest);
    ~bulk_reader();

    /// One line of NDJSON, or one record of CSV, without its line end; valid until the next call. `wrong` when it is
    /// longer than longest_line, or a quotation mark of CSV is never closed: then `text` is empty, and reading goes on
    /// behind it.
    struct record {
        std::string_view text = {};
        std::uint64_t line = 0; ///< of its first character; from 1
        std::optional<resolver::problem> wrong = {};
    };
    /// Empty lines are left out. Nothing at the end.
    [[nodiscard]] std::optional<record> next();

    [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; } ///< bytes that were given
    [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }   ///< line ends that were passed
    /// Of the bytes before offset(), in hexadecimal; empty when it is not kept.
    [[nodiscard]] std::string digest() const;
    /// Reads on to an offset and line that an earlier reader told. False when the input ends before it.
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
    std::size_t scanned_ = 0; // behind begin_: looked at by find_end()
    std::size_t ends_ = 0;    // line ends among those, inside of quotes
    place place_ = place::field_start;
    bool at_end_ = false;
    std::uint64_t offset_ = 0;
    std::uint64_t lines_ = 0;
    struct hash;
    std::unique_ptr<hash> hash_;
};

} // namespace uniform::service
