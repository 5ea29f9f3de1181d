// A list as an import reads it: rows of CSV with the columns of an import, whatever the columns of the list are.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::service {

/// The fields of a row (RFC 4180, with another separator). std::nullopt: a quotation mark is where none may be. Linear.
[[nodiscard]] std::optional<std::vector<std::string>> fields_of_row(std::string_view row, char separator);

/// Rewrites rows; the first one gets the names of the columns. Each line end stays one, so that numbers of lines do,
/// too.
class list_source {
public:
    /// @param next the next part of the list, empty at its end
    list_source(std::vector<std::string> columns, char separator, std::function<std::string()> next)
        : columns_(std::move(columns)), separator_{separator}, next_(std::move(next)) {}

    /// The next part of what an import reads; empty at the end. Valid until the next call.
    [[nodiscard]] std::string_view read();

private:
    [[nodiscard]] std::optional<std::string_view> next_row();
    void write_row(std::string_view row);

    std::vector<std::string> columns_;
    char separator_;
    std::function<std::string()> next_;
    std::vector<std::string> header_;
    std::string buffer_;
    std::size_t begin_ = 0;
    bool at_end_ = false;
    std::string out_;
};

} // namespace uniform::service
