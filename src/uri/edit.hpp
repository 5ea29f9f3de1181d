// Shared by the files of the edits: writing components, and finding the error if they are invalid.
#pragma once

#include <string>

#include <uniform/uri/uri.hpp>

namespace uniform::detail {

// The caller's argument: a text, and the component for which it was given. Used only for errors.
struct argument {
    std::string_view text{};
    rule component = rule::none;
};

struct written {
    std::string text;
    offsets at;
};

// RFC 3986 5.3, with verification: the text parses to exactly the requested components.
[[nodiscard]] std::expected<written, error> write(const components &wanted, const parse_options &o,
                                                  const argument &given);

// The first byte of `text` that is not allowed in the component, or a malformed "%"; std::nullopt if its characters
// are valid.
[[nodiscard]] std::optional<error> find_misfit(std::string_view text, rule component, char_set allowed,
                                               edition e) noexcept;

} // namespace uniform::detail
