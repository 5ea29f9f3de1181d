// The pages of the service: small, without scripts, readable without style.
#pragma once

#include <string>
#include <string_view>

namespace uniform::resolver::html {

/// What may not stand in HTML as it is: & < > " ' and control characters but the line end, which become spaces.
[[nodiscard]] std::string escaped(std::string_view text);

/// <a href="TARGET">TEXT</a>
[[nodiscard]] std::string link(std::string_view target, std::string_view text);

/// A page up to what its head may still get: "</head>" is not there yet. One style for all pages.
[[nodiscard]] std::string head(std::string_view title);

/// One row of a list of terms: <dt>NAME</dt><dd>HTML</dd>
[[nodiscard]] std::string term(std::string_view name, std::string_view html);

/// For the field Content-Security-Policy: nothing that a name or a message holds may run.
inline constexpr std::string_view security_policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

} // namespace uniform::resolver::html
