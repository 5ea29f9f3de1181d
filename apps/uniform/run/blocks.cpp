#include "run/blocks.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace uniform::cli {

namespace {

constexpr std::size_t least_row = std::size_t{1} << 20; // the limit of a row is not less
// As much as stays in the second-level cache together with the output.
constexpr std::size_t block_size = std::size_t{256} << 10;

void reserve(block &b, std::size_t capacity) {
    if (b.capacity >= capacity) return;
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (b.size != 0) std::memcpy(larger.get(), b.buffer.get(), b.size);
    b.buffer = std::move(larger);
    b.capacity = capacity;
}

const char *last(std::string_view text, char c) {
    return static_cast<const char *>(::memrchr(text.data(), c, text.size()));
}

// Whether a read would return at once: a block of a slow source is returned although it is not full.
bool more_is_there(int descriptor) {
    pollfd ready{descriptor, POLLIN, 0};
    return ::poll(&ready, 1, 0) > 0;
}

} // namespace

block_reader::block_reader(const batch_options &o, std::size_t skip)
    : from_arguments_{o.arguments.size() > skip},
      skipped_{skip},
      files_{o.files},
      separator_{o.null ? '\0' : '\n'},
      lines_{!o.null},
      in_pairs_{o.null && o.pairs},
      is_table_{o.has_rows()} {
    if (o.csv) records_.emplace(o.delimiter.empty() ? ',' : o.delimiter[0], true);
    for (std::size_t i = skip; i < o.arguments.size(); ++i) {
        arguments_ += o.arguments[i];
        arguments_ += '\0';
    }
    if (!from_arguments_ && files_.empty()) files_.emplace_back("-");
    // Two fields, a TAB, CR, and one byte more than is allowed, so that the parser can refuse it.
    longest_ = std::size_t{o.max_length} * (o.pairs && lines_ ? 2 : 1) + 3;
    if (is_table_) longest_ = std::max(4 * longest_, least_row); // a row has other fields, too
}

block_reader::~block_reader() { close(); }

void block_reader::close() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    descriptor_ = -1;
}

bool block_reader::next(block &b) {
    b.size = 0;
    b.truncated = false;
    b.opens_source = false;
    b.skipped = 0;
    b.failure = 0;
    b.fault.clear();
    b.separator = separator_;
    b.lines = lines_;
    if (from_arguments_) {
        from_arguments_ = false;
        reserve(b, arguments_.size());
        std::memcpy(b.buffer.get(), arguments_.data(), arguments_.size());
        b.size = arguments_.size();
        b.separator = '\0';
        b.lines = false;
        b.name = "<argument>";
        b.source = files_.size();
        b.before = skipped_;
        b.opens_source = true;
        return true;
    }
    for (;;) {
        if (descriptor_ < 0) {
            if (next_file_ == files_.size()) return false;
            if (!open_next(b)) return true;
        }
        b.source = next_file_ - 1;
        b.name = files_[b.source] == "-" ? std::string_view{"<stdin>"} : std::string_view{files_[b.source]};
        if (read_block(b)) return true;
        close();
    }
}

// False with b.failure when it cannot be opened.
bool block_reader::open_next(block &b) {
    const std::string &name = files_[next_file_++];
    descriptor_ = name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    input_.open(descriptor_, lines_);
    at_start_ = true;
    ended_ = false;
    failure_ = 0;
    discarding_ = false;
    carry_.clear();
    if (descriptor_ >= 0) return true;
    b.failure = errno;
    b.source = next_file_ - 1;
    b.name = name;
    return false;
}

// The number of bytes of the text that are whole inputs (pairs of them with -0 --pairs).
std::size_t block_reader::whole_inputs(std::string_view text) const {
    if (records_) return records_->whole_records(text);
    const char *end = last(text, separator_);
    if (end == nullptr) return 0;
    std::size_t size = static_cast<std::size_t>(end - text.data()) + 1;
    if (in_pairs_ && std::ranges::count(text.substr(0, size), separator_) % 2 != 0) {
        end = last(text.substr(0, size - 1), separator_);
        size = end == nullptr ? 0 : static_cast<std::size_t>(end - text.data()) + 1;
    }
    return size;
}

bool block_reader::hand_over(block &b, std::size_t size) {
    carry_.assign(b.buffer.get() + size, b.size - size);
    b.size = size;
    b.fault = input_.take_fault();
    b.opens_source = at_start_;
    at_start_ = false;
    return true;
}

// False at the end of the source.
bool block_reader::read_block(block &b) {
    const std::size_t room = std::max(block_size, carry_.size() + block_size / 4);
    if (b.capacity > 2 * room) b.capacity = 0; // one long input must not make every later block large
    reserve(b, room);
    std::memcpy(b.buffer.get(), carry_.data(), carry_.size());
    b.size = carry_.size();
    carry_.clear();
    std::size_t looked_at = 0; // there is no separator before it
    for (;;) {
        if (discarding_) discard_input(b, b.size);
        if (ended_) {
            if (b.size != 0) { // the last input has no end of its own
                if (b.buffer[b.size - 1] != separator_) {
                    reserve(b, b.size + 1);
                    b.buffer[b.size++] = separator_;
                }
                return hand_over(b, b.size);
            }
            b.failure = std::exchange(failure_, 0);
            return b.failure != 0;
        }
        if (b.size + 1 >= b.capacity) { // not one whole input in it: a larger buffer, up to the limit
            const std::size_t most = in_pairs_ ? 2 * longest_ : longest_;
            if (b.size > most) {
                if (is_table_) return refuse_row(b);
                if (overflow(b)) return hand_over(b, b.size);
                continue;
            }
            reserve(b, std::min(2 * b.capacity, most + block_size));
        }
        const ssize_t n = input_.read(b.buffer.get() + b.size, b.capacity - 1 - b.size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            failure_ = n < 0 ? errno : 0;
            ended_ = true;
            continue;
        }
        b.size += static_cast<std::size_t>(n);
        if (at_start_ && lines_ && b.size >= 3 && looked_at == 0 && b.text().starts_with("\xEF\xBB\xBF")) {
            b.size -= 3; // a byte order mark
            b.skipped = 3;
            std::memmove(b.buffer.get(), b.buffer.get() + 3, b.size);
            looked_at = 0;
        }
        if (b.size + 1 < b.capacity && more_is_there(descriptor_)) continue;
        const std::size_t from = in_pairs_ || records_ ? 0 : looked_at;
        // A long record is not read again for each of its pieces.
        if (records_ && looked_at > block_size && b.size < 2 * looked_at) continue;
        const std::size_t whole = whole_inputs(b.text().substr(from));
        if (whole != 0) return hand_over(b, from + whole);
        looked_at = b.size;
    }
}

// Nothing can be said of the rows behind one that is too long: its end may be in its middle.
bool block_reader::refuse_row(block &b) {
    b.size = 0;
    carry_.clear();
    ended_ = true;
    hand_over(b, 0);
    b.fault = "a row has more than " + std::to_string(longest_) +
              " octets, perhaps because a quotation mark is not closed; it and all behind it are left out";
    return true;
}

// Cuts an input that is longer than the limit; the rest of it will be discarded. False if the block needs the other
// input of a pair.
bool block_reader::overflow(block &b) {
    const bool first_of_pair = in_pairs_ && b.text().find(separator_) == std::string_view::npos;
    if (!in_pairs_ || first_of_pair) b.size = longest_;
    b.buffer[b.size++] = separator_;
    b.truncated = true;
    discarding_ = true;
    return !first_of_pair;
}

// Discards what follows `kept`, up to the end of that input or of the source.
void block_reader::discard_input(block &b, std::size_t kept) {
    discarding_ = false;
    for (;;) {
        const ssize_t n = input_.read(b.buffer.get() + kept, b.capacity - 1 - kept);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            failure_ = n < 0 ? errno : 0;
            ended_ = true;
            return;
        }
        b.size = kept + static_cast<std::size_t>(n);
        const char *begin = b.buffer.get() + kept;
        const auto *end = static_cast<const char *>(std::memchr(begin, separator_, b.size - kept));
        if (end != nullptr) {
            const auto gone = static_cast<std::size_t>(end - begin) + 1;
            b.size -= gone;
            std::memmove(b.buffer.get() + kept, b.buffer.get() + kept + gone, b.size - kept);
            return;
        }
        b.size = kept;
    }
}

} // namespace uniform::cli
