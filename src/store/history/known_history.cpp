// The basic idea: what is known only grows, along one history. check() compares it with a history that was read, and
// advance() with what the caller has read before its commit, so that no thread can replace what another one has learned
// elsewhere.
//
// INVARIANT: known_ is replaced by an event that continues it, or by the end of a history in which an administrator has
// confirmed that it lacks known_.
//
// The file has one line, written at its beginning by one pwrite(2) and never synced: it survives the process, and a
// crash of the machine leaves an older line, which protects less. Processes with one file share what they know; each
// leaves a later event of another one there. A line that is torn, or of something else, is not known at all.
#include "store/history/known_history.hpp"

#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uniform/base/hex.hpp>

#include "store/history/history_reader.hpp"

namespace uniform::store {

namespace {

constexpr std::string_view format = "uniform-1";
constexpr std::size_t line_size = 128;
constexpr std::size_t check_digits = 8;

std::string check_of(std::string_view text) { return base::to_hex(detail::sha256(text)).substr(0, check_digits); }

// The next word of fixed size, as a number.
std::optional<std::uint64_t> take_number(std::string_view &rest, std::size_t digits) {
    if (rest.size() < digits + 1) return std::nullopt;
    std::uint64_t n = 0;
    for (const char c : rest.substr(0, digits)) {
        const int value = base::hex_value_or(c, -1);
        if (value < 0) return std::nullopt;
        n = n << 4U | static_cast<std::uint64_t>(value);
    }
    rest.remove_prefix(digits + 1);
    return n;
}

// @param file that keeps what is known; empty: none does. Others see the text, and the folder is not for them.
std::string refusal_of(const known_head &known, const history_head &head, const server_identity &where, bool behind,
                       std::string_view file) {
    const std::string lost = to_string(known.head);
    const bool empty = head.first == 0;
    const std::string what =
        behind ? "the database server is on timeline " + std::to_string(where.timeline) +
                     ", and this program has used timeline " + std::to_string(known.where.timeline) +
                     " of the same database: it is a former primary, which ends with event " + to_string(head)
               : (empty ? "the store is empty" : "the history of the store ends with event " + to_string(head)) +
                     " and does not have event " + lost + ", which was acknowledged";
    std::string until = ". Nothing is written until the store with that event is back, or, if it is lost, until an "
                        "administrator runs `uniform store confirm-history " +
                        lost + "`";
    // Who gives up a store and begins with another one at the same place has lost nothing.
    if (empty && !behind && !file.empty()) {
        until += ". If this is a new store on purpose, stop the service and delete the file " +
                 std::string(file.substr(file.rfind('/') + 1)) + ", which keeps that event of the former one";
    }
    return what + until;
}

// The line at the beginning of an open file.
std::optional<known_head> line_of(int file) {
    std::string line(line_size, '\0');
    const auto size = ::pread(file, line.data(), line.size(), 0);
    if (size != static_cast<ssize_t>(line.size())) return std::nullopt;
    return known_head_from(line);
}

// O_NONBLOCK: to open a FIFO does not wait for whoever may never come.
int open_without_waiting(const std::string &path, int how) noexcept {
    return ::open(path.c_str(), how | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0640);
}

bool is_regular(int file, struct stat &is) noexcept { return ::fstat(file, &is) == 0 && S_ISREG(is.st_mode); }

} // namespace

std::string to_line(const known_head &k) {
    std::string line{format};
    line += ' ' + base::to_hex(k.head.first, 16) + ' ' + base::to_hex(k.head.second) + ' ';
    line += base::to_hex(k.where.system, 16) + ' ' + base::to_hex(k.where.timeline, 8) + ' ';
    line += check_of(line);
    line.resize(line_size - 1, ' ');
    return line += '\n';
}

std::optional<known_head> known_head_from(std::string_view line) {
    if (line.size() != line_size || !line.starts_with(format)) return std::nullopt;
    std::string_view rest = line.substr(format.size() + 1);
    const auto number = take_number(rest, 16);
    const auto hash = rest.size() < 65 ? std::nullopt : history_head_from("0:" + std::string(rest.substr(0, 64)));
    if (!number || !hash) return std::nullopt;
    rest.remove_prefix(65);
    const auto system = take_number(rest, 16);
    const auto timeline = take_number(rest, 8);
    if (!system || !timeline) return std::nullopt;
    const known_head k{{*number, hash->second}, {*system, static_cast<std::uint32_t>(*timeline)}};
    return to_line(k) == line ? std::optional(k) : std::nullopt;
}

bool has_event(connection &c, const history_head &head, const history_head &wanted) {
    if (wanted.first >= head.first) return wanted == head;
    if (wanted.first == 0) return wanted.second == digest{}; // before the first event
    std::uint64_t last = 0;
    std::string hash;
    c.run("SELECT first, count, head FROM history WHERE first <= $1 ORDER BY first DESC LIMIT 1",
          {static_cast<std::int64_t>(wanted.first)}, [&](const row &r) {
              last = static_cast<std::uint64_t>(r.integer(0)) + static_cast<std::uint64_t>(r.integer(1)) - 1;
              hash = r.bytes(2);
              return false;
          });
    if (last < wanted.first) return false;
    // Most often it is the last one of its commit, whose hash needs no other.
    if (last == wanted.first) return hash == detail::bytes_of(wanted.second);
    const auto segment = detail::segment_of(c, wanted.first);
    return segment && segment->at(wanted.first).hash == wanted.second;
}

bool is_confirmed(connection &c, const history_head &lost) {
    bool is = false;
    const std::string id = to_string(lost);
    c.run("SELECT 1 FROM documents WHERE kind = $1 AND id = $2", {history_kind, std::string_view(id)},
          [&](const row &) {
              is = true;
              return false;
          });
    return is;
}

void known_history::keep_in(std::string file) {
    if (file.empty()) return;
    const base::scoped_lock lock(mutex_);
    path_ = std::move(file);
    file_ = open_without_waiting(path_, O_RDWR | O_CREAT);
    is_writable_ = file_ >= 0;
    if (!is_writable_) {
        failed_ = "cannot be opened for writing: " + std::generic_category().message(errno);
        file_ = open_without_waiting(path_, O_RDONLY);
    }
    if (file_ < 0) return;
    struct stat is{};
    if (!is_regular(file_, is)) {
        failed_ = "is no regular file";
        ::close(file_);
        file_ = -1;
        return;
    }
    if (const auto there = line_of(file_)) {
        replace(*there);
    } else if (is.st_size != 0 && is_writable_) {
        failed_ = "has no line of this program, and is overwritten";
    }
}

known_history::~known_history() {
    const base::scoped_lock lock(mutex_);
    if (file_ >= 0) ::close(file_);
}

known_head known_history::known() const {
    const base::scoped_lock lock(mutex_);
    return known_;
}

std::string known_history::failed() const {
    const base::scoped_lock lock(mutex_);
    return failed_.empty() ? failed_ : "the file " + path_ + " " + failed_;
}

bool known_history::is_behind(const server_identity &where) const noexcept {
    return where.system != 0 && where.system == system_ && where.timeline < timeline_;
}

bool known_history::is_elsewhere(const server_identity &where) const noexcept {
    return where.system != 0 && where.system == system_ && where.timeline != timeline_;
}

void known_history::replace(const known_head &k) {
    known_ = k;
    timeline_ = 0; // so that nothing is compared with the timeline of another system
    system_ = k.where.system;
    timeline_ = k.where.timeline;
}

// @param replaces also an event of another process that is later: its loss was confirmed
void known_history::write(bool replaces) noexcept {
    if (file_ < 0 || !is_writable_) return;
    try {
        if (const auto there = line_of(file_); there && !replaces && there->head.first > known_.head.first) return;
        const std::string line = to_line(known_);
        const auto size = ::pwrite(file_, line.data(), line.size(), 0);
        if (size == static_cast<ssize_t>(line.size())) {
            failed_.clear();
        } else {
            failed_ = "cannot be written: " + std::generic_category().message(size < 0 ? errno : ENOSPC);
        }
    } catch (const std::exception &) { // no memory: the commit is done, and the next one writes the file
        return;
    }
}

std::string known_history::check(connection &c, const history_head &head, const server_identity &where) {
    for (;;) {
        const known_head before = known();
        const bool is_behind_it = is_behind(where);
        const bool continues = !is_behind_it && has_event(c, head, before.head);
        const bool confirmed = !continues && head.first != 0 && is_confirmed(c, before.head);
        const base::scoped_lock lock(mutex_);
        if (!continues && !confirmed) return refusal_of(before, head, where, is_behind_it, path_);
        if (known_ != before) continue; // another thread has learned more
        known_head next = before;
        if (confirmed || head.first > before.head.first) next.head = head;
        if (where.system != 0) next.where = where;
        if (next == before) return {};
        replace(next);
        write(confirmed);
        return {};
    }
}

std::string known_history::check_end(connection &c, const server_identity &where) {
    for (;;) {
        const known_head before = known();
        std::string why = check(c, detail::head_of(c), where);
        if (why.empty() || known() == before) return why;
    }
}

bool known_history::advance(const history_head &before, const history_head &head) {
    const base::scoped_lock lock(mutex_);
    if (known_.head == head) return true;
    if (known_.head != before) return false;
    known_.head = head;
    write(false);
    return true;
}

void known_history::look_at_file() {
    const base::scoped_lock lock(mutex_);
    if (file_ < 0) return;
    if (const auto there = line_of(file_); there && there->head.first > known_.head.first) replace(*there);
}

std::optional<history_head> head_noted_in(const std::string &file) {
    const int f = open_without_waiting(file, O_RDONLY);
    if (f < 0) return std::nullopt;
    struct stat is{};
    const auto line = is_regular(f, is) ? line_of(f) : std::nullopt;
    ::close(f);
    return line ? std::optional(line->head) : std::nullopt;
}

} // namespace uniform::store
