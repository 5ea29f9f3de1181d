// Dot segments: "." and ".." as complete path segments (RFC 3986 3.3), and how they are removed (5.2.4).
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The treatment of a ".." that has no segment to remove.
/// RFC 3986 5.2.4 drops it. The 2003 draft (5.2, step 7) and RFC 2396 (5.2, step 6g) permit all three, and print the
/// result that keeps it.
enum class excess_dots : std::uint8_t {
    by_edition, ///< drop in RFC 3986, keep in the older editions
    keep,       ///< it stays in the path: "http://a/../g"
    drop,       ///< it is removed: "http://a/g"
    refuse,     ///< error_code::excess_dot_segments
};

/// Whether "." or ".." is a complete segment of `path` (RFC 3986 3.3). Linear, eight bytes at a time; no allocation.
[[nodiscard]] bool has_dot_segments(std::string_view path) noexcept;

namespace detail {

// RFC 3986 5.2.4 for any path, rooted or rootless, as the text says: "a/../b" gives "/b". Writes at most last - first
// bytes and returns the end of what it wrote. `out` may be `first` (in place) but must not lie inside (first, last).
// Linear, one pass. The result may begin with "//": a caller without authority has to guard it.
char *remove_dot_segments(const char *first, const char *last, char *out) noexcept;

} // namespace detail

} // namespace uniform
