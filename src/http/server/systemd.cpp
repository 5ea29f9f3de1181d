#include "http/server/systemd.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "http/engine/accept.hpp"

namespace uniform::http {

// It is one datagram.
void notify_systemd(std::string_view state) {
    const char *path = std::getenv("NOTIFY_SOCKET");
    if (path == nullptr || (*path != '/' && *path != '@')) return;
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const std::size_t length = std::strlen(path);
    if (length >= sizeof to.sun_path) return;
    std::memcpy(to.sun_path, path, length);
    if (*path == '@') to.sun_path[0] = '\0'; // an abstract address
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    [[maybe_unused]] const ssize_t sent =
        ::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr *>(&to),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length));
    ::close(fd);
}

// systemd.service(5), Type=notify-reload: the time tells its manager to which request the next READY=1 belongs.
void notify_reloading() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const auto microseconds = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
    notify_systemd("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

std::optional<int> passed_socket() {
    const char *const process = std::getenv("LISTEN_PID");
    const char *const count = std::getenv("LISTEN_FDS");
    if (process == nullptr || count == nullptr || std::to_string(::getpid()) != process) return std::nullopt;
    constexpr int first = 3; // SD_LISTEN_FDS_START
    if (std::string_view{count} == "0") return std::nullopt;
    if (std::string_view{count} != "1") {
        throw std::runtime_error("LISTEN_FDS is " + std::string{count} + ": the service listens at one socket");
    }
    if (listening_family(first) == 0) {
        throw std::runtime_error(
            "the file that was passed by LISTEN_FDS is no socket that listens for TCP connections");
    }
    ::fcntl(first, F_SETFD, FD_CLOEXEC);
    return first;
}

} // namespace uniform::http
