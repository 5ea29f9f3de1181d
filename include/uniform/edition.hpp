// The documents that define the system, as editions of one mechanism.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace uniform {

/// Which document an operation follows. The default everywhere is the current standard.
enum class edition : std::uint8_t {
    rfc3986,       ///< RFC 3986 (STD 66), 2005
    rfc2396bis_01, ///< draft-fielding-uri-rfc2396bis-01, 2003
    rfc2396,       ///< RFC 2396, 1998: the text which the 2003 draft corrects
    rfc8141,       ///< RFC 8141, 2017: URNs
    urnbis_16,     ///< draft-ietf-urnbis-rfc2141bis-urn-16, April 2016
    urnbis_14,     ///< draft-ietf-urnbis-rfc2141bis-urn-14, November 2015
    rfc2141,       ///< RFC 2141, 1997
};

/// The editions of the generic syntax, newest first.
inline constexpr std::array editions{edition::rfc3986, edition::rfc2396bis_01, edition::rfc2396};
/// The editions of the URN syntax, newest first.
inline constexpr std::array urn_editions{edition::rfc8141, edition::urnbis_16, edition::urnbis_14, edition::rfc2141};

/// Whether it is an edition of the URN syntax.
[[nodiscard]] constexpr bool is_urn_edition(edition e) noexcept { return e >= edition::rfc8141; }

/// The edition of the generic syntax that goes with `e`: itself, or RFC 3986, over which the URN documents are written.
/// Functions for URIs in general read an edition of the URN syntax as this one.
[[nodiscard]] constexpr edition generic(edition e) noexcept { return is_urn_edition(e) ? edition::rfc3986 : e; }

/// The edition's name on the command line and in JSON: "rfc3986", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16",
/// "urnbis-14", "rfc2141".
[[nodiscard]] constexpr std::string_view to_string(edition e) noexcept {
    constexpr std::array<std::string_view, 7> names{"rfc3986",   "rfc2396bis-01", "rfc2396", "rfc8141",
                                                    "urnbis-16", "urnbis-14",     "rfc2141"};
    return names[static_cast<std::size_t>(e)];
}

/// The document as one cites it: "RFC 3986", "draft-fielding-uri-rfc2396bis-01".
[[nodiscard]] constexpr std::string_view document(edition e) noexcept {
    constexpr std::array<std::string_view, 7> titles{
        "RFC 3986", "draft-fielding-uri-rfc2396bis-01",    "RFC 2396",
        "RFC 8141", "draft-ietf-urnbis-rfc2141bis-urn-16", "draft-ietf-urnbis-rfc2141bis-urn-14",
        "RFC 2141"};
    return titles[static_cast<std::size_t>(e)];
}

/// The edition with that name ("_" is read as "-"); nothing when there is none.
[[nodiscard]] constexpr std::optional<edition> edition_from_string(std::string_view name) noexcept {
    for (std::size_t k = 0; k < editions.size() + urn_editions.size(); ++k) {
        const edition e = k < editions.size() ? editions[k] : urn_editions[k - editions.size()];
        const std::string_view own = to_string(e);
        bool same = own.size() == name.size();
        for (std::size_t i = 0; same && i < own.size(); ++i) same = own[i] == (name[i] == '_' ? '-' : name[i]);
        if (same) return e;
    }
    return std::nullopt;
}

} // namespace uniform
