// The header section of a message or of a part of it (RFC 5322 2.2, RFC 2045 3).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "html/source_text.hpp"

namespace uniform::html {

// The size of the field name at the beginning of a line, which ":" ends (RFC 5322 2.2); 0: there is none.
[[nodiscard]] std::size_t field_name_size(std::string_view line) noexcept;

class heading {
public:
    // The fields up to the first empty line, or up to the first line that is not a field; a "From " line of a
    // mailbox before them is skipped.
    explicit heading(std::string_view text);

    // With the empty line after it.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    // The body of the first field with that name (in lower case), unfolded and without white space around it. Linear.
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;

private:
    std::string_view text_;
    std::size_t size_ = 0;
};

// RFC 2045 5.1.
struct content_type {
    explicit content_type(std::string_view value);

    std::string name; // in lower case
    std::string boundary;
    std::string charset;
};

} // namespace uniform::html
