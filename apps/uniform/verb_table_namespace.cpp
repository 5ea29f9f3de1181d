// The verbs of the group "namespace": registration templates.

#include "verb_table.hpp"

namespace uniform::command {

std::span<const verb_spec> namespace_verb_table() noexcept { return {}; }

} // namespace uniform::command
