// The common part of `uniform name import` and `uniform name export`: files, interruptions, the format, and progress.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include <uniform/base/enum_names.hpp>
#include <uniform/service/import.hpp>

#include "cli/options.hpp"
#include "run/progress.hpp"

namespace uniform::cli {

// From now on, SIGINT and SIGTERM are noted instead of ending the process.
void catch_interrupts();
[[nodiscard]] bool is_interrupted() noexcept;

// Ends a transfer.
struct stop : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// An open file, closed at the end; standard input and output stay open.
class descriptor {
public:
    explicit descriptor(int fd) noexcept : fd_(fd) {}
    ~descriptor() {
        if (fd_ > STDERR_FILENO) ::close(fd_);
    }
    descriptor(const descriptor &) = delete;
    descriptor &operator=(const descriptor &) = delete;
    [[nodiscard]] int get() const noexcept { return fd_; }
    // Whether all that was written arrived.
    [[nodiscard]] bool close() noexcept { return ::close(std::exchange(fd_, -1)) == 0; }

private:
    int fd_;
};

// Throws stop.
void write_all(int fd, std::string_view text, const std::string &name);

// "12 names, 3 a second, 1 rejected, 40 % read"
class bulk_progress {
public:
    bulk_progress(bool wanted, std::uint64_t of) : line_(wanted), of_(of) {}

    void lines(std::uint64_t n, std::uint64_t wrong) {
        lines_ += n;
        wrong_ += wrong;
        show();
    }
    void bytes(std::uint64_t n) {
        bytes_ += n;
        show();
    }
    void clear() { line_.clear(); }

private:
    void show() {
        line_.update([&](double seconds) {
            std::string says =
                std::to_string(lines_) + " names, " + rounded(static_cast<double>(lines_) / seconds) + " a second";
            if (wrong_ != 0) says += ", " + std::to_string(wrong_) + " rejected";
            if (of_ != 0)
                says += ", " + rounded(100.0 * static_cast<double>(bytes_) / static_cast<double>(of_)) + " % read";
            return says;
        });
    }

    progress_line line_;
    std::uint64_t of_;
    std::uint64_t bytes_ = 0;
    std::uint64_t lines_ = 0;
    std::uint64_t wrong_ = 0;
};

struct format_option {
    std::string format;

    static constexpr auto rows() {
        return std::array{
            option<&format_option::format>({heading::input, 0, "format", "FORMAT", "The format of the data.",
                                            joined_names<service::bulk_format_names, " ">,
                                            "by the name of the file; ndjson if it does not end in .csv"})};
    }
};

// "csv" or "ndjson": the option, or by the name of the file.
[[nodiscard]] std::string format_of(const format_option &o, std::string_view path);

} // namespace uniform::cli
