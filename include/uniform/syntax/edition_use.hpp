// The operations that each edition offers: one table. The words that the command's options accept, the editions that
// the bindings and the columns take, and the lists of the guides are derived from it, or compared with it by tests.
//
//     uniform::offers(uniform::edition_use::parse, uniform::edition::url_06)       -> false
//     uniform::offers(uniform::edition_use::normalize, uniform::edition::url_06)   -> true
//     uniform::editions_of<uniform::edition_use::normalize>   -> "rfc3986 rfc3987 rfc2396bis-01 rfc2396 url-06 rfc1738"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {

/// An operation on a text by an edition, named like the verb of the command.
enum class edition_use : std::uint8_t {
    parse,     ///< taken apart into the components of RFC 3986 3: also edited, built, relativized, hashed
    valid,     ///< judged by any document: a URI-reference, a URN or a URL
    check,     ///< judged as a URI-reference, or as a URL by the two documents of 1994
    normalize, ///< made normal: also compared
    resolve,   ///< resolved against a base
    find,      ///< looked for in a text
    explain,   ///< read by several documents at once
    lint,      ///< examined for what misleads
    urn,       ///< read as a URN
    url,       ///< read as a URL, scheme by scheme
};

namespace detail {

struct editions_used {
    edition_use use;
    std::string_view name;
    bool current;     // RFC 3986 and RFC 3987
    bool older;       // the generic syntax before them
    bool urns;        // the URN syntax
    bool of_1994;     // the two documents of 1994
    bool of_a_scheme; // the documents of one scheme
};
inline constexpr std::array<editions_used, 10> edition_uses{{
    {edition_use::parse, "parse", true, true, false, false, false},
    {edition_use::valid, "valid", true, true, true, true, true},
    {edition_use::check, "check", true, true, false, true, false},
    {edition_use::normalize, "normalize", true, true, false, true, false},
    {edition_use::resolve, "resolve", true, true, true, true, false},
    {edition_use::find, "find", true, true, true, true, false},
    {edition_use::explain, "explain", true, true, true, true, false},
    {edition_use::lint, "lint", true, false, true, false, false},
    {edition_use::urn, "urn", false, false, true, false, false},
    {edition_use::url, "url", false, false, false, true, true},
}};
static_assert([] {
    for (std::size_t i = 0; i < edition_uses.size(); ++i) {
        if (static_cast<std::size_t>(edition_uses[i].use) != i) return false;
    }
    return edition_uses.back().use == edition_use::url;
}());

} // namespace detail

/// All of them, in the order of the enumerators.
inline constexpr auto edition_uses = [] {
    std::array<edition_use, detail::edition_uses.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = detail::edition_uses[i].use;
    return all;
}();

/// Its name: "normalize".
[[nodiscard]] constexpr std::string_view to_string(edition_use use) noexcept {
    return detail::edition_uses[static_cast<std::size_t>(use)].name;
}

/// Whether this is done by the edition. Constant.
[[nodiscard]] constexpr bool offers(edition_use use, edition e) noexcept {
    const detail::editions_used &row = detail::edition_uses[static_cast<std::size_t>(use)];
    if (is_edition_of_1994(e)) return row.of_1994;
    if (is_url_edition(e)) return row.of_a_scheme;
    if (is_urn_edition(e)) return row.urns;
    return is_older_edition(e) ? row.older : row.current;
}

/// The edition with that name, if this is done by it; std::nullopt otherwise.
template <edition_use use>
[[nodiscard]] constexpr std::optional<edition> edition_of_use(std::string_view name) noexcept {
    const auto e = edition_from_string(name);
    return e && offers(use, *e) ? e : std::nullopt;
}

namespace detail {

// Calls f with the name of each edition.
template <class F>
constexpr void for_each_edition_of(edition_use use, F f) {
    for (std::size_t k = 0; k < edition_table.size(); ++k) {
        if (offers(use, static_cast<edition>(k))) f(edition_table[k].name);
    }
}

constexpr std::size_t size_of_editions(edition_use use, std::string_view between) noexcept {
    std::size_t size = 0;
    for_each_edition_of(use, [&](std::string_view name) { size += name.size() + between.size(); });
    return size - between.size();
}

// The names in a row, with a space between them, or a comma and a space.
template <edition_use use, bool commas>
struct editions_text {
    static constexpr std::string_view between = commas ? ", " : " ";
    static constexpr auto made = [] {
        std::array<char, size_of_editions(use, between)> text{};
        std::size_t size = 0;
        for_each_edition_of(use, [&](std::string_view name) {
            for (std::size_t i = 0; size != 0 && i < between.size(); ++i) text[size++] = between[i];
            for (const char c : name) text[size++] = c;
        });
        return text;
    }();
};

} // namespace detail

/// The names of the editions by which this is done, with spaces between them.
template <edition_use use>
inline constexpr std::string_view editions_of{detail::editions_text<use, false>::made.data(),
                                              detail::editions_text<use, false>::made.size()};
/// The same with ", " between them.
template <edition_use use>
inline constexpr std::string_view editions_listed{detail::editions_text<use, true>::made.data(),
                                                  detail::editions_text<use, true>::made.size()};

/// Why the name is refused, if this is not done by the edition of that name, or there is none: "the edition \"url-06\"
/// is not offered here; there are rfc3986, rfc3987, rfc2396bis-01, rfc2396". Allocates.
[[nodiscard]] std::string refused_edition(edition_use use, std::string_view name);

} // namespace uniform
