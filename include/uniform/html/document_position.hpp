// Places in a document.
#pragma once

#include <cstdint>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// A place in a document.
struct position {
    std::uint64_t offset = 0; ///< in bytes, from 0
    std::uint64_t line = 1;   ///< from 1; a line ends with LF, or CR LF
    std::uint64_t column = 1; ///< from 1, in bytes

    friend bool operator==(const position &, const position &) = default;
};

} // namespace html
} // namespace uniform
