#include "http/engine/transport.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>
#include <sys/socket.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>

namespace uniform::http {
namespace {

[[noreturn]] void refuse(const std::string &what, ssl_ctx_st *context) {
    const char *why = ERR_reason_error_string(ERR_peek_last_error());
    std::string text = what + (why == nullptr ? "" : ": ") + (why == nullptr ? "" : why);
    ERR_clear_error();
    SSL_CTX_free(context);
    throw std::runtime_error(text);
}

ssl_ctx_st *context_of(const std::string &certificate, const std::string &private_key) {
    ssl_ctx_st *const context = SSL_CTX_new(TLS_server_method());
    if (context == nullptr) refuse("cannot initialize TLS", nullptr);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                     SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); // tickets contain the sessions
    if (SSL_CTX_use_certificate_chain_file(context, certificate.c_str()) != 1) {
        refuse("the certificate " + certificate + " cannot be read", context);
    }
    if (SSL_CTX_use_PrivateKey_file(context, private_key.c_str(), SSL_FILETYPE_PEM) != 1) {
        const auto why = ERR_peek_last_error();
        const bool other = ERR_GET_LIB(why) == ERR_LIB_X509 && (ERR_GET_REASON(why) == X509_R_KEY_VALUES_MISMATCH ||
                                                                ERR_GET_REASON(why) == X509_R_KEY_TYPE_MISMATCH);
        refuse("the private key " + private_key + (other ? " does not belong to the certificate" : " cannot be read"),
               context);
    }
    if (SSL_CTX_check_private_key(context) != 1) {
        refuse("the private key " + private_key + " does not belong to the certificate", context);
    }
    return context;
}

} // namespace

tls_context::tls_context(const std::string &certificate, const std::string &private_key)
    : context_(context_of(certificate, private_key)) {}

void tls_context::change(const std::string &certificate, const std::string &private_key) {
    ssl_ctx_st *other = context_of(certificate, private_key);
    {
        const base::scoped_lock hold(lock_);
        std::swap(context_, other);
    }
    SSL_CTX_free(other); // connections that have it keep it
}

ssl_st *tls_context::new_connection() const noexcept {
    const base::scoped_lock hold(lock_);
    UNIFORM_ASSERT(context_ != nullptr);
    return SSL_new(context_);
}

tls_context::~tls_context() { SSL_CTX_free(context_); }

transport::transport(owned_socket taken, const tls_context *tls) : socket_(std::move(taken)) {
    if (tls == nullptr) return;
    tls_ = tls->new_connection();
    if (tls_ == nullptr || SSL_set_fd(tls_, socket()) != 1) {
        SSL_free(tls_);
        throw std::bad_alloc();
    }
    SSL_set_accept_state(tls_);
}

transport::~transport() { SSL_free(tls_); }

transport::outcome transport::shake() noexcept {
    if (tls_ == nullptr) return outcome::done;
    if (!shaking_) {
        // A request of HTTP begins with a letter, a record of TLS with its type, 20 to 24 (RFC 8446 5.1).
        char first = 0;
        const ssize_t there = ::recv(socket(), &first, 1, MSG_PEEK);
        if (there < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return outcome::wait;
        if (there == 1 && ascii::is_alpha(first)) {
            SSL_free(tls_);
            tls_ = nullptr;
            return outcome::not_encrypted;
        }
        shaking_ = true;
    }
    ERR_clear_error();
    const int result = SSL_do_handshake(tls_);
    if (result == 1) return outcome::done;
    const int error = SSL_get_error(tls_, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? outcome::wait : outcome::broken;
}

transport::count transport::read(char *to, std::size_t size) noexcept {
    UNIFORM_ASSERT(size != 0); // 0 bytes would be the end
    if (tls_ != nullptr) {
        ERR_clear_error();
        const int result = SSL_read(tls_, to, static_cast<int>(std::min<std::size_t>(size, 1U << 20U)));
        if (result > 0) return {outcome::done, static_cast<std::size_t>(result)};
        const int error = SSL_get_error(tls_, result);
        if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return {outcome::wait, 0};
        return {error == SSL_ERROR_ZERO_RETURN ? outcome::end : outcome::broken, 0};
    }
    for (;;) {
        const ssize_t result = ::recv(socket(), to, size, 0);
        if (result > 0) return {outcome::done, static_cast<std::size_t>(result)};
        if (result == 0) return {outcome::end, 0};
        if (errno == EAGAIN || errno == EWOULDBLOCK) return {outcome::wait, 0};
        if (errno != EINTR) return {outcome::broken, 0};
    }
}

transport::count transport::write(std::string_view data) noexcept {
    UNIFORM_ASSERT(!data.empty());
    if (tls_ != nullptr) {
        ERR_clear_error();
        const int result =
            SSL_write(tls_, data.data(), static_cast<int>(std::min<std::size_t>(data.size(), 1U << 20U)));
        if (result > 0) return {outcome::done, static_cast<std::size_t>(result)};
        const int error = SSL_get_error(tls_, result);
        return {error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? outcome::wait : outcome::broken, 0};
    }
    for (;;) {
        const ssize_t result = ::send(socket(), data.data(), data.size(), MSG_NOSIGNAL);
        if (result >= 0) return {outcome::done, static_cast<std::size_t>(result)};
        if (errno == EAGAIN || errno == EWOULDBLOCK) return {outcome::wait, 0};
        if (errno != EINTR) return {outcome::broken, 0};
    }
}

void transport::shut_down() noexcept {
    if (tls_ != nullptr) {
        ERR_clear_error();
        SSL_shutdown(tls_);
    }
    ::shutdown(socket(), SHUT_WR);
}

void transport::reset() noexcept {
    const linger now{1, 0};
    ::setsockopt(socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

} // namespace uniform::http
