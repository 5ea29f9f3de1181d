// The HTTP engine: accepts connections, reads requests, enforces limits, and passes the requests to a request handler.
// Boost.Asio and Beast are used behind this header only. RFC 9112.
//
// A request is first offered to request_handler::try_cached() on the thread of its connection, which must not block: it
// answers from memory alone. Every other request goes to request_handler::handle() on a thread of the pool, which may
// block. Requests that try_cached() could have answered with a look at a disk or a database have threads of their own,
// so that slow ones delay no others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

struct field {
    std::string_view name;
    std::string_view value;
};

/// A request's head, and its body unless that is streamed. Valid until the response is complete.
struct request {
    std::string_view method;
    std::string_view target; ///< as sent (RFC 9112 3.2)
    std::string_view path;   ///< of the target, up to the first "?"
    std::optional<std::string_view> query;
    std::span<const field> fields;
    std::string_view body;
    std::string_view remote; ///< the address of the client, without port
    std::string_view id;     ///< for the log and for X-Request-Id; the client's if it is short and safe, else a new one
    std::string_view scheme = "http";
    int minor_version = 1; ///< HTTP/1.x

    /// The value of the first field with this name, in any case; empty if there is none.
    [[nodiscard]] std::string_view value(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;
};

struct response {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< without Date, Connection, Content-Length
    std::string body = {};
};

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

protected:
    ~exchange() = default;
};
/// Thrown by an exchange whose client has disconnected, and by those that are open when the engine stops.
struct exchange_aborted {};

/// What the engine does with a request's body.
struct body_policy {
    std::size_t limit = std::size_t{1} << 20U; ///< more is 413
    /// The handler reads the body by exchange::read() while it arrives; limit 0: no limit. The client decides how long
    /// such a request occupies a thread, so streamed requests have threads of their own.
    bool streamed = false;
    /// Says how the service is: must be answered while all other threads are busy, so it has threads of its own.
    bool urgent = false;
    std::string client =
        {};                 ///< whose streams and memory are counted together; empty: those of the connection's address
    std::string token = {}; ///< a second client whose streams are counted, whatever its addresses are; empty: none
    bool known = false;     ///< the client has proved who it is: the reserve of memory is for it
    std::optional<response> refusal = std::nullopt; ///< is sent instead; nothing of the body is read
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

/// What came of a request that was offered to request_handler::try_cached().
enum class attempt : std::uint8_t {
    sent,          ///< the response was appended
    unsuitable,    ///< for handle(), on a thread of the pool
    not_in_memory, ///< for handle(), on one of the threads for reads that may wait for a disk or a database
};

/// Produces the responses. The engine calls it from several threads at the same time.
class request_handler {
public:
    /// Appends the whole response, including its head, to `out`, or leaves `out` unchanged. Runs on the connection's
    /// thread `worker` (0 ... workers - 1) and must not block; the request has no body. `date` is the value of Date;
    /// with `close`, the response has "Connection: close".
    virtual attempt try_cached(const request &r, unsigned worker, std::string_view date, bool close,
                               std::string &out) noexcept = 0;
    /// Called before the body is read.
    [[nodiscard]] virtual body_policy policy(const request &head) noexcept = 0;
    /// Runs on a thread of the pool. Must send a response; an exception becomes 500.
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

struct engine_options {
    std::string address = "127.0.0.1"; ///< an IP address; "::" for all
    std::uint16_t port = 8141;         ///< 0: any free one
    unsigned workers = 1;              ///< threads that serve connections
    unsigned pool = 32;                ///< threads that may block; a quarter of them serves only streamed requests
    unsigned streams_per_client = 4;   ///< streamed requests at once; more are 429. 0: no limit
    unsigned readers = 16;             ///< threads in addition to these, for attempt::not_in_memory
    std::size_t pool_queue = 1024;     ///< requests that may wait for a thread of each kind; more are 503
    std::size_t head_limit = 16384;    ///< bytes of request line and fields; more is 431 (414 for the target)
    std::size_t fields_limit = 100;
    /// Bytes of all bodies that are read as a whole or whose response is not complete. Half of them is reserved for
    /// known clients; another has an eighth, and when these are used, its request is 503 (429: its own part is used).
    std::size_t bodies = std::size_t{96} << 20U;
    /// Bytes of all responses that clients have not read yet, except what is streamed; shared in the same way, with a
    /// quarter for each client that is not known.
    std::size_t unsent = std::size_t{64} << 20U;
    std::size_t connections = 10000;
    std::size_t connections_per_address = 0;    ///< 0: no limit
    std::chrono::milliseconds head_time{10000}; ///< from the first byte to the end of the head
    std::chrono::milliseconds idle_time{60000}; ///< between requests
    /// Without progress in reading a body or writing a response. After it, a body that is read whole must also have
    /// arrived at 8 KiB a second, and a streamed one at 1 KiB a second of the time that the handler waited for it;
    /// responses must have been read at the same rates. When more than a quarter of `bodies` or of `unsent` is used, it
    /// is 2 s at most.
    std::chrono::milliseconds body_time{30000};
    std::chrono::milliseconds drain_time{30000}; ///< for accepted requests, when stopping
    std::string fields = {};                     ///< of every response: whole lines, with their ends
    std::string certificate = {};                ///< PEM files; both or neither: TLS
    std::string private_key = {};
    std::chrono::steady_clock::time_point (*clock)() = std::chrono::steady_clock::now; ///< of the limits of time
};

class engine {
public:
    /// Listens. Throws std::runtime_error that states the cause (address in use, certificate that cannot be read).
    [[nodiscard]] static std::unique_ptr<engine> start(const engine_options &o, request_handler &h);
    virtual ~engine() = default; ///< as stop(), and waits for all handlers, however long they take

    [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
    /// Stops accepting, lets accepted requests finish within drain_time, closes idle connections, and aborts the other
    /// exchanges after drain_time. Returns a second after drain_time at the latest; false if a handler is still
    /// running.
    virtual bool stop() = 0;
    /// Reads certificate and private key again, for the connections from now on. Throws std::runtime_error with the
    /// cause when they cannot be used, or the engine was started without TLS; then nothing has changed.
    virtual void change_certificate(const std::string &certificate, const std::string &private_key) = 0;
    struct numbers {
        std::uint64_t connections, open_connections, requests, queued, refused;
        std::uint64_t body_bytes;   ///< of engine_options::bodies
        std::uint64_t unsent_bytes; ///< of engine_options::unsent
    };
    [[nodiscard]] virtual numbers count() const noexcept = 0;
};

} // namespace http
} // namespace uniform
