// The common part of reading and writing CSV.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace uniform::service {

// Whether a spreadsheet may take the field for a formula, and run it: OWASP, CSV injection. An apostrophe before it
// makes it a text there. A field that begins with apostrophes before such a character gets one more, so that reading
// can remove one of each.
inline bool is_formula(std::string_view field) noexcept {
    field.remove_prefix(std::min(field.find_first_not_of('\''), field.size()));
    constexpr std::array<std::string_view, 11> beginnings{"=",  "+",      "-",      "@",      "\t",    "\r",
                                                          "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"}; // full width
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return field.starts_with(b); });
}

} // namespace uniform::service
