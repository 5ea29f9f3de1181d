// The interface of the code that produces the responses, and the engine's offer to it: one exchange for each request.
//
// A request is first offered to request_handler::try_cached() on the thread of its connection, which must not block: it
// answers from memory alone. Every other request goes to request_handler::handle() on a thread of the pool, which may
// block. Requests that try_cached() could have answered with a look at a disk or a database have threads of their own,
// so that slow ones delay no others.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "http/engine/address_text.hpp"
#include "http/engine/http_message.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// One request and its response (RFC 9110 3.4), on a thread of the pool.
class exchange {
public:
    [[nodiscard]] virtual const http::request &request() const noexcept UNIFORM_LIFETIMEBOUND = 0;
    /// The next part of a streamed body; empty at its end. Blocks. Throws exchange_aborted when the client has
    /// disconnected or is too slow.
    [[nodiscard]] virtual std::string_view read() = 0;
    /// The whole response at once.
    virtual void send(response r) = 0;
    /// A response in parts (chunked for HTTP/1.1): begin() with the head, then any number of write(), then finish().
    /// These block while the client reads slowly.
    virtual void begin(response head) = 0;
    virtual void write(std::string_view part) = 0;
    virtual void finish() = 0;
    /// True when the client has disconnected or the engine has stopped. Long work should end then; all other functions
    /// throw exchange_aborted.
    [[nodiscard]] virtual bool aborted() const noexcept { return false; }

    /// Waits for rouse(), at most until then; true when it came. False: there is no more time, others need the thread,
    /// or the client has disconnected. A streamed request alone waits.
    [[nodiscard]] virtual bool rest_until(std::chrono::steady_clock::time_point end) {
        static_cast<void>(end);
        return false;
    }
    /// Ends rest_until(), or the next one. From any thread, while the handler runs.
    virtual void rouse() noexcept {}

protected:
    ~exchange() = default;
};
/// Thrown by an exchange whose client has disconnected, and by those that are open when the engine stops.
struct exchange_aborted {};

/// Secrets that a request makes the service verify. That takes long, and much memory, so it has threads of its own.
enum class verifying : std::uint8_t {
    nothing,
    token,   ///< authenticate() runs on such a thread; then handle(), on one of those for the rest
    request, ///< handle() verifies a secret of the body, and runs there
};

/// The treatment of a request's body by the engine.
struct body_policy {
    std::size_t limit = std::size_t{1} << 20U; ///< more is 413
    /// The handler reads the body by exchange::read() while it arrives; limit 0: no limit. The client decides how long
    /// such a request occupies a thread, so streamed requests have threads of their own.
    bool streamed = false;
    /// Says how the service is: must be answered while all other threads are busy, so it has threads of its own.
    bool urgent = false;
    std::string client = {}; ///< the client whose streams and memory are counted together; empty: those of the
                             ///< connection's address
    std::string token = {};  ///< a second client whose streams are counted, whatever its addresses are; empty: none
    bool known = false;      ///< the client has proved who it is: the reserve of memory is for it
    verifying verifies = verifying::nothing;
    std::optional<response> refusal = std::nullopt; ///< is sent instead; nothing of the body is read
    found_route found = {};                         ///< for handle(): request::found
};

/// One response that was sent, for log and metrics.
struct completed_exchange {
    const http::request *request; ///< null if none could be read
    int status;                   ///< 0: the client disconnected before the end of the response
    std::uint64_t bytes;
    std::chrono::nanoseconds took;
    bool cached;                  ///< by request_handler::try_cached()
    std::string_view remote = {}; ///< if no request could be read: the address of the client, without port
    std::string_view id = {};     ///< and the id in the response
};

/// The result for a request that was offered to request_handler::try_cached().
enum class attempt : std::uint8_t {
    sent,          ///< the response was appended
    unsuitable,    ///< for handle(), on a thread of the pool
    not_in_memory, ///< for handle(), on one of the threads for reads that may wait for a disk or a database
};

/// One of several requests that request_handler::try_together() gets.
struct offered_request {
    const http::request *request; ///< not null; without a body
    bool close;                   ///< the response has "Connection: close"
    std::string out = {};         ///< the whole response, including its head; empty: there is none
};

/// Produces the responses. The engine calls it from several threads at the same time.
class request_handler {
public:
    /// Appends the whole response, including its head, to `out`, or leaves `out` unchanged. Runs on the connection's
    /// thread `worker` (0 ... workers - 1) and must not block; the request has no body. `date` is the value of Date;
    /// with `close`, the response has "Connection: close".
    virtual attempt try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                               std::string &out) noexcept = 0;
    /// Several requests for which try_cached() said not_in_memory, and which have come while others were looked up
    /// (engine_options::together). Makes the responses for which one look at the database is enough, and leaves the
    /// others to handle(). Runs after policy(), on a thread that may block, `date` being the value of Date.
    virtual void try_together(std::span<offered_request> all, std::string_view date) noexcept {
        static_cast<void>(all);
        static_cast<void>(date);
    }
    /// The address of the client of a request that try_cached() has answered, for which a proxy may stand: what it has
    /// not read yet is of its share, as by body_policy::client. Empty: that of the connection. Must not block.
    [[nodiscard]] virtual address_text client_of(const request &r) const noexcept {
        static_cast<void>(r);
        return {};
    }
    /// Called before the body is read.
    [[nodiscard]] virtual body_policy policy(const request &head) noexcept = 0;
    /// Verifies the token of a request, on a thread for that, after policy() if it said so. The result is
    /// request::authenticated in handle(); null: there is none. An exception is the same as null.
    [[nodiscard]] virtual std::shared_ptr<const authentication> authenticate(const request &r) {
        static_cast<void>(r);
        return nullptr;
    }
    /// Runs on a thread of the pool, after policy(). Must send a response; an exception becomes 500.
    virtual void handle(exchange &e) = 0;
    /// The response for errors that the engine detects (400, 408, 413, 431, 503, ...), with problem details (RFC 9457).
    /// @param fields those of the request, as far as they are known: what it accepts
    [[nodiscard]] virtual response error_response(int status, std::string_view why, std::string_view id,
                                                  std::span<const field> fields) noexcept = 0;
    /// Called after each response.
    virtual void completed(const completed_exchange &e, unsigned worker) noexcept = 0;

protected:
    ~request_handler() = default;
};

} // namespace http
} // namespace uniform
