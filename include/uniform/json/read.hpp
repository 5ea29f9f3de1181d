// Reading JSON texts: strictly by RFC 8259, within limits, and with errors that say where.
#pragma once

#include <cstddef>
#include <expected>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/read_error.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// RFC 8259 section 9: "An implementation may set limits".
struct limits {
    std::size_t depth = 32;       ///< of arrays and objects in each other; a value destroys its own recursively
    std::size_t values = 100'000; ///< of all types; names of members do not count
    bool exact = false;           ///< RFC 7493 section 2.2: a number that a double does not hold exactly is an error
};

/// Reads one JSON text. It must be UTF-8; a byte order mark before it is ignored (RFC 8259 section 8.1). Errors: those
/// of error_code above not_an_object; a member that is repeated is one, because readers differ about which one counts
/// (RFC 8259 section 4). Each error has an offset and a pointer. Cost: linear in the bytes of the text, whatever they
/// are (in expectation: the hash of names has a random point); nothing recursive.
[[nodiscard]] std::expected<value, error> read(std::string_view text, const limits &limits = {});

} // namespace json
} // namespace uniform
