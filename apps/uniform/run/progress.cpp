#include "run/progress.hpp"

#include <array>
#include <cstdio>

#include <unistd.h>

#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

void write_to_terminal(std::string_view text) {
    // A terminal that cannot be written to is not a reason to stop.
    [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

progress_line::progress_line(bool wanted, std::chrono::milliseconds first, clock::time_point (*now)())
    : wanted_{wanted && is_terminal(STDERR_FILENO)}, now_{now}, next_{start_ + first} {}

bool progress_line::due() {
    const auto now = now_();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds{250};
    return true;
}

double progress_line::seconds() const { return std::chrono::duration<double>(now_() - start_).count(); }

void progress_line::show(std::string_view text) {
    std::string line = "\r";
    line += printable(text);
    line += "\x1b[K";
    write_to_terminal(line);
    visible_ = true;
}

void progress_line::clear() {
    if (!visible_) return;
    write_to_terminal("\r\x1b[K");
    visible_ = false;
}

progress::progress(bool wanted) : line_{wanted && !is_terminal(STDOUT_FILENO), std::chrono::seconds{1}} {}

void progress::update(std::uint64_t inputs, std::uint64_t bytes) {
    line_.update([&](double seconds) {
        const double megabytes = static_cast<double>(bytes) / 1e6;
        return std::to_string(inputs) + " inputs, " + rounded(megabytes) + " MB, " + rounded(megabytes / seconds) +
               " MB/s";
    });
}

void steps::operator()(std::uint64_t done, std::uint64_t of) {
    line_.update([&](double) {
        const double percent = of == 0 ? 0.0 : 100.0 * static_cast<double>(done) / static_cast<double>(of);
        return what_ + ": " + std::to_string(done) + " of " + std::to_string(of) + " (" + rounded(percent) + " %)";
    });
}

std::string rounded(double number) {
    std::array<char, 32> text{};
    const int n = std::snprintf(text.data(), text.size(), "%.0f", number);
    return {text.data(), n > 0 && n < static_cast<int>(text.size()) ? static_cast<std::size_t>(n) : 0};
}

void complain(progress &shown, writer &err, std::string_view what) {
    shown.clear();
    err.write_now("uniform: " + printable(what) + '\n');
}

} // namespace uniform::cli
