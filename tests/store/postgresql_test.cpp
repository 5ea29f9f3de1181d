// Connections to PostgreSQL that are lost, and servers that come back (include/uniform/store/database.hpp).
#include <chrono>
#include <memory>
#include <semaphore>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/database.hpp>
#include <uniform/store/names_of.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "store/postgresql/postgresql_connection.hpp"
#include "store/postgresql_proxy.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;
using uniform::test::soon;

const std::string others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

class postgresql : public testing::Test {
protected:
    void SetUp() override {
        uniform::test::postgresql_server::need();
        if (IsSkipped()) return;
        uri = uniform::test::postgresql_server::shared()->fresh_database();
        db = database::open(uri, {.reconnect_for = std::chrono::milliseconds(60000)});
        c = db->connect(access::read_write);
        c->script("CREATE TABLE t (k TEXT PRIMARY KEY)");
    }
    /// Ends the connections that everybody else has to this database now, as a failing network would, and waits until
    /// the server has forgotten them. Those that are made meanwhile are left alone.
    void cut() const {
        const auto there = database::open(uri);
        const auto other = there->connect(access::read_write);
        std::string pids;
        other->run("SELECT string_agg(pid::text, ',') " + others, {}, [&](const row &r) {
            pids = r.text(0);
            return true;
        });
        ASSERT_FALSE(pids.empty());
        const std::string those = "FROM pg_stat_activity WHERE pid IN (" + pids + ")";
        EXPECT_GT(number(*other, "SELECT count(pg_terminate_backend(pid)) " + those), 0);
        EXPECT_TRUE(soon([&] { return number(*other, "SELECT count(*) " + those) == 0; }));
    }
    /// Waits until another connection to this database sleeps in a statement.
    void wait_for_sleep() const {
        const auto there = database::open(uri);
        const auto other = there->connect(access::read_write);
        const std::string asleep = "SELECT count(*) " + others + " AND wait_event = 'PgSleep'";
        EXPECT_TRUE(soon([&] { return number(*other, asleep) > 0; }));
    }
    static std::int64_t number(connection &by, const std::string &sql) {
        std::int64_t n = -1;
        by.run(sql, {}, [&](const row &r) {
            n = r.integer(0);
            return true;
        });
        return n;
    }
    static std::int64_t count(connection &by) { return number(by, "SELECT count(*) FROM t"); }
    static std::string says(const std::function<void()> &f) {
        try {
            f();
        } catch (const failure &e) {
            const bool uncertain = std::string_view{e.what()}.contains("it is not known");
            EXPECT_EQ(e.kind(), uncertain ? failure_kind::uncertain : failure_kind::unavailable) << e.what();
            return e.what();
        }
        ADD_FAILURE() << "nothing went wrong";
        return {};
    }

    std::string uri;
    std::unique_ptr<database> db;
    std::unique_ptr<connection> c;
};

// The notices of the server are not for the log of the service, which is one object on each line.
TEST_F(postgresql, notices_are_written_nowhere) {
    testing::internal::CaptureStderr();
    c->script("DO $$ BEGIN RAISE NOTICE 'a notice'; RAISE WARNING 'a warning'; END $$");
    c->script("CREATE TABLE IF NOT EXISTS t (k TEXT)"); // "already exists, skipping"
    c->run("SELECT pg_terminate_backend(0)");           // "PID 0 is not a PostgreSQL backend process"
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(count(*c), 0);
}

TEST_F(postgresql, a_lost_connection_is_replaced_outside_of_transactions) {
    const auto reader = db->reader();
    EXPECT_EQ(count(*reader), 0);
    cut();
    EXPECT_EQ(count(*reader), 0);
    cut();
    c->begin(access::read_write);
    c->run("INSERT INTO t VALUES ('a')");
    c->commit();
    EXPECT_EQ(count(*c), 1);
}

TEST_F(postgresql, a_transaction_is_never_repeated_in_secret) {
    c->begin(access::read_write);
    c->run("INSERT INTO t VALUES ('a')");
    cut();
    static_cast<void>(says([&] { c->run("INSERT INTO t VALUES ('b')"); }));
    // Until it is rolled back, it is not taken for another one.
    static_cast<void>(says([&] { c->run("INSERT INTO t VALUES ('c')"); }));
    static_cast<void>(says([&] { c->commit(); }));
    c->rollback();
    EXPECT_EQ(count(*c), 0);
    c->begin(access::read_write);
    c->run("INSERT INTO t VALUES ('d')");
    c->commit();
    EXPECT_EQ(count(*c), 1);
}

TEST_F(postgresql, a_single_change_that_was_lost_is_said_to_be_unknown) {
    cut();
    const auto words = says([&] { c->run("INSERT INTO t VALUES ('a')"); });
    EXPECT_NE(words.find("not known"), std::string::npos) << words;
}

TEST_F(postgresql, a_commit_that_was_lost_is_said_to_be_unknown) {
    // A commit that takes its time.
    c->script("CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
              "$$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;"
              "CREATE CONSTRAINT TRIGGER slowly AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED "
              "FOR EACH ROW EXECUTE FUNCTION slow();");
    c->begin(access::read_write);
    c->run("INSERT INTO t VALUES ('a')");
    std::jthread other([this] {
        wait_for_sleep();
        cut();
    });
    const auto words = says([&] { c->commit(); });
    EXPECT_NE(words.find("not known"), std::string::npos) << words;
    c->rollback();
    EXPECT_EQ(count(*c), 0);
}

TEST_F(postgresql, a_server_that_comes_back_is_waited_for) {
    uniform::test::postgresql_server own;
    const auto there = database::open(own.fresh_database(), {.reconnect_for = std::chrono::milliseconds(120000)});
    const auto w = there->connect(access::read_write);
    w->script("CREATE TABLE t (k TEXT PRIMARY KEY)");
    w->run("INSERT INTO t VALUES ('a')");
    own.kill();
    std::int64_t seen = -1;
    std::binary_semaphore begins{0};
    std::jthread waits([&] {
        begins.release();
        seen = count(*w);
    });
    begins.acquire();
    own.start();
    waits.join();
    EXPECT_EQ(seen, 1);
    own.stop();
    const auto impatient = says([&] {
        static_cast<void>(database::open(own.uri("postgres"), {.reconnect_for = std::chrono::milliseconds(100)}));
    });
    EXPECT_NE(impatient.find("cannot be reached"), std::string::npos) << impatient;
}

// The server goes on with the statement, so that nobody can say what became of it; the connection is made again.
TEST_F(postgresql, a_change_that_is_not_answered_in_time_is_said_to_be_unknown) {
    const auto there = database::open(uri, {.write_timeout = std::chrono::milliseconds(200)});
    const auto writer = there->connect_to_write();
    const auto words = says([&] { writer->run("INSERT INTO t SELECT 'a' FROM pg_sleep(20)"); });
    EXPECT_NE(words.find("did not answer in 200 ms"), std::string::npos) << words;
    EXPECT_NE(words.find("not known"), std::string::npos) << words;
    EXPECT_EQ(count(*writer), 0);
    writer->begin(access::read_write);
    static_cast<void>(says([&] { writer->run("SELECT pg_sleep(20)"); }));
    writer->rollback();
    cut(); // the server sleeps on, with the lock for writing
    writer->begin(access::read_write);
    writer->run("INSERT INTO t VALUES ('b')");
    writer->commit();
    EXPECT_EQ(count(*writer), 1);
}

// It may be stopped, or its machine cut off; it would keep the lock for writing until TCP gives up. The server ends its
// transaction by itself, also that of a connection beside the one of the store's writer.
TEST_F(postgresql, a_process_that_hangs_in_a_transaction_does_not_keep_others_from_writing) {
    const auto hanging = database::open(uri, {.busy_timeout = std::chrono::milliseconds(300)});
    const auto there = database::open(uri, {.busy_timeout = std::chrono::milliseconds(120000)});
    const auto writer = there->connect_to_write();
    for (const bool by_writer : {true, false}) {
        SCOPED_TRACE(by_writer);
        const auto hung = by_writer ? hanging->connect_to_write() : hanging->connect(access::read_write);
        hung->begin(access::read_write);
        hung->run("INSERT INTO t VALUES ('a')");
        writer->begin(access::read_write);
        writer->run("INSERT INTO t VALUES ($1)", {std::int64_t{by_writer}});
        writer->commit();
        static_cast<void>(says([&] { hung->commit(); }));
        hung->rollback();
    }
    EXPECT_EQ(count(*writer), 2);
}

// The server does not call a transaction idle of which it waits for the next message of a pipeline: whoever did not get
// the lock in time ends it. A statement that takes its time, and a copy of a store, are left alone.
TEST_F(postgresql, a_process_that_hangs_within_a_pipeline_does_not_keep_others_from_writing) {
    const auto there = database::open(uri, {.busy_timeout = std::chrono::milliseconds(300)});
    const auto writer = there->connect_to_write();
    const auto gets_no_lock = [&] {
        try {
            writer->begin(access::read_write);
            writer->run("INSERT INTO t VALUES (gen_random_uuid()::text)");
            writer->commit();
            return false;
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), failure_kind::busy) << e.what();
            writer->rollback();
            return true;
        }
    };
    const auto hung = db->connect_to_write();
    hung->begin(access::read_write);
    hung->run("INSERT INTO t VALUES ('a')");
    const std::string long_key(std::size_t{1} << 20U, 'x'); // more than libpq keeps until the end of the pipeline
    hung->post("INSERT INTO t SELECT left($1, 10)", 1, std::vector<parameter>{std::string_view(long_key)});
    EXPECT_TRUE(soon([&] { return !gets_no_lock(); }));
    static_cast<void>(says([&] { hung->commit(); }));
    hung->rollback();
    EXPECT_EQ(count(*writer), 1);
    hung->begin(access::read_write);
    static_cast<void>(says([&] { // more than the network keeps, of which the first row alone is read
        hung->run("SELECT repeat('x', 1000000) FROM generate_series(1, 100)", {},
                  [&](const row &) { return !soon([&] { return !gets_no_lock(); }); });
    }));
    hung->rollback();
    EXPECT_EQ(count(*writer), 2);

    const auto patient = database::open(uri, {.busy_timeout = std::chrono::milliseconds(120000)});
    const auto gate = patient->connect(access::read_write);
    gate->run("SELECT pg_advisory_lock(1)");
    std::binary_semaphore begins{0};
    std::jthread works([&] {
        const auto slow = patient->connect_to_write();
        slow->begin(access::read_write);
        slow->run("INSERT INTO t VALUES ('c')");
        begins.release();
        slow->run("SELECT pg_advisory_lock(1)");
        slow->commit();
    });
    begins.acquire();
    EXPECT_TRUE(gets_no_lock());
    EXPECT_TRUE(gets_no_lock());
    gate->run("SELECT pg_advisory_unlock(1)");
    works.join();
    EXPECT_EQ(count(*writer), 3);

    gate->begin(access::read_write);
    static_cast<postgresql_connection &>(*gate).copy_in("COPY t FROM STDIN", [&](const auto &put) {
        EXPECT_TRUE(gets_no_lock());
        EXPECT_TRUE(gets_no_lock());
        put("d\n");
    });
    gate->commit();
    EXPECT_EQ(count(*writer), 4);
}

// As while a server comes back: it refuses the first attempt, and answers a moment later.
TEST_F(postgresql, one_attempt_that_fails_is_no_refusal) {
    using proxy = uniform::test::postgresql_proxy;
    proxy between(*uniform::test::postgresql_server::shared());
    const auto through = between.uri(uri.substr(uri.rfind('/') + 1));
    constexpr proxy::point at_once{.way = proxy::way::to_client, .after = 0, .how = proxy::injury::finish};
    between.injure(at_once);
    const auto there = database::open(through, {.reconnect_for = std::chrono::milliseconds(60000)});
    EXPECT_TRUE(between.injured());
    between.injure(at_once);
    EXPECT_EQ(count(*there->connect(access::read_write)), 0);
    EXPECT_TRUE(between.injured());
}

TEST_F(postgresql, several_names_are_read_in_one_round_trip) {
    using proxy = uniform::test::postgresql_proxy;
    const auto names = uniform::test::postgresql_server::shared()->fresh_database();
    static_cast<void>(uniform::store::store::open(names));
    proxy between(*uniform::test::postgresql_server::shared());
    const auto there = database::open(between.uri(names.substr(names.rfind('/') + 1)));
    const auto reader = there->reader();
    std::vector<std::string> keys;
    for (int i = 0; i < 130; ++i) keys.push_back("example:" + std::to_string(i));
    const std::vector<std::string_view> all(keys.begin(), keys.end());
    EXPECT_EQ(uniform::store::names_of(*reader, all).size(), 130U); // prepares the statements
    between.count();
    EXPECT_EQ(uniform::store::names_of(*reader, std::span(all).first(20)).size(), 20U);
    EXPECT_EQ(between.seen(proxy::way::to_server), "PBDES") << "one statement, of 32 keys";
    between.count();
    EXPECT_EQ(uniform::store::names_of(*reader, std::span(all).first(18)).size(), 18U);
    EXPECT_EQ(between.seen(proxy::way::to_server), "BDES");
    between.count();
    EXPECT_EQ(uniform::store::names_of(*reader, all).size(), 130U);
    EXPECT_EQ(between.seen(proxy::way::to_server), "BDEBDEBDES");
}

TEST_F(postgresql, a_database_that_is_not_there_is_not_waited_for) {
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(says(
        [&] { static_cast<void>(database::open(uri + "_not", {.reconnect_for = std::chrono::milliseconds(60000)})); }));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(postgresql, another_encoding_than_utf8_is_refused_at_once) {
    uniform::test::postgresql_server::shared()->run(
        "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    try {
        static_cast<void>(database::open(uniform::test::postgresql_server::shared()->uri("latin")));
        FAIL() << "it was taken";
    } catch (const failure &f) {
        const std::string says = f.what();
        EXPECT_NE(says.find("has the encoding LATIN1"), std::string::npos) << says;
        EXPECT_NE(says.find("CREATE DATABASE ... ENCODING 'UTF8'"), std::string::npos) << says;
    }
}

TEST_F(postgresql, an_address_that_cannot_be_read_is_not_repeated) {
    try {
        static_cast<void>(database::open("postgresql://u:very-secret@h/d?no_such_option=1"));
        FAIL();
    } catch (const failure &e) {
        EXPECT_EQ(std::string(e.what()).find("very-secret"), std::string::npos) << e.what();
    }
}

} // namespace
