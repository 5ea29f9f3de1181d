#include "store/postgresql_proxy.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace uniform::test {

namespace {

constexpr std::chrono::milliseconds delay_of_a_message{2};

std::size_t index(postgresql_proxy::way w) noexcept { return w == postgresql_proxy::way::to_server ? 0 : 1; }

void check(bool good, const char *what) {
    if (!good) throw std::runtime_error(std::string("the proxy: ") + what + ": " + std::strerror(errno));
}

bool send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

std::uint32_t big_endian_at(std::string_view bytes, std::size_t at) {
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < 4; ++i) n = n << 8U | static_cast<unsigned char>(bytes[at + i]);
    return n;
}

} // namespace

std::string to_string(const postgresql_proxy::point &p) {
    static constexpr std::array names{"reset", "finish", "half_close", "delay"};
    return std::string(names.at(static_cast<std::size_t>(p.how))) + " after message " + std::to_string(p.after) +
           (p.way == postgresql_proxy::way::to_server ? " to the server" : " to the client");
}

postgresql_proxy::link::~link() {
    for (auto &s : sides)
        if (s.fd >= 0) ::close(s.fd);
}

postgresql_proxy::postgresql_proxy(const postgresql_server &server)
    : socket_((server.folder() / ".s.PGSQL.5432").string()) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(listener_ >= 0, "no socket");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    check(::bind(listener_, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0, "bind");
    check(::listen(listener_, 64) == 0, "listen");
    socklen_t size = sizeof address;
    check(::getsockname(listener_, reinterpret_cast<sockaddr *>(&address), &size) == 0, "getsockname");
    port_ = ntohs(address.sin_port);
    check(::pipe2(wake_.data(), O_CLOEXEC) == 0, "pipe");
    thread_ = std::jthread([this] { work(); });
}

postgresql_proxy::~postgresql_proxy() {
    ::close(wake_[1]);
    thread_.join();
    ::close(wake_[0]);
    ::close(listener_);
}

std::string postgresql_proxy::uri(const std::string &database) const {
    return "postgresql://postgres@127.0.0.1:" + std::to_string(port_) + "/" + database +
           "?sslmode=disable&gssencmode=disable";
}

void postgresql_proxy::injure(const point &p) {
    const std::scoped_lock lock(mutex_);
    seen_ = {};
    point_ = p;
    armed_ = true;
    reached_ = injured_ = false;
}

void postgresql_proxy::count() {
    const std::scoped_lock lock(mutex_);
    seen_ = {};
    armed_ = reached_ = injured_ = false;
}

std::string postgresql_proxy::seen(way w) const {
    const std::scoped_lock lock(mutex_);
    return seen_.at(index(w));
}

bool postgresql_proxy::injured() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return injured_ || !reached_; });
    return injured_;
}

void postgresql_proxy::accept_one() {
    auto l = std::make_unique<link>();
    l->sides[0].fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (l->sides[0].fd < 0) return;
    const int yes = 1;
    ::setsockopt(l->sides[0].fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socket_.c_str(), std::min(socket_.size() + 1, sizeof address.sun_path - 1));
    l->sides[1].fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(l->sides[1].fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) return;
    links_.push_back(std::move(l));
}

void postgresql_proxy::work() {
    for (;;) {
        std::vector<pollfd> all{{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
        for (const auto &l : links_)
            for (const auto &s : l->sides) all.push_back({s.ended ? -1 : s.fd, POLLIN, 0});
        if (::poll(all.data(), all.size(), -1) < 0 && errno != EINTR) return;
        if (all[0].revents != 0) return;
        std::vector<std::unique_ptr<link>> kept;
        for (std::size_t i = 0; i < links_.size(); ++i) {
            bool good = true;
            // A side may have been closed meanwhile.
            const auto readable = [&](int which) {
                return all[2 + 2 * i + static_cast<std::size_t>(which)].revents != 0 &&
                       !links_[i]->sides.at(static_cast<std::size_t>(which)).ended;
            };
            if (readable(0)) good = forward(*links_[i], way::to_server);
            if (good && readable(1)) good = forward(*links_[i], way::to_client);
            if (good) {
                kept.push_back(std::move(links_[i]));
            } else if (const bool hurt = links_[i]->hurt; links_[i].reset(), hurt) {
                const std::scoped_lock lock(mutex_);
                --hurt_;
                changed_.notify_all();
            }
        }
        links_ = std::move(kept);
        if (all[1].revents != 0) accept_one();
    }
}

/// Reads what is there and forwards it. False: the connection is to be closed.
bool postgresql_proxy::forward(link &l, way w) {
    auto &from = l.sides.at(index(w));
    char some[65536];
    const ssize_t n = ::recv(from.fd, some, sizeof some, MSG_DONTWAIT);
    if (n < 0) {
        if (errno == EAGAIN || errno == EINTR) return true;
        if (w == way::to_client) return false;
        leave_server(l); // the client has closed with something unread
        return true;
    }
    if (n == 0) {
        if (w == way::to_client) return false; // a server that has ended
        leave_server(l);
        return true;
    }
    if (l.dropped.at(index(w))) return true;
    from.pending.append(some, static_cast<std::size_t>(n));
    return forward_messages(l, w);
}

// https://www.postgresql.org/docs/15/protocol-message-formats.html: the type in a byte, then the length of the rest,
// which counts itself. The first message of a client has no type.
bool postgresql_proxy::forward_messages(link &l, way w) {
    auto &from = l.sides.at(index(w));
    const int to = l.sides.at(1 - index(w)).fd;
    std::string_view rest = from.pending;
    while (!l.dropped.at(index(w))) {
        const std::size_t type = w == way::to_client || l.began ? 1 : 0;
        if (rest.size() < type + 4) break;
        const std::size_t size = type + big_endian_at(rest, type);
        if (rest.size() < size) break;
        bool here = false;
        bool before = false;
        {
            const std::scoped_lock lock(mutex_);
            auto &seen = seen_.at(index(w));
            const bool waits = armed_ && !reached_ && point_.way == w;
            before = waits && point_.after == 0;
            here = waits && static_cast<int>(seen.size()) + 1 == point_.after;
            reached_ = reached_ || before || here;
            if (!before) seen += type == 1 ? rest[0] : '0';
        }
        if (before) injure_now(l, w);
        if (l.dropped.at(index(w))) break;
        if (w == way::to_server) l.began = true;
        // One that does not read any more is about to be noticed.
        static_cast<void>(send_all(to, rest.substr(0, size)));
        rest.remove_prefix(size);
        if (here) injure_now(l, w);
    }
    from.pending.erase(0, from.pending.size() - rest.size());
    return true;
}

/// The client is gone: the server reads what it was sent, and then the end.
void postgresql_proxy::leave_server(link &l) {
    auto &client = l.sides[0];
    if (client.fd >= 0) ::close(std::exchange(client.fd, -1));
    client.ended = true;
    l.dropped = {true, true};
    ::shutdown(l.sides[1].fd, SHUT_WR);
}

void postgresql_proxy::injure_now(link &l, way w) {
    point p;
    {
        const std::scoped_lock lock(mutex_);
        p = point_;
        if (p.how != injury::delay) {
            l.hurt = true;
            ++hurt_;
        }
    }
    switch (p.how) {
    case injury::reset: {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(l.sides[0].fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        leave_server(l);
        break;
    }
    case injury::finish:
        leave_server(l);
        break;
    case injury::half_close:
        l.dropped.at(index(w)) = true;
        ::shutdown(l.sides.at(1 - index(w)).fd, SHUT_WR);
        break;
    case injury::delay:
        std::this_thread::sleep_for(delay_of_a_message);
        break;
    }
    const std::scoped_lock lock(mutex_);
    injured_ = true;
    changed_.notify_all();
}

void postgresql_proxy::settle() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::minutes(2), [this] { return hurt_ == 0; }))
        throw std::runtime_error("the proxy: the server has not ended a connection that was cut");
}

} // namespace uniform::test
