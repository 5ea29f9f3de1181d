// Removing dot segments while writing: one pass, with the output itself as the stack of segments.
//
// The text's two buffers (RFC 3986 5.2.4) become one pointer into the output, which stands after a "/" whenever a
// segment begins. "." writes nothing; ".." walks back over the last segment, so a byte is walked over at most once and
// the whole is linear. `floor` is how far ".." may walk: after the root's "/", or after a ".." that was kept.
#pragma once

#include <uniform/base/assertion.hpp>

#include "uri/copy_component.hpp"
#include "uri/slashes.hpp"

namespace uniform::detail {

// The first "/" that has a "." after it, or `last`.
[[nodiscard]] inline const char *find_slash_dot(const char *p, const char *last) noexcept {
    while (last - p > 8) {
        if (slash_dot_in_nine(p)) break;
        p += 8;
    }
    for (; last - p > 1; ++p) {
        if (p[0] == '/' && p[1] == '.') return p;
    }
    return last;
}

// The number of dots of the segment at p when it is "." or ".."; 0 for any other segment.
[[nodiscard]] inline unsigned dot_segment(const char *p, const char *last) noexcept {
    if (p == last || *p != '.') return 0;
    ++p;
    if (p == last || *p == '/') return 1;
    if (*p != '.') return 0;
    ++p;
    return p == last || *p == '/' ? 2 : 0;
}

class dot_segment_writer {
public:
    // Writes a path from `root` on. With `keep`, a ".." without a segment to take away stays.
    dot_segment_writer(char *root, bool keep) noexcept : root_{root}, floor_{root}, out_{root}, keep_{keep} {}

    // The "/" of a path that begins with one.
    void open_root() noexcept {
        *out_++ = '/';
        floor_ = out_;
        rootless_ = false;
    }

    // Takes over `written`, a path without dot segments that stands at the root and is empty or ends with "/".
    void resume(std::size_t written) noexcept {
        UNIFORM_ASSERT(written == 0 || root_[written - 1] == '/');
        out_ = root_ + written;
        if (written > 0 && *root_ == '/') {
            floor_ = root_ + 1;
            rootless_ = false;
        }
    }

    // Appends segments; called where a segment begins. All but the last call must end with "/" or with a dot segment.
    void append(const char *p, const char *last) noexcept {
        while (p != last) {
            if (const unsigned dots = dot_segment(p, last); dots != 0) {
                if (dots == 2) go_up(p, p + 2 == last);
                p += dots;
                if (p != last) ++p;
                continue;
            }
            if (rootless_ && out_ == root_ && *p == '/') { // RFC 3986 5.2.4: what "../" or "./" left is rooted now
                open_root();
                ++p;
                continue;
            }
            const char *end = find_slash_dot(p, last);
            if (end != last) ++end;
            const auto n = static_cast<std::size_t>(end - p);
            UNIFORM_ASSERT(end > p); // each turn reads something
            if (out_ != p) put(out_, p, n);
            out_ += n;
            p = end;
        }
    }

    // After a path that ended in a kept "..": the "/" that makes it a directory.
    void close_segment() noexcept {
        if (out_ != root_ && out_[-1] != '/') {
            *out_++ = '/';
            floor_ = out_;
        }
    }

    [[nodiscard]] char *end() const noexcept { return out_; }
    // The first ".." that had no segment to take away, in the text it was read from; nullptr when there was none.
    [[nodiscard]] const char *excess() const noexcept { return excess_; }

private:
    void go_up(const char *at, bool ends_path) noexcept {
        if (out_ != floor_) {
            char *q = out_ - 1;
            while (q != floor_ && q[-1] != '/') --q;
            if (q == floor_ && rootless_) { // RFC 3986 5.2.4 C: "a/../b" becomes "/b"
                *q++ = '/';
                floor_ = q;
                rootless_ = false;
            }
            UNIFORM_ASSERT(q >= floor_ && floor_ >= root_);
            out_ = q;
            return;
        }
        if (excess_ == nullptr) excess_ = at;
        if (keep_) {
            *out_++ = '.';
            *out_++ = '.';
            if (!ends_path) *out_++ = '/';
            floor_ = out_;
            rootless_ = false;
        }
    }

    char *root_;
    char *floor_;
    char *out_;
    const char *excess_ = nullptr;
    bool rootless_ = true;
    bool keep_;
};

} // namespace uniform::detail
