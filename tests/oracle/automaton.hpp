// The quick half of the oracle: the rules of a grammar as one deterministic automaton.
//
// The grammars of URIs have no recursion, so their languages are regular. The constructor builds Thompson's automaton
// from the nodes (a rule is copied where it is used, a repetition is unrolled); matching determinizes it by the subset
// construction as far as the texts seen so far need it. One automaton answers for several rules at once: a state knows
// which of them accept. A step costs a table look-up for every byte, so a text of 40 bytes takes well under 100 ns.
//
// Not shared between threads: matching extends the tables. Give each thread its own.
#pragma once

#include "oracle/abnf.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace oracle {

class automaton {
public:
    // At most 32 rules. Throws std::runtime_error for a rule that reaches itself.
    automaton(const grammar &g, const std::vector<std::string> &rules);

    // Bit i is set when the whole text is in the language of rules[i].
    [[nodiscard]] std::uint32_t accepts(std::string_view text) {
        std::uint32_t state = start_;
        for (const char c : text) {
            std::uint32_t next = table_[state * classes_ + class_of_[static_cast<unsigned char>(c)]];
            if (next == unknown) next = extend(state, class_of_[static_cast<unsigned char>(c)]);
            if (next == dead) return 0;
            state = next;
        }
        return accepting_[state];
    }

    [[nodiscard]] bool matches(std::string_view text) { return (accepts(text) & 1U) != 0; }

    // The number of bytes of `text` that are the beginning of a text that a rule accepts: the furthest place where an
    // error can be seen. text.size() when the whole of it is.
    [[nodiscard]] std::size_t viable(std::string_view text);

    [[nodiscard]] std::size_t state_count() const { return subsets_.size(); }

private:
    static constexpr std::uint32_t unknown = UINT32_MAX;
    static constexpr std::uint32_t dead = UINT32_MAX - 1;

    struct nfa_state {
        std::bitset<256> set;                // a step over one byte of the set to `next`
        std::uint32_t next = UINT32_MAX;     // UINT32_MAX: no such step
        std::vector<std::uint32_t> epsilons; // steps over nothing
        std::uint32_t accepts = 0;
    };

    std::uint32_t build(const grammar &g, std::uint32_t index, std::uint32_t from, unsigned depth);
    std::uint32_t add_state();
    void drop_blind_states();
    void find_classes();
    const std::vector<std::uint32_t> &closure(std::uint32_t state);
    std::uint32_t subset(const std::vector<std::uint32_t> &states);
    std::uint32_t extend(std::uint32_t state, std::uint32_t byte_class);

    std::vector<nfa_state> nfa_;
    std::vector<bool> live_; // nfa states from which an accepting one can be reached
    std::array<std::uint8_t, 256> class_of_{};
    std::vector<unsigned char> representative_; // one byte of each class
    std::uint32_t classes_ = 0;
    std::uint32_t start_ = 0;
    std::vector<std::uint32_t> table_; // [state * classes_ + class]
    std::vector<std::uint32_t> accepting_;
    std::vector<std::vector<std::uint32_t>> subsets_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_; // by the hash of the subset
    std::vector<std::vector<std::uint32_t>> closures_;              // made when they are asked for
    std::vector<std::uint32_t> stamps_;                             // stamps_[s] == stamp_: seen this time
    std::uint32_t stamp_ = 0;
};

} // namespace oracle
