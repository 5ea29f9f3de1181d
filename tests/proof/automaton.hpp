// Finite automata over octets and one more symbol, the mark: built with nondeterminism, made deterministic over classes
// of octets, minimal, and compared.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proof {

// An octet, or the mark that stands in a text where a component begins or ends.
using symbol = std::uint16_t;
constexpr symbol mark = 256;
constexpr std::size_t symbols = 257;
using symbol_set = std::bitset<symbols>;

// A nondeterministic automaton; the states are numbered from 0, the initial one.
class nfa {
public:
    nfa() { add_state(); }

    std::uint32_t add_state();
    void connect(std::uint32_t from, std::uint32_t to) { states_[from].silent.push_back(to); }
    void connect(std::uint32_t from, const symbol_set &label, std::uint32_t to);

    struct state {
        std::vector<std::uint32_t> silent{};
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges{}; // label, state
    };
    [[nodiscard]] const std::vector<state> &states() const { return states_; }
    [[nodiscard]] const std::vector<symbol_set> &labels() const { return labels_; }

private:
    std::vector<state> states_{};
    std::vector<symbol_set> labels_{};
};

// A complete, minimal, deterministic automaton. State 0 is the initial one. Symbols that no state tells apart are one
// class; the mark is a class by itself, the last one.
class automaton {
public:
    // The language of the texts that lead from state 0 of `n` to `accepting`. With `one_mark`, those of them that have
    // the mark exactly once.
    static automaton of(const nfa &n, std::uint32_t accepting, bool one_mark);
    // The texts that `a` accepts and `b` does not.
    static automaton difference(const automaton &a, const automaton &b);

    [[nodiscard]] std::uint32_t states() const { return static_cast<std::uint32_t>(accepts_.size()); }
    [[nodiscard]] std::uint32_t classes() const { return static_cast<std::uint32_t>(members_.size()); }
    [[nodiscard]] std::uint32_t class_of(symbol s) const { return class_of_[s]; }
    // The octets of a class; of the last one, the mark.
    [[nodiscard]] const std::vector<symbol> &members(std::uint32_t c) const { return members_[c]; }
    [[nodiscard]] std::uint32_t mark_class() const { return classes() - 1; }
    [[nodiscard]] std::uint32_t next(std::uint32_t state, std::uint32_t c) const {
        return next_[state * classes() + c];
    }
    [[nodiscard]] bool accepts(std::uint32_t state) const { return accepts_[state] != 0; }
    // The state from which nothing is accepted.
    [[nodiscard]] std::optional<std::uint32_t> dead() const { return dead_; }

    [[nodiscard]] bool matches(std::string_view text) const;

    // A copy in which one transition leads elsewhere. It may not be minimal: a recognizer with a fault.
    [[nodiscard]] automaton redirected(std::uint32_t state, std::uint32_t c, std::uint32_t to) const;

    // The shortest text that one of them accepts and the other does not; the mark is written as the octet FF.
    static std::optional<std::string> distinguish(const automaton &a, const automaton &b);

    // A text that is accepted with the mark at two places, or std::nullopt when each text has one at most.
    [[nodiscard]] std::optional<std::string> with_two_marks() const;

private:
    struct table; // before it is minimal
    static automaton minimal(const table &t);

    std::array<std::uint16_t, symbols> class_of_{};
    std::vector<std::vector<symbol>> members_{};
    std::vector<std::uint32_t> next_{};
    std::vector<std::uint8_t> accepts_{};
    std::optional<std::uint32_t> dead_{};
};

} // namespace proof
