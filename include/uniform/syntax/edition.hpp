// The documents that define the system, as editions of one mechanism.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The document that an operation follows. The default is always the current standard.
enum class edition : std::uint8_t {
    rfc3986,       ///< RFC 3986 (STD 66), 2005
    rfc3987,       ///< RFC 3987, 2005: IRIs, in UTF-8
    rfc2396bis_01, ///< draft-fielding-uri-rfc2396bis-01, 2003
    rfc2396,       ///< RFC 2396, 1998: which the 2003 draft corrects
    rfc8141,       ///< RFC 8141, 2017: URNs
    urnbis_16,     ///< draft-ietf-urnbis-rfc2141bis-urn-16, April 2016
    urnbis_14,     ///< draft-ietf-urnbis-rfc2141bis-urn-14, November 2015
    rfc2141,       ///< RFC 2141, 1997
    url_06,        ///< draft-ietf-uri-url-06, August 1994: URLs
    rfc1738,       ///< RFC 1738, December 1994: URLs
    rfc2397,       ///< RFC 2397, 1998: data
    rfc4156,       ///< RFC 4156, 2005: wais
    rfc4157,       ///< RFC 4157, 2005: prospero
    rfc4248,       ///< RFC 4248, 2005: telnet
    rfc4266,       ///< RFC 4266, 2005: gopher
    rfc4516,       ///< RFC 4516, 2006: ldap
    rfc5538,       ///< RFC 5538, 2010: news and nntp
    rfc6068,       ///< RFC 6068, 2010: mailto
    rfc6455,       ///< RFC 6455, 2011: ws and wss
    rfc8089,       ///< RFC 8089, 2017: file
    rfc9110,       ///< RFC 9110, 2022: http and https
};

/// The editions of the generic syntax, newest first.
inline constexpr std::array editions{edition::rfc3986, edition::rfc3987, edition::rfc2396bis_01, edition::rfc2396};
/// The editions of the URN syntax, newest first.
inline constexpr std::array urn_editions{edition::rfc8141, edition::urnbis_16, edition::urnbis_14, edition::rfc2141};
/// The editions of the syntax of URLs, scheme by scheme: the 1994 draft, RFC 1738, and what later replaced one of
/// their schemes.
inline constexpr std::array url_editions{edition::url_06,  edition::rfc1738, edition::rfc2397, edition::rfc4156,
                                         edition::rfc4157, edition::rfc4248, edition::rfc4266, edition::rfc4516,
                                         edition::rfc5538, edition::rfc6068, edition::rfc6455, edition::rfc8089,
                                         edition::rfc9110};

/// Whether it is an edition of the URN syntax.
[[nodiscard]] constexpr bool is_urn_edition(edition e) noexcept {
    return e >= edition::rfc8141 && e <= edition::rfc2141;
}
/// Whether it is an edition of the syntax of URLs.
[[nodiscard]] constexpr bool is_url_edition(edition e) noexcept { return e >= edition::url_06; }
/// Whether it is one of the two documents of 1994, which have no generic syntax: a scheme's URL has what its section
/// says.
[[nodiscard]] constexpr bool is_edition_of_1994(edition e) noexcept {
    return e == edition::url_06 || e == edition::rfc1738;
}

/// Whether it has relative references: the documents about URLs alone have none, a URL begins with its scheme
/// (draft-ietf-uri-url-06 5, RFC 1738 5: url = httpurl | ftpurl | ... | otherurl).
[[nodiscard]] constexpr bool has_relative_references(edition e) noexcept { return !is_url_edition(e); }
/// Whether it has a syntax for the identifiers of every scheme, so that it can be the edition of a list or a text.
[[nodiscard]] constexpr bool has_every_scheme(edition e) noexcept {
    return !is_url_edition(e) || is_edition_of_1994(e);
}

/// Whether it is an edition of the generic syntax before RFC 3986: the 2003 draft and RFC 2396, which have opaque
/// parts, registry-based authorities and another reference resolution.
[[nodiscard]] constexpr bool is_older_edition(edition e) noexcept {
    return e == edition::rfc2396bis_01 || e == edition::rfc2396;
}
/// Whether its texts are characters in UTF-8 (RFC 3987), not characters of US-ASCII.
[[nodiscard]] constexpr bool is_iri_edition(edition e) noexcept { return e == edition::rfc3987; }

/// The edition of the generic syntax that goes with `e`: itself, or RFC 3986, over which the others are written (or, as
/// for the two of 1994, which came of them). Functions for URIs in general read those editions as this one; URLs of
/// 1994 are read by parse_url() and compared by equivalent_urls() (uniform/url/compare_urls.hpp).
[[nodiscard]] constexpr edition generic(edition e) noexcept { return e >= edition::rfc8141 ? edition::rfc3986 : e; }

namespace detail {

struct edition_names {
    std::string_view name;
    std::string_view document;
};
inline constexpr std::array<edition_names, 21> edition_table{{
    {"rfc3986", "RFC 3986"},
    {"rfc3987", "RFC 3987"},
    {"rfc2396bis-01", "draft-fielding-uri-rfc2396bis-01"},
    {"rfc2396", "RFC 2396"},
    {"rfc8141", "RFC 8141"},
    {"urnbis-16", "draft-ietf-urnbis-rfc2141bis-urn-16"},
    {"urnbis-14", "draft-ietf-urnbis-rfc2141bis-urn-14"},
    {"rfc2141", "RFC 2141"},
    {"url-06", "draft-ietf-uri-url-06"},
    {"rfc1738", "RFC 1738"},
    {"rfc2397", "RFC 2397"},
    {"rfc4156", "RFC 4156"},
    {"rfc4157", "RFC 4157"},
    {"rfc4248", "RFC 4248"},
    {"rfc4266", "RFC 4266"},
    {"rfc4516", "RFC 4516"},
    {"rfc5538", "RFC 5538"},
    {"rfc6068", "RFC 6068"},
    {"rfc6455", "RFC 6455"},
    {"rfc8089", "RFC 8089"},
    {"rfc9110", "RFC 9110"},
}};
static_assert(edition_table.size() == static_cast<std::size_t>(edition::rfc9110) + 1);

} // namespace detail

/// The edition's name on the command line and in JSON: "rfc3986", "rfc2396bis-01", "urnbis-16", "url-06".
[[nodiscard]] constexpr std::string_view to_string(edition e) noexcept {
    return detail::edition_table[static_cast<std::size_t>(e)].name;
}

/// The citation of the document: "RFC 3986", "draft-fielding-uri-rfc2396bis-01".
[[nodiscard]] constexpr std::string_view document(edition e) noexcept {
    return detail::edition_table[static_cast<std::size_t>(e)].document;
}

/// The edition with that name ("_" is read as "-"); std::nullopt if there is none.
[[nodiscard]] constexpr std::optional<edition> edition_from_string(std::string_view name) noexcept {
    for (std::size_t k = 0; k < detail::edition_table.size(); ++k) {
        const auto e = static_cast<edition>(k);
        const std::string_view own = to_string(e);
        bool same = own.size() == name.size();
        for (std::size_t i = 0; same && i < own.size(); ++i) same = own[i] == (name[i] == '_' ? '-' : name[i]);
        if (same) return e;
    }
    return std::nullopt;
}

} // namespace uniform
