// A disk that holds every read of SQLite until it is released, and of which nothing is in memory: for tests.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>

#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "store/sqlite/resident_reads.hpp"

namespace uniform::test {

/// Replaces SQLite's system call as long as it lives. One at a time; no connection is open when it begins and ends.
class slow_disk {
public:
    slow_disk() {
        store::detail::install_resident_reads();
        waiters() = readers() = failures() = 0;
        sqlite3_vfs *const vfs = sqlite3_vfs_find(nullptr);
        for (const char *name : {"pread", "pread64"}) {
            before() = reinterpret_cast<call *>(vfs->xGetSystemCall(vfs, name));
            vfs->xSetSystemCall(vfs, name, reinterpret_cast<sqlite3_syscall_ptr>(&read_held));
        }
    }
    ~slow_disk() {
        release();
        sqlite3_vfs *const vfs = sqlite3_vfs_find(nullptr);
        for (const char *name : {"pread", "pread64"})
            vfs->xSetSystemCall(vfs, name, reinterpret_cast<sqlite3_syscall_ptr>(before()));
    }
    slow_disk(const slow_disk &) = delete;
    slow_disk &operator=(const slow_disk &) = delete;

    /// From now on, reads wait; those that may not wait fail.
    void hold() { held() = true; }
    void release() {
        held() = false;
        held().notify_all();
    }
    /// The number of reads that wait now, and of those that have failed because they may not.
    [[nodiscard]] int waiting() const { return waiters(); }
    [[nodiscard]] int failed() const { return failures(); }
    /// Those of `waiting` whose threads have the lowest priority: the service's readers, not what it does in the
    /// background.
    [[nodiscard]] int readers_waiting() const { return readers(); }

private:
    using call = ssize_t(int, void *, std::size_t, off_t);
    static call *&before() {
        static call *c = nullptr;
        return c;
    }
    static std::atomic<bool> &held() {
        static std::atomic<bool> is{false};
        return is;
    }
    static std::atomic<int> &waiters() {
        static std::atomic<int> n{0};
        return n;
    }
    static std::atomic<int> &readers() {
        static std::atomic<int> n{0};
        return n;
    }
    static std::atomic<int> &failures() {
        static std::atomic<int> n{0};
        return n;
    }
    static ssize_t read_held(int fd, void *to, std::size_t size, off_t at) {
        if (held()) {
            if (store::detail::current_read_mode() == store::detail::read_mode::resident) {
                ++failures();
                store::detail::note_not_resident();
                errno = EAGAIN;
                return -1;
            }
            const int reader = ::getpriority(PRIO_PROCESS, 0) == 19 ? 1 : 0; // of this thread, on Linux
            readers() += reader;
            ++waiters();
            held().wait(true);
            --waiters();
            readers() -= reader;
        }
        return before()(fd, to, size, at);
    }
};

} // namespace uniform::test
