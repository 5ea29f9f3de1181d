// Characters that another program may turn into those of US-ASCII.
#pragma once

#include <string>
#include <string_view>

namespace uniform::detail {

/// The text of US-ASCII that Windows ("best fit" of its code pages) or the normalization forms NFKC and NFKD of Unicode
/// make of a character; "" if they make another text, or none. `plain_form(0x2105)` is "c/o". Logarithmic; no
/// allocation.
[[nodiscard]] std::string_view plain_form(char32_t c) noexcept;

/// The name, data in UTF-8, as a careless reader has it: plain forms instead of characters, and without joiners.
[[nodiscard]] std::string plain_name(std::string_view name);

} // namespace uniform::detail
