// Abbreviated references (rfc2396bis-01 appendix F): "www.w3.org/Addressing/", or the host name alone, completed to the
// URI that was probably meant. These are guesses, and there is no standard set of heuristics; these are ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/text/typed.hpp>

namespace uniform {

/// By which heuristic an abbreviated reference was completed. The first that applies is taken.
enum class completion_rule : std::uint8_t {
    none,            ///< nothing was completed
    is_uri,          ///< it is a URI already
    mail_address,    ///< NAME@HOST: "mailto:"
    network_path,    ///< begins with "//": the default scheme and ":"
    known_port,      ///< HOST:PORT with the port of http, https, ftp, gopher or nntp: that scheme
    ftp_host,        ///< begins with "ftp.": "ftp://"
    gopher_host,     ///< begins with "gopher.": "gopher://"
    www_host,        ///< begins with "www." or "www" and digits: the default scheme (appendix F: most likely "http://")
    ip_address,      ///< an IPv4 address or "[" IPv6 address "]": the default scheme
    host_name,       ///< any other host name: the default scheme
    missing_slashes, ///< "http:HOST", "http:/HOST", "http//HOST", and other schemes that nothing is without a host
};

/// "mail-address", "www-host", ...; "" for none.
[[nodiscard]] std::string_view to_string(completion_rule r) noexcept;

/// How abbreviated references are completed.
struct complete_options {
    /// Of web addresses. The draft says "http"; nothing in "www.example.org" promises that its server speaks https, and
    /// a server that does redirects there. Whoever would rather not connect in the clear asks for "https".
    std::string_view default_scheme = "http";
};

/// What a typed text probably stands for.
struct completion {
    std::string uri{};
    completion_rule rule = completion_rule::none;
    bool guess = true;               ///< false when it was a URI already
    std::vector<cleaning> cleaned{}; ///< what was taken away first
};

/// Completes what somebody typed: delimiters and white space are taken away first, as clean_typed() does. A text that
/// is a URI stays as it is, but HOST:PORT is not read as SCHEME:PATH when no such scheme is registered, and a URI of a
/// scheme that needs a host (http, ftp and the like) must have one. Of what is no URI, , ; : ! ? at the end are left
/// out. Nothing when no URI can be made of it: a number is no host, nor is 256.1.1.1, and ports end at 65535. Linear;
/// allocates.
[[nodiscard]] std::optional<completion> complete(std::string_view typed, const complete_options &o = {});

} // namespace uniform
