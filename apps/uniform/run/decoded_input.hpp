// Input in UTF-16 or UTF-32, which its byte order mark shows, read as UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>

#include <sys/types.h>

namespace uniform::cli {

// Reads one source. Text without such a mark is passed on as it is: bytes of any encoding.
class decoded_input {
public:
    // Begins a source. Without `decode` nothing is decoded.
    void open(int descriptor, bool decode);

    // As read(2). Waits for more bytes only as long as what was read may be the beginning of a mark. Octets that are no
    // character become U+FFFD.
    [[nodiscard]] ssize_t read(char *to, std::size_t room);

    // From now on, the octets of a source that is decoded are appended to `to` as they are read; nullptr: no more.
    void keep(std::string *to) noexcept { kept_ = to; }
    [[nodiscard]] bool is_utf16() const noexcept { return form_ == form::utf16_le || form_ == form::utf16_be; }
    [[nodiscard]] bool is_utf32() const noexcept { return form_ == form::utf32_le || form_ == form::utf32_be; }

    // About the first place of the source that is not in its encoding, once; else "": "malformed UTF-16 at offset 6:
    // read as U+FFFD".
    [[nodiscard]] std::string take_fault() { return std::exchange(fault_, {}); }

private:
    enum class form : std::uint8_t { unknown, plain, utf16_le, utf16_be, utf32_le, utf32_be };

    [[nodiscard]] form form_of_beginning() const; // unknown: more bytes are needed
    void decode();
    void append(char32_t c);
    void append_utf16(char32_t unit);
    void append_replacement();

    int descriptor_ = -1;
    form form_ = form::plain;
    bool ended_ = false;
    std::string *kept_ = nullptr;
    std::string raw_;     // not decoded yet
    std::string decoded_; // not passed on yet, from given_ on
    std::size_t given_ = 0;
    char32_t high_ = 0;        // a surrogate that waits for the other one
    std::uint64_t offset_ = 0; // of the unit that is decoded
    bool faulty_ = false;
    std::string fault_;
};

// The content of a file, or of standard input for "-", decoded. If it is longer than `limit` bytes, the result is
// longer as well, but may be cut off. The error is the errno of opening or reading. `fault` is as take_fault().
[[nodiscard]] std::expected<std::string, int> decoded_content_of(const std::string &file, std::size_t limit,
                                                                 std::string &fault);

} // namespace uniform::cli
