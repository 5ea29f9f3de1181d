// The grammar in a registration template: ABNF in the field "Syntax" (RFC 8141 6.4.2 (1)).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/registry/template.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// The text of the field with the ABNF in it, and spaces for everything else, so that the offsets of abnf_grammar are
/// those of the text. std::nullopt if the field is missing or has no line that looks like a rule. Linear. Example: for
/// "Names are:\n\nnss = 1*DIGIT" it is the last line, after ten spaces and two line ends.
[[nodiscard]] std::optional<std::string> grammar_in(const namespace_template &t);

/// The same of the text of the field.
[[nodiscard]] std::optional<std::string> grammar_in(std::string_view text);

/// A grammar of grammar_in() without the spaces and lines that stand for other text.
[[nodiscard]] std::string without_blanks(std::string_view grammar);

} // namespace registry
} // namespace uniform
