// The basic idea: an external merge sort. Records are collected in memory; when they are too many, they are sorted and
// written behind the parts before. In the end all parts are read at once, each through a buffer of its own, and a heap
// has the part whose first record comes next.
//
// INVARIANT: a part in heap_ has its first record whole in its buffer.
// INVARIANT: parts_ is empty as long as everything fits in memory; after sort(), either parts_ or places_ is empty.
#include "service/lists/sorted_records.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/base/assertion.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/location.hpp>

namespace uniform::service {

namespace {

constexpr std::size_t read_at_once = std::size_t{64} << 10U;
constexpr std::size_t write_at_once = std::size_t{256} << 10U;

// The sizes and the number before a record in the file, as the machine has them.
struct head {
    std::uint64_t number;
    std::uint32_t key_size;
    std::uint32_t content_size;
};

bool comes_before(const sorted_records::record &a, const sorted_records::record &b) noexcept {
    const int c = a.key.compare(b.key);
    return c != 0 ? c < 0 : a.number < b.number;
}

// A file that no other process sees, and that ends with its descriptor. -1 with errno.
int open_file_without_name(const std::filesystem::path &folder) {
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    // Not all file systems have such files.
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return file;
    std::string path = (folder / "uniform-sort-XXXXXX").string();
    const int named = ::mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0) (void)::unlink(path.c_str());
    return named;
}

} // namespace

sorted_records::~sorted_records() {
    if (file_ >= 0) (void)::close(file_);
}

void sorted_records::fail(const char *doing, int error) const {
    const bool is_full =
        error == ENOSPC || error == EDQUOT || error == EFBIG || error == EACCES || error == EROFS || error == EPERM;
    throw store::failure(is_full ? store::failure_kind::full : store::failure_kind::unavailable,
                         "the temporary file for sorting, in the folder " + folder_.string() + ", cannot be " + doing +
                             ": " + std::system_category().message(error));
}

std::size_t sorted_records::in_memory() const noexcept {
    std::size_t bytes = memory_bytes_.capacity() + places_.capacity() * sizeof(place);
    for (const part &p : parts_) bytes += p.buffer.capacity();
    return bytes;
}

sorted_records::record sorted_records::at(const place &p) const noexcept {
    const std::string_view bytes{memory_bytes_};
    return {.key = bytes.substr(p.offset, p.key_size),
            .number = p.number,
            .content = bytes.substr(p.offset + p.key_size, p.content_size)};
}

void sorted_records::add(std::string_view key, std::uint64_t number, std::string_view content) {
    UNIFORM_ASSERT(heap_.empty() && next_place_ == 0); // before sort()
    const std::size_t size = key.size() + content.size();
    if (!places_.empty() && memory_bytes_.size() + size + (places_.size() + 1) * sizeof(place) > memory_) write_part();
    places_.push_back({.offset = memory_bytes_.size(),
                       .number = number,
                       .key_size = static_cast<std::uint32_t>(key.size()),
                       .content_size = static_cast<std::uint32_t>(content.size())});
    memory_bytes_.append(key).append(content);
    bytes_ += size;
}

void sorted_records::sort_memory() {
    std::ranges::sort(places_, [this](const place &a, const place &b) { return comes_before(at(a), at(b)); });
}

void sorted_records::write_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(written_));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail("written", errno);
        written_ += static_cast<std::uint64_t>(n);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void sorted_records::write_part() {
    if (file_ < 0) file_ = open_file_without_name(folder_);
    if (file_ < 0) fail("made", errno);
    sort_memory();
    const std::uint64_t begin = written_;
    std::string out;
    out.reserve(write_at_once);
    for (const place &p : places_) {
        const record r = at(p);
        const head h{.number = r.number, .key_size = p.key_size, .content_size = p.content_size};
        std::array<char, sizeof h> bytes{};
        std::memcpy(bytes.data(), &h, sizeof h);
        out.append(bytes.data(), bytes.size()).append(r.key).append(r.content);
        if (out.size() < write_at_once) continue;
        write_bytes(out);
        out.clear();
    }
    write_bytes(out);
    parts_.push_back({.at = begin, .end = written_});
    places_.clear();
    memory_bytes_.clear();
}

// At least `size` bytes from the beginning of the first record on.
void sorted_records::fill(part &p, std::size_t size) {
    if (p.buffer.size() - p.begin >= size) return;
    p.buffer.erase(0, p.begin);
    p.begin = 0;
    const std::size_t had = p.buffer.size();
    const std::uint64_t more = std::min<std::uint64_t>(p.end - p.at, std::max(read_at_once, size) - had);
    p.buffer.resize(had + more);
    for (std::size_t done = had; done < p.buffer.size();) {
        const ssize_t n =
            ::pread(file_, p.buffer.data() + done, p.buffer.size() - done, static_cast<off_t>(p.at + done - had));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) fail("read", n < 0 ? errno : EIO);
        done += static_cast<std::size_t>(n);
    }
    p.at += more;
    if (p.buffer.size() < size) fail("read", EIO);
}

bool sorted_records::read_first(part &p) {
    p.begin += std::exchange(p.first_size, 0);
    if (p.begin == p.buffer.size() && p.at == p.end) return false;
    head h{};
    fill(p, sizeof h);
    std::memcpy(&h, p.buffer.data() + p.begin, sizeof h);
    p.first_size = sizeof h + h.key_size + h.content_size;
    fill(p, p.first_size);
    const std::string_view bytes = std::string_view(p.buffer).substr(p.begin + sizeof h);
    p.first = {
        .key = bytes.substr(0, h.key_size), .number = h.number, .content = bytes.substr(h.key_size, h.content_size)};
    return true;
}

void sorted_records::sort() {
    if (parts_.empty()) return sort_memory();
    if (!places_.empty()) write_part();
    memory_bytes_ = {};
    places_ = {};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (read_first(parts_[i])) heap_.push_back(i);
    }
    std::ranges::make_heap(
        heap_, [this](std::size_t a, std::size_t b) { return comes_before(parts_[b].first, parts_[a].first); });
}

std::optional<sorted_records::record> sorted_records::next() {
    if (parts_.empty()) {
        if (next_place_ == places_.size()) return std::nullopt;
        return at(places_[next_place_++]);
    }
    const auto later = [this](std::size_t a, std::size_t b) { return comes_before(parts_[b].first, parts_[a].first); };
    if (std::exchange(has_given_, !heap_.empty()) && !heap_.empty()) {
        std::ranges::pop_heap(heap_, later);
        if (read_first(parts_[heap_.back()])) {
            std::ranges::push_heap(heap_, later);
        } else {
            heap_.pop_back();
        }
    }
    if (heap_.empty()) return std::nullopt;
    return parts_[heap_.front()].first;
}

bool has_free_bytes(const std::filesystem::path &folder, std::uint64_t bytes) {
    std::error_code e;
    const auto space = std::filesystem::space(folder, e);
    return e || space.available >= bytes;
}

std::filesystem::path folder_for_sorting(std::string_view location) {
    if (!store::is_postgresql(location)) {
        const auto folder = std::filesystem::path(store::path_of(location)).parent_path();
        return folder.empty() ? "." : folder;
    }
    const char *const set = std::getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): nothing sets it
    return set != nullptr && *set != '\0' ? set : "/var/tmp";
}

} // namespace uniform::service
