// Which URN a misspelt request means: one inside the URL of a resolver, percent-encoded as a whole, with white space
// around it, or in upper case. The response lists the corrections.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::resolver {

/// A mistake in a requested URN that can be corrected.
enum class correction : std::uint8_t {
    white_space,     ///< around the URN, also percent-encoded
    nested_resolver, ///< "https://host/path/urn:..."
    encoding,        ///< "urn%3Aexample%3Aa": a layer of percent-encoding around the whole URN
    double_encoding, ///< a second layer: "%2575rn", "urn%253A...", or "%252C" where "%2C" is meant
    upper_case,      ///< in the scheme or the NID: equivalent by RFC 8141 3.1, but not the normal form
};
/// Their names.
inline constexpr auto correction_names = enum_table<correction>({{correction::white_space, "white-space"},
                                                                 {correction::nested_resolver, "nested-resolver"},
                                                                 {correction::encoding, "encoding"},
                                                                 {correction::double_encoding, "double-encoding"},
                                                                 {correction::upper_case, "upper-case"}});
/// The name of a correction; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(correction c) noexcept { return correction_names.name(c); }

/// The corrected URN, and what was corrected.
struct corrected {
    std::expected<uniform::urn, error> urn;   ///< the URN that is meant, or why `text` is not one
    std::string text = {};                    ///< the text that is not a URN, as the error's offset counts in it
    std::vector<correction> corrections = {}; ///< in the order in which they were made
};

/// The URN that `text` means. A text that is a URN already stays unchanged; upper case in it is listed all the same.
/// The error is about the text as it was sent, unless a URN was recognized in it. Linear.
[[nodiscard]] corrected correct(std::string_view text);

/// The other reading of a URN that does not exist: without white space ("%20") at its end, without a second layer of
/// encoding ("%252C"). std::nullopt if there is none. Linear.
[[nodiscard]] std::optional<corrected> second_reading(std::string_view urn);

/// "nested-resolver, upper-case": the value of the header field Uniform-Corrected.
[[nodiscard]] std::string list_of(std::span<const correction> corrections);

} // namespace uniform::resolver
