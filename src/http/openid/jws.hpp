// The signature of an ID token: JSON Web Signature (RFC 7515) in its compact form, with a key of a JSON Web Key Set
// (RFC 7517). libcjose verifies; what it is given was read and checked here, so that no algorithm, key or form is used
// that is not expected.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/openid/failure.hpp"

namespace uniform::http::openid {

/// The longest token; more is refused before anything is decoded.
inline constexpr std::size_t longest_token = std::size_t{64} << 10U;
/// The most keys of a set.
inline constexpr std::size_t most_keys = 100;

/// A public key for one of the algorithms RS256, PS256 and ES256 (RFC 7518 3.1).
struct key {
    std::string kid = {};
    std::string kty = {}; ///< "RSA" or "EC"
    std::string alg = {}; ///< the one it is for; empty: any that its type permits
    std::string jwk = {}; ///< the members that verifying needs, and no others
};

/// Reads a JSON Web Key Set. Keys that are not for verifying one of the three algorithms are left out (RFC 7517 5): of
/// other types and curves, with another "use", RSA keys of less than 2048 bits (RFC 7518 3.3). Failure: provider.
[[nodiscard]] result<std::vector<key>> read_keys(std::string_view text);

/// The payload of a token that one of the keys has signed: an object without duplicate members. Failures: token (RFC
/// 7515 5.2; also each algorithm but the three: "none", those of MACs), unknown_key. Cost: one verification.
[[nodiscard]] result<json::value> verify(std::string_view token, const std::vector<key> &keys);

} // namespace uniform::http::openid
