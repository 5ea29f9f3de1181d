// The reason why a text is no internationalized host name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// Why a text is no internationalized host name, and which label or character is at fault.
struct problem {
    std::size_t offset = 0;    ///< of the label or character, in bytes
    std::size_t size = 0;      ///< of the label or character, in bytes
    std::string says;          ///< "a label is longer than 63 octets"
    std::string_view document; ///< "UTS 46", "RFC 5893"
    std::string_view section;  ///< "4.1"
};

} // namespace idna
} // namespace uniform
