// The automaton that patterns are compiled to: a nondeterministic automaton, and the sets of its states that texts
// reach.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include <uniform/syntax/error.hpp>

namespace uniform::detail {

using byte_set = std::bitset<256>;

/// Thompson's automaton of a pattern. A state reads a byte of its set, or forks, or accepts.
class automaton {
public:
    /// Ordered states that read or accept: forks are followed to them.
    using state_set = std::vector<std::uint32_t>;

    [[nodiscard]] static std::expected<automaton, error> compile(std::string_view pattern, bool ignore_case);

    [[nodiscard]] const std::array<std::uint8_t, 256> &class_of() const noexcept { return class_of_; }
    [[nodiscard]] std::size_t classes() const noexcept { return classes_; }
    [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }

    /// The states in which a text begins.
    [[nodiscard]] state_set start() const;
    /// The states that a byte of that class leads to from `from`; empty when there are none.
    [[nodiscard]] state_set step(const state_set &from, std::size_t byte_class) const;
    /// Whether a text may end there.
    [[nodiscard]] bool accepts(const state_set &s) const noexcept;

private:
    friend class automaton_builder;
    enum class kind : std::uint8_t { read, fork, accept };
    struct state {
        kind what = kind::accept;
        std::uint32_t next = 0;  // of read and fork
        std::uint32_t other = 0; // of fork: the other way; of read: which set
    };

    void find_classes();
    void follow(std::uint32_t from, std::vector<bool> &seen, state_set &to) const;

    std::vector<state> states_;
    std::vector<byte_set> sets_;
    std::array<std::uint8_t, 256> class_of_{};
    std::array<std::uint8_t, 256> member_{}; // of each class one byte
    std::size_t classes_ = 1;
    std::uint32_t start_ = 0;
};

} // namespace uniform::detail
