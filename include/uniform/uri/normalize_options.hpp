// The levels of the comparison ladder (RFC 3986 6.2), and the options of normalizing and comparing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/uri/redirects.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform UNIFORM_API {

/// A level of the comparison ladder. letter_case, percent and path each apply their own section alone; syntax applies
/// these three; scheme applies syntax and 6.2.3; protocol applies scheme and 6.2.4.
enum class comparison_level : std::uint8_t {
    simple,      ///< 6.2.1: the characters as they are
    letter_case, ///< 6.2.2.1: scheme and host in lower case, hexadecimal digits in upper case
    percent,     ///< 6.2.2.2: unreserved characters decoded; of IRIs also other characters (RFC 3987 5.3.2.3)
    path,        ///< 6.2.2.3: dot segments removed
    syntax,      ///< 6.2.2
    scheme,      ///< 6.2.3: empty and default ports dropped, and what else scheme_info says of the scheme
    protocol,    ///< 6.2.4: redirects that the caller has observed
};

/// Their names, in their order.
inline constexpr auto comparison_level_names = enum_table<comparison_level>({{comparison_level::simple, "simple"},
                                                                             {comparison_level::letter_case, "case"},
                                                                             {comparison_level::percent, "percent"},
                                                                             {comparison_level::path, "path"},
                                                                             {comparison_level::syntax, "syntax"},
                                                                             {comparison_level::scheme, "scheme"},
                                                                             {comparison_level::protocol, "protocol"}});

/// All levels, in their order.
inline constexpr auto comparison_levels = comparison_level_names.values();

/// "simple", "case", "percent", "path", "syntax", "scheme", "protocol".
[[nodiscard]] constexpr std::string_view to_string(comparison_level r) noexcept {
    return comparison_level_names.name(r);
}

/// The level of that name; "all-syntax" is syntax. std::nullopt if there is none.
[[nodiscard]] constexpr std::optional<comparison_level> comparison_level_from_string(std::string_view name) noexcept {
    return name == "all-syntax" ? comparison_level::syntax : comparison_level_names.find(name);
}

/// Options of normalize() and of what is built on it.
struct normalize_options {
    comparison_level level = comparison_level::syntax;
    /// Default ports and empty paths for comparison_level::scheme; nullptr is scheme_registry::standard().
    const scheme_registry *schemes = nullptr;
    /// Observed redirects for comparison_level::protocol; nullptr is none, which makes it comparison_level::scheme.
    const redirect_table *redirects = nullptr;
    /// Leave fragments out, at every level: "fragment components (if any) should be excluded from the comparison" of
    /// references that select a network action (6.1). normalize() then returns a text without one.
    bool ignore_fragment = false;
    /// Write IPv6 addresses as RFC 5952 section 4 says; from comparison_level::letter_case on.
    bool rfc5952 = false;
    /// Character normalization of IRIs (RFC 3987 5.3.2.2), from comparison_level::syntax on: what gives the normalized
    /// form of a text in UTF-8, such as to_nfc() of uniform::unicode. It is asked for what stands between delimiters,
    /// and where its result has another character than IRIs may have there, the text stays. Nullptr: none, because IRIs
    /// "are appropriately pre-character-normalized".
    std::string (*characters)(std::string_view text) = nullptr;
};

/// By how many bytes a normal form can be longer than the text: "/." or "./" or "/", and an IPv6 address in RFC 5952
/// form.
inline constexpr std::size_t normalize_slack = 64;

} // namespace uniform
