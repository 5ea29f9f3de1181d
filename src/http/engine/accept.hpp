// The sources of connections.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <uniform/base/api.hpp>

#include "http/engine/engine_options.hpp"
#include "http/engine/owned_socket.hpp"

namespace boost::asio {
class io_context;
} // namespace boost::asio

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// Throws std::runtime_error with the cause if a listener could not listen there now. No client can connect
/// meanwhile.
void try_to_listen(const std::string &address, std::uint16_t port);

/// The family of a socket that listens for connections of TCP (AF_INET, AF_INET6); 0: it is no such socket.
[[nodiscard]] int listening_family(int socket) noexcept;

/// The fate of a connection: it was taken or refused; the same, and the next ones wait for a moment, because
/// connections are being closed; or it has to wait for that itself, and is offered again.
enum class admitted : std::uint8_t { yes, crowded, not_yet };

class listener {
public:
    using taking = std::function<admitted(owned_socket &socket, const std::string &address, bool may_wait)>;

    /// Listens at once at the address and the port of the options, or at their shared socket. Throws std::runtime_error
    /// with the cause. `take` gets each connection's socket, which does not block, and the client's address.
    /// `make_room` is called when no file descriptor is left; true: there will be some in a moment.
    listener(boost::asio::io_context &io, const engine_options &o, taking take, std::function<bool()> make_room);
    ~listener();

    [[nodiscard]] std::uint16_t port() const noexcept;
    /// Begins to accept.
    void start();
    /// Takes what has come already, and no more; from a shared socket nothing, as others take it. From any thread;
    /// returns when done.
    void stop();

private:
    struct parts;
    std::shared_ptr<parts> parts_;
};

} // namespace http
} // namespace uniform
