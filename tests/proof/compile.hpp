// Rules of a grammar as minimal automata.
#pragma once

#include "proof/abnf.hpp"
#include "proof/automaton.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace proof {

// Where the text of one of these rules begins, or ends.
struct boundary {
    std::vector<std::string> rules; // in lower case
    bool is_end;
};

// The texts that match the rule. Throws std::runtime_error for a rule that is defined by itself: those of the documents
// are not, so that their languages are regular.
[[nodiscard]] automaton compile(const grammar &g, std::string_view rule);

// The texts that match the rule with the mark where the boundary is in one of their derivations; texts whose
// derivations have none of the boundary's rules are left out.
[[nodiscard]] automaton compile(const grammar &g, std::string_view rule, const boundary &where);

} // namespace proof
