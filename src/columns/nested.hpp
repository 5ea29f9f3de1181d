// Nested arrays and types for Arrow's C data interface: structs that own their children, and numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <uniform/columns/arrow.hpp>

#include "columns/result_column.hpp"

namespace uniform::columns::detail {

// A column to hand over: its type and its rows, released with it unless they were handed over.
class nested_column {
public:
    nested_column() = default;
    nested_column(nested_column &&other) noexcept;
    nested_column(const nested_column &) = delete;
    nested_column &operator=(const nested_column &) = delete;
    nested_column &operator=(nested_column &&) = delete;
    ~nested_column();

    // int64, without nulls.
    [[nodiscard]] static nested_column numbers(std::vector<std::int64_t> values);
    // Whatever result_column makes.
    [[nodiscard]] static nested_column of(result_column &&column);
    // A struct without nulls of columns that have as many rows as it; their names last for ever.
    [[nodiscard]] static nested_column structs(std::vector<nested_column> columns, std::vector<const char *> names);
    // Lists of the rows of `items`: `offsets` has one more than there are lists, `valid` says which are null.
    [[nodiscard]] static nested_column lists(std::vector<std::int64_t> offsets, validity valid, nested_column items);

    // Both structs are the caller's from now on.
    void hand_over(ArrowSchema &type, ArrowArray &array) && noexcept;

private:
    ArrowSchema type_{};
    ArrowArray array_{};
};

} // namespace uniform::columns::detail
