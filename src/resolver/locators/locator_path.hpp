// Dot segments as clients see them: they could lead a name out of the folder that its locator is in.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver::detail {

/// Whether a segment of the path that ends behind `from` is "." or ".." (RFC 3986 3.3); clients remove them whether or
/// not they are percent-encoded, and many servers decode the slashes "%2F" and "%5C" before they look for them. Linear.
[[nodiscard]] inline bool has_dot_segment(std::string_view path, std::size_t from = 0) {
    std::size_t dots = 0, others = 0; // of the segment up to here
    for (std::size_t i = 0; i <= path.size(); ++i) {
        const std::string_view octet = path.substr(i, 3);
        const auto is_encoded = [&](std::string_view as) { return ascii::equal_ignoring_case(octet, as); };
        const bool is_slash = is_encoded("%2F") || is_encoded("%5C");
        if (i == path.size() || path[i] == '/' || is_slash) {
            const bool is_dot_segment = others == 0 && (dots == 1 || dots == 2);
            if (is_dot_segment && (from == 0 || i > from)) return true;
            dots = others = 0;
        } else {
            ++(path[i] == '.' || is_encoded("%2E") ? dots : others);
        }
        if (is_slash || is_encoded("%2E")) i += 2;
    }
    return false;
}

} // namespace uniform::resolver::detail
