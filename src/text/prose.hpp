// Schemes in prose: where one begins, and whether what follows it looks as its scheme requires.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <uniform/text/find.hpp>

namespace uniform::text {

// Longer ones are no schemes of any text; so far one may look back.
inline constexpr std::size_t longest_scheme = 64;

// The offset of the scheme before the ":" at `colon`, not before `from`. std::nullopt if there is none, or when it
// would be the tail of a longer word.
[[nodiscard]] std::optional<std::size_t> scheme_before(std::string_view text, std::size_t colon, std::size_t from);

// The scheme of a URI without "//", if it is one of those that people write in text.
enum class prose_scheme : unsigned char {
    none,
    urn,
    mailto,
    news,
    tel,
    sms,
    address,
    geo,
    data,
    magnet,
    doi,
    info,
    tag,
    content_id,
    did,
    ark,
    hdl,
    pkg,
    file
};
[[nodiscard]] prose_scheme prose_scheme_of(std::string_view scheme) noexcept;

// Whether the URI is what that scheme requires. `rest` is what stands after the ":".
[[nodiscard]] bool has_form_of(prose_scheme s, std::string_view uri, std::string_view rest);

// Whether something stands after "://" that could be a place: a letter, a digit, or "[".
[[nodiscard]] bool names_a_place(std::string_view after_slashes) noexcept;

// Whether a URI without delimiters counts. Its characters are those of URIs; it need not be valid.
[[nodiscard]] bool is_plausible(std::string_view uri, std::size_t colon, found_schemes which);

} // namespace uniform::text
