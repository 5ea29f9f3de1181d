// A primary and a standby of PostgreSQL, and a store opened on both addresses: who is asked, and what happens when one
// of them goes.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace std::chrono_literals;
using store::reading;
using store::writing;
using test::soon;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

class replicas : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        primary = std::make_unique<test::postgresql_server>();
        const auto uri = primary->fresh_database();
        database = uri.substr(uri.rfind('/') + 1);
        static_cast<void>(store::store::open(uri)); // makes the tables
        standby = std::make_unique<test::postgresql_server>(*primary);
    }

    /// A store on both servers.
    [[nodiscard]] std::unique_ptr<store::store> open(bool stale, bool standby_first = false,
                                                     std::chrono::milliseconds reconnect_for = 120s) const {
        const auto &first = standby_first ? standby : primary;
        const auto &second = standby_first ? primary : standby;
        return store::store::open("postgresql://postgres@" + first->host() + "," + second->host() + "/" + database,
                                  {.database = {.replicas_may_be_stale = stale, .reconnect_for = reconnect_for}});
    }
    /// A store on both servers, as a service has it: readers do not wait for a server that is gone.
    [[nodiscard]] std::unique_ptr<store::store> open_impatient(std::chrono::milliseconds stale_for = 24h,
                                                               const std::string &more_hosts = {}) const {
        return store::store::open(
            "postgresql://postgres@" + more_hosts + primary->host() + "," + standby->host() + "/" + database,
            {.database = {.stale_for = stale_for, .reconnect_for = 30s, .read_timeout = 20s, .write_timeout = 30s}});
    }
    static void put(store::store &s, std::string_view id) {
        EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
            w.put("token", id, "{}", "put");
            return {};
        }));
    }
    /// A new name: written speculatively, in one round trip.
    static void add(store::store &s, const std::string &key) {
        EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
            EXPECT_FALSE(w.add_name(key, {}, "assign"));
            return {};
        }));
    }
    static bool has(store::store &s, std::string_view id) {
        return s.read([&](reading &r) { return r.find("token", id).has_value(); });
    }
    static bool reads_from_a_standby(store::store &s) {
        bool recovers = false;
        s.sql_database().reader()->run("SELECT pg_is_in_recovery()", {}, [&](const store::row &r) {
            recovers = r.integer(0) != 0;
            return false;
        });
        return recovers;
    }
    /// Whether the standby, from which the store reads, has stopped applying changes: pg_wal_replay_pause() only
    /// requests it.
    [[nodiscard]] bool pause_standby(store::store &reads_there) const {
        standby->run("SELECT pg_wal_replay_pause()");
        return soon([&] {
            bool paused = false;
            reads_there.sql_database().reader()->run("SELECT pg_get_wal_replay_pause_state() = 'paused'", {},
                                                     [&](const store::row &r) {
                                                         paused = r.integer(0) != 0;
                                                         return false;
                                                     });
            return paused;
        });
    }

    std::unique_ptr<test::postgresql_server> primary;
    std::unique_ptr<test::postgresql_server> standby;
    std::string database;
};

TEST_F(replicas, writes_go_to_the_primary_and_reads_that_may_be_stale_to_the_standby) {
    for (const bool standby_first : {false, true}) {
        const std::string own = standby_first ? "2" : "1";
        const auto stale = open(true, standby_first);
        const auto exact = open(false, standby_first);
        EXPECT_TRUE(reads_from_a_standby(*stale));
        EXPECT_FALSE(reads_from_a_standby(*exact));
        put(*stale, "a" + own);
        EXPECT_TRUE(has(*exact, "a" + own));
        EXPECT_TRUE(soon([&] { return has(*stale, "a" + own); }));
        // While the standby stands still, what is read there is old, and what is read to be written on is not.
        ASSERT_TRUE(pause_standby(*stale));
        put(*stale, "b" + own);
        EXPECT_FALSE(has(*stale, "b" + own));
        EXPECT_TRUE(has(*exact, "b" + own));
        EXPECT_TRUE(stale->write(somebody, [&](writing &w) -> done {
            EXPECT_TRUE(w.find("token", "b" + own));
            return {};
        }));
        standby->run("SELECT pg_wal_replay_resume()");
        EXPECT_TRUE(soon([&] { return has(*stale, "b" + own); }));
    }
    EXPECT_TRUE(open(true)->verify({}, {}).found.empty());
}

// The standby has a change later. Who keeps answers asks the standby, and is told when it has it.
TEST_F(replicas, changes_are_reported_when_a_standby_has_them) {
    const auto s = open(true);
    const auto changes = [&] { return s->sql_database().reader()->changes_by_others(); };
    EXPECT_TRUE(s->sql_database().readers_may_be_stale());
    ASSERT_TRUE(pause_standby(*s));
    put(*s, "a");
    EXPECT_FALSE(has(*s, "a"));
    const auto told = changes();
    standby->run("SELECT pg_wal_replay_resume()");
    EXPECT_TRUE(soon([&] { return has(*s, "a") && changes() != told; }));
}

TEST_F(replicas, reads_continue_from_the_primary_without_a_standby) {
    const auto s = open(true);
    put(*s, "a");
    EXPECT_TRUE(soon([&] { return has(*s, "a"); }));
    EXPECT_TRUE(reads_from_a_standby(*s));
    standby->kill();
    EXPECT_TRUE(has(*s, "a"));
    EXPECT_FALSE(reads_from_a_standby(*s));
    put(*s, "b");
    EXPECT_TRUE(has(*s, "b"));
}

// Reads are asked of the primary, but of the standby while the primary is away, in the same moment.
TEST_F(replicas, reads_go_on_from_the_standby_while_the_primary_is_away) {
    const auto s = open_impatient();
    put(*s, "a");
    EXPECT_TRUE(soon([&] { return has(*open(true), "a"); }));
    EXPECT_FALSE(reads_from_a_standby(*s));
    EXPECT_FALSE(s->sql_database().primary_away());
    for (int n = 0; n < 2; ++n) {
        n == 0 ? primary->kill() : primary->stop();
        EXPECT_TRUE(has(*s, "a")) << n;
        EXPECT_TRUE(reads_from_a_standby(*s)) << n;
        EXPECT_TRUE(s->sql_database().primary_away()) << n;
        EXPECT_TRUE(s->read([](reading &r) { return r.head().first == 1 && r.on_replica(); })) << n;
        // Who follows the changes looks for the primary.
        EXPECT_THROW(static_cast<void>(s->sql_database().connect_to_follow()), store::failure);
        primary->start();
        const auto follower = s->sql_database().connect_to_follow();
        EXPECT_FALSE(follower->on_replica());
        EXPECT_FALSE(s->sql_database().primary_away()) << n;
        EXPECT_FALSE(reads_from_a_standby(*s)) << n;
    }
    put(*s, "b");
    EXPECT_TRUE(has(*s, "b"));
}

TEST_F(replicas, a_service_starts_with_a_standby_alone) {
    primary->kill();
    const auto s =
        store::store::open("postgresql://postgres@" + primary->host() + "," + standby->host() + "/" + database,
                           {.database = {.reconnect_for = 100ms, .read_timeout = 20s}});
    EXPECT_TRUE(reads_from_a_standby(*s));
    EXPECT_TRUE(s->sql_database().primary_away());
    EXPECT_THROW(put(*s, "a"), store::failure);
}

TEST_F(replicas, a_standby_serves_no_readers_for_longer_than_it_may) {
    const auto never = open_impatient(0s);
    const auto briefly = open_impatient(1ms);
    put(*never, "a");
    EXPECT_TRUE(has(*briefly, "a"));
    primary->kill();
    EXPECT_THROW(static_cast<void>(has(*never, "a")), store::failure);
    // It may be served once, and then no longer.
    EXPECT_TRUE(soon([&] {
        try {
            return !has(*briefly, "a");
        } catch (const store::failure &f) {
            return f.kind() == store::failure_kind::unavailable;
        }
    }));
    EXPECT_THROW(static_cast<void>(has(*briefly, "a")), store::failure);
}

// A standby that lacks events of the primary, and has not got anything for as long as it may be stale.
TEST_F(replicas, a_standby_that_has_not_followed_the_primary_serves_no_readers) {
    const auto s = open_impatient();
    EXPECT_FALSE(has(*s, "a"));
    s->sql_database().know_head(1'000'000);
    primary->kill();
    EXPECT_THROW(static_cast<void>(has(*s, "a")), store::failure);
    s->sql_database().know_head(0);
    EXPECT_TRUE(soon([&] {
        try {
            return !has(*s, "a");
        } catch (const store::failure &) {
            return false; // the standby was not asked again yet
        }
    }));
}

// As long as the primary lives, a replica is read from that lags by so much at most. The head of the primary is what
// the process knows of it.
TEST_F(replicas, a_standby_that_lags_further_than_it_may_is_not_read_from) {
    const auto s =
        store::store::open("postgresql://postgres@" + primary->host() + "," + standby->host() + "/" + database,
                           {.database = {.replicas_may_be_stale = true, .replica_lag = 200ms, .reconnect_for = 120s}});
    const auto exact = open(false);
    const auto look = [&] { s->sql_database().know_head(exact->read([](reading &r) { return r.head().first; })); };
    look();
    EXPECT_TRUE(soon([&] {
        look();
        return reads_from_a_standby(*s);
    }));
    const auto patient = open(true); // nobody tells it where the primary is
    ASSERT_TRUE(pause_standby(*patient));
    put(*exact, "a");
    EXPECT_TRUE(soon([&] {
        look();
        return has(*s, "a");
    }));
    for (int n = 0; n < 100; ++n) {
        look();
        EXPECT_TRUE(has(*s, "a")) << n;
        EXPECT_FALSE(reads_from_a_standby(*s)) << n;
    }
    EXPECT_FALSE(has(*patient, "a"));
    EXPECT_FALSE(s->sql_database().primary_away());
    standby->run("SELECT pg_wal_replay_resume()");
    EXPECT_TRUE(soon([&] {
        look();
        return reads_from_a_standby(*s);
    }));
}

TEST_F(replicas, a_reader_that_wants_the_latest_gets_it_as_long_as_the_primary_answers) {
    const auto s =
        store::store::open("postgresql://postgres@" + primary->host() + "," + standby->host() + "/" + database,
                           {.database = {.replicas_may_be_stale = true, .reconnect_for = 30s, .read_timeout = 20s}});
    ASSERT_TRUE(pause_standby(*s));
    put(*s, "a");
    const auto latest = [&](bool &from_replica) {
        const store::read_scope reads{store::freshness::latest};
        const bool found = has(*s, "a");
        from_replica = reads.used_replica();
        return found;
    };
    bool from_replica = false;
    {
        const store::read_scope outer;
        EXPECT_FALSE(has(*s, "a"));
        EXPECT_TRUE(outer.used_replica());
        EXPECT_TRUE(latest(from_replica));
        EXPECT_FALSE(from_replica);
        EXPECT_FALSE(has(*s, "a"));
    }
    EXPECT_EQ(store::read_scope::current(), nullptr);
    primary->kill();
    EXPECT_FALSE(latest(from_replica));
    EXPECT_TRUE(from_replica);
}

/// A server that accepts connections, and says nothing.
class silent_server {
public:
    silent_server() {
        sockaddr_in a{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
        socklen_t size = sizeof a;
        EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr *>(&a), size), 0);
        EXPECT_EQ(::listen(fd_, 1000), 0);
        EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr *>(&a), &size), 0);
        port_ = ntohs(a.sin_port);
    }
    silent_server(const silent_server &) = delete;
    silent_server &operator=(const silent_server &) = delete;
    ~silent_server() { ::close(fd_); }
    [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

private:
    int fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint16_t port_ = 0;
};

// One that is silent costs its time once, and is then left alone: a thousand reads take no longer than a few.
TEST_F(replicas, a_silent_server_does_not_hold_up_each_read) {
    const silent_server silent;
    const auto s = store::store::open("postgresql://postgres@" + silent.host() + "," + primary->host() + "/" + database,
                                      {.database = {.pool_size = 1, .read_timeout = 2s}});
    const auto began = std::chrono::steady_clock::now();
    for (int n = 0; n < 1000; ++n) EXPECT_FALSE(has(*s, "a"));
    EXPECT_LT(std::chrono::steady_clock::now() - began, 60s); // 1000 s, if each read waited
    // Alone, it is an error, after the time that a read may take; those that follow fail at once.
    EXPECT_THROW(static_cast<void>(store::store::open("postgresql://postgres@" + silent.host() + "/" + database,
                                                      {.database = {.reconnect_for = 100ms, .read_timeout = 100ms}})),
                 store::failure);
}

// One that hangs in the middle of its work is asked for a half of the time, and then a standby has the other half.
TEST_F(replicas, a_read_that_a_server_does_not_answer_is_asked_of_another_one) {
    constexpr auto read_timeout = 4s;
    const auto s =
        store::store::open("postgresql://postgres@" + primary->host() + "," + standby->host() + "/" + database,
                           {.database = {.pool_size = 1, .reconnect_for = 30s, .read_timeout = read_timeout}});
    put(*s, "a");
    EXPECT_TRUE(soon([&] { return has(*open(true), "a"); }));
    pid_t asked = 0;
    s->sql_database().reader()->run("SELECT pg_backend_pid()", {}, [&](const store::row &r) {
        asked = static_cast<pid_t>(r.integer(0));
        return false;
    });
    ASSERT_EQ(::kill(asked, SIGSTOP), 0);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_TRUE(s->read([](reading &r) { return r.find("token", "a").has_value() && r.on_replica(); }));
    EXPECT_LT(std::chrono::steady_clock::now() - began, read_timeout);
    ::kill(asked, SIGCONT);
}

// A statement that takes too long: the table is locked. Others are answered, so that the server is not given up.
TEST_F(replicas, a_statement_has_a_time_limit) {
    const auto s = store::store::open("postgresql://postgres@" + primary->host() + "/" + database,
                                      {.database = {.read_timeout = 1s}});
    EXPECT_FALSE(has(*s, "a"));
    const auto control = store::database::open(primary->uri(database));
    const auto lock = control->connect(store::access::read_write);
    lock->script("BEGIN; LOCK TABLE documents IN ACCESS EXCLUSIVE MODE");
    std::atomic<bool> end = false;
    std::jthread others([&] {
        const auto follower = s->sql_database().connect_to_follow();
        while (!end) static_cast<void>(follower->changes_by_others());
    });
    EXPECT_THROW(static_cast<void>(has(*s, "a")), store::failure);
    end = true;
    // So has waiting for a connection, while others have all of them.
    std::vector<store::database::lent> all;
    for (int n = 0; n < 16; ++n) all.push_back(s->sql_database().reader());
    EXPECT_THROW(static_cast<void>(s->sql_database().reader()), store::failure);
    all.clear();
    lock->script("ROLLBACK");
    EXPECT_FALSE(s->sql_database().primary_away());
    EXPECT_FALSE(has(*s, "a"));
}

TEST_F(replicas, reads_continue_while_the_primary_restarts) {
    const auto s = open(true);
    put(*s, "a");
    add(*s, "example:a");
    EXPECT_TRUE(soon([&] { return has(*s, "a"); }));
    primary->stop();
    EXPECT_TRUE(has(*s, "a"));
    std::binary_semaphore begins{0};
    std::jthread waits([&] {
        begins.release();
        add(*s, "example:b");
        put(*s, "b");
    });
    begins.acquire();
    primary->start();
    waits.join();
    EXPECT_TRUE(soon([&] { return has(*s, "b"); }));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_F(replicas, a_write_without_a_primary_fails_when_it_was_said_to) {
    const auto s = open(true, false, 2s);
    put(*s, "a");
    add(*s, "example:a");
    primary->stop();
    for (int n = 0; n < 2; ++n) {
        const auto began = std::chrono::steady_clock::now();
        EXPECT_THROW(add(*s, "example:b"), store::failure);
        EXPECT_LT(std::chrono::steady_clock::now() - began, 30s);
    }
    primary->start();
    add(*s, "example:b");
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_F(replicas, writes_follow_a_standby_that_is_promoted) {
    const auto s = open(true);
    put(*s, "a");
    add(*s, "example:a");
    EXPECT_TRUE(soon([&] { return s->read([](reading &r) { return r.name("example:a").has_value(); }); }));
    primary->kill();
    EXPECT_TRUE(has(*s, "a"));
    std::binary_semaphore begins{0};
    std::jthread waits([&] {
        begins.release();
        add(*s, "example:b");
        put(*s, "b");
    });
    begins.acquire();
    standby->run("SELECT pg_promote()");
    waits.join();
    EXPECT_TRUE(has(*s, "b"));
    EXPECT_FALSE(reads_from_a_standby(*s));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

} // namespace
