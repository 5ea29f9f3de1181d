// Properties of characters beyond ASCII, for displaying them.
#pragma once

#include <uniform/urn/display.hpp>

namespace uniform::detail {

/// Whether a display form may show it instead of its pct-encoded.
[[nodiscard]] bool is_for_showing(char32_t c) noexcept;

/// Letters of blocks that are written from right to left.
[[nodiscard]] bool runs_right_to_left(char32_t c) noexcept;

} // namespace uniform::detail
