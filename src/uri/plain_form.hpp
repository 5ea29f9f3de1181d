// Characters that another program may turn into those of US-ASCII.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::detail {

/// The text of US-ASCII that Windows ("best fit" of its code pages) or the normalization forms NFKC and NFKD of Unicode
/// make of a character; "" if they make another text, or none. `plain_form(0x2105)` is "c/o". Logarithmic; no
/// allocation.
[[nodiscard]] std::string_view plain_form(char32_t c) noexcept;

/// Why a character can be taken for "/", "\\", ":" or ".", or for a text with one of them.
enum class likeness : std::uint8_t {
    none,
    becomes,     ///< plain_form() has one
    looks,       ///< it looks like one (UTS 39 section 4, confusables.txt of Unicode 18), and no words need it
    punctuation, ///< it looks like one, and is punctuation of a script beyond US-ASCII, as U+0589 of Armenian is
};

/// The likeness of the character. The letters, marks and digits of a script have none even if they look like "/", as
/// U+30CE, the Katakana letter No, does: words are written with them. Nor has U+3002, the ideographic full stop, which
/// looks like a ring and is a "." in hosts alone (UTS 46). Logarithmic; no allocation.
[[nodiscard]] likeness likeness_of(char32_t c) noexcept;

/// The name, data in UTF-8, as a careless reader has it: plain forms instead of characters, and without joiners.
[[nodiscard]] std::string plain_name(std::string_view name);

} // namespace uniform::detail
