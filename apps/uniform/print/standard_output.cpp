#include "print/standard_output.hpp"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace uniform::cli {

namespace {
constexpr std::size_t capacity = std::size_t{1} << 16;
}

void writer::write(std::string_view text) {
    if (buffer_.size() + text.size() > capacity) {
        flush();
        if (text.size() >= capacity) {
            write_through(text);
            return;
        }
    }
    buffer_ += text;
}

void writer::flush() {
    write_through(buffer_);
    buffer_.clear();
}

void writer::write_through(std::string_view text) {
    while (!text.empty() && failure_ == 0) {
        const ssize_t n = ::write(descriptor_, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd ready{descriptor_, POLLOUT, 0}; // another process made this standard output non-blocking
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            failure_ = errno;
        }
    }
}

} // namespace uniform::cli
