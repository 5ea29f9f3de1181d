#include "service/name_bulk.hpp"

#include <cerrno>
#include <csignal>

#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int /*signal*/) { interrupted = 1; }

} // namespace

void catch_interrupts() {
    struct sigaction action{};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() noexcept { return interrupted != 0; }

void write_all(int fd, std::string_view text, const std::string &name) {
    if (is_terminal(fd)) {
        static writer out{fd}; // one descriptor is written in this way: standard output
        out.write_now(text);
        if (out.failure() != 0) throw stop(file_error(name, out.failure()));
        return;
    }
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0) {
            if (errno == EINTR && !interrupted) continue;
            throw stop(interrupted ? "interrupted" : file_error(name, errno));
        }
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

std::string format_of(const format_option &o, std::string_view path) {
    if (!o.format.empty()) return o.format;
    return path.ends_with(".csv") || path.ends_with(".CSV") ? "csv" : "ndjson";
}

} // namespace uniform::cli
