// The destination of the data that `get` receives: standard output, or a file that has its name only when it is
// complete.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace uniform::cli {

// A file under a temporary name in the same directory. finish() gives it its name; a file that is not finished is
// removed, also when a signal ends the program (SIGHUP, SIGINT, SIGTERM). Up to 64 at a time, in several threads.
//
// The new file has the mode of the one that it replaces. A symbolic link is followed: its target is replaced. A device
// or a FIFO is written directly; the reader of a FIFO must open it, and read everything, before the deadline.
class received_file {
public:
    using clock = std::chrono::steady_clock;

    // The error is a sentence.
    static std::expected<received_file, std::string> open(const std::string &path, clock::time_point deadline);
    // The file itself, to be continued; it is not removed.
    static std::expected<received_file, std::string> open_partial(const std::string &path);

    received_file(received_file &&other) noexcept;
    received_file &operator=(received_file &&) = delete;
    ~received_file();

    // The bytes that a file to be continued has; 0 for others.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    // The data that are written from now on begin at that offset; "", or the sentence of an error.
    [[nodiscard]] std::string begin_at(std::uint64_t offset);
    // "", or the sentence of an error.
    [[nodiscard]] std::string write(std::string_view part, clock::time_point deadline);
    [[nodiscard]] std::string finish();

private:
    received_file() = default;

    int descriptor_ = -1;
    std::string path_;
    std::string temporary_; // "" where it is written as it is
    int slot_ = -1;         // where the signal handler finds the temporary name
    bool partial_ = false;
    std::uint64_t size_ = 0;
};

enum class echo : bool { no, yes };

// A line, requested on the terminal; without echo, as for a password, it is not shown while it is typed. The error is a
// reason: there is no terminal, or nothing was entered.
[[nodiscard]] std::expected<std::string, std::string> ask_on_terminal(std::string_view prompt, echo e = echo::no);

// The last segment of the URL's path as the name of a file: decoded, and without characters that would name
// another directory or be invisible, and of 240 octets at most; "" if there is none. Query and fragment are not part of
// it.
[[nodiscard]] std::string file_name_of(std::string_view url);

} // namespace uniform::cli
