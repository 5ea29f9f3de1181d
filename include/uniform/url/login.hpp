// The login in front of a url-path, and the other parts that the URLs of all schemes share.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/url/url_characters.hpp>
#include <uniform/url/url_field.hpp>
#include <uniform/url/url_options.hpp>

namespace uniform UNIFORM_API {

/// draft-ietf-uri-url-06 5: login = [ user [ ":" password ] "@" ] hostport. As written; an empty user or password is
/// different from an absent one (3.1).
struct login_view {
    std::optional<std::string_view> user;
    std::optional<std::string_view> password;
    std::string_view host;
    std::optional<std::string_view> port; ///< digits; RFC 3986 allows none of them after the ":"

    friend bool operator==(const login_view &, const login_view &) = default;
};

/// The same, decoded (3.1: "any ":", "@", or "/" must be encoded" in user and password): for reading and for making.
struct login_parts {
    std::optional<std::string> user{};
    std::optional<std::string> password{}; ///< a password needs a user
    /// Not encoded; an IP-literal with its brackets. A name that has, decoded, what no host name has (controls, space
    /// and any of #%/:<>?@[\]^|) stays encoded, so that it is made as it was: "%5B%3A%3A1%5D" is not "[::1]". Made of
    /// such a character that is not encoded, it is refused with invalid_character: "::1" wants its brackets.
    std::string host{};
    std::optional<std::uint16_t> port{}; ///< nothing: the scheme's default

    friend bool operator==(const login_parts &, const login_parts &) = default;
};

} // namespace uniform
