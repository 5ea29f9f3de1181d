#include <uniform/uri/dot_segments.hpp>

#include "uri/dot_segment_writer.hpp"

namespace uniform {

bool has_dot_segments(std::string_view path) noexcept {
    const char *p = path.data();
    const char *const last = p + path.size();
    while (p != last) {
        if (detail::dot_segment(p, last) != 0) return true;
        p = detail::find_slash_dot(p, last);
        if (p != last) ++p;
    }
    return false;
}

char *detail::remove_dot_segments(const char *first, const char *last, char *out) noexcept {
    dot_segment_writer writer{out, false};
    if (first != last && *first == '/') {
        writer.open_root();
        ++first;
    }
    writer.append(first, last);
    return writer.end();
}

} // namespace uniform
