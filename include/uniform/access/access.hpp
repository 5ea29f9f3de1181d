// Carrying out an access plan step by step, and passing on the received data.
//
//     const auto plan = uniform::plan_access("ftp://host.dom/pub/tide.txt;type=i").value();
//     std::string all;
//     const auto got = uniform::carry_out(plan, [&](std::string_view part) { all += part; return true; });
//     if (!got) std::cerr << uniform::message(got.error());   // "CWD pub: 550 Failed to change directory."
//
// docs/decisions/0010-carrying-out-access-plans.md describes the part of libcurl.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/url/access_plan.hpp>

namespace uniform UNIFORM_API {

/// Why a plan could not be carried out to its end.
enum class access_problem : std::uint8_t {
    no_client,   ///< unsupported protocol: telnet, mailto, wais, prospero, and what has no plan
    not_here,    ///< file: on another machine, absent, not readable, or not a regular file
    unsendable,  ///< an argument that cannot be sent; CR, LF or NUL in a user or password from any source
    no_password, ///< the server requires one, and none was given
    connection,  ///< the host does not exist, refuses the connection, TLS failed, or the connection was interrupted
    refused,     ///< the server refused
    redirect,    ///< too many, or to a target that is not followed
    too_large,   ///< more than max_size
    timed_out,   ///< longer than timeout, or no data received for idle_timeout
    incomplete,  ///< the transfer ended early
    bad_answer,  ///< a reply that breaks the protocol
    stopped,     ///< stopped by the sink or the observer
    not_allowed, ///< the host is an address that access_options::addresses excludes, or its name leads to one
};

/// "no-client", "not-here", ...
[[nodiscard]] std::string_view to_string(access_problem p) noexcept;

/// Why an access ended, and at which step.
struct access_failure {
    access_problem problem = access_problem::connection;
    std::string step{};   ///< which step of the plan, as sent ("CWD pub"), or "connect to HOST:PORT"; never a password
    std::string detail{}; ///< the reply ("550 Failed to change directory."), or a sentence; from outside: escape it
    int status = 0;       ///< the server's code, if it sent one
};

/// "STEP: SAYS".
[[nodiscard]] std::string message(const access_failure &f);

/// The report on a completed access.
struct access_result {
    std::uint64_t size = 0;     ///< bytes handed to the sink
    int status = 0;             ///< the last step's code; 0 where the protocol has none
    std::string content_type{}; ///< as the server wrote it; http alone
    /// http: the final URL, after redirects, in its normal form: the base URI of RFC 3986 5.1.3
    std::string url{};
    std::string content_location{}; ///< http: the field Content-Location, as the server wrote it (RFC 9110 8.7)
    unsigned redirects = 0;
    std::vector<std::string> visited{}; ///< http: the URLs of all requests; the last is `url`
    std::uint64_t resumed_at = 0;       ///< bytes that were not transferred, because access_options::resume_at had them
};

/// The addresses that may be contacted (RFC 3986 7.3, 7.4). Those of special use are: loopback, private, link-local,
/// unspecified, multicast and reserved ones (special_range_of()). A rare form is one that RFC 3986 reads as a name.
enum class address_policy : std::uint8_t {
    any,       ///< all, in any form
    first_any, ///< all for the plan itself, and as `internet` for what redirects lead to
    internet,  ///< none of special use and none in a rare form, nor a name that leads to one; through a proxy, which
               ///< looks names up itself, names are not checked
};

/// Limits of an access, what it verifies, and whom it asks.
struct access_options {
    std::uint64_t max_size = std::uint64_t{1} << 30; ///< bytes; known sizes are refused before anything is received
    /// For all of it, connecting and redirects included, but not while a person is asked: from nothing up to 2^31 - 1
    /// milliseconds (24 days). Whatever is beyond these ranges counts as their end.
    std::chrono::milliseconds timeout{60'000};
    std::chrono::milliseconds connect_timeout{30'000}; ///< for one connection: 1 to 2^31 - 1 milliseconds
    /// Without a byte from the server: 1 millisecond to 65535 seconds (18 hours). Where libcurl keeps it, which is
    /// everywhere but with nntp and news, it is rounded up to whole seconds.
    std::chrono::milliseconds idle_timeout{30'000};
    unsigned max_redirects = 10; ///< http: 0 follows none
    address_policy addresses = address_policy::any;
    bool environment_proxy = true; ///< http: see carry_out()
    std::string ca_file{};         ///< certificates to trust instead of the system's
    std::string user_agent{};      ///< http: "" is uniform/VERSION
    /// http: further header fields, "Name: value", for the plan's own host and port; not sent to others to which it
    /// redirects. One with CR, LF or NUL is never sent (access_problem::unsendable).
    std::vector<std::string> headers{};
    bool head = false; ///< http: HEAD instead of GET; the header section of the last response goes to the sink
    /// Bytes of the content that the caller has: http asks for the rest (Range), ftp restarts there (REST, in image
    /// mode), file reads on from there. The others, and a server that cannot, send everything.
    std::uint64_t resume_at = 0;
    /// Called once, before the first byte: where in the content it is, resume_at or 0; false stops.
    std::function<bool(std::uint64_t at)> begin{};
    /// Asked when the plan says credentials::ask_password and the server wants one: the password of a user of a host,
    /// or nothing. CR, LF and NUL in one are never sent.
    std::function<std::optional<std::string>(std::string_view user, std::string_view host)> ask_password{};
    /// Called with the progress, and the total size if known, at most several times a second; false stops.
    std::function<bool(std::uint64_t received, std::optional<std::uint64_t> total)> observe{};
};

/// Receives the data, part by part; false stops.
using access_sink = std::function<bool(std::string_view)>;

/// Carries out a plan for ftp, http, https, gopher, file, nntp, news, snews and data. Contacts the plan's host and, for
/// http, the hosts that redirects lead to: each is planned with plan_access(), so that section 6 of the draft holds for
/// them too, and only http and https are followed. The bytes go to the sink as they were sent: line ends stay CRLF, and
/// a gopher menu has its last line "."; but an article comes without the dots that NNTP stuffs into it, and what ftp
/// sends as text (TYPE a, NLST) with the line ends of this machine, LF. Where the last step is GROUP, the server's
/// reply goes to the sink. An error may come after parts have been handed on.
///
/// A plan of http with a user and a password sends them by the Basic scheme (RFC 7617), to its own host and port alone.
///
/// Reads no .netrc, cookies or other files but the certificates. From the environment, http and https follow
/// http_proxy, https_proxy, all_proxy and no_proxy, in upper case as libcurl has them, unless environment_proxy is
/// false; all else connects directly. Blocks; several threads may call it at once. With TLS, a program should ignore
/// SIGPIPE, which the library does not touch.
[[nodiscard]] std::expected<access_result, access_failure> carry_out(const access_plan &plan, const access_sink &sink,
                                                                     const access_options &options = {});

/// A URL, or a similar text, with *** in place of its password, as in messages. In a text that is not a URI reference,
/// all from the first colon after the scheme to the last "@" counts as the password. Linear.
[[nodiscard]] std::string mask_password(std::string_view text);

/// Whether carry_out() has a client for that scheme (lower case).
[[nodiscard]] bool can_carry_out(std::string_view scheme) noexcept;

/// The commands that carry_out() sends besides the steps of a plan of that scheme (lower case), in their order, each at
/// most once: for ftp PWD after the login, EPSV before the transfer, PASV if the server refuses that, and QUIT. Empty
/// for the others. O(1). Example: `session_commands("ftp").front()` is "PWD".
[[nodiscard]] std::span<const std::string_view> session_commands(std::string_view scheme) noexcept;

} // namespace uniform
