// The verbs that find identifiers in text.

#include "verb_table.hpp"

namespace uniform::command {

std::span<const verb_spec> text_verb_table() noexcept { return {}; }

} // namespace uniform::command
