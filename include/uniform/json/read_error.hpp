// The fault of a JSON text, or of a value in it, and its position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// The kinds of faults of a text, or of a value in it.
enum class error_code : std::uint8_t {
    // The text is not JSON, or not within the limits of its reader.
    syntax,          ///< RFC 8259 section 2
    repeated_member, ///< RFC 8259 section 4: two members of an object have the same name
    out_of_range,    ///< RFC 8259 section 6: a number beyond the greatest double
    too_deep,        ///< RFC 8259 section 9
    too_many_values, ///< RFC 8259 section 9
    // A value is not what is expected at its place.
    inexact,        ///< RFC 7493 section 2.2: a number that IEEE 754 double does not hold exactly
    not_an_object,  ///< something else, where an object is expected
    missing,        ///< a member that must be there
    unknown_member, ///< a member that the object does not have
    wrong_value,    ///< of another type, out of its range, not one of the words
    not_a_time,     ///< RFC 3339 section 5.6: a string that must be a date or a date-time
};

/// An error of the reader, or of whoever reads the members of a value.
struct error {
    error_code code = error_code::syntax;
    std::string message = {};               ///< the fault, a sentence without its subject's place
    std::optional<std::size_t> offset = {}; ///< of the byte in the text; absent when the value was not read from a text
    std::string pointer = {};               ///< RFC 6901: to the value, or to the member that is missing
    std::uint8_t section = 2;               ///< of RFC 8259; of error_code::syntax

    /// The text itself cannot be used: not JSON, beyond a limit, or as a whole not the object that is expected.
    [[nodiscard]] bool is_malformed() const noexcept {
        return code < error_code::inexact || (code == error_code::not_an_object && pointer.empty());
    }
    /// "RFC 8259 section 4"; empty for what no document demands.
    [[nodiscard]] std::string_view rule() const noexcept;
};

} // namespace json
} // namespace uniform
