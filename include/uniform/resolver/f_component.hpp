// RFC 8141 2.3.3: "the f-component from the URN can be applied (usually by the client) as the fragment of that URI".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The locator with the f-component as its fragment, verbatim. A locator that has a fragment keeps it, as the one of a
/// redirect does (RFC 9110 10.2.2); by the drafts it loses it, because the f-component "is copied verbatim to the
/// fragment portion of the URL" (-14 3.3, -16 4.3). Linear. Example: "https://a.example/1" and "part" ->
/// "https://a.example/1#part".
[[nodiscard]] std::string with_f_component(std::string locator, std::optional<std::string_view> f,
                                           edition e = edition::rfc8141);

/// A URN in two parts, of which clients send the first.
struct split_urn {
    std::string_view sent = {};                       ///< without "#" and the f-component
    std::optional<std::string_view> f_component = {}; ///< without "#"
};
/// Splits a URN, because clients should not pass f-components to resolution services (draft -14 3.3.3: must not). A
/// text that is not a URN stays whole, so that the service can say what is wrong with it. Linear.
[[nodiscard]] split_urn split_f_component(std::string_view text UNIFORM_LIFETIMEBOUND) noexcept;
void split_f_component(temporary_owner auto &&) = delete;

} // namespace resolver
} // namespace uniform
