// The service's own representations of a name, and when they are sent instead of a redirect.
//
// The default is a redirect. A list, a name record or a link set is sent if Accept prefers it to everything that is not
// one of ours, that is, if all its ranges of the highest quality name our media types. So "application/json" gets the
// name record, and "application/json, text/plain, */*", as some libraries send it, is redirected. For the landing page,
// Accept must name our media types only: browsers, which send "text/html" first and "*/*" last, are redirected.
#pragma once

#include <cstddef>
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
    json_ld,         ///< schema.org
    bibtex,          ///< application/x-bibtex
    ris,             ///< application/x-research-info-systems
    csl,             ///< CSL-JSON
    bibliography,    ///< text/x-bibliography
    datacite,        ///< of a name whose metadata has what DataCite requires
    mods,            ///< MODS 3
    dublin_core,     ///< the schema oai_dc, application/xml
    dublin_core_rdf, ///< application/rdf+xml
};
/// The number of representations, with "none".
inline constexpr std::size_t representation_count = 14;
[[nodiscard]] std::string_view media_type_of(representation r) noexcept;
/// The word for the parameter "format" of /about/: "bibtex". Empty for "none".
[[nodiscard]] std::string_view word_of(representation r) noexcept;
/// Whether it is a description in a format of others, made of the metadata: json_ld and those after it.
[[nodiscard]] constexpr bool is_exported(representation r) noexcept { return r >= representation::json_ld; }

/// The representation that Accept asks for by the rule above. Linear.
[[nodiscard]] representation wanted(const resolver::accept_list &accept) noexcept;

/// The one of them that Accept prefers, for responses that are one of them in any case; `otherwise` if it prefers
/// none. There is no 406, because RFC 9110 12.4.1 lets a server disregard Accept. Linear.
[[nodiscard]] representation best_of(const resolver::accept_list &accept, representation otherwise) noexcept;

} // namespace uniform::http
