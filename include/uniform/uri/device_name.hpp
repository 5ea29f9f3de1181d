// Names that are devices on some file systems, in every folder.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>

namespace uniform UNIFORM_API {

/// Whether `name`, data in UTF-8, is a device: RFC 3986 7.3, "special device names like ".", "..", "...", "aux", "lpt",
/// etc.", those of dots excepted. Windows looks at what is before the first "." or ":", without spaces at its end and
/// in any case, and takes the superscripts of ISO 8859-1 for digits. `is_device_name("NUL.txt")` is true,
/// `is_device_name("null")` false. Constant time.
[[nodiscard]] inline bool is_device_name(std::string_view name) {
    name = name.substr(0, name.find_first_of(".:"));
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    constexpr std::size_t shortest = 3;
    constexpr std::size_t longest = 7;
    if (name.size() < shortest || name.size() > longest) return false;
    const std::string lower = ascii::lower_copy(name);
    if (lower.starts_with("com") || lower.starts_with("lpt")) {
        const std::string_view number = std::string_view{lower}.substr(3);
        const bool digit = number.size() == 1 && number[0] >= '1' && number[0] <= '9';
        if (digit || number == "\u00B9" || number == "\u00B2" || number == "\u00B3") return true;
    }
    constexpr std::array<std::string_view, 8> others{"aux", "clock$", "con", "conin$", "conout$", "lpt", "nul", "prn"};
    return std::ranges::binary_search(others, std::string_view{lower});
}

} // namespace uniform
