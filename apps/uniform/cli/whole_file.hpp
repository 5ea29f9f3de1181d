// Files that a command reads as a whole.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

namespace uniform::cli {

// The content of a file, or of standard input for "-". If it is longer than `limit` bytes, the result is longer than
// that as well, but may be cut off. The error is the errno of opening or reading.
[[nodiscard]] std::expected<std::string, int> content_of(const std::string &file, std::size_t limit);

} // namespace uniform::cli
