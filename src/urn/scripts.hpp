// What is known about characters beyond ASCII, for showing them.
#pragma once

#include <uniform/urn_display.hpp>

namespace uniform::detail {

/// Whether a display form may show it instead of its pct-encoded.
[[nodiscard]] bool is_for_showing(char32_t c) noexcept;

/// Letters of blocks that are written from right to left.
[[nodiscard]] bool runs_right_to_left(char32_t c) noexcept;

} // namespace uniform::detail
