// Robust entry of typed identifiers (RFC 3986 appendix C): "software that accepts user-typed URI should attempt to
// recognize and strip both delimiters and embedded whitespace".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {

/// Something that clean_typed() removed, or kept although it is doubtful.
struct cleaning {
    enum class what : std::uint8_t {
        white_space,     ///< white space, around or inside; no-break, zero-width and byte order marks too
        angle_bracket,   ///< "<" or ">" around it
        url_prefix,      ///< "URL:" before it
        quote,           ///< a quotation mark around it
        doubtful_hyphen, ///< not removed: a hyphen before a line break, which may not belong there
        punctuation,     ///< . , ; : ! ? behind a closing delimiter; by complete() all but "." of what is not a URI
    };
    what kind = what::white_space;
    std::uint64_t begin = 0; ///< byte offsets in the typed text
    std::uint64_t end = 0;
    friend bool operator==(const cleaning &, const cleaning &) = default;
};

/// "white-space", "angle-bracket", "url-prefix", "quote", "doubtful-hyphen", "punctuation".
[[nodiscard]] std::string_view to_string(cleaning::what w) noexcept;

/// A typed identifier, and how it was changed.
struct cleaned_text {
    std::string text{};              ///< not parsed
    std::vector<cleaning> actions{}; ///< in the order of the text
};

/// Strips, from outside to inside and as often as they are there: white space; angle brackets and quotation marks (" `
/// and the typographic ones, which no URI has, also where one of the two is missing; "'" only in pairs); and "URL:" in
/// any case; and . , ; : ! ? behind a closing bracket or quotation mark. Then the white space inside. Never fails.
/// Linear; allocates.
[[nodiscard]] cleaned_text clean_typed(std::string_view typed);

/// What clean_typed() leaves when it strips only from the outside: a part of `typed`, white space inside included.
/// Linear; no allocation. Example: `strip_typed(" <URL:http://a/ b> ")` is "http://a/ b".
[[nodiscard]] std::string_view strip_typed(std::string_view typed UNIFORM_LIFETIMEBOUND);
void strip_typed(temporary_owner auto &&) = delete;

} // namespace uniform
