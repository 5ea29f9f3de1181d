// A proxy between a store and a PostgreSQL server that counts the messages of the protocol and injures the connection
// after one of them.
//
//     postgresql_proxy between(server);
//     const auto s = store::store::open(between.uri("test_1"));
//     between.injure({.way = postgresql_proxy::way::to_client, .after = 3, .how = postgresql_proxy::injury::reset});
//     EXPECT_THROW(s->write(...), store::failure);
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/postgresql_server.hpp"

namespace uniform::test {

class postgresql_proxy {
public:
    enum class way { to_server, to_client };
    enum class injury {
        reset,      ///< the client gets RST, the server FIN
        finish,     ///< both get FIN
        half_close, ///< whoever the message went to gets FIN, and nothing more; the other way goes on
        delay,      ///< the bytes after it come later; nothing is lost
    };
    struct point {
        postgresql_proxy::way way = way::to_server;
        int after = 0; ///< so many messages; 0: before the first
        injury how = injury::reset;
    };

    /// Listens on 127.0.0.1.
    explicit postgresql_proxy(const postgresql_server &server);
    postgresql_proxy &operator=(const postgresql_proxy &) = delete;
    ~postgresql_proxy();

    /// The database of the server through this proxy, without encryption.
    [[nodiscard]] std::string uri(const std::string &database) const;

    /// Begins to count messages, on all connections together, and injures the connection that reaches the point; once.
    void injure(const point &p);
    /// Begins to count messages, and injures nothing.
    void count();
    /// The types of the messages since then, in the order of the protocol: "BDES". A message without a type, which
    /// begins a connection, is '0'.
    [[nodiscard]] std::string seen(way w) const;
    /// Whether the point was reached, and the connection is injured.
    [[nodiscard]] bool injured();
    /// Waits until the server has done what it received on a connection that was injured, and has ended it. Not while
    /// the client leaves a connection open that was half closed to it.
    void settle();

private:
    struct side {
        int fd = -1;
        std::string pending; ///< read from here, not yet a whole message
        bool ended = false;  ///< nothing more comes from here
    };
    struct link {
        std::array<side, 2> sides; ///< the client, the server
        bool began = false;        ///< messages of the client have types
        bool hurt = false;
        std::array<bool, 2> dropped{};
        ~link();
    };
    void work();
    void accept_one();
    [[nodiscard]] bool forward(link &l, way w);
    [[nodiscard]] bool forward_messages(link &l, way w);
    void injure_now(link &l, way w);
    static void leave_server(link &l);

    std::string socket_;
    int listener_ = -1;
    int port_ = 0;
    std::array<int, 2> wake_{-1, -1};
    std::vector<std::unique_ptr<link>> links_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    int hurt_ = 0; ///< links
    std::array<std::string, 2> seen_;
    point point_;
    bool armed_ = false;
    bool reached_ = false;
    bool injured_ = false;
    std::jthread thread_;
};

[[nodiscard]] std::string to_string(const postgresql_proxy::point &p);

} // namespace uniform::test
