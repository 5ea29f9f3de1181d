#include "cli/whole_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace uniform::cli {

std::expected<std::string, int> content_of(const std::string &file, std::size_t limit) {
    const bool standard = file == "-";
    const int descriptor = standard ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::unexpected{errno};
    std::string content;
    int failure = 0;
    while (content.size() <= limit) {
        char buffer[16384];
        const ssize_t n = ::read(descriptor, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) failure = errno;
        if (n <= 0) break;
        content.append(buffer, static_cast<std::size_t>(n));
    }
    if (!standard) ::close(descriptor);
    if (failure != 0) return std::unexpected{failure};
    return content;
}

} // namespace uniform::cli
