// The pages of the service: small, without scripts, readable without style.
#pragma once

#include <string>
#include <string_view>

namespace uniform::http::html {

/// The text for HTML: & < > " ' are escaped; control characters other than the line end become spaces.
[[nodiscard]] std::string escaped(std::string_view text);

/// <a href="TARGET">TEXT</a>
[[nodiscard]] std::string link(std::string_view target, std::string_view text);

/// The beginning of a page; its head is still open. One style for all pages.
[[nodiscard]] std::string head(std::string_view title);

/// One row of a list of terms: <dt>NAME</dt><dd>HTML</dd>
[[nodiscard]] std::string term(std::string_view name, std::string_view html);

/// For the header field Content-Security-Policy: no content of a name or a message is executed.
inline constexpr std::string_view security_policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

} // namespace uniform::http::html
