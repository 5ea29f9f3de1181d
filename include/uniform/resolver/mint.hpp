// Minting names: patterns, counters, check characters. RFC 8141 5 leaves the way of assignment to the namespace;
// minting (delegation.hpp) says what a pattern looks like.
//
//     mint_pattern::compile({.method = sequential, .pattern = "zddk", .check = noid}, "example:13030/")->make(7)
//                                                            -> "example:13030/07" and its check character
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The digits of NOID: 29 of them, a prime number, without vowels and "l".
inline constexpr std::string_view noid_digits = "0123456789bcdfghjkmnpqrstvwxz";

/// The NOID check character of a text: the sum of position times value, modulo 29; characters that are no digits of
/// NOID count as 0. It finds every single wrong character and every transposition of two neighbours among its digits,
/// in texts of up to 28 characters. Linear.
[[nodiscard]] char noid_check(std::string_view text) noexcept;

/// A minting rule made ready. The rule and the prefix were checked, so that every name it makes is a URN; whether it
/// fits its namespace is asked of each name.
class mint_pattern {
public:
    /// Problems: invalid, with the offset in the pattern (or the prefix). `registry` has the check characters of the
    /// namespace, and outlives the pattern.
    [[nodiscard]] static std::expected<mint_pattern, problem>
    compile(const minting &rule, std::string_view prefix,
            const namespace_registry &registry = namespace_registry::standard());

    /// The number of names that the pattern has; std::nullopt when the pattern grows without end, or there are 2^63 and
    /// more.
    [[nodiscard]] std::optional<std::uint64_t> capacity() const noexcept { return capacity_; }

    /// Name number `n` (from 0) as "NID:NSS" with its check character. Nothing when there is none: `n` is behind the
    /// capacity, or the algorithm gives no check character for it (ISO 7064 and EIC leave such numbers out).
    [[nodiscard]] std::optional<std::string> make(std::uint64_t n) const;

private:
    struct part {
        std::string literal = {}; // empty: a digit
        std::uint8_t radix = 0;   // 10 or 29
        bool grows = false;
    };
    std::string prefix_;
    std::vector<part> parts_;
    check_rule check_ = check_rule::none;
    std::optional<std::uint64_t> capacity_;
    const namespace_registry *registry_ = &namespace_registry::standard();
};

/// Whether a delegation may have this rule: compile(), and that names by it fit the namespace (a few are tried).
[[nodiscard]] std::expected<void, problem>
check_minting(const minting &rule, std::string_view prefix,
              const namespace_registry &registry = namespace_registry::standard());

/// A number below `bound` (not 0) from the system's cryptographic source. Nothing when that fails.
[[nodiscard]] std::optional<std::uint64_t> random_below(std::uint64_t bound) noexcept;

} // namespace resolver
} // namespace uniform
