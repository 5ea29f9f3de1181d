// A PostgreSQL of the tests' own, and test suites that run on both databases.
//
//     class names : public uniform::test::on_both_stores {};
//     TEST_P(names, are_kept) { auto s = store::open(location()); ... }
//     INSTANTIATE_ON_BOTH_STORES(names);
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/types.h>

#include <uniform/store/database.hpp>

namespace uniform::test {

/// A server with a data folder of its own, on a socket in that folder, with the durability it has in production. It
/// ends with this object, or with the process that started it.
class postgresql_server {
public:
    /// Makes the data folder and starts the server; throws std::runtime_error with the reason when that fails.
    postgresql_server();
    /// A standby that follows the primary.
    explicit postgresql_server(const postgresql_server &primary);
    postgresql_server &operator=(const postgresql_server &) = delete;
    ~postgresql_server();

    /// The one of this program, started when it is first asked for; null when it cannot be had.
    [[nodiscard]] static postgresql_server *shared();
    /// For SetUp(): throws the reason when there is none, which fails the test. The test is skipped only where no
    /// server can run: by root who may not become another user.
    static void need();

    /// @return the connection URI of a new, empty database
    [[nodiscard]] std::string fresh_database();
    /// @return the connection URI of a database
    [[nodiscard]] std::string uri(const std::string &database) const;
    /// @return the part of it that says where the server is; several with commas between are as many servers
    [[nodiscard]] std::string host() const;
    /// Runs a statement as the administrator.
    void run(const std::string &sql) const;

    /// Again, after stop or kill; returns when it answers. The server ends with the thread that started it.
    /// @param settings of the server, each as "name=value"
    void start(const std::vector<std::string> &settings = {});
    void stop();         ///< as an administrator does: connections are ended, everything is written
    void stop_at_once(); ///< "immediate": nothing is written, and the next start recovers
    void kill();         ///< all its processes at once, as when the machine loses its power
    /// After the server has ended by itself: waits for its process.
    void wait();

    /// For files of the test beside the server's own; the server's user may write there.
    [[nodiscard]] const std::filesystem::path &folder() const noexcept { return folder_; }
    /// Makes the server's user the owner of something.
    static void give(const std::filesystem::path &path);

    /// Everything that the server has logged, and the programs that made its data folder.
    [[nodiscard]] std::string log() const;

private:
    enum class run_as { server_user, own_user };
    /// Makes the data folder by a program, keeps a copy of it where `keep` says, and starts the server.
    void make(const std::vector<std::string> &command_line, run_as who, const std::filesystem::path &keep = {});
    void end() noexcept;

    std::filesystem::path programs_;
    std::filesystem::path folder_;
    pid_t pid_ = -1;
    int databases_ = 0;
};

/// PgBouncer before a server, in its mode "transaction": each transaction gets any of a few connections. It ends with
/// this object.
class postgresql_pooler {
public:
    /// Throws std::runtime_error with the reason when it cannot be started.
    postgresql_pooler(const postgresql_server &server, int connections);
    postgresql_pooler &operator=(const postgresql_pooler &) = delete;
    ~postgresql_pooler();

    /// @return the connection URI of a database of the server, without parameters
    [[nodiscard]] std::string uri(const std::string &database) const;

private:
    std::filesystem::path folder_;
    pid_t pid_ = -1;
};

/// A suite whose tests run on SQLite and on PostgreSQL, each with an empty store.
class on_both_stores : public testing::TestWithParam<store::dialect> {
protected:
    void SetUp() override;
    void TearDown() override;

    /// The location of the test's store; the same throughout the test.
    [[nodiscard]] const std::string &location() const noexcept { return location_; }
    /// One more empty store of the same kind.
    [[nodiscard]] std::string another_location();
    /// A folder of the test's own.
    [[nodiscard]] const std::filesystem::path &folder() const noexcept { return folder_; }

private:
    std::filesystem::path folder_;
    std::string location_;
    int made_ = 0;
};

[[nodiscard]] std::string store_name(const testing::TestParamInfo<store::dialect> &info);

/// Runs one or more statements in a database; throws std::runtime_error with what the server says.
void run_sql(const std::string &uri, const std::string &sql);

/// A new folder under the system's folder for temporary files.
[[nodiscard]] std::filesystem::path temporary_folder(const std::string &name);

} // namespace uniform::test

#define INSTANTIATE_ON_BOTH_STORES(suite)                                                                              \
    INSTANTIATE_TEST_SUITE_P(stores, suite,                                                                            \
                             testing::Values(uniform::store::dialect::sqlite, uniform::store::dialect::postgresql),    \
                             uniform::test::store_name)
