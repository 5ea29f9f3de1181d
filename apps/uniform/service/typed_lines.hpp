// Lines of an import as people type them: --typed (RFC 3986 appendix C).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// Cleans the identifiers of each line, NDJSON or CSV: name, url and the URLs of locators, other names, successor and
// predecessor. Other lines stay as they are, also those that cannot be read; the number of lines stays the same.
class typed_lines {
public:
    explicit typed_lines(bool csv) noexcept : csv_{csv} {}
    // Appends the lines that are complete with this part of the input.
    void add(std::string_view part, std::string &out);
    // At the end of the input.
    void finish(std::string &out);

private:
    enum class column : std::uint8_t { other, identifier, identifiers };
    void line(std::string_view text, std::string &out); // with its end
    void row(std::string_view text, std::string &out);

    bool csv_;
    std::string pending_;
    std::size_t seen_ = 0; // of pending_
    bool in_quotes_ = false;
    std::vector<column> columns_; // of the header row; empty before it
};

} // namespace uniform::cli
