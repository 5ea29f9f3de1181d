// A file below a root, named by the path of a URI: for servers.
//
//     uniform::safe_join("/srv/www", "/a/b%20c.html")       -> "/srv/www/a/b c.html"
//     uniform::safe_join("/srv/www", "/..%2Fetc/passwd")    -> error: encoded_slash, at offset 1
//
// The path is decoded once, segment by segment (RFC 3986 2.4), and joined only if no segment can mean another place
// than a name in its folder: RFC 3986 7.3 has the risks. So the result lies below the root by construction. It is a
// matter of the text alone: links in the file system may lead elsewhere.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// Why a path is refused.
enum class path_risk : std::uint8_t {
    invalid_percent_encoding, ///< "%" without two hexadecimal digits (RFC 3986 2.1)
    dot_segment,              ///< "." or "..", encoded or not, also before ";" or made longer by dots and spaces
    encoded_slash,            ///< "%2F": a "/" within a segment
    backslash,                ///< "\" or "%5C", which some systems take for "/"
    control_character,        ///< U+0000 to U+001F or U+007F; NUL ends a name early
    double_encoding,          ///< "%25" before two hexadecimal digits: another decoding would make something else of it
    drive_letter,             ///< a segment that begins with a letter and ":", as in "C:"
    empty_segment,            ///< "//": what follows would be an absolute path
    not_utf8,                 ///< octets that are not UTF-8, such as the overlong "%C0%AE" for "."
};

/// The risk as a word, such as "dot_segment". No allocation.
[[nodiscard]] std::string_view to_string(path_risk r) noexcept;

/// A sentence for people, without its end: "the path has a \".\" or \"..\" segment". No allocation.
[[nodiscard]] std::string_view message(path_risk r) noexcept;

/// A path that could lead out of the root.
struct unsafe_path {
    path_risk risk{};         ///< the first one
    std::uint64_t offset = 0; ///< where its segment begins in the path, in bytes; of invalid_percent_encoding, the "%"

    /// Whether both are the same risk at the same place.
    friend bool operator==(const unsafe_path &, const unsafe_path &) = default;
};

/// The name of the file that `path`, the path of a URI as written, has below `root`: the root, and each segment of the
/// path, decoded once, after a "/". "" and "/" are the root itself; a "/" at the end stays. A root that is empty is
/// ".". Dot segments are refused, not removed: resolve or normalize first where they are wanted. Linear; one allocation
/// but for growth.
///
///     safe_join("www", "/a/%41");     // "www/a/A"
///     safe_join("www", "/a/../../x"); // error: dot_segment, at offset 3
[[nodiscard]] std::expected<std::string, unsafe_path> safe_join(std::string_view root, std::string_view path);

} // namespace uniform
