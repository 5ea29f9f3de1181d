// The guarantees of both databases (include/uniform/store/database.hpp).
#include <atomic>
#include <chrono>
#include <future>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/database.hpp>

#include "store/postgresql/postgresql_parameters.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;

class databases : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        db = database::open(location(), {.busy_timeout = std::chrono::milliseconds(200), .pool_size = 4});
        writer = db->connect(access::read_write);
        writer->script(GetParam() == dialect::sqlite
                           ? "CREATE TABLE t (k TEXT PRIMARY KEY, n INTEGER, b BLOB) WITHOUT ROWID;\n"
                             "CREATE INDEX i ON t (n);"
                           : "CREATE TABLE t (k TEXT COLLATE \"C\" PRIMARY KEY, n BIGINT, b BYTEA);\n"
                             "CREATE INDEX i ON t (n);");
    }
    void TearDown() override {
        writer.reset();
        db.reset();
        on_both_stores::TearDown();
    }
    static std::string all(connection &c) {
        std::string seen;
        c.run("SELECT k, n FROM t ORDER BY k", {}, [&](const row &r) {
            seen += std::string(r.text(0)) + std::to_string(r.integer(1)) + " ";
            return true;
        });
        return seen;
    }

    std::unique_ptr<database> db;
    std::unique_ptr<connection> writer;
};
INSTANTIATE_ON_BOTH_STORES(databases);

constexpr auto insert = "INSERT INTO t (k, n) VALUES ($1, $2)";

TEST_P(databases, values_come_back_as_they_were_put) {
    const std::string zeros("\0\1\xff", 3);
    writer->run("INSERT INTO t VALUES ($1, $3, $2)", {"zeros", blob{zeros}, std::numeric_limits<std::int64_t>::min()});
    writer->run("INSERT INTO t VALUES ($1, $3, $2)",
                {"empty", blob{std::string_view()}, std::numeric_limits<std::int64_t>::max()});
    writer->run("INSERT INTO t VALUES ($1, $2, $3)", {std::string_view(), std::monostate{}, std::monostate{}});
    int rows = 0;
    db->reader()->run("SELECT k, n, b FROM t", {}, [&](const row &r) {
        ++rows;
        EXPECT_FALSE(r.null(0));
        if (r.text(0) == "zeros") {
            EXPECT_EQ(r.integer(1), std::numeric_limits<std::int64_t>::min());
            EXPECT_EQ(r.bytes(2), zeros);
        } else if (r.text(0) == "empty") {
            EXPECT_EQ(r.integer(1), std::numeric_limits<std::int64_t>::max());
            EXPECT_FALSE(r.null(2));
            EXPECT_EQ(r.bytes(2), "");
        } else {
            EXPECT_EQ(r.text(0), "");
            EXPECT_TRUE(r.null(1));
            EXPECT_TRUE(r.null(2));
            EXPECT_EQ(r.bytes(2), "");
        }
        return true;
    });
    EXPECT_EQ(rows, 3);
}

TEST_P(databases, sums_and_counts_are_integers) {
    writer->run(insert, {"a", std::int64_t{1} << 60U});
    writer->run(insert, {"b", -10007});
    std::vector<std::int64_t> seen;
    writer->run("SELECT sum(n), count(*), sum(n) - $1, max(n), 7, sum(n) FILTER (WHERE k = 'b') FROM t",
                {std::int64_t{1} << 60U}, [&](const row &r) {
                    for (int i = 0; i < 6; ++i) seen.push_back(r.integer(i));
                    return true;
                });
    EXPECT_EQ(seen, (std::vector<std::int64_t>{(std::int64_t{1} << 60U) - 10007, 2, -10007, std::int64_t{1} << 60U, 7,
                                               -10007}));
}

TEST_P(databases, text_is_ordered_by_its_bytes) {
    for (const char *key : {"b", "a", "B", "\xc3\xa9", "z", "-", "a-b", "ab"}) writer->run(insert, {key, 0});
    EXPECT_EQ(all(*writer), "-0 B0 a0 a-b0 ab0 b0 z0 \xc3\xa9"
                            "0 ");
    std::string found;
    writer->run("SELECT k FROM t WHERE k <= $1 ORDER BY k DESC LIMIT 1", {"aa"}, [&](const row &r) {
        found = r.text(0);
        return true;
    });
    EXPECT_EQ(found, "a-b");
}

TEST_P(databases, changes_are_counted) {
    EXPECT_EQ(writer->run(insert, {"a", 1}), 1);
    EXPECT_EQ(writer->run("INSERT INTO t (k, n) VALUES ($1, $2) ON CONFLICT (k) DO NOTHING", {"a", 2}), 0);
    EXPECT_EQ(writer->run(insert, {"b", 1}), 1);
    EXPECT_EQ(writer->run("UPDATE t SET n = 5"), 2);
    EXPECT_EQ(writer->run("SELECT k FROM t"), 0);
    std::string returned;
    EXPECT_EQ(writer->run("DELETE FROM t WHERE n = $1 RETURNING k", {5},
                          [&](const row &r) {
                              returned += r.text(0);
                              return false;
                          }),
              2);
    EXPECT_EQ(returned.size(), 1U);
    EXPECT_EQ(all(*writer), "");
}

TEST_P(databases, many_rows_in_one_go) {
    constexpr std::size_t count = 1500; // more than go into one round trip
    std::vector<std::string> keys;
    std::vector<parameter> rows;
    for (std::size_t i = 0; i < count; ++i) keys.push_back("k" + std::to_string(i % 1000));
    for (const auto &key : keys) {
        rows.emplace_back(key);
        if (key.ends_with('7'))
            rows.emplace_back(std::monostate{});
        else
            rows.emplace_back(1);
    }
    writer->begin(access::read_write);
    const auto changed = writer->run_each("INSERT INTO t (k, n) VALUES ($1, $2) ON CONFLICT (k) DO NOTHING", 2, rows);
    writer->commit();
    ASSERT_EQ(changed.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(changed[i], i < 1000 ? 1 : 0) << i;
    std::int64_t there = 0;
    std::int64_t nulls = 0;
    writer->run("SELECT count(*), count(*) - count(n) FROM t", {}, [&](const row &r) {
        there = r.integer(0);
        nulls = r.integer(1);
        return true;
    });
    EXPECT_EQ(there, 1000);
    EXPECT_EQ(nulls, 100);
    EXPECT_THROW(static_cast<void>(writer->run_each(insert, 2, std::span(rows).first(3))), failure);
}

// It says of each row whether it is there already, also when only some are, and of those that cannot be sent as arrays.
TEST_P(databases, rows_whose_keys_are_absent) {
    constexpr std::size_t count = 5000; // more than go into one statement
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < count; ++i) keys.push_back("k" + std::to_string(i));
    const auto rows_of = [&](bool with_null) {
        std::vector<parameter> rows;
        for (std::size_t i = 0; i < count; ++i) {
            rows.emplace_back(keys[i]);
            rows.emplace_back(static_cast<std::int64_t>(i));
        }
        if (with_null) rows[1] = std::monostate{};
        return rows;
    };
    constexpr std::string_view sql = "INSERT INTO t (k, n) VALUES ($1, $2) ON CONFLICT (k) DO NOTHING";
    for (const std::size_t step : {count, std::size_t{1}, std::size_t{3}}) {
        for (const bool with_null : {false, true}) {
            SCOPED_TRACE(std::to_string(step) + (with_null ? " with NULL" : ""));
            writer->begin(access::read_write);
            std::vector<parameter> some;
            for (std::size_t i = 0; step != count && i < count; i += step) some.insert(some.end(), {keys[i], -1});
            static_cast<void>(writer->run_each(insert, 2, some));
            writer->savepoint();
            const auto inserted = writer->insert_absent(sql, 2, rows_of(with_null));
            ASSERT_EQ(inserted.size(), count);
            for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(inserted[i], step == count || i % step != 0 ? 1 : 0) << i;
            writer->release();
            std::int64_t total = 0;
            writer->run("SELECT count(*) FROM t", {}, [&](const row &r) {
                total = r.integer(0);
                return true;
            });
            EXPECT_EQ(total, static_cast<std::int64_t>(count));
            writer->rollback();
        }
    }
    EXPECT_TRUE(writer->insert_absent(sql, 2, {}).empty());

    // The work meanwhile is done once, and an exception of it leaves a connection that goes on.
    writer->begin(access::read_write);
    const auto all = rows_of(false);
    int times = 0;
    EXPECT_EQ(writer->insert_absent(sql, 2, all, [&] { ++times; }).size(), count);
    EXPECT_EQ(times, 1);
    writer->savepoint();
    static_cast<void>(writer->insert_absent(sql, 2, all, [&] { ++times; })); // all are there
    EXPECT_LE(times, 2);
    writer->back_to_savepoint();
    const std::vector<parameter> another{"another", 1};
    EXPECT_THROW(
        static_cast<void>(writer->insert_absent(sql, 2, another, [] { throw std::runtime_error("meanwhile"); })),
        std::runtime_error);
    std::int64_t there = 0;
    writer->run("SELECT count(*) FROM t", {}, [&](const row &r) {
        there = r.integer(0);
        return true;
    });
    EXPECT_EQ(there, static_cast<std::int64_t>(count) + 1);
    writer->rollback();
    const auto rows = rows_of(false);
    EXPECT_THROW(static_cast<void>(writer->insert_absent(sql, 2, std::span(rows).first(3))), failure);
}

TEST_P(databases, an_error_among_many_rows_leaves_nothing_after_a_rollback) {
    const std::vector<parameter> rows{"a", 1, "b", 2, "a", 3, "c", 4};
    writer->begin(access::read_write);
    EXPECT_THROW(static_cast<void>(writer->run_each(insert, 2, rows)), failure);
    writer->rollback();
    EXPECT_EQ(all(*writer), "");
    EXPECT_EQ(writer->run(insert, {"a", 1}), 1);
}

TEST_P(databases, a_statement_inside_of_the_reader_of_a_row) {
    for (int i = 0; i < 50; ++i) writer->run(insert, {"k" + std::to_string(i), i});
    int outer = 0;
    int inner = 0;
    writer->run("SELECT k, n FROM t ORDER BY n", {}, [&](const row &r) {
        EXPECT_EQ(r.integer(1), outer++);
        const std::string key(r.text(0));
        writer->run("SELECT k, n FROM t WHERE k = $1", {key}, [&](const row &again) {
            writer->run("SELECT k, n FROM t WHERE k = $1", {again.text(0)}, [&](const row &) { return ++inner > 0; });
            return true;
        });
        // The row is still what it was.
        EXPECT_EQ(r.text(0), key);
        return true;
    });
    EXPECT_EQ(outer, 50);
    EXPECT_EQ(inner, 50);
}

TEST_P(databases, the_reader_of_a_row_may_stop_and_may_throw) {
    writer->begin(access::read_write);
    for (int i = 0; i < 2000; ++i) writer->run(insert, {"k" + std::to_string(i), i});
    writer->commit();
    int seen = 0;
    writer->run("SELECT k FROM t", {}, [&](const row &) { return ++seen < 3; });
    EXPECT_EQ(seen, 3);
    EXPECT_THROW(writer->run("SELECT k FROM t", {}, [](const row &) -> bool { throw std::logic_error("enough"); }),
                 std::logic_error);
    EXPECT_EQ(writer->run("UPDATE t SET n = 1"), 2000);
}

TEST_P(databases, an_error_names_the_statement) {
    try {
        writer->run("SELECT nothing FROM t");
        FAIL();
    } catch (const failure &f) {
        EXPECT_EQ(f.kind(), failure_kind::other);
        EXPECT_NE(std::string(f.what()).find("SELECT nothing FROM t"), std::string::npos) << f.what();
    }
    EXPECT_THROW(writer->run(insert, {"a"}), failure);
    EXPECT_THROW(writer->script("CREATE TABLE u (a INTEGER); CREATE TABLE t (a INTEGER);"), failure);
    EXPECT_EQ(writer->run(insert, {"a", 1}), 1);
}

TEST_P(databases, savepoints_undo_a_part) {
    writer->begin(access::read_write);
    writer->run(insert, {"a", 1});
    writer->savepoint();
    writer->run(insert, {"b", 1});
    writer->savepoint();
    writer->run(insert, {"c", 1});
    writer->back_to_savepoint();
    writer->release();
    writer->savepoint();
    EXPECT_THROW(writer->run(insert, {"a", 1}), failure);
    writer->back_to_savepoint();
    writer->run(insert, {"d", 1});
    writer->savepoint();
    writer->run(insert, {"e", 1});
    writer->back_to_savepoint();
    writer->commit();
    EXPECT_EQ(all(*writer), "a1 b1 d1 ");
}

TEST_P(databases, a_transaction_is_all_or_nothing) {
    writer->begin(access::read_write);
    writer->run(insert, {"a", 1});
    writer->rollback();
    writer->rollback(); // once more does no harm
    EXPECT_EQ(all(*writer), "");
    writer->begin(access::read_write);
    writer->commit();
    EXPECT_THROW(writer->commit(), failure);
    writer->begin(access::read_write);
    writer->run(insert, {"a", 1});
    EXPECT_EQ(all(*db->reader()), "");
    writer->commit();
    EXPECT_EQ(all(*db->reader()), "a1 ");
}

TEST_P(databases, a_reading_transaction_sees_one_state) {
    writer->run(insert, {"a", 1});
    const auto reader = db->reader();
    reader->begin(access::read_only);
    EXPECT_EQ(all(*reader), "a1 ");
    writer->run(insert, {"b", 1});
    EXPECT_EQ(all(*reader), "a1 ");
    EXPECT_THROW(reader->run(insert, {"c", 1}), failure);
    reader->rollback();
    reader->begin(access::read_only);
    EXPECT_EQ(all(*reader), "a1 b1 ");
    reader->commit();
    EXPECT_EQ(all(*reader), "a1 b1 ");
}

TEST_P(databases, one_writes_at_a_time) {
    const auto second = db->connect(access::read_write);
    writer->begin(access::read_write);
    writer->run(insert, {"a", 1});
    auto attempt = std::async(std::launch::async, [&] {
        try {
            second->begin(access::read_write);
            second->run(insert, {"b", 1});
            ADD_FAILURE() << "two are writing";
        } catch (const failure &f) {
            EXPECT_EQ(f.kind(), failure_kind::busy) << f.what();
        }
    });
    // In PostgreSQL, whoever has the lock loses it by saying nothing for as long as others wait.
    while (attempt.wait_for(std::chrono::seconds{0}) != std::future_status::ready) EXPECT_EQ(all(*writer), "a1 ");
    attempt.get();
    second->rollback();
    writer->commit();
    second->begin(access::read_write);
    second->run(insert, {"b", 1});
    second->commit();
    EXPECT_EQ(all(*writer), "a1 b1 ");
}

// A posted statement needs no answer before the commit, unless something is asked or undone in the transaction.
TEST_P(databases, what_is_posted_is_one_transaction) {
    const auto other = db->connect(access::read_only);
    const auto post = [&](std::string_view k, std::int64_t n) {
        writer->post(insert, 2, std::vector<parameter>{k, n});
    };
    const auto begin = [&] { writer->begin(access::read_write); };
    begin();
    writer->commit();
    EXPECT_EQ(all(*other), "");
    begin();
    post("a", 1);
    post("b", 1);
    writer->commit();
    EXPECT_EQ(all(*other), "a1 b1 ");

    begin();
    post("c", 1);
    EXPECT_EQ(all(*writer), "a1 b1 c1 ") << "asked in the midst";
    EXPECT_EQ(all(*other), "a1 b1 ");
    post("d", 1);
    writer->rollback();
    EXPECT_EQ(all(*other), "a1 b1 ");

    begin();
    post("e", 1);
    writer->rollback();
    EXPECT_EQ(all(*other), "a1 b1 ");
    EXPECT_EQ(all(*writer), "a1 b1 ");

    // The second fails: neither is there.
    begin();
    EXPECT_ANY_THROW({
        post("f", 1);
        post("a", 2);
        writer->commit();
    });
    writer->rollback();
    EXPECT_EQ(all(*other), "a1 b1 ");

    begin();
    post("g", 1);
    writer->savepoint();
    post("h", 1);
    writer->back_to_savepoint();
    post("i", 1);
    writer->commit();
    EXPECT_EQ(all(*other), "a1 b1 g1 i1 ");

    begin();
    post("j", 1);
    writer->script("CREATE TABLE more (k TEXT)");
    writer->rollback();
    EXPECT_EQ(all(*other), "a1 b1 g1 i1 ");
    EXPECT_ANY_THROW(writer->run("INSERT INTO more VALUES ('k')"));

    begin();
    writer->run(insert, {"k", 1});
    post("l", 1);
    writer->commit();
    EXPECT_EQ(all(*other), "a1 b1 g1 i1 k1 l1 ");
}

TEST_P(databases, changes_of_others_are_noticed) {
    const auto reader = db->connect(access::read_only);
    // The server's own work (autovacuum) counts, too, but comes to rest.
    const auto at_rest = [&] {
        for (int i = 0; i < 1000; ++i) {
            const auto v = reader->changes_by_others();
            if (reader->changes_by_others() == v) return v;
        }
        ADD_FAILURE() << "it is another number each time";
        return std::uint64_t{0};
    };
    auto before = at_rest();
    const auto others = database::open(location());
    const auto other = others->connect(access::read_write);
    other->begin(access::read_write);
    other->run(insert, {"a", 1});
    // An uncommitted change may be reported already; the commit must be reported, too.
    if (GetParam() == dialect::sqlite) {
        EXPECT_EQ(reader->changes_by_others(), before);
    }
    before = at_rest();
    other->commit();
    EXPECT_NE(reader->changes_by_others(), before);
}

TEST_P(databases, more_readers_than_connections_wait_for_each_other) {
    writer->run(insert, {"a", 1});
    std::atomic<int> read = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 16; ++i)
            threads.emplace_back([&] {
                for (int n = 0; n < 50; ++n) {
                    const auto reader = db->reader();
                    reader->begin(access::read_only); // given back in the midst of it
                    if (all(*reader) == "a1 ") ++read;
                }
            });
    }
    EXPECT_EQ(read, 16 * 50);
}

TEST_P(databases, more_statements_than_are_cached) {
    for (int i = 0; i < 1100; ++i) {
        std::int64_t seen = -1;
        writer->run("SELECT " + std::to_string(i) + " + $1", {1}, [&](const row &r) {
            seen = r.integer(0);
            return true;
        });
        ASSERT_EQ(seen, i + 1);
    }
}

TEST_P(databases, the_location_is_named_without_what_is_secret) {
    if (GetParam() == dialect::sqlite) {
        EXPECT_EQ(db->location(), location());
        EXPECT_EQ(database::open("sqlite:" + location())->location(), location());
        return;
    }
    auto with_password = location();
    with_password.insert(with_password.find('@'), ":very-secret");
    EXPECT_EQ(database::open(with_password)->location(), location());
}

// Nothing is asked of the server: what is shown leads back to it.
TEST(databases_by_name, are_shown_as_they_can_be_written) {
    for (const std::string_view written : {
             "postgresql://u@db.example/names",
             "postgresql://u@db.example:5433/names",
             "postgresql://u@[::1]:5433/names",
             "postgresql://u@one.example:5432,two.example:5433/names",
             "postgresql://u@%2Frun%2Fpostgresql/names",
             "postgresql://u@%40abstract/names",
         })
        EXPECT_EQ(shown(read_parameters(std::string(written))), written);
}

} // namespace
