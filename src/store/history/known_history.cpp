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

std::string refusal_of(const known_head &known, const history_head &head, const server_identity &where, bool behind) {
    const std::string lost = to_string(known.head);
    const std::string what =
        behind ? "the database server is on timeline " + std::to_string(where.timeline) +
                     ", and this program has used timeline " + std::to_string(known.where.timeline) +
                     " of the same database: it is a former primary, which ends with event " + to_string(head)
               : "the history of the store ends with event " + to_string(head) + " and does not have event " + lost +
                     ", which was acknowledged";
    return what +
           ". Nothing is written until the store with that event is back, or, if it is lost, until an "
           "administrator runs `uniform store confirm-history " +
           lost + "`";
}

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
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
    if (file_ < 0) failed_ = "cannot be opened: " + std::generic_category().message(errno);
    if (file_ < 0) file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) return;
    struct stat is{};
    const bool has_content = ::fstat(file_, &is) == 0 && is.st_size != 0;
    if (const auto there = read()) {
        replace(*there);
    } else if (has_content) {
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

std::optional<known_head> known_history::read() {
    std::string line(line_size, '\0');
    const auto size = ::pread(file_, line.data(), line.size(), 0);
    if (size != static_cast<ssize_t>(line.size())) return std::nullopt;
    return known_head_from(line);
}

// @param replaces also an event of another process that is later: its loss was confirmed
void known_history::write(bool replaces) noexcept {
    if (file_ < 0) return;
    try {
        if (const auto there = read(); there && !replaces && there->head.first > known_.head.first) return;
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
        if (!continues && !confirmed) return refusal_of(before, head, where, is_behind_it);
        const base::scoped_lock lock(mutex_);
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
    if (const auto there = read(); there && there->head.first > known_.head.first) replace(*there);
}

} // namespace uniform::store
