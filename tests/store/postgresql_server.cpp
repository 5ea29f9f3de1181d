#include "postgresql_server.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

/// Debian keeps the programs of a server out of the path, in a folder for each version.
fs::path programs_folder() {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto &version : fs::directory_iterator("/usr/lib/postgresql", ignored))
        if (fs::exists(version.path() / "bin" / "initdb", ignored)) found.push_back(version.path() / "bin");
    if (found.empty())
        throw std::runtime_error("PostgreSQL's server is not installed (/usr/lib/postgresql/*/bin/initdb)");
    return *std::max_element(found.begin(), found.end());
}

int free_port() {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof a;
    if (fd < 0 || bind(fd, reinterpret_cast<sockaddr *>(&a), size) != 0 ||
        getsockname(fd, reinterpret_cast<sockaddr *>(&a), &size) != 0)
        throw std::runtime_error("no free port on 127.0.0.1");
    close(fd);
    return ntohs(a.sin_port);
}

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
        if (user != nullptr && (setgroups(0, nullptr) != 0 || setgid(gid) != 0 || setuid(uid) != 0)) _exit(126);
        prctl(PR_SET_PDEATHSIG, SIGQUIT); // the server does not outlive the tests, however they end
        if (chdir("/") != 0) _exit(126);
        execv(argv[0], argv.data());
        _exit(127);
    }
    if (pid < 0) throw std::runtime_error("no process for " + words[0]);
    return pid;
}

void run_sql(const std::string &uri, const std::string &sql) {
    PGconn *c = PQconnectdb(uri.c_str());
    PGresult *r = PQexec(c, sql.c_str());
    const bool done = PQresultStatus(r) == PGRES_COMMAND_OK;
    const std::string says = PQerrorMessage(c);
    PQclear(r);
    PQfinish(c);
    if (!done) throw std::runtime_error(sql + ": " + says);
}

std::string why_no_server; // NOLINT: set once, by shared()

} // namespace

fs::path temporary_folder(const std::string &name) {
    std::string path = (fs::temp_directory_path() / ("uniform_" + name + "_XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder " + path);
    return path;
}

postgresql_server::postgresql_server() : programs_(programs_folder()), port_(free_port()) {
    folder_ = temporary_folder("postgresql");
    const passwd *user = other_user();
    if (user != nullptr && chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0)
        throw std::runtime_error("the data folder cannot be given to the server's user");
    const auto log = folder_ / "log";
    const pid_t pid =
        start_program({(programs_ / "initdb").string(), "-D", (folder_ / "data").string(), "-U", "postgres", "-A",
                       "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"},
                      user, log);
    int status = 0;
    if (waitpid(pid, &status, 0) != pid || status != 0)
        throw std::runtime_error("initdb failed; its words are in " + log.string());
    start();
}

postgresql_server::~postgresql_server() {
    kill();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void postgresql_server::start() {
    pid_ = start_program({(programs_ / "postgres").string(), "-D", (folder_ / "data").string(), "-p",
                          std::to_string(port_), "-k", folder_.string(), "-c", "listen_addresses=127.0.0.1", "-c",
                          "max_connections=200", "-c", "shared_buffers=64MB"},
                         other_user(), folder_ / "log");
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (PQping(uri("postgres").c_str()) != PQPING_OK) {
        int status = 0;
        if (waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            throw std::runtime_error("PostgreSQL did not start; its words are in " + (folder_ / "log").string());
        }
        if (std::chrono::steady_clock::now() > until)
            throw std::runtime_error("PostgreSQL does not answer; its words are in " + (folder_ / "log").string());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void postgresql_server::stop() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGINT);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void postgresql_server::kill() {
    if (pid_ <= 0) return;
    // Stopped first, so that it starts no more processes while they are counted.
    ::kill(pid_, SIGSTOP);
    const auto id = std::to_string(pid_);
    std::ifstream children("/proc/" + id + "/task/" + id + "/children");
    for (pid_t child = 0; children >> child;) ::kill(child, SIGKILL);
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

postgresql_server *postgresql_server::shared() {
    static const std::unique_ptr<postgresql_server> server = [] {
        try {
            return std::make_unique<postgresql_server>();
        } catch (const std::exception &e) {
            why_no_server = e.what();
            return std::unique_ptr<postgresql_server>();
        }
    }();
    return server.get();
}

const std::string &postgresql_server::why_not() { return why_no_server; }

std::string postgresql_server::uri(const std::string &database) const {
    return "postgresql://postgres@127.0.0.1:" + std::to_string(port_) + "/" + database;
}

std::string postgresql_server::fresh_database() {
    const auto name = "test_" + std::to_string(++databases_);
    run_sql(uri("postgres"), "CREATE DATABASE " + name);
    return uri(name);
}

void on_both_stores::SetUp() {
    if (GetParam() == store::dialect::postgresql && postgresql_server::shared() == nullptr)
        GTEST_SKIP() << postgresql_server::why_not();
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
