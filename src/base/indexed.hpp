// Tables whose rows are found by an enumerator as their index.
//
//     static_assert(base::is_indexed(rows, &row::format, format::mods));
#pragma once

#include <cstddef>
#include <iterator>

namespace uniform::base {

/// Whether the rows are those of the enumerators 0 to `last`, in this order.
template <class Rows, class Row, class Enumeration>
[[nodiscard]] consteval bool is_indexed(const Rows &rows, Enumeration Row::*of, Enumeration last) {
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        if (static_cast<std::size_t>(rows[i].*of) != i) return false;
    }
    return std::size(rows) == static_cast<std::size_t>(last) + 1;
}

} // namespace uniform::base
