// The HTTP engine: accepts connections, reads requests, enforces the limits, and hands them to a service. Everything of
// Boost.Asio and Beast stays behind this header. RFC 9112.
//
// A request is first offered to service::quick() on the thread of its connection, which must not block: it answers from
// memory or from an embedded database. What it leaves goes to service::answer() on a thread of the pool, which may
// block.
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

namespace uniform::http {

struct field {
    std::string_view name;
    std::string_view value;
};

/// A request's head, and its body when that was read whole. Valid until it is answered.
struct request {
    std::string_view method;
    std::string_view target; ///< as it was sent (RFC 9112 3.2)
    std::string_view path;   ///< of the target, up to the first "?"
    std::optional<std::string_view> query;
    std::span<const field> fields;
    std::string_view body;
    std::string_view remote; ///< the address of the client, without port
    std::string_view id; ///< for the log and for "X-Request-Id"; ours, or the client's when it is short and harmless
    std::string_view scheme = "http";
    int minor_version = 1; ///< HTTP/1.x

    /// The value of the first field with this name, in any case; empty when there is none.
    [[nodiscard]] std::string_view value(std::string_view name) const noexcept;
};

struct response {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< without Date, Connection, Content-Length
    std::string body = {};
};

/// One request and its answer, on a thread of the pool.
class exchange {
public:
    [[nodiscard]] virtual const http::request &request() const noexcept = 0;
    /// The next part of a streamed body; empty at its end. Waits. Throws cut_off when the client is gone or too slow.
    [[nodiscard]] virtual std::string_view read() = 0;
    /// The whole answer at once.
    virtual void send(response r) = 0;
    /// An answer in parts (chunked for HTTP/1.1): head, then write() as often as needed, then finish(). Waits for slow
    /// clients.
    virtual void begin(response head) = 0;
    virtual void write(std::string_view part) = 0;
    virtual void finish() = 0;
    /// True when nobody waits for the answer any more: the client is gone, or the engine has stopped. Long work may end
    /// then; read(), write() and the others throw cut_off.
    [[nodiscard]] virtual bool gone() const noexcept { return false; }

protected:
    ~exchange() = default;
};
struct cut_off {};

/// What the engine does with a request's body.
struct body_policy {
    std::size_t limit = std::size_t{1} << 20U; ///< more is 413
    /// The service reads it by exchange::read() while it comes in; limit 0: there is none. Such a request holds a
    /// thread as long as its client likes, so these have threads of their own.
    bool streamed = false;
    std::string client = {}; ///< whose streams are counted together; empty: those of the connection's address
};

class service {
public:
    /// Appends the whole answer, head and all, to `out` and returns true; or returns false and leaves `out` as it was.
    /// On a connection's thread `worker` (0 ... workers - 1); the request has no body. `date` is the value of Date;
    /// `close` says that "Connection: close" is to be sent.
    virtual bool quick(const request &r, unsigned worker, std::string_view date, bool close,
                       std::string &out) noexcept = 0;
    /// Before the body is read.
    [[nodiscard]] virtual body_policy policy(const request &head) noexcept = 0;
    /// On a thread of the pool. Must answer; what it throws becomes 500.
    virtual void answer(exchange &e) = 0;
    /// For errors that the engine answers itself (400, 408, 413, 431, 503, ...): the body and its fields, by the
    /// problem details of RFC 9457.
    [[nodiscard]] virtual response refuse(int status, std::string_view why, std::string_view id) noexcept = 0;
    /// After each answer, for log and metrics.
    struct record {
        const http::request *request; ///< null when none could be read
        int status;                   ///< 0: the client was gone before it was answered in full
        std::uint64_t bytes;
        std::chrono::nanoseconds took;
        bool quick;
    };
    virtual void done(const record &r, unsigned worker) noexcept = 0;

protected:
    ~service() = default;
};

struct engine_options {
    std::string address = "127.0.0.1"; ///< an IP address; "::" for all
    std::uint16_t port = 8141;         ///< 0: any free one
    unsigned workers = 1;              ///< threads that serve connections
    unsigned pool = 32;                ///< threads that may block; a quarter of them is for streamed requests alone
    unsigned streams_per_client = 4;   ///< streamed requests at once; more are 429. 0: no limit
    std::size_t pool_queue = 1024;     ///< requests that wait for one; more are 503
    std::size_t head_limit = 16384;    ///< bytes of request line and fields; more is 431 (414 for the target)
    std::size_t fields_limit = 100;
    std::size_t connections = 10000;
    std::size_t connections_per_address = 0;    ///< 0: no limit
    std::chrono::milliseconds head_time{10000}; ///< from the first byte to the end of the head
    std::chrono::milliseconds idle_time{60000}; ///< between requests
    /// Without progress, reading a body or writing an answer; after it, a body that is read whole must have come at
    /// 8 KiB a second, too, and one that is streamed at 1 KiB a second of the time the service waited for it.
    std::chrono::milliseconds body_time{30000};
    std::chrono::milliseconds drain_time{30000}; ///< for what was accepted, when stopping
    std::string certificate = {};                ///< PEM files; both or neither: TLS
    std::string private_key = {};
};

class engine {
public:
    /// Listens. Throws std::runtime_error saying what is wrong (the address is taken, the certificate cannot be read).
    [[nodiscard]] static std::unique_ptr<engine> start(const engine_options &o, service &s);
    virtual ~engine() = default; ///< as stop(), and waits for the service however long it takes

    [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
    /// Stops accepting, lets what was accepted finish within drain_time, closes idle connections, and ends the others
    /// after it: see exchange::gone(). Returns a second after drain_time at the latest; false when the service is still
    /// answering then.
    virtual bool stop() = 0;
    struct numbers {
        std::uint64_t connections, open_connections, requests, queued, refused;
    };
    [[nodiscard]] virtual numbers count() const noexcept = 0;
};

} // namespace uniform::http
