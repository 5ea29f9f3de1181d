// The service's own representations of a name, and when they are sent instead of a redirect.
//
// The default is a redirect. A list, a name record or a link set is sent if Accept prefers it to everything that is not
// one of ours, that is, if all its ranges of the highest quality name our media types. So "application/json" gets the
// name record, and "application/json, text/plain, */*", as some libraries send it, is redirected. For the landing page,
// Accept must name our media types only: browsers, which send "text/html" first and "*/*" last, are redirected.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/resolver/negotiate.hpp>

namespace uniform::http {

enum class representation : std::uint8_t {
    none, ///< the redirect
    list, ///< text/uri-list
    record,
    linkset,
    page,
};
[[nodiscard]] std::string_view media_type_of(representation r) noexcept;

/// The representation that Accept asks for by the rule above. Linear.
[[nodiscard]] representation wanted(const resolver::accept_list &accept) noexcept;

/// The one of the four that Accept prefers, for responses that are one of them in any case; `otherwise` if it prefers
/// none. There is no 406, because RFC 9110 12.4.1 lets a server disregard Accept. Linear.
[[nodiscard]] representation best_of(const resolver::accept_list &accept, representation otherwise) noexcept;

} // namespace uniform::http
