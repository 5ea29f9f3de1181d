// The bytes of one connection: a socket that never blocks, with TLS or without.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "base/mutex.hpp"
#include "http/engine/owned_socket.hpp"

struct ssl_ctx_st;
struct ssl_st;

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// Certificate and key of a server, TLS 1.2 or later.
class tls_context {
public:
    /// Reads PEM files. Throws std::runtime_error with the cause.
    tls_context(const std::string &certificate, const std::string &private_key);
    ~tls_context();
    tls_context(const tls_context &) = delete;
    tls_context &operator=(const tls_context &) = delete;

    /// Reads other files, or the same again, for the connections from now on. Throws std::runtime_error with the cause;
    /// then nothing has changed.
    void change(const std::string &certificate, const std::string &private_key) UNIFORM_EXCLUDES(lock_);
    /// The state of one connection; null: no memory.
    [[nodiscard]] ssl_st *new_connection() const noexcept UNIFORM_EXCLUDES(lock_);

private:
    mutable base::mutex lock_;
    ssl_ctx_st *context_ UNIFORM_GUARDED_BY(lock_);
};

class transport {
public:
    enum class outcome : unsigned char {
        done,
        wait,
        end,
        broken,
        not_encrypted, ///< of shake(): the client speaks HTTP without TLS; what is sent now is not encrypted either
    };
    struct count {
        outcome how;
        std::size_t bytes;
    };

    /// Takes the socket; TLS when a context is given. Throws std::bad_alloc.
    transport(owned_socket socket, const tls_context *tls);
    ~transport();
    transport(const transport &) = delete;
    transport &operator=(const transport &) = delete;

    [[nodiscard]] bool encrypted() const noexcept { return tls_ != nullptr; }
    [[nodiscard]] int socket() const noexcept { return socket_.number(); }
    /// The handshake's next step.
    [[nodiscard]] outcome shake() noexcept;
    /// `wait`: there is nothing now. With fewer bytes than asked for there is nothing either, unless encrypted.
    [[nodiscard]] count read(char *to, std::size_t size) noexcept;
    [[nodiscard]] count write(std::string_view data) noexcept;
    /// No more is sent; what the client sends is still read (RFC 9112 9.6).
    void shut_down() noexcept;
    /// Closes at once, with an alert to the client.
    void reset() noexcept;

private:
    owned_socket socket_;
    ssl_st *tls_ = nullptr;
    bool shaking_ = false; // the client's first byte is that of a handshake
};

} // namespace http
} // namespace uniform
