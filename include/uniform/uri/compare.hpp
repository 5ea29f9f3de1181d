// Comparison by RFC 3986 6, for pairs and for containers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <uniform/base/api.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// Whether `a` and `b` have the same normal form at options.level. RFC 3986 6.1: relative references should be resolved
/// before. Two that are equivalent have equivalent targets unless the scheme of the base has rules of its own for what
/// they percent-encode ("./%7E" and "./~" with a base of news, "%2E%2E" and ".." with one of gopher). An equivalence
/// relation at every level, but for sip and sips from comparison_level::scheme on: RFC 3261 19.1.4 ignores a parameter
/// that one of two has alone, unless it is maddr, method, transport, ttl or user, and says itself that this is not
/// transitive. From that level on, the userinfo of msrp and msrps (RFC 4975 6.1) and the authority and query of ni (RFC
/// 6920 2) are not compared, although normal forms have them. Linear; does not allocate when both are normal already or
/// when they are short (up to 1,000 bytes).
[[nodiscard]] bool equivalent(const reference_view &a, const reference_view &b, const normalize_options &options = {});

/// The lowest of simple, letter_case, percent, path, syntax, scheme, protocol at which `a` and `b` are equivalent;
/// std::nullopt if they differ at all of them. options.level is ignored.
[[nodiscard]] std::optional<comparison_level> lowest_equivalent_level(const reference_view &a, const reference_view &b,
                                                                      const normalize_options &options = {});

/// A hash of the normal form, without the parts that equivalent() may ignore: equal for equivalent references. Do
/// not store it: it may differ between versions and processes. Linear; does not allocate for normal or short
/// references.
[[nodiscard]] std::uint64_t hash(const reference_view &r, const normalize_options &options = {});

/// Hash function for containers of references: std::unordered_set<uri_view, hash_at, equal_at>.
struct hash_at {
    normalize_options options{};
    [[nodiscard]] std::size_t operator()(const reference_view &r) const {
        return static_cast<std::size_t>(hash(r, options));
    }
};

/// Equality for containers of references, at the same level as hash_at.
struct equal_at {
    normalize_options options{};
    [[nodiscard]] bool operator()(const reference_view &a, const reference_view &b) const {
        return equivalent(a, b, options);
    }
};

} // namespace uniform
