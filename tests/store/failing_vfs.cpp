#include "failing_vfs.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>

#include <sqlite3.h>

#include "store/sqlite/resident_reads.hpp"

namespace uniform::test {

struct failing_vfs::state {
    sqlite3_vfs vfs = {};
    sqlite3_vfs *below = nullptr;
    std::mutex mutex;
    file_fault fault = {};
    std::array<std::uint64_t, file_call_names.size()> counts = {};
    bool fired = false;
    std::vector<disk_event> *log = nullptr;

    bool fails(file_call c) {
        const std::scoped_lock lock(mutex);
        const auto n = ++counts[static_cast<std::size_t>(c)];
        const bool now =
            fault.number != 0 && fault.call == c && (n == fault.number || (fault.lasting && n > fault.number));
        fired = fired || now;
        return now;
    }
    void add(disk_event e) {
        const std::scoped_lock lock(mutex);
        if (log != nullptr) log->push_back(std::move(e));
    }
};

namespace {

using state = failing_vfs::state;

/// SQLite's own part of a file comes first; the file of the system follows in the same memory.
struct wrapped_file {
    sqlite3_file base;
    state *in;
    const char *name; ///< null for a temporary file. SQLite keeps it as long as the file is open.
    bool folder_not_synced;
    [[nodiscard]] sqlite3_file *below() noexcept { return reinterpret_cast<sqlite3_file *>(this + 1); }
};
wrapped_file &wrapped(sqlite3_file *f) noexcept { return *reinterpret_cast<wrapped_file *>(f); }
state &state_of(sqlite3_vfs *v) noexcept { return *static_cast<state *>(v->pAppData); }

void log_write(wrapped_file &w, const void *from, int size, sqlite3_int64 at) {
    if (w.name != nullptr && size > 0)
        w.in->add({.is = disk_event::type::write,
                   .file = w.name,
                   .offset = static_cast<std::uint64_t>(at),
                   .bytes = std::string(static_cast<const char *>(from), static_cast<std::size_t>(size))});
}

int close_file(sqlite3_file *f) {
    auto *below = wrapped(f).below();
    return below->pMethods == nullptr ? SQLITE_OK : below->pMethods->xClose(below);
}
int read_file(sqlite3_file *f, void *to, int size, sqlite3_int64 at) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::read)) {
        std::memset(to, 0xA5, static_cast<std::size_t>(size)); // nobody may use it
        return SQLITE_IOERR_READ;
    }
    return w.below()->pMethods->xRead(w.below(), to, size, at);
}
int write_file(sqlite3_file *f, const void *from, int size, sqlite3_int64 at) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::write)) {
        if (w.in->fault.partial) {
            w.below()->pMethods->xWrite(w.below(), from, size / 2, at);
            log_write(w, from, size / 2, at);
        }
        return w.in->fault.full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    const int code = w.below()->pMethods->xWrite(w.below(), from, size, at);
    if (code == SQLITE_OK) log_write(w, from, size, at);
    return code;
}
int truncate_file(sqlite3_file *f, sqlite3_int64 size) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::truncate)) return SQLITE_IOERR_TRUNCATE;
    const int code = w.below()->pMethods->xTruncate(w.below(), size);
    if (code == SQLITE_OK && w.name != nullptr)
        w.in->add({.is = disk_event::type::truncate,
                   .file = w.name,
                   .offset = static_cast<std::uint64_t>(size),
                   .bytes = {}});
    return code;
}
int sync_file(sqlite3_file *f, int) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::sync)) return SQLITE_IOERR_FSYNC;
    if (w.name == nullptr) return SQLITE_OK;
    w.in->add({.is = disk_event::type::sync, .file = w.name, .offset = 0, .bytes = {}});
    // os_unix.c, unixSync: the first sync of a journal or log that was created syncs its folder.
    if (w.folder_not_synced) w.in->add({.is = disk_event::type::sync_folder, .file = {}, .offset = 0, .bytes = {}});
    w.folder_not_synced = false;
    return SQLITE_OK;
}
int size_of_file(sqlite3_file *f, sqlite3_int64 *size) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::size)) return SQLITE_IOERR_FSTAT;
    return w.below()->pMethods->xFileSize(w.below(), size);
}
int lock_file(sqlite3_file *f, int how) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::lock)) return SQLITE_IOERR_LOCK;
    return w.below()->pMethods->xLock(w.below(), how);
}
int unlock_file(sqlite3_file *f, int how) { return wrapped(f).below()->pMethods->xUnlock(wrapped(f).below(), how); }
int is_reserved(sqlite3_file *f, int *result) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::lock)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return w.below()->pMethods->xCheckReservedLock(w.below(), result);
}
int control_file(sqlite3_file *f, int what, void *with) {
    return wrapped(f).below()->pMethods->xFileControl(wrapped(f).below(), what, with);
}
int sector_size(sqlite3_file *f) { return wrapped(f).below()->pMethods->xSectorSize(wrapped(f).below()); }
int characteristics(sqlite3_file *f) {
    return wrapped(f).below()->pMethods->xDeviceCharacteristics(wrapped(f).below());
}
int map_shared(sqlite3_file *f, int page, int size, int extend, void volatile **at) {
    auto &w = wrapped(f);
    if (w.in->fails(file_call::map)) {
        *at = nullptr;
        return SQLITE_IOERR_SHMMAP;
    }
    return w.below()->pMethods->xShmMap(w.below(), page, size, extend, at);
}
int lock_shared(sqlite3_file *f, int offset, int n, int flags) {
    auto &w = wrapped(f);
    if ((flags & SQLITE_SHM_LOCK) != 0 && w.in->fails(file_call::shared_lock)) return SQLITE_IOERR_SHMLOCK;
    return w.below()->pMethods->xShmLock(w.below(), offset, n, flags);
}
void order_shared(sqlite3_file *f) { wrapped(f).below()->pMethods->xShmBarrier(wrapped(f).below()); }
int unmap_shared(sqlite3_file *f, int remove) {
    return wrapped(f).below()->pMethods->xShmUnmap(wrapped(f).below(), remove);
}

/// Version 2: without mapping of the file itself, which the store does not use.
constexpr sqlite3_io_methods methods = {.iVersion = 2,
                                        .xClose = close_file,
                                        .xRead = read_file,
                                        .xWrite = write_file,
                                        .xTruncate = truncate_file,
                                        .xSync = sync_file,
                                        .xFileSize = size_of_file,
                                        .xLock = lock_file,
                                        .xUnlock = unlock_file,
                                        .xCheckReservedLock = is_reserved,
                                        .xFileControl = control_file,
                                        .xSectorSize = sector_size,
                                        .xDeviceCharacteristics = characteristics,
                                        .xShmMap = map_shared,
                                        .xShmLock = lock_shared,
                                        .xShmBarrier = order_shared,
                                        .xShmUnmap = unmap_shared,
                                        .xFetch = nullptr,
                                        .xUnfetch = nullptr};

int open_wrapped(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out) {
    auto &s = state_of(v);
    auto *w = ::new (static_cast<void *>(f)) wrapped_file{{nullptr}, &s, name, false};
    if (s.fails(file_call::open)) return SQLITE_CANTOPEN;
    int there = 1;
    if (name != nullptr && (flags & SQLITE_OPEN_CREATE) != 0)
        s.below->xAccess(s.below, name, SQLITE_ACCESS_EXISTS, &there);
    std::memset(static_cast<void *>(w->below()), 0, static_cast<std::size_t>(s.below->szOsFile));
    const int code = s.below->xOpen(s.below, name, w->below(), flags, out);
    if (code == SQLITE_OK) w->base.pMethods = &methods;
    if (code == SQLITE_OK && there == 0) {
        s.add({.is = disk_event::type::create, .file = name, .offset = 0, .bytes = {}});
        constexpr int logs = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL;
        w->folder_not_synced = (flags & logs) != 0;
    }
    return code;
}
int remove_wrapped(sqlite3_vfs *v, const char *name, int sync_folder) {
    auto &s = state_of(v);
    if (s.fails(file_call::remove)) return SQLITE_IOERR_DELETE;
    const int code = s.below->xDelete(s.below, name, 0);
    if (code != SQLITE_OK) return code;
    s.add({.is = disk_event::type::remove, .file = name, .offset = 0, .bytes = {}});
    if (sync_folder != 0) s.add({.is = disk_event::type::sync_folder, .file = {}, .offset = 0, .bytes = {}});
    return SQLITE_OK;
}
int look_wrapped(sqlite3_vfs *v, const char *name, int what, int *result) {
    auto &s = state_of(v);
    if (s.fails(file_call::look)) return SQLITE_IOERR_ACCESS;
    return s.below->xAccess(s.below, name, what, result);
}
int full_name(sqlite3_vfs *v, const char *name, int size, char *to) {
    return state_of(v).below->xFullPathname(state_of(v).below, name, size, to);
}
int set_call(sqlite3_vfs *v, const char *name, sqlite3_syscall_ptr call) {
    return state_of(v).below->xSetSystemCall(state_of(v).below, name, call);
}
sqlite3_syscall_ptr get_call(sqlite3_vfs *v, const char *name) {
    return state_of(v).below->xGetSystemCall(state_of(v).below, name);
}
const char *next_call(sqlite3_vfs *v, const char *name) {
    return state_of(v).below->xNextSystemCall(state_of(v).below, name);
}
int last_error(sqlite3_vfs *v, int size, char *to) {
    return state_of(v).below->xGetLastError(state_of(v).below, size, to);
}

} // namespace

failing_vfs::failing_vfs() : state_(std::make_unique<state>()) {
    store::detail::install_resident_reads(); // in the system's file system, below this one
    auto &s = *state_;
    s.below = sqlite3_vfs_find(nullptr);
    if (s.below == nullptr || s.below->iVersion < 3) throw std::runtime_error("SQLite has no file system of version 3");
    s.vfs = *s.below; // randomness, sleep, time, libraries
    s.vfs.zName = "failing";
    s.vfs.pNext = nullptr;
    s.vfs.pAppData = &s;
    s.vfs.szOsFile = static_cast<int>(sizeof(wrapped_file)) + s.below->szOsFile;
    s.vfs.xOpen = open_wrapped;
    s.vfs.xDelete = remove_wrapped;
    s.vfs.xAccess = look_wrapped;
    s.vfs.xFullPathname = full_name;
    s.vfs.xSetSystemCall = set_call;
    s.vfs.xGetSystemCall = get_call;
    s.vfs.xNextSystemCall = next_call;
    s.vfs.xGetLastError = last_error;
    if (sqlite3_vfs_register(&s.vfs, 1) != SQLITE_OK) throw std::runtime_error("the file system cannot be registered");
}

failing_vfs::~failing_vfs() {
    sqlite3_vfs_unregister(&state_->vfs);
    sqlite3_vfs_register(state_->below, 1);
}

void failing_vfs::arm(const file_fault &f) {
    const std::scoped_lock lock(state_->mutex);
    state_->fault = f;
    state_->counts = {};
    state_->fired = false;
}
void failing_vfs::heal() {
    const std::scoped_lock lock(state_->mutex);
    state_->fault = {};
}
bool failing_vfs::fired() const noexcept { return state_->fired; }
std::uint64_t failing_vfs::calls(file_call c) const noexcept { return state_->counts[static_cast<std::size_t>(c)]; }
void failing_vfs::record(std::vector<disk_event> *log) noexcept { state_->log = log; }

} // namespace uniform::test
