// Connections whose statements read what is in memory, and do not wait for a disk.

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uniform/store/database.hpp>

#include "store/postgresql_server.hpp"
#include "store/slow_disk.hpp"
#include "store/sqlite/resident_reads.hpp"

namespace {

using namespace uniform::store;
namespace fs = std::filesystem;

class resident_reads : public testing::Test {
protected:
    void SetUp() override {
        db_ = database::open(path_);
        const auto c = db_->connect(access::read_write);
        c->script("CREATE TABLE t (k TEXT PRIMARY KEY, v BLOB NOT NULL) WITHOUT ROWID");
        c->begin(access::read_write);
        const std::string value(1000, 'v');
        for (int i = 0; i < rows; ++i) c->run("INSERT INTO t VALUES ($1, $2)", {key(i), blob{value}});
        c->commit();
    }
    ~resident_reads() override { fs::remove_all(folder_); }

    static std::string key(int i) { return "key " + std::to_string(1000 + i); }
    static int found(connection &c, int i) {
        int size = 0;
        const std::string k = key(i);
        c.run("SELECT v FROM t WHERE k = $1", {k}, [&](const row &r) {
            size = static_cast<int>(r.bytes(0).size());
            return false;
        });
        return size;
    }
    static std::string what_comes(connection &c, int i) {
        try {
            return std::to_string(found(c, i));
        } catch (const not_resident &) {
            return "not resident";
        }
    }
    // Whether the system keeps none of the file's pages, as far as it can be told to.
    static bool evict(const std::string &file) {
        const int fd = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
        ::fsync(fd);
        ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
        const auto size = static_cast<std::size_t>(fs::file_size(file));
        void *const mapped = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
        std::vector<unsigned char> pages(size / 4096 + 1);
        bool none = ::mincore(mapped, size, pages.data()) == 0;
        for (const unsigned char p : pages) none = none && (p & 1U) == 0;
        ::munmap(mapped, size);
        ::close(fd); // no connection is open: its locks would end
        return none;
    }

    static constexpr int rows = 400;
    fs::path folder_ = uniform::test::temporary_folder("resident");
    std::string path_ = (folder_ / "a.db").string();
    uniform::test::slow_disk disk_;
    std::unique_ptr<database> db_;
};

TEST_F(resident_reads, what_is_in_memory_is_read) {
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    for (int i = 0; i < rows; ++i) EXPECT_EQ(found(*c, i), 1000);
    EXPECT_EQ(found(*c, rows), 0);
}

TEST_F(resident_reads, what_is_not_in_memory_is_left_to_others) {
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    EXPECT_EQ(what_comes(*c, 0), "1000");
    disk_.hold();
    // SQLite 3.40 has this page; 3.46 asks for one again, and then the read is left to others, as it may be.
    const std::string kept = what_comes(*c, 0);
    EXPECT_TRUE(kept == "1000" || kept == "not resident") << kept;
    EXPECT_EQ(what_comes(*c, rows - 1), "not resident");
    EXPECT_EQ(what_comes(*c, rows - 1), "not resident");
    EXPECT_EQ(disk_.failed(), kept == "1000" ? 2 : 3);
    EXPECT_EQ(disk_.waiting(), 0);
    disk_.release();
    EXPECT_EQ(what_comes(*c, rows - 1), "1000");
}

TEST_F(resident_reads, a_transaction_ends_with_a_page_that_is_not_in_memory) {
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    c->begin(access::read_only);
    EXPECT_EQ(what_comes(*c, 0), "1000");
    disk_.hold();
    EXPECT_EQ(what_comes(*c, rows - 1), "not resident");
    disk_.release();
    c->rollback();
    c->begin(access::read_only);
    EXPECT_EQ(what_comes(*c, rows - 1), "1000");
    c->rollback();
}

// The file on the disk, after a checkpoint; and the log alone.
TEST_F(resident_reads, pages_that_the_system_has_dropped) {
    db_.reset(); // the last connection moves the log into the file
    ASSERT_FALSE(fs::exists(path_ + "-wal"));
    db_ = database::open(path_, {.create = false});
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    {
        // Not through the locks of this process: a child has its own.
        const std::string file = path_;
        const pid_t child = ::fork();
        if (child == 0) ::_exit(evict(file) ? 0 : 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status != 0) GTEST_SKIP() << "this file system keeps its pages in memory";
    }
    EXPECT_EQ(what_comes(*c, rows - 1), "not resident");
    EXPECT_EQ(found(*db_->reader(), rows - 1), 1000);
    EXPECT_EQ(what_comes(*c, rows - 1), "1000");
}

TEST_F(resident_reads, others_lock_the_file_as_before) {
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    EXPECT_EQ(found(*c, 0), 1000);
    const auto writer = db_->connect(access::read_write);
    writer->begin(access::read_write);
    writer->run("DELETE FROM t WHERE k = $1", {key(0)});
    EXPECT_EQ(found(*c, 0), 1000);
    writer->commit();
    EXPECT_EQ(found(*c, 0), 0);
}

// Only the thread that runs the statement of such a connection is affected.
TEST_F(resident_reads, other_threads_wait) {
    const auto c = db_->connect_resident();
    ASSERT_TRUE(c);
    disk_.hold();
    std::thread other([&] { EXPECT_EQ(found(*db_->reader(), rows - 1), 1000); });
    while (disk_.waiting() == 0) std::this_thread::yield();
    EXPECT_EQ(what_comes(*c, rows - 1), "not resident");
    disk_.release();
    other.join();
}

TEST_F(resident_reads, by_mincore_where_the_file_system_cannot_say) {
    using uniform::store::detail::read_by_mincore;
    const std::string file = (folder_ / "plain").string();
    const int fd = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    const std::string text(3 * 4096 + 100, 'x');
    ASSERT_EQ(::write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    char to[4096] = {};
    EXPECT_EQ(read_by_mincore(fd, to, sizeof to, 4096 + 10), 4096) << "two pages";
    EXPECT_EQ(to[4095], 'x');
    EXPECT_EQ(read_by_mincore(fd, to, sizeof to, 3 * 4096), 100) << "the end of the file";
    const int only_read = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    EXPECT_EQ(read_by_mincore(only_read, to, sizeof to, 0), -1) << "mincore(2) would not tell";
    EXPECT_EQ(errno, EAGAIN);
    ::close(only_read);
    const bool dropped = evict(file);
    EXPECT_TRUE(!dropped || read_by_mincore(fd, to, sizeof to, 0) == -1);
    ::close(fd);
}

TEST(resident_reads_of_postgresql, there_are_none) {
    uniform::test::postgresql_server::need();
    const auto db = database::open(uniform::test::postgresql_server::shared()->fresh_database());
    EXPECT_EQ(db->connect_resident(), nullptr);
}

} // namespace
