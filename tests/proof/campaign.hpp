// The test sets of an edition, in the size that ./test has time for, or all of them.
#pragma once

#include "proof/cases.hpp"
#include "proof/examination.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proof {

enum class effort : std::uint8_t {
    part,  // k = 1 for the languages, k = 0 for the boundaries; places of the first productions' languages
    total, // k = 2 and 1 where that is not too much; places of all productions and boundaries
    all,   // k = 2 for all, also of the first productions' languages at places
};

// The offsets of the places: three blocks.
[[nodiscard]] const std::vector<std::uint32_t> &all_offsets();
// The borders of registers (16, 32, 64 octets), of blocks (64), and of the texts that take the short path (128).
[[nodiscard]] const std::vector<std::uint32_t> &border_offsets();

// The figures of the sets at places.
struct place_figures {
    std::optional<std::uint32_t> k{};            // of the set at each of `all_offsets()`
    std::optional<std::uint32_t> k_at_borders{}; // where it is another one, or the only one
    std::uint64_t placeless = 0;                 // of the first set: see examination::placed()
    std::uint64_t crossed = 0;                   // texts of offsets with distances from the end
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
    std::optional<place_figures> places;
    findings found;
};

// The language of a production. The first production of an edition is examined with more effort than the others, which
// differ from it in what may be absent.
[[nodiscard]] examined examine_language(const edition_case &e, const production_case &p, effort how);
// The boundaries of its components, those that a text may have.
[[nodiscard]] std::vector<examined> examine_boundaries(const edition_case &e, const production_case &p, effort how);

// The k of the places of the language of a first production.
[[nodiscard]] std::uint32_t extra_states_at_places(const automaton &a, const plan &p, effort how);

// Whether kernels read texts of this recognizer. RFC 6874 is read by the scalar parser alone: a kernel leaves each "["
// to it.
[[nodiscard]] bool has_places(const recognizer &r);

} // namespace proof
