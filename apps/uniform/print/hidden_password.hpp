// Text for people with *** in place of the password of a URI (RFC 3986 3.2.1, 7.5).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform::cli {

// Whether people see passwords: --show-password.
enum class passwords : bool { hidden, shown };

// The text that replaces the password.
enum class redaction : bool {
    plain,          // ***
    with_delimiters // and each character in it that not every edition allows there, so that all read the text as before
};

// A text without the passwords in it, and where its bytes are. Each "//" in it may start an authority, and so does what
// follows "http:" and so on, as browsers read it: all between its first ":" and its last "@" is the password, although
// the text is no URI reference, or has something around it. Linear.
class without_password_text {
public:
    explicit without_password_text(std::string_view text, passwords p = passwords::hidden,
                                   redaction r = redaction::plain);

    // Lives as long as this and the text.
    [[nodiscard]] std::string_view text() const noexcept UNIFORM_LIFETIMEBOUND {
        return hidden_.empty() ? original_ : std::string_view{text_};
    }
    // The new offset of the byte at that offset. A byte of the password is at its first "*", or where it was kept.
    [[nodiscard]] std::size_t at(std::size_t offset) const noexcept;

    without_password_text(const without_password_text &) = delete;
    without_password_text &operator=(const without_password_text &) = delete;

private:
    struct hidden {
        std::size_t begin;
        std::size_t size;
        std::size_t new_begin; // in text_
        std::string kept;
    };

    std::string_view original_;
    std::string text_;
    std::vector<hidden> hidden_;
};

// A sentence without the passwords of the URIs in it.
[[nodiscard]] std::string without_passwords_in(std::string_view sentence);

} // namespace uniform::cli
