// The checks of an ID token: OpenID Connect Core 1.0 section 3.1.3.7, and section 2.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/openid/failure.hpp"
#include "http/openid/jws.hpp"

namespace uniform::http::openid {

/// The values that are known before the token comes.
struct expected_token {
    std::string_view issuer;
    std::string_view client_id;
    std::string_view nonce;
    resolver::timestamp now = {};
    std::chrono::milliseconds skew{0}; ///< between the clocks
};

/// A token that was issued longer ago is refused, apart from the skew: it comes at once.
inline constexpr std::chrono::minutes oldest_token{10};
/// Core 2: "sub" has at most 255 ASCII characters.
inline constexpr std::size_t longest_subject = 255;

/// The claims of a valid ID token. Failures: as verify(), and token.
[[nodiscard]] result<json::value> read_id_token(std::string_view token, const std::vector<key> &keys,
                                                const expected_token &e);

/// The same without the signature: of claims that verify() has returned.
[[nodiscard]] result<void> check_claims(const json::value &claims, const expected_token &e);

} // namespace uniform::http::openid
