#include "command/runner.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <pty.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <uniform/uri/query.hpp>

namespace uniform::test {

namespace {

[[noreturn]] void fail(const char *what) { throw std::system_error{errno, std::generic_category(), what}; }

// A file without a name that holds the text.
class scratch_file {
public:
    explicit scratch_file(std::string_view text = {}) : descriptor_{::memfd_create("test", MFD_CLOEXEC)} {
        if (descriptor_ < 0) fail("memfd_create");
        while (!text.empty()) {
            const ssize_t n = ::write(descriptor_, text.data(), text.size());
            if (n < 0) fail("write");
            text.remove_prefix(static_cast<std::size_t>(n));
        }
        ::lseek(descriptor_, 0, SEEK_SET);
    }
    ~scratch_file() { ::close(descriptor_); }
    scratch_file(const scratch_file &) = delete;
    scratch_file &operator=(const scratch_file &) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] std::string text() const {
        std::string all(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)), '\0');
        if (::pread(descriptor_, all.data(), all.size(), 0) != static_cast<ssize_t>(all.size())) fail("pread");
        return all;
    }

private:
    int descriptor_;
};

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) fail("waitpid");
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<char *> pointers(const words &strings) {
    std::vector<char *> all;
    for (const std::string &s : strings) all.push_back(const_cast<char *>(s.c_str()));
    all.push_back(nullptr);
    return all;
}

// The environment of the test without what would change the command's manners.
words plain_environment(const words &more = {}) {
    words all;
    for (char **it = environ; *it != nullptr; ++it) {
        const std::string_view pair{*it};
        if (!pair.starts_with("NO_COLOR=") && !pair.starts_with("TERM=") && !pair.starts_with("LC_ALL=")) {
            all.emplace_back(pair);
        }
    }
    all.emplace_back("LC_ALL=C");
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

pid_t spawn(const words &line, const words &environment, int in, int out, int err) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    pid_t child = 0;
    const int problem = ::posix_spawn(&child, line.front().c_str(), &actions, nullptr, pointers(line).data(),
                                      pointers(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) throw std::system_error{problem, std::generic_category(), line.front()};
    return child;
}

result run_line(const words &line, std::string_view in, bool together) {
    const scratch_file input{in};
    const scratch_file out;
    const scratch_file err;
    const int error_descriptor = together ? out.descriptor() : err.descriptor();
    const int code = wait_for(spawn(line, plain_environment(), input.descriptor(), out.descriptor(), error_descriptor));
    return {out.text(), err.text(), code};
}

} // namespace

result run(const words &arguments, std::string_view in) {
    words line{UNIFORM_COMMAND};
    line.insert(line.end(), arguments.begin(), arguments.end());
    return run_line(line, in, false);
}

result shell(const std::string &line, std::string_view in) {
    std::string folder = (std::filesystem::temp_directory_path() / "uniform-test-").string() + std::string(6, 'X');
    if (::mkdtemp(folder.data()) == nullptr) fail("mkdtemp");
    const result r =
        run_line({"/bin/bash", "-c", "U=$1; cd \"$2\" || exit 99; " + line, "test", UNIFORM_COMMAND, folder}, in, true);
    std::filesystem::remove_all(folder);
    return r;
}

result run_on_terminal(const words &arguments, std::string_view in, const words &environment) {
    words line{UNIFORM_COMMAND};
    line.insert(line.end(), arguments.begin(), arguments.end());
    words variables = plain_environment(environment);
    variables.emplace_back("TERM=xterm");
    int ours = -1;
    int theirs = -1;
    winsize size{};
    size.ws_col = 80;
    size.ws_row = 24;
    if (::openpty(&ours, &theirs, nullptr, nullptr, &size) != 0) fail("openpty");
    ::fcntl(ours, F_SETFD, FD_CLOEXEC);
    const scratch_file input{in};
    const pid_t child = spawn(line, variables, input.descriptor(), theirs, theirs);
    ::close(theirs);
    result r;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t n = ::read(ours, part.data(), part.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break; // EIO: the last writer is gone
        r.out.append(part.data(), static_cast<std::size_t>(n));
    }
    ::close(ours);
    r.code = wait_for(child);
    std::erase(r.out, '\r');
    return r;
}

std::ostream &operator<<(std::ostream &out, const row &r) { return out << r.name; }

void check(const row &r) {
    const result found = run(r.arguments, r.in);
    EXPECT_EQ(found.out, r.out);
    EXPECT_TRUE(matches_pattern(found.err, r.err)) << found.err << "instead of\n" << r.err;
    EXPECT_EQ(found.code, r.code);
}

} // namespace uniform::test
