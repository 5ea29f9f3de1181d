// Access plans: the steps by which a client accesses a resource by the document of the scheme, as data
// (draft-ietf-uri-url-06 3).
//
//     const auto plan = uniform::plan_access("ftp://host.dom/a/b/c;type=i").value();
//     plan.host, plan.port      -> "host.dom", 21
//     plan.user                 -> "anonymous"
//     plan.steps                -> {USER anonymous} {PASS ""} {CWD a} {CWD b} {TYPE I} {RETR c}
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/url/url.hpp>

namespace uniform UNIFORM_API {

/// One step. The command is the protocol's own command in upper case (USER, PASS, CWD, TYPE, RETR, NLST;
/// GROUP, ARTICLE, LIST; GET), or a word for what has none: "send" (the bytes for a gopher server, exactly), "connect"
/// (telnet), "answer" (gopher: a form's answers, which the user gives), "to" and the names of header fields (mailto;
/// "body" is the text), "path" (file), "database" "search" "type" "document" (wais), "hsoname" and "field" (prospero),
/// "Host" (http), "data" (data: the bytes themselves).
struct access_step {
    std::string command;
    /// As it is to be sent: decoded, except the target of GET and Host, which HTTP sends as written. May be empty
    /// ("CWD "); absent where the command has none, and for the PASS of a password that must be asked for. PASS is
    /// sent only to a server that requires it (331).
    std::optional<std::string> argument{};

    friend bool operator==(const access_step &, const access_step &) = default;
};

/// The source of the user name and the password for a server (3.2.1).
enum class credentials : std::uint8_t {
    none,         ///< the scheme has no login
    given,        ///< user and password are in the URL
    ask_password, ///< the user is in the URL; "the program should request" a password if the server wants one
    anonymous,    ///< none in the URL: "anonymous" and the user's e-mail address, if a server asks
    advisory,     ///< telnet 3.8: shown to the person who logs in
};

/// "none", "given", "ask-password", "anonymous", "advisory".
[[nodiscard]] std::string_view to_string(credentials c) noexcept;

/// The steps by which a client accesses a URL.
struct access_plan {
    std::string scheme;                                  ///< lower case
    uniform::edition edition = uniform::edition::url_06; ///< by which the URL was read
    std::optional<std::string> host{};                   ///< decoded; absent where nothing is contacted
    std::optional<std::uint16_t> port{};                 ///< the default filled in
    bool unusual_port = false;                           ///< another than the scheme's own: section 6 asks for caution
    credentials login = credentials::none;
    std::optional<std::string> user{};
    std::optional<std::string> password{};
    std::vector<access_step> steps{};
    bool local = false;            ///< file: on the machine that reads the URL (3.10: "localhost", the empty host)
    std::vector<error> concerns{}; ///< the errors that would have been refused without insist
};

/// Options of plan_access().
struct plan_options {
    url_options url{};
    bool insist = false;                      ///< also plan what section 6 warns of, and list it in concerns
    std::string mail_address{};               ///< the password of an anonymous login
    std::optional<std::string> news_server{}; ///< HOST or HOST:PORT: where news URLs without a server are read; the
                                              ///< caller's own port is not checked
    /// file: the names of the machine that reads the URL, besides "localhost" and the empty host
    std::vector<std::string> this_host{};
};

/// The plan of a URL of any known scheme. Allocates; linear.
/// Fails with the parser's error; with unknown_scheme for an unregistered scheme; with no_access if the scheme or
/// the URL defines no access method (ldap, ws and others; news without a server); with port_overflow; with
/// invalid_character for what filename() refuses.
/// Fails with invalid_character for a host that has, decoded, what no host name has (login_parts::host).
/// Fails, unless options.insist, with what section 6 warns of: control_in_argument, with the offset of the escaped CR,
/// LF or NUL that would be inside an argument; delimiter_in_argument for a space or another control in an argument of
/// news and nntp, whose protocol ends the argument there; control_in_option, at offset 0, for CR, LF or
/// NUL in mail_address or news_server; foreign_port for a port below 1024 that is not the scheme's default; and with
/// no_access for a file on another host (3.10). Form data in a gopher+ string has CR and LF by 3.4.9 where the
/// port is Gopher's own, and the body of a message by RFC 6068 5: they are refused for NUL alone.
[[nodiscard]] std::expected<access_plan, error> plan_access(std::string_view url, const plan_options &options = {});
/// @overload
[[nodiscard]] std::expected<access_plan, error> plan_access(const url_view &url, const plan_options &options = {});

} // namespace uniform
