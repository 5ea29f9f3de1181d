// The service's own representations of a name, and when they are given instead of a redirect.
//
// A redirect is the default. A list, a record or a set of links is given when Accept asks for it more than for anything
// that is not ours: every range of the highest quality names one of our media types. So "application/json" gives the
// record, and "application/json, text/plain, */*", as some libraries say, is redirected. For the page, Accept must have
// nothing but our media types: browsers, which say "text/html" first and "*/*" last, are redirected.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/negotiate.hpp>

#include "http/engine.hpp"
#include "http/resolve_core.hpp"

namespace uniform::http {

enum class representation : std::uint8_t {
    none, ///< the redirect
    list, ///< text/uri-list
    record,
    linkset,
    page,
};
[[nodiscard]] std::string_view media_type_of(representation f) noexcept;

/// What Accept asks for, by the rule above.
[[nodiscard]] representation wanted(const resolver::accept_list &accept) noexcept;
/// Which of `list`, `record`, `linkset` and `page` Accept likes best: for answers that are one of them in any case.
/// `otherwise` for none; not_acceptable is not used, since RFC 9110 12.4.1 lets a server disregard Accept.
[[nodiscard]] representation best_of(const resolver::accept_list &accept, representation otherwise) noexcept;
/// Whether a page suits better than JSON: a browser says that it likes HTML better than anything else; a program says
/// nothing, or "*/*".
[[nodiscard]] bool prefers_page(const resolver::accept_list &accept) noexcept;

/// The representation with Content-Type, Content-Location, Link, Vary, Cache-Control and ETag. `status` is 200, or that
/// of a problem; add_etag() adds the ETag. Not for `none`.
[[nodiscard]] response represent(representation f, const known_name &n, const resolver::choice &c,
                                 resolver::timestamp now, const own_place &here, int status = 200);

/// A list of URIs as text/uri-list, as HTML (RFC 2169 3.2), or as a JSON array.
[[nodiscard]] response list_answer(representation f, const known_name &n, const std::vector<std::string> &uris,
                                   resolver::timestamp now, const resolver::choice &c);

/// Adds the ETag to a 200 and a 410. What it means for conditional requests: preconditions.hpp.
void add_etag(response &out, std::uint64_t event);

} // namespace uniform::http
