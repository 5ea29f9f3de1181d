// file URLs: draft-ietf-uri-url-06 3.10; RFC 1738 3.10; RFC 8089 (with appendix E where asked for).
//
//     const auto url = uniform::parse_fileurl("file:///E:/Documents%20and%20Settings").value();
//     uniform::filename(url, uniform::file_system::windows)   -> "E:\\Documents and Settings"
#pragma once

#include <uniform/url/login.hpp>

namespace uniform {

/// fileurl = "file://" host [ "/" fpath ]; the prose (3.10) and RFC 1738 admit the empty host. RFC 8089 2: file-URI.
struct fileurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc8089;
    std::optional<std::string_view> host{};  ///< absent where there is no "//" (RFC 8089 alone)
    std::optional<std::string_view> fpath{}; ///< without the "/" before it
    bool local = false;                      ///< 3.10: "localhost", the empty host, or no "//"
};

/// The same, decoded.
struct fileurl_parts {
    std::optional<std::string> host{};
    std::vector<std::string> segments{}; ///< of the path; the last one is "" for a directory
    bool slash = true;                   ///< whether there is a "/" after the host

    friend bool operator==(const fileurl_parts &, const fileurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<fileurl_view, error> parse_fileurl(std::string_view text, url_options o = {}) noexcept;

/// Decoded. Allocates; linear.
[[nodiscard]] fileurl_parts parts_of(const fileurl_view &url);

/// The URL of these parts, encoded as its section demands; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_fileurl(const fileurl_parts &parts, url_options o = {});

/// Whose rules make a filename of a path.
enum class file_system : std::uint8_t {
    posix,   ///< RFC 8089 D.1
    windows, ///< RFC 8089 D.2, E.2, E.3: drive letters, "\\host\share" for another host
    vms,     ///< draft-ietf-uri-url-06 3.10, RFC 8089 D.4: DISK$USER:[MY.NOTES]NOTE12345.TXT
};

/// The name by which that system knows the file. Fails with no_access for another host where the system has no names
/// for such, and with invalid_character where a segment cannot be part of a name: NUL, the system's own separator
/// decoded from an escape ("a%2Fb").
[[nodiscard]] std::expected<std::string, error> filename(const fileurl_view &url, file_system system);
/// The URL of a file by its absolute name; a name that is not absolute is invalid_name.
[[nodiscard]] std::expected<std::string, error> make_fileurl(std::string_view filename, file_system system,
                                                             url_options o = {});

} // namespace uniform
