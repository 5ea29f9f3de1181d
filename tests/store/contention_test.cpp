// Two writers on one PostgreSQL: what is ordinary work to them is no error to the server, whose log an administrator
// watches.
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

resolver::name_record of(const std::string &registrar) {
    resolver::name_record r;
    r.registrar = registrar;
    return r;
}

/// The lines of a log, from a byte on, at a level of an error.
std::string errors_of(const std::string &log, std::size_t from) {
    std::string all;
    for (std::size_t at = from, end = 0; at < log.size(); at = end + 1) {
        end = std::min(log.find('\n', at), log.size());
        const auto line = log.substr(at, end - at);
        for (const char *level : {"ERROR:", "PANIC:"})
            if (line.contains(level)) all += line + "\n";
    }
    return all;
}

class contention : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        server = std::make_unique<test::postgresql_server>();
        location = server->fresh_database();
        before = server->log().size();
    }
    [[nodiscard]] std::string errors() const { return errors_of(server->log(), before); }
    [[nodiscard]] std::unique_ptr<store::store> open() const {
        return store::store::open(location, {.database = {.busy_timeout = std::chrono::milliseconds(120000)}});
    }

    std::unique_ptr<test::postgresql_server> server;
    std::string location;
    std::size_t before = 0; ///< bytes in the log before the test
};

/// One caller of one of the stores.
struct caller {
    store::store &s;
    std::string me;

    /// The owner of the name after it was assigned.
    [[nodiscard]] std::string assign(const std::string &key) const {
        return *s.write(somebody, [&](writing &w) -> std::expected<std::string, store::problem> {
            const auto there = w.add_name(key, of(me), "assign");
            return there ? resolver::decode(there->record)->registrar : me;
        });
    }
    /// A request with an idempotency key: the name it made, whoever made it.
    [[nodiscard]] std::string once(const std::string &key, int i) const {
        const auto name = me + ":once:" + std::to_string(i);
        return *s.write(somebody, [&](writing &w) -> std::expected<std::string, store::problem> {
            auto before = w.answered("client", key, "request");
            if (!before) return std::unexpected{before.error()};
            if (*before) return **before;
            EXPECT_FALSE(w.add_name(name, of(me), "assign"));
            w.remember("client", key, "request", name);
            return name;
        });
    }
    [[nodiscard]] std::uint64_t mint() const {
        return *s.write(somebody, [&](writing &w) -> std::expected<std::uint64_t, store::problem> {
            const auto n = w.next("minted");
            EXPECT_FALSE(w.add_name("minted:" + std::to_string(n), of(me), "mint"));
            return n;
        });
    }
    void change(const std::string &key, const std::string &document) const {
        EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
            const auto was = w.name(key);
            if (!was) return std::unexpected{store::problem{}};
            w.change_name(*was, of(me), "locate");
            w.put("token", document, '"' + me + '"', "put");
            return {};
        }));
    }
    void import(int i) const {
        std::vector<std::pair<std::string, std::string>> rows;
        for (int k = 0; k < 20; ++k) rows.emplace_back("imported:" + std::to_string(i + k), resolver::encode(of(me)));
        EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
            static_cast<void>(w.add_names(rows, "import"));
            return {};
        }));
    }
};

TEST_F(contention, is_no_error_in_the_log_of_the_server) {
    constexpr int rounds = 30;
    const auto a = open();
    const auto b = open();
    std::mutex mutex;
    std::map<std::string, std::set<std::string>> told; // the results of each caller for one subject
    std::set<std::uint64_t> minted;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, me = caller{t % 2 == 0 ? *a : *b, "client" + std::to_string(t)}] {
            for (int i = 0; i < rounds; ++i) {
                const auto n = std::to_string(i);
                const auto shared = "shared:" + n;
                const auto owner = me.assign(shared);
                EXPECT_EQ(me.assign(me.me + ":" + n), me.me);
                EXPECT_EQ(me.assign(me.me + ":" + n), me.me); // it exists
                const auto first = me.once(n, i);
                const auto number = me.mint();
                if (i % 4 == 0) me.change(shared, "document:" + n);
                if (i % 8 == 0) me.import(i);
                const std::scoped_lock lock(mutex);
                if (i % 4 != 0) told[shared].insert(owner);
                told["key " + n].insert(first);
                EXPECT_TRUE(minted.insert(number).second) << number;
            }
        });
    threads.clear();
    for (const auto &[subject, answers] : told) EXPECT_EQ(answers.size(), 1U) << subject;
    const auto checked = a->verify({}, {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    EXPECT_EQ(errors(), "");
}

// An administrator may choose another isolation for a database. A transaction that reads as of its beginning would not
// see what was written while it waited for the lock for writing.
TEST_F(contention, with_any_default_of_isolation) {
    for (const char *level : {"read committed", "repeatable read", "serializable"}) {
        SCOPED_TRACE(level);
        location = server->fresh_database();
        server->run("ALTER DATABASE " + location.substr(location.rfind('/') + 1) +
                    " SET default_transaction_isolation = '" + level + "'");
        const auto a = open();
        const auto b = open();
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, me = caller{t % 2 == 0 ? *a : *b, "client" + std::to_string(t)}] {
                for (int i = 0; i < 20; ++i) {
                    EXPECT_NO_THROW(static_cast<void>(me.assign("shared:" + std::to_string(i))));
                    EXPECT_NO_THROW(static_cast<void>(me.mint()));
                }
            });
        threads.clear();
        EXPECT_TRUE(a->verify({}, {}).found.empty());
        EXPECT_EQ(errors(), "");
    }
}

// One writer after another, so that every speculation of the second one fails.
TEST_F(contention, of_taking_turns_is_no_error_in_the_log_of_the_server) {
    const auto a = open();
    const auto b = open();
    for (int i = 0; i < 20; ++i) {
        const auto n = std::to_string(i);
        for (const auto &me : {caller{*a, "a"}, caller{*b, "b"}}) {
            EXPECT_EQ(me.assign("shared:" + n), "a");
            EXPECT_EQ(me.assign(me.me + ":" + n), me.me);
            EXPECT_EQ(me.once("key:" + n, i), "a:once:" + n);
        }
    }
    const auto checked = a->verify({}, {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    EXPECT_EQ(errors(), "");
}

// A lone writer, and requests for what exists: each speculation assumes that it does not.
TEST_F(contention, with_what_exists_is_no_error_in_the_log_of_the_server) {
    const auto s = open();
    const caller me{*s, "a"};
    for (int i = 0; i < 20; ++i) {
        const auto n = std::to_string(i);
        EXPECT_EQ(me.assign("name:" + n), "a");
        EXPECT_EQ(me.assign("name:" + n), "a");
        EXPECT_EQ(me.once("key:" + n, i), "a:once:" + n);
        EXPECT_EQ(me.once("key:" + n, i), "a:once:" + n);
    }
    EXPECT_TRUE(s->verify({}, {}).found.empty());
    EXPECT_EQ(errors(), "");
}

} // namespace
