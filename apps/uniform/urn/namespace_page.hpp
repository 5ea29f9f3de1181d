// The registry entry of a namespace, for people and for programs.
#pragma once

#include <cstddef>
#include <string>

#include <uniform/urn/namespace.hpp>

namespace uniform::cli {

// Several lines of text, headings in bold when `colour`; filled to `width` columns.
void append_namespace_page(std::string &out, const namespace_info &info, std::size_t width, bool colour);

// One JSON object a line.
void append_namespace_json(std::string &out, const namespace_info &info);

// "formal", "informal", or "unregistered".
[[nodiscard]] std::string_view kind_word(const namespace_info &info) noexcept;

// The description of an operation in words: "to lower case: all before the 2nd colon".
[[nodiscard]] std::string in_words(const equivalence_operation &operation);

// The characters that a check character covers, in words: "strict, of 10 characters, without -".
[[nodiscard]] std::string in_words(const check_rule &rule);

} // namespace uniform::cli
