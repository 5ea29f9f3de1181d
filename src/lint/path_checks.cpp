// Segments that are removed, segments that evade removal, and segments that are devices.

#include <algorithm>
#include <utility>

#include <uniform/syntax/characters.hpp>
#include <uniform/uri/device_name.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

// Whether there is "." or ".." among what a file system could see as the segments of this one: with "%2F", "\" and
// "%5C" as separators, and without what is after ";", which some servers take for parameters.
bool hides_dots(std::string_view segment) {
    const std::string data = decode_all(segment);
    for (std::size_t begin = 0; begin <= data.size();) {
        const auto end = std::min(data.find_first_of("/\\", begin), data.size());
        std::string_view name = std::string_view{data}.substr(begin, end - begin);
        const bool whole = begin == 0 && end == data.size();
        if (const auto semicolon = name.find(';'); semicolon != std::string_view::npos)
            name = name.substr(0, semicolon);
        // A "." between other separators hides nothing.
        if (name == ".." || (name == "." && whole)) return true;
        begin = end + 1;
    }
    return false;
}

// RFC 3986 7.3: "special device names like ".", "..", "...", "aux", "lpt", etc."
bool is_device(std::string_view segment) {
    if (segment.size() < 3) return false;
    constexpr char_set first_octets{"acnplACNPL.%"};
    const bool is_us_ascii = static_cast<unsigned char>(segment.front()) < 0x80;
    if (is_us_ascii && !first_octets.contains(segment.front())) return false; // nearly always
    if (segment == "...") return true;
    return segment.contains('%') ? is_device_name(decode_all(segment)) : is_device_name(segment);
}

} // namespace

void check_path(pass &p) {
    const std::string_view path = p.of(p.at.path);
    if (p.scheme == "urn" || p.scheme == "data" || p.scheme == "mailto" || p.scheme == "javascript") return;
    const bool rooted = path.starts_with('/');
    const bool relative = p.scheme.empty() && !p.at.authority;
    bool above = false;      // ".." with nothing before it
    bool leading = relative; // a relative reference may begin with them (RFC 3986 4.2)
    std::uint32_t depth = 0;
    std::vector<range> plain;
    std::vector<range> hidden;
    // As it is, a segment hides nothing: "." and ".." are seen before.
    const bool may_hide = (p.has_percent && path.contains('%')) || path.contains(';') || path.contains('\\');
    for (const std::string_view segment : path_segments{path}) {
        const auto begin = static_cast<std::uint32_t>(segment.data() - p.text.data());
        const range where{begin, begin + static_cast<std::uint32_t>(segment.size())};
        if (segment == "." || segment == "..") {
            if (!leading) plain.push_back(where);
            if (segment == "..") {
                above = above || (depth == 0 && rooted);
                depth -= depth == 0 ? 0 : 1;
            }
            continue;
        }
        leading = false;
        ++depth;
        if (may_hide && segment.size() >= 2 && hides_dots(segment)) hidden.push_back(where);
        if (is_device(segment)) {
            p.find(lint_check::device_name, where,
                   in_quotes(segment) + " is a device in some file systems; opening it may block for ever or do harm");
        }
    }
    if (plain.empty() && hidden.empty()) return;

    // The path that resolution and normalization make of it (RFC 3986 6.2.2.3): the same identifier, without the
    // surprise.
    std::vector<edit> whole;
    if (p.parsed) {
        const range all{0, static_cast<std::uint32_t>(p.text.size())};
        whole.push_back({all, normalize(*p.parsed, {.level = comparison_level::path})});
    }
    for (const range &where : plain) {
        p.find(lint_check::dot_segments, where,
               in_quotes(p.of(where)) + " is removed before the path is used" +
                   (above ? ", and leads above the root" : "") + ": what is checked before that is not what is used",
               std::exchange(whole, {}));
    }
    whole.clear();
    if (p.parsed && !hidden.empty()) {
        const std::string decoded = normalize(*p.parsed, {.level = comparison_level::percent});
        if (const auto again = parse_uri_reference(decoded)) {
            const range all{0, static_cast<std::uint32_t>(p.text.size())};
            whole.push_back({all, normalize(*again, {.level = comparison_level::path})});
        }
    }
    for (const range &where : hidden) {
        p.find(lint_check::encoded_dot_segments, where,
               in_quotes(p.of(where)) +
                   " becomes a \".\" or \"..\" segment when it is decoded or its parameters are removed",
               std::exchange(whole, {}));
    }
}

} // namespace uniform::linting
