// The instructions for caches in front of the service (docs/decisions/0052): for how long they may keep a response, and
// the keys by which it is purged. A response about a name has three: one that all responses have, that of its
// namespace, on whose settings and delegations it depends, and that of the name.
//
// Pages have no time for shared caches, because they also depend on who reads them, and on what is not purged, such as
// the names of registrars.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/api/lifetime.hpp"
#include "http/engine/engine.hpp"
#include "http/resolve/resolution_result.hpp"
#include "http/settings/key_fields.hpp"

namespace uniform::http {

struct settings;

/// The lifetime of a redirect, of a problem about a withdrawn name, or of a representation: max_age of the namespace,
/// or less if a validity begins or ends before.
[[nodiscard]] lifetime lifetime_of(const resolution &r, const settings *s);
/// That of the response which says that a name does not exist. With 0 it must not be kept.
[[nodiscard]] lifetime lifetime_of_unknown(const settings *s);

/// The field with the keys of the responses about the names of a namespace.
struct key_prefix {
    std::string_view field = {}; ///< its name; empty: there is no such field
    std::string keys = {};       ///< its value without the digest of the name: "uniform urn:example name-"
    auto operator<=>(const key_prefix &) const = default;
};
[[nodiscard]] key_prefix key_prefix_of(const resolution &r, const settings *s);
/// The 16 digits that follow it.
[[nodiscard]] std::string digest_of_name(std::string_view key);
/// Adds the field, if there is one.
void add_keys(response &out, const resolution &r, const settings *s);

/// The key of responses that depend on more of Accept than whether it prefers a page or another representation: for
/// all others, a cache may take the requests of programs for one, and those of browsers.
inline constexpr std::string_view key_by_accept = "by-accept";
/// The key of all responses.
inline constexpr std::string_view key_of_everything = "uniform";
/// The key of the responses that depend on the subject of an event; empty: none does.
[[nodiscard]] std::string key_of_subject(std::string_view kind, std::string_view id);
/// The name of the field, empty for none, and what separates keys in it.
[[nodiscard]] std::string_view field_name(key_field f) noexcept;
[[nodiscard]] std::string_view separator_of(key_field f) noexcept;

} // namespace uniform::http
