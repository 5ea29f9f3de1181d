// One request to the provider, by libcurl: bounded in time and size, to https alone (http for this computer), following
// no redirect. It blocks, so it belongs to the threads for requests that may block, never to those that resolve names.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "http/openid/failure.hpp"

namespace uniform::http::openid {

/// The longest answer of a provider.
inline constexpr std::size_t longest_answer = std::size_t{512} << 10U;

struct call {
    std::string url = {};
    std::string form = {};                   ///< application/x-www-form-urlencoded, sent by POST; empty: GET
    std::string user = {};                   ///< with `password`, for Basic (RFC 7617)
    std::string password = {};               ///< of the client
    std::string bearer = {};                 ///< an access token of the provider
    std::chrono::milliseconds timeout{5000}; ///< for all of it
};
struct answer {
    int status = 0;
    std::string body = {};
};

/// The function by which a provider makes requests; tests have others.
using fetcher = std::function<result<answer>(const call &)>;

/// Failures: unreachable (also after the timeout), provider (the answer is too long).
[[nodiscard]] result<answer> fetch(const call &c);

} // namespace uniform::http::openid
