// Delimited text: comma-separated values (RFC 4180 section 2), also with another delimiter, and tab-separated values
// (https://www.iana.org/assignments/media-types/text/tab-separated-values).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// A record as it is written. Its memory is used again.
struct delimited_record {
    struct field { // octets of the text, with quotation marks
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    std::string_view text; // without what ends it
    std::vector<field> fields;
    std::size_t size = 0;  // with what ends it
    bool is_closed = true; // false: the end of the text is within quotation marks

    [[nodiscard]] std::string_view written(std::size_t i) const noexcept {
        return text.substr(fields[i].begin, fields[i].end - fields[i].begin);
    }
};

class delimited {
public:
    // `has_quotes`: a field may stand between quotation marks, and then have delimiters and line ends in it (2.5, 2.6).
    constexpr delimited(char delimiter, bool has_quotes) noexcept : delimiter_{delimiter}, has_quotes_{has_quotes} {}

    // Reads the record at the beginning of the text. Linear in the record.
    void read(std::string_view text, delimited_record &into) const;
    // The octets of the text that are whole records. Linear.
    [[nodiscard]] std::size_t whole_records(std::string_view text) const;

    // The value of a field, in `room` where it is not a part of what is written.
    [[nodiscard]] std::string_view value_of(std::string_view written, std::string &room) const;
    // Whether the format can have the value in a field.
    [[nodiscard]] bool can_have(std::string_view value) const noexcept;
    // Writes a value, between quotation marks where it needs them (2.6, 2.7), or where the field had them.
    void append(std::string &out, std::string_view value, bool was_quoted) const;
    [[nodiscard]] bool is_quoted(std::string_view written) const noexcept {
        return has_quotes_ && written.starts_with('"');
    }
    [[nodiscard]] char delimiter() const noexcept { return delimiter_; }

private:
    char delimiter_;
    bool has_quotes_;
};

} // namespace uniform::cli
