#include "run/decoded_input.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/base/utf8.hpp>

namespace uniform::cli {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t read_at_once = std::size_t{64} << 10;

} // namespace

void decoded_input::open(int descriptor, bool decode) {
    descriptor_ = descriptor;
    form_ = decode ? form::unknown : form::plain;
    ended_ = false;
    kept_ = nullptr;
    raw_.clear();
    decoded_.clear();
    given_ = 0;
    high_ = 0;
    offset_ = 0;
    faulty_ = false;
    fault_.clear();
}

ssize_t decoded_input::read(char *to, std::size_t room) {
    for (;;) {
        if (given_ != decoded_.size()) {
            const std::size_t n = std::min(room, decoded_.size() - given_);
            std::memcpy(to, decoded_.data() + given_, n);
            given_ += n;
            return static_cast<ssize_t>(n);
        }
        if (form_ == form::plain) return ::read(descriptor_, to, room);
        if (ended_) return 0;
        if (form_ == form::unknown && raw_.empty()) {
            const ssize_t n = ::read(descriptor_, to, room);
            if (n <= 0) return n;
            if (!"\xFF\xFE\0"sv.contains(to[0])) { // nearly always
                form_ = form::plain;
                return n;
            }
            raw_.assign(to, static_cast<std::size_t>(n));
            if (kept_ != nullptr) kept_->append(raw_);
        } else {
            const std::size_t before = raw_.size();
            raw_.resize(before + read_at_once);
            const ssize_t n = ::read(descriptor_, raw_.data() + before, read_at_once);
            raw_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
            if (n < 0) return n;
            if (kept_ != nullptr) kept_->append(raw_, before);
            ended_ = n == 0;
        }
        decoded_.clear();
        given_ = 0;
        decode();
    }
}

decoded_input::form decoded_input::form_of_beginning() const {
    constexpr std::array<std::pair<std::string_view, form>, 4> marks{{
        {"\xFF\xFE\0\0"sv, form::utf32_le}, // before UTF-16, whose mark it begins with
        {"\0\0\xFE\xFF"sv, form::utf32_be},
        {"\xFF\xFE"sv, form::utf16_le},
        {"\xFE\xFF"sv, form::utf16_be},
    }};
    for (const auto &[mark, encoding] : marks) {
        if (raw_.starts_with(mark)) return encoding;
        if (!ended_ && mark.starts_with(raw_)) return form::unknown;
    }
    return form::plain;
}

void decoded_input::decode() {
    std::size_t done = 0;
    if (form_ == form::unknown) {
        form_ = form_of_beginning();
        if (form_ == form::unknown) return;
        if (form_ == form::plain) {
            decoded_ = std::move(raw_);
            raw_.clear();
            return;
        }
        done = form_ == form::utf16_le || form_ == form::utf16_be ? 2 : 4;
        offset_ = done;
    }
    const bool little = form_ == form::utf16_le || form_ == form::utf32_le;
    const bool wide = form_ == form::utf32_le || form_ == form::utf32_be;
    const std::size_t size = wide ? 4 : 2;
    for (; raw_.size() - done >= size; done += size, offset_ += size) {
        char32_t unit = 0;
        for (std::size_t i = 0; i < size; ++i) {
            unit = unit << 8 | static_cast<unsigned char>(raw_[done + (little ? size - 1 - i : i)]);
        }
        wide ? append(unit) : append_utf16(unit);
    }
    raw_.erase(0, done);
    if (!ended_) return;
    if (high_ != 0 || !raw_.empty()) append_replacement();
    high_ = 0;
    raw_.clear();
}

// RFC 2781 2.2
void decoded_input::append_utf16(char32_t unit) {
    const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    if (high_ != 0) {
        const char32_t high = std::exchange(high_, 0);
        if (low) return append(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
        append_replacement();
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        high_ = unit;
    } else {
        append(unit);
    }
}

// RFC 3629 3: no surrogates, at most U+10FFFF.
void decoded_input::append(char32_t c) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return append_replacement();
    base::append_utf8(decoded_, c);
}

void decoded_input::append_replacement() {
    if (!std::exchange(faulty_, true)) {
        const bool wide = form_ == form::utf32_le || form_ == form::utf32_be;
        fault_ = std::string{"malformed UTF-"} + (wide ? "32" : "16") + " at offset " + std::to_string(offset_) +
                 ": read as U+FFFD";
    }
    base::append_utf8(decoded_, 0xFFFD);
}

std::expected<std::string, int> decoded_content_of(const std::string &file, std::size_t limit, std::string &fault) {
    const bool standard = file == "-";
    const int descriptor = standard ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::unexpected{errno};
    decoded_input input;
    input.open(descriptor, true);
    std::string content;
    int failure = 0;
    while (content.size() <= limit) {
        char buffer[16384];
        const ssize_t n = input.read(buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) failure = errno;
        if (n <= 0) break;
        content.append(buffer, static_cast<std::size_t>(n));
    }
    if (!standard) ::close(descriptor);
    if (failure != 0) return std::unexpected{failure};
    fault = input.take_fault();
    if (content.starts_with("\xEF\xBB\xBF")) content.erase(0, 3);
    return content;
}

} // namespace uniform::cli
