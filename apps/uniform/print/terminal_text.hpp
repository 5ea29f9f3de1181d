// Replacements for the characters that a terminal would act on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::cli {

// The notation of what is escaped: "\xC2\x9B", as in messages, or "\u009b", which JSON reads as the same text.
enum class text_form : std::uint8_t { text, json };

// Escapes text, part by part. Hidden characters (base/hidden_characters.hpp) and octets that are not UTF-8 never come
// through: a terminal may take a single octet 0x9B for a control character. Line ends ("\n", "\r\n") and tabs stay,
// and, if `colours`, the colors that this program itself uses (ansi::). So with colors, data must have been escaped by
// printable(), as it is in all text.
class terminal_text {
public:
    explicit terminal_text(bool colours) noexcept : colours_{colours} {}

    // Appends the text; an incomplete character at its end waits for the next part.
    void append(std::string &out, std::string_view text, text_form form);
    // Appends what waits.
    void finish(std::string &out, text_form form);

private:
    bool colours_;
    std::string waiting_;
};

} // namespace uniform::cli
