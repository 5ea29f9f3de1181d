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
};

/// Every edition, newest first.
inline constexpr std::array editions{edition::rfc3986, edition::rfc2396bis_01, edition::rfc2396};

/// The edition's name on the command line and in JSON: "rfc3986", "rfc2396bis-01", "rfc2396".
[[nodiscard]] constexpr std::string_view to_string(edition e) noexcept {
    constexpr std::array<std::string_view, 3> names{"rfc3986", "rfc2396bis-01", "rfc2396"};
    return names[static_cast<std::size_t>(e)];
}

/// The document as one cites it: "RFC 3986", "draft-fielding-uri-rfc2396bis-01", "RFC 2396".
[[nodiscard]] constexpr std::string_view document(edition e) noexcept {
    constexpr std::array<std::string_view, 3> titles{"RFC 3986", "draft-fielding-uri-rfc2396bis-01", "RFC 2396"};
    return titles[static_cast<std::size_t>(e)];
}

/// The edition with that name ("_" is read as "-"); nothing when there is none.
[[nodiscard]] constexpr std::optional<edition> edition_from_string(std::string_view name) noexcept {
    for (edition e : editions) {
        const std::string_view own = to_string(e);
        bool same = own.size() == name.size();
        for (std::size_t i = 0; same && i < own.size(); ++i) same = own[i] == (name[i] == '_' ? '-' : name[i]);
        if (same) return e;
    }
    return std::nullopt;
}

} // namespace uniform
