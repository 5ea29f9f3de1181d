#include "store/sqlite/resident_reads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <mutex>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace uniform::store::detail {

namespace {

struct thread_reads {
    read_mode mode = read_mode::waiting;
    bool missed = false;
    unsigned worked = 0;
    unsigned failed = 0;
};
thread_local constinit thread_reads of_this_thread;

// For file systems without RWF_NOWAIT, such as overlays of containers: what mincore(2) reports of a mapping that is
// never touched. Between that and the read, the page may leave the memory, which is rare enough.
bool is_in_memory(int fd, std::size_t size, off_t at) noexcept {
    // mincore() reports all pages of a file that this user may not write as resident.
    if ((::fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDWR) return false;
    static const auto page = static_cast<off_t>(::sysconf(_SC_PAGESIZE));
    const off_t begin = at - at % page;
    const std::size_t length = size + static_cast<std::size_t>(at - begin);
    std::array<unsigned char, 32> resident{};
    const auto pages = (length + static_cast<std::size_t>(page) - 1) / static_cast<std::size_t>(page);
    if (pages > resident.size()) return false;
    void *const mapped = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, fd, begin);
    if (mapped == MAP_FAILED) return false;
    const bool known = ::mincore(mapped, length, resident.data()) == 0;
    ::munmap(mapped, length);
    return known && std::all_of(resident.begin(), resident.begin() + static_cast<std::ptrdiff_t>(pages),
                                [](unsigned char r) { return (r & 1U) != 0; });
}

// Bytes, or -1 and an error: EAGAIN, if the page is not in memory.
ssize_t read_resident(int fd, void *to, std::size_t size, off_t at) noexcept {
    const iovec whole{.iov_base = to, .iov_len = size};
    const ssize_t got = ::preadv2(fd, &whole, 1, at, RWF_NOWAIT);
    if (got >= 0 || errno == EAGAIN || errno == EINTR) return got;
    return read_by_mincore(fd, to, size, at);
}

// The page that is read now is in memory afterwards, or the file system cannot tell.
void probe(int fd, off_t at) noexcept {
    char byte = 0;
    if (read_resident(fd, &byte, 1, at) >= 0) {
        ++of_this_thread.worked;
    } else {
        ++of_this_thread.failed;
    }
    // Names are requested in any order: the kernel need not read ahead for this descriptor.
    static_cast<void>(::posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM));
}

ssize_t resident_or_error(int fd, void *to, std::size_t size, off_t at) noexcept {
    const ssize_t got = read_resident(fd, to, size, at);
    if (got < 0 && errno != EINTR) of_this_thread.missed = true;
    return got;
}

// SQLite is compiled with one of these three: Debian's with pread64, others with pread, or with lseek and read.
ssize_t read_next(int fd, void *to, std::size_t size) {
    if (of_this_thread.mode == read_mode::waiting) return ::read(fd, to, size);
    const off_t at = ::lseek(fd, 0, SEEK_CUR);
    const ssize_t got =
        of_this_thread.mode == read_mode::resident ? resident_or_error(fd, to, size, at) : ::read(fd, to, size);
    if (got > 0) static_cast<void>(::lseek(fd, at + got, SEEK_SET));
    if (of_this_thread.mode == read_mode::probing) probe(fd, at);
    return got;
}
ssize_t read_at(int fd, void *to, std::size_t size, off_t at) {
    if (of_this_thread.mode == read_mode::resident) return resident_or_error(fd, to, size, at);
    const ssize_t got = ::pread(fd, to, size, at);
    if (of_this_thread.mode == read_mode::probing) probe(fd, at);
    return got;
}
static_assert(sizeof(off_t) == 8, "pread is pread64");

} // namespace

ssize_t read_by_mincore(int fd, void *to, std::size_t size, off_t at) noexcept {
    if (is_in_memory(fd, size, at)) return ::pread(fd, to, size, at);
    errno = EAGAIN;
    return -1;
}

void install_resident_reads() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        sqlite3_vfs *const vfs = sqlite3_vfs_find(nullptr);
        if (vfs == nullptr || vfs->iVersion < 3 || vfs->xSetSystemCall == nullptr) return;
        // A name that this SQLite does not know is refused, and changes nothing.
        vfs->xSetSystemCall(vfs, "read", reinterpret_cast<sqlite3_syscall_ptr>(&read_next));
        vfs->xSetSystemCall(vfs, "pread", reinterpret_cast<sqlite3_syscall_ptr>(&read_at));
        vfs->xSetSystemCall(vfs, "pread64", reinterpret_cast<sqlite3_syscall_ptr>(&read_at));
    });
}

read_scope::read_scope(read_mode m) noexcept : before_(of_this_thread.mode) { of_this_thread = {.mode = m}; }
read_scope::~read_scope() { of_this_thread.mode = before_; }

bool read_scope::works() const noexcept { return of_this_thread.worked > 0 && of_this_thread.failed == 0; }

bool was_not_resident() noexcept { return of_this_thread.missed; }
void note_not_resident() noexcept { of_this_thread.missed = true; }
read_mode current_read_mode() noexcept { return of_this_thread.mode; }

} // namespace uniform::store::detail
