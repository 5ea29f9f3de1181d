#include "http/engine/accept.hpp"

#include <cerrno>
#include <chrono>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <arpa/inet.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace uniform::http {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

constexpr int at_once = 64;                           // connections, before others have their turn
constexpr std::chrono::milliseconds out_of_room{100}; // before the next attempt, if no file descriptor is left
constexpr std::chrono::milliseconds room_is_made{5};  // the same, if connections are being closed
constexpr std::chrono::milliseconds crowded{1};       // before the next one, if too many are being closed
constexpr int most_offers = 1000;                     // of one that has to wait for these

std::string text_of(const sockaddr_storage &address) {
    char text[INET6_ADDRSTRLEN] = {};
    if (address.ss_family == AF_INET) {
        ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in &>(address).sin_addr, text, sizeof text);
    } else if (address.ss_family == AF_INET6) {
        const in6_addr &six = reinterpret_cast<const sockaddr_in6 &>(address).sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(&six)) {
            ::inet_ntop(AF_INET, six.s6_addr + 12, text, sizeof text);
        } else {
            ::inet_ntop(AF_INET6, &six, text, sizeof text);
        }
    }
    return text;
}

void bind_to(tcp::acceptor &a, const std::string &address, std::uint16_t port, bool listening) {
    const auto shown = [&] {
        const bool six = address.find(':') != std::string::npos;
        return (six ? "[" + address + "]" : address) + ":" + std::to_string(port);
    };
    boost::system::error_code e;
    const asio::ip::address where = asio::ip::make_address(address, e);
    if (e) throw std::runtime_error("\"" + address + "\" is not an IP address to listen at");
    const tcp::endpoint endpoint{where, port};
    a.open(endpoint.protocol(), e);
    if (!e) a.set_option(tcp::acceptor::reuse_address(true), e);
    // "::" is for both families.
    if (!e && where.is_v6()) a.set_option(asio::ip::v6_only(!where.is_unspecified()), e);
    if (!e) a.bind(endpoint, e);
    if (!e && listening) a.listen(4096, e);
    if (!e) a.non_blocking(true, e);
    if (e) throw std::runtime_error("cannot listen at " + shown() + ": " + e.message());
}

// Listens at a socket that was made by another process, which may go on listening.
void share(tcp::acceptor &a, int socket) {
    const int family = listening_family(socket);
    if (family == 0) throw std::runtime_error("the socket that was passed does not listen for TCP connections");
    const int own = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
    boost::system::error_code e;
    if (own < 0) {
        e.assign(errno, boost::system::system_category());
    } else {
        a.assign(family == AF_INET ? tcp::v4() : tcp::v6(), own, e);
    }
    if (!e) a.non_blocking(true, e);
    if (e) throw std::runtime_error("cannot listen at the socket that was passed: " + e.message());
}

} // namespace

struct listener::parts : std::enable_shared_from_this<parts> {
    parts(asio::io_context &io, taking to, std::function<bool()> room)
        : acceptor(io),
          timer(io),
          take(std::move(to)),
          make_room(std::move(room)),
          spare(::open("/dev/null", O_RDONLY | O_CLOEXEC)) {}
    ~parts() {
        if (spare >= 0) ::close(spare);
    }

    void wait() {
        acceptor.async_wait(tcp::acceptor::wait_read, [self = shared_from_this()](const boost::system::error_code &e) {
            if (e || self->stopped) return;
            self->accept();
        });
    }

    void accept() {
        if (waits_for_place() && !offer_again(true)) return pause(crowded);
        for (int n = 0; n < at_once; ++n) {
            const int result = one();
            if (result == EAGAIN || result == EWOULDBLOCK) break;
            if (result == EMFILE || result == ENFILE || result == ENOBUFS || result == ENOMEM) {
                // The backlog stays readable: waiting for it again at once would spin.
                return pause(making_room ? room_is_made : out_of_room);
            }
            if (is_crowded) return pause(crowded);
        }
        wait();
    }

    [[nodiscard]] bool waits_for_place() const noexcept { return first.has_value(); }

    // The connection that was accepted when too many were leaving: those behind it wait, too. False: it still waits.
    bool offer_again(bool may_wait) {
        ++offers;
        const admitted is = take(first->socket, first->address, may_wait && offers < most_offers);
        if (is == admitted::not_yet) return false;
        first.reset();
        return true;
    }

    void pause(std::chrono::milliseconds time) {
        timer.expires_after(time);
        timer.async_wait([self = shared_from_this()](const boost::system::error_code &e) {
            if (e || self->stopped) return;
            self->waits_for_place() ? self->accept() : self->wait();
        });
    }

    // Accepts one; returns errno, or 0.
    int one() {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        const int socket = ::accept4(acceptor.native_handle(), reinterpret_cast<sockaddr *>(&address), &size,
                                     SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) {
            const int error = errno;
            const bool no_descriptor = error == EMFILE || error == ENFILE;
            // The system looks for a descriptor first, even if nobody waits.
            if (pollfd waiting{acceptor.native_handle(), POLLIN, 0}; no_descriptor && ::poll(&waiting, 1, 0) == 0) {
                return EAGAIN;
            }
            making_room = no_descriptor && make_room();
            if (no_descriptor && !making_room && spare >= 0) {
                // Gives the spare descriptor for one client, which is refused instead of left waiting.
                ::close(spare);
                const int rejected = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC);
                if (rejected >= 0) ::close(rejected);
                spare = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            }
            return error;
        }
        const int on = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        try {
            newcomer one{owned_socket{socket}, text_of(address)};
            const admitted is = take(one.socket, one.address, !stopped);
            is_crowded = is != admitted::yes;
            if (is == admitted::not_yet) {
                first.emplace(std::move(one));
                offers = 0;
            }
        } catch (...) { // no memory
            return ENOMEM;
        }
        return 0;
    }

    struct newcomer {
        owned_socket socket;
        std::string address;
    };

    tcp::acceptor acceptor;
    asio::steady_timer timer;
    taking take;
    std::function<bool()> make_room;
    int spare;
    bool making_room = false;
    bool is_crowded = false;
    bool is_shared = false; // with other processes
    bool stopped = false;
    std::optional<newcomer> first = {}; // waits for a place
    int offers = 0;
};

void try_to_listen(const std::string &address, std::uint16_t port) {
    asio::io_context io;
    tcp::acceptor a{io};
    bind_to(a, address, port, false);
}

int listening_family(int socket) noexcept {
    int listens = 0;
    socklen_t size = sizeof listens;
    if (::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0) return 0;
    sockaddr_storage address{};
    size = sizeof address;
    if (::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0) return 0;
    return address.ss_family == AF_INET || address.ss_family == AF_INET6 ? address.ss_family : 0;
}

listener::listener(asio::io_context &io, const engine_options &o, taking take, std::function<bool()> make_room)
    : parts_(std::make_shared<parts>(io, std::move(take), std::move(make_room))) {
    parts_->is_shared = o.shared_socket >= 0;
    if (parts_->is_shared) {
        share(parts_->acceptor, o.shared_socket);
    } else {
        bind_to(parts_->acceptor, o.address, o.port, true);
    }
}

listener::~listener() { parts_->stopped = true; }

std::uint16_t listener::port() const noexcept {
    boost::system::error_code e;
    return parts_->acceptor.local_endpoint(e).port();
}

void listener::start() {
    asio::post(parts_->acceptor.get_executor(), [p = parts_] { p->wait(); });
}

void listener::stop() {
    std::promise<void> done;
    asio::post(parts_->acceptor.get_executor(), [p = parts_, &done] {
        const bool accepts = !std::exchange(p->stopped, true) && !p->is_shared;
        if (p->waits_for_place()) p->offer_again(false);
        for (int n = 0; accepts && n < 4096 && p->one() == 0; ++n) {
        }
        boost::system::error_code e;
        p->acceptor.close(e);
        p->timer.cancel();
        done.set_value();
    });
    done.get_future().wait();
}

} // namespace uniform::http
