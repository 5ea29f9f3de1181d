// Names that are devices on some file systems, in every folder.
#pragma once

#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// Whether `name`, data in UTF-8, is a device: RFC 3986 7.3, "special device names like ".", "..", "...", "aux", "lpt",
/// etc.", those of dots excepted. Windows looks at what is before the first "." or ":", without spaces at its end and
/// in any case, and takes the superscripts of ISO 8859-1 for digits; other characters that it or NFKC turns into
/// letters and digits count as these, such as full-width and circled ones. `is_device_name("NUL.txt")` and
/// `is_device_name("COM\u2460")` are true, `is_device_name("null")` false. Linear.
[[nodiscard]] bool is_device_name(std::string_view name);

} // namespace uniform
