// Sockets that systemd passes (sd_listen_fds(3)).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "http/server/systemd.hpp"

namespace uniform::http {
namespace {

// In a process of its own, where descriptor 3 is free.
enum class passed : int { nothing = 10, third = 13, refused = 14 };

[[noreturn]] void look(const char *count, bool for_this_process, bool listens) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in a{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    if (::bind(fd, reinterpret_cast<sockaddr *>(&a), sizeof a) != 0) ::_exit(1);
    if (listens && ::listen(fd, 1) != 0) ::_exit(1);
    if (::dup2(fd, 3) != 3) ::_exit(1);
    const auto process = for_this_process ? ::getpid() : ::getppid();
    ::setenv("LISTEN_PID", std::to_string(process).c_str(), 1);
    ::setenv("LISTEN_FDS", count, 1);
    try {
        const auto got = passed_socket();
        ::_exit(static_cast<int>(got == std::optional{3} ? passed::third : passed::nothing));
    } catch (const std::runtime_error &) {
        ::_exit(static_cast<int>(passed::refused));
    }
}

TEST(systemd, passes_one_socket_that_listens) {
    const struct {
        const char *count;
        bool for_this_process;
        bool listens;
        passed is;
    } facts[]{
        {"1", true, true, passed::third},   {"1", false, true, passed::nothing}, {"0", true, true, passed::nothing},
        {"2", true, true, passed::refused}, {"1", true, false, passed::refused}, {"one", true, true, passed::refused},
    };
    for (const auto &f : facts) {
        EXPECT_EXIT(look(f.count, f.for_this_process, f.listens), testing::ExitedWithCode(static_cast<int>(f.is)), "")
            << f.count;
    }
    ::unsetenv("LISTEN_PID");
    EXPECT_EQ(passed_socket(), std::nullopt);
}

} // namespace
} // namespace uniform::http
