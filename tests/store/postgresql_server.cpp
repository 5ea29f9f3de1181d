#include "store/postgresql_server.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace uniform::test {

namespace {

namespace fs = std::filesystem;

// PostgreSQL refuses to run as root.
const passwd *other_user() {
    if (geteuid() != 0) return nullptr;
    const passwd *user = getpwnam("postgres");
    return user != nullptr ? user : getpwnam("nobody");
}

/// Debian keeps the programs of a server out of the path, in a folder for each major version. The newest one's.
fs::path programs_folder() {
    int newest = 0;
    std::error_code ignored;
    const fs::path versions = "/usr/lib/postgresql";
    for (const auto &version : fs::directory_iterator(versions, ignored)) {
        const int number = std::atoi(version.path().filename().c_str());
        if (fs::exists(version.path() / "bin" / "initdb", ignored)) newest = std::max(newest, number);
    }
    if (newest == 0)
        throw std::runtime_error("PostgreSQL's server is not installed: there is no /usr/lib/postgresql/*/bin/initdb "
                                 "(scripts/packages.sh lists its package)");
    return versions / std::to_string(newest) / "bin";
}

constexpr int no_other_user = 126;

/// Starts a program as that user, its words going to a file.
pid_t start_program(const std::vector<std::string> &words, const passwd *user, const fs::path &log) {
    std::vector<char *> argv;
    for (const auto &word : words) argv.push_back(const_cast<char *>(word.c_str()));
    argv.push_back(nullptr);
    const auto gid = user == nullptr ? 0 : user->pw_gid;
    const auto uid = user == nullptr ? 0 : user->pw_uid;
    const pid_t pid = fork();
    if (pid == 0) {
        const int out = open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0666);
        dup2(out, 1);
        dup2(out, 2);
        const int in = open("/dev/null", O_RDONLY);
        dup2(in, 0);
        setpgid(0, 0); // a Ctrl-C is for the tests
        if (user != nullptr && (setgroups(0, nullptr) != 0 || setgid(gid) != 0 || setuid(uid) != 0))
            _exit(no_other_user);
        prctl(PR_SET_PDEATHSIG, SIGQUIT); // the server does not outlive the tests, however they end
        if (chdir("/") != 0) _exit(127);
        execv(argv[0], argv.data());
        _exit(127);
    }
    if (pid < 0) throw std::runtime_error("no process for " + words[0]);
    return pid;
}

/// This process is root, may not become another user, and PostgreSQL refuses to run as root.
class not_possible : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
std::string all_words(const fs::path &log) {
    std::ifstream in(log);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string last_words(const fs::path &log) {
    auto all = all_words(log);
    if (all.size() > 2000) all.erase(0, all.size() - 2000);
    return all;
}

/// The words of a status that waitpid() gave.
std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
    return "ended with " + std::to_string(WEXITSTATUS(status));
}

/// Makes the server's user the owner of a data folder, which is open to nobody else.
void give_to(const fs::path &data, const passwd *user) {
    fs::permissions(data, fs::perms::owner_all);
    if (user == nullptr) return;
    const auto give = [user](const fs::path &p) {
        if (lchown(p.c_str(), user->pw_uid, user->pw_gid) != 0)
            throw std::runtime_error("cannot give " + p.string() + " to " + user->pw_name);
    };
    give(data);
    for (const auto &entry : fs::recursive_directory_iterator(data)) give(entry.path());
}

/// Keeps a copy of a new data folder for the next test program. Two programs may do so at once: the first one wins.
void keep_copy(const fs::path &data, const fs::path &kept) {
    std::error_code failed;
    fs::create_directories(kept.parent_path(), failed);
    const fs::path partial = kept.string() + "." + std::to_string(getpid());
    fs::copy(data, partial, fs::copy_options::recursive, failed);
    if (!failed) fs::rename(partial, kept, failed);
    if (failed) fs::remove_all(partial, failed);
}

std::string why_no_server;        // NOLINT: set once, by shared()
bool server_not_possible = false; // NOLINT: so is this

/// The processes of a server. Empty when /proc is not that of this process's own namespace: its numbers mean others.
std::vector<pid_t> children_of(pid_t pid) {
    std::error_code unknown;
    if (fs::read_symlink("/proc/self", unknown) != std::to_string(getpid())) return {};
    const auto id = std::to_string(pid);
    std::ifstream children("/proc/" + id + "/task/" + id + "/children");
    return {std::istream_iterator<pid_t>(children), std::istream_iterator<pid_t>()};
}

/// The folder of a socket as the host of a URI.
std::string host_of(const fs::path &folder) {
    std::string encoded;
    for (const char c : folder.string()) encoded += c == '/' ? std::string("%2F") : std::string(1, c);
    return encoded;
}

/// Whether PgBouncer knows prepared statements, which it would then keep for each client: from 1.21 on.
bool pooler_may_prepare() {
    const std::unique_ptr<FILE, int (*)(FILE *)> out(popen("/usr/sbin/pgbouncer --version", "r"), pclose);
    int major = 0;
    int minor = 0;
    if (!out || std::fscanf(out.get(), "PgBouncer %d.%d", &major, &minor) != 2)
        throw std::runtime_error("PgBouncer is not installed (scripts/packages.sh lists its package)");
    return major > 1 || minor >= 21;
}

} // namespace

void run_sql(const std::string &uri, const std::string &sql) {
    PGconn *c = PQconnectdb(uri.c_str());
    PGresult *r = PQexec(c, sql.c_str());
    const bool done = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;
    const std::string says = PQerrorMessage(c);
    PQclear(r);
    PQfinish(c);
    if (!done) throw std::runtime_error(sql + ": " + says);
}

fs::path temporary_folder(const std::string &name) {
    std::string path = (fs::temp_directory_path() / ("uniform_" + name + "_XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder " + path);
    return path;
}

postgresql_server::postgresql_server() : programs_(programs_folder()), folder_(temporary_folder("postgresql")) {
    // initdb takes a second of CPU time, a copy of what it made a tenth of that; every test program needs a server.
    const fs::path kept = fs::path(UNIFORM_TEST_CACHE) / ("postgresql-" + programs_.parent_path().filename().string());
    std::error_code missing;
    if (fs::exists(kept / "PG_VERSION", missing)) {
        make({"/bin/cp", "-R", "--", kept.string(), (folder_ / "data").string()}, run_as::own_user);
        return;
    }
    make({(programs_ / "initdb").string(), "-D", (folder_ / "data").string(), "-U", "postgres", "-A", "trust", "-E",
          "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"},
         run_as::server_user, kept);
}

postgresql_server::postgresql_server(const postgresql_server &primary)
    : programs_(programs_folder()), folder_(temporary_folder("standby")) {
    make({(programs_ / "pg_basebackup").string(), "-D", (folder_ / "data").string(), "-h", primary.folder_.string(),
          "-U", "postgres", "-c", "fast", "-R", "--no-sync"},
         run_as::server_user);
}

void postgresql_server::make(const std::vector<std::string> &words, run_as who, const fs::path &keep) {
    try {
        // Its socket is a file, so no two servers ever want the same port; but such a file's name has a limit.
        if ((folder_ / ".s.PGSQL.5432").string().size() >= sizeof(sockaddr_un::sun_path))
            throw std::runtime_error("the folder for temporary files has too long a name for a socket: " +
                                     folder_.string());
        const passwd *user = other_user();
        if (user != nullptr && chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0)
            throw not_possible(
                "root may not give a folder to another user here, and PostgreSQL refuses to run as root");
        const auto log = folder_ / "log";
        const pid_t pid = start_program(words, who == run_as::server_user ? user : nullptr, log);
        int status = 0;
        if (waitpid(pid, &status, 0) != pid) throw std::runtime_error(words[0] + " was not waited for");
        if (WIFEXITED(status) && WEXITSTATUS(status) == no_other_user)
            throw not_possible("root may not become another user here, and PostgreSQL refuses to run as root");
        if (status != 0) throw std::runtime_error(words[0] + " " + how_it_ended(status) + ": " + last_words(log));
        if (!keep.empty()) keep_copy(folder_ / "data", keep);
        if (who == run_as::own_user) give_to(folder_ / "data", user);
        start();
    } catch (...) {
        end();
        throw;
    }
}

postgresql_server::~postgresql_server() { end(); }

void postgresql_server::end() noexcept {
    kill();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void postgresql_server::start(const std::vector<std::string> &settings) {
    std::vector<std::string> words{
        (programs_ / "postgres").string(),
        "-D",
        (folder_ / "data").string(),
        "-k",
        folder_.string(),
        "-c",
        "listen_addresses=",
        "-c",
        "max_connections=200",
        "-c",
        "shared_buffers=64MB",
        "-c",
        "fsync=off"}; // the writes of a killed process are there; a machine's end is not tested
    for (const auto &setting : settings) words.insert(words.end(), {"-c", setting});
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    for (;;) {
        pid_ = start_program(words, other_user(), folder_ / "log");
        int status = 0;
        while (waitpid(pid_, &status, WNOHANG) == 0) {
            if (PQping(uri("postgres").c_str()) == PQPING_OK) return;
            if (std::chrono::steady_clock::now() > until)
                throw std::runtime_error("PostgreSQL does not answer: " + last_words(folder_ / "log"));
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        pid_ = -1;
        // Processes of a server that was killed may take a while to let go of the memory they share with it.
        const auto says = last_words(folder_ / "log");
        if (says.find("shared memory block") == std::string::npos || std::chrono::steady_clock::now() > until)
            throw std::runtime_error("PostgreSQL " + how_it_ended(status) + ": " + says);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

void postgresql_server::stop() {
    if (pid_ > 0) ::kill(pid_, SIGINT);
    wait();
}

void postgresql_server::stop_at_once() {
    if (pid_ > 0) ::kill(pid_, SIGQUIT);
    wait();
}

void postgresql_server::wait() {
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void postgresql_server::give(const fs::path &path) {
    const passwd *user = other_user();
    if (user != nullptr && lchown(path.c_str(), user->pw_uid, user->pw_gid) != 0)
        throw std::runtime_error("cannot give " + path.string() + " to " + user->pw_name);
}

void postgresql_server::kill() {
    if (pid_ <= 0) return;
    // Stopped first, so that it starts no more processes while they are counted.
    ::kill(pid_, SIGSTOP);
    std::vector<int> ending;
    for (const pid_t child : children_of(pid_)) {
        ending.push_back(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
        ::kill(child, SIGKILL);
    }
    ::kill(pid_, SIGKILL);
    wait();
    // A process that was killed keeps its connections until it is gone.
    for (const int process : ending) {
        if (process < 0) continue;
        pollfd gone{process, POLLIN, 0};
        while (::poll(&gone, 1, -1) < 0 && errno == EINTR) continue;
        ::close(process);
    }
}

std::string postgresql_server::log() const { return all_words(folder_ / "log"); }

postgresql_server *postgresql_server::shared() {
    static const std::unique_ptr<postgresql_server> server = [] {
        try {
            return std::make_unique<postgresql_server>();
        } catch (const not_possible &e) {
            why_no_server = e.what();
            server_not_possible = true;
            return std::unique_ptr<postgresql_server>();
        } catch (const std::exception &e) {
            why_no_server = e.what();
            return std::unique_ptr<postgresql_server>();
        }
    }();
    return server.get();
}

void postgresql_server::need() {
    if (shared() != nullptr) return;
    if (server_not_possible) GTEST_SKIP() << why_no_server;
    throw std::runtime_error(why_no_server);
}

std::string postgresql_server::host() const { return host_of(folder_); }

std::string postgresql_server::uri(const std::string &database) const {
    return "postgresql://postgres@" + host() + "/" + database;
}

void postgresql_server::run(const std::string &sql) const { run_sql(uri("postgres"), sql); }

std::string postgresql_server::fresh_database() {
    const auto name = "test_" + std::to_string(++databases_);
    run_sql(uri("postgres"), "CREATE DATABASE " + name);
    return uri(name);
}

postgresql_pooler::postgresql_pooler(const postgresql_server &server, int connections)
    : folder_(temporary_folder("pooler")) {
    const auto file = folder_ / "pgbouncer.ini";
    std::ofstream(file) << "[databases]\n* = host=" << server.folder().string() << " user=postgres\n[pgbouncer]\n"
                        << "pool_mode = transaction\nauth_type = any\nlisten_port = 6432\nunix_socket_dir = "
                        << folder_.string() << "\ndefault_pool_size = " << connections
                        << "\nmax_client_conn = 200\nlog_connections = 0\nlog_disconnections = 0\n"
                        << (pooler_may_prepare() ? "max_prepared_statements = 0\n" : "");
    postgresql_server::give(folder_);
    postgresql_server::give(file);
    pid_ = start_program({"/usr/sbin/pgbouncer", file.string()}, other_user(), folder_ / "log");
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (PQping(uri("postgres").c_str()) != PQPING_OK) {
        if (waitpid(pid_, nullptr, WNOHANG) == 0 && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            continue;
        }
        throw std::runtime_error("PgBouncer does not answer: " + last_words(folder_ / "log"));
    }
}

postgresql_pooler::~postgresql_pooler() {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::string postgresql_pooler::uri(const std::string &database) const {
    return "postgresql://postgres@" + host_of(folder_) + ":6432/" + database;
}

void on_both_stores::SetUp() {
    if (GetParam() == store::dialect::postgresql) postgresql_server::need();
    if (IsSkipped()) return;
    folder_ = temporary_folder("store");
    location_ = another_location();
}

void on_both_stores::TearDown() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string on_both_stores::another_location() {
    if (GetParam() == store::dialect::postgresql) return postgresql_server::shared()->fresh_database();
    return (folder_ / (std::to_string(++made_) + ".db")).string();
}

std::string store_name(const testing::TestParamInfo<store::dialect> &info) {
    return info.param == store::dialect::sqlite ? "sqlite" : "postgresql";
}

} // namespace uniform::test
