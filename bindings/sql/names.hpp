// URNs, URLs of browsers and repair, as SQL sees them; see functions.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sql/functions.hpp"

namespace uniform::sql {

/// Whether they are URN-equivalent (RFC 8141 3.1).
[[nodiscard]] std::optional<bool> urn_equivalent(std::string_view a, std::string_view b, edition e = edition::rfc8141);
/// Whether the NSS is one of its namespace; nothing for a namespace without an entry or a syntax.
[[nodiscard]] std::optional<bool> urn_namespace_valid(std::string_view text);

/// The URL that a browser makes of the text, with a base or without one.
[[nodiscard]] maybe_text url_href(std::string_view text);
[[nodiscard]] maybe_text url_href(std::string_view text, std::string_view base);
/// The URI that the text stands for, by RFC 3987.
[[nodiscard]] maybe_text repair(std::string_view text);

} // namespace uniform::sql
