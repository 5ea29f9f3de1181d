// URN-equivalence (RFC 8141 3): lexical, the same for all namespaces. The rules of namespaces are in
// namespace_equivalence.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

// RFC 8141 3.1 (drafts -16 3.1, -14 4.1; RFC 2141 5): the scheme and the NID in lower case, the hexadecimal digits of
// pct-encoded in upper case, nothing decoded, r-, q- and f-component omitted.

/// Whether the two are URN-equivalent. An equivalence relation, also between editions. Linear, no allocation.
[[nodiscard]] bool urn_equivalent(const urn_view &a, const urn_view &b) noexcept;

/// The assigned-name in the normal form of all URN-equivalent ones: "urn:example:a123%2Cz456". As long as the
/// assigned-name is. Allocates the result.
[[nodiscard]] std::string normalized_assigned_name(const urn_view &u);

/// Appends it; no allocation when `out` has room. `out` must not hold the text.
void normalized_assigned_name_append(std::string &out, const urn_view &u);

/// Whether normalized_assigned_name() would give the assigned-name unchanged.
[[nodiscard]] bool is_normal(const urn_view &u) noexcept;

/// Equal for URN-equivalent URNs. Do not store it: it may differ between versions. Linear, no allocation.
[[nodiscard]] std::uint64_t urn_hash(const urn_view &u) noexcept;

/// For containers: std::unordered_set<urn_view, urn_hasher, urn_equal>.
struct urn_hasher {
    using is_transparent = void;
    [[nodiscard]] std::size_t operator()(const urn_view &u) const noexcept {
        return static_cast<std::size_t>(urn_hash(u));
    }
};
/// For containers: equality by urn_equivalent().
struct urn_equal {
    using is_transparent = void;
    [[nodiscard]] bool operator()(const urn_view &a, const urn_view &b) const noexcept { return urn_equivalent(a, b); }
};

} // namespace uniform
