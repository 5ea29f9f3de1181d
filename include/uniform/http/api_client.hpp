// Calls of the service's API, on a service elsewhere or on a store here: the same requests, the same answers.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// A request to the JSON API.
struct api_request {
    std::string method = "GET";
    std::string path = {}; ///< "/api/v1/names/urn%3Aexample%3Aa?limit=10": as it is sent
    std::string body = {};
    std::string content_type = "application/json"; ///< of the body, when there is one
    std::vector<std::pair<std::string, std::string>> fields = {};
};

/// The response to it.
struct api_response {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields = {};
    std::string body = {};

    /// The value of the first field with this name, in any case; empty when there is none.
    [[nodiscard]] std::string_view value(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;
};

/// The service cannot be reached, ends the connection early, or sends what is no HTTP.
class no_response : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Sends requests to the JSON API: of a service by HTTP, or of a local store in the same process.
class api_client {
public:
    /// The token, the limits and the further options of requests to a service.
    struct remote_options {
        std::string token = {};
        std::string ca_file = {}; ///< certificates that are trusted instead of the system's (PEM)
        std::chrono::milliseconds connect_time{10000};
        std::chrono::milliseconds stall_time{60000}; ///< without a byte, either way
        unsigned tries = 4; ///< of a request that may be repeated: no answer, or 429 or 503; waiting longer each time
        std::size_t answer_limit = std::size_t{64} << 20U; ///< of call()
        bool compressed = false; ///< the response may be; its limit is that of what it stands for
        /// Asked about once a second while a request is on its way: true ends it (no_response). May be empty.
        std::function<bool()> ends = {};
    };
    /// A service at an http(s) URL. Throws no_response when that is no such URL.
    [[nodiscard]] static std::unique_ptr<api_client> remote(std::string_view url, const remote_options &o);
    /// The handlers of the service, in this process, on an open store; `who` asks. All of them outlive the client.
    [[nodiscard]] static std::unique_ptr<api_client> local(store::store &s, const settings &settings,
                                                           const resolver::principal &who);
    virtual ~api_client() = default;

    /// Throws no_response; store::failure never: it is an answer 503 or 500, as it is from a service.
    /// A request is sent again when that cannot do harm: GET, HEAD, PUT, DELETE, and anything with an Idempotency-Key.
    [[nodiscard]] virtual api_response call(const api_request &r) = 0;

    /// The next part of the body; empty at its end.
    using source = std::function<std::string_view()>;
    /// Takes a part of the answer; false ends the exchange.
    using sink = std::function<bool(std::string_view)>;
    /// With a body of any length, an answer of any length, or both, which may go on at the same time. The request's own
    /// body is not looked at when there is a source. The answer's body is empty when its status is 2xx: the sink got
    /// it; else it holds the problem.
    [[nodiscard]] virtual api_response stream(const api_request &r, const source &up, const sink &down) = 0;
};

/// One segment of a path: everything but unreserved characters and ":" percent-encoded (RFC 3986 3.3).
[[nodiscard]] std::string path_segment(std::string_view text);

/// A fresh key for Idempotency-Key: 128 random bits.
[[nodiscard]] std::string new_idempotency_key();

} // namespace http
} // namespace uniform
