// The answer of a function of answers.hpp, and the texts and the memory that it takes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uniform::postgresql {

/// A text that somebody else keeps.
struct bytes {
    const char *data;
    std::size_t size;
};

/// Memory for that many bytes, or nullptr. It must return.
using allocate = char *(*)(std::size_t size);

/// The answer of a function.
struct answer {
    enum kind_of : std::uint8_t {
        null,
        text,   ///< `data`, allocated; or a part of the argument where the function says so
        number, ///< of a boolean: 0 or 1
        unknown_level,
        unknown_edition,
        unknown_word,
        no_memory,
        failed, ///< which does not happen
    };
    kind_of kind;
    std::int32_t value;
    bytes data;
};

} // namespace uniform::postgresql
