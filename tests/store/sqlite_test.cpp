// The failures of a store's file: each with its kind, and a sentence that names the file.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uniform/store/database.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;
namespace fs = std::filesystem;

class sqlite_files : public testing::Test {
protected:
    fs::path folder = uniform::test::temporary_folder("sqlite");
    std::string path = (folder / "a.db").string();
    ~sqlite_files() override {
        std::error_code ignored;
        fs::permissions(folder, fs::perms::owner_all, ignored);
        fs::remove_all(folder, ignored);
    }

    void expect(failure_kind kind, const std::function<void()> &f) const {
        try {
            f();
            FAIL() << "nothing went wrong";
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), kind) << e.what();
            EXPECT_NE(std::string(e.what()).find(folder.string()), std::string::npos) << e.what();
        }
    }
    /// Runs it in a process of its own, which may be limited without harm to the others.
    static void in_another_process(const std::function<void()> &f) {
        const pid_t pid = fork();
        if (pid == 0) {
            f();
            std::fflush(nullptr);
            _exit(HasFailure() ? 1 : 0);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        EXPECT_EQ(status, 0);
    }
};

TEST_F(sqlite_files, no_file_where_none_is_to_be_made) {
    expect(failure_kind::unavailable, [&] { static_cast<void>(database::open(path, {.create = false})); });
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(sqlite_files, folders_are_made) {
    const auto deep = (folder / "x/y/z.db").string();
    static_cast<void>(database::open(deep));
    EXPECT_TRUE(fs::exists(deep));
    // Hashes of tokens are in it.
    EXPECT_EQ(fs::status(deep).permissions() & fs::perms::others_all, fs::perms::none);
}

TEST_F(sqlite_files, a_folder_is_no_store) {
    expect(failure_kind::damaged, [&] { static_cast<void>(database::open(folder.string())); });
}

TEST_F(sqlite_files, a_file_of_something_else) {
    std::ofstream(path) << std::string(10000, 'x');
    expect(failure_kind::damaged, [&] { static_cast<void>(database::open(path)); });
    EXPECT_EQ(fs::file_size(path), 10000U);
}

TEST_F(sqlite_files, a_damaged_file) {
    {
        const auto db = database::open(path);
        const auto c = db->connect(access::read_write);
        c->script("CREATE TABLE t (k TEXT PRIMARY KEY) WITHOUT ROWID");
        c->begin(access::read_write);
        for (int i = 0; i < 5000; ++i) c->run("INSERT INTO t VALUES ($1)", {"key " + std::to_string(i)});
        c->commit();
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    for (int page = 2; page < 10; ++page) {
        file.seekp(page * 4096);
        file << std::string(100, '\xee');
    }
    file.close();
    expect(failure_kind::damaged, [&] {
        const auto db = database::open(path);
        db->reader()->run("SELECT k FROM t", {}, [](const row &) { return true; });
    });
}

TEST_F(sqlite_files, a_place_where_nothing_may_be_written) {
    static_cast<void>(database::open(path));
    fs::permissions(path, fs::perms::others_read | fs::perms::owner_read | fs::perms::group_read);
    fs::permissions(folder,
                    fs::perms::others_read | fs::perms::others_exec | fs::perms::owner_read | fs::perms::owner_exec);
    in_another_process([&] {
        const bool root = geteuid() == 0; // who may write everywhere
        ASSERT_TRUE(!root || setuid(65534) == 0);
        expect(failure_kind::full, [&] { static_cast<void>(database::open((folder / "new.db").string())); });
        expect(failure_kind::full, [&] {
            const auto db = database::open(path);
            db->connect(access::read_write)->script("CREATE TABLE t (k TEXT)");
        });
    });
}

TEST_F(sqlite_files, a_full_disk) {
    in_another_process([&] {
        const auto db = database::open(path);
        const auto c = db->connect(access::read_write);
        c->script("CREATE TABLE t (k TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID");
        c->run("INSERT INTO t VALUES ($1, $2)", {"first", "x"});
        // The system's behaviour when a file grows beyond the limit, but for the number of the error.
        const rlimit limit{1U << 20U, 1U << 20U};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        const std::string much(1000, 'x');
        expect(failure_kind::full, [&] {
            c->begin(access::read_write);
            for (int i = 0; i < 100000; ++i) c->run("INSERT INTO t VALUES ($1, $2)", {std::to_string(i), much});
            c->commit();
        });
        c->rollback();
        // The earlier rows are there, and no others.
        std::int64_t rows = 0;
        c->run("SELECT count(*) FROM t", {}, [&](const row &r) {
            rows = r.integer(0);
            return true;
        });
        EXPECT_EQ(rows, 1);
    });
    const auto db = database::open(path);
    std::string k;
    db->reader()->run("SELECT k FROM t", {}, [&](const row &r) {
        k += r.text(0);
        return true;
    });
    EXPECT_EQ(k, "first");
}

TEST_F(sqlite_files, locked_by_another_process) {
    const auto db = database::open(path, {.busy_timeout = std::chrono::milliseconds(100)});
    const auto c = db->connect(access::read_write);
    c->script("CREATE TABLE t (k TEXT)");
    int to_us[2];
    int to_it[2];
    ASSERT_EQ(pipe(to_us) + pipe(to_it), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        char byte = 'x';
        const auto own = database::open(path);
        const auto w = own->connect(access::read_write);
        w->begin(access::read_write);
        w->run("INSERT INTO t VALUES ('it')");
        const bool told = write(to_us[1], &byte, 1) == 1 && read(to_it[0], &byte, 1) == 1;
        w->commit();
        _exit(told ? 0 : 1);
    }
    char byte = 0;
    ASSERT_EQ(read(to_us[0], &byte, 1), 1);
    expect(failure_kind::busy, [&] { c->begin(access::read_write); });
    ASSERT_EQ(write(to_it[1], &byte, 1), 1);
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
    c->begin(access::read_write);
    EXPECT_EQ(c->run("INSERT INTO t VALUES ('we')"), 1);
    c->commit();
}

TEST_F(sqlite_files, the_log_does_not_grow_without_bound) {
    const auto db = database::open(path);
    const auto c = db->connect(access::read_write);
    c->script("CREATE TABLE t (k INTEGER PRIMARY KEY, b TEXT)");
    const std::string much(100000, 'x');
    std::uintmax_t longest = 0;
    for (int i = 0; i < 2000; ++i) {
        // Somebody reads at every moment.
        const auto reader = db->reader();
        reader->begin(access::read_only);
        reader->run("SELECT count(*) FROM sqlite_schema");
        c->run("INSERT INTO t VALUES ($1, $2) ON CONFLICT (k) DO UPDATE SET b = $2", {i % 10, much});
        longest = std::max(longest, fs::file_size(path + "-wal"));
    }
    // 200 MB were written, of 1 MB of rows.
    EXPECT_LT(longest, std::uintmax_t{160} << 20U);
}

} // namespace
