// The correction of a misspelt request to the URN that it means: one inside the URL of a resolver, percent-encoded as a
// whole, with white space around it, or with what mail clients and social networks append. The response lists the
// corrections.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// A mistake in a requested URN that can be corrected.
enum class correction : std::uint8_t {
    white_space,     ///< around the URN, also percent-encoded
    nested_resolver, ///< "https://host/path/urn:..."
    encoding,        ///< "urn%3Aexample%3Aa": a layer of percent-encoding around the whole URN
    double_encoding, ///< a second layer: "%2575rn", "urn%253A...", or "%252C" where "%2C" is meant
    added_query,     ///< "?fbclid=...", "?&fbclid=...", a bare "?"
    added_suffix,    ///< the punctuation of the text in which the URN stood, also percent-encoded
};
/// Their names.
inline constexpr auto correction_names = enum_table<correction>({{correction::white_space, "white-space"},
                                                                 {correction::nested_resolver, "nested-resolver"},
                                                                 {correction::encoding, "encoding"},
                                                                 {correction::double_encoding, "double-encoding"},
                                                                 {correction::added_query, "added-query"},
                                                                 {correction::added_suffix, "added-suffix"}});
/// The name of a correction; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(correction c) noexcept { return correction_names.name(c); }

/// The corrections that are permitted.
struct correction_rules {
    bool enabled = true; ///< false: nothing is
    /// Names of query parameters that no URN has, in any case; "utm_*" are all that begin with "utm_".
    std::span<const std::string> parameters = {};
    std::string_view suffixes = {}; ///< each character that may have been added at the end, as it is or as "%2C"
};

/// The corrected URN, and what was corrected.
struct corrected {
    std::expected<uniform::urn, error> urn;   ///< the URN that is meant, or why `text` is not one
    std::string text = {};                    ///< the text that is not a URN, as the error's offset counts in it
    std::vector<correction> corrections = {}; ///< in the order in which they were made
};

/// The URN that `text` means. A text that is a URN already stays unchanged; one that is none without the one, two or
/// three last characters loses them if they may have been added. The error is about the text as it was sent, unless a
/// URN was recognized in it. Linear.
///
///     correct("urn:example:a>.", {.suffixes = ".>"}).urn->text() == "urn:example:a"
[[nodiscard]] corrected correct(std::string_view text, const correction_rules &rules = {});

/// The other readings of a URN that does not exist, at most four, the likeliest first: without white space ("%20") at
/// its end and without a second layer of encoding ("%252C"); without one, two or three added characters. Linear.
[[nodiscard]] std::vector<corrected> other_readings(std::string_view urn, const correction_rules &rules = {});

/// "nested-resolver, white-space": the value of the header field Uniform-Corrected.
[[nodiscard]] std::string list_of(std::span<const correction> corrections);

} // namespace resolver
} // namespace uniform
