// The failures of a PostgreSQL server while a store writes to it: it is killed, restarted, made read-only; its disk or
// its connections run out; an administrator cancels statements. What was acknowledged is there, what was refused is
// not, the failures have their kinds, and the store recovers by itself.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace std::chrono_literals;
using store::access;
using store::failure_kind;
using store::reading;
using store::row;
using store::writing;
using test::soon;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

/// Why a write failed.
struct reason {
    failure_kind kind = failure_kind::other;
    std::string says = {};
    [[nodiscard]] bool uncertain() const { return kind == failure_kind::uncertain; }
};

/// Adds a name; `text` makes it large. Nothing: it was acknowledged.
std::optional<reason> add(store::store &s, const std::string &key, const std::string &text = {}) {
    try {
        EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
            resolver::name_record r;
            r.registrar = "a";
            EXPECT_FALSE(w.add_name(key, r, "assign"));
            if (!text.empty()) w.put("token", key, '"' + text + '"', "put");
            return {};
        }));
        return {};
    } catch (const store::failure &f) {
        return reason{f.kind(), f.what()};
    }
}

/// Threads that write to one store without end.
class traffic {
public:
    explicit traffic(store::store &s, std::size_t bytes = 0) : store_(s), bytes_(bytes) {
        for (int t = 0; t < 3; ++t) threads_.emplace_back([this, t](const std::stop_token &stop) { work(t, stop); });
    }

    /// Waits until so many more writes were acknowledged. False: not within a minute.
    [[nodiscard]] bool goes_on(int count = 20) const {
        const int until = acknowledged_ + count;
        return soon([&] { return acknowledged_ >= until; });
    }
    /// Waits until a write fails from now on.
    [[nodiscard]] bool fails() const {
        const int until = failed_ + 1;
        return soon([&] { return failed_ >= until; });
    }
    /// Ends the threads, and looks at what is there. @return the reasons of the failures
    std::vector<reason> check(const std::string &location) {
        for (auto &t : threads_) t.request_stop();
        threads_.clear();
        const auto s = store::store::open(location);
        std::size_t there = 0;
        s->read([&](reading &r) {
            for (const auto &[key, why] : results_) {
                const bool is = r.name(key).has_value();
                if (is) ++there;
                if (!why) {
                    EXPECT_TRUE(is) << "lost: " << key;
                } else if (!why->uncertain()) {
                    EXPECT_FALSE(is) << "refused, and done: " << key << ": " << why->says;
                }
                if (bytes_ != 0) {
                    EXPECT_EQ(is, r.find("token", key).has_value()) << "by half: " << key;
                }
            }
            EXPECT_EQ(r.head().first, there * (bytes_ == 0 ? 1 : 2));
            return 0;
        });
        const auto checked = s->verify({}, {});
        EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
        EXPECT_EQ(checked.names, there);
        std::vector<reason> all;
        for (const auto &[key, why] : results_)
            if (why) all.push_back(*why);
        return all;
    }

private:
    void work(int thread, const std::stop_token &stop) {
        std::string text(bytes_, 'a');
        for (int i = 0; !stop.stop_requested(); ++i) {
            const auto key = "example:" + std::to_string(thread) + ":" + std::to_string(i);
            // A text that does not compress.
            auto random = static_cast<std::uint64_t>(thread) << 32U | static_cast<std::uint64_t>(i);
            for (auto &c : text) {
                random = random * 6364136223846793005U + 1442695040888963407U;
                c = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"[random >> 58U];
            }
            auto why = add(store_, key, text);
            if (why)
                ++failed_;
            else
                ++acknowledged_;
            const std::scoped_lock lock(mutex_);
            results_.emplace(key, std::move(why));
        }
    }

    store::store &store_;
    std::size_t bytes_;
    std::atomic<int> acknowledged_ = 0;
    std::atomic<int> failed_ = 0;
    std::mutex mutex_;
    std::map<std::string, std::optional<reason>> results_;
    std::vector<std::jthread> threads_;
};

void expect_all(const std::vector<reason> &reasons, failure_kind kind, const std::string &words = {}) {
    for (const auto &r : reasons) {
        EXPECT_TRUE(r.kind == kind || r.uncertain()) << r.says;
        EXPECT_EQ(r.says.contains("not known"), r.uncertain()) << r.says;
        EXPECT_TRUE(r.says.contains(words)) << r.says;
    }
}

class server_faults : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        server = std::make_unique<test::postgresql_server>();
        location = server->fresh_database();
        database = location.substr(location.rfind('/') + 1);
    }
    [[nodiscard]] std::unique_ptr<store::store> open(std::chrono::milliseconds reconnect_for = 60s) const {
        return store::store::open(location, {.database = {.busy_timeout = 60s, .reconnect_for = reconnect_for}});
    }

    std::unique_ptr<test::postgresql_server> server;
    std::string location, database;
};

TEST_F(server_faults, killed_and_started_again) {
    const auto s = open();
    traffic t(*s);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(t.goes_on());
        server->kill();
        server->start();
    }
    EXPECT_TRUE(t.goes_on());
    expect_all(t.check(location), failure_kind::unavailable);
}

TEST_F(server_faults, restarted) {
    const auto s = open();
    traffic t(*s);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(t.goes_on());
        if (i % 2 == 0)
            server->stop();
        else
            server->stop_at_once();
        server->start();
    }
    EXPECT_TRUE(t.goes_on());
    expect_all(t.check(location), failure_kind::unavailable);
}

TEST_F(server_faults, stopped_for_longer_than_the_store_waits) {
    const auto s = open(200ms);
    traffic t(*s);
    EXPECT_TRUE(t.goes_on());
    server->stop();
    EXPECT_TRUE(t.fails());
    EXPECT_TRUE(t.fails());
    server->start();
    EXPECT_TRUE(t.goes_on());
    expect_all(t.check(location), failure_kind::unavailable);
}

// The sessions that there are become read-only, too.
TEST_F(server_faults, made_read_only) {
    const auto s = open(200ms);
    traffic t(*s);
    EXPECT_TRUE(t.goes_on());
    server->run("ALTER SYSTEM SET default_transaction_read_only = on");
    server->run("SELECT pg_reload_conf()");
    EXPECT_TRUE(t.fails());
    EXPECT_TRUE(t.fails());
    // The administrator's own statement is the exception.
    test::run_sql(server->uri("postgres"), "SET default_transaction_read_only = off");
    server->run("ALTER SYSTEM RESET default_transaction_read_only");
    server->run("SELECT pg_reload_conf()");
    EXPECT_TRUE(t.goes_on());
    const auto reasons = t.check(location);
    expect_all(reasons, failure_kind::unavailable, "read-only");
    for (const auto &r : reasons) EXPECT_FALSE(r.uncertain()) << r.says;
}

// Only the sessions that begin from now on.
TEST_F(server_faults, a_database_made_read_only) {
    const auto s = open(200ms);
    traffic t(*s);
    EXPECT_TRUE(t.goes_on());
    server->run("ALTER DATABASE " + database + " SET default_transaction_read_only = on");
    EXPECT_TRUE(t.goes_on());
    server->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
    EXPECT_TRUE(t.fails());
    EXPECT_TRUE(t.fails());
    server->run("ALTER DATABASE " + database + " RESET default_transaction_read_only");
    EXPECT_TRUE(t.goes_on());
    expect_all(t.check(location), failure_kind::unavailable);
}

/// A small file system in memory in a folder, seen by this thread and what it starts. It goes with them.
class small_disk {
public:
    small_disk(const std::filesystem::path &where, const std::string &size) : where_(where) {
        std::filesystem::create_directory(where);
        if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("none", where.c_str(), "tmpfs", 0, ("size=" + size).c_str()) != 0) {
            why_not_ = std::string("no file system can be mounted here: ") + std::strerror(errno);
            return;
        }
        mounted_ = true;
        test::postgresql_server::give(where);
        std::filesystem::permissions(where, std::filesystem::perms::owner_all);
    }
    small_disk &operator=(const small_disk &) = delete;
    ~small_disk() {
        if (mounted_) ::umount2(where_.c_str(), MNT_DETACH);
    }
    /// Empty: it is there.
    [[nodiscard]] const std::string &why_not() const noexcept { return why_not_; }
    /// Takes all that is free.
    void fill() const {
        std::ofstream out(where_ / "filler", std::ios::binary);
        const std::string some(4096, 'x');
        while (out.write(some.data(), static_cast<std::streamsize>(some.size())).flush()) continue;
    }
    void make_room() const { std::filesystem::remove(where_ / "filler"); }

private:
    std::filesystem::path where_;
    std::string why_not_;
    bool mounted_ = false;
};

TEST_F(server_faults, a_full_disk_of_the_tables) {
    const small_disk disk(server->folder() / "small", "64m");
    if (!disk.why_not().empty()) GTEST_SKIP() << disk.why_not();
    // The server sees the disk when it is started by who mounted it.
    server->stop();
    server->start();
    server->run("CREATE TABLESPACE small LOCATION '" + (server->folder() / "small").string() + "'");
    server->run("ALTER DATABASE " + database + " SET TABLESPACE small");
    const auto s = open();
    traffic t(*s, 20000);
    EXPECT_TRUE(t.goes_on());
    disk.fill();
    EXPECT_TRUE(t.fails());
    EXPECT_TRUE(t.fails());
    disk.make_room();
    EXPECT_TRUE(t.goes_on());
    const auto reasons = t.check(location);
    expect_all(reasons, failure_kind::full, "could not extend file");
    for (const auto &r : reasons) EXPECT_FALSE(r.uncertain()) << r.says;
}

// Without room for its log the server gives up.
TEST_F(server_faults, a_full_disk_of_the_log) {
    const auto place = server->folder() / "log_disk";
    const small_disk disk(place, "64m");
    if (!disk.why_not().empty()) GTEST_SKIP() << disk.why_not();
    server->stop();
    const auto log = server->folder() / "data" / "pg_wal";
    std::filesystem::copy(log, place / "pg_wal", std::filesystem::copy_options::recursive);
    test::postgresql_server::give(place / "pg_wal");
    for (const auto &entry : std::filesystem::recursive_directory_iterator(place / "pg_wal"))
        test::postgresql_server::give(entry.path());
    std::filesystem::permissions(place / "pg_wal", std::filesystem::perms::owner_all);
    std::filesystem::remove_all(log);
    std::filesystem::create_directory_symlink(place / "pg_wal", log);
    server->start();
    const auto s = open(200ms);
    traffic t(*s, 20000);
    EXPECT_TRUE(t.goes_on());
    disk.fill();
    EXPECT_TRUE(t.fails());
    server->wait();
    EXPECT_TRUE(t.fails());
    disk.make_room();
    server->start();
    EXPECT_TRUE(t.goes_on());
    expect_all(t.check(location), failure_kind::unavailable);
}

TEST_F(server_faults, no_connection_left) {
    const auto s = open(200ms);
    EXPECT_FALSE(s->read([](reading &r) { return r.name("example:1").has_value(); }));
    // Others take all of them.
    const auto others = store::database::open(location, {.reconnect_for = 0ms});
    std::vector<std::unique_ptr<store::connection>> taken;
    try {
        for (;;) taken.push_back(others->connect(access::read_only));
    } catch (const store::failure &f) {
        EXPECT_EQ(f.kind(), failure_kind::unavailable);
        EXPECT_TRUE(std::string_view(f.what()).contains("too many clients")) << f.what();
    }
    EXPECT_GT(taken.size(), 100U);
    const auto why = add(*s, "example:1"); // its first, which needs a connection of its own
    ASSERT_TRUE(why);
    EXPECT_EQ(why->kind, failure_kind::unavailable);
    EXPECT_TRUE(why->says.contains("too many clients")) << why->says;
    EXPECT_FALSE(why->uncertain());
    // Reading goes on with the connection that it has.
    EXPECT_FALSE(s->read([](reading &r) { return r.name("example:1").has_value(); }));
    EXPECT_THROW(static_cast<void>(store::store::open(location, {.database = {.reconnect_for = 200ms}})),
                 store::failure);
    taken.clear();
    EXPECT_TRUE(soon([&] { return !add(*s, "example:1"); }));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

/// Statements that wait for the lock for writing, which somebody else holds.
class administrator : public server_faults {
protected:
    void SetUp() override {
        server_faults::SetUp();
        if (IsSkipped()) return;
        s = open();
        others = store::database::open(location);
        watcher = others->connect(access::read_write);
        holder = others->connect(access::read_write);
    }
    [[nodiscard]] std::string waiting() const {
        std::string sql;
        watcher->run("SELECT coalesce(string_agg(a.query, ';'), '') FROM pg_locks l JOIN pg_stat_activity a USING "
                     "(pid) WHERE l.locktype = 'advisory' AND NOT l.granted",
                     {}, [&](const row &r) {
                         sql = r.text(0);
                         return true;
                     });
        return sql;
    }
    /// Starts a write that waits for the lock, speculative or not, calls `meanwhile`, and releases the lock.
    std::optional<reason> write(bool speculative, const std::function<void()> &meanwhile) {
        for (int i = 0; i < 100; ++i) {
            // The first two make the next one speculative, unless the machine is slow.
            if (speculative)
                for (int k = 0; k < 2; ++k) EXPECT_FALSE(add(*s, "example:" + std::to_string(++made)));
            holder->begin(access::read_write);
            holder->run("SELECT 1");
            std::optional<reason> why;
            last = "example:" + std::to_string(++made);
            std::jthread writes([&] {
                if (speculative) {
                    why = add(*s, last);
                    return;
                }
                try {
                    EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
                        EXPECT_FALSE(w.name(last)); // only the database can tell
                        EXPECT_FALSE(w.add_name(last, {}, "assign"));
                        return {};
                    }));
                } catch (const store::failure &f) {
                    why = reason{f.kind(), f.what()};
                }
            });
            std::string sql;
            EXPECT_TRUE(soon([&] { return !(sql = waiting()).empty(); }));
            const bool wanted = sql.starts_with("WITH") == speculative;
            if (wanted) meanwhile();
            holder->rollback();
            static_cast<void>(waiting());
            writes.join();
            if (wanted) return why;
        }
        ADD_FAILURE() << "no such write";
        return {};
    }
    void signal(const std::string &function) {
        watcher->run("SELECT " + function + "(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    }
    [[nodiscard]] bool there() const {
        return s->read([&](reading &r) { return r.name(last).has_value(); });
    }
    void goes_on() {
        EXPECT_FALSE(add(*s, "example:" + std::to_string(++made)));
        EXPECT_FALSE(add(*s, "example:" + std::to_string(++made)));
        const auto checked = s->verify({}, {});
        EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    }

    std::unique_ptr<store::store> s;
    std::unique_ptr<store::database> others;
    std::unique_ptr<store::connection> watcher, holder;
    std::string last; ///< the name of the last write
    int made = 0;
};

TEST_F(administrator, cancels_a_statement) {
    for (const bool speculative : {true, false}) {
        const auto why = write(speculative, [&] {
            signal("pg_cancel_backend");
            EXPECT_TRUE(soon([&] { return waiting().empty(); }));
        });
        ASSERT_TRUE(why);
        EXPECT_EQ(why->kind, failure_kind::busy) << why->says;
        EXPECT_TRUE(why->says.contains("canceling statement due to user request")) << why->says;
        EXPECT_FALSE(why->uncertain());
        EXPECT_FALSE(there());
        goes_on();
    }
}

// The statement is the whole transaction: the store cannot tell whether it was committed.
TEST_F(administrator, ends_the_connection_of_a_speculative_write) {
    const auto why = write(true, [&] {
        signal("pg_terminate_backend");
        EXPECT_TRUE(soon([&] { return waiting().empty(); }));
    });
    ASSERT_TRUE(why);
    EXPECT_TRUE(why->says.contains("terminating connection due to administrator command")) << why->says;
    EXPECT_TRUE(why->uncertain()) << why->says;
    EXPECT_FALSE(there());
    goes_on();
}

// Nothing was done yet: it is begun again on another connection.
TEST_F(administrator, ends_the_connection_of_an_ordinary_write) {
    const auto why = write(false, [&] { signal("pg_terminate_backend"); });
    EXPECT_FALSE(why) << why->says;
    EXPECT_TRUE(there());
    goes_on();
}

} // namespace
