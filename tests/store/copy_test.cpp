// Copies, backups and restoring: the same rows on the other side, or nothing (include/uniform/store/copy.hpp).
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "store/migrations.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;
namespace fs = std::filesystem;

constexpr int names = 3000;

void fill(database &db) {
    migrate(db);
    const auto c = db.connect(access::read_write);
    c->begin(access::read_write);
    for (int i = 0; i < names; ++i) {
        const auto key = "example:" + std::to_string(i * 7919 % 10000);
        const std::string record("\0\xff record ", 10);
        c->run("INSERT INTO names (key, event, record) VALUES ($1, $2, $3)", {key, i, blob{record}});
    }
    c->run("INSERT INTO documents (kind, id, event, body) VALUES ($1, $2, $3, $4)",
           {"namespace", "example", std::int64_t{1} << 62U, "{\"title\": \"\xc3\xa9\"}"});
    c->commit();
}

/// As a service does: with a history, which a restore compares.
void fill_with_history(const std::string &location) {
    const auto s = uniform::store::store::open(location);
    const auto done = s->write({.who = "test", .from = "test"}, [](writing &w) -> std::expected<void, problem> {
        for (int i = 0; i < names; ++i)
            EXPECT_FALSE(w.add_name("example:" + std::to_string(i * 7919 % 10000),
                                    {.locators = {{.url = "https://a.example/"}}}, "assign"));
        w.put("namespace", "example", "{\"title\": \"\xc3\xa9\"}", "put");
        return {};
    });
    EXPECT_TRUE(done);
}

std::string content(database &db) {
    std::string all;
    const auto c = db.reader();
    c->run("SELECT key, event, record FROM names ORDER BY key", {}, [&](const row &r) {
        all += std::string(r.text(0)) + " " + std::to_string(r.integer(1)) + " " + std::string(r.bytes(2)) + "\n";
        return true;
    });
    c->run("SELECT kind, id, event, body FROM documents ORDER BY kind, id", {}, [&](const row &r) {
        all += std::string(r.text(0)) + std::string(r.text(1)) + std::to_string(r.integer(2)) + std::string(r.text(3)) +
               "\n";
        return true;
    });
    return all;
}

class whole_stores : public uniform::test::on_both_stores {
protected:
    static void expect(failure_kind kind, const std::function<void()> &f) {
        try {
            f();
            FAIL() << "nothing went wrong";
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), kind) << e.what();
        }
    }
    std::string file(const char *name) { return (folder() / name).string(); }
};
INSTANTIATE_ON_BOTH_STORES(whole_stores);

TEST_P(whole_stores, are_copied_to_a_file_and_back) {
    const auto from = database::open(location());
    fill(*from);
    const auto expected = content(*from);
    const auto to = database::open(file("copy.db"));
    std::uint64_t last = 0;
    std::uint64_t of = 0;
    EXPECT_EQ(copy(*from, *to, [&](std::uint64_t d, std::uint64_t o) { last = d, of = o; }), names + 1U);
    EXPECT_EQ(last, names + 1U);
    EXPECT_EQ(of, names + 1U);
    EXPECT_EQ(content(*to), expected);
    const auto back = database::open(another_location());
    EXPECT_EQ(copy(*to, *back), names + 1U);
    EXPECT_EQ(content(*back), expected);
    // Not onto what is there already.
    expect(failure_kind::other, [&] { copy(*from, *back); });
    EXPECT_EQ(content(*back), expected);
}

TEST_P(whole_stores, an_empty_source_is_refused) {
    const auto from = database::open(location());
    const auto to = database::open(another_location());
    expect(failure_kind::unavailable, [&] { copy(*from, *to); });
}

TEST_P(whole_stores, a_backup_is_one_moment_while_others_write) {
    const auto db = database::open(location());
    fill(*db);
    std::atomic<bool> ends = false;
    std::atomic<int> written = 0;
    std::jthread others([&] {
        const auto c = db->connect(access::read_write);
        // Two rows at a time: a backup has both or none.
        for (int i = 0; !ends; ++i) {
            c->begin(access::read_write);
            for (const char *kind : {"a", "b"})
                c->run("INSERT INTO documents (kind, id, event, body) VALUES ($1, $2, 1, '{}')",
                       {kind, std::to_string(i)});
            c->commit();
            ++written;
        }
    });
    for (int i = 0; i < 5; ++i) {
        const int before = written;
        while (written == before) std::this_thread::yield();
        db->backup(file("backup.db"), nullptr);
        EXPECT_FALSE(fs::exists(file("backup.db.part")));
        const auto backup = database::open(file("backup.db"), {.create = false});
        std::int64_t a = 0;
        std::int64_t b = 0;
        backup->reader()->run("SELECT count(*) FILTER (WHERE kind = 'a'), count(*) FILTER (WHERE kind = 'b') "
                              "FROM documents",
                              {}, [&](const row &r) {
                                  a = r.integer(0);
                                  b = r.integer(1);
                                  return true;
                              });
        EXPECT_GE(a, before);
        EXPECT_EQ(a, b);
    }
    ends = true;
}

TEST_P(whole_stores, are_restored_from_a_backup) {
    std::string expected;
    {
        fill_with_history(location());
        const auto db = database::open(location());
        expected = content(*db);
        db->backup(file("backup.db"), nullptr);
    }
    const auto place = another_location();
    restore(file("backup.db"), place);
    EXPECT_EQ(content(*database::open(place)), expected);
    // There is one now.
    expect(failure_kind::other, [&] { restore(file("backup.db"), place); });
}

TEST_P(whole_stores, a_backup_that_cannot_be_written_leaves_nothing) {
    const auto db = database::open(location());
    fill(*db);
    fs::create_directory(folder() / "taken.db");
    EXPECT_THROW(db->backup(file("taken.db"), nullptr), failure);
    EXPECT_FALSE(fs::exists(file("taken.db.part")));
    EXPECT_THROW(db->backup(file("no/such/folder.db"), nullptr), failure);
}

class restored_files : public testing::Test {
protected:
    fs::path folder = uniform::test::temporary_folder("restore");
    std::string store = (folder / "store.db").string();
    std::string backup = (folder / "backup.db").string();
    ~restored_files() override {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    void expect(failure_kind kind) const {
        try {
            restore(backup, store, {.replace = true});
            FAIL() << "nothing went wrong";
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), kind) << e.what();
        }
        EXPECT_FALSE(fs::exists(store + ".part"));
    }
};

TEST_F(restored_files, a_store_in_use_is_not_replaced) {
    {
        fill_with_history(store);
        const auto db = database::open(store);
        db->backup(backup, nullptr);
        {
            const auto user = db->connect(access::read_write);
            user->run("SELECT 1 FROM names");
            expect(failure_kind::busy);
        }
        db->connect(access::read_write)->run("INSERT INTO documents VALUES ('later', 'x', 1, '{}')");
    }
    restore(backup, store, {.replace = true});
    EXPECT_EQ(content(*database::open(store)), content(*database::open(backup)));
}

TEST_F(restored_files, a_damaged_store_is_replaced) {
    fill_with_history(backup);
    std::ofstream(store) << std::string(9000, 'x');
    std::ofstream(store + "-wal") << std::string(9000, 'x');
    std::ofstream(store + "-journal") << std::string(9000, 'x');
    restore(backup, store, {.replace = true});
    for (const char *beside : {"-wal", "-journal", "-shm", "-wal.replaced", "-journal.replaced", ".part"})
        EXPECT_FALSE(fs::exists(store + beside)) << beside;
    EXPECT_EQ(content(*database::open(store)), content(*database::open(backup)));
}

// A name was removed, so that it could be assigned again, and the trigger that forbids it is there as before.
TEST_F(restored_files, a_backup_that_does_not_agree_with_its_history_replaces_nothing) {
    fill_with_history(backup);
    {
        const auto c = database::open(backup)->connect(access::read_write);
        std::string trigger;
        c->run("SELECT sql FROM sqlite_schema WHERE name = 'names_are_not_deleted'", {}, [&](const row &r) {
            trigger = r.text(0);
            return false;
        });
        c->script("DROP TRIGGER names_are_not_deleted; DELETE FROM names WHERE key = 'example:0'; " + trigger);
    }
    expect(failure_kind::damaged);
    EXPECT_FALSE(fs::exists(store));
}

// A copy that has not replaced a store leaves it as it was, with its log.
TEST_F(restored_files, a_store_that_cannot_be_replaced_keeps_its_log) {
    fill_with_history(backup);
    fs::create_directory(store); // no file can get this name
    std::ofstream(store + "-wal") << "log";
    EXPECT_THROW(restore(backup, store, {.replace = true}), failure);
    EXPECT_EQ(fs::file_size(store + "-wal"), 3U);
    EXPECT_FALSE(fs::exists(store + "-wal.replaced"));
}

TEST_F(restored_files, what_is_no_backup_replaces_nothing) {
    {
        const auto db = database::open(store);
        fill(*db);
    }
    const auto before = content(*database::open(store));
    expect(failure_kind::unavailable); // there is none
    std::ofstream(backup) << std::string(9000, 'x');
    expect(failure_kind::damaged);
    std::ofstream(backup, std::ios::trunc);
    expect(failure_kind::damaged);
    fs::remove(backup);
    database::open(backup)->connect(access::read_write)->script("CREATE TABLE customers (id INTEGER)");
    expect(failure_kind::version);
    {
        fs::remove(backup);
        const auto db = database::open(store);
        db->backup(backup, nullptr);
    }
    std::fstream file(backup, std::ios::in | std::ios::out | std::ios::binary);
    for (int page = 8; page < 20; ++page) {
        file.seekp(page * 4096);
        file << std::string(200, '\xee');
    }
    file.close();
    expect(failure_kind::damaged);
    EXPECT_EQ(content(*database::open(store)), before);
}

} // namespace
