// A service that answers by the path, and a client that sends exact bytes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/api/route_table.hpp"
#include "http/engine/engine.hpp"

namespace uniform::http::test {

// GET /quick...: by try_cached(), /quick-whole with as many bytes as /whole; /cold as /slow, by the threads for reads;
// /cold-quick... as /quick, by try_together(), which waits while `looking_up`;
// /ready by the urgent ones; the rest by the pool: /echo gives the body back, /stream the body as it comes, /slow waits
// while `held`, /whole, too, and sends many bytes at once, /work works until its client is gone, /throw throws,
// /nothing does not answer, /half ends in the middle, /large sends a megabyte in parts, /endless and, by the threads of
// streams, /download without end, /head the fields, /found what policy() has found.
class by_path final : public request_handler {
public:
    attempt try_cached(const request &r, unsigned, std::string_view date, bool close,
                       std::string &out) noexcept override {
        if (r.path.starts_with("/cold")) return attempt::not_in_memory;
        if (!r.path.starts_with("/quick")) return attempt::unsuitable;
        append_quick(r, date, close, out);
        return attempt::sent;
    }

    void try_together(std::span<offered_request> all, std::string_view date) noexcept override {
        {
            const std::lock_guard lock(mutex_);
            together_.push_back(all.size());
        }
        looking_up.wait(true);
        for (offered_request &one : all) {
            if (one.request->path.starts_with("/cold-quick")) append_quick(*one.request, date, one.close, one.out);
        }
    }

    static void append_quick(const request &r, std::string_view date, bool close, std::string &out) {
        out += "HTTP/1.1 302 Found\r\nDate: ";
        out += date;
        out += "\r\nLocation: ";
        out += r.target;
        const std::size_t size = r.path == "/quick-whole" ? whole_bytes : 0;
        out += "\r\nContent-Length: " + std::to_string(size) + "\r\n";
        out += close ? "Connection: close\r\n\r\n" : "\r\n";
        out.append(size, 'x');
    }

    address_text client_of(const request &r) const noexcept override { return r.value("X-Client"); }

    body_policy policy(const request &head) noexcept override {
        if (head.path == "/stream" || head.path == "/download") return {.limit = 0, .streamed = true};
        if (head.path == "/stream-little") return {.limit = 1000, .streamed = true};
        if (head.path == "/stream-mine") {
            return {.limit = 0,
                    .streamed = true,
                    .client = std::string{head.value("X-Client")},
                    .token = std::string{head.value("X-Token")}};
        }
        if (head.path == "/unread" || head.path == "/rest") return {.limit = 0, .streamed = true};
        if (head.path == "/ready") return {.urgent = true};
        if (head.path == "/token") {
            return {.client = std::string{head.value("X-Client")}, .verifies = verifying::token};
        }
        if (head.path == "/sign-in") return {.verifies = verifying::request};
        if (head.path == "/refused") return {.refusal = response{.status = 429, .body = "refused"}};
        if (head.path == "/found") return {.found = {.there = &here}};
        return {.limit = head.path == "/slow" ? 10U << 20U : 100000,
                .client = std::string{head.value("X-Client")},
                .known = !head.value("X-Known").empty()};
    }

    std::shared_ptr<const authentication> authenticate(const request &) override {
        ++hashes;
        hashing.wait(true);
        return nullptr;
    }

    void handle(exchange &e) override {
        const request &r = e.request();
        if (r.path == "/echo") {
            e.send({.status = 200, .body = std::string{r.body}});
        } else if (r.path.starts_with("/stream")) {
            std::uint64_t bytes = 0;
            ++slow;
            for (;;) {
                const std::string_view part = e.read();
                if (part.empty()) break;
                bytes += part.size();
                streamed = bytes;
            }
            e.send({.status = 200, .body = std::to_string(bytes)});
        } else if (r.path == "/slow" || r.path == "/cold") {
            ++slow;
            held.wait(true);
            e.send({.status = 200, .body = "slow"});
        } else if (r.path == "/rest") {
            ++slow;
            const bool roused = e.rest_until(std::chrono::steady_clock::now() + std::chrono::minutes{1});
            ++cut;
            e.send({.status = 200, .body = roused ? "roused" : "not"});
        } else if (r.path == "/token") {
            e.send({.status = 200, .body = "verified"});
        } else if (r.path == "/sign-in") {
            hashing.wait(true);
            e.send({.status = 200, .body = "signed in"});
        } else if (r.path == "/ready") {
            e.send({.status = 200, .body = "ready"});
        } else if (r.path == "/whole") {
            ++slow;
            held.wait(true);
            e.send({.status = 200, .body = std::string(whole_bytes, 'x')});
        } else if (r.path == "/work") {
            ++slow;
            while (!e.aborted()) std::this_thread::sleep_for(std::chrono::milliseconds{5});
            ++cut;
            throw exchange_aborted{};
        } else if (r.path == "/deaf") { // as /slow, and does not look whether its client is gone
            ++slow;
            held.wait(true);
            ++cut;
            e.send({.status = 200});
        } else if (r.path == "/throw") {
            throw std::runtime_error("as it is asked to");
        } else if (r.path == "/nothing") {
            return;
        } else if (r.path == "/half") {
            e.begin({.status = 200});
            e.write("the first half");
            throw std::runtime_error("as it is asked to");
        } else if (r.path == "/large") {
            e.begin({.status = 200, .fields = {{"Content-Type", "text/plain"}}});
            const std::string part(10000, 'x');
            for (int n = 0; n < 100; ++n) {
                e.write(part);
                written += part.size();
            }
            e.finish();
        } else if (r.path == "/endless" || r.path == "/download") {
            if (r.path == "/download") ++slow;
            try {
                e.begin({.status = 200});
                const std::string part(10000, 'x');
                for (;;) {
                    e.write(part);
                    written += part.size();
                }
            } catch (const exchange_aborted &) {
                ++cut;
                throw;
            }
        } else if (r.path == "/inject") {
            e.send({.status = 200, .fields = {{"X-Value", "a\r\nSet-Cookie: b"}}, .body = ""});
        } else if (r.path == "/none") {
            e.send({.status = 204});
        } else if (r.path.starts_with("/found")) {
            e.send({.status = 200, .body = r.found.there == &here ? "here" : "nothing"});
        } else if (r.path == "/head") {
            std::string text = std::string{r.method} + " " + std::string{r.target} + " " + std::string{r.path} + " " +
                               (r.query ? "?" + std::string{*r.query} : "-") + " " + std::string{r.remote} + " " +
                               std::string{r.scheme} + "\n";
            for (const field &f : r.fields) text += std::string{f.name} + "=" + std::string{f.value} + "\n";
            e.send({.status = 200, .fields = {{"X-Request-Id", std::string{r.id}}}, .body = text});
        } else {
            e.send({.status = 404, .body = "unknown"});
        }
    }

    response error_response(int status, std::string_view why, std::string_view,
                            std::span<const field> fields) noexcept override {
        response r{.status = status, .fields = {{"Content-Type", "text/plain"}}, .body = std::string{why}};
        for (const field &f : fields) {
            if (f.name == "Accept") r.fields.emplace_back("X-Accepted", f.value);
        }
        return r;
    }

    void completed(const completed_exchange &r, unsigned) noexcept override {
        const std::lock_guard lock(mutex_);
        ++by_status_[r.status];
        if (r.request == nullptr) ++malformed_of_[std::string{r.remote}];
    }

    /// Requests that could not be read, by the address of the client.
    std::map<std::string, int> malformed() {
        const std::lock_guard lock(mutex_);
        return malformed_of_;
    }

    std::map<int, int> by_status() {
        const std::lock_guard lock(mutex_);
        return by_status_;
    }

    /// The numbers of requests that try_together() got.
    std::vector<std::size_t> together() {
        const std::lock_guard lock(mutex_);
        return together_;
    }

    void release() {
        held = hashing = looking_up = false;
        held.notify_all();
        looking_up.notify_all();
        hashing.notify_all();
    }

    static constexpr std::size_t whole_bytes = std::size_t{8} << 20U; // more than the buffers of a socket
    const resource here;                                              // the resource that policy() finds
    std::atomic<bool> held{false};
    std::atomic<bool> hashing{false};
    std::atomic<bool> looking_up{false};
    std::atomic<int> hashes{0};
    std::atomic<std::uint64_t> streamed{0};
    std::atomic<std::uint64_t> written{0};
    std::atomic<int> slow{0};
    std::atomic<int> cut{0};

private:
    std::mutex mutex_;
    std::map<int, int> by_status_;
    std::map<std::string, int> malformed_of_;
    std::vector<std::size_t> together_;
};

class client {
public:
    /// @param from its address, in 127.0.0.0/8
    explicit client(std::uint16_t port, int receive_buffer = 0, const char *from = nullptr)
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (socket_ < 0) throw std::runtime_error("no socket");
        if (from != nullptr) {
            sockaddr_in own{};
            own.sin_family = AF_INET;
            ::inet_pton(AF_INET, from, &own.sin_addr);
            if (::bind(socket_, reinterpret_cast<const sockaddr *>(&own), sizeof own) != 0) {
                ::close(socket_);
                throw std::runtime_error("no address");
            }
        }
        if (receive_buffer != 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<const sockaddr *>(&where), sizeof where) != 0) {
            ::close(socket_);
            throw std::runtime_error("no connection");
        }
    }
    ~client() { ::close(socket_); }
    client(const client &) = delete;
    client &operator=(const client &) = delete;

    /// False when the server has closed.
    bool send(std::string_view text) {
        while (!text.empty()) {
            const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void shut() { ::shutdown(socket_, SHUT_WR); }
    void reset() {
        const linger now{1, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        ::close(socket_);
        socket_ = -1;
    }

    /// Waits until there are `count` answers' heads and `until` holds of the text, the end, or the time is over.
    template <class Until>
    std::string receive_until(Until until, std::chrono::milliseconds time = std::chrono::seconds{10}) {
        const auto end = std::chrono::steady_clock::now() + time;
        while (!until(text_)) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
            pollfd one{socket_, POLLIN, 0};
            if (left <= 0 || ::poll(&one, 1, static_cast<int>(left)) <= 0) break;
            char part[65536];
            const ssize_t got = ::recv(socket_, part, sizeof part, 0);
            if (got <= 0) {
                closed_ = true;
                break;
            }
            text_.append(part, static_cast<std::size_t>(got));
        }
        return std::exchange(text_, {});
    }
    /// All there is until the server closes.
    std::string rest(std::chrono::milliseconds time = std::chrono::seconds{10}) {
        return receive_until([](const std::string &) { return false; }, time);
    }
    /// One answer with Content-Length.
    std::string one() {
        std::string got = receive_until([](const std::string &text) { return size_of_first(text) != 0; });
        const std::size_t size = size_of_first(got);
        if (size != 0) {
            text_ = got.substr(size);
            got.resize(size);
        }
        return got;
    }
    /// At most so much of what arrives within 5 ms.
    std::string some(std::size_t most) {
        std::string part(most, '\0');
        pollfd one{socket_, POLLIN, 0};
        if (::poll(&one, 1, 5) <= 0) return {};
        const ssize_t got = ::recv(socket_, part.data(), part.size(), 0);
        if (got <= 0) closed_ = true;
        part.resize(got <= 0 ? 0 : static_cast<std::size_t>(got));
        return part;
    }
    [[nodiscard]] bool closed() const { return closed_; }

private:
    static std::size_t size_of_first(const std::string &text) {
        const std::size_t end = text.find("\r\n\r\n");
        if (end == std::string::npos) return 0;
        const std::size_t length = text.find("Content-Length: ");
        const std::size_t body = length < end ? std::stoul(text.substr(length + 16)) : 0;
        return text.size() >= end + 4 + body ? end + 4 + body : 0;
    }

    int socket_;
    std::string text_;
    bool closed_ = false;
};

inline int status(std::string_view answer) {
    return answer.size() < 12 || !answer.starts_with("HTTP/1.1 ") ? 0 : std::stoi(std::string{answer.substr(9, 3)});
}

inline std::string body(const std::string &answer) {
    const std::size_t end = answer.find("\r\n\r\n");
    return end == std::string::npos ? "" : answer.substr(end + 4);
}

inline int count(std::string_view text, std::string_view what) {
    int found = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size()))
        ++found;
    return found;
}

} // namespace uniform::http::test
