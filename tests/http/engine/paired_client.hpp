// A client of a connection: its end of a socket pair, with TLS or without, and what it does to the bytes on their way.
#pragma once

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace uniform::http::test {

enum class layer : unsigned char { plain, tls12, tls13, raw }; // raw: octets for a server that wants TLS

class paired_client {
public:
    paired_client(int socket, layer l, SSL_CTX *context) : socket_(socket) {
        if (l != layer::tls12 && l != layer::tls13) return;
        tls_ = SSL_new(context);
        SSL_set_max_proto_version(tls_, l == layer::tls12 ? TLS1_2_VERSION : TLS1_3_VERSION);
        SSL_set_bio(tls_, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_connect_state(tls_);
        SSL_do_handshake(tls_);
    }
    ~paired_client() {
        SSL_free(tls_);
        if (socket_ >= 0) ::close(socket_);
    }
    paired_client(const paired_client &) = delete;
    paired_client &operator=(const paired_client &) = delete;

    // The damage to the next bytes that leave.
    struct damage {
        int how = 0; // 1: changes an octet, 2: drops a record, 3: repeats a record, 4: exchanges two records
        std::size_t where = 0;
    } next;

    /// Puts text on the way.
    void say(std::string_view text) {
        if (silent_) return;
        said_ += text;
        moved_ = true;
    }
    /// Octets that bypass TLS.
    void say_raw(std::string_view text) {
        if (tls_ == nullptr) return say(text);
        if (silent_) return;
        clean = false;
        leaving_ += text;
    }
    void update_key(bool requested) {
        if (tls_ != nullptr && SSL_is_init_finished(tls_))
            SSL_key_update(tls_, requested ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED);
    }
    /// RFC 8446 6.1: nothing follows from this side.
    void notify() {
        if (tls_ == nullptr || !SSL_is_init_finished(tls_)) return;
        write_said();
        SSL_shutdown(tls_);
        silent_ = true;
    }

    /// Sends and receives what it can now; true if something moved.
    bool turn(std::size_t most) {
        if (socket_ < 0) return false;
        moved_ = false;
        if (tls_ != nullptr) {
            if (!SSL_is_init_finished(tls_)) SSL_do_handshake(tls_);
            write_said();
            take_leaving();
        } else {
            leaving_ += said_;
            sent += said_;
            said_.clear();
        }
        push(most);
        pull();
        return moved_;
    }
    void half_close() {
        if (tls_ == nullptr) sent.resize(sent.size() - leaving_.size()); // the bytes that the socket did not take
        leaving_.clear();
        said_.clear();
        if (socket_ >= 0) ::shutdown(socket_, SHUT_WR);
        closed_half = true;
        silent_ = true;
    }
    void reset() {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
        clean = false;
    }

    std::string sent;   // the text, as the service should see it
    std::string got;    // the text of the responses
    bool ended = false; // the service has closed
    bool clean = true;  // the records are as they were made
    bool closed_half = false;
    bool asleep = false;                    // its owner does not let it run
    std::size_t appetite = ~std::size_t{0}; // the number of bytes that it still reads

    [[nodiscard]] bool waiting() const { return !leaving_.empty() || !said_.empty(); }
    [[nodiscard]] int socket() const { return socket_; }

private:
    void write_said() {
        if (said_.empty() || silent_ || !SSL_is_init_finished(tls_)) return;
        const int written = SSL_write(tls_, said_.data(), static_cast<int>(said_.size()));
        if (written <= 0) return;
        sent += said_.substr(0, static_cast<std::size_t>(written));
        said_.erase(0, static_cast<std::size_t>(written));
    }

    void take_leaving() {
        char part[4096];
        std::string records;
        for (int n = 0; (n = BIO_read(SSL_get_wbio(tls_), part, sizeof part)) > 0;)
            records.append(part, static_cast<std::size_t>(n));
        if (records.empty()) return;
        moved_ = true;
        if (next.how != 0) spoil(records);
        leaving_ += records;
    }

    void spoil(std::string &records) {
        clean = false;
        std::vector<std::string> each;
        for (std::string_view rest = records; !rest.empty();) {
            std::size_t size = rest.size();
            if (rest.size() >= 5)
                size = std::min(size, 5 + (std::size_t{static_cast<unsigned char>(rest[3])} << 8U) +
                                          static_cast<unsigned char>(rest[4]));
            each.emplace_back(rest.substr(0, size));
            rest.remove_prefix(size);
        }
        const std::size_t which = next.where % each.size();
        switch (next.how) {
        case 1:
            each[which][next.where % each[which].size()] ^= static_cast<char>(1U << (next.where % 8));
            break;
        case 2:
            each.erase(each.begin() + static_cast<std::ptrdiff_t>(which));
            break;
        case 3:
            each.insert(each.begin() + static_cast<std::ptrdiff_t>(which), std::string{each[which]});
            break;
        default:
            std::swap(each[which], each[(which + 1) % each.size()]);
        }
        next = {};
        records.clear();
        for (const std::string &one : each) records += one;
    }

    void push(std::size_t most) {
        if (leaving_.empty()) return;
        const ssize_t n =
            ::send(socket_, leaving_.data(), std::min(leaving_.size(), most), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            leaving_.erase(0, static_cast<std::size_t>(n));
            moved_ = true;
        } else if (n < 0 && errno != EAGAIN) {
            leaving_.clear(); // the service does not read any more
        }
    }

    void pull() {
        char part[16384];
        while (appetite != 0 && !ended) {
            const ssize_t n = ::recv(socket_, part, std::min(sizeof part, appetite), MSG_DONTWAIT);
            if (n < 0 && errno == EAGAIN) break;
            if (n <= 0) {
                ended = moved_ = true;
                break;
            }
            moved_ = true;
            if (appetite != ~std::size_t{0}) appetite -= static_cast<std::size_t>(n);
            if (tls_ == nullptr) {
                got.append(part, static_cast<std::size_t>(n));
                continue;
            }
            BIO_write(SSL_get_rbio(tls_), part, static_cast<int>(n));
        }
        if (tls_ == nullptr || !SSL_is_init_finished(tls_)) return;
        for (int n = 0; (n = SSL_read(tls_, part, sizeof part)) > 0;) got.append(part, static_cast<std::size_t>(n));
    }

    int socket_;
    SSL *tls_ = nullptr;
    std::string said_;    // not encrypted yet
    std::string leaving_; // not sent yet
    bool silent_ = false;
    bool moved_ = false;
};

} // namespace uniform::http::test
