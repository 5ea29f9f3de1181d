// Where `get` puts what it receives: standard output, or a file that has its name only when it is whole.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace uniform::command {

// A file under a temporary name beside its own. finish() gives it its name; what is not finished is removed, also when
// a signal ends the program (SIGHUP, SIGINT, SIGTERM). One at a time.
//
// The new file has the mode of the one that it replaces. A symbolic link is followed, so that the file it leads to is
// replaced. What is there and no file (a device, a FIFO) is written as it is; whoever reads a FIFO must come, and take
// what is written, before the deadline.
class received_file {
public:
    using clock = std::chrono::steady_clock;

    // A sentence when that does not work.
    static std::expected<received_file, std::string> open(const std::string &path, clock::time_point deadline);

    received_file(received_file &&other) noexcept;
    received_file &operator=(received_file &&) = delete;
    ~received_file();

    // "" as long as all goes well, else what went wrong.
    [[nodiscard]] std::string write(std::string_view part, clock::time_point deadline);
    [[nodiscard]] std::string finish();

private:
    received_file() = default;

    int descriptor_ = -1;
    std::string path_;
    std::string temporary_; // "" where it is written as it is
};

// A password, asked for on the terminal and not shown while it is typed; nothing where there is no terminal.
[[nodiscard]] std::expected<std::string, std::string> ask_on_terminal(std::string_view prompt);

// The last segment of the URL's path as the name of a file: decoded, and without what would lead elsewhere or could not
// be seen; "" when there is none. Query and fragment are no part of it.
[[nodiscard]] std::string file_name_of(std::string_view url);

} // namespace uniform::command
