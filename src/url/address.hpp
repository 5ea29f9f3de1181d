// Mail addresses and message identifiers inside URLs: their syntax is one of decoded characters, which are read here
// straight from the escapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform::detail {

// The bytes that a text stands for, one after another. Its escapes are well-formed.
class decoded_bytes {
public:
    explicit decoded_bytes(std::string_view text) noexcept : text_{text} {}

    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    [[nodiscard]] std::size_t offset() const noexcept { return at_; }
    [[nodiscard]] bool is_escaped() const noexcept { return !at_end() && text_[at_] == '%'; }
    // NUL at the end; NUL is in no set that is asked for here.
    [[nodiscard]] char peek() const noexcept {
        if (at_end()) return '\0';
        if (text_[at_] != '%') return text_[at_];
        return static_cast<char>(ascii::hex_value(text_[at_ + 1]) * 16 + ascii::hex_value(text_[at_ + 2]));
    }
    void next() noexcept { at_ += is_escaped() ? 3 : 1; }
    [[nodiscard]] bool accept(char c) noexcept {
        if (at_end() || peek() != c) return false;
        next();
        return true;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

// The position and the reason of the fault of a text that is not an address; nothing when it is one.
struct address_fault {
    std::size_t offset = 0;
    error_code code = error_code::invalid_character;
};
using address_verdict = std::optional<address_fault>;

// RFC 6068 2: addr-spec = local-part "@" domain. Reads up to its end, and what follows is the caller's: a "," or
// nothing.
[[nodiscard]] address_verdict read_addr_spec(decoded_bytes &in) noexcept;

// RFC 5536 3.1.3: msg-id-core = id-left "@" id-right. Reads up to its end.
[[nodiscard]] address_verdict read_msg_id_core(decoded_bytes &in) noexcept;

} // namespace uniform::detail
