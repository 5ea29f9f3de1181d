// The verbs for URLs by their schemes, and for what they lead to.

#include "verb_table.hpp"

namespace uniform::command {

std::span<const verb_spec> url_verb_table() noexcept { return {}; }

} // namespace uniform::command
