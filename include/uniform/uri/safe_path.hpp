// A file below a root, named by the path of a URI: for servers.
//
//     uniform::safe_join("/srv/www", "/a/b%20c.html")       -> "/srv/www/a/b c.html"
//     uniform::safe_join("/srv/www", "/..%2Fetc/passwd")    -> error: encoded_slash, at offset 3
//     uniform::safe_join("/srv/www", "/12:30")              -> error: colon, at offset 3
//     uniform::safe_join("/srv/www", "/12:30", file_names::posix)         -> "/srv/www/12:30"
//
// The path is decoded once, segment by segment (RFC 3986 2.4), and joined only if no segment can mean another place
// than a name in its folder, and no person or program could take it for another name: RFC 3986 7.3 has the risks. So
// the result lies below the root by construction. It is a matter of the text alone: links in the file system may lead
// elsewhere, and one file may have several names (in other letter case, in another normalization form of Unicode), so a
// rule about who may read a file belongs to the file, not to its name.
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
    dot_segment,              ///< "." or "..", encoded or not, also before ";" (servers remove parameters)
    encoded_slash,            ///< "%2F": a "/" within a segment
    control_character,        ///< C0, DEL or C1 (U+0000 to U+001F, U+007F to U+009F); NUL ends a name early
    hidden_character,         ///< one that is not shown, or reorders what is around it: U+FEFF, U+3164, U+202E; by
                              ///< file_names::portable also a space other than " " at either end: U+00A0, U+3000
    double_encoding,          ///< "%25" before two hexadecimal digits: another decoding would make something else of it
    empty_segment,            ///< "//": what follows would be an absolute path
    not_utf8,                 ///< octets that are not UTF-8, such as the overlong "%C0%AE" for "."
    // Faults by file_names::portable alone:
    backslash,         ///< "\" or "%5C": Windows takes it for "/"
    similar_character, ///< one that Windows or NFKC turns into "/", "\", ":" or ".", or a text with one: U+FF0F,
                       ///< U+2100; or that looks like that (UTS 39, confusables.txt of Unicode 18) and is no letter,
                       ///< mark or digit of a script: U+2571, U+A789; the punctuation of one only at the beginning and
                       ///< after US-ASCII: U+0589
    drive_letter,      ///< a segment that is a letter and ":", as in "/C:/x"
    colon,             ///< ":" elsewhere: on Windows a drive's folder ("a:b") or a stream of a file ("x::$DATA")
    wildcard,          ///< one of * ? < > " |, which Windows does not allow in names, but in patterns
    trailing_dot_or_space, ///< at the end of the name, or before ";": Windows drops it, so "... " is ""
    device_name,           ///< "con", "nul.txt", "COM1" and the like: on Windows a device in each folder
    short_name,        ///< "~" and digits at the end or before ".", as in "PROGRA~1": on Windows another name of a file
    leading_character, ///< at the beginning of the name: ".", which hides the file (except in "/.well-known", RFC
                       ///< 8615),
                       ///< "-" or what resembles it, which makes the name an option of a command, or a space
};

/// The risk as a word, such as "dot_segment". No allocation.
[[nodiscard]] std::string_view to_string(path_risk r) noexcept;

/// A sentence for people, without its end: "the path has a \".\" or \"..\" segment". No allocation.
[[nodiscard]] std::string_view message(path_risk r) noexcept;

/// The names that a file may have.
enum class file_names : std::uint8_t {
    portable, ///< those that mean one and the same file on POSIX systems, Windows and macOS
    posix,    ///< those of POSIX systems: only "/" and NUL have a meaning
};

/// A path that could lead out of the root, or to another file than its text shows.
struct unsafe_path {
    path_risk risk{};         ///< the first one
    std::uint64_t offset = 0; ///< in the path, in bytes: where the character as written begins, or the segment that is
                              ///< a dot segment, a device or empty

    /// Whether both are the same risk at the same place.
    friend bool operator==(const unsafe_path &, const unsafe_path &) = default;
};

/// The name of the file that `path`, the path of a URI as written, has below `root`: the root, and each segment of the
/// path, decoded once, after a "/". "" and "/" are the root itself; a "/" at the end stays. A root that is empty is
/// ".". Dot segments are refused, not removed: resolve or normalize first where they are wanted. U+200C and U+200D,
/// which some languages need, are allowed between two characters that are not ASCII. Linear; one allocation but for
/// growth.
///
///     safe_join("www", "/a/%41");     // "www/a/A"
///     safe_join("www", "/a/../../x"); // error: dot_segment, at offset 3
///     safe_join("www", "/a\\b", file_names::posix); // "www/a\\b"
[[nodiscard]] std::expected<std::string, unsafe_path> safe_join(std::string_view root, std::string_view path,
                                                                file_names names = file_names::portable);

} // namespace uniform
