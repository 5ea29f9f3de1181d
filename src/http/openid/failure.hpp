// Why signing in by OpenID Connect failed: a kind, for the page, and a sentence, for the log.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace uniform::http::openid {

/// The kinds of failures that the page tells the user.
enum class failure_kind : std::uint8_t {
    unreachable, ///< the provider does not answer, or too slowly
    provider,    ///< the provider's answer cannot be used, or it refuses the service
    token,       ///< its ID token is not valid
    unknown_key, ///< no key of the provider fits the ID token: its keys may have been replaced
    busy,        ///< too many sign-ins at the same time
};

struct failure {
    failure_kind kind = failure_kind::provider;
    std::string detail = {};    ///< may quote the provider; without secrets, codes and tokens
    std::string_view rule = {}; ///< "OpenID Connect Core 3.1.3.7, 2"
};

template <class T>
using result = std::expected<T, failure>;

[[nodiscard]] inline std::unexpected<failure> fail(failure_kind kind, std::string detail, std::string_view rule = {}) {
    return std::unexpected{failure{.kind = kind, .detail = std::move(detail), .rule = rule}};
}

/// `detail` is the end of a sentence about the ID token.
[[nodiscard]] inline std::unexpected<failure> refuse_token(std::string detail, std::string_view rule) {
    return fail(failure_kind::token, "the ID token " + std::move(detail), rule);
}

/// A text of the provider in a message: at most 200 characters, without control characters.
[[nodiscard]] std::string in_message(std::string_view text);

} // namespace uniform::http::openid
