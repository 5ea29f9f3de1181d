// What people send instead of a URN, and which URN they mean: an address of a resolver around it, percent-encoding
// around it, white space, upper case. What was forgiven is told in the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::resolver {

enum class forgiveness : std::uint8_t {
    white_space,     ///< around it, also percent-encoded
    nested_resolver, ///< "https://host/path/urn:..."
    encoding,        ///< "urn%3Aexample%3Aa": a layer of percent-encoding around all of it
    double_encoding, ///< a second layer: "%2575rn", "urn%253A...", or "%252C" where "%2C" is meant
    upper_case,      ///< of the scheme or the NID: allowed by RFC 8141 3.1, but not the normal form
};
/// "white-space", "nested-resolver", "encoding", "double-encoding", "upper-case".
[[nodiscard]] std::string_view to_string(forgiveness f) noexcept;

struct forgiven {
    std::string urn = {};                ///< what is meant; no URN when nothing could be made of it
    std::vector<forgiveness> steps = {}; ///< what was forgiven, in order
};

/// The URN that is meant by `text`. A text that is a URN already stays as it is, except that upper case is told.
/// Linear.
[[nodiscard]] forgiven forgive(std::string_view text);

/// What else a URN that is not known may mean: without white space ("%20") at its end, without a second layer of
/// encoding ("%252C"). Nothing when there is no other reading. Linear.
[[nodiscard]] std::optional<forgiven> second_reading(std::string_view urn);

/// "nested-resolver, upper-case": the value of the field Uniform-Forgiven.
[[nodiscard]] std::string list_of(const std::vector<forgiveness> &steps);

} // namespace uniform::resolver
