// URNs, host names, URLs of browsers and repair, as SQL sees them; see functions.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sql/functions.hpp"

namespace uniform::sql {

/// A component of a URN as written: nid, nss, r_component, q_component, f_component.
[[nodiscard]] maybe_view urn_component(std::string_view text, rule which, edition e = edition::rfc8141);
/// The assigned-name in the normal form of all URN-equivalent ones (RFC 8141 3.1).
[[nodiscard]] maybe_text urn_normalize(std::string_view text, edition e = edition::rfc8141);
/// The assigned-name in the normal form by the rules of its namespace.
[[nodiscard]] maybe_text urn_namespace_normalize(std::string_view text);
/// Whether they are URN-equivalent (RFC 8141 3.1).
[[nodiscard]] std::optional<bool> urn_equivalent(std::string_view a, std::string_view b, edition e = edition::rfc8141);
/// "correct", "incorrect", "unchecked", "none": what its check characters say.
[[nodiscard]] maybe_view urn_check(std::string_view text);
/// Whether the NSS is one of its namespace; nothing for a namespace without an entry or a syntax.
[[nodiscard]] std::optional<bool> urn_namespace_valid(std::string_view text);

/// The host's part that can be registered ("example.co.uk") and the suffix under which it is ("co.uk"), of a URI or an
/// IRI, in lower case and with A-labels.
[[nodiscard]] maybe_text registrable_domain(std::string_view text, edition e = edition::rfc3986);
[[nodiscard]] maybe_text public_suffix(std::string_view text, edition e = edition::rfc3986);
/// A host name with A-labels, with U-labels (UTS 46).
[[nodiscard]] maybe_text idna_to_ascii(std::string_view name);
[[nodiscard]] maybe_text idna_to_unicode(std::string_view name);

/// The URL that a browser makes of the text, with a base or without one.
[[nodiscard]] maybe_text url_href(std::string_view text);
[[nodiscard]] maybe_text url_href(std::string_view text, std::string_view base);
/// The URI that the text stands for, by RFC 3987.
[[nodiscard]] maybe_text repair(std::string_view text);

} // namespace uniform::sql
