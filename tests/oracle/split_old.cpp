// The resolution of RFC 2396 5.2 and of the 2003 draft 5.2: string surgery in a buffer.
#include "oracle/split.hpp"

namespace oracle {

namespace {

// The offset of the first segment of a path: "/" path-segments or rel-segment ...
std::size_t first_segment(const std::string &buffer) { return buffer.starts_with('/') ? 1 : 0; }

bool begins_segment(const std::string &buffer, std::size_t at) {
    return at == first_segment(buffer) || (at > first_segment(buffer) && buffer[at - 1] == '/');
}

// Steps 3 to 7 of the draft, c) to g) of RFC 2396. Returns false for an error under excess::refuse.
bool remove_patterns(std::string &buffer, excess policy) {
    // 3. All occurrences of "./", where "." is a complete path segment, are removed from the buffer string.
    for (std::size_t at = buffer.find("./"); at != std::string::npos;) {
        if (begins_segment(buffer, at)) {
            buffer.erase(at, 2);
            at = buffer.find("./");
        } else {
            at = buffer.find("./", at + 1);
        }
    }
    // 4. If the buffer string ends with "." as a complete path segment, that "." is removed.
    if (buffer.ends_with('.') && begins_segment(buffer, buffer.size() - 1)) buffer.pop_back();
    // 5. All occurrences of "<segment>/../", where <segment> is a complete path segment not equal to "..", are removed,
    // the leftmost first, until there is none. (The draft's text has lost "<segment>"; RFC 2396 5.2 e) shows it.)
    for (bool found = true; found;) {
        found = false;
        for (std::size_t at = first_segment(buffer); at <= buffer.size();) {
            const std::size_t end = buffer.find('/', at);
            if (end == std::string::npos) break;
            if (buffer.substr(at, end - at) != ".." && buffer.compare(end, 4, "/../") == 0) {
                buffer.erase(at, end + 4 - at);
                found = true;
                break;
            }
            at = end + 1;
        }
    }
    // 6. If the buffer string ends with "<segment>/..", where <segment> is a complete path segment not equal to "..",
    // that "<segment>/.." is removed.
    if (buffer.ends_with("/..")) {
        const std::size_t end = buffer.size() - 3;
        // A "/" that begins the path ends no segment.
        if (end >= first_segment(buffer)) {
            const std::size_t slash = end == 0 ? std::string::npos : buffer.rfind('/', end - 1);
            const std::size_t at = slash == std::string::npos ? first_segment(buffer) : slash + 1;
            if (buffer.substr(at, end - at) != "..") buffer.erase(at);
        }
    }
    // 7. If the resulting buffer string still begins with one or more complete path segments of "..": keep them,
    // remove them, or avoid traversal of the reference.
    const std::size_t first = first_segment(buffer);
    const auto begins_with_dots = [&] { return buffer.compare(first, 3, "../") == 0 || buffer.substr(first) == ".."; };
    if (begins_with_dots() && policy == excess::refuse) return false;
    while (policy == excess::remove && begins_with_dots()) buffer.erase(first, 3);
    return true;
}

} // namespace

std::optional<std::string> remove_dot_segments_2003(std::string_view path, excess policy) {
    std::string buffer(path);
    if (!remove_patterns(buffer, policy)) return std::nullopt;
    return buffer;
}

old_answer resolve_2003(std::string_view base_text, std::string_view reference, bool validating, excess policy) {
    const components base = split(base_text);
    components r = split(reference);
    components t;
    if (!validating && same_scheme(r.scheme, base.scheme)) r.scheme.reset();
    if (r.scheme) {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = r.path;
        t.query = r.query;
    } else {
        if (r.authority) {
            t.authority = r.authority;
            t.path = r.path;
            t.query = r.query;
        } else {
            if (r.path.empty()) {
                if (r.query) {
                    t.path = base.path;
                    t.query = r.query;
                } else {
                    return {true, false, "(current document)" + (r.fragment ? "#" + *r.fragment : std::string())};
                }
            } else {
                if (r.path.starts_with('/')) {
                    t.path = r.path;
                } else {
                    // 1. All but the last segment of the base URI's path component is copied to the buffer. [...]
                    // If the base URI's path component is the empty string, then a single slash is copied.
                    std::string buffer = base.path.substr(0, base.path.rfind('/') + 1); // npos + 1 is 0
                    if (base.path.empty()) buffer = "/";
                    // 2. The reference's path component is appended to the buffer string.
                    buffer += r.path;
                    if (!remove_patterns(buffer, policy)) return {false, true, {}};
                    // 8. The remaining buffer string is the target URI's path component.
                    t.path = buffer;
                }
                t.query = r.query;
            }
            t.authority = base.authority;
        }
        t.scheme = base.scheme;
    }
    t.fragment = r.fragment;
    return {false, false, recompose(t)};
}

old_answer resolve_1998(std::string_view base_text, std::string_view reference, bool strict, excess policy) {
    const components base = split(base_text);
    // 1)
    components r = split(reference);
    // 3), the second paragraph: it comes before 2) here, as "http:" against a base with that scheme has nothing else
    if (!strict && same_scheme(r.scheme, base.scheme)) r.scheme.reset();
    // 2)
    if (r.path.empty() && !r.scheme && !r.authority && !r.query)
        return {true, false, "(current document)" + (r.fragment ? "#" + *r.fragment : std::string())};
    // 3)
    if (r.scheme) return {false, false, recompose(r)};
    r.scheme = base.scheme;
    // 4)
    if (!r.authority) {
        r.authority = base.authority;
        // 5)
        if (!r.path.starts_with('/')) {
            // 6) a), b)
            std::string buffer = base.path.substr(0, base.path.rfind('/') + 1);
            buffer += r.path;
            // c) to g)
            if (!remove_patterns(buffer, policy)) return {false, true, {}};
            // h)
            r.path = buffer;
        }
    }
    // 7)
    return {false, false, recompose(r)};
}

} // namespace oracle
