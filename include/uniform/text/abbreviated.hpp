// Abbreviated references (rfc2396bis-01 appendix F): "www.w3.org/Addressing/", or the host name alone, completed to the
// URI that was probably meant. These are guesses, and there is no standard set of heuristics; these are ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

#include <uniform/text/typed.hpp>

namespace uniform UNIFORM_API {

/// The heuristic that completed an abbreviated reference: the first that applies.
enum class completion_rule : std::uint8_t {
    none,            ///< nothing was completed
    is_uri,          ///< it is a URI already
    mail_address,    ///< `NAME@HOST`: "mailto:"
    network_path,    ///< begins with "//": the default scheme and ":"
    known_port,      ///< HOST:PORT with the port of http, https, ftp, gopher or nntp: that scheme; news without a group
    ftp_host,        ///< begins with "ftp.": "ftp://"
    gopher_host,     ///< begins with "gopher.": "gopher://"
    www_host,        ///< begins with "www." or "www" and digits: the default scheme (appendix F: most likely "http://")
    ip_address,      ///< an IPv4 address or "[" IPv6 address "]": the default scheme
    host_name,       ///< any other host name: the default scheme
    missing_slashes, ///< "http:HOST", "http:/HOST", "http//HOST", and other schemes that require a host
};

/// "mail-address", "www-host", ...; "" for none.
[[nodiscard]] std::string_view to_string(completion_rule r) noexcept;

/// The options by which abbreviated references are completed.
struct complete_options {
    /// For web addresses. The draft says "http": nothing in "www.example.org" guarantees that its server supports
    /// https, and a server that does can redirect. To avoid unencrypted connections, use "https".
    std::string_view default_scheme = "http";
    uniform::edition edition = uniform::edition::rfc3986; ///< of the URI that the text may stand for
};

/// The probable meaning of a typed text.
struct completion {
    std::string uri{};
    completion_rule rule = completion_rule::none;
    bool guess = true;               ///< false when it was a URI or an IRI already, but for what was around it
    std::vector<cleaning> cleaned{}; ///< the texts that were removed first
};

/// Completes a typed text as read_typed() reads it: delimiters and white space are removed first, and words are none. A
/// text that is a URI stays as it is, but HOST:PORT is not read as SCHEME:PATH when no such scheme is registered, and a
/// URI of a scheme that needs a host (http, ftp and the like) must have one. A completion is also valid by the document
/// of its scheme, as parse_url() reads it: "a&b@c.example" becomes "mailto:a%26b@c.example" (RFC 6068 2), and
/// "a@b.example/" is nothing, since http has no user names (RFC 9110 4.2.4). std::nullopt if it cannot be completed to
/// a URI: a number is no host, nor is 256.1.1.1, and ports end at 65535. Linear; allocates.
[[nodiscard]] std::optional<completion> complete(std::string_view typed, const complete_options &o = {});

} // namespace uniform
