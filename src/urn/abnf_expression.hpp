// Regular expressions as a graph that shares what is used twice, with the size that each would have when written out.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "urn/abnf_rules.hpp"

namespace uniform::detail {

class abnf_expressions {
public:
    using index = std::uint32_t;
    static constexpr index nothing = 0;    // the empty language
    static constexpr index empty_text = 1; // the language of ""

    abnf_expressions();

    /// Characters that no NSS has are left out.
    index set(const std::bitset<256> &bytes);
    index concatenate(const std::vector<index> &parts);
    index alternate(const std::vector<index> &choices);
    index repeat(index of, std::uint32_t min, std::uint32_t max);

    /// Whether it is more than a pattern may be.
    [[nodiscard]] bool too_large(index e) const noexcept;
    /// As a pattern, from "^" to "$". REQUIRES: neither nothing nor too_large.
    [[nodiscard]] std::string write(index e) const;

private:
    enum class kind : std::uint8_t { nothing, empty, set, concatenation, alternation, repetition };
    struct expression {
        kind what = kind::nothing;
        std::bitset<256> bytes{};
        std::vector<index> children{};
        std::uint32_t min = 0;
        std::uint32_t max = 0;
        std::uint64_t length = 0; // written, at most
        std::uint64_t states = 0; // of the automaton, about
        std::uint32_t height = 0; // of the tree
        std::uint32_t groups = 0; // "(?:" within one another
    };
    index add(expression e);
    void write(std::string &out, index e) const;
    void write_in_group(std::string &out, index e) const;

    std::vector<expression> all_;
};

} // namespace uniform::detail
