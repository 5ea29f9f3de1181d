// The same engine behind TLS: a certificate made for the occasion, and OpenSSL as the client.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "http/engine/certificate.hpp"
#include "http/engine/engine_support.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using test::write_certificate;

class folder {
public:
    folder() {
        char name[] = "/tmp/uniform-tls-XXXXXX";
        if (::mkdtemp(name) == nullptr) throw std::runtime_error("no folder for the certificate");
        path = name;
    }
    ~folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

class tls_client {
public:
    explicit tls_client(std::uint16_t port, int highest = 0) : context_(SSL_CTX_new(TLS_client_method())) {
        if (highest != 0) SSL_CTX_set_max_proto_version(context_, highest);
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        const timeval time{10, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected = ::connect(socket_, reinterpret_cast<const sockaddr *>(&where), sizeof where) == 0;
        tls_ = SSL_new(context_);
        SSL_set_fd(tls_, socket_);
        connected = connected && SSL_connect(tls_) == 1;
    }
    ~tls_client() {
        SSL_free(tls_);
        SSL_CTX_free(context_);
        ::close(socket_);
    }
    tls_client(const tls_client &) = delete;
    tls_client &operator=(const tls_client &) = delete;

    void send(std::string_view text) { SSL_write(tls_, text.data(), static_cast<int>(text.size())); }
    std::string receive(std::size_t at_least) {
        std::string got;
        char part[20000];
        while (got.size() < at_least) {
            const int size = SSL_read(tls_, part, sizeof part);
            if (size <= 0) break;
            got.append(part, static_cast<std::size_t>(size));
        }
        return got;
    }
    bool connected = false;

private:
    SSL_CTX *context_;
    SSL *tls_;
    int socket_;
};

TEST(engine_over_tls, answers) {
    folder f;
    engine_options o;
    o.port = 0;
    o.head_time = 500ms;
    o.certificate = f.path / "certificate.pem";
    o.private_key = f.path / "key.pem";
    write_certificate(o.certificate, o.private_key);
    test::by_path service;
    const auto running = engine::start(o, service);

    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        tls_client c{running->port(), version};
        ASSERT_TRUE(c.connected);
        c.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\nGET /quick HTTP/1.1\r\nHost: h\r\n\r\n");
        EXPECT_EQ(test::count(c.receive(180), "HTTP/1.1 302 Found\r\n"), 2);
        c.send("GET /head HTTP/1.1\r\nHost: h\r\n\r\n");
        EXPECT_NE(c.receive(130).find(" https\n"), std::string::npos);
        c.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n");
        EXPECT_GE(c.receive(1000000).size(), 1000000U);
    }
    tls_client body{running->port()};
    body.send("POST /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n");
    for (int n = 0; n < 30; ++n) body.send(std::string(10000, 'x'));
    EXPECT_TRUE(body.receive(80).ends_with("300000"));

    tls_client old{running->port(), TLS1_1_VERSION};
    EXPECT_FALSE(old.connected);
    test::client plain{running->port()};
    plain.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\n");
    const std::string explained = plain.rest();
    EXPECT_TRUE(plain.closed());
    EXPECT_EQ(test::status(explained), 400);
    EXPECT_EQ(test::body(explained), "this port is for HTTPS: the URL begins with https://, not with http://");
    test::client byte_by_byte{running->port()}; // the first decides
    byte_by_byte.send("D");
    EXPECT_EQ(test::status(byte_by_byte.rest()), 400);
    test::client nonsense{running->port()};
    nonsense.send("\x80nonsense, but longer than the header of a record");
    EXPECT_FALSE(nonsense.rest().contains("HTTP"));
    test::client silent{running->port()};
    silent.send("\x16\x03\x01");
    EXPECT_EQ(silent.rest(5s), "");
    EXPECT_TRUE(silent.closed()); // after head_time

    tls_client vanishes{running->port()};
    vanishes.send("GET /endless HTTP/1.1\r\nHost: h\r\n\r\n");
    tls_client after{running->port()};
    after.send("GET /quick HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(test::count(after.receive(90), "HTTP/1.1 302 Found\r\n"), 1);
}

TEST(engine_over_tls, wrong_files) {
    folder f;
    engine_options o;
    o.port = 0;
    o.certificate = f.path / "certificate.pem";
    o.private_key = f.path / "key.pem";
    write_certificate(o.certificate, o.private_key);
    write_certificate(f.path / "other.pem", o.private_key);
    test::by_path service;
    const auto why = [&]() -> std::string {
        try {
            (void)engine::start(o, service);
        } catch (const std::runtime_error &e) {
            return e.what();
        }
        return "nothing";
    };
    EXPECT_TRUE(why().starts_with("the private key " + o.private_key)) << why();
    std::ofstream{o.certificate} << "no certificate";
    EXPECT_TRUE(why().starts_with("the certificate " + o.certificate + " cannot be read")) << why();
}

} // namespace
} // namespace uniform::http
