// Words of messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace uniform::cli {

// The text for a terminal: control characters and bytes that are not UTF-8 are escaped, as the library does in the
// message of an error.
[[nodiscard]] std::string printable(std::string_view text);
// Whether it is that already: visible US-ASCII and spaces.
[[nodiscard]] bool is_printable(std::string_view text) noexcept;

// The printable text without the password of a URI (RFC 3986 7.5).
[[nodiscard]] std::string shown_text(std::string_view text);
// The shown text between double quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) { return '"' + shown_text(text) + '"'; }

// The candidate that is most similar to a misspelt word; "" if none is similar.
[[nodiscard]] std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

// The end of a sentence about an unknown word: `: did you mean "level"?`; "" if no candidate is similar.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

// Sentences that several commands print.
// "NAME: No such file or directory", by errno.
[[nodiscard]] std::string file_error(std::string_view name, int number);
// `"a" is not of the form NAME=VALUE`
[[nodiscard]] std::string not_of_form(std::string_view text, std::string_view form);
// "--json and --sarif exclude each other"
[[nodiscard]] std::string exclusive(std::string_view one, std::string_view other);

inline constexpr std::string_view standard_output = "standard output";

// The text as one word for a shell, in single quotes if it needs them.
[[nodiscard]] std::string shell_word(std::string_view text);

// "47,669"
[[nodiscard]] std::string with_separators(std::uint64_t number);

} // namespace uniform::cli
