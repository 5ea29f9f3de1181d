// A file system of SQLite's (sqlite3_vfs) on top of the one of the system, for tests: it fails the n-th call of a kind,
// and keeps a log of everything that changes the disk, so that a test can tell what a power loss may leave.
//
// It syncs nothing: these tests end no machine, and the log knows what a sync would have made durable.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::test {

/// The calls of SQLite to a file system, as far as it can fail.
enum class file_call : std::uint8_t { open, read, write, sync, truncate, size, lock, shared_lock, map, remove, look };
inline constexpr std::array<std::string_view, 11> file_call_names = {
    "open", "read", "write", "sync", "truncate", "size", "lock", "shared_lock", "map", "remove", "look"};

/// A call that fails.
struct file_fault {
    file_call call = file_call::read;
    std::uint64_t number = 0; ///< of the call among those of its kind, from 1; 0: none fails
    bool lasting = false;     ///< every later one of the kind fails, too
    bool full = false;        ///< a write fails with SQLITE_FULL, not with SQLITE_IOERR_WRITE
    bool partial = false;     ///< a write changes the first half of its bytes before it fails
};

/// One change of the disk.
struct disk_event {
    enum class type : std::uint8_t {
        create,      ///< of a file; durable when its folder was synced
        write,       ///< durable when the file was synced
        truncate,    ///< the same
        remove,      ///< durable when the folder was synced
        sync,        ///< of a file
        sync_folder, ///< of the folder in which all files are
        note         ///< the test's own: `offset` is its number
    };
    type is = type::write;
    std::string file = {};
    std::uint64_t offset = 0; ///< of a write; of a truncation the new size
    std::string bytes = {};
};

/// The default file system of SQLite as long as it lives. One at a time; no connection is open when it begins and ends.
class failing_vfs {
public:
    failing_vfs();
    ~failing_vfs();
    failing_vfs(const failing_vfs &) = delete;
    failing_vfs &operator=(const failing_vfs &) = delete;

    /// Counts the calls of each kind from 1 again, and fails one of them.
    void arm(const file_fault &f);
    /// From now on, no call fails.
    void heal();
    /// Whether a call has failed since arm().
    [[nodiscard]] bool fired() const noexcept;
    /// The calls of a kind since arm().
    [[nodiscard]] std::uint64_t calls(file_call c) const noexcept;

    /// Keeps what changes the disk in `log`, or stops to (null).
    void record(std::vector<disk_event> *log) noexcept;

    struct state;

private:
    std::unique_ptr<state> state_;
};

} // namespace uniform::test
