// The HTTP engine: accepts connections, reads requests, enforces limits, and passes the requests to a request handler.
// Boost.Asio and Beast are used behind this header only. RFC 9112.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <uniform/base/api.hpp>

#include "http/engine/engine_options.hpp"
#include "http/engine/http_message.hpp"
#include "http/engine/request_handler.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

class engine {
public:
    /// Listens. Throws std::runtime_error that states the cause (address in use, certificate that cannot be read).
    [[nodiscard]] static std::unique_ptr<engine> start(const engine_options &o, request_handler &h);
    virtual ~engine() = default; ///< as stop(), and waits for all handlers, however long they take

    [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
    /// From now on each response is the last of its connection, and says so (RFC 9112 9.6). Connections without a
    /// request stay open; of a socket that other processes share, nothing more is accepted, which is left to them.
    virtual void announce_end() = 0;
    /// Stops accepting, lets accepted requests finish within drain_time, closes idle connections, and aborts the other
    /// exchanges after drain_time. Returns a second after drain_time at the latest; false if a handler is still
    /// running.
    virtual bool stop() = 0;
    /// Reads certificate and private key again, for the connections from now on. Throws std::runtime_error with the
    /// cause when they cannot be used, or the engine was started without TLS; then nothing has changed.
    virtual void change_certificate(const std::string &certificate, const std::string &private_key) = 0;
    struct numbers {
        std::uint64_t connections, open_connections, requests, queued, refused;
        std::uint64_t displaced;    ///< connections ended because others needed their places
        std::uint64_t body_bytes;   ///< of engine_options::bodies
        std::uint64_t unsent_bytes; ///< of engine_options::unsent
    };
    [[nodiscard]] virtual numbers count() const noexcept = 0;
};

} // namespace http
} // namespace uniform
