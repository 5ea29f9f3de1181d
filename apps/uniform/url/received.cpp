#include "url/received.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/safe_path.hpp>

#include "base/mutex.hpp"
#include "print/terminal.hpp"
#include "print/terminal_text.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

// The temporary files that a signal handler removes: it may only read these names, and call functions that POSIX calls
// async-signal-safe.
constexpr int most_files = 64;
std::array<std::array<char, PATH_MAX>, most_files> temporary_names{};
std::array<volatile std::sig_atomic_t, most_files> temporary_there{};
base::mutex slots;
std::array<bool, most_files> slot_taken UNIFORM_GUARDED_BY(slots){};
volatile std::sig_atomic_t ending = 0;
int terminal = -1;
termios terminal_before{};
volatile std::sig_atomic_t terminal_changed = 0;

extern "C" void clean_up_and_end(int signal) {
    ending = 1;
    for (int i = 0; i < most_files; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (temporary_there[at] != 0) ::unlink(temporary_names[at].data());
    }
    if (terminal_changed != 0) ::tcsetattr(terminal, TCSAFLUSH, &terminal_before);
    // The handler was reset when it was called, so that this ends the program as the signal does.
    ::raise(signal);
}

int take_slot() {
    const base::scoped_lock hold{slots};
    const auto it = std::ranges::find(slot_taken, false);
    if (it == slot_taken.end()) return -1;
    *it = true;
    return static_cast<int>(it - slot_taken.begin());
}

void free_slot(int slot) {
    if (slot < 0) return;
    const base::scoped_lock hold{slots};
    temporary_there[static_cast<std::size_t>(slot)] = 0;
    slot_taken[static_cast<std::size_t>(slot)] = false;
}

// Six letters and digits.
std::string random_suffix() {
    constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyz0123456789";
    static thread_local std::random_device device;
    std::string suffix;
    for (int i = 0; i < 6; ++i) suffix += characters[device() % characters.size()];
    return suffix;
}

// Creates the file with that name and six more characters. The handler knows the name before the file exists.
int create_temporary(std::string &name, int slot) {
    auto &known = temporary_names[static_cast<std::size_t>(slot)];
    const std::string begin = name;
    for (int tries = 0; tries < 100 && ending == 0; ++tries) {
        name = begin + random_suffix();
        std::memcpy(known.data(), name.c_str(), name.size() + 1);
        temporary_there[static_cast<std::size_t>(slot)] = 1;
        const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);
        if (descriptor >= 0) return descriptor;
        temporary_there[static_cast<std::size_t>(slot)] = 0;
        if (errno != EEXIST) break;
    }
    return -1;
}

void watch_signals() {
    for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
        struct sigaction before{};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue; // as under nohup
        struct sigaction action{};
        action.sa_handler = &clean_up_and_end;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(signal, &action, nullptr);
    }
}

// The length of the character that is written there: itself, or the percent-encodings of its octets.
std::size_t written_size(std::string_view segment, std::size_t at, path_risk risk) {
    std::string octet;
    if (segment[at] != '%' || at + 2 >= segment.size() || !decode_append(octet, segment.substr(at, 3))) return 1;
    const auto first = static_cast<unsigned char>(octet.front());
    const std::size_t octets = risk == path_risk::not_utf8 || first < 0xC0 ? 1
                               : first < 0xE0                              ? 2
                               : first < 0xF0                              ? 3
                                                                           : 4;
    return std::min(3 * octets, segment.size() - at);
}

// The name that safe_join() permits for a segment below a folder: "_" for each character that is a risk, and before a
// name that is one.
std::string safe_name_of(std::string_view written) {
    constexpr std::string_view folder = "folder/";
    std::string segment{written};
    while (!segment.empty()) {
        const auto joined = safe_join("/", std::string{folder} + segment);
        if (joined) return joined->substr(1 + folder.size());
        const auto &[risk, offset] = joined.error();
        const std::size_t at = static_cast<std::size_t>(offset) - folder.size();
        const bool is_of_name =
            risk == path_risk::dot_segment || risk == path_risk::drive_letter || risk == path_risk::device_name;
        segment.replace(at, is_of_name ? 0 : written_size(segment, at, risk), "_");
    }
    return segment;
}

// File systems have names of at most 255 octets; a number may come behind it, and a suffix while it is written.
std::string of_permitted_length(std::string name) {
    constexpr std::size_t longest = 240;
    if (name.size() <= longest) return name;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80) --end; // within a character
    while (end > 0 && (name[end - 1] == '.' || name[end - 1] == ' ')) --end;
    name.resize(end);
    return name;
}

} // namespace

std::expected<received_file, std::string> received_file::open(const std::string &path, clock::time_point deadline) {
    received_file f;
    f.path_ = path;
    struct stat old{};
    const bool there = ::stat(path.c_str(), &old) == 0;
    if (there && !S_ISREG(old.st_mode)) {
        // Without O_NONBLOCK a FIFO would wait for its reader for ever.
        for (;;) {
            f.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
            if (f.descriptor_ >= 0) return f;
            const int problem = errno;
            if (problem == EINTR) continue;
            if (problem != ENXIO || !S_ISFIFO(old.st_mode)) return std::unexpected{file_error(path, problem)};
            if (clock::now() >= deadline) return std::unexpected{path + ": no process reads from this FIFO"};
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        }
    }
    if (there) {
        const std::unique_ptr<char, void (*)(void *)> real{::realpath(path.c_str(), nullptr), &std::free};
        if (!real) return std::unexpected{file_error(path, errno)};
        f.path_ = real.get();
        if (::access(real.get(), W_OK) != 0) return std::unexpected{file_error(path, errno)};
    }
    const auto slash = f.path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : f.path_.substr(0, slash + 1);
    // Not the whole name, which may be as long as names can be.
    f.temporary_ = folder + '.' + f.path_.substr(folder.size(), 100) + '.';
    if (f.temporary_.size() + 7 > PATH_MAX) return std::unexpected{file_error(path, ENAMETOOLONG)};
    watch_signals();
    f.slot_ = take_slot();
    if (f.slot_ < 0) return std::unexpected{file_error(path, EMFILE)};
    f.descriptor_ = create_temporary(f.temporary_, f.slot_);
    if (f.descriptor_ < 0) {
        const int problem = errno;
        f.temporary_.clear();
        return std::unexpected{file_error(path, problem)};
    }
    static const mode_t mask = [] { // once: it is the process's
        const mode_t set = ::umask(0);
        ::umask(set);
        return set;
    }();
    if (::fchmod(f.descriptor_, there ? old.st_mode & 07777U : 0666U & ~mask) != 0) {
        return std::unexpected{file_error(path, errno)};
    }
    return f;
}

std::expected<received_file, std::string> received_file::open_partial(const std::string &path) {
    received_file f;
    f.path_ = path;
    f.partial_ = true;
    f.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    if (f.descriptor_ < 0) return std::unexpected{file_error(path, errno)};
    struct stat there{};
    if (::fstat(f.descriptor_, &there) != 0) return std::unexpected{file_error(path, errno)};
    if (!S_ISREG(there.st_mode)) return std::unexpected{path + ": only a regular file can be continued"};
    f.size_ = static_cast<std::uint64_t>(there.st_size);
    return f;
}

received_file::received_file(received_file &&other) noexcept
    : descriptor_{std::exchange(other.descriptor_, -1)},
      path_{std::move(other.path_)},
      temporary_{std::exchange(other.temporary_, {})},
      slot_{std::exchange(other.slot_, -1)},
      partial_{other.partial_},
      size_{other.size_} {}

received_file::~received_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    free_slot(slot_);
}

std::string received_file::begin_at(std::uint64_t offset) {
    if (!partial_) return {};
    const auto at = static_cast<off_t>(offset);
    if (::ftruncate(descriptor_, at) != 0 || ::lseek(descriptor_, at, SEEK_SET) < 0) return file_error(path_, errno);
    return {};
}

std::string received_file::write(std::string_view part, clock::time_point deadline) {
    std::string escaped;
    if (is_terminal(descriptor_)) { // --output /dev/tty
        terminal_text escape{false};
        escape.append(escaped, part, text_form::text);
        escape.finish(escaped, text_form::text);
        part = escaped;
    }
    while (!part.empty()) {
        const ssize_t n = ::write(descriptor_, part.data(), part.size());
        if (n >= 0) {
            part.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now());
            if (left.count() <= 0) return path_ + ": the reader of the FIFO did not read everything in time";
            pollfd ready{descriptor_, POLLOUT, 0};
            ::poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1000)));
        } else if (errno != EINTR) {
            return file_error(path_, errno);
        }
    }
    return {};
}

std::string received_file::finish() {
    if (partial_ && ::fsync(descriptor_) != 0) return file_error(path_, errno);
    if (temporary_.empty()) return {};
    if (::fsync(descriptor_) != 0) return file_error(path_, errno);
    if (::close(std::exchange(descriptor_, -1)) != 0) return file_error(path_, errno);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) return file_error(path_, errno);
    free_slot(std::exchange(slot_, -1));
    temporary_.clear();
    // The name as well as the contents should last; not every file system can.
    const auto slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    if (const int d = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); d >= 0) {
        ::fsync(d);
        ::close(d);
    }
    return {};
}

std::expected<std::string, std::string> ask_on_terminal(std::string_view prompt, echo e) {
    const int tty = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (tty < 0) return std::unexpected{"there is no terminal for entering one"};
    terminal = tty;
    watch_signals();
    std::string password;
    bool ended = false;
    if (::tcgetattr(tty, &terminal_before) == 0) {
        terminal_changed = 1;
        termios silent = terminal_before;
        if (e == echo::no) silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(tty, TCSAFLUSH, &silent);
        [[maybe_unused]] ssize_t written = ::write(tty, prompt.data(), prompt.size());
        constexpr std::size_t longest = 1024;
        while (password.size() < longest) {
            char c = 0;
            const ssize_t n = ::read(tty, &c, 1);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0 || c == '\n') {
                ended = n > 0;
                break;
            }
            password += c;
        }
        if (e == echo::no) written = ::write(tty, "\n", 1);
        ::tcsetattr(tty, TCSAFLUSH, &terminal_before);
        terminal_changed = 0;
    }
    ::close(tty);
    if (!ended) return std::unexpected{"none was entered on the terminal"};
    return password;
}

std::string file_name_of(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    if (const auto type = url.rfind(";type="); type != std::string_view::npos) url = url.substr(0, type);
    std::string_view separators = "/:";
    // "//host" is no path
    if (const auto host = url.find("://"); host != std::string_view::npos) {
        separators = "/"; // ":" is a part of a segment
        const auto path = url.find('/', host + 3);
        url = path == std::string_view::npos ? std::string_view{} : url.substr(path);
    }
    return of_permitted_length(safe_name_of(url.substr(url.find_last_of(separators) + 1)));
}

} // namespace uniform::cli
