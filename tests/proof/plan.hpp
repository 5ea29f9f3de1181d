// The parts of complete test sets for an automaton: words that lead to its states, and words that tell its states
// apart.
//
// The theorem (Vasilevskii 1973, Chow 1978; with harmonized identifiers: Luo, Petrenko, Bochmann 1994). Let M be a
// minimal complete automaton with n states over the symbols S, and V a word to each state. For each state s let H(s) be
// words such that for each two states s and t a word that is in both H(s) and H(t) is accepted from one of them alone.
// If a recognizer is a deterministic automaton with at most n + k states and agrees with M on
//
//     v w h    for all v of V, all words w of at most k + 1 symbols, and all h of H(the state of M after v w),
//
// then it accepts the same language as M.
//
// At places. A kernel knows the offset in its block, so that its states are those of layers, one for each offset. M
// with the offset as a part of its state has n(i) states in layer i: those to which a text of i octets leads. Let V
// have a word of i octets to each of them. By the same argument: if a recognizer that knows the offset agrees with M on
// v w h for the layers 0 to m, and has in each of these layers n(i) states, but for at most k more in all of them
// together, then it reads every text of at most m + 1 octets as M does. With words w of one symbol, k is 0; with words
// of no symbol, nothing follows.
#pragma once

#include "proof/automaton.hpp"

#include <cstdint>
#include <vector>

namespace proof {

using word = std::vector<std::uint8_t>; // classes of the automaton

class plan {
public:
    explicit plan(const automaton &a);

    // A shortest word from the initial state.
    [[nodiscard]] const word &access(std::uint32_t state) const { return access_[state]; }
    // H(state), the shortest words first.
    [[nodiscard]] const std::vector<word> &identifiers(std::uint32_t state) const { return identifiers_[state]; }
    // The sizes of all H, together.
    [[nodiscard]] std::size_t identifier_count() const;

private:
    void find_access(const automaton &a);
    void find_identifiers(const automaton &a);

    std::vector<word> access_{};
    std::vector<std::vector<word>> identifiers_{};
};

// Words of an exact number of octets: to each state and, from each state, to acceptance. The mark has no length.
class placed_words {
public:
    placed_words(const automaton &a, std::uint32_t longest, std::uint64_t salt);

    // A word of `length` octets from the initial state, in which as many different ways are taken as there are; false
    // when there is none. To the dead state one that dies as late as possible.
    bool to(std::uint32_t state, std::uint32_t length, word &out) const;
    // A word of `length` octets from `state` that is accepted.
    bool accepted_from(std::uint32_t state, std::uint32_t length, word &out) const;

private:
    struct step {
        std::uint32_t state = absent;
        std::uint32_t by = 0; // class
    };
    static constexpr std::uint32_t absent = 0xFFFFFFFF;

    void find_ways(std::uint64_t salt);
    void find_ends(std::uint64_t salt);

    const automaton &a_;
    std::vector<std::vector<step>> before_{}; // by length, by state
    std::vector<std::vector<step>> after_{};
};

} // namespace proof
