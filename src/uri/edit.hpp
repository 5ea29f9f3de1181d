// What the files of the edits share: writing components down, and finding out why they cannot be.
#pragma once

#include <string>

#include <uniform/uri.hpp>

namespace uniform::detail {

// What the caller gave: a text, and the component that it was given for. Only errors look at it.
struct argument {
    std::string_view text{};
    rule component = rule::none;
};

struct written {
    std::string text;
    offsets at;
};

// RFC 3986 5.3, and the proof: the text parses to exactly the components that were wanted.
[[nodiscard]] std::expected<written, error> write(const components &wanted, const parse_options &o,
                                                  const argument &given);

// The first byte of `text` that cannot stand in the component, or a malformed "%"; nothing when its characters are
// right.
[[nodiscard]] std::optional<error> find_misfit(std::string_view text, rule component, char_set allowed,
                                               edition e) noexcept;

} // namespace uniform::detail
