// Dot segments as clients see them: they could lead a name out of the folder that its locator is in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver::detail {

/// Whether a segment of the path that ends behind `from` is "." or ".." (RFC 3986 3.3); clients remove them whether or
/// not they are percent-encoded. Linear.
[[nodiscard]] inline bool has_dot_segment(std::string_view path, std::size_t from = 0) {
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t stop = std::min(path.find('/', at), path.size());
        std::string segment;
        for (std::size_t i = at; i < stop; ++i) {
            const bool is_dot =
                path[i] == '%' && i + 2 < stop && path[i + 1] == '2' && ascii::to_lower(path[i + 2]) == 'e';
            segment += is_dot ? '.' : path[i];
            if (is_dot) i += 2;
        }
        if ((segment == "." || segment == "..") && (from == 0 || stop > from)) return true;
        at = stop + 1;
    }
    return false;
}

} // namespace uniform::resolver::detail
