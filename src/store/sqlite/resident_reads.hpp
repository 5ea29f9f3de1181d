// Reads of SQLite files that take only what is in the page cache of the system, and do not wait for a disk.
//
// SQLite reads its files by a table of system calls that a program may replace (sqlite3_vfs, xSetSystemCall). The
// replaced reads are the same on every thread but one that has asked for `read_mode::resident`: there they are
// preadv2(2) with RWF_NOWAIT. This uses SQLite's own descriptors, of the file and of its write-ahead log alike. A VFS
// of our own would need a second descriptor, and closing any descriptor of a file ends this process's locks on it
// (POSIX); docs/decisions/0016-reads-that-do-not-wait.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace uniform::store::detail {

/// The behaviour of SQLite's reads on one thread.
enum class read_mode : std::uint8_t {
    waiting,  ///< as usual
    probing,  ///< as usual, and it is tried whether `resident` would work
    resident, ///< a page that is not in memory is an error of the statement
};

/// Replaces the system calls, once for the process and before its first connection is opened.
void install_resident_reads() noexcept;

/// The mode of the reads of this thread while the scope lives.
class read_scope {
public:
    explicit read_scope(read_mode m) noexcept;
    ~read_scope();
    read_scope(const read_scope &) = delete;
    read_scope &operator=(const read_scope &) = delete;

    /// For `probing`: whether the file system can tell what is in memory, in every read so far (at least one).
    [[nodiscard]] bool works() const noexcept;

private:
    read_mode before_;
};

/// Reads as a thread with `read_mode::resident` does on file systems without RWF_NOWAIT: by asking mincore(2) first.
/// @return bytes, or -1 and an error: EAGAIN, if not all of it is in memory
[[nodiscard]] ssize_t read_by_mincore(int fd, void *to, std::size_t size, off_t at) noexcept;

/// Whether a page was not in memory, since this thread's last scope began.
[[nodiscard]] bool was_not_resident() noexcept;

/// The mode of this thread, for tests that replace the system calls once more.
[[nodiscard]] read_mode current_read_mode() noexcept;
/// As the replaced system calls do, when the page is not in memory. For such tests.
void note_not_resident() noexcept;

} // namespace uniform::store::detail
