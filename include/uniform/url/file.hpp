// file URLs: draft-ietf-uri-url-06 3.10; RFC 1738 3.10; RFC 8089 2. Appendix E: filename() supports the parts that such
// URLs can contain: "c|" as a drive (E.2.2), names of other hosts (E.3.1, E.3.2).
//
//     const auto url = uniform::parse_fileurl("file:///E:/Documents%20and%20Settings").value();
//     uniform::filename(url, uniform::file_system::windows)   -> "E:\\Documents and Settings"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// fileurl = "file://" host [ "/" fpath ]; the prose (3.10) and RFC 1738 allow the empty host, which only a path tells
/// from no URL at all. RFC 1738: the "/" is required. RFC 8089 2: file-URI, nothing of its appendix E: no user (E.1),
/// no "file:c:/x" (E.2), no "|" (E.2.2; the draft allows it, as it allows all of `national`), no path that begins with
/// "//" (E.3.2; the documents of 1994 allow it), no "\\" (E.4; the draft does).
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
    std::vector<std::string> segments{}; ///< of the path; the last one is "" for a directory; none for the root, "/"
    bool slash = true;                   ///< whether there is a "/" after the host; needed only when segments is empty

    friend bool operator==(const fileurl_parts &, const fileurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<fileurl_view, error> parse_fileurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_fileurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] fileurl_parts parts_of(const fileurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts: a port or a user in the host, no host in the documents of 1994 ("" is one), no path where it is
/// required, a path of RFC 8089 that begins with an empty segment. The error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_fileurl(const fileurl_parts &parts, url_options o = {});

/// The system whose rules convert a path to a filename.
enum class file_system : std::uint8_t {
    posix,   ///< RFC 8089 D.1
    windows, ///< RFC 8089 D.2, E.2, E.3
    vms,     ///< draft-ietf-uri-url-06 3.10, RFC 8089 D.4
};

/// The name of the file in that system. Allocates; linear.
///   posix    "/a/b".
///   windows  "c:" or "c|" (E.2.2) as the first segment is a drive: "c:\a\b". Another host is "\\host\a\b" (E.3.1), and
///   so
///            is "//host/a/b" as a path without host (E.3.2). Else "\a\b", which the current drive completes.
///   vms      "DISK$USER:[MY.NOTES]NOTE12345.TXT" in upper case, the first segment being the device. The host is left
///            out, as the document's example does: it is the name on that host.
/// Fails with no_access for another host where the system has no names for such (posix; windows, when the host is an
/// IP literal), with missing_part where there is no path (vms: no device), and with invalid_character where a segment
/// cannot be part of a name: NUL, or a separator of the system, decoded from an escape ("a%2Fb").
/// The offset is that of the escape. Device names such as "aux" are the caller's responsibility (RFC 8089 5).
[[nodiscard]] std::expected<std::string, error> filename(const fileurl_view &url, file_system system);

/// The URL of a file by its absolute name: "/a", "c:\a" or "c:/a", "\a", "\\host\a", "DEV:[A]B" and "NODE::DEV:[A]B".
/// The host is empty where the name has none ("file:///a"). A name of VMS is written in lower case, as in 3.10, with
/// "%24" for "$" of a device in RFC 8089 (D.4). invalid_name for a name that is not absolute, that holds NUL, or that
/// is of a namespace beginning with "\\?\" or "\\.\" (RFC 8089 appendix C); its offset is 0.
[[nodiscard]] std::expected<std::string, error> make_fileurl(std::string_view filename, file_system system,
                                                             url_options o = {});

} // namespace uniform
