// The position at which a text stops being JSON, and the reason: RFC 8259 sections 2 to 8, each with its sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uniform::json::detail {

/// The token that was read before the fault.
enum class context : std::uint8_t {
    nothing,
    array_start,
    object_start,
    name,     ///< of a member
    element,  ///< an element of an array, to its end
    member,   ///< a member of an object, to its end
    complete, ///< the value of the text
};

/// To what the pointer of the error points.
enum class subject : std::uint8_t {
    container, ///< the innermost open array or object; the text, if there is none
    next,      ///< the value that comes next in it
    last,      ///< the value that was read last
};

struct fault {
    std::string_view message;
    std::size_t offset;
    std::uint8_t section; ///< of RFC 8259
    subject about = subject::container;
};

/// The first fault at or after `begin`, where everything before it is JSON and `before` is what it ends with. Requires
/// that the text is not JSON. Cost: linear in the text from `begin` to the fault.
[[nodiscard]] fault find_fault(std::string_view text, std::size_t begin, context before) noexcept;

/// The end of the longest number (RFC 8259 section 6) at `begin`; `begin` if there is none.
[[nodiscard]] std::size_t end_of_number(std::string_view text, std::size_t begin) noexcept;

/// RFC 8259 section 2: ws
[[nodiscard]] constexpr bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

} // namespace uniform::json::detail
