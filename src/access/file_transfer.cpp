// file: a path of this machine, read through the descriptor whose type was checked.

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/transfer.hpp"

namespace uniform::access {

outcome carry_out_file(const access_plan &plan, transfer &t) {
    std::string path;
    for (const access_step &s : plan.steps) {
        if (s.command == "path") path = s.argument.value_or("");
    }
    t.step = "open " + path;
    if (!plan.local) {
        return std::unexpected{
            t.failed(access_problem::not_here, "a file of the machine " + plan.host.value_or("\"\"") +
                                                   ", and file URLs define no access method for it (3.10)")};
    }
    if (path.empty() || path.contains('\0')) {
        return std::unexpected{t.failed(access_problem::unsendable, "not the name of a file")};
    }
    // O_NONBLOCK: opening a FIFO would block before its type could be checked.
    struct descriptor {
        int number;
        ~descriptor() {
            if (number >= 0) ::close(number);
        }
    } const file{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)};
    if (file.number < 0) return std::unexpected{t.failed(access_problem::not_here, std::strerror(errno))};
    struct stat status{};
    if (::fstat(file.number, &status) != 0) {
        return std::unexpected{t.failed(access_problem::not_here, std::strerror(errno))};
    }
    if (S_ISDIR(status.st_mode)) return std::unexpected{t.failed(access_problem::not_here, "a directory")};
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected{t.failed(access_problem::not_here, "not a regular file")}; // a device, a FIFO, a socket
    }
    t.step = "read " + path;
    const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
    if (size > 0 && !t.announce(size)) return std::unexpected{*t.failure};
    const std::uint64_t begin = t.options.resume_at <= size ? t.options.resume_at : 0;
    if (begin > 0 && ::lseek(file.number, static_cast<off_t>(begin), SEEK_SET) < 0) {
        return std::unexpected{t.failed(access_problem::incomplete, std::strerror(errno))};
    }
    if (!t.start(begin)) return std::unexpected{*t.failure};
    std::array<char, std::size_t{1} << 16> buffer{};
    for (;;) {
        if (t.left().count() == 0) return std::unexpected{t.timed_out()};
        const ssize_t n = ::read(file.number, buffer.data(), buffer.size());
        if (n == 0) break;
        if (n < 0) {
            if (errno == EINTR) continue;
            return std::unexpected{t.failed(access_problem::incomplete, std::strerror(errno))};
        }
        if (!t.deliver({buffer.data(), static_cast<std::size_t>(n)})) return std::unexpected{*t.failure};
    }
    access_result result;
    result.size = t.received();
    result.resumed_at = begin;
    return result;
}

} // namespace uniform::access
