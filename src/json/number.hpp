// The text of numbers with fraction or exponent.
#pragma once

#include <string>

namespace uniform::json::detail {

/// A finite number in the shortest digits that are read back as the same one, or one digit more: "0.1", "1e+20", "2.0".
/// (In read.cpp: by the library that reads, because stored texts have that form and are compared byte by byte.)
void append_real(std::string &out, double v);

} // namespace uniform::json::detail
