// Places in text and in the data that it stands for.
#pragma once

#include <cstddef>
#include <string_view>

namespace uniform::detail {

// The offset in `text` of the octet `index` of its data.
[[nodiscard]] constexpr std::size_t encoded_place(std::string_view text, std::size_t index) noexcept {
    std::size_t at = 0;
    for (; index > 0; --index) at += text[at] == '%' ? 3 : 1;
    return at;
}

} // namespace uniform::detail
