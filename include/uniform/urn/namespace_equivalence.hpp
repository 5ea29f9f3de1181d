// Equivalence by the rules of a URN's namespace (RFC 8141 3.2, 6.4.3): on top of the lexical one, and never against it.
//
//     namespace_equivalent("urn:isbn:951-0-18435-7"_urn, "urn:isbn:978-951-0-18435-6"_urn)   -> true
//     namespace_normalized("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"_urn)
//                                                      -> "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
//
// The operations of the registry entry are applied to NSSs that match the namespace; any other keeps its lexical
// normal form (urn/equivalence.hpp). An ISBN-10 becomes an ISBN-13 only if its check character is correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {

/// Whether the two are equivalent by the rules of their namespace. An equivalence relation that contains
/// urn_equivalent(). Linear; no allocation for names of up to 512 bytes, once the namespace's table is built.
[[nodiscard]] bool namespace_equivalent(const urn_view &a, const urn_view &b, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] bool namespace_equivalent(const urn_view &a, const urn_view &b);

/// The assigned-name in the normal form of all equivalent ones: at most 8 bytes longer than it. Idempotent
/// (for a caller's namespace as far as its operations are). A NSS of which nothing would be left, or that would begin
/// with "/", keeps its lexical form. Linear; allocates the result.
[[nodiscard]] std::string namespace_normalized(const urn_view &u, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::string namespace_normalized(const urn_view &u);

/// Appends it. Linear; no allocation when `out` has room. `out` must not hold the text.
void namespace_normalized_append(std::string &out, const urn_view &u, const namespace_registry &registry);
/// With namespace_registry::standard().
void namespace_normalized_append(std::string &out, const urn_view &u);

/// Writes it into the caller's buffer, which must not hold the text, and returns it; buffer_too_small when the buffer
/// is shorter than the assigned-name and 8 bytes. Linear; no allocation.
[[nodiscard]] std::expected<std::string_view, error> namespace_normalized_to(std::span<char> buffer
                                                                             UNIFORM_LIFETIMEBOUND,
                                                                             const urn_view &u,
                                                                             const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::expected<std::string_view, error>
namespace_normalized_to(std::span<char> buffer UNIFORM_LIFETIMEBOUND, const urn_view &u);

/// Equal for equivalent URNs. Linear; no allocation for names of up to 512 bytes. Do not store it: it may
/// differ between versions.
[[nodiscard]] std::uint64_t namespace_hash(const urn_view &u, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::uint64_t namespace_hash(const urn_view &u);

/// For containers: std::unordered_set<urn_view, namespace_hasher, namespace_equal>. The registry must outlive them.
struct namespace_hasher {
    using is_transparent = void;
    const namespace_registry *registry = &namespace_registry::standard();
    [[nodiscard]] std::size_t operator()(const urn_view &u) const {
        return static_cast<std::size_t>(namespace_hash(u, *registry));
    }
};
/// For containers: equality by namespace_equivalent().
struct namespace_equal {
    using is_transparent = void;
    const namespace_registry *registry = &namespace_registry::standard();
    [[nodiscard]] bool operator()(const urn_view &a, const urn_view &b) const {
        return namespace_equivalent(a, b, *registry);
    }
};

} // namespace uniform
