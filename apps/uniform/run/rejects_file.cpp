#include "run/rejects_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

// Opening these would give another offset into the same file.
std::optional<int> standard_stream(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, int>, 7> streams{{{"-", STDOUT_FILENO},
                                                                       {"/dev/stdout", STDOUT_FILENO},
                                                                       {"/dev/fd/1", STDOUT_FILENO},
                                                                       {"/proc/self/fd/1", STDOUT_FILENO},
                                                                       {"/dev/stderr", STDERR_FILENO},
                                                                       {"/dev/fd/2", STDERR_FILENO},
                                                                       {"/proc/self/fd/2", STDERR_FILENO}}};
    const auto *const found = std::ranges::find(streams, name, &std::pair<std::string_view, int>::first);
    return found == streams.end() ? std::nullopt : std::optional{found->second};
}

bool has_content(const struct stat &s) { return S_ISREG(s.st_mode) || S_ISBLK(s.st_mode); }

bool same_file(const struct stat &a, const struct stat &b) {
    return has_content(a) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// The other use that the command has for the file; "" for nothing.
std::string other_use(const common_options &o, const struct stat &file) {
    struct stat other{};
    for (const std::string &name : o.named_files) {
        if (::stat(name.c_str(), &other) == 0 && same_file(file, other)) return in_quotes(name) + " of another option";
    }
    constexpr std::array<std::pair<int, std::string_view>, 3> streams{
        {{STDIN_FILENO, "standard input"}, {STDOUT_FILENO, "standard output"}, {STDERR_FILENO, "standard error"}}};
    for (const auto &[descriptor, stream] : streams) {
        if (::fstat(descriptor, &other) == 0 && same_file(file, other)) return std::string{stream};
    }
    return {};
}

} // namespace

std::expected<int, int> open_rejects(const common_options &o, const std::string &name) {
    if (const auto stream = standard_stream(name)) return *stream;
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    struct stat status{};
    if (file < 0 || ::fstat(file, &status) != 0) return std::unexpected{fail(exit_io, file_error(name, errno))};
    const std::string use = other_use(o, status);
    if (use.empty()) {
        if (!S_ISREG(status.st_mode) || ::ftruncate(file, 0) == 0) return file;
        return std::unexpected{fail(exit_io, file_error(name, errno))};
    }
    ::close(file);
    return std::unexpected{usage_error(o, "--rejects: the file " + in_quotes(name) + " is the same as " + use +
                                              ", whose content it would replace" +
                                              (use == "standard output" ? "; \"-\" writes to both" : ""))};
}

} // namespace uniform::cli
