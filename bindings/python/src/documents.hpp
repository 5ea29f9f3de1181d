// The parts that finding in a str and finding in pieces share.
#pragma once

#include <uniform/text/find.hpp>

#include "text.hpp"

namespace uniform::python {

// ValueError for a choice of schemes that does not exist.
[[nodiscard]] find_options how_to_find(std::string_view edition_name, std::string_view schemes, bool abbreviated,
                                       bool join_lines);
// The members of uniform.Found.
[[nodiscard]] nb::tuple found_row(const found &f, std::size_t begin, std::size_t end);

} // namespace uniform::python
