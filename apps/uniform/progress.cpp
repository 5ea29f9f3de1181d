#include "progress.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include <unistd.h>

#include "terminal.hpp"

namespace uniform::command {

namespace {

void tell(std::string_view text) {
    // A terminal that cannot be written to is no reason to stop.
    [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

progress::progress(bool wanted) : wanted_{wanted && is_terminal(STDERR_FILENO) && !is_terminal(STDOUT_FILENO)} {}

void progress::update(std::uint64_t records, std::uint64_t bytes) {
    if (!wanted_) return;
    const auto now = clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds{250};
    const std::chrono::duration<double> since = now - start_;
    std::array<char, 128> line{};
    const double megabytes = static_cast<double>(bytes) / 1e6;
    const int n = std::snprintf(line.data(), line.size(), "\r%llu records, %.0f MB, %.0f MB/s\x1b[K",
                                static_cast<unsigned long long>(records), megabytes, megabytes / since.count());
    if (n > 0) tell({line.data(), static_cast<std::size_t>(n)});
    visible_ = true;
}

void progress::clear() {
    if (!visible_) return;
    tell("\r\x1b[K");
    visible_ = false;
}

} // namespace uniform::command
