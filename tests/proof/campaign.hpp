// The test sets of an edition, in the size that ./test has time for, or all of them.
#pragma once

#include "proof/cases.hpp"
#include "proof/examination.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace proof {

enum class effort : std::uint8_t {
    part,  // k = 1 for the languages, k = 0 for the boundaries; kernels at some offsets
    total, // k = 2 and 1; kernels at every offset; two octets of 256
};

// The figures of one automaton.
struct examined {
    std::string edition;
    std::string rule;
    std::string boundary; // "" for the language
    std::uint32_t states;
    std::uint32_t classes;      // of octets
    std::size_t identifiers;    // the words of all H
    std::uint32_t extra_states; // k
    findings found;
};

// The language of a production. The first production of an edition is examined with more effort than the others, which
// differ from it in what may be absent.
[[nodiscard]] examined examine_language(const edition_case &e, const production_case &p, effort how);
// The boundaries of its components, those that a text may have.
[[nodiscard]] std::vector<examined> examine_boundaries(const edition_case &e, const production_case &p, effort how);

} // namespace proof
