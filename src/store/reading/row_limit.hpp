// A number of rows, as a statement has it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace uniform::store::detail {

/// Both databases have room for it.
[[nodiscard]] inline std::int64_t row_limit(std::size_t most) noexcept {
    return static_cast<std::int64_t>(std::min<std::size_t>(most, std::numeric_limits<std::int32_t>::max()));
}

} // namespace uniform::store::detail
