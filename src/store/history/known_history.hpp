// The history of a store as a process knows it, whatever server or file it finds there next.
//
// Names are never reassigned as long as nobody writes to a history that lacks an acknowledged event. So a process keeps
// the last event that it has seen, and on which timeline of which database cluster of PostgreSQL that was: in memory,
// and in a file of its own, which outlives the process. A store whose history does not continue that event is a stale
// primary, a replica that was promoted without the last events, or an older backup. It is not written to, until an
// administrator confirms its history by an event of its own (store::confirm_history).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/history_head.hpp>

#include "base/mutex.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace store {

/// The kind of the documents by which an administrator confirms a history: the id is the event that it lacks.
inline constexpr std::string_view history_kind = "history";

/// Where a server of PostgreSQL stands among those that were made of one another. Zeros: not known, or SQLite.
struct server_identity {
    std::uint64_t system = 0;   ///< the system identifier of its database cluster
    std::uint32_t timeline = 0; ///< each promotion begins another one
    bool operator==(const server_identity &) const = default;
};

/// The last event that a process has seen, and where.
struct known_head {
    history_head head = {};
    server_identity where = {};
    bool operator==(const known_head &) const = default;
};

/// The content of the file: one line of 128 bytes, in one sector of a disk.
[[nodiscard]] std::string to_line(const known_head &k);
/// The same backwards; nothing for any other text: a torn line, or one of another program.
[[nodiscard]] std::optional<known_head> known_head_from(std::string_view line);

/// Whether a history that ends with `head` has an event. `c` is in a transaction, or the history only grows. Up to two
/// look-ups. Throws failure.
[[nodiscard]] bool has_event(connection &c, const history_head &head, const history_head &wanted);
/// Whether an administrator has confirmed that the history lacks an event. One look-up. Throws failure.
[[nodiscard]] bool is_confirmed(connection &c, const history_head &lost);

/// Used by all threads.
class known_history {
public:
    known_history() = default;
    known_history(const known_history &) = delete;
    known_history &operator=(const known_history &) = delete;
    ~known_history();

    /// Takes over what a file has, and keeps there what is known from now on; empty: no file. One that cannot be read,
    /// or is no regular file, is none; one that cannot be written is read (failed()). Never waits for another process.
    /// Before it is used, once.
    void keep_in(std::string file) UNIFORM_EXCLUDES(mutex_);
    [[nodiscard]] known_head known() const UNIFORM_EXCLUDES(mutex_);
    /// Why the file does not keep what is known; empty: it does, or there is none.
    [[nodiscard]] std::string failed() const UNIFORM_EXCLUDES(mutex_);

    /// Compares the history behind `c`, which ends with `head`, with what is known, and notes its end if it continues
    /// that, or if that was confirmed. Most often no look-up. `c` is in a transaction that writes: nobody else adds
    /// events. Throws failure.
    /// @param where a server of PostgreSQL, whose timeline must not be earlier than the one that is known; noted, too
    /// @return why nothing may be written there: two sentences; empty: it may
    [[nodiscard]] std::string check(connection &c, const history_head &head, const server_identity &where = {})
        UNIFORM_EXCLUDES(mutex_);
    /// The same for a connection outside of a transaction, by which the end of the history is read: after what is
    /// known, so that it is not compared with an event that another thread has added since.
    [[nodiscard]] std::string check_end(connection &c, const server_identity &where = {}) UNIFORM_EXCLUDES(mutex_);
    /// Notes `head` after a commit, if nothing but `before` was known. False: something else is known by now.
    [[nodiscard]] bool advance(const history_head &before, const history_head &head) UNIFORM_EXCLUDES(mutex_);
    /// Takes over what other processes have written to the file.
    void look_at_file() UNIFORM_EXCLUDES(mutex_);

    /// Whether a server is behind the one that is known: on an earlier timeline of the same database cluster.
    [[nodiscard]] bool is_behind(const server_identity &where) const noexcept;
    /// Whether a server is on another timeline of that database cluster: an earlier one, or one that was given up when
    /// an administrator confirmed the history of another server.
    [[nodiscard]] bool is_elsewhere(const server_identity &where) const noexcept;

private:
    void replace(const known_head &k) UNIFORM_REQUIRES(mutex_);
    void write(bool replaces) noexcept UNIFORM_REQUIRES(mutex_);

    mutable base::mutex mutex_;
    known_head known_ UNIFORM_GUARDED_BY(mutex_);
    std::atomic<std::uint64_t> system_{0};   // of known_.where
    std::atomic<std::uint32_t> timeline_{0}; // the same
    std::string failed_ UNIFORM_GUARDED_BY(mutex_);
    std::string path_ UNIFORM_GUARDED_BY(mutex_);
    int file_ UNIFORM_GUARDED_BY(mutex_) = -1;
    bool is_writable_ UNIFORM_GUARDED_BY(mutex_) = false; // the file
};

} // namespace store
} // namespace uniform
