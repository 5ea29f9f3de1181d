// A file with an export of a history: one that grows is read on from where it ended, one that was replaced from its
// beginning. A line without an end is not there yet.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <variant>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http/server/follower.hpp"
#include "http/server/history_intake.hpp"

namespace uniform::http {

namespace {

constexpr std::size_t block = std::size_t{1} << 20U;
constexpr std::size_t longest_line = std::size_t{128} << 20U;

[[noreturn]] void throw_error(const std::string &path, int error) {
    throw std::runtime_error(path + ": " + std::generic_category().message(error));
}

// Closes it.
class open_file {
public:
    explicit open_file(const std::string &path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (number_ < 0) throw_error(path, errno);
    }
    ~open_file() { ::close(number_); }
    open_file(const open_file &) = delete;
    open_file &operator=(const open_file &) = delete;
    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

// A file and its content: another file, or one that was written since, has another version.
struct version {
    dev_t device = 0;
    ino_t node = 0;
    off_t size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;

    [[nodiscard]] bool is_same_file(const version &o) const noexcept { return device == o.device && node == o.node; }
    friend bool operator==(const version &, const version &) = default;
};

version version_of(const open_file &f, const std::string &path) {
    struct stat s{};
    if (::fstat(f.number(), &s) != 0) throw_error(path, errno);
    if (!S_ISREG(s.st_mode)) throw std::runtime_error(path + " is no file");
    return {.device = s.st_dev,
            .node = s.st_ino,
            .size = s.st_size,
            .seconds = s.st_mtim.tv_sec,
            .nanoseconds = s.st_mtim.tv_nsec};
}

// The event with which an export ends, by its last line; 0: it does not say.
std::uint64_t announced_end(const open_file &f, const std::string &path) {
    constexpr off_t longest = 512;
    const off_t size = version_of(f, path).size;
    std::string text(static_cast<std::size_t>(std::min(size, longest)), '\0');
    const ssize_t got = ::pread(f.number(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
    std::string_view line = std::string_view(text).substr(0, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (!line.ends_with('\n')) return 0;
    line.remove_suffix(1);
    line.remove_prefix(line.rfind('\n') + 1); // from its beginning, if no line ends before it
    try {
        const auto last = service::read_history_line(line, {});
        const auto *const finish = std::get_if<service::history_finish>(&last);
        return finish == nullptr ? 0 : finish->head.first;
    } catch (const store::other_history &) {
        return 0; // the reading of the line says why it is none
    }
}

class of_file final : public history_source {
public:
    of_file(store::store &s, std::string path) : path_(std::move(path)), intake_(s, secrets_in_history::accepted) {}

    bool pull(bool /*waits*/, const std::stop_token &end, const std::function<void()> &progress) override {
        intake_.check_store();
        const open_file f(path_);
        const version now = version_of(f, path_);
        if (refused_ && now == seen_) throw store::other_history(*refused_);
        if (!now.is_same_file(seen_) || now.size < offset_) offset_ = 0;
        if (offset_ != 0 && now == seen_) return false;
        const bool goes_on = offset_ != 0;
        seen_ = now;
        refused_.reset();
        try {
            if (!goes_on) intake_.begin();
            announced_ = announced_end(f, path_);
            progress();
            return read(f, end, progress);
        } catch (const store::other_history &e) {
            offset_ = 0;
            if (goes_on) return true; // another file was written into it: from its beginning
            refused_ = e.what();
            throw;
        } catch (...) {
            offset_ = 0;
            throw;
        }
    }
    void check_store() override { intake_.check_store(); }
    [[nodiscard]] std::uint64_t events() const noexcept override {
        return std::max({here(), intake_.end() ? intake_.end()->first : 0, announced_});
    }
    [[nodiscard]] std::uint64_t here() const noexcept override { return intake_.here().first; }

private:
    bool read(const open_file &f, const std::stop_token &end, const std::function<void()> &progress) {
        const off_t began = offset_;
        std::string text;
        for (off_t at = offset_; !end.stop_requested();) {
            const std::size_t kept = text.size();
            text.resize(kept + block);
            const ssize_t got = ::pread(f.number(), text.data() + kept, block, at);
            if (got < 0 && errno != EINTR) throw_error(path_, errno);
            text.resize(kept + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
            if (got == 0) break;
            at += std::max<ssize_t>(got, 0);
            std::size_t line = 0;
            for (std::size_t to = 0; (to = text.find('\n', line)) != std::string::npos; line = to + 1) {
                intake_.take(std::string_view(text).substr(line, to - line));
            }
            text.erase(0, line);
            offset_ = at - static_cast<off_t>(text.size());
            if (line != 0) progress();
            if (text.size() > longest_line) throw store::other_history("a line of " + path_ + " is too long");
        }
        if (end.stop_requested()) throw std::runtime_error("the service ends");
        announced_ = 0;
        intake_.finish();
        return offset_ != began;
    }

    const std::string path_;
    history_intake intake_;
    version seen_ = {};
    off_t offset_ = 0;            // after the last line that was taken
    std::uint64_t announced_ = 0; // the end of the history that is being read
    std::optional<std::string> refused_ = {};
};

} // namespace

std::unique_ptr<history_source> history_of_file(store::store &s, std::string path) {
    return std::make_unique<of_file>(s, std::move(path));
}

} // namespace uniform::http
