// Text for people with *** in place of the password of a URI (RFC 3986 3.2.1, 7.5).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::cli {

// Whether people see passwords: --show-password.
enum class passwords : bool { hidden, shown };

// What stands for the password.
enum class redaction : bool {
    plain,          // ***
    with_delimiters // and each character in it that not every edition allows there, so that all read the text as before
};

// A text without its password, and where its bytes are in it. A text that is not a URI reference has the password that
// a person would see in it: all between the first ":" of the authority and the last "@".
class without_password_text {
public:
    explicit without_password_text(std::string_view text, passwords p = passwords::hidden,
                                   redaction r = redaction::plain);

    // Lives as long as this and the text.
    [[nodiscard]] std::string_view text() const noexcept { return size_ == 0 ? original_ : std::string_view{text_}; }
    // Where the byte at that offset is. One of the password is at its first "*", or where it was kept.
    [[nodiscard]] std::size_t at(std::size_t offset) const noexcept;

    without_password_text(const without_password_text &) = delete;
    without_password_text &operator=(const without_password_text &) = delete;

private:
    std::string_view original_;
    std::string text_;
    std::size_t begin_ = 0;
    std::size_t size_ = 0; // of the password; 0: there is none
    std::size_t new_size_ = 0;
    std::string kept_;
};

// A sentence without the passwords of the URIs with "//" in it. Linear.
[[nodiscard]] std::string without_passwords_in(std::string_view sentence);

} // namespace uniform::cli
