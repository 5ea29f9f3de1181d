// Input in UTF-16 or UTF-32, which its byte order mark shows, read as UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <sys/types.h>

namespace uniform::cli {

// Reads one source. Text without such a mark is passed on as it is: bytes of any encoding.
class decoded_input {
public:
    // Begins a source. Without `decode` nothing is decoded.
    void open(int descriptor, bool decode);

    // As read(2). Waits for more bytes only as long as what was read may be the beginning of a mark. What is no
    // character becomes U+FFFD.
    [[nodiscard]] ssize_t read(char *to, std::size_t room);

private:
    enum class form : std::uint8_t { unknown, plain, utf16_le, utf16_be, utf32_le, utf32_be };

    [[nodiscard]] form form_of_beginning() const; // unknown: more bytes are needed
    void decode();
    void append(char32_t c);
    void append_utf16(char32_t unit);

    int descriptor_ = -1;
    form form_ = form::plain;
    bool ended_ = false;
    std::string raw_;     // not decoded yet
    std::string decoded_; // not passed on yet, from given_ on
    std::size_t given_ = 0;
    char32_t high_ = 0; // a surrogate that waits for the other one
};

} // namespace uniform::cli
