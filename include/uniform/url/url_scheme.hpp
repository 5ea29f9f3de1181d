// The schemes whose URLs have a syntax of their own here, and the documents that define them.
#pragma once

#include <span>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {

/// A scheme with specific syntax, and the documents that define it, newest first.
struct url_scheme {
    std::string_view name; ///< lower case
    std::span<const edition> editions;
};

/// ftp http https gopher mailto news snews nntp telnet wais file prospero data ldap ldaps ws wss; by name.
[[nodiscard]] std::span<const url_scheme> url_schemes() noexcept;
/// In any case of letters; nullptr for a scheme that only otherurl reads.
[[nodiscard]] const url_scheme *find_url_scheme(std::string_view name) noexcept;
/// The scheme's current standard: ftp RFC 1738, http and https RFC 9110, gopher RFC 4266, mailto RFC 6068, news, snews
/// and nntp RFC 5538, telnet RFC 4248, wais RFC 4156, file RFC 8089, prospero RFC 4157, data RFC 2397, ldap RFC 4516,
/// ws and wss RFC 6455; url_06 for others, by its otherurl.
[[nodiscard]] edition current_edition(std::string_view scheme) noexcept;

} // namespace uniform
