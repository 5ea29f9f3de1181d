// Robust entry of typed identifiers (RFC 3986 appendix C): "software that accepts user-typed URI should attempt to
// recognize and strip both delimiters and embedded whitespace".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {

/// Something that clean_typed() removed, or kept although it is doubtful.
struct cleaning {
    enum class what : std::uint8_t {
        white_space,     ///< white space of Unicode, around or inside
        angle_bracket,   ///< "<" or ">" around it
        url_prefix,      ///< "URL:" before it, "URN:" before "urn:", "URI:" before a scheme
        quote,           ///< a quotation mark around it
        doubtful_hyphen, ///< not removed: a hyphen before a line break, which may not belong there
        punctuation,     ///< . , ; : ! ? behind a closing delimiter or a host
        invisible,       ///< characters that are not seen, around or inside: zero-width spaces, marks of direction,
                         ///< soft hyphens
        bracket,         ///< one of a pair of ( ), [ ], { } or of East Asian brackets around it
    };
    what kind = what::white_space;
    std::uint64_t begin = 0; ///< byte offsets in the typed text
    std::uint64_t end = 0;
    friend bool operator==(const cleaning &, const cleaning &) = default;
};

/// "white-space", "angle-bracket", "url-prefix", "quote", "doubtful-hyphen", "punctuation", "invisible", "bracket".
[[nodiscard]] std::string_view to_string(cleaning::what w) noexcept;

/// A typed identifier, and how it was changed.
struct cleaned_text {
    std::string text{};              ///< not parsed
    std::vector<cleaning> actions{}; ///< in the order of the text
};

/// Strips, from outside to inside and as often as they are there: white space and what is invisible; angle brackets and
/// quotation marks (" ` and the typographic ones, which no URI has, also where one of the two is missing; "'" only in
/// pairs); pairs of East Asian brackets, and of ( ), [ ] and { } around what begins as an identifier does; "URL:" in
/// any case, "URN:" before "urn:" and "URI:" before a scheme; and . , ; : ! ? behind a closing bracket or quotation
/// mark, with their full-width forms and U+2026. So are these at the end of a host that nothing follows, which no host
/// has, but not the single full stop of the DNS root, and not the empty query or port of a URI. Then the white space
/// inside, but not before a second identifier (`SCHEME://`, "urn:", "mailto:", "www."), and what is invisible, of which
/// RFC 3987 4.1 permits no marks of direction; zero-width joiners inside stay. Nothing is replaced: "hxxp" and "[.]"
/// were made to be no locator. Never fails. Linear; allocates.
[[nodiscard]] cleaned_text clean_typed(std::string_view typed);

/// The text that clean_typed() leaves when it strips only from the outside: a part of `typed`, white space inside
/// included. Linear; no allocation. Example: `strip_typed(" <URL:http://a/ b> ")` is "http://a/ b".
[[nodiscard]] std::string_view strip_typed(std::string_view typed UNIFORM_LIFETIMEBOUND);
void strip_typed(temporary_owner auto &&) = delete;

/// Why a typed text is not read as one identifier, and where: an offset into it, in bytes.
struct no_identifier {
    enum class reason : std::uint8_t {
        nothing,         ///< nothing is left without delimiters
        several,         ///< white space inside may separate words or identifiers
        delimited_again, ///< without white space inside there are new delimiters or a prefix, as of "U RL:a"
    };
    reason why = reason::nothing;
    std::size_t offset = 0;
    friend bool operator==(const no_identifier &, const no_identifier &) = default;
};

/// The one reading of a typed text as an identifier, by which complete(), complete_iri(), repair() as typed and
/// identifier_typed() begin: what clean_typed() leaves, unless it joined words. White space inside belongs to none
/// where the text before it begins with "//", "www.", `SCHEME://` or a registered scheme, or where it breaks a line
/// behind one of . : / @ [. Whether what is left is a URI is not examined. Linear; allocates. Example:
/// `read_typed("http:// a.example,")->text` is "http://a.example"; "a name" is none.
[[nodiscard]] std::expected<cleaned_text, no_identifier> read_typed(std::string_view typed);

/// In a text that clean_typed() left, what is read as an authority or, before "?", as a mail address: behind
/// "SCHEME://" or "//", behind a scheme that requires a host, behind "mailto:", or where a text without a scheme
/// begins. Empty for other URIs. Not examined: it may be no host. Linear; no allocation. Example:
/// `typed_authority("http:a.example/x")` is "a.example".
[[nodiscard]] std::string_view typed_authority(std::string_view text UNIFORM_LIFETIMEBOUND);
void typed_authority(temporary_owner auto &&) = delete;

/// The offset in the typed text of one in what clean_typed() left, by its actions. Linear in the actions. Example:
/// of " a:b", offset 1 was 2.
[[nodiscard]] std::size_t offset_in_typed(std::size_t offset, const std::vector<cleaning> &actions) noexcept;

/// The offset of the first white space of Unicode in `text`, npos if there is none: what clean_typed() leaves has some
/// where it stands before a second identifier. Linear. Example: `find_white_space("a:b c:d")` is 3.
[[nodiscard]] std::size_t find_white_space(std::string_view text) noexcept;

} // namespace uniform
